"""Splits a text with several JSON records: one after the other, or in a list."""

import re
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from saltus.notation.error import MAX_RECORD_CHARS

LIST = re.compile(r"\ufeff?\s*+\[\s*+\{")
"""The beginning of a list of records. A tag of PDN has a letter after its bracket."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}"]', re.DOTALL)
"""A string, a brace, or the beginning of a string that is not complete."""
_BETWEEN = re.compile(r"[\s,]*+")


class Source(Protocol):
    """A source of text, such as an open text file."""

    def read(self, size: int, /) -> str: ...


class Object(NamedTuple):
    """One record: its text (the beginning, if it is too long), its full length, and its place, both from 1."""

    text: str
    letters: int
    line: int
    column: int


def objects(file: Source, text: str, block_chars: int) -> Iterator[Object]:
    """The records of a file of which `text` is the beginning. What follows the last one belongs to it.

    A record that is too long ends the list.
    """
    closing = "]" if LIST.match(text) else ""
    start = text.find("{") if closing else 1 if text.startswith("\ufeff") else 0
    line, column = (1 + text.count("\n", 0, start), start - text.rfind("\n", 0, start)) if closing else (1, 1)
    at, depth, ended = start, 0, False
    while True:
        token = _TOKEN.search(text, at)
        if token is None or token[0] == '"':
            at = len(text) if token is None else token.start()
        else:
            at = token.end()
            depth += {"{": 1, "}": -1}.get(token[0], 0)
            if depth or token[0] != "}":
                continue
            # The record is complete if another follows, or nothing. What is between may be long: no letter of it is
            # looked at twice.
            blocks, before, seen, is_closed = [text], 0, at, False
            while True:
                if not is_closed and (between := _BETWEEN.match(blocks[-1], seen)):
                    seen = between.end()
                    following = before + seen
                    letter = blocks[-1][seen : seen + 1]
                    is_closed = bool(letter) and letter == closing
                    if letter and not is_closed:
                        break
                if ended:
                    break
                before, seen = before + len(blocks[-1]), 0
                blocks.append(file.read(block_chars))
                ended = not blocks[-1]
            text = "".join(blocks)
            rest = text[following:].removeprefix(closing) if closing else text[following:]
            if text[following : following + 1] == "{":
                yield Object(text[start:at], at - start, line, column)
                lines = text.count("\n", start, following)
                line, column = (
                    line + lines,
                    following - text.rfind("\n", start, following) if lines else column + following - start,
                )
                start = at = following
                continue
            if closing and ended and not rest.strip():
                yield Object(text[start:at], at - start, line, column)
                return
            # Something else follows: reading the record will say what is wrong with it.
        if ended or len(text) - start > MAX_RECORD_CHARS:
            letters = len(text) - start
            while not ended and (block := file.read(block_chars)):
                letters += len(block)
            yield Object(text[start:], letters, line, column)
            return
        block = file.read(block_chars)
        text, ended = text[start:] + block, not block
        at, start = at - start, 0

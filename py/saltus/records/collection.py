"""Reads texts with several games lazily: memory holds one game at a time.

A PDN game ends with its result, or where tags follow its moves, or where a line begins with `1.` again; comments
after the result belong to it. An unclosed comment ends with its game: at an empty line before a line that is a tag.
SGF has one game per tree. JSON has one game per object; the objects follow each other or are in a list. A position
is the only one of its text.
"""

import re
from collections.abc import Iterator
from io import StringIO
from typing import NamedTuple, Protocol

from saltus.core.game import Game
from saltus.core.phrase import Phrase
from saltus.match.match import Match
from saltus.notation.error import MAX_RECORD_CHARS, RecordError, RecordWarning, too_long
from saltus.records import record
from saltus.records.pdn_tokens import MAX_COMMENT_CHARS, TAG, lines_of
from saltus.records.pdn_tree import games_in

BLOCK_CHARS = 1 << 18  # An open file is read in blocks of this size.
LOOKAHEAD_CHARS = MAX_COMMENT_CHARS + 1_000
"""The end of a PDN game is certain once this much of the file after it is known."""
_TAG_LINE = re.compile(rf"(?<=\n)[ \t]*+{TAG}")
_LIST = re.compile(r"\ufeff?\s*+(\{\s*+\"games\"\s*+:\s*+)?\[\s*+\{")
"""A list of JSON records begins, alone or as the page saves all finished games, where other things follow the list.
A tag of PDN has a letter there."""
_BRACE = re.compile(r'"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"|[{}"]', re.DOTALL)  # A string, a brace, a string cut off.
_BETWEEN = re.compile(r"[\s,]*+")  # What may stand between two JSON records.


class Source(Protocol):
    """A source of text, such as an open text file."""

    def read(self, size: int, /) -> str: ...


class GameText(NamedTuple):
    """One game among several in a text, not parsed yet."""

    text: str  # Its text; only the beginning if the game is too long to be read.
    letters: int  # Its full length.
    line: int
    column: int  # Its place in the text, both from 1.
    form: str  # One of `saltus.records.record.FORMATS`.

    def read(self, game: Game | None = None) -> Match:
        """Read the match; `game` is used if the text does not name it. Errors have places in the whole text."""
        try:
            if self.letters > MAX_RECORD_CHARS:
                raise too_long(self.text, self.letters)
            match = record.read(self.text, self.form, game)
        except RecordError as error:
            raise self.placed(error) from error
        match.warnings = [RecordWarning(message, *self.place(*at)) for message, *at in match.warnings]
        return match

    def placed(self, error: RecordError) -> RecordError:
        """An error in this game with its place in the whole text."""
        return RecordError(error.message, *self.place(error.line, error.column))

    def place(self, line: int, column: int) -> tuple[int, int]:
        """The place in the whole text of a place in this game."""
        return self.line + line - 1, column + (self.column - 1 if line == 1 else 0)


def game_texts(source: str | Source) -> Iterator[GameText]:
    """The games of a text, or of an open file, lazily. Raises `RecordError` if it is empty."""
    file, first = (StringIO(), lines_of(source)) if isinstance(source, str) else (source, _block(source))
    while first.isspace() and (more := _block(file)):
        first += more
        if len(first) > MAX_RECORD_CHARS:
            break
    form = "json" if _LIST.match(first) else record.detect(first)
    if form != "position":
        yield from {"json": _objects, "pdn": _games, "sgf": _trees}[form](file, first)
        return
    letters = len(first)
    kept = [first]
    while more := file.read(BLOCK_CHARS):
        letters += len(more)
        if letters <= MAX_RECORD_CHARS + BLOCK_CHARS:
            kept.append(more)
    yield GameText("".join(kept), letters, 1, 1, form)


def _block(file: Source) -> str:
    """The next `BLOCK_CHARS` of a file, with line feeds for carriage returns that stand alone; less at its end."""
    block = ""
    while len(block) < BLOCK_CHARS and (more := file.read(BLOCK_CHARS)):
        block += more
    if block[-1:] == "\r":
        block += file.read(1)
    return lines_of(block)


def _rest(file: Source) -> int:
    """The number of characters in the rest of a file."""
    return sum(map(len, iter(lambda: file.read(BLOCK_CHARS), "")))


def _after(text: str, start: int, end: int, line: int, column: int) -> tuple[int, int]:
    """The line and the column of `end`, given those of `start`."""
    lines = text.count("\n", start, end)
    return line + lines, end - text.rfind("\n", start, end) if lines else column + end - start


def _games(file: Source, text: str) -> Iterator[GameText]:
    """The games of a PDN file of which `text` is the beginning. One that is too long ends before the next line that
    begins with a tag."""
    line = column = 1
    ended = found = False
    while True:
        if not ended and len(text) <= LOOKAHEAD_CHARS:
            block = _block(file)
            text, ended = text + block, not block
            continue
        start = 0
        for game in games_in(text, is_only=not found):
            if not ended and game.end + LOOKAHEAD_CHARS > len(text):
                break
            found = True
            yield _game_text(text[start : game.end], game.end - start, line, column)
            line, column = _after(text, start, game.end, line, column)
            start = game.end
        if ended:
            return
        block = _block(file)
        text, ended = text[start:] + block, not block
        if not ended and len(text) > MAX_RECORD_CHARS + LOOKAHEAD_CHARS + BLOCK_CHARS:
            game_text, text, line, column = _too_long(file, text, line, column)
            found = True
            yield game_text
            if not text:
                return


def _too_long(file: Source, text: str, line: int, column: int) -> tuple[GameText, str, int, int]:
    """A game that is too long to be read, of which `text` is the beginning, at this place. Returns it; what follows
    from the next line that begins with a tag, "" at the end of the file; and the place of that."""
    beginning, place, skipped = text, (line, column), 0
    while not (tag := _TAG_LINE.search(text, 1)) and (block := _block(file)):
        passed = len(text) - LOOKAHEAD_CHARS
        skipped += passed
        line, column = _after(text, 0, passed, line, column)
        text = text[passed:] + block
    end = tag.start() if tag else len(text)
    game_text = _game_text(beginning, skipped + end, *place)
    return game_text, text[end:], *_after(text, 0, end, line, column)


def _game_text(text: str, letters: int, line: int, column: int) -> GameText:
    """A PDN game; of one that is too long only the beginning."""
    return GameText(
        text if letters <= MAX_RECORD_CHARS else text[: MAX_RECORD_CHARS + 1], letters, line, column, "pdn"
    )


def _trees(file: Source, text: str) -> Iterator[GameText]:
    """The games of an SGF file of which `text` is the beginning. A game that is too long ends the list."""
    from saltus.records import sgf

    line = column = 1
    ended = False
    while not ended:
        block = file.read(BLOCK_CHARS)
        text += block
        ended = not block
        found = sgf.games(text)
        for part in found if ended else found[:-1]:
            there = text[part.start : part.end]
            yield GameText(there, len(there), line, column, "sgf")
            line, column = _after(there, 0, len(there), line, column)
        text = text[found[-1].start :]
        if not ended and len(text) > MAX_RECORD_CHARS:
            yield GameText(text, len(text) + _rest(file), line, column, "sgf")
            return


def _objects(file: Source, text: str) -> Iterator[GameText]:
    """The records of a file of which `text` is the beginning. What follows the last one belongs to it. A record that
    is too long ends the list."""
    listed = _LIST.match(text)
    closing = "]" if listed else ""
    start = listed.end() - 1 if listed else 1 if text.startswith("\ufeff") else 0
    line, column = (1 + text.count("\n", 0, start), start - text.rfind("\n", 0, start)) if closing else (1, 1)
    at, depth, ended = start, 0, False
    while True:
        token = _BRACE.search(text, at)
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
                blocks.append(file.read(BLOCK_CHARS))
                ended = not blocks[-1]
            text = "".join(blocks)
            rest = text[following:].removeprefix(closing) if closing else text[following:]
            if text[following : following + 1] == "{":
                yield GameText(text[start:at], at - start, line, column, "json")
                line, column = _after(text, start, following, line, column)
                start = at = following
                continue
            if closing and ended and (not rest.strip() or (listed and listed[1] and is_closed)):
                yield GameText(text[start:at], at - start, line, column, "json")
                return
            # Something else follows: reading the record will say what is wrong with it.
        if ended or len(text) - start > MAX_RECORD_CHARS:
            yield GameText(text[start:], len(text) - start + _rest(file), line, column, "json")
            return
        block = file.read(BLOCK_CHARS)
        text, ended = text[start:] + block, not block
        at, start = at - start, 0


def read_all(text: str, game: Game | None = None) -> list[Match]:
    """Read all matches in a text; `game` is used for those that do not name their game. Raises `RecordError` like
    `record.read`; if the text has several games, it says which one is wrong."""
    matches = []
    for found in read_each(text, game):
        if isinstance(found, RecordError):
            raise found
        matches.append(found)
    return matches


def read_each(source: "str | Source", game: Game | None = None) -> Iterator[Match | RecordError]:
    """Read the matches in a text or an open text file one by one; yields the error for one that cannot be read.
    Memory holds only one game of a file at a time. Errors and warnings have places in the whole text; for a string,
    errors also name the number of the game. Raises `RecordError` if there is nothing."""
    found = list(game_texts(source)) if isinstance(source, str) else game_texts(source)
    total = len(found) if isinstance(found, list) else 1
    for number, game_text in enumerate(found, 1):
        try:
            match = game_text.read(game)
        except RecordError as error:
            if total == 1:
                yield error
                continue
            message = Phrase("record.of-several", number=number, total=total, message=error.message)
            placed = RecordError(message, error.line, error.column)
            placed.__cause__ = error
            yield placed
        else:
            yield match

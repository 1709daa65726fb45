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
from saltus.records.pdn_scan import MAX_COMMENT_CHARS, TOKEN, kind_of, lines_of
from saltus.records.pdn_split import Boundaries

BLOCK_CHARS = 1 << 18
MAX_TAG_SEARCH_CHARS = 4_096  # A [ without a ] within this many characters does not begin a tag.

_PLAIN = re.compile(
    r"(?:\n(?!1[.)]|"
    r".*(?:[a-zA-Z\u0080-\uffff]{3}|"
    r"\b[012][ \t]?[-:\u2010-\u2015\u2212][ \t]?[012]\b|\b1/2|\u00bd|\b0[.,]5))[^{;()\[%*\n/]*(?=\n))+"
)
"""Whole lines with nothing but moves, which need not be matched token by token: no number 1, word or result."""
_LIST = re.compile(r"\ufeff?\s*+(\{\s*+\"games\"\s*+:\s*+)?\[\s*+\{")
"""A list of JSON records begins, alone or as the page saves all finished games, where other things follow the list.
A tag of PDN has a letter there."""
_BRACE = re.compile(r'"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"|[{}"]', re.DOTALL)  # A string, a brace, a string cut off.
_BETWEEN = re.compile(r"[\s,]*+")  # What may stand between two JSON records.
_LONGEST_LOOK = MAX_COMMENT_CHARS  # So much text after its beginning can matter to a bracket or a brace.


class Source(Protocol):
    """A source of text, such as an open text file."""

    def read(self, size: int, /) -> str: ...


class Piece(NamedTuple):
    """One game of a text, not parsed yet."""

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
        """An error in this piece, with its place in the whole text."""
        return RecordError(error.message, *self.place(error.line, error.column))

    def place(self, line: int, column: int) -> tuple[int, int]:
        """Convert a place in this piece to one in the whole text."""
        return self.line + line - 1, column + (self.column - 1 if line == 1 else 0)


def pieces(source: str | Source) -> Iterator[Piece]:
    """The games of a text, or of an open file, lazily. Raises `RecordError` if it is empty."""
    file = StringIO(source) if isinstance(source, str) else source
    first = _block(file)
    while len(first) < BLOCK_CHARS and (more := _block(file)):
        first += more
    while first.isspace() and (more := _block(file)):
        first += more
        if len(first) > MAX_RECORD_CHARS:
            break
    form = "json" if _LIST.match(first) else record.detect(first)
    if form == "pdn":
        yield from _Splitter(file, first).pieces()
        return
    if form in ("json", "sgf"):
        yield from (_objects if form == "json" else _trees)(file, first)
        return
    letters = len(first)
    kept = [first]
    while more := file.read(BLOCK_CHARS):
        letters += len(more)
        if letters <= MAX_RECORD_CHARS + BLOCK_CHARS:
            kept.append(more)
    yield Piece("".join(kept), letters, 1, 1, form)


def _block(file: Source) -> str:
    """The next piece of a file, with line feeds for carriage returns that stand alone; "" at the end."""
    block = file.read(BLOCK_CHARS)
    if block[-1:] == "\r":
        block += file.read(1)
    return lines_of(block)


def _rest(file: Source) -> int:
    """How many characters the rest of a file has."""
    return sum(map(len, iter(lambda: file.read(BLOCK_CHARS), "")))


def _after(text: str, start: int, end: int, line: int, column: int) -> tuple[int, int]:
    """The line and the column of `end`, if those are of `start`."""
    lines = text.count("\n", start, end)
    return line + lines, end - text.rfind("\n", start, end) if lines else column + end - start


def _trees(file: Source, text: str) -> Iterator[Piece]:
    """The games of an SGF file, of which `text` is the beginning. A game that is too long ends the list."""
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
            yield Piece(there, len(there), line, column, "sgf")
            line, column = _after(there, 0, len(there), line, column)
        text = text[found[-1].start :]
        if not ended and len(text) > MAX_RECORD_CHARS:
            yield Piece(text, len(text) + _rest(file), line, column, "sgf")
            return


def _objects(file: Source, text: str) -> Iterator[Piece]:
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
                yield Piece(text[start:at], at - start, line, column, "json")
                line, column = _after(text, start, following, line, column)
                start = at = following
                continue
            if closing and ended and (not rest.strip() or (listed and listed[1] and is_closed)):
                yield Piece(text[start:at], at - start, line, column, "json")
                return
            # Something else follows: reading the record will say what is wrong with it.
        if ended or len(text) - start > MAX_RECORD_CHARS:
            yield Piece(text[start:], len(text) - start + _rest(file), line, column, "json")
            return
        block = file.read(BLOCK_CHARS)
        text, ended = text[start:] + block, not block
        at, start = at - start, 0


class _Splitter:
    """Splits a PDN file into games. The current game begins at `start` in `buffer`."""

    def __init__(self, file: Source, first: str) -> None:
        self.file = file
        self.buffer = first
        self.ended = False  # Whether the whole file has been read.
        self.start = 0
        self.offset = 0  # How far the buffer has been scanned.
        self.head = ""
        self.dropped = 0  # For a game that is too long: its beginning, and how many characters have left the buffer.
        self.line = self.column = 1
        self.begun_at = (1, 1)  # The places of `start` and of the beginning of the game.
        self.now = Boundaries()

    def pieces(self) -> Iterator[Piece]:
        found = False
        while True:
            safe = self.safe()
            while self.offset < safe:
                if (
                    self.now.is_under_way
                    and not self.now.done
                    and (plain := _PLAIN.match(self.buffer, self.offset, safe))
                ):
                    self.offset = plain.end()
                    continue
                token = TOKEN.match(self.buffer, self.offset)
                if token is None:
                    break
                if token.lastgroup == "space":
                    self.offset = token.end()
                    continue
                if not self.ended and self.unfinished(token):
                    break
                kind = kind_of(token)
                if self.now.begins(kind, token):
                    found = True
                    yield self.piece(token.start())
                self.now.take(kind, token)
                self.offset = token.end()
            if self.ended and self.offset >= len(self.buffer):
                break
            self.more()
        if self.now.is_game or not found:
            yield self.piece(len(self.buffer))

    def safe(self) -> int:
        """How far the buffer can be scanned: not into its last two lines with anything in them. Only comments and
        tags span lines, and whether a line ends a game may depend on the next one."""
        if self.ended:
            return len(self.buffer)
        last = len(self.buffer)
        for _ in range(2):
            last = self.buffer.rfind("\n", self.offset, self._content(last)) + 1
        if last <= self.offset and len(self.buffer) - self.offset > MAX_RECORD_CHARS:
            return self.buffer.rfind(" ", self.offset) + 1 or len(self.buffer)
        return last

    def _content(self, end: int) -> int:
        """Where the text before `end` ends if spaces and empty lines do not count."""
        while end > self.offset and self.buffer[end - 1].isspace():
            end -= 1
        return end

    def unfinished(self, token: re.Match[str]) -> bool:
        """Whether a token could be another one with more of the file."""
        rest = len(self.buffer) - token.start()
        if token.lastgroup == "unclosed":
            return rest <= MAX_RECORD_CHARS and token.end() + MAX_TAG_SEARCH_CHARS > len(self.buffer)
        letter = token[0][0]
        if letter == "[":
            return rest <= MAX_TAG_SEARCH_CHARS and token.lastgroup != "tag"
        if letter == "(" or (letter == "{" and "{" in token[0][1:]):
            return rest <= _LONGEST_LOOK
        return False

    def piece(self, end: int) -> Piece:
        """End the game at `end` and begin the next one."""
        text = self.buffer[self.start : end]
        made = Piece(self.head or text, self.dropped + len(text), *self.begun_at, "pdn")
        self.pass_by(end)
        self.begun_at = (self.line, self.column)
        self.head, self.dropped = "", 0
        self.now = Boundaries()
        return made

    def pass_by(self, end: int) -> None:
        """Move `start` to `end`, counting the lines."""
        self.line, self.column = _after(self.buffer, self.start, end, self.line, self.column)
        self.start = end

    def more(self) -> None:
        """Read the next block, and drop finished games and the excess of one that is too long."""
        if self.offset - self.start > MAX_RECORD_CHARS:
            self.head = self.head or self.buffer[self.start : self.start + MAX_RECORD_CHARS + 1]
            self.dropped += self.offset - self.start
            self.pass_by(self.offset)
        block = _block(self.file)
        self.buffer = self.buffer[self.start :] + block
        self.offset -= self.start
        self.start = 0
        self.ended = not block


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
    found = list(pieces(source)) if isinstance(source, str) else pieces(source)
    total = len(found) if isinstance(found, list) else 1
    for number, piece in enumerate(found, 1):
        try:
            match = piece.read(game)
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

"""Reads texts with several games lazily: memory holds one game at a time.

A PDN game ends with its result, or where tags follow its moves; comments after the result belong to it. An unclosed
comment ends with its game: at an empty line before a line that is a tag. SGF has one game per tree. JSON has one game
per object; the objects follow each other or are in a list. A position is the only one of its text.
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
from saltus.records.json_split import LIST, objects
from saltus.records.pdn_tokens import BRACE, NUMBER, RESULT, TAG

BLOCK_CHARS = 1 << 18
"""The number of characters read at a time."""
MAX_TAG_SEARCH_CHARS = 4_096
"""A [ without a ] within this many characters does not begin a tag."""

_TOKEN = re.compile(
    rf"""(?P<comment>{BRACE}\}}|;[^\n]*+|^%[^\n]*+)
    |(?P<brace>{BRACE})
    |(?P<tag>{TAG})
    |(?P<open>\()
    |(?P<close>\))
    |(?P<result>{RESULT})
    |(?P<number>{NUMBER})
    |(?P<bracket>\[)
    |(?P<word>[^\s(){{}};$\[]++|[$}}])""",
    re.VERBOSE | re.MULTILINE,
)
_PLAIN = re.compile(r"(?:\n(?!.*\b(?:[01]-[01]|1/2-1/2|2-0|0-2)\b)[^{;()\[%*\n]*(?=\n))+")
"""Whole lines with nothing but moves, which can be skipped without matching each token."""
_UNDECODED = re.compile("[\udc80-\udcff]")
"""A surrogate that stands for a byte that is not UTF-8 (PEP 383)."""
_MOVE = re.compile(r"[A-Za-z]?[0-9]+[-xX:×A-Za-z]")


class Source(Protocol):
    """A source of text, such as an open text file."""

    def read(self, size: int, /) -> str: ...


class Piece(NamedTuple):
    """One game of a text, not parsed yet."""

    text: str
    """Its text; only the beginning if the game is too long to be read."""
    letters: int
    """Its full length."""
    line: int
    column: int
    """Its place in the text, both from 1."""
    form: str
    """One of `saltus.records.record.FORMATS`."""

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


def undecoded(piece: Piece) -> RecordError | None:
    """The error for a byte that was not UTF-8, in a text read with `errors="surrogateescape"`; None if all were."""
    found = _UNDECODED.search(piece.text)
    if found is None:
        return None
    template = "the byte {byte} is not UTF-8: convert the file first"
    message = Phrase("record.undecoded", template, byte=f"0x{ord(found[0]) - 0xDC00:02x}")
    return piece.placed(RecordError.at(piece.text, found.start(), message))


def pieces(source: str | Source) -> Iterator[Piece]:
    """The games of a text, or of an open file, lazily. Raises `RecordError` if it is empty."""
    file = StringIO(source) if isinstance(source, str) else source
    first = file.read(BLOCK_CHARS)
    while len(first) < BLOCK_CHARS and (more := file.read(BLOCK_CHARS - len(first))):
        first += more
    while first.isspace() and (more := file.read(BLOCK_CHARS)):
        first += more
        if len(first) > MAX_RECORD_CHARS:
            break
    form = "json" if LIST.match(first) else record.detect(first)
    if form == "json":
        for found in objects(file, first, BLOCK_CHARS):
            yield Piece(*found, form)
        return
    if form == "pdn":
        yield from _Splitter(file, first).pieces()
        return
    if form == "sgf":
        yield from _trees(file, first)
        return
    letters = len(first)
    kept = [first]
    while more := file.read(BLOCK_CHARS):
        letters += len(more)
        if letters <= MAX_RECORD_CHARS + BLOCK_CHARS:
            kept.append(more)
    yield Piece("".join(kept), letters, 1, 1, form)


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
            lines = there.count("\n")
            line, column = line + lines, len(there) - there.rfind("\n") if lines else column + len(there)
        text = text[found[-1].start :]
        if not ended and len(text) > MAX_RECORD_CHARS:
            letters = len(text)
            while block := file.read(BLOCK_CHARS):
                letters += len(block)
            yield Piece(text, letters, line, column, "sgf")
            return


class _Splitter:
    """Splits a PDN file into games. The current game begins at `start` in `buffer`."""

    def __init__(self, file: Source, first: str) -> None:
        self.file = file
        self.buffer = first
        self.ended = False
        """Whether the whole file has been read."""
        self.start = 0
        self.offset = 0
        """How far the buffer has been scanned."""
        self.head = ""
        self.dropped = 0
        """For a game that is too long: its beginning, and how many of its characters have left the buffer."""
        self.line = self.column = 1
        self.begun_at = (1, 1)
        """The places of `start` and of the beginning of the game."""
        self.tags = self.begun = self.done = False
        """Whether the game has tags, has moves, and is complete."""
        self.depth = 0

    def pieces(self) -> Iterator[Piece]:
        """All games."""
        found = False
        while True:
            safe = self.safe()
            while self.offset < safe:
                if self.begun and not self.done and (plain := _PLAIN.match(self.buffer, self.offset)):
                    self.offset = plain.end()
                    continue
                token = _TOKEN.search(self.buffer, self.offset)
                if token is None or token.start() >= safe:
                    self.offset = safe
                    break
                kind = token.lastgroup
                if not self.ended and self.unfinished(token):
                    self.offset = token.start()
                    break
                if (self.done and kind != "comment") or (self.begun and kind == "tag"):
                    found = True
                    yield self.piece(token.start())
                self.take(token)
            if self.ended and self.offset >= len(self.buffer):
                break
            self.more()
        if self.tags or self.begun or not found:
            yield self.piece(len(self.buffer))

    def safe(self) -> int:
        """How far the buffer can be scanned: to its last line end, as only comments in braces and tags span lines."""
        if self.ended:
            return len(self.buffer)
        safe = self.buffer.rfind("\n", self.offset) + 1
        if not safe and len(self.buffer) - self.offset > MAX_RECORD_CHARS:
            safe = self.buffer.rfind(" ", self.offset) + 1 or len(self.buffer)
        return safe

    def unfinished(self, token: re.Match[str]) -> bool:
        """Whether a token could be longer with more of the file."""
        rest = len(self.buffer) - token.start()
        if token.lastgroup == "brace":
            return rest <= MAX_RECORD_CHARS and token.end() + MAX_TAG_SEARCH_CHARS > len(self.buffer)
        return (
            token.lastgroup == "bracket" and rest <= MAX_TAG_SEARCH_CHARS and self.buffer.find("]", token.start()) < 0
        )

    def take(self, token: re.Match[str]) -> None:
        """Process a token of the game."""
        kind, self.offset = token.lastgroup, token.end()
        if kind == "tag":
            self.tags = True
        elif kind in ("number", "open", "result") or (kind == "word" and _MOVE.match(token[0])):
            self.begun = True
            self.depth += kind == "open"
            self.done = kind == "result" and not self.depth
        elif kind == "close":
            self.depth = max(0, self.depth - 1)

    def piece(self, end: int) -> Piece:
        """End the game at `end` and begin the next one."""
        text = self.buffer[self.start : end]
        letters = self.dropped + len(text)
        made = Piece(self.head or text, letters, *self.begun_at, "pdn")
        self.pass_by(end)
        self.begun_at = (self.line, self.column)
        self.head, self.dropped, self.depth = "", 0, 0
        self.tags = self.begun = self.done = False
        return made

    def pass_by(self, end: int) -> None:
        """Move `start` to `end`, counting the lines."""
        lines = self.buffer.count("\n", self.start, end)
        self.line += lines
        self.column = end - self.buffer.rfind("\n", self.start, end) if lines else self.column + end - self.start
        self.start = end

    def more(self) -> None:
        """Read the next block, and drop finished games and the excess of one that is too long."""
        if self.offset - self.start > MAX_RECORD_CHARS:
            self.head = self.head or self.buffer[self.start : self.start + MAX_RECORD_CHARS + 1]
            self.dropped += self.offset - self.start
            self.pass_by(self.offset)
        block = self.file.read(BLOCK_CHARS)
        self.buffer = self.buffer[self.start :] + block
        self.offset -= self.start
        self.start = 0
        self.ended = not block


def read_all(text: str, game: Game | None = None) -> list[Match]:
    """Read all matches in a text; `game` is used for those that do not name their game.

    Raises `RecordError` like `record.read`; if the text has several games, it says which one is wrong.
    """
    matches = []
    for found in read_each(text, game):
        if isinstance(found, RecordError):
            raise found
        matches.append(found)
    return matches


def read_each(source: "str | Source", game: Game | None = None) -> Iterator[Match | RecordError]:
    """Read the matches in a text or an open text file one by one; yields the error for one that cannot be read.

    Memory holds only one game of a file at a time. Errors and warnings have places in the whole text; for a string,
    errors also name the number of the game. Raises `RecordError` if there is nothing.
    """
    from saltus.records.collection import pieces

    found = list(pieces(source)) if isinstance(source, str) else pieces(source)
    total = len(found) if isinstance(found, list) else 1
    for number, piece in enumerate(found, 1):
        try:
            match = piece.read(game)
        except RecordError as error:
            if total == 1:
                yield error
                continue
            template = "game {number} of {total}: {message}"
            message = Phrase("record.of-several", template, number=number, total=total, message=error.message)
            placed = RecordError(message, error.line, error.column)
            placed.__cause__ = error
            yield placed
        else:
            yield match

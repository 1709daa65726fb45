"""What is wrong with a text, and where: sentences that can be said in other languages."""

from typing import NamedTuple

from saltus.core.game import Outcome
from saltus.core.phrase import Phrase, Value


class RecordError(ValueError):
    """A text that cannot be read: `line` and `column` (both from 1) of the first thing wrong, and what it is.

    `message` says what was expected there and what was found instead.
    """

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(_placed(message, line, column))
        self.message = message
        self.line = line
        self.column = column

    @classmethod
    def at(cls, text: str, offset: int, message: str) -> "RecordError":
        """The error at a character of `text`, counted from 0."""
        return cls(message, *place(text, offset))


class RecordWarning(NamedTuple):
    """What a reader did not take as it stands in a text that it read nevertheless, and where that is."""

    message: str
    line: int
    column: int

    @property
    def text(self) -> Phrase:
        """The place and the message in one sentence, as those of a `RecordError`."""
        return _placed(self.message, self.line, self.column)


MOST_WARNINGS = 100
"""The most warnings that a record is read with; nobody looks at more, and each looks for its place in the text."""


def _placed(message: str, line: int, column: int) -> Phrase:
    template = "line {line}, column {column}: {message}"
    return Phrase("record.at", template, line=line, column=column, message=message)


def place(text: str, offset: int) -> tuple[int, int]:
    """The line and the column of a character of `text`, which is counted from 0; they are counted from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def expected(what: Value, found: Value) -> Phrase:
    """That something else stands where `what` should."""
    return Phrase("record.expected", "expected {what}, not {found}", what=what, found=found)


def one_of(these: str) -> Phrase:
    """One of things that are written in a row."""
    return Phrase("record.one-of", "one of {these}", these=these)


def glyphs_to(low: str, high: str) -> Phrase:
    """An annotation glyph, by its number."""
    return Phrase("record.glyph", "a glyph from {low} to {high}", low=low, high=high)


def ends(result: str, outcome: Outcome) -> Phrase:
    """That a record should give this result, which follows from its moves."""
    return Phrase("record.result", "expected {result}, as the moves end so: {text}", result=result, text=outcome.text)


def unclaimed(outcome: Outcome) -> Phrase:
    """That a draw was due, and the record goes on."""
    return Phrase("record.unclaimed", "a draw could have been claimed here: {text}", text=outcome.text)


def sentence(error: ValueError) -> str:
    """What an error says, still knowing of what it is made where it does."""
    told = error.args[0] if error.args else ""
    return told if isinstance(told, str) else str(error)


def shown(text: str, length: int = 24) -> str:
    """A piece of a text, quoted and cut short, for an error."""
    return repr(text if len(text) <= length else text[: length - 1] + "…")


THE_END = Phrase("record.end", "the end")
"""Where a text has no more to say."""

ONE_GAME = Phrase("record.one-game", "the end, as a text holds one game")
UNCLOSED = Phrase("record.unclosed", "this variation is not closed: expected a ) before the end")

LONGEST = 1_000_000
"""The most letters of a record: some thirty times what a long game with variations needs."""


def bounded(text: str) -> str:
    """`text`, where it is not longer than a record may be. Raises `RecordError`."""
    if len(text) > LONGEST:
        raise too_long(text, len(text))
    return text


def too_long(text: str, letters: int) -> RecordError:
    """That a text, of which this is the beginning, has more letters than a record may have."""
    template = "a record has at most {most} letters; this has {there}"
    return RecordError.at(text, LONGEST, Phrase("record.long", template, most=LONGEST, there=letters))

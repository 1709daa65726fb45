"""Errors and warnings about a text: what is wrong and where, as translatable phrases."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from saltus.core.game import Outcome
from saltus.core.phrase import Phrase, Several, Value


class RecordError(ValueError):
    """A text that cannot be read. `line` and `column` (from 1) are the place of the first error. `message` says what
    was expected there and what was found instead."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(_placed(message, line, column))
        self.message, self.line, self.column = message, line, column

    @classmethod
    def at(cls, text: str, offset: int, message: str) -> "RecordError":
        """The error at `offset`, a character of `text` counted from 0."""
        return cls(message, *place(text, offset))


class RecordWarning(NamedTuple):
    """A fault in a text that was read in spite of it, and its place."""

    message: str
    line: int
    column: int

    @property
    def text(self) -> Phrase:
        """The place and the message in one sentence, as in a `RecordError`."""
        return _placed(self.message, self.line, self.column)


MAX_WARNINGS = 100
"""Later warnings of a record are dropped: nobody reads more, and finding the line of each takes time."""


def with_places(text: str, found: Sequence[tuple[int, str]]) -> list[RecordWarning]:
    """The first `MAX_WARNINGS` of warnings at offsets of a text, each with its line and column."""
    return [RecordWarning(message, *place(text, offset)) for offset, message in found[:MAX_WARNINGS]]


class ErrorsAt:
    """A context in which a ValueError becomes a `RecordError` at an offset of a text. It is entered for every tag of
    a record, so it is a class: a generator costs more."""

    def __init__(self, text: str, offset: int) -> None:
        self.text, self.offset = text, offset

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ValueError):
            raise RecordError.at(self.text, self.offset, sentence(error)) from error


def _placed(message: str, line: int, column: int) -> Phrase:
    return Phrase("record.at", line=line, column=column, message=message)


def place(text: str, offset: int) -> tuple[int, int]:
    """The line and the column, both from 1, of the character at `offset`, counted from 0."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def expected(what: Value, found: Value) -> Phrase:
    """The message that `what` was expected, not `found`."""
    return Phrase("record.expected", what=what, found=found)


def one_of(these: Iterable[str]) -> Phrase:
    return Phrase("record.one-of", these=Several(these))


def glyphs_to(low: str, high: str) -> Phrase:
    """An annotation glyph in a range of numbers."""
    return Phrase("record.glyph", low=low, high=high)


def unclaimed_draw(outcome: Outcome) -> Phrase:
    """The warning that a draw was due and the record goes on."""
    return Phrase("record.unclaimed", text=outcome.text)


def sentence(error: ValueError) -> str:
    """The message of an error; a `Phrase` stays a `Phrase`, so that it can be translated."""
    message = error.args[0] if error.args else ""
    return message if isinstance(message, str) else str(error)


def shown(text: str, length: int = 24) -> str:
    """A piece of text for an error message, quoted and cut to `length`."""
    return repr(text if len(text) <= length else text[: length - 1] + "…")


THE_END = Phrase("record.end")  # The end of a text, as the expected item in an error.
ONE_GAME = Phrase("record.one-game")
UNCLOSED = Phrase("record.unclosed")
MAX_RECORD_CHARS = 1_000_000  # The longest record: about thirty times what a long game with variations needs.


def bounded(text: str) -> str:
    """Return `text`. Raises `RecordError` if it is longer than a record may be."""
    if len(text) > MAX_RECORD_CHARS:
        raise too_long(text, len(text))
    return text


def too_long(text: str, letters: int) -> RecordError:
    """The error for a record that is too long; `text` is its beginning, `letters` its length."""
    return RecordError.at(text, MAX_RECORD_CHARS, Phrase("record.long", most=MAX_RECORD_CHARS, there=letters))

"""What is wrong with a text, and where."""


class RecordError(ValueError):
    """A text that cannot be read: `line` and `column` (both from 1) of the first thing wrong, and what it is.

    `message` says what was expected there and what was found instead.
    """

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.message = message
        self.line = line
        self.column = column

    @classmethod
    def at(cls, text: str, offset: int, message: str) -> "RecordError":
        """The error at a character of `text`, counted from 0."""
        before = text[:offset]
        return cls(message, before.count("\n") + 1, offset - before.rfind("\n"))


def shown(text: str, length: int = 24) -> str:
    """A piece of a text, quoted and cut short, for an error."""
    return repr(text if len(text) <= length else text[: length - 1] + "…")


LONGEST = 1_000_000
"""The most letters of a record: some thirty times what a long game with variations needs."""


def bounded(text: str) -> str:
    """`text`, where it is not longer than a record may be. Raises `RecordError`."""
    if len(text) > LONGEST:
        raise RecordError.at(text, LONGEST, f"a record has at most {LONGEST} letters; this has {len(text)}")
    return text

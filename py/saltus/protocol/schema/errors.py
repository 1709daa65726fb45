"""The errors: in place of `"ok": true` and fields, a reply has `"ok": false` and an `error`, one of these."""

from collections.abc import Sequence
from typing import Literal, TypeAlias, TypedDict

from saltus.protocol.schema.shapes import Sentence

PlainCode: TypeAlias = Literal[
    "bad-json", "bad-request", "unknown-op", "unknown-game", "no-match", "not-now", "too-large", "too-long",
    "not-loaded", "internal"
]  # fmt: skip
"""The codes of errors that have nothing but a message."""
ErrorCode: TypeAlias = PlainCode | Literal["bad-position", "bad-move", "bad-record", "bad-query"]
"""The code of an error, for programs."""


class PlainError(TypedDict):
    """A request that failed."""

    code: PlainCode
    message: str  # What is wrong and what would be right, for people.


class SaidError(TypedDict):
    """An error whose message can be translated."""

    message: str
    said: Sentence | None


class PositionError(SaidError):
    """A position that is impossible."""

    code: Literal["bad-position"]


class MoveError(SaidError):
    """A move that is illegal."""

    code: Literal["bad-move"]
    rule: str  # The key of the rule that forbids it.
    squares: Sequence[str]  # The squares that the reason is about.


class RecordError(SaidError):
    """A text that cannot be read."""

    code: Literal["bad-record"]
    line: int  # Where the first error is, from 1.
    column: int


class QueryError(SaidError):
    """A query that cannot be read."""

    code: Literal["bad-query"]
    start: int  # The part of the query that is wrong, in characters from 0.
    end: int


ProtocolError: TypeAlias = PlainError | PositionError | MoveError | RecordError | QueryError
"""The `error` of a reply that is not `ok`."""

MEANINGS: dict[ErrorCode, str] = {
    "bad-json": "the line is not JSON, a key occurs twice in one object, or the bytes are not UTF-8",
    "bad-request": "a field is missing, of the wrong type or out of range",
    "unknown-op": "there is no such request",
    "too-large": "the request has more than 500,000 characters",
    "not-loaded": "only in the browser: a part of the program could not be loaded",
    "internal": "a bug in this program, never the fault of the request",
    "unknown-game": "there is no such game",
    "bad-position": "the position is impossible",
    "bad-move": "the move is illegal",
    "bad-record": "the text cannot be read",
    "bad-query": "the query cannot be read",
    "no-match": "there is no match yet: send `new` or `load` first",
    "not-now": "the request does not fit the state: the game is over, nothing to undo, no offer to accept …",
    "too-long": "the count took more time than it may, or was stopped",
}
"""What each code means."""
ANYWHERE: tuple[ErrorCode, ...] = ("bad-json", "bad-request", "unknown-op", "too-large", "not-loaded", "internal")
"""The codes that any request may be answered with."""

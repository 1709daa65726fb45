"""The table of requests: `op` enters the function that answers the requests of its name.

Such a function says all there is to say about its request, and `saltus.protocol.schema.ops` reads it there: its
docstring what the request does, `op` the type of its fields and the errors beside those that any request may fail
with, its return type the reply. A request that takes time is answered with a `Job`.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from saltus.protocol.request import Fault, Request

if TYPE_CHECKING:
    from typing import Any, TypeAlias, TypeVar

    from saltus.protocol.connection import Connection
    from saltus.protocol.schema.errors import ErrorCode

    Answer: TypeAlias = Callable[[Connection, Request], Any]  # Returns the fields of the reply, or a `Job`.
    Answering = TypeVar("Answering", bound=Answer)


PLACED: "tuple[ErrorCode, ...]" = ("unknown-game", "bad-position")  # The errors of a request with a position.

LATE = {
    "library": "index query fitting explore line schedule",
    "openings": "openings ballots opening",
    "pages": "page",
    "puzzles": "puzzles puzzle judge sheet",
    "review": "review cost explain",
}
"""The modules that the first board does not wait for, and what they answer: they are imported on first use."""


class Op(NamedTuple):
    """One kind of request."""

    answer: "Answer"
    request: str  # The TypedDict of its fields.
    errors: "tuple[ErrorCode, ...]"


OPS: dict[str, Op] = {}  # Those of the modules that have been imported.


def op(request: str, *errors: "ErrorCode") -> "Callable[[Answering], Answering]":
    """Enter the function that follows."""

    def enter(answer: "Answering") -> "Answering":
        OPS[answer.__name__] = Op(answer, request, errors)
        return answer

    return enter


def find(name: str) -> "Answer":
    """The function that answers a kind of request. Raises `Fault` if there is none."""
    for module, names in LATE.items():
        if name in names.split():
            import_module(f"saltus.protocol.{module}")
    if name not in OPS:
        known = dict.fromkeys([*OPS, *" ".join(LATE.values()).split()])
        raise Fault("unknown-op", f"there is no op {name[:40]!r}; there are {', '.join(known)}")
    return OPS[name].answer

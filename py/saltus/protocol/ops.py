"""The table of requests: `op` registers the function that answers the requests of its name.

Such a function is the only description of its request, and `bundle.ops` reads it: its docstring says what the request
does, the type of `request` its fields, `op` the errors beside those that any request may fail with, its return type
the reply. A request that takes time is answered with a `Job`.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from saltus.protocol.fields import REQUESTS
from saltus.protocol.request import Fault, Request

if TYPE_CHECKING:
    from typing import Any, TypeAlias, TypeVar

    from saltus.protocol.connection import Connection
    from saltus.protocol.schema.errors import ErrorCode

    Answer: TypeAlias = Callable[[Connection, Any], Any]  # Returns the fields of the reply, or a `Job`.
    Answering = TypeVar("Answering", bound=Answer)
    Needs: TypeAlias = Callable[[Connection, Request], str]


PLACED: "tuple[ErrorCode, ...]" = ("unknown-game", "bad-position")  # The errors of a request with a position.

REST = "rest"
"""The need of a request for everything that comes after the first board: the late modules and all weights."""
LATE = {
    **dict.fromkeys(("index", "query", "fitting", "explore", "line", "schedule"), "library"),
    **dict.fromkeys(("openings", "ballots", "opening"), "openings"),
    "page": "pages",
    **dict.fromkeys(("puzzles", "puzzle", "judge", "sheet"), "puzzles"),
    **dict.fromkeys(("review", "cost", "explain"), "review"),
}
"""The requests that the first board does not wait for, and the modules that answer them: imported on first use."""


class Op:
    """One kind of request: what answers it, the errors that it may fail with, what it needs, and the function whose
    docstring and type of `request` describe it."""

    def __init__(
        self, answer: "Answer", errors: "tuple[ErrorCode, ...]", needs: "Needs", function: "Callable[..., Any]"
    ) -> None:
        self.answer, self.errors, self.needs, self.function = answer, errors, needs, function


OPS: dict[str, Op] = {}  # Those of the modules that have been imported.


def nothing(connection: "Connection", request: Request) -> str:
    """The `needs` of an op that the modules of the first board can always answer."""
    return ""


def rest(connection: "Connection", request: Request) -> str:
    """The `needs` of an op that always uses modules which the first board does not have, such as readers of texts."""
    return REST


def op(*errors: "ErrorCode", needs: "Needs" = nothing) -> "Callable[[Answering], Answering]":
    """Decorator: registers the function that answers a kind of request. `needs` returns what one needs that a browser
    may not have yet: `REST`, or the weights of a game by its key."""

    def enter(answer: "Answering") -> "Answering":
        OPS[answer.__name__] = Op(answer, errors, needs, answer)
        return answer

    return enter


def needed(connection: "Connection", name: str, request: Request) -> str:
    """What a request needs that a browser may not have yet; empty if nothing."""
    if name in LATE:
        return REST
    if name not in OPS:
        return ""
    request.kinds = REQUESTS[name]
    return OPS[name].needs(connection, request)


def find(name: str) -> Op:
    """The entry of an op, whose module is imported if necessary. Raises `Fault` for an unknown op."""
    if name in LATE and not (name in OPS and name in REQUESTS):
        for module in ("late_fields", LATE[name]):
            import_module(f"saltus.protocol.{module}")
    if name not in OPS:
        known = dict.fromkeys([*OPS, *LATE])
        raise Fault("unknown-op", f"there is no op {name[:40]!r}; there are {', '.join(known)}")
    return OPS[name]

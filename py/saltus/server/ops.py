"""The requests of players: each becomes the event that it asks for.

The functions do not change the table: an event counts once it is stored, and `Table.apply` rejects what is
impossible. A request with a key that was carried out is not carried out again. The description of the API is made
from `OPS`, too (`saltus.server.openapi`).
"""

import json
import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar, cast, get_args

from saltus.core.game import SIDES, Side
from saltus.core.kind import Fields, Kind
from saltus.match.tree import choose, other
from saltus.notation.move import IllegalMove
from saltus.protocol import match_ops
from saltus.protocol.connection import Connection
from saltus.protocol.fields import NewRequest, PathRequest
from saltus.protocol.params import forbidden
from saltus.protocol.request import TEXT, Fault, Request
from saltus.server.schema import ServerCode, Wish
from saltus.server.store import StoreError
from saltus.server.table import TOKEN_BYTES, Event, Table, beginning, drawn, hashed, masked

MAX_NAME_CHARS = 40
MAX_KEY_CHARS = 64
JOINERS = dict.fromkeys(map(ord, "\u200c\u200d"))
"""Joiners, which some scripts and emoji need within a name, though they are not printable."""
MAX_DAYS = 10
"""The longest time for a move that a record can hold is eleven days."""
MAX_TURN = 100_000
_KEY = re.compile(r"[\w.:-]+", re.ASCII)
WISHES: tuple[Wish, ...] = get_args(Wish)
PATH = PathRequest["path"]
BEGINNING: Fields = {
    **NewRequest,
    "days": ("whole", 1, MAX_DAYS),
    "seat": ("one", (*SIDES, "any")),
    "name": TEXT,
}
"""The fields of a request for a new game."""


class Denied(ValueError):  # noqa: N818  (as `Fault`)
    """A request that fails with one of the server's own error codes."""

    def __init__(self, code: ServerCode, message: str) -> None:
        super().__init__(message)
        self.code = code


def error_of(error: Exception) -> dict[str, object]:
    """An error as the bridge sends it."""
    if isinstance(error, StoreError):
        error = Denied("store-failed", "the games cannot be read or written now; try again")
    if isinstance(error, Fault | Denied):
        said = {"code": error.code, "message": str(error), **(error.details if isinstance(error, Fault) else {})}
        found: dict[str, object] = json.loads(masked(json.dumps(said)))
        return found
    return {"code": "internal", "message": "a defect of this program; the server's log has it"}


class Op(NamedTuple):
    """A request of a player."""

    ask: Callable[[Table, Side, Request], Event]
    fields: Fields
    """Its fields, beside `op` and `key`."""


OPS: dict[str, Op] = {}
Asking = TypeVar("Asking", bound=Callable[[Table, Side, Request], Event])


def op(**fields: Kind) -> Callable[[Asking], Asking]:
    """Decorator: registers the function that answers a kind of request."""

    def enter(ask: Asking) -> Asking:
        OPS[ask.__name__] = Op(ask, fields)
        return ask

    return enter


def wanted(table: Table, side: Side, request: Request) -> Event | None:
    """The event that a request asks for; None if its key was carried out before. Raises `Fault`."""
    name = request["op"]
    if name not in OPS:
        known = ", ".join(["state", *OPS])
        raise Fault("unknown-op", f"there is no op {name[:40]!r}; there are {known}")
    request.kinds = {"op": TEXT, "key": TEXT, **OPS[name].fields}
    key = request.get("key")
    if key is not None and not (len(key) <= MAX_KEY_CHARS and _KEY.fullmatch(key)):
        raise Fault("bad-request", f"key must be 1 to {MAX_KEY_CHARS} letters, digits or signs of _.:-")
    if key is not None and (side, key) in table.keys:
        return None
    return {**OPS[name].ask(table, side, request), "side": side, **({"key": key} if key else {})}


@op(name=TEXT)
def join(table: Table, side: Side, request: Request) -> Event:
    """Takes the seat, with a name if you like. Again, it changes the name."""
    return {"act": "join", "name": name_in(request)}


@op(turn=("whole", 0, MAX_TURN), path=PATH, text=TEXT)
def move(table: Table, side: Side, request: Request) -> Event:
    """Plays a move. `turn` is that of the state in which you chose it: it is refused in any other."""
    turn, path = request["turn"], request.get("path")
    match = table.match
    if match.outcome:
        raise Fault("not-now", f"the game is over: {match.outcome.text}")
    if turn != table.turn:
        raise Fault("not-now", f"this is turn {table.turn}, and the move is for turn {turn}: ask for the state")
    if side != match.side:
        raise Fault("not-now", "it is the other side's move")
    try:
        chosen = choose(match.game, match.position, request["text"] if path is None else path, match.legal)
    except IllegalMove as refused:
        raise forbidden(refused.refusal, refused.args[0]) from None
    except ValueError as error:
        raise Fault("bad-request", str(error)) from None
    return {"act": "move", "path": list(chosen.path)}


@op()
def resign(table: Table, side: Side, request: Request) -> Event:
    """Resigns."""
    return {"act": "resign"}


@op()
def draw(table: Table, side: Side, request: Request) -> Event:
    """Offers a draw, or accepts it if the other side's offer is open."""
    return {"act": "draw"}


@op()
def takeback(table: Table, side: Side, request: Request) -> Event:
    """Asks to take back your last move, with the answer to it; or grants this to the other side."""
    return {"act": "takeback"}


@op()
def rematch(table: Table, side: Side, request: Request) -> Event:
    """Asks for another game with the colours changed, or agrees to it. Then `next` is its id."""
    return {"act": "rematch"}


@op(what=("one", WISHES))
def accept(table: Table, side: Side, request: Request) -> Event:
    """Grants what the other side asks for: `draw`, `takeback` or `rematch`."""
    what: Wish = request["what"]
    if table.asked(what) != other(side):
        raise Fault("not-now", f"nobody has asked you for a {what}")
    return {"act": what}


@op(what=("one", WISHES))
def decline(table: Table, side: Side, request: Request) -> Event:
    """Declines what the other side asks for."""
    return {"act": "decline", "what": request["what"]}


def created(request: Request, at: float) -> tuple[str, dict[Side, str]]:
    """The first line of a new game, and the tokens of its seats. Its fields are those of the bridge's `new`, and
    `seat` (`w`, `b`, or `any`), `name`, and `days` instead of a clock. Raises `Fault`."""
    request.kinds = BEGINNING
    days = request.get("days")
    if days is not None and "clock" in request:
        raise Fault("bad-request", "a game has a clock or days for each move, not both")
    seat = request.get("seat", "any")
    name = name_in(request)
    connection = Connection()
    match_ops.new(connection, cast(Any, request))
    match = connection.match
    if match.outcome:
        raise Fault("bad-request", f"this game is over before it begins: {match.outcome.text}")
    match.tags["Date"] = datetime.fromtimestamp(at, UTC).strftime("%Y.%m.%d")
    tokens = {side: drawn(TOKEN_BYTES) for side in SIDES}
    mine = secrets.choice(SIDES) if seat == "any" else seat
    line = beginning(match, at, days, {side: hashed(token) for side, token in tokens.items()}, {mine: name})
    return line, tokens


def name_in(request: Request) -> str:
    """A player's name, empty if there is none."""
    name: str = request.get("name", "").strip()
    if len(name) > MAX_NAME_CHARS or not name.translate(JOINERS).isprintable():
        raise Fault("bad-request", f"name must be one line of at most {MAX_NAME_CHARS} letters")
    return name

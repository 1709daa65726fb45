"""The types of all that the server sends. `py/docs/server.md` describes its API.

Times are seconds left, never times of day: a client's clock may be wrong.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypeAlias, TypedDict

from saltus.protocol.schema.shapes import Outcome, Path, Side

Wish: TypeAlias = Literal["draw", "takeback", "rematch"]
"""What a player can ask for, and the other grant."""
ServerCode: TypeAlias = Literal["no-game", "no-seat", "too-many", "store-failed", "wrong-origin"]
"""The error codes beside those of the bridge."""

MEANINGS: Mapping[ServerCode, str] = {
    "no-game": "there is no such game, or no longer",
    "no-seat": "the request needs a seat at this game, or its token is wrong",
    "too-many": "too many requests from one address, or too many games",
    "store-failed": "the games cannot be read or written now; the same request may be sent again",
    "wrong-origin": "a page of another site asks, which this server does not allow",
}
STATUS: Mapping[str, int] = {
    "no-game": 404,
    "no-seat": 403,
    "wrong-origin": 403,
    "too-large": 413,
    "too-many": 429,
    "not-now": 409,
    "bad-move": 409,
    "internal": 500,
    "store-failed": 503,
}
"""The HTTP status of an error's code; 400 for all others."""


class Control(TypedDict):
    """The time for a game: of both `initial` and `increment`, or of `days`, one is null."""

    initial: float | None
    """Seconds for each side."""
    increment: float | None
    """Seconds added with each move."""
    days: int | None
    """Days for each move."""


class Clock(TypedDict):
    """The seconds that each side has left now. Of a game with days for each move, those for the next one."""

    w: float
    b: float
    running: Side | None
    """Whose clock runs."""


class Presence(TypedDict):
    """Who is looking at the game now."""

    w: bool
    b: bool
    watchers: int


class Status(TypedDict):
    """What may change in a game, without its moves."""

    version: int
    """Grows by one with each change."""
    turn: int
    """Grows by one with each move and each takeback: a request for a move names it."""
    side: Side
    """The side to move."""
    names: Mapping[Side, str]
    joined: Mapping[Side, bool]
    """Whether somebody has taken the seat."""
    clock: Clock | None
    draw: Side | None
    """The side whose draw offer is open."""
    takeback: Side | None
    """The side that asks to take back its last move."""
    rematch: Side | None
    """The side that asks for another game."""
    next: str | None
    """The id of that game, once both want it. The seats' tokens hold there, too."""
    outcome: Outcome | None
    present: Presence


class LegalMove(TypedDict):
    path: Path
    text: str


class GameState(Status):
    """A game, as it is answered to `enter` and `state`, and to every request by HTTP."""

    game: str
    """The key of its rules."""
    game_id: str
    seat: Side | None
    """Yours; null for a watcher."""
    control: Control | None
    record: str
    """The record, in the JSON format of `saltus`."""
    rows: Sequence[str]
    moves: Sequence[LegalMove]
    """What the side to move may play."""


class Created(GameState):
    """A new game. The tokens are told this once; only their hashes are kept."""

    tokens: Mapping[Side, str]


class GameEvent(Status):
    """What a socket is told of each change. After a `takeback` the record has lost moves: ask for the state."""

    act: str
    path: NotRequired[Path]
    """Of a `move`."""
    text: NotRequired[str]


class About(TypedDict):
    """The server's version and games."""

    saltus: str
    """The version."""
    games: Sequence[str]
    """The keys of the games that can be played."""

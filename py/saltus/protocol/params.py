"""Request parameters: reads the game, the position and the search limits from a request's fields.

Every reader raises `Fault` with one of the error codes that `saltus.protocol.schema.errors` defines.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from saltus.core.game import SIDES, Game, Move, Position, Refusal, Side
from saltus.core.phrase import spelled
from saltus.core.score import DEEPEST
from saltus.engine.levels import FULL
from saltus.engine.think import DEFAULT_SECONDS, MAX_LINES, MAX_SECONDS, MIN_SECONDS, Limits
from saltus.engine.timeman import Clock
from saltus.games import DEFAULT_SEED, keys, load, setup_of
from saltus.match.tree import MAX_CLOCK_SECONDS as LONGEST_CLOCK
from saltus.match.tree import choose
from saltus.notation.error import RecordError
from saltus.notation.move import IllegalMove
from saltus.protocol.request import Fault, Request
from saltus.records.tags import check_name, check_value

if TYPE_CHECKING:
    from saltus.protocol.schema.errors import ErrorCode

MAX_ROWS = 100


@contextmanager
def refusing(code: "ErrorCode" = "bad-request") -> Iterator[None]:
    """Make a `Fault` of what the rules refuse with a ValueError: `bad-move` for an illegal move, else `code`."""
    try:
        yield
    except Fault:
        raise
    except IllegalMove as illegal:
        raise forbidden(illegal.refusal, illegal.args[0]) from None
    except ValueError as error:
        raise Fault(code, str(error)) from None


@contextmanager
def reading() -> Iterator[None]:
    """Make a `Fault` of the error of a text that cannot be read."""
    try:
        yield
    except RecordError as error:
        details = {"line": error.line, "column": error.column, "said": spelled(error.args[0])}
        raise Fault("bad-record", str(error), details) from None


def forbidden(refusal: Refusal, message: str | None = None) -> Fault:
    """The `Fault` for an illegal move."""
    said = spelled(message or refusal.text)
    details = {"rule": refusal.rule, "squares": list(refusal.squares), "said": said}
    return Fault("bad-move", message or refusal.text, details)


def read_game(request: Request) -> Game:
    key = request.text("game")
    if key not in keys():
        raise Fault("unknown-game", f"there is no game {key[:40]!r}; there are {', '.join(keys())}")
    options = request.flags("options")
    with refusing():
        return load(key, options)


def read_side(request: Request) -> Side:
    return request.one_of("side", SIDES)


def read_setup(request: Request, game: Game) -> tuple[str, int | None]:
    """The set-up, by default the first, and its seed, None if not given."""
    setup = game.setups[0].key
    if request.has("setup"):
        setup = request.one_of("setup", [known.key for known in game.setups])
    return setup, request.integer("seed") if request.has("seed") else None


def read_board(request: Request, game: Game) -> Position | None:
    """The position that the rows describe, None without rows."""
    if not request.has("rows"):
        return None
    rows = request.texts("rows", MAX_ROWS)
    side = read_side(request) if request.has("side") else game.first
    try:
        return game.position(rows, side)
    except ValueError as error:
        raise Fault("bad-position", str(error), {"said": spelled(error.args[0])}) from None


def read_tags(request: Request) -> dict[str, str]:
    """Tags of a record; none if not given."""
    if not request.has("tags"):
        return {}
    tags = request.part("tags")
    try:
        return {check_name(name): check_value(tags.text(name)) for name in request.object("tags")} if tags else {}
    except ValueError as error:
        raise Fault("bad-request", f"tags: {error}") from None


def read_position(request: Request) -> tuple[Game, Position]:
    game = read_game(request)
    placed = read_board(request, game)
    if placed is not None:
        return game, placed
    setup, seed = read_setup(request, game)
    if seed is None and setup_of(game, setup).seeded:
        seed = DEFAULT_SEED
    with refusing():
        white, black, kings, side = game.start(setup, seed)
    if request.has("side"):
        side = SIDES.index(read_side(request))
    return game, (white, black, kings, side)


def read_limits(request: Request) -> Limits:
    """The limits of a search: time, depth, nodes or clock, the level, and the number of lines."""
    if not any(map(request.has, ("time", "depth", "nodes", "clock"))):
        raise Fault("bad-request", "time (in seconds), clock, depth (in plies) or nodes is missing")
    clock = request.part("clock")
    if clock is not None:
        left = clock.seconds("left", MIN_SECONDS, LONGEST_CLOCK)
        running = Clock(left, clock.seconds("increment", 0, LONGEST_CLOCK, default=0))
    return Limits(
        time=request.seconds("time", MIN_SECONDS, MAX_SECONDS) if request.has("time") else None,
        depth=request.integer("depth", 1, DEEPEST, default=DEEPEST),
        nodes=request.integer("nodes", 1) if request.has("nodes") else None,
        level=request.integer("level", 1, FULL, default=FULL),
        lines=request.integer("lines", 1, MAX_LINES, default=1),
        clock=None if clock is None else running,
        patience=DEFAULT_SECONDS,
    )


def read_move(game: Game, position: Position, path: Sequence[str]) -> Move:
    with refusing():
        return choose(game, position, path, game.moves(position))

"""Request parameters: reads the game, the position and the search limits from a request's fields.

Every reader raises `Fault` with one of the error codes that `saltus.protocol.schema.errors` defines.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from saltus.core.game import SIDES, Game, Move, Position, Refusal
from saltus.core.phrase import spelled
from saltus.core.score import DEEPEST
from saltus.engine.levels import FULL
from saltus.engine.think import DEFAULT_SECONDS, Limits
from saltus.engine.timeman import Clock
from saltus.games import keys, load, start_of
from saltus.match.tree import choose
from saltus.notation.error import RecordError
from saltus.notation.move import IllegalMove
from saltus.protocol.request import BASE64, Fault, checked, wrong
from saltus.records.tags import check_name, check_value

if TYPE_CHECKING:
    from saltus.protocol.schema import requests
    from saltus.protocol.schema.errors import ErrorCode


@contextmanager
def refusing(code: "ErrorCode" = "bad-request") -> Iterator[None]:
    """Turn the ValueErrors of the rules into `Fault`s: `bad-move` for an illegal move, else `code`."""
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
    """Turn the error of an unreadable text into a `Fault`."""
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


def read_game(request: "requests.GameRequest | requests.TextRequest") -> Game:
    key = request["game"]
    if key not in keys():
        raise Fault("unknown-game", f"there is no game {key[:40]!r}; there are {', '.join(keys())}")
    options = request.get("options", {})
    with refusing():
        return load(key, options)


def read_setup(request: "requests.PositionRequest", game: Game) -> tuple[str, int | None]:
    """The set-up, by default the first, and its seed, None if not given."""
    known = [each.key for each in game.setups]
    setup: str = checked("setup", request.get("setup", known[0]), ("one", known))
    return setup, request.get("seed")


def read_board(request: "requests.PositionRequest", game: Game) -> Position | None:
    """The position that the rows describe, None without rows."""
    if "rows" not in request:
        return None
    rows, side = request["rows"], request.get("side", game.first)
    try:
        return game.position(rows, side)
    except ValueError as error:
        raise Fault("bad-position", str(error), {"said": spelled(error.args[0])}) from None


def read_tags(tags: Mapping[str, str]) -> dict[str, str]:
    """Tags of a record."""
    try:
        return {check_name(name): check_value(value) for name, value in tags.items()}
    except ValueError as error:
        raise Fault("bad-request", f"tags: {error}") from None


def requested_position(request: "requests.PositionRequest") -> tuple[Game, Position]:
    game = read_game(request)
    placed = read_board(request, game)
    if placed is not None:
        return game, placed
    with refusing():
        white, black, kings, side = start_of(game, *read_setup(request, game))
    if "side" in request:
        side = SIDES.index(request["side"])
    return game, (white, black, kings, side)


def read_limits(request: "requests.SearchRequest") -> Limits:
    """The limits of a search: time, depth, nodes or clock, the level, and the number of lines."""
    if not any(name in request for name in ("time", "depth", "nodes", "clock")):
        raise Fault("bad-request", "time (in seconds), clock, depth (in plies) or nodes is missing")
    clock = request.get("clock")
    return Limits(
        time=request.get("time"),
        depth=request.get("depth", DEEPEST),
        nodes=request.get("nodes"),
        level=request.get("level", FULL),
        lines=request.get("lines", 1),
        clock=Clock(clock["left"], clock.get("increment") or 0) if clock else None,
        patience=DEFAULT_SECONDS,
    )


def decoded(name: str, text: str) -> bytes:
    """The bytes of a field that has them as base64."""
    from binascii import a2b_base64

    try:
        return a2b_base64(text, strict_mode=True)
    except ValueError:
        raise wrong(name, BASE64, text) from None


def requested_move(game: Game, position: Position, path: Sequence[str]) -> Move:
    with refusing():
        return choose(game, position, path, game.moves(position))

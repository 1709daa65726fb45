"""The replies about a game, a position or a text: nothing here needs a match."""

from time import perf_counter
from typing import TYPE_CHECKING

from saltus.engine.think import DEFAULT_SECONDS, MAX_SECONDS, MIN_SECONDS
from saltus.games import keys, load
from saltus.notation.position import read_position as parse_position
from saltus.protocol import reply
from saltus.protocol.connection import Connection
from saltus.protocol.ops import PLACED, op
from saltus.protocol.params import read_game, read_position, reading
from saltus.protocol.request import Fault, Request
from saltus.records.record import FORMATS, detect, parts

if TYPE_CHECKING:
    from saltus.protocol.connection import Job, NoProgress, Steps, Task
    from saltus.protocol.schema import replies

MAX_PERFT_DEPTH = 40


@op("NoFields")
def games(connection: Connection, request: Request) -> "replies.GamesReply":
    """Describes every game."""
    return {"games": [reply.described(load(key)) for key in keys()]}


@op("PositionRequest", *PLACED)
def moves(connection: Connection, request: Request) -> "replies.MovesReply":
    """Lists the legal moves, each with the result after it."""
    return {"moves": reply.moves(*read_position(request))}


@op("PerftRequest", *PLACED, "too-long")
def perft(connection: Connection, request: Request) -> "Job[NoProgress, replies.PerftReply]":
    """Counts the positions after a number of plies."""
    game, position = read_position(request)
    depth = request.integer("depth", 0, MAX_PERFT_DEPTH)
    time = request.seconds("time", MIN_SECONDS, MAX_SECONDS, default=DEFAULT_SECONDS)

    def steps(task: "Task") -> "Steps[NoProgress, replies.PerftReply]":
        until = perf_counter() + time
        leaves = 0
        todo = [(position, depth)]
        while todo:
            here, left = todo.pop()
            if left <= 2:
                leaves += game.perft(here, left)
            else:
                todo += [(game.play(here, move), left - 1) for move in game.moves(here)]
            if task.stopped:
                raise Fault("too-long", "it was stopped before all leaves were counted")
            if perf_counter() > until:
                raise Fault("too-long", f"after {time:g} s only {leaves:,} leaves had been counted")
            yield None
        return {"leaves": leaves}

    return steps


@op("PositionRequest", *PLACED)
def outcome(connection: Connection, request: Request) -> "replies.OutcomeReply":
    """Says whether and how the game is over."""
    game, position = read_position(request)
    return reply.verdict(game.outcome(position))


@op("PositionRequest", *PLACED)
def check(connection: Connection, request: Request) -> "replies.PlacedReply":
    """Checks a position and writes it as text."""
    return reply.placed(*read_position(request))


@op("ParseRequest", "unknown-game", "bad-record")
def parse(connection: Connection, request: Request) -> "replies.PlacedReply":
    """Reads a position from text. The error says where it is wrong."""
    game = read_game(request)
    with reading():
        return reply.placed(game, parse_position(game, request.text("text")))


@op("ContentsRequest", "unknown-game", "bad-record")
def contents(connection: Connection, request: Request) -> "replies.ContentsReply":
    """Lists the games of a PDN or SGF text without replaying their moves."""
    game = read_game(request) if request.has("game") else None
    form = request.one_of("format", FORMATS) if request.has("format") else None
    text, goes_on = request.text("text"), request.flag("goes_on")
    with reading():
        form = form or detect(text)
        found = parts(text, form, game)
    if goes_on:
        found = found[:-1]  # only what follows shows where the last one ends
    return {"format": form, "games": [reply.fields(part) for part in found]}


@op("EncodingRequest")
def encoding(connection: Connection, request: Request) -> "replies.EncodingReply":
    """Tells the encoding of a file from its beginning. SGF may name another (`CA`), which counts more."""
    from saltus.records.encoding import ONE_BYTE, unnamed, upper_half

    data = request.data("data")
    asked = request.one_of("encoding", ONE_BYTE) if request.has("encoding") else None
    encoding = asked or unnamed(data, is_whole=False).encoding
    return {"encoding": encoding, "letters": upper_half(encoding)}

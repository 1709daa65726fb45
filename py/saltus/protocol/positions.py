"""The replies about a game, a position or a text: nothing here needs a match."""

from time import perf_counter
from typing import TYPE_CHECKING

from saltus.engine.think import DEFAULT_SECONDS
from saltus.games import keys, load
from saltus.notation.position import read_position
from saltus.protocol import reply
from saltus.protocol.connection import Connection
from saltus.protocol.ops import PLACED, op, rest
from saltus.protocol.params import decoded, read_game, reading, requested_position
from saltus.protocol.request import Fault, checked
from saltus.records.record import detect, parts

if TYPE_CHECKING:
    from saltus.protocol.connection import Job, NoProgress, Steps, Task
    from saltus.protocol.schema import replies, requests


@op()
def games(connection: Connection, request: "requests.NoFields") -> "replies.GamesReply":
    """Describes every game."""
    return {"games": [reply.described(load(key)) for key in keys()]}


@op(*PLACED)
def moves(connection: Connection, request: "requests.PositionRequest") -> "replies.MovesReply":
    """Lists the legal moves, each with the result after it."""
    return {"moves": reply.moves(*requested_position(request))}


@op(*PLACED, "too-long")
def perft(connection: Connection, request: "requests.PerftRequest") -> "Job[NoProgress, replies.PerftReply]":
    """Counts the positions after a number of plies."""
    game, position = requested_position(request)
    depth, time = request["depth"], request.get("time", DEFAULT_SECONDS)

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


@op(*PLACED)
def outcome(connection: Connection, request: "requests.PositionRequest") -> "replies.OutcomeReply":
    """Says whether and how the game is over."""
    game, position = requested_position(request)
    return reply.verdict(game.outcome(position))


@op(*PLACED)
def check(connection: Connection, request: "requests.PositionRequest") -> "replies.PlacedReply":
    """Checks a position and writes it as text."""
    return reply.placed(*requested_position(request))


@op("unknown-game", "bad-record", needs=rest)
def parse(connection: Connection, request: "requests.ParseRequest") -> "replies.PlacedReply":
    """Reads a position from text. The error says where it is wrong."""
    game = read_game(request)
    with reading():
        return reply.placed(game, read_position(game, request["text"]))


@op("unknown-game", "bad-record", needs=rest)
def contents(connection: Connection, request: "requests.ContentsRequest") -> "replies.ContentsReply":
    """Lists the games of a PDN or SGF text without replaying their moves."""
    game = read_game(request) if "game" in request else None
    form = request.get("format")
    text, goes_on = request["text"], request.get("goes_on", False)
    with reading():
        form = form or detect(text)
        found = parts(text, form, game)
    if goes_on:
        found = found[:-1]  # only what follows shows where the last one ends
    return {"format": form, "games": [reply.fields(part) for part in found]}


@op(needs=rest)
def encoding(connection: Connection, request: "requests.EncodingRequest") -> "replies.EncodingReply":
    """Tells the encoding of a file from its beginning. SGF may name another (`CA`), which counts more."""
    from saltus.records.encoding import ONE_BYTE, detect_by_bytes, upper_half

    data = decoded("data", request["data"])
    asked = checked("encoding", request["encoding"], ("one", ONE_BYTE)) if "encoding" in request else None
    encoding = asked or detect_by_bytes(data, is_whole=False).encoding
    return {"encoding": encoding, "letters": upper_half(encoding)}

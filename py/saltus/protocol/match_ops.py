"""The operations on the current match: questions, changes, and their errors."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from saltus.core.game import SIDE_NAMES
from saltus.match.match import Match
from saltus.match.tree import MAX_CLOCK_SECONDS as LONGEST_CLOCK
from saltus.match.tree import TimeControl
from saltus.protocol import params, reply
from saltus.protocol.connection import Connection
from saltus.protocol.ops import PLACED, op
from saltus.protocol.request import Fault, Request
from saltus.records import record as records

if TYPE_CHECKING:
    from saltus.protocol.schema import replies
    from saltus.protocol.schema.errors import ErrorCode
    from saltus.protocol.schema.state import MatchState

MAX_COMMENT_CHARS = 2_000
MAX_GLYPHS = 8


@op("NewRequest", *PLACED)
def new(connection: Connection, request: Request) -> "MatchState":
    """Begins a match."""
    is_recorded = request.flag("recorded")
    game = params.read_game(request)
    position, (setup, seed) = params.read_board(request, game), params.read_setup(request, game)
    if position is None and request.has("side") and params.read_side(request) != game.first:
        raise Fault("bad-request", f"{SIDE_NAMES[game.first]} moves first; for another side give rows")
    tags = params.read_tags(request)
    clock = request.part("clock")
    control = None
    if clock is not None:
        initial = clock.seconds("initial", 0, LONGEST_CLOCK)
        control = TimeControl(initial, clock.seconds("increment", 0, LONGEST_CLOCK, default=0))
    with params.refusing():
        if position is not None:
            match = Match(game, position=position, clock=control)
        else:
            match = Match(game, setup, seed, clock=control)
        if request.has("ballot"):
            from saltus.study.ballots import ballot, begin

            begin(match, ballot(request.integer("ballot")))
    match.tags.update(tags)
    if control is not None:
        match.tags.setdefault("TimeControl", f"{control.initial:g}+{control.increment:g}")
    connection.set_match(match)
    # What was searched in the game before must not change how this one is played.
    connection.tables.clear()
    return _state(connection, is_recorded)


@op("LoadRequest", "unknown-game", "bad-record")
def load(connection: Connection, request: Request) -> "MatchState":
    """Begins a match from a record."""
    is_recorded = request.flag("recorded")
    game = params.read_game(request) if request.has("game") else None
    form = request.one_of("format", records.FORMATS) if request.has("format") else None
    text = json.dumps(request.object("record")) if request.has("record") else request.text("text")
    with params.reading():
        if request.has("part"):
            text = records.part(text, request.integer("part"))
        match = records.read(text, form, game)
    connection.set_match(match)
    fields = _state(connection, is_recorded)
    if match.warnings:
        fields["warnings"] = [
            {"line": each.line, "column": each.column, **reply.said(each.text)} for each in match.warnings
        ]
    return fields


@op("RecordRequest", "no-match")
def record(connection: Connection, request: Request) -> "replies.RecordReply":
    """Writes the match as text."""
    form = request.one_of("format", records.forms(connection.match.game))
    return {"text": tagged(connection.match, request, lambda match: records.write(match, form))}


@op("StateRequest", "no-match")
def state(connection: Connection, request: Request) -> "MatchState":
    """Tells the state of the match."""
    return _state(connection, request.flag("recorded"))


@op("PathRequest", "no-match", "not-now", "bad-move")
def follow(connection: Connection, request: Request) -> "replies.FollowReply":
    """Says how a move that begins with these squares can go on."""
    match = connection.running()
    path = tuple(request.path())
    refusal = match.why(path)
    if refusal is not None:
        raise params.forbidden(refusal)
    on = [move for move in match.legal if move.path[: len(path)] == path]
    # Either each landing of a turn takes one piece or none does, so the landings count the pieces taken so far.
    return {
        "next": list(dict.fromkeys(move.path[len(path)] for move in on if len(move.path) > len(path))),
        "captured": on[0].captured[: max(0, len(path) - 1)],
        "complete": any(move.path == path for move in on),
    }


@op("PathRequest", "no-match")
def why(connection: Connection, request: Request) -> "replies.WhyReply":
    """Says why a move is illegal."""
    return reply.refused(connection.match.why(request.path()))


def _state(connection: Connection, is_recorded: bool) -> "MatchState":
    """The state of the match, with its record if the request was `recorded`."""
    fields = connection.serializer.state()
    if is_recorded:
        fields["record"] = records.write(connection.match, "json")
    return fields


def tagged(match: Match, request: Request, write: Callable[[Match], str]) -> str:
    """The match written with the tags of the request, where it has none of that name itself."""
    tags = match.tags
    match.tags = {**params.read_tags(request), **tags}
    try:
        return write(match)
    finally:
        match.tags = tags


def change(
    request: str, *errors: "ErrorCode", in_play: bool = False
) -> Callable[[Callable[[Match, Request], object]], object]:
    """Enter a request that changes the current match and is answered with its state. The function that follows
    changes the match; the ValueErrors that it raises are `not-now`, or `bad-move`. If it is `in_play`, the game may
    not be over."""

    def enter(apply: Callable[[Match, Request], object]) -> object:
        def answer(connection: Connection, request: Request) -> "MatchState":
            is_recorded = request.flag("recorded")
            match = connection.running() if in_play else connection.match
            before = (match.node, match.outcome)
            with params.refusing("not-now"):
                apply(match, request)
            if before != (match.node, match.outcome):
                connection.stop_thinking()
            return _state(connection, is_recorded)

        answer.__name__, answer.__doc__ = apply.__name__, apply.__doc__
        return op(request, "no-match", "not-now", *errors)(answer)

    return enter


@change("PlayRequest", "bad-move", in_play=True)
def play(match: Match, request: Request) -> None:
    """Plays a move."""
    move = request.path() if request.has("path") else request.text("text")
    spent = request.seconds("spent", 0, LONGEST_CLOCK, default=0)
    match.play(move, spent, request.flag("variation"))


@change("PliesRequest")
def undo(match: Match, request: Request) -> None:
    """Goes back."""
    match.undo(request.integer("plies", 1, default=1))


@change("PliesRequest")
def redo(match: Match, request: Request) -> None:
    """Goes forward again on the current line."""
    match.redo(request.integer("plies", 1, default=1))


@change("GotoRequest")
def goto(match: Match, request: Request) -> None:
    """Goes to any node."""
    node, through = _node(match, request), _node(match, request, "through") if request.has("through") else None
    match.goto(node, through, request.flag("ended", True))


@change("NodeRequest")
def promote(match: Match, request: Request) -> None:
    """Makes the line to a node the main line of the record."""
    match.promote(_node(match, request))


@change("NodeRequest")
def prune(match: Match, request: Request) -> None:
    """Deletes a node and all after it. The ids of the other nodes close up."""
    match.prune(_node(match, request))


@change("AnnotateRequest")
def annotate(match: Match, request: Request) -> None:
    """Replaces the comment and the glyphs of a node."""
    node, comment = _node(match, request), request.text("comment")
    glyphs = request.integers("glyphs", MAX_GLYPHS, 0, 255)
    if len(comment) > MAX_COMMENT_CHARS:
        raise Fault("bad-request", f"comment: expected at most {MAX_COMMENT_CHARS} letters, not {len(comment)}")
    match.annotate(node, comment, glyphs)


@change("SideRequest", in_play=True)
def resign(match: Match, request: Request) -> None:
    """Resigns."""
    match.resign(params.read_side(request))


@change("SideRequest", in_play=True)
def offer(match: Match, request: Request) -> None:
    """Offers a draw. If the other side's offer is open, the draw is agreed."""
    match.offer_draw(params.read_side(request))


@change("SideRequest", in_play=True)
def accept(match: Match, request: Request) -> None:
    """Accepts the other side's offer, for a person; the computer's answer is `match.endings.accepts_draw`."""
    match.accept(params.read_side(request))


@change("SideRequest", in_play=True)
def decline(match: Match, request: Request) -> None:
    """Declines the other side's offer."""
    match.decline(params.read_side(request))


@change("ClaimRequest", in_play=True)
def claim(match: Match, request: Request) -> None:
    """Claims a win or a draw that `claims` lists."""
    match.claim(params.read_side(request), request.one_of("kind", ("win", "draw")))


@change("SideRequest", in_play=True)
def flag(match: Match, request: Request) -> None:
    """Says that a side's clock has run out."""
    match.flag(params.read_side(request))


def _node(match: Match, request: Request, key: str = "node") -> int:
    return request.integer(key, 0, len(match.nodes) - 1)

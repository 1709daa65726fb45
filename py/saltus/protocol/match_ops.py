"""The operations on the current match: questions, changes, and their errors."""

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from saltus.core.game import SIDE_NAMES
from saltus.match.match import Match
from saltus.match.tree import TimeControl
from saltus.protocol import params, reply
from saltus.protocol.connection import Connection
from saltus.protocol.ops import OPS, PLACED, REST, Op, nothing, op
from saltus.protocol.request import Fault, Request, checked
from saltus.records import record as records

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from saltus.protocol.schema import replies, requests
    from saltus.protocol.schema.errors import ErrorCode
    from saltus.protocol.schema.state import MatchState

    Change: TypeAlias = Callable[[Match, Any], None]

MAX_COMMENT_CHARS = 2_000


def _new_needs(connection: Connection, request: Request) -> str:
    return REST if "ballot" in request else ""


@op(*PLACED, needs=_new_needs)
def new(connection: Connection, request: "requests.NewRequest") -> "MatchState":
    """Begins a match."""
    is_recorded = request.get("recorded", False)
    game = params.read_game(request)
    position, (setup, seed) = params.read_board(request, game), params.read_setup(request, game)
    if position is None and request.get("side", game.first) != game.first:
        raise Fault("bad-request", f"{SIDE_NAMES[game.first]} moves first; for another side give rows")
    tags = params.read_tags(request.get("tags", {}))
    clock = request.get("clock")
    control = clock and TimeControl(float(clock["initial"]), float(clock.get("increment") or 0))
    with params.refusing():
        if position is not None:
            match = Match(game, position=position, clock=control)
        else:
            match = Match(game, setup, seed, clock=control)
        if "ballot" in request:
            from saltus.study.ballots import ballot, begin

            begin(match, ballot(request["ballot"]))
    match.tags.update(tags)
    if control is not None:
        match.tags.setdefault("TimeControl", f"{control.initial:g}+{control.increment:g}")
    connection.set_match(match)
    # What was searched in the game before must not change how this one is played.
    connection.tables.clear()
    return _state(connection, is_recorded)


def _load_needs(connection: Connection, request: Request) -> str:
    """The first board has the reader of JSON, but not of the properties of SGF in it."""
    text = json.dumps(request["record"]) if "record" in request else request["text"]
    is_plain = "record" in request or request.get("format") == "json"
    return "" if is_plain and '"sgf"' not in text else REST


@op("unknown-game", "bad-record", needs=_load_needs)
def load(connection: Connection, request: "requests.LoadRequest") -> "MatchState":
    """Begins a match from a record."""
    is_recorded = request.get("recorded", False)
    game = params.read_game(request) if "game" in request else None
    form = request.get("format")
    text = json.dumps(request["record"]) if "record" in request else request["text"]
    with params.reading():
        if "part" in request:
            text = records.part(text, request["part"])
        match = records.read(text, form, game)
    connection.set_match(match)
    fields = _state(connection, is_recorded)
    if match.warnings:
        fields["warnings"] = [
            {"line": each.line, "column": each.column, **reply.said(each.text)} for each in match.warnings
        ]
    return fields


def _record_needs(connection: Connection, request: Request) -> str:
    return "" if request.get("format") in ("json", "position") else REST


@op("no-match", needs=_record_needs)
def record(connection: Connection, request: "requests.RecordRequest") -> "replies.RecordReply":
    """Writes the match as text."""
    form = checked("format", request.get("format"), ("one", records.forms(connection.match.game)))
    return {"text": tagged(connection.match, request.get("tags", {}), lambda match: records.write(match, form))}


@op("no-match")
def state(connection: Connection, request: "requests.StateRequest") -> "MatchState":
    """Tells the state of the match."""
    return _state(connection, request.get("recorded", False))


@op("no-match", "not-now", "bad-move")
def follow(connection: Connection, request: "requests.PathRequest") -> "replies.FollowReply":
    """Says how a move that begins with these squares can go on."""
    match = connection.running()
    path = tuple(request["path"])
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


@op("no-match")
def why(connection: Connection, request: "requests.PathRequest") -> "replies.WhyReply":
    """Says why a move is illegal."""
    return reply.refused(connection.match.why(request["path"]))


def _state(connection: Connection, is_recorded: bool) -> "MatchState":
    """The state of the match, with its record if the request was `recorded`."""
    fields = connection.serializer.state()
    if is_recorded:
        fields["record"] = records.write(connection.match, "json")
    return fields


def tagged(match: Match, more: Mapping[str, str], write: Callable[[Match], str]) -> str:
    """The match written with additional tags, where it has none of that name itself."""
    tags = match.tags
    match.tags = {**params.read_tags(more), **tags}
    try:
        return write(match)
    finally:
        match.tags = tags


def change(*errors: "ErrorCode", in_play: bool = False) -> "Callable[[Change], Change]":
    """Decorator: registers a request that changes the current match and is answered with its state. The function
    changes the match; the ValueErrors that it raises are `not-now`, or `bad-move`. If it is `in_play`, the game may
    not be over."""

    def enter(apply: "Change") -> "Change":
        def answer(connection: Connection, request: "requests.StateRequest") -> "MatchState":
            is_recorded = request.get("recorded", False)
            match = connection.running() if in_play else connection.match
            before = (match.node, match.outcome)
            with params.refusing("not-now"):
                apply(match, request)
            if before != (match.node, match.outcome):
                connection.stop_thinking()
            return _state(connection, is_recorded)

        OPS[apply.__name__] = Op(answer, ("no-match", "not-now", *errors), nothing, apply)
        return apply

    return enter


@change("bad-move", in_play=True)
def play(match: Match, request: "requests.PlayRequest") -> None:
    """Plays a move."""
    move = request["path"] if "path" in request else request["text"]
    spent = float(request.get("spent", 0))
    match.play(move, spent, request.get("variation", False))


@change()
def undo(match: Match, request: "requests.PliesRequest") -> None:
    """Goes back."""
    match.undo(request.get("plies", 1))


@change()
def redo(match: Match, request: "requests.PliesRequest") -> None:
    """Goes forward again on the current line."""
    match.redo(request.get("plies", 1))


@change()
def goto(match: Match, request: "requests.GotoRequest") -> None:
    """Goes to any node."""
    node = _node(match, "node", request.get("node"))
    through = _node(match, "through", request["through"]) if "through" in request else None
    match.goto(node, through, request.get("ended", True))


@change()
def promote(match: Match, request: "requests.NodeRequest") -> None:
    """Makes the line to a node the main line of the record."""
    match.promote(_node(match, "node", request.get("node")))


@change()
def prune(match: Match, request: "requests.NodeRequest") -> None:
    """Deletes a node and all after it. The ids of the other nodes close up."""
    match.prune(_node(match, "node", request.get("node")))


@change()
def annotate(match: Match, request: "requests.AnnotateRequest") -> None:
    """Replaces the comment and the glyphs of a node."""
    node, comment, glyphs = _node(match, "node", request.get("node")), request["comment"], request.get("glyphs", [])
    if len(comment) > MAX_COMMENT_CHARS:
        raise Fault("bad-request", f"comment: expected at most {MAX_COMMENT_CHARS} letters, not {len(comment)}")
    match.annotate(node, comment, glyphs)


@change(in_play=True)
def resign(match: Match, request: "requests.SideRequest") -> None:
    """Resigns."""
    match.resign(request["side"])


@change(in_play=True)
def offer(match: Match, request: "requests.SideRequest") -> None:
    """Offers a draw. If the other side's offer is open, the draw is agreed."""
    match.offer_draw(request["side"])


@change(in_play=True)
def accept(match: Match, request: "requests.SideRequest") -> None:
    """Accepts the other side's offer, for a person; the computer's answer is `match.endings.accepts_draw`."""
    match.accept(request["side"])


@change(in_play=True)
def decline(match: Match, request: "requests.SideRequest") -> None:
    """Declines the other side's offer."""
    match.decline(request["side"])


@change(in_play=True)
def claim(match: Match, request: "requests.ClaimRequest") -> None:
    """Claims a win or a draw that `claims` lists."""
    match.claim(request["side"], request["kind"])


@change(in_play=True)
def flag(match: Match, request: "requests.SideRequest") -> None:
    """Says that a side's clock has run out."""
    match.flag(request["side"])


def _node(match: Match, name: str, value: int | None) -> int:
    node: int = checked(name, value, ("whole", 0, len(match.nodes) - 1))
    return node

"""JSON replies: games, positions, moves and matches as `saltus.protocol.schema` defines them.

Nothing imports the schema when the program runs: it is for type checkers. A new field is stated in both, and
`build.py protocol` tells the page.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from saltus.core.game import SIDES, Game, Move, Outcome, Position, Refusal
from saltus.core.phrase import spelled
from saltus.engine.levels import FULL, STRENGTHS, ladder
from saltus.engine.search import SearchInfo
from saltus.games import DEFAULT_SEED, setup_of
from saltus.match.match import Match
from saltus.match.tree import Node
from saltus.notation.move import move_text
from saltus.notation.position import position_text
from saltus.protocol.request import Id
from saltus.records.record import forms

if TYPE_CHECKING:
    from saltus.library.explorer import Tally
    from saltus.protocol.schema import games, library, replies, shapes, state


PLAYERS: "Mapping[shapes.Side, str]" = {"w": "White", "b": "Black"}  # The tag with the name of each side's player.

_ENCODER = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def encode(id_: Id, fields: Mapping[str, object]) -> str:
    """JSON in one line of ASCII: a request may contain half a surrogate pair, which UTF-8 cannot encode."""
    return _ENCODER.encode({"id": id_, **fields})


def fields(value: Any, names: str = "") -> Any:
    """A named tuple as JSON, or those attributes of an object. The tests compare them with the type of the reply."""
    return {name: getattr(value, name) for name in names.split() or value._fields}


def described(game: Game) -> "games.Game":
    from saltus.analysis.chances import scale

    setup = setup_of(game)
    seed = DEFAULT_SEED if setup.seeded else None
    start = game.start(setup.key, seed)
    about = fields(game, "key name goal first bottom numbered piece pieces style lots counts_lines helped")
    told: games.Game = (
        about
        | fields(game.board, "files ranks squares")
        | {
            "kings": game.has_kings,
            "ballots": game.balloted,
            "points": game.margin(start) is not None,
            "scale": scale(game),
            "formats": forms(game),
            "setups": [fields(each) for each in game.setups],
            "options": [fields(each) for each in game.options],
            "rules": dict(game.rules),
            "tables": dict(game.tables),
            "levels": FULL,
            "ladder": _ladder(game),
            "start": {**board(game, start), "setup": setup.key, "seed": seed},
        }
    )
    return told


def _ladder(game: Game) -> "list[games.Rung]":
    strengths = STRENGTHS.get(game.key)
    rungs: list[games.Rung] = []
    for level, strength in zip_longest(ladder(game), strengths or (None,) * FULL):
        sight = level and fields(level, "depth blindness noise exchanges")
        rungs.append({"strength": strength and fields(strength), "sight": sight})
    return rungs


def board(game: Game, position: Position) -> "shapes.Board":
    """The pieces and the side to move."""
    return {"rows": game.rows(position), "side": SIDES[position[3]]}


def counts(tally: "Tally") -> "library.GameCounts":
    """Games by result."""
    told: library.GameCounts = tally.results | fields(tally, "first_year last_year ids")
    return told


def groups(game: Game, position: Position) -> "dict[shapes.Side, list[state.Group]] | None":
    """The groups of both sides that count in this position; None if none ever do."""
    found = game.groups(position)
    if found is None:
        return None
    return {side: [fields(group) for group in found[side]] for side in SIDES}


def placed(game: Game, position: Position) -> "replies.PlacedReply":
    """The pieces and the side to move, as rows and as one text."""
    return {**board(game, position), "position": position_text(game, position)}


def move(game: Game, position: Position, turn: Move, legal: list[Move]) -> "shapes.Move":
    """One of the `legal` moves in `position`."""
    text = move_text(game, position, turn, legal)
    return {"path": turn.path, "captured": turn.captured, "crowns": turn.crowns, "text": text}


def played(game: Game, position: Position, turns: Sequence[Move]) -> "list[shapes.Move]":
    """A line of moves that begins in `position`."""
    written = []
    for turn in turns:
        written.append(move(game, position, turn, game.moves(position)))
        position = game.play(position, turn)
    return written


def result(outcome: Outcome | None) -> "shapes.Result | None":
    """`w`, `b` or `draw`; None while the game goes on."""
    return None if outcome is None else outcome.winner or "draw"


def verdict(outcome: Outcome | None) -> "replies.OutcomeReply":
    """The result of a position and the reason; all null while the game goes on."""
    if outcome is None:
        return {"result": None, "reason": None, "text": None, "said": None, "scores": None, "islands": None}
    told: replies.OutcomeReply = fields(outcome, "reason scores islands") | said(outcome.text)
    return {**told, "result": result(outcome)}


def said(text: str) -> "shapes.Said":
    """A sentence in English and in its translatable form."""
    return {"text": text, "said": spelled(text)}


def refused(refusal: Refusal | None) -> "replies.WhyReply":
    """Why a move is illegal; all null if it is legal."""
    if refusal is None:
        return {"rule": None, "text": None, "said": None, "squares": []}
    return {"rule": refusal.rule, **said(refusal.text), "squares": refusal.squares}


def ending(outcome: Outcome) -> "shapes.Outcome":
    told: shapes.Outcome = fields(outcome) | said(outcome.text)
    return told


def moves(game: Game, position: Position) -> "list[replies.MoveWithResult]":
    """The legal moves, each with the result after it."""
    legal = game.moves(position)
    return [
        {**move(game, position, turn, legal), "result": result(game.outcome(game.play(position, turn)))}
        for turn in legal
    ]


def thought(found: SearchInfo) -> "replies.Thought":
    """The result of a search so far."""
    told: replies.Thought = fields(found, "score depth nodes nps exact") | {
        "pv": _paths(found.pv),
        "lines": [{"score": line.score, "pv": _paths(line.pv)} for line in found.lines],
    }
    return told


MAX_LINE_PLIES = 12  # The most moves of a line that are sent in full, except to the end of an exchange.


def sent(line: Sequence[Move]) -> Sequence[Move]:
    """The moves of a line that are sent in full: an exchange is not cut short."""
    end = MAX_LINE_PLIES
    while end < len(line) and line[end].captured:
        end += 1
    return line[:end]


class LineSerializer:
    """Search results for one position, with the moves of each line that are `sent`. Lines that have not changed are
    not converted again."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game, self.position = game, position
        self._known: dict[tuple[Move, ...], list[shapes.Move]] = {}

    def thought(self, found: SearchInfo) -> "replies.Thought":
        """As `thought`, with `moves` in each line."""
        told = thought(found)
        known = {line.pv: self._known.get(line.pv) or self._moves(line.pv) for line in found.lines}
        for line, line_fields in zip(found.lines, told["lines"], strict=True):
            line_fields["moves"] = known[line.pv]
        self._known = known
        return told

    def _moves(self, pv: Sequence[Move]) -> "list[shapes.Move]":
        return played(self.game, self.position, sent(pv))


def answer(game: Game, position: Position, found: SearchInfo, so_far: "replies.Thought") -> "replies.Answer":
    """The final result of a search of `position`, with the outcome of the game if the PV reaches it. `so_far` is
    `found` as JSON."""
    for turn in found.pv:
        position = game.play(position, turn)
    end = game.outcome(position)
    leads: replies.Leads | None = None
    if end is not None:
        leads = {"result": result(end), "scores": end.scores and dict(end.scores)}
    return {"path": found.move.path, "captured": found.move.captured, **so_far, "leads": leads}


def _ballot(match: Match) -> int | None:
    """The number of the match's opening ballot, from its tags."""
    number = match.tags.get("Ballot", "")
    return int(number) if match.game.balloted and number.isdecimal() and len(number) <= 3 else None


def _paths(turns: Sequence[Move]) -> list[Sequence[str]]:
    return [turn.path for turn in turns]


class MatchSerializer:
    """A match as JSON. A move never changes once played, so its JSON is cached."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._moves: dict[Node, shapes.Move] = {}

    def _move(self, node: Node) -> "shapes.Move | None":
        """The move that led to `node`, None for the root."""
        if node.move is None or node.parent is None:
            return None
        known = self._moves.get(node)
        if known is None:
            game, before = self.match.game, node.parent.position
            known = self._moves[node] = move(game, before, node.move, game.moves(before))
        return known

    def _history(self) -> "list[state.Node]":
        line = {node.id for node in self.match.line}
        history = []
        for node in self.match.nodes:
            played = self._move(node)
            if node.parent is None or played is None:
                continue  # the root
            told: state.Node = {
                "node": node.id,
                "parent": node.parent.id,
                "ply": node.ply,
                "side": node.parent.side,
                "move": played,
                "main": node.id in line,
                "chief": node.parent.main is node,
                "result": result(node.result),
            }
            if node.glyphs:
                told["glyphs"] = node.glyphs
            if node.comment:
                told["comment"] = node.comment
            if node.repeats > 1:
                told["repeats"] = node.repeats
            if node.claimable:
                told["claimable"] = said(node.claimable.text)
            history.append(told)
        return history

    def state(self) -> "state.MatchState":
        match = self.match
        game, position, legal, outcome = match.game, match.position, match.legal, match.outcome
        last = match.tree.main_line[-1]
        end = last.outcome or last.ending
        running: state.Clock | None = None
        if (clock := match.clock) and (control := match.tree.control):
            running = {"w": clock.w, "b": clock.b, "increment": clock.increment, "initial": control.initial}
        told: state.MatchState = {
            "game": game.key,
            "options": dict(game.chosen),
            "setup": match.setup,
            "seed": match.seed,
            "ballot": _ballot(match),
            "rows": game.rows(position),
            "side": match.side,
            "ply": match.ply,
            "node": match.node.id,
            "moves": [move(game, position, turn, legal) for turn in legal],
            "forced": bool(legal) and all(turn.captured for turn in legal),
            "last": self._move(match.node),
            "before": None if match.node.parent is None else game.rows(match.node.parent.position),
            "outcome": None if outcome is None else ending(outcome),
            "history": self._history(),
            "end": None if end is None else {"node": last.id, **ending(end)},
            "can_undo": match.can_undo,
            "can_redo": match.can_redo,
            "offer": match.offer,
            "claims": [{"side": each.side, "kind": each.kind, **said(each.text)} for each in match.claims],
            "counters": [
                {"key": key, "count": reached, "limit": limit, **said(text)}
                for key, reached, limit, text in match.counters
            ],
            "clock": running,
            "groups": groups(game, position),
            "counts": {side: pieces.bit_count() for side, pieces in zip(SIDES, position[:2], strict=True)},
            "position": position_text(game, position),
        }
        named = {side: match.tags.get(tag, "") for side, tag in PLAYERS.items()}
        names = {side: "" if name == "?" else name for side, name in named.items()}
        if any(names.values()):
            told["names"] = names
        if comment := match.tree.root.comment:
            told["comment"] = comment
        return told

"""A game being played: the only place with history, and the only thing in the rules that changes.

A match is a tree of nodes, one a turn, and a place in it. What a position alone does not tell is decided here:
repetition and quiet counts (from what the game says of itself: `repetitions`, `quiet_limit`, `progress`,
`counting`), agreement, resignation, claims and the clock. No game is known by name.

How the tree is walked
- The *line* leads from the root through the current node to the end of what can be redone. `undo` and `redo` walk
  it; `goto` changes to the line through another node; neither forgets anything.
- `play` goes down an existing branch where the move has been played before, else grows one. The line of the last
  turn played is the *main* line of the record; what was undone before stays as a variation.
- An ending that is not on the board (resignation, agreement, claim, flag) belongs to the node it happened at and is
  one step after it: `undo` takes back only the ending, `redo` brings it back, playing on from there drops it.

Every method checks first and then changes: after an error the match is what it was before.
"""

import os
from collections.abc import Callable, Sequence
from math import isfinite
from typing import NamedTuple, TypeAlias

from saltus.game import SIDE_NAMES, SIDES, Game, Move, Outcome, Position, Refusal, Side
from saltus.notation.move import IllegalMove, read_move

SEEDS = 100_000
"""Seeds that a match draws for itself are below this: short enough to be told over a table."""

LONGEST = 1_000_000.0
"""The most seconds (eleven days) that a clock or a turn may have."""

RULES: dict[str, str] = {
    "resignation": "A side that resigns loses.",
    "agreement": "The game is drawn when one side offers a draw and the other accepts.",
    "flag": "A side whose clock runs out loses.",
    "claim": "Where the result of a position is known for certain, either side may claim it.",
    "repetition": "The game is drawn when the same position, with the same side to move, has stood too often.",
    "quiet": "The game is drawn after too many turns in a row without progress.",
}
"""Rule keys of a match, beside those of its game, as they stand in `Outcome.reason`."""

Verdict: TypeAlias = Callable[[Position], int | None]
"""What a position is worth for certain: 1, 0, -1 (won, drawn, lost for the side to move), None where unknown."""


class TimeControl(NamedTuple):
    """Seconds each side starts with, and seconds it gains with each of its turns."""

    initial: float
    increment: float = 0.0


class Clocks(NamedTuple):
    """Seconds left to each side when the turn began, and the increment."""

    w: float
    b: float
    increment: float


class Counter(NamedTuple):
    """A draw that comes nearer: at `limit` it is there. `key` is `repetition` (times the position has stood) or
    `quiet` (plies without progress)."""

    key: str
    count: int
    limit: int
    text: str


class Claim(NamedTuple):
    """A result that `side` may claim now; `kind` is `win` or `draw`."""

    side: Side
    kind: str
    text: str


class Node:
    """One position of a match and how it was reached. Read it; only `Match` writes it, except for the notes.

    `id` is its place in the order of first playing, the root's 0; `main` the child on the main line, `children` all
    of them as first played. `spent` is the seconds the turn took, `clock` what both sides have left after it.
    `outcome` is the result on the board or by adjudication; `ending` one that is not. `comment` and `glyphs`
    (numeric annotation glyphs, `$1` good move … as in PGN) are notes for the reader.
    """

    __slots__ = (
        "children", "clock", "comment", "ending", "glyphs", "id", "main", "move", "outcome", "parent", "ply",
        "position", "quiet", "repeats", "since", "spent",
    )  # fmt: skip

    def __init__(self, number: int, parent: "Node | None", move: Move | None, position: Position) -> None:
        self.id = number
        self.parent = parent
        self.move = move
        self.position = position
        self.ply: int = parent.ply + 1 if parent else 0
        self.children: list[Node] = []
        self.main: Node | None = None
        self.spent = 0.0
        self.clock: tuple[float, float] | None = None
        self.outcome: Outcome | None = None
        self.ending: Outcome | None = None
        self.comment = ""
        self.glyphs: tuple[int, ...] = ()
        self.quiet = 0
        self.since: int = self.ply
        self.repeats = 1

    @property
    def side(self) -> Side:
        """The side to move."""
        return SIDES[self.position[3]]

    def __repr__(self) -> str:
        return f"<Node {self.id}: ply {self.ply}, {'-'.join(self.move.path) if self.move else 'start'}>"


def other(side: Side) -> Side:
    """The opponent."""
    return "b" if side == "w" else "w"


def ending(reason: str, winner: Side | None) -> Outcome:
    """The outcome of a match that ended off the board. Raises ValueError for what cannot be."""
    if reason == "agreement":
        if winner is not None:
            raise ValueError("an agreement is a draw; it has no winner")
        return Outcome(None, reason, "Draw by agreement.")
    if reason == "claim":
        if winner is None:
            return Outcome(None, reason, "Draw, claimed: neither side can win.")
        return Outcome(winner, reason, f"{SIDE_NAMES[winner]} wins, claimed: the position is won.")
    if reason not in ("resignation", "flag"):
        raise ValueError(f"a match ends by resignation, agreement, claim or flag, not by {reason!r}")
    if winner is None:
        raise ValueError(f"an ending by {reason} has a winner")
    loser = SIDE_NAMES[other(winner)]
    how = f"{loser} resigned" if reason == "resignation" else f"{loser}'s time ran out"
    return Outcome(winner, reason, f"{how}: {SIDE_NAMES[winner]} wins.")


class Match:
    """One match of `game`, from its start to its end, with all the lines that were tried.

    `setup` and `seed` choose the start as `Game.start` does (a seeded set-up without a seed draws one); or
    `position` is the start, and `setup` and `seed` are None. `clock` is None for no clocks. `verdict` tells which
    positions are decided for certain, for `claims`. `tags` holds what a record says about the match (`Event`,
    `White`, `Black`, `Date` …, the names of PDN). Raises ValueError for anything that the game refuses.
    """

    def __init__(
        self,
        game: Game,
        setup: str | None = None,
        seed: int | None = None,
        position: Position | None = None,
        clock: TimeControl | None = None,
        verdict: Verdict | None = None,
    ) -> None:
        if position is not None:
            if setup is not None or seed is not None:
                raise ValueError("a match starts from a position or from a set-up, not from both")
        else:
            setup = game.setups[0].key if setup is None else setup
            if seed is None and any(known.seeded for known in game.setups if known.key == setup):
                seed = int.from_bytes(os.urandom(8)) % SEEDS
            position = game.start(setup, seed)
        if clock is not None:
            clock = TimeControl(seconds(clock[0], "the time"), seconds(clock[1], "the increment"))
            if not clock.initial:
                raise ValueError("a clock must start with more than 0 seconds")
        self.game = game
        self.setup = setup
        self.seed = seed
        self.control = clock
        self.verdict = verdict
        self.tags: dict[str, str] = {}
        root = Node(0, None, None, position)
        root.outcome = game.outcome(position)
        root.clock = (clock.initial, clock.initial) if clock else None
        self.nodes: list[Node] = [root]
        """Every node, in the order first played: `nodes[n].id == n`, a parent before its children."""
        self.line: list[Node] = [root]
        """From the root through the current node to the end of what can be redone."""
        self.node: Node = root
        """Where the match stands."""
        self.offer: Side | None = None
        """The side whose offer of a draw is on the table."""
        self._ended = False
        self._legal: list[Move] | None = None

    # -- what there is to see ----------------------------------------------------------------------------

    @property
    def root(self) -> Node:
        """The first node."""
        return self.nodes[0]

    @property
    def start(self) -> Position:
        """The first position."""
        return self.nodes[0].position

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.node.position

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.node.side

    @property
    def ply(self) -> int:
        """How many turns were played on the line to here."""
        return self.node.ply

    @property
    def last(self) -> Move | None:
        """The turn that led here."""
        return self.node.move

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, None while it goes on: on the board before by adjudication, that before off it."""
        return self.node.outcome or (self.node.ending if self._ended else None)

    @property
    def legal(self) -> list[Move]:
        """The legal turns; `[]` once the match is over."""
        if self._legal is None:
            self._legal = [] if self.outcome else self.game.moves(self.node.position)
        return self._legal

    @property
    def past(self) -> tuple[Position, ...]:
        """The positions before this one, oldest first, back to the last turn that made progress: those, and only
        those, that can come again. What the search must know of the past."""
        return tuple(node.position for node in self.line[self.node.since : self.node.ply])

    @property
    def counters(self) -> tuple[Counter, ...]:
        """The adjudicated draws that this game has and how near they are."""
        found = []
        if limit := self.game.repetitions:
            count = self.node.repeats
            text = f"This position has stood {times(count)}; the {ordinal(limit)} time is a draw."
            found.append(Counter("repetition", count, limit, text))
        if (limit := self.game.quiet_limit) and self.game.counting(self.node.position):
            text = f"{self.node.quiet} of {limit} plies without progress; at {limit} the game is drawn."
            found.append(Counter("quiet", self.node.quiet, limit, text))
        return tuple(found)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What the players may claim, where `verdict` knows the position."""
        value = self.verdict(self.position) if self.verdict and not self.outcome else None
        if value is None:
            return ()
        if value == 0:
            return tuple(Claim(side, "draw", "Neither side can win: the draw may be claimed.") for side in SIDES)
        winner = self.side if value > 0 else other(self.side)
        return (Claim(winner, "win", f"{SIDE_NAMES[winner]} wins with best play and may claim it."),)

    @property
    def clock(self) -> Clocks | None:
        """What both sides have left, None where there are no clocks."""
        left = self.node.clock
        if left is None or self.control is None:
            return None
        if self._ended and self.node.ending and self.node.ending.reason == "flag":
            left = (left[0], 0.0) if self.node.ending.winner == "w" else (0.0, left[1])
        return Clocks(left[0], left[1], self.control.increment)

    @property
    def can_undo(self) -> bool:
        """Whether there is a turn or an ending to take back."""
        return self._ended or self.node.ply > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a turn or an ending to bring back."""
        return not self._ended and (self.node is not self.line[-1] or self.node.ending is not None)

    @property
    def standing_at_end(self) -> bool:
        """Whether the match stands after the ending of its node (a record must say so to be resumed exactly)."""
        return self._ended

    def why(self, path: Sequence[str]) -> Refusal | None:
        """Which rule forbids the turn along `path`; None where it is legal or the beginning of a legal one."""
        if self.outcome:
            return Refusal(self.outcome.reason, f"The game is over: {self.outcome.text}")
        return self.game.why(self.position, path)

    # -- playing -----------------------------------------------------------------------------------------

    def play(self, move: Move | Sequence[str] | str, spent: float = 0.0) -> Node:
        """Play one turn: a `Move`, its path, or its text; it took `spent` seconds. Returns the current node.

        With clocks, a turn that took longer than its side had left is not played: the flag fell, the match is over
        and stays at its node. Else `spent` is taken off and the increment added. Raises `IllegalMove` (with the
        rule) for a turn that is not allowed, ValueError for a time that is not one.
        """
        chosen = self._chosen(move)
        spent = seconds(spent, "the time spent")
        side = self.node.position[3]
        if self.node.clock is not None and spent > self.node.clock[side]:
            self._end("flag", other(self.side))
            return self.node
        node = self._child(self.node, chosen) or self._grow(self.node, chosen)
        self._time(node, spent)
        if self.offer is not None and self.offer != SIDES[side]:
            self.offer = None
        self._promote(node)
        if self.node is not self.line[-1] and self.line[node.ply] is node:
            self._stand(node)
        else:
            self.line = [*self.line[: node.ply], node]
            self._follow()
            self._stand(node)
        return node

    def add(self, parent: int, move: Move | Sequence[str] | str, spent: float = 0.0) -> Node:
        """Add a turn after the node `parent` without going there: how a reader of records builds the tree.

        Neither the main line nor the place of the match change (the first child of a node is its main one). A
        turn that is already there is returned. Raises as `play` does, and where the game was over at `parent`.
        """
        node = self._known(parent)
        spent = seconds(spent, "the time spent")
        if node.outcome:
            text = f"The game is over: {node.outcome.text}"
            raise IllegalMove(Refusal(node.outcome.reason, text), ())
        chosen = self._resolve(move, node.position, self.game.moves(node.position))
        if node.clock is not None and spent > node.clock[node.position[3]]:
            raise ValueError(f"the turn took {spent:g} s, but only {node.clock[node.position[3]]:g} s were left")
        child = self._child(node, chosen)
        if child is None:
            child = self._grow(node, chosen)
            self._time(child, spent)
            self.line = self.line if node is not self.line[-1] else [*self.line, child]
        return child

    def undo(self, steps: int = 1) -> None:
        """Take back the last turns; an ending that is not on the board is a step of its own.

        Raises ValueError where there are not as many steps to take back.
        """
        whole(steps, "the number of steps to undo")
        can = self.node.ply + self._ended
        if steps > can:
            raise ValueError(f"there {are(can)} to take back, not {steps}")
        self.offer = None
        self._stand(self.line[self.node.ply - (steps - self._ended)])

    def redo(self, steps: int = 1) -> None:
        """Bring back turns (and the ending) that were taken back. Raises ValueError where there are not as many."""
        whole(steps, "the number of steps to redo")
        last = self.line[-1]
        can = 0 if self._ended else last.ply - self.node.ply + (last.ending is not None)
        if steps > can:
            raise ValueError(f"there {are(can)} to bring back, not {steps}")
        self.offer = None
        ply = self.node.ply + steps
        self._stand(self.line[min(ply, last.ply)], ended=ply > last.ply)

    def goto(self, node: int) -> None:
        """Go to any node of the tree, by its id; where it has an ending, to after it. Raises ValueError for an id
        that is not in the tree."""
        found = self._known(node)
        self.offer = None
        self._run_through(found)
        self._stand(found, ended=found.ending is not None)

    def promote(self, node: int) -> None:
        """Make the line to this node the main line of the record. Raises ValueError for an unknown id."""
        self._promote(self._known(node))

    # -- endings that are not on the board ---------------------------------------------------------------

    def resign(self, side: Side) -> None:
        """`side` gives up, whoever's turn it is. Raises ValueError where the match is over."""
        self._running(side)
        self._end("resignation", other(side))

    def offer_draw(self, side: Side) -> None:
        """`side` offers a draw; where the opponent has offered one too, that is an agreement.

        The offer stands until it is accepted, declined, or the opponent moves. Raises ValueError where the match
        is over or the side's offer already stands.
        """
        self._running(side)
        if self.offer == side:
            raise ValueError(f"{SIDE_NAMES[side]} has already offered a draw")
        if self.offer is not None:
            self._end("agreement", None)
        else:
            self.offer = side

    def accept(self, side: Side) -> None:
        """`side` accepts the opponent's offer. Raises ValueError where there is none."""
        self._offered_to(side)
        self._end("agreement", None)

    def decline(self, side: Side) -> None:
        """`side` declines the opponent's offer. Raises ValueError where there is none."""
        self._offered_to(side)
        self.offer = None

    def claim(self, side: Side, kind: str) -> None:
        """`side` claims one of `claims`. Raises ValueError for one that it does not have."""
        self._running(side)
        if not any(claim.side == side and claim.kind == kind for claim in self.claims):
            raise ValueError(f"{SIDE_NAMES[side]} has no {kind!r} to claim here")
        self._end("claim", side if kind == "win" else None)

    def flag(self, side: Side) -> None:
        """The clock of `side`, whose turn it is, ran out. Raises ValueError where no clock of its is running."""
        self._running(side)
        if self.control is None:
            raise ValueError("this match is played without clocks")
        if side != self.side:
            raise ValueError(f"it is {SIDE_NAMES[self.side]}'s clock that is running")
        self._end("flag", other(side))

    def close(self, node: int, reason: str, winner: Side | None) -> None:
        """Record an ending at a node without going there, for a reader of records. Raises ValueError for an ending
        that cannot be, or where the game was already over on the board."""
        found = self._known(node)
        if found.outcome:
            raise ValueError(f"the game was already over: {found.outcome.text}")
        found.ending = ending(reason, winner)

    # -- inside ------------------------------------------------------------------------------------------

    def _known(self, number: int) -> Node:
        whole(number, "a node", least=0)
        if number >= len(self.nodes):
            raise ValueError(f"there is no node {number}; the last is {len(self.nodes) - 1}")
        return self.nodes[number]

    def _running(self, side: Side) -> None:
        if side not in SIDES:
            raise ValueError(f"a side is 'w' or 'b', not {side!r}")
        if self.outcome:
            raise ValueError(f"the game is over: {self.outcome.text}")

    def _offered_to(self, side: Side) -> None:
        self._running(side)
        if self.offer is None:
            raise ValueError("no draw has been offered")
        if self.offer == side:
            raise ValueError(f"{SIDE_NAMES[side]} made the offer; {SIDE_NAMES[other(side)]} must answer it")

    def _chosen(self, move: Move | Sequence[str] | str) -> Move:
        if self.outcome:
            text = f"The game is over: {self.outcome.text}"
            raise IllegalMove(Refusal(self.outcome.reason, text), ())
        return self._resolve(move, self.position, self.legal)

    def _resolve(self, move: Move | Sequence[str] | str, position: Position, legal: list[Move]) -> Move:
        if isinstance(move, str):
            return read_move(self.game, position, move, legal)
        path = tuple(move.path) if isinstance(move, Move) else tuple(move)
        for known in legal:
            if known.path == path:
                return known
        raise IllegalMove.at(self.game, position, path, legal)

    def _child(self, node: Node, move: Move) -> Node | None:
        return next((child for child in node.children if child.move == move), None)

    def _grow(self, parent: Node, move: Move) -> Node:
        game = self.game
        node = Node(len(self.nodes), parent, move, game.play(parent.position, move))
        progress = game.progress(parent.position, move)
        node.since = node.ply if progress else parent.since
        if not progress and game.counting(parent.position) and game.counting(node.position):
            node.quiet = parent.quiet + 1
        if game.repetitions:
            before: Node | None = parent
            while before is not None and before.ply >= node.since:
                if before.position == node.position:
                    node.repeats = before.repeats + 1
                    break
                before = before.parent
        node.outcome = game.outcome(node.position) or self._adjudicate(node)
        parent.children.append(node)
        parent.main = parent.main or node
        self.nodes.append(node)
        return node

    def _adjudicate(self, node: Node) -> Outcome | None:
        game = self.game
        if game.repetitions and node.repeats >= game.repetitions:
            return Outcome(None, "repetition", f"Draw: the same position for the {ordinal(game.repetitions)} time.")
        if game.quiet_limit and node.quiet >= game.quiet_limit:
            return Outcome(None, "quiet", f"Draw: {game.quiet_limit} plies without progress.")
        return None

    def _time(self, node: Node, spent: float) -> None:
        """Set the time a turn took, and what is left after it and after all that follow it."""
        if node.clock is not None and node.spent == spent:
            return
        node.spent = spent
        control = self.control
        if control is None:
            return
        todo = [node]
        while todo:
            node = todo.pop()
            parent = node.parent
            if parent is None or parent.clock is None:
                raise AssertionError("a turn is timed after its parent")
            left = list(parent.clock)
            mover = parent.position[3]
            left[mover] = round(max(0.0, left[mover] - node.spent) + control.increment, 3)
            node.clock = (left[0], left[1])
            todo += node.children

    def _promote(self, node: Node) -> None:
        while node.parent is not None and node.parent.main is not node:
            node.parent.main = node
            node = node.parent

    def _run_through(self, node: Node) -> None:
        """Make the line lead through `node`."""
        if len(self.line) > node.ply and self.line[node.ply] is node:
            return
        line: list[Node] = []
        step: Node | None = node
        while step is not None:
            line.append(step)
            step = step.parent
        self.line = line[::-1]
        self._follow()

    def _follow(self) -> None:
        while self.line[-1].main is not None:
            self.line.append(self.line[-1].main)

    def _stand(self, node: Node, ended: bool = False) -> None:
        self.node = node
        self._ended = ended
        self._legal = None

    def _end(self, reason: str, winner: Side | None) -> None:
        self.node.ending = ending(reason, winner)
        self.offer = None
        self._promote(self.node)
        self.line = self.line[: self.node.ply + 1]
        self._stand(self.node, ended=True)


def seconds(value: float, what: str) -> float:
    """`value` as seconds. Raises ValueError where it is not a number from 0 to `LONGEST`."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LONGEST:
        raise ValueError(f"{what} must be a number of seconds from 0 to {LONGEST:.0f}, not {value!r:.40}")
    if not isfinite(value):
        raise ValueError(f"{what} must be a number of seconds, not {value!r}")
    return float(value)


def whole(value: int, what: str, least: int = 1) -> None:
    """Raise ValueError where `value` is not a whole number from `least` up."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"{what} must be a whole number from {least} up, not {value!r:.40}")


def are(count: int) -> str:
    """`is 1 step`, `are 3 steps`, for an error."""
    return "is 1 step" if count == 1 else f"are {count} steps"


def times(count: int) -> str:
    """`once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def ordinal(count: int) -> str:
    """`third`, `5th`."""
    return {1: "first", 2: "second", 3: "third"}.get(count, f"{count}th")

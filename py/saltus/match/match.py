"""A game being played: the only place with history, and the only thing in the rules that changes.

A match is a tree of turns (`saltus.match.tree`) and a place in it. How the tree is walked:

- The *line* leads from the root through the current node to the end of what can be redone. `undo` and `redo` walk
  it; `goto` changes to the line through another node; none of them forgets or reorders anything.
- `play` goes down an existing branch where the move has been played before, else grows one. The line of the last
  turn played becomes the *main* line of the record; what was undone before stays as a variation.
- An ending that is not on the board (resignation, agreement, claim, flag) belongs to the node it happened at and is
  one step after it: `undo` takes back only the ending, `redo` brings it back, playing on from there drops it.

Every method checks first and then changes: after an error the match is what it was before.
"""

import os
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Outcome, Position, Refusal, Side
from saltus.core.phrase import Phrase
from saltus.match.tree import SPENT, AnyMove, Node, TimeControl, Tree, choose, ordinal, other, over, seconds, whole
from saltus.notation.error import RecordWarning

SEEDS = 100_000
"""Seeds that a match draws for itself are below this: short enough to be told over a table."""

Verdict: TypeAlias = Callable[[Position], int | None]
"""What a position is worth for certain: 1, 0, -1 (won, drawn, lost for the side to move), None where unknown."""


class Clocks(NamedTuple):
    """Seconds left to each side when the turn began, and the increment."""

    w: float
    b: float
    increment: float


class Counter(NamedTuple):
    """A draw that comes nearer: it is there when `reached` is `limit`.

    `key` is `repetition` (times the position has stood) or `quiet` (plies without progress).
    """

    key: str
    reached: int
    limit: int
    text: str


class Claim(NamedTuple):
    """A result that `side` may claim now; `kind` is `win` or `draw`."""

    side: Side
    kind: str
    text: str


class Match:
    """One match of `game`, from its start to its end, with all the lines that were tried.

    `setup` and `seed` choose the start as `Game.start` does (a seeded set-up without a seed draws one); or
    `position` is the start, and `setup` and `seed` are None. `clock` is None for no clocks. `verdict` tells which
    positions are decided for certain, for `claims`. Raises ValueError for anything that the game refuses.
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
                seed = int.from_bytes(os.urandom(8), "big") % SEEDS
            position = game.start(setup, seed)
        self.game = game
        self.setup = setup
        self.seed = seed
        self.verdict = verdict
        self.tree = Tree(game, position, clock)
        self.tags: dict[str, str] = {}
        """What a record says about the match: `Event`, `White`, `Black`, `Date` …, the names of PDN."""
        self.warnings: list[RecordWarning] = []
        """What the record that the match was read from says amiss or leaves open, in the order of its text."""
        self.line: list[Node] = [self.tree.root]
        """From the root through the current node to the end of what can be redone."""
        self.node: Node = self.tree.root
        """Where the match stands."""
        self.ended = False
        """Whether it stands after the ending of its node, rather than before it. Then the line ends here."""
        self.offer: Side | None = None
        """The side whose offer of a draw is on the table."""
        self._legal: list[Move] | None = None

    # -- what there is to see ----------------------------------------------------------------------------

    @property
    def nodes(self) -> list[Node]:
        """Every node, in the order first played: `nodes[n].id == n`, the root first."""
        return self.tree.nodes

    @property
    def start(self) -> Position:
        """The first position."""
        return self.tree.root.position

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
        """How the match ended, on the board or off it; None while it goes on."""
        return self.node.ending if self.ended else self.node.outcome

    @property
    def legal(self) -> list[Move]:
        """The legal turns; `[]` once the match is over."""
        if self._legal is None:
            self._legal = [] if self.outcome else self.game.moves(self.position)
        return self._legal

    @property
    def past(self) -> tuple[Position, ...]:
        """The positions before this one, oldest first, back to the last turn that made progress.

        They alone can come again: what a search must know of the past.
        """
        return tuple(node.position for node in self.line[self.node.since : self.node.ply])

    @property
    def counters(self) -> tuple[Counter, ...]:
        """The adjudicated draws that this game has, and how near they are."""
        found = []
        if limit := self.game.repetitions:
            reached = self.node.repeats
            times = Phrase("count.times", {1: "once", 2: "twice"}.get(reached, f"{reached} times"), n=reached)
            which = Phrase("count.ordinal", ordinal(limit), n=limit)
            template = "This position has stood {times}; the {which} time is a draw."
            text = Phrase("count.repetition", template, times=times, which=which)
            found.append(Counter("repetition", reached, limit, text))
        if (limit := self.game.quiet_limit) and self.game.counting(self.position):
            reached = self.node.quiet
            turns = Phrase("count.turns", f"{reached} turn{'' if reached == 1 else 's'}", n=reached)
            text = Phrase(
                "count.quiet", "{turns} in a row without progress; {limit} are a draw.", turns=turns, limit=limit
            )
            found.append(Counter("quiet", reached, limit, text))
        return tuple(found)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What the players may claim: where `verdict` knows the position, and where a record goes on after a draw."""
        if self.outcome:
            return ()
        value = self.verdict(self.position) if self.verdict else None
        found: list[Claim] = []
        if self.node.claimable is not None:
            due = Phrase("claim.due", "The draw may be claimed. {text}", text=self.node.claimable.text)
            found += (Claim(side, "draw", due) for side in SIDES)
        elif value == 0:
            text = Phrase("claim.draw", "Neither side can win: the draw may be claimed.")
            found += (Claim(side, "draw", text) for side in SIDES)
        if value:
            winner = self.side if value > 0 else other(self.side)
            text = Phrase("claim.win", "{winner} can force a win and may claim it.", winner=SIDE_NAMES[winner])
            found.append(Claim(winner, "win", text))
        return tuple(found)

    @property
    def clock(self) -> Clocks | None:
        """What both sides have left, None where there are no clocks."""
        control, left = self.tree.control, self.node.clock
        if control is None or left is None:
            return None
        white, black = left
        if self.ended and self.node.ending and self.node.ending.reason == "flag":
            white, black = (white, 0.0) if self.node.ending.winner == "w" else (0.0, black)
        return Clocks(white, black, control.increment)

    @property
    def can_undo(self) -> bool:
        """Whether there is a turn or an ending to take back."""
        return self.ended or self.ply > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a turn or an ending to bring back."""
        return self._redoable > 0

    def why(self, path: Sequence[str]) -> Refusal | None:
        """Which rule forbids the turn along `path`; None where it is legal or the beginning of a legal one."""
        if self.outcome:
            return over(self.outcome).refusal
        return self.game.why(self.position, path)

    # -- playing -----------------------------------------------------------------------------------------

    def play(self, move: AnyMove, spent: float = 0.0, aside: bool = False) -> Node:
        """Play one turn, a `Move`, its path or its text, that took `spent` seconds. Returns the current node.

        With clocks, a turn that took longer than its side had left is not played: the flag fell, and the match is
        over where it stands. Else `spent` is taken off and the increment added. A turn that was played here before
        takes its new time. A turn played `aside` leaves the main line and an ending here as they are: a variation to
        look at. Raises `IllegalMove` (with the rule) for a turn that is not allowed, ValueError for a
        time that cannot be, or when the match has `saltus.match.tree.MOST` turns already.
        """
        if self.outcome:
            raise over(self.outcome)
        move = choose(self.game, self.position, move, self.legal)
        spent = seconds(spent, SPENT)
        here, mover = self.node, self.side
        if here.clock is not None and spent > here.clock[here.position[3]]:
            self._end("flag", other(mover))
            return here
        node = self.tree.child(here, move)
        if node is None:
            node = self.tree.grow(here, move, spent)
        else:
            self.tree.time(node, spent)
        if not aside:
            here.ending = None
            self.tree.promote(node)
        self._lead_through(node)
        self._stand(node, offer=self.offer if self.offer == mover and not node.outcome else None)
        return node

    def undo(self, steps: int = 1) -> None:
        """Take back the last turns; an ending off the board is a step of its own. A draw offer lapses.

        Raises ValueError where there are not as many steps to take back.
        """
        whole(steps, "the number of steps to undo")
        if steps > self.ply + self.ended:
            raise ValueError(f"there are only {self.ply + self.ended} steps to take back, not {steps}")
        self._stand(self.line[self.ply + self.ended - steps])

    def redo(self, steps: int = 1) -> None:
        """Bring back turns, and the ending, that were taken back. A draw offer lapses.

        Raises ValueError where there are not as many steps to bring back.
        """
        whole(steps, "the number of steps to redo")
        if steps > self._redoable:
            raise ValueError(f"there are only {self._redoable} steps to bring back, not {steps}")
        ply, last = self.ply + steps, self.line[-1]
        self._stand(self.line[min(ply, last.ply)], ended=ply > last.ply)

    def goto(self, node: int, through: int | None = None, ended: bool = True) -> None:
        """Go to the node with this id: where it has an ending, to after it unless `ended` is False.

        The line then leads through the node `through`, which is on a line through `node`; by default it stays
        where it already leads through the node, else it goes on by the main children. A draw offer lapses. Raises
        ValueError for a node that is not there or not on that line.
        """
        found = self.tree.find(node)
        if through is not None:
            end = self.tree.find(through)
            path = self.tree.path(end)
            if end.ply < found.ply or path[found.ply] is not found:
                template = "node {through} does not come after node {node}"
                raise ValueError(Phrase("record.through", template, through=through, node=node))
            self.line = path
        else:
            self._lead_through(found)
        ended = ended and found.ending is not None
        if ended:
            del self.line[found.ply + 1 :]
        self._stand(found, ended)

    # -- the lines of the record --------------------------------------------------------------------------

    def promote(self, node: int) -> None:
        """Make the line to this node the main line of the record. Raises ValueError for a node that is not there."""
        self.tree.promote(self.tree.find(node))

    def prune(self, node: int) -> None:
        """Forget this node and all that follows it; the ids of the others close up.

        Where the match stands there, it goes back to the turn before. Raises ValueError for the root and for a node
        that is not there.
        """
        found = self.tree.find(node)
        whole(node, "a node to delete")
        parent = found.parent
        if parent is not None and found in self.line:
            place = self.node if self.node.ply < found.ply else parent
            ended = self.ended and place is self.node
            self.tree.prune(found)
            del self.line[found.ply :]
            if not ended and self.line[-1].ending is None:
                self.tree.follow(self.line)
            self._stand(place, ended, self.offer if place is self.node and not place.outcome else None)
        else:
            self.tree.prune(found)

    def annotate(self, node: int, comment: str, glyphs: Sequence[int] = ()) -> None:
        """Write these notes at a node, in place of those it had. Raises ValueError for a node that is not there."""
        found = self.tree.find(node)
        found.comment, found.glyphs = comment, tuple(glyphs)

    # -- endings off the board ---------------------------------------------------------------------------

    def resign(self, side: Side) -> None:
        """`side` gives up, whoever's turn it is. Raises ValueError where the match is over."""
        self._running(side)
        self._end("resignation", other(side))

    def offer_draw(self, side: Side) -> None:
        """`side` offers a draw; where the opponent's offer stands, that is an agreement.

        The offer stands until it is accepted or declined, the opponent moves, or the game is over. Raises ValueError
        where the match is over or the side's own offer stands.
        """
        self._running(side)
        if self.offer == side:
            raise ValueError(f"{SIDE_NAMES[side]} has already offered a draw")
        if self.offer is None:
            self.offer = side
        else:
            self._end("agreement", None)

    def accept(self, side: Side) -> None:
        """`side` accepts the opponent's offer. Raises ValueError where there is none."""
        self._answering(side)
        self._end("agreement", None)

    def decline(self, side: Side) -> None:
        """`side` declines the opponent's offer. Raises ValueError where there is none."""
        self._answering(side)
        self.offer = None

    def claim(self, side: Side, kind: str) -> None:
        """`side` claims one of `claims`. Raises ValueError for one that it does not have."""
        self._running(side)
        if not any(claim.side == side and claim.kind == kind for claim in self.claims):
            raise ValueError(f"{SIDE_NAMES[side]} has no {kind!r:.40} to claim here")
        self._end("claim", side if kind == "win" else None)

    def flag(self, side: Side) -> None:
        """The clock of `side`, whose turn it is, ran out. Raises ValueError where its clock is not running."""
        self._running(side)
        if self.tree.control is None:
            raise ValueError("this match is played without clocks")
        if side != self.side:
            raise ValueError(f"it is {SIDE_NAMES[self.side]}'s clock that is running")
        self._end("flag", other(side))

    # -- inside ------------------------------------------------------------------------------------------

    @property
    def _redoable(self) -> int:
        """How many steps there are to bring back."""
        last = self.line[-1]
        return 0 if self.ended else last.ply - self.ply + (last.ending is not None)

    def _running(self, side: Side) -> None:
        if side not in SIDES:
            raise ValueError(f"a side is 'w' or 'b', not {side!r:.40}")
        if self.outcome:
            raise ValueError(f"the game is over: {self.outcome.text}")

    def _answering(self, side: Side) -> None:
        self._running(side)
        if self.offer is None:
            raise ValueError("no draw has been offered")
        if self.offer == side:
            raise ValueError(f"{SIDE_NAMES[side]} made the offer; {SIDE_NAMES[other(side)]} must answer it")

    def _lead_through(self, node: Node) -> None:
        """Make the line lead through `node`, and from there on by the main children where it did not before."""
        if node.ply >= len(self.line) or self.line[node.ply] is not node:
            self.line = self.tree.path(node)
        self.tree.follow(self.line)

    def _stand(self, node: Node, ended: bool = False, offer: Side | None = None) -> None:
        self.node = node
        self.ended = ended
        self.offer = offer
        self._legal = None

    def _end(self, reason: str, winner: Side | None) -> None:
        self.tree.close(self.node, reason, winner)
        self.tree.promote(self.node)
        del self.line[self.ply + 1 :]
        self._stand(self.node, ended=True)

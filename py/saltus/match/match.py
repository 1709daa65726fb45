"""A match in progress: the only mutable state in the rules, and the only place that keeps history.

A match is a tree of turns (`saltus.match.tree`) and a current node in it:

- The *line* leads from the root through the current node to the last node that `redo` can reach. `undo` and `redo`
  move along it; `goto` switches to the line through another node; none of them deletes or reorders nodes.
- `play` follows an existing branch if the move has been played there before, else it adds one. The line of the last
  turn played becomes the *main* line of the record; undone turns stay as a variation.
- An ending off the board (resignation, agreement, claim, flag) belongs to the node where it happened and is one step
  after it: `undo` takes back only the ending, `redo` restores it, playing on from there drops it.

Every method checks before it changes anything: after an error the match is what it was before.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias

from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Outcome, Position, Refusal, Side
from saltus.core.phrase import Phrase
from saltus.match.endings import RECORDED, Claim, Counter, claims, counters, ending
from saltus.match.tree import AnyMove, Node, TimeControl, Tree, choose, duration, other, over, whole
from saltus.notation.error import RecordWarning

RANDOM_SEED_LIMIT = 100_000  # Random seeds are below this, so that they are short enough to read out.
TERMINATION = "Termination"  # The tag that says why the main line ended.

Verdict: TypeAlias = Callable[[Position], int | None]
"""The proved value of a position: 1, 0, -1 (won, drawn, lost for the side to move), None if unknown."""


class Clocks(NamedTuple):
    """Seconds left for each side when the turn began, and the increment."""

    w: float
    b: float
    increment: float


class Match:
    """One match of `game`, from start to end, with all variations.

    `setup` and `seed` choose the start as in `Game.start` (a seeded set-up without a seed gets a random one); or
    `position` is the start, and `setup` and `seed` are None. `clock` is None for no clocks. `verdict` returns the
    proved value of a position, for `claims`. Raises ValueError for anything that the game rejects.
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
                seed = int.from_bytes(os.urandom(8), "big") % RANDOM_SEED_LIMIT
            position = game.start(setup, seed)
        self.game, self.setup, self.seed, self.verdict = game, setup, seed, verdict
        self.tree = Tree(game, position, clock)
        self.tags: dict[str, str] = {}
        """The tags of the record, with PDN's names: `Event`, `White`, `Black`, `Date` … `Termination` tells of the
        end of the main line. If that changes, the tag goes."""
        self.warnings: list[RecordWarning] = []
        """Warnings from reading the record, in the order of its text."""
        self.line: list[Node] = [self.tree.root]
        """From the root through the current node to the last node that `redo` can reach."""
        self.node: Node = self.tree.root
        self.ended = False
        """Whether the match is after the ending of its node, not before it. Then the line ends here."""
        self.offer: Side | None = None
        """The side that has offered a draw, None without an open offer."""
        self._legal: list[Move] | None = None

    # -- state -------------------------------------------------------------------------------------------

    @property
    def nodes(self) -> list[Node]:
        """Every node, in the order first played: `nodes[n].id == n`, the root first."""
        return self.tree.nodes

    @property
    def start(self) -> Position:
        return self.tree.root.position

    @property
    def position(self) -> Position:
        return self.node.position

    @property
    def side(self) -> Side:
        return self.node.side

    @property
    def ply(self) -> int:
        """The number of turns from the start to the current position."""
        return self.node.ply

    @property
    def last(self) -> Move | None:
        """The turn that led to the current position, None at the start."""
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
        """The earlier positions, oldest first, back to the last turn that made progress. Only these can repeat, so a
        search needs them and nothing else of the history."""
        return tuple(node.position for node in self.line[self.node.since : self.node.ply])

    @property
    def counters(self) -> tuple[Counter, ...]:
        """The counts towards the game's automatic draws."""
        return counters(self.game, self.position, self.node.repeats, self.node.quiet)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The results that can be claimed: what `verdict` proves, or a draw by history that a record went on
        after."""
        if self.outcome:
            return ()
        value = self.verdict(self.position) if self.verdict else None
        return claims(self.side, value, self.node.claimable)

    @property
    def clock(self) -> Clocks | None:
        """The time left for both sides, None without clocks."""
        control, left = self.tree.control, self.node.clock
        if control is None or left is None:
            return None
        white, black = left
        if self.ended and self.node.ending and self.node.ending.reason == "flag":
            white, black = (white, 0.0) if self.node.ending.winner == "w" else (0.0, black)
        return Clocks(white, black, control.increment)

    @property
    def quiet(self) -> int:
        """The plies without progress."""
        return self.node.quiet

    @property
    def can_undo(self) -> bool:
        """Whether there is a turn or an ending to take back."""
        return self.ended or self.ply > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a turn or an ending to restore."""
        return self._redoable > 0

    def why(self, path: Sequence[str]) -> Refusal | None:
        """The rule that forbids the turn along `path`; None if the turn is legal or the beginning of a legal one."""
        if self.outcome:
            return over(self.outcome).refusal
        return self.game.why(self.position, path)

    # -- playing -----------------------------------------------------------------------------------------

    def play(self, move: AnyMove, spent: float | None = 0.0, variation: bool = False) -> Node:
        """Play one turn, given as a `Move`, a path or text, that took `spent` seconds. Returns the current node.

        With clocks, a turn that took longer than its side had left is not played: the flag falls and the match ends
        at the current position. Otherwise `spent` is subtracted and the increment added. With `spent` None nobody
        made the turn, as in an opening that the match begins with, and no clock changes. If the turn was played here
        before, its time is replaced. A `variation` does not change the main line or an ending at this node. Raises
        `IllegalMove` (with the rule) for an illegal turn, ValueError for an invalid time or if the match already has
        `saltus.match.tree.MAX_TURNS` turns.
        """
        if self.outcome:
            raise over(self.outcome)
        move = choose(self.game, self.position, move, self.legal)
        spent = duration(spent)
        here, mover = self.node, self.side
        if spent is not None and here.clock is not None and spent > here.clock[here.position[3]]:
            self._end("flag", other(mover))
            return here
        node = self.tree.child(here, move)
        with self._termination_checked():
            if node is None:
                node = self.tree.grow(here, move, spent)
            else:
                self.tree.time(node, spent)
            if not variation:
                here.ending = None
                self.tree.promote(node)
        self._extend_line_through(node)
        self._set_current(node, offer=self.offer if self.offer == mover and not node.outcome else None)
        return node

    def undo(self, steps: int = 1) -> None:
        """Take back the last turns; an ending off the board counts as a step. A draw offer lapses. Raises ValueError
        if there are not that many steps to take back."""
        whole(steps, "the number of steps to undo")
        if steps > self.ply + self.ended:
            raise ValueError(f"there are only {self.ply + self.ended} steps to take back, not {steps}")
        self._set_current(self.line[self.ply + self.ended - steps])

    def redo(self, steps: int = 1) -> None:
        """Restore turns, and the ending, that were taken back. A draw offer lapses. Raises ValueError if there are
        not that many steps to restore."""
        whole(steps, "the number of steps to redo")
        if steps > self._redoable:
            raise ValueError(f"there are only {self._redoable} steps to bring back, not {steps}")
        ply, last = self.ply + steps, self.line[-1]
        self._set_current(self.line[min(ply, last.ply)], ended=ply > last.ply)

    def goto(self, node: int, through: int | None = None, ended: bool = True) -> None:
        """Go to the node with this id; if it has an ending, to after the ending unless `ended` is False.

        The line then leads through the node `through`, which must come after `node` or be `node`. By default the line
        stays as it is if it already leads through `node`; otherwise it continues along the main children. A draw
        offer lapses. Raises ValueError for a node that does not exist or is not on that line.
        """
        found = self.tree.find(node)
        if through is not None:
            end = self.tree.find(through)
            path = self.tree.path(end)
            if end.ply < found.ply or path[found.ply] is not found:
                raise ValueError(Phrase("record.through", through=through, node=node))
            self.line = path
        else:
            self._extend_line_through(found)
        ended = ended and found.ending is not None
        if ended:
            del self.line[found.ply + 1 :]
        self._set_current(found, ended)

    # -- editing the tree --------------------------------------------------------------------------------

    def promote(self, node: int) -> None:
        """Make the line to this node the main line of the record. Raises ValueError if there is no such node."""
        with self._termination_checked():
            self.tree.promote(self.tree.find(node))

    def prune(self, node: int) -> None:
        """Delete this node and everything after it; the ids of the others close up. If the current node is deleted,
        the parent of `node` becomes current. Raises ValueError for the root and for a node that does not exist."""
        found = self.tree.find(node)
        whole(node, "a node to delete")
        parent = found.parent
        with self._termination_checked():
            self.tree.prune(found)
        if parent is not None and found in self.line:
            place = self.node if self.node.ply < found.ply else parent
            ended = self.ended and place is self.node
            del self.line[found.ply :]
            if not ended and self.line[-1].ending is None:
                self.tree.follow(self.line)
            self._set_current(place, ended, self.offer if place is self.node and not place.outcome else None)

    def annotate(self, node: int, comment: str, glyphs: Sequence[int] = ()) -> None:
        """Replace the notes of a node. Raises ValueError for a node that does not exist."""
        found = self.tree.find(node)
        found.comment, found.glyphs = comment, tuple(glyphs)

    # -- endings off the board ---------------------------------------------------------------------------

    def resign(self, side: Side) -> None:
        """`side` resigns, on either side's turn. Raises ValueError if the match is over."""
        self._check_running(side)
        self._end("resignation", other(side))

    def offer_draw(self, side: Side) -> None:
        """`side` offers a draw; if the opponent's offer is open, the draw is agreed. The offer stays open until it is
        accepted or declined, the opponent moves, or the game is over. Raises ValueError if the match is over or the
        side's own offer is already open."""
        self._check_running(side)
        if self.offer == side:
            raise ValueError(f"{SIDE_NAMES[side]} has already offered a draw")
        if self.offer is None:
            self.offer = side
        else:
            self._end("agreement", None)

    def accept(self, side: Side) -> None:
        """`side` accepts the opponent's offer. Raises ValueError if there is none."""
        self._check_answerable(side)
        self._end("agreement", None)

    def decline(self, side: Side) -> None:
        """`side` declines the opponent's offer. Raises ValueError if there is none."""
        self._check_answerable(side)
        self.offer = None

    def claim(self, side: Side, kind: str) -> None:
        """`side` claims one of `claims`. Raises ValueError if it has no such claim."""
        self._check_running(side)
        if not any(claim.side == side and claim.kind == kind for claim in self.claims):
            raise ValueError(f"{SIDE_NAMES[side]} has no {kind!r:.40} to claim here")
        self._end("claim", side if kind == "win" else None)

    def flag(self, side: Side) -> None:
        """The clock of `side`, the side to move, ran out. Raises ValueError if its clock is not running."""
        self._check_running(side)
        if self.tree.control is None:
            raise ValueError("this match is played without clocks")
        if side != self.side:
            raise ValueError(f"it is {SIDE_NAMES[self.side]}'s clock that is running")
        self._end("flag", other(side))

    def overstep(self, side: Side) -> None:
        """`side`, the side to move, exceeded a time that this match does not keep, such as days for each move. Raises
        ValueError if it is not to move."""
        self._check_running(side)
        if side != self.side:
            raise ValueError(f"it is {SIDE_NAMES[self.side]}'s move")
        self._end("flag", other(side))

    # -- inside ------------------------------------------------------------------------------------------

    @property
    def _redoable(self) -> int:
        """The number of steps that `redo` can restore."""
        last = self.line[-1]
        return 0 if self.ended else last.ply - self.ply + (last.ending is not None)

    @contextmanager
    def _termination_checked(self) -> Iterator[None]:
        """Drop the tag `Termination` of a record, and its words, if the main line ends differently after the
        block."""
        if TERMINATION not in self.tags:
            yield
            return
        before = self.tree.main_line[-1]
        ended_by = before.ending
        yield
        after = self.tree.main_line[-1]
        if after is before and after.ending is ended_by:
            return
        del self.tags[TERMINATION]
        if before.ending is ended_by and ended_by is not None and ended_by.reason == RECORDED:
            before.ending = ending(RECORDED, ended_by.winner)

    def _check_running(self, side: Side) -> None:
        if side not in SIDES:
            raise ValueError(f"a side is 'w' or 'b', not {side!r:.40}")
        if self.outcome:
            raise ValueError(f"the game is over: {self.outcome.text}")

    def _check_answerable(self, side: Side) -> None:
        self._check_running(side)
        if self.offer is None:
            raise ValueError("no draw has been offered")
        if self.offer == side:
            raise ValueError(f"{SIDE_NAMES[side]} made the offer; {SIDE_NAMES[other(side)]} must answer it")

    def _extend_line_through(self, node: Node) -> None:
        """Make the line lead through `node`; a new line continues along the main children."""
        if node.ply >= len(self.line) or self.line[node.ply] is not node:
            self.line = self.tree.path(node)
        self.tree.follow(self.line)

    def _set_current(self, node: Node, ended: bool = False, offer: Side | None = None) -> None:
        self.node, self.ended, self.offer = node, ended, offer
        self._legal = None

    def _end(self, reason: str, winner: Side | None) -> None:
        with self._termination_checked():
            self.tree.close(self.node, reason, winner)
            self.tree.promote(self.node)
        del self.line[self.ply + 1 :]
        self._set_current(self.node, ended=True)

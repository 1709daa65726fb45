"""Every way through a match, against a plain model."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from saltus.core.game import SIDES, Game, Position
from saltus.games import load
from saltus.match.tree import Node, TimeControl
from saltus.records import json

from tests.support.matches import LONELY_KINGS, clocks, standing

ENGLISH, ITALIAN, ROCK, ROMAN, GAMBIT = (load(key) for key in ("english", "italian", "rock", "roman", "gambit"))

Line = tuple[tuple[str, ...], ...]
"""The paths of the turns from the root, which identify a node in the model."""

GROUNDS = [
    (ENGLISH, LONELY_KINGS),
    (ENGLISH, "B:W18,22:B11,K32"),
    (ITALIAN, "W:W6,K21:BK32,9"),
    (ROMAN, "w7/8/8/8/8/8/7b/7b w"),
    (ROCK, "8/8/8/w5b1/8/3w4/8/b7 w"),
    (GAMBIT, "8/wwwwwwww/bbbbbbbb/8 b"),
]


class Walk(RuleBasedStateMachine):
    """A match beside a model that stores lines as tuples and recounts everything each time."""

    @initialize(
        ground=st.sampled_from(GROUNDS), clock=st.sampled_from([None, TimeControl(6, 0.5), TimeControl(1000)])
    )
    def begin(self, ground: tuple[Game, str], clock: TimeControl | None) -> None:
        self.match = standing(*ground, clock=clock)
        self.clock = clock
        self.known: list[Line] = [()]
        self.main: dict[Line, Line | None] = {}
        self.endings: dict[Line, tuple[str, str | None]] = {}
        self.spent: dict[Line, float] = {}
        self.here: Line = ()
        self.end: Line = ()
        self.over = False
        self.offer: str | None = None

    # The model's own arithmetic, from the beginning of the line every time.

    def positions(self, line: Line) -> list[Position]:
        game, found = self.match.game, [self.match.start]
        for path in line:
            move = game.find(found[-1], path)
            assert move is not None
            found.append(game.play(found[-1], move))
        return found

    def left(self, line: Line) -> list[float]:
        assert self.clock is not None
        left = [self.clock.initial, self.clock.initial]
        for ply, position in enumerate(self.positions(line)[:-1], 1):
            mover = position[3]
            left[mover] = max(0.0, left[mover] - self.spent[line[:ply]]) + self.clock.increment
        return left

    def counts(self, line: Line) -> tuple[int, int]:
        """How often the last position has occurred, and the turns without progress."""
        game, found = self.match.game, self.positions(line)
        quiet = 0
        for before, after, path in zip(found, found[1:], line, strict=False):
            move = game.find(before, path)
            assert move is not None
            counted = game.counting(before) and game.counting(after) and not game.progress(before, move)
            quiet = quiet + 1 if counted else 0
        return found.count(found[-1]), quiet

    def finish(self, reason: str, winner: str | None) -> None:
        self.endings[self.here] = (reason, winner)
        self.lead(self.here)
        self.main[self.here] = None
        self.end, self.over, self.offer = self.here, True, None

    def lead(self, line: Line) -> None:
        for ply in range(len(line)):
            self.main[line[:ply]] = line[: ply + 1]

    def follow(self, line: Line) -> Line:
        while (onward := self.main.get(line)) is not None:
            line = onward
        return line

    @property
    def mover(self) -> str:
        return SIDES[self.positions(self.here)[-1][3]]

    def other(self, side: str) -> str:
        return "b" if side == "w" else "w"

    # What may be done to a match.

    @precondition(lambda self: self.match.legal)
    @rule(number=st.integers(0, 1000), quarters=st.integers(0, 12))
    def play(self, number: int, quarters: int) -> None:
        spent = quarters / 4
        mover = self.mover
        move = self.match.legal[number % len(self.match.legal)]
        out = self.clock is not None and spent > self.left(self.here)[SIDES.index(mover)]
        self.match.play(move, spent)
        if out:
            self.finish("flag", self.other(mover))
            return
        child = (*self.here, move.path)
        self.endings.pop(self.here, None)
        self.spent[child] = spent
        if child not in self.known:
            self.known.append(child)
        self.lead(child)
        self.end = self.follow(self.end if self.end[: len(child)] == child else child)
        self.here = child
        if self.offer == self.other(mover) or self.match.outcome:
            self.offer = None

    @precondition(lambda self: self.match.legal)
    @rule(number=st.integers(0, 2))
    def play_one_of_the_first_turns(self, number: int) -> None:
        """Returns to existing branches."""
        self.play(number, 0)

    @precondition(lambda self: self.here or self.over)
    @rule(number=st.integers(0, 1000))
    def undo(self, number: int) -> None:
        steps = 1 + number % (len(self.here) + self.over)
        self.match.undo(steps)
        self.here = self.end[: len(self.here) + self.over - steps]
        self.over, self.offer = False, None

    @precondition(lambda self: not self.over and (self.here != self.end or self.end in self.endings))
    @rule(number=st.integers(0, 1000))
    def redo(self, number: int) -> None:
        more = len(self.end) - len(self.here)
        steps = 1 + number % (more + (self.end in self.endings))
        self.match.redo(steps)
        self.over, self.offer = steps > more, None
        self.here = self.end[: len(self.here) + steps]

    @rule(number=st.integers(0, 1000), ended=st.booleans())
    def goto(self, number: int, ended: bool) -> None:
        place = number % len(self.known)
        self.match.goto(place, ended=ended)
        self.here = self.known[place]
        if self.end[: len(self.here)] != self.here:
            self.end = self.here
        self.end = self.follow(self.end)
        self.over, self.offer = ended and self.here in self.endings, None
        if self.over:
            self.end = self.here

    @precondition(lambda self: self.match.outcome is None and len(self.known) > 3)
    @rule(side=st.sampled_from(SIDES))
    def resign(self, side: str) -> None:
        self.match.resign(side)  # type: ignore[arg-type]
        self.finish("resignation", self.other(side))

    @precondition(lambda self: self.match.outcome is None and self.offer is None)
    @rule(side=st.sampled_from(SIDES))
    def offer_draw(self, side: str) -> None:
        self.match.offer_draw(side)  # type: ignore[arg-type]
        self.offer = side

    @precondition(lambda self: self.offer is not None)
    @rule(accepted=st.booleans())
    def answer(self, accepted: bool) -> None:
        assert self.offer is not None
        if accepted:
            self.match.accept(self.other(self.offer))  # type: ignore[arg-type]
            self.finish("agreement", None)
        else:
            self.match.decline(self.other(self.offer))  # type: ignore[arg-type]
            self.offer = None

    @precondition(lambda self: self.match.outcome is None and self.clock is not None and len(self.known) > 3)
    @rule()
    def flag(self) -> None:
        mover = self.mover
        self.match.flag(mover)  # type: ignore[arg-type]
        self.finish("flag", self.other(mover))

    @rule(number=st.integers(0, 5), side=st.sampled_from(SIDES))
    def try_what_cannot_be_done(self, number: int, side: str) -> None:
        """A rejected request changes nothing."""
        match = self.match
        before = json.write(match)
        attempts = (
            lambda: match.undo(len(self.here) + self.over + 1),
            lambda: match.redo(len(self.end) + 2),
            lambda: match.goto(len(self.known)),
            lambda: match.play(["a1", "a1", "a1"], 1.0),
            lambda: match.claim(side, "win"),  # type: ignore[arg-type]
            lambda: match.accept(side if self.offer in (None, side) else self.offer),  # type: ignore[arg-type]
        )
        with pytest.raises(ValueError, match=r"\w"):
            attempts[number]()
        assert json.write(match) == before

    # What must hold.

    @invariant()
    def stands_where_the_model_does(self) -> None:
        match = self.match
        assert match.node.id == self.known.index(self.here)
        assert [node.move.path for node in match.line if node.move] == list(self.end)
        assert match.line[match.ply] is match.node
        assert match.ended == self.over
        assert match.offer == self.offer
        assert match.position == self.positions(self.here)[-1]
        assert match.can_undo == bool(self.here or self.over)
        assert match.can_redo == (not self.over and (self.here != self.end or self.end in self.endings))

    @invariant()
    def counts_as_the_model_does(self) -> None:
        match, game = self.match, self.match.game
        stood, quiet = self.counts(self.here)
        found = {counter.key: counter.reached for counter in match.counters}
        if game.repetitions:
            assert found["repetition"] == stood
        if "quiet" in found:
            assert found["quiet"] == quiet
        expected = self.endings.get(self.here) if self.over else None
        on_board = game.outcome(match.position)
        if on_board is not None:
            expected = (on_board.reason, on_board.winner)
        elif game.repetitions and stood >= game.repetitions:
            expected = ("repetition", None)
        elif game.quiet_limit and quiet >= game.quiet_limit:
            expected = ("quiet", None)
        assert (match.outcome and (match.outcome.reason, match.outcome.winner)) == expected
        assert bool(match.legal) == (expected is None)
        if self.clock is not None and not self.over:
            assert clocks(match) == tuple(self.left(self.here))

    @invariant()
    def keeps_every_node(self) -> None:
        def name(node: Node) -> Line:
            return (*name(node.parent), node.move.path) if node.parent and node.move else ()

        nodes = self.match.nodes
        assert [name(node) for node in nodes] == self.known
        assert [node.id for node in nodes] == list(range(len(nodes)))
        for node, line in zip(nodes, self.known, strict=True):
            assert [name(child) for child in node.children] == [
                other for other in self.known if len(other) == len(line) + 1 and other[:-1] == line
            ]
            assert (node.main and name(node.main)) == self.main.get(line)
            assert (node.ending and (node.ending.reason, node.ending.winner)) == self.endings.get(line)


TestWalk = Walk.TestCase
TestWalk.settings = settings(max_examples=120, stateful_step_count=40, deadline=None)

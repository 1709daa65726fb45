"""The first searches with few pieces, in every game with tables: unpacking them costs no move, and is done early."""

from collections.abc import Generator, Iterator
from itertools import pairwise
from random import Random

import pytest
from saltus.core import resources
from saltus.core.game import Game, Position
from saltus.engine.think import Limits, SearchRequest, think
from saltus.engine.timeman import MIN_DEPTH, MIN_NODES, Clock, may_end
from saltus.games import keys, load
from saltus.tablebase import base, draughts, gambit, roman
from saltus.tablebase.base import PROBE_PIECES, UNPACK_PIECES

TABLES = [key for key in keys() if load(key).tables]
PROBING = [key for key in TABLES if key != "gambit"]
"""The games whose searches probe a tablebase; all of Gambit is known or searched to its end."""
SECONDS = 0.1


class Machine:
    """A clock that passes only while tables are unpacked, and a little with every look at it."""

    def __init__(self, seconds_a_step: float) -> None:
        self.now = 0.0
        self.seconds_a_step = seconds_a_step
        self.steps = 0

    def __call__(self) -> float:
        self.now += 0.005
        return self.now

    def unpack(self, name: str) -> Generator[None, None, bytes]:
        unpacking = resources.unpack(name)
        while True:
            self.now += self.seconds_a_step
            self.steps += 1
            try:
                yield next(unpacking)
            except StopIteration as done:
                return bytes(done.value)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    """A machine on which nothing is unpacked yet, and each step of it takes a whole move's time."""
    caches = (draughts._values, draughts._results, roman._parts, gambit.solution)
    made = Machine(SECONDS)
    monkeypatch.setattr(base, "unpack", made.unpack)
    monkeypatch.setattr("saltus.engine.think.perf_counter", made)
    for cache in caches:
        cache.cache_clear()
    yield made
    for cache in caches:  # what was unpacked half belongs to this machine
        cache.cache_clear()


def pieces(position: Position) -> int:
    return (position[0] | position[1]).bit_count()


def begun(game: Game, most: int, seed: int) -> Position:
    """The first position of a random game with no more pieces than this."""
    choose = Random(seed)
    while True:
        position = game.start(seed=choose.randrange(1_000_000) if game.setups[0].seeded else None)
        while (moves := game.moves(position)) and pieces(position) > most:
            position = game.play(position, choose.choice(moves))
        if moves:
            return position


@pytest.mark.parametrize("limit", [Limits(SECONDS), Limits(clock=Clock(SECONDS))], ids=["time", "clock"])
@pytest.mark.parametrize("key", TABLES)
def test_no_move_is_played_unsearched_while_tables_are_unpacked(key: str, limit: Limits, machine: Machine) -> None:
    """A game from before that moment to after it, with all its time spent before each search begins."""
    game = load(key)
    position = begun(game, UNPACK_PIECES + 1, 4)
    for _ in range(40):
        moves = game.moves(position)
        if not moves:
            break
        *_, found = think(SearchRequest(game, position), limit)
        assert found.exact or (found.depth and found.nodes), pieces(position)
        assert found.exact or len(moves) == 1 or may_end(found)
        position = game.play(position, found.pv[0])
    assert machine.steps or key == "gambit"


@pytest.mark.parametrize("key", PROBING)
def test_tables_are_there_before_a_search_probes_them(key: str, machine: Machine) -> None:
    """Within one move of the terminal's usual second, if a step takes five milliseconds (see `Machine`)."""
    machine.seconds_a_step = 0
    game = load(key)
    *_, found = think(SearchRequest(game, begun(game, UNPACK_PIECES, 2)), Limits(1.0))
    assert (found.exact, machine.steps > 0) == (False, True)
    before = machine.steps
    *_, found = think(SearchRequest(game, begun(game, PROBE_PIECES, 3)), Limits(nodes=500))
    assert machine.steps == before
    assert max(game.tables.values()) > PROBE_PIECES, "a page fetches it earlier, too"


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("lines", [1, 3])
def test_the_least_search_is_short(key: str, lines: int) -> None:
    """Whatever the position, the clock waits for few nodes."""
    game = load(key)
    for seed in range(5):
        position = begun(game, 30, seed)
        for _ in range(12):
            *_, found = think(SearchRequest(game, position), Limits(1e-9, lines=lines))
            assert found.exact or found.depth == MIN_DEPTH or found.nodes < 2 * MIN_NODES[0]
            assert found.exact or found.depth
            position = game.play(position, found.pv[0])
            if not game.moves(position):
                break


def test_a_search_can_be_left_at_every_step() -> None:
    """Whoever told it to stop waits for one step: of unpacking, or of a few nodes."""
    game = load("english")
    nodes = [progress.nodes for progress in think(SearchRequest(game, begun(game, 9, 1)), Limits(nodes=3_000))]
    assert max(after - before for before, after in pairwise(nodes)) < 600

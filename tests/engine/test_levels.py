"""The ten levels. Their strength is measured by matches, not here; see `py/workshop`."""

from collections.abc import Iterator

import pytest
from saltus.core.game import Game, Move, Position
from saltus.engine.levels import FULL, HandicappedGame, ladder
from saltus.engine.search import SearchInfo
from saltus.engine.think import Limits, SearchRequest, think
from saltus.engine.timeman import Clock
from saltus.games import keys, load
from saltus.games.rock import Rock
from saltus.match.match import Match

from tests.support.tiers import mostly_slow

GAMES = keys()


def start(game: Game) -> Position:
    setup = game.setups[0]
    return game.start(setup.key, 5 if setup.seeded else None)


def thought(game: Game, position: Position, level: int, seed: int = 0) -> SearchInfo:
    *_, last = think(SearchRequest(game, position, seed=seed), Limits(nodes=4_000, level=level))
    return last._replace(seconds=0.0)


def duel(key: str, white: int, black: int, seed: int) -> str:
    """The winner of a game between two levels; after 40 moves each, the side with more pieces."""
    setup = load(key).setups[-1]
    match = Match(load(key), setup=setup.key, seed=seed if setup.seeded else None)
    while not match.outcome and match.ply < 80:
        game, position = match.game, match.position
        level = black if position[3] else white
        *_, last = think(SearchRequest(game, position, match.past, seed=seed), Limits(nodes=1_500, level=level))
        match.play(last.pv[0].path)
    if match.outcome:
        return match.outcome.winner or ""
    lead = match.position[0].bit_count() - match.position[1].bit_count()
    return "w" if lead > 0 else "b" if lead < 0 else ""


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("level", range(1, FULL + 1))
def test_every_level_plays_a_legal_move_within_its_nodes(key: str, level: int) -> None:
    game = load(key)
    position = start(game)
    last = thought(game, position, level)
    assert last.pv[0] in game.moves(position)
    if level < FULL:
        assert last.depth <= ladder(game)[level - 1].depth
        assert last.nodes < ladder(game)[level - 1].nodes + 2_000


@pytest.mark.parametrize("key", GAMES)
def test_a_player_sees_the_same_position_in_the_same_way(key: str) -> None:
    game = load(key)
    position = start(game)
    assert thought(game, position, 3, seed=7) == thought(game, position, 3, seed=7)


def test_players_of_one_level_differ() -> None:
    game = load("english")
    assert len({thought(game, start(game), 2, seed).pv[0] for seed in range(20)}) > 2


@pytest.mark.parametrize("key", GAMES)
def test_captures_are_never_missed(key: str) -> None:
    game = load(key)
    eyes = HandicappedGame(game, ladder(game)[0], 1)
    position = start(game)
    for _ in range(12):
        legal, seen = game.moves(position), eyes.moves(position)
        assert {move for move in legal if move.captured} <= set(seen) <= set(legal)
        assert seen
        position = game.play(position, seen[-1])
        if not game.moves(position):
            break


@pytest.mark.parametrize("key", GAMES)
@mostly_slow("strong, weak", [(5, 1), (FULL, 1)], (5, 1))
def test_much_stronger_levels_win(key: str, strong: int, weak: int) -> None:
    results = [duel(key, strong, weak, seed) for seed in (1, 2)] + [
        {"w": "b", "b": "w"}.get(duel(key, weak, strong, seed), "") for seed in (1, 2)
    ]
    assert results.count("w") > results.count("b")


def test_full_strength_plays_an_only_move_at_once() -> None:
    game = load("italian")
    position = game.position(["........"] * 6 + ["....b...", "...w...."], "w")
    assert len(game.moves(position)) == 1
    assert [progress.depth for progress in think(SearchRequest(game, position), Limits(60))][-1] == 1


@pytest.mark.parametrize("level", [0, 11, -1])
def test_unknown_level_is_refused(level: int) -> None:
    game = load("rock")
    with pytest.raises(ValueError, match="from 1 to 10"):
        next(think(SearchRequest(game, game.start()), Limits(level=level)))


class Clockwork:
    """A clock that only `pass_` advances."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.002
        return self.now


class Slow:
    """Knows everything after so many unpacking steps of 50 ms."""

    def __init__(self, clock: Clockwork, steps: int) -> None:
        self.clock = clock
        self.left = steps

    def unpack(self, position: Position) -> Iterator[None]:
        while self.left:
            self.left -= 1
            self.clock.now += 0.05
            yield

    def near(self, position: Position) -> None:
        assert not self.left

    def certain(self, position: Position, quiet: int) -> int | None:
        return None

    def lines(self, position: Position, past: object, quiet: int) -> list[tuple[int, list[Move]]]:
        assert not self.left
        return [(7, [move]) for move in Rock().moves(position)]


class Learned(Rock):
    """Rock with that knowledge."""

    key = "rock"
    slow: Slow

    def knowledge(self) -> Slow:
        return self.slow


@pytest.mark.parametrize("limit", [Limits(0.2), Limits(clock=Clock(5.0))])
def test_unpacking_counts_as_thinking(limit: Limits, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first move is searched without tables that are not unpacked in time; a later one has them all."""
    clock = Clockwork()
    monkeypatch.setattr("saltus.engine.think.perf_counter", clock)
    game = Learned()
    game.slow = Slow(clock, steps=5)
    (*_, found) = think(SearchRequest(game, game.start()), limit)
    assert clock.now < 0.3
    assert (found.exact, game.slow.left) == (False, 3)
    assert found.depth > 0
    for _ in range(2):
        (*_, found) = think(SearchRequest(game, game.start()), limit)
    assert found.exact

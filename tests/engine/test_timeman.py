"""Time management with a running clock. No time is measured: the tests pass the seconds in."""

import itertools

import pytest
from saltus.core.score import Line
from saltus.engine.search import SearchInfo
from saltus.engine.think import Limits, SearchRequest, think
from saltus.engine.timeman import Clock, TimeManager
from saltus.games import load

GAME = load("english")
MOVES = GAME.moves(GAME.start())
CLOCK = Clock(left=250)


def told(depth: int, move: int, score: int, best_share: float = 0.5) -> SearchInfo:
    pv = (MOVES[move],)
    return SearchInfo(depth, score, 1_000 * depth, pv, (Line(score, pv),), best_share)


def thinks(*depths: SearchInfo) -> float:
    """The seconds spent if these depths complete at once and nothing new follows."""
    pace = TimeManager(CLOCK)
    for progress in depths:
        assert not pace.enough(progress, 0.0)
    return next(tenths / 10 for tenths in range(2_500) if pace.enough(depths[-1], tenths / 10))


def test_usual_move_takes_a_share_of_the_remaining_time() -> None:
    assert thinks(told(1, 0, 0), told(2, 0, 0)) == pytest.approx(CLOCK.usual)
    assert CLOCK.usual == pytest.approx(10)


def test_stable_and_clear_best_move_takes_less_time() -> None:
    steady = [told(depth, 0, 5, best_share=0.95) for depth in range(1, 7)]
    rivalled = [told(depth, 0, 5, best_share=0.5) for depth in range(1, 7)]
    assert thinks(*steady) < thinks(*rivalled)


def test_best_move_that_just_changed_takes_more_time() -> None:
    assert thinks(told(1, 0, 5), told(2, 0, 5), told(3, 1, 5)) > thinks(told(1, 0, 5), told(2, 0, 5), told(3, 0, 5))


def test_falling_score_takes_most_time() -> None:
    fallen = thinks(told(1, 0, 50), told(2, 0, 50), told(3, 0, 10))
    assert fallen > thinks(told(1, 0, 50), told(2, 0, 50), told(3, 1, 50)) > CLOCK.usual


@pytest.mark.parametrize("left", [0.05, 0.3, 2.0, 60.0, 600.0])
@pytest.mark.parametrize("increment", [0.0, 5.0])
def test_no_move_exceeds_the_remaining_time(left: float, increment: float) -> None:
    clock = Clock(left, increment)
    assert 0 < clock.usual <= clock.most < left


def test_only_move_is_played_at_once() -> None:
    game = load("italian")
    position = game.position(["........"] * 6 + ["....b...", "...w...."], "w")
    assert [progress.depth for progress in think(SearchRequest(game, position), Limits(clock=Clock(3600)))][-1] == 1


def test_search_without_a_time_ends_by_its_depth_alone_or_when_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    hours = itertools.count(0, 3600)
    monkeypatch.setattr("saltus.engine.think.perf_counter", lambda: next(hours))
    question = SearchRequest(GAME, GAME.start())
    assert [progress.depth for progress in think(question, Limits(depth=3))][-1] == 3
    assert [progress.depth for progress in think(question, Limits(depth=3, patience=60))] == [0]

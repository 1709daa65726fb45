"""What is told of a game after the computer has played it with itself."""

from saltus.games import load
from saltus.lab.measure import Results, measuring


def test_the_same_seed_gives_the_same_games() -> None:
    game = load("gambit")
    *_, first = filter(None, measuring(game, 3))
    *_, again = filter(None, measuring(game, 3))
    *_, other = filter(None, measuring(game, 3, seed=9))
    assert first == again != other


def test_each_first_move_begins_as_many_games() -> None:
    game = load("english")
    found = list(filter(None, measuring(game, 8)))
    assert [one.results.games for one in found] == list(range(1, 9))
    last = found[-1]
    assert sorted(last.openings) == ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]
    assert sorted(tally.games for tally in last.openings.values()) == [1] * 6 + [2]
    assert sum(tally.games for tally in last.openings.values()) == 8
    assert 2 < last.choices < 15
    assert 10 < last.length < 400


def test_a_share_counts_a_draw_as_half_and_its_margin_shrinks_with_the_games() -> None:
    tally = Results().with_result("w", "w").with_result("b", "w").with_result(None, "w").with_result("w", "w")
    assert tally == (2, 1, 1)
    assert tally.share == 0.625
    assert 0 < Results(200, 100, 100).margin < Results(20, 10, 10).margin < tally.margin <= 0.5
    assert Results(10, 0, 0).margin > 0

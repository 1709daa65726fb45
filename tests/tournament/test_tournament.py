"""Engine tournaments and their ratings."""

from itertools import count
from math import inf
from pathlib import Path

import pytest
from saltus.engine.think import Limits, SearchRequest, best
from saltus.games import keys
from saltus.match.tree import TimeControl
from saltus.parallel.progress import Progress
from saltus.tournament.play import MAX_OPENING_SCORE, OPENING_SEARCH_LIMITS, Terms, opening, play_game
from saltus.tournament.players import Player
from saltus.tournament.ratings import Pairing, elo, log_likelihood_ratio, row, summary, verdict
from saltus.tournament.tournament import Log, tournament

STRONG, WEAK = Player("strong", Limits(nodes=600)), Player("weak", Limits(nodes=60, level=1))


@pytest.mark.parametrize("key", keys())
def test_an_opening_is_even_and_always_the_same(key: str) -> None:
    terms = Terms(key, {})
    match = opening(terms, 7)
    assert match.outcome is None
    assert opening(terms, 7).position == match.position
    assert len({opening(terms, seed).position for seed in (7, 8, 9)}) > 1
    question = SearchRequest.of(match)
    assert abs(best(question, OPENING_SEARCH_LIMITS).score) <= MAX_OPENING_SCORE


def test_an_opening_has_as_many_turns_as_asked() -> None:
    assert opening(Terms("english", {}, plies=3), 1).ply == 3
    assert opening(Terms("english", {}, plies=0), 1).ply == 0


@pytest.mark.parametrize("workers", [1, 2])
def test_the_same_seed_gives_the_same_results_on_any_number_of_processes(workers: int) -> None:
    *_, last = tournament(Terms("gambit", {}), [STRONG, WEAK], pairs=2, seed=5, workers=workers)
    assert (last.first, last.second) == ("strong", "weak")
    (alone,) = list(tournament(Terms("gambit", {}), [STRONG, WEAK], pairs=1, seed=5))
    assert last.pairs[:1] == alone.pairs
    assert len(last.pairs) == 2
    assert sum(last.count(points) for points in (0, 0.5, 1)) == 4


def test_everyone_meets_everyone() -> None:
    players = [Player(name, Limits(nodes=20)) for name in "abc"]
    met = [(one.first, one.second) for one in tournament(Terms("gambit", {}), players, pairs=1, seed=1)]
    assert met == [("a", "b"), ("a", "c"), ("b", "c")]


def test_the_better_player_wins() -> None:
    *_, last = tournament(Terms("roman", {}), [Player("strong", Limits(nodes=2000)), WEAK], pairs=1, seed=1)
    assert last.score == 1


def test_scores_are_rated() -> None:
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo(0.25) == -elo(0.75)
    assert (elo(1), elo(0)) == (inf, -inf)


def test_the_interval_narrows_with_more_games_and_holds_the_score() -> None:
    pair = (1.0, 0.5)
    few, many = Pairing("a", "b", (pair,) * 5), Pairing("a", "b", (pair, (0.0, 1.0)) * 50)
    for pairing in (few, many):
        low, high = pairing.interval
        assert 0 <= low < pairing.score < high <= 1
    assert many.interval[1] - many.interval[0] < few.interval[1] - few.interval[0]


def test_equal_results_do_not_prove_everything() -> None:
    low, high = Pairing("a", "b", ((1.0, 1.0),) * 3).interval
    assert low < 0.5
    assert high == 1


def test_a_row_and_a_summary_tell_the_same() -> None:
    pairing = Pairing("a", "b", ((1.0, 0.5), (1.0, 0.0), (1.0, 1.0)))
    assert row(pairing).split()[:8] == ["a", "v", "b", "6", "4", "1", "1", "75.0%"]
    told = summary(pairing)
    assert (told["won"], told["drawn"], told["lost"], told["score"]) == (4, 1, 1, 0.75)
    assert told["elo"][0] == 191  # type: ignore[index]
    assert summary(Pairing("a", "b", ((1.0, 1.0),)))["elo"][2] is None  # type: ignore[index]


def test_openings_given_as_moves_or_positions_are_used_in_turn() -> None:
    terms = Terms("english", {}, openings=("11-15 23-19", "B:W21,22,K30:B1,2,3"))
    assert opening(terms, 0).ply == 2
    assert opening(terms, 1).position == opening(terms, 3).position
    assert opening(terms, 1).ply == 0


def test_a_player_whose_clock_runs_out_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saltus.tournament.play.perf_counter", count().__next__)  # a second from look to look
    terms = Terms("gambit", {}, plies=0, control=TimeControl(0.5))
    match = opening(terms, 1)
    assert match.side == "b"
    played = play_game(match, {"w": STRONG, "b": WEAK}, terms, 1)
    assert (played.points, played.reason) == (1.0, "flag")


def test_clocks_with_time_enough_change_nothing_but_the_limits() -> None:
    terms = Terms("gambit", {}, control=TimeControl(60, 1))
    played = play_game(opening(terms, 1), {"w": WEAK, "b": WEAK}, terms, 1)
    assert played.reason != "flag"


def test_a_game_that_both_count_as_won_is_adjudicated() -> None:
    position = "W:WK1,K2,K3,K5:BK32"
    plain = Terms("english", {}, openings=(position,))
    whole = play_game(opening(plain, 0), {"w": STRONG, "b": STRONG}, plain, 1)
    terms = Terms("english", {}, openings=(position,), resign=300)
    short = play_game(opening(terms, 0), {"w": STRONG, "b": STRONG}, terms, 1)
    assert (short.points, short.reason) == (1.0, "adjudicated: won")
    assert whole.points == 1.0
    assert len(short.moves.split()) == 8 < len(whole.moves.split())


def test_a_game_is_not_adjudicated_where_a_player_disagrees() -> None:
    blind = Player("blind", Limits(depth=1, level=1))
    terms = Terms("english", {}, openings=("W:WK1,K2,K3,K5:BK32",), resign=999_999)
    played = play_game(opening(terms, 0), {"w": STRONG, "b": blind}, terms, 1)
    assert played.reason != "adjudicated: won"


def test_a_game_that_both_count_as_even_is_drawn_once_it_is_late_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saltus.tournament.play.DRAW_PLY", 20)
    terms = Terms("english", {}, plies=0, draw=500)
    played = play_game(opening(terms, 1), {"w": STRONG, "b": STRONG}, terms, 1)
    assert (played.points, played.reason) == (0.5, "adjudicated: drawn")
    assert len(played.moves.split()) == 20


def test_a_solved_position_ends_a_game_at_once() -> None:
    terms = Terms("english", {}, openings=("W:WK1,K2,K3:BK32",), solved=True)
    played = play_game(opening(terms, 0), {"w": STRONG, "b": STRONG}, terms, 1)
    assert (played.points, played.reason, len(played.moves.split())) == (1.0, "solved", 1)


def test_the_sequential_test_decides_either_way_and_only_with_enough_games() -> None:
    won, even, mixed = ((1.0, 1.0),) * 20, ((1.0, 0.0),) * 400, ((1.0, 0.5), (0.0, 0.5)) * 10
    assert verdict(Pairing("a", "b", won), 50) == "stronger"
    assert verdict(Pairing("a", "b", even), 50) == "not stronger"
    assert verdict(Pairing("a", "b", mixed), 50) is None
    assert verdict(Pairing("a", "b", won[:1]), 50) is None
    assert log_likelihood_ratio(Pairing("a", "b", won), 50) > log_likelihood_ratio(Pairing("a", "b", mixed), 50)


def test_pairs_of_an_earlier_run_are_finished_from_the_start_and_say_nothing_about_the_speed(tmp_path: Path) -> None:
    terms, path = Terms("gambit", {}), tmp_path / "log.jsonl"
    for _ in tournament(terms, [STRONG, WEAK], 2, 5, log=Log(path, terms)):
        pass
    progress = Progress(3)
    again = tournament(terms, [STRONG, WEAK], 3, 5, log=Log(path, terms), progress=progress)
    seen = [str(progress) for _ in again]
    assert seen[:2] == ["2 of 3", "2 of 3"]
    assert seen[2].startswith("3 of 3, ")

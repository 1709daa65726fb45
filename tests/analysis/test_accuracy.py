"""Accuracy: 100 for the best moves, about 0 for moves drawn by lot, in every game, whoever is winning."""

from itertools import pairwise
from random import Random

import pytest
from saltus.analysis.chances import MOST_BY_ONE_MOVE, NOISE, accuracy, chance, scale, worth
from saltus.analysis.review import Reviewer, Turn, accuracies, review
from saltus.core.game import SIDES
from saltus.core.score import WIN
from saltus.engine.glance import glance
from saltus.engine.probe import exact
from saltus.engine.think import Limits, SearchRequest, think
from saltus.games import keys, load
from saltus.match.match import Match

from tests.support.tiers import mostly_slow

NODES = 300
"""Of the searches that play and that review: few, so that the tests are quick."""
PLIES = 24
GAMES = 6
"""So many that no single move decides the accuracy, which has none then."""


def engine_against_lots(key: str, seed: int) -> Match:
    """A game of the search's first choices, for White, against moves drawn by lot."""
    choose = Random(f"{key} {seed}")
    game = load(key)
    match = Match(game, seed=seed if game.setups[0].seeded else None)
    while not match.outcome and match.ply < PLIES:
        if match.side == "b":
            match.play(choose.choice(match.legal))
            continue
        asked = SearchRequest.of(match)
        found = None
        for found in think(asked, Limits()):
            if found.nodes >= NODES:
                break
        assert found is not None
        match.play(found.move)
    return match


def reviewed(match: Match) -> list[Turn]:
    reviewer = Reviewer(match, nodes=NODES)
    for _ in reviewer.run():
        pass
    return reviewer.turns()


@mostly_slow("key", keys(), "english", "gambit")
def test_best_moves_are_accurate_and_random_moves_are_not_whoever_wins(key: str) -> None:
    games = [reviewed(engine_against_lots(key, seed)) for seed in range(GAMES)]
    found = accuracies([turn for turns in games for turn in turns])
    assert found["w"] is not None
    assert found["b"] is not None
    assert found["b"] <= 35
    assert found["w"] >= 90
    assert all(turn.lost == turn.stake == 0 for turns in games for turn in turns if not turn.free), "forced moves"


def test_the_same_nodes_make_the_same_review() -> None:
    match = engine_against_lots("rock", 1)
    first, second = ([(turn.score, turn.lost, turn.stake) for turn in reviewed(match)] for _ in range(2))
    assert first == second


def test_accuracy_is_the_share_kept_of_what_was_at_stake() -> None:
    assert accuracy([]) is None
    assert accuracy([(0, 0)]) is None, "nothing was at stake"
    assert accuracy([(0, 0.2), (0, 0.4)]) == 100
    assert accuracy([(0.1, 0.2), (0, 0.2)]) == pytest.approx(75)
    assert accuracy([(0.1, 0.1), (0, 0.9)]) == pytest.approx(90), "a turn counts as much as depended on it"
    assert accuracy([(0.2, 0.1)] * 8) == 0, "worse than moves drawn by lot"


def test_a_game_that_one_move_decides_has_no_accuracy() -> None:
    quiet = [(0.0, 0.03)] * 17
    assert accuracy(quiet) == 100
    assert accuracy([*quiet, (0.45, 0.1)]) is None, "26, and 100 without that move"
    assert accuracy([*quiet, (0.45, 0.1), (0.3, 0.1), (0.3, 0.1), (0.3, 0.1)]) == 0, "bad without it, too"
    most = MOST_BY_ONE_MOVE / 100
    assert accuracy([(most, 0.5), (0, 0.5)]) == pytest.approx(100 - MOST_BY_ONE_MOVE)
    assert accuracy([(most + 0.01, 0.5), (0, 0.5)]) is None


@pytest.mark.parametrize("key", keys())
def test_worth_never_stops_growing(key: str) -> None:
    game = load(key)
    scores = [0, 50, 100, 300, 600, 700, 7 * scale(game), WIN - 90, WIN - 20, WIN - 3, WIN - 1]
    values = [worth(game, score) for score in scores]
    assert values[0] == 0
    for some in (values[:6], values[6:]):
        assert all(low < high for low, high in pairwise(some))
    assert [worth(game, -score) for score in scores] == pytest.approx([-value for value in values])
    step = scale(game) // 10
    assert worth(game, step) == pytest.approx(chance(game, step) - 0.5, abs=0.001), "as chances, if even"
    piece = worth(game, 600) - worth(game, 500), chance(game, 600) - chance(game, 500)
    assert piece[0] > 3 * piece[1], "a piece still counts in a decided game"


@pytest.mark.parametrize("key", keys())
def test_a_glance_tells_every_legal_move_in_the_order_of_the_game(key: str) -> None:
    match = engine_against_lots(key, 2)
    match.undo(2)
    seen = list(glance(SearchRequest.of(match)))
    assert [move for move, _ in seen] == match.legal


def test_a_glance_has_the_proved_scores() -> None:
    game = load("gambit")
    start = game.start()
    known = exact(game, start)
    assert known is not None
    assert dict(glance(SearchRequest(game, start))) == {line.pv[0]: line.score for line in known.lines}


def test_a_glance_sees_a_repetition() -> None:
    match = Match(load("rock"))
    for move in ("b1-b3", "a5-c5", "b3-b1"):
        match.play(move)
    back = next(move for move in match.legal if move.path == ("c5", "a5"))
    asked = SearchRequest.of(match)
    assert dict(glance(asked))[back] == 0


def test_the_review_turn_by_turn_has_the_same_stakes() -> None:
    from saltus import analyse

    match = engine_against_lots("english", 0)
    turns = list(review(match, lambda here, table: analyse(here, Limits(depth=2), table=table)))
    assert all(turn.stake == 0 for turn in turns if not turn.free)
    assert any(turn.stake > NOISE for turn in turns)
    assert set(accuracies(turns)) == set(SIDES)

"""How a match begins, and the moves that are played in it."""

import pytest
from saltus.core.game import PASS
from saltus.games import keys, load
from saltus.match import tree
from saltus.match.match import RANDOM_SEED_LIMIT, Match
from saltus.match.tree import MAX_CLOCK_SECONDS, TimeControl
from saltus.notation.move import IllegalMove
from saltus.records import json

from tests.support.matches import ended, standing

ENGLISH, ROCK, ROMAN = (load(key) for key in ("english", "rock", "roman"))


@pytest.mark.parametrize("key", keys())
def test_a_match_begins_at_the_games_start_with_its_first_side(key: str) -> None:
    game = load(key)
    match = Match(game)
    assert match.setup == game.setups[0].key
    assert match.start == match.position == game.start(match.setup, match.seed)
    assert match.side == game.first
    assert match.legal == game.moves(match.position)
    assert (match.ply, match.last, match.outcome, match.can_undo, match.can_redo) == (0, None, None, False, False)


def test_a_seeded_setup_draws_a_seed_that_makes_the_same_start_again() -> None:
    seeds = {Match(ROMAN, "balanced").seed for _ in range(20)}
    assert len(seeds) > 1
    for seed in seeds:
        assert seed is not None
        assert 0 <= seed < RANDOM_SEED_LIMIT
    match = Match(ROMAN, "random")
    assert Match(ROMAN, "random", match.seed).start == match.start


def test_a_setup_without_a_seed_is_refused_one() -> None:
    with pytest.raises(ValueError, match="seed"):
        Match(ROCK, "standard", 7)


def test_a_position_and_a_setup_exclude_each_other() -> None:
    with pytest.raises(ValueError, match="not from both"):
        Match(ROCK, "standard", position=ROCK.start())


def test_a_match_from_a_decided_position_is_over_at_once() -> None:
    match = standing(ENGLISH, "B:WK29:B")
    assert ended(match) == ENGLISH.outcome(match.position)
    assert match.legal == []


@pytest.mark.parametrize(
    "control", [(0, 1), (-1, 0), (60, -1), (float("nan"), 0), (float("inf"), 0), (MAX_CLOCK_SECONDS * 2, 0)]
)
def test_an_impossible_clock_is_refused(control: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="second"):
        Match(ENGLISH, clock=TimeControl(*control))


def test_a_turn_may_be_given_as_a_move_a_path_or_text() -> None:
    as_move, as_path, as_text = Match(ENGLISH), Match(ENGLISH), Match(ENGLISH)
    (move,) = (move for move in as_move.legal if move.path == ("f6", "e5"))
    as_move.play(move)
    as_path.play(["f6", "e5"])
    as_text.play("11-15")
    assert as_move.last == as_path.last == as_text.last == move
    assert as_move.position == as_path.position == as_text.position


def test_a_compulsory_pass_is_played_by_its_empty_path_or_its_name() -> None:
    # Black stands on every square around White's piece, and behind each.
    rows = ["wbb.....", "bb......", "b.b.....", *["........"] * 5]
    for turn in ((), "pass", "--", PASS):
        match = Match(ROMAN, position=ROMAN.position(rows, "w"))
        assert match.legal == [PASS]
        match.play(turn)
        assert (match.side, match.last, match.ply) == ("b", PASS, 1)


def test_an_illegal_turn_says_the_rule_and_what_is_legal() -> None:
    match = Match(ENGLISH)
    with pytest.raises(IllegalMove, match=r"11-15, 11-16") as caught:
        match.play(["f6", "f5"])
    assert caught.value.refusal == ENGLISH.why(match.position, ["f6", "f5"])
    assert caught.value.legal == ("11-15", "11-16")


def test_a_turn_that_stops_halfway_is_refused_as_unfinished() -> None:
    match = standing(ENGLISH, "B:W14,22:B10,1")
    with pytest.raises(IllegalMove) as caught:
        match.play(["d6", "b4"])
    assert caught.value.refusal.rule in ENGLISH.rules or caught.value.refusal.rule == "unfinished"
    match.play("10x17x26")
    assert match.last is not None
    assert len(match.last.captured) == 2


def test_a_match_that_is_over_has_no_legal_turns_and_says_why() -> None:
    match = Match(ENGLISH)
    match.resign("w")
    assert match.legal == []
    refusal = match.why(["f6", "e5"])
    assert refusal is not None
    assert refusal.rule == "resignation"
    with pytest.raises(IllegalMove, match="White resigned"):
        match.play("11-15")


def test_why_answers_for_the_position_on_the_board() -> None:
    match = Match(ENGLISH)
    assert match.why(["f6"]) is None
    assert match.why(["f6", "e5"]) is None
    match.play("11-15")
    refusal = match.why(["f6", "e5"])
    assert refusal is not None
    assert refusal.rule == "empty"


@pytest.mark.parametrize("spent", [-1.0, float("nan"), float("inf"), MAX_CLOCK_SECONDS * 2, True, "3"])
def test_an_impossible_time_is_refused_and_changes_nothing(spent: float) -> None:
    for clock in (None, TimeControl(60)):
        match = Match(ENGLISH, clock=clock)
        before = json.write(match)
        with pytest.raises(ValueError, match="seconds"):
            match.play("11-15", spent)
        assert json.write(match) == before


def test_a_match_has_a_maximum_number_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "MAX_TURNS", 2)
    match = Match(ENGLISH)
    match.play("11-15")
    match.resign("w")
    match.undo()
    match.play("23-19")
    match.resign("w")
    match.undo()
    before = json.write(match)
    with pytest.raises(ValueError, match="at most 2 moves"):
        match.play("8-11")
    assert json.write(match) == before

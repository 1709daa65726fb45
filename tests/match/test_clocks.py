"""The clocks of a match."""

import pytest
from saltus.games import load
from saltus.match.match import Match
from saltus.match.tree import MAX_CLOCK_SECONDS, TimeControl
from saltus.notation.move import IllegalMove
from saltus.records.json import read, write

from tests.support.matches import clocks, ended

ENGLISH = load("english")


def test_without_a_control_there_are_no_clocks_to_run_out() -> None:
    match = Match(ENGLISH)
    match.play("11-15", spent=MAX_CLOCK_SECONDS)
    assert match.clock is None
    with pytest.raises(ValueError, match="without clocks"):
        match.flag("w")


def test_a_turn_takes_its_time_and_earns_the_increment() -> None:
    match = Match(ENGLISH, clock=TimeControl(60, 2))
    match.play("11-15", spent=10.5)
    assert clocks(match) == (60, 51.5)
    match.play("23-19", spent=0)
    assert clocks(match) == (62, 51.5)


def test_decimal_times_do_not_drift() -> None:
    match = Match(ENGLISH, clock=TimeControl(10, 0.1))
    for text in ("11-15", "23-19", "8-11", "22-17", "4-8", "17-13"):
        match.play(text, spent=0.3)
    assert clocks(match) == (9.4, 9.4)


def test_a_turn_that_uses_exactly_what_is_left_stands() -> None:
    match = Match(ENGLISH, clock=TimeControl(5))
    match.play("11-15", spent=5)
    assert (match.outcome, clocks(match)) == (None, (5, 0))


def test_a_turn_that_takes_longer_is_not_played_and_loses() -> None:
    match = Match(ENGLISH, clock=TimeControl(5))
    match.play("11-15")
    node = match.play("23-19", spent=5.001)
    assert node is match.node
    assert (match.ply, ended(match).winner, ended(match).reason) == (1, "b", "flag")
    assert clocks(match) == (0, 5)
    match.undo()
    assert (match.outcome, clocks(match)) == (None, (5, 5))


def test_an_illegal_turn_does_not_lose_on_time() -> None:
    match = Match(ENGLISH, clock=TimeControl(5))
    with pytest.raises(IllegalMove):
        match.play("11-18", spent=100)
    assert match.outcome is None


def test_a_time_that_the_match_does_not_keep_runs_out_for_the_side_to_move() -> None:
    match = Match(load("rock"))
    with pytest.raises(ValueError, match="it is White's move"):
        match.overstep("b")
    match.overstep("w")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == ("b", "flag")
    assert read(write(match)).outcome == match.outcome
    with pytest.raises(ValueError, match="the game is over"):
        match.overstep("w")


def test_the_flag_falls_only_for_the_side_whose_clock_runs() -> None:
    match = Match(ENGLISH, clock=TimeControl(5))
    with pytest.raises(ValueError, match="Black's clock"):
        match.flag("w")
    match.flag("b")
    assert (ended(match).winner, ended(match).reason, clocks(match)) == ("w", "flag", (5, 0))


def test_undo_gives_the_time_back_and_a_turn_played_again_takes_its_new_time() -> None:
    match = Match(ENGLISH, clock=TimeControl(60, 1))
    match.play("11-15", spent=10)
    match.play("23-19", spent=20)
    match.undo(2)
    assert clocks(match) == (60, 60)
    match.play("11-15", spent=30)
    assert clocks(match) == (60, 31)
    match.redo()
    assert clocks(match) == (41, 31)

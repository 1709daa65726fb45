"""What ends a match off the board: resignations, draw offers and claims."""

from collections.abc import Callable
from functools import partial

import pytest
from saltus.core.game import SIDES, Position
from saltus.games import load
from saltus.match.endings import ACCEPTED_AHEAD, ACCEPTED_BEHIND, LONG_GAME_PLIES, accepts_draw
from saltus.match.match import Match
from saltus.match.tree import TimeControl
from saltus.records import json

from tests.support.matches import ended, standing

ENGLISH, ROCK = (load(key) for key in ("english", "rock"))


@pytest.mark.parametrize("side", SIDES)
def test_either_side_may_resign_at_any_turn(side: str) -> None:
    match = Match(ROCK)
    match.resign(side)  # type: ignore[arg-type]
    assert (ended(match).winner, ended(match).reason) == ("b" if side == "w" else "w", "resignation")


def test_undo_takes_back_an_ending_before_any_turn_and_redo_brings_it_back() -> None:
    match = Match(ENGLISH)
    match.play("11-15")
    match.resign("w")
    match.undo()
    assert (match.ply, match.outcome, match.can_redo) == (1, None, True)
    assert match.legal
    match.redo()
    assert ended(match).reason == "resignation"
    match.undo(2)
    assert match.ply == 0
    match.redo(2)
    assert (match.ply, ended(match).reason) == (1, "resignation")


def test_a_resignation_before_the_first_turn_can_be_taken_back() -> None:
    match = Match(ENGLISH)
    match.resign("b")
    assert match.can_undo
    match.undo()
    assert match.outcome is None
    assert not match.can_undo


def test_playing_on_drops_the_ending_that_was_taken_back() -> None:
    match = Match(ENGLISH)
    match.play("11-15")
    match.resign("w")
    match.undo()
    match.play("23-19")
    match.undo()
    assert match.node.ending is None
    match.redo()
    assert match.outcome is None


def test_an_ending_after_undo_keeps_the_turns_that_had_been_played_on() -> None:
    match = Match(ENGLISH)
    match.play("11-15")
    match.play("23-19")
    match.undo()
    match.resign("w")
    assert [node.id for node in match.tree.main_line] == [0, 1]
    match.goto(2)
    assert match.outcome is None
    match.undo()
    assert match.outcome is None, "the line passes through, it does not end here"
    match.goto(1)
    assert ended(match).reason == "resignation"


def test_an_accepted_offer_is_a_draw_by_agreement() -> None:
    match = Match(ROCK)
    match.offer_draw("w")
    offered = match.offer
    match.accept("b")
    assert (offered, match.offer) == ("w", None)
    assert (ended(match).winner, ended(match).reason) == (None, "agreement")


def test_two_offers_that_meet_are_an_agreement() -> None:
    match = Match(ROCK)
    match.offer_draw("w")
    match.offer_draw("b")
    assert ended(match).reason == "agreement"


def test_a_declined_offer_is_gone() -> None:
    match = Match(ROCK)
    match.offer_draw("b")
    match.decline("w")
    assert (match.offer, match.outcome) == (None, None)
    match.offer_draw("b")
    assert match.offer == "b"


def test_an_offer_stands_through_the_offerers_own_turn_and_lapses_when_the_opponent_moves() -> None:
    match = Match(ENGLISH)
    match.offer_draw("b")
    match.play("11-15")
    assert match.offer == "b"
    match.play("23-19")
    assert match.offer is None


def test_an_offer_lapses_when_the_offerers_turn_ends_the_game() -> None:
    match = standing(ENGLISH, "W:WK11,K12:BK4")
    match.offer_draw("w")
    match.play("12-8")
    assert ended(match).reason == "no-moves"
    assert match.offer is None


def test_an_offer_lapses_on_undo_and_redo() -> None:
    for walk in ("undo", "redo", "goto"):
        match = Match(ENGLISH)
        match.play("11-15")
        match.play("23-19")
        match.undo()
        match.offer_draw("w")
        walks: dict[str, Callable[[], object]] = {
            "undo": match.undo,
            "redo": match.redo,
            "goto": partial(match.goto, 0),
        }
        walks[walk]()
        assert match.offer is None


def test_offers_are_answered_by_the_opponent_and_only_when_made() -> None:
    match = Match(ENGLISH)
    for answer in (match.accept, match.decline):
        with pytest.raises(ValueError, match="no draw has been offered"):
            answer("w")
    match.offer_draw("b")
    for answer in (match.accept, match.decline):
        with pytest.raises(ValueError, match="White must answer"):
            answer("b")
    with pytest.raises(ValueError, match="already offered"):
        match.offer_draw("b")
    assert match.offer == "b"


def test_a_finished_match_refuses_every_action() -> None:
    match = Match(ENGLISH, clock=TimeControl(60))
    match.resign("w")
    before = json.write(match)
    for act in (match.resign, match.offer_draw, match.accept, match.decline, match.flag):
        with pytest.raises(ValueError, match="the game is over: White resigned"):
            act("b")
    with pytest.raises(ValueError, match="the game is over: White resigned"):
        match.claim("b", "draw")
    assert json.write(match) == before


def test_a_side_is_white_or_black() -> None:
    match = Match(ENGLISH, clock=TimeControl(60))
    for act in (match.resign, match.offer_draw, match.accept, match.decline, match.flag):
        with pytest.raises(ValueError, match="'w' or 'b'"):
            act("white")  # type: ignore[arg-type]


def test_claims_follow_the_verdict_and_end_the_match() -> None:
    values: dict[Position, int | None] = {}
    match = Match(ENGLISH, verdict=lambda position: values.get(position))
    assert list(match.claims) == []
    values[match.position] = 0
    assert [(claim.side, claim.kind) for claim in match.claims] == [("w", "draw"), ("b", "draw")]
    values[match.position] = -1
    assert [(claim.side, claim.kind) for claim in match.claims] == [("w", "win")]
    for side, kind in (("b", "win"), ("w", "draw"), ("w", "peace")):
        with pytest.raises(ValueError, match="to claim"):
            match.claim(side, kind)  # type: ignore[arg-type]
    match.claim("w", "win")
    assert (ended(match).winner, ended(match).reason) == ("w", "claim")
    assert match.claims == ()
    match.undo()
    values[match.position] = 0
    match.claim("b", "draw")
    assert (ended(match).winner, ended(match).reason) == (None, "claim")


@pytest.mark.parametrize("plies", [0, LONG_GAME_PLIES])
def test_the_computer_accepts_a_draw_when_it_is_clearly_behind(plies: int) -> None:
    assert accepts_draw(-ACCEPTED_BEHIND, plies)
    assert accepts_draw(-ACCEPTED_BEHIND + 1, plies) == (plies == LONG_GAME_PLIES)


def test_in_a_long_game_it_accepts_unless_it_is_clearly_ahead() -> None:
    assert accepts_draw(ACCEPTED_AHEAD, LONG_GAME_PLIES)
    assert not accepts_draw(ACCEPTED_AHEAD, LONG_GAME_PLIES - 1)
    assert not accepts_draw(ACCEPTED_AHEAD + 1, LONG_GAME_PLIES)

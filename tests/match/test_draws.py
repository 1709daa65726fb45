"""Draws that come of the past: repetitions, and moves without progress."""

import sys
from types import FrameType
from typing import Any

import pytest
from saltus.core.game import Game, Move, Position
from saltus.games import load
from saltus.match import tree
from saltus.match.match import Match

from tests.support.matches import LONELY_KINGS, ended, standing
from tests.support.strategies import shuffle

ENGLISH, ITALIAN, ROCK, ROMAN = (load(key) for key in ("english", "italian", "rock", "roman"))

SHUFFLE = ("4-8", "29-25", "8-4", "25-29")
"""Turns that repeat the position."""


def wander(match: Match) -> None:
    """Play a turn without progress, to the position that has occurred least often."""
    game = match.game

    def worth(move: Move) -> tuple[bool, bool, int]:
        after = game.play(match.position, move)
        outcome = game.outcome(after) is not None
        loses = game.must_capture and any(reply.captured for reply in game.moves(after))
        return outcome, loses, match.past.count(after)

    quiet = [move for move in match.legal if not game.progress(match.position, move)]
    match.play(min(quiet, key=worth))


def test_the_same_position_for_the_third_time_is_a_draw_and_not_before() -> None:
    match = standing(ENGLISH, LONELY_KINGS)
    for played, text in enumerate(SHUFFLE * 2):
        assert match.outcome is None, played
        match.play(text)
    assert (ended(match).winner, ended(match).reason, match.ply) == (None, "repetition", 8)


def test_the_repetition_counter_tells_how_often_a_position_has_stood() -> None:
    match = standing(ENGLISH, LONELY_KINGS)
    seen = []
    for text in SHUFFLE + SHUFFLE[:1]:
        match.play(text)
        (counter, _) = match.counters
        seen.append((counter.key, counter.reached, counter.limit))
    assert seen == [("repetition", reached, 3) for reached in (1, 1, 1, 2, 2)]
    assert "twice" in match.counters[0].text
    assert "third" in match.counters[0].text


def test_undo_takes_repetitions_back() -> None:
    match = standing(ENGLISH, LONELY_KINGS)
    for text in SHUFFLE * 2:
        match.play(text)
    match.undo()
    assert match.outcome is None
    match.play("25-22")
    assert match.outcome is None
    match.goto(8)
    assert ended(match).reason == "repetition"


def test_the_same_placement_with_the_other_side_to_move_is_another_position() -> None:
    match = standing(ROMAN, "w7/8/8/8/8/8/8/7b w")
    for text in ("a8-b8", "h1-g1", "b8-b7", "g1-h1", "b7-a8"):
        match.play(text)
    assert match.position[:3] == match.start[:3]
    assert match.counters[0].reached == 1


def test_a_game_without_a_repetition_rule_goes_on() -> None:
    match = standing(ITALIAN, "W:WK29:BK4")
    for text in shuffle(match) * 6:
        match.play(text)
    assert match.outcome is None
    assert [counter.key for counter in match.counters] == ["quiet"]


def test_a_line_of_quiet_turns_takes_time_in_proportion_to_its_length() -> None:
    """Counts executed lines of the tree's code: earlier positions are not scanned at every turn."""

    def steps(turns: int) -> int:
        match = Match(load("rock", {"quiet": False}))
        counted = 0

        def count(frame: FrameType, event: str, _: object) -> Any:
            nonlocal counted
            counted += event == "line"
            return count

        def enter(frame: FrameType, event: str, _: object) -> Any:
            return count if frame.f_code.co_filename == tree.__file__ else None

        for _ in range(turns):
            move = next(
                move
                for move in match.legal
                if not move.captured and match.game.play(match.position, move) not in stood
            )
            tracing = sys.gettrace()
            sys.settrace(enter)
            node = match.tree.add(match.node, move)
            sys.settrace(tracing)
            match.goto(node.id)
            stood.add(match.position)
        return counted

    stood: set[Position] = set()
    short = steps(50)
    stood.clear()
    assert steps(200) < 4.5 * short


@pytest.mark.parametrize("game", [ROMAN, ROCK])
def test_a_house_rule_that_is_switched_off_is_not_counted(game: Game) -> None:
    assert {counter.key for counter in Match(game).counters} == {"repetition", "quiet"}
    for off, on in (("repetition", "quiet"), ("quiet", "repetition")):
        assert [counter.key for counter in Match(load(game.key, {off: False})).counters] == [on]


@pytest.mark.parametrize("key", ["roman", "rock"])
def test_a_third_repetition_draws_unless_that_is_switched_off(key: str) -> None:
    match = standing(load(key), QUIET[key][1])
    turns = shuffle(match)
    for text in turns * 2:
        assert match.outcome is None
        match.play(text)
    assert ended(match).reason == "repetition"
    match = standing(load(key, {"repetition": False}), QUIET[key][1])
    for text in turns * 5:
        match.play(text)
    assert match.outcome is None


def test_a_quiet_draw_that_is_switched_off_does_not_come() -> None:
    match = standing(load("roman", {"quiet": False}), QUIET["roman"][1])
    for _ in range(130):
        wander(match)
    assert match.outcome is None


QUIET = {
    "english": (ENGLISH, "B:WK29,K21:BK4,K12"),
    "italian": (ITALIAN, "W:WK29,K21:BK4,K12"),
    "roman": (ROMAN, "ww6/w7/8/8/8/8/7b/6bb w"),
    "rock": (ROCK, "1wwwwww1/b6b/b6b/b6b/b6b/b6b/b6b/1wwwwww1 w"),
}


@pytest.mark.parametrize(("key", "limit"), [("english", 80), ("italian", 80), ("roman", 120), ("rock", 200)])
def test_the_quiet_draw_comes_exactly_at_its_limit(key: str, limit: int) -> None:
    match = standing(*QUIET[key])
    for ply in range(limit):
        assert match.outcome is None, ply
        counter = match.counters[-1]
        assert (counter.key, counter.reached, counter.limit) == ("quiet", ply, limit)
        assert counter.text.startswith(f"{ply} move")
        wander(match)
    assert (ended(match).winner, ended(match).reason) == (None, "quiet")
    match.undo()
    assert match.outcome is None


def test_a_win_on_the_last_quiet_turn_is_a_win() -> None:
    game = load("english")
    game.quiet_limit = 1
    match = standing(game, "W:WK11,K12:BK4")
    match.play("12-8")
    assert (ended(match).winner, ended(match).reason) == ("w", "no-moves")
    match = standing(game, "W:WK11,K12:BK4")
    match.play("12-16")
    assert ended(match).reason == "quiet"


def test_a_capture_starts_the_quiet_count_again() -> None:
    match = standing(ENGLISH, "B:WK10,K29:BK4,K32")
    match.play("4-8")
    assert match.counters[-1].reached == 1
    match.play("10-15")
    match.play("8-11")
    assert match.counters[-1].reached == 3
    match.play("15x8")
    assert match.counters[-1].reached == 0
    match.play("32-27")
    assert match.counters[-1].reached == 1


def test_in_english_the_advance_of_a_man_starts_the_count_again() -> None:
    match = standing(ENGLISH, "B:WK29,24:BK4")
    match.play("4-8")
    match.play("29-25")
    assert match.counters[-1].reached == 2
    match.play("8-4")
    match.play("24-20")
    assert match.counters[-1].reached == 0


def test_in_italian_the_count_begins_when_both_have_a_king() -> None:
    # White's man on 5 crowns on 1 or 2; Black has its king already.
    match = standing(ITALIAN, "W:W6,21:BK32,9")
    assert list(match.counters) == [], "no count before both have a king"
    crowning = next(move for move in match.legal if move.crowns)
    match.play(crowning)
    assert [(counter.key, counter.reached) for counter in match.counters] == [("quiet", 0)]
    match.play(next(move for move in match.legal if not move.captured))
    assert match.counters[0].reached == 1


def test_in_italian_the_advance_of_a_man_does_not_start_the_count_again() -> None:
    match = standing(ITALIAN, "W:WK29,23:BK4,9")
    kings = next(move for move in match.legal if move.path[0] != ITALIAN.board.squares[22])
    match.play(kings)
    man = next(move for move in match.legal if move.path[0] == ITALIAN.board.squares[8])
    match.play(man)
    assert match.counters[0].reached == 2


def test_the_past_holds_the_positions_that_can_recur() -> None:
    match = standing(ENGLISH, "B:WK10,K29:BK4,K32")
    positions = [match.position]
    for text in ("4-8", "10-15", "8-11"):
        match.play(text)
        positions.append(match.position)
    assert match.past == tuple(positions[:3])
    match.play("15x8")
    assert match.past == ()
    match.play("32-27")
    assert len(match.past) == 1
    match.undo(3)
    assert match.past == tuple(positions[:2])

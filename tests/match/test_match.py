"""A match: turns, undo and redo, variations, clocks, offers, endings, draws by history."""

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from saltus.core.game import PASS, SIDES, Game, Move, Outcome, Position
from saltus.games import keys, load
from saltus.match import tree
from saltus.match.match import RANDOM_SEED_LIMIT, Match
from saltus.match.tree import MAX_CLOCK_SECONDS, Node, TimeControl
from saltus.notation.move import IllegalMove
from saltus.notation.position import read_position
from saltus.records import json

from tests.support.strategies import shuffle

ENGLISH, ITALIAN, ROCK, ROMAN, GAMBIT = (load(key) for key in ("english", "italian", "rock", "roman", "gambit"))

LONELY_KINGS = "B:WK29:BK4"
"""Two kings in far corners: nothing to capture for a long time."""

SHUFFLE = ("4-8", "29-25", "8-4", "25-29")
"""Turns that repeat the position."""


def standing(game: Game, text: str, clock: TimeControl | None = None) -> Match:
    return Match(game, position=read_position(game, text), clock=clock)


def texts(match: Match) -> list[str]:
    """The paths of the line, as text."""
    return ["-".join(node.move.path) for node in match.line if node.move]


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


def ended(match: Match) -> Outcome:
    """The outcome of a match that is over."""
    assert match.outcome is not None
    return match.outcome


# -- starts ----------------------------------------------------------------------------------------------


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


# -- turns -----------------------------------------------------------------------------------------------


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


# -- back and forth --------------------------------------------------------------------------------------


def test_undo_and_redo_move_along_the_line_without_loss() -> None:
    match = Match(ENGLISH)
    for text in ("11-15", "23-19", "8-11"):
        match.play(text)
    end = match.position
    match.undo(2)
    assert texts(match) == ["f6-e5", "e3-f4", "g7-f6"]
    assert (match.ply, match.can_undo, match.can_redo) == (1, True, True)
    match.redo(2)
    assert (match.position, match.can_redo) == (end, False)


def test_a_new_turn_after_undo_is_the_main_line_and_keeps_the_old_one_as_a_variation() -> None:
    match = Match(ENGLISH)
    for text in ("11-15", "23-19", "8-11"):
        match.play(text)
    old = match.node.id
    match.undo(2)
    match.play("22-18")
    assert [node.move for node in match.tree.main_line] == [node.move for node in match.line]
    assert texts(match) == ["f6-e5", "c3-d4"]
    assert not match.can_redo
    match.goto(old)
    assert texts(match) == ["f6-e5", "e3-f4", "g7-f6"]
    assert [node.id for node in match.tree.main_line] == [0, 1, 4], "looking at a variation reorders nothing"


def test_playing_the_old_turn_again_goes_down_the_old_branch() -> None:
    match = Match(ENGLISH)
    for text in ("11-15", "23-19", "8-11"):
        match.play(text)
    match.undo(3)
    match.play("11-15")
    assert len(match.nodes) == 4
    assert match.can_redo
    match.redo(2)
    assert match.ply == 3


def test_playing_on_from_a_variation_makes_it_the_main_line() -> None:
    match = Match(ENGLISH)
    match.play("11-15")
    match.undo()
    match.play("9-13")
    match.goto(1)
    match.play("23-19")
    assert [node.id for node in match.tree.main_line] == [0, 1, 3]


@pytest.mark.parametrize("steps", [0, -1, 3, 10**30, 1.0, True, "1"])
@pytest.mark.parametrize("way", ["undo", "redo"])
def test_undo_and_redo_beyond_the_line_are_refused(way: str, steps: int) -> None:
    match = Match(ENGLISH)
    for text in ("11-15", "23-19", "8-11", "22-17"):
        match.play(text)
    match.undo(2)
    before = json.write(match)
    with pytest.raises(ValueError, match="step"):
        getattr(match, way)(steps)
    assert json.write(match) == before


@pytest.mark.parametrize("node", [-1, 2, 10**30, 1.0, True, "1", None])
def test_an_unknown_node_is_refused(node: int) -> None:
    match = Match(ENGLISH)
    match.play("11-15")
    before = json.write(match)
    with pytest.raises(ValueError, match="node"):
        match.goto(node)
    assert json.write(match) == before


def test_going_into_a_variation_leads_on_to_its_end() -> None:
    match = Match(ENGLISH)
    for text in ("11-15", "23-19", "8-11"):
        match.play(text)
    match.undo(3)
    match.play("9-13")
    match.goto(1)
    match.redo(2)
    assert (match.node.id, match.can_redo) == (3, False)


def test_going_to_an_ending_leaves_nothing_to_redo_and_one_step_to_undo() -> None:
    match = Match(ENGLISH)
    match.play("11-15")
    match.play("23-19")
    match.undo()
    match.resign("w")
    match.goto(2)
    match.goto(1)
    assert not match.can_redo
    match.undo()
    assert (match.ply, match.outcome) == (1, None)
    match.redo()
    assert ended(match).reason == "resignation"
    match.goto(1, ended=False)
    assert match.outcome is None


def test_a_place_on_a_line_must_belong_to_that_line() -> None:
    match = Match(ENGLISH)
    match.play("11-15")
    match.undo()
    match.play("9-13")
    match.play("22-18")
    before = json.write(match)
    for node, through in ((1, 3), (3, 2)):
        with pytest.raises(ValueError, match="does not come after"):
            match.goto(node, through)
        assert json.write(match) == before
    match.goto(0, 1)
    match.redo()
    assert match.node.id == 1


# -- endings off the board -------------------------------------------------------------------------------


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


# -- clocks ----------------------------------------------------------------------------------------------


def clocks(match: Match) -> tuple[float, float]:
    assert match.clock is not None
    return match.clock.w, match.clock.b


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


# -- draws that come of the past -------------------------------------------------------------------------


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


# -- every way through a match, against a plain model ----------------------------------------------------

Line = tuple[tuple[str, ...], ...]
"""The paths of the turns from the root, which identify a node in the model."""

GROUNDS = [
    (ENGLISH, LONELY_KINGS),
    (ENGLISH, "B:W18,22:B11,K32"),
    (ITALIAN, "W:W6,K21:BK32,9"),
    (ROMAN, "w7/8/8/8/8/8/7b/7b w"),
    (ROCK, "8/8/8/w5b1/8/3w4/8/b7 w"),
    (GAMBIT, "8/wwwwwwww/bbbbbbbb/8 b"),
]


class Walk(RuleBasedStateMachine):
    """A match beside a model that stores lines as tuples and recounts everything each time."""

    @initialize(
        ground=st.sampled_from(GROUNDS), clock=st.sampled_from([None, TimeControl(6, 0.5), TimeControl(1000)])
    )
    def begin(self, ground: tuple[Game, str], clock: TimeControl | None) -> None:
        self.match = standing(*ground, clock=clock)
        self.clock = clock
        self.known: list[Line] = [()]
        self.main: dict[Line, Line | None] = {}
        self.endings: dict[Line, tuple[str, str | None]] = {}
        self.spent: dict[Line, float] = {}
        self.here: Line = ()
        self.end: Line = ()
        self.over = False
        self.offer: str | None = None

    # The model's own arithmetic, from the beginning of the line every time.

    def positions(self, line: Line) -> list[Position]:
        game, found = self.match.game, [self.match.start]
        for path in line:
            move = game.find(found[-1], path)
            assert move is not None
            found.append(game.play(found[-1], move))
        return found

    def left(self, line: Line) -> list[float]:
        assert self.clock is not None
        left = [self.clock.initial, self.clock.initial]
        for ply, position in enumerate(self.positions(line)[:-1], 1):
            mover = position[3]
            left[mover] = max(0.0, left[mover] - self.spent[line[:ply]]) + self.clock.increment
        return left

    def counts(self, line: Line) -> tuple[int, int]:
        """How often the last position has occurred, and the turns without progress."""
        game, found = self.match.game, self.positions(line)
        quiet = 0
        for before, after, path in zip(found, found[1:], line, strict=False):
            move = game.find(before, path)
            assert move is not None
            counted = game.counting(before) and game.counting(after) and not game.progress(before, move)
            quiet = quiet + 1 if counted else 0
        return found.count(found[-1]), quiet

    def finish(self, reason: str, winner: str | None) -> None:
        self.endings[self.here] = (reason, winner)
        self.lead(self.here)
        self.main[self.here] = None
        self.end, self.over, self.offer = self.here, True, None

    def lead(self, line: Line) -> None:
        for ply in range(len(line)):
            self.main[line[:ply]] = line[: ply + 1]

    def follow(self, line: Line) -> Line:
        while (onward := self.main.get(line)) is not None:
            line = onward
        return line

    @property
    def mover(self) -> str:
        return SIDES[self.positions(self.here)[-1][3]]

    def other(self, side: str) -> str:
        return "b" if side == "w" else "w"

    # What may be done to a match.

    @precondition(lambda self: self.match.legal)
    @rule(number=st.integers(0, 1000), quarters=st.integers(0, 12))
    def play(self, number: int, quarters: int) -> None:
        spent = quarters / 4
        mover = self.mover
        move = self.match.legal[number % len(self.match.legal)]
        out = self.clock is not None and spent > self.left(self.here)[SIDES.index(mover)]
        self.match.play(move, spent)
        if out:
            self.finish("flag", self.other(mover))
            return
        child = (*self.here, move.path)
        self.endings.pop(self.here, None)
        self.spent[child] = spent
        if child not in self.known:
            self.known.append(child)
        self.lead(child)
        self.end = self.follow(self.end if self.end[: len(child)] == child else child)
        self.here = child
        if self.offer == self.other(mover) or self.match.outcome:
            self.offer = None

    @precondition(lambda self: self.match.legal)
    @rule(number=st.integers(0, 2))
    def play_one_of_the_first_turns(self, number: int) -> None:
        """Returns to existing branches."""
        self.play(number, 0)

    @precondition(lambda self: self.here or self.over)
    @rule(number=st.integers(0, 1000))
    def undo(self, number: int) -> None:
        steps = 1 + number % (len(self.here) + self.over)
        self.match.undo(steps)
        self.here = self.end[: len(self.here) + self.over - steps]
        self.over, self.offer = False, None

    @precondition(lambda self: not self.over and (self.here != self.end or self.end in self.endings))
    @rule(number=st.integers(0, 1000))
    def redo(self, number: int) -> None:
        more = len(self.end) - len(self.here)
        steps = 1 + number % (more + (self.end in self.endings))
        self.match.redo(steps)
        self.over, self.offer = steps > more, None
        self.here = self.end[: len(self.here) + steps]

    @rule(number=st.integers(0, 1000), ended=st.booleans())
    def goto(self, number: int, ended: bool) -> None:
        place = number % len(self.known)
        self.match.goto(place, ended=ended)
        self.here = self.known[place]
        if self.end[: len(self.here)] != self.here:
            self.end = self.here
        self.end = self.follow(self.end)
        self.over, self.offer = ended and self.here in self.endings, None
        if self.over:
            self.end = self.here

    @precondition(lambda self: self.match.outcome is None and len(self.known) > 3)
    @rule(side=st.sampled_from(SIDES))
    def resign(self, side: str) -> None:
        self.match.resign(side)  # type: ignore[arg-type]
        self.finish("resignation", self.other(side))

    @precondition(lambda self: self.match.outcome is None and self.offer is None)
    @rule(side=st.sampled_from(SIDES))
    def offer_draw(self, side: str) -> None:
        self.match.offer_draw(side)  # type: ignore[arg-type]
        self.offer = side

    @precondition(lambda self: self.offer is not None)
    @rule(accepted=st.booleans())
    def answer(self, accepted: bool) -> None:
        assert self.offer is not None
        if accepted:
            self.match.accept(self.other(self.offer))  # type: ignore[arg-type]
            self.finish("agreement", None)
        else:
            self.match.decline(self.other(self.offer))  # type: ignore[arg-type]
            self.offer = None

    @precondition(lambda self: self.match.outcome is None and self.clock is not None and len(self.known) > 3)
    @rule()
    def flag(self) -> None:
        mover = self.mover
        self.match.flag(mover)  # type: ignore[arg-type]
        self.finish("flag", self.other(mover))

    @rule(number=st.integers(0, 5), side=st.sampled_from(SIDES))
    def try_what_cannot_be_done(self, number: int, side: str) -> None:
        """A rejected request changes nothing."""
        match = self.match
        before = json.write(match)
        attempts = (
            lambda: match.undo(len(self.here) + self.over + 1),
            lambda: match.redo(len(self.end) + 2),
            lambda: match.goto(len(self.known)),
            lambda: match.play(["a1", "a1", "a1"], 1.0),
            lambda: match.claim(side, "win"),  # type: ignore[arg-type]
            lambda: match.accept(side if self.offer in (None, side) else self.offer),  # type: ignore[arg-type]
        )
        with pytest.raises(ValueError, match=r"\w"):
            attempts[number]()
        assert json.write(match) == before

    # What must hold.

    @invariant()
    def stands_where_the_model_does(self) -> None:
        match = self.match
        assert match.node.id == self.known.index(self.here)
        assert [node.move.path for node in match.line if node.move] == list(self.end)
        assert match.line[match.ply] is match.node
        assert match.ended == self.over
        assert match.offer == self.offer
        assert match.position == self.positions(self.here)[-1]
        assert match.can_undo == bool(self.here or self.over)
        assert match.can_redo == (not self.over and (self.here != self.end or self.end in self.endings))

    @invariant()
    def counts_as_the_model_does(self) -> None:
        match, game = self.match, self.match.game
        stood, quiet = self.counts(self.here)
        found = {counter.key: counter.reached for counter in match.counters}
        if game.repetitions:
            assert found["repetition"] == stood
        if "quiet" in found:
            assert found["quiet"] == quiet
        expected = self.endings.get(self.here) if self.over else None
        on_board = game.outcome(match.position)
        if on_board is not None:
            expected = (on_board.reason, on_board.winner)
        elif game.repetitions and stood >= game.repetitions:
            expected = ("repetition", None)
        elif game.quiet_limit and quiet >= game.quiet_limit:
            expected = ("quiet", None)
        assert (match.outcome and (match.outcome.reason, match.outcome.winner)) == expected
        assert bool(match.legal) == (expected is None)
        if self.clock is not None and not self.over:
            assert clocks(match) == tuple(self.left(self.here))

    @invariant()
    def keeps_every_node(self) -> None:
        def name(node: Node) -> Line:
            return (*name(node.parent), node.move.path) if node.parent and node.move else ()

        nodes = self.match.nodes
        assert [name(node) for node in nodes] == self.known
        assert [node.id for node in nodes] == list(range(len(nodes)))
        for node, line in zip(nodes, self.known, strict=True):
            assert [name(child) for child in node.children] == [
                other for other in self.known if len(other) == len(line) + 1 and other[:-1] == line
            ]
            assert (node.main and name(node.main)) == self.main.get(line)
            assert (node.ending and (node.ending.reason, node.ending.winner)) == self.endings.get(line)


TestWalk = Walk.TestCase
TestWalk.settings = settings(max_examples=120, stateful_step_count=40, deadline=None)

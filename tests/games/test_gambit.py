"""Gambit: the seed document sentence by sentence, refusals, symmetry, and known results."""

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saltus import games
from saltus.core.board import DIRECTIONS
from saltus.core.game import Position

from tests.support.symmetry import Turn, placements, shape, swapped, turned, turns

GAMBIT = games.load("gambit")


def board(*rows: str, side: str = "b") -> Position:
    return GAMBIT.position(rows, side)


def paths(position: Position) -> set[str]:
    return {"-".join(move.path) for move in GAMBIT.moves(position)}


def landings(position: Position) -> set[str]:
    """The landing squares of first jumps."""
    return {move.path[1] for move in GAMBIT.moves(position)}


def scored(*rows: str) -> dict[str, int]:
    """The points of both sides in a position where Black, to move, cannot jump."""
    outcome = GAMBIT.outcome(board(*rows))
    assert outcome is not None
    assert outcome.scores is not None
    return dict(outcome.scores.items())


def by_the_rule(position: Position) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The moves by a slow, literal reading of the seed: (path, captured)."""
    side = position[3]
    own, enemy = set(GAMBIT.board.names(position[side])), set(GAMBIT.board.names(position[1 - side]))
    found = []

    def jump_on(path: tuple[str, ...], captured: tuple[str, ...]) -> None:
        standing = (own - {path[0]}) | (enemy - set(captured))
        for way in DIRECTIONS:
            near, far = GAMBIT.board.step(path[-1], way), GAMBIT.board.step(path[-1], way, 2)
            if near in enemy - set(captured) and far and far not in standing:
                found.append(((*path, far), (*captured, near)))
                jump_on(*found[-1])

    for origin in own:
        jump_on((origin,), ())
    return found


@given(placements(GAMBIT))
def test_the_points_of_the_islands_are_the_lead_if_the_game_ended_now(position: Position) -> None:
    found = GAMBIT.groups(position)
    assert found is not None
    points = {side: sum(group.points or 0 for group in groups) for side, groups in found.items()}
    assert GAMBIT.margin(position) == (points["b"] - points["w"]) * (1 if position[3] else -1)


# -- the board -----------------------------------------------------------------------------------------


def test_a_line_of_8_pieces_for_each_player_one_square_away_from_them_on_an_8x4_board() -> None:
    start = GAMBIT.start()
    assert GAMBIT.rows(start) == ["........", "wwwwwwww", "bbbbbbbb", "........"]
    assert GAMBIT.position(GAMBIT.rows(start), "b") == start
    assert (GAMBIT.board.files, GAMBIT.board.ranks) == (8, 4)


def test_the_lower_line_moves_first() -> None:
    """The seed does not say; in the author's program the lower line begins. Both sides see the same start."""
    assert GAMBIT.start()[3] == 1
    assert (GAMBIT.first, GAMBIT.bottom) == ("b", "b")


def test_the_one_set_up_takes_no_seed_and_there_is_no_other() -> None:
    assert GAMBIT.start("standard") == GAMBIT.start()
    with pytest.raises(ValueError, match="takes no seed"):
        GAMBIT.start("standard", 1)
    with pytest.raises(ValueError, match="no set-up 'random'"):
        GAMBIT.start("random")


# -- turns ---------------------------------------------------------------------------------------------


def test_each_player_takes_turns_making_moves() -> None:
    start = GAMBIT.start()
    after = GAMBIT.play(start, GAMBIT.moves(start)[0])
    assert after[3] == 0
    assert all(after[0] & GAMBIT.board.bit[move.path[0]] for move in GAMBIT.moves(after))


def test_a_piece_jumps_over_an_opposing_piece_in_any_direction_onto_an_empty_space() -> None:
    upper = board("........", ".www....", ".wbw....", ".www....")
    lower = board(".www....", ".wbw....", ".www....", "........")
    assert landings(upper) == {"a2", "a4", "c4", "e4", "e2"}
    assert landings(lower) == {"a3", "a1", "c1", "e1", "e3"}


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("bww.....", set()),
        ("b.w.....", set()),
        ("bb......", set()),
        ("bbw.w...", {"b2-d2", "b2-d2-f2"}),
    ],
)
def test_a_jump_needs_an_opposing_piece_next_to_it_and_an_empty_space_behind(row: str, expected: set[str]) -> None:
    assert paths(board("........", "........", row, "........")) == expected


def test_the_piece_that_has_been_jumped_over_is_removed_from_the_board() -> None:
    position = board("........", "........", "bw.w....", "........")
    move = GAMBIT.find(position, ("a2", "c2"))
    assert move is not None
    assert move.captured == ("b2",)
    assert GAMBIT.rows(GAMBIT.play(position, move)) == ["........", "........", "..bw....", "........"]


def test_the_same_piece_can_make_multiple_jumps_before_the_turn_is_over_but_need_not() -> None:
    position = board("........", "........", "bw.w.w..", "........")
    assert paths(position) == {"a2-c2", "a2-c2-e2", "a2-c2-e2-g2"}
    move = GAMBIT.find(position, ("a2", "c2", "e2", "g2"))
    assert move is not None
    assert move.captured == ("b2", "d2", "f2")
    assert GAMBIT.rows(GAMBIT.play(position, move))[2] == "......b."


def test_subsequent_moves_need_not_be_in_the_direction_of_the_original_jump() -> None:
    assert paths(board("........", "...w....", "bw......", "........")) == {"a2-c2", "a2-c2-e4"}


def test_a_piece_may_jump_round_to_the_square_it_started_from() -> None:
    position = board("........", ".w......", "w.w.....", "bw......")
    move = GAMBIT.find(position, ("a1", "c1", "c3", "a3", "a1"))
    assert move is not None
    assert move.captured == ("b1", "c2", "b3", "a2")
    assert GAMBIT.rows(GAMBIT.play(position, move)) == ["........", "........", "........", "b......."]


@given(placements(GAMBIT))
def test_turns_are_what_the_rules_say_on_any_board(position: Position) -> None:
    moves = GAMBIT.moves(position)
    assert sorted(map(shape, moves)) == sorted(by_the_rule(position))
    assert GAMBIT.count(position) == len(moves)


# -- the end and the score -----------------------------------------------------------------------------


def test_the_game_ends_when_a_player_is_unable_to_make_a_move_on_their_turn() -> None:
    rows = ["........", "........", ".bww....", "........"]
    assert GAMBIT.outcome(board(*rows, side="b")) is not None
    assert GAMBIT.outcome(board(*rows, side="w")) is None


@pytest.mark.parametrize(("pieces", "points"), [(1, 1), (2, 3), (3, 5), (4, 7), (5, 9), (8, 15)])
def test_scores_per_island(pieces: int, points: int) -> None:
    assert scored("b" * pieces + "." * (8 - pieces), "........", "........", ".......w") == {"b": points, "w": 1}


def test_pieces_that_touch_diagonally_are_one_island() -> None:
    assert scored("b.......", ".b......", "........", ".......w") == {"b": 3, "w": 1}


def test_an_island_does_not_touch_any_piece_of_the_opposing_player_including_diagonally() -> None:
    assert scored("b.......", ".w......", "..w.....", "......b.") == {"b": 1, "w": 0}


def test_one_touching_enemy_spoils_the_whole_group() -> None:
    assert scored("bbbww...", "........", "........", "........") == {"b": 0, "w": 0}


def test_islands_are_added_up_for_each_player() -> None:
    assert scored("b.bb.b..", "........", "........", ".......w") == {"b": 5, "w": 1}


def test_the_islands_that_earned_the_points_are_named() -> None:
    outcome = GAMBIT.outcome(board("b.bb.b..", "........", "........", ".......w"))
    assert outcome is not None
    assert outcome.islands is not None
    assert sorted(map(tuple, outcome.islands["b"])) == [("a4",), ("c4", "d4"), ("f4",)]
    assert outcome.islands["w"] == [("h1",)]


@pytest.mark.parametrize(
    ("row", "winner", "reason", "text"),
    [
        ("bb.....w", "b", "points", "Black wins 3 to 1 on points. The game ended when Black could not jump."),
        ("b...w.ww", "w", "points", "White wins 4 to 1 on points. The game ended when Black could not jump."),
        ("bb....ww", None, "equal", "Draw, 3 to 3 on points. The game ended when Black could not jump."),
    ],
)
def test_the_player_with_the_most_points_wins(row: str, winner: str | None, reason: str, text: str) -> None:
    position = board(row, "........", "........", "........")
    outcome = GAMBIT.outcome(position)
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.text) == (winner, reason, text)
    assert GAMBIT.result(position) == {"b": 1, None: 0, "w": -1}[winner]
    assert GAMBIT.moves(position) == []


@given(placements(GAMBIT))
def test_result_is_that_of_the_outcome(position: Position) -> None:
    outcome = GAMBIT.outcome(position)
    assert (outcome is None) is bool(GAMBIT.moves(position))
    if outcome is not None:
        lead = GAMBIT.result(position) * (-1 if position[3] else 1)
        assert outcome.winner == {1: "w", 0: None, -1: "b"}[lead]


# -- what is known of the game ---------------------------------------------------------------------------


def test_there_are_20_first_moves() -> None:
    assert GAMBIT.count(GAMBIT.start()) == 20


@given(st.randoms(use_true_random=False))
def test_no_game_lasts_more_than_14_turns(chance: random.Random) -> None:
    position, turns_played = GAMBIT.start(), 0
    while moves := GAMBIT.moves(position):
        position = GAMBIT.play(position, chance.choice(moves))
        turns_played += 1
    assert turns_played <= 14


def test_with_best_play_the_game_is_a_draw() -> None:
    """Both sides can force at least a draw: Black from the start, White after every first move."""

    @cache
    def reaches(position: Position, least: int) -> bool:
        """Whether the side to move can force a result of at least `least`."""
        moves = GAMBIT.moves(position)
        if not moves:
            return GAMBIT.result(position) >= least
        return any(not reaches(GAMBIT.play(position, move), 1 - least) for move in moves)

    assert reaches(GAMBIT.start(), 0)
    assert not reaches(GAMBIT.start(), 1)


# -- refusals ------------------------------------------------------------------------------------------

REFUSED = board("...b....", "..w.....", "bw.w.bw.", "..b.b..w")


@pytest.mark.parametrize(
    ("path", "rule", "text"),
    [
        ("a2 a3", "first-jump", "A move starts with a jump over an enemy piece; a3 is only a step away."),
        (
            "a2 e2",
            "first-jump",
            "A move starts with a jump over an enemy piece; e2 is not two squares away in a straight line.",
        ),
        (
            "a2 a2",
            "first-jump",
            "A move starts with a jump over an enemy piece; a2 is not two squares away in a straight line.",
        ),
        ("f2 f4", "jump", "There is no enemy piece on f3 to jump over."),
        ("e1 g3", "jump", "Your own piece is on f2; you can only jump over enemy pieces."),
        ("f2 d2", "occupied", "An enemy piece is on d2; a move ends on an empty square."),
        ("e1 c1", "occupied", "Your own piece is on c1; a move ends on an empty square."),
        ("a2 c2 c3", "further", "From c2 you can jump again or end your turn; c3 is not two squares away."),
        ("a2 c2 a2", "jump", "There is no enemy piece on b2 to jump over."),
        ("d4", "jump", "The piece on d4 cannot jump: no enemy piece next to it has an empty square right behind."),
        ("b2 d2", "turn", "It is Black's turn."),
    ],
)
def test_a_refused_turn_is_told_which_rule_forbids_it(path: str, rule: str, text: str) -> None:
    refusal = GAMBIT.why(REFUSED, path.split())
    assert refusal is not None
    assert (refusal.rule, refusal.text) == (rule, text)
    assert rule in GAMBIT.rules


def test_an_empty_board_is_refused() -> None:
    with pytest.raises(ValueError, match="the board is empty"):
        board("........", "........", "........", "........")


@given(placements(GAMBIT), st.data())
def test_why_answers_exactly_the_turns_that_do_not_begin_a_legal_one(position: Position, data: st.DataObject) -> None:
    path = data.draw(st.lists(st.sampled_from(GAMBIT.board.squares), min_size=1, max_size=4).map(tuple))
    refusal = GAMBIT.why(position, path)
    assert (refusal is None) is any(move.path[: len(path)] == path for move in GAMBIT.moves(position))
    assert refusal is None or refusal.rule in GAMBIT.rules or refusal.text.startswith("The game is over")


# -- symmetry ------------------------------------------------------------------------------------------


@given(placements(GAMBIT), st.sampled_from(turns(GAMBIT.board)))
def test_a_turned_board_has_the_turned_moves_and_the_same_score(position: Position, turn: Turn) -> None:
    other = turned(GAMBIT, turn, position)
    assert {shape(move, turn) for move in GAMBIT.moves(position)} == {shape(move) for move in GAMBIT.moves(other)}
    assert GAMBIT.evaluate(position) == GAMBIT.evaluate(other)
    if not GAMBIT.moves(position):
        assert GAMBIT.result(position) == GAMBIT.result(other)


@given(placements(GAMBIT))
def test_swapped_colours_have_the_same_turns_and_the_same_score_for_the_mover(position: Position) -> None:
    other = swapped(position)
    assert set(map(shape, GAMBIT.moves(position))) == set(map(shape, GAMBIT.moves(other)))
    assert GAMBIT.evaluate(position) == GAMBIT.evaluate(other)

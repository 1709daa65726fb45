"""English checkers: every rule sentence of "πCheckers", and the points that the rules page settles beyond it."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from saltus import games
from saltus.core.game import Position
from saltus.match.match import Match

from tests.support.squares import after, at, is_step_or_capture, rotated, texts
from tests.support.strategies import boards
from tests.support.symmetry import shape, swapped, turned

ENGLISH = games.load("english")

# -- the document, sentence by sentence ------------------------------------------------------------------


def test_checkers_be_played_on_an_8x8_board_with_12_pieces_for_each_player() -> None:
    white, black, kings, _ = ENGLISH.start()
    assert (ENGLISH.board.files, ENGLISH.board.ranks) == (8, 8)
    assert white.bit_count() == black.bit_count() == ENGLISH.pieces == 12
    assert kings == 0


def test_the_player_with_the_darker_coloured_piece_goes_first() -> None:
    assert ENGLISH.first == "b"
    assert {move.path[0] for move in ENGLISH.moves(ENGLISH.start())} == {"b6", "d6", "f6", "h6"}


def test_the_game_is_played_on_the_dark_squares_of_the_three_rows_closest_to_the_players_side() -> None:
    assert ENGLISH.rows(ENGLISH.start()) == [
        ".b.b.b.b",
        "b.b.b.b.",
        ".b.b.b.b",
        "........",
        "........",
        "w.w.w.w.",
        ".w.w.w.w",
        "w.w.w.w.",
    ]
    assert "a1" in ENGLISH.board.bit
    assert "h1" not in ENGLISH.board.bit


def test_ye_can_slide_yer_piece_one_square_diagonally_to_an_adjacent_unoccupied_dark_square() -> None:
    assert texts(ENGLISH.moves(at(ENGLISH, "w", w="c3 b4", b="h8"))) == ["b4-a5", "b4-c5", "c3-d4"]


def test_ye_can_only_move_forward_until_ye_reach_the_opposite_end_of_the_board() -> None:
    assert texts(ENGLISH.moves(at(ENGLISH, "w", w="d4", b="h8"))) == ["d4-c5", "d4-e5"]
    assert texts(ENGLISH.moves(at(ENGLISH, "b", w="a1", b="d4"))) == ["d4-c3", "d4-e3"]


def test_when_ye_are_crowned_ye_may_move_both_backward_and_forward() -> None:
    crowned = after(ENGLISH, at(ENGLISH, "w", w="c7", b="h2"), "c7-d8")
    assert ENGLISH.rows(crowned)[0] == "...W...."
    later = after(ENGLISH, crowned, "h2-g1")
    assert texts(ENGLISH.moves(later)) == ["d8-c7", "d8-e7"]


def test_kings_can_move_in_any_diagonal_direction() -> None:
    assert texts(ENGLISH.moves(at(ENGLISH, "w", W="d4", b="h8"))) == ["d4-c3", "d4-c5", "d4-e3", "d4-e5"]


def test_a_jump_is_from_a_square_diagonally_adjacent_to_an_empty_square_immediately_beyond_in_the_same_line() -> None:
    (jump,) = ENGLISH.moves(at(ENGLISH, "w", w="c3", b="d4"))
    assert (jump.path, jump.captured) == (("c3", "e5"), ("d4",))
    not_empty, not_adjacent, not_in_line = "d4 e5", "e5", "d4 e5 f4"
    for black in (not_empty, not_adjacent, not_in_line):
        assert ENGLISH.noisy_moves(at(ENGLISH, "w", w="c3", b=black)) == []


def test_uncrowned_pieces_may_jump_only_diagonally_forward() -> None:
    assert texts(ENGLISH.moves(at(ENGLISH, "w", w="e5", b="d4 f4"))) == ["e5-d6", "e5-f6"]


def test_kings_may_jump_in_any_diagonal_direction() -> None:
    position = at(ENGLISH, "w", W="e5", b="d4 f4 d6 f6")
    assert {move.path[:2] for move in ENGLISH.moves(position)} == {
        ("e5", "c3"),
        ("e5", "g3"),
        ("e5", "c7"),
        ("e5", "g7"),
    }


def test_if_ye_have_the_option_to_jump_ye_must_take_it_even_if_it_results_in_a_disadvantage() -> None:
    position = at(ENGLISH, "w", w="c3 a1", b="d4 f6 g7")
    assert texts(ENGLISH.moves(position)) == ["c3-e5"]
    assert texts(ENGLISH.moves(after(ENGLISH, position, "c3-e5"))) == ["f6-d4"]


def test_another_piece_may_be_jumped_after_one_jump_in_a_different_diagonal_direction() -> None:
    (jump,) = ENGLISH.moves(at(ENGLISH, "w", w="c3", b="d4 d6"))
    assert jump.path == ("c3", "e5", "c7")
    assert jump.captured == ("d4", "d6")


def test_ye_must_make_all_available_jumps_in_the_sequence_chosen() -> None:
    position = at(ENGLISH, "w", w="c3", b="d4 d6")
    assert ENGLISH.find(position, ("c3", "e5")) is None


def test_the_sequence_chosen_is_not_required_to_be_the_one_with_the_most_jumps() -> None:
    assert texts(ENGLISH.moves(at(ENGLISH, "w", w="c3", b="b4 d4 d6"))) == ["c3-a5", "c3-e5-c7"]


def test_a_piece_that_moves_into_the_kings_row_becomes_a_king() -> None:
    (move,) = (m for m in ENGLISH.moves(at(ENGLISH, "b", w="a5", b="c3 b2")) if m.path == ("b2", "a1"))
    assert move.crowns
    assert ENGLISH.rows(after(ENGLISH, at(ENGLISH, "b", w="a5", b="b2"), "b2-a1"))[7] == "B......."


def test_a_piece_that_jumps_into_the_kings_row_cannot_continue_jumping_back_out_until_the_next_move() -> None:
    position = at(ENGLISH, "w", w="b6", b="c7 e7 h4")
    assert texts(ENGLISH.moves(position)) == ["b6-d8"]
    later = after(ENGLISH, after(ENGLISH, position, "b6-d8"), "h4-g3")
    assert texts(ENGLISH.moves(later)) == ["d8-f6"]


def test_the_winner_is_the_player_who_captures_all_of_the_opponents_pieces() -> None:
    outcome = ENGLISH.outcome(after(ENGLISH, at(ENGLISH, "w", w="c3", b="d4"), "c3-e5"))
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("w", "no-pieces")


def test_the_winner_is_the_player_who_leaves_the_opponent_with_no_legal_move() -> None:
    assert ENGLISH.outcome(at(ENGLISH, "b", w="b2", b="a3")) is None
    outcome = ENGLISH.outcome(at(ENGLISH, "b", w="c1 b2", b="a3"))
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("w", "no-moves")


def test_the_game_ends_in_a_draw_if_neither_side_can_force_a_win_by_threefold_repetition() -> None:
    match = Match(ENGLISH, position=at(ENGLISH, "b", W="a1", B="h8"))
    for _ in range(2):
        for path in (("h8", "g7"), ("a1", "b2"), ("g7", "h8"), ("b2", "a1")):
            assert match.outcome is None
            match.play(path)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (None, "repetition")


def test_the_game_ends_in_a_draw_if_neither_side_can_force_a_win_by_forty_moves_each_without_progress() -> None:
    """The kings walk circles of 4 and of 14 squares, so that no position occurs a third time in 80 plies."""
    small = ["b2", "c1", "d2", "c3"]
    large = ["g7", "h6", "g5", "h4", "g3", "f4", "e5", "d6", "c5", "b6", "c7", "d8", "e7", "f8"]
    match = Match(ENGLISH, position=at(ENGLISH, "b", W="b2", B="g7"))
    for ply in range(80):
        assert match.outcome is None
        circle = small if ply % 2 else large
        turn = ply // 2
        match.play((circle[turn % len(circle)], circle[(turn + 1) % len(circle)]))
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (None, "quiet")


def test_the_game_ends_in_a_draw_by_agreement_one_side_offering_a_draw_the_other_accepting() -> None:
    match = Match(ENGLISH)
    match.offer_draw("b")
    assert match.outcome is None
    match.accept("w")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (None, "agreement")


@given(boards(ENGLISH))
def test_a_turn_is_one_slide_or_jumps_from_square_to_square_in_line(position: Position) -> None:
    assert all(is_step_or_capture(move) for move in ENGLISH.moves(position))


# -- what the document leaves open -----------------------------------------------------------------------


def test_a_man_may_jump_a_king() -> None:
    (jump,) = ENGLISH.moves(at(ENGLISH, "w", w="c3", B="d4"))
    assert jump.captured == ("d4",)
    assert ENGLISH.play(at(ENGLISH, "w", w="c3", B="d4"), jump)[1:3] == (0, 0)


def test_no_piece_is_jumped_twice() -> None:
    """The king returns to c3, next to d4 or b4 where it began, and must stop there."""
    moves = ENGLISH.moves(at(ENGLISH, "w", W="c3", b="d4 d6 b6 b4"))
    assert {tuple(sorted(move.captured)) for move in moves} == {("b4", "b6", "d4", "d6")}


def test_the_square_a_king_left_counts_as_empty_during_its_turn() -> None:
    paths = {move.path for move in ENGLISH.moves(at(ENGLISH, "w", W="c3", b="d4 d6 b6 b4"))}
    assert paths == {("c3", "e5", "c7", "a5", "c3"), ("c3", "a5", "c7", "e5", "c3")}


def test_a_king_that_comes_back_to_its_square_stays_a_king() -> None:
    position = at(ENGLISH, "w", W="c3", b="d4 d6 b6 b4 h8")
    assert ENGLISH.rows(after(ENGLISH, position, "c3-e5-c7-a5-c3")) == [
        ".......b",
        *["........"] * 4,
        "..W.....",
        *["........"] * 2,
    ]


def test_a_capture_or_the_advance_of_a_man_is_progress_and_a_kings_step_is_not() -> None:
    position = at(ENGLISH, "w", w="a1", W="h2", b="h8")
    progress = {move.path: ENGLISH.progress(position, move) for move in ENGLISH.moves(position)}
    assert progress == {("a1", "b2"): True, ("h2", "g1"): False, ("h2", "g3"): False}
    capture = at(ENGLISH, "w", W="c3", b="d4")
    assert ENGLISH.progress(capture, ENGLISH.moves(capture)[0])


def test_a_side_without_pieces_has_lost_before_it_moves() -> None:
    outcome = ENGLISH.outcome(at(ENGLISH, "w", b="d4"))
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("b", "no-pieces")


# -- positions that cannot be ----------------------------------------------------------------------------


def test_a_man_on_its_king_row_is_refused_with_its_square() -> None:
    with pytest.raises(ValueError, match=r"^2: a white man"):
        at(ENGLISH, "w", w="d8", b="c3")
    with pytest.raises(ValueError, match=r"^30: a black man"):
        at(ENGLISH, "w", w="c3", b="c1")


def test_a_king_may_stand_on_any_row() -> None:
    assert at(ENGLISH, "w", W="d8 c1", B="b8 a1")[2].bit_count() == 4


def test_a_light_square_and_a_thirteenth_piece_are_refused() -> None:
    with pytest.raises(ValueError, match="b1 is not used in this game"):
        at(ENGLISH, "w", w="b1")
    with pytest.raises(ValueError, match="White has 13 pieces; at most 12"):
        at(ENGLISH, "w", w="a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3 b4")


def test_there_is_one_set_up_and_it_is_not_drawn() -> None:
    assert ENGLISH.start("standard") == ENGLISH.start()
    with pytest.raises(ValueError, match="no set-up 'random'"):
        ENGLISH.start("random")
    with pytest.raises(ValueError, match="takes no seed"):
        ENGLISH.start(seed=7)


# -- why not ---------------------------------------------------------------------------------------------

REFUSALS = [
    # the position, the path, the rule, a part of the sentence, the squares
    ({"w": "c3", "b": "h8"}, "c3-c4", "board", "c4 is not used in this game", ("c4",)),
    ({"w": "c3", "b": "h8"}, "h8-g7", "turn", "It is White's turn", ("h8",)),
    ({"w": "c3", "b": "h8"}, "d4", "empty", "no piece on 18", ("d4",)),
    ({"w": "c3", "b": "h8"}, "c3-f6", "step", "11 is neither", ("f6",)),
    ({"w": "c3", "b": "h8"}, "c3-c3", "step", "22 is neither", ("c3",)),
    ({"w": "c3 d4", "b": "h8"}, "c3-d4", "occupied", "18 is not empty", ("d4",)),
    ({"w": "a1 b2 c3 d4 a3", "b": "h8"}, "a1", "occupied", "The man on 29 has no empty square", ("a1",)),
    ({"w": "c3", "b": "h8"}, "c3-b2", "man-forward", "The man on 22 cannot move back to 25", ("b2",)),
    ({"w": "e5", "b": "d4"}, "e5-c3", "man-forward", "cannot move back to 22", ("c3",)),
    ({"w": "c3", "b": "h8"}, "c3-e5", "jump", "no enemy piece on 18", ("d4",)),
    ({"w": "c3 d4", "b": "h8"}, "c3-e5", "jump", "no enemy piece on 18", ("d4",)),
    ({"w": "c3", "b": "h8"}, "c3-d4-e5", "turn-ends", "The move ends on 18: it was a step, not a capture", ("d4",)),
    ({"w": "c3 g1", "b": "d4"}, "g1", "capture-compulsory", "You must capture with the man on 22", ("c3",)),
    ({"w": "c3 g1", "b": "d4"}, "g1-f2", "capture-compulsory", "You must capture with the man on 22", ("c3",)),
    (
        {"w": "c3 g1", "W": "c5", "b": "d4"},
        "g1-f2",
        "capture-compulsory",
        "king on 14 or the man on 22",
        ("c3", "c5"),
    ),
    ({"w": "c3", "b": "d4"}, "c3-b4", "capture-compulsory", "You must capture with the man on 22", ("c3",)),
    ({"w": "c3", "b": "d4 d6"}, "c3-e5-f6", "capture-complete", "must keep capturing, from 15 to 6", ("c7",)),
    ({"w": "c3", "b": "d4 d6 f6"}, "c3-e5-d4", "capture-complete", "to 6 or 8", ("c7", "g7")),
    ({"w": "c3", "b": "d4"}, "c3-e5-f6", "turn-ends", "nothing more can be captured", ("e5",)),
    ({"w": "b6", "b": "c7 e7"}, "b6-d8-f6", "crown", "crowned on 2", ("d8",)),
]


@pytest.mark.parametrize(("pieces", "path", "rule", "words", "squares"), REFUSALS)
def test_a_refusal_names_the_rule_in_words_and_the_squares_it_is_about(
    pieces: dict[str, str], path: str, rule: str, words: str, squares: tuple[str, ...]
) -> None:
    refusal = ENGLISH.why(at(ENGLISH, "w", **pieces), path.split("-"))
    assert refusal is not None
    assert refusal.rule == rule
    assert words in refusal.text
    assert sorted(refusal.squares) == sorted(squares)
    assert rule in ENGLISH.rules


def test_the_start_of_a_longer_capture_is_not_refused() -> None:
    assert ENGLISH.why(at(ENGLISH, "w", w="c3", b="d4 d6"), ("c3", "e5")) is None


def test_nothing_may_be_moved_once_the_game_is_over() -> None:
    refusal = ENGLISH.why(at(ENGLISH, "b", w="c1 b2", b="a3"), ("a3", "b4"))
    assert refusal is not None
    assert refusal.rule == "no-moves"
    assert "White wins" in refusal.text


# -- numbers and symmetry --------------------------------------------------------------------------------


def test_the_squares_are_numbered_from_b8_row_by_row() -> None:
    numbers = ENGLISH.board.number
    assert [numbers[name] for name in ("b8", "h8", "a7", "g7", "b6", "h2", "a1", "g1")] == [1, 4, 5, 8, 9, 28, 29, 32]


@given(boards(ENGLISH))
def test_the_game_is_the_same_for_both_sides_when_the_board_is_turned(position: Position) -> None:
    other = swapped(turned(ENGLISH, rotated, position))
    expected = {(shape(move, rotated), move.crowns) for move in ENGLISH.moves(position)}
    assert {(shape(move), move.crowns) for move in ENGLISH.moves(other)} == expected
    assert ENGLISH.evaluate(other) == ENGLISH.evaluate(position)


@given(boards(ENGLISH))
def test_tactics_are_all_captures_and_where_there_is_one_every_move_is_one(
    position: Position,
) -> None:
    moves = ENGLISH.moves(position)
    assert ENGLISH.noisy_moves(position) == [move for move in moves if move.captured]
    assert len({bool(move.captured) for move in moves}) <= 1


@given(boards(ENGLISH), st.integers(0, 31))
def test_a_king_more_is_worth_more_wherever_it_stands(position: Position, place: int) -> None:
    white, black, kings, _ = position
    bit = ENGLISH.board.bit[ENGLISH.board.squares[place]]
    assume(not (white | black) & bit and white.bit_count() < 12)
    more = (white | bit, black, kings | bit, 0)
    assert ENGLISH.evaluate(more) > ENGLISH.evaluate((white, black, kings, 0))

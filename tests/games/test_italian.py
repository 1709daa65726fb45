"""Italian draughts: every rule sentence of "Italian Draughts - Rules", and the federation's rule beyond it."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from saltus import games
from saltus.core.game import Move, Position
from saltus.games.italian import Italian
from saltus.match.match import Match

from tests.support.squares import after, at, is_step_or_capture, rotated, texts
from tests.support.strategies import boards
from tests.support.symmetry import shape, swapped, turned


def loaded(**options: bool) -> Italian:
    game = games.load("italian", options)
    assert isinstance(game, Italian)
    return game


ITALIAN, FEDERATION = loaded(), loaded(federation=True)


def captures(position: Position) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Path and captures of every legal move, sorted."""
    return sorted((move.path, move.captured) for move in ITALIAN.moves(position))


# -- the document, sentence by sentence: board and gameplay ----------------------------------------------


def test_the_board_is_an_8x8_grid_of_64_squares_alternating_black_and_white() -> None:
    assert (ITALIAN.board.files, ITALIAN.board.ranks) == (8, 8)
    assert len(ITALIAN.board.squares) == 32
    assert all((ord(name[0]) + int(name[1])) % 2 == 1 for name in ITALIAN.board.squares)


def test_the_bottom_right_square_is_black_for_both_players() -> None:
    assert {"h1", "a8"} <= set(ITALIAN.board.squares)


def test_board_notation_numbers_the_black_squares_row_by_row_from_the_top_left() -> None:
    diagram = {"a8": 1, "g8": 4, "b7": 5, "h7": 8, "a6": 9, "a4": 17, "h3": 24, "a2": 25, "b1": 29, "h1": 32}
    assert {name: ITALIAN.board.number[name] for name in diagram} == diagram


def test_white_and_black_are_assigned_randomly() -> None:
    assert ITALIAN.lots


def test_white_always_takes_the_first_turn() -> None:
    assert ITALIAN.first == "w"
    assert ITALIAN.bottom == "w"
    assert {move.path[0] for move in ITALIAN.moves(ITALIAN.start())} == {"b3", "d3", "f3", "h3"}
    assert ITALIAN.rows(ITALIAN.start()) == [
        "b.b.b.b.",
        ".b.b.b.b",
        "b.b.b.b.",
        "........",
        "........",
        ".w.w.w.w",
        "w.w.w.w.",
        ".w.w.w.w",
    ]


def test_a_simple_move_is_diagonal_to_an_adjacent_empty_square() -> None:
    assert texts(ITALIAN.moves(at(ITALIAN, "w", w="c4 d5", b="a8"))) == ["c4-b5", "d5-c6", "d5-e6"]


def test_a_capture_jumps_over_an_opponents_piece_into_an_empty_square_and_removes_it() -> None:
    position = at(ITALIAN, "w", w="c4", b="d5 g8")
    assert captures(position) == [(("c4", "e6"), ("d5",))]
    assert ITALIAN.rows(after(ITALIAN, position, "c4-e6"))[2:4] == ["....w...", "........"]
    assert ITALIAN.noisy_moves(at(ITALIAN, "w", w="c4", b="d5 e6")) == []


def test_once_a_piece_is_selected_the_turn_is_completed_with_that_piece() -> None:
    position = at(ITALIAN, "w", w="c4 e4", b="d5 d7 g8")
    for move in ITALIAN.moves(position):
        others = position[0] & ~ITALIAN.board.bit[move.path[0]]
        assert ITALIAN.play(position, move)[0] & others == others


@given(boards(ITALIAN))
def test_each_turn_is_a_simple_move_or_a_capture(position: Position) -> None:
    assert all(is_step_or_capture(move) for move in ITALIAN.moves(position))


@pytest.mark.parametrize("seed", range(20))
def test_a_game_ends_in_a_win_for_one_player_or_a_draw(seed: int) -> None:
    match, random = Match(ITALIAN), Random(seed)
    while match.outcome is None:
        match.play(random.choice(match.legal))
    expected = ("w", "b") if match.outcome.reason in ("no-moves", "no-pieces") else (None,)
    assert match.outcome.winner in expected
    assert match.outcome.reason in ("no-moves", "no-pieces", "quiet")


# -- movement --------------------------------------------------------------------------------------------


def test_standard_pieces_may_only_move_forward_diagonally() -> None:
    assert texts(ITALIAN.moves(at(ITALIAN, "w", w="d5", b="g8"))) == ["d5-c6", "d5-e6"]
    assert texts(ITALIAN.moves(at(ITALIAN, "b", w="g2", b="d5"))) == ["d5-c4", "d5-e4"]


def test_all_pieces_move_only_to_empty_adjacent_black_squares() -> None:
    moves = ITALIAN.moves(at(ITALIAN, "w", w="c4 d5 g2", W="h1", b="a8"))
    assert texts(moves) == ["c4-b5", "d5-c6", "d5-e6", "g2-f3", "g2-h3"]


def test_kings_may_move_both_forward_and_backward_diagonally() -> None:
    assert texts(ITALIAN.moves(at(ITALIAN, "w", W="d5", b="g8"))) == ["d5-c4", "d5-c6", "d5-e4", "d5-e6"]


def test_a_standard_piece_that_reaches_the_farthest_row_is_immediately_promoted_to_a_king() -> None:
    position = at(ITALIAN, "w", w="b7", b="h3")
    assert all(move.crowns for move in ITALIAN.moves(position))
    assert ITALIAN.rows(after(ITALIAN, position, "b7-c8"))[0] == "..W....."


# -- capture ---------------------------------------------------------------------------------------------


def test_a_man_can_only_capture_other_men_it_cannot_capture_kings() -> None:
    assert texts(ITALIAN.moves(at(ITALIAN, "w", w="c4", B="d5"))) == ["c4-b5"]
    assert captures(at(ITALIAN, "w", w="c4", b="b5", B="d5")) == [(("c4", "a6"), ("b5",))]


def test_a_man_can_only_capture_forward_by_jumping_diagonally_into_an_empty_square() -> None:
    assert ITALIAN.noisy_moves(at(ITALIAN, "w", w="d5", b="c4 e4")) == []
    assert texts(ITALIAN.moves(at(ITALIAN, "w", w="d5", b="c4 e4 c6"))) == ["d5-b7"]


def test_a_king_can_capture_both_men_and_other_kings() -> None:
    assert captures(at(ITALIAN, "w", W="c4", b="d5")) == [(("c4", "e6"), ("d5",))]
    assert captures(at(ITALIAN, "w", W="c4", B="d5")) == [(("c4", "e6"), ("d5",))]


def test_a_king_can_capture_in_both_directions() -> None:
    paths = texts(ITALIAN.moves(at(ITALIAN, "w", W="d5", b="c6 e6 c4 e4")))
    assert paths == ["d5-b3", "d5-b7", "d5-f3", "d5-f7"]


def test_a_multiple_capture_sequence_is_treated_as_a_single_turn() -> None:
    position = at(ITALIAN, "w", w="c4", b="d5 d7 g8")
    assert captures(position) == [(("c4", "e6", "c8"), ("d5", "d7"))]
    assert after(ITALIAN, position, "c4-e6-c8")[3] == 1


def test_a_man_that_captures_into_the_last_row_stops_there_as_a_king() -> None:
    position = at(ITALIAN, "w", w="c6", b="d7 f7 h3")
    assert captures(position) == [(("c6", "e8"), ("d7",))]
    assert ITALIAN.rows(after(ITALIAN, position, "c6-e8"))[:2] == ["....W...", ".....b.."]


# -- priority rules --------------------------------------------------------------------------------------


def test_if_a_capture_is_possible_the_player_must_take_it() -> None:
    assert texts(ITALIAN.moves(at(ITALIAN, "w", w="c4 g2 a2", b="d5"))) == ["c4-e6"]


def test_players_cannot_capture_their_own_pieces() -> None:
    assert ITALIAN.noisy_moves(at(ITALIAN, "w", w="c4 d5", W="e4", b="g8")) == []


def test_during_a_multiple_capture_a_player_cannot_jump_over_their_own_pieces() -> None:
    assert captures(at(ITALIAN, "w", w="c4 d7", b="d5 g8")) == [(("c4", "e6"), ("d5",))]


def test_a_square_may_be_passed_over_more_than_once() -> None:
    """The king goes round, returns over its own square e6, and leaves by the other side."""
    position = at(ITALIAN, "w", W="e6", b="d5 d3 f3 f5 f7")
    assert captures(position) == [
        (("e6", "c4", "e2", "g4", "e6", "g8"), ("d5", "d3", "f3", "f5", "f7")),
        (("e6", "g4", "e2", "c4", "e6", "g8"), ("f5", "f3", "d3", "d5", "f7")),
    ]


def test_an_opponents_piece_cannot_be_captured_more_than_once() -> None:
    position = at(ITALIAN, "w", W="c4", b="d5 d7 b7 b5")
    assert {tuple(sorted(move.captured)) for move in ITALIAN.moves(position)} == {("b5", "b7", "d5", "d7")}


def test_the_player_must_choose_the_path_that_captures_the_maximum_number_of_pieces() -> None:
    assert captures(at(ITALIAN, "w", w="c4", b="b5 d5 d7")) == [(("c4", "e6", "c8"), ("d5", "d7"))]
    man_takes_more_than_the_king = at(ITALIAN, "w", w="c4", W="h3", b="d5 d7", B="g4")
    assert texts(ITALIAN.moves(man_takes_more_than_the_king)) == ["c4-e6-c8"]


def test_a_king_must_capture_instead_of_a_man_if_the_number_of_pieces_is_equal() -> None:
    assert texts(ITALIAN.moves(at(ITALIAN, "w", w="c4", W="h1", b="d5 g2"))) == ["h1-f3"]


def test_capturing_a_king_is_prioritised_if_number_and_rank_of_the_capturing_piece_are_equal() -> None:
    assert texts(ITALIAN.moves(at(ITALIAN, "w", W="c4", b="d5", B="b5"))) == ["c4-a6"]
    two_kings_or_one_and_a_man = at(ITALIAN, "w", W="e4", b="f5", B="d5 b7 f7")
    assert texts(ITALIAN.moves(two_kings_or_one_and_a_man)) == ["e4-c6-a8"]


def test_if_all_priority_conditions_are_equal_the_player_may_choose_freely() -> None:
    assert texts(ITALIAN.moves(at(ITALIAN, "w", w="c4 h1", b="d5 g2"))) == ["c4-e6", "h1-f3"]


# -- endgame ---------------------------------------------------------------------------------------------


def test_a_player_wins_if_the_opponent_retires() -> None:
    match = Match(ITALIAN)
    match.resign("w")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == ("b", "resignation")


def test_a_player_wins_if_the_opponent_has_no_legal_moves_remaining_on_their_turn() -> None:
    position = at(ITALIAN, "b", w="b3 c2", b="a4")
    outcome = ITALIAN.outcome(position)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("w", "no-moves")
    assert ITALIAN.outcome((*position[:3], 0)) is None


def test_a_player_wins_if_the_opponent_has_no_pieces_left_on_the_board() -> None:
    outcome = ITALIAN.outcome(after(ITALIAN, at(ITALIAN, "w", w="c4", b="d5"), "c4-e6"))
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("w", "no-pieces")


def test_a_draw_occurs_when_both_players_agree() -> None:
    match = Match(ITALIAN)
    match.offer_draw("b")
    match.accept("w")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (None, "agreement")


LEFT = ["a2", "b1", "c2", "b3"]
RIGHT = ["h7", "g8", "f7", "g6"]
"""Two circles for kings, far enough apart."""


def walk(match: Match, plies: int) -> None:
    """White's king circles `LEFT`, Black's circles `RIGHT`."""
    for _ in range(plies):
        circle = RIGHT if match.ply % 2 else LEFT
        turn = match.ply // 2
        match.play((circle[turn % 4], circle[(turn + 1) % 4]))


def test_a_draw_is_declared_after_40_consecutive_moves_by_each_player_without_a_capture() -> None:
    match = Match(ITALIAN, position=at(ITALIAN, "w", W="a2", B="h7"))
    walk(match, 79)
    assert match.outcome is None
    walk(match, 1)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (None, "quiet")


def test_the_count_is_triggered_when_both_players_possess_at_least_one_king() -> None:
    one_king = at(ITALIAN, "w", W="a2", b="h7")
    assert not ITALIAN.counting(one_king)
    assert ITALIAN.counting(at(ITALIAN, "w", W="a2", B="h7"))
    match = Match(ITALIAN, position=at(ITALIAN, "b", w="h3", W="e8", b="c2"))
    assert list(match.counters) == []
    match.play(("c2", "d1"))
    assert [(counter.key, counter.reached) for counter in match.counters] == [("quiet", 0)]
    match.play(("h3", "g4"))
    assert [(counter.key, counter.reached) for counter in match.counters] == [("quiet", 1)]


def test_a_capture_starts_the_count_again_and_a_mans_advance_does_not() -> None:
    position = at(ITALIAN, "w", w="a2", W="h3", b="g4", B="a8")
    (capture,) = ITALIAN.moves(position)
    assert ITALIAN.progress(position, capture)
    quiet = at(ITALIAN, "w", w="a2", W="h3", B="a8")
    assert not any(ITALIAN.progress(quiet, move) for move in ITALIAN.moves(quiet))


def test_a_repeated_position_alone_is_no_draw_in_the_document() -> None:
    assert ITALIAN.repetitions == 0
    match = Match(ITALIAN, position=at(ITALIAN, "w", W="h1", B="a8"))
    for _ in range(3):
        for path in (["h1", "g2"], ["a8", "b7"], ["g2", "h1"], ["b7", "a8"]):
            match.play(path)
    assert match.outcome is None


def test_the_third_repetition_draws_with_the_option_of_the_authors_program() -> None:
    game = loaded(repetition=True)
    match = Match(game, position=at(game, "w", W="h1", B="a8"))
    for path in (["h1", "g2"], ["a8", "b7"], ["g2", "h1"], ["b7", "a8"]) * 2:
        assert match.outcome is None
        match.play(path)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (None, "repetition")


# -- the federation's further rule -----------------------------------------------------------------------

ORACLE: dict[str, Any] = json.loads((Path(__file__).parent / "oracle" / "italian.public.json").read_text())
RULE_4_MOVES = [entry for entry in ORACLE["moves"] if "federation_rule4_would_leave" in entry]
RULE_4_PERFT = [entry for entry in ORACLE["perft"] if "perft_if_federation_rule4" in entry]


def listed(moves: list[Move]) -> list[tuple[str, list[str], list[str]]]:
    return sorted((move.path[0], list(move.path[1:]), list(move.captured)) for move in moves)


def test_rules_that_the_document_does_not_have_are_off_by_default() -> None:
    assert ITALIAN.chosen == {"federation": False, "repetition": False}


@pytest.mark.parametrize("entry", RULE_4_MOVES, ids=lambda entry: entry["id"])
def test_the_federations_rule_leaves_the_captures_that_meet_a_king_first(entry: dict[str, Any]) -> None:
    position = FEDERATION.position(entry["rows"], entry["side"])
    left = [(move["from"], move["path"], move["captured"]) for move in entry["federation_rule4_would_leave"]]
    assert listed(FEDERATION.moves(position)) == left
    assert len(left) < len(ITALIAN.moves(position))


@pytest.mark.parametrize("entry", RULE_4_PERFT, ids=lambda entry: entry["id"])
def test_the_federations_rule_changes_perft_as_the_oracle_says(entry: dict[str, Any]) -> None:
    """Up to the first count that it changes, and to at least 200,000 leaves where the data go that deep."""
    counts = entry["perft_if_federation_rule4"]
    pairs = zip(counts, entry["perft"], strict=True)
    depth = next(ply for ply, (with_rule, without) in enumerate(pairs, 1) if with_rule != without)
    while depth < len(counts) and counts[depth - 1] < 200_000:
        depth += 1
    position = FEDERATION.position(entry["rows"], entry["side"])
    assert [FEDERATION.perft(position, ply) for ply in range(1, depth + 1)] == counts[:depth]


# -- positions that cannot be ----------------------------------------------------------------------------


def test_a_man_on_its_king_row_is_refused_with_its_square() -> None:
    with pytest.raises(ValueError, match=r"^2: a white man"):
        at(ITALIAN, "w", w="c8", b="c6")
    with pytest.raises(ValueError, match=r"^32: a black man"):
        at(ITALIAN, "w", w="c4", b="h1")


def test_an_option_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no option 'rule4'; it has federation"):
        games.load("italian", {"rule4": True})


# -- why not ---------------------------------------------------------------------------------------------

REFUSALS: list[tuple[dict[str, str], str, str, str, tuple[str, ...]]] = [
    ({"w": "c4", "B": "d5"}, "c4-e6", "men-spare-kings", "cannot capture the king on 14", ("d5",)),
    ({"w": "c4 a2", "b": "d5"}, "a2-b3", "capture-compulsory", "You must capture a piece", ("c4",)),
    (
        {"w": "c4 a2", "b": "d5 d7"},
        "a2-b3",
        "capture-compulsory",
        "You must capture two pieces, with the man on 18.",
        ("c4",),
    ),
    (
        {"w": "c4", "b": "b5 d5 d7"},
        "c4-a6",
        "capture-most",
        "You must capture two pieces, with the man on 18; this move captures one.",
        ("c4",),
    ),
    (
        {"w": "c4", "b": "d5 d7", "W": "h3", "B": "g4"},
        "h3",
        "capture-most",
        "You must capture two pieces, with the man on 18; this move captures one.",
        ("c4",),
    ),
    (
        {"w": "c4", "W": "h1", "b": "d5 g2"},
        "c4-e6",
        "capture-with-king",
        "A king must capture before a man: use the king on 32.",
        ("h1",),
    ),
    (
        {"W": "c4", "b": "d5", "B": "b5"},
        "c4-e6",
        "capture-most-kings",
        "You must capture one king, with the king on 18; this move captures no kings.",
        ("c4",),
    ),
    ({"w": "c4", "b": "d5 d7"}, "c4-e6-f7", "capture-complete", "must keep capturing, from 11 to 2", ("c8",)),
    ({"w": "c6", "b": "d7 f7"}, "c6-e8-g6", "crown", "crowned on 3", ("e8",)),
]


@pytest.mark.parametrize(("pieces", "path", "rule", "words", "squares"), REFUSALS)
def test_a_refusal_names_the_rule_in_words_and_the_squares_it_is_about(
    pieces: dict[str, str], path: str, rule: str, words: str, squares: tuple[str, ...]
) -> None:
    refusal = ITALIAN.why(at(ITALIAN, "w", **pieces), path.split("-"))
    assert refusal is not None
    assert refusal.rule == rule
    assert words in refusal.text
    assert refusal.squares == squares
    assert rule in ITALIAN.rules


def test_under_the_federations_rule_the_refusal_shows_the_capture_that_meets_a_king_first() -> None:
    position = at(FEDERATION, "w", W="e6", b="d5 d3 f3", B="f5")
    refusal = FEDERATION.why(position, ("e6", "c4"))
    assert refusal is not None
    assert refusal.rule == "capture-king-first"
    assert refusal.text == "The capture 11-20-27-18-11 meets a king first."


# -- symmetry --------------------------------------------------------------------------------------------


@given(boards(ITALIAN))
def test_the_game_is_the_same_for_both_sides_when_the_board_is_turned(position: Position) -> None:
    other = swapped(turned(ITALIAN, rotated, position))
    for game in (ITALIAN, FEDERATION):
        expected = {(shape(move, rotated), move.crowns) for move in game.moves(position)}
        assert {(shape(move), move.crowns) for move in game.moves(other)} == expected
    assert ITALIAN.evaluate(other) == ITALIAN.evaluate(position)


@given(boards(ITALIAN))
def test_all_legal_captures_are_equal_in_value_and_no_other_is_worth_more(position: Position) -> None:
    every = ITALIAN.sequences(position, position[position[3]])
    legal = ITALIAN.noisy_moves(position)
    assert bool(every) is bool(legal)
    for game in (ITALIAN, FEDERATION):
        values = [game.value(position, move) for move in every]
        best = [move for move, value in zip(every, values, strict=True) if value == max(values)]
        assert sorted(game.noisy_moves(position)) == sorted(best)
    assert {*FEDERATION.noisy_moves(position)} <= {*legal}


@given(boards(ITALIAN))
def test_tactics_are_all_captures_and_where_there_is_one_every_move_is_one(position: Position) -> None:
    moves = ITALIAN.moves(position)
    assert ITALIAN.noisy_moves(position) == [move for move in moves if move.captured]
    assert len({bool(move.captured) for move in moves}) <= 1

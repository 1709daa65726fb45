"""Roman Solitaire: the seed document sentence by sentence, set-ups from seeds, refusals, and symmetry."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saltus import games
from saltus.core.board import DIRECTIONS, every_square
from saltus.core.game import PASS, Position
from saltus.core.rng import SEED_LIMIT, draw, splitmix64
from saltus.engine.search import search
from saltus.engine.tt import TranspositionTable
from saltus.match.match import Match

from tests.support.symmetry import Turn, placements, shape, swapped, turned, turns

ROMAN = games.load("roman")
SEED_NUMBERS = st.integers(0, SEED_LIMIT - 1)


def board(*rows: str, side: str = "w") -> Position:
    """The position with these top rows, the rest empty."""
    return ROMAN.position([*rows, *["........"] * (8 - len(rows))], side)


MIDDLE = board("........", "........", "........", "...w....", "........", "........", "........", "b.......")
SURROUNDED = board("........", "........", "..bbb...", "..bwb...", "..bbb...")
STUCK = board("wbb.....", "bb......", "b.b.....", "b.......")
"""White, to move, has one piece, in the corner, and can neither step nor jump."""


def targets(position: Position, origin: str) -> set[str]:
    return {move.path[1] for move in ROMAN.moves(position) if move.path[0] == origin}


def by_the_rule(position: Position) -> set[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The steps and jumps by a slow, literal reading of the seed: (path, captured)."""
    side = position[3]
    own, enemy = ROMAN.board.names(position[side]), ROMAN.board.names(position[1 - side])
    found: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
    for origin in own:
        for way in DIRECTIONS:
            near, far = ROMAN.board.step(origin, way), ROMAN.board.step(origin, way, 2)
            if near and near not in own + enemy:
                found.add(((origin, near), ()))
            if near in enemy and far and far not in own + enemy:
                found.add(((origin, far), (near,)))
    return found


# -- "Game Components" and "Setup" -----------------------------------------------------------------------


@pytest.mark.parametrize("setup", ["random", "balanced"])
@given(seed=SEED_NUMBERS)
def test_9_white_and_9_black_pieces_are_placed_on_the_board_of_64_squares(setup: str, seed: int) -> None:
    white, black, kings, side = ROMAN.start(setup, seed)
    assert white.bit_count() == black.bit_count() == 9
    assert not white & black
    assert (white | black) & ~ROMAN.board.full == 0
    assert (kings, side) == (0, 0)
    assert len(ROMAN.board.squares) == 64


def test_the_pieces_are_randomly_placed_on_every_square_and_side_alike() -> None:
    """3,200 boards: each square should be white, and black, 450 times; six sigmas are 117."""
    white, black = Counter[str](), Counter[str]()
    for seed in range(3200):
        position = ROMAN.start("random", seed)
        white.update(ROMAN.board.names(position[0]))
        black.update(ROMAN.board.names(position[1]))
    for square in ROMAN.board.squares:
        assert 333 < white[square] < 567
        assert 333 < black[square] < 567


def test_a_draw_favours_no_pair_of_items() -> None:
    """All 20 ordered pairs of 5 items from 10,000 seeds: 500 each are expected; six sigmas are 131."""
    pairs = Counter(tuple(draw(seed, "abcde", 2)) for seed in range(10_000))
    assert len(pairs) == 20
    assert all(369 < count < 631 for count in pairs.values())


def test_the_generator_is_splitmix64() -> None:
    """The first numbers after seed 1234567, as published with the algorithm's C code and by its many ports."""
    numbers = splitmix64(1234567)
    assert [next(numbers) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_a_seed_gives_the_same_random_board_for_ever() -> None:
    assert ROMAN.rows(ROMAN.start("random", 48213)) == [
        ".....b..",
        "w......b",
        "..wb.w.w",
        "......w.",
        "...w...w",
        "...b..bb",
        ".b......",
        "w.b.w.b.",
    ]


def test_a_seed_gives_the_same_balanced_board_for_ever() -> None:
    assert ROMAN.rows(ROMAN.start("balanced", 48213)) == [
        ".....b..",
        ".....b..",
        ".bb..b..",
        "bbbb....",
        "....wwww",
        "..w..ww.",
        "..w.....",
        "..w.....",
    ]


@given(SEED_NUMBERS)
def test_a_balanced_board_is_white_in_its_half_and_the_same_turned_by_180_degrees_in_black(seed: int) -> None:
    white, black, _, _ = ROMAN.start("balanced", seed)
    squares = every_square(8, 8)
    assert set(ROMAN.board.names(white)) <= set(squares[32:])
    half_turn = dict(zip(squares, reversed(squares), strict=True))
    assert {half_turn[name] for name in ROMAN.board.names(white)} == set(ROMAN.board.names(black))


def test_the_balanced_set_up_is_called_symmetrical_as_in_the_authors_program() -> None:
    """There a board is symmetrical if every piece, turned by 180 degrees, stands on one of the other side."""
    assert {setup.key: setup.name for setup in ROMAN.setups} == {
        "random": "Random",
        "balanced": "Balanced (symmetrical)",
    }


def test_the_random_set_up_is_the_first() -> None:
    assert ROMAN.start(seed=7) == ROMAN.start("random", 7)


@pytest.mark.parametrize("seed", [None, -1, SEED_LIMIT, 1.0, "7", True])
def test_a_set_up_needs_a_seed_that_is_one(seed: object) -> None:
    with pytest.raises(ValueError, match="seed"):
        ROMAN.start("balanced", seed)  # type: ignore[arg-type]


def test_a_set_up_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no set-up 'standard'; it has random, balanced"):
        ROMAN.start("standard", 7)


# -- "Movement" ----------------------------------------------------------------------------------------


def test_a_piece_can_move_to_any_empty_adjacent_square_in_eight_directions() -> None:
    assert targets(MIDDLE, "d5") == {"c4", "c5", "c6", "d4", "d6", "e4", "e5", "e6"}


def test_a_piece_in_the_corner_has_three_neighbours() -> None:
    assert targets(board("w.......", "........", "b......."), "a8") == {"a7", "b7", "b8"}


def test_players_take_turns_moving_one_piece_per_turn() -> None:
    moved = ROMAN.play(MIDDLE, ROMAN.moves(MIDDLE)[0])
    assert moved[3] == 1
    assert {move.path[0] for move in ROMAN.moves(moved)} == {"a1"}
    assert all(len(move.path) == 2 for move in ROMAN.moves(moved))


# -- "Capturing" ---------------------------------------------------------------------------------------


def test_a_piece_captures_by_jumping_over_it_to_an_empty_square_immediately_beyond() -> None:
    position = board("........", "........", ".wb.....", "........", "........")
    move = ROMAN.find(position, ("b6", "d6"))
    assert move is not None
    assert move.captured == ("c6",)


def test_a_piece_does_not_jump_over_two_nor_onto_a_piece_nor_over_its_own() -> None:
    assert targets(board("wbb....."), "a8") == {"a7", "b7"}
    assert "c8" not in targets(board("ww......", "b......."), "a8")


def test_captures_can_be_made_in_any_direction() -> None:
    assert targets(SURROUNDED, "d5") == {"b3", "b5", "b7", "d3", "d7", "f3", "f5", "f7"}


def test_the_captured_piece_is_removed_from_the_board() -> None:
    position = board("........", "........", ".wb.....")
    move = ROMAN.find(position, ("b6", "d6"))
    assert move is not None
    assert ROMAN.rows(ROMAN.play(position, move))[2] == "...w...."


def test_only_one_piece_can_be_captured_per_move() -> None:
    position = board("wb.b....")
    assert {move.captured for move in ROMAN.moves(position)} == {(), ("b8",)}
    refusal = ROMAN.why(position, ("a8", "c8", "e8"))
    assert refusal is not None
    assert refusal.rule == "single"


def test_captures_are_not_mandatory() -> None:
    position = board("wb......")
    assert targets(position, "a8") == {"c8", "a7", "b7"}


# -- "No Piece Promotion" ------------------------------------------------------------------------------


def test_pieces_do_not_get_promoted_at_the_opposite_end() -> None:
    position = board("........", "w.......", "........", "b.......")
    move = ROMAN.find(position, ("a7", "a8"))
    assert move is not None
    assert not move.crowns
    after = ROMAN.play(position, move)
    assert after[2] == 0
    with pytest.raises(ValueError, match="'W' is not one of"):
        board("W......b")


# -- "Turn Order" --------------------------------------------------------------------------------------


def test_white_moves_first_then_players_alternate_turns() -> None:
    position = ROMAN.start("random", 1)
    sides = []
    for _ in range(4):
        sides.append(position[3])
        position = ROMAN.play(position, ROMAN.moves(position)[0])
    assert sides == [0, 1, 0, 1]


def test_a_player_must_make_a_move_on_their_turn_if_possible() -> None:
    assert PASS not in ROMAN.moves(MIDDLE)


def test_a_side_that_cannot_move_passes_while_the_other_can() -> None:
    assert ROMAN.moves(STUCK) == [PASS]
    assert ROMAN.count(STUCK) == 1
    assert ROMAN.outcome(STUCK) is None
    after = ROMAN.play(STUCK, PASS)
    assert (after[:3], after[3]) == (STUCK[:3], 1)


# -- "Winning the Game" and "Draw" ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "side", "winner", "text"),
    [
        ("wb......", "w", "w", "White wins: all of Black's pieces are captured."),
        ("bw......", "b", "b", "Black wins: all of White's pieces are captured."),
    ],
)
def test_the_player_who_captures_all_pieces_wins(rows: str, side: str, winner: str, text: str) -> None:
    position = board(rows, side=side)
    assert ROMAN.decided(position) is None
    move = ROMAN.find(position, ("a8", "c8"))
    assert move is not None
    after = ROMAN.play(position, move)
    assert ROMAN.outcome(after) == (winner, "all-captured", text, None, None)
    assert ROMAN.moves(after) == []
    assert ROMAN.count(after) == 0
    assert ROMAN.decided(after) == ROMAN.result(after) == -1


def test_a_position_where_neither_player_can_move_is_a_draw() -> None:
    """It takes more than 18 pieces, so the test builds the position without `Game.position`."""
    full = ROMAN.board.full
    white = ROMAN.board.mask(name for name in ROMAN.board.squares if name[0] in "aceg")
    position = (white, full ^ white, 0, 0)
    assert ROMAN.moves(position) == []
    assert ROMAN.count(position) == 0
    assert ROMAN.outcome(position) == (None, "stuck", "Draw: neither side can move.", None, None)
    assert ROMAN.result(position) == 0


@given(placements(ROMAN))
def test_moves_are_what_the_rules_say_on_any_board(position: Position) -> None:
    moves = ROMAN.moves(position)
    expected = by_the_rule(position)
    assert ROMAN.count(position) == len(moves) == len(set(moves))
    assert set(map(shape, moves)) == (expected or {((), ())})
    captures = {(path, captured) for path, captured in expected if captured}
    assert set(map(shape, ROMAN.noisy_moves(position))) == captures


# -- house rules ---------------------------------------------------------------------------------------


def shuttle(match: Match, rounds: int) -> None:
    """Both sides move a piece out and back again, `rounds` times."""
    for _ in range(rounds):
        for path in (("a8", "b8"), ("h1", "g1"), ("b8", "a8"), ("g1", "h1")):
            match.play(path)


APART = ["w.......", *["........"] * 6, ".......b"]


def test_third_repetition_is_a_draw_by_house_rule() -> None:
    match = Match(ROMAN, position=ROMAN.position(APART, "w"))
    shuttle(match, 2)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (None, "repetition")


def test_sixty_turns_each_without_a_capture_are_a_draw_by_house_rule() -> None:
    match = Match(games.load("roman", {"repetition": False}), position=ROMAN.position(APART, "w"))
    shuttle(match, 29)
    assert match.outcome is None
    shuttle(match, 1)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (None, "quiet")


def test_house_rules_can_be_switched_off() -> None:
    game = games.load("roman", {"repetition": False, "quiet": False})
    match = Match(game, position=game.position(APART, "w"))
    shuttle(match, 40)
    assert match.outcome is None
    assert all(option.house and option.default for option in ROMAN.options)


# -- refusals ------------------------------------------------------------------------------------------

REFUSED = board("ww.b....", "..b.....", ".b......", "bw......")


@pytest.mark.parametrize(
    ("path", "rule", "text"),
    [
        ("a8 b8", "occupied", "Your own piece is on b8; a move ends on an empty square."),
        ("b8 c7", "occupied", "An enemy piece is on c7; a move ends on an empty square."),
        ("a8 c8", "jump", "Your own piece is on b8; you can only jump over enemy pieces."),
        ("b5 d5", "jump", "There is no enemy piece on c5 to jump over."),
        ("b5 e5", "step", "e5 is neither next to b5 nor a jump away."),
        ("b5 c3", "step", "c3 is neither next to b5 nor a jump away."),
        ("b5 b5", "step", "The piece must leave b5."),
        ("b5 c5 d5", "step", "The move ends on c5: a move is one step or one jump."),
        ("b5 b7 d7", "single", "The move ends on b7: you capture only one piece per move."),
        ("h8 h7", "empty", "There is no piece on h8."),
        ("a5 a4", "turn", "It is White's turn."),
        ("a8 z9", "board", "z9 is not used in this game."),
    ],
)
def test_a_refused_move_is_told_which_rule_forbids_it(path: str, rule: str, text: str) -> None:
    refusal = ROMAN.why(REFUSED, path.split())
    assert refusal is not None
    assert (refusal.rule, refusal.text) == (rule, text)
    assert rule in ROMAN.rules


def test_a_piece_that_is_shut_in_is_told_so() -> None:
    refusal = ROMAN.why(STUCK, ["a8"])
    assert refusal is not None
    assert refusal.rule == "step"
    assert refusal.text == ("The piece on a8 cannot move: no square next to it is empty, and it cannot jump.")


@given(placements(ROMAN), st.data())
def test_why_answers_exactly_the_moves_that_are_not_legal(position: Position, data: st.DataObject) -> None:
    path = data.draw(st.lists(st.sampled_from(ROMAN.board.squares), min_size=2, max_size=3).map(tuple))
    refusal = ROMAN.why(position, path)
    assert (refusal is None) is (ROMAN.find(position, path) is not None)
    assert refusal is None or refusal.rule in ROMAN.rules


def test_an_empty_board_is_refused() -> None:
    with pytest.raises(ValueError, match="the board is empty"):
        board("........")


# -- symmetry ------------------------------------------------------------------------------------------


@given(placements(ROMAN), st.sampled_from(turns(ROMAN.board)))
def test_a_turned_board_has_the_turned_moves_and_the_same_score(position: Position, turn: Turn) -> None:
    other = turned(ROMAN, turn, position)
    assert {shape(move, turn) for move in ROMAN.moves(position)} == {shape(move) for move in ROMAN.moves(other)}
    assert ROMAN.evaluate(position) == ROMAN.evaluate(other)


@given(placements(ROMAN))
def test_swapped_colours_have_the_same_moves_and_the_same_score_for_the_mover(position: Position) -> None:
    other = swapped(position)
    assert set(map(shape, ROMAN.moves(position))) == set(map(shape, ROMAN.moves(other)))
    assert ROMAN.evaluate(position) == ROMAN.evaluate(other)


# -- what a position is worth --------------------------------------------------------------------------


def test_a_side_ahead_counts_on_much_only_where_it_can_win() -> None:
    """Quiet 2 against 1 and 3 against 2 are draws, 3 against 1 is won."""
    two_one = board("ww......", *["........"] * 4, ".....b..")
    three_two = board("www.....", *["........"] * 4, ".....b.b")
    three_one = board("www.....", *["........"] * 4, ".....b..")
    assert 0 < ROMAN.evaluate(two_one) < 100
    assert 0 < ROMAN.evaluate(three_two) < 100
    assert ROMAN.evaluate(three_one) > 300


def test_hunters_are_worth_more_the_nearer_they_are_and_the_less_room_there_is_behind_their_prey() -> None:
    far = board("www.....", *["........"] * 4, "....b...")
    near = board("........", "........", "...www..", "........", "........", "....b...")
    edge = board("........", "........", "........", "........", "...www..", "........", "........", "....b...")
    assert ROMAN.evaluate(far) < ROMAN.evaluate(near) < ROMAN.evaluate(edge)


def test_three_against_one_is_won_before_the_quiet_draw() -> None:
    """By search and evaluation alone, with 8,000 nodes a move for both sides."""
    table = TranspositionTable()
    position, quiet = board("w.....w.", "........", "........", "....b...", "........", "........", "w......."), 0
    while ROMAN.outcome(position) is None and quiet < ROMAN.quiet_limit:
        *_, found = search(ROMAN, position, quiet=quiet, table=table, max_nodes=8000)
        position = ROMAN.play(position, found.pv[0])
        quiet = 0 if found.pv[0].captured else quiet + 1
    outcome = ROMAN.outcome(position)
    assert outcome is not None
    assert outcome.winner == "w"

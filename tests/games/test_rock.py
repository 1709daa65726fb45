"""Rock: the seed document sentence by sentence, refusals, and symmetry."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saltus import games
from saltus.core.board import DIRECTIONS
from saltus.core.game import Game, Position
from saltus.match.match import Match

from tests.support.documents import ROCK_EXAMPLE
from tests.support.symmetry import Turn, placements, shape, swapped, turned, turns

ROCK = games.load("rock")


def board(*rows: str, side: str = "w") -> Position:
    """The position with these top rows, the rest empty."""
    return ROCK.position([*rows, *["........"] * (8 - len(rows))], side)


EXAMPLE = board(*ROCK_EXAMPLE)


def targets(position: Position, origin: str) -> set[str]:
    return {move.path[1] for move in ROCK.moves(position) if move.path[0] == origin}


def after(position: Position, *path: str) -> tuple[str | None, str] | None:
    """The winner after the move along `path`, and the rule; None while the game goes on."""
    move = ROCK.find(position, path)
    assert move is not None, f"{path} is not legal"
    outcome = ROCK.outcome(ROCK.play(position, move))
    return outcome and (outcome.winner, outcome.reason)


def by_the_rule(game: Game, position: Position) -> set[tuple[str, str, bool]]:
    """The moves by a slow, literal reading of the seed: (from, to, whether it captures)."""
    side = position[3]
    own, enemy = game.board.names(position[side]), game.board.names(position[1 - side])
    found = set()
    for origin in own:
        for step in DIRECTIONS:
            ahead, behind = game.board.ray(origin, step), game.board.ray(origin, (-step[0], -step[1]))
            distance = sum(name in own + enemy for name in (*behind, origin, *ahead))
            if distance <= len(ahead) and not set(ahead[: distance - 1]) & set(enemy):
                target = ahead[distance - 1]
                if target not in own:
                    found.add((origin, target, target in enemy))
    return found


# -- "Starting a game" ---------------------------------------------------------------------------------


def test_each_player_starts_with_12_pieces_arranged_as_in_the_diagram() -> None:
    start = ROCK.start()
    assert ROCK.rows(start) == [".wwwwww.", *["b......b"] * 6, ".wwwwww."]
    assert start[0].bit_count() == start[1].bit_count() == 12


def test_white_begins_with_the_first_move_then_the_turns_alternate() -> None:
    position = ROCK.start()
    sides = []
    for _ in range(4):
        sides.append(position[3])
        position = ROCK.play(position, ROCK.moves(position)[0])
    assert sides == [0, 1, 0, 1]


def test_the_one_set_up_takes_no_seed_and_there_is_no_other() -> None:
    assert ROCK.start("standard") == ROCK.start()
    with pytest.raises(ValueError, match="takes no seed, not 7"):
        ROCK.start("standard", 7)
    with pytest.raises(ValueError, match="no set-up 'scrambled'"):
        ROCK.start("scrambled")


# -- "Making moves" ------------------------------------------------------------------------------------


def test_a_player_may_move_any_of_their_pieces() -> None:
    origins = {move.path[0] for move in ROCK.moves(ROCK.start())}
    assert origins == {f"{file}{rank}" for file in "bcdefg" for rank in "18"}


def test_you_can_move_in_any_direction_horizontal_vertical_and_either_diagonal() -> None:
    position = board(".b.....b", "........", "........", "...w....", "........", "w.......")
    assert targets(position, "d5") == {"c4", "c5", "c6", "d4", "d6", "e4", "e5", "e6"}


def test_you_can_move_by_the_number_of_pieces_of_either_colour_on_the_line() -> None:
    """b1 is alone on its rank and its file; on its long diagonal d3, g6 and Black's h7 make four with it."""
    assert targets(EXAMPLE, "b1") == {"a1", "c1", "b2", "f5"}


def test_g8_is_2_squares_away_and_2_pieces_are_on_the_vertical_line() -> None:
    move = ROCK.find(EXAMPLE, ("g6", "g8"))
    assert move is not None
    assert move.captured == ()


def test_3_squares_away_the_enemy_piece_is_taken_and_removed_from_the_game() -> None:
    """The seed's text says e6, but both its diagrams show the enemy piece, and the star, on d6: 3 squares away."""
    move = ROCK.find(EXAMPLE, ("g6", "d6"))
    assert move is not None
    assert move.captured == ("d6",)
    assert ROCK.rows(ROCK.play(EXAMPLE, move))[2] == "b..w...."


def test_c2_is_viable_despite_a_friendly_piece_in_the_way() -> None:
    assert ROCK.find(EXAMPLE, ("g6", "c2"))


def test_the_piece_on_g6_has_the_three_destinations_of_the_seed_and_no_other() -> None:
    assert targets(EXAMPLE, "g6") == {"g8", "d6", "c2"}


def test_e8_would_be_viable_were_the_line_not_obstructed_by_an_enemy_piece() -> None:
    refusal = ROCK.why(EXAMPLE, ("g6", "e8"))
    assert refusal is not None
    assert (refusal.rule, refusal.squares) == ("blocked", ("f7",))
    assert refusal.text == "The enemy piece on f7 blocks the way to e8."


def test_g4_would_be_viable_except_you_cannot_land_on_your_own_piece() -> None:
    refusal = ROCK.why(EXAMPLE, ("g6", "g4"))
    assert refusal is not None
    assert (refusal.rule, refusal.squares) == ("occupied", ("g4",))
    assert refusal.text == "Your own piece is on g4."


@given(placements(ROCK, fewest=2))
def test_moves_are_what_the_rule_says_on_any_board(position: Position) -> None:
    moves = ROCK.moves(position)
    listed = [(*move.path, bool(move.captured)) for move in moves]
    assert len(listed) == len(set(listed)) == ROCK.count(position)
    assert set(listed) == (set() if ROCK.decided(position) is not None else by_the_rule(ROCK, position))


# -- "Victory condition" -------------------------------------------------------------------------------


def test_moving_from_g6_to_c2_connects_all_white_pieces_and_wins() -> None:
    assert after(EXAMPLE, "g6", "c2") == ("w", "connected")
    move = ROCK.find(EXAMPLE, ("g6", "c2"))
    assert move is not None
    outcome = ROCK.outcome(ROCK.play(EXAMPLE, move))
    assert outcome is not None
    assert outcome.text == "White wins: all White's pieces are connected."


def test_pieces_that_touch_only_diagonally_are_touching() -> None:
    diagonal = board("w.......", ".w......", "..w.....", "b......b")
    outcome = ROCK.outcome(diagonal)
    assert outcome is not None
    assert outcome.winner == "w"


def test_pieces_on_opposite_edges_do_not_touch() -> None:
    assert ROCK.outcome(board("w.......", ".......w", "b......b")) is None


def test_a_player_left_with_only_one_piece_automatically_wins() -> None:
    position = board("........", ".....wb.", "........", "....w...", "..w..b..", "......w.")
    assert after(position, "e5", "g7") == ("b", "last-piece")


def test_capturing_the_piece_that_kept_the_opponent_apart_loses() -> None:
    position = board("........", "...w....", "......w.", ".b.w.b..", "..bb....", "..w.....", "....w.w.")
    assert after(position, "d7", "f5") == ("b", "connected")


def test_connecting_both_sides_with_one_move_is_a_draw() -> None:
    position = board("........", "........", "........", "...b....", "..bb..w.", "...w.b..")
    assert after(position, "d3", "f3") == (None, "both-connected")
    assert after(position, "g4", "d4") == ("w", "connected")


def test_the_game_is_a_draw_if_a_player_has_no_legal_moves() -> None:
    rows = ["......bw", "......bb", "........", "........", "........", "........", "b.......", "wbb....."]
    position = board(*rows, side="b")
    assert after(position, "c1", "b2") == (None, "stuck")
    stuck = ROCK.play(position, ROCK.find(position, ("c1", "b2")))  # type: ignore[arg-type]
    assert ROCK.moves(stuck) == []
    assert ROCK.result(stuck) == 0


def test_a_move_that_wins_and_leaves_the_opponent_without_moves_still_wins() -> None:
    rows = ["......bw", "......bb", ".....b..", "....b...", "...b....", "..b.....", "b.......", "wbb....."]
    assert after(board(*rows, side="b"), "c1", "b2") == ("b", "connected")


def test_nothing_can_be_moved_once_a_side_is_connected() -> None:
    finished = board("ww......", "........", "b......b")
    assert ROCK.moves(finished) == []
    assert ROCK.count(finished) == 0
    assert ROCK.perft(finished, 2) == 0


MIDST = [file + rank for file in "cdefg" for rank in "34567"]
"""Few enough squares for the pieces to be nearly connected."""


@given(placements(ROCK, fewest=2, squares=MIDST))
def test_tactics_are_the_moves_that_connect_the_mover(position: Position) -> None:
    side = position[3]
    winning = [m for m in ROCK.moves(position) if len(ROCK.board.groups(ROCK.play(position, m)[side])) == 1]
    assert sorted(ROCK.noisy_moves(position)) == sorted(winning)


@pytest.mark.parametrize(("origin", "target"), [("g6", "c2")])
def test_the_winning_move_of_the_seed_is_tactical(origin: str, target: str) -> None:
    assert [move.path for move in ROCK.noisy_moves(EXAMPLE)] == [(origin, target)]


# -- house rules ---------------------------------------------------------------------------------------


def shuttle(match: Match, rounds: int) -> None:
    """Both sides move a piece out and back again, `rounds` times."""
    for _ in range(rounds):
        for path in (("b8", "b6"), ("a7", "c7"), ("b6", "b8"), ("c7", "a7")):
            match.play(path)


def test_third_repetition_is_a_draw_by_house_rule() -> None:
    match = Match(ROCK)
    shuttle(match, 2)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (None, "repetition")


def test_house_rules_can_be_switched_off() -> None:
    game = games.load("rock", {"repetition": False, "quiet": False})
    assert (game.repetitions, game.quiet_limit) == (0, 0)
    match = Match(game)
    shuttle(match, 60)
    assert match.outcome is None


def test_a_hundred_moves_each_without_a_capture_are_a_draw_by_house_rule() -> None:
    match = Match(games.load("rock", {"repetition": False}))
    shuttle(match, 49)
    assert match.outcome is None
    shuttle(match, 1)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (None, "quiet")


def test_options_that_the_seed_does_not_have_are_marked_as_house_rules() -> None:
    assert all(option.house and option.default for option in ROCK.options)


# -- refusals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "rule", "text"),
    [
        (
            "g6 g5",
            "distance",
            "A piece on g6 moves 2 squares along this column, because two pieces are on it; g5 is 1 away.",
        ),
        (
            "g6 f6",
            "distance",
            "A piece on g6 moves 3 squares along this row, because three pieces are on it; f6 is 1 away.",
        ),
        (
            "g6 f5",
            "distance",
            "A piece on g6 moves 4 squares along this diagonal, because four pieces are on it; f5 is 1 away.",
        ),
        (
            "b1 d1",
            "distance",
            "A piece on b1 moves 1 square along this row, because it is alone there; d1 is 2 away.",
        ),
        ("g6 f4", "line", "f4 is not on a row, column or diagonal of g6."),
        ("g6 g6", "line", "The piece must leave g6."),
        ("g6 c2 c1", "one-leap", "The move ends on c2: you move one piece, once per turn."),
        ("g6 i9", "board", "i9 is not used in this game."),
        ("c3 c4", "empty", "There is no piece on c3."),
        ("d7 d6", "turn", "It is White's turn."),
    ],
)
def test_a_refused_move_is_told_which_rule_forbids_it(path: str, rule: str, text: str) -> None:
    refusal = ROCK.why(EXAMPLE, path.split())
    assert refusal is not None
    assert (refusal.rule, refusal.text) == (rule, text)
    assert rule in ROCK.rules


def test_a_piece_that_cannot_move_is_told_so() -> None:
    position = board("wb......", "bb......", "........", "...w....", "........", "........", "b.......")
    refusal = ROCK.why(position, ["a8"])
    assert refusal is not None
    assert (refusal.rule, refusal.squares) == ("distance", ("a8",))


@given(placements(ROCK, fewest=2), st.data())
def test_why_answers_exactly_the_moves_that_are_not_legal(position: Position, data: st.DataObject) -> None:
    path = data.draw(st.lists(st.sampled_from(ROCK.board.squares), min_size=2, max_size=3).map(tuple))
    refusal = ROCK.why(position, path)
    assert (refusal is None) is (ROCK.find(position, path) is not None)
    assert refusal is None or refusal.rule in ROCK.rules


@pytest.mark.parametrize("side", ["w", "b"])
def test_a_side_without_a_piece_is_refused(side: str) -> None:
    with pytest.raises(ValueError, match="has no piece"):
        board(f"{side}......{side}")


# -- symmetry ------------------------------------------------------------------------------------------


@given(placements(ROCK, fewest=2), st.sampled_from(turns(ROCK.board)))
def test_a_turned_board_has_the_turned_moves_and_the_same_score(position: Position, turn: Turn) -> None:
    other = turned(ROCK, turn, position)
    assert {shape(move, turn) for move in ROCK.moves(position)} == {shape(move) for move in ROCK.moves(other)}
    assert ROCK.decided(position) == ROCK.decided(other)
    assert ROCK.evaluate(position) == ROCK.evaluate(other)


@given(placements(ROCK, fewest=2))
def test_swapped_colours_have_the_same_moves_and_the_same_score_for_the_mover(position: Position) -> None:
    other = swapped(position)
    assert set(map(shape, ROCK.moves(position))) == set(map(shape, ROCK.moves(other)))
    assert ROCK.decided(position) == ROCK.decided(other)
    assert ROCK.evaluate(position) == ROCK.evaluate(other)

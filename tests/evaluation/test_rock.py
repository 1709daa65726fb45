"""Rock's evaluation: the fast sums equal a plain computation, and the result makes sense."""

from random import Random

import pytest
from saltus.boards.grid import connected, squares
from saltus.boards.lines import BOARD, ROWS
from saltus.core.game import Position
from saltus.evaluation.rock import (
    CACHE_SIZE,
    FAR,
    KINDS,
    MOST_GROUPS,
    PLACE,
    SIDES,
    Sides,
    euler,
    evaluate,
    kind,
    length,
    middle,
    move_weights,
    shares,
    static_eval_if_quiet,
    steps,
    weights,
)
from saltus.games import load

ROCK = load("rock")
SQUARES = sorted(PLACE)


def pieces(seed: int) -> int:
    """One to twelve pieces, anywhere."""
    choose = Random(seed)
    return sum(choose.sample(SQUARES, choose.randint(1, 12)))


def position(seed: int) -> Position:
    """A position of a random game, not decided."""
    choose = Random(seed)
    line = [ROCK.start()]
    while len(line) < 60 and (moves := ROCK.moves(line[-1])):
        line.append(ROCK.play(line[-1], choose.choice(moves)))
    return choose.choice(line[:-1])


def plainly(board: int) -> int:
    """The evaluation of one side's board, term by term."""
    learned = weights()
    places = [PLACE[bit] for bit in squares(board)]
    count = len(places)
    file, rank = (middle(count, sum(place[way] for place in places)) for way in (0, 1))
    counts = shares(board)
    share = sum(number * weight for number, weight in zip(counts, learned.shares, strict=True))
    for weight, least in zip(learned.far, FAR, strict=True):
        share += weight * sum(max(abs(2 * f - 7 - file), abs(2 * r - 7 - rank)) > least for f, r in places)
    groups = learned.groups[count - 1][min(max(euler(counts), 1), MOST_GROUPS) - 1]
    return groups + learned.centre[max(abs(file), abs(rank))] + share // count


@pytest.mark.parametrize("seed", range(60))
def test_the_sum_of_strips_and_seams_is_the_whole_board(seed: int) -> None:
    board = pieces(seed)
    _, value, near, promised = SIDES[board]
    assert value == (None if connected(board) else plainly(board))
    assert near or len(BOARD.groups(board)) > 5
    assert (promised is None) == connected(board)


@pytest.mark.parametrize("seed", range(60))
def test_eulers_number_is_groups_less_holes(seed: int) -> None:
    board = pieces(seed)
    assert 0 <= len(BOARD.groups(board)) - euler(shares(board)) <= 2


def test_a_ring_has_a_hole() -> None:
    ring = BOARD.mask(["a2", "b1", "b3", "c2"])
    assert euler(shares(ring)) == 0


def test_every_line_is_of_a_kind() -> None:
    lines = [line for row in ROWS for line in row.lines]
    assert {kind(line) for line in lines} == set(range(KINDS))
    assert all(len(line) == length(kind(line)) for line in lines)


@pytest.mark.parametrize("number", range(KINDS))
def test_a_line_is_worth_the_same_from_either_end(number: int) -> None:
    table = weights().lines[number]
    assert len(table) == 3 ** length(number)
    for pattern in Random(number).sample(range(len(table)), min(100, len(table))):
        digits = [pattern // 3**place % 3 for place in range(length(number))]
        other = sum(digit * 3**place for place, digit in enumerate(reversed(digits)))
        assert table[pattern] == table[other]


@pytest.mark.parametrize("seed", range(40))
def test_the_evaluation_at_rest_is_that_of_a_quiet_position(seed: int) -> None:
    here = position(seed)
    own, enemy = (here[1], here[0]) if here[3] else (here[0], here[1])
    assert ROCK.decided(here) is None
    assert not ROCK.noisy_moves(here)
    assert static_eval_if_quiet(own, enemy) == evaluate(own, enemy) == ROCK.evaluate(here)


def test_there_is_no_evaluation_at_rest_where_a_side_is_connected_or_the_mover_can_connect() -> None:
    connected_sides = connecting_movers = 0
    for seed in range(200):
        own = pieces(seed)
        enemy = pieces(seed + 1_000) & ~own or BOARD.bit["a1"] & ~own or BOARD.bit["h8"]
        here = (own, enemy, 0, 0)
        is_decided, can_connect = ROCK.decided(here) is not None, bool(ROCK.noisy_moves(here))
        connected_sides += is_decided
        connecting_movers += can_connect
        if is_decided or can_connect:
            assert static_eval_if_quiet(own, enemy) is None
    assert connected_sides > 20
    assert connecting_movers > 10


def test_gathered_in_the_middle_is_better_than_scattered_on_the_edge() -> None:
    gathered = ROCK.position(
        ["b......b", "........", "...w....", "b.w.w..b", "...ww...", "....w.w.", "b.......", "...b...b"], "w"
    )
    assert ROCK.evaluate(gathered) > 100


@pytest.mark.parametrize("seed", range(40))
def test_a_move_promises_what_its_squares_are_worth_by_their_steps_from_the_centre_of_mass(seed: int) -> None:
    here = position(seed)
    moves = ROCK.moves(here)
    places = [PLACE[bit] for bit in squares(here[here[3]])]
    centre = [middle(len(places), sum(place[way] for place in places)) for way in (0, 1)]
    plain = []
    leaving, arriving, capture = move_weights()
    for move in moves:
        origin, target = (steps(BOARD.bit[name], *centre) for name in move.path)
        plain.append(leaving[origin] + arriving[target] + (capture if move.captured else 0))
    assert ROCK.order_scores(here, moves) == plain


def test_a_straggler_that_comes_nearer_promises_most_and_a_capture_more_than_none() -> None:
    here = ROCK.position(
        ["........", "b......b", "........", "..www...", "..w.w..b", "........", "w.......", "...b...b"], "w"
    )
    moves = ROCK.moves(here)
    promised = dict(zip((move.path for move in moves), ROCK.order_scores(here, moves) or (), strict=True))
    assert max(promised, key=promised.__getitem__) == ("a2", "b2")
    assert promised["e4", "h4"] > promised["e5", "h5"]


def test_what_is_known_of_boards_stays_within_bounds() -> None:
    sides = Sides()
    for seed in range(CACHE_SIZE + 50):
        sides.setdefault(seed << 20, (0, 0, False, None))
    assert sides[pieces(1)]
    assert len(sides) < 100

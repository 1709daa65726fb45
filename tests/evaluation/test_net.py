"""The net beside the patterns: its lanes are the sums that they stand for, and it favours neither side."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from struct import iter_unpack

import pytest
from saltus.boards.dark_squares import LAYOUT
from saltus.core.game import Position
from saltus.evaluation.areas import AREAS, PATTERNS
from saltus.evaluation.net import (
    INPUTS,
    LANE_BITS,
    LANE_BYTES,
    LANES,
    MIDDLE,
    PAIR_STEP,
    PRECISION,
    ROW,
    SIGNS,
    SQUARES,
    UNITS,
    net_value,
)
from saltus.evaluation.patterns import load_learned
from saltus.games import load
from saltus.games._draughts import Draughts

GAMES = ["english", "italian"]
NUMBERS = {1 << bit: square for square, bit in enumerate(LAYOUT)}
TOGETHER = sorted({pair for area in AREAS for pair in combinations(sorted(NUMBERS[bit] for bit in area), 2)})
"""The pairs of squares that stand on one area."""


def rules(key: str) -> Draughts:
    """A draughts game, its tables unpacked."""
    game = load(key)
    assert isinstance(game, Draughts)
    game.evaluate(game.start())
    return game


def stored(key: str) -> tuple[list[tuple[int, ...]], dict[tuple[int, int, int], list[int]]]:
    """The weights by input, then what every unit has, then what the side to move has; and the weights of two men on a
    pair of squares by their colours: 0 both own, 1 the second an enemy, 2 the first, 3 both."""
    learned = load_learned(key)
    found = iter_unpack(f"{UNITS}b", learned.pairs)
    by_pair = {
        (*pair, colours): [PAIR_STEP * one for one in next(found)] for pair in TOGETHER for colours in range(4)
    }
    assert next(found, None) is None
    return list(iter_unpack(f"<{UNITS}h", learned.net)), by_pair


def scattered(seed: int) -> Position:
    """Up to twelve pieces a side anywhere, kings among them."""
    choose = Random(seed)
    drawn = choose.sample([1 << bit for bit in LAYOUT], 24)
    white, black = drawn[: choose.randrange(13)], drawn[12 : 12 + choose.randrange(13)]
    kings = [piece for piece in white + black if choose.random() < 0.3]
    return sum(white), sum(black), sum(kings), choose.randrange(2)


def turned(bits: int) -> int:
    """The board turned by 180°."""
    return int(f"{bits:035b}"[::-1], 2)


def units(
    weights: Sequence[Sequence[int]], pairs: dict[tuple[int, int, int], list[int]], position: Position
) -> list[int]:
    """The sums of all units as White sees them, after the cut below zero, by lists and loops."""
    white, black, kings, side = position
    sets = (white & ~kings, white & kings, black & ~kings, black & kings)
    inputs = [
        (kind, square) for kind, pieces in enumerate(sets) for square, bit in enumerate(LAYOUT) if pieces >> bit & 1
    ]
    *_, bias, tempo = weights
    seen = [bias, *(weights[kind * SQUARES + square] for kind, square in inputs)] + ([] if side else [tempo])
    men = sorted((square, kind // 2) for kind, square in inputs if kind % 2 == 0)
    for (low, first), (high, second) in combinations(men, 2):
        if (low, high) in TOGETHER:
            seen.append(pairs[low, high, 2 * first + second])
    return [max(0, sum(row[unit] for row in seen)) for unit in range(UNITS)]


def fields(lanes: int) -> list[int]:
    """The numbers of lanes that hold no more than the sum of some weights."""
    held, wide = (lanes + SIGNS).to_bytes(LANE_BYTES * LANES + 1, "little"), bytearray(ROW.size)
    for byte in range(LANE_BYTES):
        wide[byte::4] = held[byte:-1:LANE_BYTES]
    return [field - MIDDLE for field in ROW.unpack(wide)]


@pytest.mark.parametrize("key", GAMES)
def test_the_value_in_lanes_is_the_one_of_plain_sums(key: str) -> None:
    (weights, pairs), patterns = stored(key), rules(key).patterns
    assert len(weights) == INPUTS + 2
    values = set()
    for seed in range(60):
        white, black, kings, side = position = scattered(seed)
        _, lanes = patterns[white & ~kings, black & ~kings]
        lanes += patterns.net.to_move[side]
        lanes += patterns.white_kings[white & kings][1] + patterns.black_kings[black & kings][1]
        own = units(weights, pairs, position)
        enemy = units(weights, pairs, (turned(black), turned(white), turned(kings), 1 - side))
        gains = [mine - theirs for mine, theirs in zip(own, enemy, strict=True)]
        expected = int((sum(gains[: UNITS // 2]) - sum(gains[UNITS // 2 :])) / PRECISION)
        assert net_value(lanes) == expected
        values.add(expected)
    assert len(values) > 30


@pytest.mark.parametrize("key", GAMES)
def test_no_lane_and_no_value_overflows(key: str) -> None:
    """The largest and the least pattern of every area, as if all could be shown at once, with twelve kings a side."""
    net = rules(key).patterns.net
    men = [
        list(zip(*(fields(net.of_pattern(area, pattern)) for pattern in range(PATTERNS)), strict=True))
        for area in range(len(AREAS))
    ]
    kings = [list(zip(*map(fields, side.values()), strict=True)) for side in net.kings]
    to_move = list(zip(*map(fields, net.to_move), strict=True))
    total = 0
    for lane, begun in enumerate(fields(net.empty - SIGNS)):
        most, least = begun + max(to_move[lane]), begun + min(to_move[lane])
        for area in men:
            most, least = most + max(area[lane]), least + min(area[lane])
        for side in kings:
            ordered = sorted(side[lane])
            most += sum(max(0, one) for one in ordered[-12:])
            least += sum(min(0, one) for one in ordered[:12])
        assert -1 << 15 < least < most < 1 << 15, "the program in C has lanes of 16 bits"
        total += most
    assert total < 1 << LANE_BITS - 1


@pytest.mark.parametrize("key", GAMES)
def test_turned_with_colours_swapped_a_position_is_worth_the_same_to_the_side_to_move(key: str) -> None:
    game = rules(key)
    for seed in range(100):
        white, black, kings, side = position = scattered(seed)
        other = turned(black), turned(white), turned(kings), 1 - side
        assert game.evaluate(other) == game.evaluate(position)


@pytest.mark.parametrize("key", GAMES)
def test_the_side_to_move_matters(key: str) -> None:
    game = rules(key)
    worth = [
        game.evaluate((*scattered(seed)[:3], 0)) + game.evaluate((*scattered(seed)[:3], 1)) for seed in range(30)
    ]
    assert any(worth)

"""The net beside the patterns: its lanes are the sums that they stand for, and it favours neither side."""

import zlib
from binascii import a2b_base64
from collections.abc import Sequence
from random import Random
from struct import iter_unpack

import pytest
from saltus.boards.dark_squares import LAYOUT
from saltus.core.game import Position
from saltus.evaluation.net import INPUTS, KINDS, LANE_BITS, PRECISION, SQUARES, UNITS, net_value
from saltus.games import load
from saltus.games._draughts import Draughts

GAMES = ["english", "italian"]


def rules(key: str) -> Draughts:
    """A draughts game, its tables unpacked."""
    game = load(key)
    assert isinstance(game, Draughts)
    game.evaluate(game.start())
    return game


def rows(key: str) -> list[tuple[int, ...]]:
    """The weights as they are stored: of each input, then what every unit has, then what the side to move has."""
    packed = rules(key).patterns.learned.net
    return list(iter_unpack(f"<{UNITS}h", zlib.decompress(a2b_base64(packed))))


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


def units(weights: Sequence[Sequence[int]], position: Position) -> list[int]:
    """The sums of all units as White sees them, after the cut below zero, by lists and loops."""
    white, black, kings, side = position
    sets = (white & ~kings, white & kings, black & ~kings, black & kings)
    inputs = [
        kind * SQUARES + square
        for kind, pieces in enumerate(sets)
        for square, bit in enumerate(LAYOUT)
        if pieces >> bit & 1
    ]
    *_, bias, tempo = weights
    sums = [
        bias[unit] + (0 if side else tempo[unit]) + sum(weights[at][unit] for at in inputs) for unit in range(UNITS)
    ]
    return [max(0, total) for total in sums]


@pytest.mark.parametrize("key", GAMES)
def test_the_value_in_lanes_is_the_one_of_plain_sums(key: str) -> None:
    weights, patterns = rows(key), rules(key).patterns
    assert len(weights) == INPUTS + 2
    values = set()
    for seed in range(60):
        white, black, kings, side = position = scattered(seed)
        lanes = patterns.net.to_move[side] + patterns.white[white & ~kings][2] + patterns.black[black & ~kings][2]
        lanes += patterns.white_kings[white & kings][1] + patterns.black_kings[black & kings][1]
        own = units(weights, position)
        enemy = units(weights, (turned(black), turned(white), turned(kings), 1 - side))
        gains = [mine - theirs for mine, theirs in zip(own, enemy, strict=True)]
        expected = int((sum(gains[: UNITS // 2]) - sum(gains[UNITS // 2 :])) / PRECISION)
        assert net_value(lanes) == expected
        values.add(expected)
    assert len(values) > 30


@pytest.mark.parametrize("key", GAMES)
def test_no_lane_and_no_value_overflows(key: str) -> None:
    """Twelve pieces a side at most, each the heaviest of its side."""
    *weights, bias, tempo = rows(key)
    half = KINDS // 2 * SQUARES
    most = 0
    for unit in range(UNITS):
        sizes = [abs(row[unit]) for row in weights]
        own, enemy = (sorted(part, reverse=True)[:12] for part in (sizes[:half], sizes[half:]))
        bound = sum(own) + sum(enemy) + abs(bias[unit]) + abs(tempo[unit])
        assert bound < 1 << 15, "the program in C has lanes of 16 bits"
        most += bound
    assert most < 1 << LANE_BITS - 1


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

"""The order of positions with a few pieces in the tables of both draughts games.

A position is seen by the side to move, as if it were White. It has four sets of squares: own men, own kings, enemy
men and enemy kings. Each set has a number among those of its size (the combinatorial number system); the squares are
counted along the ranks, and for enemy men from the other end of the board.
"""

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from saltus.boards.dark_squares import LAYOUT
from saltus.core.game import Position

SQUARES = 32
MEN_SQUARES = 28  # The squares of a man: all but its king row.
MAX_SET_SIZE = 5  # The largest set of squares: five pieces of one kind against one other.
UP = {1 << bit: number for number, bit in enumerate(LAYOUT)}
"""Square → its number along the ranks, for White to move."""
DOWN = {1 << bit: SQUARES - 1 - number for number, bit in enumerate(LAYOUT)}
"""The same from the other end of the board, for Black."""
CHOOSE = [[comb(number, size) for number in range(SQUARES)] for size in range(1, MAX_SET_SIZE + 1)]
"""What a square adds to the number of a set, as its lowest, second … square."""

Sizes = tuple[int, int, int, int]  # The number of own men, own kings, enemy men and enemy kings.


class Sets(NamedTuple):
    """The four sets of a position."""

    sizes: Sizes
    men: int
    kings: int
    enemy_men: int
    enemy_kings: int


def sets(position: Position) -> Sets:
    """The sizes of the four sets, and their numbers."""
    white, black, kings, side = position
    if side:
        own, enemy, mine, theirs = black, white, DOWN, UP
    else:
        own, enemy, mine, theirs = white, black, UP, DOWN
    men, royal, enemy_men, enemy_royal = own & ~kings, own & kings, enemy & ~kings, enemy & kings
    return Sets(
        (men.bit_count(), royal.bit_count(), enemy_men.bit_count(), enemy_royal.bit_count()),
        _number(men, mine),
        _number(royal, mine),
        _number(enemy_men, theirs),
        _number(enemy_royal, mine),
    )


def classes(pieces: int) -> Iterator[Sizes]:
    """The sizes of the sets of all positions with this many pieces."""
    for men in range(pieces):
        for kings in range(pieces - men):
            for enemy_men in range(pieces - men - kings + 1):
                if men + kings:
                    yield men, kings, enemy_men, pieces - men - kings - enemy_men


def counts(sizes: Sizes) -> tuple[int, int, int, int]:
    """How many sets there are of each of the four sizes."""
    men, kings, enemy_men, enemy_kings = sizes
    return comb(MEN_SQUARES, men), comb(SQUARES, kings), comb(MEN_SQUARES, enemy_men), comb(SQUARES, enemy_kings)


def _number(bits: int, numbers: dict[int, int]) -> int:
    """The number of a set of squares."""
    if not bits & bits - 1:
        return numbers[bits] if bits else 0
    squares = []
    while bits:
        bit = bits & -bits
        bits ^= bit
        squares.append(numbers[bit])
    squares.sort()
    return sum(row[square] for row, square in zip(CHOOSE, squares, strict=False))

"""The tablebase of both draughts games: the result of every position with four pieces or fewer, in plies.

Solved by retrograde analysis (`workshop.solve.endings`; the order of the table is described there): 6,408,836
positions a game, a byte for each. The longest win of English checkers takes 109 plies, that of Italian draughts 89.
"""

from functools import cache
from itertools import product
from math import comb

from saltus.boards.dark_squares import LAYOUT
from saltus.core.game import Game, Position
from saltus.core.score import WIN
from saltus.tablebase.base import Endings, Values

MAX_PIECES = 4
"""The maximum number of pieces on the board of a position in the table."""
SQUARES, ROW = 32, 4

UP = {1 << bit: number for number, bit in enumerate(LAYOUT)}
"""Square → its number along the ranks, for White to move."""
DOWN = {1 << bit: SQUARES - 1 - number for number, bit in enumerate(LAYOUT)}
"""The same from the other end of the board, for Black."""
CHOOSE = [[comb(number, size) for number in range(SQUARES)] for size in range(1, MAX_PIECES)]
"""What a square adds to the index of a set, as its lowest, second … square: the combinatorial number system."""


def _parts() -> dict[tuple[int, int, int, int], tuple[int, int, int, int]]:
    """By own men, own kings, enemy men and enemy kings: the start of that part of the table, and the strides of the
    first three sets in it.
    """
    found, begin = {}, 0
    for men, kings, enemy_men, enemy_kings in product(range(MAX_PIECES), repeat=4):
        own, enemy = men + kings, enemy_men + enemy_kings
        if own and enemy and own + enemy <= MAX_PIECES:
            last = comb(SQUARES, enemy_kings)
            middle = last * comb(SQUARES - ROW, enemy_men)
            first = middle * comb(SQUARES, kings)
            found[men, kings, enemy_men, enemy_kings] = begin, first, middle, last
            begin += first * comb(SQUARES - ROW, men)
    return found


PARTS = _parts()


class DraughtsEndings(Endings):
    """The tablebase of one of the two games. A value is a byte: 0 for a draw, else the plies to the end plus 1."""

    def __init__(self, game: Game, longest_quiet_run: int, values: Values | None = None) -> None:
        self.values = values or _values(game.key)
        super().__init__(game, [self.values], MAX_PIECES, longest_quiet_run)

    def score(self, position: Position) -> int:
        """The score for the side to move, as in `saltus.engine.search`: a win in n plies is `WIN - n`, a draw 0."""
        white, black, kings, side = position
        if side:
            own, enemy, mine, theirs = black, white, DOWN, UP
        else:
            own, enemy, mine, theirs = white, black, UP, DOWN
        if not own:
            return -WIN
        men, royal, enemy_men, enemy_royal = own & ~kings, own & kings, enemy & ~kings, enemy & kings
        begin, first, middle, last = PARTS[
            men.bit_count(), royal.bit_count(), enemy_men.bit_count(), enemy_royal.bit_count()
        ]
        value = self.values.all()[
            begin
            + _number(men, mine) * first
            + _number(royal, mine) * middle
            + _number(enemy_men, theirs) * last
            + _number(enemy_royal, mine)
        ]
        if not value:
            return 0
        return value - 1 - WIN if value & 1 else WIN + 1 - value


def _number(bits: int, numbers: dict[int, int]) -> int:
    """The index of a set of squares."""
    if not bits & bits - 1:
        return numbers[bits] if bits else 0
    squares = []
    while bits:
        bit = bits & -bits
        bits ^= bit
        squares.append(numbers[bit])
    squares.sort()
    return sum(row[square] for row, square in zip(CHOOSE, squares, strict=False))


@cache
def _values(key: str) -> Values:
    return Values(key)

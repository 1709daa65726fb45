"""The tablebase of Roman Solitaire: the result of every position with five pieces or fewer, in plies.

Solved by retrograde analysis (`workshop.solve.roman`; the order of the tables is described in `roman.c`): a million
entries for up to four pieces and 18 million for five, a byte each. Up to the eight symmetries of the board every
position has one. Three against one is won from 99.8 % of the positions with the three to move, four against one from
all, three against two from 34 %; the longest wins take 49, 47 and 57 plies. The side with fewer pieces never wins
when it is to move. So a table holds only the positions with the *many* to move, and those with the *few* to move
follow from them by searching one ply.
"""

from functools import cache, lru_cache
from itertools import combinations
from math import comb

from saltus.boards.grid import grid, spread, squares
from saltus.core.game import Game, Position
from saltus.core.score import WIN, WON
from saltus.tablebase.base import Endings, Values

BOARD = grid(8, 8)
FULL = BOARD.full
SQUARES = 64
TABLES = {"roman": ((1, 1), (2, 1), (3, 1), (2, 2)), "roman-five": ((4, 1), (3, 2))}
"""By table, its endings in order: many against few. Without the second table only four pieces are known."""
LONGEST_WIN_PLIES = 57  # The length of the longest win, in plies.
CHOOSE = [[comb(number, size) for number in range(SQUARES)] for size in range(1, 5)]
"""What a square adds to the index of a set, as its lowest, second … square: the combinatorial number system."""


def _turned(way: int) -> dict[int, int]:
    """Square → its number along the ranks under one of the eight symmetries of the board."""
    found = {}
    for bit, name in BOARD.name.items():
        file, rank = BOARD.file_of(name), BOARD.rank_of(name)
        file, rank = 7 - file if way & 1 else file, 7 - rank if way & 2 else rank
        found[bit] = file * 8 + rank if way & 4 else rank * 8 + file
    return found


TURNED = [_turned(way) for way in range(8)]


@lru_cache(maxsize=1 << 16)
def _number(pieces: int, way: int) -> int:
    """The index of a set of squares under that symmetry."""
    places = TURNED[way]
    numbers = sorted([places[bit] for bit in squares(pieces)])
    return sum([row[number] for row, number in zip(CHOOSE, numbers, strict=False)])


@cache
def _sorts() -> dict[int, tuple[int, tuple[int, ...]]]:
    """The few → their class up to symmetry, counted from 0, and the symmetries that give them the smallest index."""
    found = {}
    for few in (1, 2):
        sorts: dict[int, int] = {}
        for numbers in sorted(combinations(range(SQUARES), few), key=lambda set_: set_[::-1]):
            pieces = sum(BOARD.bit[BOARD.squares[(7 - number // 8) * 8 + number % 8]] for number in numbers)
            laid = [_number(pieces, way) for way in range(8)]
            least = min(laid)
            sort = sorts.setdefault(least, len(sorts))
            found[pieces] = sort, tuple(way for way in range(8) if laid[way] == least)
    return found


@cache
def _parts() -> dict[tuple[int, int], tuple[Values, int, int]]:
    """Many and few → their table, where they begin in it, and the stride between classes of the few."""
    found = {}
    for name, endings in TABLES.items():
        values, begin = Values(name), 0
        for many, few in endings:
            sorts = 1 + max(sort for pieces, (sort, _) in _sorts().items() if pieces.bit_count() == few)
            found[many, few] = values, begin, comb(SQUARES, many)
            begin += sorts * comb(SQUARES, many)
    return found


class RomanEndings(Endings):
    """A value is a byte: with the many to move, 0 for a draw, else the plies to the win plus 1."""

    def __init__(self, game: Game, most: int) -> None:
        self.sorts = _sorts()
        self.parts = _parts()
        wanted = {values.name: values for (many, few), (values, _, _) in self.parts.items() if many + few <= most}
        super().__init__(game, list(wanted.values()), most, LONGEST_WIN_PLIES)

    def score(self, position: Position) -> int:
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        if not own or not enemy:
            return WIN if own else -WIN
        if own.bit_count() >= enemy.bit_count():
            value = self._value(own, enemy)
            return WIN + 1 - value if value else 0
        plies = self._lost(position, own, enemy)
        return plies - WIN if plies else 0

    def _value(self, many: int, few: int) -> int:
        """The table's value, with the many to move."""
        values, begin, stride = self.parts[many.bit_count(), few.bit_count()]
        sort, ways = self.sorts[few]
        return values.all()[begin + sort * stride + min([_number(many, way) for way in ways])]

    def _lost(self, position: Position, own: int, enemy: int) -> int:
        """In how many plies the few, `own`, lose when they are to move; 0 if they do not."""
        empty = FULL & ~(own | enemy)
        latest = 0
        for bit in squares(own):
            rest = own ^ bit
            for to in squares(spread(bit) & empty):
                value = self._value(enemy, rest | to)
                if not value:
                    return 0
                if value > latest:
                    latest = value
        for move in self.game.noisy_moves(position):
            score = self.score(self.game.play(position, move))
            if score < WON:
                return 0
            latest = max(latest, WIN + 1 - score)
        return latest or self._value(enemy, own)

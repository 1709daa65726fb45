"""Who wins with five or six pieces in English checkers and Italian draughts: results without distances.

Solved by retrograde analysis (`workshop.solve.endings`): 139,450,808 positions a game with five pieces, and
2,426,085,676 with six. Where the side to move can capture, the result follows from the tables of fewer pieces, and
there is none here.

The results are kept as runs. Positions with as many own men, own kings, enemy men and enemy kings make a class; in it
they are in the order of the enemy's kings, then own men, enemy men and own kings (`saltus.tablebase.places`). A class
is cut into blocks of `BLOCK` places. The unpacked table has the number of bytes of every block, two bytes each, and
then the blocks. A byte is a part of a run: three times the code of a length, plus the result. Lengths from 1 to
`FINE` have the codes from 0, multiples of `FINE` the next ones.
"""

from functools import cache
from itertools import accumulate
from math import ceil

from saltus.core.game import Position
from saltus.tablebase.base import Values
from saltus.tablebase.places import Sizes, classes, counts, sets

BLOCK = 1024  # The number of places in a block.
FINE = 64  # The longest run that has a code of its own; a longer one is a multiple of it, and then the rest.
STEP = 256  # The offset of one block in this many is kept.
LENGTHS = [code + 1 if code < FINE else (code - FINE + 2) * FINE for code in range(256 // 3 + 1) for _ in range(3)]
"""Byte → the number of places in this part of a run."""
RESULTS = (0, 1, -1)  # Remainder of a byte → drawn, won or lost for the side to move.


@cache
def _classes(pieces: int) -> tuple[dict[Sizes, tuple[int, int, int, int]], int]:
    """Class → its first block, and how far apart its enemy kings, men and enemy men are; and the number of blocks."""
    found, block = {}, 0
    for sizes in classes(pieces):
        men, kings, enemy_men, enemy_kings = counts(sizes)
        man = enemy_men * kings
        found[sizes] = block, men * man, man, kings
        block += ceil(men * man * enemy_kings / BLOCK)
    return found, block


class Results:
    """The results of one game with one number of pieces."""

    def __init__(self, pieces: int, values: Values) -> None:
        self.values = values
        self._classes, self._blocks = _classes(pieces)
        self._begins: list[int] = []  # The first byte of every block whose number is a multiple of `STEP`.

    def result(self, position: Position) -> int:
        """1 if the side to move wins, 0 for a draw, -1 if it loses. It must not be able to capture."""
        if not position[position[3]]:
            return -1
        sizes, men, kings, enemy_men, enemy_kings = sets(position)
        block, royal, man, enemy_man = self._classes[sizes]
        more, left = divmod(enemy_kings * royal + men * man + enemy_men * enemy_man + kings, BLOCK)
        for part in self._parts(block + more):
            left -= LENGTHS[part]
            if left < 0:
                return RESULTS[part % 3]
        raise AssertionError("a block is shorter than the places in it")

    def _parts(self, number: int) -> bytes:
        table, blocks = self.values.all(), self._blocks
        if not self._begins:
            steps = (_bytes_in(table, first, min(first + STEP, blocks)) for first in range(0, blocks, STEP))
            self._begins = list(accumulate(steps, initial=2 * blocks))
        before = number - number % STEP
        begin = self._begins[number // STEP] + _bytes_in(table, before, number)
        return table[begin : begin + _bytes_in(table, number, number + 1)]


def _bytes_in(table: bytes, first: int, end: int) -> int:
    """How many bytes the blocks from `first` up to `end` have together."""
    return sum(table[2 * first : 2 * end : 2]) + 256 * sum(table[2 * first + 1 : 2 * end : 2])

"""A small neural net beside the patterns of the draughts games, computed on all its units at once in big integers.

The inputs are the pieces (own and enemy men and kings, by square) and whether the side is to move. Each of `UNITS`
hidden units is a weighted sum of them, cut off below zero (ReLU). Both sides are seen through the same units; the
value is the difference, so the turned board with exchanged colours has exactly the opposite value. There are no
output weights: half of the units count for the side that sees, half against it, and the size of a unit's weights says
how much.

A unit as one side sees it is a lane: `LANE_BITS` bits of a Python int, holding its sum plus `2**(LANE_BITS - 1)`. The
top bit of a lane is set unless the sum is negative. One addition adds a set of pieces to all lanes, and four
operations cut off the negative ones. Lanes to be added stand at even places, those to be subtracted at odd ones:
since `2**LANE_BITS` is -1 modulo `2**LANE_BITS + 1`, the value is the whole int modulo that.

`py/workshop/learn/fit.c` learns the weights together with the patterns; they are stored in `saltus.data`.
"""

import zlib
from binascii import a2b_base64
from struct import iter_unpack

from saltus.boards.dark_squares import LAYOUT

UNITS, SQUARES = 32, 32
KINDS = 4
INPUTS = KINDS * SQUARES
"""Own men, own kings, enemy men, enemy kings."""
PRECISION = 8
"""The whole numbers of a weight are so many to a centipiece."""
LANE_BITS = 20
SHIFT = LANE_BITS - 1
SIGNS = sum(1 << LANE_BITS * lane + SHIFT for lane in range(2 * UNITS))
"""The top bit of every lane."""
MODULUS = (1 << LANE_BITS) + 1
MIDDLE = 1 << SHIFT
"""Added to the value, which may be negative, before the remainder is taken."""


class Net:
    """The net of one game. Its weights are unpacked on first use."""

    def __init__(self, learned: str) -> None:
        self.learned = learned
        self.men: tuple[list[list[int]], list[list[int]]] = [], []
        """By side and by pair of ranks (nine bits), what a set of its men on them adds to the lanes. Filled in
        place, like `kings`: others hold it."""
        self.kings: tuple[dict[int, int], dict[int, int]] = {}, {}
        """By side, what a king on each square adds to the lanes."""
        self.to_move: tuple[int, int] = 0, 0
        """By side, the lanes of an empty board with that side to move."""

    def unfold(self) -> None:
        """Unpack the weights into lanes."""
        rows = list(iter_unpack(f"<{UNITS}h", zlib.decompress(a2b_base64(self.learned))))
        *weights, bias, tempo = rows
        seen = [self.lanes(weights[number], weights[_turned(number)]) for number in range(INPUTS)]
        white_men, white_kings, black_men, black_kings = (
            dict(zip((1 << bit for bit in LAYOUT), seen[at : at + SQUARES], strict=True))
            for at in range(0, INPUTS, SQUARES)
        )
        for sets, men in zip(self.men, (white_men, black_men), strict=True):
            sets[:] = _sets(men)
        for kings, found in zip(self.kings, (white_kings, black_kings), strict=True):
            kings.update(found)
        nothing = (0,) * UNITS
        empty = SIGNS + self.lanes(bias, bias)
        self.to_move = empty + self.lanes(tempo, nothing), empty + self.lanes(nothing, tempo)

    @staticmethod
    def lanes(own: tuple[int, ...], enemy: tuple[int, ...]) -> int:
        """Weights of all units as White sees them and as Black does, as one int."""
        half, total = UNITS // 2, 0
        added, subtracted = own[:half] + enemy[half:], enemy[:half] + own[half:]
        for plus, minus in zip(reversed(added), reversed(subtracted), strict=True):
            total = ((total << LANE_BITS) + minus << LANE_BITS) + plus
        return total


def net_value(lanes: int) -> int:
    """The value to White, in centipieces, of the lanes of all pieces and of the side to move."""
    positive = lanes & SIGNS
    return int((((lanes & positive - (positive >> SHIFT)) + MIDDLE) % MODULUS - MIDDLE) / PRECISION)


def _turned(number: int) -> int:
    """The input that `number` becomes when the board is turned and the colours are exchanged."""
    kind, square = divmod(number, SQUARES)
    return (kind ^ 2) * SQUARES + SQUARES - 1 - square


def _sets(single: dict[int, int]) -> list[list[int]]:
    """For each pair of ranks, the total of each set of squares on them."""
    parts = []
    for pair in (0, 9, 18, 27):
        sums = [0]
        for bit in range(pair, pair + 9):
            sums += [single.get(1 << bit, 0) + rest for rest in sums]
        parts.append(sums)
    return parts

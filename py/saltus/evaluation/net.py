"""A small neural net beside the patterns of the draughts games, computed on all its units at once in big integers.

The inputs are the pieces (own and enemy men and kings, by square), the pairs of men that stand on one area
(`saltus.evaluation.areas`), and whether the side is to move. Each of `UNITS` hidden units is a weighted sum of them,
cut off below zero (ReLU). Both sides are seen through the same units; the value is the difference, so the turned
board with exchanged colours has exactly the opposite value. There are no output weights: half of the units count for
the side that sees, half against it, and the size of a unit's weights says how much.

A unit as one side sees it is a lane: `LANE_BYTES` bytes of a Python int, holding its sum plus half of what they can
hold. The top bit of a lane is set unless the sum is negative. `saltus.evaluation.patterns` keeps what the men of an
area add to all lanes, so that one addition an area adds up the men with all their pairs. Four operations cut off the
negative lanes. Lanes to be added stand at even places, those to be subtracted at odd ones: since `2**LANE_BITS` is -1
modulo `2**LANE_BITS + 1`, the value is the whole int modulo that.

`py/workshop/learn/fit.c` learns the weights together with the patterns; they are stored in `saltus.data`.
"""

from collections.abc import Sequence
from struct import Struct, iter_unpack

from saltus.boards.dark_squares import LAYOUT
from saltus.evaluation.areas import AREAS, RANK_PAIRS

UNITS, SQUARES = 32, 32
KINDS = 4
INPUTS = KINDS * SQUARES  # Own men, own kings, enemy men, enemy kings.
PRECISION = 8  # Stored units per centipiece.
PAIR_STEP = 4  # The weights of pairs are stored in steps of this many units.
LANES = 2 * UNITS
LANE_BYTES = 3
LANE_BITS = 8 * LANE_BYTES
SHIFT = LANE_BITS - 1
SIGNS = sum(1 << LANE_BITS * lane + SHIFT for lane in range(LANES))  # The top bit of every lane.
TOP = LANE_BITS * LANES  # The bits of all lanes. What stands above them does not change the value.
MODULUS = (1 << LANE_BITS) + 1
MIDDLE = 1 << SHIFT  # Added to the value, which may be negative, before the remainder is taken.
ROW = Struct(f"<{LANES}i")
SQUARE = {1 << bit: square for square, bit in enumerate(LAYOUT)}
SQUARES_OF = tuple(tuple(SQUARE[bit] for bit in area) for area in AREAS)
"""The numbers of the squares of each area, in its order."""


def _pairs() -> dict[tuple[int, int], int]:
    """The pairs of squares that an area holds, in ascending order → the first such area."""
    first: dict[tuple[int, int], int] = {}
    for number, squares in enumerate(SQUARES_OF):
        for at, high in enumerate(squares):
            for low in squares[:at]:
                first.setdefault((low, high), number)
    return dict(sorted(first.items()))


PAIRS = _pairs()


class Net:
    """The net of one game, without a value until it is `unfold`ed."""

    def __init__(self) -> None:
        self.men: list[list[int]] = []  # By side, what a man on each square adds to the lanes.
        self.pairs: dict[tuple[int, int], list[int]] = {}
        """What two men on a pair of squares add: both white, white and black, black and white, both black."""
        self.kings: tuple[dict[int, int], dict[int, int]] = {}, {}
        """By side, what a king on each square adds to the lanes. Filled in place: others hold it."""
        self.empty = 0  # The lanes of an empty board.
        self.to_move: tuple[int, int] = 0, 0  # By side, what its being to move adds to the lanes.

    def unfold(self, weights_of_single: bytes, weights_of_pairs: bytes) -> None:
        """Unpack the weights into lanes: 16-bit ones for single pieces and the side to move, 8-bit ones for pairs."""
        rows = list(iter_unpack(f"<{UNITS}h", weights_of_single))
        *weights, bias, tempo = rows
        seen = [lanes(weights[number], weights[_turned(number)]) for number in range(INPUTS)]
        white_men, white_kings, black_men, black_kings = (seen[at : at + SQUARES] for at in range(0, INPUTS, SQUARES))
        self.men = [white_men, black_men]
        for kings, found in zip(self.kings, (white_kings, black_kings), strict=True):
            kings.update(zip(SQUARE, found, strict=True))
        nothing = (0,) * UNITS
        self.empty = SIGNS + lanes(bias, bias)
        self.to_move = lanes(tempo, nothing), lanes(nothing, tempo)
        together = iter_unpack(f"{UNITS}b", weights_of_pairs)
        stored = {(*pair, colours): next(together) for pair in PAIRS for colours in range(4)}
        for low, high in PAIRS:
            self.pairs[low, high] = [
                PAIR_STEP * lanes(stored[low, high, colours], stored[_turned_pair(low, high, colours)])
                for colours in range(4)
            ]

    def of_pattern(self, area: int, pattern: int) -> int:
        """What a pattern of an area adds to the lanes. A man counts in one area, and a pair of men in one area."""
        added, men = 0, list[tuple[int, int]]()
        for square in SQUARES_OF[area]:
            pattern, digit = divmod(pattern, 3)
            if not digit:
                continue
            side = digit - 1
            if area in RANK_PAIRS:
                added += self.men[side][square]
            for other, colour in men:
                if PAIRS[other, square] == area:
                    added += self.pairs[other, square][2 * colour + side]
            men.append((square, side))
        return added


def lanes(own: Sequence[int], enemy: Sequence[int]) -> int:
    """Weights of all units as White sees them and as Black does, as one int."""
    half = UNITS // 2
    row = [0] * LANES
    row[0:UNITS:2], row[1:UNITS:2] = own[:half], enemy[:half]
    row[UNITS::2], row[UNITS + 1 :: 2] = enemy[half:], own[half:]
    packed, fields = ROW.pack(*row), bytearray(LANE_BYTES * LANES)
    for byte in range(LANE_BYTES):
        fields[byte::LANE_BYTES] = packed[byte::4]
    return (int.from_bytes(fields, "little") ^ SIGNS) - SIGNS


def net_value(total: int) -> int:
    """The value to White, in centipieces, of the lanes of all pieces and of the side to move."""
    positive = total & SIGNS
    return int((((total & positive - (positive >> SHIFT)) + MIDDLE) % MODULUS - MIDDLE) / PRECISION)


def _turned(number: int) -> int:
    """The input that `number` becomes when the board is turned and the colours are exchanged."""
    kind, square = divmod(number, SQUARES)
    return (kind ^ 2) * SQUARES + SQUARES - 1 - square


def _turned_pair(low: int, high: int, colours: int) -> tuple[int, int, int]:
    """What two men become when the board is turned and the colours are exchanged."""
    first, second = divmod(colours, 2)
    return SQUARES - 1 - high, SQUARES - 1 - low, 2 * (1 - second) + 1 - first

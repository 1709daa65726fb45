"""What formations of men are worth beyond what `saltus.formation` says, learned from self-play.

The board is covered by nine overlapping areas of four by four squares.

Each has eight dark squares, each empty, White's or Black's: 3**8 patterns, and a table that says what each is
worth to White, for the opening and for the ending, between which the number of men decides. The shape follows
Buro, *Improving heuristic mini-max search by supervised learning* (2002), and what draughts programs have made of it.
The tables were made by `py/workshop/patterns.py`.

How it is computed. A set of men is one int of nine keys, sixteen bits each, in base 3, the sum of four look-ups;
White's keys and twice Black's give the patterns of all nine areas at once.
"""

import zlib
from binascii import a2b_base64
from operator import getitem
from struct import Struct

from saltus.diagonals import RANKS

PATTERNS = 3**8
MEN = 24

AREAS = tuple(
    tuple(
        1 << bit
        for rank in range(low, low + 4)
        for bit in range(35)
        if RANKS[rank] >> bit & 1 and place <= bit - (RANKS[rank] & -RANKS[rank]).bit_length() + 1 <= place + 1
    )
    for low in (0, 2, 4)
    for place in (0, 1, 2)
)
"""The squares of each area, from the first rank up. Turning the board by 180° takes each area to the one that is as
far from the end as it was from the beginning, and its squares to the reverse order."""


def _addends() -> tuple[tuple[int, ...], ...]:
    """For each pair of ranks (nine bits), what a set of men on them adds to the nine keys."""
    single = [
        sum(3 ** area.index(1 << bit) << 16 * number for number, area in enumerate(AREAS) if 1 << bit in area)
        for bit in range(36)
    ]
    return tuple(
        tuple(sum(single[pair + bit] for bit in range(9) if men >> bit & 1) for men in range(512))
        for pair in (0, 9, 18, 27)
    )


FIRST, SECOND, THIRD, FOURTH = _addends()
unpack = Struct(f"<{len(AREAS)}H").unpack


def keys(white: int, black: int) -> tuple[int, ...]:
    """The pattern of each area: base 3, the area's first square the lowest digit, White 1 and Black 2."""
    own = FIRST[white & 511] + SECOND[white >> 9 & 511] + THIRD[white >> 18 & 511] + FOURTH[white >> 27]
    enemy = FIRST[black & 511] + SECOND[black >> 9 & 511] + THIRD[black >> 18 & 511] + FOURTH[black >> 27]
    found: tuple[int, ...] = unpack((own + 2 * enemy).to_bytes(2 * len(AREAS), "little"))
    return found


def _swapped() -> list[int]:
    """For every pattern, what it is when the board is turned and the colours change places."""
    turned = [0]
    for place in range(8):
        turned = [rest + digit * 3 ** (7 - place) for digit in (0, 2, 1) for rest in turned]
    return turned


class Patterns:
    """The tables of one game. Unfolded when they are first asked, so that the rules alone are not kept waiting."""

    def __init__(self, packed: str) -> None:
        self.packed = packed
        self.tables: list[list[int]] = []

    def unfold(self) -> list[list[int]]:
        """The table of each area; an entry holds the values for the opening and, 20 bits higher, for the ending.

        The tables of the first five areas are kept; those of the other four are theirs with the sides changed.
        """
        values = memoryview(zlib.decompress(a2b_base64(self.packed))).cast("b").tolist()
        half = len(values) // 2
        joined = [opening + (ending << 20) for opening, ending in zip(values[:half], values[half:], strict=True)]
        kept = [joined[at : at + PATTERNS] for at in range(0, half, PATTERNS)]
        swapped = _swapped()
        return kept + [[-table[pattern] for pattern in swapped] for table in reversed(kept[:-1])]

    def value(self, white: int, black: int) -> int:
        """What the formation of these men is worth to White."""
        if not self.tables:
            self.tables = self.unfold()
        total = sum(map(getitem, self.tables, keys(white, black)))
        opening = (total + (1 << 19) & (1 << 20) - 1) - (1 << 19)
        left = (white | black).bit_count()
        value = opening * left + (total - opening >> 20) * (MEN - left)
        return value // MEN if value > 0 else -(-value // MEN)

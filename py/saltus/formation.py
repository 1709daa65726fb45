"""What a formation of men is worth: the part of the draughts evaluation that kings do not change.

The terms are those of every book on checkers: guarding the king row while the enemy still has men, holding the
centre, standing in support of each other, coming forward as the board empties, and men that no enemy man can
stop on their way to be crowned. Small numbers, since the search sees what is won; a man is 100. What self-play has
taught beyond them is in `saltus.patterns`.
"""

from saltus.diagonals import FULL, RANKS
from saltus.patterns import Patterns

GUARD = 4
"""A man on its own first rank, while the enemy has men to crown."""
BRIDGE = 6
"""Both men of the bridge, the two squares of the first rank that together stop most crownings."""
CENTRE_MAN = 3
SUPPORT = 1
"""A man with another diagonally behind it."""
ADVANCE = (0, 0, 1, 3, 5, 8, 12, 0)
"""A man by its rank, at full weight once half of the men are gone."""

BRIDGE_SQUARES = 0b0101
CENTRE = sum(0b0110 << rank // 2 * 9 + rank % 2 * 4 for rank in range(2, 6))
"""The eight squares in the middle."""


def cone(square: int) -> int:
    """The squares ahead of White's `square` from which an enemy man may still meet a man on its way up."""
    ahead = width = square
    while width:
        width = (width << 4 | width << 5) & FULL
        ahead |= width
    return ahead ^ square


AHEAD = {1 << bit: cone(1 << bit) for bit in range(35) if FULL >> bit & 1}
STEPS_TO_GO = {bit: next(7 - rank for rank in range(8) if RANKS[rank] & bit) for bit in AHEAD}


def turned(bits: int) -> int:
    """The board turned by 180°."""
    return int(f"{bits:035b}"[::-1], 2)


def worth(men: int, enemy: int, king_gain: int) -> int:
    """What these men are worth to White against the enemy's men; being crowned gains `king_gain`."""
    left = men.bit_count() + enemy.bit_count()
    score = 100 * men.bit_count()
    score += CENTRE_MAN * (men & CENTRE).bit_count()
    score += SUPPORT * ((men << 4 & men).bit_count() + (men << 5 & men).bit_count())
    if enemy:
        score += GUARD * (men & RANKS[0]).bit_count()
        if men & BRIDGE_SQUARES == BRIDGE_SQUARES:
            score += BRIDGE
    advance = sum(gain * (men & rank).bit_count() for gain, rank in zip(ADVANCE, RANKS, strict=True))
    score += advance * min(12, 24 - left) // 12
    while men:
        man = men & -men
        men ^= man
        if not AHEAD[man] & enemy:
            score += max(0, king_gain - 4 * STEPS_TO_GO[man])
    return score


class Formations(dict[tuple[int, int], int]):
    """(White's men, Black's men) → what the formation is worth to White, worked out once.

    In a search the same men meet many placements of kings, and many moves of one part of the board leave the
    rest; emptied before it can grow large.
    """

    def __init__(self, king_value: int, patterns: Patterns) -> None:
        self.king_gain = king_value - 100
        self.patterns = patterns

    def __missing__(self, men: tuple[int, int]) -> int:
        if len(self) >= 50_000:
            self.clear()
        white, black = men
        found = worth(white, black, self.king_gain) - worth(turned(black), turned(white), self.king_gain)
        found += self.patterns.value(white, black)
        self[men] = found
        return found

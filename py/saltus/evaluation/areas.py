"""The areas of eight dark squares that the evaluation of the draughts games sees as wholes.

Thirteen of them cover the board: nine overlapping areas of four by four squares, and four of two whole ranks. Each
square is empty, a white man or a black man: a pattern is a number of eight digits in base 3 (0 empty, 1 white,
2 black), the area's first square the lowest.
"""

from saltus.boards.dark_squares import RANKS

PLACES = 8
PATTERNS: int = 3**PLACES

AREAS = (
    *(
        tuple((rank & -rank) << at for rank in RANKS[low : low + 4] for at in (place, place + 1))
        for low in (0, 2, 4)
        for place in (0, 1, 2)
    ),
    *(tuple((rank & -rank) << at for rank in RANKS[low : low + 2] for at in range(4)) for low in (0, 2, 4, 6)),
)
"""The squares of each area, from the first rank up."""
RANK_PAIRS = (9, 10, 11, 12)  # The areas of two whole ranks: each square is in one of them.
TURNED = (8, 7, 6, 5, 4, 3, 2, 1, 0, 12, 11, 10, 9)
"""The area that each becomes when the board is turned by 180°, with its squares in reverse order."""
KEPT = tuple(area for area, other in enumerate(TURNED) if area <= other)
"""The areas whose tables are stored; the others use these turned, with the sides exchanged."""


def turned_patterns() -> list[int]:
    """For every pattern, its image when the board is turned and the colours are exchanged."""
    found = [0]
    for place in reversed(range(PLACES)):
        found = [rest + digit * 3**place for digit in (0, 2, 1) for rest in found]
    return found

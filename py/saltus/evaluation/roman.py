"""What a position of Roman Solitaire is worth: even, or one side chasing the other.

From quiet positions nobody loses a piece by force for a long time: of 300 of them, material-only searches of eight
plies changed the count of pieces in one. So while the sides are even, little matters but room to move;
once one is ahead, everything depends on whether it gets at what is left. Ahead means hunting: come close, and
take away the squares that the enemy may still step on.

What few pieces come to is known (`saltus.tablebase.roman`): 2 against 1 is a draw; 3 against 2 is won from a third of
the positions, but in 40 plies and more, which no search sees; 3 against 1 is won, in up to 49 plies, and 4 against 1
always. The highest level looks that up. The others, and all before the tables have come, are led through the last
two by `workshop.solve.pairs`: how long a win will take, as a sum of what each two of three hunters contribute.
"""

import zlib
from binascii import a2b_base64
from functools import cache, lru_cache
from itertools import combinations

from saltus.boards.grid import grid, spread, squares

BOARD = grid(8, 8)
FULL = BOARD.full
PLACE = {bit: (BOARD.file_of(name), BOARD.rank_of(name)) for bit, name in BOARD.name.items()}
CENTRE = {bit: min(file, 7 - file) + min(rank, 7 - rank) for bit, (file, rank) in PLACE.items()}
"""How far a square is from the corner: 0 there, 6 in the middle."""
PIECES = 9
DRAWN = {(2, 1), (3, 2)}
"""Own pieces and enemy's that mostly cannot win any more, unless a capture is at hand."""
FREEDOM = 30
"""More empty squares than this next to an enemy, and none of ours beside them, are as good as no hunt at all."""

AHEAD = [
    [100 * (own - enemy) + 400 * (own - enemy) // (own + enemy) if own > enemy else 0 for enemy in range(PIECES + 1)]
    for own in range(PIECES + 1)
]
"""What being ahead is worth, by own and enemy pieces: a piece is 100, and more as the board empties."""


def evaluate(own: int, enemy: int) -> int:
    """What the position is worth to the side with `own`; the other side's view is the negative."""
    ours, theirs = own.bit_count(), enemy.bit_count()
    if ours == theirs:
        return _standing(own) - _standing(enemy)
    if ours > theirs:
        return _hunt(own, enemy, ours, theirs)
    return -_hunt(enemy, own, theirs, ours)


@lru_cache(maxsize=1 << 15)
def _standing(pieces: int) -> int:
    """What one side's pieces are worth by where they stand: the middle is good, and so is holding together."""
    total = 2 * (spread(pieces) & pieces).bit_count()
    while pieces:
        bit = pieces & -pieces
        total += 2 * CENTRE[bit]
        pieces ^= bit
    return total


def _hunt(own: int, enemy: int, ours: int, theirs: int) -> int:
    """What the position is worth to `own`, which has more pieces than `enemy`."""
    if theirs == 1 and ours > 2:
        return AHEAD[ours][1] + 800 - 10 * plies_to_catch(own, enemy)
    beside = spread(enemy)
    near = spread(beside & FULL)
    close = (own & near).bit_count() + (own & spread(near & FULL)).bit_count()
    free = (beside & FULL & ~(own | enemy | spread(own))).bit_count()
    hunt = 6 * close + 10 * (FREEDOM - min(free, FREEDOM))
    if (ours, theirs) in DRAWN:
        return hunt // 8
    return AHEAD[ours][theirs] + hunt


@lru_cache(maxsize=1 << 16)
def plies_to_catch(own: int, lone: int) -> int:
    """About how many plies three or more pieces need to catch one: what the best three of them need."""
    places, contributions = _catch(lone)
    hunters = [places[bit] for bit in squares(own)]
    return min(
        contributions[one][two] + contributions[one][three] + contributions[two][three]
        for one, two, three in combinations(hunters, 3)
    )


@cache
def _catch(lone: int) -> tuple[dict[int, int], list[list[int]]]:
    """For a lone piece on this square: where other squares come to when the board is turned so that it stands on one
    of ten, and what two hunters there contribute.
    """
    file, rank = PLACE[lone]
    across, over = file > 3, rank > 3
    file, rank = min(file, 7 - file), min(rank, 7 - rank)
    swap = rank > file
    if swap:
        file, rank = rank, file
    places = {}
    for bit, (f, r) in PLACE.items():
        turned = (7 - f if across else f, 7 - r if over else r)
        places[bit] = turned[0] * 8 + turned[1] if swap else turned[1] * 8 + turned[0]
    return places, _contributions(4 * rank - rank * (rank - 1) // 2 + file - rank)


@cache
def _contributions(place: int) -> list[list[int]]:
    """By two squares, for the lone piece on one of ten, counted along the ranks: a1 to d1, b2 to d2, c3, d3, d4."""
    from saltus.data.roman import PAIRS

    pairs = 64 * 63 // 2
    values = memoryview(zlib.decompress(a2b_base64(PAIRS))).cast("b")[place * pairs : (place + 1) * pairs]
    table = [[0] * 64 for _ in range(64)]
    for (one, two), value in zip(combinations(range(64), 2), values, strict=True):
        table[one][two] = table[two][one] = value
    return table

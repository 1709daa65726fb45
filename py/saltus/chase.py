"""What a position of Roman Solitaire is worth: even, or one side chasing the other.

From quiet positions nobody loses a piece by force for a long time: of 300 of them, material-only searches of eight
plies changed the count of pieces in one. So while the sides are even, little matters but room to move;
once one is ahead, everything depends on whether it gets at what is left. Ahead means hunting: come close, and
take away the squares that the enemy may still step on.

What material alone decides is known by retrograde analysis, quiet positions only: 2 against 1 and 3 against 2 are
draws, 3 against 1 is won, in up to 50 plies. `_lone` leads through that last one.
"""

from functools import lru_cache

from saltus.grid import grid, spread

BOARD = grid(8, 8)
FULL = BOARD.full
PLACE = {bit: (BOARD.file_of(name), BOARD.rank_of(name)) for bit, name in BOARD.name.items()}
CENTRE = {bit: min(file, 7 - file) + min(rank, 7 - rank) for bit, (file, rank) in PLACE.items()}
"""How far a square is from the corner: 0 there, 6 in the middle."""
PIECES = 9
DRAWN = {(2, 1), (3, 2)}
"""Own pieces and enemy's that cannot win any more, unless a capture is at hand."""
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
        return AHEAD[ours][1] + 800 - _lone(own, enemy)
    beside = spread(enemy)
    near = spread(beside & FULL)
    close = (own & near).bit_count() + (own & spread(near & FULL)).bit_count()
    free = (beside & FULL & ~(own | enemy | spread(own))).bit_count()
    hunt = 6 * close + 10 * (FREEDOM - min(free, FREEDOM))
    if (ours, theirs) in DRAWN:
        return hunt // 8
    return AHEAD[ours][theirs] + hunt


@lru_cache(maxsize=1 << 16)
def _lone(own: int, lone: int) -> int:
    """How long three or more pieces will take to catch one, at about 8 a ply.

    Fitted to the exact distances of all positions of 3 against 1: 2.7 plies for each square between the lone piece
    and the edges that lie behind it as its hunters come, and 1.25 plies for each step, without diagonals,
    between it and each hunter, explain 57 % of their variance.
    """
    file, rank = PLACE[lone]
    hunters = own.bit_count()
    files = ranks = steps = 0
    while own:
        bit = own & -own
        own ^= bit
        f, r = PLACE[bit]
        files += f - file
        ranks += r - rank
        steps += abs(f - file) + abs(r - rank)
    room = (2 * file if files > 0 else 14 - 2 * file) if files else 7
    room += (2 * rank if ranks > 0 else 14 - 2 * rank) if ranks else 7
    return 11 * room + 30 * steps // hunters

"""Evaluation of Roman Solitaire: mobility and closeness while material is even, a hunt once it is not.

In quiet positions a piece is seldom lost by force: material-only searches of eight plies changed the piece count in
one of 300. So while material is even, little matters but mobility, and that a group closes in on pieces that stand
alone: without that, even endings have no plan. Once a side is ahead, everything depends on whether it reaches the
remaining pieces: it should come close, and take away the squares that the enemy can still step to.

Small endings are known (`saltus.tablebase.roman`): 2 against 1 is a draw; 3 against 2 is won from a third of the
positions, but in 40 plies and more, beyond any search; 3 against 1 is won in up to 49 plies, and 4 against 1 always.
The highest level probes the tablebase. The other levels, and all levels before the tables are fetched, win the last
two with the help of `workshop.solve.pairs`: an estimate of the plies to the win, summed over pairs of three hunters.
"""

from functools import cache, lru_cache
from itertools import combinations

from saltus.boards.grid import grid, spread, squares
from saltus.core.resources import load_weights

BOARD = grid(8, 8)
FULL = BOARD.full
PLACE = {bit: (BOARD.file_of(name), BOARD.rank_of(name)) for bit, name in BOARD.name.items()}
CENTRE = {bit: min(file, 7 - file) + min(rank, 7 - rank) for bit, (file, rank) in PLACE.items()}
"""The distance of a square from the nearest corner: 0 there, 6 in the middle."""
PIECES = 9
DRAWN = {(2, 1), (3, 2)}  # (Own, enemy) piece counts that are mostly drawn, unless a capture is at hand.
CLOSE = 6
"""The value of a piece for each of the distances that it is within: two, three and four steps from an enemy piece."""
FREE_SQUARES_CAP = 30
"""Squares around the enemy that are empty and not next to own pieces: from this many on, the hunt earns no bonus for
confining it."""

AHEAD = [
    [100 * (own - enemy) + 400 * (own - enemy) // (own + enemy) if own > enemy else 0 for enemy in range(PIECES + 1)]
    for own in range(PIECES + 1)
]
"""The value of a material lead, by own and enemy pieces: 100 a piece, and more as the board empties."""


def evaluate(own: int, enemy: int) -> int:
    """The value of the position to the side with `own`; the other side's is the negative."""
    ours, theirs = own.bit_count(), enemy.bit_count()
    if ours == theirs:
        standing, two, three, four = _alone(own)
        against, enemy_two, enemy_three, enemy_four = _alone(enemy)
        closer = (own & enemy_two).bit_count() + (own & enemy_three).bit_count() + (own & enemy_four).bit_count()
        closer -= (enemy & two).bit_count() + (enemy & three).bit_count() + (enemy & four).bit_count()
        return standing - against + CLOSE * closer
    if ours > theirs:
        return _hunt(own, enemy, ours, theirs)
    return -_hunt(enemy, own, theirs, ours)


@lru_cache(maxsize=1 << 15)
def _alone(pieces: int) -> tuple[int, int, int, int]:
    """What depends on one side's pieces alone: their standing (central and connected pieces score more), and the
    squares within two, within three and within four steps of them."""
    beside = spread(pieces)
    standing = 2 * (beside & pieces).bit_count()
    two = spread(beside & FULL) & FULL
    three = spread(two) & FULL
    rest = pieces
    while rest:
        bit = rest & -rest
        standing += 2 * CENTRE[bit]
        rest ^= bit
    return standing, two, three, spread(three)


def _hunt(own: int, enemy: int, ours: int, theirs: int) -> int:
    """The value of the position to `own`, which has more pieces than `enemy`."""
    if theirs == 1 and ours > 2:
        return AHEAD[ours][1] + 800 - 10 * plies_to_catch(own, enemy)
    _, two, three, _ = _alone(enemy)
    close = (own & two).bit_count() + (own & three).bit_count()
    free = (spread(enemy) & FULL & ~(own | enemy | spread(own))).bit_count()
    hunt = CLOSE * close + 10 * (FREE_SQUARES_CAP - min(free, FREE_SQUARES_CAP))
    if (ours, theirs) in DRAWN:
        return hunt // 8
    return AHEAD[ours][theirs] + hunt


@lru_cache(maxsize=1 << 16)
def plies_to_catch(own: int, lone: int) -> int:
    """The estimated plies that three or more pieces need to catch one: the estimate for the best three of them."""
    places, contributions = _catch(lone)
    hunters = [places[bit] for bit in squares(own)]
    return min(
        contributions[one][two] + contributions[one][three] + contributions[two][three]
        for one, two, three in combinations(hunters, 3)
    )


@cache
def _catch(lone: int) -> tuple[dict[int, int], list[list[int]]]:
    """For a lone piece on this square: the mapping of the squares under the symmetry that takes the piece to one of
    ten squares, and the contributions of pairs of hunters there."""
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
    pairs = 64 * 63 // 2
    values = memoryview(load_weights("roman")).cast("b")[place * pairs : (place + 1) * pairs]
    table = [[0] * 64 for _ in range(64)]
    for (one, two), value in zip(combinations(range(64), 2), values, strict=True):
        table[one][two] = table[two][one] = value
    return table

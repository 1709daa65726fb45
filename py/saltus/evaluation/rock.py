"""What a position of Rock is worth: how far each side has gathered, and what stands along the lines.

The terms are those of Winands, *Analysis and Implementation of Lines of Action* (2004), chapter 5: concentration
around the centre of mass, centralisation, connections, quads, the number of groups. Mobility, blockades and whatever
else can be read off a rank, file or diagonal is in one table of values a line. All numbers are learned from
self-play: `workshop.learn.rock` makes `saltus.data.rock`.

How it is computed. The board of one side falls into four strips of two ranks and three seams between them; a table
look-up for each gives everything that can be added up, as fields of one int: see `sums`. From these follow the centre
of mass and, by Euler's formula, nearly always that the side is not connected, so that groups are seldom looked for.
"""

import zlib
from binascii import a2b_base64
from collections.abc import Sequence
from functools import cache, lru_cache
from operator import getitem
from typing import NamedTuple, TypeAlias

from saltus.boards.grid import STRIDE, connected, spread, squares
from saltus.boards.lines import BOARD, BYTES, ROWS, TWO_RANKS, Row, keys, pattern, unpack
from saltus.core.game import Move
from saltus.data.rock_moves import ARRIVING, CAPTURE, LEAVING

FULL = BOARD.full
PLACE = {bit: (BOARD.file_of(name), BOARD.rank_of(name)) for bit, name in BOARD.name.items()}
RING = {bit: min(file, 7 - file, rank, 7 - rank) for bit, (file, rank) in PLACE.items()}
"""How many rings of squares lie around a square: 0 on the edge, 3 in the middle."""
CORNERS = sum(bit for bit, (file, rank) in PLACE.items() if file in (0, 7) and rank in (0, 7))

PIECES = 12
MOST_GROUPS = 9
"""More groups than that are worth as little."""
FAR = (2, 4, 5, 6, 7, 8, 10)
"""Distances from the centre of mass, in half squares, beyond which pieces are counted."""


class Shares(NamedTuple):
    """What is counted on one side's board and divided by its pieces."""

    beside: int
    """Pairs that touch along a rank or file."""
    diagonal: int
    """Pairs that touch diagonally."""
    threes: int
    """Squares of two by two with three pieces."""
    fours: int
    """Squares of two by two with four pieces."""
    corners: int
    edge: int
    """Pieces on the edge, corners too, and on the rings inwards from it."""
    second: int
    third: int
    middle: int


def shares(pieces: int) -> Shares:
    """Count."""
    right, up, across = pieces >> 1, pieces >> STRIDE, pieces >> STRIDE + 1
    fours = (pieces & right & up & across).bit_count()
    threes = (pieces & right & (up | across) | up & across & (pieces | right)).bit_count() - fours
    rings = [0, 0, 0, 0]
    for bit in squares(pieces):
        rings[RING[bit]] += 1
    return Shares(
        beside=(pieces & right).bit_count() + (pieces & up).bit_count(),
        diagonal=(pieces & across).bit_count() + (right & up).bit_count(),
        threes=threes,
        fours=fours,
        corners=(pieces & CORNERS).bit_count(),
        edge=rings[0],
        second=rings[1],
        third=rings[2],
        middle=rings[3],
    )


def euler(counts: Shares) -> int:
    """Of these pieces, groups less holes: pieces less pairs that touch, and back what three and four share."""
    pieces = counts.edge + counts.second + counts.third + counts.middle
    return pieces - counts.beside - counts.diagonal + counts.threes + 3 * counts.fours


def middle(pieces: int, total: int) -> int:
    """The place of the centre of mass, in half squares from the middle of the board, by the sum of the places."""
    double = 2 * total - 7 * pieces
    nearest = (2 * abs(double) + pieces) // (2 * pieces)
    return nearest if double > 0 else -nearest


def far(file: int, rank: int) -> tuple[int, ...]:
    """The squares beyond each of the distances `FAR` from a centre of mass."""
    apart = {bit: max(abs(2 * f - 7 - file), abs(2 * r - 7 - rank)) for bit, (f, r) in PLACE.items()}
    return tuple(sum(bit for bit, distance in apart.items() if distance > least) for least in FAR)


class Weights(NamedTuple):
    """What has been learned."""

    groups: tuple[tuple[int, ...], ...]
    """By pieces and by groups (less holes), both from 1."""
    shares: Shares
    far: tuple[int, ...]
    """Each piece farther than `FAR` from the centre of mass, divided by the pieces."""
    centre: tuple[int, ...]
    """By how far the centre of mass is from the middle, in half squares: the greater of file and rank."""
    lines: tuple[tuple[int, ...], ...]
    """By `kind` of line, what each of its patterns is worth to the side to move."""


KINDS = 11
"""Kinds of lines: ranks and files 0 to 3 from the edge, diagonals of 8 to 2 squares."""


def kind(line: tuple[int, ...]) -> int:
    """Which of the `KINDS` a line is of; those of one kind are alike."""
    (file, rank), (last, top) = PLACE[line[0]], PLACE[line[-1]]
    if rank == top:
        return min(rank, 7 - rank)
    if file == last:
        return min(file, 7 - file)
    return 12 - len(line)


def length(number: int) -> int:
    """The squares of a line of this kind."""
    return 8 if number < 4 else 12 - number


@cache
def weights() -> Weights:
    """The numbers of `saltus.data.rock`, unfolded when they are first asked for."""
    from saltus.data import rock

    values = memoryview(zlib.decompress(a2b_base64(rock.LINES))).cast("b").tolist()
    lines = []
    for number in range(KINDS):
        size = 3 ** length(number)
        lines.append(tuple(values[:size]))
        del values[:size]
    return Weights(rock.GROUPS, Shares(*rock.SHARES), rock.FAR, rock.CENTRE, tuple(lines))


# -- one side ------------------------------------------------------------------------------------------

LEAST = 4
"""Added to Euler's number, which holes may make negative."""


def sums(pieces: int) -> int:
    """What can be added up over parts of the board: from the lowest bit, 4 bits for the pieces, 7 each for their
    files and ranks, 6 for Euler's number, and the rest for what the shares are worth.
    """
    counts = shares(pieces)
    worth = sum(count * weight for count, weight in zip(counts, weights().shares, strict=True))
    places = [PLACE[bit] for bit in squares(pieces)]
    files, ranks = sum(file for file, _ in places), sum(rank for _, rank in places)
    return len(places) + (files << 4) + (ranks << 11) + (euler(counts) << 18) + (worth << 24)


class Strip(dict[int, int]):
    """The pieces on two ranks → their `sums`."""

    def __init__(self, low: int) -> None:
        self.low = low

    def __missing__(self, pieces: int) -> int:
        self[pieces] = found = sums(pieces << self.low)
        return found


class Seam(Strip):
    """The pieces on two ranks → what their `sums` have beyond those of each rank."""

    def __missing__(self, pieces: int) -> int:
        rank = pieces & (1 << STRIDE) - 1
        found = sums(pieces << self.low) - sums(rank << self.low) - sums(pieces - rank << self.low)
        self[pieces] = found
        return found


STRIPS = [(Seam if number % 2 else Strip)(number * STRIDE) for number in range(7)]


def steps(bit: int, file: int, rank: int) -> int:
    """How far a square is from a centre of mass: twice the greater of the distances by file and by rank, which are in
    half squares, and one more where the lesser is more than half of it.
    """
    here = PLACE[bit]
    less, most = sorted((abs(2 * here[0] - 7 - file), abs(2 * here[1] - 7 - rank)))
    return 2 * most + (2 * less > most)


class Promises(dict[tuple[str, ...], int]):
    """The path of a move of a side with this centre of mass → what it promises, if it captures nothing."""

    def __init__(self, file: int, rank: int) -> None:
        self.file, self.rank = file, rank

    def __missing__(self, path: tuple[str, ...]) -> int:
        origin, target = (steps(BOARD.bit[name], self.file, self.rank) for name in path)
        self[path] = found = LEAVING[origin] + ARRIVING[target]
        return found


@cache
def promises_from(file: int, rank: int) -> Promises:
    """The only `Promises` for this centre of mass."""
    return Promises(file, rank)


class Centres(dict[int, tuple[int, tuple[tuple[int, int], ...], Promises]]):
    """The pieces and the sums of their files and ranks, as in `sums` → what the centre of mass is worth, what each of
    some sets of squares is worth by the pieces on it, and what moves promise.
    """

    def __missing__(self, found: int) -> tuple[int, tuple[tuple[int, int], ...], Promises]:
        count = found & 15
        file, rank = middle(count, found >> 4 & 127), middle(count, found >> 11 & 127)
        learned = weights()
        beyond = tuple(zip(learned.far, far(file, rank), strict=True))
        self[found] = known = learned.centre[max(abs(file), abs(rank))], beyond, promises_from(file, rank)
        return known


CENTRES = Centres()

Known: TypeAlias = tuple[int, int | None, bool, Promises | None]
"""Of one side's board: its pattern as in `saltus.boards.lines`; its worth, None where it is connected; whether its
groups are few enough to be connected by one move; and what its moves promise, None where it is connected."""


LIMIT = 40_000
"""Boards of one side that are remembered."""


class Sides(dict[int, Known]):
    """Pieces → what is known of them; emptied before it can grow large."""

    def __missing__(self, pieces: int) -> Known:
        if len(self) >= LIMIT:
            self.clear()
        first, seam, second, other, third, last, fourth = STRIPS
        total = (
            first[pieces & TWO_RANKS]
            + seam[pieces >> STRIDE & TWO_RANKS]
            + second[pieces >> 2 * STRIDE & TWO_RANKS]
            + other[pieces >> 3 * STRIDE & TWO_RANKS]
            + third[pieces >> 4 * STRIDE & TWO_RANKS]
            + last[pieces >> 5 * STRIDE & TWO_RANKS]
            + fourth[pieces >> 6 * STRIDE]
            + (LEAST << 18)
        )
        groups = (total >> 18 & 63) - LEAST
        value: int | None = None
        promised: Promises | None = None
        if groups > 1 or not connected(pieces):
            value, beyond, promised = CENTRES[total & (1 << 18) - 1]
            share = total >> 24
            for weight, squares_beyond in beyond:
                share += weight * (pieces & squares_beyond).bit_count()
            count = total & 15
            value += share // count + weights().groups[count - 1][min(max(groups, 1), MOST_GROUPS) - 1]
        self[pieces] = known = pattern(pieces), value, groups < 6, promised
        return known


SIDES = Sides()


# -- both sides ----------------------------------------------------------------------------------------


class Worth(dict[int, int]):
    """Pattern of one row → what its lines are worth to the side to move."""

    def __init__(self, row: Row) -> None:
        self.row = row

    def __missing__(self, found: int) -> int:
        worth, rest = 0, found
        for line in self.row.lines:
            rest, digits = divmod(rest, 3 ** len(line))
            worth += weights().lines[kind(line)][digits]
        self[found] = worth
        return worth


WORTHS = [Worth(row) for row in ROWS]


def evaluate(own: int, enemy: int) -> int:
    """What a position is worth to the side with `own`, which is to move; being connected counts for nothing."""
    return (SIDES[own][1] or 0) - (SIDES[enemy][1] or 0) + sum(map(getitem, WORTHS, keys(own, enemy)))


def static_eval_if_quiet(own: int, enemy: int) -> int | None:
    """`evaluate` where neither side is connected and `own` has no way to be at once; else None."""
    addends, value, near, _ = SIDES[own]
    others, other, _, _ = SIDES[enemy]
    if value is None or other is None or (near and connecting(own)):
        return None
    return value - other + sum(map(getitem, WORTHS, unpack((addends + 2 * others).to_bytes(BYTES, "little"))))


def order_scores(own: int, moves: Sequence[Move]) -> list[int]:
    """What each of these moves of the side with `own` promises before it is searched; nothing where it is connected.

    By how far from the centre of mass a piece leaves and how near it comes, and whether it captures: learned from the
    moves that a search chose. What it buys: see `workshop/README.md`.
    """
    promised = SIDES[own][3]
    if promised is None:
        return [0] * len(moves)
    return [promised[move[0]] + CAPTURE if move[4] else promised[move[0]] for move in moves]


@lru_cache(maxsize=1 << 15)
def connecting(pieces: int) -> frozenset[int]:
    """Origin xor target of every way to connect these pieces by moving one of them, whether lines allow it or not.

    The target must touch every group that the moved piece leaves behind. Most boards are told by their groups to
    have no such square. A search asks at its leaves for the side that has not just moved, whose board is that of
    all the leaf's siblings too: nearly always it is known.
    """
    groups, reaches = [], []
    common = FULL & ~pieces
    rest = pieces
    while rest:
        group = rest & -rest
        while (grown := spread(group) & rest) != group:
            group = grown
        rest ^= group
        groups.append(group)
        reaches.append(spread(group))
        common &= reaches[-1]
    found = [
        piece ^ target
        for target in squares(common)
        for piece in squares(pieces)
        if connected((pieces | target) ^ piece)
    ]
    for number, group in enumerate(groups):
        if group & (group - 1) == 0:
            targets = FULL & ~pieces
            for reach in reaches[:number] + reaches[number + 1 :]:
                targets &= reach
            found += [group ^ target for target in squares(targets)]
    return frozenset(found)

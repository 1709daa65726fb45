"""Evaluation of Rock: how well each side is connected, and patterns along the lines.

The terms are those of Winands, *Analysis and Implementation of Lines of Action* (2004), chapter 5: concentration
around the centre of mass, centralisation, connections, quads, the number of groups. Mobility, blockades and anything
else visible on a rank, file or diagonal is in one table of values per kind of line. All weights are learned from
self-play: `workshop.learn.rock` writes `data/rock.weights`, and `data/rock-moves.weights` for the order of moves.

Implementation: the board of one side splits into four strips of two ranks and three seams between them. A table
look-up for each gives every additive term as fields of one int: see `sums`. They yield the centre of mass and, by
Euler's formula, nearly always a proof that the side is not connected, so groups are seldom searched for.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import islice
from operator import getitem
from struct import Struct
from typing import NamedTuple, TypeAlias

from saltus.boards.grid import STRIDE, connected, spread, squares
from saltus.boards.lines import BOARD, PATTERN_BYTES, ROWS, TWO_RANKS, Row, keys, pattern, unpack
from saltus.core.game import Move
from saltus.core.resources import load_weights

FULL = BOARD.full
PLACE = {bit: (BOARD.file_of(name), BOARD.rank_of(name)) for bit, name in BOARD.name.items()}
RING = {bit: min(file, 7 - file, rank, 7 - rank) for bit, (file, rank) in PLACE.items()}
"""The ring of a square: 0 on the edge, 3 in the middle."""
CORNERS = sum(bit for bit, (file, rank) in PLACE.items() if file in (0, 7) and rank in (0, 7))
PIECES = 12
MOST_GROUPS = 9  # More groups than this score the same.
CENTRE_DISTANCES = 8  # The distances, in half squares, that the centre of mass can be from the middle.
FAR = (2, 4, 5, 6, 7, 8, 10)  # Distances from the centre of mass, in half squares, beyond which pieces are counted.


class Shares(NamedTuple):
    """Counts on one side's board that are divided by its number of pieces."""

    beside: int  # Pairs that touch along a rank or file.
    diagonal: int  # Pairs that touch diagonally.
    threes: int  # Two-by-two quads with three pieces.
    fours: int  # Two-by-two quads with four pieces.
    corners: int
    edge: int  # Pieces on the edge, corners included, and on the rings inward from it.
    second: int
    third: int
    middle: int


def shares(pieces: int) -> Shares:
    """The counts for these pieces."""
    right, up, across = pieces >> 1, pieces >> STRIDE, pieces >> STRIDE + 1
    fours = (pieces & right & up & across).bit_count()
    threes = (pieces & right & (up | across) | up & across & (pieces | right)).bit_count() - fours
    rings = [0, 0, 0, 0]
    for bit in squares(pieces):
        rings[RING[bit]] += 1
    beside = (pieces & right).bit_count() + (pieces & up).bit_count()
    diagonal = (pieces & across).bit_count() + (right & up).bit_count()
    return Shares(beside, diagonal, threes, fours, (pieces & CORNERS).bit_count(), *rings)


def euler(counts: Shares) -> int:
    """Euler's number, groups minus holes: pieces minus touching pairs, corrected for quads of three and four."""
    pieces = counts.edge + counts.second + counts.third + counts.middle
    return pieces - counts.beside - counts.diagonal + counts.threes + 3 * counts.fours


def middle(pieces: int, total: int) -> int:
    """A coordinate of the centre of mass, in half squares from the middle, from the sum of coordinates."""
    double = 2 * total - 7 * pieces
    nearest = (2 * abs(double) + pieces) // (2 * pieces)
    return nearest if double > 0 else -nearest


def far(file: int, rank: int) -> tuple[int, ...]:
    """The squares beyond each of the distances `FAR` from a centre of mass."""
    apart = {bit: max(abs(2 * f - 7 - file), abs(2 * r - 7 - rank)) for bit, (f, r) in PLACE.items()}
    return tuple(sum(bit for bit, distance in apart.items() if distance > least) for least in FAR)


class Weights(NamedTuple):
    """The learned weights."""

    groups: Sequence[Sequence[int]]  # By pieces and by groups (minus holes), both from 1.
    shares: Shares
    far: Sequence[int]
    """Per piece farther than each of `FAR` from the centre of mass, divided by the number of pieces."""
    centre: Sequence[int]
    """By the distance of the centre of mass from the middle, in half squares: the greater of file and rank."""
    lines: Sequence[Sequence[int]]  # By `kind` of line, the value of each of its patterns to the side to move.


KINDS = 11  # Kinds of lines: ranks and files 0 to 3 from the edge, diagonals of 8 to 2 squares.


def kind(line: tuple[int, ...]) -> int:
    """The kind of a line, below `KINDS`; lines of one kind share a table. 0 to 3 are ranks and files, from the edge
    to the centre; from 4 on diagonals, the longest first."""
    (file, rank), (last, top) = PLACE[line[0]], PLACE[line[-1]]
    if rank == top:
        return min(rank, 7 - rank)
    if file == last:
        return min(file, 7 - file)
    return 12 - len(line)


def length(number: int) -> int:
    """The number of squares of a line of this kind."""
    return 8 if number < 4 else 12 - number


LINE_PATTERNS = tuple(3 ** length(number) for number in range(KINDS))  # The number of patterns of each kind of line.
PARTS = (*[MOST_GROUPS] * PIECES, len(Shares._fields), len(FAR), CENTRE_DISTANCES, *LINE_PATTERNS)
"""How many numbers each part of the stored weights has: those of `Weights`, in its order."""
STORED = Struct(f"<{sum(PARTS) - sum(LINE_PATTERNS)}h{sum(LINE_PATTERNS)}b")


@cache
def weights() -> Weights:
    """The weights of `data/rock.weights`, loaded on first use."""
    values = iter(STORED.unpack(load_weights("rock")))
    parts = [tuple(islice(values, size)) for size in PARTS]
    *groups, counts, beyond, centre = parts[:-KINDS]
    return Weights(groups, Shares(*counts), beyond, centre, parts[-KINDS:])


EULER_OFFSET = 4  # Added to Euler's number, which holes may make negative.


def sums(pieces: int) -> int:
    """The additive terms over part of the board: from the lowest bit, 4 bits for the number of pieces, 7 each for the
    sums of their files and ranks, 6 for Euler's number, and the rest for the weighted shares."""
    counts = shares(pieces)
    worth = sum(count * weight for count, weight in zip(counts, weights().shares, strict=True))
    places = [PLACE[bit] for bit in squares(pieces)]
    files, ranks = sum(file for file, _ in places), sum(rank for _, rank in places)
    return len(places) + (files << 4) + (ranks << 11) + (euler(counts) << 18) + (worth << 24)


class Strip(dict[int, int]):
    """Pieces on two ranks → their `sums`."""

    def __init__(self, low: int) -> None:
        self.low = low

    def __missing__(self, pieces: int) -> int:
        self[pieces] = found = sums(pieces << self.low)
        return found


class Seam(Strip):
    """Pieces on two ranks → what their `sums` have beyond those of each rank."""

    def __missing__(self, pieces: int) -> int:
        rank = pieces & (1 << STRIDE) - 1
        found = sums(pieces << self.low) - sums(rank << self.low) - sums(pieces - rank << self.low)
        self[pieces] = found
        return found


STRIPS = [(Seam if number % 2 else Strip)(number * STRIDE) for number in range(7)]


def steps(bit: int, file: int, rank: int) -> int:
    """The distance of a square from a centre of mass: twice the greater of the distances by file and rank, which are
    in half squares, plus one if the lesser is more than half of it."""
    here = PLACE[bit]
    less, most = sorted((abs(2 * here[0] - 7 - file), abs(2 * here[1] - 7 - rank)))
    return 2 * most + (2 * less > most)


STEPS = 30  # `steps` are less than this.


@cache
def move_weights() -> tuple[Sequence[int], Sequence[int], int]:
    """What a move promises by the `steps` of the square that it leaves, and of the one that it reaches, and for a
    capture: `data/rock-moves.weights`, loaded on first use."""
    *places, capture = Struct(f"<{2 * STEPS + 1}h").unpack(load_weights("rock-moves"))
    return places[:STEPS], places[STEPS:], capture


class MoveScores(dict[tuple[str, ...], int]):
    """Path of a non-capture by a side with this centre of mass → its move-ordering score; `capture` is added to it
    for a capture."""

    def __init__(self, file: int, rank: int) -> None:
        self.file, self.rank = file, rank
        self.leaving, self.arriving, self.capture = move_weights()

    def __missing__(self, path: tuple[str, ...]) -> int:
        origin, target = (steps(BOARD.bit[name], self.file, self.rank) for name in path)
        self[path] = found = self.leaving[origin] + self.arriving[target]
        return found


move_scores_from = cache(MoveScores)  # The single `MoveScores` of a centre of mass.


class Centres(dict[int, tuple[int, tuple[tuple[int, int], ...], MoveScores]]):
    """Number of pieces and sums of files and ranks, as in `sums` → the value of the centre of mass, (weight, squares)
    pairs to count pieces on, and the move-ordering scores."""

    def __missing__(self, found: int) -> tuple[int, tuple[tuple[int, int], ...], MoveScores]:
        count = found & 15
        file, rank = middle(count, found >> 4 & 127), middle(count, found >> 11 & 127)
        learned = weights()
        beyond = tuple(zip(learned.far, far(file, rank), strict=True))
        self[found] = known = learned.centre[max(abs(file), abs(rank))], beyond, move_scores_from(file, rank)
        return known


CENTRES = Centres()

SideInfo: TypeAlias = tuple[int, int | None, bool, MoveScores | None]
"""What is cached of one side's board: its pattern as in `saltus.boards.lines`; its value, None if it is connected;
whether its groups are few enough to be connected by one move; and its move-ordering scores, None if connected."""

CACHE_SIZE = 40_000  # Boards of one side that are cached.


class Sides(dict[int, SideInfo]):
    """Pieces → what is cached of them; cleared before it grows large."""

    def __missing__(self, pieces: int) -> SideInfo:
        if len(self) >= CACHE_SIZE:
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
            + (EULER_OFFSET << 18)
        )
        groups = (total >> 18 & 63) - EULER_OFFSET
        value: int | None = None
        move_scores: MoveScores | None = None
        if groups > 1 or not connected(pieces):
            value, beyond, move_scores = CENTRES[total & (1 << 18) - 1]
            share = total >> 24
            for weight, squares_beyond in beyond:
                share += weight * (pieces & squares_beyond).bit_count()
            count = total & 15
            value += share // count + weights().groups[count - 1][min(max(groups, 1), MOST_GROUPS) - 1]
        self[pieces] = known = pattern(pieces), value, groups < 6, move_scores
        return known


SIDES = Sides()


class Worth(dict[int, int]):
    """Pattern of one row → the value of its lines to the side to move."""

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
    """The value of a position to the side with `own`, which is to move; being connected adds nothing."""
    return (SIDES[own][1] or 0) - (SIDES[enemy][1] or 0) + sum(map(getitem, WORTHS, keys(own, enemy)))


def static_eval_if_quiet(own: int, enemy: int) -> int | None:
    """`evaluate` if neither side is connected and `own` cannot connect at once; else None."""
    addends, value, near, _ = SIDES[own]
    others, other, _, _ = SIDES[enemy]
    if value is None or other is None or (near and connecting(own)):
        return None
    return value - other + sum(map(getitem, WORTHS, unpack((addends + 2 * others).to_bytes(PATTERN_BYTES, "little"))))


def order_scores(own: int, moves: Sequence[Move]) -> list[int]:
    """The move-ordering score of each of these moves of the side with `own`; 0 if it is connected. By the distances
    from the centre of mass that the piece leaves and reaches, and whether it captures; learned from the moves that a
    search chose. `workshop/README.md` says what it gains."""
    move_scores = SIDES[own][3]
    if move_scores is None:
        return [0] * len(moves)
    capture = move_scores.capture
    return [move_scores[move[0]] + capture if move[4] else move_scores[move[0]] for move in moves]


@lru_cache(maxsize=1 << 15)
def connecting(pieces: int) -> frozenset[int]:
    """Origin xor target of every way to connect these pieces by moving one of them, whether the lines allow it or
    not.

    The target must touch every group that the moved piece leaves behind; the groups alone rule out most boards. A
    search asks at its leaves for the side that has not just moved, whose board is the same in all siblings of the
    leaf: the result is nearly always cached.
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

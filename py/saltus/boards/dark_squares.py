"""The dark squares: which bit stands for each, and every step and jump between them, named once.

Bit layout (35 bits). Two ranks take nine bits, the ninth a ghost that is never set:

    rank 8   31 32 33 34          a step forward for White is a shift left by 4 or by 5,
    rank 7   27 28 29 30    26    for Black a shift right; from the edge it lands on a ghost
     …                            or outside, so that `& empty` is the only mask a step needs.
    rank 2    4  5  6  7     8    Turning the board by 180° takes bit i to bit 34 - i.
    rank 1    0  1  2  3

Within a rank the bits run from the side where rank 1 has its light corner: from `b1` to the right in Italian
draughts (h1 is dark), from `g1` to the left in English checkers (a1 is dark). So both games have the same
bits for the same shape, and every table serves both.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from saltus.core.board import Board, every_square
from saltus.core.game import Move

RANKS = tuple(0b1111 << rank // 2 * 9 + rank % 2 * 4 for rank in range(8))
"""The squares of each rank, the lowest first."""
FULL = sum(RANKS)
KING_ROW = (RANKS[7], RANKS[0])
"""The far rank of each side, where its men are crowned."""
LAYOUT = [rank // 2 * 9 + rank % 2 * 4 + place for rank in range(8) for place in range(4)]
"""The bit index of every square, rank by rank from the lowest."""


def dark_squares(a1_dark: bool) -> Board:
    """The 8x8 board of which only the dark squares are played on, numbered 1–32 from the top left."""
    names = [n for n in every_square(8, 8) if ((Board.file_of(n) + Board.rank_of(n)) % 2 == 0) is a1_dark]
    by_bit = sorted(names, key=lambda n: (Board.rank_of(n), Board.file_of(n) * (-1 if a1_dark else 1)))
    index = dict(zip(by_bit, LAYOUT, strict=True))
    return Board(8, 8, names, [index[n] for n in names])


def shifted(bits: int, distance: int) -> int:
    """`bits` moved up the board by `distance`, down where it is negative."""
    return bits << distance if distance > 0 else bits >> -distance


class Steps(dict[int, tuple[Move, ...]]):
    """Destinations → the steps there, for one kind of piece in one direction.

    Filled as sets of destinations turn up. They repeat far more often than positions do, so that a look-up in place
    of a loop over the bits takes a quarter off the time of `moves`. Emptied before it can grow large.
    """

    def __init__(self, board: Board, distance: int, king_row: int) -> None:
        self.single: dict[int, Move] = {}
        """Each destination → the step there."""
        for origin, name in board.name.items():
            to = shifted(origin, distance)
            if to & FULL:
                self.single[to] = Move((name, board.name[to]), (), bool(to & king_row), origin | to)

    def __missing__(self, destinations: int) -> tuple[Move, ...]:
        if len(self) >= 10_000:
            self.clear()
        found = tuple(move for to, move in self.single.items() if destinations & to)
        self[destinations] = found
        return found


class Jump(NamedTuple):
    """One jump."""

    over: int
    """The piece it takes."""
    to: int
    """Where it lands."""
    beyond: int
    """The squares that could be jumped over from there, other than `over`."""
    alone: Move
    """The whole turn that it is when it goes no further."""


Jumps: TypeAlias = dict[int, tuple[Jump, ...]]
"""Square → the jumps from there, for one kind of piece on an empty board."""


def jumps(board: Board, distances: Sequence[int], king_row: int) -> Jumps:
    """The jumps of a piece that jumps in these directions and is crowned on `king_row`."""
    hops = {
        origin: [
            (over, to)
            for distance in distances
            if (over := shifted(origin, distance)) & FULL and (to := shifted(origin, 2 * distance)) & FULL
        ]
        for origin in board.name
    }

    def jump(origin: int, over: int, to: int) -> Jump:
        path, taken = (board.name[origin], board.name[to]), (board.name[over],)
        beyond = sum(next_over for next_over, _ in hops[to] if next_over != over)
        return Jump(over, to, beyond, Move(path, taken, bool(to & king_row), origin | to, over))

    return {origin: tuple(jump(origin, over, to) for over, to in found) for origin, found in hops.items()}


def extend(
    found: list[Move], jumps: Jumps, begun: Move | None, origin: int, here: int, prey: int, empty: int
) -> bool:
    """Add to `found` every completion of the turn `begun`, which stands on `here`; False if there is none.

    `begun` is None where the piece still stands on `origin`; `prey` is what it may yet jump over.
    """
    going_on = False
    for over, to, beyond, turn in jumps[here]:
        if prey & over and empty & to:
            going_on = True
            if begun is not None:
                path, captured, crowns, _, _ = turn
                turn = Move(begun.path + path[1:], begun.captured + captured, crowns, origin ^ to, begun.taken | over)
            if not (prey & beyond and extend(found, jumps, turn, origin, to, prey ^ over, empty)):
                found.append(turn)
    return going_on

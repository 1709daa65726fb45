"""The base of Roman, Rock and Gambit: boards with every square playable, and identical pieces.

Bit layout: nine bits a rank, the ninth a ghost that is never set. A step in any of the eight directions is a shift by
1, 8, 9 or 10; a step off the board lands on a ghost or outside, so `& empty` or `& own` is the only mask it needs. A
jump over one square never crosses the ghost file either: the square it would jump over is the ghost itself.
"""

from collections.abc import Callable

from saltus.core.board import Board
from saltus.core.game import Game, Move, Position
from saltus.core.phrase import Phrase

STRIDE = 9
MAX_PATTERNS = 1024  # Patterns that one `MoveCache` holds before it is cleared.


def grid(files: int, ranks: int) -> Board:
    """A board of `files` by `ranks` squares, all playable, in the layout above; at most eight files."""
    return Board.rectangle(files, ranks, STRIDE)


def spread(bits: int) -> int:
    """The squares of `bits` and all their neighbours. May set ghosts: mask the result."""
    rows = bits | bits << 1 | bits >> 1
    return rows | rows << STRIDE | rows >> STRIDE


def squares(bits: int) -> list[int]:
    """The single bits of `bits`, lowest first."""
    found = []
    while bits:
        bit = bits & -bits
        found.append(bit)
        bits ^= bit
    return found


def connected(bits: int) -> bool:
    """Whether all squares of `bits` form one group, diagonal neighbours included; False for no squares."""
    group = bits & -bits
    while group:
        if group == bits:
            return True
        grown = spread(group) & bits
        if grown == group:
            return False
        group = grown
    return False


class MoveCache(dict[int, tuple[Move, ...]]):
    """Pattern of neighbours → moves, computed when first met; cleared when it has grown too large."""

    def __init__(self, work_out: Callable[[int], tuple[Move, ...]]) -> None:
        self.work_out = work_out

    def __missing__(self, pattern: int) -> tuple[Move, ...]:
        if len(self) >= MAX_PATTERNS:
            self.clear()
        self[pattern] = moves = self.work_out(pattern)
        return moves


def direction(origin: str, target: str) -> tuple[tuple[int, int], int] | None:
    """The (file, rank) step from `origin` towards `target` and the number of steps; None if they share no line."""
    files = Board.file_of(target) - Board.file_of(origin)
    ranks = Board.rank_of(target) - Board.rank_of(origin)
    distance = max(abs(files), abs(ranks))
    if not distance or (files and ranks and abs(files) != abs(ranks)):
        return None
    return (files // distance, ranks // distance), distance


def occupied(square: str, own: bool) -> Phrase:
    """The sentence about a move that ends on a piece."""
    if own:
        return Phrase("why.occupied-own", square=square)
    return Phrase("why.occupied-enemy", square=square)


def not_jumped(square: str, own: bool) -> Phrase:
    """The sentence about a jump over one of the mover's own pieces, or over an empty square."""
    if own:
        return Phrase("why.own-between", square=square)
    return Phrase("why.nothing-over", square=square)


def must_leave(square: str) -> Phrase:
    """The sentence about a move from a square to itself."""
    return Phrase("why.must-leave", square=square)


class GridGame(Game):
    """A game on such a board. `kings` is always 0, which halves the length of `play`."""

    def play(self, position: Position, move: Move) -> Position:
        white, black, _, side = position
        _, _, _, shift, taken = move
        if side:
            return white & ~taken, black ^ shift, 0, 0
        return white ^ shift, black & ~taken, 0, 1

    def result(self, position: Position) -> int:
        """In a position without moves: a draw, unless the pieces alone decide the game."""
        return self.decided(position) or 0

    def check(self, position: Position) -> None:
        if not position[0] and not position[1]:
            raise ValueError(Phrase("check.empty"))

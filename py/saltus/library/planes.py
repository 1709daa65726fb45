"""What stood where in a game, as sets of plies: the index for patterns and material.

For each kind of piece and each square there is a *plane*: the set of plies (an int with one bit for each position of
the main line, the start lowest) at which such a piece stood there. A pattern is then an intersection of a few planes
instead of a replay of the game. Material is a list of runs: from which ply on each side had how many men and kings.

Layout of the planes: a bitmap with a bit for each of the `4 * squares` planes (kind by kind in the order of `KINDS`,
squares in the order of the board), the lowest bit of the last byte for the first plane; then the planes that are not
empty, each in as many bytes as all positions of the game need, the highest byte first. Layout of the material: for
each run two bytes for its first ply and one for each of the four counts, in the order of `KINDS`.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from saltus.core.board import Board
from saltus.core.game import Position

KINDS = "wbWB"  # White men, black men, white kings, black kings; pieces without kings count as men.
RUN_BYTES = 6

_KIND_BITS = 80
"""In a number with all kinds of pieces each kind has this many bits. No board needs more: boards leave bits between
their rows."""


def _pieces(position: Position) -> int:
    """All pieces of a position, kind after kind."""
    white, black, kings, _ = position
    if not kings:
        return white | black << _KIND_BITS
    men = white & ~kings | (black & ~kings) << _KIND_BITS
    return men | (white & kings) << 2 * _KIND_BITS | (black & kings) << 3 * _KIND_BITS


@cache
def _numbers(board: Board) -> dict[int, int]:
    """The number of each plane by the bit of its piece in `_pieces`."""
    bits = [board.bit[name] << _KIND_BITS * kind for kind in range(len(KINDS)) for name in board.squares]
    return {bit: number for number, bit in enumerate(bits)}


def pack_planes(board: Board, positions: Sequence[Position]) -> bytes:
    found: dict[int, int] = {}
    since: dict[int, int] = {}  # The plies of each piece on its square; the first ply of those there now, as a bit.
    before = 0
    first = 1
    for position in [*positions, (0, 0, 0, 0)]:
        now = _pieces(position)
        changed = before ^ now
        while changed:
            bit = changed & -changed
            changed ^= bit
            if now & bit:
                since[bit] = first
            else:
                found[bit] = found.get(bit, 0) | first - since[bit]
        before = now
        first <<= 1
    size = (len(positions) + 7) // 8
    numbers = _numbers(board)
    bitmap, packed = 0, []
    for number, bit in sorted([(numbers[bit], bit) for bit in found]):
        bitmap |= 1 << number
        packed.append(found[bit].to_bytes(size, "big"))
    return bitmap.to_bytes(_bitmap_bytes(board), "big") + b"".join(packed)


def _bitmap_bytes(board: Board) -> int:
    return (4 * len(board.squares) + 7) // 8


class Planes:
    """Reads the planes of one game."""

    def __init__(self, board: Board, packed: bytes, positions: int) -> None:
        self._board, self._packed = board, packed
        self._begin = _bitmap_bytes(board)
        self._bitmap = int.from_bytes(packed[: self._begin], "big")
        self._size = (positions + 7) // 8
        self.every = (1 << positions) - 1  # All plies of the game.

    def plies(self, name: str, letters: str) -> int:
        """The plies at which the square held one of these: letters of `KINDS`, or `.` for an empty square."""
        square = self._board.number[name] - 1
        if "." in letters:
            return self.every & ~self._union(square, (kind for kind in KINDS if kind not in letters))
        return self._union(square, letters)

    def _union(self, square: int, kinds: Iterator[str] | str) -> int:
        found = 0
        for kind in kinds:
            number = KINDS.index(kind) * len(self._board.squares) + square
            if self._bitmap >> number & 1:
                place = (self._bitmap & (1 << number) - 1).bit_count()
                start = self._begin + place * self._size
                found |= int.from_bytes(self._packed[start : start + self._size], "big")
        return found


def pack_material(positions: Sequence[Position]) -> bytes:
    packed = bytearray()
    before = None
    for ply, (white, black, kings, _) in enumerate(positions):
        now = (white.bit_count(), black.bit_count(), (white & kings).bit_count(), kings.bit_count())
        if now != before:
            all_white, all_black, white_kings, all_kings = before = now
            black_kings = all_kings - white_kings
            counts = (all_white - white_kings, all_black - black_kings, white_kings, black_kings)
            packed += ply.to_bytes(2, "big") + bytes(counts)
    return bytes(packed)

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

from saltus.core.board import Board
from saltus.core.game import Position

KINDS = "wbWB"
"""White men, black men, white kings, black kings; pieces without kings count as men."""
RUN_BYTES = 6


def _kinds(position: Position) -> tuple[int, int, int, int]:
    """The bitboards of a position by kind."""
    white, black, kings, _ = position
    if not kings:
        return white, black, 0, 0
    return white & ~kings, black & ~kings, white & kings, black & kings


def pack_planes(board: Board, positions: Sequence[Position]) -> bytes:
    """The planes of a game."""
    found: list[dict[int, int]] = [{}, {}, {}, {}]
    since: list[dict[int, int]] = [{}, {}, {}, {}]
    """The plies of each square, and since when it has held the piece that it holds now."""
    before = (0, 0, 0, 0)
    for ply, position in enumerate([*positions, (0, 0, 0, 0)]):
        now = _kinds(position)
        for kind in range(4):
            changed = before[kind] ^ now[kind]
            while changed:
                bit = changed & -changed
                changed ^= bit
                if now[kind] & bit:
                    since[kind][bit] = ply
                else:
                    plane = found[kind]
                    plane[bit] = plane.get(bit, 0) | (1 << ply) - (1 << since[kind].pop(bit))
        before = now
    size = (len(positions) + 7) // 8
    bitmap, packed = 0, []
    for number, (kind, name) in enumerate((kind, name) for kind in range(4) for name in board.squares):
        plane_bits = found[kind].get(board.bit[name], 0)
        if plane_bits:
            bitmap |= 1 << number
            packed.append(plane_bits.to_bytes(size, "big"))
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
        self.every = (1 << positions) - 1
        """All plies of the game."""

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
    """The material of a game."""
    packed = bytearray()
    before = None
    for ply, position in enumerate(positions):
        now = [bits.bit_count() for bits in _kinds(position)]
        if now != before:
            packed += ply.to_bytes(2, "big") + bytes(now)
            before = now
    return bytes(packed)

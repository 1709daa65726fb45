"""The 8x8 board as lines: Rock's move generator by table look-up.

Each of the 42 lines of two squares or more is a number in base 3 (0 empty, 1 own, 2 enemy), and its moves are looked
up in a table. Short lines share a row: 28 rows of at most ten squares, sixteen bits each. The rows of a side are one
int, the sum of one addend per piece, so that

    pattern(own) + 2 * pattern(enemy)

is all 28 table keys at once. The tables fill as patterns are met; they have at most 28 * 3**10 entries, of which a
long game meets a few thousand.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from struct import Struct

from saltus.boards.grid import STRIDE, grid, squares
from saltus.core.board import DIRECTIONS
from saltus.core.game import Move

BOARD = grid(8, 8)
ROW_SQUARES = 10  # Squares per row: the maximum for which every pattern (3**10) fits in sixteen bits.


def _lines() -> list[tuple[int, ...]]:
    """Every rank, file and diagonal of two squares or more, as bits in order; the longest first."""
    lines = []
    for step in DIRECTIONS[:4]:
        for name in BOARD.squares:
            if BOARD.step(name, step, -1) is None:
                line = (BOARD.bit[name], *(BOARD.bit[square] for square in BOARD.ray(name, step)))
                if len(line) > 1:
                    lines.append(line)
    return sorted(lines, key=len, reverse=True)


def _rows() -> list[list[tuple[int, ...]]]:
    """The lines packed, first fit, into rows of at most `ROW_SQUARES` squares, no square twice in a row."""
    rows: list[list[tuple[int, ...]]] = []
    for line in _lines():
        for row in rows:
            if sum(map(len, row)) + len(line) <= ROW_SQUARES and not any({*line} & {*other} for other in row):
                row.append(line)
                break
        else:
            rows.append([line])
    return rows


@cache
def _leap(origin: int, target: int, captures: bool) -> Move:
    """The single `Move` object for this move."""
    squares = BOARD.name[origin], BOARD.name[target]
    return Move(squares, squares[1:] if captures else (), False, origin ^ target, target if captures else 0)


class Row(dict[int, tuple[Move, ...]]):
    """Pattern of one row → the moves along its lines, computed when the pattern is first met."""

    def __init__(self, lines: Sequence[tuple[int, ...]]) -> None:
        self.lines = lines

    def __missing__(self, pattern: int) -> tuple[Move, ...]:
        found = []
        rest = pattern
        for line in self.lines:
            content = []
            for _ in line:
                rest, digit = divmod(rest, 3)
                content.append(digit)
            distance = len(line) - content.count(0)
            for start, digit in enumerate(content):
                if digit != 1:
                    continue
                for end in (start - distance, start + distance):
                    if not 0 <= end < len(line) or content[end] == 1:
                        continue
                    if 2 not in content[min(start, end) + 1 : max(start, end)]:
                        found.append(_leap(line[start], line[end], content[end] == 2))
        self[pattern] = moves = tuple(found)
        return moves


ROWS = [Row(lines) for lines in _rows()]
ADDEND = {
    bit: sum(
        3 ** [bit for line in row.lines for bit in line].index(bit) << 16 * number
        for number, row in enumerate(ROWS)
        if any(bit in line for line in row.lines)
    )
    for bit in BOARD.name
}
"""What a piece on a square adds to its side's pattern."""
PATTERN_BYTES = 2 * len(ROWS)
unpack = Struct(f"<{len(ROWS)}H").unpack


class Strip(dict[int, int]):
    """Pieces on two ranks → their part of the side's pattern, computed when first met."""

    def __init__(self, low: int) -> None:
        self.low = low

    def __missing__(self, pieces: int) -> int:
        total = 0
        for bit in squares(pieces << self.low):
            total += ADDEND[bit]
        self[pieces] = total
        return total


TWO_RANKS = (1 << 2 * STRIDE) - 1
STRIPS = [Strip(low) for low in range(0, 8 * STRIDE, 2 * STRIDE)]


@lru_cache(maxsize=1 << 14)
def pattern(pieces: int) -> int:
    """All rows of one side as one int."""
    first, second, third, fourth = STRIPS
    return (
        first[pieces & TWO_RANKS]
        + second[pieces >> 2 * STRIDE & TWO_RANKS]
        + third[pieces >> 4 * STRIDE & TWO_RANKS]
        + fourth[pieces >> 6 * STRIDE]
    )


def keys(own: int, enemy: int) -> tuple[int, ...]:
    """The key of every row, in the order of `ROWS`, as the side with `own` sees it."""
    return unpack((pattern(own) + 2 * pattern(enemy)).to_bytes(PATTERN_BYTES, "little"))

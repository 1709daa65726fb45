"""The opening books: what is known of a position near the start, and what the openings are called.

A book (`data/<game>-openings.table`, made by `workshop.mine.openings`) holds the positions that good play leads to.
For each it has the value that the search found, led back from the ends of the lines; and for each move between two of
them how the games ended in which the workshop's player made it. Nothing is known of positions beyond.

Positions are looked up by a key of 40 bits that turns and mirror images share: it is made for the side to move, as it
sees the board. With 20,000 positions in a book one in fifty million others is taken for one of them.

Layout of a book, after its text (`saltus.core.resources`): the number of positions and that of moves, four bytes
each; then columns, each number's highest byte for all positions, then the next: `KEY` bytes of key in rising order,
`VALUE` of the value plus `ZERO`, and one of the number of moves that lead on within the book. The same for all these
moves, position after position, in the order of the keys that they lead to: `COUNT` bytes each of the games that the
mover won, drew and lost.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, islice, product
from typing import Literal, NamedTuple

from saltus.core.board import Board, square
from saltus.core.game import Game, Move, Position
from saltus.core.resources import load_table, table_exists
from saltus.core.rng import splitmix64

KIND = "-openings"
KEY, VALUE, COUNT = 5, 2, 2
"""Bytes."""
ZERO = 1 << 15
"""What is added to a value."""
MOST = 30_000
"""Values are within this much of an even position; one that is certain is worth so much."""
MASK = (1 << 8 * KEY) - 1
WIDTHS: tuple[tuple[Literal["B", "H", "Q"], int], ...] = (("B", 1), ("H", 2), ("Q", 8))
"""The numbers that memory can be read as, and their bytes."""


class Known(NamedTuple):
    """What the book has of a move. Games are counted for the side that makes it, and so is the value."""

    move: Move
    alike: tuple[Move, ...]
    """Other moves that lead to the same position, or to a mirror image of it."""
    value: int
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


class Page(NamedTuple):
    """What the book has of a position; the moves that were played most come first."""

    value: int
    moves: tuple[Known, ...]

    @property
    def games(self) -> int:
        return sum(known.games for known in self.moves)


class Book:
    """The openings of a game. `data` is what the file holds."""

    def __init__(self, data: bytes, game: Game) -> None:
        self.game = game
        positions, moves = (int.from_bytes(data[at : at + 4], "big") for at in (0, 4))
        columns = _columns(data, 8, positions, (KEY, VALUE, 1))
        keys, self._values, leading = columns
        self._at = {key: at for at, key in enumerate(keys)}
        self._first = [0, *accumulate(leading)]
        self._games = _columns(data, 8 + positions * (KEY + VALUE + 1), moves, (COUNT, COUNT, COUNT))

    def __len__(self) -> int:
        return len(self._at)

    def value(self, position: Position) -> int | None:
        """What a position is worth to the side to move, None where the book does not have it."""
        at = self._at.get(key_of(self.game, position))
        return None if at is None else self._values[at] - ZERO

    def page(self, position: Position) -> Page | None:
        """What the book has of a position, None where it is not there. The moves may be none: a line ends here."""
        at = self._at.get(key_of(self.game, position))
        if at is None:
            return None
        leading: dict[int, list[Move]] = {}
        for move, key in keys_after(self.game, position):
            leading.setdefault(key, []).append(move)
        there = sorted(key for key in leading if key in self._at)
        first = self._first[at]
        found = []
        for number, key in enumerate(there[: self._first[at + 1] - first]):
            won, drawn, lost = (column[first + number] for column in self._games)
            move, *alike = leading[key]
            found.append(Known(move, tuple(alike), ZERO - self._values[self._at[key]], won, drawn, lost))
        found.sort(key=lambda known: (-known.games, -known.value))
        return Page(self._values[at] - ZERO, tuple(found))


def packed(positions: Mapping[int, int], moves: Mapping[int, Mapping[int, Sequence[int]]]) -> bytes:
    """The data of a `Book`: key → value, and key → key after it → games won, drawn, lost."""
    keys = sorted(positions)
    games = [moves.get(key, {})[after] for key in keys for after in sorted(moves.get(key, {}))]
    parts = [len(keys).to_bytes(4, "big"), len(games).to_bytes(4, "big")]
    parts += _planes(keys, KEY)
    parts += _planes([positions[key] + ZERO for key in keys], VALUE)
    parts += _planes([len(moves.get(key, {})) for key in keys], 1)
    for column in range(3):
        parts += _planes([min(row[column], (1 << 8 * COUNT) - 1) for row in games], COUNT)
    return b"".join(parts)


def _planes(numbers: Sequence[int], size: int) -> list[bytes]:
    return [bytes(number >> 8 * place & 255 for number in numbers) for place in reversed(range(size))]


def _columns(data: bytes, begin: int, count: int, sizes: Iterable[int]) -> list[list[int]]:
    """The numbers of columns of so many bytes each. Put together by slices, which takes a tenth of a loop."""
    found = []
    for size in sizes:
        code, width = next((code, width) for code, width in WIDTHS if size <= width)
        together = bytearray(count * width)
        for place in range(size):
            low = size - 1 - place
            at = low if sys.byteorder == "little" else width - 1 - low
            together[at::width] = data[begin + count * place : begin + count * (place + 1)]
        found.append(memoryview(together).cast(code).tolist())
        begin += count * size
    return found


# -- keys ----------------------------------------------------------------------------------------------------


def key_of(game: Game, position: Position) -> int:
    """The same number for all positions that are alike for the side to move, and next to never for others."""
    return min(key & MASK for key in _seen_keys(game, position, position[3]))


def keys_after(game: Game, position: Position) -> Iterator[tuple[Move, int]]:
    """Every move, and the key of the position after it: worked out from what the move changes."""
    white, black, kings, side = position
    views = _numbers(type(game))[1 - side]
    before = _seen_keys(game, position, 1 - side)
    for move in game.moves(position):
        after = game.play(position, move)
        changed = (white ^ after[0]) | (black ^ after[1]) | (kings ^ after[2])
        gone, come = _places(position, 1 - side, changed), _places(after, 1 - side, changed)
        yield (
            move,
            min(
                key - sum(view[kind][bit] for kind, bit in gone) + sum(view[kind][bit] for kind, bit in come) & MASK
                for key, view in zip(before, views, strict=True)
            ),
        )


def _seen_keys(game: Game, position: Position, side: int) -> list[int]:
    """What the numbers of the pieces add up to as `side` sees them, in every way of looking at the board."""
    places = _places(position, side, position[0] | position[1])
    return [sum(view[kind][bit] for kind, bit in places) for view in _numbers(type(game))[side]]


def _places(position: Position, side: int, bits: int) -> list[tuple[int, int]]:
    """The pieces there, and where: 0 or 1 for a man or a king of `side`, 2 or 3 for one of the other side."""
    white, black, kings, _ = position
    own = black if side else white
    found = []
    pieces = bits & (white | black)
    while pieces:
        bit = pieces & -pieces
        pieces ^= bit
        found.append(((0 if own & bit else 2) + (1 if kings & bit else 0), bit))
    return found


Numbers = tuple[Mapping[int, int], Mapping[int, int], Mapping[int, int], Mapping[int, int]]
"""For a man and a king of the mover's, and a man and a king of the enemy's, square by square, a number."""


@cache
def _numbers(game: type[Game]) -> tuple[tuple[Numbers, ...], tuple[Numbers, ...]]:
    """For either side to move, in every way of looking at the board."""
    board = game.board
    drawn = splitmix64(0)
    kinds = [dict(zip(board.squares, islice(drawn, len(board.squares)), strict=True)) for _ in range(4)]
    sides: list[tuple[Numbers, ...]] = []
    for side in (0, 1):
        views = []
        for seen in _views(game, side):
            one, two, three, four = ({board.bit[name]: kind[seen[name]] for name in board.squares} for kind in kinds)
            views.append((one, two, three, four))
        sides.append(tuple(views))
    return sides[0], sides[1]


def _views(game: type[Game], side: int) -> list[dict[str, str]]:
    """The ways to look at the board: for each, where a square is seen.

    Men that go forward are seen from their own end. Where all pieces are alike and go everywhere, any turn or mirror
    image of a square board will do.
    """
    board = game.board
    right, top = board.files - 1, board.ranks - 1
    if game.has_kings:
        return [_seen(board, (right, top) if side else (0, 0), False)]
    corners = product((0, right), (0, top))
    return [_seen(board, corner, across) for corner in corners for across in (False, True)[: 1 + (right == top)]]


def _seen(board: Board, corner: tuple[int, int], across: bool) -> dict[str, str]:
    """Where every square is seen by someone who sits at this corner, and who may see files as ranks."""
    found = {}
    for name in board.squares:
        place = abs(board.file_of(name) - corner[0]), abs(board.rank_of(name) - corner[1])
        found[name] = square(*reversed(place)) if across else square(*place)
    return found


# -- the books that there are ----------------------------------------------------------------------------------


def opening_book(game: Game) -> Book | None:
    """The openings of a game, None where there is no book, or none has been fetched."""
    return _book(game.key, type(game)) if table_exists(game.key + KIND) else None


@cache
def _book(key: str, game: type[Game]) -> Book:
    return Book(load_table(key + KIND), game())

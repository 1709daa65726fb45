"""The opening books: values and game statistics for positions near the start.

A book (`data/<game>-openings.table`, made by `workshop.mine.openings`) holds the positions that good play reaches.
For each position it has the searched value, backed up from the ends of the lines; for each move between two book
positions it has the results of the workshop's self-play games with that move.

Positions are looked up by a 40-bit key, computed from the side to move's view of the board; rotations and mirror
images share it. 40-bit keys give about 1 false hit per 5*10^7 probes at 20,000 entries.

Layout of a book, after its text (`saltus.core.resources`): the number of positions and of moves, four bytes each;
then columns, each split into byte planes, the highest byte of all entries first: `KEY_BYTES` of key in rising order,
`VALUE_BYTES` of the value plus `VALUE_OFFSET`, and one byte with the number of book moves. Then the same for all
these moves, position by position, ordered by the keys that they lead to: `COUNT_BYTES` each for the games that the
mover won, drew and lost.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import accumulate, islice
from typing import Literal, NamedTuple

from saltus.core.game import Game, Move, Position
from saltus.core.resources import load_table, table_exists
from saltus.core.rng import splitmix64

TABLE_SUFFIX = "-openings"
KEY_BYTES, VALUE_BYTES, COUNT_BYTES = 5, 2, 2  # Sizes in bytes of a key, a value and a game count.
VALUE_OFFSET = 1 << 15  # Added to a value, so that it is stored unsigned.
MAX_VALUE_CENTIPIECES = 30_000  # The largest absolute value; a proved win or loss has it.
BEST_LINE_PLIES = 8
KEY_MASK = (1 << 8 * KEY_BYTES) - 1
TYPE_CODES: tuple[tuple[Literal["B", "H", "Q"], int], ...] = (("B", 1), ("H", 2), ("Q", 8))
"""Type codes of `memoryview.cast` and their sizes in bytes."""


class BookMove(NamedTuple):
    """The book's entry for a move. Value and results are from the view of the side that makes it."""

    move: Move
    alike: tuple[Move, ...]  # Other moves that lead to the same position, or to a mirror image of it.
    value: int
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


class Page(NamedTuple):
    """The book's entry for a position; the most played moves come first."""

    value: int
    moves: tuple[BookMove, ...]

    @property
    def games(self) -> int:
        return sum(known.games for known in self.moves)


class Book:
    """The opening book of a game. `data` is the content of its file."""

    def __init__(self, data: bytes, game: Game) -> None:
        self.game = game
        positions, moves = (int.from_bytes(data[at : at + 4], "big") for at in (0, 4))
        keys, self._values, leading = _columns(data, 8, positions, (KEY_BYTES, VALUE_BYTES, 1))
        self._at = {key: at for at, key in enumerate(keys)}
        self._first = [0, *accumulate(leading)]
        begin = 8 + positions * (KEY_BYTES + VALUE_BYTES + 1)
        self._games = _columns(data, begin, moves, (COUNT_BYTES,) * 3)

    def __len__(self) -> int:
        return len(self._at)

    def value(self, position: Position) -> int | None:
        """The value of a position for the side to move, None if it is not in the book."""
        at = self._at.get(book_key(self.game, position))
        return None if at is None else self._values[at] - VALUE_OFFSET

    def page(self, position: Position) -> Page | None:
        """The entry for a position, None if it is not in the book. It has no moves if a line ends there."""
        at = self._at.get(book_key(self.game, position))
        if at is None:
            return None
        leading: dict[int, list[Move]] = {}
        for move, key in book_keys_after(self.game, position):
            leading.setdefault(key, []).append(move)
        there = sorted(key for key in leading if key in self._at)
        first = self._first[at]
        found = []
        for number, key in enumerate(there[: self._first[at + 1] - first]):
            won, drawn, lost = (column[first + number] for column in self._games)
            move, *alike = leading[key]
            found.append(BookMove(move, tuple(alike), VALUE_OFFSET - self._values[self._at[key]], won, drawn, lost))
        found.sort(key=lambda known: (-known.games, -known.value))
        return Page(self._values[at] - VALUE_OFFSET, tuple(found))

    def best_line(self, position: Position) -> tuple[int, tuple[Move, ...]] | None:
        """The value of a position and the best moves from there, `BEST_LINE_PLIES` at most. None where the best move
        is not in the book, and where the book has a win or a loss, but not how soon."""
        value, line = self.value(position), list[Move]()
        if value is None or abs(value) == MAX_VALUE_CENTIPIECES:
            return None
        while len(line) < BEST_LINE_PLIES and (page := self.page(position)):
            best = next((known.move for known in page.moves if known.value == page.value), None)
            if best is None:
                break
            line.append(best)
            position = self.game.play(position, best)
        return (value, tuple(line)) if line else None


def _columns(data: bytes, begin: int, count: int, sizes: Iterable[int]) -> list[list[int]]:
    """Read columns whose numbers have these sizes in bytes. Slices take a tenth of the time of a loop."""
    found = []
    for size in sizes:
        code, width = next((code, width) for code, width in TYPE_CODES if size <= width)
        together = bytearray(count * width)
        for place in range(size):
            low = size - 1 - place
            at = low if sys.byteorder == "little" else width - 1 - low
            together[at::width] = data[begin + count * place : begin + count * (place + 1)]
        found.append(memoryview(together).cast(code).tolist())
        begin += count * size
    return found


def book_key(game: Game, position: Position) -> int:
    """The key of a position: equal for positions that are symmetric for the side to move, almost never for others."""
    return min(key & KEY_MASK for key in _seen_keys(game, position, position[3]))


def book_keys_after(game: Game, position: Position) -> Iterator[tuple[Move, int]]:
    """Every move with the key of the position after it, updated incrementally from the squares that change."""
    white, black, kings, side = position
    views = _numbers(type(game))[1 - side]
    before = _seen_keys(game, position, 1 - side)
    for move in game.moves(position):
        after = game.play(position, move)
        changed = (white ^ after[0]) | (black ^ after[1]) | (kings ^ after[2])
        gone, come = _places(position, 1 - side, changed), _places(after, 1 - side, changed)
        moved = (
            key - sum(view[kind][bit] for kind, bit in gone) + sum(view[kind][bit] for kind, bit in come) & KEY_MASK
            for key, view in zip(before, views, strict=True)
        )
        yield move, min(moved)


def _seen_keys(game: Game, position: Position, side: int) -> list[int]:
    """The sums of the pieces' numbers as seen by `side`, one for each symmetry of the board."""
    places = _places(position, side, position[0] | position[1])
    return [sum(view[kind][bit] for kind, bit in places) for view in _numbers(type(game))[side]]


def _places(position: Position, side: int, bits: int) -> list[tuple[int, int]]:
    """The pieces on the squares `bits`, as (kind, bit): kind 0 or 1 for a man or king of `side`, 2 or 3 for the
    other."""
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
"""A random number per square for each kind: the mover's men and kings, and the opponent's men and kings."""


@cache
def _numbers(game: type[Game]) -> tuple[tuple[Numbers, ...], tuple[Numbers, ...]]:
    """The numbers for either side to move, for each symmetry of the board."""
    board = game.board
    drawn = splitmix64(0)
    kinds = [dict(zip(board.squares, islice(drawn, len(board.squares)), strict=True)) for _ in range(4)]
    sides: list[tuple[Numbers, ...]] = []
    for side in (0, 1):
        views = []
        # If men move forward, the board is seen from their own end only.
        for seen in [board.views[side]] if not game.men_retreat else board.views:
            one, two, three, four = ({board.bit[name]: kind[seen[name]] for name in board.squares} for kind in kinds)
            views.append((one, two, three, four))
        sides.append(tuple(views))
    return sides[0], sides[1]


def opening_book(game: Game) -> Book | None:
    """The opening book of a game, None if there is none or it is not loaded."""
    return _book(game.key, type(game)) if table_exists(game.key + TABLE_SUFFIX) else None


def opening_theory(game: Game) -> Callable[[Position], tuple[int, tuple[Move, ...]] | None] | None:
    """`Book.best_line` of the book of a game, None if there is none or it is not loaded."""
    book = opening_book(game)
    return book.best_line if book else None


@cache
def _book(key: str, game: type[Game]) -> Book:
    return Book(load_table(key + TABLE_SUFFIX), game())

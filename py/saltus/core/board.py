"""The geometry of a board: its squares, their names and the bit of each.

A set of squares is an int with one bit per square (a *bitboard*). Each game chooses the layout of its bits. A stride
wider than the board leaves *ghost* bits that are never set: a shift off one edge lands on a ghost, so it needs no
mask. This module knows squares and shapes, never the pieces on them.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import product

FILES = "abcdefghijklmnopqrstuvwxyz"
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight (file, rank) steps, clockwise from up."""


def square(file: int, rank: int) -> str:
    """The name of the square at `file`, `rank`, both counted from 0 at the bottom left: (0, 0) is `a1`."""
    return f"{FILES[file]}{rank + 1}"


@cache
def every_square(files: int, ranks: int) -> tuple[str, ...]:
    """All square names of a board in reading order: left to right, the top rank first."""
    return tuple(square(file, rank) for rank in reversed(range(ranks)) for file in range(files))


class Board:
    """The playable squares of one game and their bits. `squares` lists the playable names in reading order (left to
    right, the top rank first); the draughts numbers 1–32 are positions in that list. `indices` gives the bit index of
    each square, in the same order."""

    def __init__(self, files: int, ranks: int, squares: Sequence[str], indices: Sequence[int]) -> None:
        self.files, self.ranks = files, ranks
        self.squares = tuple(squares)
        self.bit = {name: 1 << index for name, index in zip(squares, indices, strict=True)}
        self.name = {bit: name for name, bit in self.bit.items()}
        self.number = {name: number for number, name in enumerate(squares, 1)}
        self.full = sum(self.name)

    @classmethod
    def rectangle(cls, files: int, ranks: int, stride: int) -> "Board":
        """Every square playable; bit index = rank * stride + file."""
        squares = every_square(files, ranks)
        return cls(files, ranks, squares, [cls.rank_of(s) * stride + cls.file_of(s) for s in squares])

    @cached_property
    def ranks_of_squares(self) -> list[tuple[str, ...]]:
        """The names of all squares, rank by rank, the top rank first."""
        names = every_square(self.files, self.ranks)
        return [names[start : start + self.files] for start in range(0, len(names), self.files)]

    def rows(self, letters: Mapping[str, str]) -> list[str]:
        """The board as rows of letters, the top rank first, with a dot for the squares that have none."""
        return ["".join(letters.get(name, ".") for name in rank) for rank in self.ranks_of_squares]

    @staticmethod
    def file_of(name: str) -> int:
        """The file of a square name, counted from 0."""
        return FILES.index(name[0])

    @staticmethod
    def rank_of(name: str) -> int:
        """The rank of a square name, counted from 0."""
        return int(name[1:]) - 1

    def step(self, name: str, direction: tuple[int, int], distance: int = 1) -> str | None:
        """The playable square `distance` steps away, or None if there is none."""
        file = self.file_of(name) + direction[0] * distance
        rank = self.rank_of(name) + direction[1] * distance
        if not (0 <= file < self.files and 0 <= rank < self.ranks):
            return None
        target = square(file, rank)
        return target if target in self.bit else None

    def ray(self, name: str, direction: tuple[int, int]) -> tuple[str, ...]:
        """The playable squares from `name` (not included) to the edge, nearest first."""
        found = []
        while (step := self.step(name, direction)) is not None:
            found.append(step)
            name = step
        return tuple(found)

    def seen_from(self, corner: tuple[int, int], across: bool = False) -> dict[str, str]:
        """The squares as seen from this corner: each square → the one in its place there; `across` swaps files and
        ranks."""
        found = {}
        for name in self.squares:
            place = abs(self.file_of(name) - corner[0]), abs(self.rank_of(name) - corner[1])
            found[name] = square(*reversed(place)) if across else square(*place)
        return found

    @cached_property
    def views(self) -> list[dict[str, str]]:
        """The board `seen_from` its corners, White's first, then the opposite one; square boards also across."""
        right, top = self.files - 1, self.ranks - 1
        found = [self.seen_from(corner) for corner in ((0, 0), (right, top), (right, 0), (0, top))]
        across = product((0, right), (0, top)) if right == top else ()
        return found + [self.seen_from(corner, across=True) for corner in across]

    @cached_property
    def neighbours(self) -> dict[int, int]:
        """For each square's bit, the bits of the squares next to it, diagonals included."""
        return {
            bit: self.mask(s for d in DIRECTIONS if (s := self.step(name, d)) is not None)
            for name, bit in self.bit.items()
        }

    def mask(self, names: Iterable[str]) -> int:
        """The bitboard of these squares."""
        bits = 0
        for name in names:
            bits |= self.bit[name]
        return bits

    def names(self, bits: int) -> tuple[str, ...]:
        """The squares of a bitboard, in reading order."""
        return tuple(name for name in self.squares if self.bit[name] & bits)

    def groups(self, bits: int) -> list[int]:
        """The connected groups of squares in `bits`, each as a bitboard; diagonal neighbours connect."""
        found = []
        while bits:
            group, frontier = 0, bits & -bits
            while frontier:
                group |= frontier
                bits &= ~frontier
                reach = 0
                while frontier:
                    bit = frontier & -frontier
                    frontier ^= bit
                    reach |= self.neighbours[bit]
                frontier = reach & bits
            found.append(group)
        return found

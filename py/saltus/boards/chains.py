"""Gambit's move generator (multi-jumps in all eight directions) and its island scoring.

Squares are bits, and sets of squares are ints.
"""

from functools import lru_cache

from saltus.boards.grid import grid, spread, squares
from saltus.core.board import DIRECTIONS
from saltus.core.game import Move

BOARD = grid(8, 4)
FULL = BOARD.full

JUMPS = {
    bit: tuple(
        (BOARD.bit[near], BOARD.bit[far])
        for way in DIRECTIONS
        if (near := BOARD.step(name, way)) and (far := BOARD.step(name, way, 2))
    )
    for bit, name in BOARD.name.items()
}
"""Square → all jumps from it that stay on the board: (square jumped over, landing square)."""

NEAR = {bit: sum(over for over, _ in jumps) for bit, jumps in JUMPS.items()}
"""Square → the set of squares that a piece on it could jump over."""
FAR = {bit: sum(to for _, to in jumps) for bit, jumps in JUMPS.items()}
"""Square → the set of squares that it could land on."""


class Chain(dict[int, "tuple[Chain, ...]"]):
    """A multi-jump of one piece, of zero or more jumps, that may be continued.

    It is also a cache of its continuations. The key is `near & enemies | far & empty`; the value is the chains that
    are one jump longer. The squares in `near` (which can be jumped over next) and in `far` (which can be landed on)
    are disjoint, so one int holds both sets. `at` is the square of the piece now; `left` is the set of squares that
    are empty because of its jumps: its origin and the captured pieces' squares.
    """

    __slots__ = ("at", "far", "left", "move", "near", "origin")

    def __init__(self, origin: int, at: int, move: Move) -> None:
        self.origin, self.at, self.move = origin, at, move
        self.near = NEAR[at] & ~move.taken
        self.far = FAR[at]
        self.left = origin | move.taken

    def __missing__(self, pattern: int) -> "tuple[Chain, ...]":
        jumps = ((over, to) for over, to in JUMPS[self.at] if over & pattern and to & pattern)
        self[pattern] = longer = tuple(self._jump(over, to) for over, to in jumps)
        return longer

    def _jump(self, over: int, to: int) -> "Chain":
        path, captured, _, _, taken = self.move
        names = BOARD.name
        path, captured = (*path, names[to]), (*captured, names[over])
        return Chain(self.origin, to, Move(path, captured, False, self.origin ^ to, taken | over))


ROOTS = {bit: Chain(bit, bit, Move((name,))) for bit, name in BOARD.name.items()}


@lru_cache(maxsize=1 << 12)
def _roots(pieces: int) -> tuple[Chain, ...]:
    """The chains without a jump, one for each of these pieces."""
    return tuple(ROOTS[bit] for bit in squares(pieces))


def turns(own: int, enemy: int) -> list[Chain]:
    """All moves of `own`, shorter ones first."""
    empty = FULL ^ own ^ enemy
    found: list[Chain] = []
    for root in _roots(own):
        if foes := root.near & enemy:
            found += root[foes | root.far & empty]
    for chain in found:  # `found` grows meanwhile: longer chains are extended, too
        if foes := chain.near & enemy:
            found += chain[foes | chain.far & (empty | chain.left)]
    return found


def _safe(own: int, enemy: int) -> int:
    """The pieces of `own` in islands: groups that no enemy piece touches."""
    touched, grown = 0, spread(enemy) & own
    while grown != touched:
        touched = grown
        grown = spread(touched) & own
    return own ^ touched


@lru_cache(maxsize=1 << 12)
def _points(islands: int) -> int:
    """The score of islands: 2n - 1 for each of n pieces, so 2 a piece minus 1 an island."""
    return 2 * islands.bit_count() - len(BOARD.groups(islands))


def lead(own: int, enemy: int) -> int:
    """The point lead of `own` if the board is scored as it stands."""
    return _points(_safe(own, enemy)) - _points(_safe(enemy, own))

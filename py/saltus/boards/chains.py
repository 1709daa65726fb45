"""Multi-jumps in all directions over single pieces: Gambit's move generator and its island scoring."""

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
"""Square → the jumps from it on an empty board: (square jumped over, landing square)."""

NEAR = {bit: sum(over for over, _ in jumps) for bit, jumps in JUMPS.items()}

FAR = {bit: sum(to for _, to in jumps) for bit, jumps in JUMPS.items()}


class Chain(dict[int, "tuple[Chain, ...]"]):
    """A partial multi-jump of one piece. As a mapping: `near & enemies | far & empty` → the moves one jump longer.

    `taken` and `left` are the squares that its jumps have emptied: those of enemies, and the origin too. The squares
    in `near` and `far` are disjoint, so one int holds both halves of a pattern.
    """

    __slots__ = ("at", "far", "left", "move", "near", "origin")

    def __init__(self, origin: int, at: int, move: Move) -> None:
        self.origin = origin
        self.at = at
        self.move = move
        self.near = NEAR[at] & ~move.taken
        self.far = FAR[at]
        self.left = origin | move.taken

    def __missing__(self, pattern: int) -> "tuple[Chain, ...]":
        self[pattern] = longer = tuple(
            self._jump(over, to) for over, to in JUMPS[self.at] if over & pattern and to & pattern
        )
        return longer

    def _jump(self, over: int, to: int) -> "Chain":
        path, captured, _, _, taken = self.move
        names = BOARD.name
        path, captured = (*path, names[to]), (*captured, names[over])
        return Chain(self.origin, to, Move(path, captured, False, self.origin ^ to, taken | over))


ROOTS = {bit: Chain(bit, bit, Move((name,))) for bit, name in BOARD.name.items()}


@lru_cache(maxsize=1 << 12)
def _roots(pieces: int) -> tuple[Chain, ...]:
    """The move trees of the squares that these pieces stand on."""
    return tuple(ROOTS[bit] for bit in squares(pieces))


def turns(own: int, enemy: int) -> list[Chain]:
    """All moves of `own`, shorter ones first."""
    empty = FULL ^ own ^ enemy
    found: list[Chain] = []
    for root in _roots(own):
        if foes := root.near & enemy:
            found += root[foes | root.far & empty]
    for chain in found:
        if foes := chain.near & enemy:
            found += chain[foes | chain.far & (empty | chain.left)]
    return found


def _safe(own: int, enemy: int) -> int:
    """The pieces of `own` in groups that no enemy touches: the islands."""
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

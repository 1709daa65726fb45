"""The positions that are the same for the rules as a given one: turned, reflected, with the colours exchanged.

Where men move one way, there is one such image: the board turned by 180° with the colours exchanged. Where all
pieces are alike and move everywhere, every rotation and reflection of the board counts, with the colours exchanged or
not.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from saltus.core.game import Game, Position

SWAPPED = str.maketrans("wWbB", "bBwW")  # The letters of the pieces with the colours exchanged.


class Symmetry(NamedTuple):
    """A map of the board onto itself, by square name, and whether the colours are exchanged as well."""

    squares: Mapping[str, str]
    swaps: bool


def symmetries(game: Game, rotated: bool, mirrored: bool) -> tuple[Symmetry, ...]:
    """The identity, and the images that a search includes. `rotated` includes rotations and reflections with the same
    colours, `mirrored` those with the colours exchanged."""
    return _symmetries(type(game), rotated, mirrored)


@cache
def _symmetries(game: type[Game], rotated: bool, mirrored: bool) -> tuple[Symmetry, ...]:
    maps = game.board.views
    same = Symmetry(maps[0], swaps=False)
    if not game.men_retreat:
        return (same, Symmetry(maps[1], swaps=True)) if mirrored else (same,)
    kept = [Symmetry(one, swaps=False) for one in maps[1:]] if rotated else []
    # Without `rotated`, a mirrored position only has its colours exchanged.
    exchanged = [Symmetry(one, swaps=True) for one in (maps if rotated else maps[:1])] if mirrored else []
    return (same, *kept, *exchanged)


def image(game: Game, position: Position, symmetry: Symmetry) -> Position:
    board = game.board
    white, black, kings, side = (
        *(board.mask(symmetry.squares[name] for name in board.names(bits)) for bits in position[:3]),
        position[3],
    )
    return (black, white, kings, 1 - side) if symmetry.swaps else (white, black, kings, side)

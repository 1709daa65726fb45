"""Positions that are the same, or nearly: for `workshop.mine.puzzles`, which keeps one of them."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from saltus.core.board import square
from saltus.core.game import Game, Move, Position
from saltus.games._draughts import Draughts

ALIKE = 4
"""Pieces that stand elsewhere, no more, in positions of which one is enough."""
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"


def forms(game: Game, position: Position) -> list[Position]:
    """The position as it looks when the board is turned or mirrored and the colours are exchanged, where the game is
    the same then."""
    board = game.board
    if isinstance(game, Draughts):
        # Men have a way to go. Where there are kings alone, whatever leads dark squares to dark ones changes nothing.
        ways = [(False, False, False)]
        if not (position[0] | position[1]) & ~position[2]:
            ways += [(True, True, False), (False, False, True), (True, True, True)]
    else:
        swaps = (False, True) if board.files == board.ranks else (False,)
        ways = [(across, over, swap) for across in (False, True) for over in (False, True) for swap in swaps]
    found = []
    for across, over, swap in ways:

        def turned(bits: int, across: bool = across, over: bool = over, swap: bool = swap) -> int:
            return board.mask(_turned(game, name, across, over, swap) for name in board.names(bits))

        white, black, kings = map(turned, position[:3])
        found.append((white, black, kings, position[3]))
        if isinstance(game, Draughts):
            white, black, kings = (
                board.mask(_turned(game, name, True, True, False) for name in board.names(bits))
                for bits in (white, black, kings)
            )
        found.append((black, white, kings, 1 - position[3]))
    return found


def _turned(game: Game, name: str, across: bool, over: bool, swap: bool) -> str:
    file, rank = game.board.file_of(name), game.board.rank_of(name)
    file = game.board.files - 1 - file if across else file
    rank = game.board.ranks - 1 - rank if over else rank
    return square(rank, file) if swap else square(file, rank)


def apart(one: Position, other: Position) -> int:
    """How many squares differ."""
    if one[3] != other[3]:
        return 1_000
    return sum((mine ^ theirs).bit_count() for mine, theirs in zip(one[:3], other[:3], strict=True))


def name_of(game: Game, position: Position) -> str:
    """A short name that stays with a position when the files are made again."""
    text = f"{game.key} {'/'.join(game.rows(position))} {position[3]}"
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:5], "big")
    return "".join(LETTERS[number >> 5 * place & 31] for place in range(7))


class Found(NamedTuple):
    """A position in which one move alone is good, and the least depth from which on the search knows it."""

    position: Position
    move: Move
    depth: int


def sparse(game: Game, found: Iterable[Found]) -> Iterator[Found]:
    """Those that are not nearly the same as one before, the ones that are seen from farther away first."""
    kept: list[Position] = []
    for one in sorted(found, key=lambda one: (-one.depth, name_of(game, one.position))):
        if all(apart(one.position, other) > ALIKE for other in kept):
            kept += forms(game, one.position)
            yield one

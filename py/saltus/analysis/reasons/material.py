"""How many pieces a side is ahead, now and at the end of a line."""

from collections.abc import Sequence

from saltus.core.game import Game, Move, Position


def lead(position: Position, side: int) -> int:
    """How many more pieces than the opponent a side has, 0 for White."""
    white, black, _, _ = position
    ahead = white.bit_count() - black.bit_count()
    return -ahead if side else ahead


def settled(game: Game, position: Position, moves: Sequence[Move], side: int) -> int | None:
    """The lead at the last quiet position of a line (where the side to move cannot capture). None if the line has
    none."""
    found = None
    for move in moves:
        position = game.play(position, move)
        if not game.noisy_moves(position):
            found = lead(position, side)
    return found

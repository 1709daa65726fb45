"""The legal turns and the turns played, as text."""

from collections.abc import Sequence
from itertools import pairwise

from saltus.core.game import Move
from saltus.match.match import Match
from saltus.notation.move import move_text


def legal(match: Match) -> dict[str, Move]:
    """The legal turns by their texts, as `Match.play` reads them; empty once the match is over."""
    return {move_text(match.game, match.position, move, match.legal): move for move in match.legal}


def destinations(match: Match, path: Sequence[str] | str = ()) -> dict[str, bool]:
    """The squares that can follow `path` in a legal turn, by name, and whether the turn can end there. After `()`
    these are the squares of the movable pieces; after one square, the destinations of that piece; in a multi-jump the
    next landing squares. This is all that a front end needs to let a player enter a turn."""
    done = (path,) if isinstance(path, str) else tuple(path)
    found: dict[str, bool] = {}
    for move in match.legal:
        if move.path[: len(done)] == done and len(move.path) > len(done):
            square = move.path[len(done)]
            found[square] = found.get(square, False) or len(move.path) == len(done) + 1
    return found


def story(match: Match) -> list[str]:
    """The texts of the turns from the start of the match to the current position."""
    nodes = match.tree.path(match.node)
    return [move_text(match.game, before.position, after.move) for before, after in pairwise(nodes) if after.move]

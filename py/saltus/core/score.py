"""Scores of the search: centipieces, wins by their distance, lines of moves."""

from typing import NamedTuple

from saltus.core.game import Move

WIN = 1_000_000


POINT = 100
"""What a point is worth where a game counts points."""


DEEPEST = 100
"""Plies below which no line is followed, and the deepest that a search goes."""


WON = WIN - 2 * DEEPEST
"""Every score from here on says that the game can be won by force."""


class Line(NamedTuple):
    """A score and the moves that lead to it, as far as they are known."""

    score: int
    pv: tuple[Move, ...]


def from_root(score: int, ply: int) -> int:
    """The score of a position that is met after `ply` plies, as the root counts the plies to a win."""
    return score - ply if score >= WON else score + ply if score <= -WON else score

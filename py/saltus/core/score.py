"""Scores of the search: centipieces, wins by their distance in plies, and lines of moves."""

from typing import NamedTuple

from saltus.core.game import Move

WIN = 1_000_000
POINT_SCORE = 100  # The score of one point in a game decided by points.
DEEPEST = 100  # The maximum depth of a search, and the maximum length of a line, in plies.
WON = WIN - 2 * DEEPEST  # Scores from here on mean a forced win.


class Line(NamedTuple):
    """A score and the known moves that lead to it."""

    score: int
    pv: tuple[Move, ...]


def from_root(score: int, ply: int) -> int:
    """The score, seen from the root, of a position `ply` plies below it: wins are counted in plies from the root."""
    return score - ply if score >= WON else score + ply if score <= -WON else score

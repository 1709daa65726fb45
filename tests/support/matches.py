"""Matches at a position, and what is asked of them: for the tests of the match."""

from saltus.core.game import Game, Outcome
from saltus.match.match import Match
from saltus.match.tree import TimeControl
from saltus.notation.position import read_position

LONELY_KINGS = "B:WK29:BK4"
"""Two kings in far corners: nothing to capture for a long time."""


def standing(game: Game, text: str, clock: TimeControl | None = None) -> Match:
    """A match that begins at this position."""
    return Match(game, position=read_position(game, text), clock=clock)


def ended(match: Match) -> Outcome:
    """The outcome of a match that is over."""
    assert match.outcome is not None
    return match.outcome


def clocks(match: Match) -> tuple[float, float]:
    """What is left to White and to Black, in seconds."""
    assert match.clock is not None
    return match.clock.w, match.clock.b

"""How long to think when a clock is running: less where the best move is plain, more where things go wrong.

A player has the same share of what is left on the clock for every turn to come, and most of what each turn adds. It
takes less of that as soon as the best move has stayed the same for some depths and nothing else comes near it, as
told by the share of the nodes that went into it: moves that are refuted at once cost few. It takes more when the best
move has just changed, and most when the score has fallen, for then there may be something to save. The ideas are
those of chess engines; see "Time Management" in the Chess Programming Wiki.
"""

from typing import NamedTuple

from saltus.core.game import Move
from saltus.engine.search import Progress

TURNS = 25
"""For so many turns to come the clock must do."""
SAFETY = 0.05
"""Seconds that are kept for getting the turn to the clock."""
FALL = 30
"""A score that falls by this much from one depth to the next is reason to think longer; a piece is 100."""
STEADY, ALONE = 4, 0.8
"""A best move that was the best for so many depths, and took this share of the nodes, is plain."""
PLAIN, CHANGED, FALLEN = 0.4, 1.4, 2.5
"""How much of the usual time is taken then, and in the other cases."""
MOST = 0.2
"""The share of what is left that no turn may take more than."""


class Clock(NamedTuple):
    """Seconds that a side has left at the beginning of its turn, and the increment that the turn will bring."""

    left: float
    increment: float = 0.0

    @property
    def usual(self) -> float:
        """The seconds that a turn may take."""
        return min(self.left / TURNS + 0.8 * self.increment, self.most)

    @property
    def most(self) -> float:
        """The seconds that no turn may take more than."""
        return max(min(MOST * self.left + self.increment, self.left - SAFETY), self.left / 10)


class TimeManager:
    """Watches one search, and says when it is enough."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.until = clock.usual
        self.depth = 0
        self.steady = 0
        self.best: Move | None = None
        self.score = 0

    def enough(self, progress: Progress, seconds: float) -> bool:
        """Whether to move now, after so many seconds."""
        if progress.depth > self.depth:
            share = self.share(progress)
            self.until = min(share * self.clock.usual, self.clock.most)
            self.depth, self.score, self.best = progress.depth, progress.score, progress.pv[0]
        return seconds >= self.until

    def share(self, progress: Progress) -> float:
        """How much of the usual time this turn may take, after one more depth."""
        if progress.pv[0] != self.best:
            self.steady = 0
        self.steady += 1
        if self.depth and progress.score <= self.score - FALL:
            return FALLEN
        if self.steady == 1 and self.depth:
            return CHANGED
        if self.steady >= STEADY and progress.best_share >= ALONE:
            return PLAIN
        return 1.0

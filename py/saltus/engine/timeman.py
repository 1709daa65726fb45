"""Time management: spend less time on an obvious move, more when things go wrong.

A move's usual time is an equal share of the remaining clock for every move still to come, plus most of the increment.
It takes less as soon as the best move has been stable for some depths and no other comes close, as measured by its
share of the nodes: moves that are refuted at once cost few. It takes more when the best move has just changed, and
most when the score has dropped, for then there may be something to save. The ideas are those of chess engines; see
"Time Management" in the Chess Programming Wiki.
"""

from typing import NamedTuple

from saltus.core.game import Move
from saltus.engine.search import SearchInfo

MOVES_TO_GO = 25  # The number of moves still to come that the clock must last for.
SAFETY_SECONDS = 0.05  # Seconds reserved for delivering the move.
SCORE_DROP = 30  # A score drop of this many centipieces from one depth to the next is a reason to think longer.
STABLE_DEPTHS, OBVIOUS_SHARE = 4, 0.8
"""The best move is obvious if it was best for this many depths and took this share of the nodes."""
OBVIOUS_FACTOR, CHANGED_FACTOR, DROP_FACTOR = 0.4, 1.4, 2.5
"""Factors on the usual time: for an obvious move, after the best move changed, after the score dropped."""
MAX_CLOCK_SHARE = 0.2  # The maximum share of the remaining time for one move.
MIN_DEPTH = 2
"""The clock ends no search before this depth: the time may be gone before a search begins, for unpacking tables or on
a busy machine, and a move that nothing was searched for may throw everything away."""
MIN_NODES = (5_000, 1_000)
"""Nodes after which the clock ends a search all the same, by the plies searched. One ply takes at most 3,747 in 2,100
positions of all games (Roman Solitaire with many captures, 32 ms in CPython), mostly ten to two hundred: in Pyodide
the least search takes 7 to 28 ms in the median of a game. Only where every move of Roman Solitaire has its own line
do 5,000 not suffice for one ply. Who stops a search does not wait for this: it yields all the same."""


class Clock(NamedTuple):
    """Seconds that a side has left at the start of its turn, and the increment that the move will add."""

    left: float
    increment: float = 0.0

    @property
    def usual(self) -> float:
        """The usual time for a move, in seconds."""
        return min(self.left / MOVES_TO_GO + 0.8 * self.increment, self.most)

    @property
    def most(self) -> float:
        """The maximum time for a move, in seconds."""
        return max(min(MAX_CLOCK_SHARE * self.left + self.increment, self.left - SAFETY_SECONDS), self.left / 10)


def may_end(progress: SearchInfo) -> bool:
    """Whether the clock may end a search now."""
    return progress.depth >= MIN_DEPTH or progress.nodes >= MIN_NODES[progress.depth]


class TimeManager:
    """Follows one search and decides when to stop it."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.until = clock.usual
        self.depth = 0
        self.steady = 0
        self.best: Move | None = None
        self.score = 0

    def enough(self, progress: SearchInfo, seconds: float) -> bool:
        """Whether to move now, after `seconds` of search."""
        if progress.depth > self.depth:
            share = self.share(progress)
            self.until = min(share * self.clock.usual, self.clock.most)
            self.depth, self.score, self.best = progress.depth, progress.score, progress.pv[0]
        return seconds >= self.until

    def share(self, progress: SearchInfo) -> float:
        """The factor on the usual time for this move, updated after each depth."""
        if progress.pv[0] != self.best:
            self.steady = 0
        self.steady += 1
        if self.depth and progress.score <= self.score - SCORE_DROP:
            return DROP_FACTOR
        if self.steady == 1 and self.depth:
            return CHANGED_FACTOR
        if self.steady >= STABLE_DEPTHS and progress.best_share >= OBVIOUS_SHARE:
            return OBVIOUS_FACTOR
        return 1.0

"""The transposition table: what the search knows about positions, in bounded memory.

Keys are whole positions, so an entry is never about another position and its move is always legal. There are two
dicts. When the current one is full it becomes the previous one, and the old previous one is discarded. A search that
visits a position again writes its entry to the current dict; an entry that no search visits is gone after two
changes.
"""

from collections import deque
from typing import TypeAlias

from saltus.core.game import Position

LOWER_BOUND, UPPER_BOUND, EXACT = 1, 2, 3  # The value is at least the score, at most the score, or the score.
PROVEN = 1_000  # The depth of an entry whose every line was searched to the end of the game: no search can be deeper.


Entry: TypeAlias = tuple[int, int, int, int]
"""What is known of one position: the depth, the bound, the score from the side to move (a win in n plies from this
very position is `WIN - n`), and the index of the best move in `Game.moves`. Like the position it holds only ints, so
the garbage collector has nothing to follow. With the `Move` itself in it, collections took 5 % of the time and
stopped the search for up to 0.1 s."""
MAX_ENTRIES = 174_000
"""What a CPython dict holds before it grows to 2**19 slots, which would stop the page for some 40 ms."""
MAX_DIRTY = 1_000
"""The maximum number of new positions remembered for sharing (`saltus.engine.sharing`). The oldest are dropped
first."""


class TranspositionTable:
    """Positions of one game under one choice of options; serves any number of searches, one at a time."""

    __slots__ = ("current", "dirty", "entries", "garbage", "previous")

    def __init__(self, entries: int = MAX_ENTRIES) -> None:
        """Keeps at most twice `entries` positions. Raises ValueError if `entries` is less than 1."""
        if entries < 1:
            raise ValueError(f"a table needs room for at least one position, not {entries}")
        self.entries = entries
        self.current: dict[Position, Entry] = {}
        self.previous: dict[Position, Entry] = {}
        self.garbage: dict[Position, Entry] = {}
        self.dirty: deque[Position] = deque(maxlen=MAX_DIRTY)
        """Positions with new entries worth sharing, latest last; may contain duplicates."""

    def get(self, position: Position) -> Entry | None:
        return self.current.get(position) or self.previous.get(position)

    def age(self) -> None:
        """Rotate the dicts if the current one is full, and free a little of the discarded one. Call it every few
        hundred entries. Freeing a whole dict at once would stop the page for a tenth of a second."""
        garbage = self.garbage
        for _ in range(min(1_000, len(garbage))):
            garbage.popitem()
        if len(self.current) >= self.entries and not garbage:
            self.current, self.previous, self.garbage = {}, self.current, self.previous

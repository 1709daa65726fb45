"""The transposition table: what the search has found out about positions, in bounded memory.

Keys are whole positions, so that an entry is never about another one and its move is always legal. Two dicts
take turns: when the recent one is full it becomes the older, and what was the older is forgotten. An entry that
is still of use is written again when its position is searched again, so that it moves to the recent dict; what
nobody asks for any more goes at the second change.
"""

from collections import deque
from typing import NamedTuple, TypeAlias

from saltus.core.game import Position

LOWER_BOUND, UPPER_BOUND, EXACT = 1, 2, 3
"""What is known: the value is no less than the score, no more, or both."""

PROVEN = 1_000
"""The depth of an entry whose every line was followed to the end of the game: no search can be deeper."""


class Entry(NamedTuple):
    """What is known of one position; the search makes and reads these as plain tuples."""

    depth: int
    bound: int
    score: int
    """From the side to move; a win in n plies from this very position is `WIN - n`."""
    move: int
    """Which of `Game.moves` is the best, counted from 0."""


PackedEntry: TypeAlias = tuple[int, int, int, int]
"""An `Entry` as the search writes it. All ints, as is the position: the garbage collector has nothing to follow. With
the `Move` itself in it, collections took 5 % of the time and stopped the search for up to 0.1 s."""

MAX_ENTRIES = 174_000
"""What a dict of CPython holds before it grows to 2**19 slots, which would stop the page for some 40 ms."""

MAX_DIRTY = 1_000
"""The most positions of which something new is kept, to be told (`saltus.engine.sharing`). What is oldest goes
first."""


class TranspositionTable:
    """Positions of one game under one choice of options; it may serve many searches, one at a time."""

    __slots__ = ("current", "dirty", "entries", "garbage", "previous")

    def __init__(self, entries: int = MAX_ENTRIES) -> None:
        """At most twice `entries` positions are kept."""
        if entries < 1:
            raise ValueError(f"a table needs room for at least one position, not {entries}")
        self.entries = entries
        self.current: dict[Position, PackedEntry] = {}
        self.previous: dict[Position, PackedEntry] = {}
        self.garbage: dict[Position, PackedEntry] = {}
        self.dirty: deque[Position] = deque(maxlen=MAX_DIRTY)
        """Of which positions something worth telling was found, the latest last; some may be there twice."""

    def get(self, position: Position) -> PackedEntry | None:
        """What is known of `position`."""
        return self.current.get(position) or self.previous.get(position)

    def age(self) -> None:
        """Change the dicts over if it is time, and free a little of what was forgotten.

        To be called every few hundred entries. Freeing a whole dict at once would stop the page for a tenth of a
        second.
        """
        garbage = self.garbage
        for _ in range(min(1_000, len(garbage))):
            garbage.popitem()
        if len(self.current) >= self.entries and not garbage:
            self.current, self.previous, self.garbage = {}, self.current, self.previous

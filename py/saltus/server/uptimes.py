"""When a server was up: clocks do not run while no process is alive or the store cannot be reached.

Every process records in the store each second that it is alive. A gap in these records is an outage; a table whose
clock is running gets an event that compensates for it, before any other event.
"""

import logging
import time
from itertools import pairwise

from saltus.server.store import Store, Uptime
from saltus.server.table import MAX_AHEAD_SECONDS

LOG = logging.getLogger("saltus.server")
BEAT_SECONDS, OUTAGE_SECONDS = 1.0, 3.0
"""How often a process records that it is alive; the shortest gap in the records that counts as an outage."""


class Uptimes:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._offset = time.time() - time.monotonic()
        self._known: list[Uptime] = []
        self._noted = float("-inf")

    def now(self) -> float:
        """The time of day in seconds, unaffected by corrections of the machine's clock."""
        return time.monotonic() + self._offset

    def lost_since(self, at: float) -> float:
        """The seconds of outage since then."""
        gaps = ((end, begin) for (_, end), (begin, _) in pairwise(self._known) if begin > at)
        return sum(begin - max(end, at) for end, begin in gaps)

    async def open(self) -> None:
        """Begin. Discards records from a clock that was ahead, which would hide outages until that time. Raises
        StoreError."""
        await self.note()
        ahead = self._known[-1][1] - self.now()
        if ahead > MAX_AHEAD_SECONDS:
            LOG.warning("the clock was ahead by %.0f s when games were last played: it is taken for set right", ahead)
            await self.store.set_back(self.now())
            await self.note()

    async def check(self) -> None:
        """Look for outages up to now. Raises StoreError."""
        if time.monotonic() - self._noted > OUTAGE_SECONDS:
            await self.note()

    async def note(self) -> None:
        """Record that this process is alive. Raises StoreError."""
        self._known = await self.store.beat(self.now(), OUTAGE_SECONDS)
        self._noted = time.monotonic()

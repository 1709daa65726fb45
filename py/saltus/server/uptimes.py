"""When the games could be played: time in which no process was alive, or the store away, is lost for nobody.

Every process notes in the store each second that it is alive. A gap in what all have noted is an outage; a table
whose clock runs is told of it by an event, before anything else happens to it.
"""

import asyncio
import time
from contextlib import suppress
from itertools import pairwise

from saltus.server.store import Store, StoreError, Uptime

BEAT_SECONDS, OUTAGE_SECONDS = 1.0, 3.0
"""How often a process says that it is alive; how long all must have been silent."""


class Uptimes:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._offset = time.time() - time.monotonic()
        self._known: list[Uptime] = []
        self._noted = float("-inf")

    def now(self) -> float:
        """The time of day in seconds, which no correction of the machine's clock makes jump."""
        return time.monotonic() + self._offset

    def lost_since(self, at: float) -> float:
        """How many seconds of the time since then were outages."""
        gaps = ((end, begin) for (_, end), (begin, _) in pairwise(self._known) if begin > at)
        return sum(begin - max(end, at) for end, begin in gaps)

    async def check(self) -> None:
        """Know all outages up to now. Raises StoreError."""
        if time.monotonic() - self._noted > OUTAGE_SECONDS:
            await self._note()

    async def _note(self) -> None:
        self._known = await self.store.beat(self.now(), OUTAGE_SECONDS)
        self._noted = time.monotonic()

    async def keep(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            with suppress(StoreError):
                await self._note()

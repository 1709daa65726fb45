"""Who is present at a game, in this process and in others."""

import json
import time
from collections.abc import Iterable, Mapping
from typing import Any

from saltus.core.game import Side
from saltus.server.schema import Presence

POLL_SECONDS = 40.0
"""How long a player counts as present after a request by HTTP."""
GRACE_SECONDS = 5.0
"""With a long poll: how long after its end. A client that is still there polls again."""
ELSEWHERE_SECONDS = 75.0
"""How long a report from another process is valid."""


class Attendance:
    def __init__(self) -> None:
        self._seats: Iterable[Side | None] = ()
        self._polled: dict[Side, float] = {}
        self._elsewhere: dict[str, tuple[Presence, float]] = {}
        self._told: Presence | None = None

    def connect(self, seats: Iterable[Side | None]) -> None:
        """Set the seats of those who are connected; None is a watcher."""
        self._seats = list(seats)

    def polled(self, seat: Side, wait: float) -> float:
        """A player has polled by HTTP, waiting this long for a change. Returns for how long it counts as present."""
        seconds = wait + GRACE_SECONDS if wait else POLL_SECONDS
        self._polled[seat] = time.monotonic() + seconds
        return seconds

    def all(self) -> Presence:
        now = time.monotonic()
        return _sum([self._here(), *(there for there, until in self._elsewhere.values() if until > now)])

    def _here(self) -> Presence:
        now = time.monotonic()
        seats = {*self._seats, *(seat for seat, until in self._polled.items() if until > now)}
        return {"w": "w" in seats, "b": "b" in seats, "watchers": list(self._seats).count(None)}

    def message(self, name: str, asks: bool, anyway: bool) -> str | None:
        """The report of this process, called `name`, to the others; None if it has not changed. With `asks` it
        requests theirs."""
        here = self._here()
        if here == self._told and not (asks or anyway):
            return None
        self._told = here
        return json.dumps({"from": name, "asks": asks, **here})

    def receive(self, said: Mapping[str, Any]) -> bool:
        """Process a report from another process. Returns whether it changes who is present. Raises ValueError,
        LookupError or TypeError if it is not a report."""
        there: Presence = {"w": said["w"], "b": said["b"], "watchers": said["watchers"]}
        if [*map(type, (said["from"], *there.values()))] != [str, bool, bool, int] or there["watchers"] < 0:
            raise ValueError(f"{said!r:.200} does not say who is there")
        before, now = self.all(), time.monotonic()
        kept = {name: told for name, told in self._elsewhere.items() if told[1] > now}
        self._elsewhere = {**kept, said["from"]: (there, now + ELSEWHERE_SECONDS)}
        return self.all() != before


def _sum(found: Iterable[Presence]) -> Presence:
    each = list(found)
    return {
        "w": any(there["w"] for there in each),
        "b": any(there["b"] for there in each),
        "watchers": sum(there["watchers"] for there in each),
    }

"""The time that turns have used before they are made.

A person's clock runs until the turn is made, also while the program is closed or stopped and while the device sleeps,
so the time used is saved with the match. The computer's clock runs only while it thinks.
"""

from collections.abc import Mapping
from math import isfinite
from time import perf_counter, time
from typing import Any

from saltus.core.game import Side
from saltus.match.match import Match

SLEEP_SECONDS = 1.0
"""The monotonic clock may stop while the device sleeps. If the time of day, which can be set, has advanced by this
much more, the device has slept, and that time counts."""
MAX_SLICE_SECONDS = 1.0  # The computer thinks no longer between two ticks: if more passes, the program was stopped.


class Timing:
    """The seconds that turns have used, by their nodes: the current one, and those from which moves were undone."""

    def __init__(self) -> None:
        self.used: dict[int, float] = {}
        self._steady = perf_counter()
        self._device = time()

    def tick(self, match: Match, players: Mapping[Side, int | None]) -> None:
        """Add the time that has passed. Called regularly, and before the match changes."""
        steady, device = perf_counter(), time()
        awake, by_device = max(0.0, steady - self._steady), device - self._device
        self._steady, self._device = steady, device
        passed = by_device if by_device > awake + SLEEP_SECONDS else awake
        if match.outcome is not None:
            return
        for node in self.used:
            if players[match.nodes[node].side] is None:
                self.used[node] += passed
            elif node == match.node.id:
                self.used[node] += min(awake, MAX_SLICE_SECONDS)

    def start(self, match: Match) -> None:
        """Start the clock at the current node, or let it go on from where it was. Turns that led there are made."""
        if match.outcome is not None:
            if match.outcome.reason == "flag":  # whoever takes it back can play on
                self.used.clear()
        elif match.tree.control is not None:
            for earlier in match.line[: match.ply]:
                self.used.pop(earlier.id, None)
            self.used.setdefault(match.node.id, 0.0)

    def save(self) -> dict[str, Any]:
        return {"used": self.used, "at": time()}


def restored(saved: Any, match: Match, players: Mapping[Side, int | None]) -> Timing:
    """The turns from the JSON of `save`, with what people have used since. Raises ValueError, KeyError, TypeError or
    AttributeError for other content."""
    timing = Timing()
    since = max(0.0, time() - float(saved["at"]))
    for number, seconds in saved["used"].items():
        node = match.tree.find(int(number))
        used = float(seconds) + (since if players[node.side] is None else 0.0)
        if not (isfinite(used) and used >= 0):
            raise ValueError(f"a turn cannot have used {used} seconds")
        timing.used[node.id] = used
    return timing

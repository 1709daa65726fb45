"""What one address or connection may ask of the server."""

import time
from collections.abc import Collection
from urllib.parse import urlsplit

BURST = 4
"""How many seconds' worth of requests may come at once."""


class Bucket:
    """Lets through `rate` requests a second, and `BURST` times as many at once after a rest."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.left = rate * BURST
        self.at = time.monotonic()

    def take(self, cost: float = 1.0) -> float:
        """Take a request. Returns the seconds to wait first, 0 if none. Who must wait and does not is not counted."""
        now = time.monotonic()
        self.left = min(self.rate * BURST, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left >= cost:
            self.left -= cost
            return 0.0
        return (cost - self.left) / self.rate

    @property
    def is_full(self) -> bool:
        return self.left + (time.monotonic() - self.at) * self.rate >= self.rate * BURST


class Addresses:
    """A bucket for each address; those that have rested are forgotten."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, cost: float = 1.0) -> float:
        if len(self._buckets) > 10_000:
            self._buckets = {each: bucket for each, bucket in self._buckets.items() if not bucket.is_full}
        return self._buckets.setdefault(address, Bucket(self.rate)).take(cost)


def is_own(origin: str | None, host: str | None, allowed: Collection[str]) -> bool:
    """Whether a page of this origin may ask. Programs send none; a browser always does where it matters."""
    if origin is None or origin in allowed:
        return True
    try:
        return host is not None and urlsplit(origin).netloc == host
    except ValueError:  # it is no address
        return False

"""Rate limits for addresses and connections."""

import time
from collections.abc import Collection
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

BURST = 4
"""How many seconds' worth of requests may come at once."""
NEW_GAME_COST = 10.0
"""How many requests a new game counts as."""
MAX_BUCKETS, MAX_ADDRESS_CHARS = 10_000, 45


def network(address: str) -> str:
    """What counts as one address: of IPv6 the first half, since one customer has all of the second."""
    try:
        found = ip_address(address)
    except ValueError:  # a name that a proxy gave
        return address[:MAX_ADDRESS_CHARS]
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))


class Bucket:
    """Lets through `rate` requests a second, and `BURST` times as many at once after a rest, or else one game."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.most = self.left = max(rate * BURST, NEW_GAME_COST)
        self.at = time.monotonic()

    def take(self, cost: float = 1.0) -> float:
        """Take a request. Returns the seconds to wait first, 0 if none. Rejected requests cost nothing."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left >= cost:
            self.left -= cost
            return 0.0
        return (cost - self.left) / self.rate


class Addresses:
    """A bucket for each address; the ones unused for longest are forgotten."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, cost: float = 1.0) -> float:
        bucket = self._buckets.pop(address) if address in self._buckets else Bucket(self.rate)
        self._buckets[address] = bucket
        if len(self._buckets) > MAX_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take(cost)


def is_own(origin: str | None, host: str | None, allowed: Collection[str]) -> bool:
    """Whether a page of this origin may use the server. Programs send no origin; a browser does wherever it
    matters."""
    if origin is None or origin in allowed:
        return True
    try:
        return host is not None and urlsplit(origin).netloc == host
    except ValueError:  # not an address
        return False

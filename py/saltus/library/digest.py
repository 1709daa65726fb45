"""Digests: short names of texts and games, equal for equal ones and almost never for others.

A polynomial modulo a prime, with a factor drawn from a fixed seed. It is for telling games apart, not for security:
the browser's Python need not fetch `hashlib` for it.
"""

from itertools import islice

from saltus.core.rng import splitmix64

DIGEST_BYTES = 12
CHUNK_BYTES = 8

_PRIME = (1 << 89) - 1
_HIGH, _LOW = islice(splitmix64(1), 2)
_FACTOR = (_HIGH << 64 | _LOW) % _PRIME


def digest(data: bytes) -> bytes:
    """The digest of some bytes: `DIGEST_BYTES` bytes. For two given inputs of n bytes it is equal by accident with a
    probability of about n / 2^92."""
    found = len(data) + 1
    for at in range(0, len(data), CHUNK_BYTES):
        found = (found * _FACTOR + int.from_bytes(data[at : at + CHUNK_BYTES], "big")) % _PRIME
    return found.to_bytes(DIGEST_BYTES, "big")

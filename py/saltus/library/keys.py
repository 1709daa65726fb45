"""Hash keys of positions, and digests of games and records. They tell these apart and are not for security: the
browser's Python need not fetch `hashlib`.

Position keys are 48-bit numbers by which a position is found in the games that reached it. A key
depends on the exact position, with the side to move; symmetric positions have different keys, so a search for them
looks for several (`saltus.library.symmetry`). Bitboards are hashed linearly modulo a prime, with factors drawn from a
fixed seed: the keys are the same on every machine, and those of two given positions are equal with a probability of
about 2^-48. Among 1.2 million positions, those of 20,000 games, a key is found by accident once in
200 million searches.

The keys of a game are one `bytes`: `KEY_BYTES` for each position of the main line, the start first. So a position is
found by a substring search, and a move by the search of two keys in a row.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from saltus.core.game import Position
from saltus.core.rng import splitmix64

KEY_BYTES = 6
KEY_MASK = (1 << 8 * KEY_BYTES) - 1

_PRIME = (1 << 89) - 1
_DRAWN = tuple(islice(splitmix64(0), 8))
_PAIRS = zip(_DRAWN[::2], _DRAWN[1::2], strict=True)
_WHITE, _BLACK, _KINGS, _SIDE = ((high << 64 | low) % _PRIME for high, low in _PAIRS)


def key_of(position: Position) -> bytes:
    white, black, kings, side = position
    mixed = white * _WHITE + black * _BLACK + kings * _KINGS + side * _SIDE
    return (mixed % _PRIME & KEY_MASK).to_bytes(KEY_BYTES, "big")


def keys_of(positions: Iterable[Position]) -> bytes:
    return b"".join(map(key_of, positions))


def plies_with(keys: bytes, key: bytes) -> Iterator[int]:
    """The plies at which a game reached the position with this key, in order."""
    at = keys.find(key)
    while at >= 0:
        if not at % KEY_BYTES:
            yield at // KEY_BYTES
        at = keys.find(key, at + 1)


def key_at(keys: bytes, ply: int) -> bytes:
    """The key of the position at this ply; empty after the end of the game."""
    return keys[ply * KEY_BYTES : (ply + 1) * KEY_BYTES]


DIGEST_BYTES = 12
CHUNK_BYTES = 8
_HIGH, _LOW = islice(splitmix64(1), 2)
_FACTOR = (_HIGH << 64 | _LOW) % _PRIME


def digest(data: bytes) -> bytes:
    """The digest of a text or a game, `DIGEST_BYTES` long: a polynomial modulo a prime, with a factor drawn from a
    fixed seed. For two given inputs of n bytes it is equal by accident with a probability of about n / 2^92."""
    found = len(data) + 1
    for at in range(0, len(data), CHUNK_BYTES):
        found = (found * _FACTOR + int.from_bytes(data[at : at + CHUNK_BYTES], "big")) % _PRIME
    return found.to_bytes(DIGEST_BYTES, "big")

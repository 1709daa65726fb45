"""SHA-256 (FIPS 180-4) in Python alone.

The browser's Python need not fetch `hashlib` for the few kilobytes of a page.
"""

from itertools import count, islice

_BLOCK_BYTES = 64
_MASK = 0xFFFFFFFF


def _root_bits(number: int, degree: int) -> int:
    """The first 32 bits of the fraction of a root of a number."""
    scaled = number << 32 * degree
    root = 1 << scaled.bit_length() // degree + 1
    while (smaller := ((degree - 1) * root + scaled // root ** (degree - 1)) // degree) < root:
        root = smaller
    return root & _MASK


_PRIMES = list(islice((n for n in count(2) if all(n % divisor for divisor in range(2, n))), 64))
_START = [_root_bits(prime, 2) for prime in _PRIMES[:8]]
_ROUNDS = [_root_bits(prime, 3) for prime in _PRIMES]


def sha256(data: bytes) -> bytes:
    """The digest of some bytes."""
    padding = b"\x80" + bytes((-len(data) - 9) % _BLOCK_BYTES) + (8 * len(data)).to_bytes(8, "big")
    whole = data + padding
    state = _START
    for at in range(0, len(whole), _BLOCK_BYTES):
        state = _compress(state, whole[at : at + _BLOCK_BYTES])
    return b"".join(word.to_bytes(4, "big") for word in state)


def _turned(word: int, bits: int) -> int:
    return (word >> bits | word << 32 - bits) & _MASK


def _compress(state: list[int], block: bytes) -> list[int]:
    """The state after a block."""
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, _BLOCK_BYTES, 4)]
    for at in range(16, 64):
        near, far = words[at - 15], words[at - 2]
        mixed = _turned(near, 7) ^ _turned(near, 18) ^ near >> 3
        words.append(
            (words[at - 16] + mixed + words[at - 7] + (_turned(far, 17) ^ _turned(far, 19) ^ far >> 10)) & _MASK
        )
    a, b, c, d, e, f, g, h = state
    for word, constant in zip(words, _ROUNDS, strict=True):
        first = h + (_turned(e, 6) ^ _turned(e, 11) ^ _turned(e, 25)) + (e & f ^ ~e & g) + constant + word
        second = (_turned(a, 2) ^ _turned(a, 13) ^ _turned(a, 22)) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (first + second) & _MASK, a, b, c, (d + first) & _MASK, e, f, g
    return [(old + new) & _MASK for old, new in zip(state, (a, b, c, d, e, f, g, h), strict=True)]

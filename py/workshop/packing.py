"""Packs what was learned, solved or mined as `saltus.core.resources` unpacks it."""

import lzma
from pathlib import Path

LEAST_DICTIONARY_BYTES = 1 << 12
MOST_DICTIONARY_BYTES = 1 << 22
"""A larger one makes no table smaller."""


def write_data(path: Path, head: str, content: bytes) -> None:
    """Writes a file of `saltus/data`. `head` says what it holds, which command made it, and from what."""
    packed = compressed(content)
    path.write_bytes(f"{head.strip()}\n\n".encode() + packed)
    print(f"{path.name}: {len(content):,} bytes, {len(packed):,} packed")


def compressed(content: bytes) -> bytes:
    """
    LZMA with a dictionary that fits the content: whoever unpacks it has to find room for the dictionary, too, and
    what Python's memory has once grown by in a browser stays.
    """
    enough = 1 << len(content).bit_length()
    size = min(max(enough, LEAST_DICTIONARY_BYTES), MOST_DICTIONARY_BYTES)
    tuning = {"preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 0, "pb": 0, "dict_size": size}
    return lzma.compress(content, lzma.FORMAT_XZ, filters=[{"id": lzma.FILTER_LZMA2, **tuning}])

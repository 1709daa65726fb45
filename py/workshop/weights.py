"""Writes what was learned as `saltus.core.resources` reads it."""

import lzma
from pathlib import Path

FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 0, "pb": 0}]


def write_weights(path: Path, head: str, content: bytes) -> None:
    """Writes a file of learned weights. `head` says what they are, which command made them, and from what."""
    packed = lzma.compress(content, lzma.FORMAT_XZ, filters=FILTERS)
    path.write_bytes(f"{head.strip()}\n\n".encode() + packed)
    print(f"{path.name}: {len(packed):,} bytes")

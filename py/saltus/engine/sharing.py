"""What two searches of the same position tell each other, so that two processors find more than one.

Each searches by itself, with a table of its own; now and then it tells the other what it has newly found about
positions that took some plies, and the other takes over what it did not know as deeply. As one of the two goes about
the moves of the root in another order (`helps` in `saltus.engine.search`), what it finds is there before it is
needed. This is the lazy form of parallel search ("Lazy SMP" in the Chess Programming Wiki), with messages in place of
common memory, which static hosts do not give a page.

Entries travel as base64 of `ENTRY` after `ENTRY`, little-endian, without padding between.
"""

import struct
from base64 import b64decode, b64encode

from saltus.core.score import WIN
from saltus.engine.search import MIN_SHARED_DEPTH
from saltus.engine.tt import EXACT, LOWER_BOUND, TranspositionTable

BOARD = 12
"""Bytes of a bitboard: the sentinels of Rock's take it beyond eight."""
ENTRY = struct.Struct(f"<{BOARD}s{BOARD}s{BOARD}sBHBiB")
"""A position (white, black, kings, side) and what is known of it (depth, bound, score, move)."""


def told(table: TranspositionTable) -> str:
    """What was newly found since the last time, each position once; empty where there is nothing."""
    current, dirty = table.current, table.dirty
    entries = {position: current.get(position) for position in dirty}
    dirty.clear()
    packed = bytearray()
    for (white, black, kings, side), entry in entries.items():
        # It may have been searched again since, less deep.
        if entry is not None and entry[0] >= MIN_SHARED_DEPTH:
            boards = (board.to_bytes(BOARD, "little") for board in (white, black, kings))
            packed += ENTRY.pack(*boards, side, *entry)
    return b64encode(packed).decode()


def taken(table: TranspositionTable, text: str) -> int:
    """Take over what another search told, where it is deeper than what is known; how many entries that were.

    What no search can have found is passed over; a position that is none does no harm, as it is never met. Raises
    ValueError where the text has no entries.
    """
    try:
        entries = list(ENTRY.iter_unpack(b64decode(text, validate=True)))
    except (ValueError, struct.error) as error:
        raise ValueError(f"these are no entries of a table: {error}") from None
    current, get, read = table.current, table.get, int.from_bytes
    count = 0
    for white, black, kings, side, depth, bound, score, move in entries:
        position = read(white, "little"), read(black, "little"), read(kings, "little"), side
        known = get(position)
        possible = LOWER_BOUND <= bound <= EXACT and -WIN <= score <= WIN
        if possible and (known is None or known[0] < depth):
            current[position] = depth, bound, score, move
            count += 1
    return count

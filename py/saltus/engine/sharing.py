"""Table entries exchanged by two searches of the same position, so that two processors find more than one.

Each search has its own transposition table. Now and then it sends the other its new entries of some depth, and the
other imports those that it does not know as deeply. One of the two searches the root moves in another order (`helps`
in `saltus.engine.search`), so that its entries arrive before they are needed. This is lazy SMP (Chess Programming
Wiki) with messages in place of shared memory, which static hosts do not give a page.

Entries are sent as base64 of consecutive `ENTRY` structs, little-endian, without padding between them.
"""

import struct
from base64 import b64decode, b64encode

from saltus.core.score import WIN
from saltus.engine.search import MIN_SHARED_DEPTH
from saltus.engine.tt import EXACT, LOWER_BOUND, TranspositionTable

BITBOARD_BYTES = 12  # Bytes of a bitboard: the ghost bits of Rock's board take it beyond eight.
ENTRY = struct.Struct(f"<{BITBOARD_BYTES}s{BITBOARD_BYTES}s{BITBOARD_BYTES}sBHBiB")
"""A position (white, black, kings, side) and its entry (depth, bound, score, move)."""


def export_entries(table: TranspositionTable) -> str:
    """The entries found since the last call, each position once; empty if there are none."""
    current, dirty = table.current, table.dirty
    entries = {position: current.get(position) for position in dirty}
    dirty.clear()
    packed = bytearray()
    for (white, black, kings, side), entry in entries.items():
        # A later, shallower search may have overwritten it.
        if entry is not None and entry[0] >= MIN_SHARED_DEPTH:
            boards = (board.to_bytes(BITBOARD_BYTES, "little") for board in (white, black, kings))
            packed += ENTRY.pack(*boards, side, *entry)
    return b64encode(packed).decode()


def import_entries(table: TranspositionTable, text: str) -> int:
    """Import entries from another search that are deeper than the table's own; returns how many. Entries with
    impossible values are ignored; an impossible position does no harm, as it is never met. Raises ValueError if
    `text` does not consist of entries."""
    try:
        entries = list(ENTRY.iter_unpack(b64decode(text, validate=True)))
    except (ValueError, struct.error):
        raise ValueError("these are no entries of a table: expected whole entries as base64") from None
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

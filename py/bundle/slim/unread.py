"""Finds the data that no function of the small runtime can read, and empties them.

A fifth of the small runtime's download would be constants of functions that are stubs there: the names of all Unicode
characters, tables of numerical libraries. The rest brings them back before any of these functions runs (stubs.py). A
kept function that read them before would give a wrong answer, so data are emptied only where this holds, which every
build finds out anew:

- No kept function holds an address in them, or within `GUARD_BYTES` of them: no constant, no offset of a load, no
  global. Compilers may add a small number to the address of a table, but not more.
- No word of the data that may be a pointer points there. The linker puts constants first that hold no pointers
  (`.rodata`); all that follows them counts, whether a kept function reads it or not (`first_pointer`).
- The script is given no address in them (exports).
- They begin where an object begins. Else they might be the rest of one that is read from an address before them:
  the first `GUARD_BYTES` behind an address that is known are kept, and what follows up to one that only stubs know.

What is emptied is zeros, which cost nothing in a compressed download, and is a part of the rest.
"""

import struct
from bisect import bisect_left
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import NamedTuple

from bundle.slim.operands import Operand, constants, skipped
from bundle.slim.wasm import (
    CONST,
    DATA,
    END,
    GLOBAL,
    GLOBALS,
    after_locals,
    bodies,
    content,
    exports,
    imported,
    read_leb128,
    read_signed_leb128,
)

GUARD_BYTES = 1024
LEAST_BYTES = 1 << 16
"""Smaller gaps are left alone: they save little."""
ALIGNMENT_BYTES = 16
"""Clang aligns every table so."""
WORD_BYTES = 4
TYPE_NAME = "_ZTS"
"""How the symbols begin that hold the name of a C++ type."""


class Segment(NamedTuple):
    """A piece of the data: its address in memory, and where its bytes are in the module."""

    address: int
    begin: int
    end: int

    @property
    def limit(self) -> int:
        """The address behind it."""
        return self.address + self.end - self.begin


def segments(data: bytes) -> Iterator[Segment]:
    """Yields the pieces of a module's data in order. Raises ValueError for those without a constant address."""
    at = content(data, DATA)
    count, at = read_leb128(data, at)
    for _ in range(count):
        if data[at] or data[at + 1] != CONST:
            raise ValueError("the runtime's data have no constant address")
        address, at = read_signed_leb128(data, at + 2)
        length, begin = read_leb128(data, at + 1)
        at = begin + length
        yield Segment(address, begin, at)


def emptied(data: bytes, spans: Collection[range]) -> bytes:
    """Returns the module with zeros at these addresses."""
    out = bytearray(data)
    for segment in segments(data):
        for span in spans:
            first, limit = max(span.start, segment.address), min(span.stop, segment.limit)
            if first < limit:
                at = segment.begin + first - segment.address
                out[at : at + limit - first] = bytes(limit - first)
    return bytes(out)


def unread(data: bytes, kept: Collection[int], stock: bytes) -> list[range]:
    """Returns the addresses of the data that none of the kept functions can read, given by their numbers.

    `stock` is Pyodide's module as it comes, whose exports name more of the data.
    """
    limit = first_pointer(stock)
    ours, theirs = addresses(data, kept)
    ours |= pointers(data, limit) | {address for _, address in exported(data)}
    starts = sorted(address for address in theirs - ours if address % ALIGNMENT_BYTES == 0)
    found = []
    for before, after in pairwise([*sorted(address for address in ours if address < limit), limit]):
        number = bisect_left(starts, before + GUARD_BYTES)
        if number < len(starts) and after - GUARD_BYTES - starts[number] >= LEAST_BYTES:
            found.append(range(starts[number], after - GUARD_BYTES))
    return found


def addresses(data: bytes, kept: Collection[int]) -> tuple[set[int], set[int]]:
    """Returns what may be an address in the kept functions, and what may be one in the others."""
    values = globals_(data)
    found: tuple[set[int], set[int]] = set(), set()
    for number, body in enumerate(bodies(data)):
        begin = body.begin + after_locals(data[body.begin : body.end])
        known = found[number not in kept]
        for kind, value in constants(data, begin, body.end):
            known.add(values.get(value, 0) if kind is Operand.GLOBAL else value)
    return found


def pointers(data: bytes, first: int) -> set[int]:
    """Returns the words of the data from this address on."""
    found: set[int] = set()
    for segment in segments(data):
        begin = max(segment.address, first)
        begin += -begin % WORD_BYTES
        count = (segment.limit - begin) // WORD_BYTES
        if count > 0:
            found.update(struct.unpack_from(f"<{count}I", data, segment.begin + begin - segment.address))
    return found


def first_pointer(stock: bytes) -> int:
    """Returns the address from which on the data may hold pointers.

    The linker joins all constants without pointers, then all other data. The names of C++ types are among the former;
    the last one that is exported ends, for us, the part that is known to hold none.
    """
    last = max((address for name, address in exported(stock) if name.startswith(TYPE_NAME)), default=0)
    if not last:
        raise ValueError("the runtime exports no name of a C++ type")
    return last


def exported(data: bytes) -> Iterator[tuple[str, int]]:
    """Yields the names and the values of the globals that a module exports: the addresses of data."""
    values = globals_(data)
    for one in exports(data):
        if one.kind == GLOBAL and one.number in values:
            yield one.symbol, values[one.number]


def globals_(data: bytes) -> dict[int, int]:
    """Returns the values at which a module's own globals begin, by their numbers; those that are no constants are
    left out."""
    first = imported(data, GLOBAL)
    count, at = read_leb128(data, content(data, GLOBALS))
    found = {}
    for number in range(first, first + count):
        at += 2  # its type, and whether it changes
        if data[at] == CONST:
            found[number], at = read_signed_leb128(data, at + 1)
        else:
            at = skipped(data, at)
        if data[at] != END:
            raise ValueError("a global of the runtime begins at more than one instruction")
        at += 1
    return found

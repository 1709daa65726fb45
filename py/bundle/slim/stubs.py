"""Makes the small runtime: functions that no run enters become stubs, which trap.

The page enters a sixth of the runtime's functions. A module without the others is downloaded in three fifths of the
time and compiled in a third. Their bodies are replaced, and nothing else: every function keeps its number and its
type. Of the data only those are emptied that no kept function can read (unread.py). Whoever calls a stub is
stopped before it has done anything; the page then starts the whole runtime (web/engine/client.ts). It is made of
the small one and of what was taken out (`difference`), which is fetched only then.

Which functions are entered is found by counting (`counting`): see count.py.

The format: https://webassembly.github.io/spec/core/binary/modules.html
"""

import struct
from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from typing import NamedTuple

from bundle.slim.trim import (
    CODE,
    DATA,
    EXPORTS,
    GLOBAL,
    GLOBALS,
    IMPORTS,
    exports,
    imports,
    leb128,
    read_leb128,
    replaced,
    sections,
    vector,
)

STUB = b"\x00\x00\x0b"
"""The body of a function that has no locals and traps: `unreachable`, `end`."""

MAX_GAP, MAX_NEIGHBOUR_BYTES = 2, 300
"""How many functions in a row count as neighbours of the two around them, and how long one may be."""

PIECE_BYTES = 256
"""The data are compared in pieces of this length."""

MARK = "entered-"
"""How the names of the counters begin. count.cjs knows them by that."""
MARK_BITS = 31
"""How many functions share a counter, a global: it stays positive as a signed number."""
I32, MUTABLE, CONST, END = 0x7F, 0x01, 0x41, 0x0B
GLOBAL_GET, GLOBAL_SET, OR = 0x23, 0x24, 0x72


class Body(NamedTuple):
    """A function's body: where its length stands, where it begins, and where it ends."""

    size: int
    begin: int
    end: int


def bodies(data: bytes) -> Iterator[Body]:
    """Yields the bodies of a module's functions, in the order of their numbers."""
    at = content(data, CODE)
    count, at = read_leb128(data, at)
    for _ in range(count):
        length, begin = read_leb128(data, at)
        yield Body(at, begin, begin + length)
        at = begin + length


def content(data: bytes, kind: int) -> int:
    """Returns where the content of the section of this kind begins."""
    (at,) = (section.content for section in sections(data) if section.kind == kind)
    return at


def rewritten(data: bytes, change: Callable[[int, bytes], bytes]) -> bytes:
    """Returns the content of the section of code, each body as `change` returns it. It is given number and body."""
    made = (change(number, data[body.begin : body.end]) for number, body in enumerate(bodies(data)))
    return vector([leb128(len(body)) + body for body in made])


# -- the small runtime -----------------------------------------------------------------------------------


def stubbed(data: bytes, entered: Collection[int]) -> bytes:
    """Returns the module with stubs for all functions but these, given by their numbers in the section of code."""
    kept = frozenset(entered)
    return replaced(data, {CODE: rewritten(data, lambda number, body: body if number in kept else STUB)})


def with_neighbours(data: bytes, entered: Collection[int]) -> frozenset[int]:
    """Returns these functions and the small ones between two of them that are close.

    They come from the same source and serve rarer cases, which a count may miss: what is entered depends a little on
    chance. They add a hundredth to the module.
    """
    lengths = [body.end - body.begin for body in bodies(data)]
    between = (range(one + 1, other) for one, other in pairwise(sorted(entered)) if other - one <= MAX_GAP + 1)
    near = {number for gap in between for number in gap if lengths[number] <= MAX_NEIGHBOUR_BYTES}
    return frozenset(entered) | near


def difference(small: bytes, whole: bytes) -> bytes:
    """Returns what the small module lacks of the whole one: `web/engine/runtime/whole.ts` puts them together.

    It is made of 32-bit numbers, the lowest byte first: the length of the whole module; then, again and again, how
    many bytes to take from the small one, how many to leave out there, how many to add, and these bytes.
    """
    out = [struct.pack("<I", len(whole))]
    taken = added = 0  # how far both modules are covered
    pairs = zip(runs(small), runs(whole), strict=True)
    for one, other in merged((a, b) for a, b in pairs if small[slice(*a)] != whole[slice(*b)]):
        copied = one[0] - taken
        assert small[taken : one[0]] == whole[added : other[0]]
        out.append(struct.pack("<III", copied, one[1] - one[0], other[1] - other[0]) + whole[slice(*other)])
        taken, added = one[1], other[1]
    assert small[taken:] == whole[added:]
    out.append(struct.pack("<III", len(small) - taken, 0, 0))
    return b"".join(out)


Span = tuple[int, int]


def runs(data: bytes) -> Iterator[Span]:
    """Yields where the parts of a module stand that may differ: the length of its code, each function, the data."""
    for section in sections(data):
        if section.kind == CODE:
            yield section.begin, section.content
            yield from ((body.size, body.end) for body in bodies(data))
        elif section.kind == DATA:
            at = section.content
            yield from (
                (begin, min(begin + PIECE_BYTES, section.end)) for begin in range(at, section.end, PIECE_BYTES)
            )


def merged(pairs: Iterator[tuple[Span, Span]]) -> Iterator[tuple[Span, Span]]:
    """Joins neighbours in both modules into one pair."""
    last: tuple[Span, Span] | None = None
    for one, other in pairs:
        if last and last[0][1] == one[0] and last[1][1] == other[0]:
            last = (last[0][0], one[1]), (last[1][0], other[1])
            continue
        if last:
            yield last
        last = one, other
    if last:
        yield last


# -- counting --------------------------------------------------------------------------------------------


def counting(data: bytes) -> bytes:
    """Returns the module with a counter in each function: a bit of an exported global, set when it is entered.

    No function, and no global that was there, gets another number: globals are added at the end.
    """
    at = content(data, IMPORTS)
    imported = sum(kind == GLOBAL for _, _, kind in imports(data, at))
    globals_at, exports_at = content(data, GLOBALS), content(data, EXPORTS)
    own, defined = read_leb128(data, globals_at)
    first = imported + own
    functions = sum(1 for _ in bodies(data))
    counters = -(-functions // MARK_BITS)
    end = next(section.end for section in sections(data) if section.kind == GLOBALS)
    added = bytes([I32, MUTABLE, CONST, 0, END]) * counters
    offered = [entry for _, entry in exports(data, exports_at)]
    offered += [mark(number, first + number) for number in range(counters)]

    def counted(number: int, body: bytes) -> bytes:
        start = after_locals(body)
        counter = leb128(first + number // MARK_BITS)
        bit = signed_leb128(1 << number % MARK_BITS)
        step = bytes([GLOBAL_GET]) + counter + bytes([CONST]) + bit + bytes([OR, GLOBAL_SET]) + counter
        return body[:start] + step + body[start:]

    parts = {
        GLOBALS: leb128(own + counters) + data[defined:end] + added,
        EXPORTS: vector(offered),
        CODE: rewritten(data, counted),
    }
    return replaced(data, parts)


def mark(number: int, index: int) -> bytes:
    """Returns the export of a counter."""
    name = f"{MARK}{number}".encode()
    return leb128(len(name)) + name + bytes([GLOBAL]) + leb128(index)


def after_locals(body: bytes) -> int:
    """Returns where the instructions of a body begin: after the counts and types of its locals."""
    groups, at = read_leb128(body, 0)
    for _ in range(groups):
        _, at = read_leb128(body, at)
        if body[at] in (0x63, 0x64):  # a reference: its heap type follows
            _, at = read_leb128(body, at + 1)
        else:
            at += 1
    return at


def signed_leb128(value: int) -> bytes:
    """Returns a number that is not negative as signed LEB128."""
    out = bytearray()
    while value >= 0x40:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])

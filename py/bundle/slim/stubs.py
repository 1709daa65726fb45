"""Splits the runtime into two modules: the small one, which every visit loads, and the rest, which joins if needed.

The small module has the functions that were counted as entered (entered.txt), and stubs for the others. A stub has
the rest join, and then calls its function there: it continues. So a function that was not counted costs a pause,
once, and nothing else: the list is a matter of speed.

Two instances can share everything that changes. The runtime defines its memory, its tables, its tags and a few
globals that change, and all other globals are constants. The small module exports these (`SHARED`), and the rest
imports them. They are the first of their kind, so that nothing gets another number in either module.

- Calls from one module into the other go through the table of functions, which both have. A function that needs a
  slot there and has none gets one behind the others. The last slot is for the function of the host that has the rest
  join (web/engine/runtime/rest.ts).
- The elements of the rest put its functions into their slots: from then on no call through the table enters a stub.
- Its data are what was emptied in the small module (unread.py).
- What neither module can call in the other is a trap there, the shortest body there is.
"""

from collections.abc import Collection, Iterator
from itertools import groupby
from typing import NamedTuple

from bundle.slim import wasm
from bundle.slim.operands import called, skipped
from bundle.slim.unread import emptied, segments

SHARED = "~"
"""How the names begin by which the small module exports its state. No symbol begins so."""
TRAP = b"\x00\x00\x0b"
"""The body of a function that is never called: no locals, `unreachable`, `end`."""
LOCAL_GET, CALL_INDIRECT = 0x20, 0x11
FUNCTION_TABLE = 0
"""The number of the table of functions."""
ACTIVE = 0x00
"""How a segment of elements or data begins that has a place."""
UNBOUNDED = 0x00
"""How the limits of a table begin that may grow."""


class Runtime:
    """The whole module. Functions are given by their numbers in its section of code.

    Raises ValueError if it is not linked as the split relies on.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        if any(section.kind == wasm.START for section in wasm.sections(data)):
            raise ValueError("the runtime has a function that runs at its start")
        if any(wasm.imported(data, kind) for kind in (wasm.TABLE, wasm.MEMORY, wasm.TAG)):
            raise ValueError("the runtime imports a table, a memory or a tag")
        self.first = wasm.imported(data, wasm.FUNCTION)
        """The number by which calls name the first function of its code."""
        self.signatures = list(wasm.items(data, wasm.TYPES, wasm.signature_end))
        self.types = [wasm.read_leb128(one, 0)[0] for one in wasm.items(data, wasm.FUNCTIONS, wasm.number_end)]
        """The number of each function's type."""
        self.tables = list(wasm.items(data, wasm.TABLES, wasm.table_end))
        self.globals_ = list(wasm.items(data, wasm.GLOBALS, global_end))
        self.slots = dict(reversed(list(slots(wasm.contents(data, wasm.ELEMENTS), self.first))))
        """The first slot of each function that stands in the table."""
        self.exported = {one.number - self.first for one in wasm.exports(data) if one.kind == wasm.FUNCTION}
        self.calls = [self.callees(body.begin, body.end) for body in wasm.bodies(data)]
        """The functions that each function calls, or refers to, by their numbers."""

    def callees(self, begin: int, end: int) -> set[int]:
        at = begin + wasm.after_locals(self.data[begin:end])
        return {number - self.first for number in called(self.data, at, end) if number >= self.first}

    def parameters(self, function: int) -> int:
        """Returns how many parameters a function has."""
        return wasm.read_leb128(self.signatures[self.types[function]], 1)[0]

    def slot_count(self) -> int:
        """Returns how many slots the table of functions has."""
        at = wasm.type_end(self.tables[FUNCTION_TABLE], 0)
        if self.tables[FUNCTION_TABLE][at] != UNBOUNDED:
            raise ValueError("the runtime's table of functions cannot grow")
        return wasm.read_leb128(self.tables[FUNCTION_TABLE], at + 1)[0]

    def changing(self) -> list[bytes]:
        """Returns the types of the globals that change, which are the first."""
        types = [one[: wasm.type_end(one, 0) + 1] for one in self.globals_]
        found = [type for type in types if type[-1] == wasm.MUTABLE]
        if found != types[: len(found)]:
            raise ValueError("the runtime's globals that change are not the first")
        return found

    def state(self) -> Iterator[tuple[int, int, bytes]]:
        """Yields all that changes while the runtime runs: its kind, its number, and its type as an import has it."""
        first = wasm.imported(self.data, wasm.GLOBAL)
        yield from ((wasm.TABLE, number, type) for number, type in enumerate(self.tables))
        memories = wasm.items(self.data, wasm.MEMORIES, wasm.limits_end)
        yield from ((wasm.MEMORY, number, type) for number, type in enumerate(memories))
        tags = wasm.items(self.data, wasm.TAGS, wasm.tag_end)
        yield from ((wasm.TAG, number, type) for number, type in enumerate(tags))
        yield from ((wasm.GLOBAL, number, type) for number, type in enumerate(self.changing(), first))


def global_end(data: bytes, at: int) -> int:
    """Returns the offset of the end of a global: its type, whether it changes, and what it begins with."""
    at = wasm.type_end(data, at) + 1
    while data[at] != wasm.END:
        at = skipped(data, at)
    return at + 1


def slots(elements: bytes, first: int) -> Iterator[tuple[int, int]]:
    """Yields each function of the elements and its slot in the table."""
    count, at = wasm.read_leb128(elements, 0)
    for _ in range(count):
        if elements[at] != ACTIVE or elements[at + 1] != wasm.CONST:
            raise ValueError("the runtime's elements have no constant place")
        slot, at = wasm.read_signed_leb128(elements, at + 2)
        length, at = wasm.read_leb128(elements, at + 1)
        for place in range(slot, slot + length):
            number, at = wasm.read_leb128(elements, at)
            yield number - first, place


class Split(NamedTuple):
    """What becomes of each function that is not a trap in both modules."""

    kept: frozenset[int]
    """These are in the small module."""
    stubs: frozenset[int]
    """These are in the rest, and the small module can reach them."""
    moved: frozenset[int]
    """These are in the rest: the stubs, and what they call there."""
    called_back: frozenset[int]
    """These are in the small module, and the rest calls them by their numbers."""


def split(runtime: Runtime, entered: Collection[int]) -> Split:
    """Decides which functions are in which module."""
    kept = frozenset(entered)
    reachable = runtime.slots.keys() | runtime.exported | {one for number in kept for one in runtime.calls[number]}
    stubs = reachable - kept
    moved, waiting = set(stubs), list(stubs)
    while waiting:
        found = runtime.calls[waiting.pop()] - kept - moved
        moved |= found
        waiting += found
    called_back = {one for number in moved for one in runtime.calls[number]} & kept
    return Split(kept, frozenset(stubs), frozenset(moved), frozenset(called_back))


class Places:
    """The slots of the functions that are called from the other module, and how they are called through the table."""

    def __init__(self, runtime: Runtime, made: Split) -> None:
        self.runtime = runtime
        size = runtime.slot_count()
        self.added = sorted((made.called_back | made.stubs) - runtime.slots.keys())
        """The functions that get a slot, from the start: the script numbers functions by where they stand."""
        self.slots = runtime.slots | {function: size + nth for nth, function in enumerate(self.added)}
        self.host = size + len(self.added)
        """The slot of the host's function that has the rest join: the last one."""
        self.nothing = runtime.signatures.index(bytes([wasm.FUNCTION_TYPE, 0, 0]))
        """The type of that function."""

    def call(self, function: int) -> bytes:
        """Returns instructions that call a function with the parameters of the body that they stand in."""
        passed = (bytes([LOCAL_GET]) + wasm.leb128(nth) for nth in range(self.runtime.parameters(function)))
        return b"".join(passed) + indirect(self.slots[function], self.runtime.types[function])

    def join(self) -> bytes:
        """Returns instructions that have the rest join."""
        return indirect(self.host, self.nothing)

    def elements(self, functions: Collection[int]) -> list[bytes]:
        """Returns elements that put these functions into their slots."""
        placed = sorted((self.slots[function], function) for function in functions)
        found = []
        for _, run in groupby(enumerate(placed), key=lambda one: one[1][0] - one[0]):
            (slot, _), *_ = entries = [entry for _, entry in run]
            numbers = [wasm.leb128(function + self.runtime.first) for _, function in entries]
            found.append(bytes([ACTIVE]) + constant(slot) + bytes([wasm.END]) + wasm.vector(numbers))
        return found


def constant(value: int) -> bytes:
    return bytes([wasm.CONST]) + wasm.signed_leb128(value)


def indirect(slot: int, type: int) -> bytes:
    return constant(slot) + bytes([CALL_INDIRECT]) + wasm.leb128(type) + bytes([FUNCTION_TABLE])


def body_of(*instructions: bytes) -> bytes:
    """Returns the body of a function without locals."""
    return b"\0" + b"".join(instructions) + bytes([wasm.END])


def modules(data: bytes, entered: Collection[int], unread: Collection[range]) -> tuple[bytes, bytes]:
    """Returns the small module and the rest. `unread` are the addresses of the data that the small one lacks."""
    runtime = Runtime(data)
    made = split(runtime, entered)
    places = Places(runtime, made)
    return emptied(small(runtime, made, places), unread), rest(runtime, made, places, list(missing(data, unread)))


def small(runtime: Runtime, made: Split, places: Places) -> bytes:
    """Returns the small module, still with all data."""
    data = runtime.data

    def body(function: int, own: bytes) -> bytes:
        if function in made.kept:
            return own
        return body_of(places.join(), places.call(function)) if function in made.stubs else TRAP

    table, *others = runtime.tables
    longer = table[: wasm.type_end(table, 0) + 1] + wasm.leb128(places.host + 1)
    shared = [wasm.export(symbol(kind, number), kind, number) for kind, number, _ in runtime.state()]
    parts = {
        wasm.TABLES: wasm.vector([longer, *others]),
        wasm.EXPORTS: wasm.extended(wasm.contents(data, wasm.EXPORTS), shared),
        wasm.ELEMENTS: wasm.extended(wasm.contents(data, wasm.ELEMENTS), places.elements(places.added)),
        wasm.CODE: wasm.rewritten(data, body),
    }
    return wasm.replaced(data, parts)


def rest(runtime: Runtime, made: Split, places: Places, segments: list[bytes]) -> bytes:
    """Returns the rest. `segments` are the data that it brings."""
    data = runtime.data

    def body(function: int, own: bytes) -> bytes:
        if function in made.moved:
            return own
        return body_of(places.call(function)) if function in made.called_back else TRAP

    # Imports have no module's name: their own is one that no symbol has.
    shared = [
        wasm.name("") + wasm.name(symbol(kind, number)) + bytes([kind]) + type
        for kind, number, type in runtime.state()
    ]
    offered = [one for one in wasm.exports(data) if one.kind == wasm.FUNCTION]
    dropped = dict.fromkeys((wasm.CUSTOM, wasm.TABLES, wasm.MEMORIES, wasm.TAGS))
    parts = {
        wasm.IMPORTS: wasm.extended(wasm.contents(data, wasm.IMPORTS), shared),
        wasm.GLOBALS: wasm.vector(runtime.globals_[len(runtime.changing()) :]),
        wasm.EXPORTS: wasm.vector([one.entry for one in offered if one.number - runtime.first in made.stubs]),
        wasm.ELEMENTS: wasm.vector(places.elements(made.stubs)),
        wasm.DATA_COUNT: wasm.leb128(len(segments)),
        wasm.CODE: wasm.rewritten(data, body),
        wasm.DATA: wasm.vector(segments),
    }
    return wasm.replaced(data, dropped | parts)


def symbol(kind: int, number: int) -> str:
    """Returns the name by which a part of the state is shared."""
    return f"{SHARED}{kind}.{number}"


def missing(data: bytes, unread: Collection[range]) -> Iterator[bytes]:
    """Yields segments of data that have what stands at these addresses."""
    for segment in segments(data):
        for span in unread:
            first, limit = max(span.start, segment.address), min(span.stop, segment.limit)
            if first < limit:
                at = segment.begin + first - segment.address
                place = bytes([ACTIVE]) + constant(first) + bytes([wasm.END])
                yield place + wasm.leb128(limit - first) + data[at : at + limit - first]

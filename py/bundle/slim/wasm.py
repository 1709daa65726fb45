"""Reads and writes WebAssembly modules, as far as the build needs it.

The format: https://webassembly.github.io/spec/core/binary/modules.html
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

CUSTOM, TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS, START = range(9)
ELEMENTS, CODE, DATA, DATA_COUNT, TAGS = range(9, 14)
"""The kinds of section."""
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
"""The kinds of import and export."""
PREAMBLE_BYTES = 8
MUTABLE, CONST, END = 0x01, 0x41, 0x0B
"""How a module writes that a global changes, an `i32.const`, and the end of instructions."""
FUNCTION_TYPE = 0x60
"""How the type of a function begins."""
REFERENCES = (0x63, 0x64)
"""The first bytes of types that are references: their heap type follows."""


class Section(NamedTuple):
    """A part of a module: its kind, and the offsets of its beginning, its content and its end, in bytes."""

    kind: int
    begin: int
    content: int
    end: int


class Body(NamedTuple):
    """Where a function's body begins and ends."""

    begin: int
    end: int


# -- numbers, names, types -------------------------------------------------------------------------------


def read_leb128(data: bytes, at: int) -> tuple[int, int]:
    """Reads an unsigned LEB128 number. Returns it and the offset of its end."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def read_signed_leb128(data: bytes, at: int) -> tuple[int, int]:
    """Reads a signed LEB128 number. Returns it and the offset of its end."""
    value, end = read_leb128(data, at)
    bits = 7 * (end - at)
    return (value - (1 << bits) if value >> bits - 1 else value), end


def leb128(value: int) -> bytes:
    """Returns a number as unsigned LEB128."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def signed_leb128(value: int) -> bytes:
    """Returns a number that is not negative as signed LEB128."""
    out = bytearray()
    while value >= 0x40:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def read_name(data: bytes, at: int) -> tuple[str, int]:
    """Reads a name. Returns it and the offset of its end."""
    length, at = read_leb128(data, at)
    return data[at : at + length].decode(), at + length


def name(text: str) -> bytes:
    """Returns a name as a module has it."""
    raw = text.encode()
    return leb128(len(raw)) + raw


def type_end(data: bytes, at: int) -> int:
    """Returns the offset of the end of the type of a value."""
    return read_leb128(data, at + 1)[1] if data[at] in REFERENCES else at + 1


def number_end(data: bytes, at: int) -> int:
    """Returns the offset of the end of a number."""
    return read_leb128(data, at)[1]


def signature_end(data: bytes, at: int) -> int:
    """Returns the offset of the end of a function's type: its parameters and its results."""
    if data[at] != FUNCTION_TYPE:
        raise ValueError("the runtime has a type that is no function's")
    at += 1
    for _ in range(2):
        count, at = read_leb128(data, at)
        for _ in range(count):
            at = type_end(data, at)
    return at


def table_end(data: bytes, at: int) -> int:
    """Returns the offset of the end of a table: what it holds, and how many."""
    return limits_end(data, type_end(data, at))


def tag_end(data: bytes, at: int) -> int:
    """Returns the offset of the end of a tag: an attribute, and its type."""
    return read_leb128(data, at + 1)[1]


def limits_end(data: bytes, at: int) -> int:
    """Returns the offset of the end of the limits of a table or memory."""
    bounded = data[at] & 1
    _, at = read_leb128(data, at + 1)
    return read_leb128(data, at)[1] if bounded else at


# -- sections --------------------------------------------------------------------------------------------


def sections(data: bytes) -> Iterator[Section]:
    """Yields the sections of a module in order."""
    at = PREAMBLE_BYTES
    while at < len(data):
        length, content = read_leb128(data, at + 1)
        yield Section(data[at], at, content, content + length)
        at = content + length


def section(data: bytes, kind: int) -> Section:
    """Returns the one section of this kind."""
    (found,) = (one for one in sections(data) if one.kind == kind)
    return found


def content(data: bytes, kind: int) -> int:
    """Returns where the content of the section of this kind begins."""
    return section(data, kind).content


def contents(data: bytes, kind: int) -> bytes:
    """Returns the content of the section of this kind."""
    found = section(data, kind)
    return data[found.content : found.end]


def items(data: bytes, kind: int, item_end: Callable[[bytes, int], int]) -> Iterator[bytes]:
    """Yields the items of the section of this kind. `item_end` returns where the one at an offset ends."""
    count, at = read_leb128(data, content(data, kind))
    for _ in range(count):
        begin, at = at, item_end(data, at)
        yield data[begin:at]


def vector(items: Sequence[bytes]) -> bytes:
    """Returns a list as a module has it: how many there are, and each."""
    return b"".join([leb128(len(items)), *items])


def extended(content: bytes, added: Sequence[bytes]) -> bytes:
    """Returns the content of a section that is a list, with more items at its end."""
    count, at = read_leb128(content, 0)
    return b"".join([leb128(count + len(added)), content[at:], *added])


def replaced(data: bytes, contents: Mapping[int, bytes | None]) -> bytes:
    """Returns the module with other contents in the sections of these kinds, without those whose content is None."""
    out = [data[:PREAMBLE_BYTES]]
    for one in sections(data):
        content = contents.get(one.kind, data[one.content : one.end])
        if content is not None:
            out.append(bytes([one.kind]) + leb128(len(content)) + content)
    return b"".join(out)


def imports(data: bytes) -> Iterator[tuple[str, str, int]]:
    """Yields the module, the name and the kind of each import."""
    count, at = read_leb128(data, content(data, IMPORTS))
    for _ in range(count):
        module, at = read_name(data, at)
        symbol, at = read_name(data, at)
        kind, at = data[at], at + 1
        match kind:
            case 0:  # FUNCTION: its type
                at = number_end(data, at)
            case 1:  # TABLE
                at = table_end(data, at)
            case 2:  # MEMORY
                at = limits_end(data, at)
            case 3:  # GLOBAL: its type, whether it changes
                at = type_end(data, at) + 1
            case _:  # TAG
                at = tag_end(data, at)
        yield module, symbol, kind


def imported(data: bytes, kind: int) -> int:
    """Returns how many imports are of this kind: what the module has itself is numbered after them."""
    return sum(one == kind for _, _, one in imports(data))


class Export(NamedTuple):
    """What a module offers: its name, its kind, its number among those of that kind, and the entry as it stands."""

    symbol: str
    kind: int
    number: int
    entry: bytes


def exports(data: bytes) -> Iterator[Export]:
    """Yields the exports."""
    count, at = read_leb128(data, content(data, EXPORTS))
    for _ in range(count):
        begin = at
        symbol, at = read_name(data, at)
        kind = data[at]
        number, at = read_leb128(data, at + 1)
        yield Export(symbol, kind, number, data[begin:at])


def export(symbol: str, kind: int, number: int) -> bytes:
    """Returns the entry of an export."""
    return name(symbol) + bytes([kind]) + leb128(number)


# -- functions -------------------------------------------------------------------------------------------


def bodies(data: bytes) -> Iterator[Body]:
    """Yields the bodies of a module's functions, in the order of their numbers."""
    count, at = read_leb128(data, content(data, CODE))
    for _ in range(count):
        length, begin = read_leb128(data, at)
        at = begin + length
        yield Body(begin, at)


def rewritten(data: bytes, change: Callable[[int, bytes], bytes]) -> bytes:
    """Returns the content of the section of code, each body as `change` returns it. It is given number and body."""
    made = (change(number, data[body.begin : body.end]) for number, body in enumerate(bodies(data)))
    return vector([leb128(len(body)) + body for body in made])


def after_locals(body: bytes) -> int:
    """Returns where the instructions of a body begin: after the counts and types of its locals."""
    groups, at = read_leb128(body, 0)
    for _ in range(groups):
        _, at = read_leb128(body, at)
        at = type_end(body, at)
    return at

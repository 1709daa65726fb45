"""Takes from the runtime's WebAssembly the exports that nothing asks for by name.

The runtime is linked so that any extension module could be loaded into it, and offers it every symbol of CPython and
of the C and C++ libraries. No extension module is loaded here, and each export costs at every start: an object is
made for it, and it is entered in tables. What the runtime's JavaScript names stays, and what it must look up for the
module's own imports. Nothing else of the module changes.

The format: https://webassembly.github.io/spec/core/binary/modules.html
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

IMPORTS, EXPORTS = 2, 7
PREAMBLE = 8


class Section(NamedTuple):
    """A part of a module: its kind, where it begins, where its content begins and ends, in bytes."""

    kind: int
    begin: int
    content: int
    end: int


def number(data: bytes, at: int) -> tuple[int, int]:
    """An unsigned LEB128 number and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def written(value: int) -> bytes:
    """A number as unsigned LEB128."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def name(data: bytes, at: int) -> tuple[str, int]:
    """A name and where it ends."""
    length, at = number(data, at)
    return data[at : at + length].decode(), at + length


def sections(data: bytes) -> Iterator[Section]:
    at = PREAMBLE
    while at < len(data):
        length, content = number(data, at + 1)
        yield Section(data[at], at, content, content + length)
        at = content + length


def limits(data: bytes, at: int) -> int:
    """Where the limits of a table or memory end."""
    bounded = data[at] & 1
    _, at = number(data, at + 1)
    return number(data, at)[1] if bounded else at


def imports(data: bytes, at: int) -> Iterator[tuple[str, str]]:
    """The modules and names of what is imported."""
    count, at = number(data, at)
    for _ in range(count):
        module, at = name(data, at)
        symbol, at = name(data, at)
        kind, at = data[at], at + 1
        match kind:
            case 0:  # a function: its type
                _, at = number(data, at)
            case 1:  # a table: what it holds, how many
                at = limits(data, at + 1)
            case 2:  # a memory
                at = limits(data, at)
            case 3:  # a global: its type, whether it changes
                at += 2
            case _:  # a tag: an attribute, its type
                _, at = number(data, at + 1)
        yield module, symbol


def exports(data: bytes, at: int) -> Iterator[tuple[str, bytes]]:
    """The names of what is exported, each with its whole entry."""
    count, at = number(data, at)
    for _ in range(count):
        begin = at
        symbol, at = name(data, at)
        _, at = number(data, at + 1)
        yield symbol, data[begin:at]


def asked(data: bytes, script: str) -> list[bytes]:
    """The entries of a module's exports that its script names, or that stand behind one of its own imports."""
    named = set(re.findall(r"[\w$]+", script))
    parts = {section.kind: section.content for section in sections(data)}
    linked = {symbol for module, symbol in imports(data, parts[IMPORTS]) if module.startswith("GOT.")}
    return [entry for symbol, entry in exports(data, parts[EXPORTS]) if symbol in named or symbol in linked]


def trimmed(data: bytes, script: str) -> bytes:
    """The module with no other exports. `script` is the JavaScript that was linked with it."""
    entries = asked(data, script)
    content = b"".join([written(len(entries)), *entries])
    out = [data[:PREAMBLE]]
    for section in sections(data):
        if section.kind == EXPORTS:
            out.append(bytes([EXPORTS]) + written(len(content)) + content)
        else:
            out.append(data[section.begin : section.end])
    return b"".join(out)

"""Trims the runtime: removes the WebAssembly exports and the script functions that nothing here uses.

Pyodide is linked so that any extension module can be loaded into it. It offers every symbol of CPython, of the C and
C++ libraries, and of JavaScript libraries such as SDL and WebGL. No extension module is loaded here, and all of that
costs time at every start: a script of 1.25 MB is parsed, an object is made for each of 4,900 exports, and for each of
274 functions of WebGL a module of its own is compiled, because its address is in a table. Without them the worker
needs a fifth less processor time until its first answer: 360 ms instead of 447 ms.

The script is trimmed in two steps. `without_library` removes the statements that offer functions; then `join.mjs`
removes what nothing calls any more. The module keeps the exports that the remaining script names (`trimmed`); nothing
else in it changes.

The format: https://webassembly.github.io/spec/core/binary/modules.html
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

IMPORTS, GLOBALS, EXPORTS, CODE, DATA = 2, 6, 7, 10, 11
"""The kinds of section that are read here, in stubs.py and in unread.py."""
GLOBAL = 3
"""The kind of an import or export that is a global."""
PREAMBLE_BYTES = 8

WORD = re.compile(r"[\w$]+")
READ = re.compile(r"""[.'"`]([\w$]+)""")
OFFER = re.compile(r'(?<=[;{}])Module\["([\w$]+)"\]=[\w$]+(?=[;}])')
EXPORT = re.compile(r'((?:[\w$]+=|Module\["[\w$]+"\]=)*)wasmExports\["([\w$]+)"\](?:\.value>>>0)?')
GRAPHICS = "emscripten_gl"
"""How the names of the WebGL functions begin. The module asks for their addresses and uses none."""
REQUIRED = "rtn.required=true"
CAUGHT = "if(t&&t.pyodide_fatal_error)throw t;"
FATAL = "if(t&&t.pyodide_fatal_error||t instanceof WebAssembly.RuntimeError)throw t;"
"""What becomes of an error that JavaScript has caught on its way to Python: a trap is no Python exception."""


class Section(NamedTuple):
    """A part of a module: its kind, and the offsets of its beginning, its content and its end, in bytes."""

    kind: int
    begin: int
    content: int
    end: int


def read_leb128(data: bytes, at: int) -> tuple[int, int]:
    """Reads an unsigned LEB128 number. Returns it and the offset of its end."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def leb128(value: int) -> bytes:
    """Returns a number as unsigned LEB128."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def read_name(data: bytes, at: int) -> tuple[str, int]:
    """Reads a name. Returns it and the offset of its end."""
    length, at = read_leb128(data, at)
    return data[at : at + length].decode(), at + length


def sections(data: bytes) -> Iterator[Section]:
    """Yields the sections of a module in order."""
    at = PREAMBLE_BYTES
    while at < len(data):
        length, content = read_leb128(data, at + 1)
        yield Section(data[at], at, content, content + length)
        at = content + length


def limits(data: bytes, at: int) -> int:
    """Returns the offset of the end of the limits of a table or memory."""
    bounded = data[at] & 1
    _, at = read_leb128(data, at + 1)
    return read_leb128(data, at)[1] if bounded else at


def imports(data: bytes, at: int) -> Iterator[tuple[str, str, int]]:
    """Yields the module, the name and the kind of each import. `at` is where the section's content begins."""
    count, at = read_leb128(data, at)
    for _ in range(count):
        module, at = read_name(data, at)
        symbol, at = read_name(data, at)
        kind, at = data[at], at + 1
        match kind:
            case 0:  # a function: its type
                _, at = read_leb128(data, at)
            case 1:  # a table: what it holds, how many
                at = limits(data, at + 1)
            case 2:  # a memory
                at = limits(data, at)
            case 3:  # a global: its type, whether it changes
                at += 2
            case _:  # a tag: an attribute, its type
                _, at = read_leb128(data, at + 1)
        yield module, symbol, kind


def exports(data: bytes, at: int) -> Iterator[tuple[str, bytes]]:
    """Yields the name of each export with its whole entry. `at` is where the section's content begins."""
    count, at = read_leb128(data, at)
    for _ in range(count):
        begin = at
        symbol, at = read_name(data, at)
        _, at = read_leb128(data, at + 1)
        yield symbol, data[begin:at]


def wanted(data: bytes) -> tuple[set[str], set[str]]:
    """Returns the names that a module imports to call them, and those of which it imports the address alone."""
    (at,) = (section.content for section in sections(data) if section.kind == IMPORTS)
    found = list(imports(data, at))
    linked = {symbol for module, symbol, _ in found if module.startswith("GOT.")}
    return {symbol for module, symbol, _ in found if not module.startswith("GOT.")}, linked


def kept_exports(data: bytes, script: str) -> list[bytes]:
    """Returns the entries of the exports that the script names or that one of the module's own imports refers to."""
    named = set(WORD.findall(script))
    _, linked = wanted(data)
    (at,) = (section.content for section in sections(data) if section.kind == EXPORTS)
    return [entry for symbol, entry in exports(data, at) if symbol in named or symbol in linked]


def trimmed(data: bytes, script: str) -> bytes:
    """Returns the module with only the exports that are used. `script` is the JavaScript that was linked with it."""
    return replaced(data, {EXPORTS: vector(kept_exports(data, script))})


def vector(items: Sequence[bytes]) -> bytes:
    """Returns a list as a module has it: how many there are, and each."""
    return b"".join([leb128(len(items)), *items])


def replaced(data: bytes, contents: Mapping[int, bytes]) -> bytes:
    """Returns the module with other contents in the sections of these kinds."""
    out = [data[:PREAMBLE_BYTES]]
    for section in sections(data):
        if section.kind in contents:
            content = contents[section.kind]
            out.append(bytes([section.kind]) + leb128(len(content)) + content)
        else:
            out.append(data[section.begin : section.end])
    return b"".join(out)


def without_library(script: str, loader: str, module: bytes) -> str:
    """Returns the script without the statements that offer what the script, its loader and the module do not use.

    Raises ValueError if the script is not written as this Emscripten does, so that somebody looks at a newer one.
    """
    called, linked = wanted(module)
    provided = called | {symbol for symbol in linked if not symbol.startswith(GRAPHICS)}
    before, entries, after = parted(script, "var wasmImports={", "}")
    script = before + ",".join(entry for entry in entries.split(",") if entry.split(":")[0] in provided) + after
    before, exported, after = parted(script, "function assignWasmExports(wasmExports){", "}")
    before, names, between = parted(before, "var ", ";", last=True)
    rest = OFFER.sub("", before + after) + loader
    read, used = set(READ.findall(rest)), Counter(WORD.findall(rest))
    kept = [line for line in exported.split(";") if any(used[name] for name in exporting(line))]
    used.update(WORD.findall(";".join(kept)))
    before, after = (OFFER.sub(lambda offer: offer[0] * (offer[1] in read), part) for part in (before, after))
    declared = ",".join(name for name in names.split(",") if used[name])
    for known in (REQUIRED, CAUGHT):
        if script.count(known) != 1:
            raise ValueError(f"the runtime's script says {known} {script.count(known)} times, not once")
    script = before + declared + between + ";".join(kept) + after
    script = script.replace(CAUGHT, FATAL)
    return script.replace(REQUIRED, f'rtn.required=!symName.startsWith("{GRAPHICS}")')


def exporting(line: str) -> list[str]:
    """Returns the names that a statement gives to an export, and that of the export."""
    found = EXPORT.fullmatch(line)
    if not found:
        raise ValueError(f"the runtime's script takes an export in an unknown way: {line[:100]}")
    return [*(name for name in WORD.findall(found[1]) if name != "Module"), found[2]]


def parted(text: str, begin: str, end: str, *, last: bool = False) -> tuple[str, str, str]:
    """Returns `text` up to and including `begin`, what follows up to `end`, and the rest from `end` on."""
    at = text.rfind(begin) if last else text.find(begin)
    if at < 0 or (not last and text.count(begin) > 1):
        raise ValueError(f"the runtime's script must have {begin!r} in one place")
    at += len(begin)
    to = text.index(end, at)
    return text[:at], text[at:to], text[to:]

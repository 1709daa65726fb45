"""Takes from the runtime what nothing here asks for: of its WebAssembly exports, of its script functions.

The runtime is linked so that any extension module could be loaded into it, and offers it every symbol of CPython, of
the C and C++ libraries, and of JavaScript libraries such as SDL and WebGL. No extension module is loaded here, and
all of that costs at every start: a script of 1.25 MB is parsed, an object is made for each of 4,900 exports, and for
each of 274 functions of WebGL a module of its own is compiled, because its address stands in a table. Without them
the rules' thread needs a fifth less until it has answered: 360 ms of the processor's time where it were 447.

The script comes in two steps: `without_library` takes the statements out by which functions are offered, and then
`join.mjs` what nobody can call any more. What the script that is left names, the module keeps (`trimmed`); nothing
else of the module changes.

The format: https://webassembly.github.io/spec/core/binary/modules.html
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

IMPORTS, EXPORTS = 2, 7
PREAMBLE = 8

WORD = re.compile(r"[\w$]+")
READ = re.compile(r"""[.'"`]([\w$]+)""")
OFFER = re.compile(r'(?<=[;{}])Module\["([\w$]+)"\]=[\w$]+(?=[;}])')
EXPORT = re.compile(r'((?:[\w$]+=|Module\["[\w$]+"\]=)*)wasmExports\["([\w$]+)"\](?:\.value>>>0)?')
GRAPHICS = "emscripten_gl"
"""How the functions of WebGL begin, of which the module wants the addresses, to give them to nobody."""
REQUIRED = "rtn.required=true"


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


def wanted(data: bytes) -> tuple[set[str], set[str]]:
    """What a module imports to call it, and that of which it wants the address alone."""
    (at,) = (section.content for section in sections(data) if section.kind == IMPORTS)
    found = list(imports(data, at))
    linked = {symbol for module, symbol in found if module.startswith("GOT.")}
    return {symbol for module, symbol in found if not module.startswith("GOT.")}, linked


def asked(data: bytes, script: str) -> list[bytes]:
    """The entries of a module's exports that its script names, or that stand behind one of its own imports."""
    named = set(WORD.findall(script))
    _, linked = wanted(data)
    (at,) = (section.content for section in sections(data) if section.kind == EXPORTS)
    return [entry for symbol, entry in exports(data, at) if symbol in named or symbol in linked]


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


def without_library(script: str, loader: str, module: bytes) -> str:
    """The runtime's script without the statements that offer what neither it nor its loader nor the module asks for.

    ValueError where the script is not as Emscripten writes it, so that a newer one is looked at.
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
    if script.count(REQUIRED) != 1:
        raise ValueError(f"the runtime's script says {REQUIRED} {script.count(REQUIRED)} times, not once")
    script = before + declared + between + ";".join(kept) + after
    return script.replace(REQUIRED, f'rtn.required=!symName.startsWith("{GRAPHICS}")')


def exporting(line: str) -> list[str]:
    """The names under which a statement makes an export known, and that of the export."""
    found = EXPORT.fullmatch(line)
    if not found:
        raise ValueError(f"the runtime's script takes an export in an unknown way: {line[:100]}")
    return [*(name for name in WORD.findall(found[1]) if name != "Module"), found[2]]


def parted(text: str, begin: str, end: str, *, last: bool = False) -> tuple[str, str, str]:
    """`text` up to and with `begin`, what follows before `end`, and the rest."""
    at = text.rfind(begin) if last else text.find(begin)
    if at < 0 or (not last and text.count(begin) > 1):
        raise ValueError(f"the runtime's script must have {begin!r} in one place")
    at += len(begin)
    to = text.index(end, at)
    return text[:at], text[at:to], text[to:]

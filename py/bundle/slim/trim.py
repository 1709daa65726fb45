"""Trims the runtime: removes the WebAssembly exports and the script functions that nothing here uses.

Pyodide is linked so that any extension module can be loaded into it. It offers every symbol of CPython, of the C and
C++ libraries, and of JavaScript libraries such as SDL and WebGL. No extension module is loaded here, and all of that
costs time at every start: a script of 1.25 MB is parsed, an object is made for each of 4,900 exports, and for each of
274 functions of WebGL a module of its own is compiled, because its address is in a table. Without them the worker
needs a fifth less processor time until its first answer: 360 ms instead of 447 ms.

The script is trimmed in two steps. `without_library` removes the statements that offer functions; then `join.mjs`
removes what nothing calls any more. The module keeps the exports that the remaining script names (`trimmed`); nothing
else in it changes.
"""

import re
from collections import Counter

from bundle.slim.wasm import EXPORTS, exports, imports, replaced, vector

WORD = re.compile(r"[\w$]+")
READ = re.compile(r"""[.'"`]([\w$]+)""")
OFFER = re.compile(r'(?<=[;{}])Module\["([\w$]+)"\]=[\w$]+(?=[;}])')
EXPORT = re.compile(r'((?:[\w$]+=|Module\["[\w$]+"\]=)*)wasmExports\["([\w$]+)"\](?:\.value>>>0)?')
GRAPHICS = "emscripten_gl"
"""How the names of the WebGL functions begin. The module asks for their addresses and uses none."""
REQUIRED = "rtn.required=true"


def wanted(data: bytes) -> tuple[set[str], set[str]]:
    """Returns the names that a module imports to call them, and those of which it imports the address alone."""
    found = list(imports(data))
    linked = {symbol for module, symbol, _ in found if module.startswith("GOT.")}
    return {symbol for module, symbol, _ in found if not module.startswith("GOT.")}, linked


def kept_exports(data: bytes, script: str) -> list[bytes]:
    """Returns the entries of the exports that the script names or that one of the module's own imports refers to."""
    named = set(WORD.findall(script))
    _, linked = wanted(data)
    return [one.entry for one in exports(data) if one.symbol in named or one.symbol in linked]


def trimmed(data: bytes, script: str) -> bytes:
    """Returns the module with only the exports that are used. `script` is the JavaScript that was linked with it."""
    return replaced(data, {EXPORTS: vector(kept_exports(data, script))})


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
    if script.count(REQUIRED) != 1:
        raise ValueError(f"the runtime's script says {REQUIRED} {script.count(REQUIRED)} times, not once")
    script = before + declared + between + ";".join(kept) + after
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

"""Runtimes that lack a function when a test wants it: every function of theirs has a fuse.

The fuse is a number. Each function that is entered makes it smaller by one, and where it is 0, the function traps as
a stub does. So a worker meets a stub at its start, in a search, or in the middle of any other request.
"""

import struct
from functools import cache
from pathlib import Path

from bundle import runtime, site
from bundle.slim import stubs, trim
from playwright.sync_api import BrowserContext, Page, Route, Worker

FUSE = "fuse"
LONG = 2**32 - 1
"""A fuse that lasts longer than a test."""
STARTS_IN_THE_MIDDLE = 100_000
"""A fuse that burns down while Python starts."""

HOOK = """{
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...how) => {
    const instance = await instantiate(...how);
    const { fuse, ...exports } = instance.exports;
    if (!fuse) return instance;
    self.burn = (entries) => { fuse.value = entries; };
    return { exports };
  };
}
"""
"""What a worker begins with so that its fuse can be set. The runtime's own script would take it for an address."""

IF, UNREACHABLE, NO_RESULT, IS_ZERO, ADD, MINUS_ONE = 0x04, 0x00, 0x40, 0x45, 0x6A, 0x7F


def fused(data: bytes, length: int) -> bytes:
    """Returns a module that traps once it has entered this many functions."""
    imports_at, globals_at = (stubs.content(data, kind) for kind in (trim.IMPORTS, trim.GLOBALS))
    own, defined = trim.read_leb128(data, globals_at)
    end = next(section.end for section in trim.sections(data) if section.kind == trim.GLOBALS)
    fuse = own + sum(kind == trim.GLOBAL for _, _, kind in trim.imports(data, imports_at))
    name, number = FUSE.encode(), trim.leb128(fuse)
    get, constant = bytes([stubs.GLOBAL_GET]) + number, bytes([stubs.CONST])
    step = get + bytes([IS_ZERO, IF, NO_RESULT, UNREACHABLE, stubs.END])
    step += get + constant + bytes([MINUS_ONE, ADD, stubs.GLOBAL_SET]) + number
    value = signed_leb128(struct.unpack("<i", struct.pack("<I", length))[0])
    parts = {
        trim.GLOBALS: trim.leb128(own + 1)
        + data[defined:end]
        + bytes([stubs.I32, stubs.MUTABLE, stubs.CONST])
        + value
        + bytes([stubs.END]),
        trim.EXPORTS: trim.vector(
            [entry for _, entry in trim.exports(data, stubs.content(data, trim.EXPORTS))]
            + [trim.leb128(len(name)) + name + bytes([trim.GLOBAL]) + number]
        ),
        trim.CODE: stubs.rewritten(data, lambda _, body: body[: (at := stubs.after_locals(body))] + step + body[at:]),
    }
    return trim.replaced(data, parts)


def signed_leb128(value: int) -> bytes:
    """Returns a number as signed LEB128."""
    out = bytearray()
    while not -0x40 <= value < 0x40:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value & 0x7F])


@cache
def module(length: int) -> bytes:
    """Returns the small runtime with a fuse of this length."""
    _, wasm, _ = runtime.small()
    return fused(wasm.read_bytes(), length)


@cache
def rest(length: int) -> bytes:
    """Returns what makes the whole runtime of that one: all of it."""
    whole = (runtime.whole() / runtime.WASM).read_bytes()
    return struct.pack("<IIII", len(whole), 0, len(module(length)), len(whole)) + whole


def worker() -> str:
    """Returns the worker's script with the hook."""
    return HOOK + next(site.DIST.glob("assets/web-*/engine/worker.js")).read_text("utf-8")


def serve(where: BrowserContext | Page, length: int = LONG) -> None:
    """Has pages get a runtime with a fuse of this length instead of the shipped one."""

    def answer(route: Route) -> None:
        is_rest = route.request.url.endswith(f"/{runtime.REST}")
        route.fulfill(content_type="application/wasm", body=rest(length) if is_rest else module(length))

    where.route("**/*.wasm", answer)
    where.route("**/worker.js", lambda route: route.fulfill(content_type="text/javascript", body=worker()))


def install(folder: Path, length: int = LONG) -> None:
    """Puts a runtime with a fuse into a copy of the site."""
    sizes = {}
    contents = {runtime.WASM: module(length), runtime.REST: rest(length), "engine/worker.js": worker().encode()}
    for name, content in contents.items():
        (place,) = folder.rglob(name)
        place.write_bytes(content)
        sizes[place.relative_to(folder).as_posix()] = len(content)
    script = (folder / "sw.js").read_text("utf-8")
    for name, size in sizes.items():
        before, found, after = script.partition(f'"{name}": ')
        assert found
        script = f"{before}{found}{size}{after.lstrip('0123456789')}"
    (folder / "sw.js").write_text(script, "utf-8")


def burn(one: Worker, entries: int) -> None:
    """Has a worker meet a stub after it has entered this many functions."""
    one.evaluate("entries => { self.burn(entries); }", entries)

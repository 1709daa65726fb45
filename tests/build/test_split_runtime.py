"""The split runtime: what is in which part, and that both together are the whole one."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from bundle import runtime, site, toolchain
from bundle.slim import count, counters, entered, stubs, wasm

from tests.support.tiers import mostly_slow

pytestmark = pytest.mark.skipif(runtime.is_stock(), reason="with --stock-runtime nothing is split")


@pytest.fixture(scope="module")
def modules() -> tuple[bytes, bytes, bytes]:
    """The small module, the rest, and the whole one."""
    made = runtime.split()
    return (made / runtime.WASM).read_bytes(), (made / runtime.REST).read_bytes(), whole().read_bytes()


def whole() -> Path:
    return runtime.whole() / runtime.WASM


def code(data: bytes) -> list[bytes]:
    """The bodies of a module's functions."""
    return [data[body.begin : body.end] for body in wasm.bodies(data)]


def test_each_function_is_in_one_part_and_can_be_reached_from_the_other(modules: tuple[bytes, bytes, bytes]) -> None:
    listed = entered.read(toolchain.PYODIDE / runtime.WASM)
    kept, reached, moved, called_back = stubs.split(stubs.Runtime(modules[2]), listed)
    assert kept == listed
    assert 1000 < len(kept) < len(moved)
    assert reached <= moved
    assert called_back <= kept
    assert not kept & moved
    for number, (small, rest, before) in enumerate(zip(*map(code, modules), strict=True)):
        assert (small == before) == (number in kept) or before == stubs.TRAP, number
        assert (rest == before) == (number in moved) or before == stubs.TRAP, number
        assert (small == stubs.TRAP) == (number not in kept | reached), number
        assert (rest == stubs.TRAP) == (number not in moved | called_back) or before == stubs.TRAP, number


def test_no_type_or_function_has_another_number(modules: tuple[bytes, bytes, bytes]) -> None:
    for kind in (wasm.TYPES, wasm.FUNCTIONS):
        assert len({wasm.contents(data, kind) for data in modules}) == 1
    assert len({wasm.imported(data, wasm.FUNCTION) for data in modules}) == 1


def test_list_of_another_runtime_stops_the_build_and_names_the_command(tmp_path: Path) -> None:
    """The numbers of functions mean others there."""
    module = tmp_path / runtime.WASM
    module.write_bytes(b"another")
    with pytest.raises(toolchain.Stop, match=re.escape("python3 build.py profile")):
        entered.read(module)
    entered.write(module, [7, 1, 2, 3, 9, 10], tmp_path / "list")
    assert entered.read(module, tmp_path / "list") == {1, 2, 3, 7, 9, 10}
    module.write_bytes(b"a third")
    with pytest.raises(toolchain.Stop, match=re.escape("python3 build.py profile")):
        entered.read(module, tmp_path / "list")


# -- all replies are the same ----------------------------------------------------------------------------


def replies(name: str, config: dict[str, object], folder: Path, *how: str) -> bytes:
    """Returns what a runtime replies to every kind of request, of which the folder has examples."""
    config |= {
        "library": str(site.library() / "library.zip"),
        "mounts": {
            "/saltus": str(site.unpacked()),
            "/build/bundle": str(toolchain.BUNDLE),
            "/support": str(toolchain.TESTS / "support"),
            "/out": str(folder),
        },
        "path": ["/saltus", "/build"],
        "env": {"PYTHONHASHSEED": "0"},  # as the worker has it
    }
    toolchain.run_python(config, "/support/every_request.py", f"/out/{name}", "/out/examples.json", *how)
    return (folder / name).read_bytes()


def unsplit(folder: Path) -> dict[str, object]:
    """How to start the runtime that was split."""
    folder.mkdir()
    for path in (
        *(toolchain.PYODIDE / name for name in (runtime.LOADER, runtime.LOCK)),
        runtime.whole() / runtime.GLUE,
    ):
        shutil.copy(path, folder)
    shutil.copy(whole(), folder)
    return {"runtime": f"{folder}{os.sep}"}


@mostly_slow("what", ["some", "fields", "files", "searches"], "some")
def test_every_request_has_the_same_reply_whether_and_when_the_rest_joins(tmp_path: Path, what: str) -> None:
    """Nobody may miss the data that are emptied in the small module before the rest brings them back."""
    toolchain.call(sys.executable, toolchain.TESTS / "support" / "every_request.py", tmp_path / "examples.json")
    expected = replies("whole", unsplit(tmp_path / "runtime"), tmp_path, what)
    assert len(expected) > 100_000
    assert replies("when-needed", site.shipped(), tmp_path, what) == expected
    assert replies("first", site.shipped(), tmp_path, what, "join") == expected
    assert replies("at-once", {**site.shipped(), "whole": True}, tmp_path, what) == expected


def test_everything_that_the_package_needs_is_found(tmp_path: Path) -> None:
    config = {
        **site.shipped(),
        "library": str(site.library() / "library.zip"),
        "mounts": {"/saltus": str(site.unpacked()), "/bundle": str(toolchain.BUNDLE), "/out": str(tmp_path)},
        "path": ["/saltus"],
    }
    toolchain.run_python(config, "/bundle/reach.py", "play", "/out/missing.json")
    assert json.loads((tmp_path / "missing.json").read_text()) == []


UNUSUAL = """import struct, sys, unicodedata
print(2j**1.5, "\\u01c6".title(), unicodedata.name("\\N{WHITE DRAUGHTS KING}"))
print(unicodedata.normalize("NFKD", "\\u01c6"))
exec(compile("class A:\\n async def b(self): return [await c async for c in d]", "x", "exec"))
print(A.b.__code__.co_flags, struct.pack(">dH", 2.5, 7), 3**400 // 7**100, round(7, 3), {1}.isdisjoint({2}))
def deeper(n): return [deeper(n + 1)]
try: deeper(0)
except RecursionError as error: print(error)
print(sum(chr(code).isprintable() for code in range(sys.maxunicode + 1)), chr(0x136F7).isprintable())
"""


def test_what_nobody_counted_gives_the_same_answer(tmp_path: Path) -> None:
    """Among it whether a character is printable, as this CPython has it. U+136F7 came with Unicode 16: older versions
    do not know it, and escape it in a `repr`."""
    answers = [
        toolchain.run_python({**how, "library": str(toolchain.PYODIDE / "python_stdlib.zip")}, "-c", UNUSUAL)
        for how in (unsplit(tmp_path / "runtime"), site.shipped(), {**site.shipped(), "whole": True})
    ]
    assert "WHITE DRAUGHTS KING" in answers[0]
    assert answers[0].endswith("True\n")
    assert answers == answers[:1] * 3


# -- how it works, in a module of seven functions --------------------------------------------------------


TYPE, NOTHING = 1, 0
"""The types of the module: i32 -> i32, and () -> ()."""
GLOBAL_GET, GLOBAL_SET, LOCAL_GET, CALL, ADD, LOAD, INDIRECT = (
    b"\x23",
    b"\x24",
    b"\x20",
    b"\x10",
    b"\x6a",
    b"\x2d",
    b"\x11",
)
GIVEN = LOCAL_GET + b"\0"
COUNT_UP = GLOBAL_GET + b"\0" + b"\x41\x01" + ADD + GLOBAL_SET + b"\0"
READ = b"\x41\x00" + LOAD + b"\x00\x10"  # the byte at 16
TWICE = CALL + b"\0"  # the one import
KEPT, FAR, BACK, LISTED, UNUSED, DEEP, PLAIN = range(7)


def call(function: int) -> bytes:
    return CALL + bytes([function + 1])


BODIES = {
    KEPT: COUNT_UP + GIVEN + call(FAR) + b"\x41\x00" + INDIRECT + bytes([TYPE, 0]),
    FAR: COUNT_UP + GIVEN + call(BACK) + call(DEEP) + READ + ADD,
    BACK: COUNT_UP + GIVEN + TWICE,
    LISTED: COUNT_UP + GIVEN + b"\x41\x01" + INDIRECT + bytes([TYPE, 0]),
    UNUSED: GIVEN,
    DEEP: COUNT_UP + GIVEN + b"\x41\x03" + ADD,
    PLAIN: COUNT_UP + GIVEN + b"\x41\x05" + ADD,
}
"""A kept function calls one that is not, which calls back; LISTED and PLAIN are called through the table."""


def example(*extra: tuple[int, bytes]) -> bytes:
    """A module that is linked as Pyodide's is: what changes is its own, and the first of its kind."""
    parts = {
        wasm.TYPES: wasm.vector([b"\x60\0\0", b"\x60\x01\x7f\x01\x7f"]),
        wasm.IMPORTS: wasm.vector([wasm.name("env") + wasm.name("twice") + bytes([wasm.FUNCTION, TYPE])]),
        wasm.FUNCTIONS: wasm.vector([bytes([TYPE])] * len(BODIES)),
        wasm.TABLES: wasm.vector([b"\x70\0\x02"]),
        wasm.MEMORIES: wasm.vector([b"\0\x01"]),
        wasm.TAGS: wasm.vector([b"\0\0"]),
        wasm.GLOBALS: wasm.vector([b"\x7f\x01\x41\0\x0b", b"\x7f\0\x41\x10\x0b"]),
        wasm.EXPORTS: wasm.vector(
            [
                wasm.export("kept", wasm.FUNCTION, KEPT + 1),
                wasm.export("listed", wasm.FUNCTION, LISTED + 1),
                wasm.export("count", wasm.GLOBAL, 0),
            ]
        ),
        wasm.ELEMENTS: wasm.vector([b"\0\x41\0\x0b" + wasm.vector([bytes([LISTED + 1]), bytes([PLAIN + 1])])]),
        wasm.CODE: wasm.vector([wasm.leb128(len(body) + 2) + b"\0" + body + b"\x0b" for body in BODIES.values()]),
        wasm.DATA: wasm.vector([b"\0\x41\x10\x0b\x01\x09"]),
    } | dict(extra)
    order = (1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 10, 11)
    sections = (bytes([kind]) + wasm.leb128(len(parts[kind])) + parts[kind] for kind in order if kind in parts)
    return b"\0asm\1\0\0\0" + b"".join(sections)


PROGRAM = """import { readFileSync } from 'node:fs';
import { joinable } from '%s';
const read = (name) => readFileSync(new URL(name, import.meta.url));
const imports = { env: { twice: (n) => 2 * n } };
let joins = 0;
const rest = () => { joins++; return new WebAssembly.Module(read('rest.wasm')); };
const told = [];
for (const [name, now] of [['whole', false], ['small', false], ['small', true]]) {
  const { instance } = await WebAssembly.instantiate(read(`${name}.wasm`), imports);
  joins = 0;
  const exports = joinable(instance, imports, rest, now);
  const before = joins;
  const { kept, listed, count } = exports;
  told.push([before, kept(5), listed(5), kept(6), count.value, joins, Object.keys(exports)]);
}
console.log(JSON.stringify(told));"""


def run(folder: Path, small: bytes, rest: bytes) -> list[list[object]]:
    """Returns what the whole module does, the small one, and the small one that the rest has joined at once."""
    for name, data in {"whole": example(), "small": small, "rest": rest}.items():
        (folder / f"{name}.wasm").write_bytes(data)
    (folder / "program.mjs").write_text(PROGRAM % Path(str(site.shipped()["joinable"])).as_uri())
    found: list[list[object]] = json.loads(toolchain.call(toolchain.node()[0], folder / "program.mjs"))
    return found


@pytest.mark.parametrize(
    "kept", [{KEPT, BACK}, {KEPT}, {FAR, DEEP}, {LISTED}, set(), set(range(len(BODIES)))], ids=str
)
def test_a_stub_has_the_rest_join_once_and_goes_on(tmp_path: Path, kept: set[int]) -> None:
    """All calls have the same state: by number and through the table, from functions that stay and that move."""
    unread = [] if FAR in kept else [range(16, 17)]
    whole, when_needed, at_once = run(tmp_path, *stubs.modules(example(), kept, unread))
    expected = whole[1:5]
    assert whole[0] == whole[5] == 0
    assert when_needed[1:5] == at_once[1:5] == expected
    assert when_needed[0] == 0
    assert when_needed[5] == (len(kept) < len(BODIES))
    assert at_once[0] == at_once[5] == 1
    assert whole[6] == when_needed[6] == at_once[6], "the script sees nothing of it"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ((wasm.START, b"\0"), "runs at its start"),
        ((wasm.GLOBALS, wasm.vector([b"\x7f\0\x41\x10\x0b", b"\x7f\x01\x41\0\x0b"])), "are not the first"),
        ((wasm.TABLES, wasm.vector([b"\x70\x01\x02\x02"])), "cannot grow"),
        ((wasm.ELEMENTS, wasm.vector([b"\x01\0\x00"])), "no constant place"),
    ],
    ids=["start", "globals", "table", "elements"],
)
def test_a_runtime_that_is_linked_otherwise_stops_the_build(change: tuple[int, bytes], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        stubs.modules(example(change), {KEPT}, [])


def test_functions_that_are_entered_are_counted(tmp_path: Path) -> None:
    (tmp_path / "counting.wasm").write_bytes(counters.counting(example()))
    (tmp_path / "program.mjs").write_text(
        """import { readFileSync } from 'node:fs';
        const source = readFileSync(new URL('counting.wasm', import.meta.url));
        const { exports } = (await WebAssembly.instantiate(source, { env: { twice: (n) => 2 * n } })).instance;
        exports.listed(1);
        console.log(JSON.stringify([Object.keys(exports), entered()]));"""
    )
    said = toolchain.call(toolchain.node()[0], "--require", count.HOOK, tmp_path / "program.mjs")
    assert json.loads(said) == [["kept", "listed", "count"], [LISTED, PLAIN]]

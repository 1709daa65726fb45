"""The small runtime: what it has, what became of the rest, and that it lacks nothing that it is asked for."""

import json
import re
import shutil
import struct
from pathlib import Path

import pytest
from bundle import runtime, site, toolchain
from bundle.slim import count, entered, stubs, trim

from tests.support.tiers import sampled

pytestmark = pytest.mark.skipif(runtime.is_stock(), reason="with --stock-runtime there is no small one")


@pytest.fixture(scope="module")
def modules() -> tuple[bytes, bytes]:
    """The small module and the whole one."""
    small = dict(zip(("glue", "wasm", "rest"), runtime.small(), strict=True))
    return small["wasm"].read_bytes(), (runtime.whole() / runtime.WASM).read_bytes()


def code(data: bytes) -> list[bytes]:
    """The bodies of a module's functions."""
    return [data[body.begin : body.end] for body in stubs.bodies(data)]


def test_small_runtime_has_the_listed_functions_and_stubs_for_the_others(modules: tuple[bytes, bytes]) -> None:
    listed = entered.read(toolchain.PYODIDE / runtime.WASM)
    kept = stubs.with_neighbours(modules[1], listed)
    assert listed < kept
    small, whole = map(code, modules)
    assert 1000 < len(kept) < len(whole) / 4
    assert len(small) == len(whole)
    for number, (one, other) in enumerate(zip(small, whole, strict=True)):
        assert one == (other if number in kept else stubs.STUB), number


def test_small_runtime_differs_in_code_and_data_alone(modules: tuple[bytes, bytes]) -> None:
    small, whole = (
        {section.kind: data[section.content : section.end] for section in trim.sections(data)} for data in modules
    )
    assert [kind for kind in whole if small[kind] != whole[kind]] == [trim.CODE, trim.DATA]


def restored(small: bytes, rest: bytes) -> bytes:
    """What web/engine/runtime/whole.ts makes of both, which the tests in the browser run."""
    (length,) = struct.unpack_from("<I", rest)
    out, at, begin = b"", 4, 0
    while at < len(rest):
        taken, left, added = struct.unpack_from("<III", rest, at)
        out += small[begin : begin + taken] + rest[at + 12 : at + 12 + added]
        begin, at = begin + taken + left, at + 12 + added
    assert (len(out), begin) == (length, len(small))
    return out


def test_whole_runtime_is_the_small_one_and_the_rest(modules: tuple[bytes, bytes]) -> None:
    small, whole = modules
    assert restored(small, (runtime.SMALL / runtime.REST).read_bytes()) == whole


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


@pytest.fixture
def small_python(tmp_path: Path) -> dict[str, object]:
    """How to run Python under Node in the small runtime, with what is shipped and nothing else."""
    folder = tmp_path / "runtime"
    folder.mkdir()
    glue, wasm, _ = runtime.small()
    for path in (toolchain.PYODIDE / runtime.LOADER, toolchain.PYODIDE / count.LOCK, glue, wasm):
        shutil.copy(path, folder)
    return {
        "runtime": f"{folder}/",
        "library": str(site.library() / "library.zip"),
        "mounts": {"/saltus": str(site.unpacked()), "/build/bundle": str(toolchain.BUNDLE), "/out": str(tmp_path)},
        "path": ["/saltus", "/build"],
        "env": {"PYTHONHASHSEED": "0"},  # as the worker has it
    }


@sampled("command", ["check", "play"], "play")
def test_every_request_is_answered_in_the_small_runtime(
    small_python: dict[str, object], tmp_path: Path, command: str
) -> None:
    """A stub would end the program. If it does: `python3 build.py profile` counts again what is entered."""
    toolchain.run_python(small_python, "/build/bundle/reach.py", command, "/out/missing.json")
    assert json.loads((tmp_path / "missing.json").read_text()) == []


@pytest.mark.again("test_every_request_is_answered_in_the_small_runtime")
def test_spoiled_requests_are_answered_in_the_small_runtime(small_python: dict[str, object]) -> None:
    """Each kind of request with every field missing or wrong, and texts that are no requests."""
    assert "requests" in toolchain.run_python(small_python, "/build/bundle/slim/strain.py", "quick")


def test_who_needs_emptied_data_is_stopped(small_python: dict[str, object]) -> None:
    """The names of characters are among them: a wrong answer would be worse than none."""
    with pytest.raises(toolchain.Stop, match="unreachable"):
        toolchain.run_python(small_python, "-c", "print('\\N{WHITE DRAUGHTS KING}')")


def test_a_stub_traps_and_is_counted_as_not_entered(tmp_path: Path) -> None:
    """A module of two functions, of which the second is called."""
    whole = (
        b"\0asm\1\0\0\0"
        b"\x01\x05\x01\x60\x00\x01\x7f"
        b"\x02\x01\x00"
        b"\x03\x03\x02\x00\x00"
        b"\x06\x01\x00"
        b"\x07\x0d\x02\x03one\x00\x00\x03two\x00\x01"
        b"\x0a\x0d\x02\x04\x00\x41\x01\x0b\x06\x01\x01\x7f\x41\x02\x0b"
    )
    (tmp_path / "counting.wasm").write_bytes(stubs.counting(whole))
    (tmp_path / "small.wasm").write_bytes(stubs.stubbed(whole, {1}))
    (tmp_path / "program.mjs").write_text(
        """import { readFileSync } from 'node:fs';
        const started = async (name) =>
          (await WebAssembly.instantiate(readFileSync(new URL(name, import.meta.url)), {})).instance.exports;
        const counting = await started('counting.wasm');
        const two = counting.two();
        const small = await started('small.wasm');
        let told;
        try { small.one(); } catch (error) { told = [error instanceof WebAssembly.RuntimeError, error.message]; }
        console.log(JSON.stringify([Object.keys(counting), two, entered(), small.two(), ...told]));"""
    )
    said = toolchain.call(toolchain.node()[0], "--require", count.HOOK, tmp_path / "program.mjs")
    assert json.loads(said) == [["one", "two"], 2, [1], 2, True, "unreachable"]

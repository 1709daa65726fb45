"""Python as the browser gets it: trimmed to what is used, and equal to the original in that."""

import gzip
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from bundle import runtime, site, toolchain
from bundle.slim import trim, wasm

from tests.support.checkout import ROOT
from tests.support.tiers import mostly_slow

STAND_INS = r"""
import json, re, traceback
from typing import Literal, NamedTuple, TypeAlias

Side: TypeAlias = Literal["w", "b"]

class Move(NamedTuple):
    path: tuple[int, ...]
    side: Side | None = None
    @property
    def last(self):
        return self.path[-1]

move = Move((1, 2))
print(move, move.last, move._asdict(), move == ((1, 2), None), Move.__name__)
TEXTS = '{"a": [1, 2.5, "\u00e9", null, true]}', " [1]\n", "", '{"a" 1}', "[1]\n x", '["\x01"]', "[NaN]", '"\\q"'
for text in TEXTS:
    try:
        print(json.loads(text))
    except json.JSONDecodeError as error:
        print(error, error.msg, error.pos, error.lineno, error.colno)
value = {"z": ["\u00e9\"\\", -1, 1e300, False, None], "a": {}}
print(json.dumps(value), json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=True))
for wrong in (float("nan"), {1, 2}):
    try:
        print(json.JSONEncoder(allow_nan=False).encode(wrong))
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
name = re.compile("([A-Z])([a-z]*)", re.IGNORECASE)
print(name.fullmatch("abc").groups(), name.match("1"), [found[0] for found in name.finditer("Ab cd")], name.groups)
print(re.sub(r"(a)(.)", r"\2\1", "abac"), re.sub("A.", lambda found: "-", "a\nab", flags=re.DOTALL | re.IGNORECASE))
print(re.split(r"\s", "a b c", maxsplit=1), re.search("B", "abc", re.IGNORECASE).start(), re.search("x", "abc"))
try:
    1 / 0
except ZeroDivisionError as error:
    print(traceback.format_exception(error)[-1], traceback.format_exc().splitlines()[-1])
"""


@pytest.mark.skipif(runtime.is_stock(), reason="with --stock-runtime nothing is trimmed")
def test_trimmed_script_and_module_have_what_they_use_of_each_other() -> None:
    """The script finds every export it uses, and the module every import. The rest of the module is unchanged."""
    whole = (toolchain.PYODIDE / runtime.WASM).read_bytes()
    made = runtime.whole()
    shipped, script = (made / runtime.WASM).read_bytes(), (made / runtime.GLUE).read_text("utf-8")

    def parts(data: bytes) -> dict[int, bytes]:
        return {section.kind: data[section.content : section.end] for section in wasm.sections(data)}

    def offered(data: bytes) -> set[str]:
        return {one.symbol for one in wasm.exports(data)}

    assert {kind for kind, content in parts(whole).items() if parts(shipped)[kind] != content} == {wasm.EXPORTS}
    asked = set(re.findall(r'wasmExports\["(\w+)"\]', script))
    assert len(asked) > 100
    assert asked <= offered(shipped) < offered(whole)
    called, _ = trim.wanted(shipped)
    (provided,) = re.findall(r"\bwasmImports=\{([^}]*)\}", script)
    assert len(called) > 100
    assert called <= {entry.partition(":")[0] for entry in provided.split(",")}


def test_an_unknown_runtime_is_refused() -> None:
    """Otherwise the site would lack parts of it."""
    module, loader = ((toolchain.PYODIDE / name).read_bytes() for name in (runtime.WASM, runtime.LOADER))
    script = (toolchain.PYODIDE / runtime.GLUE).read_text("utf-8")
    for begin in ("var wasmImports={", "function assignWasmExports(wasmExports){", "rtn.required=true"):
        with pytest.raises(ValueError, match="runtime's script"):
            trim.without_library(script.replace(begin, ""), loader.decode(), module)


def test_stand_ins_behave_like_the_originals(tmp_path: Path) -> None:
    """A program prints the same with the stand-ins in Pyodide as with the originals in this Python."""
    (tmp_path / "program.py").write_text(STAND_INS)
    config = {"library": str(site.library() / "library.zip"), "mounts": {"/here": str(tmp_path)}}
    native = subprocess.run([sys.executable, tmp_path / "program.py"], capture_output=True, text=True, check=True)
    lean = toolchain.run_python(config, "/here/program.py")
    assert lean.splitlines() == native.stdout.splitlines()


def test_stock_runtime_is_what_pyodide_has() -> None:
    script, module, library = site.stock_parts()
    assert script.read_bytes() == (toolchain.PYODIDE / runtime.GLUE).read_bytes()
    assert module.read_bytes() == (toolchain.PYODIDE / runtime.WASM).read_bytes()
    with (
        zipfile.ZipFile(io.BytesIO(gzip.decompress(library.read_bytes()))) as packed,
        zipfile.ZipFile(toolchain.PYODIDE / "python_stdlib.zip") as original,
    ):
        assert set(packed.namelist()) == set(original.namelist())
        assert all(packed.read(name) == original.read(name) for name in original.namelist())


def test_bytecode_gives_the_same_output_as_the_sources() -> None:
    """`build.py pyodide` runs the built package and prints what the sources print under this Python."""
    program = ["-m", "saltus", "perft", "gambit", "3"]
    args = [sys.executable, "build.py", "pyodide", "--", *program]
    browsers = subprocess.run(args, cwd=ROOT, capture_output=True, text=True)
    native = subprocess.run([sys.executable, *program], cwd=ROOT / "py", capture_output=True, text=True)
    leaves = [run.stdout.split()[:1] for run in (browsers, native)]
    assert leaves[0] == leaves[1] != [], browsers.stderr


def test_bridge_works_in_the_pinned_runtime() -> None:
    """Without threads: each request is answered before the next is read."""
    sent = '{"id": 1, "op": "new", "game": "rock"}\n{"id": 2, "op": "think", "depth": 2}\n{"id": 3, "op": "state"}\n'
    args = [sys.executable, "build.py", "pyodide", "--", "-m", "saltus", "bridge"]
    done = subprocess.run(args, cwd=ROOT, input=sent, capture_output=True, text=True)
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["id"] for reply in replies if "event" not in reply] == [1, 2, 3], done.stderr
    assert all(reply.get("ok", True) for reply in replies)


@pytest.mark.skipif(os.name == "nt", reason="pipes of Windows are of another kind")
@mostly_slow("waits", [True, False], True, ids=["pipe that waits", "pipe that answers at once"])
def test_bridge_in_the_pinned_runtime_waits_for_requests(waits: bool) -> None:
    """The pipe must stay blocking, if it is: otherwise the program would have to poll."""
    end, sending = os.pipe()
    os.set_blocking(end, waits)
    command = [sys.executable, str(ROOT / "build.py"), "pyodide", "--", "-m", "saltus", "bridge"]
    with subprocess.Popen(command, stdin=end, stdout=subprocess.PIPE) as process, os.fdopen(sending, "wb", 0) as sink:
        assert process.stdout
        for number in range(3):
            sink.write(b'{"id":%d,"op":"check","game":"gambit"}\n' % number)
            assert json.loads(process.stdout.readline())["id"] == number
            assert os.get_blocking(end) is waits
        sink.close()
        assert process.stdout.read() == b""
        assert process.wait(60) == 0
    os.close(end)

"""The build: the same everywhere, complete, and open to a sixth game."""

import ast
import json
import re
import socket
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import pytest
from bundle import site, toolchain, trim
from bundle.server import make_server
from checkout import built, checkout, contents, embedded

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module", autouse=True)
def built_site() -> None:
    site.dist()


def test_two_builds_give_the_same_bytes(tmp_path: Path) -> None:
    first, second = contents(site.DIST), contents(built(checkout(tmp_path)))
    assert sorted(first) == sorted(second)
    assert [name for name, data in first.items() if second[name] != data] == []


def test_every_address_in_the_page_exists() -> None:
    page = (site.DIST / "index.html").read_text()
    addresses = [name for name in re.findall(r'(?:href|src|data-later)="([^"#]+)"', page) if name != "data:,"]
    assets = embedded(site.DIST, "assets")
    places = [assets[name] for name in ("worker", "runtime", "glue", "wasm", "library", "rules", "late")]
    assert len(addresses) > 5
    assert [name for name in addresses + places if not (site.DIST / name).exists()] == []
    sizes = {name: (site.DIST / assets[name]).stat().st_size for name in assets["sizes"]}
    assert assets["sizes"] == sizes


def test_what_the_first_board_needs_is_on_its_way_from_the_start() -> None:
    """One module beside the main one, and one style sheet: whatever these import, directly or not, stands in them."""
    page = (site.DIST / "index.html").read_text()
    preloaded = re.findall(r'rel="modulepreload" href="([^"]+)"', page)
    (main,) = re.findall(r'<script type="module" src="([^"]+)">', page)
    (style,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page)
    assert "@import" not in (site.DIST / style).read_text()
    folder = (site.DIST / main).parent
    for name in (main, *preloaded, embedded(site.DIST, "assets")["worker"]):
        statements = re.findall(r"^(?:import|export)\b[^;(]*?from '([^']+)'", (site.DIST / name).read_text(), re.M)
        needed = {(folder / other).resolve().relative_to(site.DIST).as_posix() for other in statements}
        assert needed <= set(preloaded)


def test_each_module_of_the_page_is_shipped_once_and_its_tests_are_not() -> None:
    """By what stands at the head of each."""
    scripts = [path for path in toolchain.files(toolchain.WEB) if path.suffix == ".js"]
    scripts = [path for path in scripts if "node_modules" not in path.parts]
    tests = [path for path in scripts if path.name.endswith(".test.js")]
    shipped = "".join(path.read_text() for path in toolchain.files(site.DIST) if path.suffix == ".js")

    def heads(paths: list[Path]) -> list[str]:
        return [head[0] for path in paths if (head := re.match(r"/\*\*.*?\*/", path.read_text(), re.S))]

    modules = heads([path for path in scripts if path not in tests])
    assert len(modules) > 50
    assert [head for head in modules if shipped.count(head) != 1] == []
    assert len(heads(tests)) == len(tests) > 0
    assert [head for head in heads(tests) if head in shipped] == []
    assert [
        path.name for path in toolchain.files(site.DIST) if ".test." in path.name or path.name.endswith(".d.ts")
    ] == []


def test_nothing_in_the_site_or_the_lock_names_a_registry() -> None:
    hosts = re.compile(rb"registry\.npmjs|pypi\.org|pythonhosted|files\.python")
    texts = {name: data for name, data in contents(site.DIST).items() if not name.endswith((".wasm", ".pack"))}
    ours = {name: data for name, data in texts.items() if not re.search(r"assets/python-", name)}
    ours["package-lock.json"] = (ROOT / "web" / "package-lock.json").read_bytes()
    assert [name for name, data in ours.items() if hosts.search(data)] == []
    assert b'"resolved"' not in ours["package-lock.json"]
    assert b'"integrity"' in ours["package-lock.json"]


MISSED = [("check", ["saltus.zip", "late.zip"]), ("play", ["saltus.zip"])]


@pytest.mark.parametrize(("command", "packs"), MISSED, ids=["whole exercise", "play before the late modules come"])
def test_nothing_reachable_is_missing_from_what_is_shipped(tmp_path: Path, command: str, packs: list[str]) -> None:
    """The exercise runs in what the browser gets, and asks in vain for nothing."""
    for name in packs:
        with zipfile.ZipFile(site.rules() / name) as package:
            package.extractall(tmp_path / "package")
    config = {
        "library": str(site.library() / "library.zip"),
        "mounts": {"/package": str(tmp_path / "package"), "/out": str(tmp_path), "/bundle": str(site.REACH.parent)},
        "path": ["/package"],
    }
    toolchain.run_python(config, "/bundle/reach.py", command, "/out/missing.json")
    assert json.loads((tmp_path / "missing.json").read_text()) == []


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
print(re.split(r"\s", "a b c", maxsplit=1))
try:
    1 / 0
except ZeroDivisionError as error:
    print(traceback.format_exception(error)[-1], traceback.format_exc().splitlines()[-1])
"""


def test_runtime_has_what_its_parts_ask_of_each_other() -> None:
    """The script the exports of the module, the module its imports of the script; all else of it stays as it was."""
    whole = (toolchain.PYODIDE / site.WASM).read_bytes()
    python = next(site.DIST.glob("assets/python-*"))
    shipped, script = (python / site.WASM).read_bytes(), (python / site.GLUE).read_text("utf-8")

    def parts(data: bytes) -> dict[int, bytes]:
        return {section.kind: data[section.content : section.end] for section in trim.sections(data)}

    def offered(data: bytes) -> set[str]:
        return {symbol for symbol, _ in trim.exports(parts(data)[trim.EXPORTS], 0)}

    assert {kind for kind, content in parts(whole).items() if parts(shipped)[kind] != content} == {trim.EXPORTS}
    asked = set(re.findall(r'wasmExports\["(\w+)"\]', script))
    assert len(asked) > 100
    assert asked <= offered(shipped) < offered(whole)
    called, _ = trim.wanted(shipped)
    (provided,) = re.findall(r"\bwasmImports=\{([^}]*)\}", script)
    assert len(called) > 100
    assert called <= {entry.partition(":")[0] for entry in provided.split(",")}


def test_a_runtime_of_another_make_is_refused() -> None:
    """Rather than shipped with a part of what it needs."""
    module, loader = ((toolchain.PYODIDE / name).read_bytes() for name in (site.WASM, site.LOADER))
    script = (toolchain.PYODIDE / site.GLUE).read_text("utf-8")
    for begin in ("var wasmImports={", "function assignWasmExports(wasmExports){", "rtn.required=true"):
        with pytest.raises(ValueError, match="runtime's script"):
            trim.without_library(script.replace(begin, ""), loader.decode(), module)


def test_stand_ins_do_as_the_originals(tmp_path: Path) -> None:
    """The same program says the same with the lean modules in the browser's Python and with the real ones in this."""
    (tmp_path / "program.py").write_text(STAND_INS)
    config = {"library": str(site.library() / "library.zip"), "mounts": {"/here": str(tmp_path)}}
    native = subprocess.run([sys.executable, tmp_path / "program.py"], capture_output=True, text=True, check=True)
    lean = toolchain.run_python(config, "/here/program.py")
    assert lean.splitlines() == native.stdout.splitlines()


def test_shipped_modules_import_only_shipped_modules() -> None:
    """Imports inside functions, too, which a run may not have come to."""
    names: list[str] = []
    for pack in ("saltus.zip", "late.zip"):
        with zipfile.ZipFile(site.rules() / pack) as package:
            names += package.namelist()
    shipped = {name.removesuffix(".pyc") for name in names if name.startswith("saltus/") and name.endswith(".pyc")}
    modules = {name.removesuffix("/__init__").replace("/", ".") for name in shipped}
    needed = set()
    for name in shipped:
        for node in ast.walk(ast.parse((ROOT / "py" / f"{name}.py").read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("saltus"):
                needed.add(node.module)
            elif isinstance(node, ast.Import):
                needed |= {alias.name for alias in node.names if alias.name.startswith("saltus")}
    assert len(needed) > 5
    assert needed - modules == set()


def test_bytecode_speaks_as_the_sources_do() -> None:
    """`build.py pyodide` runs the built package, and its answer is that of the sources under this Python."""
    program = ["-m", "saltus", "perft", "gambit", "4"]
    args = [sys.executable, "build.py", "pyodide", "--", *program]
    browsers = subprocess.run(args, cwd=ROOT, capture_output=True, text=True)
    native = subprocess.run([sys.executable, *program], cwd=ROOT / "py", capture_output=True, text=True)
    leaves = [run.stdout.split()[:1] for run in (browsers, native)]
    assert leaves[0] == leaves[1] != [], browsers.stderr


def test_bridge_speaks_in_the_pinned_runtime_too() -> None:
    """Without threads: each request is answered before the next is read."""
    sent = '{"id": 1, "op": "new", "game": "rock"}\n{"id": 2, "op": "think", "depth": 2}\n{"id": 3, "op": "state"}\n'
    args = [sys.executable, "build.py", "pyodide", "--", "-m", "saltus", "bridge"]
    done = subprocess.run(args, cwd=ROOT, input=sent, capture_output=True, text=True)
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["id"] for reply in replies if "event" not in reply] == [1, 2, 3], done.stderr
    assert all(reply.get("ok", True) for reply in replies)


def test_unknown_measurement_is_refused() -> None:
    done = subprocess.run([sys.executable, "build.py", "bench", "nonsense"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert "nonsense" in done.stderr


LONG = b"/" + b"a" * 70_000
"""An address of more letters than a server takes."""


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"GET /%00 HTTP/1.1", 400),
        (b"HEAD /%00 HTTP/1.1", 400),
        (b"GET /assets/%00/x HTTP/1.1", 400),
        (b"GET /%ed%a0%80 HTTP/1.1", 400),
        (b"GET " + LONG + b" HTTP/1.1", 414),
        (b"HEAD " + LONG + b" HTTP/1.1", 414),
        (b"GET " + LONG[:5_000] + b" HTTP/1.1", 404),
        (b"GET /%zz HTTP/1.1", 404),
        (b"GET /%ff HTTP/1.1", 404),
        (b"GET /../../etc/passwd HTTP/1.1", 404),
        (b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1", 404),
        (b"GET /\xff HTTP/1.1", 404),
        (b"GET / too many words HTTP/1.1", 400),
        (b"POST / HTTP/1.1", 501),
        (b"GET / HTTP/1.1\r\nRange: bytes=nonsense", 200),
        (b"GET / HTTP/1.1\r\nIf-Modified-Since: nonsense", 200),
        (b"GET / HTTP/1.1\r\nX: " + LONG, 431),
    ],
    ids=lambda value: value[:40].decode("ascii", "replace") if isinstance(value, bytes) else None,
)
def test_server_answers_whatever_is_asked(
    request_line: bytes, status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    """And goes on answering, on the same connection where that is kept."""
    server = make_server()
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    try:
        with socket.create_connection(("127.0.0.1", server.server_port), 60) as connection:
            connection.sendall(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
            read = connection.makefile("rb")
            assert read.readline() == b"HTTP/1.1 200 OK\r\n"
            while read.readline().strip():
                pass
            connection.sendall(request_line + b"\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert int(read.readline().split()[1]) == status
            read.read()
    finally:
        server.shutdown()
        server.server_close()
    assert capfd.readouterr().err == ""

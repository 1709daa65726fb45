"""The build: the same everywhere, complete, and open to a sixth game."""

import ast
import gzip
import io
import json
import os
import re
import socket
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.request import urlopen

import pytest
from bundle import checks, server, site, toolchain, trim
from bundle.server import Watcher, make_server, watching

from tests.support.checkout import built, checkout, contents, embedded

ROOT = Path(__file__).resolve().parents[2]


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


FIRST_PACK = {
    "analysis": "chances explain",
    "boards": "chains dark_squares grid lines",
    "core": "board game phrase resources rng score",
    "data": "chances english italian rock rock_moves roman",
    "engine": "levels probe search think timeman traps tt",
    "evaluation": "patterns rock roman",
    "games": "_draughts english gambit italian rock roman",
    "match": "match tree",
    "notation": "error move position",
    "protocol": "bridge match_ops params reply request tasks worker",
    "records": "json record tags",
}
"""By folder of `py/saltus`, the modules that every visit loads before the first move."""


def test_first_pack_holds_the_listed_modules_alone() -> None:
    """An import that makes a late module early fails here by name. A module that is needed early is added to the
    list."""
    with zipfile.ZipFile(site.rules() / "saltus.zip") as package:
        found = {name.partition(".")[0] for name in package.namelist() if "__init__" not in name}
    assert found == {f"saltus/{folder}/{name}" for folder, names in FIRST_PACK.items() for name in names.split()}


MISSED = [("check", ["saltus.zip", "late.zip"]), ("play", ["saltus.zip"])]


@pytest.mark.parametrize(("command", "packs"), MISSED, ids=["whole puzzle", "play before the late modules come"])
def test_nothing_reachable_is_missing_from_what_is_shipped(tmp_path: Path, command: str, packs: list[str]) -> None:
    """The puzzle runs in what the browser gets, and asks in vain for nothing."""
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


@pytest.mark.skipif(site.stock_runtime(), reason="with --stock-runtime nothing is trimmed")
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


@pytest.mark.skipif(os.name == "nt", reason="pipes of Windows are of another kind")
@pytest.mark.parametrize("waits", [True, False], ids=["pipe that waits", "pipe that answers at once"])
def test_requests_in_the_pinned_runtime_are_waited_for(waits: bool) -> None:
    """In the system, where the pipe does that: it must not be made to answer at once, or the program had to sleep."""
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


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    made = Watcher()
    yield made
    made.end()


@pytest.fixture
def watched(watcher: Watcher) -> Iterator[str]:
    """The address of a site that is served with `--watch`."""
    server = make_server(handler=watching(watcher))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_watched_page_asks_for_the_next_version_by_a_script_that_its_policy_allows(
    watched: str, watcher: Watcher
) -> None:
    with urlopen(f"{watched}/") as reply:
        page, policy = reply.read().decode(), reply.headers["Content-Security-Policy"]
    plain = (site.DIST / "index.html").read_text("utf-8")
    script = f'<script type="module" src="/-/watch.js?{watcher.version}"></script>'
    assert page == plain.replace("</head>", f"{script}</head>")
    assert "script-src 'self'" in policy
    with urlopen(f"{watched}/-/watch.js") as reply:
        assert reply.headers["Content-Type"] == "text/javascript"
        assert b"location.reload()" in reply.read()


def test_watched_page_is_answered_once_there_is_another_version(watched: str, watcher: Watcher) -> None:
    before = watcher.version
    answers: list[int] = []

    def ask(known: int) -> None:
        with urlopen(f"{watched}/-/watch?{known}", timeout=60) as reply:
            answers.append(int(reply.read()))

    ask(before - 1)
    assert answers == [before]
    waiting = threading.Thread(target=ask, args=[before])
    waiting.start()
    watcher.announce()
    waiting.join()
    assert answers == [before, before + 1]


def test_watched_site_keeps_nothing_offline(watched: str) -> None:
    with urlopen(f"{watched}/sw.js") as reply:
        text = reply.read().decode()
    assert "unregister()" in text
    assert "fetch" not in text


def test_watcher_rebuilds_what_was_saved_and_goes_on_after_a_build_that_failed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder").mkdir()
    saved = tmp_path / "folder" / "main.js"
    saved.write_text("0")
    built: list[str] = []
    done = threading.Condition()

    def rebuild() -> None:
        with done:
            built.append(saved.read_text())
            done.notify_all()
        if saved.read_text() == "wrong":
            raise toolchain.Stop("main.js is wrong")

    watcher = Watcher([tmp_path / "folder"], rebuild)
    version = watcher.version
    thread = threading.Thread(target=watcher.run)
    began = threading.Event()
    source_states = server.source_states

    def states(sources: Sequence[Path]) -> dict[Path, tuple[int, int]]:
        found = source_states(sources)
        began.set()
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "source_states", states)
        thread.start()
        assert began.wait(60)
        for text in ("wrong", "right"):
            # At once: a file that is half written would be built, too.
            (tmp_path / "written").write_text(text)
            (tmp_path / "written").replace(saved)
            with done:
                assert done.wait_for(lambda text=text: text in built, 60)  # type: ignore[misc]
        assert watcher.next_version(version) == version + 1
        watcher.end()
        thread.join()
    assert "main.js is wrong" in capsys.readouterr().out


def test_every_part_of_the_build_that_makes_the_site_is_in_the_key_of_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a change to it would make nothing anew."""
    keyed: set[Path] = set()

    def digest(*parts: str | Path) -> str:
        for part in parts:
            if isinstance(part, Path):
                keyed.update([part] if part.is_file() else toolchain.files(part))
        return toolchain.digest(*parts)

    monkeypatch.setattr(site, "digest", digest)
    site.dist()
    sources = {path for path in toolchain.files(toolchain.BUNDLE) if path.suffix in (".py", ".mjs")}
    other = {toolchain.BUNDLE / name for name in ("__init__.py", "checks.py", "server.py", "single.py")}
    assert other < sources
    assert sources - other - keyed == set()


def test_stock_runtime_is_what_pyodide_has() -> None:
    script, module, library = site.stock_parts()
    assert script.read_bytes() == (toolchain.PYODIDE / site.GLUE).read_bytes()
    assert module.read_bytes() == (toolchain.PYODIDE / site.WASM).read_bytes()
    with (
        zipfile.ZipFile(io.BytesIO(gzip.decompress(library.read_bytes()))) as packed,
        zipfile.ZipFile(toolchain.PYODIDE / "python_stdlib.zip") as original,
    ):
        assert set(packed.namelist()) == set(original.namelist())
        assert all(packed.read(name) == original.read(name) for name in original.namelist())


def test_unknown_group_is_refused_with_those_that_there_are() -> None:
    args = [sys.executable, "build.py", "test", "--only", "nonsense"]
    done = subprocess.run(args, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert "nonsense" in done.stderr
    assert ", ".join(checks.groups()) in done.stderr


def test_every_test_is_in_one_group() -> None:
    found = checks.groups()
    tests = [
        path
        for group in found.values()
        for part in group
        for path in (part.rglob("test_*.py") if part.is_dir() else [part])
    ]
    assert sorted(tests) == sorted(path for path in toolchain.TESTS.rglob("test_*.py"))
    assert {checks.CHECK, checks.PAGE, "build"} < set(found)


def test_a_check_that_fails_is_told_with_what_it_said(capsys: pytest.CaptureFixture[str]) -> None:
    right, wrong = (
        checks.Check(title, [sys.executable, "-c", program])
        for title, program in (("right", "print('fine')"), ("wrong", "import sys; sys.exit('broken')"))
    )
    results = checks.side_by_side([right, wrong])
    assert [result.passed for result in results] == [True, False]
    with pytest.raises(toolchain.Stop, match="failed: wrong"):
        checks.conclude(results)
    out = capsys.readouterr().out
    assert "broken" in out
    assert "fine" not in out
    assert "1 passed, 1 failed" in out


def test_smoke_tests_run_after_those_of_the_page_in_one_process() -> None:
    """Only one Playwright can run in a process: that of the page's tests ends with the last of them."""
    page = next(path.parent for path in toolchain.TESTS.glob("*/test_watch.py"))
    chosen = ["-k", "loads_itself_again or hint_is_given", page / "test_watch.py", toolchain.TESTS / "smoke"]
    args = [sys.executable, "-m", "pytest", "-q", *map(str, chosen)]
    done = subprocess.run(args, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout

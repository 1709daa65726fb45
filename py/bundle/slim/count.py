"""Counts which functions of the runtime the page enters, for entered.txt: `python3 build.py profile`.

The runtime that counts has all its functions. Every kind of request is put to it in all games under Node (reach.py),
and the page is started and used in Chromium (visit.py), where it starts in another way. What is missed costs the page
a pause (stubs.py), so that rare requests are not sought.
"""

import json
import os
import shutil
from pathlib import Path

from bundle import runtime
from bundle.runtime import GLUE, LOADER, LOCK, WASM
from bundle.site import library, make_site, unpacked
from bundle.slim import counters, entered
from bundle.toolchain import (
    BUILD,
    BUNDLE,
    PY,
    PYODIDE,
    SLIM,
    call,
    chromium,
    digest,
    make,
    program,
    python_command,
    python_packages,
    step,
)

COUNTING, COUNTED_SITE = BUILD / "counting", BUILD / "counted-site"
HOOK = SLIM / "count.cjs"


def counting() -> Path:
    """Makes a runtime that counts, for Node."""
    whole = runtime.whole()

    def prepare() -> None:
        shutil.rmtree(COUNTING, ignore_errors=True)
        COUNTING.mkdir()
        for name in (LOADER, LOCK):
            shutil.copy(PYODIDE / name, COUNTING)
        shutil.copy(whole / GLUE, COUNTING)
        (COUNTING / WASM).write_bytes(counters.counting((whole / WASM).read_bytes()))

    sources = [SLIM / "counters.py", SLIM / "wasm.py", Path(__file__)]
    make(COUNTING, digest(whole, *sources), "the runtime that counts", prepare)
    return COUNTING


def under_node(target: Path) -> None:
    """Puts every kind of request to what is shipped, in the runtime that counts, and writes what was entered."""
    config = {
        "runtime": f"{counting()}{os.sep}",
        "library": str(library() / "library.zip"),
        "mounts": {"/saltus": str(unpacked()), "/bundle": str(BUNDLE), "/out": str(target.parent)},
        "path": ["/saltus"],
        "env": {"PYTHONHASHSEED": "0"},  # as the worker has it
    }
    node, *rest = python_command(config, "/bundle/reach.py", "check", "/out/missing.json")
    call(node, "--require", HOOK, *rest, env={"SALTUS_ENTERED": str(target)})


def in_chromium(target: Path) -> None:
    """Starts and uses the page in Chromium, in the runtime that counts."""
    python_packages("test")
    browser = chromium()
    make_site(COUNTED_SITE, [counting() / GLUE, counting() / WASM, library() / "library.pack"])
    path = {"PYTHONPATH": str(PY)}
    call(program("python"), "-m", "bundle.slim.visit", COUNTED_SITE, HOOK, browser, target, env=path)


def count() -> None:
    """Counts, and writes the list."""
    found: set[int] = set()
    for name, run in (("every request", under_node), ("the page", in_chromium)):
        target = counting() / "entered.json"
        with step(f"counting: {name}"):
            run(target)
        functions = json.loads(target.read_text())
        print(f"{len(functions):,} functions entered by {name}", flush=True)
        found.update(functions)
    entered.write(PYODIDE / WASM, found)
    print(f"{entered.LIST.name}: {len(found):,} functions")

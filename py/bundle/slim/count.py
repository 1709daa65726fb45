"""Counts which functions of the runtime the page enters, for entered.txt: `python3 build.py profile`.

The runtime that counts has all its functions. Every kind of request is put to it in all games, spoiled ones too,
under Node (strain.py); and the page is started and used in Chromium (visit.py), where it starts in another way. A
browser without the newest features of WebAssembly starts as Node does.
"""

import json
import os
import shutil
from pathlib import Path

from bundle import runtime
from bundle.runtime import GLUE, LOADER, WASM
from bundle.site import library, make_site, unpacked
from bundle.slim import entered, stubs
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
LOCK = "pyodide-lock.json"
CHECK, PLAY = "reach.py check /out/missing.json", "reach.py play /out/missing.json"
NODE_RUNS = ((CHECK, 0), (CHECK, 1), (CHECK, 2), (CHECK, 3), (PLAY, 0), ("slim/strain.py", 0))
"""What runs under Node: programs of this folder with arguments, and the seed of Python's hashes. The worker has 0;
others fill the same dictionaries and sets in another order."""
MOUNTED = "/build/bundle"
"""Where these programs find this folder."""


def counting() -> Path:
    """Makes a runtime that counts, for Node."""
    whole = runtime.whole()

    def prepare() -> None:
        shutil.rmtree(COUNTING, ignore_errors=True)
        COUNTING.mkdir()
        for name in (LOADER, LOCK):
            shutil.copy(PYODIDE / name, COUNTING)
        shutil.copy(whole / GLUE, COUNTING)
        (COUNTING / WASM).write_bytes(stubs.counting((whole / WASM).read_bytes()))

    make(COUNTING, digest(whole, SLIM / "stubs.py", Path(__file__)), "the runtime that counts", prepare)
    return COUNTING


def under_node(command: list[str], target: Path, seed: int = 0) -> None:
    """Runs a program in the runtime that counts, with what is shipped, and writes what was entered.

    `command` is the program, as Python there sees it, and its arguments. It finds the folder of `target` as /out.
    """
    config = {
        "runtime": f"{counting()}{os.sep}",
        "library": str(library() / "library.zip"),
        "mounts": {"/saltus": str(unpacked()), MOUNTED: str(BUNDLE), "/out": str(target.parent)},
        "path": ["/saltus", "/build"],
        "env": {"PYTHONHASHSEED": str(seed)},
    }
    node, *rest = python_command(config, *command)
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
    for number, (run, seed) in enumerate((*NODE_RUNS, ("", 0))):
        target = counting() / f"entered-{number}.json"
        with step(f"counting: {run or 'the page in Chromium'}"):
            if run:
                under_node(f"{MOUNTED}/{run}".split(), target, seed)
            else:
                in_chromium(target)
        functions = json.loads(target.read_text())
        print(f"{len(functions):,} functions entered by {run.partition(' ')[0] or 'the page'}", flush=True)
        found.update(functions)
    entered.write(PYODIDE / WASM, found)
    print(f"{entered.LIST.name}: {len(found):,} functions")

"""Makes what the browser gets of Pyodide: its script and its module, trimmed, and the module split in two.

`whole` has every function. `split` is what is shipped: a small module, which every visit loads, and the rest.
"""

import json
import os
import shutil
from pathlib import Path

from bundle import strings
from bundle.slim import entered, stubs, trim, unread
from bundle.toolchain import (
    BUILD,
    BUNDLE,
    NODE_MODULES,
    PYODIDE,
    ROOT,
    SLIM,
    WEB,
    Stop,
    call,
    digest,
    make,
    node,
    node_packages,
    runtime_lock,
)

LOADER, LOCK, GLUE, WASM = "pyodide.mjs", "pyodide-lock.json", "pyodide.asm.mjs", "pyodide.asm.wasm"
"""What the browser needs of the npm package. The standard library and the lock are our own, smaller ones; the loader
becomes a part of the worker. Node takes these two as they are."""
REST = "rest.wasm"
WHOLE, SPLIT = BUILD / "runtime", BUILD / "split"
MODULES = BUILD / "page" / "web"
JOIN = BUNDLE / "join.mjs"
PACKAGES = ("idb", "lit-html", "uqr")
"""The packages that the page's modules import by name."""

STOCK_RUNTIME = "SALTUS_STOCK_RUNTIME"
"""The environment variable that has the site ship Pyodide as it comes, where it is `1` (`--stock-runtime`)."""

MAKERS = (BUNDLE / "toolchain.py", BUNDLE / "runtime.py")
"""The modules that say how each step here is done: a part of every step's key."""


def is_stock() -> bool:
    """Returns whether the site is to ship Pyodide untrimmed, to find out whether a fault comes from the trimming."""
    return os.environ.get(STOCK_RUNTIME) == "1"


def lock_text() -> str:
    """Returns which runtime this is, as a part of a step's key."""
    return json.dumps(runtime_lock(), sort_keys=True)


def joined(*how: str | Path) -> None:
    """Has py/bundle/join.mjs join JavaScript modules."""
    call(node()[0], JOIN, NODE_MODULES, *how)


def modules() -> Path:
    """Makes web/ as Node and a page without the rest import it: each module by itself, without its types.

    Beside it are `index.html`, as beside web/, and the packages that the page imports by name.
    """
    node_packages()

    def separate() -> None:
        shutil.rmtree(MODULES, ignore_errors=True)
        shutil.copytree(WEB, MODULES, ignore=shutil.ignore_patterns("*.ts", "node_modules"))
        strings.write(MODULES)
        shutil.copy(ROOT / "index.html", MODULES.parent)
        for package in PACKAGES:
            shutil.copytree(NODE_MODULES / package, MODULES.parent / "node_modules" / package, dirs_exist_ok=True)
        joined("each", WEB, MODULES)

    make(
        MODULES,
        digest(WEB, strings.RULES, ROOT / "index.html", JOIN, *MAKERS),
        "the page's modules, one by one",
        separate,
    )
    return MODULES


def whole() -> Path:
    """Makes the runtime's script and WebAssembly without what nothing here asks for."""
    node_packages()

    def reduce() -> None:
        shutil.rmtree(WHOLE, ignore_errors=True)
        WHOLE.mkdir()
        glue, loader = ((PYODIDE / name).read_text("utf-8") for name in (GLUE, LOADER))
        wasm = (PYODIDE / WASM).read_bytes()
        try:
            (WHOLE / GLUE).write_text(trim.without_library(glue, loader, wasm), "utf-8")
            joined("script", WHOLE / GLUE, WHOLE / GLUE)
            (WHOLE / WASM).write_bytes(trim.trimmed(wasm, (WHOLE / GLUE).read_text("utf-8")))
        except ValueError as error:
            raise Stop(f"slim/trim.py does not know this Pyodide ({error}). See py/bundle/slim/README.md") from error

    sources = [SLIM / "trim.py", SLIM / "wasm.py", JOIN, WEB / "package-lock.json", *MAKERS]
    make(WHOLE, digest(*sources), "the runtime, as far as it is needed", reduce)
    return WHOLE


def split(functions: Path = entered.LIST, target: Path = SPLIT) -> Path:
    """Makes what is shipped: the script, the small module and the rest. `functions` lists what is in the small one.

    Beside them is what Node needs to start them.
    """
    whole()
    kept = entered.read(PYODIDE / WASM, functions)

    def reduce() -> None:
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        joined("minify", WHOLE / GLUE, target / GLUE)
        everything, original = ((folder / WASM).read_bytes() for folder in (WHOLE, PYODIDE))
        try:
            small, rest = stubs.modules(everything, kept, unread.unread(everything, kept, original))
        except ValueError as error:
            raise Stop(f"py/bundle/slim/ does not know this Pyodide ({error}). See its README.md") from error
        (target / WASM).write_bytes(small)
        (target / REST).write_bytes(rest)
        for name in (LOADER, LOCK):
            shutil.copy(PYODIDE / name, target)

    readers = [SLIM / f"{name}.py" for name in ("entered", "operands", "stubs", "unread", "wasm")]
    make(target, digest(WHOLE, functions, JOIN, *readers, *MAKERS), "the runtime, split", reduce)
    return target


def stock() -> list[Path]:
    """Returns the runtime's script and WebAssembly as Pyodide has them."""
    node_packages()
    return [PYODIDE / GLUE, PYODIDE / WASM]

"""Makes what the browser gets of Pyodide: its script and its module, trimmed, and the module without what is not
entered or read.

`whole` has every function. `small` is what every visit loads; `rest.wasm` beside it is what it lacks of the whole
one.
"""

import json
import os
import shutil
from pathlib import Path

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

LOADER, GLUE, WASM = "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"
"""What the browser needs of the npm package. The standard library and the lock are our own, smaller ones; the loader
becomes a part of the worker."""
REST = "rest.wasm"
"""What the small runtime lacks of the whole one. It is no module: it is called so because hosts compress modules."""
WHOLE, SMALL = BUILD / "runtime", BUILD / "small"
MODULES = BUILD / "page" / "web"
JOIN = BUNDLE / "join.mjs"

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

    Beside it is `index.html`, as beside web/.
    """
    node_packages()

    def separate() -> None:
        shutil.rmtree(MODULES, ignore_errors=True)
        shutil.copytree(WEB, MODULES, ignore=shutil.ignore_patterns("*.ts", "node_modules"))
        shutil.copy(ROOT / "index.html", MODULES.parent)
        joined("each", WEB, MODULES)

    make(MODULES, digest(WEB, ROOT / "index.html", JOIN, *MAKERS), "the page's modules, one by one", separate)
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

    sources = [SLIM / "trim.py", JOIN, WEB / "package-lock.json", *MAKERS]
    make(WHOLE, digest(*sources), "the runtime, as far as it is needed", reduce)
    return WHOLE


def small() -> list[Path]:
    """Makes the small runtime. Returns its script, its WebAssembly, and what that lacks of the whole one."""
    whole()
    functions = entered.read(PYODIDE / WASM)

    def reduce() -> None:
        shutil.rmtree(SMALL, ignore_errors=True)
        SMALL.mkdir()
        joined("minify", WHOLE / GLUE, SMALL / GLUE)
        everything = (WHOLE / WASM).read_bytes()
        kept = stubs.with_neighbours(everything, functions)
        try:
            spans = unread.unread(everything, kept, (PYODIDE / WASM).read_bytes())
        except ValueError as error:
            raise Stop(
                f"py/bundle/slim/unread.py does not know this Pyodide ({error}). See py/bundle/slim/README.md"
            ) from error
        reduced = stubs.stubbed(unread.emptied(everything, spans), kept)
        (SMALL / WASM).write_bytes(reduced)
        (SMALL / REST).write_bytes(stubs.difference(reduced, everything))

    readers = [SLIM / f"{name}.py" for name in ("entered", "stubs", "unread", "operands")]
    sources = [WHOLE, entered.LIST, JOIN, *readers, *MAKERS]
    make(SMALL, digest(*sources), "the small runtime", reduce)
    return [SMALL / name for name in (GLUE, WASM, REST)]


def stock() -> list[Path]:
    """Returns the runtime's script and WebAssembly as Pyodide has them."""
    node_packages()
    return [PYODIDE / GLUE, PYODIDE / WASM]

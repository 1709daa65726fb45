"""The entry point of the browser's worker: one call per request, and one per slice of a search.

The worker starts with the modules that the first board, the first moves and the first search need. The rest (the late
modules) arrive in a second pack soon after; `py/bundle/reach.py` decides which is which from the imports. Learned
weights of a game that the page did not open with are late, too (`saltus.core.resources`). A request that needs any of
this too early is answered by its name alone, and the worker sends it again once that is there. If it cannot be
loaded, the request fails with `not-loaded`.

Sending it again is safe because it has changed nothing yet: the code that changes a match needs only modules of the
first pack.
"""

import gc
import json
import sys

from saltus.protocol.bridge import Bridge
from saltus.protocol.request import Fault

SLICE_SECONDS = 0.05  # How long a search runs before the worker reads messages again.


def rehearse(key: str) -> None:
    """Answer what a page asks first in a game: the memory then has all the modules and tables that this needs. The
    browser keeps a snapshot of that memory for later visits (`web/engine/runtime/snapshot.ts`)."""
    bridge = Bridge()
    bridge.receive(f'{{"id": 1, "op": "new", "game": "{key}"}}')
    (written,) = bridge.receive('{"id": 2, "op": "record", "format": "json"}')
    load = {"id": 3, "op": "load", "text": json.loads(written)["text"], "format": "json"}
    bridge.receive(json.dumps(load))
    bridge.receive(f'{{"id": 4, "op": "bestmove", "game": "{key}", "depth": 1}}')
    while bridge.busy:
        bridge.work(SLICE_SECONDS)
    gc.collect()


class ModuleNotLoaded(BaseException):
    """A late module is missing. A BaseException so that `Bridge`'s `except Exception` does not report it as a bug."""


class Worker:
    """A `Bridge` that waits for late modules. `late` lists their names, separated by spaces."""

    def __init__(self, late: str = "") -> None:
        self._bridge = Bridge()
        self._late = frozenset(late.split())
        self._missing = ""
        if self._late:
            sys.meta_path.insert(0, self)

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Import hook (`sys.meta_path`) that reports late modules until they are loaded."""
        if name in self._late:
            raise Fault("not-loaded", self._missing) if self._missing else ModuleNotLoaded(name)

    def handle(self, text: str | None, missing: str = "") -> str:
        """Handle one request, or without one run the current job for a slice. Returns lines of text: 1 while there is
        more work, else 0; then one line per reply. If a late module must be loaded first, the first line is empty and
        the second has its name. `missing`, if not empty, says why it cannot be loaded."""
        self._missing = missing
        try:
            replies = self._bridge.work(SLICE_SECONDS) if text is None else self._bridge.receive(text)
        except ModuleNotLoaded as lacked:
            return f"\n{lacked}"
        return "\n".join(("1" if self._bridge.busy else "0", *replies))

    def prepare(self) -> None:
        """Use idle time to prepare for requests. Call it when all modules are loaded and there is a match, and again
        when a tablebase has been loaded."""
        self._bridge.prepare()

    def complete(self) -> None:
        """The late modules are loaded: remove the import hook and the outdated directory caches."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        sys.path_importer_cache.clear()

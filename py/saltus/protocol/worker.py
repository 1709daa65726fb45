"""The entry point of the browser's worker: one call per request, and one per slice of a search.

The worker starts with the modules that the first board, the first moves and the first search need. The rest (the
late modules) arrives in a second pack soon after; `py/bundle/reach.py` decides which is which from the imports. The
learned weights of a game that the page did not open with are late, too. Each operation declares what it `needs` of
this (`saltus.protocol.ops`). A request that comes too early is answered by the name of what it needs alone, and the
worker sends it again once that is there. If it cannot be loaded, the request fails with `not-loaded`.
"""

import gc
import json
import sys

from saltus.core.resources import weights_exist
from saltus.protocol.bridge import Bridge, NotYet
from saltus.protocol.ops import REST, needed
from saltus.protocol.request import Fault, Request

SLICE_SECONDS = 0.05  # How long a search runs before the worker reads messages again.


def rehearse(key: str) -> None:
    """Answer a page's first requests for a game, so that memory holds all modules and tables that these need. The
    browser keeps a snapshot of it for later visits (`web/engine/runtime/snapshot.ts`)."""
    bridge = Bridge()
    bridge.receive(f'{{"id": 1, "op": "new", "game": "{key}"}}')
    (written,) = bridge.receive('{"id": 2, "op": "record", "format": "json"}')
    load = {"id": 3, "op": "load", "text": json.loads(written)["text"], "format": "json"}
    bridge.receive(json.dumps(load))
    bridge.receive(f'{{"id": 4, "op": "bestmove", "game": "{key}", "depth": 1}}')
    while bridge.busy:
        bridge.work(SLICE_SECONDS)
    gc.collect()


class Worker(Bridge):
    """A `Bridge` in which some modules and weights come late. `weights` are the games that have weights, separated by
    spaces; None if everything is there."""

    def __init__(self, weights: str | None = None) -> None:
        super().__init__()
        self._late = None if weights is None else [REST, *weights.split()]
        self._missing = ""

    def admit(self, name: str, request: Request) -> None:
        if self._late is None:
            return
        need = needed(self, name, request)
        if need in self._late and not (need != REST and weights_exist(need)):
            raise Fault("not-loaded", self._missing) if self._missing else NotYet(need)

    def handle(self, text: str | None, missing: str = "") -> str:
        """Handle one request, or without one run the current job for a slice. Returns lines of text: 1 while there is
        more work, else 0; then one line per reply. If something must be loaded first, the first line is empty and the
        second has its name. `missing`, if not empty, says why it cannot be loaded."""
        self._missing = missing
        try:
            replies = self.work(SLICE_SECONDS) if text is None else self.receive(text)
        except NotYet as need:
            return f"\n{need}"
        return "\n".join(("1" if self.busy else "0", *replies))

    def complete(self) -> None:
        """All modules and weights are loaded: forget the outdated directory caches."""
        self._late = None
        sys.path_importer_cache.clear()

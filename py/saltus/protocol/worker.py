"""The door of the browser's worker: one call for each request, and for each slice of a search.

The worker begins with the modules that the first board, the first moves and the first search need. The others come in
a second pack soon after; `py/bundle/reach.py` tells them apart, by what asks for them. A request that needs one of
them sooner is answered with nothing, and put again when they have come. Where they cannot be had it is refused as
`not-loaded`.

It may be put again because it has changed nothing yet: whatever changes a match needs the first modules alone, and is
asked of them there.
"""

import sys

from saltus.protocol.bridge import Bridge
from saltus.protocol.request import Fault

SLICE = 0.05
"""Seconds a search may take before messages are read again."""


class ModuleNotLoaded(BaseException):
    """A module has not come yet. No `Exception`, or whoever hears of it before the door would call it a defect."""


class Worker:
    """`late` names the modules that come later, with spaces between."""

    def __init__(self, late: str = "") -> None:
        self._bridge = Bridge()
        self._late = frozenset(late.split())
        self._missing = ""
        if self._late:
            sys.meta_path.insert(0, self)

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """One of `sys.meta_path`, until all modules are there."""
        if name in self._late:
            raise Fault("not-loaded", self._missing) if self._missing else ModuleNotLoaded(name)

    def handle(self, text: str | None, missing: str = "") -> str:
        """Put a request, or without one go on with what is under way.

        First comes 1 while there is something under way, else 0; then the replies, a line each. It is empty where a
        module has to come first; `missing` says why they do not come.
        """
        self._missing = missing
        try:
            replies = self._bridge.work(SLICE) if text is None else self._bridge.receive(text)
        except ModuleNotLoaded:
            return ""
        return "\n".join(("1" if self._bridge.busy else "0", *replies))

    def prepare(self) -> None:
        """Get ready for what will be asked, slice by slice, while nothing is. To be called when all modules have come
        and a match is on the table, and when a table of endings has come.
        """
        self._bridge.prepare()

    def complete(self) -> None:
        """The other modules have come. What was seen of the folders is out of date."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        sys.path_importer_cache.clear()

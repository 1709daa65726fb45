"""The only interface between the rules and the rest of the world: JSON text in, JSON text out.

The browser's worker and `python3 -m saltus bridge` both speak this protocol. `py/docs/bridge.md` says how messages
come and go, `py/docs/protocol.md` lists every request, and `saltus.protocol.schema` defines their types.
"""

import sys
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING

from saltus.engine.probe import unpacking
from saltus.engine.think import Limits, SearchRequest, think
from saltus.protocol import match_ops, positions, reply, searches  # noqa: F401  (their requests)
from saltus.protocol.connection import Connection, Task
from saltus.protocol.fields import REQUESTS
from saltus.protocol.ops import find
from saltus.protocol.request import Fault, Id, Request, decode

if TYPE_CHECKING:
    from saltus.core.kind import Fields as Kinds
    from saltus.protocol.connection import Fields
    from saltus.protocol.ops import Answer

WARM_UP_SECONDS = 1.0
"""Length of the warm-up search. In a browser the first second of a search reaches a third as many positions as later
ones: WebAssembly recompiles its hot code."""
PREPARE_SLICE_SECONDS = 0.01  # Preparation runs in slices this short, so that a request does not wait for it.


class NotYet(Exception):  # noqa: N818  (it is no error)
    """Something that a request needs has not arrived yet."""


class Bridge(Connection):
    """One end of a connection. The owner calls `receive` for each request, and `work` repeatedly while `busy`."""

    def __init__(self) -> None:
        super().__init__()
        self._preparation: Iterator[None] | None = None  # The remaining steps of `prepare`, for idle time.
        self._is_warm = False

    @property
    def busy(self) -> bool:
        return bool(self.tasks or self._preparation)

    def receive(self, text: str | bytes) -> list[str]:
        """Handle one request. Returns its reply, or nothing for a job: `work` then returns the reply."""
        id_: Id = None  # There is no id to repeat for what is no request.
        try:
            request = decode(text)
            id_ = request.id
            name = request["op"]
            self.admit(name, request)
            answer, request.kinds = self.known(name)
            found = answer(self, request)
            if not callable(found):
                return [reply.encode(id_, {"ok": True, **found})]
            self.tasks.append(Task(id_, name, found))
            return []
        except NotYet:
            raise
        except Exception as error:
            return [self.refuse(id_, error)]

    def work(self, seconds: float) -> list[str]:
        """Run the current job for about `seconds`. Returns the progress messages and replies. Sends only the latest
        progress."""
        if not self.tasks:
            self._continue_preparation(min(seconds, PREPARE_SLICE_SECONDS))
            return []
        until = perf_counter() + seconds
        out: list[str] = []
        progress: Callable[[], Fields] | None = None
        while task := self.current_task():
            try:
                progress = next(task.steps) or progress
            except StopIteration as done:
                out.append(reply.encode(task.id, {"ok": True, **done.value}))
            except Exception as error:
                out.append(self.refuse(task.id, error))
            else:
                if perf_counter() < until:
                    continue
                if progress is not None:
                    out.append(reply.encode(task.id, {"event": "progress", **progress()}))
                if entries := task.share():
                    out.append(reply.encode(task.id, {"event": "share", "entries": entries}))
                break
            self.tasks.remove(task)
            progress = None
        return out

    def refuse(self, id_: Id, error: Exception) -> str:
        """The error reply to a request that raised this exception."""
        if isinstance(error, Fault):
            fields = {"code": error.code, "message": str(error), **error.details}
        else:
            sys.excepthook(type(error), error, error.__traceback__)
            fields = {"code": "internal", "message": f"a defect of this program: {error!r:.200}"}
        return reply.encode(id_, {"ok": False, "error": fields})

    def known(self, name: str) -> "tuple[Answer, Kinds]":
        """The function that answers an op, and the kinds of its fields. Raises `Fault` for an unknown op."""
        return find(name).answer, REQUESTS[name]

    def admit(self, name: str, request: Request) -> None:
        """Called before a request of this kind is carried out. Raises `NotYet` or `Fault` if it must wait or fail."""

    def prepare(self) -> None:
        """Have `work` prepare for requests in idle time: unpack the loaded tables and, once, run a short search."""
        self._preparation = self._prepare_steps()

    def _continue_preparation(self, seconds: float) -> None:
        until = perf_counter() + seconds
        # Cleared first: if a step raises, the preparation is dropped rather than tried again.
        steps, self._preparation = self._preparation, None
        for _ in steps or ():
            if perf_counter() >= until:
                self._preparation = steps
                return

    def _prepare_steps(self) -> Iterator[None]:
        if self._serializer is None:
            return
        match = self.match
        yield from unpacking(match.game, match.position)
        if self._is_warm or not match.legal:
            return
        self._is_warm = True
        # With its own transposition table: a reply must depend only on the requests, not on whether this has run.
        for _ in think(SearchRequest(match.game, match.position), Limits(WARM_UP_SECONDS)):
            yield

"""Runtimes that lack one more function than the shipped one, to have a worker meet a stub where a test wants it.

Which function is entered first by a request is counted under Node, in the runtime that counts (`bundle.count`).
"""

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bundle import count, entered, runtime, stubs, toolchain
from playwright.sync_api import BrowserContext, Page, Route

STAGES = {
    "start": [],
    "look": [{"op": "games"}, {"op": "new", "game": "rock"}, {"op": "state"}],
    "move": [{"op": "follow", "path": ["b1"]}, {"op": "play", "path": ["b1", "b3"]}, {"op": "undo"}, {"op": "redo"}],
    "record": [{"op": "record", "format": "pdn"}],
    "search": [{"op": "think", "time": 1.0, "level": 10, "written": True}],
}
"""The requests of each stage of a match; each stage comes after those before it."""

PROGRAM = """
import json
from saltus.protocol.worker import Worker

worker = Worker()
worker.complete()
for request in {requests}:
    said = worker.handle(json.dumps(request))
    while said[:1] == "1":
        said = worker.handle(None)
"""


class Runtime(NamedTuple):
    """A small runtime and what it lacks of the whole one."""

    wasm: bytes
    rest: bytes


@cache
def entered_by(*stages: str) -> frozenset[int]:
    """The functions that these stages enter."""
    requests = [{"id": 1, **request} for stage in stages for request in STAGES[stage]]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "program.py").write_text(PROGRAM.format(requests=requests))
        target = Path(folder) / "entered.json"
        count.under_node(["/out/program.py"], target)
        return frozenset(json.loads(target.read_text()))


@cache
def without(stage: str) -> Runtime:
    """The shipped runtime without the largest function that this stage enters, and no other stage.

    `start` comes with every stage: what it alone enters is what a worker's start takes.
    """
    others = [name for name in STAGES if name != stage]
    found = entered_by("start") if stage == "start" else entered_by(*STAGES) - entered_by(*others)
    kept = entered.read(toolchain.PYODIDE / runtime.WASM)
    whole = (runtime.whole() / runtime.WASM).read_bytes()
    bodies = list(stubs.bodies(whole))
    assert found & kept, f"{stage} enters no function of its own"
    lost = max(found & kept, key=lambda number: (bodies[number].end - bodies[number].begin, number))
    small = stubs.stubbed(whole, kept - {lost})
    return Runtime(small, stubs.difference(small, whole))


def serve(where: BrowserContext | Page, lacking: Runtime) -> None:
    """Has pages get this runtime instead of the shipped one."""

    def answer(route: Route) -> None:
        is_rest = route.request.url.endswith(f"/{runtime.REST}")
        route.fulfill(content_type="application/wasm", body=lacking.rest if is_rest else lacking.wasm)

    where.route("**/*.wasm", answer)

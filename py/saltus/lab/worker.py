"""The worker of the page's game lab: the rules, and beside them the requests about a game that somebody has written.

They run a stranger's Python. So only this worker knows them: it lives in a frame without any way out
(`web/features/lab/`), and its requests stand in no table of others. The page gets nothing of it but these replies.
"""

import sys
import typing
from functools import partial
from time import process_time
from typing import TYPE_CHECKING, Any

from saltus import games
from saltus.core.game import Game, Position
from saltus.core.phrase import Phrase, spelled
from saltus.lab import contract
from saltus.lab.contract import BrokenContract
from saltus.lab.measure import Results, measuring
from saltus.lab.source import SourceError, game_from, line_of
from saltus.protocol import reply
from saltus.protocol.connection import BACKGROUND
from saltus.protocol.params import read_game
from saltus.protocol.request import Fault, Id
from saltus.protocol.searches import stop
from saltus.protocol.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from saltus.core.kind import Fields as Kinds
    from saltus.protocol.connection import Connection, Fields, Job, Steps, Task
    from saltus.protocol.ops import Answer

FILE = "<lab>"
"""The file name of a game's text in tracebacks."""

FORBIDDEN = ("js", "pyodide_js", "_pyodide_core", "ctypes")
"""What would lead from Python into the worker's JavaScript. The frame has no way out for that either."""


ENDLESS_SECONDS = 2
"""A call within the text that takes longer counts as endless, once the page has given up waiting."""

MOST_SLICES = 1_000
"""The most slices of work that is repeated: some of it would go on until it is stopped."""


class Endless(BaseException):
    """A call that does not end. A BaseException, so that no `except Exception` of the text catches it."""


class LabWorker(Worker):
    """A worker with all modules and weights, which reports the line at which a game's own text failed."""

    def __init__(self, weights: str = "") -> None:
        super().__init__()
        for name in FORBIDDEN if sys.platform == "emscripten" else ():
            sys.modules[name] = None  # type: ignore[assignment]  # an import of it fails from now on
        if not hasattr(typing, "Optional"):
            # The browser's `typing` has what the package itself needs; here any other name is a hint, too.
            vars(typing)["__getattr__"] = lambda _: Any

    def known(self, name: str) -> "tuple[Answer, Kinds]":
        return OWN[name] if name in OWN else super().known(name)

    def refuse(self, id_: Id, error: Exception) -> str:
        return super().refuse(id_, error if isinstance(error, Fault) else (fault_in_text(error) or error))


def fault_in_text(error: BaseException) -> Fault | None:
    """The `Fault` for an error that was raised while the game's text was running, with its line; None if it was
    not."""
    line = line_of(error, FILE)
    said = f"{error}"
    return None if line is None else fault(f"{type(error).__name__}: {said}" if said else type(error).__name__, line)


def fault(text: str, line: int | None) -> Fault:
    return Fault("bad-record", text, {"line": line or 0, "column": 0, "said": spelled(text)})


def source(connection: "Connection", request: Any) -> "Fields":
    """Registers the game of a text, in place of an earlier one with its key, and describes it. The error has the line
    that is wrong; 0 if it is none."""
    try:
        made = game_from(request["text"], FILE)
        game = made()
        for check in contract.OF_THE_GAME:
            check(game)
        start = next(contract.random_game(game, seed=1))
        for check_position in contract.OF_A_POSITION:
            check_position(game, start)
        games.add(made)
        return {"game": reply.described(game)}
    except SourceError as error:
        raise fault(error.args[0], error.line) from None
    except (BrokenContract, ValueError) as error:
        raise fault_in_text(error) or fault(error.args[0], None) from None


def examine(connection: "Connection", request: Any) -> "Job[Fields, Fields]":
    """Examines positions of games played at random, and stops at the first that breaks the contract."""
    game, positions, seed = read_game(request), request["positions"], request["seed"]

    def steps(task: "Task") -> "Steps[Fields, Fields]":
        told: Fields = {"checked": 0}
        try:
            for checked in contract.examine(game, positions, seed):
                if task.stopped:
                    break
                told = {"checked": checked}
                yield partial(dict, told)
        except BrokenContract as broken:
            return {**told, "broken": {**reply.said(broken.args[0]), "board": shown(game, broken.position)}}
        return {**told, "broken": None}

    return steps


def measure(connection: "Connection", request: Any) -> "Job[Fields, Fields]":
    """Has the computer play games with itself, and measures them."""
    game, number, seed = read_game(request), request["games"], request["seed"]

    def steps(task: "Task") -> "Steps[Fields, Fields]":
        found: Fields = {"results": counts(Results())}
        for measured in measuring(game, number, seed):
            if task.stopped:
                break
            if measured is None:
                yield None
                continue
            openings = {move: counts(results) for move, results in measured.openings.items()}
            found = {**reply.fields(measured), "results": counts(measured.results), "openings": openings}
            yield partial(dict, found)
        return found

    return steps


def retrace(connection: "Connection", request: Any) -> "Job[Fields, Fields]":
    """Repeats requests that another worker did not finish. The error has the line that was running."""

    def steps(task: "Task") -> "Steps[Fields, Fields]":
        worker = LabWorker()
        for text in request["texts"]:
            traced(worker, text)
            yield None
        for _ in range(MOST_SLICES):
            if task.stopped or traced(worker, None).startswith("0"):
                break
            yield None
        return {}

    return steps


def traced(worker: LabWorker, text: str | None) -> str:
    """The worker's answer. Raises `Fault` if a call within the text does not end."""
    sys.settrace(limited)
    try:
        return worker.handle(text)
    except Endless as endless:
        raise fault(Phrase("source.endless", function=f"{endless}"), line_of(endless, FILE)) from None
    finally:
        sys.settrace(None)


def limited(frame: "FrameType", event: str, arg: object) -> "Callable[..., Any] | None":
    """The trace function that limits each call within the text. A call's limit begins with the call itself, so that
    the endless one is found rather than those it makes."""
    end = process_time() + ENDLESS_SECONDS

    def look(frame: "FrameType", event: str, arg: object) -> "Callable[..., Any]":
        if process_time() > end:
            raise Endless(frame.f_code.co_name.strip("<>"))
        return look

    return look if frame.f_code.co_filename == FILE else None


def shown(game: Game, position: Position | None) -> "Fields | None":
    """A position that shows a fault, as far as the game can show it."""
    try:
        return None if position is None else reply.board(game, position)
    except Exception:
        return None


def counts(results: Results) -> "Fields":
    return {**reply.fields(results), "share": results.share, "margin": results.margin}


SEED = ("whole", 0, 2**53 - 1)
OWN: "dict[str, tuple[Answer, Kinds]]" = {
    "source": (source, {"text": ("text",)}),
    "examine": (examine, {"game": ("text",), "positions": ("whole", 1, 1_000_000), "seed": SEED}),
    "measure": (measure, {"game": ("text",), "games": ("whole", 1, 10_000), "seed": SEED}),
    "retrace": (retrace, {"texts": ("array", ("text",))}),
    "stop": (stop, {"of": ("optional", ("one", BACKGROUND))}),
}
"""What answers the requests that no other connection knows, with the kinds of their fields."""

"""Work that takes more than one step, such as counting leaves: asked for by a request, stopped by another."""

from collections.abc import Callable, Generator
from time import perf_counter
from typing import Any, TypeAlias

from saltus.core.game import Game, Position
from saltus.protocol.request import Fault, Id, Json

DEEPEST_PERFT = 40


Steps: TypeAlias = Generator[Any, None, dict[str, Json]]
"""Yields news, or None where there is none, and returns the reply."""


class Task:
    """A request under way. Once `stopped` it answers at its next step. `tell` says its news in JSON, `share` what a
    search that works on the same should know."""

    def __init__(
        self,
        id_: Id,
        op: str,
        steps: "Callable[[Task], Steps]",
        tell: Callable[[Any], dict[str, Any]],
        share: Callable[[], str] = str,
    ) -> None:
        self.id = id_
        self.op = op
        self.tell = tell
        self.share = share
        self.stopped = False
        self._steps = steps
        self.begin()

    def begin(self) -> None:
        """Go back to the first step: after an interruption there is no next one."""
        self.steps = self._steps(self)


def perft(task: Task, game: Game, position: Position, depth: int, time: float) -> Steps:
    """Count the leaves; raises `Fault("too-long")` where that takes more than `time` seconds."""
    until = perf_counter() + time
    leaves = 0
    todo = [(position, depth)]
    while todo:
        here, left = todo.pop()
        if left <= 2:
            leaves += game.perft(here, left)
        else:
            todo += [(game.play(here, move), left - 1) for move in game.moves(here)]
        if task.stopped:
            raise Fault("too-long", "it was stopped before all leaves were counted")
        if perf_counter() > until:
            raise Fault("too-long", f"after {time:g} s only {leaves:,} leaves had been counted")
        yield None
    return {"leaves": leaves}

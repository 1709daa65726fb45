"""Jobs that take more than one step, such as perft: one request starts them, another can stop them."""

from collections.abc import Callable, Generator
from time import perf_counter
from typing import Any, TypeAlias

from saltus.core.game import Game, Position
from saltus.protocol.request import Fault, Id, Json

MAX_PERFT_DEPTH = 40


Steps: TypeAlias = Generator[Any, None, dict[str, Json]]
"""Yields progress, or None if there is none, and returns the reply."""


class Task:
    """A running request. Once `stopped` it answers at its next step.

    `tell` turns its progress into JSON; `share` returns new table entries for a helper search, as text.
    """

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
        """Start from the first step; an interrupted generator cannot continue."""
        self.steps = self._steps(self)


def perft(task: Task, game: Game, position: Position, depth: int, time: float) -> Steps:
    """Count the leaves. Raises `Fault("too-long")` if that takes more than `time` seconds."""
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

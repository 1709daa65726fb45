"""What takes time, in steps of a few milliseconds, so that whoever waits can be told and can say stop."""

from collections.abc import Callable, Generator, Iterator, Sequence
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

from saltus.game import Game, Move, Position
from saltus.levels import FULL, think
from saltus.pace import Clock
from saltus.request import Fault, Id, Json
from saltus.search import DEEPEST, Line
from saltus.table import Table

SHORTEST, LONGEST = 0.001, 3600.0
"""The seconds that may be asked for."""
PATIENCE = 60.0
"""The seconds that a perft, or a search to a given depth, may take where no time is given."""
DEEPEST_PERFT = 40
MOST_LINES = 200
"""More than any position has turns: with so many, each of them is told apart."""


class Limits(NamedTuple):
    """How long to search, how strong to play, how many lines to tell apart.

    With a `clock` the search takes as long as suits that. Without that or a `time` it goes to its depth or its nodes
    even where it has nothing to choose, for `PATIENCE` at most.
    """

    time: float | None = None
    depth: int = DEEPEST
    nodes: int | None = None
    level: int = FULL
    lines: int = 1
    clock: Clock | None = None
    helps: bool = False
    """Whether another search of the same position is what matters, and this one goes about it in another order."""


class Question(NamedTuple):
    """The position to search, with all of the past that matters there, and what is remembered of earlier searches.

    `seed` tells apart the players of one level below the highest.
    """

    game: Game
    position: Position
    past: Sequence[Position] = ()
    quiet: int = 0
    table: Table | None = None
    seed: int = 0


class Thought(NamedTuple):
    """What a search has found so far; `nps` counts from when it began."""

    move: Move
    score: int
    depth: int
    nodes: int
    nps: int
    pv: Sequence[Move]
    lines: Sequence[Line]
    exact: bool = False
    """Whether all of it was known without a search. Then every move has a line."""


def thoughts(question: Question, limits: Limits) -> Iterator[Thought]:
    """The thoughts on a position that is not decided, every few milliseconds; the last one is the answer."""
    began = perf_counter()
    for progress in think(
        question.game,
        question.position,
        limits.level,
        past=question.past,
        quiet=question.quiet,
        seconds=limits.time,
        clock=limits.clock,
        max_depth=limits.depth,
        max_nodes=limits.nodes,
        lines=limits.lines,
        table=question.table,
        seed=question.seed,
        helps=limits.helps,
    ):
        yield Thought(
            move=progress.pv[0],
            score=progress.score,
            depth=progress.depth,
            nodes=progress.nodes,
            nps=round(progress.nodes / max(perf_counter() - began, 0.001)),
            pv=progress.pv,
            lines=progress.lines,
            exact=progress.exact,
        )
        if limits.time is None and limits.clock is None and perf_counter() - began > PATIENCE:
            return


def best(question: Question, limits: Limits) -> Thought:
    """The last of the `thoughts`."""
    *_, last = thoughts(question, limits)
    return last


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

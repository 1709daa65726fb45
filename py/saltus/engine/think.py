"""What takes time, in steps of a few milliseconds, so that whoever waits can be told and can say stop."""

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import NamedTuple

from saltus.core.game import Game, Move, Position
from saltus.core.score import DEEPEST, Line
from saltus.engine.levels import FULL, think
from saltus.engine.timeman import Clock
from saltus.engine.tt import TranspositionTable

SHORTEST, LONGEST = 0.001, 3600.0
"""The seconds that may be asked for."""
PATIENCE = 60.0
"""The seconds that a perft, or a search to a given depth, may take where no time is given."""
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


class SearchRequest(NamedTuple):
    """The position to search, with all of the past that matters there, and what is remembered of earlier searches.

    `seed` tells apart the players of one level below the highest.
    """

    game: Game
    position: Position
    past: Sequence[Position] = ()
    quiet: int = 0
    table: TranspositionTable | None = None
    seed: int = 0


class SearchInfo(NamedTuple):
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


def search_iter(question: SearchRequest, limits: Limits) -> Iterator[SearchInfo]:
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
        yield SearchInfo(
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


def best(question: SearchRequest, limits: Limits) -> SearchInfo:
    """The last of the `search_iter`."""
    *_, last = search_iter(question, limits)
    return last

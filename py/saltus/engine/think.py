"""Searches as iterators with steps of a few milliseconds, so that the caller can show progress and stop."""

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import NamedTuple

from saltus.core.game import Game, Move, Position
from saltus.core.score import DEEPEST, Line
from saltus.engine.levels import FULL, think
from saltus.engine.timeman import Clock
from saltus.engine.tt import TranspositionTable

MIN_SECONDS, MAX_SECONDS = 0.001, 3600.0
"""The thinking time that may be requested, in seconds."""
DEFAULT_SECONDS = 60.0
"""The maximum time of a perft, or of a search to a given depth, if no time is given."""
MAX_LINES = 200
"""More than the number of moves in any position: with this many lines every move gets its own."""


class Limits(NamedTuple):
    """How long to search, how strong to play, and how many lines to tell apart.

    With a `clock` the search manages its own time. Without a `clock` or a `time` it runs to its depth or node limit,
    even with a single legal move, but for at most `DEFAULT_SECONDS`.
    """

    time: float | None = None
    depth: int = DEEPEST
    nodes: int | None = None
    level: int = FULL
    lines: int = 1
    clock: Clock | None = None
    helps: bool = False
    """Whether this search only helps another search of the same position, by searching the root moves in another
    order."""


class SearchRequest(NamedTuple):
    """The position to search, the part of the past that matters there, and the table of earlier searches.

    `seed` distinguishes players of the same level below the highest.
    """

    game: Game
    position: Position
    past: Sequence[Position] = ()
    quiet: int = 0
    table: TranspositionTable | None = None
    seed: int = 0


class SearchInfo(NamedTuple):
    """The result of a search so far; `nps` is averaged from its start."""

    move: Move
    score: int
    depth: int
    nodes: int
    nps: int
    pv: Sequence[Move]
    lines: Sequence[Line]
    exact: bool = False
    """Whether everything was known without a search. If so, every move has a line."""


def search_iter(request: SearchRequest, limits: Limits) -> Iterator[SearchInfo]:
    """Search an undecided position; yields every few milliseconds, and the last item is the answer."""
    began = perf_counter()
    for progress in think(
        request.game,
        request.position,
        limits.level,
        past=request.past,
        quiet=request.quiet,
        seconds=limits.time,
        clock=limits.clock,
        max_depth=limits.depth,
        max_nodes=limits.nodes,
        lines=limits.lines,
        table=request.table,
        seed=request.seed,
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
        if limits.time is None and limits.clock is None and perf_counter() - began > DEFAULT_SECONDS:
            return


def best(request: SearchRequest, limits: Limits) -> SearchInfo:
    """The last item of `search_iter`."""
    *_, last = search_iter(request, limits)
    return last

"""Searches as iterators with steps of a few milliseconds, so that the caller can show progress and stop."""

from collections.abc import Generator, Iterator, Sequence
from math import inf
from time import perf_counter
from typing import NamedTuple, Protocol

from saltus.core.game import Game, Position
from saltus.core.score import DEEPEST
from saltus.engine.levels import FULL, HandicappedGame, ladder
from saltus.engine.probe import exact, unpacking, within_reach
from saltus.engine.search import SearchInfo, nothing_yet, search
from saltus.engine.timeman import Clock, TimeManager, may_end
from saltus.engine.traps import best_trap
from saltus.engine.tt import TranspositionTable

MIN_SECONDS, MAX_SECONDS = 0.001, 3600.0  # The thinking time that may be requested, in seconds.
MAX_NODES = 1_000_000_000  # The most positions that a search may be limited to.
DEFAULT_SECONDS = 60.0  # The longest that a perft, or a search to a given depth, takes where no time is given.
MAX_LINES = 200  # More than the number of moves in any position: with this many lines every move gets its own.
UNPACKING = 0.5
"""The maximum share of a move's time for unpacking tables. If that is not enough, the move is searched without them,
and the next one continues the unpacking."""


class Limits(NamedTuple):
    """How long to search, how strong to play, and how many lines to tell apart. With a `clock` the search manages its
    own time. Without a `clock` or a `time` it runs to its depth or node limit, even with a single legal move."""

    time: float | None = None
    depth: int = DEEPEST
    nodes: int | None = None
    level: int = FULL
    lines: int = 1
    clock: Clock | None = None
    helps: bool = False
    """Whether this search only helps another search of the same position, by searching the root moves in another
    order."""
    patience: float = inf  # The seconds after which a search without a `clock` or a `time` ends.


NO_LIMITS = Limits()


class Stand(Protocol):
    """What a search needs of a match."""

    @property
    def game(self) -> Game: ...
    @property
    def position(self) -> Position: ...
    @property
    def past(self) -> Sequence[Position]: ...
    @property
    def quiet(self) -> int: ...


class SearchRequest(NamedTuple):
    """The position to search, the part of the past that matters there, and the table of earlier searches. `seed`
    distinguishes players of the same level below the highest."""

    game: Game
    position: Position
    past: Sequence[Position] = ()
    quiet: int = 0
    table: TranspositionTable | None = None
    seed: int = 0

    @classmethod
    def of(cls, match: Stand, table: TranspositionTable | None = None, seed: int = 0) -> "SearchRequest":
        """The current position of a match."""
        return cls(match.game, match.position, match.past, match.quiet, table, seed)


def think(request: SearchRequest, limits: Limits = NO_LIMITS) -> Iterator[SearchInfo]:
    """Search an undecided position; yields every few milliseconds, and the last item starts with the move to play.

    Whoever iterates may stop at any step. With a time or a clock it ends by itself, though not before a minimum depth
    (`saltus.engine.timeman.MIN_DEPTH`). A level below the highest uses at most its own depth and nodes, and its own
    table. The highest level skips the search if everything is known (`saltus.engine.probe`) and it may search to the
    end; only it can be a search that `helps` another.

    Raises ValueError for a level that does not exist, and if the game is over.
    """
    game, position, past, quiet, table, seed = request
    if not 1 <= limits.level <= FULL:
        raise ValueError(f"a level is a number from 1 to {FULL}, not {limits.level}")
    began = perf_counter()
    seconds = limits.time
    pace = None if limits.clock is None else TimeManager(limits.clock)
    is_full, is_unpacked = limits.level == FULL, True
    if is_full:
        usual = inf if limits.clock is None else limits.clock.usual
        for _ in unpacking(game, position):
            yield nothing_yet(game, position)
            if perf_counter() - began >= UNPACKING * min(inf if seconds is None else seconds, usual):
                is_unpacked = False
                break
        is_whole = limits.depth == DEEPEST and limits.nodes is None
        if is_unpacked and is_whole and (proved := exact(game, position, past, quiet)):
            yield proved._replace(seconds=perf_counter() - began)
            return
        table = table or TranspositionTable()
        known = within_reach(game, position) if is_unpacked else None
        depth, nodes, helps, longest = limits.depth, limits.nodes, limits.helps, game.longest
        searching = search(game, position, past, quiet, table, limits.lines, depth, nodes, known=known, helps=helps)
        if limits.lines == 1 and limits.nodes is None and longest is not None and limits.depth >= longest:
            searching = _to_the_end(game, position, searching, table)
    else:
        sight = ladder(game)[limits.level - 1]
        seen, own_table = HandicappedGame(game, sight, seed), TranspositionTable(2 * sight.nodes)
        depth, nodes = min(limits.depth, sight.depth), min(limits.nodes or sight.nodes, sight.nodes)
        searching = search(seen, position, past, quiet, own_table, limits.lines, depth, nodes)
    only = limits.lines == 1 and len(game.moves(position)) == 1
    for info in searching:
        spent = perf_counter() - began
        yield info._replace(seconds=spent)
        if seconds is None and pace is None:
            if spent > limits.patience:
                return
            continue
        late = (seconds is not None and spent >= seconds) or (pace is not None and pace.enough(info, spent))
        if (only and info.depth) or (late and may_end(info)):
            return


def _to_the_end(
    game: Game, position: Position, searching: Iterator[SearchInfo], table: TranspositionTable
) -> Generator[SearchInfo, None, None]:
    """Passes on a search; once it has reached the end of the game, chooses between equally good moves."""
    found = None
    for found in searching:
        yield found
    if found is not None:
        yield from best_trap(game, position, found, table)


def best(request: SearchRequest, limits: Limits) -> SearchInfo:
    """What `think` finds in the end."""
    *_, last = think(request, limits)
    return last

"""Analysis of a match from Python: the value of each move, with progress while searching, and a stop at any time.

Every function analyses the current position of a `Match`, with the history that matters there. To analyse a position
alone, wrap it: `Match(game, position=position)`.
"""

import os
from collections.abc import Callable, Iterator
from functools import cached_property

from saltus.analysis.explain import because
from saltus.analysis.softmax import check_temperature, drawn
from saltus.core.game import Game, Move, Position
from saltus.core.score import DEEPEST, WIN, WON, Line
from saltus.engine.levels import FULL
from saltus.engine.think import MAX_LINES, MAX_SECONDS, MIN_SECONDS, Limits, SearchInfo, SearchRequest, search_iter
from saltus.engine.tt import TranspositionTable
from saltus.match.match import Match
from saltus.notation.move import line_texts

ANALYSIS_SECONDS = 1.0
"""The time for an analysis without limits."""


def score_text(score: int) -> str:
    """A score as text, from the mover's view: `+1.25` pieces, `wins in 3`, `loses in 2`, in the winner's turns."""
    if abs(score) >= WON:
        turns = (WIN - abs(score) + 1) // 2
        return f"{'wins' if score > 0 else 'loses'} in {turns}"
    return f"{score / 100:+.2f}"


class Variation:
    """A line of play and its score for the side to move: 100 for a piece, 1,000,000 - n for a win in n plies."""

    def __init__(self, game: Game, position: Position, score: int, moves: tuple[Move, ...]) -> None:
        self.game = game
        self.position = position
        """The position where the line starts."""
        self.score = score
        self.moves = moves
        """At least one."""

    @property
    def move(self) -> Move:
        return self.moves[0]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        return line_texts(self.game, self.position, self.moves)

    @property
    def text(self) -> str:
        return self.texts[0]

    def __str__(self) -> str:
        return f"{score_text(self.score)}  {' '.join(self.texts)}"

    def __repr__(self) -> str:
        return f"<Variation {self}>"


class Analysis:
    """The analysis of a position: `lines`, the best first, searched to `depth` plies.

    The score, the moves and their texts are those of the first line.
    """

    def __init__(self, game: Game, position: Position, found: SearchInfo) -> None:
        self.game = game
        self.position = position
        self.depth = found.depth
        """The depth in plies of the last completed iteration; 0 if none was completed."""
        self.nodes = found.nodes
        self.lines = tuple(Variation(game, position, line.score, line.pv) for line in found.lines)

    @property
    def best(self) -> Variation:
        return self.lines[0]

    @property
    def score(self) -> int:
        """The score for the side to move."""
        return self.best.score

    @property
    def move(self) -> Move:
        return self.best.move

    @property
    def text(self) -> str:
        return self.best.text

    @property
    def pv(self) -> tuple[Move, ...]:
        """The principal variation: the best move and the best replies."""
        return self.best.moves

    @cached_property
    def because(self) -> str:
        """One sentence that explains the best move."""
        return because(self.game, self.position, [Line(line.score, line.moves) for line in self.lines[:2]]).text

    def __str__(self) -> str:
        return "\n".join([f"depth {self.depth}, {self.nodes:,} nodes", *map(str, self.lines)])

    def __repr__(self) -> str:
        return f"<Analysis depth {self.depth}, {self.best}>"


def analysing(
    match: Match,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    level: int = FULL,
    lines: int = 1,
    stop: Callable[[], bool] | None = None,
    table: TranspositionTable | None = None,
    seed: int | None = None,
) -> Iterator[Analysis]:
    """Analyse the current position, yielding a better `Analysis` whenever the search finds something new.

    Leave the loop to end it, or let `stop`, which is called every few milliseconds, return True; another thread may
    change its answer. It ends by itself after `seconds`, `depth` plies or `nodes`, whichever comes first (one second
    if no limit is given; at most a minute if no time is given), and when the value is proved. A `level` below 10
    plays with that level's handicap; `seed` gives another player of the same level. Pass the same `table` to several
    analyses of one game, and later ones search deeper.

    Raises ValueError if the match is over, or for invalid limits.
    """
    if match.outcome is not None:
        raise ValueError(f"the game is over, there is nothing to analyse: {match.outcome.text}")
    if seconds is not None and not MIN_SECONDS <= seconds <= MAX_SECONDS:
        raise ValueError(f"an analysis takes {MIN_SECONDS} to {MAX_SECONDS:.0f} seconds, not {seconds!r}")
    for name, number, most in (("depth", depth, DEEPEST), ("nodes", nodes, None), ("lines", lines, MAX_LINES)):
        if number is not None and (number < 1 or (most is not None and number > most)):
            raise ValueError(
                f"{name} must be a whole number from 1{f' to {most}' if most else ' up'}, not {number!r}"
            )
    if seconds is depth is nodes is None:
        seconds = ANALYSIS_SECONDS
    if seed is None:
        seed = int.from_bytes(os.urandom(6), "big")
    question = SearchRequest(match.game, match.position, match.past, match.node.quiet, table, seed)
    known = None
    for found in search_iter(question, Limits(seconds, depth or DEEPEST, nodes, level, lines)):
        if (found.depth, found.lines) != known:
            known = found.depth, found.lines
            yield Analysis(match.game, question.position, found._replace(lines=found.lines[:lines]))
        if stop is not None and stop():
            return


def analyse(
    match: Match,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    level: int = FULL,
    lines: int = 1,
    progress: Callable[[Analysis], object] | None = None,
    stop: Callable[[], bool] | None = None,
    table: TranspositionTable | None = None,
    seed: int | None = None,
) -> Analysis:
    """The last `Analysis` of `analysing`, with the same limits; `progress` is called with each one.

    `KeyboardInterrupt` goes to the caller, who has the last analysis from `progress`.
    """
    last = None
    for last in analysing(
        match,
        seconds=seconds,
        depth=depth,
        nodes=nodes,
        level=level,
        lines=lines,
        stop=stop,
        table=table,
        seed=seed,
    ):
        if progress is not None:
            progress(last)
    if last is None:
        raise AssertionError("a search says something before it ends")
    return last


def rate(
    match: Match, *, seconds: float | None = None, depth: int | None = None, nodes: int | None = None
) -> tuple[Variation, ...]:
    """Every legal move with its score and line, the best first. Limits and errors as in `analysing`."""
    return analyse(match, seconds=seconds, depth=depth, nodes=nodes, lines=MAX_LINES).lines


def choose(
    match: Match,
    level: int = FULL,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seed: int | None = None,
    temperature: float = 0,
) -> Move:
    """The move that the computer plays at this level, 1 to 10. Limits and errors as in `analysing`; lower levels take
    less.

    At temperature 0 it is the best move found. Above 0 it is drawn: the probability of a move is proportional to
    exp(score / temperature), both in centipieces, so that equal moves are equally likely. With the same `seed`, and
    `depth` or `nodes` as the only limit, it is always the same move.
    """
    check_temperature(temperature)
    if temperature == 0:
        return analyse(match, seconds=seconds, depth=depth, nodes=nodes, level=level, seed=seed).move
    if seed is None:
        seed = int.from_bytes(os.urandom(6), "big")
    found = analyse(match, seconds=seconds, depth=depth, nodes=nodes, level=level, lines=MAX_LINES, seed=seed)
    return found.lines[drawn([line.score for line in found.lines], temperature, seed)].move

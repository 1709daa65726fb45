"""Analysis of a match from Python: the value of each move, with progress while searching, and a stop at any time.

Every function analyses the current position of a `Match`, with the history that matters there. To analyse a position
alone, wrap it: `Match(game, position=position)`.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import exp, isfinite
from typing import TYPE_CHECKING

from saltus.analysis.explain import because
from saltus.core.game import Game, Move, Position
from saltus.core.rng import splitmix64
from saltus.core.score import DEEPEST, WIN, WON, Line
from saltus.engine.search import SearchInfo
from saltus.engine.think import MAX_LINES, MAX_SECONDS, MIN_SECONDS, NO_LIMITS, Limits, SearchRequest, think
from saltus.engine.tt import TranspositionTable
from saltus.match.match import Match
from saltus.notation.move import line_texts

if TYPE_CHECKING:
    from typing import TypedDict, Unpack

    class Options(TypedDict, total=False):
        """The keyword arguments of `analysing` beside the limits; the functions that call it pass them on."""

        stop: Callable[[], bool] | None
        table: TranspositionTable | None
        seed: int | None


ANALYSIS_SECONDS = 1.0  # The time of an analysis for which no limit is given.


def score_text(score: int) -> str:
    """A score as text, from the mover's view: `+1.25` pieces, `wins in 3`, `loses in 2`, in the winner's turns."""
    if abs(score) >= WON:
        return f"{'wins' if score > 0 else 'loses'} in {(WIN - abs(score) + 1) // 2}"
    return f"{score / 100:+.2f}"


class Variation:
    """A line of play and its score for the side to move, in centipieces: 100 is a piece, 1,000,000 - n a win in n
    plies."""

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
    """The analysis of a position: `lines`, the best first, searched to `depth` plies. The score, the moves and their
    texts are those of the first line."""

    def __init__(self, game: Game, position: Position, found: SearchInfo) -> None:
        self.game, self.position = game, position
        self.depth = found.depth
        """The depth in plies of the last completed iteration; 0 if none was completed."""
        self.nodes = found.nodes
        self.lines = tuple(Variation(game, position, line.score, line.pv) for line in found.lines)
        self.best = best = self.lines[0]
        self.score = best.score
        """The score for the side to move."""
        self.move, self.pv = best.move, best.moves
        """The best move; and the principal variation, which begins with it and goes on with the best replies."""

    @property
    def text(self) -> str:
        return self.best.text

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
    limits: Limits = NO_LIMITS,
    *,
    stop: Callable[[], bool] | None = None,
    table: TranspositionTable | None = None,
    seed: int | None = None,
) -> Iterator[Analysis]:
    """Analyse the current position, yielding a better `Analysis` whenever the search finds something new.

    Leave the loop to end it, or let `stop`, which is called every few milliseconds, return True; another thread may
    change its answer. It ends by itself at the limit that comes first, one second where no time, depth or nodes are
    given, and when the value is proved. A level below 10 plays with that level's handicap; `seed` gives another
    player of the same level. Pass the same `table` to several analyses of one game, and later ones search deeper.

    Raises ValueError if the match is over, or for invalid limits.
    """
    if match.outcome is not None:
        raise ValueError(f"the game is over, there is nothing to analyse: {match.outcome.text}")
    time, depth, nodes, lines = limits.time, limits.depth, limits.nodes, limits.lines
    if time is not None and not MIN_SECONDS <= time <= MAX_SECONDS:
        raise ValueError(f"an analysis takes {MIN_SECONDS} to {MAX_SECONDS:.0f} seconds, not {time!r}")
    for name, number, most in (("depth", depth, DEEPEST), ("nodes", nodes, None), ("lines", lines, MAX_LINES)):
        if number is not None and (number < 1 or (most is not None and number > most)):
            bounds = f"1 to {most}" if most else "1 up"
            raise ValueError(f"{name} must be a whole number from {bounds}, not {number!r}")
    if time is nodes is None and depth == DEEPEST and limits.clock is None:
        limits = limits._replace(time=ANALYSIS_SECONDS)
    question = SearchRequest.of(match, table, int.from_bytes(os.urandom(6), "big") if seed is None else seed)
    known = None
    for found in think(question, limits):
        if (found.depth, found.lines) != known:
            known = found.depth, found.lines
            yield Analysis(match.game, question.position, found._replace(lines=found.lines[:lines]))
        if stop is not None and stop():
            return


def analyse(
    match: Match,
    limits: Limits = NO_LIMITS,
    *,
    progress: Callable[[Analysis], object] | None = None,
    **options: "Unpack[Options]",
) -> Analysis:
    """The last `Analysis` of `analysing`, with the same options; `progress` is called with each one.
    `KeyboardInterrupt` goes to the caller, who has the last analysis from `progress`."""
    for last in analysing(match, limits, **options):
        if progress is not None:
            progress(last)
    return last


def rate(match: Match, limits: Limits = NO_LIMITS, **options: "Unpack[Options]") -> tuple[Variation, ...]:
    """Every legal move with its score and line, the best first. Options and errors as in `analysing`."""
    return analyse(match, limits._replace(lines=MAX_LINES), **options).lines


def choose(match: Match, limits: Limits = NO_LIMITS, *, temperature: float = 0, **options: "Unpack[Options]") -> Move:
    """The move that the computer plays within these limits, at their level. Options and errors as in `analysing`;
    lower levels take less.

    At temperature 0 it is the best move found. Above 0 it is drawn: the probability of a move is proportional to
    exp(score / temperature), both in centipieces, so that equal moves are equally likely. With the same `seed`, and a
    depth or nodes as the only limit, it is always the same move.
    """
    check_temperature(temperature)
    if temperature == 0:
        return analyse(match, limits, **options).move
    seed = options.get("seed")
    options["seed"] = seed = int.from_bytes(os.urandom(6), "big") if seed is None else seed
    lines = rate(match, limits, **options)
    return lines[drawn([line.score for line in lines], temperature, seed)].move


MAX_TEMPERATURE = 1_000_000.0
"""In centipieces: there every move is about equally likely, unless it wins or loses by force."""


def check_temperature(temperature: float) -> None:
    """Raises ValueError unless this is a temperature: 0 to `MAX_TEMPERATURE` centipieces."""
    if not isfinite(temperature) or not 0 <= temperature <= MAX_TEMPERATURE:
        most = f"{MAX_TEMPERATURE:.0f}"
        raise ValueError(f"a temperature is a number of centipieces from 0 to {most}, not {temperature!r:.40}")


def probabilities(scores: Sequence[int], temperature: float) -> list[float]:
    """The probability of each move by the softmax of their scores; at temperature 0 the first of the best is certain.
    Of two moves, one 100 centipieces (a piece) better than the other, the better one is drawn e = 2.7 times as often
    at temperature 100, and 22,000 times as often at temperature 10."""
    check_temperature(temperature)
    best = max(scores)
    if temperature == 0:
        first = scores.index(best)
        return [float(at == first) for at in range(len(scores))]
    # The best score is subtracted so that no power overflows.
    weights = [exp((score - best) / temperature) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]


def drawn(scores: Sequence[int], temperature: float, seed: int) -> int:
    """The index that `seed` draws, counted from 0: the same on every machine."""
    point = next(splitmix64(seed)) / 2**64
    shares = probabilities(scores, temperature)
    for at, share in enumerate(shares):
        point -= share
        if point < 0:
            return at
    return shares.index(max(shares))  # rounding may leave the sum of the shares just below 1

"""Analysing a match from Python: how good each move is, told while it is being found out, and stopped at any time.

All of it looks at the position on the board of a `Match`, with the past that matters there. To look at a position
alone, put it into one: `Match(game, position=position)`.
"""

import os
from collections.abc import Callable, Iterator
from functools import cached_property

from saltus.analysis.explain import because
from saltus.core.game import Game, Move, Position
from saltus.core.score import DEEPEST, WIN, WON
from saltus.engine.levels import FULL
from saltus.engine.think import MAX_LINES, MAX_SECONDS, MIN_SECONDS, Limits, SearchInfo, SearchRequest, search_iter
from saltus.engine.tt import TranspositionTable
from saltus.match.match import Match
from saltus.notation.move import move_text

SECONDS = 1.0
"""How long an analysis takes where nothing is said."""


def line_texts(game: Game, position: Position, moves: tuple[Move, ...]) -> tuple[str, ...]:
    """The moves of a line of play that begins in `position`, as they are written."""
    texts = []
    for move in moves:
        texts.append(move_text(game, position, move))
        position = game.play(position, move)
    return tuple(texts)


def score_text(score: int) -> str:
    """A score in words, from the mover's view: `+1.25` pieces, `wins in 3`, `loses in 2`, in the winner's turns."""
    if abs(score) >= WON:
        turns = (WIN - abs(score) + 1) // 2
        return f"{'wins' if score > 0 else 'loses'} in {turns}"
    return f"{score / 100:+.2f}"


class Variation:
    """A line of play and what it is worth to the side to move: a piece is 100, a win in n plies 1,000,000 - n."""

    def __init__(self, game: Game, position: Position, score: int, moves: tuple[Move, ...]) -> None:
        self.game = game
        self.position = position
        """Where the line begins."""
        self.score = score
        self.moves = moves
        """At least one."""

    @property
    def move(self) -> Move:
        """The first move."""
        return self.moves[0]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The moves as they are written."""
        return line_texts(self.game, self.position, self.moves)

    @property
    def text(self) -> str:
        """The first move as it is written."""
        return self.texts[0]

    def __str__(self) -> str:
        return f"{score_text(self.score)}  {' '.join(self.texts)}"

    def __repr__(self) -> str:
        return f"<Variation {self}>"


class Analysis:
    """What has been found out of a position: `lines`, the best first, as deep as `depth` plies.

    The score, the moves and their texts are those of the first line.
    """

    def __init__(self, game: Game, position: Position, found: SearchInfo) -> None:
        self.game = game
        self.position = position
        self.depth = found.depth
        """The plies of the last search that was finished; 0 where none was."""
        self.nodes = found.nodes
        """The positions that were looked at."""
        self.lines = tuple(Variation(game, position, line.score, line.pv) for line in found.lines)

    @property
    def best(self) -> Variation:
        """The best line."""
        return self.lines[0]

    @property
    def score(self) -> int:
        """What the position is worth to the side to move."""
        return self.best.score

    @property
    def move(self) -> Move:
        """The best move."""
        return self.best.move

    @property
    def text(self) -> str:
        """The best move as it is written."""
        return self.best.text

    @property
    def pv(self) -> tuple[Move, ...]:
        """The principal variation: the best move and the best answers, as far as they are known."""
        return self.best.moves

    @cached_property
    def because(self) -> str:
        """One sentence on what speaks for the best move."""
        return because(self.game, self.position, self.move, self.score)

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
    """The analyses of the position on the board as they get better: one whenever something new is found.

    Leave the loop to end it; `stop` is asked every few milliseconds, from whichever thread may have changed its
    answer, and ends it too. It ends by itself after so many `seconds`, plies of `depth` or `nodes`, whichever comes
    first (one second where none is given; a minute at most where no time is given), and when the value is known for
    certain. A `level` below 10 sees as little as that player does; `seed` makes it another player of the same level.
    `table` may be handed from one analysis to the next of the same game, which then goes deeper.

    Raises ValueError where the match is over, or for limits that cannot be.
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
        seconds = SECONDS
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
    """The last of `analysing`, with the same limits; `progress` is called with each of them.

    An interruption from the keyboard is the caller's: it gets `KeyboardInterrupt`, and what `progress` was told last.
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
    """Every legal move with its score and what follows, the best first. Limits and errors as `analysing`."""
    return analyse(match, seconds=seconds, depth=depth, nodes=nodes, lines=MAX_LINES).lines


def choose(match: Match, level: int = FULL, *, seconds: float = SECONDS, seed: int | None = None) -> Move:
    """The move that the computer of this level, 1 to 10, plays: after `seconds`, and the lower levels sooner."""
    return analyse(match, seconds=seconds, level=level, seed=seed).move

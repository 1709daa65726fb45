"""How hard a puzzle is: which levels of the computer solve it.

Every level tries each puzzle, the weaker ones several times as different players. A level solves it if all its moves
are right (`saltus.study.puzzles.judge`); it never learns which were wrong. The level that solves a puzzle half of the
time is found with the estimator of Spearman and Kärber: half a level below the first, plus one for each failure of a
level, as a share of its tries. So a puzzle that every level solves has 0.5, and one that none solves 10.5.
"""

from collections.abc import Sequence
from concurrent.futures import Executor

from saltus.core.game import Game
from saltus.engine.levels import FULL
from saltus.engine.think import Limits, SearchRequest, think
from saltus.games import load
from saltus.parallel.jobs import in_order
from saltus.study.puzzles import Puzzle, judge

FULL_NODES = 20_000
"""What level 10 may look at for a move; the others have limits of their own."""
PLAYERS = (0, 4, 4, 4, 4, 4, 4, 3, 2, 2, 1)
"""How many players of each level try: the stronger ones differ less, and take longer."""


def guessed(grade: int) -> float:
    """The level in the middle of a grade, for a puzzle that is not measured yet."""
    return 2 * grade - 0.5


def band(level: float) -> int:
    """The grade that was guessed for a puzzle of this level."""
    return 1 + sum(level >= 2 * grade + 0.5 for grade in range(1, 5))


def measured(game: Game, every: Sequence[Puzzle], workers: int, executor: Executor | None) -> list[Puzzle]:
    """The puzzles with their levels."""
    levels = in_order(level_of, [(game.key, one) for one in every], workers, executor)
    return [one._replace(level=level) for one, level in zip(every, levels, strict=True)]


def level_of(job: tuple[str, Puzzle]) -> float:
    """The level of a puzzle, in tenths. Runs on any worker."""
    key, one = job
    game = load(key)
    failures = sum(
        sum(not solves(game, one, level, seed) for seed in range(1, players + 1)) / players
        for level, players in enumerate(PLAYERS)
        if players
    )
    return round(0.5 + failures, 1)


def solves(game: Game, one: Puzzle, level: int, seed: int) -> bool:
    """Whether one player of a level solves a puzzle."""
    paths: list[tuple[str, ...]] = []
    position = one.position
    while True:
        nodes = FULL_NODES if level == FULL else None
        *_, found = think(SearchRequest(game, position, seed=seed), Limits(nodes=nodes, level=level))
        paths.append(found.pv[0].path)
        told = judge(game, one, paths)
        if not told.right or told.done:
            return told.right
        assert told.answer is not None
        assert told.position is not None
        paths.append(told.answer.path)
        position = game.play(told.position, told.answer)

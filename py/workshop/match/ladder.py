"""How strong the ten levels are: a round robin, as ratings with their margins.

    python3 -m workshop.match.ladder english --pairs 40 --workers 4

Every level meets the next two above it (or `--apart`), from openings as `saltus match` draws them, with the sides
changed. The highest level is given `--nodes` positions a move, so that nothing depends on how fast the machine is:
about what a browser looks at in half a second. Ratings are those of the Bradley-Terry model, a draw being half a win,
the lowest level 0; margins are 95 %, from drawing the pairs again and again with replacement. The same arguments
print the same table, on any number of workers and on a cluster.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import exp, log
from pathlib import Path
from random import Random
from typing import NamedTuple

from saltus.engine.levels import FULL
from saltus.engine.think import Limits
from saltus.games import keys
from saltus.parallel.log import JobLog
from saltus.tournament.play import Job, Terms, play_pair
from saltus.tournament.players import Player

from workshop.kept import add_options, crew, kept

Result = tuple[int, int, float]
"""Two levels, the lower first, and the points of the lower, 0 to 2, of a pair of games."""
APART = 2
"""How many levels above it each meets, unless told otherwise."""
DRAWS = 300
"""How often the pairs are drawn again."""


def ratings(results: Sequence[Result]) -> dict[int, float]:
    """The Elo rating of each level.

    One pair between neighbours that ends even is added, so that no rating runs away to infinity.
    """
    levels = sorted({level for first, second, _ in results for level in (first, second)})
    played = [*results, *((low, high, 1.0) for low, high in pairwise(levels))]
    strength = dict.fromkeys(levels, 1.0)
    points = dict.fromkeys(levels, 0.0)
    for first, second, gained in played:
        points[first] += gained
        points[second] += 2 - gained
    meeting = Counter((first, second) for first, second, _ in played)
    for _ in range(400):
        met = dict.fromkeys(levels, 0.0)
        for (first, second), pairs in meeting.items():
            share = 2 * pairs / (strength[first] + strength[second])
            met[first] += share
            met[second] += share
        strength = {level: points[level] / met[level] for level in levels}
        mean = exp(sum(map(log, strength.values())) / len(levels))
        strength = {level: value / mean for level, value in strength.items()}
    return {level: 400 * log(strength[level] / strength[levels[0]]) / log(10) for level in levels}


def table(results: Sequence[Result], seed: int) -> str:
    """The ratings with their margins, and the share of the points that each level has against the next."""
    found = ratings(results)
    choose = Random(seed)
    drawn = [ratings(choose.choices(results, k=len(results))) for _ in range(DRAWS)]
    lines = ["| level | rating | margin | step | against the next |", "|---|---|---|---|---|"]
    below = 0.0
    for level, rating in found.items():
        known = sorted(one[level] for one in drawn if level in one)
        margin = (known[int(0.975 * len(known))] - known[int(0.025 * len(known))]) / 2
        met = [points for low, high, points in results if (low, high) == (level, level + 1)]
        share = f"{sum(met) / (2 * len(met)):.0%}" if met else ""
        lines.append(f"| {level} | {rating:.0f} | ± {margin:.0f} | {rating - below:+.0f} | {share} |")
        below = rating
    return "\n".join(lines)


def meetings(levels: Sequence[int], apart: int = APART) -> list[tuple[int, int]]:
    """Which levels meet: each the next few above it."""
    return [(low, high) for at, low in enumerate(levels) for high in levels[at + 1 : at + 1 + apart]]


class Pair(NamedTuple):
    """Two levels that play two games from one opening."""

    game: str
    plies: int | None
    nodes: int
    """Positions a move for the highest level."""
    low: int
    high: int
    seed: int

    @property
    def key(self) -> tuple[int, int, int]:
        """The identity of the pair within the ladder."""
        return self.low, self.high, self.seed


def gained(pair: Pair) -> float:
    """The points of the lower level. Runs on any worker."""
    first, second = (
        Player(str(level), Limits(nodes=pair.nodes if level == FULL else None, level=level))
        for level in (pair.low, pair.high)
    )
    return sum(play_pair(Job(Terms(pair.game, {}, pair.plies), first, second, pair.seed)).points)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=keys())
    parser.add_argument("--pairs", type=int, default=20, help="of each two levels that meet")
    parser.add_argument("--nodes", type=int, default=50_000, help="positions a move for the highest level")
    parser.add_argument("--levels", type=int, nargs="+", default=range(1, FULL + 1))
    parser.add_argument("--apart", type=int, default=APART, help="how many levels above it each meets")
    parser.add_argument("--plies", type=int, help="turns drawn by lot at the beginning; default: as saltus match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, metavar="FILE", help="keep finished pairs there, and go on from them")
    add_options(parser, "pairs")
    chosen = parser.parse_args()
    jobs = [
        Pair(chosen.game, chosen.plies, chosen.nodes, low, high, 1_000 * chosen.seed + number)
        for low, high in meetings(sorted(chosen.levels), chosen.apart)
        for number in range(chosen.pairs)
    ]
    terms = {"game": chosen.game, "plies": chosen.plies, "nodes": chosen.nodes}
    try:
        log = JobLog(chosen.log, "a ladder", terms) if chosen.log else None
    except ValueError as error:
        raise SystemExit(str(error)) from None
    with crew(chosen, chosen.log) as by:
        points = list(kept(gained, jobs, by, log))
    results: list[Result] = [(job.low, job.high, got) for job, got in zip(jobs, points, strict=True)]
    print(f"{chosen.game}: {2 * len(results)} games")
    print(table(results, chosen.seed))


if __name__ == "__main__":
    main()

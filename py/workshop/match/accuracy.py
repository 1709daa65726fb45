"""What accuracy says of a player: random moves and the ten levels, each against a fitting opponent.

    python3 -m workshop.match.accuracy english --games 6

Random moves and each level play games against themselves, the most fitting opponent; both sides count. Random moves
also play the highest level: one side is soon lost there, the other soon winning. The first few moves of a game are
random and do not count, and a game is broken off after `--plies`. The review searches `--nodes` positions for each
position of the game, and four times as many where a move seems to lose something; the highest level searches as many
for a move. So nothing depends on how fast the machine is.

The table has the share kept of what was at stake in all games together, with a margin of 95 % from drawing the games
again and again with replacement, and how many of the sides have an accuracy of their own: one move decided that of
the others. The same arguments print the same table, on any number of workers and on a cluster.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from saltus.analysis.chances import accuracy
from saltus.analysis.review import RECHECK_NODES, Reviewer
from saltus.core.game import SIDES, Move
from saltus.engine.levels import FULL
from saltus.engine.think import Limits, SearchRequest, think
from saltus.games import keys, load
from saltus.match.match import RANDOM_SEED_LIMIT, Match
from saltus.parallel.log import JobLog
from saltus.study.openings import opening_theory

from workshop.kept import add_options, crew, kept

RANDOM = 0
"""Stands for a player of random legal moves, where others are levels."""
OPENING_PLIES = {"roman": 0, "gambit": 1}
"""How many random moves a game begins with, where it is not 4: the start is random, or the game is short."""
DRAWS = 1000
"""How often the games are drawn again."""

Stakes = list[tuple[float, float]]
"""What each turn of a side lost, and its stake."""


class Play(NamedTuple):
    """A game to play and to review."""

    game: str
    nodes: int
    plies: int
    white: int
    black: int
    seed: int

    @property
    def key(self) -> tuple[int, int, int]:
        """The identity of the game within the measurement."""
        return self.white, self.black, self.seed


def played(job: Play) -> Match:
    """The game."""
    game = load(job.game)
    choose = Random(f"{job.game} {job.key}")
    match = Match(game, seed=choose.randrange(RANDOM_SEED_LIMIT) if game.setups[0].seeded else None)
    seeds = [choose.randrange(RANDOM_SEED_LIMIT) for _ in SIDES]
    opening = OPENING_PLIES.get(job.game, 4)
    while not match.outcome and match.ply < opening + job.plies:
        side = SIDES.index(match.side)
        level = (job.white, job.black)[side]
        is_random = level == RANDOM or match.ply < opening
        match.play(choose.choice(match.legal) if is_random else _found(match, level, seeds[side], job.nodes))
    return match


def _found(match: Match, level: int, seed: int, nodes: int) -> Move:
    """The move of a level. The search is left rather than limited: a limited one would not look up what is solved."""
    found = None
    for found in think(SearchRequest.of(match, seed=seed), Limits(level=level)):
        if level == FULL and found.nodes >= RECHECK_NODES * nodes:
            break
    if found is None:
        raise AssertionError("a search says something before it ends")
    return found.pv[0]


def judged(job: Play) -> list[Stakes]:
    """What both sides lost, and what was at stake. Runs on any worker."""
    match = played(job)
    reviewer = Reviewer(match, opening_theory(match.game), job.nodes)
    for _ in reviewer.run():
        pass
    turns = [turn for turn in reviewer.turns() if turn.node.ply > OPENING_PLIES.get(job.game, 4) and turn.free]
    return [[(round(turn.lost, 4), round(turn.stake, 4)) for turn in turns if turn.side == side] for side in SIDES]


def pooled(sides: Sequence[Stakes]) -> float:
    """The accuracy over all turns of these sides together, negative where they are worse than random moves."""
    stakes = sum(stake for side in sides for _, stake in side)
    return 100 * (1 - sum(lost for side in sides for lost, _ in side) / stakes) if stakes else 0.0


def margin(games: Sequence[Sequence[Stakes]], choose: Random) -> float:
    """The 95 % margin of that accuracy, from the sides of each game."""
    drawn = sorted(
        pooled([side for sides in choose.choices(games, k=len(games)) for side in sides]) for _ in range(DRAWS)
    )
    return (drawn[int(0.975 * DRAWS)] - drawn[int(0.025 * DRAWS)]) / 2


def row(name: str, games: Sequence[Sequence[Stakes]], seed: int) -> str:
    """A line of the table."""
    sides = [side for sides in games for side in sides]
    share = f"{pooled(sides):.0f} ± {margin(games, Random(seed)):.0f}"
    told = f"{sum(accuracy(side) is not None for side in sides)} of {len(sides)}"
    return f"| {name} | {share} | {told} | {len(games)} | {sum(map(len, sides))} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=keys())
    parser.add_argument("--games", type=int, default=4, help="of each two players")
    about = "the players, by level; 0 for random moves"
    parser.add_argument("--players", type=int, nargs="+", default=range(FULL + 1), metavar="N", help=about)
    parser.add_argument("--nodes", type=int, default=2_000, help="positions a search")
    parser.add_argument("--plies", type=int, default=80, help="the most moves of a game that count")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, metavar="FILE", help="keep finished games there, and go on from them")
    add_options(parser)
    chosen = parser.parse_args()
    players = sorted(chosen.players)
    extremes = [(RANDOM, FULL)] if {RANDOM, FULL} <= set(players) else []
    jobs = []
    for number in range(chosen.games):
        for low, high in [*zip(players, players, strict=True), *extremes]:
            white, black = (low, high) if number % 2 else (high, low)
            seed = chosen.seed * 1_000 + number
            jobs.append(Play(chosen.game, chosen.nodes, chosen.plies, white, black, seed))
    terms = {"game": chosen.game, "nodes": chosen.nodes, "plies": chosen.plies}
    try:
        log = JobLog(chosen.log, "accuracies", terms) if chosen.log else None
    except ValueError as error:
        raise SystemExit(str(error)) from None
    with crew(chosen, chosen.log) as by:
        found = list(zip(jobs, kept(judged, jobs, by, log), strict=True))

    def of(player: int, opponent: int) -> list[list[Stakes]]:
        """The sides of a player in the games against an opponent."""
        return [
            [side for side, who in zip(sides, (job.white, job.black), strict=True) if who == player]
            for job, sides in found
            if sorted((job.white, job.black)) == sorted((player, opponent))
        ]

    print(f"{chosen.game}: {len(jobs)} games")
    print("| player | all games together | sides with an accuracy | games | moves |\n|---|---|---|---|---|")
    for player in players:
        print(row(str(player or "random"), of(player, player), chosen.seed))
    if extremes:
        print(row("random against 10", of(RANDOM, FULL), chosen.seed))
        print(row("10 against random", of(FULL, RANDOM), chosen.seed))


if __name__ == "__main__":
    main()

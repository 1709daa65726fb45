"""Games of the engine with itself, as positions to learn from.

    python3 -m workshop.learn.selfplay english --games 2000 --nodes 600 --seed 1 >english.positions

Each game begins with some turns drawn by lot, and now and then goes on with one, so that the positions are of all
kinds. Written is every quiet position that was searched: `white black kings side score result`, the score as the
search found it for the side to move, the result 1, 0 or -1 for that side. The same arguments write the same lines,
on any number of workers (`--workers`) and on a cluster (`--scheduler`). With `--log` every finished game is kept in
a file, and is not played again when the same command goes on.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from saltus.core.game import Game, Position
from saltus.core.score import WON
from saltus.engine.search import search
from saltus.engine.tt import TranspositionTable
from saltus.games import keys, load
from saltus.parallel.log import JobLog

from workshop.kept import add_options, crew, kept

LONGEST = 300
STANDSTILL = 30
"""Plies, or plies without progress, after which a game is called a draw: more games teach more than long ones."""
LEAD, DECIDED = 400, 6
"""The score that the search must see for so many plies in a row before the game is called won."""


class Sample(NamedTuple):
    """A position, and what the side to move found it worth."""

    position: Position
    score: int


def opening(game: Game, choose: Random, plies: int) -> Position:
    """Where `plies` turns drawn by lot lead; drawn again if that ends the game."""
    while True:
        setup = game.setups[-1]
        position = game.start(setup.key, choose.randrange(1 << 30) if setup.seeded else None)
        for _ in range(plies):
            moves = game.moves(position)
            if moves:
                position = game.play(position, choose.choice(moves))
        if game.moves(position):
            return position


def play(game: Game, choose: Random, nodes: int, stray: float) -> Iterator[tuple[Position, int, int]]:
    """The quiet positions of one game, each with its score and the result for its side to move."""
    position = opening(game, choose, choose.randrange(3, 11))
    table = TranspositionTable(20_000)
    samples: list[Sample] = []
    past: list[Position] = []
    quiet = seen = result = 0
    for _ in range(LONGEST):
        moves = game.moves(position)
        if not moves:
            result = game.result(position)
            break
        if past.count(position) > 1 or quiet >= STANDSTILL:
            break
        score, move = 0, moves[0]
        if len(moves) > 1:
            for progress in search(game, position, past=past, quiet=quiet, table=table, max_nodes=nodes):
                score, move = progress.score, progress.pv[0]
            if abs(score) < WON and not game.noisy_moves(position):
                samples.append(Sample(position, score))
            seen = seen + 1 if abs(score) >= LEAD else 0
            if seen >= DECIDED:
                result = 1 if score > 0 else -1
                break
            if choose.random() < stray:
                move = choose.choice(moves)
        after = game.play(position, move)
        if game.progress(position, move):
            past, quiet = [], 0
        else:
            past.append(position)
            quiet = quiet + 1 if game.counting(position) and game.counting(after) else 0
        position = after
    for sample in samples:
        yield sample.position, sample.score, result if sample.position[3] == position[3] else -result


class Plan(NamedTuple):
    """One game to be played."""

    game: str
    seed: int
    number: int
    nodes: int
    stray: float

    @property
    def key(self) -> tuple[int]:
        """The identity of the game within its work."""
        return (self.number,)


def rows(plan: Plan) -> list[list[int]]:
    """The positions of a game, each as four numbers, a score and a result. Runs on any worker."""
    played = play(load(plan.game), Random(f"{plan.seed} {plan.number}"), plan.nodes, plan.stray)
    return [[*position, score, result] for position, score, result in played]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=keys())
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=600, help="nodes a move")
    parser.add_argument("--stray", type=float, default=0.04, help="how often a turn is drawn by lot")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, metavar="FILE", help="keep finished games there, and go on from them")
    add_options(parser)
    chosen = parser.parse_args()
    terms = {"game": chosen.game, "nodes": chosen.nodes, "stray": chosen.stray, "seed": chosen.seed}
    try:
        log = JobLog(chosen.log, "self-play", terms) if chosen.log else None
    except ValueError as error:
        raise SystemExit(str(error)) from None
    plans = [Plan(chosen.game, chosen.seed, number, chosen.nodes, chosen.stray) for number in range(chosen.games)]
    with crew(chosen, chosen.log) as by:
        for played in kept(rows, plans, by, log):
            for row in played:
                print(*row)
            sys.stdout.flush()


if __name__ == "__main__":
    main()

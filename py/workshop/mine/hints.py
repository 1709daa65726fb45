"""Positions in which people ask for hints: `python3 -m workshop.mine.hints GAME... --out ../tests/analysis/hints`.

From games that level 6 plays against itself, at most twelve positions a game with a choice of moves, each with the
best line and the line of the best other move of a search of 8,000 positions. About ten minutes a game of the five.
Each line of a file: the rows and the side to move, then the lines, each with its score: `… w | 12 c3-d4 … | 9 …`.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

from saltus.analysis.analyse import Variation, analyse, choose
from saltus.core.game import SIDES, Game
from saltus.engine.think import Limits
from saltus.games import load
from saltus.match.match import Match

POSITIONS = 500
LEVEL, LEVEL_NODES = 6, 700
NODES = 8_000
MAX_PLIES = 160
MAX_FROM_A_MATCH = 12
MAX_LINE_MOVES = 8


def hints(game: Game) -> Iterator[str]:
    """The lines of the file, without an end."""
    draw, seed = Random(game.key), 0
    while True:
        seed += 1
        match = Match(game, seed=seed) if game.setups[0].seeded else Match(game)
        nodes = []
        while match.outcome is None and match.ply < MAX_PLIES:
            if match.ply >= 2 and len(match.legal) > 1:
                nodes.append(match.node.id)
            move = choose(match, Limits(level=LEVEL, nodes=LEVEL_NODES), seed=seed * 1000 + match.ply % 2)
            match.play(move.path)
        draw.shuffle(nodes)
        for node in nodes[:MAX_FROM_A_MATCH]:
            match.goto(node)
            position = match.position
            found = analyse(match, Limits(nodes=NODES, lines=2))
            yield f"{'/'.join(game.rows(position))} {SIDES[position[3]]} | {' | '.join(map(_line, found.lines))}"


def _line(line: Variation) -> str:
    return " ".join([str(line.score), *("-".join(move.path) for move in line.moves[:MAX_LINE_MOVES])])


def main() -> None:
    """Write the positions of the chosen games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    for key in chosen.games:
        found = hints(load(key))
        text = "".join(f"{next(found)}\n" for _ in range(POSITIONS))
        (chosen.out / f"{key}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main()

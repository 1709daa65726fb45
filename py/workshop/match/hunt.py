"""Shows that the player wins the endings of Roman Solitaire that are won.

    python3 -m workshop.match.hunt --games 200

Positions of three against one and of four against one are drawn by lot, the three or four to move, among those that
the table says are won. Full force plays them to the end, by the rules of a match (repetition, 120 plies), against two
defenders: one that always plays what loses last, and the seed's own player.
"""

import argparse
from random import Random
from time import perf_counter

from saltus.core.game import Move
from saltus.core.score import WIN, WON
from saltus.engine.think import SearchRequest, think
from saltus.games import load
from saltus.match.match import Match
from saltus.tablebase.base import Endings

from workshop.match.opponents import SeedPlayer


def longest(endings: Endings, match: Match) -> Move:
    """The move that loses last."""
    game, here = match.game, match.position
    return min(game.moves(here), key=lambda move: endings.score(game.play(here, move)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="of each ending, against each defender")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game, choose = load("roman"), Random(chosen.seed)
    endings = game.knowledge()
    assert isinstance(endings, Endings)
    bits = sorted(game.board.name)
    for hunters in (3, 4):
        for defender in ("the longest defence", "the seed's player"):
            began, won, late, most = perf_counter(), 0, 0, 0
            for _ in range(chosen.games):
                score = 0
                while score < WON:
                    drawn = choose.sample(bits, hunters + 1)
                    position = (sum(drawn[1:]), drawn[0], 0, 0)
                    score = endings.score(position)
                match = Match(game, position=position)
                seed = SeedPlayer(game)
                seed.begin(match)
                while match.outcome is None:
                    if match.side == "w":
                        *_, found = think(SearchRequest.of(match))
                        move = found.pv[0]
                    elif defender == "the longest defence":
                        move = longest(endings, match)
                    else:
                        move = seed.choose(game.moves(match.position), 0.0)
                    match.play(move.path)
                    seed.played(move)
                won += match.outcome.winner == "w"
                late += match.node.ply > WIN - score
                most = max(most, match.node.ply)
            print(
                f"{hunters} against 1, {defender}: {won} of {chosen.games} won, {late} later than the table says, "
                f"the longest in {most} plies ({perf_counter() - began:.0f} s)",
                flush=True,
            )


if __name__ == "__main__":
    main()

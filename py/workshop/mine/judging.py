"""Hints, or marks of a review, for people to judge.

    python3 -m workshop.mine.judging SEED            20 hints of each game
    python3 -m workshop.mine.judging SEED --marks    5 marks of each game

From games between levels 3 to 8, three hints or one mark a game, with the board, what is said, and the three best
lines of a longer search: a hint as the page gives it in little time, with the squares that it lights; a mark with its
sentence, the answer and the better move. Who judges says of each whether it is good, poor or wrong, without knowing
how it came about.
"""

import argparse
from collections.abc import Iterator
from random import Random

from saltus.analysis.explain import HINT_LINES, because, recommend
from saltus.analysis.moments import better, refutation, sentence
from saltus.analysis.reasons.exchange import material_deficit
from saltus.analysis.review import Reviewer
from saltus.core.game import SIDE_NAMES, Game
from saltus.core.score import Line
from saltus.engine.think import Limits, SearchRequest, think
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.notation.move import line_texts

POSITIONS, MARKS, FROM_A_MATCH, MAX_PLIES = 20, 5, 3, 120
LEVELS, LEVEL_NODES = (3, 4, 5, 6, 7, 8), 600
HINT_NODES, LONGER_NODES = 8_000, 30_000
SHOWN_MOVES = 10


def played(game: Game, seed: int, draw: Random) -> tuple[Match, list[int]]:
    """A match between two levels, and the nodes of it in which there was a choice."""
    match = Match(game, seed=seed) if game.setups[0].seeded else Match(game)
    levels = {"w": draw.choice(LEVELS), "b": draw.choice(LEVELS)}
    nodes = []
    while match.outcome is None and match.ply < MAX_PLIES:
        if len(match.legal) > 1:
            nodes.append(match.node.id)
        request = SearchRequest.of(match, None, seed * 977 + match.ply)
        for found in think(request, Limits(level=levels[match.side], nodes=LEVEL_NODES)):
            move = found.pv[0]
        match.play(move.path)
    return match, nodes


def searched(match: Match, nodes: int, lines: int) -> list[Line]:
    """The best lines of a search that is left at so many nodes: so it looks up what is proved, as the page's does."""
    for found in think(SearchRequest.of(match), Limits(lines=lines)):
        if found.nodes >= nodes:
            break
    return [Line(line.score, tuple(line.pv)) for line in found.lines[:lines]]


def hints(game: Game, seed: int) -> Iterator[str]:
    """A position with its hint, without an end."""
    draw = Random(f"{seed} {game.key}")
    while True:
        match, nodes = played(game, draw.randrange(1 << 32), draw)
        draw.shuffle(nodes)
        for node in sorted(nodes[:FROM_A_MATCH]):
            match.goto(node)
            position, best = match.position, searched(match, HINT_NODES, HINT_LINES)
            at, why = recommend(game, position, best, material_deficit(match.node))
            yield "\n".join(
                [
                    f"{game.key}, ply {match.ply}, {SIDE_NAMES[match.side]} to move",
                    *(f"    {row}" for row in game.rows(position)),
                    f"  move: {line_texts(game, position, best[at].pv)[0]}",
                    f"  said: {why.text}  [{' '.join(map(game.spoken, why.squares))}]",
                    *longer(match),
                ]
            )


def marks(game: Game, seed: int) -> Iterator[str]:
    """A move that a review marks, with what it says of it, without an end."""
    draw = Random(f"{seed} {game.key} marks")
    while True:
        match, _ = played(game, draw.randrange(1 << 32), draw)
        reviewer = Reviewer(match)
        for _ in reviewer.run():
            pass
        marked = [turn for turn in reviewer.turns() if turn.mark]
        if not marked:
            continue
        turn = draw.choice(marked)
        assert turn.node.parent is not None
        match.goto(turn.node.parent.id)
        position, best = match.position, turn.best
        why = because(game, position, [Line(best.score, best.moves)], turn.played, material_deficit(turn.node.parent))
        told = [f"  better: {' '.join(line_texts(game, position, better(game, turn)))}", f"  because: {why.text}"]
        if turn.is_mistake:
            answer = line_texts(game, turn.node.position, refutation(game, turn))
            told = [f"  said: {sentence(game, turn)}", f"  answer: {' '.join(answer)}", *told]
        before, ended = list(longer(match)), game.outcome(turn.node.position)
        ply, side = match.ply, SIDE_NAMES[match.side]
        match.goto(turn.node.id)
        yield "\n".join(
            [
                f"{game.key}, ply {ply}, {side} to move",
                *(f"    {row}" for row in game.rows(position)),
                f"  played: {turn.text}{turn.mark}",
                *told,
                *before,
                f"  after {turn.text}:",
                *(longer(match, 1) if ended is None else [f"  {ended.text}"]),
            ]
        )


def longer(match: Match, lines: int = 3) -> Iterator[str]:
    """The best lines of a longer search."""
    for line in searched(match, LONGER_NODES, lines):
        yield f"  {line.score:>8}  {' '.join(line_texts(match.game, match.position, line.pv)[:SHOWN_MOVES])}"


def main() -> None:
    """Print the positions of every game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--marks", action="store_true", help="print marks, not hints")
    chosen, number = parser.parse_args(), 0
    for key in keys():
        found = marks(load(key), chosen.seed) if chosen.marks else hints(load(key), chosen.seed)
        for _ in range(MARKS if chosen.marks else POSITIONS):
            number += 1
            print(f"#{number} {next(found)}\n", flush=True)


if __name__ == "__main__":
    main()

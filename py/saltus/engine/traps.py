"""Chooses among equally good moves in a game that is searched to its end.

Against a perfect opponent they are all equal. Against any other the best is the move after which most replies lose
points: a trap.
"""

from collections.abc import Generator

from saltus.core.game import Game, Move, Position
from saltus.engine.search import Progress, search
from saltus.engine.tt import TranspositionTable


def best_trap(
    game: Game, position: Position, found: Progress, table: TranspositionTable
) -> Generator[Progress, None, None]:
    """Continue from `found`, a search of `position` to the end of the game. The last `Progress` starts with the move
    of equal score after which the largest share of replies are mistakes.

    `table` is the one that the search used, so that little has to be searched again.
    """
    if len(game.moves(position)) == 1:
        return
    nodes = found.nodes
    every = found
    for every in search(game, position, table=table, lines=len(game.moves(position))):
        yield found._replace(nodes=nodes + every.nodes)
    nodes += every.nodes
    choice, most = found, -1.0
    for line in every.lines:
        if line.score == found.score:
            wrong, searched = yield from _wrong(game, position, line.pv[0], choice._replace(nodes=nodes), table)
            nodes += searched
            if wrong > most:
                choice, most = choice._replace(pv=line.pv, lines=(line,)), wrong
            yield choice._replace(nodes=nodes)


def _wrong(
    game: Game, position: Position, move: Move, so_far: Progress, table: TranspositionTable
) -> Generator[Progress, None, tuple[float, int]]:
    """The share of the replies to `move` that are worse than the best one, and the nodes searched."""
    after = game.play(position, move)
    replies = len(game.moves(after))
    if not replies:
        return 0.0, 0
    last = so_far
    for progress in search(game, after, table=table, lines=replies):
        last = progress
        yield so_far
    return sum(line.score < last.score for line in last.lines) / replies, last.nodes

"""Which of several moves that are worth the same to play, in a game that is searched to its end.

Against a player who sees everything they are all alike. Against one who does not, the best is the move after which
most replies lose points: a trap.
"""

from collections.abc import Generator

from saltus.core.game import Game, Move, Position
from saltus.engine.search import Progress, search
from saltus.engine.tt import TranspositionTable


def best_trap(
    game: Game, position: Position, found: Progress, table: TranspositionTable
) -> Generator[Progress, None, None]:
    """Go on from `found`, a search of `position` to the end of the game: the last `Progress` begins with a move of
    the same score whose replies go wrong most often.

    `table` is that of the search before, so that little has to be searched again.
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
    """The share of the replies to `move` that are worth less than the best one, and the nodes that it took."""
    after = game.play(position, move)
    replies = len(game.moves(after))
    if not replies:
        return 0.0, 0
    last = so_far
    for progress in search(game, after, table=table, lines=replies):
        last = progress
        yield so_far
    return sum(line.score < last.score for line in last.lines) / replies, last.nodes

"""Chooses among equally good moves once the search has reached the end of the game.

Against a perfect opponent these moves have the same result. Against other opponents the best is a trap: the move
after which the largest share of the replies are mistakes.
"""

from collections.abc import Generator

from saltus.core.game import Game, Move, Position
from saltus.engine.search import SearchInfo, search
from saltus.engine.tt import TranspositionTable


def best_trap(
    game: Game, position: Position, found: SearchInfo, table: TranspositionTable
) -> Generator[SearchInfo, None, None]:
    """Continue from `found`, the result of a search of `position` to the end of the game. The `pv` of the last item
    starts with the best trap among the moves that score the same as `found`. `table` is the transposition table of
    that search, so that little has to be searched again."""
    if len(game.moves(position)) == 1:
        return
    nodes = found.nodes
    every_move = found
    for every_move in search(game, position, table=table, lines=len(game.moves(position))):
        yield found._replace(nodes=nodes + every_move.nodes)
    nodes += every_move.nodes
    choice, best_share = found, -1.0
    for line in every_move.lines:
        if line.score == found.score:
            so_far = choice._replace(nodes=nodes)
            share, searched = yield from _mistake_share(game, position, line.pv[0], so_far, table)
            nodes += searched
            if share > best_share:
                choice, best_share = choice._replace(pv=line.pv, lines=(line,)), share
            yield choice._replace(nodes=nodes)


def _mistake_share(
    game: Game, position: Position, move: Move, so_far: SearchInfo, table: TranspositionTable
) -> Generator[SearchInfo, None, tuple[float, int]]:
    """The share of the replies to `move` that are worse than the best reply, and the nodes searched. Yields `so_far`
    at each step of the search."""
    after = game.play(position, move)
    replies = len(game.moves(after))
    if not replies:
        return 0.0, 0
    last = so_far
    for progress in search(game, after, table=table, lines=replies):
        last = progress
        yield so_far
    return sum(line.score < last.score for line in last.lines) / replies, last.nodes

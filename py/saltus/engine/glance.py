"""A glance at every legal move: what each is worth one ply deep, with the captures that follow played out.

One search tells what the best move is worth, but not what the others are. A glance takes about a hundredth of the
nodes of the search of a review, and is good enough for a mean over the moves.
"""

from collections.abc import Iterator

from saltus.core.game import Move
from saltus.core.score import WIN, Line
from saltus.engine.probe import exact, within_reach
from saltus.engine.search import MAX_FORCED_LEAVES, Search
from saltus.engine.think import SearchRequest
from saltus.engine.tt import TranspositionTable

MAX_GLANCE_CAPTURES = 2
"""The maximum number of captures in a row after a move if captures are optional: the capture and its recapture."""


def glance(request: SearchRequest) -> Iterator[tuple[Move, int]]:
    """Every legal move with its score for the side that makes it, in the order of the game; the proved score where
    one is known. Tables count only if they are unpacked. Raises ValueError if the game is over."""
    game, position, past, quiet, _, _ = request
    known = exact(game, position, past, quiet)
    if known is not None:
        scores = {line.pv[0]: line.score for line in known.lines}
        yield from ((move, scores[move]) for move in game.moves(position))
        return
    begun = Search(
        game, position, past, quiet, TranspositionTable(), 1, None, selective=True, known=within_reach(game, position)
    )
    for move in game.moves(position):
        after = game.play(position, move)
        score = 0
        if after not in begun.path:
            begun.last_leaf = begun.leaves + MAX_FORCED_LEAVES
            score = -begun.quiescence(after, 1, -2 * WIN, 2 * WIN, MAX_GLANCE_CAPTURES)
        yield move, begun.with_known_result(Line(score, (move,))).score

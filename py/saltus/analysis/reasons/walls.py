"""Reasons in Roman Solitaire, where a piece is jumped only if both squares beside it on a line are free for that."""

from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.places import distance
from saltus.analysis.reasons.question import Question, Reason
from saltus.core.board import Board
from saltus.core.phrase import Phrase

LINES = ((0, 1), (1, 0), (1, 1), (1, -1))
NEAR = 2  # An enemy piece so near may jump with its next move but one.


@kind(656, "pieces")
def walls(q: Question) -> Reason | None:
    """That the piece comes to stand beside another, so that the enemy near it can jump it along fewer lines."""
    board, target = q.game.board, q.move.path[-1]
    if not _is_safe(q) or not q.replied[q.side] & q.target:
        return None
    for friend in board.names(q.own & q.replied[q.side] & board.neighbours[q.target]):
        near = any(distance(friend, enemy) <= NEAR for enemy in board.names(q.enemy))
        if near and exposed(board, q.own, friend) < exposed(board, q.before[q.side], friend):
            return Reason(Phrase("hint.walls", piece=q.piece_on(friend)), None, (friend, target))
    return None


@kind(654, "pieces")
def edge(q: Question) -> Reason | None:
    """That the piece goes where it can be jumped along one line at most, or not at all."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    if not _is_safe(q) or not q.replied[q.side] & q.target:
        return None
    lines, before = exposed(board, q.own, target), exposed(board, q.before[q.side], origin)
    if lines > 1 or lines >= before:
        return None
    piece = q.piece_on(origin)
    return Reason(Phrase("hint.edge", piece=piece), None, (origin,))


@kind(648, "pieces")
def keeps_away(q: Question) -> Reason | None:
    """That the piece of a side that has fewer goes farther from every enemy piece, and stays so."""
    if not _is_safe(q) or q.lead >= 0 or not q.replied[q.side] & q.target:
        return None
    near = [
        min(distance(square, one) for one in q.game.board.names(enemy))
        for square, enemy in ((q.move.path[0], q.before[1 - q.side]), (q.move.path[-1], q.replied[1 - q.side]))
    ]
    if near[1] <= near[0]:
        return None
    return Reason(Phrase("hint.keeps-away", piece=q.piece_on(q.move.path[0])), None, q.move.path[:1])


def exposed(board: Board, own: int, square: str) -> int:
    """Along how many lines a piece can be jumped at all: both squares beside it are on the board, and none is its
    side's."""
    beside = (((board.step(square, (x, y)), board.step(square, (-x, -y)))) for x, y in LINES)
    return sum(bool(one and other and not own & (board.bit[one] | board.bit[other])) for one, other in beside)


def _is_safe(q: Question) -> bool:
    """Whether it is such a game, and a move that takes nothing and loses nothing."""
    return not q.game.has_kings and not q.move.captured and q.exchanges.of(q.after).gain <= 0 and q.keeps(0)

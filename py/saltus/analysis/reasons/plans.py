"""Reasons from the next move of the side: what the move makes room for or makes safe, and which square it guards."""

from collections.abc import Sequence

from saltus.analysis.chances import chance
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.places import is_central
from saltus.analysis.reasons.question import Question, Reason, must_capture, other_side
from saltus.core.game import Move
from saltus.core.phrase import Phrase
from saltus.notation.move import move_text

HOPELESS = 0.15  # With smaller chances, which square is guarded matters little.


@kind(710, "pieces")
def prepares(q: Question) -> Reason | None:
    """That the next move of the side, in the line, could not be made before or lost a piece, and is good now."""
    if len(q.line) < 3 or q.move.captured or not q.keeps(0):
        return None
    reply, move = q.line[1:3]
    if _is_trade(q, q.line[2:5]) and not reply.captured:
        text = move_text(q.game, q.replied, move)
        return Reason(Phrase("hint.prepares-trade", move=text), None, (), move.path)
    if (
        reply.captured
        or move.captured
        or not move.path
        or move.path[0] == q.move.path[-1]
        or move.path in q.losing(q.replied)
    ):
        return None
    text = move_text(q.game, q.replied, move)
    if move.path in q.losing(q.before):
        return Reason(Phrase("hint.prepares", move=text), None, move.path[:1])
    if move.path[-1] == q.move.path[0]:
        return Reason(Phrase("hint.makes-room", piece=q.piece_on(move.path[0])), None, move.path[:1])
    return None


def _is_trade(q: Question, moves: Sequence[Move]) -> bool:
    """Whether these moves offer a piece, and take one back."""
    return q.game.must_capture and [len(move.captured) for move in moves] == [0, 1, 1]


@kind(657, "pieces")
def controls(q: Question) -> Reason | None:
    """That an enemy piece which steps to a square is lost there, which it was not before."""
    if q.move.captured or not q.is_free or must_capture(q.game, q.before_null) or not q.keeps(0):
        return None
    if q.exchanges.of(q.after).gain > 0 or q.replied[3] != q.side or chance(q.game, q.score) < HOPELESS:
        return None
    fine, lost, then = q.losing(q.before_null), q.losing(q.after), other_side(q.replied)
    for move in q.game.moves(q.after):
        if not move.path or move.captured or move.path in fine or move.path not in lost:
            continue
        if q.game.find(q.before_null, move.path) is None:
            continue
        if q.game.find(then, move.path) is None or move.path not in q.losing(then):
            continue
        capture = q.exchanges.of(q.game.play(q.after, move)).line[0]
        if move.path[-1] in capture.captured:
            square = q.game.spoken(move.path[-1])
            return Reason(Phrase("hint.controls", square=square), None, move.path[-1:], move.path)
    return None


@kind(641, "pieces")
def heads(q: Question) -> Reason | None:
    """That a man is on its way to the centre, and gets there with its next move of the line."""
    if len(q.line) < 3 or q.move.captured or not q.game.has_kings or not q.keeps(0):
        return None
    move, board = q.line[2], q.game.board
    is_man = not board.bit[q.move.path[0]] & q.before[2]
    if not is_man or move.captured or move.path[:1] != q.move.path[-1:] or not is_central(board, move.path[-1]):
        return None
    if any(move.path[-1] in one.captured for one in q.line[3:]):
        return None
    named = {"piece": q.piece_on(q.move.path[0]), "square": q.game.spoken(move.path[-1])}
    return Reason(Phrase("hint.heads", **named), None, (q.move.path[0], move.path[-1]))

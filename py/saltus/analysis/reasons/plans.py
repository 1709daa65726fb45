"""Reasons from the next move of the side, in the line."""

from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.places import is_central
from saltus.analysis.reasons.question import Question, Reason
from saltus.core.phrase import Phrase
from saltus.notation.move import move_text

MIN_OPENING_MEN = 9  # With so many men of each side it is the opening.


@kind(652, "pieces", "groups")
def prepares(q: Question) -> Reason | None:
    """That a man takes the centre in the opening, that the move makes room for another piece, which follows, or that
    the man goes on to the centre; in Rock, that a capture follows which could not be made before."""
    if len(q.line) < 3 or q.move.captured:
        return None
    reply, move = q.line[1:3]
    if q.decided_by == "groups":
        if not move.captured or q.game.find(q.before, move.path) or q.game.find(q.after_null, move.path) is None:
            return None
        then, enemy = q.game.play(q.replied, move), 1 - q.side
        named = {"side": q.enemy_name, "move": move_text(q.game, q.replied, move)}
        is_split = len(q.game.board.groups(then[enemy])) > len(q.game.board.groups(q.replied[enemy]))
        hint = Phrase("hint.prepares-split", **named) if is_split else Phrase("hint.prepares-capture", **named)
        return Reason(hint, None, move.captured, move.path)
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    is_man = q.game.has_kings and not board.bit[origin] & q.before[2]
    is_opening = min(one.bit_count() for one in q.before[:2]) >= MIN_OPENING_MEN
    if (
        is_man
        and is_opening
        and q.stays
        and q.keeps(0)
        and is_central(board, target)
        and not is_central(board, origin)
    ):
        return Reason(Phrase("hint.centre", piece=q.piece_on(origin)), None, (origin,))
    if not q.keeps(0) or reply.captured or move.captured or not move.path or move.path in q.losing(q.replied):
        return None
    if move.path[-1] == origin and move.path[0] != target:
        return Reason(Phrase("hint.makes-room", piece=q.piece_on(move.path[0])), None, move.path[:1])
    for at in (2, 4):
        if not is_man or len(q.line) <= at or q.line[at].captured or q.line[at].path[:1] != (target,):
            return None
        target = q.line[at].path[-1]
        if is_central(board, target) and not any(target in one.captured for one in q.line[at + 1 :]):
            named = {"piece": q.piece_on(origin), "square": q.game.spoken(target)}
            return Reason(Phrase("hint.heads", **named), None, (origin, target))
    return None

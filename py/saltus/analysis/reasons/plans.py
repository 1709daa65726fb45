"""Reasons from the next move of the side, in the line."""

from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.places import is_central
from saltus.analysis.reasons.question import Question, Reason
from saltus.core.phrase import Phrase
from saltus.notation.move import move_text

MIN_OPENING_MEN = 9  # With so many men of each side it is the opening.


@kind(652, "pieces", "groups")
def prepares(q: Question) -> Reason | None:
    """That a man takes the centre in the opening; in Rock, that a capture follows which could not be made before."""
    if len(q.line) < 3 or q.move.captured:
        return None
    if q.decided_by == "groups":
        move = q.line[2]
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
    if not is_man or not is_opening or not q.stays or not q.keeps(0):
        return None
    if is_central(board, origin) or not is_central(board, target):
        return None
    return Reason(Phrase("hint.centre", piece=q.piece_on(origin)), None, (origin,))

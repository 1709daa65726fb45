"""Reasons from the next move of the side, in the line."""

from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.places import is_central
from saltus.analysis.reasons.question import LONG_NODES, MUCH_CENTIPIECES, Question, Reason, must_capture
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
        if any(move.captured == one.captured for one in q.game.moves(q.before)):
            return None  # it could be captured already
        captures = [one for one in q.game.moves(q.after) if one.captured]
        if any(q.game.find(q.game.play(q.after, one), move.path) is None for one in captures):
            return None  # the opponent captures first, and it is no longer legal
        then, enemy = q.game.play(q.replied, move), 1 - q.side
        named = {"side": q.enemy_name, "move": move_text(q.game, q.replied, move)}
        is_split = len(q.game.board.groups(then[enemy])) > len(q.game.board.groups(q.replied[enemy]))
        hint = Phrase("hint.prepares-split", **named) if is_split else Phrase("hint.prepares-capture", **named)
        return Reason(hint, None, move.captured, move.path)
    if not _goes_to_the_centre(q) or not q.stays:
        return None
    return Reason(Phrase("hint.centre", piece=q.piece_on(q.move.path[0])), None, q.move.path[:1])


@kind(601, "pieces")
def contests(q: Question) -> Reason | None:
    """That a man goes to the centre in the opening, where it is exchanged."""
    if not _goes_to_the_centre(q) or q.exchanges.of(q.after).gain > 0:
        return None
    return Reason(Phrase("hint.contests", piece=q.piece_on(q.move.path[0])), None, q.move.path[:1])


def _goes_to_the_centre(q: Question) -> bool:
    """Whether a man goes to the centre in the opening, and its side loses nothing in the line."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    is_man = q.game.has_kings and not board.bit[origin] & q.before[2]
    is_opening = min(one.bit_count() for one in q.before[:2]) >= MIN_OPENING_MEN
    if not is_man or q.move.captured or not is_opening or not q.keeps(0):
        return False
    return is_central(board, target) and not is_central(board, origin)


@kind(653, "pieces")
def enables(q: Question) -> Reason | None:
    """The next move of the line, which would have lost a piece at once."""
    if len(q.line) < 3 or q.move.captured or not q.is_free or not q.keeps(0) or q.replied[3] != q.side:
        return None
    move = q.line[2]
    if move.captured or not move.path or move.path[0] == q.move.path[-1] or q.game.find(q.before, move.path) is None:
        return None
    if move.path not in q.losing(q.before) or any(move.path in q.losing(one) for one in (q.after_null, q.replied)):
        return None
    text = move_text(q.game, q.replied, move)
    return Reason(Phrase("hint.enables", move=text), None, (q.move.path[0], move.path[0]), move.path)


@kind(650, "pieces")
def occupies(q: Question) -> Reason | None:
    """That the move takes the square to which the opponent would have liked to go, by a short search."""
    if q.wish is None or q.move.captured or must_capture(q.game, q.before_null) or not q.stays or not q.keeps(0):
        return None
    move = q.wish.pv[0]
    if move.captured or move.path[-1] != q.move.path[-1] or not q.replied[q.side] & q.target:
        return None
    named = {"square": q.game.spoken(q.move.path[-1]), "side": q.enemy_name}
    return Reason(Phrase("hint.occupies", **named), None, q.move.path[-1:], move.path)


@kind(605, "pieces")
def far_better(q: Question) -> Reason | None:
    """That every other move is much worse, if nothing tells why, and longer searches confirm it."""
    if q.move.captured or not q.differs or q.other is None:
        return None
    here = q.searched(q.after, 2 * LONG_NODES)
    there = q.searched(q.game.play(q.before, q.other.pv[0]), 2 * LONG_NODES)
    if here is None or there is None or there.score - here.score < MUCH_CENTIPIECES:
        return None
    return Reason(Phrase("hint.far-better", piece=q.piece_on(q.move.path[0])), None, q.move.path[:1])

"""Reasons in games where more pieces are better: exchanges to their end, threats, moves that lose a piece."""

from collections.abc import Sequence

from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import MAX_NAMED, Question, Reason, pieces
from saltus.core.game import Move
from saltus.core.phrase import Phrase, Several
from saltus.notation.move import move_text

MAX_GOOD_REPLIES = 2  # With more replies that lose nothing, it is no news how many there are.
MAX_FEW_SHARE = 1 / 2  # Of all moves; more than these are not few.
MIN_REPLIES = 4  # With fewer replies, it is no news that most of them lose.


@kind(900, "pieces", excludes=("keeps_more", "gains"), faults=True)
def wins(q: Question) -> Reason | None:
    """The pieces that the captures which the move makes or forces win."""
    taken, gain, line = _exchange(q)
    if gain <= 0 or not (taken or line) or not q.keeps(gain):
        return None
    if taken and q.deficit:
        left = gain - q.deficit
        if left > 0:
            text = Phrase("because.takes-back-ahead", count=pieces(left))
        elif left:
            text = Phrase("because.takes-back", count=pieces(gain))
        else:
            text = Phrase("because.takes-back-even")
        return Reason(text, q.move.captured)
    if not line:
        if any(move.captured for move in q.game.moves(q.after)):  # it could take back, and had better not
            return Reason(Phrase("because.takes-well", count=pieces(gain)), q.move.captured)
        free = Phrase("because.takes-free", count=pieces(taken))
        return Reason(free, q.move.captured)
    squares = (*q.move.captured, *(square for move in line for square in move.captured))
    won = taken + sum(len(move.captured) for move in line[1::2])
    named = {"count": pieces(won), "lost": pieces(won - gain)}
    if taken:
        return Reason(Phrase("because.exchange-wins", **named), squares)
    text = Phrase("because.sacrifice-wins", **named)
    return Reason(text, squares, line[0].path, plies=1 + len(line))


@kind(980, "pieces", excludes=("wins",))
def wins_several(q: Question) -> Reason | None:
    """The same, where it is more than one."""
    return _several(wins.find(q))


@kind(480, "pieces", hints_only=True)
def evens(q: Question) -> Reason | None:
    """That the captures which the move makes or forces cost both sides as much."""
    taken, gain, line = _exchange(q)
    if gain or not line or q.deficit:
        return None
    squares = (*q.move.captured, *(square for move in line for square in move.captured))
    if taken:
        return Reason(Phrase("because.exchanges"), squares)
    return Reason(Phrase("because.forces-exchange"), squares)


def _exchange(q: Question) -> tuple[int, int, Sequence[Move]]:
    """The pieces that the move takes, the pieces that it wins in all, and the captures that follow, where it makes a
    capture or forces one. Raises TooLongError."""
    reply, taken = q.exchanges.of(q.after), len(q.move.captured)
    if not taken and not q.game.must_capture:
        return 0, 0, ()
    return taken, taken - reply.gain, reply.line


@kind(870, "pieces", excludes=("few_safe",))
def rescues(q: Question) -> Reason | None:
    """What the opponent could have won by captures and no longer can."""
    if q.move.captured:
        return None
    danger, left = q.exchanges.of(q.before_null), q.exchanges.of(q.after)
    saves = danger.gain - max(left.gain, 0)
    if danger.gain <= 0 or saves <= 0:
        return None
    count, legal = pieces(saves), {move.path for move in q.game.noisy_moves(q.after)}
    winning = [move for move in q.game.noisy_moves(q.before_null) if q.exchanges.wins(q.before_null, move)]
    gone = next((move for move in winning if move.path not in legal), None)
    capture = gone or danger.line[0]
    if left.gain > 0:
        return Reason(Phrase("because.saves", count=count), capture.captured)
    move = move_text(q.game, q.before_null, capture)
    if gone is not None:
        text = Phrase("because.shelters", count=count, move=move)
        return Reason(text, capture.captured, capture.path)
    after = q.game.play(q.after, capture)
    reply = q.exchanges.of(after).line[0]
    named = {"move": move, "reply": move_text(q.game, after, reply)}
    return Reason(Phrase("because.covers", **named), reply.captured, reply.path)


@kind(860, "pieces", excludes=("gains",), faults=True)
def threatens_capture(q: Question) -> Reason | None:
    """What the side could win by captures with another move, and could not before."""
    if not q.is_free:
        return None
    now = q.exchanges.of(q.after_null)
    if q.exchanges.of(q.after).gain > 0:
        return None  # the opponent takes first
    if now.gain <= max(q.exchanges.of(q.before).gain - len(q.move.captured), 0):
        return None
    if any(move.path == now.line[0].path for move in q.game.noisy_moves(q.before)):
        return None  # what could be captured before does not look like a threat of this move
    move = now.line[0]
    named = {"count": pieces(now.gain), "move": move_text(q.game, q.after_null, move)}
    text = Phrase("because.threatens", **named)
    if len(move.captured) > now.gain:
        named["count"] = pieces(len(move.captured))
        text = Phrase("because.threatens-jump", **named)
    return Reason(text, move.captured, move.path)


@kind(970, "pieces", excludes=("threatens_capture",))
def threatens_several(q: Question) -> Reason | None:
    """The same, where it is more than one piece."""
    return _several(threatens_capture.find(q))


def _several(reason: Reason | None) -> Reason | None:
    return reason if reason is not None and len(reason.squares) > 1 else None


@kind(820, "pieces")
def few_safe(q: Question) -> Reason | None:
    """That all or most of the other legal moves lose pieces, which this one does not."""
    losing = q.losing(q.before)
    others = q.game.count(q.before) - 1
    if not losing or q.move.path in losing or not q.keeps(0):
        return None
    if len(losing) == others:
        return Reason(Phrase("because.alone-safe"))
    if others + 1 - len(losing) > MAX_FEW_SHARE * (others + 1):
        return None
    return Reason(Phrase("because.few-safe", n=others + 1 - len(losing), all=others + 1))


@kind(420, "pieces")
def unlike(q: Question) -> Reason | None:
    """The few other moves that lose a piece, which this one does not."""
    losing = q.losing(q.before)
    if not 0 < len(losing) <= MAX_NAMED or q.move.path in losing or not q.keeps(0):
        return None
    moves = [move_text(q.game, q.before, move) for move in q.game.moves(q.before) if move.path in losing]
    return Reason(Phrase("because.unlike", moves=Several(moves, "and")))


@kind(810, "pieces", faults=True)
def few_replies(q: Question) -> Reason | None:
    """That the opponent has few replies that lose nothing, or none."""
    legal = q.game.count(q.after)
    good = legal - len(q.losing(q.after))
    if legal < MIN_REPLIES or good > MAX_GOOD_REPLIES:
        return None
    if not good and not q.keeps(1):
        return None  # It is won back by more than captures.
    if not good:
        return Reason(Phrase("because.no-reply"))
    if good == 1:
        return Reason(Phrase("because.one-reply", all=legal))
    return Reason(Phrase("because.few-replies", n=good, all=legal))


@kind(470, "pieces", "groups")
def deters(q: Question) -> Reason | None:
    """That the move which the opponent would like most to play is not possible any more, or loses the piece."""
    if not q.is_free or q.move.captured or (step := q.enemy_plan) is None or not step.path:
        return None
    if step.captured and q.game.material:
        return None
    if step not in q.game.moves(q.after):
        return Reason(Phrase("because.stops-move", move=move_text(q.game, q.before_null, step)), (), step.path)
    if (
        not q.game.material
        or q.exchanges.of(q.after).gain > 0
        or step.path not in q.losing(q.after) - q.losing(q.before_null)
        or (capture := _taking(q, step)) is None
    ):
        return None
    texts = {"move": move_text(q.game, q.after, step)}
    texts["reply"] = move_text(q.game, q.game.play(q.after, step), capture)
    text = Phrase("because.deters", **texts)
    return Reason(text, step.path[-1:], capture.path)


def _taking(q: Question, step: Move) -> Move | None:
    """The capture that wins the piece which makes this step after the move, if there is one."""
    after = q.game.play(q.after, step)
    replies = (reply for reply in q.game.noisy_moves(after) if step.path[-1] in reply.captured)
    return next((reply for reply in replies if q.exchanges.wins(after, reply)), None)

"""Reasons in games where more pieces are better: shots, exchanges to their end, rescues, threats, safe moves."""

from collections.abc import Sequence

from saltus.analysis.reasons.exchange import last, leads, reached
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.kings import is_passed, steps_to_king_row
from saltus.analysis.reasons.places import is_central
from saltus.analysis.reasons.question import (
    LONG_NODES,
    MUCH_CENTIPIECES,
    Question,
    Reason,
    must_capture,
    other_side,
    traced,
)
from saltus.analysis.reasons.searched import MAX_GAIN_MOVES, comes_whatever
from saltus.core.game import Move
from saltus.core.phrase import Phrase
from saltus.notation.move import move_text

MAX_NEAR = 4  # A man so many moves from the king row has come far.
MIN_ROOM = 2  # So many more moves than before a trade are room.
MIN_REPLIES = 4  # With fewer replies, it is no news that most of them lose.


@kind(940, "pieces", faults=True)
def wins(q: Question) -> Reason | None:
    """The pieces that the captures which the move makes or forces win."""
    taken, gain, line = _exchange(q)
    if gain <= 0 or not (taken or line) or not q.keeps(gain):
        return None
    if taken and q.deficit:
        settled = q.settled(q.line)
        return _takes_back(q, gain - q.deficit if settled is None else settled - q.lead - q.deficit)
    squares = (*q.move.captured, *(square for move in line for square in move.captured))
    count = q.pieces(gain)
    if taken and not line:
        # The opponent could take back, and had better not.
        could = any(move.captured for move in q.game.moves(q.after))
        hint = Phrase("hint.takes", piece=q.piece_on(q.move.captured[0]), count=count)
        review = Phrase("because.takes-well", count=count) if could else Phrase("because.takes-free", count=count)
        return Reason(hint, review, q.move.captured)
    won = q.pieces(taken + sum(len(move.captured) for move in line[1::2]))
    named = {"count": won, "lost": q.pieces(taken + sum(len(move.captured) for move in line[1::2]) - gain)}
    if taken:
        return Reason(Phrase("hint.exchange-wins", **named), Phrase("because.exchange-wins", **named), squares)
    return Reason(Phrase("hint.shot", **named), Phrase("because.sacrifice-wins", **named), squares, line[0].path)


def _takes_back(q: Question, ahead: int) -> Reason:
    """That the move ends an exchange which the opponent began, and comes out of it some pieces ahead."""
    if ahead > 0:
        count = q.pieces(ahead)
        texts = Phrase("hint.takes-back-ahead", count=count), Phrase("because.takes-back-ahead", count=count)
    elif ahead:
        count = q.pieces(ahead + q.deficit)
        texts = Phrase("hint.takes-back", count=count), Phrase("because.takes-back", count=count)
    else:
        alike = [one for one in q.other_captures if q.taking(one) == q.taking(q.move)]
        middle = (q.game.board.files - 1) / 2
        away = [abs(q.game.board.file_of(one.path[-1]) - middle) for one in (q.move, *alike)]
        hint = Phrase("hint.takes-back-even")
        if alike and away[0] < min(away[1:]):
            hint = Phrase("hint.takes-back-inward", how=_how(q, alike))
        texts = hint, Phrase("because.takes-back-even")
    return Reason(*texts, q.move.captured)


@kind(840, "pieces")
def trades(q: Question) -> Reason | None:
    """What is gained by captures that cost both sides as much: a lead counts more with fewer pieces; an attacked
    piece is exchanged, or one that could take itself; the way of a man is opened; the man that has come farthest
    goes, or one of the centre; the pieces get room."""
    taken, gain, line = _exchange(q)
    if gain or not line or q.deficit or not q.keeps(0):
        return None
    squares = (*q.move.captured, *(square for move in line for square in move.captured))
    review = Phrase("because.exchanges") if taken else Phrase("because.forces-exchange")
    end = reached(q.game, q.after, line)
    if q.lead > 0:
        named = {"n": end[q.side].bit_count(), "m": end[1 - q.side].bit_count()}
        hint = Phrase("hint.trades-ahead", **named) if named["m"] else None
        return Reason(hint, Phrase("because.trades-ahead"), squares)
    moves = (q.move, *line)
    lost = {traced(square, moves[:at]) for at in range(1, len(moves), 2) for square in moves[at].captured}
    won = {traced(square, moves[:at]) for at in range(0, len(moves), 2) for square in moves[at].captured}
    squares = (*sorted(won), *sorted(lost - won))
    danger = q.exchanges.of(q.before_null)
    if danger.gain > 0 and lost & set(danger.line[0].captured):
        piece = q.piece_on(danger.line[0].captured[0])
        return Reason(Phrase("hint.trades-attacked", side=q.enemy_name, piece=piece), review, squares)
    others = q.other_captures
    if others:
        is_same = len({q.taking(move) for move in (q.move, *others)}) == 1
        named = {"n": taken + len(won) - len(q.move.captured)}
        return Reason(Phrase("hint.trades-either", **named) if is_same else None, review, squares)
    first = [one for one in q.game.moves(q.before_null) if one.captured and one.path[0] in q.move.captured]
    if first and not q.game.must_capture:
        piece = q.piece_on(q.move.captured[0])
        return Reason(
            Phrase("hint.trades-first", piece=piece, other=q.game.spoken(first[0].captured[0])), review, squares
        )
    if q.game.has_kings and not must_capture(q.game, q.before_null):
        hint = _trade_of_men(q, won, moves)
        if hint is not None:
            return Reason(hint, review, squares)
    now = end if end[3] == q.side else other_side(end)
    if q.game.count(now) >= q.game.count(q.before) + MIN_ROOM and not must_capture(q.game, now):
        return Reason(Phrase("hint.trades-room"), review, squares)
    hint = Phrase("hint.trades", piece=q.piece_on(q.move.captured[0]), side=q.enemy_name) if taken else None
    return Reason(hint, review, squares)


def _trade_of_men(q: Question, won: set[str], moves: Sequence[Move]) -> Phrase | None:
    """That a trade opens the way for a man, or which man it takes off: the one that has come farthest, or one of the
    centre."""
    board, enemy = q.game.board, 1 - q.side
    end = reached(q.game, q.before, moves)
    own = {traced(one, moves): one for one in board.names(end[q.side] & ~end[2]) if is_passed(q.game, end, one)}
    freed = {steps_to_king_row(q.game, q.side, own[one]): one for one in own if not is_passed(q.game, q.before, one)}
    if freed and min(freed) <= MAX_NEAR:
        return Phrase("hint.trades-opens", piece=q.piece_on(freed[min(freed)]))
    men = [one for one in won if not board.bit[one] & q.before[2]]
    steps = sorted(steps_to_king_row(q.game, enemy, one) for one in board.names(q.before[enemy] & ~q.before[2]))
    ahead = [one for one in men if steps_to_king_row(q.game, enemy, one) == steps[0] <= MAX_NEAR]
    if ahead and steps[:2] != steps[:1] * 2:
        return Phrase("hint.trades-advanced", piece=q.piece_on(ahead[0]))
    if any(is_central(board, one) for one in won):
        return Phrase("hint.trades-centre", side=q.enemy_name)
    return None


def _exchange(q: Question) -> tuple[int, int, Sequence[Move]]:
    """The pieces that the move takes, the pieces that it wins in all, and the captures that follow, where it makes a
    capture or forces one. Raises TooLongError."""
    reply, taken = q.exchanges.of(q.after), len(q.move.captured)
    if not taken and not q.game.must_capture:
        return 0, 0, ()
    return taken, taken - reply.gain, reply.line


@kind(910, "pieces")
def rescues(q: Question) -> Reason | None:
    """What the opponent could have won by captures and no longer can."""
    if q.move.captured or not q.keeps(0):
        return None
    danger, left = q.exchanges.of(q.before_null), q.exchanges.of(q.after)
    if danger.gain <= 0 or left.gain > 0:
        return None
    legal = {move.path for move in q.game.noisy_moves(q.after)}
    winning = [move for move in q.game.noisy_moves(q.before_null) if q.exchanges.wins(q.before_null, move)]
    gone = next((move for move in winning if move.path not in legal), None)
    capture = gone or danger.line[0]
    attacked = capture.captured[0]
    piece, move = q.piece_on(attacked), move_text(q.game, q.before_null, capture)
    saved = q.move.path[-1] if q.move.path[0] == attacked else attacked
    named = {"side": q.enemy_name, "piece": piece}
    if gone is not None:
        if not q.survives(saved):
            return None
        shelters = Phrase("because.shelters", count=q.pieces(danger.gain), move=move)
        hint = Phrase("hint.fills", **named) if q.move.path[-1] in capture.path else None
        if q.move.path[0] == attacked:
            hint = Phrase("hint.steps-away", **named)
        return Reason(hint, shelters, capture.captured, capture.path)
    after = q.game.play(q.after, capture)
    reply = q.exchanges.of(after).line[0]
    covers = Phrase("because.covers", move=move, reply=move_text(q.game, after, reply))
    is_taken_back = capture.path[-1] in reply.captured
    hint = Phrase("hint.covers", **named) if is_taken_back else Phrase("hint.counters", **named)
    return Reason(hint, covers, capture.captured, capture.path)


@kind(930, "pieces", faults=True)
def no_safe_reply(q: Question) -> Reason | None:
    """That every reply of the opponent loses a piece, or all but one do."""
    legal = q.game.count(q.after)
    good = legal - len(q.losing(q.after))
    if legal < MIN_REPLIES or good > 1 or not q.keeps(1 - good):
        return None
    if good and q.score >= 100 * q.lead + MUCH_CENTIPIECES:
        return None  # nor is that reply safe, in the end
    if good:
        reply = next(move for move in q.game.moves(q.after) if move.path not in q.losing(q.after))
        hint = Phrase("hint.one-reply", side=q.enemy_name, move=move_text(q.game, q.after, reply))
        return Reason(hint, Phrase("because.one-reply", all=legal), (), reply.path)
    is_lost = comes_whatever(q, q.lead + 1, MAX_GAIN_MOVES)
    return Reason(Phrase("hint.no-reply", side=q.enemy_name) if is_lost else None, Phrase("because.no-reply"))


@kind(941, "pieces")
def best_capture(q: Question) -> Reason | None:
    """That of several captures, one of which must be made, this one comes out ahead of every other."""
    others = q.other_captures
    if not others or not q.keeps(q.taking(q.move)):
        return None
    gain, best = q.taking(q.move), max(map(q.taking, others))
    if gain > best:
        count = q.pieces(gain - best)
        return Reason(Phrase("hint.best-capture", how=_how(q, others), count=count), None, q.move.captured)
    return None


def _how(q: Question, others: Sequence[Move]) -> Phrase:
    """Which of the captures it is: by the piece that takes, or where it ends."""
    if any(one.path[0] == q.move.path[0] for one in others):
        return Phrase("take.to", square=q.game.spoken(q.move.path[-1]))
    return Phrase("take.with", piece=q.piece_on(q.move.path[0]))


@kind(606, "pieces")
def quiet(q: Question) -> Reason | None:
    """That nothing can be taken after the move where most other moves lose a piece, or that what is taken is taken
    back."""
    if q.exchanges.of(q.after).gain > 0 or not q.keeps(0) or q.move.captured:
        return None
    found = q.searched(q.after, LONG_NODES)
    left = last(leads(q.game, q.after, found.pv, q.side)) if found else None
    if left is not None and left < q.lead:
        return None  # it is attacked next, and lost
    are_most_losing = 2 * len(q.losing(q.before)) >= q.game.count(q.before)
    if q.game.noisy_moves(q.after):
        if are_most_losing:
            return Reason(Phrase("hint.answered"), None)
        if q.game.must_capture:
            return Reason(Phrase("hint.offers-trade", side=q.enemy_name), None)
        return Reason(Phrase("hint.can-answer", side=q.enemy_name), None)
    is_quiet = found is not None and not any(move.captured for move in found.pv[:2])
    return Reason(Phrase("hint.safe"), None) if are_most_losing and is_quiet else None

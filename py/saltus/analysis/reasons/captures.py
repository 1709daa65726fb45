"""Reasons in games where more pieces are better: shots, exchanges to their end, rescues, threats, safe moves."""

from collections.abc import Sequence

from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import Question, Reason
from saltus.core.game import Move
from saltus.core.phrase import Phrase
from saltus.notation.move import move_text

MAX_GOOD_REPLIES = 3  # With more replies that lose nothing, their number is no news.
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
        texts = Phrase("hint.takes-back-even"), Phrase("because.takes-back-even")
    return Reason(*texts, q.move.captured)


@kind(840, "pieces")
def trades(q: Question) -> Reason | None:
    """That the captures which the move makes or forces cost both sides as much."""
    taken, gain, line = _exchange(q)
    if gain or not line or q.deficit or not q.keeps(0):
        return None
    squares = (*q.move.captured, *(square for move in line for square in move.captured))
    if q.lead > 0:
        return Reason(Phrase("hint.trades-ahead"), Phrase("because.trades-ahead"), squares)
    review = Phrase("because.exchanges") if taken else Phrase("because.forces-exchange")
    return Reason(Phrase("hint.trades"), review, squares)


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
    if gone is not None:
        if not q.survives(saved):
            return None
        shelters = Phrase("because.shelters", count=q.pieces(danger.gain), move=move)
        return Reason(Phrase("hint.shelters", piece=piece), shelters, capture.captured, capture.path)
    after = q.game.play(q.after, capture)
    reply = q.exchanges.of(after).line[0]
    covers = Phrase("because.covers", move=move, reply=move_text(q.game, after, reply))
    return Reason(Phrase("hint.covers", piece=piece), covers, capture.captured, reply.path)


@kind(880, "pieces", faults=True)
def threatens(q: Question) -> Reason | None:
    """What the side could win by captures with another move, and could not before."""
    if not q.is_free or not q.keeps(0):
        return None
    now = q.exchanges.of(q.after_null)
    if q.exchanges.of(q.after).gain > 0:
        return None  # the opponent takes first
    if now.gain <= max(q.exchanges.of(q.before).gain - len(q.move.captured), 0):
        return None
    move = now.line[0]
    if any(other.path == move.path for other in q.game.noisy_moves(q.before)):
        return None  # what could be captured before does not look like a threat of this move
    if any(move.path[0] in reply.captured for reply in q.game.noisy_moves(q.after)):
        return None  # what threatens can be taken itself
    text = move_text(q.game, q.after_null, move)
    if len(move.captured) > 1:
        count = q.pieces(len(move.captured))
        review = Phrase("because.threatens-jump", count=count, move=text)
        return Reason(Phrase("hint.threatens-jump", count=count), review, move.captured, move.path)
    review = Phrase("because.threatens", count=q.pieces(now.gain), move=text)
    hint = Phrase("hint.threatens", piece=q.piece_on(move.captured[0]))
    return Reason(hint, review, move.captured, move.path)


@kind(890, "pieces")
def alone_safe(q: Question) -> Reason | None:
    """That all other legal moves lose pieces, which this one does not."""
    losing = q.losing(q.before)
    if not losing or q.move.path in losing or len(losing) < q.game.count(q.before) - 1 or not q.keeps(0):
        return None
    return Reason(Phrase("hint.alone-safe"), Phrase("because.alone-safe"))


@kind(930, "pieces", faults=True)
def no_safe_reply(q: Question) -> Reason | None:
    """That every reply of the opponent loses a piece, or all but one do."""
    legal = q.game.count(q.after)
    good = legal - len(q.losing(q.after))
    if legal < MIN_REPLIES or good > 1 or not q.keeps(1 - good):
        return None
    if good:
        return Reason(Phrase("hint.one-reply", side=q.enemy_name), Phrase("because.one-reply", all=legal))
    return Reason(Phrase("hint.no-reply", side=q.enemy_name), Phrase("because.no-reply"))


@kind(645, "pieces")
def few_safe_replies(q: Question) -> Reason | None:
    """That few of the opponent's replies lose nothing."""
    legal = q.game.count(q.after)
    good = legal - len(q.losing(q.after))
    if not 1 < good <= MAX_GOOD_REPLIES or 2 * good > legal or not q.keeps(0):
        return None
    return Reason(Phrase("hint.few-replies", side=q.enemy_name, n=good), None)


@kind(658, "pieces")
def safe(q: Question) -> Reason | None:
    """That the opponent can capture nothing after the move, or nothing that is not taken back, where most other moves
    lose a piece."""
    if q.exchanges.of(q.after).gain > 0 or not q.keeps(0) or 2 * len(q.losing(q.before)) < q.game.count(q.before):
        return None
    return Reason(Phrase("hint.answered") if q.game.noisy_moves(q.after) else Phrase("hint.safe"), None)


@kind(602, "pieces")
def must(q: Question) -> Reason | None:
    """That one of several captures must be made."""
    is_compulsory = q.game.must_capture and q.move.captured
    return Reason(Phrase("hint.must"), None) if is_compulsory else None

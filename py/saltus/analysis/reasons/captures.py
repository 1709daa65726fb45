"""Reasons in games where more pieces are better: shots, exchanges to their end, rescues, threats, safe moves."""

from collections.abc import Sequence

from saltus.analysis.chances import MAX_EVEN_CHANCE, chance
from saltus.analysis.reasons.exchange import reached
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.kings import is_passed, steps_to_king_row
from saltus.analysis.reasons.places import is_central
from saltus.analysis.reasons.question import MUCH_CENTIPIECES, Question, Reason, must_capture, traced
from saltus.core.game import Move, Position
from saltus.core.phrase import Phrase
from saltus.notation.move import move_text

MAX_GOOD_REPLIES = 3  # With more replies that lose nothing, their number is no news.
MAX_NEAR = 3  # A man so many moves from the king row is near it.
MAX_LEFT, MIN_MORE_LEFT = 5, 2  # So few safe moves are left to the opponent, and so many more to the side.
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
    """What is gained by captures that cost both sides as much: a lead counts more with fewer pieces; an attacked
    piece is exchanged; the opponent's back row is opened; a piece that has come far goes, or one of the centre."""
    taken, gain, line = _exchange(q)
    if gain or not line or q.deficit or not q.keeps(0):
        return None
    squares = (*q.move.captured, *(square for move in line for square in move.captured))
    review = Phrase("because.exchanges") if taken else Phrase("because.forces-exchange")
    if q.lead > 0:
        return Reason(Phrase("hint.trades-ahead"), Phrase("because.trades-ahead"), squares)
    moves = (q.move, *line)
    lost = {traced(square, moves[:at]) for at in range(1, len(moves), 2) for square in moves[at].captured}
    won = {traced(square, moves[:at]) for at in range(0, len(moves), 2) for square in moves[at].captured}
    danger = q.exchanges.of(q.before_null)
    if danger.gain > 0 and lost & set(danger.line[0].captured):
        piece = q.piece_on(danger.line[0].captured[0])
        return Reason(Phrase("hint.trades-attacked", side=q.enemy_name, piece=piece), review, squares)
    if q.game.has_kings:
        hint = _trade_of_men(q, moves, won)
        if hint is not None:
            return Reason(hint, review, squares)
    wish = q.wish
    if wish and not wish.pv[0].captured and wish.score + q.score >= MUCH_CENTIPIECES // 2:
        named = {"side": q.enemy_name, "move": move_text(q.game, q.before_null, wish.pv[0])}
        return Reason(Phrase("hint.trades-before", **named), review, squares, wish.pv[0].path)
    return Reason(Phrase("hint.trades") if not q.other_captures else None, review, squares)


def _trade_of_men(q: Question, moves: Sequence[Move], won: set[str]) -> Phrase | None:
    """What a trade does to men: the man that it opens the way for, an enemy man that was near the king row, the back
    row that the opponent leaves, the centre."""
    board, kings, side = q.game.board, q.before[2], q.side
    end, enemy = reached(q.game, q.before, moves), 1 - side
    for man in board.names(end[side] & ~end[2]):
        origin = traced(man, moves)
        is_near = steps_to_king_row(q.game, side, man) <= MAX_NEAR
        if is_near and is_passed(q.game, end, man) and not is_passed(q.game, q.before, origin):
            return Phrase("hint.trades-opens", piece=q.piece_on(origin))
    near = [one for one in won if not board.bit[one] & kings and steps_to_king_row(q.game, enemy, one) <= MAX_NEAR]
    if near:
        return Phrase("hint.trades-far", piece=q.piece_on(near[0]))
    row = board.ranks - 1 if enemy else 0
    leaving = [move.path[0] for move in moves[1::2] if board.rank_of(move.path[0]) == row]
    if any(not board.bit[one] & kings for one in leaving) and q.before[side] & ~kings:
        return Phrase("hint.trades-row", side=q.enemy_name)
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
        if q.move.path[0] == attacked:
            hint = Phrase("hint.steps-away", **named)
        elif q.move.path[-1] in capture.path:
            hint = Phrase("hint.fills", **named)
        else:
            hint = Phrase("hint.shelters", **named)
        return Reason(hint, shelters, capture.captured, capture.path)
    after = q.game.play(q.after, capture)
    reply = q.exchanges.of(after).line[0]
    covers = Phrase("because.covers", move=move, reply=move_text(q.game, after, reply))
    return Reason(Phrase("hint.covers", **named), covers, capture.captured, capture.path)


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
    other = q.other.pv[0] if q.other else min(q.game.moves(q.before), key=lambda move: move.path == q.move.path)
    after = q.game.play(q.before, other)
    capture = q.exchanges.of(after).line[0]
    named = {"move": move_text(q.game, q.before, other), "reply": move_text(q.game, after, capture)}
    return Reason(Phrase("hint.alone-safe", **named), Phrase("because.alone-safe"), capture.captured, capture.path)


@kind(930, "pieces", faults=True)
def no_safe_reply(q: Question) -> Reason | None:
    """That every reply of the opponent loses a piece, or all but one do."""
    legal = q.game.count(q.after)
    good = legal - len(q.losing(q.after))
    if legal < MIN_REPLIES or good > 1 or not q.keeps(1 - good):
        return None
    if good:
        reply = next(move for move in q.game.moves(q.after) if move.path not in q.losing(q.after))
        hint = Phrase("hint.one-reply", side=q.enemy_name, move=move_text(q.game, q.after, reply))
        return Reason(hint, Phrase("because.one-reply", all=legal), (), reply.path)
    return Reason(Phrase("hint.no-reply", side=q.enemy_name), Phrase("because.no-reply"))


@kind(645, "pieces")
def few_safe_replies(q: Question) -> Reason | None:
    """That few of the opponent's replies lose nothing."""
    legal = q.game.count(q.after)
    good = legal - len(q.losing(q.after))
    if not 1 < good <= MAX_GOOD_REPLIES or 2 * good > legal or not q.keeps(0):
        return None
    return Reason(Phrase("hint.few-replies", side=q.enemy_name, n=good), None)


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


@kind(658, "pieces")
def safe(q: Question) -> Reason | None:
    """That the opponent can capture nothing after the move, or nothing that is not taken back, where most other moves
    lose a piece."""
    if q.exchanges.of(q.after).gain > 0 or not q.keeps(0) or 2 * len(q.losing(q.before)) < q.game.count(q.before):
        return None
    return Reason(Phrase("hint.answered") if q.game.noisy_moves(q.after) else Phrase("hint.safe"), None)


@kind(607, "pieces")
def tempo(q: Question) -> Reason | None:
    """That the opponent has few moves left that lose nothing, and the side has more, also after the best reply."""
    is_of_men = q.game.must_capture and not q.before[2] and not q.move.captured
    if not is_of_men or not q.is_free or not q.keeps(0) or q.replied[3] != q.side:
        return None
    if q.game.noisy_moves(q.replied) or must_capture(q.game, q.after_null):
        return None

    def safe(position: Position) -> int:
        return q.game.count(position) - len(q.losing(position))

    enemy, own = safe(q.after), min(safe(q.after_null), safe(q.replied))
    if enemy > MAX_LEFT or own < enemy + MIN_MORE_LEFT:
        return None
    return Reason(Phrase("hint.tempo", side=q.enemy_name, n=enemy), None)


@kind(606, "pieces")
def quiet(q: Question) -> Reason | None:
    """That nothing can be taken after the move, and who is ahead."""
    if q.exchanges.of(q.after).gain > 0 or not q.keeps(0) or q.move.captured:
        return None
    if q.game.noisy_moves(q.after):
        return Reason(Phrase("hint.can-answer", side=q.enemy_name), None)
    share = chance(q.game, q.score)
    if share > MAX_EVEN_CHANCE and q.lead > 0:
        return Reason(Phrase("hint.quiet-ahead"), None)
    if share < 1 - MAX_EVEN_CHANCE and q.lead < 0:
        return Reason(Phrase("hint.quiet-behind"), None)
    return Reason(Phrase("hint.quiet"), None)


@kind(602, "pieces")
def must(q: Question) -> Reason | None:
    """That one of several captures must be made, and none comes out better."""
    others = q.other_captures
    if (
        not others
        or {q.taking(one) for one in (q.move, *others)} != {q.taking(q.move)}
        or not q.keeps(q.taking(q.move))
    ):
        return None
    return Reason(Phrase("hint.must", how=_how(q, others)), None, q.move.captured)

"""Reasons from what the opponent would do if the side passed, by a short search, and from what other moves lose."""

from saltus.analysis.chances import chance
from saltus.analysis.reasons.exchange import kept_from, last, lead, leads
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.proved import own_turns
from saltus.analysis.reasons.question import (
    LONG_NODES,
    MAX_SHORT_CENTIPIECES,
    MUCH_CENTIPIECES,
    Question,
    Reason,
    must_capture,
    named,
    other_side,
    traced,
)
from saltus.analysis.reasons.searched import counts
from saltus.core.game import Move, Position
from saltus.core.phrase import Phrase
from saltus.core.score import WON, Line
from saltus.notation.move import move_text

MAX_BACK_MOVES = 10  # Within so many moves, of both sides, what is given comes back.
WORTH_CENTIPIECES = 30  # What the opponent would gain by so much is worth stopping.
MAX_GUARDED = 2  # The most squares that a guard is told of.
LOST = 0.15  # With smaller chances a side is lost.
MAX_SEEN_MOVES = 4  # What another move loses within so many moves can be seen.
MIN_CHOICE, MIN_MOVERS = 3, 2  # With fewer moves, or pieces that can move, none is told apart.
MAX_SAFE, SAFE_OF = 3, 3  # So few replies are few, if there are so many times more.


@kind(907, "pieces")
def parries(q: Question) -> Reason | None:
    """That the opponent could have won pieces by a move that takes none, and no longer can."""
    if not q.keeps(0) or q.move.captured or must_capture(q.game, q.before_null) or q.wish is None:
        return None
    move, wish = q.wish.pv[0], q.wish
    kept = last(leads(q.game, q.before_null, wish.pv, 1 - q.side))
    if move.captured or kept is None or abs(wish.score) >= WON:
        return None
    won = kept - lead(q.before, 1 - q.side)
    if any(one.path == move.path for one in q.line[1::2]):
        return None  # it comes all the same
    if won <= 0 or wish.score < 100 * kept - MAX_SHORT_CENTIPIECES or wish.score + q.score < MUCH_CENTIPIECES:
        return None
    if not _wins(q, q.before_null, move, kept):
        return None
    still = q.game.find(q.after, move.path)
    if still is not None:
        found = q.searched(q.game.play(q.after, still), LONG_NODES)
        if found is None or found.score < q.score - MUCH_CENTIPIECES:
            return None
    named = {"side": q.enemy_name, "move": move_text(q.game, q.before_null, move), "count": q.pieces(1)}  # at least
    return Reason(Phrase("hint.parries", **named), None, (), move.path)


@kind(880, "pieces", faults=True)
def threatens(q: Question) -> Reason | None:
    """What the side could win by captures with another move, and could not before; or by a move that takes none. The
    opponent must do something about it that it would not have done anyway."""
    if not q.is_free or not q.keeps(0) or q.exchanges.of(q.after).gain > 0:
        return None  # the opponent takes first
    if q.wish is not None and q.line[1:] and q.line[1].path == q.wish.pv[0].path:
        return None
    return _threatens_capture(q) or _intends(q)


def _threatens_capture(q: Question) -> Reason | None:
    now = q.exchanges.of(q.after_null)
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


def _intends(q: Question) -> Reason | None:
    if q.move.captured or q.intent is None:
        return None
    move, intent = q.intent.pv[0], q.intent
    kept = last(leads(q.game, q.after_null, intent.pv, q.side))
    if move.captured or kept is None or abs(intent.score) >= WON or kept <= q.lead:
        return None
    if intent.score < 100 * kept - MAX_SHORT_CENTIPIECES or intent.score - q.score < MUCH_CENTIPIECES:
        return None
    if not _wins(q, q.after_null, move, kept):
        return None
    named = {"move": move_text(q.game, q.after_null, move), "count": q.pieces(1)}  # at least
    return Reason(Phrase("hint.intends", **named), None, (), move.path)


@kind(868, "pieces")
def otherwise(q: Question) -> Reason | None:
    """The pieces that even the best other move loses soon."""
    other = q.other
    if other is None or not q.differs or len(other.pv) < 2 or not other.pv[1].path or not q.keeps(0):
        return None
    costs = _costs(q, other)
    if costs is None or chance(q.game, q.score) < LOST:
        return None
    return Reason(Phrase("hint.otherwise", **costs[0]), None, *costs[1:])


@kind(651, "pieces")
def only_piece(q: Question) -> Reason | None:
    """That all moves which lose no piece are of one piece."""
    if q.move.captured or not q.keeps(0) or q.game.count(q.before) < MIN_CHOICE:
        return None
    origin, legal, losing = q.move.path[:1], q.game.moves(q.before), q.losing(q.before)
    movers = {move.path[:1] for move in legal}
    if len(movers) <= MIN_MOVERS or {move.path[:1] for move in legal if move.path not in losing} != {origin}:
        return None
    return Reason(Phrase("hint.only-piece", piece=q.piece_on(origin[0])), None, origin)


def _costs(q: Question, other: Line) -> tuple[dict[str, str | Phrase], tuple[str, ...], tuple[str, ...]] | None:
    """The pieces that another move loses soon, with the reply to it, their squares and the path of the reply."""
    move, reply = other.pv[:2]
    counts = leads(q.game, q.before, other.pv, q.side)
    left = next((one for one in counts[:MAX_SEEN_MOVES] if one is not None and one < q.lead), None)
    end = last(counts)
    if left is None or end is None or end > left:
        return None
    if reply.captured and q.exchanges.of(q.game.play(q.before, move)).gain < q.lead - left:
        return None  # it could be taken back
    squares = next((one.captured for one in other.pv[1::2] if one.captured), ())
    squares = tuple(name for name in squares if q.game.board.bit[name] & q.before[q.side])
    after = q.game.play(q.before, move)
    named = {"move": move_text(q.game, q.before, move), "reply": move_text(q.game, after, reply)}
    return {**named, "count": q.pieces(q.lead - left)}, squares, reply.path


def _wins(q: Question, position: Position, move: Move, kept: int) -> bool:
    """Whether a longer search confirms that a move comes to such a lead of the side that makes it."""
    found, side = q.searched(q.game.play(position, move), LONG_NODES), position[3]
    if found is None or -found.score < 100 * kept - MAX_SHORT_CENTIPIECES:
        return False
    after = last(leads(q.game, position, (move, *found.pv), side))
    return after is not None and after >= kept


@kind(720, "pieces")
def stops_step(q: Question) -> Reason | None:
    """That the move which the opponent would like to make now loses a piece."""
    if not _is_quiet(q) or q.wish is None:
        return None
    move = q.wish.pv[0]
    if move.captured or move.path in q.losing(q.before_null) or move.path not in q.losing(q.after):
        return None
    if q.wish.score + q.score < WORTH_CENTIPIECES or not _loses(q, q.after, move):
        return None
    named = {"side": q.enemy_name, "move": move_text(q.game, q.before_null, move)}
    return Reason(Phrase("hint.spoils", **named), None, (), move.path)


@kind(648, "pieces")
def guards(q: Question) -> Reason | None:
    """The squares that the opponent could come to, and where it now loses a piece, also after the best reply."""
    later = other_side(q.replied)
    if not _is_quiet(q) or q.replied[3] != q.side or must_capture(q.game, later):
        return None

    def safe(position: Position) -> set[str]:
        moves = (move.path for move in q.game.moves(position) if move.path and not move.captured)
        return {path[-1] for path in moves if path not in q.losing(position)}

    now, then = ({move.path[-1] for move in q.game.moves(one) if move.path} for one in (q.after, later))
    guarded = sorted((safe(q.before_null) & now & then) - safe(q.after) - safe(later))
    guarded = [name for name in guarded if _is_feared(q, name)]
    if not 0 < len(guarded) <= MAX_GUARDED:
        return None
    hint = Phrase("hint.guards", n=len(guarded), where=named(q.game, guarded), side=q.enemy_name)
    return Reason(hint, None, tuple(guarded))


@kind(658, "pieces")
def restricts(q: Question) -> Reason | None:
    """That few of the opponent's replies lose no piece, and fewer than before; short searches confirm it of these."""
    if not _is_quiet(q):
        return None
    safe = [move for move in q.game.moves(q.after) if move.path not in q.losing(q.after)]
    legal, left, could = q.game.count(q.after), len(safe), q.game.count(q.before_null) - len(q.losing(q.before_null))
    if not 0 < left <= MAX_SAFE or legal < SAFE_OF * left or left >= could:
        return None
    if any(_loses(q, q.after, move) for move in safe):
        return None
    return Reason(Phrase("hint.restricts", side=q.enemy_name, n=left, m=legal), None)


def _is_feared(q: Question, square: str) -> bool:
    """Whether the opponent would threaten something from there, and now loses a piece by going there in every way."""
    steps = [move for move in q.game.moves(q.before_null) if move.path[-1:] == (square,)]
    again = [other_side(q.game.play(q.before_null, move)) for move in steps]
    if not any(not must_capture(q.game, other_side(one)) and q.exchanges.of(one).gain > 0 for one in again):
        return False
    return all(_loses(q, q.after, move) for move in q.game.moves(q.after) if move.path[-1:] == (square,))


def _loses(q: Question, position: Position, move: Move) -> bool:
    """Whether a short search, too, finds that a move costs its side a piece."""
    found, side = q.searched(q.game.play(position, move)), position[3]
    if found is None:
        return False
    now = lead(position, side)
    kept = last(leads(q.game, position, (move, *found.pv), side))
    return kept is not None and kept < now and -found.score <= 100 * now - MUCH_CENTIPIECES


def _is_quiet(q: Question) -> bool:
    """Whether neither side takes anything at once."""
    if q.move.captured or not q.is_free or must_capture(q.game, q.before_null) or not q.keeps(0):
        return False
    return q.exchanges.of(q.after).gain <= 0


@kind(900, "pieces")
def gives(q: Question) -> Reason | None:
    """That the move gives up pieces, which are taken, and its line wins them back."""
    given, kept = q.exchanges.of(q.after).gain, q.settled(q.line)
    line = q.line if kept is not None and kept >= q.lead else q.long_line
    kept = q.settled(line) if kept is None else kept
    if given <= 0 or not counts(q) or kept is None or q.score >= WON or q.deficit or q.game.noisy_moves(q.before):
        return None
    if not any(move.captured for move in q.line[1:2]):
        return None  # it is not taken
    count = q.pieces(given)
    back = kept_from(leads(q.game, q.before, line, q.side), q.lead)
    if not 0 < back <= MAX_BACK_MOVES or q.score < 100 * q.lead - MAX_SHORT_CENTIPIECES:
        return None
    named = {"count": count, "turns": own_turns(back)}
    return Reason(Phrase("hint.gives-back", **named), Phrase("because.gives-back", **named))


@kind(637, "pieces")
def concedes(q: Question) -> Reason | None:
    """That every move loses pieces, by captures or in the lines of a search, and none fewer than this one; which
    piece goes."""
    if not counts(q) or q.game.noisy_moves(q.before) or q.move.path not in q.good:
        return None
    legal, least, line = q.game.moves(q.before), q.taking(q.move), (q.move, *q.exchanges.of(q.after).line)
    if len(q.losing(q.before)) < len(legal) or least < max(map(q.taking, legal)):
        ends = [q.settled(one.pv) for one in q.compared if one.pv[0].path != q.move.path]
        here, known, line = q.settled(q.line), [end for end in ends if end is not None], q.line
        if here is None or len(known) < len(legal) - 1 or here < max(known, default=here):
            return None
        found = q.searched(q.after, LONG_NODES)
        counted = leads(q.game, q.before, (q.move, *found.pv), q.side) if found else []
        if last(counted) != here or last(counted[:MAX_SEEN_MOVES]) != here:
            return None
        least = here - q.lead
    if least >= 0 or q.keeps(0):
        return None
    at = next(at for at, move in enumerate(line) if at % 2 and move.captured)
    piece = traced(line[at].captured[0], line[:at])
    if least == -1 and piece == q.move.path[0]:
        return Reason(Phrase("hint.concedes-mover", piece=q.piece_on(piece)), None, (piece,))
    if least == -1:
        return Reason(Phrase("hint.concedes-piece", piece=q.piece_on(piece)), None, (piece,))
    return Reason(Phrase("hint.concedes", count=q.pieces(-least)), None, (piece,))

"""Reasons from what the opponent would do if the side passed, by a short search, and from what other moves lose."""

from collections.abc import Sequence

from saltus.analysis.chances import chance
from saltus.analysis.reasons.exchange import kept_from, last, lead, leads
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.kings import steps_to_king_row
from saltus.analysis.reasons.proved import own_turns
from saltus.analysis.reasons.question import (
    LONG_NODES,
    MUCH_CENTIPIECES,
    Question,
    Reason,
    must_capture,
    searched,
)
from saltus.analysis.reasons.searched import counts
from saltus.core.game import Game, Move, Position
from saltus.core.phrase import Phrase
from saltus.core.score import WON
from saltus.notation.move import move_text

MAX_SHORT_CENTIPIECES = 50  # By so much a score may be lower than the pieces that a line comes to.
MAX_BACK_MOVES = 8  # Within so many moves, of both sides, what is given comes back.
MAX_STEPS = 5  # A man that needs more moves to the king row is not on its way.
HOLDING, LOST = 0.35, 0.15  # With such chances at least a side holds its own; with less than these it is lost.
MAX_SEEN_MOVES = 4  # What another move loses within so many moves can be seen.
MAX_CROWNING_MOVES = 6  # Within so many moves of another line the opponent crowns a king, to be told of it.


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
    if not _wins(q.game, q.before_null, move, kept):
        return None
    still = q.game.find(q.after, move.path)
    if still is not None:
        found = searched(q.game, q.game.play(q.after, still), LONG_NODES)
        if found is None or found.score < q.score - MUCH_CENTIPIECES:
            return None
    named = {"side": q.enemy_name, "move": move_text(q.game, q.before_null, move), "count": q.pieces(won)}
    return Reason(Phrase("hint.parries", **named), None, (), move.path)


@kind(880, "pieces", faults=True)
def threatens(q: Question) -> Reason | None:
    """What the side could win by captures with another move, and could not before; or by a move that takes none."""
    if not q.is_free or not q.keeps(0) or q.exchanges.of(q.after).gain > 0:
        return None  # the opponent takes first
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
    if not _wins(q.game, q.after_null, move, kept):
        return None
    named = {"move": move_text(q.game, q.after_null, move), "count": q.pieces(kept - q.lead)}
    return Reason(Phrase("hint.intends", **named), None, (), move.path)


@kind(885, "pieces")
def otherwise(q: Question) -> Reason | None:
    """What the best other move loses: pieces soon, that the opponent crowns a king, or all chances."""
    other = q.other
    if other is None or not q.differs or len(other.pv) < 2 or not other.pv[1].path or not q.keeps(0):
        return None
    move, reply = other.pv[:2]
    named = {"move": move_text(q.game, q.before, move), "side": q.enemy_name}
    left = last(leads(q.game, q.before, other.pv[:MAX_SEEN_MOVES], q.side))
    if left is not None and left < q.lead and left == q.settled(other.pv):
        text = move_text(q.game, q.game.play(q.before, move), reply)
        squares = next((one.captured for one in other.pv[1::2] if one.captured), ())
        squares = tuple(name for name in squares if q.game.board.bit[name] & q.before[q.side])
        named |= {"reply": text, "count": q.pieces(q.lead - left)}
        return Reason(Phrase("hint.otherwise", **named), None, squares, reply.path)
    if _crowns(other.pv) and not any(move.crowns for move in q.long_line[1::2]):
        return Reason(Phrase("hint.otherwise-crowns", **named), None, (), move.path)
    if chance(q.game, q.score) < HOLDING or chance(q.game, other.score) >= LOST:
        return None
    named["reply"] = move_text(q.game, q.game.play(q.before, move), reply)
    return Reason(Phrase("hint.only-holds", **named), None, (), reply.path)


def _wins(game: Game, position: Position, move: Move, kept: int) -> bool:
    """Whether a longer search confirms that a move comes to such a lead of the side that makes it."""
    found, side = searched(game, game.play(position, move), LONG_NODES), position[3]
    if found is None or -found.score < 100 * kept - MAX_SHORT_CENTIPIECES:
        return False
    after = last(leads(game, position, (move, *found.pv), side))
    return after is not None and after >= kept


def _crowns(line: Sequence[Move]) -> bool:
    """Whether the opponent soon crowns a king in a line of the side."""
    return any(move.crowns for move in line[1:MAX_CROWNING_MOVES:2])


@kind(720, "pieces")
def stops_step(q: Question) -> Reason | None:
    """That the move which the opponent would like to make now loses a piece."""
    if q.move.captured or not q.is_free or must_capture(q.game, q.before_null) or not q.keeps(0) or q.wish is None:
        return None
    move = q.wish.pv[0]
    if move.captured or move.path in q.losing(q.before_null) or q.exchanges.of(q.after).gain > 0:
        return None
    if move.path not in q.losing(q.after):
        return None
    named = {"side": q.enemy_name, "move": move_text(q.game, q.before_null, move)}
    return Reason(Phrase("hint.spoils", **named), None, (), move.path)


@kind(900, "pieces")
def gives(q: Question) -> Reason | None:
    """That the move gives up pieces, and its line crowns a king or wins them back."""
    given, kept = q.exchanges.of(q.after).gain, q.settled(q.line)
    if given <= 0 or not counts(q) or kept is None or q.score >= WON or q.deficit or q.game.noisy_moves(q.before):
        return None
    count = q.pieces(given)
    at = next((at for at, move in enumerate(q.line[:MAX_CROWNING_MOVES]) if move.crowns), 0)
    if at and not at % 2 and not any(q.line[at].path[-1] in move.captured for move in q.line[at + 1 :]):
        return Reason(Phrase("hint.gives-for-king", count=count, turns=own_turns(at + 1)), None, q.line[at].path[-1:])
    line = q.line if kept >= q.lead else q.long_line
    back = kept_from(leads(q.game, q.before, line, q.side), q.lead)
    if not 0 < back <= MAX_BACK_MOVES or q.score < 100 * q.lead - MAX_SHORT_CENTIPIECES:
        return None
    named = {"count": count, "turns": own_turns(back)}
    return Reason(Phrase("hint.gives-back", **named), Phrase("because.gives-back", **named))


@kind(637, "pieces")
def concedes(q: Question) -> Reason | None:
    """That every move loses pieces by captures, and none fewer than this one; or, if its side is behind and loses
    more, that a man on the way to the king row is not lost."""
    legal, origin = q.game.moves(q.before), q.move.path[:1]
    if not counts(q) or q.deficit:
        return None
    if len(q.losing(q.before)) == len(legal):
        if q.taking(q.move) < max(map(q.taking, legal)):
            return None
        return Reason(Phrase("hint.concedes", count=q.pieces(-q.taking(q.move))), None, origin)
    is_man = q.game.has_kings and not q.game.board.bit[origin[0]] & q.before[2]
    if not is_man or q.lead >= 0 or q.keeps(0) or q.move.captured or not q.stays:
        return None
    if steps_to_king_row(q.game, q.side, q.move.path[-1]) > MAX_STEPS:
        return None
    return Reason(Phrase("hint.runs-behind", piece=q.piece_on(origin[0])), None, origin)

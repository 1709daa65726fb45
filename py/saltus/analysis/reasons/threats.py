"""Reasons from what the opponent would do if the side passed, by a short search, and from what other moves lose."""

from collections.abc import Sequence

from saltus.analysis.reasons.exchange import last, lead, leads
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.proved import own_turns
from saltus.analysis.reasons.question import MUCH_CENTIPIECES, Question, Reason, must_capture, searched, traced
from saltus.analysis.reasons.searched import counts
from saltus.core.game import Game, Move, Position
from saltus.core.phrase import Phrase
from saltus.core.score import WON
from saltus.notation.move import move_text

MAX_SHORT_CENTIPIECES = 50  # By so much a score may be lower than the pieces that a line comes to.
LONG_NODES = 4_000  # A search of so many positions confirms a threat that a short one has found.
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


@kind(878, "pieces")
def intends(q: Question) -> Reason | None:
    """That the side could win pieces by another move that takes none, if the opponent did nothing about it."""
    if q.move.captured or not q.is_free or not q.keeps(0) or q.exchanges.of(q.after).gain > 0 or q.intent is None:
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
    """What the best other move loses: pieces, or that the opponent crowns a king."""
    other = q.other
    if other is None or not q.differs or len(other.pv) < 2 or not other.pv[1].path or not q.keeps(0):
        return None
    move, reply = other.pv[:2]
    named = {"move": move_text(q.game, q.before, move), "side": q.enemy_name}
    left = q.settled(other.pv)
    if left is not None and left < q.lead:
        text = move_text(q.game, q.game.play(q.before, move), reply)
        squares = next((one.captured for one in other.pv[1::2] if one.captured), ())
        squares = tuple(name for name in squares if q.game.board.bit[name] & q.before[q.side])
        named |= {"reply": text, "count": q.pieces(q.lead - left)}
        return Reason(Phrase("hint.otherwise", **named), None, squares, reply.path)
    if _crowns(other.pv) and not _crowns(q.line):
        return Reason(Phrase("hint.otherwise-crowns", **named), None, (), move.path)
    return None


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
def gives_for_king(q: Question) -> Reason | None:
    """That its line gives up pieces, and crowns a king."""
    kept, at = q.settled(q.line), next((at for at, move in enumerate(q.line) if move.crowns), MAX_CROWNING_MOVES)
    if not counts(q) or kept is None or kept >= q.lead or q.score >= WON or at % 2 or not 0 < at < MAX_CROWNING_MOVES:
        return None
    king = q.line[at].path[-1]
    if q.deficit or q.move.captured or any(king in move.captured for move in q.line[at + 1 :]):
        return None
    named = {"count": q.pieces(q.lead - kept), "turns": own_turns(at + 1)}
    return Reason(Phrase("hint.gives-for-king", **named), None, (king,))


@kind(637, "pieces")
def concedes(q: Question) -> Reason | None:
    """That its line loses pieces, and the best other move as many or more of them."""
    kept, other = q.settled(q.line), q.other
    if other is None or not counts(q) or q.deficit or kept is None or kept >= q.lead or len(other.pv) < 2:
        return None
    left, later = q.settled(other.pv), last(leads(q.game, q.before, q.long_line, q.side))
    if left is None or left > kept or later is None or later > kept or q.score >= WON:
        return None
    count = q.pieces(q.lead - kept)
    if left < kept and q.differs:
        named = {"move": move_text(q.game, q.before, other.pv[0]), "more": q.pieces(q.lead - left)}
        return Reason(Phrase("hint.concedes", count=count, **named), None)
    lost = _first_lost(q, q.line)
    if lost == q.move.path[0] and q.lead - kept == 1:
        return Reason(Phrase("hint.gives-up", piece=q.piece_on(lost)), None, (lost,))
    if lost and lost == _first_lost(q, other.pv) and q.lead - kept == 1:
        return Reason(Phrase("hint.cannot-save", piece=q.piece_on(lost)), None, (lost,))
    return Reason(Phrase("hint.loses", count=count), None)


def _first_lost(q: Question, line: Sequence[Move]) -> str | None:
    """Where the first piece that the side loses in a line stands before it."""
    at = next((at for at in range(1, len(line), 2) if line[at].captured), None)
    return None if at is None else traced(line[at].captured[0], line[:at])

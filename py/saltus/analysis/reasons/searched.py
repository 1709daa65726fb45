"""Reasons from the line that a search expects: pieces won, given up or lost in it, kings crowned, groups gathered."""

from saltus.analysis.reasons.exchange import TooLongError, kept_from, leads
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.kings import steps_to_king_row
from saltus.analysis.reasons.proved import own_turns
from saltus.analysis.reasons.question import MAX_SHORT_CENTIPIECES, Question, Reason, is_kept, traced
from saltus.core.phrase import Phrase
from saltus.core.score import WON
from saltus.notation.move import move_text

MIN_PIECE_LOSS_CENTIPIECES = 80  # A piece counts as lost only if the score is lower by this much for each.
MAX_SHOWN_MOVES = 8  # What a line brings is said only if it comes within this many moves.
MAX_GAIN_MOVES = 6  # Within this many moves, of both sides, pieces are to be won: later than that nobody sees it.


@kind(875, "pieces")
def gains(q: Question) -> Reason | None:
    """The pieces that its line wins, and how soon."""
    if not counts(q) or q.deficit or q.game.noisy_moves(q.before) or q.score >= WON:
        return None
    kept = q.settled(q.line)
    if kept is None or kept <= q.lead or q.score <= 100 * kept - MAX_SHORT_CENTIPIECES:
        return None
    plies = kept_from(q.leads, kept)
    if plies > MAX_GAIN_MOVES or not comes_whatever(q, kept, plies):
        return None
    named = {"count": q.pieces(kept - q.lead), "turns": own_turns(plies)}
    taken = {traced(square, q.line[:at]) for at in range(0, plies, 2) for square in q.line[at].captured}
    return Reason(Phrase("hint.wins-soon", **named), Phrase("because.wins-soon", **named), tuple(sorted(taken)))


def comes_whatever(q: Question, kept: int, plies: int) -> bool:
    """Whether after each reply a short search finds such a lead within so many moves, from the first on, and keeps
    it. Raises TooLongError."""
    for reply in q.game.moves(q.after):
        found = q.searched(q.game.play(q.after, reply))
        if found is None or found.score < 100 * kept - MAX_SHORT_CENTIPIECES:
            return False
        at = kept_from(leads(q.game, q.before, (q.move, reply, *found.pv), q.side), kept)
        if not 0 < at <= plies:
            return False
    return True


@kind(870, "pieces", faults=True)
def crowns_soon(q: Question) -> Reason | None:
    """That a man is crowned soon in the line that the search expects, before any man of the opponent."""
    line = q.long_line
    at = next((at for at, move in enumerate(line) if move.crowns), MAX_SHOWN_MOVES)
    if at % 2 or not 0 < at < MAX_SHOWN_MOVES:
        return None
    turns, king = own_turns(at + 1), line[at].path[-1]
    review = Phrase("because.king-soon", turns=turns) if at < len(q.line) else None
    is_said = traced(king, line[1 : at + 1]) == q.move.path[-1] and (q.keeps(0) or is_kept(king, line[at + 1 :]))
    steps = steps_to_king_row(q.game, q.side, q.move.path[-1])
    hint = Phrase("hint.king-soon", piece=q.piece_on(q.move.path[0]), n=steps)
    return Reason(hint if is_said else None, review, (king,))


@kind(960, "pieces")
def avoids(q: Question) -> Reason | None:
    """In a review, that the opponent cannot make the capture that would have won pieces after the move played."""
    played = q.played
    if len(played) < 2 or not played[1].captured or played[1] in (*q.game.moves(q.after), *q.line):
        return None
    after = q.game.play(q.before, played[0])
    try:
        if not q.exchanges.wins(after, played[1]):
            return None
    except TooLongError:
        return None
    review = Phrase("because.avoids", move=move_text(q.game, after, played[1]))
    return Reason(None, review, played[1].captured, played[1].path)


def counts(q: Question) -> bool:
    """Whether pieces decide the game."""
    return q.game.material and q.game.margin(q.before) is None

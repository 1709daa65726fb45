"""Reasons from the line that a search expects: pieces won, given up or lost in it, kings crowned, groups gathered."""

from saltus.analysis.reasons.exchange import TooLongError, kept_from, leads, reached
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.proved import own_turns
from saltus.analysis.reasons.question import Question, Reason, traced
from saltus.core.phrase import Phrase
from saltus.core.score import WON
from saltus.notation.move import move_text

MIN_PIECE_LOSS_CENTIPIECES = 80  # A piece counts as lost only if the score is lower by this much for each.
MAX_SHORT_CENTIPIECES = 50  # By this much the score may be below the pieces that a line wins.
MIN_COMPARED_MOVES, MAX_COMPARED_MOVES = 4, 6  # How far two lines are compared, and are shown at least.
MAX_SHOWN_MOVES = 8  # What a line brings is said only if it comes within this many moves.
MAX_GAIN_MOVES = 10  # Within this many moves, of both sides, pieces are to be won.


@kind(920, "pieces")
def gains(q: Question) -> Reason | None:
    """The pieces that its line wins, and how soon."""
    if not counts(q) or q.deficit or q.game.noisy_moves(q.before) or q.score >= WON:
        return None
    kept = q.settled(q.line)
    if kept is None or kept <= q.lead or q.score <= 100 * kept - MAX_SHORT_CENTIPIECES:
        return None
    plies = kept_from(q.leads, kept)
    if plies > MAX_GAIN_MOVES:
        return None
    named = {"count": q.pieces(kept - q.lead), "turns": own_turns(plies)}
    review = Phrase("because.wins-soon", **named)
    taken = [traced(square, q.line[:at]) for at, move in enumerate(q.line[:plies]) for square in move.captured]
    if len(taken) == kept - q.lead == 1:
        return Reason(Phrase("hint.catches", piece=q.piece_on(taken[0]), turns=named["turns"]), review, tuple(taken))
    return Reason(Phrase("hint.wins-soon", **named), review)


@kind(895, "pieces")
def gives_back(q: Question) -> Reason | None:
    """The pieces that its line loses, and wins back."""
    kept = q.settled(q.line)
    if not counts(q) or q.deficit or q.game.noisy_moves(q.before) or kept is None or kept >= q.lead or q.score >= WON:
        return None
    back = kept_from(leads(q.game, q.before, q.long_line, q.side), q.lead)
    if not back or q.score < 100 * q.lead - MAX_SHORT_CENTIPIECES:
        return None
    named = {"count": q.pieces(q.lead - kept), "turns": own_turns(back)}
    return Reason(Phrase("hint.gives-back", **named), Phrase("because.gives-back", **named))


@kind(870, "pieces", faults=True)
def crowns_soon(q: Question) -> Reason | None:
    """That a man is crowned soon in the line that the search expects, before any man of the opponent."""
    at = next((at for at, move in enumerate(q.line) if move.crowns), MAX_SHOWN_MOVES)
    if at % 2 or not 0 < at < MAX_SHOWN_MOVES:
        return None
    turns = own_turns(at + 1)
    review = Phrase("because.king-soon", turns=turns)
    return Reason(Phrase("hint.king-soon", turns=turns) if q.keeps(0) else None, review, q.line[at].path[-1:])


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


@kind(680, "pieces")
def loses_less(q: Question) -> Reason | None:
    """In a review, that its line loses no piece, or fewer than that of the move played."""
    if not q.played or not counts(q):
        return None
    kept, left = q.settled(q.line), q.settled(q.played)
    if kept is None or left is None or kept <= left or left >= q.lead:
        return None
    if kept >= q.lead:
        return Reason(None, Phrase("because.loses-none"))
    return Reason(None, Phrase("because.loses-only", count=q.pieces(q.lead - kept)))


@kind(685, "groups")
def gathers_more(q: Question) -> Reason | None:
    """In a review, that its side has fewer groups a few moves later than after the move played."""
    plies = min(len(q.line), len(q.played), MAX_COMPARED_MOVES)
    if plies < MIN_COMPARED_MOVES:
        return None
    ends = (reached(q.game, q.before, line[:plies]) for line in (q.line, q.played))
    fewer, more = (len(q.game.board.groups(end[q.side])) for end in ends)
    return Reason(None, Phrase("because.gathers", n=fewer, m=more)) if fewer < more else None


def counts(q: Question) -> bool:
    """Whether pieces decide the game."""
    return q.game.material and q.game.margin(q.before) is None

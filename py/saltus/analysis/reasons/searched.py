"""Reasons that a search has found: what comes by force, and what the best other move would lose."""

from collections.abc import Sequence

from saltus.analysis.chances import chance
from saltus.analysis.reasons.exchange import TooLongError, settled
from saltus.analysis.reasons.question import Question, Reason, pieces
from saltus.core.game import Move
from saltus.core.phrase import Phrase, number_word
from saltus.core.score import WIN, WON, Line
from saltus.notation.move import move_text

BAD_CHANCE = 0.2  # With so small a chance of winning the other side is called winning.
MIN_PIECE_LOSS_CENTIPIECES = 80  # A piece counts as lost only if the score is lower by this much for each.


def forced(line: Line) -> Phrase | None:
    """How soon the line wins or loses, if that is proved."""
    if line.score >= WON:
        return Phrase("because.wins", "wins by force within {turns}", turns=own_turns(WIN - line.score))
    if line.score <= -WON:
        return Phrase("because.loses", "loses within {turns}", turns=own_turns(WIN + line.score))
    return None


def alternative(q: Question, here: Line, other: Line) -> Reason | None:
    """What the best other move, which `other` begins with, would lose, by force or at the end of its line."""
    if other.score <= -WON < here.score:
        if here.score >= WON:
            return Reason(Phrase("because.alone-saves", "is the only move that does not lose"))
        if chance(q.game, here.score) <= BAD_CHANCE:
            return Reason(
                Phrase("because.puts-off", "puts off the loss: every other move was found to lose by force")
            )
        return Reason(Phrase("because.alone-holds", "is the only move for which no forced loss was found"))
    kept, left = (settled(q.game, q.before, line.pv, q.before[3]) for line in (here, other))
    if not q.game.material or q.game.margin(q.before) is not None or kept is None or left is None or kept <= left:
        return None
    if here.score - other.score < MIN_PIECE_LOSS_CENTIPIECES * (kept - left):
        return None
    move = other.pv[0]
    text = move_text(q.game, q.before, move)
    template = "is {count} better than the next best move {move}"
    return Reason(Phrase("because.keeps-more", template, count=pieces(kept - left), move=text), (), move.path)


def avoids(q: Question, played: Sequence[Move]) -> Reason | None:
    """That the opponent cannot make the capture that would have won pieces after the worse move of `played`."""
    if len(played) < 2 or not played[1].captured or played[1] in (*q.game.moves(q.after), *q.line):
        return None
    after = q.game.play(q.before, played[0])
    try:
        if not q.exchanges.wins(after, played[1]):
            return None
    except TooLongError:
        return None
    return Reason(Phrase("because.avoids", "does not allow {move}", move=move_text(q.game, after, played[1])))


def own_turns(plies: int) -> Phrase:
    """The number of the winner's own turns in `plies`, including the first."""
    turns = max(1, (plies + 1) // 2)
    return Phrase("count.own-turns", "one move" if turns == 1 else f"{number_word(turns)} moves", n=turns)

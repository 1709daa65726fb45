"""Reasons from what comes next in the line that the search expects: what a quiet move is for."""

from saltus.analysis.chances import chance
from saltus.analysis.reasons.exchange import kept_from, last
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.places import distance
from saltus.analysis.reasons.question import Question, Reason, must_capture, pieces
from saltus.analysis.reasons.searched import BAD_CHANCE, MAX_SHORT_CENTIPIECES, counts, own_turns
from saltus.core.phrase import Phrase
from saltus.core.score import WON
from saltus.notation.move import move_text

MAX_GAIN_MOVES = 10  # Moves of both sides in which pieces are to be won.
MAX_GATHER_MOVES = 8  # Moves of both sides in which pieces are to be joined.


@kind(440, "pieces", "groups")
def prepares(q: Question) -> Reason | None:
    """The next move of its side, in the line or else in a short search, that it makes legal or, if quiet, safe."""
    then = q.line[2] if len(q.line) > 2 else q.own_plan
    if then is None or then.path[:1] in ((), q.move.path[:1], q.move.path[-1:]):
        return None
    if (counts(q) and (then.captured or must_capture(q.game, q.before))) or then not in q.game.moves(q.after_null):
        return None
    move = move_text(q.game, q.after_null, then)
    if then not in q.game.moves(q.before):
        return Reason(Phrase("because.makes-possible", move=move), (), then.path)
    if counts(q) and then.path in q.losing(q.before) - q.losing(q.after_null):
        return Reason(Phrase("because.makes-safe", move=move), (), then.path)
    return None


@kind(780, "pieces", excludes=("few_replies",))
def gains(q: Question) -> Reason | None:
    """The pieces that its line wins, and how soon."""
    if not counts(q) or q.deficit or q.game.noisy_moves(q.before) or q.score >= WON:
        return None
    kept = last(q.leads)
    if kept is None or kept <= q.lead or q.score <= 100 * kept - MAX_SHORT_CENTIPIECES:
        return None
    plies = kept_from(q.leads, kept)
    if plies > MAX_GAIN_MOVES:
        return None
    named = {"count": pieces(kept - q.lead), "turns": own_turns(plies)}
    return Reason(Phrase("because.wins-soon", **named), plies=plies)


@kind(490, "groups")
def gathers(q: Question) -> Reason | None:
    """The fewest groups that its pieces form in the moves that follow."""
    board, side, position = q.game.board, q.side, q.before
    before = fewest = len(board.groups(position[side]))
    plies = 0
    for at, move in enumerate(q.long_line[:MAX_GATHER_MOVES]):
        position = q.game.play(position, move)
        if at % 2 == 0 and len(board.groups(position[side])) < fewest:
            fewest, plies = len(board.groups(position[side])), at + 1
    if fewest in (1, before):
        return None
    return Reason(Phrase("because.gathers-soon", n=fewest, m=before, turns=own_turns(plies)), plies=plies)


@kind(430, "pieces")
def closes_in(q: Question) -> Reason | None:
    """That the piece of a side that is winning comes nearer to the nearest enemy piece."""
    if chance(q.game, q.score) < 1 - BAD_CHANCE or q.move.captured or not counts(q) or not q.stays:
        return None
    enemy = q.game.board.names(q.enemy)
    before, now = (min((distance(one, square), one) for one in enemy) for square in (q.move.path[0], q.move.path[-1]))
    if now[0] >= before[0]:
        return None
    square = q.game.spoken(now[1])
    return Reason(Phrase("because.closes-in", square=square), (now[1],))

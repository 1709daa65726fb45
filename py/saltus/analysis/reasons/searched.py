"""Reasons that a search has found: what comes by force, and what the best other move would lose."""

from saltus.analysis.chances import chance, is_even
from saltus.analysis.reasons import faults
from saltus.analysis.reasons.exchange import TooLongError, kept_from, leads, reached
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import Question, Reason, pieces
from saltus.core.game import SIDE_NAMES, SIDES
from saltus.core.phrase import Phrase
from saltus.core.score import POINT_SCORE, WIN, WON
from saltus.engine.probe import exact
from saltus.notation.move import move_text

BAD_CHANCE = 0.2  # With so small a chance of winning the other side is called winning.
MIN_PIECE_LOSS_CENTIPIECES = 80  # A piece counts as lost only if the score is lower by this much for each.
MAX_SHORT_CENTIPIECES = 50  # By so much a score may be lower than the pieces that a line comes to.
MAX_EQUAL_CENTIPIECES = 5  # Two searches of the same position differ by more.
MIN_COMPARED_MOVES, MAX_COMPARED_MOVES = 4, 6  # So far two lines are compared, which are shown as far at least.
MIN_ALLOWED_MOVES = 2  # A line of so many moves shows a reply.
MAX_SHOWN_MOVES = 8  # Within so many moves of a line something must come to be told.


def standing(q: Question) -> Phrase | None:
    """What is said before the reasons: that every move loses by force, or which side is winning."""
    if q.score <= -WON and q.game.count(q.before) > 1:
        return Phrase("because.lost", turns=own_turns(WIN + q.score))
    if q.game.margin(q.before) is not None:
        return _final(q)
    share = chance(q.game, q.score)
    if abs(q.score) >= WON or is_even(share):
        return None
    side = SIDE_NAMES[SIDES[q.side if q.score > 0 else 1 - q.side]]
    if BAD_CHANCE < share < 1 - BAD_CHANCE:
        return Phrase("because.better", side=side)
    return Phrase("because.winning", side=side)


def _final(q: Question) -> Phrase | None:
    """The proved result of a game that is decided by points."""
    known = exact(q.game, q.before)
    if known is None:
        return None
    score = max(line.score for line in known.lines)
    points = abs(score) // POINT_SCORE
    if not points:
        return Phrase("because.final-draw")
    side = q.side if score > 0 else 1 - q.side
    return Phrase("because.final", side=SIDE_NAMES[SIDES[side]], n=points)


def end(q: Question) -> Phrase | None:
    """How soon the move wins or loses, if that is proved."""
    if q.score >= WON:
        return Phrase("because.wins", turns=own_turns(WIN - q.score))
    if q.score <= -WON:
        return Phrase("because.loses", turns=own_turns(WIN + q.score))
    return None


@kind(990)
def only(q: Question) -> Reason | None:
    return Reason(Phrase("because.only")) if q.game.count(q.before) == 1 else None


@kind(950)
def saves(q: Question) -> Reason | None:
    """That the best other move, and so every other, loses by force."""
    if q.other is None or not q.other.score <= -WON < q.score:
        return None
    if q.score >= WON:
        return Reason(Phrase("because.alone-saves"))
    if chance(q.game, q.score) <= BAD_CHANCE:
        return Reason(Phrase("because.puts-off"))
    return Reason(Phrase("because.alone-holds"))


@kind(940, excludes=("few_safe",))
def only_good(q: Question) -> Reason | None:
    """That with the best other move, and so with every other, its side would not be winning any more, or would let
    the opponent win."""
    if q.other is None or abs(q.other.score) >= WON or q.score <= -WON:
        return None
    here, there = (chance(q.game, score) for score in (q.score, q.other.score))
    if here - there < BAD_CHANCE:
        return None
    if there <= BAD_CHANCE < here:
        enemy = SIDE_NAMES[SIDES[1 - q.side]]
        return Reason(Phrase("because.only-holds", side=enemy))
    if there < 1 - BAD_CHANCE <= here and q.score < WON:
        side = SIDE_NAMES[SIDES[q.side]]
        return Reason(Phrase("because.only-good", side=side))
    return None


@kind(910)
def keeps_more(q: Question) -> Reason | None:
    """How many more pieces it comes to at the end of its line than the best other move."""
    if q.other is None or not counts(q):
        return None
    kept, left = q.settled(q.line), q.settled(q.other.pv)
    if kept is None or left is None or kept <= left:
        return None
    if q.score - q.other.score < MIN_PIECE_LOSS_CENTIPIECES * (kept - left):
        return None
    move = move_text(q.game, q.before, q.other.pv[0])
    return Reason(Phrase("because.keeps-more", count=pieces(kept - left), move=move))


@kind(800, "pieces", excludes=("keeps_more",))
def loses(q: Question) -> Reason | None:
    """The pieces that its line loses, and those that the best other move loses, if that loses no fewer."""
    kept = q.settled(q.line)
    if q.other is None or not counts(q) or q.deficit or q.game.noisy_moves(q.before) or kept is None:
        return None
    lost = q.lead - kept
    if lost <= 0:
        return None
    left = q.settled(q.other.pv)
    named = {"count": pieces(lost), "move": move_text(q.game, q.before, q.other.pv[0])}
    ends = leads(q.game, q.before, q.long_line, q.side)
    back = kept_from(ends, q.lead) if q.score >= 100 * q.lead - MAX_SHORT_CENTIPIECES else 0
    if not back and MAX_SHORT_CENTIPIECES + 100 * kept < q.score < WON:
        return None  # its score says that the piece is not lost for good
    if q.score >= WON:
        text = Phrase("because.gives-to-win", count=pieces(lost))
    elif back:
        text = Phrase("because.gives-back", count=pieces(lost), turns=own_turns(back))
    elif left is None or left > kept:
        text = Phrase("because.loses-piece", count=pieces(lost))
    elif left == kept:
        text = Phrase("because.loses-too", **named)
    else:
        more = pieces(lost + kept - left)
        text = Phrase("because.loses-less", **named, more=more)
    return Reason(text, plies=max(back, len(q.line)))


@kind(790, "pieces", faults=True)
def crowns_soon(q: Question) -> Reason | None:
    """That a man is crowned soon in the line that the search expects, before any man of the opponent."""
    at = next((at for at, move in enumerate(q.line) if move.crowns), MAX_SHOWN_MOVES)
    if at % 2 or not 0 < at < MAX_SHOWN_MOVES:
        return None
    text = Phrase("because.king-soon", turns=own_turns(at + 1))
    return Reason(text, q.line[at].path[-1:], plies=at + 1)


@kind(380, hints_only=True)
def equal(q: Question) -> Reason | None:
    """That the best other move is as good, as far as a search can tell."""
    if q.other is None or abs(q.score - q.other.score) > MAX_EQUAL_CENTIPIECES:
        return None
    then, move = q.other.pv[0], move_text(q.game, q.before, q.other.pv[0])
    at = next((at for at, one in enumerate(q.line) if at % 2 == 0 and one.path == then.path), 0)
    if at:
        return Reason(Phrase("because.either-first", move=move), (), then.path, at + 1)
    return Reason(Phrase("because.equal", move=move), (), then.path)


@kind(960, excludes=("few_safe",))
def avoids(q: Question) -> Reason | None:
    """That the opponent cannot make the capture that would have won pieces after the worse move played."""
    played = q.played
    if len(played) < 2 or not played[1].captured or played[1] in (*q.game.moves(q.after), *q.line):
        return None
    after = q.game.play(q.before, played[0])
    try:
        if not q.exchanges.wins(after, played[1]):
            return None
    except TooLongError:
        return None
    move = move_text(q.game, after, played[1])
    return Reason(Phrase("because.avoids", move=move), played[1].captured, played[1].path)


@kind(580, "pieces")
def loses_less(q: Question) -> Reason | None:
    """That its line loses no piece, or fewer than that of the worse move played."""
    if not q.played or not counts(q):
        return None
    kept, left = q.settled(q.line), q.settled(q.played)
    if kept is None or left is None or kept <= left or left >= q.lead:
        return None
    if kept >= q.lead:
        return Reason(Phrase("because.loses-none"))
    return Reason(Phrase("because.loses-only", count=pieces(q.lead - kept)))


@kind(590, "groups")
def gathers_more(q: Question) -> Reason | None:
    """Where groups decide the game, that its side has fewer groups a few moves later than in that of the worse move
    played."""
    plies = min(len(q.line), len(q.played), MAX_COMPARED_MOVES)
    if plies < MIN_COMPARED_MOVES:
        return None
    ends = (reached(q.game, q.before, line[:plies]) for line in (q.line, q.played))
    fewer, more = (len(q.game.board.groups(end[q.side])) for end in ends)
    if fewer >= more:
        return None
    return Reason(Phrase("because.gathers", n=fewer, m=more))


@kind(570)
def avoids_reply(q: Question) -> Reason | None:
    """What the best other move, if it is worse, would allow the opponent."""
    if q.played or q.other is None or equal.find(q) or len(q.other.pv) < MIN_ALLOWED_MOVES:
        return None
    move, reply = q.other.pv[:2]
    if reply in q.game.moves(q.after):
        return None  # this move allows that, too
    then = q.game.play(q.before, move)
    facts = faults(q.game, then, q.other.pv[1:], q.after)
    if not facts:
        return None
    texts = {"move": move_text(q.game, q.before, move), "reply": move_text(q.game, then, reply)}
    return Reason(Phrase("because.avoids-reply", **texts, fact=facts[0]))


def own_turns(plies: int) -> Phrase:
    """The number of the winner's own turns in `plies`, including the first."""
    return Phrase("count.own-turns", n=max(1, (plies + 1) // 2))


def counts(q: Question) -> bool:
    """Whether pieces decide the game."""
    return q.game.material and q.game.margin(q.before) is None

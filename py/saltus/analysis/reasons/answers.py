"""What the answer to a bad move does, which it would not do after a better one."""

from collections.abc import Sequence
from operator import attrgetter

from saltus.analysis import reasons
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import Question, Reason
from saltus.analysis.reasons.searched import equal
from saltus.core.game import Game, Move, Position
from saltus.core.phrase import Phrase
from saltus.core.score import Line
from saltus.notation.move import move_text

MAX_FAULTS = 2  # The most facts about the answer to a mistake.
MIN_ALLOWED_MOVES = 2  # A line of so many moves shows a reply.


def faults(game: Game, position: Position, line: Sequence[Move], instead: Position) -> list[Phrase]:
    """What the first move of a `line` does for its side that it would not do in another position, `instead`: what is
    wrong with the move before it."""
    move = line[0]
    if not move.path or game.outcome(game.play(position, move)) is not None:
        return []
    question = Question(game, position, [Line(0, tuple(line))])
    kinds = [kind for kind in reasons.kinds() if kind.faults]
    # Where groups are counted it may be more that it joins or splits.
    name = str if question.decided_by == "groups" else attrgetter("key")
    known: set[str] = set()
    if game.outcome(instead) is None and move in game.moves(instead):
        known = {
            name(reason.text) for _, reason in reasons.holding(Question(game, instead, [Line(0, (move,))]), kinds)
        }
    found = [reason.text for _, reason in reasons.holding(question, kinds)]
    return [text for text in found if name(text) not in known][:MAX_FAULTS]


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
    named = {
        "move": move_text(q.game, q.before, move),
        "reply": move_text(q.game, then, reply),
        "fact": facts[0],
    }
    return Reason(Phrase("because.avoids-reply", "avoids {move}, after which {reply} {fact}", **named))

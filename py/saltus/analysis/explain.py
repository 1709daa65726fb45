"""Explains a move in one sentence, the idea of it, with a picture: facts on the board, or proved by a search.

The strongest of `saltus.analysis.reasons` that holds is said, and nothing beside it: one idea can be taken in, a list
of facts cannot. A hint speaks to the player before the move is shown, and does not name it; a review says what a
better move does.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from saltus.analysis import reasons
from saltus.analysis.reasons.question import Question
from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Outcome, Position
from saltus.core.phrase import Phrase
from saltus.core.score import Line


class Explanation(NamedTuple):
    """Why a move is good, in a sentence and on the board."""

    text: Phrase
    squares: tuple[str, ...] = ()  # The squares that it is about.
    arrow: tuple[str, ...] = ()  # The path of another move that it is about: a threat, a reply.


def because(
    game: Game,
    position: Position,
    found: Sequence[Line],
    played: Sequence[Move] = (),
    deficit: int = 0,
    *,
    impersonal: bool = False,
) -> Explanation:
    """Explain the first move of the first of the lines that a search has `found`. Each line begins with a legal move
    of `position`; its score is for the side to move. The second line, where there is one, begins with the best other
    move. In a review `played` is the line of the worse move that was played: then what holds of both moves is not
    said. Without it the sentence is a hint, said to the player; or `impersonal`, as in a review. `deficit`: as in
    `Question`."""
    move = found[0].pv[0]
    if not move.path:
        side = SIDE_NAMES[SIDES[position[3]]]
        return Explanation(Phrase("because.pass", side=side))
    is_hint, ended = not (played or impersonal), game.outcome(game.play(position, move))
    if ended is not None and ended.winner == SIDES[position[3]]:
        return Explanation(_wins(ended) if is_hint else Phrase("because.end", text=ended.text), move.path[:1])
    if ended is not None:
        return Explanation(_ends(found, is_hint, ended), move.path[:1])
    question = Question(game, position, found, played, deficit)
    if is_hint:
        held = (reason for _, reason in reasons.holding(question, reasons.kinds()))
        reason = next(reason for reason in held if reason.hint is not None)  # `look`, the weakest kind, always holds
        assert reason.hint is not None
        return Explanation(reason.hint, reason.squares or move.path[:1], reason.arrow)
    return next(_better(question), Explanation(Phrase("because.best")))


def _wins(ended: Outcome) -> Phrase:
    """What is said of a move that wins at once."""
    if ended.scores is None:
        return Phrase("hint.ends")
    return Phrase("hint.ends-points", count=Phrase("count.points", n=abs(ended.scores["w"] - ended.scores["b"])))


def _ends(found: Sequence[Line], is_hint: bool, ended: Outcome) -> Phrase:
    """What is said of a move that ends the game and does not win it."""
    if not is_hint:
        return Phrase("because.end-best", text=ended.text)
    if len(found) > 1 and found[0].score > found[1].score:
        return Phrase("hint.ends-best")
    return Phrase("hint.ends-draw") if ended.winner is None else Phrase("hint.ends-lost")


def _better(question: Question) -> Iterator[Explanation]:
    """The kinds that hold of a move, but not of the one that was played, and are not about that one."""
    known: set[Phrase | None] = set()
    path = None
    if question.played:
        instead = Question(question.game, question.before, [Line(0, tuple(question.played))])
        known = {reason.review for _, reason in reasons.holding(instead, reasons.kinds())}
        path = question.played[0].path
    for _, reason in reasons.holding(question, reasons.kinds()):
        if reason.review is not None and reason.review not in known and reason.arrow != path:
            yield Explanation(Phrase("because.it", part=reason.review), *reason[2:])

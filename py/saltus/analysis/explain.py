"""Explains a move in one sentence, the idea of it, with a picture: facts on the board, or proved by a search.

The strongest of `saltus.analysis.reasons` that holds is said, and nothing beside it: one idea can be taken in, a list
of facts cannot. A hint speaks to the player before the move is shown, and does not name it; a review says what a
better move does.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from saltus.analysis import reasons
from saltus.analysis.reasons.question import MAX_NODES, Question
from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Outcome, Position
from saltus.core.phrase import Phrase
from saltus.core.score import WON, Line

HINT_LINES = 3  # So many lines are searched for a hint.
ALIKE_CENTIPIECES = 10  # Between moves whose scores differ by less, a search cannot tell.
CLEAR_STRENGTH = 700  # So strong a kind is about captures, threats or a result: no other is looked for.


class Explanation(NamedTuple):
    """Why a move is good, in a sentence and on the board."""

    text: Phrase
    squares: tuple[str, ...] = ()  # The squares that it is about.
    arrow: tuple[str, ...] = ()  # The path of another move that it is about: a threat, a reply.


def recommend(game: Game, position: Position, found: Sequence[Line], deficit: int = 0) -> tuple[int, Explanation]:
    """Which of the lines that a search has `found`, the best first, a hint recommends, and why: of those that are as
    good as the first the one with the strongest reason. The arguments are those of `because`."""
    best, nodes = found[0].score, MAX_NODES
    least = best if abs(best) >= WON else best - ALIKE_CENTIPIECES
    hints: list[tuple[int, int, Explanation]] = []
    for at, line in enumerate(found):
        lines = [line, *found[:at], *found[at + 1 :]]
        simple = _simple(game, position, lines, is_hint=True)
        if simple is not None and at == 0:
            return 0, simple
        if simple is None and line.score >= least:
            question = Question(game, position, lines, deficit=deficit, nodes=nodes)
            strength, hint = _hint(question)
            hints.append((strength, -at, hint))
            nodes = question.nodes_left
            if strength >= CLEAR_STRENGTH:
                break
    _, place, hint = max(hints)
    return -place, hint


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
    is_hint = not (played or impersonal)
    simple = _simple(game, position, found, is_hint=is_hint)
    if simple is not None:
        return simple
    question = Question(game, position, found, played, deficit)
    return _hint(question)[1] if is_hint else next(_better(question), Explanation(Phrase("because.best")))


def _simple(game: Game, position: Position, found: Sequence[Line], *, is_hint: bool) -> Explanation | None:
    """What is said of a pass, and of a move that ends the game; None of any other."""
    move = found[0].pv[0]
    if not move.path:
        return Explanation(Phrase("because.pass", side=SIDE_NAMES[SIDES[position[3]]]))
    ended = game.outcome(game.play(position, move))
    if ended is None:
        return None
    if ended.winner == SIDES[position[3]]:
        return Explanation(_wins(ended) if is_hint else Phrase("because.end", text=ended.text), move.path[:1])
    return Explanation(_ends(found, is_hint, ended), move.path[:1])


def _hint(question: Question) -> tuple[int, Explanation]:
    """What a hint says of a move, and how strong that is. The weakest kind of reason holds of every move."""
    held = reasons.holding(question, reasons.kinds())
    kind, reason = next((kind, reason) for kind, reason in held if reason.hint is not None)
    assert reason.hint is not None
    return kind.strength, Explanation(reason.hint, reason.squares or question.move.path[:1], reason.arrow)


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

"""Explains a move in one sentence, from facts on the board or proved by a search only, with their picture.

Whatever holds of `saltus.analysis.reasons` is said, the most telling first. Where nothing does, or only what tells
little, the sentence has the line of moves that the search expects.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from saltus.analysis import reasons
from saltus.analysis.reasons.exchange import display_line
from saltus.analysis.reasons.kind import Kind
from saltus.analysis.reasons.question import Question, Reason
from saltus.analysis.reasons.searched import end, standing
from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Position
from saltus.core.phrase import Phrase, Several
from saltus.core.score import Line
from saltus.notation.move import line_texts

MAX_PARTS = 3  # The most facts about a move; who is winning is told besides.
MAX_LONG_PARTS = 2  # The same of facts that tell little, and in games such as Rock, whose facts take more words.
MAX_LINE_MOVES, MAX_LONG_LINE_MOVES = 5, 10
"""The most moves of a line in a sentence, and where more of them show a reason."""


class Explanation(NamedTuple):
    """Why a move is good, in a sentence and on the board."""

    text: Phrase
    squares: tuple[str, ...] = ()  # The squares that the most telling fact is about.
    arrow: tuple[str, ...] = ()  # The path of another move that it is about: a threat, a reply.


def because(
    game: Game, position: Position, found: Sequence[Line], played: Sequence[Move] = (), deficit: int = 0
) -> Explanation:
    """Explain the first move of the first of the lines that a search has `found`. Each line begins with a legal move
    of `position`; its score is for the side to move. The second line, where there is one, begins with the best other
    move. A review shows the line beside the sentence, and that of a worse move, `played`: then neither what holds of
    both moves is said, nor what tells little, nor the line. `deficit`: as in `Question`."""
    move = found[0].pv[0]
    if not move.path:
        side = SIDE_NAMES[SIDES[position[3]]]
        return Explanation(Phrase("because.pass", side=side))
    ended = game.outcome(game.play(position, move))
    if ended is not None and ended.winner == SIDES[position[3]]:
        return Explanation(Phrase("because.end", text=ended.text))
    if ended is not None:
        return Explanation(Phrase("because.end-best", text=ended.text))
    question = Question(game, position, found, played, deficit)
    winner, proved = standing(question), end(question)
    is_lost, is_only = proved is not None and question.score < 0, game.count(position) == 1
    said, is_strong = _said(question, is_lost=is_lost)
    most = MAX_PARTS if is_strong and question.decided_by != "groups" else MAX_LONG_PARTS
    del said[1 if is_only else most - (proved is not None) :]
    parts = [reason.text for reason in said]
    if proved is not None and winner is None:
        parts.insert(len(parts) if is_lost or is_only else 0, proved)
    squares, arrow = next((reason[1:3] for reason in said if reason.squares or reason.arrow), ((), ()))
    plies = max((reason.plies for reason in said), default=0)
    is_shown = not (played or is_lost) and (plies > 0 or not is_strong)
    text = _sentence(parts, _expected(question, plies) if is_shown else "")
    if winner is not None and not played:
        has_more = said or winner.key != "because.lost"
        text = Phrase("because.standing", standing=winner, text=text) if has_more else winner
    return Explanation(text, squares, arrow)


def _said(question: Question, *, is_lost: bool) -> tuple[list[Reason], bool]:
    """The reasons that are said, the strongest first, and whether they tell more than a little. Of a move that
    `is_lost`, as is proved, little is not worth saying."""
    for rank, kinds in groupby(reasons.kinds(), attrgetter("rank")):
        found = [] if rank == "little" and is_lost else list(_better(question, kinds))
        if found:
            break
    excluded = {name for kind, _ in found for name in kind.excludes}
    said: dict[object, Reason] = {}
    for kind, reason in found:
        if kind.name not in excluded:
            said.setdefault(reason.arrow or reason.text, reason)  # One move is told of once.
    return list(said.values()), rank != "little"


def _better(question: Question, kinds: Iterable[Kind]) -> Iterator[tuple[Kind, Reason]]:
    """The kinds that hold of a move and, in a review, not of the one that was played, nor are about that one."""
    if not question.played:
        yield from reasons.holding(question, kinds)
        return
    kinds = [kind for kind in kinds if not kind.hints_only]
    instead = Question(question.game, question.before, [Line(0, tuple(question.played))])
    known = {reason.text for _, reason in reasons.holding(instead, kinds)}
    for kind, reason in reasons.holding(question, kinds):
        if reason.text not in known and reason.arrow != question.played[0].path:
            yield kind, reason


def _expected(question: Question, plies: int) -> str:
    """What a search expects after the move: so many moves, within limits. It does not stop in an exchange."""
    game, position = question.game, question.before
    line = question.long_line if plies > len(question.line) else question.line
    most = min(max(plies, MAX_LINE_MOVES), MAX_LONG_LINE_MOVES)
    return " ".join(line_texts(game, position, display_line(game, position, line, most))[1:])


def _sentence(parts: Sequence[Phrase], line: str) -> Phrase:
    """What is said of a move: what it does, and the line that is expected, if any."""
    if parts and line:
        return Phrase("because.it-line", parts=Several(parts, "and"), line=line)
    if parts:
        return Phrase("because.it", parts=Several(parts, "and"))
    if line:
        return Phrase("because.line", line=line)
    return Phrase("because.best")

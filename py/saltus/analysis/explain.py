"""Explains a move in one sentence, from facts on the board or proved by a search only, with their picture.

Whatever holds of `saltus.analysis.reasons` is said, the most telling first. Where nothing does, or only what tells
little, the sentence has the line of moves that the search expects.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from saltus.analysis.reasons import captures, islands, kings, lines, places, plans, proved, searched
from saltus.analysis.reasons.exchange import TooLongError, told
from saltus.analysis.reasons.question import Question, Reason
from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Position
from saltus.core.phrase import Phrase, Several
from saltus.core.score import Line
from saltus.notation.move import line_texts, move_text

MAX_PARTS = 3  # The most facts about a move; who is winning is told besides.
MAX_LONG_PARTS = 2  # The same of facts that tell little, and in games such as Rock, whose facts take more words.
MAX_ANSWER_PARTS = 2  # The most facts about the answer to a mistake.
DOUBLE = 2  # So many captures are told first.
MIN_ALLOWED_MOVES = 2  # A line of so many moves shows a reply.
MAX_LINE_MOVES, MAX_LONG_LINE_MOVES = 5, 10
"""The most moves of a line in a sentence, and where more of them show a reason."""

Kind = Callable[[Question], Reason | None]

FIRST: Sequence[Kind] = (searched.only, searched.saves, searched.only_good, searched.keeps_more)
"""The kinds of every game that are said first."""
MATERIAL: Sequence[Kind] = (
    *(*FIRST, captures.wins, proved.alternatives, kings.crowns, captures.saved, captures.threat, kings.run),
    *(kings.stops, kings.opposition, captures.others, captures.replies, searched.loses, searched.crowns),
    *(plans.gains, captures.evens, captures.deters, places.shut_in, places.hemmed_in, plans.prepares),
    *(plans.closes_in, captures.unlike, places.back_row, places.centre, proved.same),
    searched.equal,
)
"""The kinds for games in which more pieces are better, the most telling first."""
CONNECTION: Sequence[Kind] = (
    *(*FIRST, lines.prevents, lines.threatens, lines.captures, lines.groups, lines.kept_apart, lines.will_join),
    *(plans.gathers, plans.prepares, captures.deters, places.shut_in, places.centre, searched.equal),
)
"""The kinds for games of groups, such as Rock."""
ISLANDS: Sequence[Kind] = (
    *(*FIRST, proved.alternatives, islands.own_islands, islands.enemy_islands, islands.danger, proved.replies),
    *(islands.jumps, places.shut_in, searched.equal),
)
"""The kinds for games decided by points for groups, such as Gambit."""
COVERED_BY: Mapping[Kind, Sequence[Kind]] = {
    places.hemmed_in: (places.shut_in,),
    searched.saves: (proved.alternatives,),
    searched.only_good: (proved.alternatives,),
    searched.keeps_more: (captures.wins, searched.loses),
    searched.crowns: (kings.run,),
    captures.replies: (plans.gains,),
    plans.gains: (captures.wins, captures.threat),
    captures.unlike: (proved.alternatives, proved.same, captures.others, captures.saved, searched.only_good),
    captures.others: (proved.alternatives, captures.saved, searched.only_good),
    searched.equal: (searched.loses, proved.same),
}
"""Kinds that say again what others say, by those others."""
FILLERS: Sequence[Kind] = (places.centre, captures.evens, proved.same, searched.equal)
"""Kinds that say nothing of why one move is better than another."""
LITTLE: Sequence[Kind] = (
    *(*FILLERS, captures.deters, places.shut_in, places.hemmed_in, plans.prepares, plans.gathers),
    *(plans.closes_in, captures.unlike, places.back_row),
)
"""Kinds that tell so little that the line which the search expects is told with them; where a better one holds they
are left out."""
ANSWERS: Sequence[Kind] = (
    *(captures.wins, kings.crowns, captures.threat, kings.run, searched.crowns, captures.replies),
    *(lines.prevents, lines.threatens, lines.captures, lines.groups, lines.kept_apart),
    *(lines.will_join, islands.own_islands, islands.enemy_islands, islands.danger),
)
"""Kinds that tell what is wrong with the move before, where they hold of the answer to it."""


class Explanation(NamedTuple):
    """Why a move is good, in a sentence and on the board."""

    text: Phrase
    squares: tuple[str, ...] = ()  # The squares that the most telling fact is about.
    arrow: tuple[str, ...] = ()  # The path of another move that it is about: a threat, a reply.


def because(
    game: Game, position: Position, found: Sequence[Line], played: Sequence[Move] = (), owed: int = 0
) -> Explanation:
    """Explain the first move of the first of the lines that a search has `found`. Each line begins with a legal move
    of `position`; its score is for the side to move. The second line, where there is one, begins with the best other
    move. A review shows the line beside the sentence, and that of a worse move, `played`: then neither what holds of
    both moves is said, nor what tells little, nor the line. `owed`: as in `Question`."""
    move = found[0].pv[0]
    if not move.path:
        side = SIDE_NAMES[SIDES[position[3]]]
        return Explanation(Phrase("because.pass", "{side} cannot move and must pass.", side=side))
    ended = game.outcome(game.play(position, move))
    if ended is not None and ended.winner == SIDES[position[3]]:
        return Explanation(Phrase("because.end", "It ends the game: {text}", text=ended.text))
    if ended is not None:
        template = "No better move was found; it ends the game: {text}"
        return Explanation(Phrase("because.end-best", template, text=ended.text))
    question = Question(game, position, found, owed)
    standing, end = searched.standing(question), searched.end(question)
    said, is_strong = _said(question, played, is_proved=end is not None)
    most = MAX_PARTS if is_strong and _kinds(game, position) is not CONNECTION else MAX_LONG_PARTS
    del said[most - (end is not None) if game.count(position) > 1 else 1 :]
    parts = [reason.text for reason in said]
    if end is not None and standing is None:
        parts.insert(len(parts) if question.score < 0 or question.game.count(position) == 1 else 0, end)
    squares, arrow = next((reason[1:3] for reason in said if reason.squares or reason.arrow), ((), ()))
    plies = max((reason.plies for reason in said), default=0)
    is_shown = not (played or (end and question.score < 0)) and (plies > 0 or not is_strong)
    text = _sentence(parts, _expected(question, plies) if is_shown else "")
    if standing is not None and not played:
        has_more = said or standing.key != "because.lost"
        text = Phrase("because.standing", "{standing} {text}", standing=standing, text=text) if has_more else standing
    return Explanation(text, squares, arrow)


def _said(question: Question, played: Sequence[Move], *, is_proved: bool) -> tuple[list[Reason], bool]:
    """The reasons that are said, the most telling first, and whether they tell more than a little. Where a loss
    `is_proved`, little is not worth saying."""
    kinds = _kinds(question.game, question.before)
    found = list(_better(question, [kind for kind in kinds if kind not in LITTLE], played))
    if played and (reason := searched.avoids(question, played)):
        found.insert(0, (captures.saved, reason))
    elif not found:
        reason = _compared(question, played) if played else _allowed(question)
        if reason is not None:
            found = [(searched.keeps_more, reason)]
    is_strong = bool(found)
    if not found and not (is_proved and question.score < 0):
        little = [kind for kind in kinds if kind in LITTLE and not (played and kind in FILLERS)]
        found = list(_better(question, little, played))
    double = (captures.wins, captures.threat)
    found.sort(key=lambda one: one[0] is not searched.only and (one[0] not in double or len(one[1].squares) < DOUBLE))
    held = {kind for kind, _ in found}
    said: dict[object, Reason] = {}
    for kind, reason in found:
        if not held.intersection(COVERED_BY.get(kind, ())):
            said.setdefault(reason.arrow or reason.text, reason)  # One move is told of once.
    return list(said.values()), is_strong


def _better(question: Question, kinds: Sequence[Kind], played: Sequence[Move]) -> Iterator[tuple[Kind, Reason]]:
    """The reasons that hold of a move and not of the one that was `played`, nor are about that one."""
    game, position = question.game, question.before
    known = (
        {reason.text for _, reason in _reasons(Question(game, position, [Line(0, tuple(played))]), kinds)}
        if played
        else ()
    )
    for kind, reason in _reasons(question, kinds):
        if reason.text not in known and not (played and reason.arrow == played[0].path):
            yield kind, reason


def _expected(question: Question, plies: int) -> str:
    """What a search expects after the move: so many moves, within limits. It does not stop in an exchange."""
    game, position = question.game, question.before
    line = question.longer if plies > len(question.line) else question.line
    most = min(max(plies, MAX_LINE_MOVES), MAX_LONG_LINE_MOVES)
    return " ".join(line_texts(game, position, told(game, position, line, most))[1:])


def _sentence(parts: Sequence[Phrase], line: str) -> Phrase:
    """What is said of a move: what it does, and the line that is expected, if any."""
    if parts and line:
        template = "It {parts}; the computer expects {line} next."
        return Phrase("because.it-line", template, parts=Several(parts, "and"), line=line)
    if parts:
        return Phrase("because.it", "It {parts}.", parts=Several(parts, "and"))
    if line:
        return Phrase("because.line", "The computer expects {line} next.", line=line)
    return Phrase("because.best", "It is the best move that the computer has found.")


def answer(game: Game, position: Position, line: Sequence[Move], instead: Position) -> list[Phrase]:
    """What the first move of a `line` does for its side that it would not do in another position, `instead`: what is
    wrong with the move before it."""
    move = line[0]
    if not move.path or game.outcome(game.play(position, move)) is not None:
        return []
    kinds = [kind for kind in _kinds(game, position) if kind in ANSWERS]
    known: set[str] = set()
    # Where groups are counted it may be more that it joins or splits.
    name = str if _kinds(game, position) is CONNECTION else attrgetter("key")
    if game.outcome(instead) is None and move in game.moves(instead):
        known |= {name(reason.text) for _, reason in _reasons(Question(game, instead, [Line(0, (move,))]), kinds)}
    found = [reason.text for _, reason in _reasons(Question(game, position, [Line(0, tuple(line))]), kinds)]
    return [text for text in found if name(text) not in known][:MAX_ANSWER_PARTS]


def _compared(question: Question, played: Sequence[Move]) -> Reason | None:
    """What its line comes to that the line of a worse move does not."""
    return searched.gathers(question, played) or searched.loses_less(question, played)


def _allowed(question: Question) -> Reason | None:
    """What the best other move, if it is worse, would allow the opponent."""
    game, other = question.game, question.other
    if other is None or searched.equal(question) or len(other.pv) < MIN_ALLOWED_MOVES:
        return None
    after = game.play(question.before, other.pv[0])
    if other.pv[1] in game.moves(question.after):
        return None  # it allows that, too
    facts = answer(game, after, other.pv[1:], question.after)
    if not facts:
        return None
    named = {
        "move": move_text(game, question.before, other.pv[0]),
        "reply": move_text(game, after, other.pv[1]),
        "fact": facts[0],
    }
    return Reason(Phrase("because.avoids-reply", "avoids {move}, after which {reply} {fact}", **named))


def _kinds(game: Game, position: Position) -> Sequence[Kind]:
    """The kinds of reasons that a game has, the most telling first."""
    if game.margin(position) is not None:
        return ISLANDS
    return MATERIAL if game.groups(position) is None else CONNECTION


def _reasons(question: Question, kinds: Sequence[Kind]) -> Iterator[tuple[Kind, Reason]]:
    """The reasons that hold, each with its kind; those for which too much had to be counted are left out."""
    for kind in kinds:
        try:
            reason = kind(question)
        except TooLongError:
            continue
        if reason is not None:
            yield kind, reason

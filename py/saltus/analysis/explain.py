"""Explains a move in one sentence, from facts on the board or proved by a search only, with their picture.

Whatever holds of `saltus.analysis.reasons` is said, the most telling first. Where nothing does, or only what tells
little, the sentence has the line of moves that the search expects.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from saltus.analysis.reasons import captures, islands, kings, lines, places, proved, searched
from saltus.analysis.reasons.exchange import TooLongError
from saltus.analysis.reasons.question import Question, Reason
from saltus.core.game import SIDE_NAMES, SIDES, Game, Position
from saltus.core.phrase import Phrase, Several
from saltus.core.score import Line
from saltus.notation.move import line_texts

MAX_PARTS = 3  # The most facts in a sentence.
MAX_LINE_MOVES = 5  # The most moves of a line in a sentence.

Kind = Callable[[Question], Reason | None]

MATERIAL: Sequence[Kind] = (
    *(proved.alternatives, captures.exchange, kings.crowns, captures.saved, captures.threat, kings.run, kings.stops),
    *(kings.opposition, captures.others, captures.replies, places.shut_in, places.freed, captures.controls),
    *(places.guarded, kings.near, places.centre, kings.king_row, kings.development, places.joined, lines.blocks),
    *(lines.opens, places.closer, places.farther, proved.same),
)
"""The kinds for games in which more pieces are better, the most telling first."""
CONNECTION: Sequence[Kind] = (
    *(lines.prevents, lines.threatens, lines.captures, lines.groups, lines.kept_apart, lines.will_join, lines.nearer),
    *(places.shut_in, lines.blocks, lines.opens, places.freed, places.centre),
)
"""The kinds for games of groups, such as Rock."""
ISLANDS: Sequence[Kind] = (
    *(proved.alternatives, proved.replies, islands.own_islands, islands.enemy_islands, islands.danger, islands.jumps),
    *(places.shut_in, places.freed),
)
"""The kinds for games decided by points for groups, such as Gambit."""
ONLY_ALONE: Sequence[Kind] = (lines.opens, kings.development, places.closer, places.farther, proved.same)
"""Kinds that tell so little that they are said only where nothing else is."""
LITTLE: Sequence[Kind] = (*ONLY_ALONE, places.centre, kings.king_row, proved.replies)
"""Kinds that tell so little that the line which the search expects is told with them."""


class Explanation(NamedTuple):
    """Why a move is good, in a sentence and on the board."""

    text: Phrase
    squares: tuple[str, ...] = ()  # The squares that the most telling fact is about.
    arrow: tuple[str, ...] = ()  # The path of another move that it is about: a threat, a reply.


def because(game: Game, position: Position, found: Sequence[Line], *, tells_line: bool = True) -> Explanation:
    """Explain the first move of the first of the lines that a search has `found`. Each line begins with a legal move
    of `position`; its score is for the side to move. The second line, where there is one, begins with the best other
    move. Where the line is shown beside the sentence, `tells_line` is False: it is not told again."""
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
    question = Question(game, position, found[0].pv)
    end = searched.forced(found[0])
    room = MAX_PARTS - (end is not None)
    said: list[Reason] = []
    if game.count(position) == 1:
        said.append(Reason(Phrase("because.only", "is the only move")))
    elif len(found) > 1 and (reason := searched.alternative(question, *found[:2])):
        said.append(reason)
    if game.margin(position) is not None:
        kinds = ISLANDS
    else:
        kinds = MATERIAL if game.groups(position) is None else CONNECTION
    tells_little = not said and end is None
    for kind in kinds:
        if len(said) == room:
            break
        if said and kind in ONLY_ALONE:
            continue
        try:
            reason = kind(question)
        except TooLongError:
            continue
        if reason is not None:
            said.append(reason)
            tells_little &= kind in LITTLE
    parts = [reason.text for reason in said] + ([end] if end is not None else [])
    squares, arrow = next((reason[1:] for reason in said if reason.squares or reason.arrow), ((), ()))
    line = (
        " ".join(line_texts(game, position, found[0].pv[:MAX_LINE_MOVES])[1:]) if tells_little and tells_line else ""
    )
    if parts and line:
        template = "It {parts}; the search expects {line} next."
        text = Phrase("because.it-line", template, parts=Several(parts, "and"), line=line)
    elif parts:
        text = Phrase("because.it", "It {parts}.", parts=Several(parts, "and"))
    elif line:
        text = Phrase("because.line", "The search expects {line} next.", line=line)
    else:
        text = Phrase("because.best", "It is the best move that the search has found.")
    return Explanation(text, squares, arrow)

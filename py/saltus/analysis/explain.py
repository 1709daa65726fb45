"""Explains a move in one sentence, from facts on the board or proved by a search only, with their picture.

Whatever holds of `saltus.analysis.reasons` is said, the most telling first. Where nothing does, or only what tells
little, the sentence has the line of moves that the search expects.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from saltus.analysis.chances import chance
from saltus.analysis.reasons import captures, islands, kings, lines, places, proved, searched
from saltus.analysis.reasons.exchange import TooLongError, told
from saltus.analysis.reasons.question import Question, Reason
from saltus.analysis.reasons.searched import BAD_CHANCE
from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Position
from saltus.core.phrase import Phrase, Several
from saltus.core.score import Line
from saltus.notation.move import line_texts

MAX_PARTS = 3  # The most facts in a sentence.
MAX_ANSWER_PARTS = 2  # The most facts about the answer to a mistake.
MAX_LINE_MOVES = 5  # The most moves of a line in a sentence.

Kind = Callable[[Question], Reason | None]

MATERIAL: Sequence[Kind] = (
    *(proved.alternatives, captures.wins, kings.crowns, captures.saved, captures.threat, kings.run, kings.stops),
    *(kings.opposition, captures.others, captures.replies, captures.evens, lines.takes, kings.near),
    *(places.shut_in, captures.controls, places.guarded, places.joined, places.freed, places.centre, kings.king_row),
    *(lines.blocks, kings.development, lines.opens, places.closer, places.farther, proved.same),
)
"""The kinds for games in which more pieces are better, the most telling first."""
CONNECTION: Sequence[Kind] = (
    *(lines.prevents, lines.threatens, lines.captures, lines.groups, lines.kept_apart, lines.will_join, lines.nearer),
    *(places.shut_in, lines.blocks, lines.opens, places.freed, places.centre, lines.takes, places.from_edge),
)
"""The kinds for games of groups, such as Rock."""
ISLANDS: Sequence[Kind] = (
    *(proved.alternatives, proved.replies, islands.own_islands, islands.enemy_islands, islands.danger, islands.jumps),
    *(places.shut_in, places.freed),
)
"""The kinds for games decided by points for groups, such as Gambit."""
ONLY_ALONE: Sequence[Kind] = (
    *(lines.opens, lines.takes, kings.development, places.closer, places.farther, places.from_edge, proved.same),
)
"""Kinds that tell so little that they are said only where nothing else is."""
FILLERS: Sequence[Kind] = (
    *(*ONLY_ALONE, captures.evens, kings.near, places.centre, places.freed, places.joined, kings.king_row),
    proved.replies,
)
"""Kinds that say nothing of why one move is better than another."""
LITTLE: Sequence[Kind] = (*FILLERS, captures.controls, places.guarded, places.shut_in, lines.blocks)
"""Kinds that tell so little that the line which the search expects is told with them; where a better one holds they
are left out."""
ANSWERS: Sequence[Kind] = (
    *(captures.wins, kings.crowns, captures.threat, kings.run, kings.near, captures.replies, places.shut_in),
    *(lines.prevents, lines.threatens, lines.captures, lines.groups, lines.kept_apart, lines.will_join, lines.blocks),
    *(islands.own_islands, islands.enemy_islands, islands.danger),
)
"""Kinds that tell what is wrong with the move before, where they hold of the answer to it."""


class Explanation(NamedTuple):
    """Why a move is good, in a sentence and on the board."""

    text: Phrase
    squares: tuple[str, ...] = ()  # The squares that the most telling fact is about.
    arrow: tuple[str, ...] = ()  # The path of another move that it is about: a threat, a reply.


def because(game: Game, position: Position, found: Sequence[Line], played: Sequence[Move] = ()) -> Explanation:
    """Explain the first move of the first of the lines that a search has `found`. Each line begins with a legal move
    of `position`; its score is for the side to move. The second line, where there is one, begins with the best other
    move. A review shows the line beside the sentence, and that of a worse move, `played`: then neither what holds of
    both moves is said, nor what tells little, nor the line."""
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
    lost = end if found[0].score < 0 and game.count(position) > 1 else None
    is_behind = end is None and game.margin(position) is None and chance(game, found[0].score) <= BAD_CHANCE
    room = MAX_PARTS - (end is not None or is_behind)
    said: list[Reason] = []
    if game.count(position) == 1:
        said.append(Reason(Phrase("because.only", "is the only move")))
    elif len(found) > 1 and (reason := searched.alternative(question, *found[:2])):
        said.append(reason)
    is_strong, is_chosen = bool(said), False
    kinds = [kind for kind in _kinds(game, position) if not (played and kind in FILLERS)]
    known = {reason.text for _, reason in _reasons(Question(game, position, played), kinds)} if played else set()
    for kind, reason in _reasons(question, kinds):
        is_told = is_strong or (end is not None and kind is not proved.same)
        if (said and kind in ONLY_ALONE) or (is_told and kind in LITTLE) or reason.text in known:
            continue
        if kind is captures.wins and said and said[0].text.key == "because.keeps-more":
            del said[0]  # The capture says it.
        if kind is captures.others and is_chosen:
            continue
        is_chosen |= kind is proved.alternatives
        said.append(reason)
        is_strong |= kind not in LITTLE
        if len(said) == room:
            break
    if played and (reason := searched.avoids(question, played)):
        said = [reason, *said][:room]
    parts = [reason.text for reason in said]
    if end is not None and lost is None:
        parts.insert(0 if found[0].score > 0 else len(parts), end)
    squares, arrow = next((reason[1:] for reason in said if reason.squares or reason.arrow), ((), ()))
    line = "" if is_strong or end or played else _expected(game, position, found[0].pv)
    text = _sentence(parts, line)
    if lost is not None:
        template = "Every move loses by force; this one holds out longest, {turns}."
        every = Phrase("because.lost", template, turns=lost.values["turns"])
        text = Phrase("because.lost-but", "{every} {text}", every=every, text=text) if parts else every
    elif is_behind and not played:
        behind = Phrase("because.behind", "{side} is winning.", side=SIDE_NAMES[SIDES[1 - position[3]]])
        text = Phrase("because.lost-but", "{every} {text}", every=behind, text=text)
    return Explanation(text, squares, arrow)


def _expected(game: Game, position: Position, line: Sequence[Move]) -> str:
    """What a search expects after the first move of its line. It does not stop in an exchange."""
    return " ".join(line_texts(game, position, told(game, position, line, MAX_LINE_MOVES))[1:])


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
    if game.outcome(instead) is None and move in game.moves(instead):
        known |= {reason.text.key for _, reason in _reasons(Question(game, instead, [move]), kinds)}
    found = [reason.text for _, reason in _reasons(Question(game, position, line), kinds)]
    return [text for text in found if text.key not in known][:MAX_ANSWER_PARTS]


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

"""Describes the turning points of a match: what a bad turn did, and the evaluation before and after it.

`18… 11x18 gave away a man: it was even, now White is winning.` A sentence states only what the search has proved, or
what two lines show within a few moves: the line played, and the better line. Otherwise it says "mistake", and what
the answer does that it could not do after the better move.
"""

from collections.abc import Sequence

from saltus.analysis.chances import chance
from saltus.analysis.explain import answer
from saltus.analysis.reasons.exchange import begun, lead, settled
from saltus.analysis.reasons.searched import MIN_PIECE_LOSS_CENTIPIECES, own_turns
from saltus.analysis.review import Turn
from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Side
from saltus.core.phrase import Phrase, Several, number_word
from saltus.core.score import POINT_SCORE, WIN, WON
from saltus.match.tree import Node, other
from saltus.notation.move import move_text

MAX_MOMENTS = 6  # The most turning points that are reported for a match.
MAX_SHOWN_MOVES = 8  # Pieces lost or missed must show within so many moves of a line, and the captures after them.
MIN_ANSWER_MOVES = 3  # At least so many moves are told of what follows a mistake.
MAX_EVEN_CHANCE, MAX_BETTER_CHANCE = 0.65, 0.8
"""The limits of the words for an evaluation, as winning chances of the side that is ahead: below the first the
position is "even", below the second that side is "better", else "winning". The page uses both, and more."""

VAGUE = {
    phrase.key: phrase
    for phrase in (
        Phrase("turning.blunder", "was a blunder"),
        Phrase("turning.mistake", "was a mistake"),
        Phrase("turning.slip", "was inaccurate"),
    )
}
"""The deeds that do not tell what is wrong."""


def turning_points(game: Game, turns: Sequence[Turn]) -> list[tuple[Turn, Phrase]]:
    """The costliest mistakes, in game order, each with its sentence."""
    mistakes = sorted((turn for turn in turns if turn.is_mistake), key=lambda turn: turn.loss, reverse=True)
    return [(turn, sentence(game, turn)) for turn in sorted(mistakes[:MAX_MOMENTS], key=lambda turn: turn.node.ply)]


def sentence(game: Game, turn: Turn) -> Phrase:
    """What is said of a turn with a mark: what it did, the evaluations before and after it if they differ, and where
    that does not tell what is wrong, what the answer does."""
    told = _told(game, turn)
    if deed(game, turn).key not in VAGUE or not turn.after.moves:
        return told
    instead = game.play(turn.best.position, turn.best.move)
    parts = answer(game, turn.node.position, turn.after.moves, instead)
    if not parts:
        return told
    reply = move_text(game, turn.node.position, turn.after.moves[0])
    return Phrase("turning.and", "{told} Now {reply} {parts}.", told=told, reply=reply, parts=Several(parts, "and"))


def _told(game: Game, turn: Turn) -> Phrase:
    move, did = f"{number(game, turn.node)} {turn.text}", deed(game, turn)
    before, now = _standing(game, turn.best.score, turn.side), _standing(game, turn.score, turn.side)
    if before == now:  # the evaluation keeps its name, so the sentence leaves it out
        return Phrase("turning.turn", "{move} {deed}.", move=move, deed=did)
    if did.key == "turning.loses":  # the deed already says who wins now
        return Phrase("turning.turned-lost", "{move} {deed}; {before}.", move=move, deed=did, before=_was(*before))
    template = "{move} {deed}: {before}, now {now}."
    return Phrase("turning.turned", template, move=move, deed=did, before=_was(*before), now=_is(*now))


def number(game: Game, node: Node) -> str:
    """The move number of a turn: `18.` for the first of a pair, `18…` for the second."""
    start = node
    while start.parent is not None:
        start = start.parent
    # As if the side that moves first had always begun: else the first turn is the second of its pair.
    index = node.ply - 1 + (start.side != game.first)
    return f"{index // 2 + 1}{'…' if index % 2 else '.'}"


def deed(game: Game, turn: Turn) -> Phrase:
    """What the turn did that the better line would not have done."""
    best, score = turn.best.score, turn.score
    if best >= WON > score:
        return Phrase("turning.missed-win", "missed a win in {turns}", turns=own_turns(WIN - best))
    if score <= -WON < best:
        winner = SIDE_NAMES[other(turn.side)]
        return Phrase("turning.loses", "lets {side} win within {turns}", side=winner, turns=own_turns(WIN + score))
    if game.margin(turn.best.position) is not None:
        lost = (best - score) // POINT_SCORE
        if lost:
            return Phrase("turning.points", f"gave away {_count(lost, 'point')}", n=lost)
    elif game.material and (gone := _pieces(game, turn)):
        return gone
    return VAGUE[{"??": "turning.blunder", "?": "turning.mistake"}.get(turn.mark, "turning.slip")]


def refutation(game: Game, turn: Turn) -> tuple[Move, ...]:
    """How the other side uses a mistake: the line is as long as it takes to show the pieces that it costs."""
    if _pieces(game, turn) is None:
        return begun(turn.after.moves, MIN_ANSWER_MOVES)
    side, start = SIDES.index(turn.side), turn.best.position
    line = begun(turn.played, MAX_SHOWN_MOVES)
    shown = settled(game, start, line, side)
    unlike = [count for count in range(len(line)) if settled(game, start, line[:count], side) != shown]
    return begun(turn.after.moves, max(unlike[-1], MIN_ANSWER_MOVES))


def _pieces(game: Game, turn: Turn) -> Phrase | None:
    """The pieces that the turn lost or failed to take. None if there are none, if a line has no quiet position, or if
    the lines do not show it within a few moves, and still at their ends."""
    best, side = turn.best, SIDES.index(turn.side)
    lead_before = lead(best.position, side)
    lines = turn.played, best.moves
    leads = [settled(game, best.position, begun(line, MAX_SHOWN_MOVES), side) for line in lines]
    ends = [settled(game, best.position, line, side) for line in lines]
    lead_played, lead_best = leads
    if lead_played is None or lead_best is None or ends[0] is None or ends[1] is None:
        return None
    count = lead_best - lead_played
    if count <= 0 or ends[1] - ends[0] < count:
        return None
    if best.score < WON and best.score - turn.score < MIN_PIECE_LOSS_CENTIPIECES * count:
        return None
    if game.piece == "man" and not best.position[2]:  # no kings
        what = Phrase("turning.man", _count(count, "man"), n=count)
    else:
        what = Phrase("turning.piece", _count(count, "piece"), n=count)
    if lead_played < lead_before:
        return Phrase("turning.gave", "gave away {pieces}", pieces=what)
    return Phrase("turning.missed", "missed winning {pieces}", pieces=what)


def _standing(game: Game, score: int, side: Side) -> tuple[str, Side]:
    """The word for a position that has this `score` for `side`, and the side that is ahead (any, if it is even)."""
    ahead = side if score >= 0 else other(side)
    if abs(score) >= WON:
        return "won", ahead
    share = chance(game, abs(score))
    if share < MAX_EVEN_CHANCE:
        return "even", SIDES[0]  # always the same side, so that two even positions compare equal
    return ("better" if share < MAX_BETTER_CHANCE else "winning"), ahead


def _was(word: str, side: Side) -> Phrase:
    """An evaluation in the past tense."""
    name = SIDE_NAMES[side]
    return {
        "won": Phrase("turning.was.won", "{side} had a forced win", side=name),
        "winning": Phrase("turning.was.winning", "{side} was winning", side=name),
        "better": Phrase("turning.was.better", "{side} was better", side=name),
        "even": Phrase("turning.was.even", "it was even"),
    }[word]


def _is(word: str, side: Side) -> Phrase:
    """An evaluation in the present tense."""
    name = SIDE_NAMES[side]
    return {
        "won": Phrase("turning.is.won", "{side} has a forced win", side=name),
        "winning": Phrase("turning.is.winning", "{side} is winning", side=name),
        "better": Phrase("turning.is.better", "{side} is better", side=name),
        "even": Phrase("turning.is.even", "it is even"),
    }[word]


def _count(number: int, noun: str) -> str:
    """A number with its noun: `a man`, `two men`."""
    if number == 1:
        return f"a {noun}"
    plural = "men" if noun == "man" else f"{noun}s"
    return f"{number_word(number)} {plural}"

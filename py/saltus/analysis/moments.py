"""Describes the turning points of a match: what a bad turn did, and the evaluation before and after it.

`18… 11x18 gave away a man: it was even, now White is winning.` A sentence states only what the search has proved, or
what a comparison of the final positions of two lines shows: the line played, and the better line. Otherwise it just
says "mistake"."""

from collections.abc import Sequence

from saltus.analysis.chances import chance
from saltus.analysis.reasons.exchange import lead, settled
from saltus.analysis.reasons.searched import MIN_PIECE_LOSS_CENTIPIECES, own_turns
from saltus.analysis.review import Turn
from saltus.core.game import SIDE_NAMES, SIDES, Game, Side
from saltus.core.phrase import Phrase, number_word
from saltus.core.score import POINT_SCORE, WIN, WON
from saltus.match.tree import Node, other

MAX_MOMENTS = 6  # The most turning points that are reported for a match.
MAX_EVEN_CHANCE, MAX_BETTER_CHANCE = 0.65, 0.8
"""The limits of the words for an evaluation, as winning chances of the side that is ahead: below the first the
position is "even", below the second that side is "better", else "winning". The page uses both, and more."""


def turning_points(game: Game, turns: Sequence[Turn]) -> list[tuple[Turn, Phrase]]:
    """The costliest mistakes, in game order, each with its sentence."""
    mistakes = sorted((turn for turn in turns if turn.is_mistake), key=lambda turn: turn.loss, reverse=True)
    return [(turn, sentence(game, turn)) for turn in sorted(mistakes[:MAX_MOMENTS], key=lambda turn: turn.node.ply)]


def sentence(game: Game, turn: Turn) -> Phrase:
    """The sentence for a turn with a mark: what it did, and the evaluations before and after it if they differ."""
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
    if turn.mark == "??":
        return Phrase("turning.blunder", "was a blunder")
    slip = Phrase("turning.slip", "was inaccurate")
    return Phrase("turning.mistake", "was a mistake") if turn.mark == "?" else slip


def _pieces(game: Game, turn: Turn) -> Phrase | None:
    """The pieces that the turn lost or failed to take. None if there are none, or if a line has no quiet position."""
    node, best = turn.node, turn.best
    if node.move is None:
        return None
    side = SIDES.index(turn.side)
    lead_before = lead(best.position, side)
    lead_played = settled(game, best.position, (node.move, *turn.after.moves), side)
    lead_best = settled(game, best.position, best.moves, side)
    if lead_played is None or lead_best is None or lead_best <= lead_played:
        return None
    count = lead_best - lead_played
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

"""Describes the turning points of a match: what a bad turn did, and the evaluation before and after it.

`18… 11x18 gave away a man: it was even, now White is winning.` A sentence states only what the search has proved, or
what two lines show within a few moves: the line played, and the better line. Otherwise it says "mistake", and what
the answer does that it could not do after the better move.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from saltus.analysis.chances import WINNING_CHANCE, chance, is_even
from saltus.analysis.reasons import faults
from saltus.analysis.reasons.exchange import display_line, last, lead, leads, reached
from saltus.analysis.reasons.kings import steps_to_king_row
from saltus.analysis.reasons.proved import own_turns
from saltus.analysis.reasons.searched import MAX_SHOWN_MOVES, MIN_PIECE_LOSS_CENTIPIECES
from saltus.analysis.review import Turn
from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Side
from saltus.core.phrase import Phrase
from saltus.core.score import DEEPEST, POINT_SCORE, WIN, WON
from saltus.match.tree import Node, other
from saltus.notation.move import move_text

MAX_MOMENTS = 6  # The most turning points that are reported for a match.
MAX_LATER_MOVES = 20
"""A loss that shows within this many moves of a line "comes later"; one within `MAX_SHOWN_MOVES` is immediate."""
MIN_ANSWER_MOVES, MIN_VAGUE_MOVES = 3, 5
"""How many moves after a mistake are given where they do not show what it cost; more where words do not say it."""

VAGUE = {
    phrase.key: phrase
    for phrase in (
        Phrase("turning.blunder"),
        Phrase("turning.mistake"),
        Phrase("turning.slip"),
    )
}
"""The deeds that do not say what is wrong."""


def turning_points(game: Game, turns: Sequence[Turn]) -> list[tuple[Turn, Phrase]]:
    """The costliest mistakes, in game order, each with its sentence."""
    mistakes = sorted((turn for turn in turns if turn.is_mistake), key=lambda turn: turn.loss, reverse=True)
    return [(turn, sentence(game, turn)) for turn in sorted(mistakes[:MAX_MOMENTS], key=lambda turn: turn.node.ply)]


def sentence(game: Game, turn: Turn) -> Phrase:
    """What is said of a marked turn: what it did, the evaluations before and after it if they differ, and, if that
    does not say what is wrong, what the answer does."""
    did = deed(game, turn)
    told = _told(game, turn, did)
    if did.key not in VAGUE or not turn.after.moves:
        return told
    instead = game.play(turn.best.position, turn.best.move)
    found = faults(game, turn.node.position, turn.after.moves, instead)
    crowns_anyway = _is_crowned(game, turn)
    fault = next((one for one in found if not (crowns_anyway and one.key == "because.king-soon")), None)
    if fault is None:
        return told
    reply = move_text(game, turn.node.position, turn.after.moves[0])
    return Phrase("turning.and", told=told, reply=reply, fault=fault)


def _told(game: Game, turn: Turn, did: Phrase) -> Phrase:
    """What the turn did, and the evaluations before and after it."""
    move = f"{number(game, turn.node)} {turn.text}"
    before, now = _standing(game, turn, turn.best.score), _standing(game, turn, turn.score)
    if before == now:  # the evaluation keeps its name, so the sentence leaves it out
        return Phrase("turning.turn", move=move, deed=did)
    if did.key == "turning.loses" and before[:2] == ("winning", now[1]):
        return Phrase("turning.turn", move=move, deed=did)  # it was lost before, but not by force
    if did.key == "turning.loses":  # the deed already says who wins now
        return Phrase("turning.turned-lost", move=move, deed=did, before=_was(*before))
    return Phrase("turning.turned", move=move, deed=did, before=_was(*before), now=_is(*now))


def number(game: Game, node: Node) -> str:
    """The move number of a turn: `18.` for the first of a pair, `18…` for the second."""
    index = _index(game, node, node.ply)
    return f"{index // 2 + 1}{'…' if index % 2 else '.'}"


def _index(game: Game, node: Node, ply: int) -> int:
    """How many turns come before that of a ply, counted as if the side that moves first had begun; if it had not, the
    first turn is the second of its pair."""
    start = node
    while start.parent is not None:
        start = start.parent
    return ply - 1 + (start.side != game.first)


def deed(game: Game, turn: Turn) -> Phrase:
    """What the turn did that the better line would not have done."""
    best, score = turn.best.score, turn.score
    if turn.slide is not None:
        first, last = (_index(game, turn.node, ply) // 2 + 1 for ply in turn.slide)
        return Phrase("turning.slide", first=first, last=last)
    if best >= WON > score:
        return Phrase("turning.missed-win", turns=own_turns(WIN - best))
    if score <= -WON < best:
        winner = SIDE_NAMES[other(turn.side)]
        return Phrase("turning.loses", side=winner, turns=own_turns(WIN + score))
    if game.margin(turn.best.position) is not None:
        lost = (best - score) // POINT_SCORE
        if lost:
            return Phrase("turning.points", n=lost)
    elif game.material and (gone := _pieces(game, turn)):
        return gone
    elif _crowns_soon(turn.after.moves, turn.best.moves[1:]) and not _is_crowned(game, turn):
        return Phrase("turning.king", side=SIDE_NAMES[other(turn.side)])
    elif _crowns_soon(turn.best.moves, turn.played) and _crowning(turn.played) == DEEPEST:
        return Phrase("turning.no-king")
    return VAGUE[{"??": "turning.blunder", "?": "turning.mistake"}.get(turn.mark, "turning.slip")]


def refutation(game: Game, turn: Turn) -> Sequence[Move]:
    """How the other side uses a mistake: the line is as long as it takes to show what it costs."""
    did = deed(game, turn)
    if did.key in ("turning.gave", "turning.later") and (loss := _material_loss(game, turn)):
        return display_line(game, turn.node.position, turn.after.moves[: loss.until - 1], loss.at)
    if did.key == "turning.king":
        most = _crowning(turn.after.moves) + 1
    elif did.key == "turning.loses" and WIN + turn.score <= MAX_LATER_MOVES:
        most = WIN + turn.score
    else:
        most = MIN_VAGUE_MOVES if did.key in VAGUE else MIN_ANSWER_MOVES
    return display_line(game, turn.node.position, turn.after.moves, most)


def better(game: Game, turn: Turn) -> Sequence[Move]:
    """The better line, as far as it is shown."""
    best, most = turn.best, MAX_SHOWN_MOVES
    if deed(game, turn).key == "turning.missed" and (loss := _material_loss(game, turn)):
        return display_line(game, best.position, best.moves[: loss.until], max(most, loss.at + 1))
    if best.score >= WON and WIN - best.score <= MAX_LATER_MOVES:
        most = WIN - best.score
    return display_line(game, best.position, best.moves, most)


class Change(NamedTuple):
    """The first lasting change of the lead in a line, and how a turn cost pieces by it. Places count from the first
    move, 0."""

    at: int  # The first place where it shows; DEEPEST if nothing changes.
    pieces: int
    until: int  # The first place where the lead has changed further.
    how: Literal["gave", "later", "missed"] = "gave"  # Lost soon, lost later, or not taken.


def _material_loss(game: Game, turn: Turn) -> Change | None:
    """What the turn lost or, if that shows sooner, failed to take. None if the other line has the same."""
    best, side = turn.best, SIDES.index(turn.side)
    before = lead(best.position, side)
    played, better = (leads(game, best.position, line, side) for line in (turn.played, best.moves))
    # The better line may lose some, too, and show that beside what is said of the move played.
    shown = len(display_line(game, best.position, best.moves, MAX_SHOWN_MOVES))
    least = 1 + max(0, before - (last([before, *better[:shown]]) or 0))
    lost = _change([None if one is None else before - one for one in played], least)
    won = _change([None if one is None else one - before for one in better])
    is_lost = lost.at < MAX_SHOWN_MOVES or lost.at <= won.at
    change = lost if is_lost else won
    apart = (last(better) or 0) - (last(played) or 0)
    is_dear = best.score >= WON or best.score - turn.score >= MIN_PIECE_LOSS_CENTIPIECES * change.pieces
    if change.at >= MAX_LATER_MOVES or apart < change.pieces or not is_dear:
        return None
    if not is_lost:
        return change._replace(how="missed")
    return change if change.at < MAX_SHOWN_MOVES else change._replace(how="later")


def _change(gains: Sequence[int | None], least: int = 1) -> Change:
    """The first gain of `least` pieces that lasts, of those after each move of a line; None: in an exchange."""
    for at, gain in enumerate(gains):
        later = [one for one in gains[at:] if one is not None]
        if gain is not None and gain >= least and min(later) >= gain:
            further = (place for place, one in enumerate(gains) if place > at and one is not None and one > gain)
            return Change(at, gain, next(further, len(gains)))
    return Change(DEEPEST, 0, DEEPEST)


def _pieces(game: Game, turn: Turn) -> Phrase | None:
    loss = _material_loss(game, turn)
    if loss is None:
        return None
    if game.piece == "man" and not turn.best.position[2]:  # no kings
        what = Phrase("count.men", n=loss.pieces)
    else:
        what = Phrase("count.pieces", n=loss.pieces)
    if loss.how == "gave":
        return Phrase("turning.gave", pieces=what)
    if loss.how == "later":
        return Phrase("turning.later", pieces=what)
    return Phrase("turning.missed", pieces=what)


def _crowns_soon(line: Sequence[Move], other_line: Sequence[Move]) -> bool:
    """Whether the side that begins the line crowns a man in it soon, and before the other line ends."""
    return _crowning(line) < min(MAX_SHOWN_MOVES, len(other_line))


def _is_crowned(game: Game, turn: Turn) -> bool:
    """Whether a man of the other side is crowned in the better line, too, or stands one step before it at its end."""
    position, side = reached(game, turn.best.position, turn.best.moves), SIDES.index(other(turn.side))
    men = game.board.names(position[side] & ~position[2])
    return _crowning(turn.best.moves[1:]) < DEEPEST or any(steps_to_king_row(game, side, man) == 1 for man in men)


def _crowning(line: Sequence[Move]) -> int:
    """The place in a line, from 0, of the first crowning by the side that begins it; DEEPEST if there is none."""
    return next((at for at, move in enumerate(line) if move.crowns and at % 2 == 0), DEEPEST)


def _standing(game: Game, turn: Turn, score: int) -> tuple[str, Side, int]:
    """The word for a position that has this `score` for the side of the turn, the side that is ahead (any, if it is
    even), and by how many points, where that is proved."""
    ahead = turn.side if score >= 0 else other(turn.side)
    if abs(score) >= WON:
        return "won", ahead, 0
    if turn.is_proved and score:
        return "points", ahead, abs(score) // POINT_SCORE
    share = chance(game, abs(score))
    if is_even(share):
        # Always the same side, so that two even positions compare equal.
        return ("drawn" if turn.is_proved else "even"), SIDES[0], 0
    return ("better" if share < WINNING_CHANCE else "winning"), ahead, 0


def _was(word: str, side: Side, points: int) -> Phrase:
    """An evaluation in the past tense."""
    name = SIDE_NAMES[side]
    return {
        "points": Phrase("turning.was.points", side=name, n=points),
        "drawn": Phrase("turning.was.drawn"),
        "won": Phrase("turning.was.won", side=name),
        "winning": Phrase("turning.was.winning", side=name),
        "better": Phrase("turning.was.better", side=name),
        "even": Phrase("turning.was.even"),
    }[word]


def _is(word: str, side: Side, points: int) -> Phrase:
    """An evaluation in the present tense."""
    name = SIDE_NAMES[side]
    return {
        "points": Phrase("turning.is.points", side=name, n=points),
        "drawn": Phrase("turning.is.drawn"),
        "won": Phrase("turning.is.won", side=name),
        "winning": Phrase("turning.is.winning", side=name),
        "better": Phrase("turning.is.better", side=name),
        "even": Phrase("turning.is.even"),
    }[word]

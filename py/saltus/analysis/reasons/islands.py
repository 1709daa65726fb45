"""Reasons in Gambit: islands made and broken, pieces out of danger, jumps left."""

from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import Question, Reason
from saltus.core.game import SIDES, Game, Position
from saltus.core.phrase import Phrase

MAX_JUMPS_LEFT = 3


@kind(955, "points", faults=True)
def own_islands(q: Question) -> Reason | None:
    """The points of the own islands, if there are more than before, also after the best reply."""
    before, now, then = (_points(q.game, position, q.side) for position in (q.before, q.after, q.replied))
    if min(now, then) <= before:
        return None
    own = (q.game.groups(q.after) or {})[SIDES[q.side]]
    named = {"n": now, "m": before}
    return Reason(Phrase("hint.island", n=min(now, then)), Phrase("because.island", **named), own[0].squares)


@kind(952, "points", faults=True)
def enemy_islands(q: Question) -> Reason | None:
    """The points of the enemy's islands, if there are fewer than before, also after the best reply."""
    before, now, then = (_points(q.game, position, 1 - q.side) for position in (q.before, q.after, q.replied))
    if max(now, then) >= before:
        return None
    hint = Phrase("hint.breaks", side=q.enemy_name, n=before - max(now, then))
    return Reason(hint, Phrase("because.breaks", n=now, m=before), (q.move.path[-1],))


@kind(947, "points", faults=True)
def out_of_danger(q: Question) -> Reason | None:
    """The own pieces that could have been jumped and can no longer be, if fewer are in danger than before."""
    before, left = _in_danger(q.game, q.before_null), _in_danger(q.game, q.after)
    out = [name for name in q.game.board.names(q.own) if name in before - left]
    if not out:
        return None
    hint = Phrase("hint.out-of-danger", count=q.pieces(len(out))) if len(left) < len(before) else None
    return Reason(hint, Phrase("because.out-of-danger", count=q.pieces(len(out))), tuple(out))


@kind(946, "points")
def few_jumps(q: Question) -> Reason | None:
    """How few jumps are left to the opponent."""
    left = q.game.count(q.after)
    if left > MAX_JUMPS_LEFT:
        return None
    hint = Phrase("hint.jumps-left", n=left, side=q.enemy_name)
    return Reason(hint, Phrase("because.jumps-left", n=left, side=q.enemy_name))


def _points(game: Game, position: Position, side: int) -> int:
    return sum(group.points or 0 for group in (game.groups(position) or {})[SIDES[side]])


def _in_danger(game: Game, position: Position) -> set[str]:
    """The pieces that the side to move can jump, in whatever move."""
    return {square for move in game.moves(position) for square in move.captured}

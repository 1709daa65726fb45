"""Reasons in Gambit: islands made and broken, pieces out of danger, jumps left."""

from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import Question, Reason, pieces
from saltus.core.game import SIDE_NAMES, SIDES, Game, Position
from saltus.core.phrase import Phrase

MAX_JUMPS_LEFT = 3


@kind(690, "points", faults=True)
def own_islands(q: Question) -> Reason | None:
    before, now = (_points(q.game, position, q.side) for position in (q.before, q.after))
    if now <= before:
        return None
    own = (q.game.groups(q.after) or {})[SIDES[q.side]]
    return Reason(Phrase("because.island", n=now, m=before), own[0].squares)


@kind(680, "points", faults=True)
def enemy_islands(q: Question) -> Reason | None:
    before, now = (_points(q.game, position, 1 - q.side) for position in (q.before, q.after))
    if now >= before:
        return None
    return Reason(Phrase("because.breaks", n=now, m=before), (q.move.path[-1],))


@kind(670, "points", faults=True)
def out_of_danger(q: Question) -> Reason | None:
    """The own pieces that could have been jumped and can no longer be."""
    left = _in_danger(q.game, q.after)
    out = [name for name in q.game.board.names(q.own) if name in _in_danger(q.game, q.before_null) - left]
    if not out:
        return None
    return Reason(Phrase("because.out-of-danger", count=pieces(len(out))), tuple(out))


@kind(650, "points")
def few_jumps(q: Question) -> Reason | None:
    """How few jumps are left to the opponent."""
    left = q.game.count(q.after)
    if left > MAX_JUMPS_LEFT:
        return None
    return Reason(Phrase("because.jumps-left", n=left, side=SIDE_NAMES[SIDES[q.after[3]]]))


def _points(game: Game, position: Position, side: int) -> int:
    return sum(group.points or 0 for group in (game.groups(position) or {})[SIDES[side]])


def _in_danger(game: Game, position: Position) -> set[str]:
    """The pieces that the side to move can jump, in whatever move."""
    return {square for move in game.moves(position) for square in move.captured}

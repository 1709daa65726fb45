"""Reasons in Gambit: islands made, pieces out of danger."""

from saltus.analysis.reasons.exchange import reached
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import MAX_NAMED, Question, Reason, named
from saltus.core.game import SIDES, Game, Position
from saltus.core.phrase import Phrase


@kind(955, "points", faults=True)
def own_islands(q: Question) -> Reason | None:
    """The points of the side's islands after the best reply, if there are more than before, and as many at the end,
    and one that the move has made is still there."""
    before, now, then = (_points(q.game, position, q.side) for position in (q.before, q.after, q.replied))
    if min(now, then) <= before:
        return None
    end = reached(q.game, q.before, q.line)
    then = min(then, _points(q.game, end, q.side))
    if then <= max(before, _points(q.game, q.replied, 1 - q.side)):
        return None
    made, replied, last, earlier = (_islands(q.game, at, q.side) for at in (q.after, q.replied, end, q.before))
    islands = (made & replied & last) - earlier
    if not islands:
        return None
    squares = (*q.move.path[:1], *sorted(islands))
    return Reason(Phrase("hint.island", n=then), Phrase("because.island", n=now, m=before), squares)


@kind(947, "points", faults=True)
def out_of_danger(q: Question) -> Reason | None:
    """The side's pieces that could be jumped before and no longer can, if fewer are in danger than before."""
    before, left = _in_danger(q.game, q.before_null), _in_danger(q.game, q.after)
    out = [name for name in q.game.board.names(q.own) if name in before - left]
    if not out:
        return None
    taken = {square for move in q.line[1::2] for square in move.captured}
    is_saved = len(left) < len(before) and not taken & {*out, q.move.path[-1]}
    where = named(q.game, out)
    hint = Phrase("hint.out-of-danger", n=len(out), where=where) if is_saved and len(out) <= MAX_NAMED else None
    return Reason(hint, Phrase("because.out-of-danger", count=q.pieces(len(out))), tuple(out))


def _islands(game: Game, position: Position, side: int) -> set[str]:
    """The squares of a side's islands."""
    groups = (game.groups(position) or {})[SIDES[side]]
    return {square for group in groups if group.points for square in group.squares}


def _points(game: Game, position: Position, side: int) -> int:
    return sum(group.points or 0 for group in (game.groups(position) or {})[SIDES[side]])


def _in_danger(game: Game, position: Position) -> set[str]:
    """The pieces that the side to move can jump in any of its moves."""
    return {square for move in game.moves(position) for square in move.captured}

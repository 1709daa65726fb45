"""Reasons in Gambit, which is solved: islands made and denied, how far to jump, pieces out of danger."""

from collections.abc import Sequence

from saltus.analysis.reasons.exchange import TooLongError, reached
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.proved import scores
from saltus.analysis.reasons.question import MAX_NAMED, Question, Reason, in_danger, named
from saltus.core.game import SIDES, Game, Move, Position
from saltus.core.phrase import Phrase
from saltus.core.score import POINT_SCORE, Line
from saltus.engine.probe import exact
from saltus.notation.move import move_text

MIN_REPLIES = 3  # With fewer replies, it is no news that only one is good.
MAX_ISLANDS = 5  # The most squares of islands that are named.
MAX_LOOKED_UP = 300  # So many positions are looked up to see whether an island comes about.
MIN_CHOICE = 2  # With fewer moves none is told apart.


@kind(955, "points", faults=True)
def own_islands(q: Question) -> Reason | None:
    """The points of the side's islands after the best reply, if there are more than before and than the opponent has,
    and as many at the end, and what the move has made is there after every best reply."""
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
    lasts = _comes_about(q, q.after, q.side, sorted(islands))
    squares = (*q.move.path[:1], *sorted(islands))
    review = Phrase("because.island", n=now, m=before)
    return Reason(Phrase("hint.island", n=then) if lasts else None, review, squares)


@kind(947, "points", faults=True)
def out_of_danger(q: Question) -> Reason | None:
    """The side's pieces that could be jumped before and no longer can, if fewer are in danger than before."""
    before, left = in_danger(q.game, q.before_null), in_danger(q.game, q.after)
    out = [name for name in q.game.board.names(q.own) if name in before - left]
    if not out:
        return None
    taken = {square for move in q.line[1::2] for square in move.captured}
    is_saved = len(left) < len(before) and not taken & {*out, q.move.path[-1]}
    where = named(q.game, out)
    hint = Phrase("hint.out-of-danger", n=len(out), where=where) if is_saved and len(out) <= MAX_NAMED else None
    return Reason(hint, Phrase("because.out-of-danger", count=q.pieces(len(out))), tuple(out))


@kind(942, "points")
def only_points(q: Question) -> Reason | None:
    """In a review, that every other move is proved to lose points."""
    found = exact(q.game, q.before)
    if found is None or len(found.lines) < MIN_CHOICE or found.lines[0].pv[0].path != q.move.path:
        return None
    return Reason(None, Phrase("because.only-points")) if found.lines[1].score < found.score else None


@kind(939, "points")
def one_good_reply(q: Question) -> Reason | None:
    """That all of the opponent's replies but one lose points."""
    replies = scores(q.game, q.after)
    if replies is None or len(replies) < MIN_REPLIES:
        return None
    good = [path for path, score in replies.items() if score == max(replies.values())]
    if len(good) > 1:
        return None
    reply = next(move for move in q.game.moves(q.after) if move.path == good[0])
    text = move_text(q.game, q.after, reply)
    review = Phrase("because.one-good-reply", all=len(replies), move=text)
    hint = Phrase("hint.one-good-reply", side=q.enemy_name, move=text)
    return Reason(hint, review, q.move.path[:1], reply.path)


@kind(945, "points")
def plan(q: Question) -> Reason | None:
    """The island at the end, whatever the opponent plays of its best moves, on the square where the move lands, and
    the result; if it is small, also what the next best move comes to."""
    worse = _worse(q)
    island = next((group for group in _islands_at_end(q, q.line, q.side) if q.move.path[-1] in group), None)
    if island is None or len(island) > MAX_NAMED or not _comes_about(q, q.after, q.side, island):
        return None
    where, count = named(q.game, island), _count_points(q.score)
    if worse and _sign(worse[0].score) == _sign(q.score):
        move, other = move_text(q.game, q.before, worse[0].pv[0]), _count_points(worse[0].score)
        if q.score > 0:
            hint = Phrase("hint.most-points", where=where, count=count, move=move, other=other)
        else:
            hint = Phrase("hint.fewest-points", where=where, count=count, move=move, other=other)
    elif q.score > 0:
        hint = Phrase("hint.plan-win", where=where, count=count)
    elif q.score:
        return None
    else:
        hint = Phrase("hint.plan-draw", where=where)
    return Reason(hint, None, (*q.move.path[:1], *island))


@kind(700, "points")
def others_worse(q: Question) -> Reason | None:
    """What the best other move is proved to come to, if that is worse; or that all come to the same."""
    found = exact(q.game, q.before)
    if found is None or q.other is None:
        return None
    if q.other.score < found.score <= q.score:
        return Reason(Phrase("hint.others-worse", result=_comes_to(q.other.score, q.score)), None, q.move.path)
    if q.score < 0 and found.lines[-1].score == found.score:
        return Reason(Phrase("hint.all-lose-points", count=_count_points(q.score)), None)
    return None


@kind(957, "points")
def right_length(q: Question) -> Reason | None:
    """That the same piece could jump on, or stop before, and what that is proved to come to, which is worse."""
    for other in _worse(q):
        path, here = other.pv[0].path, q.move.path
        named = {"square": here[-1], "other": path[-1], "result": _comes_to(other.score, q.score)}
        if here[: len(path)] == path:
            return Reason(Phrase("hint.jumps-on", **named), None, here[:1])
        if path[: len(here)] == here:
            return Reason(Phrase("hint.stops", **named), None, here[:1])
    return None


@kind(943, "points")
def resists(q: Question) -> Reason | None:
    """That the move which jumps most pieces, more than this one, is proved to come out worse."""
    most = max(q.game.moves(q.before), key=lambda move: len(move.captured))
    other = next((line for line in _worse(q) if line.pv[0].path == most.path), None)
    if other is None or len(most.captured) <= max(1, len(q.move.captured)):
        return None
    named = {"move": move_text(q.game, q.before, most), "result": _comes_to(other.score, q.score)}
    return Reason(Phrase("hint.resists", n=len(most.captured), **named), None, q.move.path[:1], most.path)


@kind(944, "points")
def denies(q: Question) -> Reason | None:
    """The islands that the opponent gets at the end, whatever the side plays of its best moves, after the best of the
    moves that come out worse, and not after this one."""
    other = next(iter(_worse(q)), None)
    if other is None:
        return None
    here = {square for group in _islands_at_end(q, q.line, 1 - q.side) for square in group}
    groups = [group for group in _islands_at_end(q, other.pv, 1 - q.side) if not here & set(group)]
    theirs = [square for group in groups for square in group]
    after = q.game.play(q.before, other.pv[0])
    if not 0 < len(theirs) <= MAX_ISLANDS or not _comes_about(q, after, 1 - q.side, theirs):
        return None
    move = move_text(q.game, q.before, other.pv[0])
    hint = Phrase("hint.denies", n=len(groups), side=q.enemy_name, where=named(q.game, theirs), move=move)
    return Reason(hint, None, (*q.move.path[:1], *theirs), other.pv[0].path)


def _worse(q: Question) -> list[Line]:
    """The moves that are proved to come out worse, the best first; none where this one is not proved to be best."""
    found = exact(q.game, q.before)
    if found is None or found.score > q.score or q.score % POINT_SCORE:
        return []
    return [line for line in found.lines if line.score < found.score]


def _comes_to(score: int, best: int) -> Phrase:
    """What a move comes to, and where the best one loses as well, what that does: `loses by two points, not one`."""
    if not score:
        return Phrase("comes-to.draw")
    count = _count_points(score)
    if best < 0:
        return Phrase("comes-to.worse", count=count, n=abs(best) // POINT_SCORE)
    return Phrase("comes-to.win", count=count) if score > 0 else Phrase("comes-to.loss", count=count)


def _islands_at_end(q: Question, line: Sequence[Move], side: int) -> list[Sequence[str]]:
    """The squares of each of a side's islands where a line ends the game; none where it does not."""
    end = reached(q.game, q.before, line)
    if q.game.outcome(end) is None:
        return []
    return [group.squares for group in (q.game.groups(end) or {}).get(SIDES[side], ()) if group.points]


def _comes_about(q: Question, position: Position, side: int, squares: Sequence[str]) -> bool:
    """Whether from a position a side gets islands on these squares, whichever of its best moves the other side plays.
    Raises TooLongError."""
    known: dict[Position, bool] = {}

    def holds(position: Position) -> bool:
        if position not in known:
            found = exact(q.game, position) if q.game.outcome(position) is None else None
            if found is not None and len(known) < MAX_LOOKED_UP:
                best = (line.pv[0] for line in found.lines if line.score == found.score)
                replies = (holds(q.game.play(position, move)) for move in best)
                known[position] = any(replies) if position[3] == side else all(replies)
            elif q.game.outcome(position) is None:
                raise TooLongError
            else:
                groups = (q.game.groups(position) or {}).get(SIDES[side], ())
                known[position] = set(squares) <= {name for one in groups if one.points for name in one.squares}
        return known[position]

    return holds(position)


def _count_points(score: int) -> Phrase:
    return Phrase("count.points", n=abs(score) // POINT_SCORE)


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def _islands(game: Game, position: Position, side: int) -> set[str]:
    """The squares of a side's islands."""
    groups = (game.groups(position) or {})[SIDES[side]]
    return {square for group in groups if group.points for square in group.squares}


def _points(game: Game, position: Position, side: int) -> int:
    return sum(group.points or 0 for group in (game.groups(position) or {})[SIDES[side]])

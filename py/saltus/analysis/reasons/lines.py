"""Reasons in Rock: who connects first, groups joined and split, connections prevented."""

from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.places import distance
from saltus.analysis.reasons.question import Question, Reason
from saltus.core.game import SIDES, Game, Move, Position
from saltus.core.phrase import Phrase, Several
from saltus.notation.move import move_text

MAX_NAMED = 3  # The most moves that a reason names; more would be a list.
MAX_RACE_GROUPS = 3  # With more groups it is too early to count moves.


@kind(975, "groups", faults=True)
def prevents_win(q: Question) -> Reason | None:
    """That the opponent could have won with its next move and no longer can."""
    before, after = _winning(q.game, q.before_null), _winning(q.game, q.after)
    if not before or after:
        return None
    named = {"side": q.enemy_name, "move": move_text(q.game, q.before_null, before[0])}
    review = Phrase("because.prevents", move=named["move"])
    return Reason(Phrase("hint.prevents", **named), review, before[0].path[-1:], before[0].path)


@kind(970, "groups", faults=True)
def threatens_win(q: Question) -> Reason | None:
    """That the side could win with another move, and could not before."""
    now = _winning(q.game, q.after_null)
    if not now or _winning(q.game, q.before):
        return None
    review = Phrase("because.threatens-win", move=move_text(q.game, q.after_null, now[0]))
    return Reason(Phrase("hint.threatens-win"), review, (), now[0].path)


@kind(965, "groups")
def leads_race(q: Question) -> Reason | None:
    """That two more moves connect its pieces, while the opponent's cannot be connected by two, each side moving
    alone."""
    if len(q.game.board.groups(q.own)) > MAX_RACE_GROUPS or not _connects_in_two(q.game, q.after_null):
        return None
    if _connects_in_two(q.game, q.after) or q.replied[3] != q.side or not _connects_in_two(q.game, q.replied):
        return None
    return Reason(Phrase("hint.race", side=q.enemy_name), None)


@kind(760, "groups", faults=True)
def cuts(q: Question) -> Reason | None:
    """What a capture does to the opponent's groups, and the best reply does not undo."""
    if not q.move.captured:
        return None
    board, squares = q.game.board, q.move.captured
    groups = board.groups(q.before_null[q.before_null[3]])
    before, now, then = len(groups), len(board.groups(q.enemy)), len(board.groups(q.replied[1 - q.side]))
    square = q.game.spoken(squares[0])
    if min(now, then) > before:
        hint = Phrase("hint.splits", square=square, side=q.enemy_name)
        return Reason(hint, Phrase("because.splits", n=now, m=before), squares)
    if _joining(q.game, q.before_null).keys() & set(squares):
        return Reason(Phrase("hint.takes-joiner", square=square), Phrase("because.takes-joiner"), squares)
    largest = max(groups, key=int.bit_count)
    if largest.bit_count() > 1 and set(squares) & set(board.names(largest)):
        hint = Phrase("hint.takes-largest", square=square, side=q.enemy_name)
        return Reason(hint, Phrase("because.takes-largest"), squares)
    return None


@kind(750, "groups", faults=True)
def joins(q: Question) -> Reason | None:
    """That the side's pieces form fewer groups, or that the largest has grown, also after the best reply."""
    board, side = q.game.board, q.side
    before, now, then = (board.groups(one) for one in (q.before[side], q.own, q.replied[side]))
    largest_before, largest, largest_then = (max(map(int.bit_count, one)) for one in (before, now, then))
    group, main = next(one for one in now if one & q.target), max(now, key=int.bit_count)
    piece, squares = q.piece_on(q.move.path[0]), (q.move.path[0], *board.names(group & ~q.target))
    links = group.bit_count() > 1 and not q.move.captured
    if max(len(now), len(then)) < len(before):
        review = Phrase("because.groups", n=len(now), m=len(before))
        hint = Phrase("hint.joins-main", piece=piece) if group == main else Phrase("hint.joins", piece=piece)
        return Reason(hint if links else None, review, squares)
    if min(largest, largest_then) > largest_before:
        review = Phrase("because.largest", n=largest, all=q.own.bit_count())
        is_joined = links and group.bit_count() == largest
        return Reason(Phrase("hint.joins-main", piece=piece) if is_joined else None, review, squares)
    return None


@kind(740, "groups", faults=True)
def keeps_apart(q: Question) -> Reason | None:
    """The enemy pieces that could have joined a group with their next move and no longer can, with such a move of
    each, if fewer can than before."""
    before, now = _joining(q.game, q.before_null), _joining(q.game, q.after)
    found = [name for name in q.game.board.names(q.enemy) if name in before and name not in now]
    if not 0 < len(found) <= MAX_NAMED or len(now) >= len(before):
        return None
    moves = Several([move_text(q.game, q.before_null, before[name]) for name in found], "and")
    review = Phrase("because.keeps-apart", count=q.pieces(len(found)), moves=moves)
    hint = Phrase("hint.keeps-apart", n=len(found), side=q.enemy_name)
    return Reason(hint, review, tuple(found), before[found[0]].path)


@kind(730, "groups", faults=True)
def will_join(q: Question) -> Reason | None:
    """The side's pieces that can join a group with their next move and could not before, with such a move of each,
    also after the best reply; what the move itself has parted does not count."""
    before, least = _joining(q.game, q.before), len(q.game.board.groups(q.before[q.side]))
    now = _joining(q.game, q.after_null, least)
    then = _joining(q.game, q.replied, least) if q.replied[3] == q.side else now
    found = [name for name in q.game.board.names(q.own) if name in now and name not in before]
    if q.move.path[0] in before and q.move.path[-1] in found:
        found.remove(q.move.path[-1])
    if not 0 < len(found) <= MAX_NAMED:
        return None
    moves = Several([move_text(q.game, q.after_null, now[name]) for name in found], "and")
    review = Phrase("because.will-join", count=q.pieces(len(found)), moves=moves)
    hint = Phrase("hint.will-join") if then.keys() & set(found) else None
    return Reason(hint, review, tuple(found), now[found[0]].path)


@kind(700, "groups")
def nears(q: Question) -> Reason | None:
    """That the piece comes nearer to the largest of the side's other groups, and still is after the best reply."""
    board, side = q.game.board, q.side
    others = board.groups(q.own & ~q.target)
    if not others or not q.replied[side] & q.target:
        return None
    main = max(others, key=int.bit_count)
    is_clear = sum(2 * group.bit_count() > main.bit_count() for group in others) == 1
    if not is_clear or len(board.groups(q.own)) > len(board.groups(q.before[side])):
        return None
    left = board.names(main & q.replied[side])
    origin, target = q.move.path[0], q.move.path[-1]
    if not left or min(distance(target, name) for name in left) >= min(
        distance(origin, name) for name in board.names(main)
    ):
        return None
    return Reason(Phrase("hint.nears", piece=q.piece_on(origin)), None, (origin, *left))


def _joining(game: Game, position: Position, most: int | None = None) -> dict[str, Move]:
    """By the square of a piece of the side to move, a move that joins it to a group: there are fewer groups after it
    than there are now, and than `most`."""
    board, side = game.board, position[3]
    now = len(board.groups(position[side]))
    fewest = now if most is None else min(now, most)
    moves = (move for move in game.moves(position) if move.path)
    return {move.path[0]: move for move in moves if len(board.groups(game.play(position, move)[side])) < fewest}


def _winning(game: Game, position: Position) -> list[Move]:
    """The moves that win at once for the side to move."""
    ends = ((move, game.outcome(game.play(position, move))) for move in game.moves(position))
    return [move for move, end in ends if end is not None and end.winner == SIDES[position[3]]]


def _connects_in_two(game: Game, position: Position) -> bool:
    """Whether the side to move could connect its pieces by two moves if the other side did not move."""
    board, side = game.board, position[3]
    for move in game.moves(position):
        white, black, kings, _ = game.play(position, move)
        own = (white, black)[side]
        if len(board.groups(own)) == 1:
            return True
        then = white, black, kings, side
        if any(len(board.groups(game.play(then, next_)[side])) == 1 for next_ in game.moves(then)):
            return True
    return False

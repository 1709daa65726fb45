"""Reasons in Rock: groups joined and split, connections prevented."""

from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import MAX_NAMED, Question, Reason, pieces
from saltus.core.game import SIDES, Game, Move, Position
from saltus.core.phrase import Phrase, Several
from saltus.notation.move import move_text


@kind(930, "groups", faults=True)
def prevents_win(q: Question) -> Reason | None:
    """That the opponent could have won with its next move and no longer can."""
    before, after = _winning(q.game, q.before_null), _winning(q.game, q.after)
    if not before or after:
        return None
    move = move_text(q.game, q.before_null, before[0])
    text = Phrase("because.prevents", move=move)
    return Reason(text, (), before[0].path)


@kind(920, "groups", faults=True)
def threatens_win(q: Question) -> Reason | None:
    """That the side could win with another move, and could not before."""
    now = _winning(q.game, q.after_null)
    if not now or _winning(q.game, q.before):
        return None
    move = move_text(q.game, q.after_null, now[0])
    return Reason(Phrase("because.threatens-win", move=move), (), now[0].path)


@kind(740, "groups", faults=True)
def cuts(q: Question) -> Reason | None:
    """What a capture does to the opponent's groups."""
    if not q.move.captured:
        return None
    before, now = (len(q.game.board.groups(bits)) for bits in (q.before_null[q.before_null[3]], q.enemy))
    if now > before:
        return Reason(Phrase("because.splits", n=now, m=before), q.move.captured)
    squares = q.move.captured
    if _joining(q.game, q.before_null).keys() & set(squares):
        return Reason(Phrase("because.takes-joiner"), squares)
    board = q.game.board
    largest = max(board.groups(q.before_null[q.before_null[3]]), key=int.bit_count)
    if largest.bit_count() > 1 and set(squares) & set(board.names(largest)):
        return Reason(Phrase("because.takes-largest"), squares)
    return None


@kind(730, "groups", faults=True)
def joins(q: Question) -> Reason | None:
    """That the own pieces form fewer groups, or that the largest has grown."""
    board, side = q.game.board, q.side
    before, now = board.groups(q.before[side]), board.groups(q.own)
    largest_before, largest = (max(map(int.bit_count, one)) for one in (before, now))
    if len(now) < len(before):
        group = next(one for one in now if one & q.target)
        return Reason(Phrase("because.groups", n=len(now), m=len(before)), board.names(group))
    group = max(now, key=int.bit_count)
    if largest > largest_before:
        return Reason(Phrase("because.largest", n=largest, all=q.own.bit_count()), board.names(group))
    return None


@kind(720, "groups", faults=True)
def keeps_apart(q: Question) -> Reason | None:
    """The enemy pieces that could have joined a group with their next move and no longer can, with such a move of
    each, if fewer can than before."""
    before, now = _joining(q.game, q.before_null), _joining(q.game, q.after)
    found = [name for name in q.game.board.names(q.enemy) if name in before and name not in now]
    if not 0 < len(found) <= MAX_NAMED or len(now) >= len(before):
        return None
    moves = Several([move_text(q.game, q.before_null, before[name]) for name in found], "and")
    phrase = Phrase("because.keeps-apart", count=pieces(len(found)), moves=moves)
    return Reason(phrase, tuple(found), before[found[0]].path)


@kind(710, "groups", faults=True)
def will_join(q: Question) -> Reason | None:
    """The own pieces that can join a group with their next move and could not before, with such a move of each; what
    the move itself has parted does not count."""
    before, least = _joining(q.game, q.before), len(q.game.board.groups(q.before[q.side]))
    now = _joining(q.game, q.after_null, least)
    found = [name for name in q.game.board.names(q.own) if name in now and name not in before]
    if q.move.path[0] in before and q.move.path[-1] in found:
        found.remove(q.move.path[-1])
    if not 0 < len(found) <= MAX_NAMED:
        return None
    moves = Several([move_text(q.game, q.after_null, now[name]) for name in found], "and")
    phrase = Phrase("because.will-join", count=pieces(len(found)), moves=moves)
    return Reason(phrase, tuple(found), now[found[0]].path)


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

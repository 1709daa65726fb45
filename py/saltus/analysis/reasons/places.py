"""Reasons from where pieces stand: pieces shut in, the back row, the centre, pieces that are hunted."""

from saltus.analysis.chances import MAX_EVEN_CHANCE, chance
from saltus.analysis.reasons.exchange import reached
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.kings import is_passed, steps_to_king_row
from saltus.analysis.reasons.question import MAX_NAMED, Question, Reason, must_capture, named, other_side
from saltus.analysis.reasons.searched import counts
from saltus.core.board import Board
from saltus.core.game import Game, Position
from saltus.core.phrase import Phrase

MAX_STEPS = 5  # The longest way to the king row that is given.
MAX_WAY_MOVES = 7  # Within so many moves, of both sides, the double corner is reached.
CENTRAL_RING = 2  # The ring of the squares of the middle.
MIN_FREER = 2  # So many more moves are worth telling.


@kind(860, "pieces", "points")
def shuts_in(q: Question) -> Reason | None:
    """The enemy pieces that had a move, or one that lost none, and have no such move now nor after the best reply."""
    if must_capture(q.game, q.after) or must_capture(q.game, q.before_null):
        return None
    return _shuts_in(q) or (_hems_in(q) if q.decided_by == "pieces" else None)


def _shuts_in(q: Question) -> Reason | None:
    movable = _movable(q.game, q.after) | _movable(q.game, other_side(q.replied))
    stuck = [name for name in q.game.board.names(q.enemy) if name in _movable(q.game, q.before_null) - movable]
    stuck = [name for name in stuck if q.game.board.bit[name] & q.replied[1 - q.side]]
    if not 0 < len(stuck) <= MAX_NAMED:
        return None
    where, end = named(q.game, stuck), reached(q.game, q.before, q.line)
    goes_on = _movable(q.game, end if end[3] != q.side else other_side(end)) & set(stuck)
    is_kept = not goes_on and (not counts(q) or q.keeps(0))
    hint = Phrase("hint.shuts-in", n=len(stuck), where=where) if is_kept else None
    return Reason(hint, Phrase("because.shuts-in", count=q.pieces(len(stuck)), where=where), tuple(stuck))


def _hems_in(q: Question) -> Reason | None:
    if q.exchanges.of(q.after_null).gain > 0:
        return None

    def safe(position: Position) -> set[str]:
        losing = q.losing(position)
        return {move.path[0] for move in q.game.moves(position) if move.path and move.path not in losing}

    movable = safe(q.after) | safe(other_side(q.replied))
    stuck = [name for name in q.game.board.names(q.enemy) if name in safe(q.before_null) - movable]
    stuck = [name for name in stuck if q.game.board.bit[name] & q.replied[1 - q.side]]
    if not 0 < len(stuck) <= MAX_NAMED:
        return None
    where = named(q.game, stuck)
    replies = (q.game.play(q.after, reply) for reply in q.game.moves(q.after))
    is_kept = q.keeps(0) and not any(safe(other_side(replied)) & set(stuck) for replied in replies)
    hint = Phrase("hint.hems-in", n=len(stuck), where=where) if is_kept else None
    return Reason(hint, Phrase("because.hems-in", count=q.pieces(len(stuck)), where=where), tuple(stuck))


@kind(660, "pieces")
def hunts(q: Question) -> Reason | None:
    """That the side that has more pieces, and wins, brings one nearer to an enemy piece, and it stays so."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    is_man = q.game.has_kings and not board.bit[origin] & q.before[2]
    if is_man or q.lead <= 0 or chance(q.game, q.score) < MAX_EVEN_CHANCE:
        return None
    if q.move.captured or not q.stays or not q.keeps(0) or not q.replied[q.side] & q.target:
        return None
    enemy = [
        one
        for one in board.names(q.replied[1 - q.side] & q.enemy)
        if not q.game.has_kings or board.bit[one] & q.before[2] or 0 < board.file_of(one) < board.files - 1
    ]  # a man on the edge cannot be jumped
    closer = [one for one in enemy if distance(target, one) < distance(origin, one)]
    if not closer:
        return None
    near = min(closer, key=lambda square: (distance(target, square), square))
    return Reason(Phrase("hint.hunts", piece=q.piece_on(near)), None, (near,))


@kind(845, "pieces")
def double_corner(q: Question) -> Reason | None:
    """That a king of the side with fewer pieces goes to the double corner in its line, or stays in it."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    if not board.bit[origin] & q.before[2] or q.lead >= 0 or not q.stays or not q.keeps(0):
        return None
    corner = [one for one in board.squares if is_in_double_corner(board, one)]
    if origin in corner and target in corner:
        return Reason(Phrase("hint.double-corner-stay"), None, (origin,))
    if origin in corner:
        return None
    place = origin
    for move in q.long_line[:MAX_WAY_MOVES:2]:
        if move.path[:1] == (place,):
            place = move.path[-1]
        if place in corner:
            return Reason(Phrase("hint.double-corner"), None, (place,))
    return None


def is_in_double_corner(board: Board, square: str) -> bool:
    """Whether this is one of the two squares beside a corner that is not played on."""
    file, rank = board.file_of(square), board.rank_of(square)
    across, along = min(file, board.files - 1 - file), min(rank, board.ranks - 1 - rank)
    return {across, along} == {0, 1}


@kind(655, "pieces")
def advances(q: Question) -> Reason | None:
    """That a man with no enemy before it comes nearer to the king row, and how many moves it then needs."""
    origin, target = q.move.path[0], q.move.path[-1]
    is_man = q.game.has_kings and not q.game.board.bit[origin] & q.before[2]
    if not is_man or q.move.captured or not q.stays:
        return None
    steps = steps_to_king_row(q.game, q.side, target)
    if not 0 < steps <= MAX_STEPS or not is_passed(q.game, q.after, target):
        return None
    return Reason(Phrase("hint.advances", piece=q.piece_on(origin), n=steps), None, (origin,))


@kind(646, "pieces")
def supports(q: Question) -> Reason | None:
    """That a man comes to stand among others, or on the edge."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    if not q.game.has_kings or board.bit[origin] & q.before[2] or q.move.captured or not q.stays or not q.keeps(0):
        return None
    near = [
        [one for one in board.names(own) if distance(one, square) == 1]
        for own, square in ((q.before[q.side], origin), (q.own & q.replied[q.side], target))
    ]
    if len(near[1]) >= max(2, 1 + len(near[0])):
        return Reason(Phrase("hint.together", piece=q.piece_on(origin)), None, (origin, *near[1]))
    if board.file_of(target) in (0, board.files - 1):
        return Reason(Phrase("hint.edge", piece=q.piece_on(origin)), None, (origin,))
    return None


@kind(649, "pieces")
def makes_room(q: Question) -> Reason | None:
    """The men that could not move, and now can, also after the best reply."""
    if not q.game.has_kings or q.move.captured or not q.is_free or not q.keeps(0) or q.replied[3] != q.side:
        return None
    could, can, still = (_movable(q.game, one) for one in (q.before, q.after_null, q.replied))
    freed = [one for one in q.game.board.names(q.own & ~q.after[2]) if one in can & still and one not in could]
    freed = [one for one in freed if not q.game.board.bit[one] & q.target]
    if not 0 < len(freed) <= MAX_NAMED:
        return None
    hint = Phrase("hint.makes-room", n=len(freed), where=named(q.game, freed))
    return Reason(hint, None, (q.move.path[0], *freed))


@kind(640, "groups", "pieces")
def closer(q: Question) -> Reason | None:
    """That the piece comes closer to another of its side, with as many neighbours as before, or leaves the edge, and
    stays there."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    if q.move.captured or q.game.has_kings:
        return None
    if not q.replied[q.side] & q.target:
        return None
    groups = len(board.groups(q.own)) - len(board.groups(q.before[q.side])) if q.decided_by == "groups" else 0
    is_piece_lost = q.decided_by == "pieces" and (q.exchanges.of(q.after).gain > 0 or not q.keeps(0))
    others = board.names(q.own & q.replied[q.side] & ~q.target)
    if is_piece_lost or (groups > 1 and ring(board, target) < CENTRAL_RING):
        return None  # it leaves its neighbours
    near = [(distance(target, one), one) for one in others if 1 < distance(origin, one) > distance(target, one)]
    is_left = sum(distance(origin, one) == 1 for one in others) > sum(distance(target, one) == 1 for one in others)
    is_closer = sum(distance(target, one) for one in others) < sum(distance(origin, one) for one in others)
    if near and is_closer and not is_left and groups <= 0:
        friend = min(near)[1]
        named_ = {"piece": q.piece_on(origin), "other": q.game.spoken(friend)}
        return Reason(Phrase("hint.closer", **named_), None, (origin, friend))
    if q.decided_by == "pieces" or ring(board, origin) or not ring(board, target):
        return None
    return Reason(Phrase("hint.leaves-edge", piece=q.piece_on(origin)), None, (origin,))


@kind(639, "pieces")
def freer(q: Question) -> Reason | None:
    """That a king, or a piece of Roman Solitaire, has more moves where it goes, also after the best reply."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    is_man = q.game.has_kings and not board.bit[origin] & q.before[2]
    if is_man or q.move.captured or not q.stays or not q.keeps(0) or q.replied[3] != q.side:
        return None

    def moves(position: Position, square: str) -> int:
        return sum(move.path[:1] == (square,) for move in q.game.moves(position))

    before, now = moves(q.before, origin), min(moves(q.after_null, target), moves(q.replied, target))
    if now < before + (1 if q.game.has_kings and ring(board, target) > ring(board, origin) else MIN_FREER):
        return None
    return Reason(Phrase("hint.freer", piece=q.piece_on(origin), n=now, m=before), None, (origin,))


@kind(600)
def look(q: Question) -> Reason | None:
    """The capture itself, or the squares of the move, if there is nothing else to say."""
    if q.move.captured:
        piece = q.piece_on(q.move.captured[0])
        is_part = q.deficit and counts(q)
        hint = Phrase("hint.takes-part", piece=piece) if is_part else Phrase("hint.take", piece=piece)
        return Reason(hint, None, q.move.captured)
    return Reason(Phrase("hint.look", piece=q.piece_on(q.move.path[0])), None, q.move.path[:1])


def distance(one: str, other: str) -> int:
    """The number of steps, in any direction, between two squares."""
    return max(abs(Board.file_of(one) - Board.file_of(other)), abs(Board.rank_of(one) - Board.rank_of(other)))


def is_central(board: Board, square: str) -> bool:
    """Whether a square is in the middle half of the files, and on the middle two ranks."""
    file, rank = board.file_of(square), board.rank_of(square)
    return board.files // 4 <= file < board.files - board.files // 4 and abs(2 * rank - board.ranks + 1) == 1


def ring(board: Board, square: str) -> int:
    """The number of rings of squares outside this one."""
    file, rank = board.file_of(square), board.rank_of(square)
    return min(file, rank, board.files - 1 - file, board.ranks - 1 - rank)


def _movable(game: Game, position: Position) -> set[str]:
    return {move.path[0] for move in game.moves(position) if move.path}

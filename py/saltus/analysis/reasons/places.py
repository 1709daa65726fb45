"""Reasons from where pieces stand: pieces shut in, the back row, the centre, pieces that are hunted."""

from saltus.analysis.chances import WINNING_CHANCE, chance
from saltus.analysis.reasons.exchange import reached
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.kings import is_passed, steps_to_king_row
from saltus.analysis.reasons.question import MAX_NAMED, Question, Reason, must_capture, named, other_side
from saltus.analysis.reasons.searched import counts
from saltus.core.board import Board
from saltus.core.game import Game, Position
from saltus.core.phrase import Phrase

HOPELESS = 0.15  # With smaller chances a king has nothing to hunt.
MAX_NEAR = 3  # So many moves from a king, or from the king row, is near.
MAX_STEPS = 5  # The longest way to the king row that is given.
CENTRAL_RING = 2  # The ring of the squares of the middle.
MIN_FREER = 2  # So many more moves are worth telling.
MIN_MEN = 6  # With fewer men none is left behind.
MIN_HOME_MEN = 2  # This few men on the back row still keep it.


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
    """That the side, if it has more pieces, brings one nearer to an enemy piece, or else a king to an enemy man, and
    it stays so."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    is_man = q.game.has_kings and not board.bit[origin] & q.before[2]
    if is_man or q.move.captured or not q.stays or not q.keeps(0) or not q.replied[q.side] & q.target:
        return None
    is_ahead = chance(q.game, q.score) >= WINNING_CHANCE and q.lead > 0
    spared = 0 if is_ahead else q.before[2]
    enemy = [
        one
        for one in board.names(q.replied[1 - q.side] & q.enemy & ~spared)
        if not q.game.has_kings or board.bit[one] & q.before[2] or 0 < board.file_of(one) < board.files - 1
    ]  # a man on the edge cannot be jumped
    if not enemy or not (is_ahead or (q.game.has_kings and chance(q.game, q.score) >= HOPELESS)):
        return None
    closer = [one for one in enemy if distance(target, one) < distance(origin, one)]
    near = min(closer, key=lambda square: (distance(target, square), square), default=None)
    if near is None or not (is_ahead or distance(target, near) <= MAX_NEAR):
        return None
    piece = q.piece_on(near)
    hint = Phrase("hint.hunts", piece=piece) if is_ahead else Phrase("hint.king-acts", piece=piece)
    return Reason(hint, None, (near,) if is_ahead else (origin, near))


@kind(845, "pieces")
def double_corner(q: Question) -> Reason | None:
    """That a king of the side with fewer pieces comes to the double corner, or stays in it."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    if not board.bit[origin] & q.before[2] or q.lead >= 0 or not q.stays or not q.keeps(0):
        return None
    if not is_in_double_corner(board, target):
        return None
    if is_in_double_corner(board, origin):
        return Reason(Phrase("hint.double-corner-stay"), None, (origin,))
    return Reason(Phrase("hint.double-corner"), None, (target,))


def is_in_double_corner(board: Board, square: str) -> bool:
    """Whether this is one of the two squares beside a corner that is not played on."""
    file, rank = board.file_of(square), board.rank_of(square)
    return {min(file, board.files - 1 - file), min(rank, board.ranks - 1 - rank)} == {0, 1} and (
        min(file, board.files - 1 - file) + min(rank, board.ranks - 1 - rank) == 1
    )


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


@kind(650, "pieces")
def back_row(q: Question) -> Reason | None:
    """That no man leaves the back row, while the opponent has men that could be crowned there."""
    home = 0 if q.side == 0 else q.game.board.ranks - 1
    men = [name for name in q.game.board.names(q.own & ~q.after[2]) if Board.rank_of(name) == home]
    other = q.other.pv[0] if q.other else q.move
    if not q.game.has_kings or len(men) < MIN_HOME_MEN or not q.enemy & ~q.after[2] or not q.keeps(0):
        return None
    leaving = {move.path[0] for move in q.line[::2] if move.path and Board.rank_of(move.path[0]) == home}
    if leaving or not other.path or Board.rank_of(other.path[0]) != home:
        return None
    return Reason(Phrase("hint.back-row"), None, tuple(men))


@kind(646, "pieces")
def supports(q: Question) -> Reason | None:
    """That the piece comes to stand behind another, which could have been jumped and then cannot, whatever comes; or
    that a man comes to stand among others, or on the edge, or up from the second row."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    if not q.game.has_kings or q.move.captured or not q.stays or not q.keeps(0):
        return None
    forward = -1 if q.side else 1
    for across in (-1, 1):
        front = board.step(target, (across, forward))
        if not front or not board.bit[front] & q.own & q.replied[q.side] & ~q.after[2]:
            continue
        if not _can_be_jumped(q, q.before, front) or _can_be_jumped(q, q.after, front):
            continue
        before = board.step(front, (across, forward))
        if before and any(distance(before, enemy) <= 1 for enemy in board.names(q.enemy)):
            return Reason(Phrase("hint.supports", piece=q.piece_on(front)), None, (front,))
        named = {"piece": q.piece_on(origin), "other": q.piece_on(front)}
        return Reason(Phrase("hint.brings-up", **named), None, (origin, front))
    near = [
        [one for one in board.names(own) if distance(one, square) == 1]
        for own, square in ((q.before[q.side], origin), (q.own & q.replied[q.side], target))
    ]
    if board.bit[origin] & q.before[2]:
        return None
    if len(near[1]) >= max(2, 1 + len(near[0])):
        return Reason(Phrase("hint.together", piece=q.piece_on(origin)), None, (origin, *near[1]))
    if board.file_of(target) in (0, board.files - 1):
        return Reason(Phrase("hint.edge", piece=q.piece_on(origin)), None, (origin,))
    if steps_to_king_row(q.game, q.side, origin) != board.ranks - 2 or q.own.bit_count() < MIN_MEN:
        return None
    return Reason(Phrase("hint.from-behind", piece=q.piece_on(origin)), None, (origin,))


def _can_be_jumped(q: Question, position: Position, square: str) -> bool:
    """Whether an enemy piece, if it were there, might jump the piece on a square."""
    board, own, forward = q.game.board, position[q.side], -1 if q.side else 1
    ways = (forward, -forward) if q.enemy & q.after[2] else (forward,)
    pairs = [(board.step(square, (x, way)), board.step(square, (-x, -way))) for x in (-1, 1) for way in ways]
    return any(one and other and not own & (board.bit[one] | board.bit[other]) for one, other in pairs)


@kind(640, "groups", "pieces")
def closer(q: Question) -> Reason | None:
    """That the piece comes closer to the other own pieces, all in all, or leaves the edge, and stays there."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    if not q.replied[q.side] & q.target or q.move.captured or q.game.has_kings:
        return None
    groups = len(board.groups(q.own)) - len(board.groups(q.before[q.side])) if q.decided_by == "groups" else 0
    is_piece_lost = q.decided_by == "pieces" and (q.exchanges.of(q.after).gain > 0 or not q.keeps(0))
    others = board.names(q.own & ~q.target)
    if is_piece_lost or not others or (groups > 1 and ring(board, target) < CENTRAL_RING):
        return None  # it leaves its neighbours
    if groups <= 0 and sum(distance(target, one) for one in others) < sum(distance(origin, one) for one in others):
        return Reason(Phrase("hint.closer", piece=q.piece_on(origin)), None, (origin,))
    if q.decided_by == "pieces" or ring(board, origin) or not ring(board, target):
        return None
    return Reason(Phrase("hint.leaves-edge", piece=q.piece_on(origin)), None, (origin,))


@kind(639, "pieces")
def freer(q: Question) -> Reason | None:
    """That a king comes nearer to the middle, or a piece has more moves where it goes, also after the best reply; or
    that a king of the side with fewer pieces, which loses another, is not taken."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    if q.game.has_kings and not board.bit[origin] & q.before[2]:
        return None
    if q.move.captured or not q.stays:
        return None
    if q.game.has_kings and q.lead < 0 and not q.keeps(0) and q.exchanges.of(q.after).gain <= 0:
        return Reason(Phrase("hint.keeps-away", piece=q.piece_on(origin)), None, (origin,))
    if not q.keeps(0) or q.replied[3] != q.side:
        return None
    if q.game.has_kings and ring(board, target) > ring(board, origin):
        return Reason(Phrase("hint.king-middle", piece=q.piece_on(origin)), None, (origin,))

    def moves(position: Position, square: str) -> int:
        return sum(move.path[:1] == (square,) for move in q.game.moves(position))

    before, now = moves(q.before, origin), min(moves(q.after_null, target), moves(q.replied, target))
    if now < before + MIN_FREER:
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

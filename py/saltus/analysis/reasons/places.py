"""Reasons from where pieces stand: pieces shut in, the back row, the centre, pieces that are hunted."""

from saltus.analysis.chances import WINNING_CHANCE, chance
from saltus.analysis.reasons.exchange import reached
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.kings import is_passed, steps_to_king_row
from saltus.analysis.reasons.question import Question, Reason, must_capture, named, other_side
from saltus.analysis.reasons.searched import counts
from saltus.core.board import Board
from saltus.core.game import Game, Position
from saltus.core.phrase import Phrase

MAX_NAMED = 3  # The most squares that a reason names; more would be a list.
MAX_NEAR = 3  # So many moves from a king, or from the king row, is near.
MAX_STEPS = 5  # The longest way to the king row that is given.
MIN_FREER = 2  # So many more moves are worth telling.
MIN_MEN = 4  # With fewer men none counts as left behind.
MIN_HOME_MEN = 2  # This few men on the back row still keep it.


@kind(860)
def shuts_in(q: Question) -> Reason | None:
    """The enemy pieces that had a move and have none now, nor after the best reply."""
    if must_capture(q.game, q.after) or must_capture(q.game, q.before_null):
        return None
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


@kind(855, "pieces")
def hems_in(q: Question) -> Reason | None:
    """The enemy pieces that had a move which lost none, and have no such move now, nor after the best reply."""
    if not q.is_free or must_capture(q.game, q.before_null) or q.exchanges.of(q.after_null).gain > 0:
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
    hint = Phrase("hint.hems-in", n=len(stuck), where=where) if q.keeps(0) else None
    return Reason(hint, Phrase("because.hems-in", count=q.pieces(len(stuck)), where=where), tuple(stuck))


@kind(660, "pieces")
def hunts(q: Question) -> Reason | None:
    """That the side, which has more pieces, brings one nearer to an enemy piece, and it stays so."""
    if chance(q.game, q.score) < WINNING_CHANCE or q.lead <= 0 or q.move.captured or not q.stays or not q.keeps(0):
        return None
    origin, target = q.move.path[0], q.move.path[-1]
    if q.game.has_kings and not q.game.board.bit[origin] & q.before[2]:
        return None
    enemy = q.game.board.names(q.replied[1 - q.side] & q.enemy)
    if not enemy or not q.replied[q.side] & q.target:
        return None
    near = min(enemy, key=lambda square: (distance(target, square), square))
    if distance(target, near) >= min(distance(origin, square) for square in q.game.board.names(q.enemy)):
        return None
    return Reason(Phrase("hint.hunts", piece=q.piece_on(near)), None, (near,))


@kind(653, "pieces")
def king_acts(q: Question) -> Reason | None:
    """That a king comes nearer to an enemy man, and stays so."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    if (
        not q.game.has_kings
        or not board.bit[origin] & q.before[2]
        or q.move.captured
        or not q.stays
        or not q.keeps(0)
    ):
        return None
    men = board.names(q.replied[1 - q.side] & q.enemy & ~q.before[2])
    if not men or not q.replied[q.side] & q.target:
        return None
    near = min(men, key=lambda square: (distance(target, square), square))
    before = min(distance(origin, square) for square in board.names(q.before[1 - q.side] & ~q.before[2]))
    if distance(target, near) >= before or distance(target, near) > MAX_NEAR:
        return None
    return Reason(Phrase("hint.king-acts", piece=q.piece_on(near)), None, (origin, near))


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
    if not is_man or q.move.captured or not q.stays or not q.keeps(0):
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
    """That the piece comes to stand behind another, which an enemy piece before it then cannot jump."""
    board, target = q.game.board, q.move.path[-1]
    if not q.game.has_kings or q.move.captured or not q.stays or not q.keeps(0):
        return None
    forward = -1 if q.side else 1
    for across in (-1, 1):
        front = board.step(target, (across, forward))
        before = front and board.step(front, (across, forward))
        if not front or not before or not board.bit[front] & q.own & q.replied[q.side]:
            continue
        if board.bit[before] & q.own:
            continue
        if any(distance(before, enemy) <= 1 for enemy in board.names(q.enemy)):
            return Reason(Phrase("hint.supports", piece=q.piece_on(front)), None, (front,))
    return None


@kind(640, "groups")
def leaves_edge(q: Question) -> Reason | None:
    """That a piece leaves the edge, and stays away from it."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    if ring(board, origin) or not ring(board, target) or q.move.captured or not q.replied[q.side] & q.target:
        return None
    return Reason(Phrase("hint.leaves-edge", piece=q.piece_on(origin)), None, (origin,))


@kind(639, "pieces")
def freer(q: Question) -> Reason | None:
    """That the piece, a king where there are kings, has more moves where it goes, also after the best reply."""
    origin, target = q.move.path[0], q.move.path[-1]
    if q.game.has_kings and not q.game.board.bit[origin] & q.before[2]:
        return None
    if q.move.captured or not q.stays or not q.keeps(0) or q.replied[3] != q.side:
        return None

    def moves(position: Position, square: str) -> int:
        return sum(move.path[:1] == (square,) for move in q.game.moves(position))

    before, now = moves(q.before, origin), min(moves(q.after_null, target), moves(q.replied, target))
    if now < before + MIN_FREER:
        return None
    return Reason(Phrase("hint.freer", piece=q.piece_on(origin), n=now, m=before), None, (origin,))


@kind(638, "pieces")
def brings_up(q: Question) -> Reason | None:
    """That a man of its half comes up behind another, or beside one."""
    board, (origin, target) = q.game.board, (q.move.path[0], q.move.path[-1])
    men = board.names(q.before[q.side] & ~q.before[2])
    if not q.game.has_kings or origin not in men or len(men) < MIN_MEN or q.move.captured or not q.keeps(0):
        return None
    if 2 * steps_to_king_row(q.game, q.side, origin) < board.ranks or not q.stays:
        return None
    forward = -1 if q.side else 1
    for is_beside, steps in enumerate((((-1, forward), (1, forward)), ((-2, 0), (2, 0)))):
        near = [board.step(target, step) for step in steps]
        friend = next((one for one in near if one and board.bit[one] & q.own & q.replied[q.side]), None)
        if friend is not None:
            named = {"piece": q.piece_on(origin), "other": q.piece_on(friend)}
            hint = Phrase("hint.beside", **named) if is_beside else Phrase("hint.brings-up", **named)
            return Reason(hint, None, (origin, friend))
    return None


@kind(601, "pieces", "groups")
def takes(q: Question) -> Reason | None:
    """The capture itself, if nothing more can be said of it."""
    if not q.move.captured or q.game.must_capture:
        return None
    if q.deficit and counts(q):
        return Reason(Phrase("hint.takes-part", piece=q.piece_on(q.move.captured[0])), None, q.move.captured)
    return Reason(Phrase("hint.take", piece=q.piece_on(q.move.captured[0])), None, q.move.captured)


@kind(600)
def look(q: Question) -> Reason | None:
    """The squares of the move, if there is nothing else to say."""
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

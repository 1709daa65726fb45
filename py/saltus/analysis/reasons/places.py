"""Reasons from where pieces stand: pieces shut in, the back row, the centre, pieces that are hunted."""

from collections.abc import Sequence

from saltus.analysis.reasons.exchange import reached
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.kings import is_passed, steps_to_king_row
from saltus.analysis.reasons.question import (
    MAX_NAMED,
    Question,
    Reason,
    in_danger,
    must_capture,
    named,
    other_side,
    traced,
    way,
)
from saltus.analysis.reasons.searched import counts
from saltus.core.board import Board
from saltus.core.game import Game, Position
from saltus.core.phrase import Phrase

MAX_NETTED, MAX_LEFT = 2, 3  # The most pieces of the opponent that are hunted down, and safe moves of one.
MAX_STEPS = 5  # The longest way to the king row that is given.
MAX_APPROACH_MOVES = 6  # Within so many moves, of both sides, an attack follows.
MAX_WAY_MOVES = 7  # Within so many moves, of both sides, the double corner is reached.
CENTRAL_RING = 2  # The ring of the squares of the middle.
DECIDED_CENTIPIECES = 150  # With such a score pieces that are ahead decide the game.
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
    is_left = set(stuck) <= set(q.game.board.names(end[1 - q.side]))
    is_kept = is_left and not goes_on and (not counts(q) or q.keeps(0))
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
def heads_for(q: Question) -> Reason | None:
    """That a king, or a piece of Roman Solitaire, comes to attack an enemy piece in its line, and from where."""
    board, target = q.game.board, q.move.path[-1]
    is_man = q.game.has_kings and not board.bit[q.move.path[0]] & q.before[2]
    if is_man or q.move.captured or not q.stays or not q.keeps(0):
        return None
    position, moves = q.after, q.line[1 : MAX_APPROACH_MOVES + 1]
    for at, place in enumerate(way(target, moves), 1):
        move = moves[at - 1]
        if move.captured and at % 2 == 0:
            return None
        position = q.game.play(position, move)
        if at % 2 or move.path[-1:] != (place,):
            continue
        attacked = _attacked(q, position, place)
        standing = [name for name in attacked if traced(name, q.line[: at + 1]) == name and board.bit[name] & q.enemy]
        if standing:
            named = {
                "piece": q.piece_on(q.move.path[0]),
                "square": q.game.spoken(place),
                "other": q.piece_on(standing[0]),
            }
            return Reason(Phrase("hint.heads-for", **named), None, (place, standing[0]))
    return None


@kind(661, "pieces")
def nets(q: Question) -> Reason | None:
    """That a side which has more pieces leaves one of the opponent's last few fewer safe moves than it had."""
    board = q.game.board
    if q.lead <= 0 or q.enemy.bit_count() > MAX_NETTED or q.move.captured or not q.is_free or not q.keeps(0):
        return None
    if must_capture(q.game, q.before_null) or q.exchanges.of(q.after).gain > 0:
        return None

    def safe(position: Position, square: str) -> int:
        moves = [move for move in q.game.moves(position) if move.path[:1] == (square,)]
        ends = [(q.game.play(position, move), move.path[-1]) for move in moves]
        return sum(place not in in_danger(q.game, end) for end, place in ends)

    left = [(safe(q.after, name), name) for name in board.names(q.enemy)]
    left = [(n, name) for n, name in left if 0 < n < safe(q.before_null, name) and n <= MAX_LEFT]
    if not left:
        return None
    n, name = min(left)
    return Reason(Phrase("hint.nets", piece=q.piece_on(name), n=n), None, (name,))


def _attacked(q: Question, position: Position, place: str) -> list[str]:
    """The pieces that the piece there, whose side has just moved, could win by a capture if it moved again."""
    again = other_side(position)
    if must_capture(q.game, position):
        return []
    captures = [move for move in q.game.noisy_moves(again) if move.path[0] == place and q.exchanges.wins(again, move)]
    return [square for move in captures for square in move.captured]


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
    reached = next((place for place in way(origin, q.long_line[:MAX_WAY_MOVES]) if place in corner), None)
    return Reason(Phrase("hint.double-corner"), None, (reached,)) if reached else None


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


@kind(599, "pieces")
def gathers_men(q: Question) -> Reason | None:
    """That a man comes to stand among others."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    if not q.game.has_kings or board.bit[origin] & q.before[2] or q.move.captured or not q.stays or not q.keeps(0):
        return None
    before, now = (
        [one for one in board.names(own) if distance(one, square) == 1]
        for own, square in ((q.before[q.side], origin), (q.own & q.replied[q.side], target))
    )
    if len(now) < max(2, 1 + len(before)):
        return None
    return Reason(Phrase("hint.together", piece=q.piece_on(origin)), None, (origin, *now))


@kind(598, "pieces")
def backs_up(q: Question) -> Reason | None:
    """That a man fills the square behind another, which an enemy piece before it could have jumped, or one that the
    opponent would like to bring there."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    if not q.game.has_kings or board.bit[origin] & q.before[2] or q.move.captured or not q.stays or not q.keeps(0):
        return None
    ahead = -1 if q.side else 1
    comes = q.wish.pv[0].path[-1] if q.wish and not q.wish.pv[0].captured else None
    for across in (-1, 1):
        friend, front = board.step(target, (across, ahead)), board.step(target, (2 * across, 2 * ahead))
        if not friend or not front or origin in (friend, front):
            continue
        is_there = q.own & q.before[q.side] & q.replied[q.side] & board.bit[friend]
        is_faced = board.bit[front] & q.enemy or front == comes
        if is_there and is_faced and q.replied[q.side] & q.target:
            return Reason(Phrase("hint.backs-up", piece=q.piece_on(friend)), None, (origin, friend))
    return None


@kind(610, "pieces")
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


@kind(640, "pieces")
def pairs(q: Question) -> Reason | None:
    """That a piece with none of its side beside it comes closer to another, in a game without kings, and stays."""
    board, origin = q.game.board, q.move.path[0]
    others = board.names(q.own & q.replied[q.side] & ~q.target)
    if q.game.has_kings or q.exchanges.of(q.after).gain > 0 or not q.keeps(0):
        return None
    if any(distance(origin, one) == 1 for one in others):
        return None
    friend = _neared(q, others)
    if friend is None:
        return None
    named_ = {"piece": q.piece_on(origin), "other": q.game.spoken(friend)}
    return Reason(Phrase("hint.pairs", **named_), None, (origin, friend))


@kind(641, "groups")
def closer(q: Question) -> Reason | None:
    """That a piece comes closer to one of another group, with as many neighbours as before and no more groups, and
    stays."""
    board, origin = q.game.board, q.move.path[0]
    groups = board.groups(q.before[q.side])
    joined = next(group for group in groups if group & board.bit[origin])
    others = board.names(q.own & q.replied[q.side] & ~q.target)
    beside = [sum(distance(square, one) == 1 for one in others) for square in (origin, q.move.path[-1])]
    if beside[1] < beside[0] or len(board.groups(q.own)) > len(groups):
        return None
    friend = _neared(q, [one for one in others if not board.bit[one] & joined])
    if friend is None:
        return None
    named_ = {"piece": q.piece_on(origin), "other": q.game.spoken(friend)}
    return Reason(Phrase("hint.closer", **named_), None, (origin, friend))


def _neared(q: Question, others: Sequence[str]) -> str | None:
    """The nearest of some own pieces to which the piece comes closer, as it does to them all together; neither can
    be captured, and it stays as near. None if there is none."""
    origin, target = q.move.path[0], q.move.path[-1]
    near = [(distance(target, one), one) for one in others if 1 < distance(origin, one) > distance(target, one)]
    is_closer = sum(distance(target, one) for one in others) < sum(distance(origin, one) for one in others)
    if q.move.captured or not near or not is_closer or not q.replied[q.side] & q.target:
        return None
    friend = min(near)[1]
    if in_danger(q.game, q.after) & {friend, target}:
        return None
    end = [target, *way(target, q.line[1:])][-1]
    return friend if distance(end, friend) <= distance(target, friend) else None  # else it goes on elsewhere


@kind(592, "groups")
def leaves_edge(q: Question) -> Reason | None:
    """That a piece leaves the edge, without leaving its neighbours for a square as far from the middle."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    more = len(board.groups(q.own)) - len(board.groups(q.before[q.side]))
    if q.move.captured or not q.replied[q.side] & q.target or ring(board, origin) or not ring(board, target):
        return None
    if more > 1 and ring(board, target) < CENTRAL_RING:
        return None
    return Reason(Phrase("hint.leaves-edge", piece=q.piece_on(origin)), None, (origin,))


@kind(609, "pieces")
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


@kind(595, "pieces")
def ahead_or_behind(q: Question) -> Reason | None:
    """How many pieces decide a game in which the move is safe, and nothing else can be said of it."""
    if q.move.captured or q.lead * q.score <= 0 or abs(q.score) < DECIDED_CENTIPIECES:
        return None
    if not q.keeps(0) or q.game.noisy_moves(q.after) or any(move.captured for move in q.line[1:3]):
        return None
    told = {"count": q.pieces(abs(q.lead)), "piece": q.piece_on(q.move.path[0])}
    hint = Phrase("hint.ahead", **told) if q.lead > 0 else Phrase("hint.behind", **told)
    return Reason(hint, None, q.move.path[:1])


@kind(590)
def look(q: Question) -> Reason | None:
    """The capture itself, or the squares of the move, if there is nothing else to say. It holds of every move, so it
    counts no exchanges, which may be too many."""
    if q.move.captured:
        is_either = q.game.must_capture and q.game.count(q.before) == 2 and q.other and q.other.score == q.score
        if is_either:
            return Reason(Phrase("hint.take-either"), None, q.move.captured)
        piece = q.piece_on(q.move.captured[0])
        is_retaken = any(move.captured for move in q.line[1:2])
        is_part = q.deficit and counts(q) and not is_retaken
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

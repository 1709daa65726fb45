"""Reasons from where pieces stand: the centre, pieces shut in or freed, guarded, joined, close to the enemy."""

from saltus.analysis.reasons.question import MAX_NAMED, Question, Reason, must_capture, named, pieces
from saltus.core.board import Board
from saltus.core.game import Game, Position
from saltus.core.phrase import Phrase


def centre(q: Question) -> Reason | None:
    """That the piece comes into the middle half of the files and of the ranks."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    if not _central(board, target) or _central(board, origin) or not q.stays:
        return None
    return Reason(Phrase("because.middle", "moves to the centre"), (target,))


def from_edge(q: Question) -> Reason | None:
    """That the piece comes nearer to the middle of the board, where most pieces can be joined, and parts no group."""
    board, side = q.game.board, q.before[3]
    before, now = (_to_edge(board, square) for square in (q.move.path[0], q.move.path[-1]))
    if now <= before or len(board.groups(q.own)) > len(board.groups(q.before[side])):
        return None
    return Reason(Phrase("because.from-edge", "brings a piece nearer to the centre"), (q.move.path[-1],))


def shut_in(q: Question) -> Reason | None:
    """The enemy pieces that had a move and have none now."""
    if must_capture(q.game, q.after) or must_capture(q.game, q.waited):
        return None
    stuck = _stuck(q, _movable(q.game, q.waited), _movable(q.game, q.after))
    if not stuck:
        return None
    template = "leaves {count} without a move ({where})"
    phrase = Phrase("because.shuts-in", template, count=pieces(len(stuck)), where=named(q.game, stuck))
    return Reason(phrase, tuple(stuck))


def hemmed_in(q: Question) -> Reason | None:
    """The enemy pieces that had a move which lost none, and have no such move now."""
    if not q.is_free or must_capture(q.game, q.waited):
        return None

    def safe(position: Position) -> set[str]:
        losing = q.losing(position)
        return {move.path[0] for move in q.game.moves(position) if move.path and move.path not in losing}

    stuck = _stuck(q, safe(q.waited), safe(q.after))
    if not 0 < len(stuck) <= MAX_NAMED:
        return None
    template = "leaves {count} without a safe move ({where})"
    phrase = Phrase("because.hems-in", template, count=pieces(len(stuck)), where=named(q.game, stuck))
    return Reason(phrase, tuple(stuck))


def freed(q: Question) -> Reason | None:
    """The own pieces that had no move and have one now."""
    if must_capture(q.game, q.before) or must_capture(q.game, q.again):
        return None
    able = _movable(q.game, q.before) | {q.move.path[-1]}
    free = [name for name in q.game.board.names(q.own) if name in _movable(q.game, q.again) - able]
    if not free:
        return None
    template = "frees {count} that had no move ({where})"
    return Reason(Phrase("because.frees", template, count=pieces(len(free)), where=named(q.game, free)), tuple(free))


def guarded(q: Question) -> Reason | None:
    """The own pieces beside it that could be jumped if it did not stand there."""
    if must_capture(q.game, q.after):
        return None
    white, black, kings, enemy = q.after
    without = white & ~q.target, black & ~q.target, kings & ~q.target, enemy
    now, then = ({square for move in q.game.moves(here) for square in move.captured} for here in (q.after, without))
    beside = q.game.board.names(q.game.board.neighbours[q.target] & q.own)
    found = [square for square in beside if square in then - now]
    if not found:
        return None
    template = "guards {count} from behind ({where})"
    phrase = Phrase("because.guards", template, count=pieces(len(found)), where=named(q.game, found))
    return Reason(phrase, tuple(found))


def joined(q: Question) -> Reason | None:
    """That a piece with no own piece beside it comes next to others."""
    board = q.game.board
    origin, target = board.bit[q.move.path[0]], q.target
    if board.neighbours[origin] & q.own or not board.neighbours[target] & q.own & ~target or not q.stays:
        return None
    return Reason(Phrase("because.joins", "brings a piece that stood alone next to another"), (q.move.path[-1],))


def distance(one: str, other: str) -> int:
    """How many steps in any direction lie between two squares."""
    return max(abs(Board.file_of(one) - Board.file_of(other)), abs(Board.rank_of(one) - Board.rank_of(other)))


def _central(board: Board, square: str) -> bool:
    file, rank = board.file_of(square), board.rank_of(square)
    return board.files // 4 <= file < board.files - board.files // 4 and (
        board.ranks // 4 <= rank < board.ranks - board.ranks // 4
    )


def _to_edge(board: Board, square: str) -> int:
    """How many steps a square lies from the nearest edge."""
    file, rank = board.file_of(square), board.rank_of(square)
    return min(file, board.files - 1 - file, rank, board.ranks - 1 - rank)


def _stuck(q: Question, before: set[str], now: set[str]) -> list[str]:
    """The enemy pieces that are in the one set and not in the other."""
    return [name for name in q.game.board.names(q.enemy) if name in before - now]


def _movable(game: Game, position: Position) -> set[str]:
    return {move.path[0] for move in game.moves(position) if move.path}

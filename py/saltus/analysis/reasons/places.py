"""Reasons from where pieces stand: the centre, pieces shut in or freed, guarded, joined, close to the enemy."""

from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import MAX_NAMED, Question, Reason, must_capture, named, pieces
from saltus.core.board import Board
from saltus.core.game import Game, Position
from saltus.core.phrase import Phrase


@kind(400, "pieces", "groups", hints_only=True)
def centre(q: Question) -> Reason | None:
    """That the piece comes into the middle half of the files and of the ranks."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    if not _central(board, target) or _central(board, origin) or not q.stays:
        return None
    return Reason(Phrase("because.middle"), (target,))


@kind(460, excludes=("hems_in",))
def shuts_in(q: Question) -> Reason | None:
    """The enemy pieces that had a move and have none now."""
    if must_capture(q.game, q.after) or must_capture(q.game, q.before_null):
        return None
    stuck = _stuck(q, _movable(q.game, q.before_null), _movable(q.game, q.after))
    if not stuck:
        return None
    phrase = Phrase("because.shuts-in", count=pieces(len(stuck)), where=named(q.game, stuck))
    return Reason(phrase, tuple(stuck))


@kind(450, "pieces")
def hems_in(q: Question) -> Reason | None:
    """The enemy pieces that had a move which lost none, and have no such move now."""
    if not q.is_free or must_capture(q.game, q.before_null):
        return None

    def safe(position: Position) -> set[str]:
        losing = q.losing(position)
        return {move.path[0] for move in q.game.moves(position) if move.path and move.path not in losing}

    stuck = _stuck(q, safe(q.before_null), safe(q.after))
    if not 0 < len(stuck) <= MAX_NAMED:
        return None
    phrase = Phrase("because.hems-in", count=pieces(len(stuck)), where=named(q.game, stuck))
    return Reason(phrase, tuple(stuck))


def distance(one: str, other: str) -> int:
    """How many steps in any direction lie between two squares."""
    return max(abs(Board.file_of(one) - Board.file_of(other)), abs(Board.rank_of(one) - Board.rank_of(other)))


def _central(board: Board, square: str) -> bool:
    file, rank = board.file_of(square), board.rank_of(square)
    return board.files // 4 <= file < board.files - board.files // 4 and (
        board.ranks // 4 <= rank < board.ranks - board.ranks // 4
    )


def _stuck(q: Question, before: set[str], now: set[str]) -> list[str]:
    """The enemy pieces that are in the one set and not in the other."""
    return [name for name in q.game.board.names(q.enemy) if name in before - now]


def _movable(game: Game, position: Position) -> set[str]:
    return {move.path[0] for move in game.moves(position) if move.path}


@kind(410, "pieces")
def back_row(q: Question) -> Reason | None:
    """That no man leaves the back row, as one would with the best other move."""
    side, home = q.side, 0 if q.side == 0 else q.game.board.ranks - 1
    other = q.other.pv[0] if q.other else q.move
    men = [name for name in q.game.board.names(q.before[side] & ~q.before[2]) if Board.rank_of(name) == home]
    if not q.game.has_kings or q.move.path[0] in men or other.path[0] not in men or not q.enemy & ~q.after[2]:
        return None
    return Reason(Phrase("because.back-row", count=pieces(len(men))), tuple(men))

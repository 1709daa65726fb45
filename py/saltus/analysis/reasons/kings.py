"""Reasons in games with kings: crowning, and runs to the king row."""

from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import Question, Reason, must_capture
from saltus.core.board import Board
from saltus.core.game import Game, Position
from saltus.core.phrase import Phrase

MAX_RUN = 3  # The longest run that is considered, in moves of the man.


@kind(925, "pieces", faults=True)
def crowns(q: Question) -> Reason | None:
    """That a man is crowned; which piece the king then attacks, or how many kings there are."""
    if not q.move.crowns:
        return None
    king = q.move.path[-1]
    return Reason(_of_a_king(q, king) if q.keeps(0) else None, Phrase("because.crowns"), (king,))


def _of_a_king(q: Question, king: str) -> Phrase:
    """Which piece a new king could win if it moved again; else how many kings each side has now."""
    if not must_capture(q.game, q.after) and q.stays:
        taking = [move for move in q.game.noisy_moves(q.after_null) if move.path[0] == king]
        winning = [move for move in taking if q.exchanges.wins(q.after_null, move)]
        if winning:
            return Phrase("hint.crowns-attacking", piece=q.piece_on(winning[0].captured[0]))
    kings = (q.after[2] & q.own).bit_count(), (q.after[2] & q.enemy).bit_count()
    if not kings[1]:
        return Phrase("hint.crowns-first", n=kings[0], side=q.enemy_name)
    return Phrase("hint.crowns-against", n=kings[0], m=kings[1])


@kind(915, "pieces", faults=True)
def runs(q: Question) -> Reason | None:
    """That a man will be crowned whatever the opponent does."""
    man = q.move.path[-1]
    if not q.game.has_kings or q.target & q.after[2] or not q.is_free:
        return None
    steps = steps_to_king_row(q.game, q.side, man)
    if steps > MAX_RUN or not _must_crown(q.game, q.after, man, steps):
        return None
    hint = Phrase("hint.runs", piece=q.piece_on(q.move.path[0])) if q.keeps(0) else None
    return Reason(hint, Phrase("because.runs-next") if steps == 1 else Phrase("because.runs", n=steps), (man,))


def is_passed(game: Game, position: Position, man: str) -> bool:
    """Whether no enemy piece stands where the man may come past on its way to the king row."""
    white, black, _, _ = position
    board = game.board
    is_black = bool(black & board.bit[man])
    return not any(_is_before(board, man, enemy, is_black) for enemy in board.names(white if is_black else black))


def _is_before(board: Board, man: str, enemy: str, is_black: bool) -> bool:
    ahead = (board.rank_of(enemy) - board.rank_of(man)) * (-1 if is_black else 1)
    return ahead > 0 and abs(board.file_of(enemy) - board.file_of(man)) <= ahead + 1


def steps_to_king_row(game: Game, side: int, man: str) -> int:
    rank = Board.rank_of(man)
    return rank if side else game.board.ranks - 1 - rank


def _must_crown(game: Game, position: Position, man: str, steps: int) -> bool:
    """Whether the man is crowned within `steps` moves of its own, whatever the side to move does."""
    moves = game.moves(position)
    after = ((reply, game.play(position, reply)) for reply in moves)
    return bool(moves) and all(
        man not in reply.captured and _can_crown(game, then, man, steps) for reply, then in after
    )


def _can_crown(game: Game, position: Position, man: str, steps: int) -> bool:
    """Whether the man, whose side is to move, is crowned within `steps` of its own moves."""
    for move in game.moves(position):
        if not move.path or move.path[0] != man:
            continue
        if move.crowns:
            return True
        after = game.play(position, move)
        left = steps_to_king_row(game, position[3], move.path[-1])
        if left < steps and left and _must_crown(game, after, move.path[-1], left):
            return True
    return False

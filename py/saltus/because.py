"""Why a move is a good one, in words: only what can be seen on the board or what the search has proved."""

from saltus.board import Board
from saltus.game import SIDE_NAMES, SIDES, Game, Move, Position
from saltus.search import WIN, WON

PIECE = 100
COUNTS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def because(game: Game, position: Position, move: Move, score: int) -> str:
    """One sentence on `move`, which is legal in `position` and was found to be worth `score` to the mover."""
    side = SIDES[position[3]]
    if not move.path:
        return f"{SIDE_NAMES[side]} cannot move and must pass."
    after = game.play(position, move)
    ended = game.outcome(after)
    if ended is not None:
        return f"It ends the game: {ended.text}"
    parts = []
    if len(game.moves(position)) == 1:
        parts.append("is the only move")
    if move.captured:
        parts.append(f"takes {_count(len(move.captured))}")
    elif shelter := _shelter(game, position, after):
        parts.append(shelter)
    if move.crowns:
        parts.append("crowns a king")
    elif _central(game.board, move.path[-1]) and not _central(game.board, move.path[0]):
        parts.append("goes to the middle")
    if threat := _threat(game, position, after):
        parts.append(threat)
    if score >= WON:
        parts.append(f"wins by force within {_turns(WIN - score)}")
    elif score <= -WON:
        parts.append(f"holds out longest, though it loses within {_turns(WIN + score)}")
    if not parts:
        return _standing(score)
    return f"It {', '.join(parts[:-1])}{' and ' if parts[1:] else ''}{parts[-1]}."


def _threat(game: Game, before: Position, after: Position) -> str | None:
    """What the side that has just moved could do if it moved again at once, and could not do before.

    Nothing where the opponent must capture first: then what is threatened may be gone.
    """
    if game.must_capture and game.tactics(after):
        return None
    white, black, kings, opponent = after
    again = (white, black, kings, 1 - opponent)
    moves, earlier = game.moves(again), game.moves(before)
    for move in moves:
        ended = game.outcome(game.play(again, move))
        if ended is not None and ended.winner == SIDES[1 - opponent]:
            return "threatens to win at once"
    most = max((len(move.captured) for move in moves), default=0)
    if most > max(len(move.captured) for move in earlier):
        return f"threatens to take {_count(most)}"
    if any(move.crowns for move in moves) and not any(move.crowns for move in earlier):
        return "threatens to crown a king"
    return None


def _shelter(game: Game, before: Position, after: Position) -> str | None:
    """What the opponent could have taken, had it been its turn, and can take no longer."""
    white, black, kings, side = before
    danger, left = (
        max((len(move.captured) for move in game.tactics(position)), default=0)
        for position in ((white, black, kings, 1 - side), after)
    )
    if left >= danger:
        return None
    return (
        f"saves {_count(danger - left)}" if left else f"leaves nothing to take where {_count(danger)} could be taken"
    )


def _central(board: Board, square: str) -> bool:
    """Whether a square is in the middle half of the board both ways."""
    file, rank = board.file_of(square), board.rank_of(square)
    return board.files // 4 <= file < board.files - board.files // 4 and (
        board.ranks // 4 <= rank < board.ranks - board.ranks // 4
    )


def _standing(score: int) -> str:
    """How the mover stands, where there is nothing else to say: half a piece more is a better game."""
    if score >= PIECE // 2:
        return "It keeps the better game."
    if score <= -PIECE // 2:
        return "It gives the least away."
    return "It keeps the balance."


def _count(number: int) -> str:
    return COUNTS[number] if number < len(COUNTS) else str(number)


def _turns(plies: int) -> str:
    """The mover's own turns in `plies`, its first included."""
    turns = (plies + 1) // 2
    return "one turn" if turns == 1 else f"{_count(turns)} turns"

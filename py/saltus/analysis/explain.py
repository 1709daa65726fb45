"""Explains a move in one sentence, from facts on the board or proved by the search only."""

from saltus.core.board import Board
from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Position
from saltus.core.phrase import Phrase, Several, number_word
from saltus.core.score import WIN, WON

PIECE_CENTIPIECES = 100


def because(game: Game, position: Position, move: Move, score: int) -> Phrase:
    """One sentence on `move`, a legal move in `position` with this `score` for the mover."""
    side = SIDES[position[3]]
    if not move.path:
        return Phrase("because.pass", "{side} cannot move and must pass.", side=SIDE_NAMES[side])
    after = game.play(position, move)
    ended = game.outcome(after)
    if ended is not None:
        return Phrase("because.end", "It ends the game: {text}", text=ended.text)
    parts = []
    if len(game.moves(position)) == 1:
        parts.append(Phrase("because.only", "is the only move"))
    if move.captured:
        parts.append(Phrase("because.takes", "captures {count}", count=_pieces(len(move.captured))))
    elif shelter := _shelter(game, position, after):
        parts.append(shelter)
    if move.crowns:
        parts.append(Phrase("because.crowns", "crowns a king"))
    elif _central(game.board, move.path[-1]) and not _central(game.board, move.path[0]):
        parts.append(Phrase("because.middle", "moves to the centre"))
    if threat := _threat(game, position, after):
        parts.append(threat)
    if score >= WON:
        parts.append(Phrase("because.wins", "wins by force within {turns}", turns=_turns(WIN - score)))
    elif score <= -WON:
        template = "holds out longest, but loses within {turns}"
        parts.append(Phrase("because.loses", template, turns=_turns(WIN + score)))
    if not parts:
        return _standing(score)
    return Phrase("because.it", "It {parts}.", parts=Several(parts, "and"))


def _threat(game: Game, before: Position, after: Position) -> Phrase | None:
    """The new threat: what the side that just moved could do with another move and could not do before.

    None if the opponent must capture first, because the capture may remove the threat.
    """
    if game.must_capture and game.noisy_moves(after):
        return None
    white, black, kings, opponent = after
    again = (white, black, kings, 1 - opponent)
    moves, earlier = game.moves(again), game.moves(before)
    for move in moves:
        ended = game.outcome(game.play(again, move))
        if ended is not None and ended.winner == SIDES[1 - opponent]:
            return Phrase("because.threatens-win", "threatens to win at once")
    most = max((len(move.captured) for move in moves), default=0)
    if most > max(len(move.captured) for move in earlier):
        return Phrase("because.threatens", "threatens to capture {count}", count=_pieces(most))
    if any(move.crowns for move in moves) and not any(move.crowns for move in earlier):
        return Phrase("because.threatens-crown", "threatens to crown a king")
    return None


def _shelter(game: Game, before: Position, after: Position) -> Phrase | None:
    """What the opponent could have captured on its turn and no longer can."""
    white, black, kings, side = before
    danger, left = (
        max((len(move.captured) for move in game.noisy_moves(position)), default=0)
        for position in ((white, black, kings, 1 - side), after)
    )
    if left >= danger:
        return None
    if left:
        return Phrase("because.saves", "saves {count}", count=_pieces(danger - left))
    template = "saves {count} from capture"
    return Phrase("because.shelters", template, count=_pieces(danger))


def _central(board: Board, square: str) -> bool:
    """Whether a square is in the middle half of the files and of the ranks."""
    file, rank = board.file_of(square), board.rank_of(square)
    return board.files // 4 <= file < board.files - board.files // 4 and (
        board.ranks // 4 <= rank < board.ranks - board.ranks // 4
    )


def _standing(score: int) -> Phrase:
    """How the mover stands, if there is nothing else to say; half a piece ahead is "the better game"."""
    if score >= PIECE_CENTIPIECES // 2:
        return Phrase("because.better", "It keeps the advantage.")
    if score <= -PIECE_CENTIPIECES // 2:
        return Phrase("because.worse", "It is the least bad.")
    return Phrase("because.level", "It keeps the game even.")


def _pieces(number: int) -> Phrase:
    return Phrase("count.pieces", "a piece" if number == 1 else f"{number_word(number)} pieces", n=number)


def _turns(plies: int) -> Phrase:
    """The number of the mover's own turns in `plies`, including the first."""
    turns = (plies + 1) // 2
    return Phrase("count.own-turns", "one move" if turns == 1 else f"{number_word(turns)} moves", n=turns)

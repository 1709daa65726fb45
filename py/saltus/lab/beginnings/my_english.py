"""English checkers to change: free captures, flying kings, fewer men."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import ClassVar, NamedTuple

from saltus.core.board import Board, every_square
from saltus.core.game import EVERY_GAME, Game, Move, Position

MUST_CAPTURE = True  # Captures are compulsory
MEN_CAPTURE_BACKWARD = False  # Men capture backward, too
FLYING_KINGS = False  # Kings move and capture over any distance
RANKS_OF_MEN = 3  # Ranks of men at the start, 1 to 3

DARK = [name for name in every_square(8, 8) if (Board.file_of(name) + Board.rank_of(name)) % 2 == 0]
BOARD = Board(8, 8, DARK, range(32))
UP, DOWN = ((-1, 1), (1, 1)), ((-1, -1), (1, -1))
RAYS = {(name, way): BOARD.ray(name, way) for name in DARK for way in UP + DOWN}  # From a square to the edge.
MIDDLE = BOARD.mask(name for name in DARK if name[0] in "cdef" and name[1] in "3456")
RANKS = [BOARD.mask(name for name in DARK if Board.rank_of(name) == rank) for rank in range(8)]


class Kind(NamedTuple):
    """What a kind of piece can do."""

    steps: Sequence[tuple[int, int]]  # The directions it moves in.
    jumps: Sequence[tuple[int, int]]  # The directions it captures in.
    reach: int  # So many squares it goes at most, and so many behind what it captures.
    crowned: int  # The squares where it becomes a king.


KING = Kind(UP + DOWN, UP + DOWN, 8 if FLYING_KINGS else 1, 0)
WHITE_MAN = Kind(UP, UP + DOWN if MEN_CAPTURE_BACKWARD else UP, 1, RANKS[7])
BLACK_MAN = Kind(DOWN, UP + DOWN if MEN_CAPTURE_BACKWARD else DOWN, 1, RANKS[0])


class MyEnglish(Game):
    """The rules. A position is `(white, black, kings, side)`: three sets of squares, and 0 or 1 for who moves."""

    key = "my_english"
    name = "My English checkers"
    goal = "Capture all enemy pieces, or leave them without a move."
    board = BOARD
    first = "b"
    pieces = 12
    piece = "man"
    has_kings = True
    numbered = True
    men_retreat = MEN_CAPTURE_BACKWARD
    must_capture = MUST_CAPTURE
    ends_only_blocked = True
    repetitions = 3
    quiet_limit = 80
    rules: ClassVar[dict[str, str]] = {
        **EVERY_GAME,
        "step": "A piece moves one square diagonally: a man only forward.",
        "jump": "A piece captures by jumping over an enemy piece next to it to the empty square right behind it.",
        "man-jump": f"A man captures {'forward and backward' if MEN_CAPTURE_BACKWARD else 'only forward'}.",
        "compulsory": "If you can capture, you must." if MUST_CAPTURE else "You never have to capture.",
        "complete": "A piece that captures keeps capturing as long as it can.",
        "crown": "A man that reaches the far row becomes a king, and the move ends there.",
        "no-moves": "If it is your turn and you cannot move, you lose.",
        "repetition": "A position that occurs for the third time is a draw.",
        "quiet": "When each side makes forty moves in a row without a capture or a move of a man, it is a draw.",
    }
    if FLYING_KINGS:
        rules["flying"] = "A king can also cross empty squares. What it captures is gone at once."

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        self.standard(setup, seed)
        return sum(RANKS[:RANKS_OF_MEN]), sum(RANKS[-RANKS_OF_MEN:]), 0, 1

    def moves(self, position: Position) -> list[Move]:
        captures = self.noisy_moves(position)
        if captures and MUST_CAPTURE:
            return captures
        return captures + [
            Move.along(BOARD, (origin, to), (), bool(kind.crowned & BOARD.bit[to]))
            for origin, kind in movers(position)
            for way in kind.steps
            for to in empty(RAYS[origin, way][: kind.reach], position[0] | position[1])
        ]

    def noisy_moves(self, position: Position) -> list[Move]:
        own, enemy = position[position[3]], position[1 - position[3]]
        return [
            move
            for origin, kind in movers(position)
            for move in captures(kind, (origin,), (), own & ~BOARD.bit[origin], enemy)
        ]

    def progress(self, position: Position, move: Move) -> bool:
        """A capture, or a move of a man."""
        return bool(move.captured) or not position[2] & BOARD.bit[move.path[0]]

    def evaluate(self, position: Position) -> int:
        """The pieces, a lead counting more the fewer there are; kings in the middle, and men far ahead."""
        white, black, kings, side = position
        lead = white.bit_count() - black.bit_count()
        score = 100 * lead + round(200 * lead / (white | black).bit_count())
        score += (200 if FLYING_KINGS else 30) * ((white & kings).bit_count() - (black & kings).bit_count())
        score += 10 * ((white & kings & MIDDLE).bit_count() - (black & kings & MIDDLE).bit_count())
        score += 3 * sum(Board.rank_of(name) for name in BOARD.names(white & ~kings))
        score -= 3 * sum(7 - Board.rank_of(name) for name in BOARD.names(black & ~kings))
        return -score if side else score


def movers(position: Position) -> Iterator[tuple[str, Kind]]:
    """The squares of the pieces of the side to move, each with its kind."""
    man = BLACK_MAN if position[3] else WHITE_MAN
    for name in BOARD.names(position[position[3]]):
        yield name, KING if position[2] & BOARD.bit[name] else man


def empty(squares: Sequence[str], occupied: int) -> list[str]:
    """These squares up to the first one with a piece."""
    return list(takewhile(lambda name: not occupied & BOARD.bit[name], squares))


def captures(kind: Kind, path: tuple[str, ...], taken: tuple[str, ...], others: int, enemy: int) -> Iterator[Move]:
    """The captures of a piece that has come along `path` and has taken these, as far as they go. `others` are the
    other pieces of its side, `enemy` those that are left."""
    is_crowned = bool(taken and kind.crowned & BOARD.bit[path[-1]])
    goes_on = False
    for way in () if is_crowned else kind.jumps:
        ahead = RAYS[path[-1], way]
        ahead = ahead[len(empty(ahead[: kind.reach - 1], others | enemy)) :]
        if ahead and enemy & BOARD.bit[ahead[0]]:
            for to in empty(ahead[1 : 1 + kind.reach], others | enemy):
                goes_on = True
                yield from captures(kind, (*path, to), (*taken, ahead[0]), others, enemy & ~BOARD.bit[ahead[0]])
    if taken and not goes_on:
        yield Move.along(BOARD, path, taken, is_crowned)

"""Turkish draughts: men go forward and sideways, kings like rooks, and the longest capture must be taken."""

from collections.abc import Iterator
from typing import ClassVar

from saltus.core.board import Board
from saltus.core.game import EVERY_GAME, Game, Move, Position

BOARD = Board.rectangle(8, 8, stride=9)
UP, DOWN, LEFT, RIGHT = (0, 1), (0, -1), (-1, 0), (1, 0)
MAN_WAYS = ((UP, LEFT, RIGHT), (DOWN, LEFT, RIGHT))
KING_WAYS = (UP, DOWN, LEFT, RIGHT)
FAR = BOARD.mask(name for name in BOARD.squares if name[1] == "8"), BOARD.mask(f"{file}1" for file in "abcdefgh")
"""Where the men of White and of Black are crowned."""


class Turkish(Game):
    """The rules. A position is `(white, black, kings, side)`: three sets of squares, and 0 or 1 for who moves."""

    key = "turkish"
    name = "Turkish draughts"
    goal = "Capture all enemy pieces, or leave them no move."
    board = BOARD
    first = "w"
    pieces = 16
    piece = "man"
    has_kings = True
    must_capture = True
    ends_only_blocked = True
    repetitions = 3
    quiet_limit = 60
    rules: ClassVar[dict[str, str]] = {
        **EVERY_GAME,
        "step": "A man goes one square forward or sideways, a king any distance along a row or column.",
        "capture": "A piece captures by jumping over an enemy piece, a man forward or sideways over one next to it.",
        "removed": "Each piece is taken off as soon as it is jumped over.",
        "most": "If you can capture, you must, and as many pieces as you can.",
        "turn-back": "A king that captures on does not turn back the way it came.",
        "crown": "A man that ends its move on the far rank becomes a king.",
        "no-moves": "If it is your turn and you cannot move, you lose.",
        "repetition": "A position that comes up for the third time is a draw.",
        "quiet": "Sixty moves in a row without a capture or a step of a man are a draw.",
    }

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        """Two full ranks of men a side, from the second rank on."""
        self.standard(setup, seed)
        white, black = (BOARD.mask(name for name in BOARD.squares if name[1] in ranks) for ranks in ("23", "67"))
        return white, black, 0, 0

    def moves(self, position: Position) -> list[Move]:
        return self.captures(position) or self.steps(position)

    def noisy_moves(self, position: Position) -> list[Move]:
        return self.captures(position)

    def progress(self, position: Position, move: Move) -> bool:
        """A capture, or a move of a man."""
        return bool(move.captured) or not position[2] & BOARD.bit[move.path[0]]

    def steps(self, position: Position) -> list[Move]:
        white, black, kings, side = position
        found = []
        for origin in BOARD.names(position[side]):
            is_king = bool(kings & BOARD.bit[origin])
            for way in KING_WAYS if is_king else MAN_WAYS[side]:
                targets = empty_along(origin, way, white | black, is_king)
                found += [Move.along(BOARD, (origin, to), (), crowned(to, side, is_king)) for to in targets]
        return found

    def captures(self, position: Position) -> list[Move]:
        """The longest ones."""
        kings, side = position[2:]
        found = []
        for origin in BOARD.names(position[side]):
            is_king = bool(kings & BOARD.bit[origin])
            others = position[side] & ~BOARD.bit[origin]
            for path, captured in chains((origin,), (), others, position[1 - side], is_king, side):
                found.append(Move.along(BOARD, path, captured, crowned(path[-1], side, is_king)))
        longest = max((len(move.captured) for move in found), default=0)
        return [move for move in found if len(move.captured) == longest]

    def evaluate(self, position: Position) -> int:
        white, black, kings, side = position
        score = 100 * (white.bit_count() - black.bit_count())
        score += 300 * ((white & kings).bit_count() - (black & kings).bit_count())
        score += 3 * sum(Board.rank_of(name) for name in BOARD.names(white & ~kings))
        score -= 3 * sum(9 - Board.rank_of(name) for name in BOARD.names(black & ~kings))
        return -score if side else score


def crowned(square: str, side: int, is_king: bool) -> bool:
    return not is_king and bool(FAR[side] & BOARD.bit[square])


def empty_along(origin: str, way: tuple[int, int], occupied: int, is_king: bool) -> Iterator[str]:
    """The empty squares in a direction: all up to the next piece, or for a man the first."""
    to = BOARD.step(origin, way)
    while to is not None and not occupied & BOARD.bit[to]:
        yield to
        if not is_king:
            return
        to = BOARD.step(to, way)


def chains(
    path: tuple[str, ...], captured: tuple[str, ...], others: int, enemy: int, is_king: bool, side: int
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The captures of a piece that has come along `path`, as far as they go: their paths and what they capture.

    `others` are the pieces of its own side without itself; `enemy` is what has not been captured yet.
    """
    last = direction(path[-2], path[-1]) if len(path) > 1 else (0, 0)
    goes_on = False
    for way in KING_WAYS if is_king else MAN_WAYS[side]:
        if way == (-last[0], -last[1]) and last != (0, 0):
            continue
        before = list(empty_along(path[-1], way, others | enemy, True)) if is_king else []
        over = BOARD.step((path[-1:] + tuple(before))[-1], way)
        if over is None or not enemy & BOARD.bit[over]:
            continue
        for to in empty_along(over, way, others | enemy, is_king):
            goes_on = True
            left = enemy & ~BOARD.bit[over]
            yield from chains((*path, to), (*captured, over), others, left, is_king, side)
    if captured and not goes_on:
        yield path, captured


def direction(origin: str, target: str) -> tuple[int, int]:
    """The step from a square towards another one of its rank or file."""
    across = Board.file_of(target) - Board.file_of(origin)
    up = Board.rank_of(target) - Board.rank_of(origin)
    return (across > 0) - (across < 0), (up > 0) - (up < 0)

"""Konane, the Hawaiian jumping game, on 6×6: whoever cannot jump on their turn loses."""

from typing import ClassVar

from saltus.core.board import Board
from saltus.core.game import EVERY_GAME, Game, Move, Position

BOARD = Board.rectangle(6, 6, stride=7)
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))
OPENING = BOARD.mask(("a1", "a6", "f1", "f6", "c3", "c4", "d3", "d4"))
"""The corners and the middle: where Black may take off a piece."""


class Konane(Game):
    """The rules. A position is `(white, black, kings, side)`: three sets of squares, and 0 or 1 for who moves."""

    key = "konane"
    name = "Konane"
    goal = "Jump last: whoever cannot jump on their turn loses."
    board = BOARD
    first = "b"
    pieces = 18
    material = False
    rules: ClassVar[dict[str, str]] = {
        **EVERY_GAME,
        "jump": "A piece jumps along a row or column over an enemy piece to the empty square right behind it.",
        "again": "It may jump again in the same direction.",
        "opening": "Black begins by taking off one of its pieces in the middle or in a corner, White one next to it.",
        "no-moves": "If it is your turn and you cannot jump, you lose.",
    }

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        """The board is full of pieces, in turns."""
        self.standard(setup, seed)
        black = BOARD.mask(name for name in BOARD.squares if (Board.file_of(name) + Board.rank_of(name)) % 2 == 0)
        return BOARD.full ^ black, black, 0, 1

    def moves(self, position: Position) -> list[Move]:
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        empty = BOARD.full & ~(white | black)
        if empty.bit_count() < 2:
            allowed = sum(BOARD.bit[name] for name in around(empty)) if empty else OPENING
            return [Move.along(BOARD, (name,)) for name in BOARD.names(own & allowed)]
        return [move for name in BOARD.names(own) for way in DIRECTIONS for move in jumps(name, way, enemy, empty)]

    def noisy_moves(self, position: Position) -> list[Move]:
        """None: every move captures, and what counts is who can still jump."""
        return []

    def evaluate(self, position: Position) -> int:
        """The jumps of the side to move, less those of the other side."""
        return 20 * (len(self.moves(position)) - len(self.moves((*position[:3], 1 - position[3]))))


def around(squares: int) -> list[str]:
    """The squares next to these."""
    steps = (BOARD.step(name, way) for name in BOARD.names(squares) for way in DIRECTIONS)
    return [name for name in steps if name is not None]


def jumps(origin: str, way: tuple[int, int], enemy: int, empty: int) -> list[Move]:
    """The moves of the piece on `origin` in one direction, each a jump longer than the one before."""
    found: list[Move] = []
    path, captured = [origin], list[str]()
    while (over := BOARD.step(path[-1], way)) and enemy & BOARD.bit[over]:
        to = BOARD.step(over, way)
        if to is None or not empty & BOARD.bit[to]:
            break
        path.append(to)
        captured.append(over)
        found.append(Move.along(BOARD, path, captured))
    return found

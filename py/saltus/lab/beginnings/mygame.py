"""A game to begin with: pieces go straight ahead and capture diagonally, and whoever cannot move loses."""

from typing import ClassVar

from saltus.core.board import Board
from saltus.core.game import EVERY_GAME, Game, Move, Position

BOARD = Board.rectangle(5, 5, stride=6)  # files, ranks; the stride is one more than the files


class MyGame(Game):
    """A position is `(white, black, kings, side)`: three sets of squares, and 0 or 1 for who moves."""

    key = "mygame"
    name = "My game"
    goal = "Leave the other side no move."
    board = BOARD
    first = "w"
    pieces = 5
    rules: ClassVar[dict[str, str]] = {
        **EVERY_GAME,
        "step": "A piece goes one square straight ahead, or captures one square diagonally ahead.",
        "no-moves": "If it is your turn and you cannot move, you lose.",
    }

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        self.standard(setup, seed)
        return BOARD.mask(["a1", "b1", "c1", "d1", "e1"]), BOARD.mask(["a5", "b5", "c5", "d5", "e5"]), 0, 0

    def moves(self, position: Position) -> list[Move]:
        side = position[3]
        own, enemy = position[side], position[1 - side]
        found = []
        for name in BOARD.names(own):
            for across in (-1, 0, 1):
                target = BOARD.step(name, (across, -1 if side else 1))
                if target is None or own & BOARD.bit[target]:
                    continue
                is_capture = bool(enemy & BOARD.bit[target])
                if is_capture == bool(across):
                    found.append(Move.along(BOARD, [name, target], [target] if is_capture else []))
        return found

    def evaluate(self, position: Position) -> int:
        """How good the position is for the side to move: 100 for a piece."""
        side = position[3]
        return 100 * (position[side].bit_count() - position[1 - side].bit_count())

"""Dodgem (Colin Vout, 1972) on 4×4: drive all your cars off the board, and never shut the other side in."""

from typing import ClassVar

from saltus.core.board import Board
from saltus.core.game import EVERY_GAME, SIDE_NAMES, SIDES, Game, Move, Outcome, Position

BOARD = Board.rectangle(4, 4, stride=5)
UP, DOWN, LEFT, RIGHT = (0, 1), (0, -1), (-1, 0), (1, 0)
WAYS = ((RIGHT, UP, DOWN), (UP, LEFT, RIGHT))
"""The directions of White's cars and of Black's; in the first one they leave the board."""


class Dodgem(Game):
    """The rules. A position is `(white, black, kings, side)`: three sets of squares, and 0 or 1 for who moves."""

    key = "dodgem"
    name = "Dodgem"
    goal = "Be the first to drive all your cars off the board."
    board = BOARD
    first = "w"
    pieces = 3
    piece = "car"
    material = False
    repetitions = 3
    rules: ClassVar[dict[str, str]] = {
        **EVERY_GAME,
        "drive": "White's cars go right, up or down, Black's go up, left or right, one square to an empty one.",
        "off": "From the last file White's cars leave the board, from the last rank Black's do.",
        "all-off": "Whoever has no car left on the board wins.",
        "shut-in": "If you cannot move on your turn, you win: the other side has shut you in.",
        "repetition": "A position that comes up for the third time is a draw.",
    }

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        self.standard(setup, seed)
        return BOARD.mask(("a2", "a3", "a4")), BOARD.mask(("b1", "c1", "d1")), 0, 0

    def moves(self, position: Position) -> list[Move]:
        if self.decided(position) is not None:
            return []
        white, black, _, side = position
        found = []
        for name in BOARD.names(position[side]):
            for way in WAYS[side]:
                target = BOARD.step(name, way)
                if target is None and way == WAYS[side][0]:
                    found.append(Move.along(BOARD, (name,)))
                elif target is not None and not (white | black) & BOARD.bit[target]:
                    found.append(Move.along(BOARD, (name, target)))
        return found

    def decided(self, position: Position) -> int | None:
        """Whoever has just moved may have driven off the last car."""
        return None if position[1 - position[3]] else -1

    def outcome(self, position: Position) -> Outcome | None:
        side = position[3]
        if self.decided(position) is not None:
            winner = SIDES[1 - side]
            return Outcome(winner, "all-off", f"{SIDE_NAMES[winner]} has driven all cars off the board.")
        if self.moves(position):
            return None
        return Outcome(SIDES[side], "shut-in", f"{SIDE_NAMES[SIDES[side]]} is shut in, and wins.")

    def evaluate(self, position: Position) -> int:
        """The steps that the cars have before them."""
        white, black, _, side = position
        steps = sum(5 - Board.rank_of(name) for name in BOARD.names(black))
        steps -= sum(4 - Board.file_of(name) for name in BOARD.names(white))
        return 20 * (-steps if side else steps)

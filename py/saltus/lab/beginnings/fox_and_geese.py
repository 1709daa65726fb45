"""Fox and geese on the dark squares: one fox against four geese that only go forward."""

from typing import ClassVar

from saltus.core.board import Board, every_square
from saltus.core.game import EVERY_GAME, Game, Move, Outcome, Position

DARK = [name for name in every_square(8, 8) if (Board.file_of(name) + Board.rank_of(name)) % 2 == 1]
BOARD = Board(8, 8, DARK, list(range(len(DARK))))
UP, DOWN = ((-1, 1), (1, 1)), ((-1, -1), (1, -1))
DEN = BOARD.mask(name for name in BOARD.squares if name[1] == "1")
"""Where the fox is safe."""


class FoxAndGeese(Game):
    """The rules. A position is `(white, black, kings, side)`: the geese, the fox, 0, and 0 or 1 for who moves."""

    key = "fox_and_geese"
    name = "Fox and geese"
    goal = "The fox slips past the geese to the near rank; the geese shut it in."
    board = BOARD
    first = "b"
    pieces = 4
    material = False
    rules: ClassVar[dict[str, str]] = {
        **EVERY_GAME,
        "step": "A piece goes one square diagonally to an empty one: a goose only up the board.",
        "slipped": "The fox wins when it comes to the geese's first rank.",
        "no-moves": "If it is your turn and you cannot move, you lose.",
    }

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        self.standard(setup, seed)
        return DEN, BOARD.mask((next(name for name in BOARD.squares if name[1] == "8" and name[0] in "de"),)), 0, 1

    def moves(self, position: Position) -> list[Move]:
        if self.decided(position) is not None:
            return []
        white, black, _, side = position
        ways = (*UP, *DOWN) if side else UP
        steps = ((name, BOARD.step(name, way)) for name in BOARD.names(position[side]) for way in ways)
        return [
            Move.along(BOARD, (name, target))
            for name, target in steps
            if target is not None and not (white | black) & BOARD.bit[target]
        ]

    def decided(self, position: Position) -> int | None:
        """The fox has slipped past: it is the geese's turn then."""
        return -1 if position[1] & DEN else None

    def outcome(self, position: Position) -> Outcome | None:
        if self.decided(position) is not None:
            return Outcome("b", "slipped", "The fox has slipped past the geese and wins.")
        return super().outcome(position)

    def evaluate(self, position: Position) -> int:
        """How far the fox still has to go, by the shortest way that is open; shut off, it is as good as caught."""
        white, black, _, side = position
        reached, distance = black, 0
        while not reached & DEN:
            further = reached | BOARD.mask(
                target
                for name in BOARD.names(reached)
                for way in (*UP, *DOWN)
                if (target := BOARD.step(name, way)) and not white & BOARD.bit[target]
            )
            if further == reached:
                distance = 20
                break
            reached, distance = further, distance + 1
        score = 20 * distance - 80
        return -score if side else score

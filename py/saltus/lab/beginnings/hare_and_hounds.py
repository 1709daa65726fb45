"""Hare and hounds: three hounds, which never go back, hunt a hare on eleven squares."""

from typing import ClassVar

from saltus.core.board import Board
from saltus.core.game import EVERY_GAME, Game, Move, Outcome, Position

NAMES = ["a2", "b1", "b2", "b3", "c1", "c2", "c3", "d1", "d2", "d3", "e2"]
BOARD = Board(5, 3, NAMES, list(range(len(NAMES))))


def joined(one: str, other: str) -> bool:
    """Whether two squares are next to each other. Diagonally only those are that are drawn with diagonal lines."""
    across = abs(Board.file_of(one) - Board.file_of(other))
    up = abs(Board.rank_of(one) - Board.rank_of(other))
    has_diagonals = (Board.file_of(one) + Board.rank_of(one)) % 2 == (Board.file_of("a2") + Board.rank_of("a2")) % 2
    return max(across, up) == 1 and (across + up == 1 or has_diagonals)


NEXT = {name: [other for other in NAMES if joined(name, other)] for name in NAMES}


class HareAndHounds(Game):
    """The rules. A position is `(white, black, kings, side)`: the hounds, the hare, 0, and 0 or 1 for who moves."""

    key = "hare_and_hounds"
    name = "Hare and hounds"
    goal = "The hounds shut the hare in; the hare gets past them."
    board = BOARD
    first = "w"
    pieces = 3
    material = False
    quiet_limit = 20
    rules: ClassVar[dict[str, str]] = {
        **EVERY_GAME,
        "step": "A piece goes along a line to the next square, if it is empty; a hound never goes to the left.",
        "past": "The hare wins when no hound is to the left of it.",
        "no-moves": "If it is your turn and you cannot move, you lose.",
        "quiet": "Twenty moves in a row without a hound going forward are a draw.",
    }

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        self.standard(setup, seed)
        return BOARD.mask(("a2", "b1", "b3")), BOARD.mask(("e2",)), 0, 0

    def moves(self, position: Position) -> list[Move]:
        if self.decided(position) is not None:
            return []
        white, black, _, side = position
        return [
            Move.along(BOARD, (name, target))
            for name in BOARD.names(position[side])
            for target in NEXT[name]
            if not (white | black) & BOARD.bit[target] and (side or target[0] >= name[0])
        ]

    def progress(self, position: Position, move: Move) -> bool:
        """A hound goes forward."""
        return position[3] == 0 and move.path[1][0] > move.path[0][0]

    def decided(self, position: Position) -> int | None:
        """The hare has got past."""
        hounds, hares = BOARD.names(position[0]), BOARD.names(position[1])
        is_past = all(hound[0] >= hare[0] for hound in hounds for hare in hares)
        return None if not is_past else 1 if position[3] else -1

    def outcome(self, position: Position) -> Outcome | None:
        if self.decided(position) is not None:
            return Outcome("b", "past", "The hare has got past the hounds and wins.")
        return super().outcome(position)

    def evaluate(self, position: Position) -> int:
        """The squares that the hare can go to, and how many hounds it has behind it."""
        white, black, _, side = position
        hounds, hares = BOARD.names(white), BOARD.names(black)
        free = sum(not white & BOARD.bit[target] for hare in hares for target in NEXT[hare])
        passed = sum(hound[0] >= hare[0] for hound in hounds for hare in hares)
        score = 20 * free + 30 * passed - 60
        return score if side else -score

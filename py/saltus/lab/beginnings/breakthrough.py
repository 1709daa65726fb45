"""Breakthrough on 6×6: whoever reaches the far rank, or captures all enemy pieces, wins (Dan Troyka, 2000)."""

from collections.abc import Sequence
from typing import ClassVar

from saltus.core.board import Board
from saltus.core.game import EVERY_GAME, SIDE_NAMES, SIDES, Game, Move, Outcome, Position, Refusal

BOARD = Board.rectangle(6, 6, stride=7)
HOMES = tuple(BOARD.mask(name for name in BOARD.squares if name[1] in ranks) for ranks in ("12", "56"))
"""The first two ranks of White and of Black."""
GOALS = tuple(BOARD.mask(name for name in BOARD.squares if name[1] == rank) for rank in "61")
"""The goal ranks of White and of Black."""


class Breakthrough(Game):
    """The rules. A position is `(white, black, kings, side)`: three sets of squares, and 0 or 1 for who moves."""

    key = "breakthrough"
    name = "Breakthrough"
    goal = "Reach the far rank, or capture all enemy pieces."
    board = BOARD
    first = "w"
    pieces = 12
    rules: ClassVar[dict[str, str]] = {
        **EVERY_GAME,
        "forward": "A piece goes one square forward, straight or diagonally.",
        "occupied": "A piece does not go where a piece of its own side stands.",
        "straight": "An enemy piece is taken diagonally only.",
        "through": "Whoever comes to the far rank wins.",
        "elimination": "Whoever has lost all pieces has lost.",
    }

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        self.standard(setup, seed)
        return HOMES[0], HOMES[1], 0, 0

    def moves(self, position: Position) -> list[Move]:
        if self.decided(position) is not None:
            return []
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        found = []
        for origin in BOARD.names(own):
            for across in (-1, 0, 1):
                target = BOARD.step(origin, (across, -1 if side else 1))
                if target is None or own & BOARD.bit[target]:
                    continue
                taken = enemy & BOARD.bit[target]
                if not taken or across:
                    found.append(Move.along(BOARD, (origin, target), (target,) if taken else ()))
        return found

    def decided(self, position: Position) -> int | None:
        side = position[3]
        return -1 if position[1 - side] & GOALS[1 - side] or not position[side] else None

    def outcome(self, position: Position) -> Outcome | None:
        if self.decided(position) is None:
            return None
        winner = SIDES[1 - position[3]]
        if position[position[3]]:
            return Outcome(winner, "through", f"{SIDE_NAMES[winner]} has come through and wins.")
        return Outcome(winner, "elimination", f"{SIDE_NAMES[winner]} has taken everything and wins.")

    def evaluate(self, position: Position) -> int:
        white, black, _, side = position
        ahead = sum(95 + 5 * BOARD.rank_of(name) for name in BOARD.names(white))
        behind = sum(120 - 5 * BOARD.rank_of(name) for name in BOARD.names(black))
        return behind - ahead if side else ahead - behind

    def explain(self, position: Position, path: Sequence[str]) -> Refusal:
        white, black, _, side = position
        own = black if side else white
        origin, target = path[0], path[1] if len(path) == 2 else None
        files = BOARD.file_of(target) - BOARD.file_of(origin) if target else 9
        ranks = BOARD.rank_of(target) - BOARD.rank_of(origin) if target else 9
        if target is None or abs(files) > 1 or ranks != (-1 if side else 1):
            return Refusal("forward", self.rules["forward"], tuple(path[:1]))
        if own & BOARD.bit[target]:
            return Refusal("occupied", f"Your own piece is on {target}.", (target,))
        return Refusal("straight", self.rules["straight"], (target,))

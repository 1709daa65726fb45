"""Gambit to change: other widths, compulsory jumps, other points for islands."""

from collections.abc import Iterator
from typing import ClassVar

from saltus.core.board import DIRECTIONS, Board
from saltus.core.game import EVERY_GAME, SIDE_NAMES, SIDES, Game, Group, Move, Outcome, Position, Side

FILES = 8  # Files, 4 to 10
MUST_CONTINUE = False  # A piece keeps jumping while it can
FURTHER_POINTS = 2  # Points for each further piece of an island, 0 to 4

BOARD = Board.rectangle(FILES, 4, stride=FILES + 1)
JUMPS = {
    name: [(over, to) for way in DIRECTIONS if (over := BOARD.step(name, way)) and (to := BOARD.step(name, way, 2))]
    for name in BOARD.squares
}
"""The jumps from a square on an empty board: what is jumped over, and where the jump ends."""


class MyGambit(Game):
    """The rules. A position is `(white, black, 0, side)`: two sets of squares, and 0 or 1 for who moves."""

    key = "my_gambit"
    name = "My Gambit"
    goal = "Jump until nobody can. Groups that touch no enemy score points."
    board = BOARD
    first = "b"
    bottom = "b"
    pieces = FILES
    style = "gambit"
    rules: ClassVar[dict[str, str]] = {
        **EVERY_GAME,
        "jump": "Every move is a jump, in any direction, over an enemy piece to the empty square right behind it.",
        "removed": "A piece that is jumped over is taken off at once.",
        "further": f"A piece that can jump again {'must do so' if MUST_CONTINUE else 'may do so, or stop'}.",
        "end": "When the player to move cannot jump, the game ends and the points are counted.",
        "island": "An island is a group of touching pieces of one colour that touch no enemy piece.",
        "points": f"An island scores 1 point, and {FURTHER_POINTS} more for each piece after the first. "
        "The side with more points wins.",
        "equal": "If both sides have the same number of points, the game is a draw.",
    }

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        self.standard(setup, seed)
        return self.position(["." * FILES, "w" * FILES, "b" * FILES, "." * FILES], "b")

    def moves(self, position: Position) -> list[Move]:
        own, enemy = position[position[3]], position[1 - position[3]]
        return [move for origin in BOARD.names(own) for move in jumps((origin,), (), own & ~BOARD.bit[origin], enemy)]

    def noisy_moves(self, position: Position) -> list[Move]:
        """None: every move captures, so to play them out would be to play the game to its end."""
        return []

    def outcome(self, position: Position) -> Outcome | None:
        if self.moves(position):
            return None
        groups = self.groups(position)
        points: dict[Side, int] = {side: sum(group.points or 0 for group in groups[side]) for side in SIDES}
        islands = {side: [group.squares for group in groups[side]] for side in SIDES}
        low, high = sorted(points.values())
        if low == high:
            return Outcome(None, "equal", f"Draw, {high} to {low}.", points, islands)
        winner = max(SIDES, key=points.__getitem__)
        return Outcome(winner, "points", f"{SIDE_NAMES[winner]} wins {high} to {low}.", points, islands)

    def groups(self, position: Position) -> dict[Side, list[Group]]:
        """The islands of both sides with their points."""
        white, black = position[:2]
        return {"w": islands(white, black), "b": islands(black, white)}

    def margin(self, position: Position) -> int:
        """By how many points the side to move is ahead."""
        own, enemy = position[position[3]], position[1 - position[3]]
        ahead, behind = (sum(group.points or 0 for group in islands(*pair)) for pair in ((own, enemy), (enemy, own)))
        return ahead - behind

    def evaluate(self, position: Position) -> int:
        """The points as they stand, and a little for each piece."""
        own, enemy = position[position[3]], position[1 - position[3]]
        return 100 * self.margin(position) + 20 * (own.bit_count() - enemy.bit_count())


def jumps(path: tuple[str, ...], captured: tuple[str, ...], others: int, enemy: int) -> Iterator[Move]:
    """The moves of a piece that has come along `path`. `others` are the other pieces of its side, `enemy` those that
    it has not captured yet."""
    onward = [
        move
        for over, to in JUMPS[path[-1]]
        if enemy & BOARD.bit[over] and not (others | enemy) & BOARD.bit[to]
        for move in jumps((*path, to), (*captured, over), others, enemy & ~BOARD.bit[over])
    ]
    if captured and not (onward and MUST_CONTINUE):
        yield Move.along(BOARD, path, captured)
    yield from onward


def islands(own: int, enemy: int) -> list[Group]:
    """The groups of touching pieces that touch no enemy, the largest first."""
    groups = [BOARD.names(group) for group in BOARD.groups(own) if not touches(group, enemy)]
    return [Group(names, 1 + FURTHER_POINTS * (len(names) - 1)) for names in sorted(groups, key=len, reverse=True)]


def touches(group: int, enemy: int) -> bool:
    """Whether a piece of this group stands next to an enemy."""
    return any(BOARD.neighbours[BOARD.bit[name]] & enemy for name in BOARD.names(group))

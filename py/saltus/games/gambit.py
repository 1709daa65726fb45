"""Gambit: two lines of eight on four ranks, nothing but jumps, and points for the islands that remain.

The rules come from the seed document "gambit". What it leaves open is settled so: Black, the lower line, moves first,
as in the author's program; and continuing after a jump is optional ("*can* make multiple jumps in a row"), so every
prefix of a multi-jump is itself a legal move.

Move generation: the moves from one square form a tree of `Chain` nodes. Each node is one move, and maps the pattern
of enemy neighbours and empty squares behind them to the moves one jump longer. The tree grows as positions are met:
the 893,390 positions reachable from the start make 13,092 nodes.
"""

from collections.abc import Sequence
from typing import ClassVar

from saltus.boards.chains import BOARD, _safe, lead, turns
from saltus.boards.grid import GridGame, direction, not_jumped, occupied
from saltus.core.game import EVERY_GAME, SIDE_NAMES, SIDES, Group, Knowledge, Move, Outcome, Position, Refusal, Side
from saltus.core.phrase import Phrase
from saltus.core.resources import table_exists


class Gambit(GridGame):
    key = "gambit"
    name = "Gambit"
    goal = "Jump until nobody can. Groups that touch no enemy score points."
    board = BOARD
    first = "b"
    bottom = "b"
    pieces = 8
    longest = 14
    style = "gambit"
    tables: ClassVar = {"gambit": 16}
    rules: ClassVar = {
        **EVERY_GAME,
        "jump": "A piece moves by jumping over one adjacent enemy piece, in any of the eight directions, to the "
        "empty square right behind it; the piece jumped over is removed.",
        "first-jump": "Every move is a jump: you cannot move without one.",
        "further": "After a jump the same piece may jump again, in any direction, or you may end your turn.",
        "occupied": "A jump ends on an empty square.",
        "end": "When the player to move cannot jump, the game ends and the points are counted.",
        "island": "An island is a group of touching pieces of one colour that touch no enemy piece, not even at a "
        "corner.",
        "points": "An island of one piece scores 1 point, and each further piece 2 more: 1, 3, 5, 7, 9. The side "
        "with more points wins.",
        "equal": "If both sides have the same number of points, the game is a draw.",
    }

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        self.standard(setup, seed)
        return self.position(["........", "wwwwwwww", "bbbbbbbb", "........"], self.first)

    def moves(self, position: Position) -> list[Move]:
        white, black, _, side = position
        return [chain.move for chain in (turns(black, white) if side else turns(white, black))]

    def count(self, position: Position) -> int:
        white, black, _, side = position
        return len(turns(black, white) if side else turns(white, black))

    def noisy_moves(self, position: Position) -> list[Move]:
        """None: every move captures, so playing them out would mean playing the game to its end."""
        return []

    def outcome(self, position: Position) -> Outcome | None:
        if self.count(position):
            return None
        found = self.groups(position)
        scores = {side: sum(group.points or 0 for group in groups) for side, groups in found.items()}
        islands = {side: [group.squares for group in groups] for side, groups in found.items()}
        high, low = max(scores.values()), min(scores.values())
        stuck = SIDE_NAMES[SIDES[position[3]]]
        if high == low:
            text = Phrase("end.equal", high=high, low=low, side=stuck)
            return Outcome(None, "equal", text, scores, islands)
        winner = max(SIDES, key=scores.__getitem__)
        text = Phrase("end.points", winner=SIDE_NAMES[winner], high=high, low=low, side=stuck)
        return Outcome(winner, "points", text, scores, islands)

    def groups(self, position: Position) -> dict[Side, list[Group]]:
        """The islands of both sides with their points."""
        white, black = position[:2]
        safe: dict[Side, int] = {"w": _safe(white, black), "b": _safe(black, white)}
        return {
            side: [
                Group(BOARD.names(island), 2 * island.bit_count() - 1)
                for island in sorted(BOARD.groups(pieces), key=int.bit_count, reverse=True)
            ]
            for side, pieces in safe.items()
        }

    def margin(self, position: Position) -> int:
        white, black, _, side = position
        return lead(black, white) if side else lead(white, black)

    def result(self, position: Position) -> int:
        ahead = self.margin(position)
        return (ahead > 0) - (ahead < 0)

    def evaluate(self, position: Position) -> int:
        """The points if scored now, plus material and mobility."""
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        freedom = len(turns(own, enemy)) - len(turns(enemy, own))
        return 100 * lead(own, enemy) + 20 * (own.bit_count() - enemy.bit_count()) + 8 * freedom

    def knowledge(self) -> Knowledge | None:
        """The game is solved from the start."""
        if not table_exists("gambit"):
            return None
        from saltus.tablebase.gambit import solution

        return solution()

    def explain(self, position: Position, path: Sequence[str]) -> Refusal:
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        bit = self.board.bit
        at = path[0]
        if len(path) == 1:
            return Refusal("jump", Phrase("why.no-jump", square=at), (at,))
        own ^= bit[at]
        for number, target in enumerate(path[1:]):
            refusal = self._refused_jump(own, enemy, at, target, number)
            if refusal:
                return refusal
            step, _ = direction(at, target) or ((0, 0), 0)
            enemy ^= bit[self.board.step(at, step) or at]
            at = target
        raise ValueError(f"{'-'.join(path)} is a legal turn")

    def _refused_jump(self, own: int, enemy: int, at: str, target: str, number: int) -> Refusal | None:
        """Why the piece on `at`, already lifted off the board, may not make this jump of its move."""
        bit = self.board.bit
        way = direction(at, target)
        if way is None or way[1] != 2:
            if number:
                return Refusal("further", Phrase("why.further", square=at, target=target), (at, target))
            if way and way[1] == 1:
                return Refusal("first-jump", Phrase("why.only-a-step", target=target), (at, target))
            return Refusal("first-jump", Phrase("why.first-jump", target=target), (at, target))
        over = self.board.ray(at, way[0])[0]
        if bit[target] & (own | enemy):
            return Refusal("occupied", occupied(target, bool(bit[target] & own)), (target,))
        if not bit[over] & enemy:
            return Refusal("jump", not_jumped(over, bool(bit[over] & own)), (over,))
        return None

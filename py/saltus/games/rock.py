"""Rock, called Romanian checkers: connect all your pieces. It is a form of Lines of Action.

The source of the rules is the seed document "Rock"; each rule below quotes the sentence it stands for. Two
things it leaves open are settled so: `connected` looks at the whole board after the move, whoever made it, so
that a capture may well connect the opponent; and endless play is ended by two house rules, which may be switched off.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from operator import getitem
from typing import ClassVar

from saltus.game import EVERY_GAME, SIDE_NAMES, SIDES, Move, Option, Outcome, Position, Refusal
from saltus.gathering import connecting, evaluate
from saltus.grid import GridGame, connected, direction
from saltus.lines import BOARD, ROWS, keys

_connected = lru_cache(maxsize=1 << 16)(connected)

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class Rock(GridGame):
    key = "rock"
    name = "Rock"
    board = BOARD
    first = "w"
    sgf = 9
    pieces = 12
    style = "rock"
    options = (
        Option("repetition", "Draw at the third repetition", True, house=True),
        Option("quiet", "Draw after 100 moves each without a capture", True, house=True),
    )
    rules: ClassVar = {
        **EVERY_GAME,
        "line": "A piece moves in a straight line: along its rank, its file or a diagonal.",
        "distance": "A piece moves exactly as many squares as there are pieces of both colours on the whole line.",
        "blocked": "A piece may pass over its own side's pieces, but not over enemy pieces.",
        "occupied": "A piece may not land on a piece of its own side.",
        "capture": "A piece that lands on an enemy piece captures it.",
        "one-leap": "A turn is one move of one piece.",
        "connected": "A side whose pieces are all touching, diagonally too, wins.",
        "last-piece": "A side that is left with one piece has connected it, and wins.",
        "both-connected": "A move that connects both sides at once is a draw.",
        "stuck": "If the side to move has no legal move, the game is a draw.",
        "repetition": "The same position with the same side to move for the third time is a draw (house rule).",
        "quiet": "100 moves in a row by each side without a capture are a draw (house rule).",
    }

    def __init__(self, options: Mapping[str, bool] | None = None) -> None:
        super().__init__(options)
        self.repetitions = 3 if self.chosen["repetition"] else 0
        self.quiet_limit = 200 if self.chosen["quiet"] else 0

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        self.standard(setup, seed)
        edge = ".wwwwww."
        return self.position([edge, *["b......b"] * 6, edge], self.first)

    def moves(self, position: Position) -> list[Move]:
        white, black, _, side = position
        if _connected(white) or _connected(black):
            return []
        own, enemy = (black, white) if side else (white, black)
        return list(chain.from_iterable(map(getitem, ROWS, keys(own, enemy))))

    def count(self, position: Position) -> int:
        white, black, _, side = position
        if _connected(white) or _connected(black):
            return 0
        own, enemy = (black, white) if side else (white, black)
        return sum(map(len, map(getitem, ROWS, keys(own, enemy))))

    def tactics(self, position: Position) -> list[Move]:
        """The moves that connect the mover at once: no score means anything where there is one."""
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        wanted = connecting(own)
        if not wanted or _connected(own) or _connected(enemy):
            return []
        return [move for move in chain.from_iterable(map(getitem, ROWS, keys(own, enemy))) if move.shift in wanted]

    def decided(self, position: Position) -> int | None:
        white, black, _, side = position
        white_done, black_done = _connected(white), _connected(black)
        if not (white_done or black_done):
            return None
        if white_done and black_done:
            return 0
        return 1 if black_done == bool(side) else -1

    def outcome(self, position: Position) -> Outcome | None:
        done = [side for side, pieces in zip(SIDES, position, strict=False) if _connected(pieces)]
        if len(done) == 2:
            return Outcome(None, "both-connected", "Draw: both sides are connected at once.")
        if done:
            (winner,) = done
            name = SIDE_NAMES[winner]
            if position[SIDES.index(winner)].bit_count() == 1:
                return Outcome(winner, "last-piece", f"{name} wins: one piece alone is connected.")
            return Outcome(winner, "connected", f"{name} wins: all {name}'s pieces are connected.")
        if not self.moves(position):
            return Outcome(None, "stuck", f"Draw: {SIDE_NAMES[SIDES[position[3]]]} cannot move.")
        return None

    def evaluate(self, position: Position) -> int:
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        return evaluate(own, enemy)

    def idle(self, position: Position) -> Position | None:
        """A free move helps to gather, unless there is hardly anything left to move."""
        white, black, _, side = position
        return (white, black, 0, 1 - side) if (black if side else white).bit_count() > 2 else None

    def check(self, position: Position) -> None:
        for side, pieces in zip(SIDES, position, strict=False):
            if not pieces:
                raise ValueError(f"{SIDE_NAMES[side]} has no piece; a side cannot lose its last one")

    def explain(self, position: Position, path: Sequence[str]) -> Refusal:
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        origin = path[0]
        if len(path) == 1:
            return Refusal("distance", f"No line from {origin} has a square that the piece may reach.", (origin,))
        target = path[1]
        way = direction(origin, target)
        if way is None:
            if target == origin:
                return Refusal("line", f"A move must leave {origin}.", (origin,))
            text = f"{target} is not on a rank, file or diagonal of {origin}."
            return Refusal("line", text, (origin, target))
        step, distance = way
        back = (-step[0], -step[1])
        line = (*reversed(self.board.ray(origin, back)), origin, *self.board.ray(origin, step))
        count = (self.board.mask(line) & (own | enemy)).bit_count()
        word = "rank" if not step[1] else "file" if not step[0] else "diagonal"
        if distance != count:
            squares = "1 square" if count == 1 else f"{count} squares"
            stand = "it stands there alone" if count == 1 else f"{NUMBERS[count]} pieces stand on it"
            text = f"A piece on {origin} moves {squares} along this {word}, as {stand}; {target} is {distance} away."
            others = tuple(name for name in line if self.board.bit[name] & (own | enemy) and name != origin)
            return Refusal("distance", text, (origin, *others))
        for name in self.board.ray(origin, step)[: distance - 1]:
            if self.board.bit[name] & enemy:
                return Refusal("blocked", f"The enemy piece on {name} stands in the way to {target}.", (name,))
        if self.board.bit[target] & own:
            return Refusal("occupied", f"Your own piece stands on {target}.", (target,))
        return Refusal("one-leap", f"The turn ends on {target}: a turn is one move of one piece.", (target,))

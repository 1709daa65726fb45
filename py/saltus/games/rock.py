"""Rock, called Romanian checkers: connect all your pieces. A form of Lines of Action.

The rules come from the seed document "Rock". Two points that it leaves open are settled so: `connected` examines the
whole board after the move, whoever made it, so a capture may connect the opponent; and two house rules, which may be
switched off, end endless play.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from operator import getitem
from typing import ClassVar

from saltus.boards.grid import GridGame, connected, direction, must_leave
from saltus.boards.lines import BOARD, ROWS, keys
from saltus.core.game import EVERY_GAME, SIDE_NAMES, SIDES, Group, Move, Option, Outcome, Position, Refusal, Side
from saltus.core.phrase import Phrase
from saltus.evaluation.rock import connecting, evaluate, order_scores, static_eval_if_quiet

_connected = lru_cache(maxsize=1 << 16)(connected)


class Rock(GridGame):
    key = "rock"
    name = "Rock"
    goal = "Connect all your pieces into one group."
    board = BOARD
    first = "w"
    sgf = 9
    pieces = 12
    style = "rock"
    material = False
    counts_lines = True
    options = (
        Option("repetition", "Draw at the third repetition", True, house=True),
        Option("quiet", "Draw after 100 moves each without a capture", True, house=True),
    )
    pruning_margins = (None, 30)
    helped = True
    rules: ClassVar = {
        **EVERY_GAME,
        "line": "A piece moves in a straight line: along a row, a column or a diagonal.",
        "distance": "A piece moves exactly as many squares as there are pieces on the whole line, of both colours.",
        "blocked": "A piece can pass over your own pieces, but not over enemy pieces.",
        "occupied": "A piece cannot land on one of your own pieces.",
        "capture": "A piece that lands on an enemy piece captures it.",
        "one-leap": "You move one piece, once per turn.",
        "connected": "If all your pieces form one group, touching at sides or corners, you win.",
        "last-piece": "If you have only one piece left, it counts as connected and you win.",
        "both-connected": "If a move connects both sides at once, the game is a draw.",
        "stuck": "If it is your turn and you cannot move, the game is a draw.",
        "repetition": "A position that occurs for the third time with the same side to move is a draw (house rule).",
        "quiet": "When each side makes 100 moves in a row without a capture, the game is a draw (house rule).",
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

    def noisy_moves(self, position: Position) -> list[Move]:
        """The moves that connect the mover at once: if there is one, no static evaluation is valid."""
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
            draw = Phrase("end.both-connected")
            return Outcome(None, "both-connected", draw)
        if done:
            (winner,) = done
            name = SIDE_NAMES[winner]
            if position[SIDES.index(winner)].bit_count() == 1:
                text = Phrase("end.last-piece", winner=name)
                return Outcome(winner, "last-piece", text)
            text = Phrase("end.connected", winner=name)
            return Outcome(winner, "connected", text)
        if not self.moves(position):
            text = Phrase("end.stuck", side=SIDE_NAMES[SIDES[position[3]]])
            return Outcome(None, "stuck", text)
        return None

    def groups(self, position: Position) -> dict[Side, list[Group]]:
        """The groups of touching pieces of both sides: the side whose pieces are one group has won."""
        return {
            side: [
                Group(BOARD.names(group)) for group in sorted(BOARD.groups(pieces), key=int.bit_count, reverse=True)
            ]
            for side, pieces in zip(SIDES, position, strict=False)
        }

    def evaluate(self, position: Position) -> int:
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        return evaluate(own, enemy)

    def static_eval_if_quiet(self, position: Position) -> int | None:
        white, black, _, side = position
        return static_eval_if_quiet(black, white) if side else static_eval_if_quiet(white, black)

    def order_scores(self, position: Position, moves: Sequence[Move]) -> list[int]:
        return order_scores(position[position[3]], moves)

    def check(self, position: Position) -> None:
        for side, pieces in zip(SIDES, position, strict=False):
            if not pieces:
                raise ValueError(Phrase("check.none", side=SIDE_NAMES[side]))

    def explain(self, position: Position, path: Sequence[str]) -> Refusal:
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        origin = path[0]
        if len(path) == 1:
            return Refusal("distance", Phrase("why.no-line", square=origin), (origin,))
        target = path[1]
        way = direction(origin, target)
        if way is None:
            if target == origin:
                return Refusal("line", must_leave(origin), (origin,))
            return Refusal("line", Phrase("why.line", target=target, origin=origin), (origin, target))
        step, distance = way
        back = (-step[0], -step[1])
        line = (*reversed(self.board.ray(origin, back)), origin, *self.board.ray(origin, step))
        count = (self.board.mask(line) & (own | enemy)).bit_count()
        if distance != count:
            text = miscounted(origin, target, line_name(step), count, distance)
            others = tuple(name for name in line if self.board.bit[name] & (own | enemy) and name != origin)
            return Refusal("distance", text, (origin, *others))
        for name in self.board.ray(origin, step)[: distance - 1]:
            if self.board.bit[name] & enemy:
                return Refusal("blocked", Phrase("why.blocked", square=name, target=target), (name,))
        if self.board.bit[target] & own:
            return Refusal("occupied", Phrase("why.own", square=target), (target,))
        return Refusal("one-leap", Phrase("why.one-leap", square=target), (target,))


def line_name(step: tuple[int, int]) -> Phrase:
    """The name of a line in this direction."""
    if not step[1]:
        return Phrase("line.rank")
    return Phrase("line.diagonal") if step[0] else Phrase("line.file")


def miscounted(origin: str, target: str, line: Phrase, count: int, distance: int) -> Phrase:
    """Says how far a piece on `origin` moves on a line of `count` pieces, and how far away `target` is."""
    if count == 1:
        return Phrase("why.distance-alone", origin=origin, target=target, line=line, far=distance)
    stand = Phrase("count.pieces", n=count)
    fields = {"origin": origin, "target": target, "line": line, "stand": stand}
    return Phrase("why.distance", count=count, far=distance, **fields)

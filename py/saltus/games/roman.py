"""Roman Solitaire: a cross of checkers and chess; the last side with a piece on the board wins.

The rules come from the seed document "Roman Solitaire". What it leaves open is settled so: a side that cannot move
passes while the other can ("must make a move on their turn if possible"), and two house rules, which may be switched
off, end endless play.

Move generation: `_squares` turns a side's pieces into the table entries of their squares, cached per bitboard. An
entry has ready tuples of moves: the steps by pattern of empty neighbours, and the jumps by pattern of enemy
neighbours and empty squares behind them.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, TypeAlias

from saltus.boards.grid import GridGame, MoveCache, direction, grid, must_leave, not_jumped, occupied, spread, squares
from saltus.core.board import DIRECTIONS
from saltus.core.game import (
    EVERY_GAME,
    PASS,
    SIDE_NAMES,
    SIDES,
    Knowledge,
    Move,
    Option,
    Outcome,
    Position,
    Refusal,
    Setup,
)
from saltus.core.phrase import Phrase
from saltus.core.resources import table_exists
from saltus.core.rng import SEED_LIMIT, draw
from saltus.evaluation.roman import PIECES, evaluate

BOARD = grid(8, 8)
FULL = BOARD.full

Square: TypeAlias = tuple[int, int, MoveCache, MoveCache]
"""The neighbours of a square, the squares behind them, the steps by empty neighbours, and the jumps by enemy
neighbours together with empty squares behind."""


def _square(name: str) -> Square:
    bit = BOARD.bit[name]
    steps: list[Move] = []
    jumps: list[Move] = []
    for way in DIRECTIONS:
        near, far = BOARD.step(name, way), BOARD.step(name, way, 2)
        if near is not None:
            steps.append(Move((name, near), shift=bit ^ BOARD.bit[near]))
            if far is not None:
                jumps.append(Move((name, far), (near,), False, bit ^ BOARD.bit[far], BOARD.bit[near]))

    def step(pattern: int) -> tuple[Move, ...]:
        return tuple(move for move in steps if (move.shift ^ bit) & pattern)

    def jump(pattern: int) -> tuple[Move, ...]:
        return tuple(move for move in jumps if move.taken & pattern and (move.shift ^ bit) & pattern)

    near_bits = sum(move.shift ^ bit for move in steps)
    far_bits = sum(move.shift ^ bit for move in jumps)
    return near_bits, far_bits, MoveCache(step), MoveCache(jump)


SQUARES = {BOARD.bit[name]: _square(name) for name in BOARD.squares}
SHIFTS = (1, 8, 9, 10)  # The four directions that lead up the bits; the other four lead down.


@lru_cache(maxsize=1 << 15)
def _squares(pieces: int) -> tuple[Square, ...]:
    """The table entries of the squares that these pieces stand on."""
    return tuple(SQUARES[bit] for bit in squares(pieces))


def _can_move(own: int, enemy: int) -> bool:
    """Whether `own` has a step or a jump."""
    empty = FULL & ~(own | enemy)
    if spread(own) & empty:
        return True
    return any((own << shift & enemy) << shift & empty or (own >> shift & enemy) >> shift & empty for shift in SHIFTS)


class Roman(GridGame):
    key = "roman"
    name = "Roman Solitaire"
    goal = "Capture all enemy pieces by jumping over them in any direction."
    board = BOARD
    first = "w"
    pieces = PIECES
    style = "roman"
    helped = True
    setups = (Setup("random", "Random", seeded=True), Setup("balanced", "Balanced (symmetrical)", seeded=True))
    options = (
        Option("repetition", "Draw at the third repetition", True, house=True),
        Option("quiet", "Draw after 60 moves each without a capture", True, house=True),
    )
    tables: ClassVar = {"roman": 12, "roman-five": 12}
    rules: ClassVar = {
        **EVERY_GAME,
        "step": "A piece moves to any empty square next to it, in any of the eight directions.",
        "jump": "A piece captures by jumping over an enemy piece next to it to the empty square right behind it, "
        "in any of the eight directions.",
        "single": "You capture only one piece per move.",
        "free": "You never have to capture.",
        "occupied": "A move ends on an empty square.",
        "pass": "If you can move, you must. If you cannot, but your opponent can, you pass.",
        "all-captured": "If you capture all enemy pieces, you win.",
        "stuck": "If neither player can move, the game is a draw.",
        "repetition": "A position that occurs for the third time with the same side to move is a draw (house rule).",
        "quiet": "When each side makes 60 moves in a row without a capture, the game is a draw (house rule).",
    }

    def __init__(self, options: Mapping[str, bool] | None = None) -> None:
        super().__init__(options)
        self.repetitions = 3 if self.chosen["repetition"] else 0
        self.quiet_limit = 120 if self.chosen["quiet"] else 0

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        """`random`: 9 white and 9 black pieces on 18 squares. `balanced`: 9 white pieces on White's half, the lower
        one, and the black ones on the same squares turned by 180°; the author's program has both, and calls the
        second symmetrical. Both are drawn uniformly from `seed`."""
        setup = setup or self.setups[0].key
        if setup not in {known.key for known in self.setups}:
            raise ValueError(f"{self.name} has no set-up {setup!r}; it has random, balanced")
        if seed is None:
            raise ValueError(f"the {setup} set-up of {self.name} needs a seed, a number from 0 to {SEED_LIMIT - 1}")
        if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < SEED_LIMIT:
            raise ValueError(f"a seed is a whole number from 0 to {SEED_LIMIT - 1}, not {seed!r}")
        names = BOARD.squares
        if setup == "random":
            drawn = draw(seed, names, 2 * PIECES)
            return BOARD.mask(drawn[:PIECES]), BOARD.mask(drawn[PIECES:]), 0, 0
        white = draw(seed, names[32:], PIECES)
        turned = [names[63 - names.index(name)] for name in white]
        return BOARD.mask(white), BOARD.mask(turned), 0, 0

    def moves(self, position: Position) -> list[Move]:
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        empty = FULL ^ white ^ black
        if not enemy:
            return []
        found: list[Move] = []
        for near, far, steps, jumps in _squares(own):
            found += steps[near & empty]
            if foes := near & enemy:
                found += jumps[foes | far & empty]
        if found or not own:
            return found
        return [PASS] if _can_move(enemy, own) else []

    def count(self, position: Position) -> int:
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        if not own or not enemy:
            return 0
        empty = FULL ^ white ^ black
        total = 0
        for shift in SHIFTS:
            up, down = own << shift, own >> shift
            total += (up & empty).bit_count() + (down & empty).bit_count()
            total += ((up & enemy) << shift & empty).bit_count() + ((down & enemy) >> shift & empty).bit_count()
        return total or int(_can_move(enemy, own))

    def noisy_moves(self, position: Position) -> list[Move]:
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        empty = FULL ^ white ^ black
        found: list[Move] = []
        for near, far, _steps, jumps in _squares(own):
            if foes := near & enemy:
                found += jumps[foes | far & empty]
        return found

    def decided(self, position: Position) -> int | None:
        white, black, _, side = position
        if white and black:
            return None
        return 1 if (black if side else white) else -1

    def outcome(self, position: Position) -> Outcome | None:
        white, black, _, _ = position
        if not white or not black:
            winner, loser = SIDES if white else SIDES[::-1]
            text = Phrase("end.all-captured", winner=SIDE_NAMES[winner], loser=SIDE_NAMES[loser])
            return Outcome(winner, "all-captured", text)
        if _can_move(white, black) or _can_move(black, white):
            return None
        return Outcome(None, "stuck", Phrase("end.both-stuck"))

    def evaluate(self, position: Position) -> int:
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        return evaluate(own, enemy)

    def knowledge(self) -> Knowledge | None:
        """The endings of up to five pieces, or of up to four if only that table has been fetched."""
        if not table_exists("roman"):
            return None
        from saltus.tablebase.roman import RomanEndings

        return RomanEndings(self, 5 if table_exists("roman-five") else 4)

    def explain(self, position: Position, path: Sequence[str]) -> Refusal:
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        bit = self.board.bit
        origin = path[0]
        if len(path) == 1:
            return Refusal("step", Phrase("why.shut-in", square=origin), (origin,))
        target = path[1]
        if target == origin:
            return Refusal("step", must_leave(origin), (origin,))
        if bit[target] & (own | enemy):
            return Refusal("occupied", occupied(target, bool(bit[target] & own)), (target,))
        way = direction(origin, target)
        if way is None or way[1] > 2:
            return Refusal("step", Phrase("why.far", target=target, origin=origin), (origin, target))
        step, distance = way
        if distance == 2:
            over = self.board.ray(origin, step)[0]
            if not bit[over] & enemy:
                return Refusal("jump", not_jumped(over, bool(bit[over] & own)), (over,))
            return Refusal("single", Phrase("why.single", square=target), (target,))
        return Refusal("step", Phrase("why.one-step", square=target), (target,))

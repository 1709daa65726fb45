"""Rock, called Romanian checkers: connect all your pieces. It is a form of Lines of Action.

The source of the rules is the seed document "Rock"; each rule below quotes the sentence it stands for. Two
things it leaves open are settled so: `connected` looks at the whole board after the move, whoever made it, so
that a capture may well connect the opponent; and endless play is ended by two house rules, which may be switched off.

How moves are made. Each of the 42 lines of two squares or more is a row of digits in base 3 (0 empty, 1 own,
2 enemy), and its moves are a table look-up. Short lines share a row: 28 rows of at most ten squares, sixteen bits
each. The rows of a side are one int, the sum of one addend per piece, so that

    pattern(own) + 2 * pattern(enemy)

is all 28 table keys at once. The tables fill as patterns are met; there are at most 28 * 3**10 of them, and a long
game meets a few thousand.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from operator import getitem
from struct import Struct
from typing import ClassVar

from saltus.board import DIRECTIONS
from saltus.game import EVERY_GAME, SIDE_NAMES, SIDES, Move, Option, Outcome, Position, Refusal
from saltus.grid import GridGame, connected, direction, grid, spread

BOARD = grid(8, 8)
FULL = BOARD.full
DIGITS = 10
"""Squares that share one row: the most of which every pattern (3**10) fits in sixteen bits."""


def _lines() -> list[tuple[int, ...]]:
    """Every rank, file and diagonal of two squares or more, as bits in order; the longest first."""
    lines = []
    for step in DIRECTIONS[:4]:
        for name in BOARD.squares:
            if BOARD.step(name, step, -1) is None:
                line = (BOARD.bit[name], *(BOARD.bit[square] for square in BOARD.ray(name, step)))
                if len(line) > 1:
                    lines.append(line)
    return sorted(lines, key=len, reverse=True)


def _rows() -> list[list[tuple[int, ...]]]:
    """The lines packed, first fit, into rows of at most `DIGITS` squares, no square twice in a row."""
    rows: list[list[tuple[int, ...]]] = []
    for line in _lines():
        for row in rows:
            if sum(map(len, row)) + len(line) <= DIGITS and not any({*line} & {*other} for other in row):
                row.append(line)
                break
        else:
            rows.append([line])
    return rows


@cache
def _leap(origin: int, target: int, captures: bool) -> Move:
    """The one `Move` object for this leap."""
    squares = BOARD.name[origin], BOARD.name[target]
    return Move(squares, squares[1:] if captures else (), False, origin ^ target, target if captures else 0)


class Row(dict[int, tuple[Move, ...]]):
    """Pattern of one row → the moves along its lines. A pattern met for the first time is worked out."""

    def __init__(self, lines: Sequence[tuple[int, ...]]) -> None:
        self.lines = lines

    def __missing__(self, pattern: int) -> tuple[Move, ...]:
        found = []
        rest = pattern
        for line in self.lines:
            content = []
            for _ in line:
                rest, digit = divmod(rest, 3)
                content.append(digit)
            distance = len(line) - content.count(0)
            for start, digit in enumerate(content):
                if digit != 1:
                    continue
                for end in (start - distance, start + distance):
                    if not 0 <= end < len(line) or content[end] == 1:
                        continue
                    if 2 not in content[min(start, end) + 1 : max(start, end)]:
                        found.append(_leap(line[start], line[end], content[end] == 2))
        self[pattern] = moves = tuple(found)
        return moves


ROWS = [Row(lines) for lines in _rows()]
ADDEND = {
    bit: sum(
        3 ** [bit for line in row.lines for bit in line].index(bit) << 16 * number
        for number, row in enumerate(ROWS)
        if any(bit in line for line in row.lines)
    )
    for bit in BOARD.name
}
"""What a piece on a square adds to its side's pattern."""
BYTES = 2 * len(ROWS)
unpack = Struct(f"<{len(ROWS)}H").unpack


@lru_cache(maxsize=1 << 14)
def _pattern(pieces: int) -> int:
    """All rows of one side in one int."""
    total = 0
    while pieces:
        bit = pieces & -pieces
        total += ADDEND[bit]
        pieces ^= bit
    return total


_connected = lru_cache(maxsize=1 << 16)(connected)

PLACE = {bit: (BOARD.file_of(name), BOARD.rank_of(name)) for bit, name in BOARD.name.items()}
CENTRE = {(file, rank): min(file, 7 - file) + min(rank, 7 - rank) for file, rank in PLACE.values()}
"""How far a place is from the corner: 0 there, 6 in the middle."""
NEAREST = [0] + [
    sum(sorted(max(abs(f), abs(r)) for f in range(-3, 4) for r in range(-3, 4))[:n]) for n in range(1, 13)
]
"""The smallest sum of king's moves from `n` pieces to one square: 0, then eight at 1, then at 2."""


@lru_cache(maxsize=1 << 15)
def _standing(pieces: int) -> int:
    """What one side's pieces are worth for themselves.

    Terms and names are those of Winands, *Analysis and Implementation of Lines of Action*, chapter 5: concentration
    (how far the pieces are from their centre of mass, less what cannot be helped), centralisation, and the largest
    group; weights are our own.
    """
    count = pieces.bit_count()
    places = [PLACE[bit] for bit in BOARD.name if bit & pieces]
    files, ranks = map(sum, zip(*places, strict=True))
    central = sum([CENTRE[place] for place in places])
    apart = sum([max(abs(count * f - files), abs(count * r - ranks)) for f, r in places]) // count
    surplus = apart - NEAREST[count]
    largest = groups = 0
    rest = pieces
    while rest:
        group, grown = 0, rest & -rest
        while grown != group:
            group = grown
            grown = spread(group) & rest
        rest ^= group
        groups += 1
        largest = max(largest, group.bit_count())
    return central * 60 // count - surplus * 240 // count + largest * 120 // count - 12 * groups


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
        keys = unpack((_pattern(own) + 2 * _pattern(enemy)).to_bytes(BYTES, "little"))
        return list(chain.from_iterable(map(getitem, ROWS, keys)))

    def count(self, position: Position) -> int:
        white, black, _, side = position
        if _connected(white) or _connected(black):
            return 0
        own, enemy = (black, white) if side else (white, black)
        keys = unpack((_pattern(own) + 2 * _pattern(enemy)).to_bytes(BYTES, "little"))
        return sum(map(len, map(getitem, ROWS, keys)))

    def tactics(self, position: Position) -> list[Move]:
        """None: a capture wins nothing by itself here."""
        return []

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
        mine, theirs = _pattern(own), _pattern(enemy)
        keys = unpack((mine + 2 * theirs).to_bytes(BYTES, "little"))
        answers = unpack((theirs + 2 * mine).to_bytes(BYTES, "little"))
        mobility = sum(map(len, map(getitem, ROWS, keys))) - sum(map(len, map(getitem, ROWS, answers)))
        return _standing(own) - _standing(enemy) + 2 * mobility + 10

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
            text = (
                f"{target} is not on a rank, file or diagonal of {origin}."
                if target != origin
                else (f"A move must leave {origin}.")
            )
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

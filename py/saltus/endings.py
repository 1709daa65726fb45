"""The endings of both draughts games: how every position with four pieces or fewer ends, and after how many plies.

Solved by retrograde analysis (`workshop.endings`; the order of the table is described there): 6,408,836 positions a
game, a byte for each. The longest win of English checkers takes 109 plies, that of Italian draughts 89. A table knows
nothing of the past; `certain` says what of it holds against the rules that draw a game without progress.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from math import comb

from saltus.diagonals import LAYOUT
from saltus.game import Game, Move, Position
from saltus.search import WIN, WON, Line, Progress
from saltus.stored import stored, there

PIECES = 4
"""The most on the board of a position in the table."""
ROWS = {"english": 54, "italian": 80}
"""By game, the most plies in a row without progress that a win takes, whatever the loser does, for a winner who plays
a shortest one (`workshop.endings`)."""
SQUARES, ROW = 32, 4
FOLLOWED = 3
"""The lines that are followed to the end of the game: more, nobody reads."""

UP = {1 << bit: number for number, bit in enumerate(LAYOUT)}
"""Square → its number along the ranks, for White to move."""
DOWN = {1 << bit: SQUARES - 1 - number for number, bit in enumerate(LAYOUT)}
"""The same from the other end of the board, for Black."""
CHOOSE = [[comb(number, size) for number in range(SQUARES)] for size in range(1, PIECES)]
"""What a square adds to the number of a set, as the lowest, the second … of it: the combinatorial number system."""


def _parts() -> dict[tuple[int, int, int, int], tuple[int, int, int, int]]:
    """By own men, own kings, enemy men and enemy kings: where that part of the table begins, and by how much each of
    the last three moves on.
    """
    found, begin = {}, 0
    for men, kings, enemy_men, enemy_kings in product(range(PIECES), repeat=4):
        own, enemy = men + kings, enemy_men + enemy_kings
        if own and enemy and own + enemy <= PIECES:
            last = comb(SQUARES, enemy_kings)
            middle = last * comb(SQUARES - ROW, enemy_men)
            first = middle * comb(SQUARES, kings)
            found[men, kings, enemy_men, enemy_kings] = begin, first, middle, last
            begin += first * comb(SQUARES - ROW, men)
    return found


PARTS = _parts()


class Endings:
    """How positions of a game end. `values` has a byte for each: 0 for a draw, else the plies to the end plus 1."""

    def __init__(self, values: bytes, game: Game) -> None:
        self.values = values
        self.game = game

    def holds(self, position: Position) -> bool:
        """Whether it has few enough pieces."""
        return (position[0] | position[1]).bit_count() <= PIECES

    def score(self, position: Position) -> int:
        """As `saltus.search` scores it for the side to move: a win in n plies is `WIN - n`, a draw 0."""
        white, black, kings, side = position
        if side:
            own, enemy, mine, theirs = black, white, DOWN, UP
        else:
            own, enemy, mine, theirs = white, black, UP, DOWN
        if not own:
            return -WIN
        men, royal, enemy_men, enemy_royal = own & ~kings, own & kings, enemy & ~kings, enemy & kings
        begin, first, middle, last = PARTS[
            men.bit_count(), royal.bit_count(), enemy_men.bit_count(), enemy_royal.bit_count()
        ]
        value = self.values[
            begin
            + _number(men, mine) * first
            + _number(royal, mine) * middle
            + _number(enemy_men, theirs) * last
            + _number(enemy_royal, mine)
        ]
        if not value:
            return 0
        return value - 1 - WIN if value & 1 else WIN + 1 - value

    def certain(self, position: Position, quiet: int) -> int | None:
        """The score, None where the rule that draws a game without progress for too long might come in between:
        `quiet` plies are behind it.
        """
        score = self.score(position)
        if score and quiet + min(WIN - abs(score), ROWS[self.game.key]) >= self.game.quiet_limit:
            return None
        return score

    def best(self, position: Position, past: Sequence[Position] = (), quiet: int = 0) -> Progress | None:
        """Every move as a line of a search to the end of the game, None where the past leaves it uncertain.

        A win as short as can be, a loss as long; of moves that are worth the same those come first after which the
        other side goes wrong most easily. The first `FOLLOWED` lines lead to the end, where there is one.
        """
        score = self.certain(position, quiet)
        moves = self.game.moves(position)
        after = [self.game.play(position, move) for move in moves]
        if score is None or (self.game.repetitions and any(child in past for child in after)):
            return None
        ranked = sorted(
            ((self._earlier(child), self._traps(child), -place) for place, child in enumerate(after)), reverse=True
        )
        lines: list[Line] = []
        for value, _, place in ranked:
            rest = self._line(after[-place]) if value and len(lines) < FOLLOWED else []
            lines.append(Line(value, (moves[-place], *rest)))
        score, pv = lines[0]
        return Progress(len(pv), score, len(moves), pv, tuple(lines), exact=True)

    def _earlier(self, position: Position) -> int:
        """What the move that led to `position` is worth to the side that made it."""
        score = -self.score(position)
        return score - (score >= WON) + (score <= -WON)

    def _traps(self, position: Position) -> float:
        """The share of the moves that are worth less than the best one."""
        scores = [self._earlier(self.game.play(position, move)) for move in self.game.moves(position)]
        return sum(score < max(scores) for score in scores) / len(scores) if scores else 0.0

    def _line(self, position: Position) -> list[Move]:
        """The best moves from a position that is won or lost, to the end."""
        game, found = self.game, []
        while moves := game.moves(position):
            move = max(moves, key=lambda move: self._earlier(game.play(position, move)))
            found.append(move)
            position = game.play(position, move)
        return found


def _number(bits: int, numbers: dict[int, int]) -> int:
    """The number of a set of squares."""
    if not bits & bits - 1:
        return numbers[bits] if bits else 0
    squares = []
    while bits:
        bit = bits & -bits
        bits ^= bit
        squares.append(numbers[bit])
    squares.sort()
    return sum(row[square] for row, square in zip(CHOOSE, squares, strict=False))


def endings(game: Game) -> Endings | None:
    """The endings of a game, None where there is no table, or none for the rules that were chosen."""
    if game.key not in ROWS or any(game.chosen.values()) or not there(game.key):
        return None
    return Endings(_values(game.key), game)


@cache
def _values(key: str) -> bytes:
    return stored(key)

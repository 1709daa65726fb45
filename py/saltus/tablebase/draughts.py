"""The tablebase of both draughts games: the result of every position with four pieces or fewer, in plies, and who
wins with five.

Solved by retrograde analysis (`workshop.solve.endings`; the order of the table is described there): 6,408,836
positions a game with up to four pieces, a byte for each. The longest win of English checkers takes 109 plies, that of
Italian draughts 89. Five pieces are in a table of their own, which may be missing: see `saltus.tablebase.results`.
"""

from functools import cache

from saltus.core.game import Game, Position
from saltus.core.resources import table_exists
from saltus.core.score import WIN
from saltus.tablebase.base import Endings, Values
from saltus.tablebase.places import Sizes, classes, counts, sets
from saltus.tablebase.results import PIECES, Results

MAX_PIECES = 4
"""The maximum number of pieces on the board of a position whose distance is in the table."""
FIVE = "-five"
"""What the name of the table of five pieces adds to that of the game."""


def _parts() -> dict[Sizes, tuple[int, int, int, int]]:
    """By own men, own kings, enemy men and enemy kings: the start of that part of the table, and the strides of the
    first three sets in it.
    """
    found, begin = {}, 0
    for sizes in sorted(sizes for pieces in range(2, MAX_PIECES + 1) for sizes in classes(pieces)):
        men, kings, enemy_men, last = counts(sizes)
        middle = last * enemy_men
        first = middle * kings
        found[sizes] = begin, first, middle, last
        begin += first * men
    return found


PARTS = _parts()


class DraughtsEndings(Endings):
    """The tablebase of one of the two games. A value is a byte: 0 for a draw, else the plies to the end plus 1."""

    def __init__(
        self, game: Game, longest_quiet_run: int, values: Values | None = None, results: Results | None = None
    ) -> None:
        self.values = values or _values(game.key)
        self.results = results or (_results(game.key + FIVE) if table_exists(game.key + FIVE) else None)
        tables = [self.values, *([self.results.values] if self.results else [])]
        super().__init__(game, tables, MAX_PIECES, longest_quiet_run)

    def score(self, position: Position) -> int:
        """The score for the side to move, as in `saltus.engine.search`: a win in n plies is `WIN - n`, a draw 0."""
        if not position[position[3]]:
            return -WIN
        sizes, men, kings, enemy_men, enemy_kings = sets(position)
        begin, first, middle, last = PARTS[sizes]
        value = self.values.all()[begin + men * first + kings * middle + enemy_men * last + enemy_kings]
        if not value:
            return 0
        return value - 1 - WIN if value & 1 else WIN + 1 - value

    def result(self, position: Position) -> int | None:
        """Who wins with five pieces: 1 for the side to move, -1 for the other, 0 for a draw; else None."""
        if self.results is None or (position[0] | position[1]).bit_count() != PIECES:
            return None
        captures = self.game.noisy_moves(position)
        if not captures:
            return self.results.result(position)
        best = max(-self.score(self.game.play(position, move)) for move in captures)
        return (best > 0) - (best < 0)


@cache
def _values(key: str) -> Values:
    return Values(key)


@cache
def _results(name: str) -> Results:
    return Results(Values(name))

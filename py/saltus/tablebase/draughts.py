"""The tablebase of both draughts games: the result of every position with four pieces or fewer, in plies, and who
wins with five or six.

Solved by retrograde analysis (`workshop.solve.endings`; the order of the table is described there): 6,408,836
positions a game with up to four pieces, a byte for each. The longest win of English checkers takes 109 plies, that of
Italian draughts 89. Five pieces are in a table of their own, which may be missing, and so are six, which do not come
with the package: see `saltus.tablebase.results`.
"""

from collections.abc import Mapping
from functools import cache

from saltus.core.game import Game, Position
from saltus.core.resources import table_exists
from saltus.core.score import WIN
from saltus.tablebase.base import Endings, Values
from saltus.tablebase.places import Sizes, classes, counts, sets
from saltus.tablebase.results import Results

MAX_PIECES = 4  # The maximum number of pieces on the board of a position whose distance is in the table.
RESULT_TABLES = {5: "-five", 6: "-six"}
"""What the names of the tables of results add to that of the game, by the number of pieces."""


def _parts() -> dict[Sizes, tuple[int, int, int, int]]:
    """By own men, own kings, enemy men and enemy kings: the start of that part of the table, and the strides of the
    first three sets in it."""
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
        self,
        game: Game,
        longest_quiet_run: int,
        values: Values | None = None,
        results: Mapping[int, Results] | None = None,
    ) -> None:
        self.values = values or _values(game.key)
        self.results = _all_results(game.key) | dict(results or {})
        """By the number of pieces, where there is a table."""
        tables = [self.values, *(more.values for more in self.results.values())]
        super().__init__(game, tables, MAX_PIECES, longest_quiet_run)

    def score(self, position: Position) -> int:
        if not position[position[3]]:
            return -WIN
        sizes, men, kings, enemy_men, enemy_kings = sets(position)
        begin, first, middle, last = PARTS[sizes]
        value = self.values.all()[begin + men * first + kings * middle + enemy_men * last + enemy_kings]
        if not value:
            return 0
        return value - 1 - WIN if value & 1 else WIN + 1 - value

    def result(self, position: Position) -> int | None:
        """Who wins with more pieces: 1 for the side to move, -1 for the other, 0 for a draw; None if unknown."""
        results = self.results.get((position[0] | position[1]).bit_count())
        if results is None:
            return None
        captures = self.game.noisy_moves(position)
        if not captures:
            return results.result(position)
        after = [self.result_of_any(self.game.play(position, move)) for move in captures]
        if -1 in after:
            return 1
        return None if None in after else 0 if 0 in after else -1


_values = cache(Values)


def _all_results(key: str) -> dict[int, Results]:
    """The tables of results that are there now."""
    there = ((pieces, key + more) for pieces, more in RESULT_TABLES.items() if table_exists(key + more))
    return {pieces: _results(pieces, name) for pieces, name in there}


@cache
def _results(pieces: int, name: str) -> Results:
    return Results(pieces, Values(name))

"""What is known for certain of a position, at once, without a search.

Gambit is solved (`saltus.solution`), and so are the endings of English checkers and Italian draughts
(`saltus.endings`). Nothing is known where a table has not been fetched (`saltus.stored`), nor of a position of Gambit
that has been set up as no game can come to it and that would take too long to play out.
"""

from collections.abc import Sequence
from typing import Protocol

from saltus.game import Game, Position
from saltus.search import Known, Progress
from saltus.stored import there

NEAR = 10
"""The pieces on the board from which on a search looks out for endings."""


class Table(Known, Protocol):
    """The endings of a game, as `saltus.endings.Endings` has them; that is imported only where there is one."""

    def certain(self, position: Position, quiet: int, /) -> int | None: ...
    def best(self, position: Position, past: Sequence[Position], quiet: int, /) -> Progress | None: ...


def exact(game: Game, position: Position, past: Sequence[Position] = (), quiet: int = 0) -> Progress | None:
    """What a search to the end of the game would find, with a line for every move; None where that is not known.

    `past` and `quiet` as for `search`. Raises ValueError where the game is over.
    """
    if not game.moves(position):
        raise ValueError("the game is over in this position: there is no move to look for")
    if game.key == "gambit":
        from saltus.solution import solution

        solved = solution()
        return None if solved is None else solved.best(position)
    table = endings_of(game)
    return table.best(position, past, quiet) if table and table.holds(position) else None


def verdict(game: Game, position: Position, quiet: int = 0) -> int | None:
    """How an ending ends: the score that a search would find for the side to move; None where it is not known."""
    table = endings_of(game)
    return table.certain(position, quiet) if table and table.holds(position) else None


def within_reach(game: Game, position: Position) -> Table | None:
    """The endings that a search of `position` may come to."""
    return endings_of(game) if (position[0] | position[1]).bit_count() <= NEAR else None


def endings_of(game: Game) -> Table | None:
    """The endings of a game, where they are there. A game without any imports nothing."""
    if game.key == "gambit" or not there(game.key):
        return None
    from saltus.endings import endings

    return endings(game)

"""What is known for certain of a position, at once, without a search.

Gambit is solved (`saltus.solution`). Nothing is known where a table has not been fetched (`saltus.stored`), nor of a
position that has been set up as no game can come to it and that would take too long to play out.
"""

from saltus.game import Game, Position
from saltus.search import Progress


def exact(game: Game, position: Position) -> Progress | None:
    """What a search to the end of the game would find, with a line for every move; None where that is not known.

    Raises ValueError where the game is over.
    """
    if not game.moves(position):
        raise ValueError("the game is over in this position: there is no move to look for")
    if game.key == "gambit":
        from saltus.solution import solution

        solved = solution()
        return None if solved is None else solved.best(position)
    return None

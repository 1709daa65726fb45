"""What is known for certain of a position, at once, without a search.

What a game knows it says itself (`Game.knowledge`): Gambit is solved, and so are the endings of Roman Solitaire,
English checkers and Italian draughts. Nothing is known where a table has not been fetched (`saltus.core.resources`).
"""

from collections.abc import Iterator, Sequence

from saltus.core.game import Game, Known, Position
from saltus.core.score import Line
from saltus.engine.search import Progress


def exact(game: Game, position: Position, past: Sequence[Position] = (), quiet: int = 0) -> Progress | None:
    """What a search to the end of the game would find, with a line for every move; None where that is not known.

    `past` and `quiet` as for `search`. Raises ValueError where the game is over.
    """
    if not game.moves(position):
        raise ValueError("the game is over in this position: there is no move to look for")
    knowledge = game.knowledge()
    found = knowledge and knowledge.lines(position, past, quiet)
    if not found:
        return None
    lines = tuple(Line(score, tuple(moves)) for score, moves in found)
    score, pv = lines[0]
    return Progress(len(pv), score, len(lines), pv, lines, exact=True)


def verdict(game: Game, position: Position, quiet: int = 0) -> int | None:
    """How a position ends that need not be played out: the score that a search would find for the side to move; None
    where it is not known, or is for the players to find out.
    """
    knowledge = game.knowledge()
    return knowledge.certain(position, quiet) if knowledge else None


def within_reach(game: Game, position: Position) -> Known | None:
    """What a search of `position` may come to and need not search."""
    knowledge = game.knowledge()
    return knowledge.near(position) if knowledge else None


def unpacking(game: Game, position: Position) -> Iterator[None]:
    """Make ready what will be asked of `position`, in steps of a few milliseconds. Whoever breaks off loses nothing:
    the next call goes on from there.
    """
    knowledge = game.knowledge()
    if knowledge:
        yield from knowledge.unpack(position)

"""Proved results, looked up without a search.

Each game provides its own (`Game.knowledge`): a full solution of Gambit, and tablebases for Roman Solitaire, English
checkers and Italian draughts. Nothing is known until the table has been fetched (`saltus.core.resources`).
"""

from collections.abc import Iterator, Sequence

from saltus.core.game import Game, Known, Position
from saltus.core.score import Line
from saltus.engine.search import SearchInfo


def exact(game: Game, position: Position, past: Sequence[Position] = (), quiet: int = 0) -> SearchInfo | None:
    """What a search to the end of the game would find, with a line for every move; None if unknown. `past` and
    `quiet` as for `search`. Raises ValueError if the game is over."""
    if not game.moves(position):
        raise ValueError("the game is over in this position: there is no move to look for")
    knowledge = game.knowledge()
    found = knowledge and knowledge.lines(position, past, quiet)
    if not found:
        return None
    lines = tuple(Line(score, tuple(moves)) for score, moves in found)
    score, pv = lines[0]
    return SearchInfo(len(pv), score, len(lines), pv, lines, exact=True)


def verdict(game: Game, position: Position, quiet: int = 0) -> int | None:
    """The score for the side to move, proved by a tablebase, if it may be claimed; else None."""
    knowledge = game.knowledge()
    return knowledge.certain(position, quiet) if knowledge else None


def within_reach(game: Game, position: Position) -> Known | None:
    """The known positions that a search of `position` may probe, or None."""
    knowledge = game.knowledge()
    return knowledge.near(position) if knowledge else None


def unpacking(game: Game, position: Position) -> Iterator[None]:
    """Load the tables that `position` needs, in steps of a few milliseconds. It can be abandoned at any step: the
    next call continues from there."""
    knowledge = game.knowledge()
    if knowledge:
        yield from knowledge.unpack(position)

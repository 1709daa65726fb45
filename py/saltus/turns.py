"""Turns as people write them: those that may be played, those that were played, and files with many games."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from saltus.game import Game, Move
from saltus.match import Match
from saltus.notation.error import RecordError
from saltus.notation.move import move_text
from saltus.notation.several import Source, pieces


def legal(match: Match) -> dict[str, Move]:
    """The legal turns by their texts, as `Match.play` reads them; none once the match is over."""
    return {move_text(match.game, match.position, move, match.legal): move for move in match.legal}


def destinations(match: Match, path: Sequence[str] | str = ()) -> dict[str, bool]:
    """Where a turn may go on to after the squares of `path`, by name, and whether it may end there.

    After `()` these are the squares of the pieces that may move; after one square, where that piece may go; in a
    capture of several pieces so on, jump by jump. A front end needs no more to let a turn be pointed at.
    """
    done = (path,) if isinstance(path, str) else tuple(path)
    found: dict[str, bool] = {}
    for move in match.legal:
        if move.path[: len(done)] == done and len(move.path) > len(done):
            square = move.path[len(done)]
            found[square] = found.get(square, False) or len(move.path) == len(done) + 1
    return found


def story(match: Match) -> list[str]:
    """The texts of the turns from the start of the match to the position on the board."""
    nodes = match.tree.path(match.node)
    return [
        move_text(match.game, before.position, after.move)
        for before, after in pairwise(nodes)
        if after.move is not None
    ]


def read_each(source: str | Source, game: Game | None = None) -> Iterator[Match | RecordError]:
    """The matches that a text, or an open text file, records, one after another, however many a PDN file holds.

    In place of a game that cannot be read comes the error that says why, and where in the text. Memory holds one game
    at a time. `game` where the text does not say. Raises `RecordError` where there is nothing to read.
    """
    for piece in pieces(source):
        try:
            yield piece.read(game)
        except RecordError as error:
            yield error


def read_all(text: str, game: Game | None = None) -> list[Match]:
    """The matches that a text records: one, or as many as a PDN file holds. `game` where the text does not say.

    Raises `RecordError` as `read` does; where the text holds several, it says which of them is wrong.
    """
    found, matches = list(pieces(text)), []
    for number, piece in enumerate(found, 1):
        try:
            matches.append(piece.read(game))
        except RecordError as error:
            which = f"game {number} of {len(found)}: " if len(found) > 1 else ""
            raise RecordError(which + error.message, error.line, error.column) from error
    return matches

"""Turns as people write them: those that may be played, those that were played, and files with many games."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from saltus.game import Game, Move
from saltus.match import Match
from saltus.notation.error import RecordError
from saltus.notation.move import move_text
from saltus.phrase import Phrase

if TYPE_CHECKING:
    from saltus.notation.several import Source


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


def read_all(text: str, game: Game | None = None) -> list[Match]:
    """The matches that a text records: one, or as many as PDN or SGF holds. `game` where the text does not say.

    Raises `RecordError` as `read` does; where the text holds several, it says which of them is wrong.
    """
    matches = []
    for found in read_each(text, game):
        if isinstance(found, RecordError):
            raise found
        matches.append(found)
    return matches


def read_each(source: "str | Source", game: Game | None = None) -> Iterator[Match | RecordError]:
    """The matches that a text, or an open text file, records; for one that cannot be read, its error.

    Of a file no more is in memory than one game. The places in errors and warnings are those in the whole text; where
    that is a string, errors say which of its games they are about. Raises `RecordError` where there is nothing.
    """
    from saltus.notation.several import pieces  # its patterns are slow to compile, and who only plays needs none

    found = list(pieces(source)) if isinstance(source, str) else pieces(source)
    total = len(found) if isinstance(found, list) else 1
    for number, piece in enumerate(found, 1):
        try:
            match = piece.read(game)
        except RecordError as error:
            if total == 1:
                yield error
                continue
            template = "game {number} of {total}: {message}"
            message = Phrase("record.of-several", template, number=number, total=total, message=error.message)
            placed = RecordError(message, error.line, error.column)
            placed.__cause__ = error
            yield placed
        else:
            yield match

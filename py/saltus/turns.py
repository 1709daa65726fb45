"""Turns as people write them: those that may be played, those that were played, and files with many games."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from saltus.game import Game, Move
from saltus.match import Match
from saltus.notation import record
from saltus.notation.error import RecordError, RecordWarning
from saltus.notation.move import move_text
from saltus.phrase import Phrase


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


def read_each(text: str, game: Game | None = None) -> Iterator[Match | RecordError]:
    """The matches that a text records, one after another; for one that cannot be read, what is wrong with it.

    The places in errors and warnings are those in the whole text. Raises `RecordError` where the text is empty.
    """
    parts = record.parts(text)
    if not parts:
        # JSON or a position: one.
        try:
            yield record.read(text, game=game)
        except RecordError as error:
            yield error
        return
    form = record.detect(text)
    line, column, start = 1, 1, 0
    for number, part in enumerate(parts, 1):
        breaks = text.count("\n", start, part.start)
        line += breaks
        column = part.start - text.rfind("\n", start, part.start) if breaks else column + part.start - start
        start = part.start
        try:
            match = record.read(text[part.start : part.end], form, game)
        except RecordError as error:
            message = error.message
            if len(parts) > 1:
                template = "game {number} of {total}: {message}"
                message = Phrase("record.of-several", template, number=number, total=len(parts), message=message)
            found = RecordError(message, *_beyond(line, column, error.line, error.column))
            found.__cause__ = error
            yield found
        else:
            match.warnings = [
                RecordWarning(message, *_beyond(line, column, further, across))
                for message, further, across in match.warnings
            ]
            yield match


def _beyond(line: int, column: int, further: int, across: int) -> tuple[int, int]:
    """The place in a whole text of a place in a part of it that begins at this line and column."""
    return line + further - 1, column + across - 1 if further == 1 else across

"""Loads a game from a user's own Python file, as `sixth-game.md` describes.

The file is run as Python, with all that Python may do: whoever loads one trusts it. So a file is taken only where a
person names it, on the command line or in Python: no request and no record can (`saltus.games` knows keys alone).
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from saltus import games
from saltus.core.game import Game
from saltus.core.phrase import Phrase
from saltus.lab.source import SourceError, game_from

FILE_ENDING = ".py"
"""What the path to a game of somebody's own ends in."""


@cache
def game_in(path: str, changed: int) -> type[Game]:
    """The game in a file that was `changed` then. Raises SourceError, with the file and the line, and OSError if it
    cannot be read."""
    try:
        return game_from(Path(path).read_text("utf-8"), path)
    except UnicodeDecodeError as error:
        raise SourceError(f"{path}: {Phrase('source.encoding')}") from error
    except SourceError as error:
        place = path if error.line is None else f"{path}, line {error.line}"
        raise SourceError(f"{place}: {error}", error.line) from error


def load(game: str, options: Mapping[str, bool] | None = None) -> Game:
    """The game with this key, or in the file at this path if it ends in `.py`, with these options. A file is read
    again when it has changed, and the registry has its game from then on.

    Raises ValueError for an unknown key or option and for a file that is no game, and OSError if it cannot be read.
    """
    if not game.endswith(FILE_ENDING):
        return games.load(game, options)
    own = game_in(game, Path(game).stat().st_mtime_ns)
    games.add(own)
    return own(options)

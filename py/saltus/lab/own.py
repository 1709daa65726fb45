"""A game from a Python file of somebody's own: what `sixth-game.md` describes.

The file is run as Python, with all that Python may do: whoever loads one trusts it. So a file is taken only where a
person names it, on the command line or in Python: no request and no record can (`saltus.games` knows keys alone).
"""

import traceback
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from saltus import games
from saltus.core.game import Game
from saltus.core.phrase import Phrase

FILE_ENDING = ".py"
"""What the path to a game of somebody's own ends in."""


class SourceError(ValueError):
    """A text that is no game. `line` is where, counted from 1; None if it is no single line."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


def line_of(error: BaseException, name: str) -> int | None:
    """The last line of the text called `name` that was running when this error was raised; None if none was."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == name]
    return lines[-1] if lines else None


def game_from(text: str, name: str) -> type[Game]:
    """The one class in this text that is a game with a key of its own. `name` stands for the file in error messages.

    Raises SourceError if it is no Python, stops with an error, or has no game or several.
    """
    values: dict[str, object] = {"__name__": Path(name).stem}
    try:
        exec(compile(text, name, "exec"), values)
    except SyntaxError as error:
        raise SourceError(Phrase("source.syntax", said=error.msg), error.lineno) from error
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        raise SourceError(Phrase("source.stopped", said=said), line_of(error, name)) from error
    classes = dict.fromkeys(value for value in values.values() if isinstance(value, type))
    own = [one for one in classes if issubclass(one, Game) and "key" in vars(one)]
    if not own:
        raise SourceError(Phrase("source.none"))
    if len(own) > 1:
        raise SourceError(Phrase("source.several"))
    (game,) = own
    missing = sorted(getattr(game, "__abstractmethods__", ()))
    if missing:
        raise SourceError(Phrase("source.unwritten", method=missing[0]))
    if not (isinstance(game.key, str) and game.key.isidentifier() and not game.key.startswith("_")):
        raise SourceError(Phrase("source.key", found=repr(game.key)))
    return game


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

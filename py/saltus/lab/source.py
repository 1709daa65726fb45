"""A game from its Python text: what `sixth-game.md` describes. The text is run, with all that Python may do."""

from saltus.core.game import Game
from saltus.core.phrase import Phrase


class SourceError(ValueError):
    """A text that is no game. `line` is where, counted from 1; None if it is no single line."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


def line_of(error: BaseException, name: str) -> int | None:
    """The last line of the text called `name` that was running when this error was raised; None if none was."""
    line, at = None, error.__traceback__
    while at is not None:
        line = at.tb_lineno if at.tb_frame.f_code.co_filename == name else line
        at = at.tb_next
    return line


def game_from(text: str, name: str) -> type[Game]:
    """The one class in this text that is a game with a key of its own. `name` stands for the file in error messages.

    Raises SourceError if it is no Python, stops with an error, or has no game or several.
    """
    values: dict[str, object] = {"__name__": "own_game"}
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

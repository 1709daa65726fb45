"""Where the commands write records: standard output, or a file."""

import sys
from contextlib import ExitStack
from io import TextIOWrapper
from os import fstat
from os.path import samestat
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from saltus.core.files import refuse_database, replacing
from saltus.match.match import Match
from saltus.play.visible import visible

PAGE_FORMATS = ("html", "print")
"""The forms that are HTML pages: one that replays the game, and one to print."""


class Output:
    """The output for converted games: standard output (also as -), or a file, which is begun at the first write.

    The file is replaced only when everything is written (`saltus.core.files`). `libraries` are those in use. Raises
    ValueError for a file of theirs, or of any other database.
    """

    def __init__(self, name: str | None, *libraries: Path) -> None:
        self.path = Path(name) if name and name != "-" else None
        self._stack = ExitStack()
        self._file: TextIO | None = None
        if self.path is not None:
            refuse_database(self.path, *libraries)

    def is_source(self, name: str) -> bool:
        """Whether it is the file that is read; - is standard input."""
        if self.path is None or not self.path.exists():
            return False
        try:
            return samestat(self.path.stat(), fstat(sys.stdin.fileno()) if name == "-" else Path(name).stat())
        except (OSError, ValueError):  # an input that is no file
            return False

    def __enter__(self) -> Self:
        return self

    def write(self, text: str) -> None:
        if self.path is None:
            put(text)
            return
        if self._file is None:
            self._file = self._stack.enter_context(replacing(self.path))
        self._file.write(visible(text) if self._file.isatty() else text)

    def __exit__(
        self, failed: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(failed, error, trace)


def game_page(match: Match, form: str) -> str:
    """A game as an HTML page in one of `PAGE_FORMATS`."""
    from saltus.printing.game import printed, replayed

    return replayed(match) if form == "html" else printed(match)


def put(text: str) -> None:
    """Write a record to standard output, in UTF-8 unless it is a terminal."""
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8")
    print(text, end="")


def title(match: Match) -> str:
    """The game and its players, as far as they are named."""
    names = [match.tags[name] for name in ("White", "Black") if name in match.tags]
    return f"{match.game.name}{': ' if names else ''}{' v '.join(names)}"

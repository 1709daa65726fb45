"""Where the commands write records: standard output, or a file."""

import shutil
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from saltus.match.match import Match

PAGE_FORMATS = ("html", "print")
"""The forms that are HTML pages: one that replays the game, and one to print."""


class Output:
    """The output for converted games: standard output, or a file, which is opened at the first write.

    If the file is also the input, it is replaced only when everything is written.
    """

    def __init__(self, name: str | None, source: str) -> None:
        self.path = Path(name).resolve() if name else None
        self.same = bool(name) and source != "-" and _same(Path(source), Path(str(name)))
        self._file: TextIO | None = None

    def __enter__(self) -> "Output":
        return self

    def write(self, text: str) -> None:
        if self.path is None:
            put(text)
            return
        if self._file is None:
            self._file = (self._aside if self.same else self.path).open("w", encoding="utf-8")
        self._file.write(text)

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        if self._file is None:
            return
        self._file.close()
        if self.same and self.path is not None:
            if failed is None:
                shutil.copymode(self.path, self._aside)
                self._aside.replace(self.path)
            else:
                self._aside.unlink()

    @property
    def _aside(self) -> Path:
        if self.path is None:
            raise AssertionError("only a file has a place beside it")
        return self.path.with_name(f".{self.path.name}.new")


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def game_page(match: Match, form: str) -> str:
    """A game as an HTML page in one of `PAGE_FORMATS`."""
    from saltus.printing.game import printed, replayed

    return replayed(match) if form == "html" else printed(match)


def put(text: str) -> None:
    """Write a record to standard output, in UTF-8 unless it is a terminal."""
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8")
    print(text, end="")

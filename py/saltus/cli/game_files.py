"""Games in files, for the commands: read one at a time, and written to standard output or to a file."""

import argparse
import os
import stat
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BufferedReader, TextIOWrapper
from os import fstat
from os.path import samestat
from pathlib import Path
from time import monotonic
from typing import NamedTuple, TextIO

from saltus.cli.options import Commands, Run, game_key, option, whole
from saltus.cli.streams import say
from saltus.core.files import refuse_database, replacing
from saltus.core.game import Game
from saltus.core.phrase import counted
from saltus.games import keys
from saltus.lab.own import load
from saltus.match.match import Match
from saltus.notation.error import MAX_RECORD_CHARS, RecordError
from saltus.play.terminal import Styled, visible
from saltus.records import files
from saltus.records.collection import GameText, game_texts
from saltus.records.encoding import codec_named
from saltus.records.files import TextFile, text_files

SOME_UNREADABLE = 1  # The exit code if some games of a file could not be read.
PERIOD_SECONDS = 0.2  # The interval between progress messages.


class Taken(NamedTuple):
    """A game of a file that has not been read yet."""

    number: int  # Its number, from 1, among all that a file holds.
    file: str  # The file's name, in an archive the part's.
    game_text: GameText
    alone: bool  # Whether the file holds no other.

    @property
    def name(self) -> str:
        return self.file if self.alone else f"{self.file}: game {self.number}"


class Games:
    """The games of a file (- is standard input), read lazily.

    A game that cannot be read is reported on standard error, with its number, line and reason, and skipped; if it is
    the only one, or the one `wanted`, it is a ValueError. Warnings about readable games go to standard error too; one
    that many games give alike is told with the first of them, and counted.
    `single` names a format that holds one game: then a file with several is a ValueError, before any of them is read.
    """

    def __init__(
        self,
        name: str,
        game: Game | None = None,
        wanted: int | None = None,
        single: str | None = None,
        encoding: str | None = None,
    ) -> None:
        self.name, self.game, self.wanted, self.single, self.encoding = name, game, wanted, single, encoding
        self.good = self.bad = 0  # The number of games that were read, and that could not be.
        self._warned: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Match]:
        with opened(self.name, self.encoding) as (source, texts):
            progress = FileProgress(source)
            number = 0
            for one in self._numbered(texts):
                number = one.number
                progress.tell(number)
                if self.single and not one.alone and self.wanted is None:
                    message = f"{self.name} holds several games, and {self.single} holds one: choose it with --number"
                    raise ValueError(message)
                if self.wanted not in (None, number):
                    continue
                try:
                    match = one.game_text.read(self.game)
                except RecordError as error:
                    progress.clear()
                    self._refuse(one, error)
                else:
                    self.good += 1
                    progress.clear()
                    for warning in match.warnings:
                        self._warned[warning.message] += 1
                        if self._warned[warning.message] == 1:
                            say(f"{one.name}: {warning.text}")
                    yield match
                if number == self.wanted:
                    return
            progress.clear()
        for message, count in self._warned.items():
            if count > 1:
                say(f"{self.name}: {count - 1} more like this: {message}")
        if self.wanted is not None:
            raise ValueError(f"{self.name} holds {counted(number, 'game')}; there is no number {self.wanted}")
        if self.bad and not self.good:
            raise ValueError(f"{self.name}: none of its {self.bad} games can be read")
        if self.bad:
            say(f"{self.name}: {self.bad} of {self.good + self.bad} games could not be read")

    @property
    def code(self) -> int:
        """The exit code of a command after it has processed the games."""
        return SOME_UNREADABLE if self.bad else 0

    def _numbered(self, texts: Iterator[TextFile]) -> Iterator[Taken]:
        """The games of all texts."""
        before: Taken | None = None
        for text in texts:
            try:
                for game_text in game_texts(text):
                    if before is not None:
                        yield before
                    number = 1 if before is None else before.number + 1
                    before = Taken(number, text.name, game_text, alone=False)
            except RecordError as error:  # there is nothing in it
                raise ValueError(f"{text.name}: {error}") from None
        if before is not None:
            yield before._replace(alone=before.number == 1)

    def _refuse(self, one: Taken, error: RecordError) -> None:
        fix = "" if self.game or "GameType" not in str(error) else "; or name the game with --game"
        if one.alone or self.wanted is not None:
            raise ValueError(f"{one.file}: {error}{fix}") from None
        self.bad += 1
        say(f"{one.name}: {error}{fix}")


def file_command(commands: Commands, name: str, run: Run) -> argparse.ArgumentParser:
    """Add a command on the games of a file."""
    made = commands.command(name, run, game=False, letters=f"{MAX_RECORD_CHARS:,}")
    made.add_argument("file", metavar="FILE", help="a file of games, or - for standard input")
    about = f"the game, if the file does not say it: {', '.join(keys())}"
    made.add_argument("--game", type=game_key, metavar="GAME", help=about)
    option(made)
    encoding_option(made)
    made.add_argument("--number", type=whole(1, 1_000_000), metavar="N", help="only this one of its games, from 1")
    return made


def encoding_option(made: argparse.ArgumentParser) -> None:
    about = "how the file is written, where it is found out wrongly: windows-1251, shift_jis …"
    made.add_argument("--encoding", type=_encoding, metavar="NAME", help=about)


def _encoding(text: str) -> str:
    try:
        return codec_named(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def chosen_games(chosen: argparse.Namespace, single: str | None = None) -> Games:
    """The games that the arguments `file`, `game`, `option` and `number` select."""
    game = load(chosen.game, dict(chosen.option)) if chosen.game else None
    return Games(chosen.file, game, chosen.number, single, chosen.encoding)


@contextmanager
def opened(name: str, encoding: str | None = None) -> Iterator[tuple[BufferedReader, Iterator[TextFile]]]:
    """Open a file, - for standard input. Returns it, and the texts that it holds (`saltus.records.files`)."""
    if name == "-":
        assert isinstance(sys.stdin.buffer, BufferedReader)
        yield sys.stdin.buffer, text_files(sys.stdin.buffer, name, tell_encoding, encoding)
    else:
        with files.opened(name, tell_encoding, encoding) as found:
            yield found


def tell_encoding(name: str, said: str) -> None:
    say(f"{name}: {said}; --encoding chooses another")


class FileProgress:
    """Shows how far a file has been read, on one line of standard error if that is a terminal."""

    def __init__(self, file: BufferedReader) -> None:
        self._file = file
        self._shown = ""
        self._due = monotonic() + PERIOD_SECONDS if sys.stderr.isatty() else float("inf")
        self._bytes = 0
        if self._due < float("inf"):
            status = os.fstat(file.fileno())
            self._bytes = status.st_size if stat.S_ISREG(status.st_mode) else 0

    def tell(self, number: int) -> None:
        """Show the number of the current game, at most once per interval."""
        if monotonic() >= self._due:
            self._due = monotonic() + PERIOD_SECONDS
            share = ""
            if self._bytes:
                share = f", {os.lseek(self._file.fileno(), 0, os.SEEK_CUR) / self._bytes:.0%} of the file"
            self._show(f"game {number:,}{share}")

    def clear(self) -> None:
        if self._shown:
            self._show("")

    def _show(self, text: str) -> None:
        line = f"\r{text}{' ' * (len(self._shown) - len(text))}{'' if text else chr(13)}"
        print(Styled(line), end="", file=sys.stderr, flush=True)
        self._shown = text


PAGE_FORMATS = ("html", "print")  # The forms that are HTML pages: one that replays the game, and one to print.


class Output(ExitStack):
    """The output for converted games: standard output (also as -), or a file, which is begun at the first write. The
    file is replaced only when everything is written (`saltus.core.files`). `libraries` are those in use. Raises
    ValueError for a file of theirs, or of any other database."""

    def __init__(self, name: str | None, *libraries: Path) -> None:
        super().__init__()
        self.path = Path(name) if name and name != "-" else None
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

    def write(self, text: str) -> None:
        if self.path is None:
            put(text)
            return
        if self._file is None:
            self._file = self.enter_context(replacing(self.path))
        self._file.write(visible(text) if self._file.isatty() else text)


def game_page(match: Match, form: str) -> str:
    from saltus.printing.game import printed, replayed

    return replayed(match) if form == "html" else printed(match)


def put(text: str) -> None:
    """Write a record to standard output, in UTF-8 unless it is a terminal."""
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8")
    print(text, end="")


def title(match: Match) -> str:
    names = [match.tags[name] for name in ("White", "Black") if name in match.tags]
    return f"{match.game.name}{': ' if names else ''}{' v '.join(names)}"

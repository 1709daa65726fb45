"""`games import`: files of games into the library."""

import argparse
import time
from pathlib import Path

from saltus.cli.game_files import SOME_UNREADABLE, FileProgress, encoding_option
from saltus.cli.game_files import opened as opened_games
from saltus.cli.library.options import library_command, library_path, opened
from saltus.cli.options import Commands, game_key, option
from saltus.cli.streams import say
from saltus.core.game import Game
from saltus.core.phrase import counted
from saltus.games import keys
from saltus.lab.own import load
from saltus.library.importing import Added, InLibrary, Parsed, Rejected, games_of
from saltus.library.store import Library

BATCH_GAMES = 500
BATCH_SECONDS = 2.0  # Games are written in such batches, or after so long: an interrupted import loses no more.


def add(commands: Commands) -> None:
    made = library_command(commands, "import", _import)
    made.add_argument("files", metavar="FILE", nargs="+", help="a file of games, or - for standard input")
    made.add_argument("--collection", metavar="NAME", help="the name of the collection (the file's name)")
    about = f"the game, if a file does not say it: {', '.join(keys())}"
    made.add_argument("--game", type=game_key, metavar="GAME", help=about)
    option(made)
    encoding_option(made)


def _import(chosen: argparse.Namespace) -> int:
    game = load(chosen.game, dict(chosen.option)) if chosen.game else None
    codes = []
    with opened(chosen, create=True) as library:
        if back := library.renew():
            say(f"{counted(back, 'game')} found again that counted as the same as others")
        for name in chosen.files:
            collection = chosen.collection or ("standard input" if name == "-" else collection_of(name))
            added, rejected, unread = Import(library, collection, name, chosen.encoding).run(game)
            if unread:
                say(f"{name}: {unread}")
            print(_summary(name, added, rejected))
            codes.append(2 if (rejected or unread) and not any(added) else SOME_UNREADABLE if rejected else 0)
        say(f"{counted(len(library), 'game')} in {library_path(chosen)}")
    return 0 if not any(codes) else 2 if all(code == 2 for code in codes) else SOME_UNREADABLE


def collection_of(name: str) -> str:
    """What the collection of a file's games is called: without what says its kind."""
    return Path(Path(name).name.removesuffix(".gz")).stem


def _summary(name: str, added: Added, rejected: int) -> str:
    merged = added.merged, "merged with games that were there"
    counts = [merged, (added.known, "there already"), (rejected, "not readable")]
    return ", ".join([f"{name}: {added.new:,} new", *(f"{count:,} {what}" for count, what in counts if count)])


class Import:
    def __init__(self, library: Library, collection: str, name: str, encoding: str | None = None) -> None:
        self.library, self.collection, self.name, self.encoding = library, collection, name, encoding
        self.batch: list[Parsed] = []
        self.known: list[int] = []
        self.added = Added()
        self.games: list[int] = []  # The ids of the file's games, as far as they are written.
        self.due = time.monotonic() + BATCH_SECONDS

    def run(self, game: Game | None) -> tuple[Added, int, str]:
        """Import the games. Returns what was added, how many were rejected, and why the file could not be read."""
        rejected, unread = 0, ""
        with opened_games(self.name, self.encoding) as (source, texts):
            progress = FileProgress(source)
            try:
                for text in texts:
                    for one in games_of(text, text.name, game, self.library.source_of):
                        progress.tell(one.number)
                        if isinstance(one, Rejected):
                            rejected += 1
                            progress.clear()
                            place = f"line {one.line}, column {one.column}"
                            say(f"{text.name}: game {one.number}: {place}: {one.message}")
                        elif isinstance(one, InLibrary):
                            self.known.append(one.game)
                        else:
                            self.batch.append(one)
                        if len(self.batch) + len(self.known) >= BATCH_GAMES or time.monotonic() > self.due:
                            self.write()
            except ValueError as error:  # the file is empty, or damaged from here on
                unread = str(error)
            except KeyboardInterrupt:
                progress.clear()
                self.write()
                say(f"{_summary(self.name, self.added, rejected)}; run the command again for the rest")
                raise
            progress.clear()
        self.write()
        return self.added, rejected, unread

    def write(self) -> None:
        self.added = self.added.plus(self.library.add(self.batch, self.collection)).plus(Added(known=len(self.known)))
        filed = [self.library.source_of(one.source) for one in self.batch]
        self.games += [number for number in [*filed, *self.known] if number is not None]
        if self.known:
            self.library.join(self.known, self.collection)
        self.batch, self.known = [], []
        self.due = time.monotonic() + BATCH_SECONDS

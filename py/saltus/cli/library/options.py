"""Shared parts of the commands on collections: the library file, queries, lists of games."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from saltus.cli.options import Commands, Run
from saltus.library.query import KEYS, Query, parse
from saltus.library.store import Found, Library
from saltus.play.autosave import folder

LIBRARY_NAME = "games.db"
MAX_NAMED = 3  # The most games with the same moves that are named.


def library_path(chosen: argparse.Namespace) -> Path:
    """The library's file: `--library`, `SALTUS_LIBRARY`, or the one in the folder for saved games."""
    named = chosen.library or os.environ.get("SALTUS_LIBRARY")
    return Path(named) if named else folder() / LIBRARY_NAME


def opened(chosen: argparse.Namespace, create: bool = False) -> Library:
    """Open the library. Raises ValueError if it cannot be opened, or if this Python has no SQLite."""
    return Library(library_path(chosen), create)


def library_command(
    commands: Commands, name: str, run: Run, queried: bool = False, **values: str
) -> argparse.ArgumentParser:
    """Add a command on a library; a `queried` one takes a query of its games."""
    made = commands.command(name, run, game=False, **values)
    if queried:
        made.add_argument("query", metavar="TERM", nargs="*", default=[], help="which games; all without a term")
    about = "the library's file (SALTUS_LIBRARY, or a file in your folder for saved games)"
    made.add_argument("--library", metavar="PATH", help=about)
    return made


def chosen_query(words: list[str], library: Library) -> Query:
    """The query that the words make. A library with one kind of game need not be told which game is meant."""
    kinds = list(library.kinds())
    return parse(joined(words), kinds[0] if len(kinds) == 1 else None)


def joined(words: list[str]) -> str:
    """The text of a query from the words of a command line: quotes that the shell has taken are put back."""
    return " ".join(_quoted(word) for word in words)


def _quoted(word: str) -> str:
    """A term in quotes, if it has spaces and is not several terms that were quoted together."""
    key, colon, value = word.partition(":")
    others = (part.partition(":") for part in value.split()[1:])
    if " " not in value or not colon or '"' in value or any(colon and key in KEYS for key, colon, _ in others):
        return word
    return f'{key}:"{value}"'


def line_of(found: Found, same: Sequence[int] = ()) -> str:
    """A game in a line; `same` are the ids of those with the same moves."""
    entry = found.entry
    result = {"white": "White won", "black": "Black won", "draw": "draw", "unfinished": "–"}[entry.result]
    moment = f"  at move {found.ply}" if found.ply else ""
    date = entry.date.replace(".??", "") or "????"
    event = f"  {entry.event}" if entry.event else ""
    named = ", ".join(map(str, same[:MAX_NAMED])) + (" …" if len(same) > MAX_NAMED else "")
    told = f"{found.id:>6}  {date:<10}  {entry.players:<32.50}  {result:<9}  {entry.plies:>3} moves"
    return f"{told}{event}{moment}{f'  the same moves as {named}' if same else ''}"


def fields_of(found: Found, same: Sequence[int] = ()) -> dict[str, object]:
    entry = found.entry
    names = ("game", "white", "black", "event", "date", "result", "opening", "ballot")
    fields: dict[str, object] = {name: getattr(entry, name) for name in names}
    return {
        "id": found.id,
        **fields,
        "moves": entry.plies,
        "tags": dict(entry.tags),
        "at": found.ply,
        "same_moves": list(same),
    }

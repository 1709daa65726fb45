"""Shared parts of the commands on collections: the library file, queries, lists of games."""

import argparse
import os
from pathlib import Path

from saltus.cli.options import Commands, Run
from saltus.library.query import KEYS, Query, parse
from saltus.library.store import Found, Library
from saltus.play.autosave import folder

LIBRARY_NAME = "games.db"
QUERIES = """\
queries:
  A query is a list of terms; a game fits it if it fits all of them. A word alone is searched for in all tags.
    player:smith  white:smith  black:smith  winner:smith  loser:smith      part of a name
    event:open  site:rome  round:3  opening:cross  collection:matches      part of a text
    year:1950..1960  date:1950.03..1951  length:>40  ballot:12,40  id:3    numbers and ranges
    result:white  result:black,draw  game:english
    position:B:W21,22:B1  after:"11-15 23-19"                              a position, or the moves to it
    pattern:18=w,22=W,14=empty,15=!black                                   what squares hold
    material:w2k1-b3  material:3v2  material:k3vk2  turn:white             what is on the board
    rotated  mirrored                                                      the same, turned or with colours exchanged
  -player:smith leaves games out. Quotes keep a text together: player:"john smith". py/docs/games.md has it all."""


def library_path(chosen: argparse.Namespace) -> Path:
    """The library's file: `--library`, `SALTUS_LIBRARY`, or the one in the folder for saved games."""
    named = chosen.library or os.environ.get("SALTUS_LIBRARY")
    return Path(named) if named else folder() / LIBRARY_NAME


def opened(chosen: argparse.Namespace, create: bool = False) -> Library:
    """Open the library. Raises ValueError if it cannot be opened, or if this Python has no SQLite."""
    return Library(library_path(chosen), create)


def library_command(
    commands: Commands, name: str, run: Run, text: str, more: str = "", queried: bool = False
) -> argparse.ArgumentParser:
    """Add a command on a library; a `queried` one takes a query of its games."""
    made = commands.command(name, run, text, game=False, more=more)
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


def line_of(found: Found) -> str:
    entry = found.entry
    result = {"white": "White won", "black": "Black won", "draw": "draw", "unfinished": "–"}[entry.result]
    moment = f"  at move {found.ply}" if found.ply else ""
    date = entry.date.replace(".??", "") or "????"
    event = f"  {entry.event}" if entry.event else ""
    return f"{found.id:>6}  {date:<10}  {entry.players:<32.50}  {result:<9}  {entry.plies:>3} moves{event}{moment}"


def fields_of(found: Found) -> dict[str, object]:
    entry = found.entry
    names = ("game", "white", "black", "event", "date", "result", "opening", "ballot")
    fields: dict[str, object] = {name: getattr(entry, name) for name in names}
    return {"id": found.id, **fields, "moves": entry.plies, "tags": dict(entry.tags), "at": found.ply}

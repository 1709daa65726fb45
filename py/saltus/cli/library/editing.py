"""`games tags`, `merge` and `delete`: changes to the library."""

import argparse
import sys

from saltus.cli.library.options import chosen_query, library_command, opened
from saltus.cli.options import Commands, whole
from saltus.core.phrase import counted
from saltus.library.editing import alike, edit, merge, remove

MAX_ID = 2**63 - 1


def add(commands: Commands) -> None:
    made = library_command(commands, "tags", _tags)
    made.add_argument("terms", metavar="ID, TERM or NAME=VALUE", nargs="+", help="which games, and their new tags")
    made.add_argument("--dry-run", action="store_true", help="only say which games would change")

    made = library_command(commands, "merge", _merge)
    made.add_argument("ids", metavar="ID", nargs="*", default=[], type=whole(1, MAX_ID), help="the games to merge")
    made.add_argument("--all", action="store_true", help="merge all that look like duplicates")

    made = library_command(commands, "delete", _delete, queried=True)
    made.add_argument("--yes", action="store_true", help="delete them; without it, only say how many there are")


def _tags(chosen: argparse.Namespace) -> None:
    words, changes = [], {}
    for term in chosen.terms:
        name, sign, value = term.partition("=")
        if sign and name[:1].isupper() and ":" not in name:
            changes[name] = value.strip() or None
        else:
            words.append(f"id:{term}" if term.isdecimal() else term)
    if not changes:
        raise ValueError("say which tags, as Event=Open; a tag begins with a capital")
    if not words:
        raise ValueError("say which games, by their id or a query; all games are length:>=0")
    with opened(chosen) as library:
        numbers = [found.id for found in library.find(chosen_query(words, library))]
        for number in numbers:
            if chosen.dry_run:
                print(number)
            else:
                kept = edit(library, number, changes)
                print(number if kept == number else f"{number}: merged with {kept}, which is the same game now")
    print(f"{counted(len(numbers), 'game')}{' would change' if chosen.dry_run else ' changed'}", file=sys.stderr)


def _merge(chosen: argparse.Namespace) -> None:
    if len(chosen.ids) == 1 or (chosen.ids and chosen.all):
        raise ValueError("name at least two games, or none, or --all")
    with opened(chosen) as library:
        groups = [chosen.ids] if chosen.ids else list(alike(library))
        for group in groups:
            names = library.entry(group[0]).players
            if chosen.ids or chosen.all:
                print(f"{', '.join(map(str, group))}: merged as {merge(library, group)} ({names})")
            else:
                print(f"{' '.join(map(str, group))}  {names}")
    if not chosen.ids and not chosen.all and groups:
        print("merge a line with `games merge ID ID …`, all of them with --all", file=sys.stderr)


def _delete(chosen: argparse.Namespace) -> None:
    if not chosen.query:
        raise ValueError("say which games; all games are length:>=0")
    with opened(chosen) as library:
        numbers = [found.id for found in library.find(chosen_query(chosen.query, library))]
        if chosen.yes:
            print(f"{counted(remove(library, numbers), 'game')} deleted")
        else:
            print(f"{counted(len(numbers), 'game')} to be deleted: give --yes, too")

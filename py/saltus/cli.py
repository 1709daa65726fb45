"""The terminal: `saltus COMMAND …`, or `python3 -m saltus COMMAND …` from a plain checkout with nothing installed.

Results go to standard output and all that is said about them to standard error, so that a pipe gets the results
alone. The exit code is 0, 2 for a request that makes no sense, 130 for an interruption from the keyboard, 141 where
nobody reads the output any more.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper

from saltus import __version__
from saltus.commands import engine, match, openings, play, puzzle, rules, study
from saltus.commands.options import Shelf

ABOUT = "Five games of the leap: their rules, and a player for each."

EXAMPLES = """\
examples:
  {program} play english                       play against the computer
  {program} bestmove rock --time 2             what the computer would play
  {program} openings english 11-15             what the opening book has
  {program} puzzle rock                        find the one move that wins
  {program} analyse game.pdn                   where the game was lost
  {program} convert game.pdn --to json         write it down in another way
  {program} perft italian 8                    count the ways to play eight plies
  {program} match roman --players 10 5         let two strengths play each other

`{program} COMMAND --help` says more about each command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    if isinstance(sys.stdout, TextIOWrapper):  # no command ends for a letter that a terminal lacks
        sys.stdout.reconfigure(errors="backslashreplace")
    chosen = parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], None] = chosen.run
    try:
        run(chosen)
        sys.stdout.flush()
    except BrokenPipeError:
        # What is still buffered goes nowhere; else Python would try again at its end, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        print(f"saltus {chosen.command}: {named}{error.strerror or error}", file=sys.stderr)
        return 2
    except ValueError as error:
        print(f"saltus {chosen.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return 0


def parser() -> argparse.ArgumentParser:
    """The commands and their options; it calls the program as it was called."""
    program = "python3 -m saltus" if sys.argv[0].endswith("__main__.py") else "saltus"
    made = argparse.ArgumentParser(
        prog=program,
        description=ABOUT,
        epilog=EXAMPLES.format(program=program),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.add_argument("--version", action="version", version=f"saltus {__version__}")
    shelf = Shelf(made.add_subparsers(dest="command", metavar="COMMAND", required=True), program)
    for module in (play, puzzle, rules, openings, study, match, engine):
        module.add(shelf)
    return made

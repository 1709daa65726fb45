"""The command line: `saltus COMMAND …`, or `python3 -m saltus COMMAND …` from a checkout without installation.

Results go to standard output, messages to standard error, so that a pipe gets only the results. The exit code is 0, 2
for an invalid request, 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP, 141 if nobody reads the output. A
command may have further codes; its help lists them.
"""

import argparse
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from signal import SIGINT
from threading import current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, Any

from saltus import __version__
from saltus.cli import analyse, check, convert, match, openings, play, position, protocols, puzzle, server
from saltus.cli.library import games
from saltus.cli.options import Commands, Run, help_of
from saltus.cli.streams import discard, prepare, say

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

EXIT_BAD_REQUEST, EXIT_BY_SIGNAL, EXIT_UNREAD = 2, 128, 141
"""Exit codes: an invalid request; a signal (its number is added); nobody reads the output (the code of SIGPIPE)."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors when it writes its help."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.color = False  # a terminal would get those of Python 3.14 written out (`saltus.play.terminal`)

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        (file or sys.stderr).write(message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code."""
    prepare()
    try:
        with termination_signals():
            return _guarded(arguments)
    finally:
        discard()


def _guarded(arguments: Sequence[str] | None) -> int:
    """Run one command, printing an error as one line."""
    name = "saltus"
    try:
        try:
            chosen = parser().parse_args(arguments)
        except SystemExit:  # after --help, or arguments that are wrong
            sys.stdout.flush()
            raise
        name = " ".join(filter(None, ["saltus", chosen.command, getattr(chosen, "action", None)]))
        run: Run = chosen.run
        code = run(chosen)
        sys.stdout.flush()
    except BrokenPipeError:
        return EXIT_UNREAD
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        say(f"{name}: {named}{error.strerror or error}")
        return EXIT_BAD_REQUEST
    except ValueError as error:
        reason = "a text cannot be read or written in its encoding" if isinstance(error, UnicodeError) else error
        say(f"{name}: {reason}")
        return EXIT_BAD_REQUEST
    except KeyboardInterrupt as ending:
        say("interrupted")
        return EXIT_BY_SIGNAL + (ending.number if isinstance(ending, Terminated) else SIGINT)
    return code or 0


def parser() -> argparse.ArgumentParser:
    """The argument parser for all commands. Its help uses the program name of this call."""
    program = "python3 -m saltus" if sys.argv[0].endswith("__main__.py") else "saltus"
    about, more = help_of("saltus", program)
    made = Parser(
        prog=program,
        description=about,
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.add_argument("--version", action="version", version=f"saltus {__version__}")
    commands = Commands(made.add_subparsers(dest="command", metavar="COMMAND", required=True), program)
    for module in (play, puzzle, position, openings, analyse, convert, games, match, check, server, protocols):
        module.add(commands)
    return made


TERMINATION_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals that end a program by default: a request to terminate and, not on Windows, a closed terminal."""


class Terminated(KeyboardInterrupt):
    """A signal has told the command to end; `number` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@contextmanager
def termination_signals() -> Iterator[None]:
    """Raise `Terminated` for these signals, unless they are ignored (`nohup`) or handled already. After the first one
    they are ignored: the program is ending, and a shell may send it again."""
    if current_thread() is not main_thread():  # only the main thread may set signal handlers
        yield
        return
    defaults = [number for number in TERMINATION_SIGNALS if signal.getsignal(number) == signal.SIG_DFL]
    try:
        for number in defaults:
            signal.signal(number, _end)
        yield
    finally:
        for number in defaults:
            if signal.getsignal(number) == _end:
                signal.signal(number, signal.SIG_DFL)


def _end(number: int, _: FrameType | None) -> None:
    # When a terminal closes, the same signal comes twice: the second must not interrupt the cleaning up.
    signal.signal(number, signal.SIG_IGN)
    raise Terminated(number)

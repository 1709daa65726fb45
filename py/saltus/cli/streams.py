"""Makes standard input, output and error safe to use.

A program can be started with any of the three closed: Python then sets `sys.stdin`, `sys.stdout` or `sys.stderr` to
None, and the next file that is opened gets the free descriptor. `prepare` fills each empty place with a substitute.
A terminal gets no control characters from what a program has read (`saltus.play.terminal`); files and pipes get all.
"""

import os
import sys
from contextlib import suppress
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper
from typing import TextIO

from saltus.play.terminal import DISC, Terminal, visible

STDIN, STDOUT, STDERR = 0, 1, 2


def prepare() -> None:
    """Replace closed standard streams, and make all of them accept any character. A closed input becomes empty.
    Writing to a closed output raises BrokenPipeError, as if the reader had gone. Text for a closed standard error is
    dropped."""
    if sys.stdin is None:
        empty = _at(STDIN, os.open(os.devnull, os.O_RDONLY))
        sys.stdin = TextIOWrapper(BufferedReader(FileIO(empty, "r")), encoding="utf-8")
    if sys.stdout is None:
        reading, writing = os.pipe()
        os.close(reading)
        unread = _at(STDOUT, writing)
        sys.stdout = TextIOWrapper(BufferedWriter(FileIO(unread, "w")), encoding="utf-8")
    if sys.stderr is None:
        nowhere = _at(STDERR, os.open(os.devnull, os.O_WRONLY))
        sys.stderr = TextIOWrapper(BufferedWriter(FileIO(nowhere, "w")), encoding="utf-8", errors="replace")
    if isinstance(sys.stdin, TextIOWrapper):  # invalid bytes must not end the command
        sys.stdin.reconfigure(errors="replace")
    if isinstance(sys.stdout, TextIOWrapper):  # nor may a letter that the terminal cannot show
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.stdout, sys.stderr = _escaping(sys.stdout), _escaping(sys.stderr)


class EscapingStream(TextIOWrapper):
    """A stream to a terminal that escapes control characters. It replaces `before`, which stays open."""

    def __init__(self, before: TextIOWrapper) -> None:
        super().__init__(
            before.buffer, before.encoding, before.errors, line_buffering=True, write_through=before.write_through
        )
        self.before = before

    def isatty(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        return super().write(visible(text))


def _escaping(stream: TextIO) -> TextIO:
    """The stream itself, or its replacement if it goes to a terminal."""
    if not isinstance(stream, TextIOWrapper) or isinstance(stream, EscapingStream) or not stream.isatty():
        return stream
    return EscapingStream(stream)


def _at(place: int, opened: int) -> int:
    """Move a descriptor to a standard number if that is free, so that no other file gets it. Returns its number."""
    if opened == place:
        return opened
    try:
        os.fstat(place)
    except OSError:
        os.dup2(opened, place)
        os.close(opened)
        return place
    return opened


def say(text: str) -> None:
    """Print a line to standard error; dropped if nobody can read it."""
    with suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)


def plain_terminal() -> Terminal:
    """The display of text lines on standard input and output, in colour if they are a terminal that has it."""
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    if colour and sys.platform == "win32":
        os.system("")
    can_show = DISC.encode(sys.stdout.encoding or "ascii", "ignore")
    return Terminal(input, print, colour, DISC if can_show else "o")


def discard() -> None:
    """Drop buffered output that nobody reads; otherwise Python would retry at exit, and fail."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):  # a stream without a descriptor has no buffer of Python's own
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream.fileno())
                os.close(nowhere)

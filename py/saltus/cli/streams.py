"""Standard input, output and error of the terminal commands, made safe to use.

A caller can start a program with any of the three closed: Python then sets `sys.stdin`, `sys.stdout` or `sys.stderr`
to None, and the next file that is opened gets the free descriptor. `prepare` puts a stand-in in each empty place.
"""

import os
import sys
from contextlib import suppress
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper

STDIN, STDOUT, STDERR = 0, 1, 2
"""The descriptors of the standard streams."""


def prepare() -> None:
    """Give every standard stream something to work on, and make it accept any letter.

    A closed input is at its end. Writing to a closed output raises BrokenPipeError, as where a reader has left. What
    is written to a closed standard error is dropped.
    """
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
    if isinstance(sys.stdin, TextIOWrapper):  # whatever bytes are typed, they do not end the command
        sys.stdin.reconfigure(errors="replace")
    if isinstance(sys.stdout, TextIOWrapper):  # no command ends for a letter that a terminal lacks
        sys.stdout.reconfigure(errors="backslashreplace")


def _at(place: int, opened: int) -> int:
    """Move a descriptor to the standard place if that is free, so that no other file gets it; returns where it is."""
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
    """A line on standard error; dropped where nobody can read it."""
    with suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)


def discard() -> None:
    """Drop what is still buffered for an output that nobody reads: at its end Python would try again, and fail."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):  # a stream without a descriptor has no buffer of Python's own
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream.fileno())
                os.close(nowhere)

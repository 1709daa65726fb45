"""The bridge on standard input and output: one JSON message a line, in either direction.

A thread reads, so that a `stop` is heard in the middle of a search; where Python has no threads (in Pyodide) one
request is finished before the next is read. At the end of the input what is under way is finished and answered. Lines
that are empty are passed over; a line that is not UTF-8 is answered like any nonsense.
"""

from collections.abc import Iterator
from io import RawIOBase
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol

from saltus.protocol.request import EDGE, LONGEST

SLICE = 0.05
"""Seconds of work between two looks at the input."""
BLOCK = 1 << 16


class Busy(Protocol):
    """Who may have something to work on, between two lines."""

    @property
    def busy(self) -> bool: ...


class Sink(Protocol):
    """Where bytes go."""

    def write(self, data: bytes, /) -> object: ...

    def flush(self) -> object: ...


def lines(source: RawIOBase) -> Iterator[bytes]:
    """The lines of `source` without their ends.

    Of a line that is too long only as much is kept as makes it too long for the bridge, its beginning and its end,
    either of which may tell its id: memory stays bounded.
    """
    line = bytearray()
    while block := source.read(BLOCK):
        first, *rest = block.split(b"\n")
        line += first
        for piece in rest:
            _shorten(line)
            yield bytes(line)
            line[:] = piece
        _shorten(line)
    yield bytes(line)


def _shorten(line: bytearray) -> None:
    """Take as much from within a line as it is too long."""
    if len(line) > LONGEST + 1:
        del line[LONGEST + 1 - EDGE : -EDGE]


def heard(source: RawIOBase, bridge: Busy) -> Iterator[bytes | None]:
    """The lines of `source` that say something, and an empty one when it has ended.

    Between them, and after the end, while the bridge is busy, None: work on for a slice. Raises OSError where the
    source cannot be read, as soon as everything before that is done.
    """
    queue: SimpleQueue[bytes | None] = SimpleQueue()
    failed: list[OSError] = []

    def listen() -> None:
        try:
            for line in filter(bytes.strip, lines(source)):
                queue.put(line)
        except OSError as error:
            failed.append(error)
        finally:
            queue.put(None)

    try:
        Thread(target=listen, daemon=True).start()
    except RuntimeError:
        for request in filter(bytes.strip, lines(source)):
            yield request
            while bridge.busy:
                yield None
        yield b""
        return
    listening = True
    while listening or bridge.busy:
        try:
            line = queue.get(block=not bridge.busy)
        except Empty:
            yield None
        else:
            listening = listening and line is not None
            yield line or b""
    if failed:
        raise failed[0]

"""The bridge on standard input and output: one JSON message per line, in either direction.

A thread reads the input, so that `stop` works in the middle of a search; without threads (in Pyodide) one request is
finished before the next is read. At the end of the input, running jobs are finished and answered. Empty lines are
skipped; a line that is not UTF-8 is answered like any invalid request.
"""

from collections.abc import Iterator
from io import RawIOBase
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol

from saltus.protocol.request import MAX_REQUEST_CHARS

SLICE_SECONDS = 0.05  # How long a job runs before the input is checked again.
BLOCK_BYTES = 1 << 16


class Busy(Protocol):
    """An engine that may have work to do between two lines."""

    @property
    def busy(self) -> bool: ...


def lines(source: RawIOBase) -> Iterator[bytes]:
    """The lines of `source` without their line ends. A line longer than the bridge accepts is cut to one character
    more than the limit, which bounds memory."""
    line = bytearray()
    while block := source.read(BLOCK_BYTES):
        first, *rest = block.split(b"\n")
        line += first
        for piece in rest:
            yield bytes(line[: MAX_REQUEST_CHARS + 1])
            line[:] = piece
        del line[MAX_REQUEST_CHARS + 1 :]
    yield bytes(line)


def heard(source: RawIOBase, bridge: Busy) -> Iterator[bytes | None]:
    """The lines of `source` that are not blank, then an empty one at its end. While the bridge is busy it also yields
    None, between lines and after the end: the caller then runs a slice of work. If the source cannot be read, raises
    OSError once everything before that is done."""
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

"""The bridge on standard input and output: one JSON message a line, in either direction.

A thread reads, so that a `stop` is heard in the middle of a search. At the end of the input what is under way is
finished and answered. Lines that are empty are passed over; a line that is not UTF-8 is answered like any nonsense.
"""

from collections.abc import Iterator
from io import RawIOBase
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol

from saltus.bridge import Bridge
from saltus.request import LONGEST

SLICE = 0.05
"""Seconds of work between two looks at the input."""
BLOCK = 1 << 16


class Sink(Protocol):
    """Where bytes go."""

    def write(self, data: bytes, /) -> object: ...

    def flush(self) -> object: ...


def lines(source: RawIOBase) -> Iterator[bytes]:
    """The lines of `source` without their ends.

    Of a line that is too long only as much is kept as makes it too long for the bridge: memory stays bounded.
    """
    line = bytearray()
    while block := source.read(BLOCK):
        first, *rest = block.split(b"\n")
        line += first
        for piece in rest:
            yield bytes(line[: LONGEST + 1])
            line[:] = piece
        del line[LONGEST + 1 :]
    yield bytes(line)


def serve(source: RawIOBase, sink: Sink) -> None:
    """Answer the requests of `source` until it ends. Raises BrokenPipeError where nobody reads the answers."""
    heard: SimpleQueue[bytes | None] = SimpleQueue()

    def listen() -> None:
        try:
            for line in lines(source):
                heard.put(line)
        finally:
            heard.put(None)

    Thread(target=listen, daemon=True).start()
    bridge = Bridge()
    listening = True
    while listening or bridge.busy:
        try:
            line = heard.get(block=not bridge.busy)
        except Empty:
            answers = bridge.work(SLICE)
        else:
            listening = listening and line is not None
            answers = bridge.receive(line) if line and line.strip() else []
        for answer in answers:
            sink.write(answer.encode("ascii") + b"\n")
        if answers:
            sink.flush()

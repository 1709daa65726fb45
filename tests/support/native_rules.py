"""The rules of every visit to `native.py`: a process that has loaded them once and forks one for each visit.

Its standard input is a socket, by which it is sent a connection for each visit: lines of requests, as the bridge
takes them, and between them `{"table": NAME}` for a table that the page has fetched. The process of a visit ends with
its connection, and this one with its standard input, whatever they are doing.
"""

import gc
import io
import json
import os
import pkgutil
import signal
import socket
from importlib import import_module
from random import Random
from time import perf_counter

import saltus.protocol
from saltus.core import resources
from saltus.engine import think
from saltus.games import keys
from saltus.protocol import positions
from saltus.protocol.bridge import Bridge
from saltus.protocol.stdio import SLICE_SECONDS, heard
from saltus.protocol.worker import rehearse

TABLE = b'{"table":'

SPEED = 4
"""So many times as fast as in a browser is Python itself: it finds as much in a part of the time that it is given."""

handed: set[str] = set()
"""The tables that the page has fetched: there are no others."""


class Requests(io.RawIOBase):
    """The requests of a visit. At their end the process ends, even in the middle of a search."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection

    def read(self, size: int = -1) -> bytes:
        try:
            found = self.connection.recv(size)
        except OSError:
            found = b""
        if not found:
            os._exit(0)
        return found


def load() -> None:
    """Load what the visits will need."""
    for module in pkgutil.iter_modules(saltus.protocol.__path__, f"{saltus.protocol.__name__}."):
        import_module(module.name)
    path_of = resources._path

    def path_if_there(file_name: str) -> str:
        name, is_table, _ = file_name.partition(resources.TABLE_SUFFIX)
        return path_of(file_name) if name in handed or not is_table else ""

    resources._path = path_if_there
    for timed in (think, positions):
        timed.perf_counter = lambda: SPEED * perf_counter()  # type: ignore[attr-defined]
    for key in keys():
        rehearse(key)
    gc.freeze()


def answer(connection: socket.socket) -> None:
    """Answer the requests of a visit, where lots fall as at every other. It has no end but that of the process."""
    os.urandom = Random(0).randbytes
    bridge = Bridge()
    for line in heard(Requests(connection), bridge):
        if line is None:
            answers = bridge.work(SLICE_SECONDS)
        elif line.startswith(TABLE):
            handed.add(json.loads(line)["table"])
            continue
        else:
            answers = bridge.receive(line)
        connection.sendall("".join(f"{one}\n" for one in answers).encode("ascii"))


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the tests end it
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for a visit's process
    visits = socket.socket(fileno=0)
    load()
    while found := socket.recv_fds(visits, 1, 1)[1]:
        if not os.fork():
            try:
                visits.close()
                answer(socket.socket(fileno=found[0]))
            except BrokenPipeError:
                pass
            finally:
                os._exit(0)
        os.close(found[0])


if __name__ == "__main__":
    main()

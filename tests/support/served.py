"""Sites that are served on this machine for the time of a test."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from random import Random
from typing import NamedTuple

from bundle.server import SiteHandler, Watcher, make_server, watching

MAX_LATE_SECONDS = 0.1
STOP_WITHIN_SECONDS = 0.01
"""How long a server may take to notice that it is to stop; by default half a second."""


class Host:
    """A server that works until it is closed, once or more often."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.server = server
        self.port: int = server.server_port
        self.address = f"http://{server.server_address[0]!s}:{self.port}/"
        threading.Thread(target=server.serve_forever, args=[STOP_WITHIN_SECONDS], daemon=True).start()
        self.open = True

    def close(self) -> None:
        if self.open:
            self.server.shutdown()
            self.server.server_close()
        self.open = False


lots: list[Random] = []
"""What draws how late a file comes, if they are to come late."""


def late(handler: type[SiteHandler], draw: Random) -> type[SiteHandler]:
    """`handler`, whose files come late."""

    def do_get(self: SiteHandler) -> None:
        time.sleep(MAX_LATE_SECONDS * draw.random() ** 2)
        handler.do_GET(self)

    return type(f"Late{handler.__name__}", (handler,), {"do_GET": do_get})


@contextmanager
def served(handler: type[SiteHandler] = SiteHandler) -> Iterator[Host]:
    """Serves the built site, or what `handler` serves."""
    for draw in lots:
        handler = late(handler, draw)
    host = Host(make_server(handler=handler))
    try:
        yield host
    finally:
        host.close()


class Watched(NamedTuple):
    """A site that is served with `--watch`: its address, and what tells its pages of a new version."""

    address: str
    watcher: Watcher


@contextmanager
def watched_site() -> Iterator[Watched]:
    """Serves the built site as `build.py serve --watch` does."""
    watcher = Watcher()
    with served(watching(watcher)) as host:
        try:
            yield Watched(host.address, watcher)
        finally:
            watcher.end()

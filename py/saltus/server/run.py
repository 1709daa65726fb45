"""Runs the server in this process, until it is told to end."""

import asyncio
import gc
import logging
import socket
from argparse import Namespace
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from saltus.server.app import MAX_MESSAGE_BYTES, application
from saltus.server.club import Club
from saltus.server.store import SqliteStore, Store, StoreError

PING_SECONDS, PONG_SECONDS = 6.0, 4.0
"""How often a connection is asked whether it is still there, and how long it may take to say so: after the sum, the
other side sees that nobody is there."""
REQUEST_SECONDS = 10.0
"""How long the head of a request may take."""
GRACE_SECONDS = 3
BACKLOG = 2_048
COLLECT = 10_000, 5, 1_000_000
"""When Python looks for garbage: never among all that has lived for long, which stops a server of 1,000 games for
0.2 s (`build.py bench server`). The club has that done when enough games have left its memory."""
FILES_PER_GUEST, OTHER_FILES = 1, 200


class Prompt(H11Protocol):
    """HTTP as uvicorn speaks it, but a connection on which no request begins in time is ended."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect()

    def _expect(self) -> None:
        self.loop.call_later(REQUEST_SECONDS, self._end, self.cycle)

    def _end(self, before: RequestResponseCycle | None) -> None:
        if self.cycle is before and self.transport.get_protocol() is self:
            self.transport.close()


def store_of(place: str, keep_days: int) -> Store:
    """The store that an address or the path of a file names. Raises ValueError."""
    kind, separator, _ = place.partition("://")
    if not separator:
        return SqliteStore(Path(place).expanduser(), keep_days)
    if kind not in ("redis", "rediss", "unix"):
        raise ValueError(f"a store is a file or redis://HOST, not {place[:80]!r}")
    from saltus.server.redis_store import RedisStore

    return RedisStore(place, keep_days)


def run(options: Namespace, site: Path | None, ready: Callable[[str], object]) -> None:
    """Serve. `options` are those of the command; `ready` is called with the address. Raises ValueError or OSError if
    that is not possible."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
    gc.freeze()
    gc.set_threshold(*COLLECT)
    _allow_files(options.guests * FILES_PER_GUEST + OTHER_FILES)
    club = Club(store_of(options.store, options.keep_days), options.guests)
    config = uvicorn.Config(
        application(club, site, options.rate, options.origin),
        lifespan="off",
        log_level="error",
        access_log=False,
        server_header=False,
        http=Prompt,
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        ws_per_message_deflate=False,
        forwarded_allow_ips=options.proxies,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    # It has this to say of each socket that was refused by an answer, though there is nothing wrong with that.
    logging.getLogger("uvicorn.error").addFilter(lambda said: "completing handshake" not in said.getMessage())
    with _listening(options.host, options.port) as listening:
        host = _found_at(options.host)
        name = f"[{host}]" if ":" in host else host
        asyncio.run(
            _serve(
                club, uvicorn.Server(config), listening, lambda: ready(f"http://{name}:{listening.getsockname()[1]}/")
            )
        )


async def _serve(club: Club, server: uvicorn.Server, listening: socket.socket, ready: Callable[[], object]) -> None:
    try:
        await club.open()
    except StoreError as error:
        raise ValueError(f"the games cannot be kept: {error}") from None
    try:
        ready()
        await server.serve([listening])
    finally:
        await club.close()


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named, asyncio has each message sent at once, not up to 40 ms later (TCP_NODELAY).
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(BACKLOG)
    except OSError as error:
        made.close()
        raise ValueError(f"{host}:{port} cannot be used: {error.strerror or error}") from None
    return made


def _found_at(host: str) -> str:
    """The address to open: where the server listens at all of the machine's, the one that its network knows it by."""
    if host in ("0.0.0.0", "::"):
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # this sends nothing, it only chooses a way
            return str(probe.getsockname()[0])
    return host


def _allow_files(wanted: int) -> None:
    """Raise the limit of open files, of which each connection is one, as far as it goes."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))

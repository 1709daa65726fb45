"""Runs the server in this process, until it is told to end."""

import asyncio
import gc
import logging
import socket
from argparse import Namespace
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from traceback import extract_tb
from types import TracebackType

import uvicorn

from saltus.server.app import MAX_MESSAGE_BYTES, application
from saltus.server.club import Club
from saltus.server.ops import MAX_DAYS
from saltus.server.store import SqliteStore, Store, StoreError
from saltus.server.table import masked

PING_SECONDS, PONG_SECONDS = 6.0, 4.0
"""How often a WebSocket is pinged, and how long it may take to answer: after the sum, the other side sees the player
leave."""
GRACE_SECONDS, MAX_LOG_CHARS = 3, 2_000
BACKLOG = 2_048
COLLECT = 10_000, 5, 1_000_000
"""The thresholds of the garbage collection: the oldest generation is never collected by itself, since that stops a
server of 1,000 games for 0.2 s (`build.py bench server`). The club does it when enough games have left the memory."""
HTTP_CONNECTIONS, OTHER_FILES = 800, 200
"""The connections beside the WebSockets, and the files beside connections, that may be open."""


class Server(uvicorn.Server):
    """Serves a club's games and the site."""

    def __init__(self, club: Club, site: Path | None, options: Namespace, max_connections: int) -> None:
        super().__init__(
            uvicorn.Config(
                application(club, site, options.rate, options.origin),
                lifespan="off",
                log_config=None,
                log_level="error",
                access_log=False,
                server_header=False,
                headers=[("X-Content-Type-Options", "nosniff")],
                limit_concurrency=max_connections,
                http="h11",
                ws="websockets-sansio",
                ws_max_size=MAX_MESSAGE_BYTES,
                ws_ping_interval=PING_SECONDS,
                ws_ping_timeout=PONG_SECONDS,
                ws_per_message_deflate=False,
                forwarded_allow_ips=options.proxies,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )
        self.club = club

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down, answering those who wait for a change first."""
        self.club.end()
        await super().shutdown(sockets)


class OneLine(logging.Formatter):
    """One line for each log record; an unexpected error with its traceback in short."""

    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record).replace("\n", " "))[:MAX_LOG_CHARS]

    def formatException(  # noqa: N802
        self, info: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        places = (f"{Path(place.filename).name}:{place.lineno}" for place in reversed(extract_tb(info[2])))
        return f"{info[1]!r:.400} < {' < '.join(places)}"


def store_of(place: str, keep_days: int) -> Store:
    """The store that an address or the path of a file names. Raises ValueError."""
    if keep_days <= MAX_DAYS:
        raise ValueError(f"--keep-days must be {MAX_DAYS + 1} or more: a move may take {MAX_DAYS} days")
    kind, separator, _ = place.partition("://")
    if not separator:
        return SqliteStore(Path(place).expanduser(), keep_days)
    if kind not in ("redis", "rediss", "unix"):
        raise ValueError(f"a store is a file or redis://HOST, not {place[:80]!r}")
    from saltus.server.redis_store import RedisStore

    return RedisStore(place, keep_days)


def run(options: Namespace, site: Path | None, ready: Callable[[str], object]) -> None:
    """Run the server. `options` are those of the command; `ready` is called with the address. Raises ValueError or
    OSError if that is not possible."""
    lines = logging.StreamHandler()
    lines.setFormatter(OneLine("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(handlers=[lines])
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of each write to a client that has left
    gc.freeze()
    gc.set_threshold(*COLLECT)
    connections = _allow_files(options.guests + HTTP_CONNECTIONS + OTHER_FILES) - OTHER_FILES
    club = Club(store_of(options.store, options.keep_days), options.guests)
    server = Server(club, site, options, max(connections, 1))
    # It complains of each WebSocket that is denied with a reply, which is normal.
    logging.getLogger("uvicorn.error").addFilter(lambda said: "completing handshake" not in said.getMessage())
    with listening(options.host, options.port) as made:
        host = _found_at(options.host)
        name = f"[{host}]" if ":" in host else host
        asyncio.run(_serve(server, made, lambda: ready(f"http://{name}:{made.getsockname()[1]}/")))


async def _serve(server: Server, made: socket.socket, ready: Callable[[], object]) -> None:
    try:
        await server.club.open()
    except StoreError as error:
        raise ValueError(f"the games cannot be kept: {error}") from None
    try:
        ready()
        await server.serve([made])
    finally:
        await server.club.close()


def listening(host: str, port: int) -> socket.socket:
    """A listening socket. Raises ValueError if that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sets TCP_NODELAY; otherwise messages may wait 40 ms.
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
    """The address to open: for a server that listens on all addresses, the one by which its network knows the
    machine."""
    if host in ("0.0.0.0", "::"):
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # this sends nothing: it only picks a route
            return str(probe.getsockname()[0])
    return host


def _allow_files(wanted: int) -> int:
    """Raise the limit of open files, one for each connection, as far as the system allows. Returns how many of the
    wanted ones are allowed."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
            soft = limit
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, soft)

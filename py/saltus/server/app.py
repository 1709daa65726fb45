"""The ASGI application: the API by HTTP and by WebSocket, and the site. `py/docs/server.md` describes it.

By HTTP a request is the body of a POST, by WebSocket a message; both are those of the bridge, and so are the errors.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from math import ceil
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from saltus import __version__
from saltus.games import keys
from saltus.protocol.reply import encode
from saltus.protocol.request import Fault, Id, decode
from saltus.server import openapi
from saltus.server.club import Club
from saltus.server.limits import Addresses, Bucket, is_own
from saltus.server.ops import Denied, error_of
from saltus.server.room import Guest
from saltus.server.schema import STATUS, About
from saltus.server.site import Site
from saltus.server.store import StoreError

LOG = logging.getLogger("saltus.server")
MAX_BODY_BYTES = 16_384
"""The longest request, also by WebSocket."""
MAX_MESSAGE_BYTES = 16 * MAX_BODY_BYTES
"""The longest message that is read, to say that it is too long. A longer one ends the connection."""
BODY_SECONDS = 10.0
MAX_WAIT_SECONDS = 25.0
"""The longest wait for a change; proxies end what takes much longer."""
NEW_GAME_COST = 10.0
"""How many requests a new game counts as."""
TRY_AGAIN = 1013
"""The code with which a WebSocket is closed."""
MIN_SOCKETS = 100
"""So many WebSockets an address may always have, else half of all that may be open."""


def too_large() -> Fault:
    return Fault("too-large", f"a request has at most {MAX_BODY_BYTES:,} bytes")


def failure(id_: Id, error: Exception) -> tuple[int, str]:
    """The status and the reply of a request that failed."""
    if isinstance(error, StoreError):
        LOG.warning("%s", error)
    elif not isinstance(error, Fault | Denied):
        LOG.error("a request failed", exc_info=error)
    said = error_of(error)
    return STATUS.get(str(said["code"]), 400), encode(id_, {"ok": False, "error": said})


Work = Callable[[HttpRequest], Awaitable[Mapping[str, object]]]


class Api:
    """The end points."""

    def __init__(self, club: Club, rate: float, origins: Collection[str]) -> None:
        self.club, self.rate, self.origins = club, rate, origins
        self.addresses = Addresses(rate)
        self.sockets: Counter[str] = Counter()
        """How many are open, by address."""

    async def about(self, http: HttpRequest) -> Mapping[str, object]:
        told: About = {"saltus": __version__, "games": list(keys())}
        return told

    async def create(self, http: HttpRequest) -> Mapping[str, object]:
        return await self.club.create(decode(await _body(http)))

    async def state(self, http: HttpRequest) -> Mapping[str, object]:
        after, wait = (_number(http, name) for name in ("after", "wait"))
        return await self.club.state(http.path_params["game"], _token(http), after, min(wait, MAX_WAIT_SECONDS))

    async def ask(self, http: HttpRequest) -> Mapping[str, object]:
        return await self.club.ask(http.path_params["game"], _token(http), decode(await _body(http)))

    def replying(self, work: Work, cost: float = 1.0) -> Callable[[HttpRequest], Awaitable[Response]]:
        """The end point that replies with what `work` makes of a request."""

        async def reply(http: HttpRequest) -> Response:
            status, headers = 200, {"Cache-Control": "no-store"}
            try:
                self._admit(http, cost)
                text = encode(None, {"ok": True, **await work(http)})
            except Exception as error:
                status, text = failure(error.id if isinstance(error, Fault) else None, error)
                if status in (429, 503):
                    headers["Retry-After"] = str(ceil(NEW_GAME_COST / self.rate))
            return Response(text, status, media_type="application/json", headers=headers)

        return reply

    def _admit(self, http: HttpRequest | WebSocket, cost: float = 1.0) -> None:
        """Raise `Denied` if this request may not be made."""
        if not is_own(http.headers.get("origin"), http.headers.get("host"), self.origins):
            raise Denied("wrong-origin", f"pages of {http.headers['origin'][:80]} may not play here")
        wait = self.addresses.take(_address(http), cost)
        if wait:
            raise Denied("too-many", f"too many requests; try again in {ceil(wait)} s")

    async def live(self, socket: WebSocket) -> None:
        """A connection by WebSocket: its messages are answered in order, and what happens is told between."""
        address = _address(socket)
        try:
            self._admit(socket)
            if len(self.club.guests) >= self.club.max_guests:
                raise Denied("too-many", "too many connections")
            if self.sockets[address] >= max(MIN_SOCKETS, self.club.max_guests // 2):
                raise Denied("too-many", "too many connections from one address")
        except Denied as error:
            status, text = failure(None, error)
            with suppress(RuntimeError):
                await socket.send_denial_response(Response(text, status, media_type="application/json"))
            return
        await socket.accept()
        self.sockets[address] += 1
        guest = Guest()
        self.club.guests.add(guest)
        writer = asyncio.create_task(_write(socket, guest))
        try:
            await self._read(socket, guest)
        finally:
            self.club.leave(guest)
            writer.cancel()
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    async def _read(self, socket: WebSocket, guest: Guest) -> None:
        """Answer messages until the connection ends. Who sends too many is read more slowly."""
        bucket, game = Bucket(self.rate), socket.path_params["game"]
        while True:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            guest.heard = time.monotonic()
            if wait := bucket.take():
                await asyncio.sleep(wait)
                bucket.take()
            sent = message.get("text")
            guest.send(await self._answer(game, guest, sent if sent is not None else message["bytes"]))

    async def _answer(self, game: str, guest: Guest, sent: str | bytes) -> str:
        id_: Id = None
        try:
            if len(sent) > MAX_BODY_BYTES:
                raise too_large()
            request = decode(sent)
            id_ = request.id
            return encode(id_, {"ok": True, **await self.club.say(game, guest, request)})
        except Exception as error:
            return failure(error.id if id_ is None and isinstance(error, Fault) else id_, error)[1]


async def _write(socket: WebSocket, guest: Guest) -> None:
    """Send what there is to send, until the connection ends or is dropped."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while (text := await guest.unsent.get()) is not None:
            await socket.send_text(text)
        await socket.close(TRY_AGAIN)


def _address(http: HttpRequest | WebSocket) -> str:
    return http.client.host if http.client else ""


async def _body(http: HttpRequest) -> bytes:
    """The body of a request. Raises `Fault` if it is too long, or comes too slowly."""
    body = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in http.stream():
                body += part
                if len(body) > MAX_BODY_BYTES:
                    raise too_large()
    except TimeoutError:
        raise Fault("bad-request", f"the request did not come within {BODY_SECONDS:g} s") from None
    return body


def _token(http: HttpRequest) -> str | None:
    """The token of a seat that a request names, in the header `Authorization: Bearer TOKEN`."""
    kind, _, token = http.headers.get("authorization", "").partition(" ")
    if kind and kind.lower() != "bearer":
        raise Fault("bad-request", f"Authorization must be `Bearer TOKEN`, not {kind[:20]!r}")
    return token.strip() if kind else None


def _number(http: HttpRequest, name: str) -> int:
    """A number in the address, 0 if there is none."""
    text = http.query_params.get(name, "0")
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise Fault("bad-request", f"{name} must be a whole number, not {text[:40]!r}")
    return int(text)


async def unknown(http: HttpRequest, error: Exception) -> Response:
    """What starlette refuses itself: a path or a method that there is not."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    said = {"code": "unknown-op", "message": f"there is no {http.method} {http.url.path[:80]}; see /api/docs"}
    return JSONResponse({"id": None, "ok": False, "error": said}, status)


def application(club: Club, site: Path | None, rate: float, origins: Collection[str] = ()) -> Starlette:
    """The application. `origins` are those of other sites that may use this server."""
    api = Api(club, rate, origins)

    async def docs(_: HttpRequest) -> Response:
        policy = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
        return HTMLResponse(openapi.page(), headers=policy)

    async def description(_: HttpRequest) -> Response:
        return JSONResponse(openapi.description())

    routes: list[Any] = [
        Route("/api", api.replying(api.about)),
        Route("/api/docs", docs),
        Route("/api/openapi.json", description),
        Route("/api/games", api.replying(api.create, NEW_GAME_COST), methods=["POST"]),
        Route("/api/games/{game}", api.replying(api.state)),
        Route("/api/games/{game}", api.replying(api.ask), methods=["POST"]),
        WebSocketRoute("/api/games/{game}/live", api.live),
    ]
    if site is not None:
        routes.append(Mount("/", Site(site)))
    headers = ["Authorization", "Content-Type"]
    allowed = [
        Middleware(CORSMiddleware, allow_origins=list(origins), allow_methods=["GET", "POST"], allow_headers=headers)
    ]
    return Starlette(
        routes=routes, middleware=allowed if origins else [], exception_handlers={HTTPException: unknown}
    )

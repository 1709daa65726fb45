"""The ASGI application: the API by HTTP and by WebSocket, and the site. `py/docs/server.md` describes it.

By HTTP a request is the body of a POST, by WebSocket a message; both are those of the bridge, and so are the errors.
Slow clients and floods of connections are left to uvicorn and to the proxy in front.
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
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from saltus import __version__
from saltus.games import keys
from saltus.protocol.reply import encode
from saltus.protocol.request import Fault, Id, decode
from saltus.server import openapi
from saltus.server.club import Club
from saltus.server.limits import NEW_GAME_COST, Addresses, Bucket, is_own, network
from saltus.server.ops import Denied, error_of
from saltus.server.room import Guest
from saltus.server.schema import STATUS, About, Created, GameState
from saltus.server.site import Site
from saltus.server.store import StoreError

LOG = logging.getLogger("saltus.server")
MAX_BODY_BYTES = 16_384
"""The longest request, by HTTP or WebSocket."""
MAX_MESSAGE_BYTES = 16 * MAX_BODY_BYTES
"""The longest message that is read, to answer that it is too long. A longer one ends the connection."""
MAX_WAIT_SECONDS = 25.0
"""The longest wait for a change: proxies give up on much longer ones."""
FIRST_MESSAGES = 5.0
"""How many messages a new WebSocket may send at once, or one second's worth if that is more."""
TRY_AGAIN = 1013
"""The code with which a WebSocket is closed."""
MIN_SOCKETS = 100
"""How many WebSockets an address may always have; otherwise half of all that may be open."""


def too_large() -> Fault:
    return Fault("too-large", f"a request has at most {MAX_BODY_BYTES:,} bytes")


def failure(id_: Id, error: Exception) -> tuple[int, str]:
    """The status and the reply of a request that failed."""
    if isinstance(error, StoreError):
        LOG.warning("%s", error)
    elif not isinstance(error, Fault | Denied | ClientDisconnect):
        LOG.error("a request failed", exc_info=error)
    said = error_of(error)
    return STATUS.get(str(said["code"]), 400), encode(id_, {"ok": False, "error": said})


def refusal(error: Exception, rate: float) -> Response:
    """The reply to a request that failed."""
    status, text = failure(None, error)
    headers = {"Cache-Control": "no-store"}
    if status in (429, 503):
        headers["Retry-After"] = str(ceil(NEW_GAME_COST / rate))
    return Response(text, status, media_type="application/json", headers=headers)


Work = Callable[[HttpRequest], Awaitable[Mapping[str, object]]]


class Api:
    """The endpoints."""

    def __init__(self, club: Club, rate: float, origins: Collection[str]) -> None:
        self.club, self.rate, self.origins = club, rate, origins
        self.addresses = Addresses(rate)
        self.sockets: Counter[str] = Counter()
        """How many WebSockets each address has open."""

    async def about(self, http: HttpRequest) -> About:
        """Describes this server."""
        return {"saltus": __version__, "games": list(keys())}

    async def create(self, http: HttpRequest) -> Created:
        """Begins a game. The fields are those of the bridge's `new`, and `seat` (`w`, `b` or `any`: yours), `name`,
        and `days` for each move instead of a `clock`."""
        return await self.club.create(decode(await _body(http)))

    async def state(self, http: HttpRequest) -> GameState:
        """Returns a game. With `?after=VERSION&wait=SECONDS` it waits for a change, 25 seconds at most."""
        after, wait = (_number(http, name) for name in ("after", "wait"))
        return await self.club.state(http.path_params["game"], _token(http), after, min(wait, MAX_WAIT_SECONDS))

    async def ask(self, http: HttpRequest) -> GameState:
        """Carries out a player's request, one of those below."""
        return await self.club.ask(http.path_params["game"], _token(http), decode(await _body(http)))

    def replying(self, work: Work, cost: float) -> Callable[[HttpRequest], Awaitable[Response]]:
        """The endpoint whose reply is the result of `work`."""

        async def reply(http: HttpRequest) -> Response:
            try:
                self._admit(http, cost)
                text = encode(None, {"ok": True, **await work(http)})
            except Exception as error:
                return refusal(error, self.rate)
            return Response(text, media_type="application/json", headers={"Cache-Control": "no-store"})

        return reply

    def _admit(self, http: HTTPConnection, cost: float = 1.0) -> None:
        """Raise `Denied` if this request may not be made."""
        if not is_own(http.headers.get("origin"), http.headers.get("host"), self.origins):
            raise Denied("wrong-origin", f"pages of {http.headers['origin'][:80]} may not play here")
        wait = self.addresses.take(_address(http), cost)
        if wait:
            raise Denied("too-many", f"too many requests; try again in {ceil(wait)} s")

    async def live(self, socket: WebSocket) -> None:
        """A WebSocket: its messages are answered in order, and events are sent in between."""
        address, max_guests = _address(socket), self.club.max_guests
        try:
            self._admit(socket)
            if len(self.club.guests) >= max_guests:
                raise Denied("too-many", "too many connections")
            if self.sockets[address] >= max(MIN_SOCKETS, max_guests // 2):
                raise Denied("too-many", "too many connections from one address")
        except Denied as error:
            return await socket.send_denial_response(refusal(error, self.rate))
        guest = Guest()
        self.club.guests.add(guest)
        self.sockets[address] += 1
        await socket.accept()
        both = {asyncio.create_task(self._read(socket, guest)), asyncio.create_task(_write(socket, guest))}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.club.leave(guest)
            self.sockets[address] -= 1
            self.sockets += Counter()  # drops the addresses with none
            for each in both:
                each.cancel()

    async def _read(self, socket: WebSocket, guest: Guest) -> None:
        """Answer messages until the connection ends. A client that sends too fast is throttled, and nothing is read
        from one that does not read its replies."""
        game, bucket = socket.path_params["game"], Bucket(self.rate)
        bucket.left = max(self.rate, FIRST_MESSAGES)  # a flooder that reconnects begins with little
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
            await guest.unsent.join()

    async def _answer(self, game: str, guest: Guest, sent: str | bytes) -> str:
        id_: Id = None
        try:
            if len(sent) > MAX_BODY_BYTES:
                raise too_large()
            request = decode(sent)
            id_ = request.id
            return encode(id_, {"ok": True, **await self.club.say(game, guest, request)})
        except Exception as error:
            return failure(id_, error)[1]


async def _write(socket: WebSocket, guest: Guest) -> None:
    """Send messages until the connection ends or is dropped."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while (text := await guest.unsent.get()) is not None:
            await socket.send_text(text)
            guest.unsent.task_done()
        await socket.close(TRY_AGAIN)


def _address(http: HTTPConnection) -> str:
    return network(http.client.host) if http.client else ""


async def _body(http: HttpRequest) -> bytes:
    """The body of a request. Raises `Fault` if it is too long."""
    if int(http.headers.get("content-length", 0)) > MAX_BODY_BYTES:
        raise too_large()
    body = b""
    async for part in http.stream():  # the length may not be given
        body += part
        if len(body) > MAX_BODY_BYTES:
            raise too_large()
    return body


def _token(http: HttpRequest) -> str | None:
    """The seat's token in a request, in the header `Authorization: Bearer TOKEN`."""
    kind, _, token = http.headers.get("authorization", "").partition(" ")
    if kind and kind.lower() != "bearer":
        raise Fault("bad-request", "Authorization must be `Bearer TOKEN`")
    return token.strip() if kind else None


def _number(http: HttpRequest, name: str) -> int:
    """A number in the query, 0 if missing."""
    text = http.query_params.get(name, "0")
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise Fault("bad-request", f"{name} must be a whole number, not {text[:40]!r}")
    return int(text)


async def unknown(_: HTTPConnection, error: Exception) -> Response:
    """The reply where Starlette itself refuses a request: an unknown path or a wrong method."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    said = {"code": "unknown-op", "message": "there is no such path, or not for this method; see /api/docs"}
    return JSONResponse({"id": None, "ok": False, "error": said}, status)


async def nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    """The application for all other paths: not found."""
    raise HTTPException(404)


def application(club: Club, site: Path | None, rate: float, origins: Collection[str] = ()) -> Starlette:
    """The application. `origins` are those of other sites that may use this server."""
    api = Api(club, rate, origins)
    ends: list[openapi.End] = [
        ("GET", "/api", api.about),
        ("POST", "/api/games", api.create),
        ("GET", "/api/games/{game}", api.state),
        ("POST", "/api/games/{game}", api.ask),
    ]

    document = openapi.description(ends)
    page = openapi.page(ends, document)

    async def docs(_: HttpRequest) -> Response:
        policy = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
        return HTMLResponse(page, headers=policy)

    async def description(_: HttpRequest) -> Response:
        return JSONResponse(document)

    routes: list[Any] = [
        Route("/api/docs", docs),
        Route("/api/openapi.json", description),
        WebSocketRoute("/api/games/{game}/live", api.live),
    ]
    for method, path, work in ends:
        cost = NEW_GAME_COST if work == api.create else 1.0
        routes.append(Route(path, api.replying(work, cost), methods=[method]))
    routes.append(Mount("/", nowhere if site is None else Site(site)))
    headers, methods = ["Authorization", "Content-Type"], ["GET", "POST"]
    cors = Middleware(CORSMiddleware, allow_origins=list(origins), allow_methods=methods, allow_headers=headers)
    return Starlette(routes=routes, middleware=[cors] if origins else [], exception_handlers={HTTPException: unknown})

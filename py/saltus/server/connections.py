"""HTTP and WebSockets as uvicorn speaks them, with an end for who does not send, does not read, or floods."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Response
from websockets.server import ServerProtocol

from saltus.server.limits import Bucket

REQUEST_SECONDS, SEND_SECONDS = 10.0, 30.0
"""How long the head of a request may take, and what is sent."""
READ_BYTES, FRAMES_A_SECOND = 16_384, 20.0
"""How much is read of a connection at a time, so that thousands of small messages keep nobody else waiting; and how
many pings, answers to pings and parts of messages a WebSocket may have for long."""
NO_SNIFFING = "X-Content-Type-Options", "nosniff"


class Impatient(asyncio.Protocol):
    """A connection that ends if the other side does not read what it is sent."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _sending: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        self._sending = self.loop.call_later(SEND_SECONDS, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._sent()
        super().resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        self._sent()
        super().connection_lost(error)

    def _sent(self) -> None:
        if self._sending is not None:
            self._sending.cancel()


class Http(Impatient, H11Protocol):
    """HTTP as uvicorn speaks it, but a connection on which no request begins in time is ended, and earlier if there
    are too many."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)  # whatever waits is waited for
        transport.max_size = READ_BYTES  # type: ignore[attr-defined]
        if len(self.connections) >= (self.limit_concurrency or 0):
            idle = (one for one in self.connections if isinstance(one, Http) and one is not self and one.is_idle)
            next(idle, self).transport.abort()
        self._expect()

    @property
    def is_idle(self) -> bool:
        return not self.transport.is_closing() and (self.cycle is None or self.cycle.response_complete)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect()

    def _expect(self) -> None:
        self.loop.call_later(REQUEST_SECONDS, self._end, self.cycle)

    def _end(self, before: RequestResponseCycle | None) -> None:
        if self.cycle is before and self.transport.get_protocol() is self:
            self.transport.close()

    def _should_upgrade(self) -> bool:
        """A WebSocket begins with a request without a body: for one, nobody would wait in vain."""
        return not {b"content-length", b"transfer-encoding"} & dict(self.headers).keys() and super()._should_upgrade()

    def send_400_response(self, msg: str) -> None:
        """What is no request ends the connection, also where an answer is awaited or under way."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state is h11.IDLE or self.conn.our_state is h11.SEND_RESPONSE:
            headers = [NO_SNIFFING, ("Content-Type", "text/plain"), ("Connection", "close"), ("Content-Length", "0")]
            self.transport.write(self.conn.send(h11.Response(status_code=400, headers=headers)) or b"")
        self.transport.close()


class Handshake(ServerProtocol):
    """The beginning of a WebSocket."""

    def send_response(self, response: Response) -> None:
        if NO_SNIFFING[0] not in response.headers:
            response.headers[NO_SNIFFING[0]] = NO_SNIFFING[1]
        super().send_response(response)


class Live(Impatient, WebSocketsSansIOProtocol):
    """WebSockets as uvicorn speaks them, but a flood of frames that are no messages ends the connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.__class__ = Handshake
        self._bucket = Bucket(FRAMES_A_SECOND)

    def handle_ping(self) -> None:
        super().handle_ping()
        self._count()

    def handle_pong(self, event: Frame) -> None:
        super().handle_pong(event)
        self._count()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        self._count()

    def _count(self) -> None:
        if self._bucket.take():
            self.transport.abort()

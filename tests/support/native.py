"""The built site with rules in Python itself, in place of Pyodide in the worker: a visit costs half as much.

The page and its files are those of the site. The worker's script alone is another one (`native_worker.js`): it passes
on the requests as text, by a web socket, to a process of `native_rules.py`, and the replies back to the page.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from threading import Lock, Thread
from typing import ClassVar, Self

from bundle import site
from bundle.runtime import MODULES, REST, modules
from bundle.server import SiteHandler
from websockets.datastructures import Headers
from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from tests.support.served import Host, served

HERE = Path(__file__).parent
PROGRAM = HERE / "native_rules.py"
SCRIPT = (MODULES / "engine" / "requests.js", HERE / "bridged.mjs", HERE / "native_worker.js")
IS_POSSIBLE = hasattr(os, "fork")
"""Whether this system can have them."""

EMPTY_MODULE = b"\0asm\1\0\0\0"
"""What the page compiles in place of the rest of the runtime, which nobody needs."""


class Rules:
    """The process of `native_rules.py`."""

    def __init__(self) -> None:
        self.visits, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen([sys.executable, PROGRAM], stdin=theirs.fileno())

    def visit(self) -> socket.socket:
        """A connection to rules that know nothing of other visits."""
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self.visits, [b"."], [theirs.fileno()])
        return ours

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.visits.close()
        self.process.kill()
        self.process.wait()


class NativeHandler(SiteHandler):
    """Has the rules of each visit in a process of its own."""

    native: ClassVar[Rules]

    def do_GET(self) -> None:  # noqa: N802  (the base class has it so)
        path = self.path.partition("?")[0]
        if path == "/-/rules":
            self.relay()
        elif path == "/-/rules.wasm":
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif path.endswith(f"/{REST}"):
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Length", str(len(EMPTY_MODULE)))
            self.end_headers()
            self.wfile.write(EMPTY_MODULE)
        elif path.endswith("/engine/worker.js"):
            script = "\n".join(part.read_text("utf-8") for part in SCRIPT).encode()
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/javascript")
            self.send_header("Content-Length", str(len(script)))
            self.end_headers()
            self.wfile.write(script)
        else:
            super().do_GET()

    def relay(self) -> None:
        """Pass on what the worker and the rules say to each other, until one of them has ended."""
        self.close_connection = True
        talk = WebSocket(self)
        with self.native.visit() as rules:
            replies = Thread(target=self.reply, args=[talk, rules], daemon=True)
            replies.start()
            with suppress(OSError):
                for text in talk.messages():
                    rules.sendall(text + b"\n")
            with suppress(OSError):
                rules.shutdown(socket.SHUT_RDWR)
            replies.join()

    def reply(self, talk: "WebSocket", rules: socket.socket) -> None:
        """Send each line of the rules as a message."""
        with suppress(OSError, InvalidState), rules.makefile("rb") as lines:  # the worker may have ended
            for line in lines:
                talk.send(line.rstrip(b"\n"))
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)


class WebSocket:
    """A request for a web socket, accepted: what comes may be read while another thread sends."""

    def __init__(self, handler: SiteHandler) -> None:
        self.read, self.write = handler.rfile.read1, handler.wfile.write
        self.lock = Lock()
        self.protocol = ServerProtocol(max_size=None)
        # The handler has read it already; the protocol wants to read it, too.
        request = Request(handler.path, Headers(handler.headers.items()))
        self.protocol.receive_data(request.serialize())
        self.protocol.send_response(self.protocol.accept(request))
        self.protocol.events_received()
        self.flush()

    def flush(self) -> None:
        for data in self.protocol.data_to_send():
            self.write(data)

    def send(self, text: bytes) -> None:
        with self.lock:
            self.protocol.send_text(text)
            self.flush()

    def messages(self) -> Iterator[bytes]:
        """What comes, message by message, until the other side closes."""
        text = b""
        while data := self.read(1 << 16):
            with self.lock:
                self.protocol.receive_data(data)
                frames = [one for one in self.protocol.events_received() if isinstance(one, Frame)]
                self.flush()
            for frame in frames:
                if frame.opcode is Opcode.CLOSE:
                    return
                text += frame.data
                if frame.fin:
                    yield text
                    text = b""


@contextmanager
def native_site(folder: Path = site.DIST) -> Iterator[Host]:
    """Serves a built site with rules in Python itself."""
    modules()
    with Rules() as rules, served(type("Native", (NativeHandler,), {"native": rules, "root": folder})) as host:
        yield host

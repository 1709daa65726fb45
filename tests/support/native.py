"""The built site with rules in Python itself, in place of Pyodide in the worker: a visit costs half as much.

The page and its files are those of the site. The worker's script alone is another one (`native_worker.js`): it passes
on the requests as text, by a web socket, to a process of `native_rules.py`, and the replies back to the page.
"""

import base64
import hashlib
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from threading import Thread
from typing import ClassVar, Self

from bundle import site
from bundle.runtime import MODULES, REST, modules
from bundle.server import SiteHandler

from tests.support.served import Host, served

HERE = Path(__file__).parent
PROGRAM = HERE / "native_rules.py"
SCRIPT = (MODULES / "engine" / "requests.js", HERE / "bridged.mjs", HERE / "native_worker.js")
IS_POSSIBLE = hasattr(os, "fork")
"""Whether this system can have them."""

EMPTY_MODULE = b"\0asm\1\0\0\0"
"""What the page compiles in place of the rest of the runtime, which nobody needs."""

ACCEPTED = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""What a server adds to the key of a web socket before it hashes it (RFC 6455)."""
TEXT, CLOSE = 1, 8
LAST, SHORT, LONG = 0x80, 126, 127
"""The first bytes of a frame: the bit of a last one, and the lengths that say that the length follows."""


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
        key = self.headers["Sec-WebSocket-Key"] + ACCEPTED
        self.send_response(HTTPStatus.SWITCHING_PROTOCOLS)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
        self.end_headers()
        self.close_connection = True
        with self.native.visit() as rules:
            replies = Thread(target=self.reply, args=[rules], daemon=True)
            replies.start()
            with suppress(OSError):
                while (line := self.message()) is not None:
                    rules.sendall(line + b"\n")
            with suppress(OSError):
                rules.shutdown(socket.SHUT_RDWR)
            replies.join()

    def reply(self, rules: socket.socket) -> None:
        """Send each line of the rules as a message."""
        with suppress(OSError), rules.makefile("rb") as lines:
            for line in lines:
                text = line.rstrip(b"\n")
                size = len(text)
                if size < SHORT:
                    head = bytes([size])
                elif size < 1 << 16:
                    head = bytes([SHORT]) + size.to_bytes(2)
                else:
                    head = bytes([LONG]) + size.to_bytes(8)
                self.wfile.write(bytes([LAST | TEXT]) + head + text)
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def message(self) -> bytes | None:
        """The next message of the worker; None if there is none any more."""
        text = b""
        while True:
            head = self.rfile.read(2)
            if len(head) < 2 or head[0] & 0xF == CLOSE:
                return None
            size = head[1] & ~LAST
            if size >= SHORT:
                size = int.from_bytes(self.rfile.read(2 if size == SHORT else 8))
            mask = self.rfile.read(4)
            masked = self.rfile.read(size)
            if len(masked) < size:
                return None
            key = (mask * (size // 4 + 1))[:size]
            text += (int.from_bytes(masked) ^ int.from_bytes(key)).to_bytes(size)
            if head[0] & LAST:
                return text


@contextmanager
def native_site(folder: Path = site.DIST) -> Iterator[Host]:
    """Serves a built site with rules in Python itself."""
    modules()
    with Rules() as rules, served(type("Native", (NativeHandler,), {"native": rules, "root": folder})) as host:
        yield host

"""Serves dist/ on this machine, with the headers that netlify.toml and the page's content policy set."""

import gzip
import http.server
import io
import os
import socket
import subprocess
import sys
import threading
import time
import tomllib
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from fnmatch import fnmatch
from http import HTTPStatus
from pathlib import Path
from typing import Any, ClassVar

from bundle import lab, site
from bundle.toolchain import BUNDLE, PY, ROOT, WEB, Stop, files

DEFAULT_PORTS = range(8000, 8020)
OPEN_AFTER_SECONDS = 0.2
LINGER_SECONDS, LINGER_BYTES, READ_BYTES = 1.0, 1 << 20, 1 << 16
"""How long, and for how many bytes, the server still reads from a visitor after its last answer."""


POLL_SECONDS, ANSWER_SECONDS = 0.3, 20.0
PACKED = {".js", ".mjs", ".css", ".html", ".json", ".wasm", ".svg", ".webmanifest"}
"""The files that hosts pack."""
PACK_LEVEL = 6
SITE_SOURCES = (ROOT / "index.html", ROOT / "netlify.toml", WEB, PY / "saltus", BUNDLE)
WATCH_SCRIPT_PATH, WATCH_PATH = "/-/watch.js", "/-/watch"
WATCH_SCRIPT = """\
const known = new URL(import.meta.url).search.slice(1);
let version = known;
while (version === known) {
  try {
    version = await (await fetch(`/-/watch?${known}`, { cache: 'no-store' })).text();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1000)); // the server is being restarted
  }
}
location.reload();
"""
NO_SERVICE_WORKER = """\
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()));
"""
"""Takes the place of a service worker that an earlier visit left."""


class SiteHandler(http.server.SimpleHTTPRequestHandler):
    """Serves dist/ with the headers that a host sends, so that what works here works there."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # or the kernel keeps what follows the headers for 40 ms
    root: ClassVar[Path] = site.DIST
    rules: ClassVar[list[dict[str, Any]]] = tomllib.loads((ROOT / "netlify.toml").read_text())["headers"]
    extensions_map = {  # noqa: RUF012  (the base class has it so)
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".json": "application/json",
        ".webmanifest": "application/manifest+json",
    }

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, directory=str(self.root), **more)

    def handle_one_request(self) -> None:
        self.path = ""  # a request that is refused before its path is read has none, not the one before it
        super().handle_one_request()

    def send_head(self) -> Any:
        path = self.translate_path(self.path)
        try:
            if "\0" in path:
                raise ValueError("no file's name has a NUL")
            os.fsencode(path)
        except ValueError:
            self.send_error(HTTPStatus.BAD_REQUEST, "No file can have this name")
            return None
        return super().send_head()

    def end_headers(self) -> None:
        headers: dict[str, str] = {}
        for rule in self.rules:
            if fnmatch(self.path.partition("?")[0], rule["for"]):
                headers.update(rule["values"])
        is_made = (self.root / site.HEADERS).exists()
        if is_made and not self.path.endswith(lab.FRAME.name):  # which has a policy of its own
            headers["Content-Security-Policy"] = site.header_policy(self.root)
        for name, value in headers.items():
            if name.lower() != "content-type":
                self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


class PackingHandler(SiteHandler):
    """Sends what hosts pack in gzip, so that it takes as long as from a host."""

    packed: ClassVar[dict[tuple[Path, int], bytes]] = {}

    def send_head(self) -> Any:
        path = Path(super().translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        takes = "gzip" in self.headers.get("Accept-Encoding", "") and "Range" not in self.headers
        if not takes or path.suffix not in PACKED or not path.is_file():
            return super().send_head()
        key = path, path.stat().st_mtime_ns
        if key not in self.packed:
            self.packed[key] = gzip.compress(path.read_bytes(), PACK_LEVEL)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(self.packed[key])))
        self.end_headers()
        return io.BytesIO(self.packed[key])


class SiteServer(http.server.ThreadingHTTPServer):
    """A server that does not report visitors who leave early: that is what visitors do."""

    def shutdown_request(self, request: Any) -> None:
        """Closes a connection once the visitor has nothing more to send, or not much more.

        Closing it earlier would discard an answer that is still on its way, such as 414 to a long address.
        """
        try:
            request.shutdown(socket.SHUT_WR)
            request.settimeout(LINGER_SECONDS)
            rest = LINGER_BYTES
            while rest > 0 and (read := len(request.recv(READ_BYTES))):
                rest -= read
        except OSError:  # the visitor has gone
            pass
        self.close_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def make_server(port: int = 0, handler: type[SiteHandler] = SiteHandler) -> http.server.ThreadingHTTPServer:
    """Returns a server of dist/ that this machine alone can reach. Port 0 takes any that is free."""
    return SiteServer(("127.0.0.1", port), handler)


def rebuild() -> None:
    """Builds the site in a new process, so that a change to the build's own modules counts too.

    Raises Stop with what the build printed if it fails.
    """
    done = subprocess.run([sys.executable, ROOT / "build.py", "dist"], capture_output=True, text=True)
    if done.returncode:
        raise Stop(done.stderr.strip())


def source_states(sources: Sequence[Path]) -> dict[Path, tuple[int, int]]:
    """Returns when each file, and each file below each folder, was last changed, in nanoseconds, and its bytes."""
    states = {}
    for source in sources:
        for path in files(source) if source.is_dir() else [source]:
            with suppress(FileNotFoundError):  # an editor replaces a file by renaming another
                found = path.stat()
                states[path] = found.st_mtime_ns, found.st_size
    return states


class Watcher:
    """Calls `rebuild` when a source has changed, and tells the open pages.

    A page asks for the next version. It is answered when there is one, or after `ANSWER_SECONDS` with its own.
    """

    def __init__(self, sources: Sequence[Path] = SITE_SOURCES, rebuild: Callable[[], None] = rebuild) -> None:
        self.version = time.time_ns() // 1_000_000  # greater than that of a server that ran before
        self.sources = sources
        self.rebuild = rebuild
        self.changed = threading.Condition()
        self.ended = False

    def run(self) -> None:
        """Looks at the sources until `end`. A build that fails is printed; the site stays as it was."""
        seen = source_states(self.sources)
        while not self.ended:
            time.sleep(POLL_SECONDS)
            now = source_states(self.sources)
            if now == seen:
                continue
            seen = now
            try:
                self.rebuild()
            except Stop as error:
                print(error, flush=True)
                continue
            print(f"rebuilt at {time.strftime('%H:%M:%S')}", flush=True)
            self.announce()

    def announce(self) -> None:
        """Has every page that waits load itself again."""
        with self.changed:
            self.version += 1
            self.changed.notify_all()

    def next_version(self, known: int) -> int:
        """Returns the version once it is not `known`, or after `ANSWER_SECONDS`."""
        with self.changed:
            self.changed.wait_for(lambda: self.ended or self.version != known, ANSWER_SECONDS)
            return self.version

    def end(self) -> None:
        """Ends `run` and every waiting request."""
        with self.changed:
            self.ended = True
            self.changed.notify_all()


class WatchingHandler(PackingHandler):
    """Adds the script that reloads the page after a rebuild, and takes the service worker away.

    The script is a file of its own because the content security policy allows no inline ones. The service worker
    would answer with the version before.
    """

    watcher: ClassVar[Watcher]

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        if path == WATCH_SCRIPT_PATH:
            self.answer("text/javascript", WATCH_SCRIPT)
        elif path == WATCH_PATH:
            known = int(query) if query.isdecimal() else 0
            self.answer("text/plain", str(self.watcher.next_version(known)))
        elif path == "/sw.js":
            self.answer("text/javascript", NO_SERVICE_WORKER)
        elif path in ("/", "/index.html"):
            # The version first: a page that was read during a rebuild is then out of date, not taken for the new one.
            script = f'<script type="module" src="{WATCH_SCRIPT_PATH}?{self.watcher.version}"></script>'
            page = (self.root / "index.html").read_text("utf-8")
            self.answer("text/html; charset=utf-8", page.replace("</head>", f"{script}</head>", 1))
        else:
            super().do_GET()

    def answer(self, kind: str, text: str) -> None:
        """Sends a text with its media type."""
        data = text.encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def watching(watcher: Watcher) -> type[WatchingHandler]:
    """Returns the handler whose pages `watcher` reloads."""
    return type("Watching", (WatchingHandler,), {"watcher": watcher})


def serve(port: int | None, show: bool, watch: bool = False) -> None:
    """Builds the site, serves it, and opens the browser, until interrupted.

    With `watch` it rebuilds when a source changes, and the page reloads itself. Raises Stop if `port` is taken.
    """
    site.dist()
    watcher = Watcher()
    handler = watching(watcher) if watch else PackingHandler
    made = None
    for candidate in [port] if port is not None else [*DEFAULT_PORTS, 0]:
        try:
            made = make_server(candidate, handler)
            break
        except OSError as error:
            if port is not None:
                raise Stop(f"port {port} cannot be used: {error.strerror}. Choose another with --port.") from error
    assert made
    address = f"http://127.0.0.1:{made.server_port}/"
    print(f"Saltus is at {address}   (Ctrl+C ends it)", flush=True)
    if watch:
        threading.Thread(target=watcher.run, daemon=True).start()
    if show:
        threading.Timer(OPEN_AFTER_SECONDS, webbrowser.open, [address]).start()
    try:
        made.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        watcher.end()
        made.server_close()

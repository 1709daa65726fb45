"""Makes the pictures by which the site is announced: one beside links to it, one as its cover on itch.io, one for the
README.

Chromium draws the first two with the page's own code (cover/cover.ts): the same Chromium makes the same bytes. The
third is the page itself, in the middle of a game.
"""

import base64
import http.server
import json
import os
import re
import subprocess
import tempfile
import threading
from functools import partial
from pathlib import Path
from typing import Any

from bundle.runtime import joined
from bundle.server import make_server
from bundle.site import dist, games
from bundle.toolchain import (
    BUILD,
    BUNDLE,
    CHROMIUM_FLAGS,
    ROOT,
    WEB,
    Stop,
    call,
    chromium,
    program,
    python_packages,
)

TARGETS = {"share": WEB / "icons" / "share.jpg", "cover": BUILD / "saltus-itch-cover.jpg"}
"""Where each picture goes, by its name in cover.ts."""
SCREENSHOT = WEB / "icons" / "screenshot.jpg"
SCREENSHOT_MOVES = ("11-16", "22-17", "10-14", "17x10", "6x15", "24-20", "8-11", "28-24")
SCREENSHOT_SIZE = {"width": 1200, "height": 760}
JPEG_QUALITY = 88
PAGE, COVER = "py/bundle/cover/index.html", BUNDLE / "cover" / "cover.ts"
VIRTUAL_MS, MAX_SECONDS = 20_000, 120
"""How far the browser lets the page's clock run, and how long it may take for that."""


class SourceHandler(http.server.SimpleHTTPRequestHandler):
    """Serves the sources as they are, and what the rules say of the games."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}  # noqa: RUF012

    def do_GET(self) -> None:
        """Answers one request."""
        if self.path != "/games.json":
            super().do_GET()
            return
        raw = json.dumps(games()).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *_: Any) -> None:
        """Says nothing about requests."""


def pictures() -> None:
    """Makes all pictures and says where they are."""
    for name, raw in drawn().items():
        target = TARGETS[name]
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(raw)
        print(f"{target.relative_to(ROOT)}: {len(raw):,} bytes")
    SCREENSHOT.write_bytes(screenshot())
    print(f"{SCREENSHOT.relative_to(ROOT)}: {SCREENSHOT.stat().st_size:,} bytes")


def screenshot() -> bytes:
    """Returns a picture of the page on a desk: a game of English checkers in which a hint shows a shot."""
    python_packages("test")
    dist()
    server = make_server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    program_file = BUNDLE / "screenshot.py"
    address = f"http://127.0.0.1:{server.server_port}/"
    told = json.dumps({"moves": SCREENSHOT_MOVES, "size": SCREENSHOT_SIZE, "quality": JPEG_QUALITY})
    browser = str(os.environ.get("SALTUS_CHROMIUM") or chromium())
    try:
        return base64.b64decode(call(program("python"), program_file, browser, address, told, limit=MAX_SECONDS))
    finally:
        server.shutdown()
        server.server_close()


def drawn() -> dict[str, bytes]:
    """Returns each picture, by its name in cover.ts."""
    joined("widget", COVER, BUILD / "cover.js")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(SourceHandler, directory=str(ROOT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        page = document(f"http://127.0.0.1:{server.server_port}/{PAGE}")
    finally:
        server.shutdown()
        server.server_close()
    found = dict(re.findall(r'<img id="(\w+)" src="data:image/jpeg;base64,([^"]+)"', page))
    if missing := TARGETS.keys() - found.keys():
        raise Stop(f"{PAGE} did not draw {', '.join(sorted(missing))}: open it in a browser to see why")
    return {name: base64.b64decode(found[name]) for name in TARGETS}


def document(address: str) -> str:
    """Returns a page as it stands when its scripts have run."""
    browser = Path(os.environ.get("SALTUS_CHROMIUM") or chromium())
    root = hasattr(os, "geteuid") and not os.geteuid()
    with tempfile.TemporaryDirectory() as profile:
        flags = [*CHROMIUM_FLAGS, *(["--no-sandbox"] if root else []), f"--user-data-dir={profile}"]
        command: list[str] = [
            str(browser),
            "--headless",
            *flags,
            "--dump-dom",
            f"--virtual-time-budget={VIRTUAL_MS}",
            address,
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=MAX_SECONDS, check=False)
    if done.returncode:
        raise Stop(f"Chromium drew nothing: {done.stderr[-500:]}")
    return str(done.stdout)

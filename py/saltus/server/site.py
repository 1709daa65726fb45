"""The site's files, as a host would serve them, and a mark in the page that a server of games is here.

A page from a static host has no such mark, so that it need not ask for anything. The content policy of the page
allows its own origin already (`default-src 'self'`); the header says the same of connections.
"""

import asyncio
import gzip
import re
from mimetypes import guess_type
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

MARK = '<meta name="saltus-server" content="api">'
PACKED = {".js", ".css", ".html", ".json", ".wasm", ".svg", ".webmanifest"}
TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json"}
_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')


def takes_gzip(accepted: str) -> bool:
    """Whether a client with this `Accept-Encoding` header accepts gzip."""
    weights = {}
    for each in accepted.lower().replace(" ", "").split(","):
        name, _, weight = each.partition(";q=")
        weights[name] = not weight or weight.strip("0.") != ""
    return weights.get("gzip", weights.get("*", False))


class Site:
    """An ASGI application that serves a folder. Files are read once and kept, plain and packed."""

    def __init__(self, folder: Path) -> None:
        page = (folder / "index.html").read_text("utf-8")
        found = _POLICY.search(page)
        if found is None or "</head>" not in page:
            raise ValueError(f"{folder / 'index.html'} is not the page of Saltus: build it with `build.py dist`")
        self.policy = f"{found[1]}; connect-src 'self'; frame-ancestors *"
        self.folder = folder.resolve()
        self.paths = {
            path.relative_to(folder).as_posix(): path
            for path in folder.rglob("*")
            if path.is_file() and path.resolve().is_relative_to(self.folder)
        }
        self._bodies: dict[tuple[str, bool], bytes] = {}
        """The contents of each file, plain or packed."""
        self._reading = asyncio.Lock()
        # A page that was built for another server has its mark already.
        self._page = (page if "saltus-server" in page else page.replace("</head>", f"{MARK}</head>", 1)).encode()

    async def body(self, name: str, is_packed: bool) -> bytes:
        async with self._reading:
            if (name, is_packed) not in self._bodies:
                self._bodies[name, is_packed] = await asyncio.to_thread(self._read, name, is_packed)
        return self._bodies[name, is_packed]

    def _read(self, name: str, is_packed: bool) -> bytes:
        plain = self._page if name == "index.html" else self.paths[name].read_bytes()
        return gzip.compress(plain, 6) if is_packed else plain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = scope["path"].removeprefix("/") or "index.html"
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or name not in self.paths:
            raise HTTPException(404)
        suffix = Path(name).suffix
        is_fixed = name.startswith("assets/")
        headers = {
            "Cache-Control": "public, max-age=31536000, immutable" if is_fixed else "no-cache",
            "Referrer-Policy": "no-referrer",
            "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        }
        if suffix != ".html" or name == "index.html":  # the game lab's frame has a policy of its own
            headers["Content-Security-Policy"] = self.policy
        is_packed = suffix in PACKED and takes_gzip(",".join(Headers(scope=scope).getlist("accept-encoding")))
        if suffix in PACKED:
            headers["Vary"] = "Accept-Encoding"
        if is_packed:
            headers["Content-Encoding"] = "gzip"
        body = await self.body(name, is_packed)
        kind = TYPES.get(suffix) or guess_type(name)[0] or "application/octet-stream"
        await Response(body, headers=headers, media_type=kind)(scope, receive, send)

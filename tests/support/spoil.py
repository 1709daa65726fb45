"""Files of the site that do not come as they should."""

import re

from bundle import site
from playwright.sync_api import Route

HOW = ("missing", "cut off", "empty", "something else")
"""The ways to fail. What is left of a module that is empty, or cut off between statements, is valid."""

TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".css": "text/css",
    ".wasm": "application/wasm",
    ".pack": "application/octet-stream",
}


def spoil(route: Route, how: str) -> None:
    """Answer for a file of the site with an error, with half of it, with no content, or with something else."""
    path = site.DIST / re.sub(r"^https?://[^/]+/", "", route.request.url.partition("?")[0])
    if how == "missing":
        route.fulfill(status=404, body="not found")
    elif how in ("cut off", "empty"):
        raw = path.read_bytes()
        route.fulfill(body=raw[: len(raw) // 2] if how == "cut off" else b"", content_type=TYPES.get(path.suffix, ""))
    else:
        headers = {"Content-Type": "text/html", "X-Content-Type-Options": "nosniff"}
        route.fulfill(body="<!doctype html><title>Welcome to the hotel</title>", headers=headers)

"""Photographs the page: `screenshot.py CHROMIUM ADDRESS JSON` prints a JPEG in base64.

JSON has the `moves` to type, the `size` of the window and the `quality` of the picture. Runs in the virtual
environment, which has Playwright.
"""

import base64
import json
import sys
from typing import Any

from playwright.sync_api import sync_playwright

READY = """() => {
  document.querySelector('#intro:not([hidden]) [data-does=play]')?.click();
  return document.getElementById('status')?.dataset.phase === 'open';
}"""
TYPE = """move => {
  document.getElementById('typed-move').value = move;
  document.getElementById('typed').requestSubmit();
}"""
PLAYED = "count => document.querySelectorAll('#moves .move').length === count"
OPPONENT = "4"
"""The level of the opponent who then takes a seat."""
STILL_MS = 1_000
"""How long a move may glide."""


def photograph(chromium: str, address: str, moves: list[str], size: Any, quality: int) -> bytes:
    """Plays the moves, asks for a hint, and returns what the window shows."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport=size, color_scheme="light", device_scale_factor=1)
        page.goto(f"{address}#game=english")
        page.wait_for_function(READY)
        for place in ("top", "bottom"):
            page.select_option(f"#player-{place} select", "0")
        for count, move in enumerate(moves, 1):
            page.evaluate(TYPE, move)
            page.wait_for_function(PLAYED, arg=count)
            page.wait_for_function(READY)
        page.select_option("#player-top select", OPPONENT)
        page.click("#hint")
        page.click("[data-does='hint move']")
        page.wait_for_selector("#status.hint")
        page.wait_for_timeout(STILL_MS)
        shown = page.screenshot(type="jpeg", quality=quality)
        browser.close()
    return shown


if __name__ == "__main__":
    raw = photograph(sys.argv[1], sys.argv[2], **json.loads(sys.argv[3]))
    sys.stdout.write(base64.b64encode(raw).decode())

"""Uses the page in Chromium, and writes which functions of its runtime were entered.

`python -m bundle.slim.visit SITE HOOK CHROMIUM FILE`, run by count.py: SITE is the site with a runtime that counts,
HOOK the script that reads the counters (count.cjs). The page is visited with all that the browser has, and without
the stack switching of WebAssembly, which older browsers lack.
"""

import json
import os
import sys
import threading
from pathlib import Path

from playwright.sync_api import Page, Route, sync_playwright

from bundle.server import SiteHandler, make_server
from bundle.toolchain import CHROMIUM_FLAGS

PATIENCE_MS = 120_000
FEATURES: tuple[tuple[str, ...], ...] = ((), ("--js-flags=--no-experimental-wasm-jspi",))
COMPUTER_PLIES = 6
OPEN = """() => {
  document.querySelector('#intro:not([hidden]) [data-does=play]')?.click();
  return document.getElementById('status').dataset.phase === 'open';
}"""
"""One can play: the start card is answered with Play."""
READY = "() => performance.getEntriesByName('panels-here').length > 0"

BEGIN = """([makes, asked]) => {
  const assets = JSON.parse(document.getElementById('assets').textContent);
  const worker = new Worker(assets.worker, { type: 'module' });
  window.told = null;
  worker.onmessage = ({ data }) => {
    if (data.ready && asked) worker.postMessage(JSON.stringify(asked));
    else if (data.ready || data.replies || data.failed) window.told = JSON.stringify(data);
  };
  worker.postMessage({ assets, base: document.baseURI, game: 'english', makes });
}"""
EARLY = {"id": 1, "op": "load", "game": "english", "text": "1. 11-15"}
"""A request that needs a late module, before the page asks for those."""


def use(page: Page, address: str, game: str) -> set[int]:
    """Opens a game, has the computer play both sides, and looks into the panels. Returns what was entered."""
    page.goto("about:blank")
    page.goto(f"{address}#game={game}")
    page.wait_for_function(READY)
    page.wait_for_function(OPEN)
    page.click("#hint")
    page.locator("#status.hint, #ask-yes:visible").first.wait_for()
    if page.locator("#ask-yes").is_visible():  # a rated game asks first
        page.click("#ask-yes")
    page.locator("#status.hint").wait_for()
    for side in ("top", "bottom"):
        page.select_option(f"#player-{side} select", "5")
    page.wait_for_function(
        "plies => document.querySelectorAll('#moves .move').length >= plies"
        " || document.getElementById('status').dataset.phase === 'over'",
        arg=COMPUTER_PLIES,
    )
    page.evaluate("() => { location.hash = `${location.hash}&panel=share`; }")
    return set(page.workers[0].evaluate("() => globalThis.entered()"))


def begin(page: Page, makes: bool, asked: dict[str, object] | None) -> set[int]:
    """Starts a worker that makes a snapshot, or one that is asked something. Returns what it entered."""
    with page.expect_worker() as made:
        page.evaluate(BEGIN, [makes, asked])
    told = json.loads(page.wait_for_function("() => window.told").json_value())
    assert "failed" not in told, told["failed"]
    return set(made.value.evaluate("() => globalThis.entered()"))


def remember(page: Page, address: str) -> set[int]:
    """Starts as a first visit does, has a worker make a snapshot of Python's memory for later ones, and asks another
    one something before it has the late modules. Returns what all have entered."""
    page.goto(address)
    page.wait_for_function(READY)
    found = set(page.workers[0].evaluate("() => globalThis.entered()"))
    return found | begin(page, True, None) | begin(page, False, EARLY)


def main(site: str, hook: str, chromium: str, target: str) -> None:
    handler = type("Counted", (SiteHandler,), {"root": Path(site)})
    server = make_server(handler=handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    found: set[int] = set()

    def counted(route: Route) -> None:
        (script,) = Path(site).glob("assets/web-*/engine/worker.js")
        route.fulfill(content_type="text/javascript", body=Path(hook).read_text() + script.read_text())

    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and not os.geteuid() else []
    with sync_playwright() as driver:
        for features in FEATURES:
            flags = [*CHROMIUM_FLAGS, *sandbox, *features]
            browser = driver.chromium.launch(executable_path=chromium, args=flags)
            context = browser.new_context(service_workers="block")
            context.set_default_timeout(PATIENCE_MS)
            context.route("**/worker.js", counted)
            page = context.new_page()
            games = json.loads((Path(site) / "index.html").read_text().split('id="games">')[1].split("</script>")[0])
            found |= remember(page, address)
            for game in games["games"]:
                found |= use(page, address, game["key"])
            browser.close()
    server.shutdown()
    Path(target).write_text(json.dumps(sorted(found)))


if __name__ == "__main__":
    main(*sys.argv[1:])

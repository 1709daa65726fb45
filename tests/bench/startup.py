"""How long from an address to a first move, an answering engine and the computer's reply, and with how many bytes.

    python3 build.py bench startup

The stock page starts a module worker that calls `loadPyodide()` and says when it is done: no rules, no question. On
ours a mouse clicks a piece and its target as soon as the board takes clicks (`board-open`). It counts until then,
until the piece is drawn there (`move-drawn`, without animations), until rules and engine have answered their first
question (`engine-ready`), and until the computer's reply is on the board (`replied`). Same browser and machine, runs
taken in turn; cold with an empty cache, warm on the next visits, each with a new game. The first visit of ours stays
until it has left a snapshot of Python's memory, as a player's does. The ratios are the point: the times are those of
this machine at this moment.
"""

import math
import os
import re
import statistics
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from bundle import site, toolchain
from bundle.runtime import REST
from bundle.server import SiteHandler
from playwright.sync_api import BrowserContext, Page, Playwright, Request, ResourceTiming, sync_playwright

from tests.support import chromium
from tests.support.served import served

RUNS = int(os.environ.get("SALTUS_RUNS", "7"))
MARKS = ("board-drawn", "board-open", "move-drawn", "engine-ready", "replied")

STOCK = {
    "index.html": """<!doctype html><title>Stock</title><link rel="icon" href="data:,">
<canvas></canvas><script type="module" src="main.js"></script>""",
    "main.js": """performance.mark('board-drawn');
const worker = new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
worker.onmessage = () => performance.mark('engine-ready');""",
    "worker.js": """import { loadPyodide } from './pyodide/pyodide.mjs';
await loadPyodide();
postMessage('ready');""",
}

MARKED = """(name) => new Promise((done) => {
  const noted = (entries) => entries.getEntriesByName(name).length && done();
  new PerformanceObserver(noted).observe({ type: 'mark', buffered: true });
})"""
"""Waits without asking again and again: what asks once a frame has the browser draw every frame meanwhile."""

TIMES = "names => names.map(name => performance.getEntriesByName(name)[0].startTime)"
MARKED_AT = "name => performance.timeOrigin + performance.getEntriesByName(name)[0].startTime"

NEW_GAME = """const kept = Object.keys(localStorage).filter((key) => /^saltus.(table|reply)/.test(key));
for (const key of kept) delete localStorage[key];
addEventListener('DOMContentLoaded', () => {
  const grid = document.getElementById('grid');
  const see = () => grid.dataset.node === '2' && performance.mark('replied');
  if (grid) new MutationObserver(see).observe(grid, { attributeFilter: ['data-node'] });
});"""

WORKERS = re.compile(r"/assets/(python|saltus)-|/engine/worker\.js$")
"""What the worker asks for."""

FROM, TO = (6, 5), (7, 4)
"""Columns and rows, from the upper left, of a first move in English checkers, with which the page opens: b6-a5."""

PLACES = """([columns, rows]) => {
  const canvas = document.getElementById('canvas');
  const box = canvas.getBoundingClientRect();
  const seen = () => canvas.getContext('2d')
    .getImageData(canvas.width * (columns[1] + 0.5) / 8, canvas.height * (rows[1] + 0.5) / 8, 1, 1).data.join();
  const empty = seen();
  const look = () => seen() === empty ? requestAnimationFrame(look) : performance.mark('move-drawn');
  look();
  return columns.map((column, at) =>
    [box.left + box.width * (column + 0.5) / 8, box.top + box.height * (rows[at] + 0.5) / 8]);
}"""
"""Where the two squares are on the screen; it marks the moment when the second does not look empty any more."""

SNAPSHOT = """async () => {
  for (;;) {
    for (const name of await caches.keys()) {
      if (!name.startsWith('saltus memory ')) continue;
      const cache = await caches.open(name);
      for (const key of await cache.keys()) if (await cache.match(key)) return;
    }
    await new Promise((later) => setTimeout(later, 500));
  }
}"""
"""Waits for the snapshot of Python's memory, which is made a quarter of a minute after the first visit begins.
Playwright would not wait for the promise of a condition."""

BROTLI = """const { brotliCompressSync, constants } = require('zlib');
for (const file of process.argv.slice(1)) {
  const data = require('fs').readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
  console.log(brotliCompressSync(data, { params }).length);
}"""


def stock_handler(folder: Path) -> type[SiteHandler]:
    """Serves the stock page, cached as ours is."""
    for name, text in STOCK.items():
        (folder / name).write_text(text)
    (folder / "pyodide").symlink_to(toolchain.PYODIDE)

    class Stock(SiteHandler):
        root = folder
        rules = [{"for": "/*", "values": {"Cache-Control": "public, max-age=31536000"}}]  # noqa: RUF012

    return Stock


def open_and_play(page: Page, address: str, plays: bool, note: Callable[[str], None] = lambda mark: None) -> None:
    """Opens a page; on ours, plays a move and waits for the reply. `note` hears of each mark."""

    def wait(mark: str) -> None:
        page.evaluate(MARKED, mark)
        note(mark)

    page.goto(address, wait_until="commit")
    if plays:
        wait("board-open")
        for place in page.evaluate(PLACES, list(zip(FROM, TO, strict=True))):
            page.mouse.click(*place)
        wait("move-drawn")
    wait("engine-ready")
    if plays:
        wait("replied")


def visit(page: Page, address: str, plays: bool) -> dict[str, float]:
    """Milliseconds from navigation to each mark, once the browser has come to rest."""
    page.goto("about:blank")
    page.wait_for_timeout(1000)
    open_and_play(page, address, plays)
    if not plays:
        return {"engine-ready": page.evaluate(TIMES, ["engine-ready"])[0]}
    return dict(zip(MARKS, page.evaluate(TIMES, list(MARKS)), strict=True))


def launch(playwright: Playwright, profile: Path) -> BrowserContext:
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=chromium.path(), args=chromium.plain(), reduced_motion="reduce"
    )
    context.add_init_script(NEW_GAME)
    context.set_default_timeout(120_000)
    return context


def measure(addresses: dict[str, str]) -> dict[str, dict[str, list[dict[str, float]]]]:
    """Visits by page and kind, cold ones in new profiles, each followed by warm ones."""
    found: dict[str, dict[str, list[dict[str, float]]]] = {name: {"cold": [], "warm": []} for name in addresses}
    with sync_playwright() as playwright:
        for _ in range(RUNS):
            for name, address in addresses.items():
                with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                    context = launch(playwright, Path(folder))
                    page = context.new_page()
                    plays = name == "ours"
                    found[name]["cold"].append(visit(page, address, plays))
                    if plays:
                        page.evaluate(SNAPSHOT)
                    found[name]["warm"] += [visit(page, address, plays) for _ in range(2)]
                    context.close()
    return found


def times(found: dict[str, dict[str, list[dict[str, float]]]]) -> None:
    print(f"medians of {RUNS} cold and {2 * RUNS} warm visits, ms from navigation (least – most)\n")
    print(f"{'':28}{'ours':>26}{'stock loadPyodide':>26}{'ratio':>8}")
    for kind in ("cold", "warm"):
        stock = [visit["engine-ready"] for visit in found["stock"][kind]]
        for mark in MARKS:
            ours = [visit[mark] for visit in found["ours"][kind]]
            ratio = statistics.median(ours) / statistics.median(stock)
            print(f"{kind + ', ' + mark:28}{spread(ours):>26}{spread(stock):>26}{ratio:>8.2f}")


def spread(times: list[float]) -> str:
    return f"{statistics.median(times):.0f} ({min(times):.0f} – {max(times):.0f})"


def first_files(address: str) -> dict[str, list[Path]]:
    """Returns the files of the site that a first visit has got until each mark.

    What the worker asks for meanwhile does not count before the move: nothing waits for it.
    """
    asked: list[Request] = []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        context = launch(playwright, Path(folder))
        page = context.new_page()
        page.on("request", lambda request: asked.append(request))
        open_and_play(page, address, plays=True)
        page.wait_for_load_state("networkidle")  # when one was answered is known a little later
        found = {}
        for mark in ("move-drawn", "replied"):
            limit_ms = page.evaluate(MARKED_AT, mark)
            first = [request.url for request in asked if answered_at(request.timing) < limit_ms]
            names = {url.removeprefix(address).partition("#")[0] or "index.html" for url in first}
            found[mark] = sorted(path for name in names if (path := site.DIST / name).is_file())
        context.close()
    found["move-drawn"] = [path for path in found["move-drawn"] if not WORKERS.search(path.as_posix())]
    return found


def answered_at(timing: ResourceTiming) -> float:
    """Returns when the last byte came, in ms since 1970; the browser gives the time since the beginning, or -1."""
    return timing["startTime"] + timing["responseEnd"] if timing["responseEnd"] >= 0 else math.inf


def sizes(first: dict[str, list[Path]]) -> None:
    files = toolchain.files(site.DIST)
    later = [path for path in files if site.is_large_table(path.name) or path.name == REST]
    unvisited = [path for path in files if path.suffix == site.MAP or path.name == site.SHARE_PICTURE.name]
    weigh("until the first move", first["move-drawn"])
    weigh("until the computer's reply", first["replied"])
    weigh("for the first visit", [path for path in files if path not in later and path not in unvisited])
    weigh("fetched when a game or a worker needs it", later)


def weigh(title: str, files: list[Path]) -> None:
    out = subprocess.run(
        [str(toolchain.node()[0]), "-e", BROTLI, *map(str, files)], capture_output=True, text=True, check=True
    )
    rows: dict[str, tuple[int, int]] = {}
    for path, brotli in zip(files, map(int, out.stdout.split()), strict=True):
        raw = path.stat().st_size
        name = path.relative_to(site.DIST).as_posix()
        if name.startswith("assets/web-"):
            name = "assets/web-…/*"
        before = rows.get(name, (0, 0))
        rows[name] = (before[0] + raw, before[1] + min(raw, brotli))
    rows["in all"] = (sum(raw for raw, _ in rows.values()), sum(small for _, small in rows.values()))
    print(f"\n{'bytes, ' + title:48}{'as is':>14}{'brotli 11':>14}")
    for name, (raw, small) in rows.items():
        print(f"{name:48}{raw:>14,}{small:>14,}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        stock_page = stock_handler(Path(folder))
        with served() as ours, served(stock_page) as stock:
            times(measure({"ours": ours.address, "stock": stock.address}))
            first = first_files(ours.address)
    sizes(first)


if __name__ == "__main__":
    main()

"""How long from an address to an answering engine, against Pyodide as it comes, and how many bytes that takes.

    python3 build.py bench startup

The stock page starts a module worker that calls `loadPyodide()` and says when it is done: no rules, no question.
Ours counts until rules and engine have answered their first question (the mark `engine-ready`). Same browser, same
machine, runs taken in turn; cold with an empty cache, warm on the next visits. The first visit of ours stays until it
has left a snapshot of Python's memory, as a player's does. The ratios are the point: the times are those of this
machine at this moment.
"""

import os
import statistics
import subprocess
import tempfile
from pathlib import Path

from bundle import site, toolchain
from bundle.runtime import REST
from bundle.server import SiteHandler
from playwright.sync_api import BrowserContext, Page, Playwright, Request, sync_playwright

from tests.support import chromium
from tests.support.served import served

RUNS = int(os.environ.get("SALTUS_RUNS", "7"))
MARKS = ("board-drawn", "engine-ready")

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

READY = """() => new Promise((done) => {
  const noted = (entries) => entries.getEntriesByName('engine-ready').length && done();
  new PerformanceObserver(noted).observe({ type: 'mark', buffered: true });
})"""
"""Waits without asking again and again: what asks once a frame has the browser draw every frame meanwhile."""

ANSWERED_AT = "() => performance.timeOrigin + performance.getEntriesByName('engine-ready')[0].startTime"

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


def visit(page: Page, address: str) -> dict[str, float]:
    """Milliseconds from navigation to each mark, once the browser has come to rest."""
    page.goto("about:blank")
    page.wait_for_timeout(1000)
    page.goto(address)
    page.evaluate(READY)
    script = "names => names.map(name => performance.getEntriesByName(name)[0].startTime)"
    return dict(zip(MARKS, page.evaluate(script, list(MARKS)), strict=True))


def launch(playwright: Playwright, profile: Path) -> BrowserContext:
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=chromium.path(), args=chromium.plain()
    )
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
                    found[name]["cold"].append(visit(page, address))
                    if name == "ours":
                        page.evaluate(SNAPSHOT)
                    found[name]["warm"] += [visit(page, address) for _ in range(2)]
                    context.close()
    return found


def times(found: dict[str, dict[str, list[dict[str, float]]]]) -> None:
    print(f"medians of {RUNS} cold and {2 * RUNS} warm visits, ms from navigation (least – most)\n")
    print(f"{'':28}{'ours':>26}{'stock loadPyodide':>26}{'ratio':>8}")
    for kind in ("cold", "warm"):
        for mark in MARKS:
            row = {name: [visit[mark] for visit in visits[kind]] for name, visits in found.items()}
            middle = {name: statistics.median(values) for name, values in row.items()}
            cells = [f"{middle[n]:.0f} ({min(row[n]):.0f} – {max(row[n]):.0f})" for n in ("ours", "stock")]
            compared = mark == "engine-ready"
            ratio = f"{middle['ours'] / middle['stock']:.2f}" if compared else ""
            print(f"{kind + ', ' + mark:28}{cells[0]:>26}{cells[1] if compared else '':>26}{ratio:>8}")


def first_files(address: str) -> list[Path]:
    """Returns the files of the site that a first visit asks for until the engine has answered."""
    asked: list[Request] = []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        context = launch(playwright, Path(folder))
        page = context.new_page()
        page.on("request", lambda request: asked.append(request))
        page.goto(address)
        page.evaluate(READY)
        answered_ms = page.evaluate(ANSWERED_AT)
        first = [request.url for request in asked if request.timing["startTime"] < answered_ms]
        names = [url.removeprefix(address).partition("#")[0] for url in first]
        found = {site.DIST / (name or "index.html") for name in names}
        context.close()
    return sorted(path for path in found if path.is_file())


def sizes(first: list[Path]) -> None:
    files = toolchain.files(site.DIST)
    later = [path for path in files if path.suffix == ".table" or path.name == REST]
    unvisited = [path for path in files if path.suffix in (".whl", site.MAP) or path.name == site.SHARE_PICTURE.name]
    weigh("until the first move", first)
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

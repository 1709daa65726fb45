"""A collection in the page's library: how long the import takes, each search, and how much memory the page needs.

    python3 build.py bench collection

20,000 games of English checkers, of random legal moves, about sixty a game, are imported in Chromium; a search is
timed from the last letter to the drawn list, without the pause before it. Memory is the page's own, after garbage was
collected; the worker that reads the games ends soon after. Times are by the clock, on this machine at this moment.
"""

import os
import re
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests.bench.library import QUERIES, text
from tests.support import chromium
from tests.support.collection import give_file, search, show
from tests.support.person import Person
from tests.support.served import served

GAMES = int(os.environ.get("SALTUS_GAMES", "20000"))
DRAWN = 2_000
"""So many games are made; the others are the same moves on other days."""
LONGEST_S = 1_800

PAUSE_MS = 120
"""How long the page waits after a letter before it searches: `PAUSE_MS` in features/library/session.ts."""
FIND = """([query, pause]) => new Promise((done) => {
  const field = document.querySelector('[name=library-query]');
  const { hits } = window.library.now;
  const began = performance.now();
  const drawn = () => requestAnimationFrame(() => setTimeout(() => {
    done([performance.now() - began - pause, window.library.now.hits.length]);
  }));
  const stop = window.library.page.show(() => {
    if (window.library.now.hits === hits) return;
    stop();
    drawn();
  });
  field.value = query;
  field.dispatchEvent(new Event('input'));
})"""


def collection(count: int) -> str:
    """So many different games."""
    games = re.split(r"\n\n(?=\[Event)", text(min(count, DRAWN)))
    dates = (
        f"{1850 + number % 170}.{1 + number // len(games) % 12:02}.{1 + number % 28:02}" for number in range(count)
    )
    return "\n\n".join(
        re.sub(r'\[Date "[^"]*"\]', f'[Date "{date}"]', games[number % len(games)].strip())
        for number, date in enumerate(dates)
    )


def memory(page: Page) -> float:
    """The page's memory in MB: objects, and the bytes of its arrays."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    used = session.send("Runtime.getHeapUsage")
    return float(used["usedSize"] + used.get("backingStorageSize", 0)) / 1e6


def main() -> None:
    with TemporaryDirectory() as folder, served() as host, sync_playwright() as driver:
        file = Path(folder) / "Collection.pdn"
        file.write_text(collection(GAMES))
        browser = driver.chromium.launch(executable_path=chromium.path(), args=chromium.quick())
        page = browser.new_page()
        page.set_default_timeout(LONGEST_S * 1000)
        person = Person(page, host.address)
        person.open("english")
        show(person)
        began = time.perf_counter()
        give_file(person, file)
        page.locator("[data-does=import-done]").wait_for()
        print(f"{time.perf_counter() - began:6.1f} s  {page.locator('.import-text').inner_text()}")
        search(person, "")
        for query in (*QUERIES, ""):
            whole = query and f"game:english {query}"
            tries = [page.evaluate(FIND, [whole, PAUSE_MS]) for _ in range(3)]
            (first, found), (best, _) = tries[0], min(tries)
            print(f"{first:6.0f} ms at first, {best:4.0f} ms at best  {found:,} games: {whole or 'all'}")
        print(f"{memory(page):6.0f} MB in the page")
        browser.close()


if __name__ == "__main__":
    main()

"""Downloads that take longer than the page waits for a sign of life: it waits on while bytes arrive."""

import shutil
import threading
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from bundle import site
from bundle.runtime import REST, is_stock
from bundle.server import SiteHandler
from playwright.sync_api import Browser, Page

from tests.support.engine_client import NEEDS_REST, Client
from tests.support.served import served
from tests.support.tiers import sampled

pytestmark = [pytest.mark.running, pytest.mark.pyodide]

PART_BYTES, PAUSE_SECONDS = 1024, 0.05


class Slow(SiteHandler):
    """Serves the site. The `slow` files come bit by bit until `hurry` is set, and only a part of the `broken` ones.

    `asked` has the files that were asked for, `sent` those of which all has been sent.
    """

    slow: ClassVar[set[str]] = set()
    broken: ClassVar[set[str]] = set()
    asked: ClassVar[list[str]] = []
    sent: ClassVar[list[str]] = []
    hurry: ClassVar[threading.Event] = threading.Event()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        name = self.path.rpartition("/")[2]
        self.asked.append(name)
        if name in self.broken:
            outputfile.write(source.read(PART_BYTES))
            self.close_connection = True
            return
        while name in self.slow and not self.hurry.wait(PAUSE_SECONDS) and (part := source.read(PART_BYTES)):
            outputfile.write(part)
        shutil.copyfileobj(source, outputfile)
        self.sent.append(name)


@pytest.fixture
def host() -> Iterator[str]:
    for noted in (Slow.slow, Slow.broken, Slow.asked, Slow.sent):
        noted.clear()
    Slow.hurry.clear()
    with served(Slow) as made:
        yield made.address
        Slow.hurry.set()


# -- through the service worker -----------------------------------------------------------------------------

TABLE, PACK = "english.table", "saltus.pack"
"""A file that is stored after its first use, and one that every visit may need."""


@pytest.fixture
def controlled(browser: Browser, host: str) -> Iterator[Page]:
    """A page whose files come through the service worker. Neither the worker nor the browser has `PACK` any more."""
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(host)
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
    page.evaluate(
        "async (name) => { for (const key of await caches.keys()) await (await caches.open(key)).delete(name); }",
        place(PACK),
    )
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    yield page
    context.close()


def place(name: str) -> str:
    """The address of a file of the built site."""
    (path,) = site.DIST.glob(f"assets/*/{name}")
    return path.relative_to(site.DIST).as_posix()


def size(name: str) -> int:
    return (site.DIST / place(name)).stat().st_size


STORED = """async (name) => {
  const found = await caches.match(name);
  return found ? (await found.arrayBuffer()).byteLength : 0;
}"""
"""The bytes of a file that the service worker has stored."""

FETCH = """([name, cache]) => fetch(name, { cache })
  .then((response) => response.arrayBuffer())
  .then(({ byteLength }) => byteLength, () => 0)"""
"""The bytes of a file that the page gets; 0 if the download fails."""


@sampled("name", [TABLE, PACK], TABLE)
@sampled("cache", ["default", "reload"], "reload")
def test_a_slow_file_reaches_the_page_while_it_arrives(controlled: Page, name: str, cache: str) -> None:
    """Without a byte for a while, the page would take the download for a stalled one."""
    Slow.sent.clear()
    Slow.slow.add(name)
    first = controlled.evaluate(
        """async (how) => {
          window.reader = (await fetch(how[0], { cache: how[1] })).body.getReader();
          return (await reader.read()).value.byteLength;
        }""",
        [place(name), cache],
    )
    assert name not in Slow.sent
    assert controlled.evaluate(STORED, place(name)) == 0
    Slow.hurry.set()
    more = controlled.evaluate(
        """async () => {
          let bytes = 0;
          for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.byteLength;
          return bytes;
        }"""
    )
    assert first + more == size(name)
    assert controlled.evaluate(STORED, place(name)) == size(name), "it ends only once it is stored"


@sampled("name", [TABLE, PACK], TABLE)
@sampled("cache", ["default", "reload"], "reload")
def test_a_file_that_breaks_off_is_not_stored(controlled: Page, name: str, cache: str) -> None:
    Slow.broken.add(name)
    assert controlled.evaluate(FETCH, [place(name), cache]) == 0
    assert controlled.evaluate(STORED, place(name)) == 0
    Slow.broken.clear()
    assert controlled.evaluate(FETCH, [place(name), cache]) == size(name)
    assert controlled.evaluate(STORED, place(name)) == size(name)


def test_a_table_that_has_been_stored_whole_is_not_fetched_again(controlled: Page) -> None:
    """The page had given it up before its end, and would fetch it past every cache. A damaged one it must fetch."""
    assert controlled.evaluate(FETCH, [place(TABLE), "default"]) == size(TABLE)
    Slow.asked.clear()
    assert controlled.evaluate(FETCH, [place(TABLE), "reload"]) == size(TABLE)
    assert TABLE not in Slow.asked
    controlled.evaluate(
        """async (name) => {
          for (const key of await caches.keys()) {
            const cache = await caches.open(key);
            if (await cache.match(name)) await cache.put(name, new Response('half of it'));
          }
        }""",
        place(TABLE),
    )
    assert controlled.evaluate(FETCH, [place(TABLE), "reload"]) == size(TABLE)
    assert Slow.asked.count(TABLE) == 1
    assert controlled.evaluate(STORED, place(TABLE)) == size(TABLE)


# -- what a replacement worker needs ------------------------------------------------------------------------


@pytest.mark.skipif(is_stock(), reason="with --stock-runtime nothing is split")
def test_a_replacement_worker_is_waited_for_while_the_rest_of_the_runtime_arrives(page: Page, host: str) -> None:
    """Its start takes longer than a silent one may."""
    Slow.slow.add(REST)
    page.clock.install()
    client = Client(page, host)
    client.does(
        """window.ended = '';
        engine.onrestart = () => { ended = 'restarted'; };
        engine.onlost = (error) => { ended = error.message; };
        window.first = engine.handle;
        first.worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));"""
    )
    page.wait_for_function("() => engine.handle !== first")
    for _ in range(3):
        loaded = page.evaluate("engine.handle?.loaded")
        page.wait_for_function("(before) => ended || engine.handle.loaded > before", arg=loaded)
        page.clock.fast_forward("00:20")
    assert page.evaluate("ended") == ""
    Slow.hurry.set()
    page.wait_for_function("() => ended")
    assert page.evaluate("ended") == "restarted"
    assert client.ask("games")["ok"]
    page.evaluate("engine.close()")


@pytest.mark.skipif(is_stock(), reason="with --stock-runtime nothing is split")
def test_a_worker_that_waits_for_the_rest_of_the_runtime_is_not_taken_for_dead(page: Page, host: str) -> None:
    """It can say nothing meanwhile, and is asked nothing."""
    Slow.slow.add(REST)
    client = Client(page, host)
    handle = client.does(
        """window.first = engine.handle;
        window.asked = engine.request('load', { game: 'english', text: given });
        return Boolean(first);""",
        NEEDS_REST,
    )
    assert handle
    page.wait_for_function("() => engine.handle.rest === 'awaited'")
    page.evaluate("() => { for (let second = 0; second < 40; second++) engine.tick(); }")
    Slow.hurry.set()
    assert client.does("return (await asked).ply") == 1
    assert page.evaluate("engine.handle === first")
    page.evaluate("engine.close()")

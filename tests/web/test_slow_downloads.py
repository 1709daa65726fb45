"""Downloads that take longer than the page waits for a sign of life: it waits on while bytes arrive."""

import shutil
import threading
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest
from bundle import site
from bundle.runtime import REST, is_stock
from bundle.server import SiteHandler
from playwright.sync_api import Browser, Page

from tests.support.engine_client import NEEDS_REST, Client
from tests.support.page import controlled
from tests.support.served import served
from tests.support.settle import settle, sleep, unsettled
from tests.support.tiers import mostly_slow

pytestmark = pytest.mark.pyodide

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

FORGET = """async (name) => {
  for (const key of await caches.keys()) await (await caches.open(key)).delete(name);
}"""

DAMAGE = """async (name) => {
  for (const key of await caches.keys()) {
    const cache = await caches.open(key);
    if (await cache.match(name)) await cache.put(name, new Response('half of it'));
  }
}"""


@mostly_slow(
    "name, cache",
    [(TABLE, "reload"), (TABLE, "default"), (PACK, "reload"), (PACK, "default")],
    (TABLE, "reload"),
)
def test_a_file_reaches_the_page_while_it_arrives_and_is_stored_only_whole(
    browser: Browser, host: str, name: str, cache: str
) -> None:
    """Without a byte for a while, the page would take the download for a stalled one. One that breaks off is not
    stored; one that has been stored whole is not fetched again, unless it is damaged: the page had given it up before
    its end, and would fetch it past every cache.
    """
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(host)
    controlled(page)
    of_browser = context.new_cdp_session(page)

    def forget() -> None:
        """Neither the service worker nor the browser has the file any more."""
        page.evaluate(FORGET, place(name))
        of_browser.send("Network.clearBrowserCache")
        assert page.evaluate(STORED, place(name)) == 0

    forget()
    Slow.sent.clear()
    Slow.slow.add(name)
    first = page.evaluate(
        """async (how) => {
          window.reader = (await fetch(how[0], { cache: how[1] })).body.getReader();
          return (await reader.read()).value.byteLength;
        }""",
        [place(name), cache],
    )
    assert name not in Slow.sent
    assert page.evaluate(STORED, place(name)) == 0
    Slow.hurry.set()
    more = page.evaluate(
        """async () => {
          let bytes = 0;
          for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.byteLength;
          return bytes;
        }"""
    )
    assert first + more == size(name)
    assert page.evaluate(STORED, place(name)) == size(name), "it ends only once it is stored"

    forget()
    Slow.broken.add(name)
    assert page.evaluate(FETCH, [place(name), cache]) == 0
    assert page.evaluate(STORED, place(name)) == 0
    Slow.broken.clear()
    assert page.evaluate(FETCH, [place(name), cache]) == size(name)
    assert page.evaluate(STORED, place(name)) == size(name)

    if name == TABLE:
        Slow.asked.clear()
        assert page.evaluate(FETCH, [place(TABLE), "reload"]) == size(TABLE)
        assert TABLE not in Slow.asked
        page.evaluate(DAMAGE, place(TABLE))
        assert page.evaluate(FETCH, [place(TABLE), "reload"]) == size(TABLE)
        assert Slow.asked.count(TABLE) == 1
        assert page.evaluate(STORED, place(TABLE)) == size(TABLE)
    context.close()


# -- what a worker needs -------------------------------------------------------------------------------------


@pytest.mark.skipif(is_stock(), reason="with --stock-runtime nothing is split")
def test_a_worker_is_waited_for_while_the_rest_of_the_runtime_arrives(visit: Callable[..., Page], host: str) -> None:
    """One that takes the place of another, whose start takes longer than a silent one may; and one that can say
    nothing meanwhile, and is asked nothing.
    """
    Slow.slow.add(REST)
    client = Client(page := visit(), host)
    with unsettled(page):
        client.does(
            """window.ended = '';
            engine.onrestart = () => { ended = 'restarted'; };
            engine.onlost = (error) => { ended = error.message; };
            window.first = engine.handle;
            first.worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));"""
        )
        client.hears("() => engine.handle !== first")
        for _ in range(3):
            loaded = page.evaluate("engine.handle?.loaded")
            client.hears("(before) => ended || engine.handle.loaded > before", loaded)
            sleep(page, 20)
        assert page.evaluate("ended") == ""
    Slow.hurry.set()
    settle(page)
    assert page.evaluate("ended") == "restarted"
    assert client.ask("games")["ok"]
    page.evaluate("engine.close()")

    Slow.hurry.clear()
    client = Client(page := visit(), host)
    with unsettled(page):
        client.does(
            """window.first = engine.handle;
            window.asked = engine.request('load', { game: 'english', text: given });""",
            NEEDS_REST,
        )
        client.hears("() => engine.handle.rest === 'awaited'")
        page.evaluate("() => { for (let second = 0; second < 40; second++) engine.tick(); }")
    Slow.hurry.set()
    assert client.does("return (await asked).ply") == 1
    assert page.evaluate("engine.handle === first")
    page.evaluate("engine.close()")

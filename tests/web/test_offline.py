"""The site away from its host: offline, and as one file."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event

import pytest
from bundle import site
from bundle.server import SiteHandler, make_server
from playwright.sync_api import Browser, BrowserContext, Page, expect
from saltus.games import keys

from tests.support.engine_client import NEEDS_REST
from tests.support.page import PATIENCE_SECONDS, controlled, is_ready, is_whole
from tests.support.person import Person
from tests.support.served import Host
from tests.support.settle import happened, lacking, settle, unsettled

pytestmark = pytest.mark.pyodide


class Renewed(Host):
    """A host that can go away, get a newer version of the site, and be slow."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.version = 0
        self.asked, self.let_go = Event(), Event()
        shutil.copytree(site.DIST, folder)

        class Handler(SiteHandler):
            root = folder

            def do_GET(handler) -> None:  # noqa: N802, N805
                if handler.path.endswith("?slow"):
                    self.asked.set()
                    self.let_go.wait()
                super().do_GET()

        super().__init__(make_server(handler=Handler))

    def close(self) -> None:
        self.let_go.set()
        super().close()

    def renew(self) -> None:
        """Puts a newer version in the place of the old: another title, other names for the page's own files."""
        self.version += 1
        (old,) = (self.folder / "assets").glob("web-*")
        new = old.rename(old.with_name(f"web-newer-{self.version}"))
        for name in ("index.html", "sw.js"):
            text = (self.folder / name).read_text("utf-8").replace(old.name, new.name)
            text = text.replace('"version": "', '"version": "newer-')
            text = re.sub(r"<body[^>]*>", f'<body data-newer="{self.version}">', text)
            (self.folder / name).write_text(text, "utf-8")


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Renewed]:
    made = Renewed(tmp_path / "site")
    yield made
    made.close()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A profile in which service workers may work."""
    made = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield made
    made.close()


def newer(page: Page, version: int) -> None:
    """Wait until the page has gone to this newer version."""
    page.locator(f"[data-newer='{version}']").wait_for(state="attached")
    settle(page)


PANELS = ("new", "keys", "settings", "share", "today", "opponents", "statistics", "edit", "library")
PANELS_OF_GAME = ("rules", "puzzles", "openings", "lesson")
"""Those that need files of their game."""
SHOWS = """panel => {
  const body = document.getElementById('panel-body');
  return new URLSearchParams(location.hash.slice(1)).get('panel') === panel
    && body.checkVisibility() && body.innerText && !body.querySelector('[aria-busy=true]');
}"""


def test_every_game_plays_and_opens_its_panels_without_a_network_after_one_visit(
    visitor: BrowserContext, host: Renewed
) -> None:
    """Puzzles, the puzzle of the day and opening books among them. A board in another page keeps nothing.

    A visit begins with the first game and one with the last; the others are chosen.
    """
    faults: list[str] = []
    visitor.on("weberror", lambda error: faults.append(str(error.error)))
    page = visitor.new_page()
    page.goto(f"{host.address}?embed")
    assert is_whole(page)
    assert page.evaluate("() => navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    page.goto(host.address)
    controlled(page)
    host.close()
    person = Person(page, host.address)
    games = keys()
    for game in games:
        if game in (games[0], games[-1]):
            page.goto("about:blank")
            page.goto(f"{host.address}#game={game}")
            assert is_whole(page)
        else:
            page.evaluate("place => { location.hash = place; }", f"game={game}")
            person.drawn(game)
        person.wait("open")
        person.turn(Random(1), person.press)
        assert len(person.moves) >= 2, game
        for panel in (*PANELS, *PANELS_OF_GAME) if game == games[0] else PANELS_OF_GAME:
            page.evaluate("place => { location.hash = place; }", f"game={game}&panel={panel}")
            person.sees(SHOWS, panel)
            assert page.locator(".missing").count() == 0, (game, panel)
    # So does a game of the lab, in its frame.
    page.evaluate("place => { location.hash = place; }", "panel=lab")
    page.locator("[data-does=lab-play]").click()
    expect(page.locator("#game-name")).to_have_text("My game")
    assert faults == []


def test_newer_version_is_announced_and_loads_on_request_or_where_the_offline_copy_is_incomplete(
    visitor: BrowserContext, host: Renewed
) -> None:
    """Then the page says that it is not whole, and loading it again brings the version that the host has now.

    The newer version waits for nothing that the older one is still downloading.
    """
    page = visitor.new_page()
    page.goto(host.address)
    controlled(page)
    expect(page.locator("#renew")).to_be_hidden()
    host.renew()
    page.reload()
    assert is_ready(page)
    assert page.locator("[data-newer]").count() == 0
    (slow,) = (file.relative_to(host.folder) for file in host.folder.glob("assets/*/english.table"))
    with unsettled(page):
        page.evaluate("file => { fetch(file).catch(() => {}); }", f"{slow}?slow")
    assert host.asked.wait(PATIENCE_SECONDS)
    page.locator("#renew").click()
    newer(page, 1)
    assert is_ready(page)
    names = "performance.getEntriesByType('resource').map((one) => one.name)"
    assert page.evaluate(f"{names}.filter((name) => /web-(?!newer)/.test(name))") == []
    page.evaluate(
        """async () => {
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) {
              if (request.url.endsWith('/main.js')) await cache.delete(request);
            }
          }
        }"""
    )
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    host.renew()
    page.goto("about:blank")
    with unsettled(page):
        page.goto(host.address)
        page.locator("#reload").click()
    newer(page, 2)
    assert is_ready(page)


NOTE = """globalThis.given = new Promise((done) => {
  const { register } = ServiceWorkerContainer.prototype;
  ServiceWorkerContainer.prototype.register = async function (...how) {
    const registration = await register.apply(this, how);
    registration.installing.addEventListener('statechange', ({ target }) => done(target.state));
    return registration;
  };
})"""
"""Has the page know in `given` whether the service worker has kept the site."""


def test_full_disk_is_harmless(visitor: BrowserContext, host: Renewed) -> None:
    page = visitor.new_page()
    page.add_init_script(NOTE)
    origin = host.address.rstrip("/")
    page.context.new_cdp_session(page).send(
        "Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 100_000}
    )
    page.goto(f"{host.address}#game=gambit")
    assert happened(page, "given") == "redundant"
    person = Person(page, host.address)
    person.press("a2", "a4")
    person.listed(2)


HELD_WORKER = """{
  const waiting = [];
  let isOpen = false;
  globalThis.letGo = () => { isOpen = true; for (const post of waiting) post(); };
  globalThis.Worker = class extends Worker {
    postMessage(...message) {
      const post = () => super.postMessage(...message);
      if (isOpen) post(); else waiting.push(post);
    }
  };
}"""
"""The rules hear nothing until `letGo()`: in one file there is no request for them that could be held."""


def test_one_file_plays_from_a_disk(page: Page, tmp_path: Path) -> None:
    site.single()
    alone = tmp_path / "saltus.html"
    shutil.copy(site.SINGLE_FILE, alone)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition(",")[0]))
    page.add_init_script("Math.random = () => 0.9")  # the lot: the person begins
    page.add_init_script(HELD_WORKER)
    person = Person(page, alone.as_uri())
    with lacking(page, "rules"):
        page.goto(f"{alone.as_uri()}#game=rock")
        person.click("b1", "b3")
        assert "empty" not in person.squares["b3"]
        person.listed(0)
        page.evaluate("letGo()")
    settle(page)
    person.listed(2)
    page.click('[data-panel="rules"]')
    assert page.locator("#panel canvas").first.is_visible()
    workers = [worker.url for worker in page.workers]
    page.evaluate("location.hash = 'game=english&panel=share'")
    page.locator("#paste").fill(NEEDS_REST)
    page.get_by_role("button", name="Open", exact=True).click()
    person.listed(1)
    expect(page.locator("#status")).to_contain_text("comment")
    assert [worker.url for worker in page.workers] == workers, "the rest of the runtime joins this one"
    assert [address for address in asked if not address.startswith("data:")] == [alone.as_uri()]

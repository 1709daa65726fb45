"""The site away from its host: offline, as an archive, as one file."""

import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from bundle import site, toolchain
from bundle.server import SiteHandler, make_server
from playwright.sync_api import Browser, BrowserContext, Page, expect
from saltus.games import keys

from tests.support.page import cached, in_cache, ready, whole
from tests.support.person import Person, analyse, choose_entry
from tests.support.served import Host

pytestmark = [pytest.mark.running, pytest.mark.pyodide]


class Renewed(Host):
    """A host that can go away, and get a newer version of the site."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(site.DIST, folder)
        super().__init__(make_server(handler=type("Handler", (SiteHandler,), {"root": folder})))

    def renew(self) -> None:
        """Puts a newer version in the place of the old: another title, other names for the page's own files."""
        (old,) = (self.folder / "assets").glob("web-*")
        new = old.rename(old.with_name("web-newer"))
        for name in ("index.html", "sw.js"):
            text = (self.folder / name).read_text("utf-8").replace(old.name, new.name)
            text = text.replace('"version": "', '"version": "newer-').replace("<body>", '<body data-newer="">')
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


def kept(page: Page) -> None:
    """Wait until the browser has kept the site."""
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")


def test_site_opens_and_plays_without_a_network_after_one_visit(visitor: BrowserContext, host: Renewed) -> None:
    page = visitor.new_page()
    page.goto(host.address)
    kept(page)
    host.close()
    page.goto("about:blank")
    page.goto(f"{host.address}#game=gambit")
    ready(page)
    Person(page, host.address).press("a2", "a4")
    expect(page.locator("#moves .move")).not_to_have_count(0)
    page.click('[data-panel="rules"]')
    expect(page.locator("#panel canvas").first).to_be_visible()


PANELS = (
    *("new", "rules", "keys", "settings", "share", "today", "opponents", "puzzles", "statistics", "edit", "openings"),
    *("library", "lesson"),
)
SHOWS = """panel => {
  const body = document.getElementById('panel-body');
  return new URLSearchParams(location.hash.slice(1)).get('panel') === panel
    && body.checkVisibility() && body.innerText && !body.querySelector('[aria-busy=true]');
}"""


def test_every_panel_of_every_game_opens_without_a_network_after_one_visit(
    visitor: BrowserContext, host: Renewed
) -> None:
    """Puzzles, the puzzle of the day and opening books among them."""
    faults: list[str] = []
    visitor.on("weberror", lambda error: faults.append(str(error.error)))
    page = visitor.new_page()
    page.goto(host.address)
    kept(page)
    host.close()
    for game in keys():
        page.goto("about:blank")
        page.goto(f"{host.address}#game={game}")
        whole(page)
        for panel in PANELS:
            page.evaluate("place => { location.hash = place; }", f"game={game}&panel={panel}")
            page.wait_for_function(SHOWS, arg=panel)
            assert page.locator(".missing").count() == 0, (game, panel)
    assert faults == []


@pytest.mark.again("test_site_opens_and_plays_without_a_network_after_one_visit")
def test_tablebase_of_a_game_works_offline_once_the_game_was_opened(visitor: BrowserContext, host: Renewed) -> None:
    page = visitor.new_page()
    page.goto(f"{host.address}#game=english")
    kept(page)
    table = json.loads(page.locator("#assets").text_content() or "")["tables"]["gambit"]
    assert not in_cache(page, table), "not every visit fetches it"
    page.evaluate("() => { location.hash = 'game=gambit'; }")
    cached(page, table)
    host.close()
    page.goto("about:blank")
    page.goto(f"{host.address}#game=gambit")
    ready(page)
    fetched = "performance.getEntriesByType('resource').filter((one) => one.responseStatus === 200)"
    page.wait_for_function(f"table => {fetched}.some((one) => one.name.endsWith(table))", arg=table)
    analyse(page)
    expect(page.locator("#engine")).to_contain_text("solved · final score")
    expect(page.locator(".engine-all .chip")).to_have_count(20)


def test_newer_version_is_announced_and_loads_on_request(visitor: BrowserContext, host: Renewed) -> None:
    page = visitor.new_page()
    page.goto(host.address)
    kept(page)
    expect(page.locator("#renew")).to_be_hidden()
    host.renew()
    page.reload()
    ready(page)
    assert page.locator("[data-newer]").count() == 0
    page.locator("#renew").click()
    page.locator("[data-newer]").wait_for(state="attached")
    ready(page)
    names = "performance.getEntriesByType('resource').map((one) => one.name)"
    assert page.evaluate(f"{names}.filter((name) => /web-(?!newer)/.test(name))") == []


NOTE = """
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = async function (...how) {
      const registration = await register.apply(this, how);
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => { globalThis.keeping = worker.state; });
      return registration;
    };
"""
"""Has the page record the service worker's state in `keeping`."""


def test_incomplete_offline_copy_of_an_older_version_is_replaced_on_reload(
    visitor: BrowserContext, host: Renewed
) -> None:
    """The page says that it is not whole, and loading it again brings the version that the host has now."""
    page = visitor.new_page()
    page.goto(host.address)
    kept(page)
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
    page.goto(host.address)
    page.locator("#reload").click()
    page.locator("[data-newer]").wait_for(state="attached")
    ready(page)


def test_page_of_another_version_is_not_kept(visitor: BrowserContext, host: Renewed) -> None:
    """As during an update of the host: the service worker belongs to another version of the page."""
    worker = (host.folder / "sw.js").read_bytes()
    host.renew()
    (host.folder / "sw.js").write_bytes(worker)
    page = visitor.new_page()
    page.add_init_script(NOTE)
    page.goto(host.address)
    ready(page)
    page.wait_for_function("() => globalThis.keeping === 'redundant'")


def test_full_disk_is_harmless(visitor: BrowserContext, host: Renewed) -> None:
    page = visitor.new_page()
    page.add_init_script(NOTE)
    origin = host.address.rstrip("/")
    page.context.new_cdp_session(page).send(
        "Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 100_000}
    )
    page.goto(f"{host.address}#game=gambit")
    page.wait_for_function("() => globalThis.keeping === 'redundant'")
    Person(page, host.address).press("a2", "a4")
    expect(page.locator("#moves .move")).not_to_have_count(0)


@pytest.mark.again("test_site_opens_and_plays_without_a_network_after_one_visit")
def test_other_sites_on_the_same_host_are_not_intercepted(visitor: BrowserContext, host: Renewed) -> None:
    page = visitor.new_page()
    page.goto(host.address)
    kept(page)
    (host.folder / "other").mkdir()
    (host.folder / "other" / "index.html").write_text("<!doctype html><title>Another site</title>")
    page.goto(f"{host.address}other/")
    assert page.title() == "Another site"
    page.goto(f"{host.address}index.html?x=1")
    ready(page)


def test_guest_board_registers_no_service_worker(visitor: BrowserContext, host: Renewed) -> None:
    page = visitor.new_page()
    page.goto(f"{host.address}?embed")
    whole(page)
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0


def test_page_fills_the_screen_and_gives_it_back(page: Page, address: str) -> None:
    page.goto(address)
    ready(page)
    for filled in (True, False):
        choose_entry(page, "game", "full")
        page.wait_for_function("filled => Boolean(document.fullscreenElement) === filled", arg=filled)


def test_archive_for_itch_has_the_page_at_its_root_and_few_files() -> None:
    site.itch()
    with zipfile.ZipFile(site.ITCH_ARCHIVE) as archive:
        names = archive.namelist()
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in names} == {
            path.relative_to(site.DIST).as_posix(): path.read_bytes()
            for path in toolchain.files(site.DIST)
            if path.suffix != site.MAP  # for debuggers, not for players
        }
        text = archive.read("index.html").decode()
    assert len(names) < 1000
    assert re.findall(r'(?:href|src)="(/[^"]*|https?:[^"]*)"', text) == []


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
    page.goto(f"{alone.as_uri()}#game=rock")
    page.wait_for_function("() => performance.getEntriesByName('board-open').length > 0")
    person = Person(page, alone.as_uri())
    person.click("b1", "b3")
    expect(page.locator("#grid [data-square=b3]")).not_to_have_accessible_name(re.compile("empty"))
    expect(page.locator("#moves .move")).to_have_count(0)
    page.evaluate("letGo()")
    person.listed(2)
    page.click('[data-panel="rules"]')
    expect(page.locator("#panel canvas").first).to_be_visible()
    assert [address for address in asked if not address.startswith("data:")] == [alone.as_uri()]

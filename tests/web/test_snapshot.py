"""Later visits start from a snapshot of Python's memory, which the first one has left: they play the same games."""

import json
from collections.abc import Iterator

import pytest
from bundle import site
from bundle.runtime import is_stock
from playwright.sync_api import Browser, BrowserContext, Page
from saltus.games import keys

from tests.support.engine_client import NEEDS_REST, Client
from tests.support.person import Person
from tests.support.settle import pass_time
from tests.support.tiers import mostly_slow

pytestmark = pytest.mark.pyodide

MAKE = """
    const { snapshot } = await import('/web/boot/next-visit.js');
    return await snapshot(engine, 'english');
"""
RESTORED = "return engine.handle.isRestored"
STORED = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith('saltus memory ')) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      found.push([request.url, (await (await cache.match(request)).arrayBuffer()).byteLength]);
    }
  }
  return found;
}"""
"""The addresses and sizes of the snapshots."""
SPOIL = """async (change) => {
  const [name] = (await caches.keys()).filter((one) => one.startsWith('saltus memory '));
  const cache = await caches.open(name);
  const [request] = await cache.keys();
  const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
  const spoiled = {
    'cut off': () => bytes.subarray(0, bytes.length - 100),
    empty: () => new Uint8Array(),
    'of a smaller memory': () => { new DataView(bytes.buffer).setUint32(0, 1 << 20, true); return bytes; },
    'of a larger memory': () => {
      const view = new DataView(bytes.buffer);
      view.setUint32(0, view.getUint32(0, true) + (1 << 24), true);
      return bytes;
    },
  }[change]();
  await cache.put(request, new Response(spoiled));
}"""


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A profile of its own, as the snapshot stays in it."""
    made = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield made
    made.close()


@pytest.fixture
def page(visitor: BrowserContext) -> Page:
    made = visitor.new_page()
    made.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })")
    return made


GAME = """
    const told = [];
    const hold = ({ id, ...reply }) => { told.push(reply); return reply; };
    const { game } = given;
    hold(await engine.request('new', game === 'roman' ? { game, setup: 'random', seed: 7 } : { game }));
    for (let ply = 0; ply < 4; ply++) {
      const { path } = await engine.request('think', { nodes: 300 });
      hold(await engine.request('play', { path }));
    }
    hold(await engine.request('record', { format: 'json' }));
    engine.complete();
    hold(await engine.request('record', { format: { rock: 'sgf', english: 'pdn' }[game] ?? 'json' }));
    return JSON.stringify(told);
"""

JOINED = """
    const worker = new Worker(engine.assets.worker, { type: 'module' });
    const { assets, parts } = engine;
    const made = new Promise((done) => { worker.onmessage = ({ data }) => data.ready && done(true); });
    worker.postMessage({ assets, base: document.baseURI, parts, game: 'english', makes: true, whole: true });
    return await made;
"""
"""Makes a snapshot of a Python that the rest of the runtime had joined."""


@mostly_slow("make", [MAKE, JOINED], MAKE if is_stock() else JOINED, ids=["before", "after"])
def test_restored_python_plays_the_same_games(page: Page, address: str, make: str) -> None:
    """From a snapshot that was taken before or after the rest of the runtime joined; and once it joins again."""
    if is_stock() and make == JOINED:
        pytest.skip("with --stock-runtime nothing is split")
    first = Client(page, address)
    assert not first.does(RESTORED)
    before = {game: first.does(GAME, {"game": game}) for game in keys()}
    assert first.does(make)
    second = Client(page, address)
    assert second.does(RESTORED)
    assert {game: second.does(GAME, {"game": game}) for game in keys()} == before
    if not is_stock():
        assert not page.evaluate("Boolean(engine.parts.rest)")
        assert second.ask("load", game="english", text=NEEDS_REST)["ply"] == 1
        assert page.evaluate("Boolean(engine.parts.rest)")
        assert second.does(GAME, {"game": "english"}) == before["english"]


@pytest.mark.slow("test_restored_python_plays_the_same_games")
def test_each_visit_draws_its_own_random_board(page: Page, address: str) -> None:
    client = Client(page, address)
    client.does(MAKE)
    seeds = set()
    for _ in range(3):
        client = Client(page, address)
        assert client.does(RESTORED)
        seeds.add(client.does("return (await engine.request('new', { game: 'roman', setup: 'random' })).seed"))
    assert len(seeds) == 3


def test_the_page_makes_one_when_the_visitor_stays_and_uses_it_unless_it_is_damaged(page: Page, address: str) -> None:
    """One of a memory that had grown is used: nothing but zeros may have been added."""
    person = Person(page, address)
    person.open("rock")
    assert page.evaluate(STORED) == []
    pass_time(page, 16)
    ((_, size),) = page.evaluate(STORED)
    assert size < 9_000_000
    person = Person(page, address)
    page.reload()
    person.open("rock")
    person.press("b1", "b3")
    person.listed(2)
    for change in ("of a larger memory", "cut off"):
        page.evaluate(SPOIL, change)
        client = Client(page, address)
        assert client.does(RESTORED) is (change == "of a larger memory")
        assert client.does("return (await engine.request('new', { game: 'rock' })).game") == "rock"


FORGET = "async () => { for (const name of await caches.keys()) await caches.delete(name); }"

ANOTHER_BUILD = """async () => {
  const [name] = (await caches.keys()).filter((one) => one.startsWith('saltus memory '));
  const cache = await caches.open(name);
  const [request] = await cache.keys();
  await cache.put(request.url.replace(/saltus-\\w+/, 'saltus-earlier'), await cache.match(request));
  await cache.delete(request);
}"""


@pytest.mark.slow("test_the_page_makes_one_when_the_visitor_stays_and_uses_it_unless_it_is_damaged")
def test_what_is_no_snapshot_of_this_build_is_not_used_and_makes_room(page: Page, address: str) -> None:
    """One that is empty, of a smaller memory, or of another build."""
    for change in ("empty", "of a smaller memory"):
        client = Client(page, address)
        assert client.does(MAKE)
        page.evaluate(SPOIL, change)
        client = Client(page, address)
        assert not client.does(RESTORED), change
        assert client.does("return (await engine.request('new', { game: 'rock' })).game") == "rock"
        page.evaluate(FORGET)
    client = Client(page, address)
    assert client.does(MAKE)
    page.evaluate(ANOTHER_BUILD)
    client = Client(page, address)
    assert not client.does(RESTORED)
    assert client.does(MAKE)
    ((name, _),) = page.evaluate(STORED)
    assert "saltus-earlier" not in name


@pytest.mark.slow("test_restored_python_plays_the_same_games")
def test_library_and_rules_of_a_snapshot_are_not_fetched_again(page: Page, address: str) -> None:
    client = Client(page, address)
    client.does(MAKE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    assets = json.loads((site.DIST / "index.html").read_text("utf-8").split('id="assets">')[1].split("</script>")[0])
    client = Client(page, address)
    assert client.does(RESTORED)
    assert any(url.endswith(assets["wasm"]) for url in asked)
    assert not any(url.endswith((assets["library"], assets["rules"])) for url in asked)

"""The small runtime lacks a function that is called: another worker takes over on the whole runtime, and nothing is
lost. The tests have pages get a runtime without a function that the tested request needs (`lacking.py`).
"""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from bundle import site
from bundle.runtime import REST, WASM, is_stock
from bundle.server import SiteHandler, make_server
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support import lacking
from tests.support.engine_client import Client
from tests.support.page import STANDS, TOLD, try_again
from tests.support.person import Person
from tests.support.served import Host

pytestmark = pytest.mark.skipif(is_stock(), reason="with --stock-runtime there is no small one")


@pytest.fixture
def errors() -> list[str]:
    """The errors of pages that nobody has caught."""
    return []


@pytest.fixture
def visitor(browser: Browser, errors: list[str]) -> Iterator[BrowserContext]:
    """A profile whose pages may fall back, but whose scripts may not fail."""
    made = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    made.set_default_timeout(60_000)
    made.on("weberror", lambda error: errors.append(str(error.error)))
    yield made
    made.close()
    assert errors == []


@pytest.fixture
def page(visitor: BrowserContext) -> Page:
    made = visitor.new_page()
    made.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })")
    return made


@pytest.fixture
def fetched(page: Page) -> list[str]:
    """The names of the runtime's files that the page has asked for."""
    found: list[str] = []
    page.on("request", lambda request: request.url.endswith(".wasm") and found.append(request.url.split("/")[-1]))
    return found


STATE = "(({ id, ...state }) => state)(await engine.request('state'))"
LIVE = f"""
    await engine.request('new', {{ game: 'rock', clock: {{ initial: 60, increment: 1 }} }});
    const before = {STATE};
"""


def test_at_start_up(page: Page, fetched: list[str], address: str) -> None:
    """The page says nothing about it."""
    lacking.serve(page, lacking.without("start"))
    page.goto(f"{address}#game=rock")
    page.wait_for_function(f"() => ({STANDS})() || ({TOLD})()")
    assert not page.evaluate(TOLD)
    assert fetched == [WASM, WASM, REST]
    Person(page, address).press("b1", "b3")
    expect(page.locator("#moves .move")).to_have_count(2)


def test_during_a_search(page: Page, fetched: list[str], address: str) -> None:
    """The search is made again, and its progress is told; the match is as it was."""
    lacking.serve(page, lacking.without("search"))
    client = Client(page, address)
    before, after, thought, told = client.does(
        LIVE
        + f"""let told = 0;
        const thought = await engine.request('think', {{ time: 0.5 }}, {{ onprogress: () => told++ }});
        return [before, {STATE}, thought, told];"""
    )
    assert after == before
    assert thought["path"] in [move["path"] for move in after["moves"]]
    assert told > 0
    assert fetched == [WASM, WASM, REST]


def test_while_the_computer_thinks(page: Page, fetched: list[str], address: str) -> None:
    """The player sees a computer that thinks a moment longer."""
    lacking.serve(page, lacking.without("search"))
    person = Person(page, address)
    person.open("rock")
    person.press("b1", "b3")
    person.listed(2)
    person.wait("open")
    assert person.moves[0] == "b1-b3"
    assert REST in fetched
    page.click("#undo")
    person.at(0)


def test_in_the_middle_of_a_move(page: Page, fetched: list[str], address: str) -> None:
    """The move is made once, and the request that met the stub is not taken for one that kills workers."""
    lacking.serve(page, lacking.without("move"))
    client = Client(page, address)
    state, tries = client.does(
        LIVE
        + f"""
        const played = engine.request('play', {{ path: ['b1', 'b3'], spent: 1.5 }});
        await played;
        return [{STATE}, engine.journal.length];"""
    )
    assert (state["ply"], tries) == (1, 2)
    assert fetched == [WASM, WASM, REST]


def test_in_the_second_worker(page: Page, fetched: list[str], address: str) -> None:
    """The first worker goes on; the second one follows the match on the whole runtime."""
    page.route("**/lacking.wasm", lambda route: route.fulfill(body=lacking.without("search").wasm))
    client = Client(page, address)
    same, deaths, needs, before, known = client.does(
        LIVE
        + """const { Helper } = await import('/web/engine/helper.js');
        engine.helper = new Helper(engine);
        engine.complete();
        const until = async (holds) => { while (!holds()) await new Promise((done) => setTimeout(done, 5)); };
        await until(() => engine.parts.late);
        const response = new Response(await (await fetch('/lacking.wasm')).arrayBuffer());
        engine.parts.wasm = await WebAssembly.compile(await response.arrayBuffer());
        const first = engine.handle;
        const controller = new AbortController();
        const search = engine.request('think', { time: 600 }, { shared: true, signal: controller.signal });
        await until(() => engine.needsWhole && engine.helper.handle);
        controller.abort();
        await search;
        const known = await new Promise((done) => {
          engine.helper.handle.worker.addEventListener('message', ({ data }) => {
            for (const { id, ...state } of (data.replies ?? []).map(JSON.parse)) if (id === 'known') done(state);
          });
          engine.helper.handle.send('{"id": "known", "op": "state"}');
        });
        return [engine.handle === first, engine.helper.deaths, engine.needsWhole, before, known];"""
    )
    assert (same, deaths, needs) == (True, 0, True)
    assert known == before
    assert fetched == [WASM, "lacking.wasm", WASM, REST]


def test_later_workers_start_on_the_whole_runtime_without_the_network(
    page: Page, fetched: list[str], address: str
) -> None:
    lacking.serve(page, lacking.without("search"))
    client = Client(page, address)
    client.does("await engine.request('new', { game: 'rock' }); await engine.request('think', { time: 0.1 });")
    fetched.clear()
    reply = client.does(
        """const back = new Promise((resolve) => { engine.onrestart = resolve; });
        engine.handle.worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
        await back;
        return engine.request('think', { time: 0.1 });"""
    )
    assert reply["path"]
    assert fetched == []


CRASHES = {
    "out of memory": "throw new RangeError('Array buffer allocation failed')",
    "outside of memory": "throw new WebAssembly.RuntimeError('memory access out of bounds')",
    "ended by the program": "throw new WebAssembly.RuntimeError('Aborted(OOM)')",
    "an error of a script": "throw new TypeError('unreachable')",
    "killed": "close()",
}


@pytest.mark.parametrize("crash", CRASHES)
def test_other_crashes_do_not_take_the_whole_runtime(
    page: Page, fetched: list[str], address: str, crash: str
) -> None:
    client = Client(page, address)
    client.does(LIVE)
    page.evaluate("() => { engine.back = new Promise((resolve) => { engine.onrestart = resolve; }); }")
    page.workers[0].evaluate(f"setTimeout(() => {{ {CRASHES[crash]}; }})")
    if crash == "killed":  # it is missed once it does not answer
        page.evaluate("() => { engine.request('state'); for (let second = 0; second < 8; second++) engine.tick(); }")
    ply, needs = client.does(f"await engine.back; return [{STATE}.ply, engine.needsWhole];")
    assert (ply, needs) == (0, False)
    assert fetched == [WASM]


def test_a_lost_network_is_told_and_the_match_goes_on_once_it_is_back(page: Page, address: str) -> None:
    lacking.serve(page, lacking.without("search"))
    page.route(f"**/{REST}", lambda route: route.abort("internetdisconnected"))
    person = Person(page, address)
    person.open("rock")
    person.press("b1", "b3")
    page.wait_for_function(TOLD)
    page.unroute(f"**/{REST}")
    try_again(page)
    person.listed(2)
    assert person.moves[0] == "b1-b3"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host of the site with a runtime that cannot search."""
    folder = tmp_path / "site"
    shutil.copytree(site.DIST, folder)
    made = lacking.without("search")
    sizes = {}
    for name, content in ((WASM, made.wasm), (REST, made.rest)):
        (place,) = folder.glob(f"assets/python-*/{name}")
        place.write_bytes(content)
        sizes[place.relative_to(folder).as_posix()] = len(content)
    script = (folder / "sw.js").read_text("utf-8")
    for name, size in sizes.items():
        script = re.sub(rf'("{re.escape(name)}": )\d+', rf"\g<1>{size}", script)
    (folder / "sw.js").write_text(script, "utf-8")
    host = Host(make_server(handler=type("Handler", (SiteHandler,), {"root": folder})))
    yield host
    host.close()


def stay(page: Page, host: Host) -> str:
    """Visits long enough for the site to be stored. Returns the address of what the small runtime lacks."""
    page.clock.install()
    page.goto(f"{host.address}#game=rock")
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
    rest = str(json.loads(page.locator("#assets").text_content() or "")["rest"])
    assert not page.evaluate("rest => caches.match(rest).then(Boolean)", rest), "a short visit does not fetch it"
    page.clock.fast_forward("00:30")
    return rest


def test_offline(visitor: BrowserContext, host: Host) -> None:
    """Whoever has stayed for a while has all that it takes."""
    page = visitor.new_page()
    rest = stay(page, host)
    page.wait_for_function("rest => caches.match(rest).then(Boolean)", arg=rest)
    host.close()
    page.goto("about:blank")
    page.goto(f"{host.address}#game=rock")
    person = Person(page, host.address)
    person.wait("open")
    person.press("b1", "b3")
    person.listed(2)
    assert person.moves[0] == "b1-b3"


def test_who_saves_data_does_not_download_what_is_not_needed(visitor: BrowserContext, host: Host) -> None:
    page = visitor.new_page()
    asked: list[str] = []
    visitor.on("request", lambda request: asked.append(request.url))
    page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    rest = stay(page, host)
    page.clock.run_for(1000)
    assert not page.evaluate("rest => caches.match(rest).then(Boolean)", rest)
    assert not [url for url in asked if url.endswith(REST)]

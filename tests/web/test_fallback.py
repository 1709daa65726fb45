"""The small runtime lacks a function that is called: another worker takes over on the whole runtime, and nothing is
lost. The tests have pages get a runtime without a function that the tested request needs (`lacking.py`).
"""

import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from bundle import single, site
from bundle.runtime import REST, WASM, is_stock
from bundle.server import SiteHandler, make_server
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.support import lacking
from tests.support.engine_client import Client
from tests.support.page import STANDS, TOLD, cached, in_cache, try_again
from tests.support.person import Person
from tests.support.served import Host, served
from tests.support.tiers import sampled

pytestmark = [
    pytest.mark.pyodide,
    pytest.mark.skipif(is_stock(), reason="with --stock-runtime there is no small one"),
]


@pytest.fixture
def errors() -> list[str]:
    """The errors of pages that nobody has caught."""
    return []


@pytest.fixture
def visitor(browser: Browser, errors: list[str]) -> Iterator[BrowserContext]:
    """A profile whose pages may fall back, but whose scripts may not fail."""
    made = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
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

    def note(request: Request) -> None:
        if request.url.endswith(".wasm"):
            found.append(request.url.split("/")[-1])

    page.on("request", note)
    return found


STATE = "(({ id, ...state }) => state)(await engine.request('state'))"
LIVE = f"""
    await engine.request('new', {{ game: 'rock' }});
    const before = {STATE};
"""


MOMENT = 2_000
"""The number of functions that a worker still enters before it meets a stub: in the middle of any request."""


def test_at_start_up(page: Page, fetched: list[str], address: str) -> None:
    """The page says nothing about it."""
    lacking.serve(page, lacking.STARTS_IN_THE_MIDDLE)
    page.goto(f"{address}#game=rock")
    page.wait_for_function(STANDS)
    assert not page.evaluate(TOLD)
    assert fetched == [WASM, WASM, REST]
    Person(page, address).press("b1", "b3")
    expect(page.locator("#moves .move")).to_have_count(2)


@pytest.mark.again("test_while_the_computer_thinks", "test_in_the_middle_of_a_move")
def test_during_a_search(page: Page, fetched: list[str], address: str) -> None:
    """The search is made again, and its progress is told; the match is as it was."""
    lacking.serve(page)
    client = Client(page, address)
    before = client.does(
        LIVE
        + """window.depths = [];
        window.stop = new AbortController();
        const how = { signal: stop.signal, onprogress: ({ depth }) => depths.push(depth) };
        window.thought = engine.request('think', { time: 600 }, how);
        return before;"""
    )
    page.wait_for_function("() => depths.length > 2")
    lacking.burn(page.workers[0], MOMENT)
    page.wait_for_function("() => engine.needsWhole && depths.some((depth, at) => depth < depths[at - 1])")
    thought, after = client.does(f"stop.abort(); return [await thought, {STATE}];")
    assert after == before
    assert thought["path"] in [move["path"] for move in after["moves"]]
    assert fetched == [WASM, WASM, REST]


def test_while_the_computer_thinks(page: Page, fetched: list[str], address: str) -> None:
    """The player sees a computer that thinks a moment longer."""
    lacking.serve(page)
    person = Person(page, address)
    person.open("rock")
    page.select_option("#player-top select", "10")
    person.press("b1", "b3")
    person.wait("thinking")
    with page.expect_request(f"**/{REST}"):
        lacking.burn(page.workers[0], MOMENT)
    person.listed(2)
    person.wait("open")
    assert person.moves[0] == "b1-b3"
    assert fetched == [WASM, WASM, REST]
    page.click("#undo")
    person.at(0)


@pytest.mark.again("test_while_the_computer_thinks", "test_in_the_middle_of_a_move")
def test_while_a_position_is_analysed(page: Page, fetched: list[str], address: str) -> None:
    """The analysis goes on, and shows its lines again."""
    lacking.serve(page)
    person = Person(page, address)
    person.open("english")
    page.locator("#analyse").dispatch_event("click")
    page.locator(".engine-line .chip").first.wait_for()
    depth = "() => Number(/depth (\\d+)/.exec(document.querySelector('.engine-words span')?.textContent)?.[1])"
    reached = page.evaluate(depth)
    with page.expect_request(f"**/{REST}"):
        lacking.burn(page.workers[0], MOMENT)
    page.wait_for_function(f"before => ({depth})() > before", arg=reached)
    expect(page.locator(".engine-line .chip").first).to_be_visible()
    assert fetched == [WASM, WASM, REST]


def test_in_the_middle_of_a_move(page: Page, fetched: list[str], address: str) -> None:
    """The move is made once, and the request that met the stub is not taken for one that kills workers."""
    lacking.serve(page)
    client = Client(page, address)
    client.does(LIVE)
    lacking.burn(page.workers[0], MOMENT)
    ply, length, crashes, needs = client.does(
        f"""const played = engine.request('play', {{ path: ['b1', 'b3'], spent: 1.5 }});
        const [asked] = engine.pending.values();
        await played;
        return [{STATE}.ply, engine.journal.length, asked.tries - 1, engine.needsWhole];"""
    )
    assert (ply, length, crashes, needs) == (1, 2, 0, True)
    assert fetched == [WASM, WASM, REST]


@pytest.mark.again("test_while_the_computer_thinks", "test_in_the_middle_of_a_move")
def test_while_the_late_modules_are_installed(page: Page, fetched: list[str], address: str) -> None:
    """It is not taken for a download that failed."""
    lacking.serve(page)
    client = Client(page, address)
    client.does(LIVE)
    lacking.burn(page.workers[0], MOMENT)
    text = client.does(
        "engine.complete(); return (await engine.request('record', { format: 'sgf' })).text;",
    )
    assert text.startswith("(;")
    assert client.does("return engine.needsWhole")
    assert fetched == [WASM, WASM, REST]


@pytest.mark.again("test_while_the_computer_thinks", "test_in_the_middle_of_a_move")
def test_in_the_second_worker(page: Page, fetched: list[str], address: str) -> None:
    """The first worker goes on; the second one follows the match on the whole runtime."""
    lacking.serve(page)
    client = Client(page, address)
    before = client.does(
        LIVE
        + """const { Helper } = await import('/web/engine/helper.js');
        engine.helper = new Helper(engine);
        engine.complete();
        window.until = async (holds) => { while (!holds()) await new Promise((done) => setTimeout(done, 5)); };
        await until(() => engine.parts.late);
        window.first = engine.handle;
        window.stop = new AbortController();
        window.search = engine.request('think', { time: 600 }, { shared: true, signal: stop.signal });
        await until(() => engine.helper.handle);
        return before;"""
    )
    lacking.burn(page.workers[1], MOMENT)
    same, deaths, thought, known = client.does(
        """await until(() => engine.needsWhole && engine.helper.handle);
        stop.abort();
        const thought = await search;
        const known = await new Promise((done) => {
          engine.helper.handle.worker.addEventListener('message', ({ data }) => {
            for (const { id, ...state } of (data.replies ?? []).map(JSON.parse)) if (id === 'known') done(state);
          });
          engine.helper.handle.send('{"id": "known", "op": "state"}');
        });
        return [engine.handle === first, engine.helper.deaths, thought, known];"""
    )
    assert (same, deaths) == (True, 0)
    assert thought["path"]
    assert known == before
    assert fetched == [WASM, WASM, REST]


@pytest.mark.again("test_while_the_computer_thinks", "test_in_the_middle_of_a_move")
def test_later_workers_start_on_the_whole_runtime_without_the_network(
    page: Page, fetched: list[str], address: str
) -> None:
    lacking.serve(page)
    client = Client(page, address)
    client.does(LIVE)
    lacking.burn(page.workers[0], MOMENT)
    client.does("await engine.request('think', { time: 0.1 });")
    assert fetched == [WASM, WASM, REST]
    ply, whole = client.does(
        f"""const back = new Promise((resolve) => {{ engine.onrestart = resolve; }});
        engine.handle.worker.dispatchEvent(new ErrorEvent('error', {{ message: 'out of memory', cancelable: true }}));
        await back;
        await engine.request('think', {{ time: 0.1 }});
        return [{STATE}.ply, engine.needsWhole];"""
    )
    assert (ply, whole) == (0, True)
    assert fetched == [WASM, WASM, REST]


CRASHES = {
    "out of memory": "throw new RangeError('Array buffer allocation failed')",
    "outside of memory": "throw new WebAssembly.RuntimeError('memory access out of bounds')",
    "ended by the program": "throw new WebAssembly.RuntimeError('Aborted(OOM)')",
    "an error of a script": "throw new TypeError('unreachable')",
    "killed": "close()",
}


@sampled("crash", list(CRASHES), "out of memory")
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
    lacking.serve(page)
    page.route(f"**/{REST}", lambda route: route.abort("internetdisconnected"))
    person = Person(page, address)
    person.open("rock")
    page.select_option("#player-top select", "10")
    person.press("b1", "b3")
    person.wait("thinking")
    lacking.burn(page.workers[0], MOMENT)
    page.wait_for_function(TOLD)
    page.unroute(f"**/{REST}")
    try_again(page)
    person.listed(2)
    assert person.moves[0] == "b1-b3"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host of the site with a runtime that can be made to lack a function."""
    folder = tmp_path / "site"
    shutil.copytree(site.DIST, folder)
    lacking.install(folder)
    host = Host(make_server(handler=type("Handler", (SiteHandler,), {"root": folder})))
    yield host
    host.close()


@pytest.mark.again("test_at_start_up")
def test_single_file_has_all_that_it_takes(page: Page, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    shutil.copytree(site.DIST, folder)
    lacking.install(folder, lacking.STARTS_IN_THE_MIDDLE)
    file = tmp_path / "saltus.html"
    file.write_text(single.single(folder), "utf-8")
    page.goto(f"{file.as_uri()}#game=rock")
    page.wait_for_function(STANDS)
    assert not page.evaluate(TOLD)
    assert len(page.workers) == 1
    assert page.evaluate("performance.getEntriesByName('engine-ready').length") == 1


@pytest.mark.again("test_at_start_up")
def test_archive_for_itch_has_all_that_it_takes() -> None:
    site.itch()
    with zipfile.ZipFile(site.ITCH_ARCHIVE) as archive:
        assert [name for name in archive.namelist() if name.endswith(f"/{REST}")]


def stay(page: Page, host: Host) -> str:
    """Visits long enough for the site to be stored. Returns the address of what the small runtime lacks."""
    page.clock.install()
    page.goto(f"{host.address}#game=rock")
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
    rest = str(json.loads(page.locator("#assets").text_content() or "")["rest"])
    page.clock.fast_forward("00:30")
    return rest


@pytest.mark.again(
    "test_at_start_up", "web/test_offline.py::test_site_opens_and_plays_without_a_network_after_one_visit"
)
def test_offline(visitor: BrowserContext, host: Host) -> None:
    """Whoever has stayed for a while has all that it takes."""
    page = visitor.new_page()
    rest = stay(page, host)
    cached(page, rest)
    host.close()
    page.goto("about:blank")
    page.goto(f"{host.address}#game=rock")
    person = Person(page, host.address)
    person.wait("open")
    page.select_option("#player-top select", "10")
    person.press("b1", "b3")
    person.wait("thinking")
    with page.expect_worker():
        lacking.burn(page.workers[0], MOMENT)
    person.listed(2)
    assert person.moves[0] == "b1-b3"


def test_who_saves_data_does_not_download_what_is_not_needed(visitor: BrowserContext) -> None:
    page = visitor.new_page()
    asked: list[str] = []
    visitor.on("request", lambda request: asked.append(request.url))
    page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    with served() as host:
        rest = stay(page, host)
        page.clock.run_for(1000)
        assert not in_cache(page, rest)
    assert not [url for url in asked if url.endswith(REST)]

"""The rest of the runtime joins where a function is called that nobody counted: what was called goes on.

These tests have the site as it is shipped. `tests/build/test_split_runtime.py` proves that all replies stay the same,
`test_offline.py` that the single file has it, and `web/boot/next-visit.test.ts` when it is fetched beforehand.
"""

import json
from collections.abc import Iterator

import pytest
from bundle.runtime import REST, WASM, is_stock
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.protocol.bridge import Bridge
from saltus.records import record

from tests.support.engine_client import NEEDS_REST, Client
from tests.support.page import controlled, crash
from tests.support.person import Person
from tests.support.served import served

pytestmark = [
    pytest.mark.pyodide,
    pytest.mark.skipif(is_stock(), reason="with --stock-runtime nothing is split"),
]


@pytest.fixture
def fetched(page: Page) -> list[str]:
    """The names of the runtime's files that the page has asked for."""
    found: list[str] = []

    def note(request: Request) -> None:
        if ".wasm" in request.url:
            found.append(request.url.split("/")[-1])

    page.on("request", note)
    return found


PASTED = [
    NEEDS_REST,
    "1. 11-15 x 23-19",
    "22-18 w",
    '[Event "C:\\games"]\n[GameType "21"]\n\n1. 11-15 *',
    "\u3000\u2003\u00a0",
    '[Event "\u01c6 \U000136f7"]\n\n1. 11-15 {\ud800} 22-18 $' + "9" * 400,
    "1. 11-15 22-18 2. 15x22 25x18 1-0 \u0661-\u0660",
    "(;GM[9]FF[4]C[\\\\ \\] \u0130\u0131];B[e1-e3]GN[" + "x" * 3000 + "])",
]
"""Texts of strangers: each calls a function that nobody counted, or did once."""


ASK = """(texts) => Promise.all(texts.map((text) => engine.request('load', { game: 'english', text }).then(
  (reply) => ({ ...reply, id: 0 }),
  (reason) => ({ ok: false, error: reason.details, id: 0 }),
)))"""


def test_what_everyone_asks_first_needs_no_rest_and_what_strangers_paste_is_read_as_everywhere(
    client: Client, fetched: list[str]
) -> None:
    """By the worker that has begun, at once, and with the same words. If each visit needed the rest, each would pay
    for it: `build.py profile` counts again what is entered.
    """
    page = client.page
    page.evaluate("() => { window.first = engine.handle; }")
    for game in keys():
        notation = "pdn" if load(game).numbered else "json"
        client.ask("load", game=game, text=record.write(Match(load(game)), notation))
        legal = client.ask("new", game=game)["moves"]
        client.ask("play", path=legal[0]["path"])
        assert client.ask("bestmove", game=game, nodes=200)["path"]
    assert fetched == []
    # A review of a game in which one side has a single turn, and the other none.
    assert len(client.ask("review", nodes=1)["turns"]) == 1
    bridge = Bridge()
    for text, here in zip(PASTED, page.evaluate(ASK, PASTED), strict=True):
        (there,) = bridge.receive(json.dumps({"id": 0, "op": "load", "game": "english", "text": text}))
        assert here == json.loads(there), text
    assert fetched == [REST]
    assert page.evaluate("engine.handle === first")


def test_a_worker_that_is_starting_takes_what_the_page_has_fetched_meanwhile(client: Client) -> None:
    """As a second one for searches, or one that replaces another."""
    told = client.does(
        """const rest = await WebAssembly.compile(await (await fetch(engine.assets.rest)).arrayBuffer());
        const spawned = engine.spawn();
        engine.helper = { spawned, end() {} };
        engine.takeRest(rest);
        await spawned.ready;
        const reply = new Promise((done) => { spawned.onreply = (text) => done(JSON.parse(text).ok); });
        spawned.send(JSON.stringify({ id: 1, op: 'load', game: 'english', text: given }));
        const told = [await reply, spawned.rest];
        spawned.end();
        return told;""",
        NEEDS_REST,
    )
    assert told == [True, None], "it was read, and nothing fetched for that"


# -- where it cannot be fetched --------------------------------------------------------------------------

SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"


def test_a_lost_network_is_told_and_the_match_goes_on(client: Client, faults: list[str]) -> None:
    """What needs the rest fails, for the true reason, and nothing else does. A damaged file is fetched once more."""
    page = client.page
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url.split("/")[-1])
        if not is_there:
            route.abort("internetdisconnected")
        elif len(asked) == 1:
            route.fulfill(content_type="application/wasm", body=b"\0asm\1\0\0\0\1")
        else:
            route.continue_()

    is_there = False
    page.route(f"**/{REST}*", answer)
    client.ask("new", game="rock")
    client.ask("play", path=["b1", "b3"])

    def lost() -> list[object]:
        told: list[object] = client.does(
            """const back = new Promise((resolve) => { engine.onrestart = resolve; });
            const read = () => { throw new Error('it was read without the rest'); };
            const { code, said } = await engine.request('load', { game: 'english', text: given })
              .then(read, (error) => error.details);
            await back;
            return [code, said?.key ?? null, (await engine.request('state', {})).ply, engine.needsWhole];""",
            NEEDS_REST,
        )
        return told

    assert lost() == ["not-loaded", None, 1, False]
    page.evaluate(SAVES_DATA)
    assert lost() == ["not-loaded", "error.not-stored", 1, False]
    faults.clear()  # the console tells of the lost network
    is_there = True
    asked.clear()
    assert client.ask("load", game="english", text=NEEDS_REST)["ply"] == 1
    assert [name.partition("?")[0] for name in asked] == [REST, REST]


def test_a_replaced_worker_asks_for_the_rest_alone(client: Client, faults: list[str]) -> None:
    """Neither for modules nor for tables. Where the rest does not come, it starts all the same."""
    page = client.page
    client.does(
        """engine.complete();
        await engine.supply('gambit');
        const { onlate } = engine.handle;
        await new Promise((done) => {
          engine.handle.onlate = (late) => { onlate(late); done(); };
          if (engine.parts.late) done();
        });"""
    )
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for is_there in (False, True):
        if is_there:
            page.unroute(f"**/{REST}*")
        else:
            page.route(f"**/{REST}*", lambda route: route.abort("internetdisconnected"))
        exact, text = client.does(
            """const back = new Promise((resolve) => { engine.onrestart = resolve; });
            const crash = new ErrorEvent('error', { message: 'out of memory', cancelable: true });
            engine.handle.worker.dispatchEvent(crash);
            await back;
            await engine.request('new', { game: 'english' });
            const written = await engine.request('record', { format: 'pdn' });
            return [(await engine.request('bestmove', { game: 'gambit', time: 1 })).exact, written.text];"""
        )
        assert exact
        assert text.startswith("[Event")
        assert [url for url in asked if not url.endswith(("/worker.js", ".mjs", f"/{REST}"))] == []
        assert len([url for url in asked if url.endswith(f"/{REST}")]) == 1 + is_there
    faults.clear()  # the console tells of the lost network


# -- beforehand, and after a crash -----------------------------------------------------------------------


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A profile with a service worker."""
    made = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield made
    made.close()


def paste(person: Person, text: str) -> None:
    """Paste a text into the panel for that, and have it opened."""
    person.page.evaluate("location.hash = 'game=english&panel=share'")
    person.page.locator("#paste").fill(text)
    person.page.get_by_role("button", name="Open", exact=True).click()


def test_after_the_first_reply_it_is_fetched_and_stored_for_times_without_a_network(visitor: BrowserContext) -> None:
    page = visitor.new_page()
    asked: list[str] = []
    visitor.on("request", lambda request: asked.append(request.url.split("/")[-1]))
    with served() as host:
        person = Person(page, host.address)
        person.open("rock")
        controlled(page)
        assert REST not in asked
        # It ends only once it is stored.
        with page.expect_event("requestfinished", lambda request: request.url.endswith(REST)):
            person.press("b1", "b3")
        person.listed(2)
    page.goto("about:blank")
    page.goto(f"{host.address}#game=english")
    paste(person, NEEDS_REST)
    person.listed(1)


def test_after_a_crash_the_whole_runtime_goes_on_with_the_match_and_starts_the_next_visits(
    page: Page, address: str, fetched: list[str]
) -> None:
    """Those of this build: another one starts on the small runtime."""
    person = Person(page, address)
    person.open("rock")
    person.people()
    person.press("b1", "b3")
    assert fetched == [WASM]
    crash(page, "throw new WebAssembly.RuntimeError('memory access out of bounds')")
    page.click("#undo")
    person.at(0)
    assert fetched == [WASM, REST]
    fetched.clear()
    page.reload()
    person.wait("open")
    assert fetched == [WASM, REST]
    whole = json.loads(page.locator("#assets").text_content() or "")["wasm"]
    assert page.evaluate("localStorage['saltus.whole']") == json.dumps(whole)
    page.evaluate("localStorage['saltus.whole'] = JSON.stringify('assets/python-earlier/pyodide.asm.wasm')")
    fetched.clear()
    page.reload()
    person.wait("open")
    assert fetched == [WASM]

"""The rest of the runtime joins where a function is called that nobody counted: what was called goes on.

These tests have the site as it is shipped. `tests/build/test_split_runtime.py` proves that all replies stay the same.
"""

import json
import zipfile
from collections.abc import Iterator

import pytest
from bundle import site
from bundle.runtime import REST, WASM, is_stock
from playwright.sync_api import Browser, BrowserContext, Page, Request, Worker, expect
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.protocol.bridge import Bridge
from saltus.records import record

from tests.support.engine_client import NEEDS_REST, Client
from tests.support.page import STANDS, cached, in_cache
from tests.support.person import Person
from tests.support.served import served
from tests.support.tiers import sampled

pytestmark = [
    pytest.mark.running,
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


def native(asked: list[dict[str, object]]) -> list[dict[str, object]]:
    """What the rules reply in Python itself."""
    bridge = Bridge()
    replies = []
    for request in asked:
        said = bridge.receive(json.dumps({"id": 0, **request}))
        while bridge.busy:
            said += bridge.work(60.0)
        replies += said
    return [json.loads(reply) for reply in replies]


ASK = """async (requests) => {
  const settled = ({ status, value, reason }) => status === 'fulfilled'
    ? value : { ok: false, error: reason.details };
  const replies = [];
  for (const { op, ...fields } of requests) {
    const [reply] = await Promise.allSettled([window.engine.request(op, fields)]);
    replies.push({ ...settled(reply), id: 0 });
  }
  return replies;
}"""


@sampled("texts", [PASTED, *([text] for text in PASTED)], PASTED, ids=["all", *map(str, range(len(PASTED)))])
def test_what_strangers_paste_is_read_as_everywhere(page: Page, address: str, texts: list[str]) -> None:
    """By the worker that has begun, at once, and with the same words."""
    asked: list[dict[str, object]] = [{"op": "load", "game": "english", "text": text} for text in texts]
    client = Client(page, address)
    client.does("window.first = engine.handle;")
    told = page.evaluate(ASK, asked)
    expected = native(asked)
    for request, here, there in zip(asked, told, expected, strict=True):
        assert here == there, request
    assert page.evaluate("engine.handle === first")
    page.evaluate("engine.close()")


def test_a_review_is_made_by_the_worker_that_has_begun(page: Page, address: str) -> None:
    """Of a game in which one side has a single turn, and the other none."""
    client = Client(page, address)
    client.does("window.first = engine.handle;")
    client.ask("new", game="rock")
    client.ask("play", path=["b1", "b3"])
    assert len(client.ask("review", nodes=1)["turns"]) == 1
    assert page.evaluate("engine.handle === first")
    page.evaluate("engine.close()")


def test_who_pastes_such_a_text_sees_its_warning(page: Page, address: str, fetched: list[str]) -> None:
    person = Person(page, address)
    person.open("english")
    workers = [worker.url for worker in page.workers]
    page.evaluate("() => { location.hash = 'game=english&panel=share'; }")
    page.locator("#paste").fill(NEEDS_REST)
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_function("() => document.querySelectorAll('#moves .move').length === 1")
    expect(page.locator("#status")).to_contain_text("comment")
    assert [worker.url for worker in page.workers] == workers
    assert fetched.count(WASM) == 1


@pytest.mark.parametrize("game", keys())
def test_what_everyone_asks_first_needs_no_rest(page: Page, address: str, fetched: list[str], game: str) -> None:
    """Otherwise each visit pays for it: `build.py profile` counts again what is entered."""
    client = Client(page, address)
    client.ask("load", game=game, text=record.write(Match(load(game)), "pdn" if load(game).numbered else "json"))
    legal = client.ask("new", game=game)["moves"]
    client.ask("play", path=legal[0]["path"])
    assert client.ask("bestmove", game=game, nodes=200)["path"]
    page.evaluate("engine.close()")
    assert fetched == [WASM]


# -- where it cannot be fetched --------------------------------------------------------------------------

SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"


@pytest.mark.parametrize("saves", [False, True], ids=["offline", "data-saver"])
def test_a_lost_network_is_told_and_the_match_goes_on(
    page: Page, address: str, faults: list[str], saves: bool
) -> None:
    """What needs the rest fails, for the true reason, and nothing else does."""
    if saves:
        page.add_init_script(SAVES_DATA)
    page.route(f"**/{REST}*", lambda route: route.abort("internetdisconnected"))
    client = Client(page, address)
    client.ask("new", game="rock")
    client.ask("play", path=["b1", "b3"])
    told = client.does(
        """engine.back = new Promise((resolve) => { engine.onrestart = resolve; });
        const read = () => { throw new Error('it was read without the rest'); };
        const { code, said } = await engine.request('load', { game: 'english', text: given })
          .then(read, (error) => error.details);
        await engine.back;
        return [code, said?.key ?? null, (await engine.request('state', {})).ply, engine.needsWhole];""",
        NEEDS_REST,
    )
    assert told == ["not-loaded", "error.not-stored" if saves else None, 1, False]
    page.unroute(f"**/{REST}*")
    assert client.ask("load", game="english", text=NEEDS_REST)["ply"] == 1
    page.evaluate("engine.close()")
    faults.clear()  # the console tells of the lost network


def test_a_match_that_cannot_be_replayed_is_told_once(page: Page, address: str, faults: list[str]) -> None:
    """A worker that ends while it is given the match has no successor until the player asks for one."""
    page.route(f"**/{REST}*", lambda route: route.abort("internetdisconnected"))
    client = Client(page, address)
    lost, workers = client.does(
        """let workers = 0;
        const spawn = engine.spawn.bind(engine);
        engine.spawn = () => { workers++; return spawn(); };
        engine.journal = [JSON.stringify({ id: -1, op: 'load', game: 'english', text: given })];
        const lost = new Promise((resolve, reject) => {
          engine.onlost = resolve;
          engine.hear = () => reject(new Error('it was read without the rest'));
        });
        engine.replace('a test');
        return [(await lost).code, workers];""",
        NEEDS_REST,
    )
    assert (lost, workers) == ("not-loaded", 1)
    faults.clear()  # the console tells of the lost network


# -- beforehand, and without a network -------------------------------------------------------------------


def reply(worker: Worker, **request: object) -> dict[str, object]:
    """What a worker replies, asked beside the page."""
    told = worker.evaluate(
        """(text) => new Promise((done) => {
          const { postMessage } = self;
          self.postMessage = (said, ...rest) => {
            const own = said.replies?.find((one) => JSON.parse(one).id === 'test');
            if (own) done(own);
            else postMessage.call(self, said, ...rest);
          };
          self.onmessage({ data: text });
        })""",
        json.dumps({"id": "test", **request}),
    )
    found: dict[str, object] = json.loads(told)
    return found


def reads_on(page: Page) -> bool:
    """Whether the page's worker can read what needs the rest."""
    return reply(page.workers[-1], op="load", game="english", text=NEEDS_REST)["ok"] is True


def rest_of(page: Page) -> str:
    return str(json.loads(page.locator("#assets").text_content() or "")["rest"])


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A profile with a service worker."""
    made = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield made
    made.close()


def test_after_the_first_reply_it_is_fetched_and_stored_for_times_without_a_network(visitor: BrowserContext) -> None:
    with served() as host:
        page = visitor.new_page()
        asked: list[str] = []
        page.context.on("request", lambda request: asked.append(request.url.split("/")[-1]))
        person = Person(page, host.address)
        person.open("rock")
        assert REST not in asked
        person.press("b1", "b3")
        person.listed(2)
        cached(page, rest_of(page))
        host.close()
        page.goto("about:blank")
        page.goto(f"{host.address}#game=rock")
        person.wait("open")
        assert reads_on(page)


def test_who_saves_data_does_not_download_it_beforehand(visitor: BrowserContext) -> None:
    page = visitor.new_page()
    fetched: list[str] = []
    visitor.on("request", lambda request: fetched.append(request.url.split("/")[-1]))
    page.add_init_script(SAVES_DATA)
    page.clock.install()
    with served() as host:
        person = Person(page, host.address)
        person.open("rock")
        page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
        person.press("b1", "b3")
        person.listed(2)
        page.clock.fast_forward("00:30")
        assert not in_cache(page, rest_of(page))
    assert REST not in fetched


# -- where the site is something else than a site --------------------------------------------------------


def test_the_single_file_has_it(page: Page) -> None:
    site.single()
    page.goto(f"{site.SINGLE_FILE.as_uri()}#game=rock")
    page.wait_for_function(STANDS)
    assert reads_on(page)
    assert len(page.workers) == 1


def test_the_archive_for_itch_has_it() -> None:
    site.itch()
    with zipfile.ZipFile(site.ITCH_ARCHIVE) as archive:
        assert [name for name in archive.namelist() if name.endswith(f"/{REST}")]


# -- crashes ---------------------------------------------------------------------------------------------

CRASHES = {
    "out of memory": "throw new RangeError('Array buffer allocation failed')",
    "outside of memory": "throw new WebAssembly.RuntimeError('memory access out of bounds')",
    "a trap": "throw new WebAssembly.RuntimeError('unreachable')",
    "an error of a script": "throw new TypeError('unreachable')",
}


def crash(page: Page, how: str) -> None:
    page.workers[-1].evaluate(f"setTimeout(() => {{ {how}; }})")


@sampled("how", list(CRASHES), "outside of memory")
def test_after_a_crash_the_whole_runtime_goes_on_with_the_match(
    page: Page, address: str, fetched: list[str], how: str
) -> None:
    client = Client(page, address)
    client.ask("new", game="rock")
    client.ask("play", path=["b1", "b3"])
    page.evaluate("() => { engine.back = new Promise((resolve) => { engine.onrestart = resolve; }); }")
    crash(page, CRASHES[how])
    told = client.does("await engine.back; return [(await engine.request('state', {})).ply, engine.needsWhole];")
    assert told == [1, True]
    assert fetched == [WASM, REST]
    page.evaluate("engine.close()")


def test_a_worker_that_is_silent_is_replaced_and_has_not_crashed(
    page: Page, address: str, fetched: list[str]
) -> None:
    client = Client(page, address)
    page.evaluate("() => { engine.back = new Promise((resolve) => { engine.onrestart = resolve; }); }")
    page.workers[0].evaluate("setTimeout(() => close())")
    page.evaluate("() => { engine.request('games', {}); for (let second = 0; second < 8; second++) engine.tick(); }")
    assert client.does("await engine.back; return engine.needsWhole;") is False
    assert fetched == [WASM]
    page.evaluate("engine.close()")


def test_a_crash_is_remembered_for_this_build(page: Page, address: str, fetched: list[str]) -> None:
    """The next visit starts on the whole runtime, and that of another build on the small one."""
    person = Person(page, address)
    person.open("rock")
    with page.expect_request(f"**/{REST}*"):
        crash(page, CRASHES["out of memory"])
    person.wait("open")
    fetched.clear()
    page.reload()
    person.wait("open")
    assert fetched == [WASM, REST]
    assert page.evaluate("localStorage['saltus.whole']") == json.dumps(
        json.loads(page.locator("#assets").text_content() or "")["wasm"]
    )
    page.evaluate(
        "() => { localStorage['saltus.whole'] = JSON.stringify('assets/python-earlier/pyodide.asm.wasm'); }"
    )
    fetched.clear()
    page.reload()
    person.wait("open")
    assert fetched[:1] == [WASM]
    assert REST not in fetched


@pytest.mark.parametrize("spoiled", [b"", b"\0asm\1\0\0\0\1", b"<!doctype html>"], ids=["empty", "cut", "a page"])
def test_a_damaged_file_is_fetched_again_past_the_cache(
    page: Page, address: str, fetched: list[str], faults: list[str], spoiled: bytes
) -> None:
    page.route(f"**/{REST}", lambda route: route.fulfill(content_type="application/wasm", body=spoiled))
    client = Client(page, address)
    assert client.ask("load", game="english", text=NEEDS_REST)["ply"] == 1
    assert [name.partition("?")[0] for name in fetched] == [WASM, REST, REST]
    page.evaluate("engine.close()")

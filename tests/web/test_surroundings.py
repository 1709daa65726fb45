"""The page without its usual surroundings: on a plain http host, in a sandboxed frame, and in browsers that lack or
refuse a feature. It still plays, and says what is missing.
"""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar
from urllib.parse import unquote

import pytest
from bundle.server import SiteHandler
from playwright.sync_api import Browser, BrowserContext, Frame, Page, Playwright, Route, expect

from tests.support.page import whole
from tests.support.person import Person, choose_entry
from tests.support.served import served
from tests.support.tiers import sampled

pytestmark = [pytest.mark.running, pytest.mark.pyodide]

HOST = "saltus.test"
"""A host name other than `localhost`, which browsers treat as secure even over plain http."""

FRAME = """<!doctype html><title>A page</title><link rel="icon" href="data:,"><body style="margin: 0">
<iframe style="border: 0; width: 100vw; height: 100vh" sandbox="allow-scripts" src="/%s"></iframe>
<script>heard = []; addEventListener('message', ({ data }) => heard.push(data))</script>"""


class FramingHandler(SiteHandler):
    """Serves the site, and at `/around?PATH` a page that shows PATH in a sandboxed frame."""

    def do_GET(self) -> None:  # noqa: N802  (the base class has it so)
        place, _, inner = self.path.partition("?")
        if place != "/around":
            super().do_GET()
            return
        text = (FRAME % unquote(inner)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(text)))
        super(SiteHandler, self).end_headers()
        self.wfile.write(text)


class SameOriginHandler(FramingHandler):
    """Sends no CORS headers, as many hosts: a sandboxed frame cannot load the site's modules."""

    rules: ClassVar = [
        {**rule, "values": {name: value for name, value in rule["values"].items() if "Origin" not in name}}
        for rule in SiteHandler.rules
    ]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(FramingHandler) as host:
        yield host.port


@pytest.fixture(scope="module")
def closed() -> Iterator[int]:
    with served(SameOriginHandler) as host:
        yield host.port


@pytest.fixture(scope="module")
def mapped(playwright: Playwright, chromium: dict[str, Any]) -> Iterator[Browser]:
    """A browser that resolves `HOST` to this machine."""
    args = [*chromium["args"], f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
    launched = playwright.chromium.launch(**{**chromium, "args": args})
    yield launched
    launched.close()


@pytest.fixture
def context(mapped: Browser) -> Iterator[BrowserContext]:
    made = mapped.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    errors: list[str] = []
    made.on("weberror", lambda error: errors.append(str(error.error)))
    yield made
    made.close()
    assert errors == []


def inside(page: Page) -> Frame:
    """The frame of a page, once all of it has been loaded."""
    handle = page.wait_for_selector("iframe")
    frame = handle and handle.content_frame()
    assert frame
    whole(frame)
    return frame


def choose(frame: Page | Frame, *squares: str) -> None:
    """Click squares. By events, since keyboard input does not always reach a frame in another process."""
    for square in squares:
        frame.locator(f"#grid [data-square={square}]").dispatch_event("click")


def wait_played(frame: Page | Frame, count: int) -> None:
    """Wait until the move list has `count` moves."""
    frame.wait_for_function("count => document.querySelectorAll('#moves .move').length >= count", arg=count)


@pytest.fixture
def plain(context: BrowserContext, port: int) -> Page:
    """The page over plain http, as in a local network."""
    page = context.new_page()
    page.goto(f"http://{HOST}:{port}/#game=rock")
    whole(page)
    assert not page.evaluate("isSecureContext")
    return page


@pytest.fixture
def framed(context: BrowserContext, port: int) -> Frame:
    """The page in a sandboxed frame."""
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/around?%23game=rock")
    frame = inside(page)
    assert frame.evaluate("origin") == "null"
    return frame


def test_a_host_without_https_plays_and_keeps_the_game(plain: Page) -> None:
    person = Person(plain, plain.url.split("#")[0])
    person.open("rock")
    person.press("b1", "b3")
    wait_played(plain, 2)
    plain.click("#resign")
    plain.click("#ask-yes")
    person.wait("over")
    plain.reload()
    wait_played(plain, 2)
    person.wait("over")
    assert len(plain.evaluate("JSON.parse(localStorage['saltus.past'])")) == 1


@pytest.mark.again("test_a_host_without_https_plays_and_keeps_the_game")
def test_without_https_the_settings_say_that_the_page_is_not_available_offline(plain: Page) -> None:
    plain.click("[data-panel=settings]")
    expect(plain.locator("#panel")).to_contain_text("Not available offline: this site doesn’t use https")


def test_with_offline_use_the_settings_do_not_say_that_it_is_missing(page: Page, address: str) -> None:
    page.goto(f"{address}#game=rock&panel=settings")
    page.locator("#panel [name=language]").wait_for()
    expect(page.locator("#panel")).not_to_contain_text("Not available offline")


def test_texts_and_links_are_copied_without_https(plain: Page) -> None:
    """With `execCommand('copy')`: the clipboard API needs https."""
    plain.evaluate(
        "() => { copied = []; document.addEventListener('copy', () => copied.push(`${getSelection()}`)); }"
    )
    choose_entry(plain, "share", "save")
    plain.wait_for_function("() => document.querySelector('#panel textarea').value")
    plain.get_by_role("button", name="Copy", exact=True).click()
    expect(plain.locator("#panel .note[role=status]")).to_have_text("Copied.")
    plain.get_by_role("button", name="Link", exact=True).click()
    expect(plain.get_by_text("Link copied").first).to_be_visible()
    assert len(plain.evaluate("copied")) == 2


REFUSE = "() => { document.execCommand = () => false; }"
"""Makes copying fail."""


def test_a_text_that_cannot_be_copied_is_selected(plain: Page) -> None:
    plain.evaluate(REFUSE)
    choose_entry(plain, "share", "save")
    plain.wait_for_function("() => document.querySelector('#panel textarea').value")
    plain.get_by_role("button", name="Copy", exact=True).click()
    expect(plain.locator("#panel .note[role=status]")).to_contain_text("selected")
    text = plain.locator("#panel textarea").first
    assert text.evaluate("one => one.selectionEnd - one.selectionStart === one.value.length")


def test_a_frame_in_a_sandbox_plays_and_says_what_it_lacks(framed: Frame) -> None:
    choose(framed, "b1", "b3")
    wait_played(framed, 2)
    expect(framed.locator("#status")).to_contain_text("blocks storage")
    framed.locator("[data-panel=settings]").dispatch_event("click")
    expect(framed.locator("#panel")).to_contain_text("Not available offline and nothing is saved")
    framed.locator("#panel-close").dispatch_event("click")
    framed.locator("#hint").dispatch_event("click")
    framed.locator("#status.hint").wait_for()


@pytest.mark.again(
    "test_a_frame_in_a_sandbox_plays_and_says_what_it_lacks",
    "web/test_faults.py::test_a_fault_is_told_and_nothing_is_lost",
)
def test_a_worker_that_dies_in_a_sandbox_is_replaced(framed: Frame) -> None:
    choose(framed, "b1", "b3")
    wait_played(framed, 2)
    framed.page.workers[0].evaluate("setTimeout(() => { throw new Error('provoked by a test'); })")
    framed.locator("#undo").dispatch_event("click")
    framed.wait_for_function("() => document.getElementById('grid').dataset.node === '0'")


def test_a_question_is_answered_in_a_frame(framed: Frame) -> None:
    """A sandbox may keep forms from being sent: even those that only close a dialog."""
    choose(framed, "b1", "b3")
    wait_played(framed, 2)
    framed.locator("#resign").dispatch_event("click")
    framed.locator("#ask-yes").dispatch_event("click")
    expect(framed.locator("#status")).to_contain_text("resigned")


@pytest.mark.again("test_a_text_that_cannot_be_copied_is_selected")
def test_a_link_that_cannot_be_copied_is_shown_in_a_frame(framed: Frame) -> None:
    """In a dialog: nobody sees the address bar of a frame."""
    framed.evaluate(REFUSE)
    framed.evaluate("location.hash = 'game=rock&panel=share'")
    framed.get_by_role("button", name="Link", exact=True).dispatch_event("click")
    link = framed.locator("dialog[open] textarea")
    link.wait_for()
    assert "record=" in link.input_value()
    assert link.evaluate("one => one.selectionEnd - one.selectionStart === one.value.length")
    framed.locator("dialog[open] button").dispatch_event("click")
    expect(link).to_have_count(0)


def test_an_embedded_board_in_a_sandbox_exchanges_messages_with_the_outer_page(
    context: BrowserContext, port: int
) -> None:
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/around??embed")
    page.wait_for_function("() => heard.some((one) => one.saltus === 'ready')")
    page.evaluate(
        """() => {
          frames[0].postMessage({ saltus: 'set', game: 'rock', players: { w: 0, b: 0 } }, '*');
          frames[0].postMessage({ saltus: 'play', move: 'b1-b3' }, '*');
        }"""
    )
    page.wait_for_function("() => heard.some((one) => one.saltus === 'move' && one.game === 'rock')")


def test_a_sandbox_that_blocks_all_modules_is_reported(
    mapped: Browser, closed: int, request: pytest.FixtureRequest
) -> None:
    """On a host without CORS headers. The message says what to do."""
    context = mapped.new_context(locale="it-IT")
    request.addfinalizer(context.close)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{closed}/around??embed")
    handle = page.wait_for_selector("iframe")
    frame = handle and handle.content_frame()
    assert frame
    told = frame.locator("#unloaded")
    expect(told).to_be_visible()
    expect(told).to_contain_text("le impedisce di caricarsi")
    expect(told.get_by_role("link")).to_have_attribute("href", f"http://127.0.0.1:{closed}/?embed")
    page.wait_for_function("() => heard.some((one) => one.saltus === 'error' && one.message.includes('impedisce'))")


MISSING_FEATURES: dict[str, str] = {
    "no storage": """for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });""",
    "no service worker": """Object.defineProperty(Navigator.prototype, 'serviceWorker', {
        get() { throw new DOMException('no', 'SecurityError'); } });""",
    "no caches, no locks": "delete window.caches; delete Navigator.prototype.locks; delete window.BroadcastChannel;",
    "no clipboard": "delete Navigator.prototype.clipboard; delete window.ClipboardItem;",
    "no subtle, no UUID": "delete Crypto.prototype.randomUUID; delete Crypto.prototype.subtle;",
    "no history": """for (const name of ['pushState', 'replaceState'])
        History.prototype[name] = () => { throw new DOMException('too often', 'SecurityError'); };""",
    "no full screen, no share": """delete Document.prototype.fullscreenEnabled;
        delete Element.prototype.requestFullscreen; delete Navigator.prototype.share;""",
}


@sampled("lack", list(MISSING_FEATURES), "no storage")
def test_the_page_works_without_a_feature_that_the_browser_lacks_or_refuses(
    visit: Callable[..., Page], address: str, lack: str
) -> None:
    page = visit()
    page.add_init_script(MISSING_FEATURES[lack])
    page.goto(f"{address}#game=rock")
    person = Person(page, address)
    person.wait("open")
    whole(page)
    person.press("b1", "b3")
    person.listed(2)
    for panel in ("settings", "share"):
        if panel == "share":
            choose_entry(page, "share", "save")
        else:
            page.locator(f"[data-panel={panel}]").click()
        page.locator(f"#panel[data-kind={panel}] .panel-body > *").first.wait_for()
        if panel == "share":
            page.wait_for_function("() => document.querySelector('#panel textarea').value")
            page.get_by_role("button", name="Copy", exact=True).click()
            expect(page.locator("#panel .note[role=status]")).to_have_text("Copied.")
        page.click("#panel-close")
        expect(page.locator("#panel")).to_be_hidden()
    page.click("[data-menu=game]")
    assert (page.get_by_role("menuitem", name="Full screen").count() == 0) == ("full screen" in lack)


def no_engine(page: Page) -> None:
    """The page says that WebAssembly is blocked, and offers nothing that cannot help."""
    status = page.locator("#status.error")
    expect(status).to_contain_text("blocks WebAssembly")
    expect(status).to_contain_text("Lockdown Mode")
    expect(page.locator("#status button")).to_have_count(0)


def test_a_browser_without_webassembly_is_told_what_to_do(forgiving: BrowserContext, address: str) -> None:
    page = forgiving.new_page()
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(f"{address}#game=rock")
    no_engine(page)


LOCKDOWN = "delete self.WebAssembly; addEventListener('unhandledrejection', (event) => event.preventDefault());\n"
"""As in Lockdown Mode. Pyodide's loader has a promise of its own that fails then, of which nobody hears."""


@pytest.mark.parametrize(
    ("header", "script"), [("script-src 'self'", ""), ("", LOCKDOWN)], ids=["policy", "lockdown"]
)
def test_a_worker_that_may_not_run_webassembly_says_so(
    forgiving: BrowserContext, address: str, header: str, script: str
) -> None:
    page = forgiving.new_page()

    def answer(route: Route) -> None:
        response = route.fetch()
        headers = {**response.headers, **({"content-security-policy": header} if header else {})}
        route.fulfill(response=response, headers=headers, body=script.encode() + response.body())

    page.route("**/engine/worker*.js", answer)
    page.goto(f"{address}#game=rock")
    no_engine(page)

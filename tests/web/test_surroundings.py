"""The page without its usual surroundings: on a plain http host, in a sandboxed frame, and in browsers that lack or
refuse a feature. It still plays, and says what is missing.
"""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar
from urllib.parse import unquote

import pytest
from bundle.server import SiteHandler
from playwright.sync_api import Browser, BrowserContext, Frame, Page, Playwright, Route, expect

from tests.support.page import crash, is_whole
from tests.support.person import Person, choose_entry
from tests.support.served import served
from tests.support.settle import unsettled
from tests.support.tiers import mostly_slow

pytestmark = pytest.mark.pyodide

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


def choose(frame: Page | Frame, *squares: str) -> None:
    """Click squares. By events, since keyboard input does not always reach a frame in another process."""
    for square in squares:
        press(frame, f"#grid [data-square={square}]")


def press(frame: Page | Frame, selector: str) -> None:
    frame.locator(selector).dispatch_event("click")


@pytest.fixture
def plain(context: BrowserContext, port: int) -> Page:
    """The page over plain http, as in a local network."""
    page = context.new_page()
    page.goto(f"http://{HOST}:{port}/#game=rock")
    assert is_whole(page)
    assert not page.evaluate("isSecureContext")
    return page


REFUSE = "() => { document.execCommand = () => false; }"
"""Makes copying fail."""


def test_a_host_without_https_copies_or_selects_texts_plays_and_keeps_the_game_but_not_offline(plain: Page) -> None:
    """With `execCommand('copy')`: the clipboard API needs https."""
    plain.evaluate(
        "() => { copied = []; document.addEventListener('copy', () => copied.push(`${getSelection()}`)); }"
    )
    choose_entry(plain, "share", "save")
    text, copy = plain.locator("#panel textarea").first, plain.get_by_role("button", name="Copy", exact=True)
    told = plain.locator("#panel .note[role=status]")
    plain.evaluate(REFUSE)
    copy.click()
    expect(told).to_contain_text("selected")
    assert text.evaluate("one => one.selectionEnd - one.selectionStart === one.value.length")
    plain.evaluate("delete document.execCommand")
    copy.click()
    expect(told).to_have_text("Copied.")
    plain.get_by_role("button", name="Link", exact=True).click()
    assert plain.get_by_text("Link copied").first.is_visible()
    assert plain.evaluate("copied.map((text) => text.length > 0)") == [True, True]
    # It plays.
    person = Person(plain, plain.url.split("#")[0])
    person.open("rock")
    person.press("b1", "b3")
    person.listed(2)
    plain.click("#resign")
    plain.click("#ask-yes")
    person.wait("over")
    plain.reload()
    person.listed(2)
    person.wait("over")
    assert len(plain.evaluate("JSON.parse(localStorage['saltus.past'])")) == 1
    plain.click("[data-panel=settings]")
    expect(plain.locator("#panel")).to_contain_text("Not available offline: this site doesn’t use https")


def test_a_frame_in_a_sandbox_plays_and_says_what_it_lacks(context: BrowserContext, port: int) -> None:
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/around?%23game=rock")
    frame = page.frames[1]
    assert is_whole(frame)
    assert frame.evaluate("origin") == "null"
    choose(frame, "b1", "b3")
    expect(frame.locator("#moves .move")).to_have_count(2)
    expect(frame.locator("#status")).to_contain_text("blocks storage")
    press(frame, "[data-panel=settings]")
    expect(frame.locator("#panel")).to_contain_text("Not available offline and nothing is saved")
    press(frame, "#panel-close")

    # A worker is started there in another way; also the next one.
    crash(page)
    press(frame, "#hint")
    assert frame.locator("#status.hint").is_visible()

    # Nobody sees the address bar of a frame.
    frame.evaluate(REFUSE)
    frame.evaluate("location.hash = 'game=rock&panel=share'")
    frame.get_by_role("button", name="Link", exact=True).dispatch_event("click")
    link = frame.locator("dialog[open] textarea")
    assert "record=" in link.input_value()
    assert link.evaluate("one => one.selectionEnd - one.selectionStart === one.value.length")
    press(frame, "dialog[open] button")
    expect(link).to_have_count(0)

    # A sandbox may keep forms from being sent: even those that only close a dialog.
    press(frame, "#panel-close")
    press(frame, "#resign")
    press(frame, "#ask-yes")
    expect(frame.locator("#status")).to_contain_text("resigned")


@pytest.mark.slow(
    "test_a_frame_in_a_sandbox_plays_and_says_what_it_lacks",
    "web/test_settings.py::test_an_embedded_board_exchanges_messages_with_its_page_and_its_address_seats_the_players",
)
def test_an_embedded_board_in_a_sandbox_exchanges_messages_with_the_outer_page(
    context: BrowserContext, port: int
) -> None:
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/around??embed")
    assert page.evaluate("heard.some((one) => one.saltus === 'ready')")
    page.evaluate(
        """() => {
          frames[0].postMessage({ saltus: 'set', game: 'rock', players: { w: 0, b: 0 } }, '*');
          frames[0].postMessage({ saltus: 'play', move: 'b1-b3' }, '*');
        }"""
    )
    assert page.evaluate("heard.some((one) => one.saltus === 'move' && one.game === 'rock')")


def test_a_sandbox_that_blocks_all_modules_is_reported(
    mapped: Browser, closed: int, request: pytest.FixtureRequest
) -> None:
    """On a host without CORS headers. The message says what to do."""
    context = mapped.new_context(locale="it-IT")
    request.addfinalizer(context.close)
    page = context.new_page()
    address = f"http://127.0.0.1:{closed}/"
    with unsettled(page):
        page.goto(f"{address}around??embed")
        told = page.frames[1].locator("#unloaded")
        expect(told).to_contain_text("le impedisce di caricarsi")
        expect(told.get_by_role("link")).to_have_attribute("href", f"{address}?embed")
        Person(page, address).sees("() => heard.some(({ message }) => message?.includes('impedisce'))")


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


@mostly_slow("lack", list(MISSING_FEATURES), "no storage")
def test_the_page_works_without_a_feature_that_the_browser_lacks_or_refuses(
    visit: Callable[..., Page], address: str, lack: str
) -> None:
    page = visit()
    page.add_init_script(MISSING_FEATURES[lack])
    page.goto(f"{address}#game=rock")
    person = Person(page, address)
    person.wait("open")
    assert is_whole(page)
    person.press("b1", "b3")
    person.listed(2)
    page.locator("[data-panel=settings]").click()
    assert page.locator("#panel[data-kind=settings] .panel-body > *").first.is_visible()
    page.click("#panel-close")
    choose_entry(page, "share", "save")
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator("#panel .note[role=status]")).to_have_text("Copied.")
    page.click("#panel-close")
    assert page.locator("#panel").is_hidden()
    page.click("[data-menu=game]")
    assert (page.get_by_role("menuitem", name="Full screen").count() == 0) == ("full screen" in lack)


LOCKDOWN = "delete self.WebAssembly; addEventListener('unhandledrejection', (event) => event.preventDefault());\n"
"""As in Lockdown Mode. Pyodide's loader has a promise of its own that fails then, of which nobody hears."""


def test_who_may_not_run_webassembly_is_told_what_to_do(forgiving: BrowserContext, address: str) -> None:
    """By a policy of the site, or in Lockdown Mode; a browser that has none is told by the page itself."""
    page = forgiving.new_page()
    policy, script = "script-src 'self'", ""

    def answer(route: Route) -> None:
        response = route.fetch()
        headers = {**response.headers, **({"content-security-policy": policy} if policy else {})}
        route.fulfill(response=response, headers=headers, body=script.encode() + response.body())

    def refused() -> None:
        page.goto("about:blank")
        page.goto(f"{address}#game=rock")
        status = page.locator("#status.error")
        expect(status).to_contain_text("blocks WebAssembly")
        expect(status).to_contain_text("Lockdown Mode")
        assert page.locator("#status button").count() == 0, "trying again cannot help"

    page.route("**/engine/worker*.js", answer)
    refused()
    policy, script = "", LOCKDOWN
    refused()
    page.add_init_script("delete globalThis.WebAssembly")
    refused()

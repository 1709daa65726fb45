"""The files that the page loads lazily: if one fails, the page says so in plain words, the game goes on, and a retry
loads it.

The list of files is read from the built site, and the action that requests each from its imports: a new file is tried
like the others, and a test fails if no action here would request it.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from bundle import site, toolchain
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.support.held import Held
from tests.support.page import whole
from tests.support.panels import MODULES
from tests.support.person import Person, guest
from tests.support.scripts import imported
from tests.support.spoil import HOW, spoil
from tests.support.tiers import sampled

pytestmark = pytest.mark.running

FIRST = ("main.js", "shell.js", "strings/en.json", "engine/worker.js", "boot/early.js", "boot/missing.js")
"""The entry points that every visit fetches at once."""


@cache
def web() -> Path:
    (folder,) = (site.DIST / "assets").glob("web-*")
    return folder


@cache
def closure(*entries: str) -> frozenset[str]:
    """These modules of the page and everything they import."""
    found: set[str] = set()
    waiting = list(entries)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        if name.endswith(".js"):
            waiting += [one.relative_to(web().resolve()).as_posix() for one in imported(web() / name)]
    return frozenset(found)


def late() -> list[str]:
    """The modules and texts that are loaded lazily."""
    kinds = (".js", ".json")
    every = {path.relative_to(web()).as_posix() for path in toolchain.files(web()) if path.suffix in kinds}
    return sorted(every - closure(*FIRST))


UNSEEN = {"extras.js", "sound/synth.js", "features/online/view.js", "lib/qr.js", "lib/uqr.js"}
"""Files of which no failure is told. The page works without them and retries them by itself; one is of no use without
a server of games, and without the last two a link is shown without its code."""


CLICKS = {
    "#analyse": (("features/analysis/view.js",), "#engine:not([hidden])"),
    "#annotate": (("shell/comment.js",), "#note:not([hidden])"),
    "[data-menu=game]": (("shell/dropdown.js",), ".dropdown"),
}
"""By the button that asks for them: files, and what shows that they have come. Not every button is shown always."""

PANELS = {"store/kept.js"}
"""Files that each panel needs."""


def way(name: str) -> tuple[str, str]:
    """What one does to have a file: ("panel", its kind), ("click", what), ("language", which) …"""
    if found := re.fullmatch(r"book/(\w+)\.json", name):
        return "rules", found[1]
    if found := re.fullmatch(r"strings/book/(\w+)\.json", name):
        return "words", found[1]
    if found := re.fullmatch(r"strings/(\w+)\.json", name):
        return "language", found[1]
    if name in UNSEEN:
        return "unseen", ""
    if name in PANELS:
        return "panel", "settings"
    if name in ("boot/embed.js", "features/puzzles/embedded.js"):
        return "guest", ""
    for button, (entries, _) in CLICKS.items():
        if name in entries:
            return "click", button
    # The module itself before others that import it, and those with few imports before those with many.
    kinds = {module: kind for kind, module in MODULES.items()}
    modules = sorted(kinds.items(), key=lambda entry: (entry[0] != name, len(closure(entry[0]))))
    for module, kind in modules:
        if name in closure(module):
            return "panel", kind
    return "", ""


def test_every_lazy_file_is_requested_by_an_action_of_these_tests() -> None:
    assert len(late()) > 40
    assert [name for name in late() if not way(name)[0]] == []


@pytest.fixture
def spoiled(browser: Browser) -> Iterator[BrowserContext]:
    """A profile whose pages may get damaged scripts."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", service_workers="block"
    )
    yield context
    context.close()


NOTHING = "() => !document.querySelector('#unloaded:not([hidden]), #status.error, #panel [data-does=retry]')"

TOLD = f"() => !({NOTHING})()"

SHOWN = """() => document.querySelector('#panel:not([hidden]) .panel-body > *')
    && !document.querySelector('#panel .panel-body > [aria-busy], #panel [data-does=retry]')"""


class Late:
    """A page whose lazy files fail during its start; later one of them may be spoiled."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page = context.new_page()
        self.person = Person(self.page, address)
        self.spoiled: dict[str, str] = {}
        self.begun = False
        self.names = set(late())
        self.page.route(re.compile(r"\.(js|json)(\?|$)"), self.answer)

    def answer(self, route: Route) -> None:
        name = re.sub(r"^.*/web-[^/]*/", "", route.request.url).partition("?")[0]
        if name in self.spoiled:
            spoil(route, self.spoiled[name])
        elif not self.begun and name in self.names:
            route.fulfill(status=404, body="not found")
        else:
            route.continue_()

    def begin(self) -> None:
        """Wait for the page, then let lazy files load."""
        whole(self.page)
        self.person.wait("open")
        self.begun = True

    def fresh(self) -> None:
        """Visit again without any lazy file loaded. The game stays."""
        self.begun = False
        self.page.goto("about:blank")
        self.page.goto(f"{self.person.address}#game=english")
        self.begin()

    def knows(self, name: str) -> bool:
        """Whether the page has loaded this file: then it can no longer fail."""
        script = "performance.getEntriesByType('resource').some((one) => one.responseStatus === 200 && %s)"
        return bool(self.page.evaluate(script % f"one.name.split('?')[0].endsWith('/{name}')"))

    def play(self) -> None:
        """Play a first move, which stays in the list."""
        self.person.people("top", "bottom")
        self.person.turn(Random(1), self.person.press)
        self.person.listed(1)

    def ask(self, how: str, what: str) -> None:
        page = self.page
        if how == "words":
            self.ask("language", what)
            expect(page.locator("html")).to_have_attribute("lang", "en-x-pirate" if what == "pirate" else what)
            self.leave()
        if how == "language":
            self.ask("panel", "settings")
            page.locator("#panel [name=language]").select_option(what)
        elif how == "click":
            page.locator(what).dispatch_event("click")
        else:
            game = what if how == "rules" else "english"
            page.evaluate("game => { location.hash = `game=${game}`; }", game)
            self.person.drawn(game)
            self.person.wait("open")
            kind = what if how == "panel" else "rules"
            page.evaluate("([game, kind]) => { location.hash = `game=${game}&panel=${kind}`; }", [game, kind])

    def has(self, how: str, what: str) -> None:
        """Wait until what was requested is shown."""
        page = self.page
        if how == "click":
            page.locator(CLICKS[what][1]).wait_for()
            page.locator(what).dispatch_event("click")
        elif how == "language":
            expect(page.locator("html")).to_have_attribute("lang", "en-x-pirate" if what == "pirate" else what)
        else:
            page.wait_for_function(SHOWN)

    def again(self, how: str, what: str) -> None:
        """Retry as the page offers it. If a file that others import is cut off, that reloads the page."""
        page = self.page
        if page.locator("#unloaded").is_visible():
            self.begun = False
            with page.expect_navigation():
                page.locator("#reload").click()
            self.begin()
        if (retry := page.locator("#panel [data-does=retry]")).is_visible():
            retry.click()
        elif not (page.locator("#panel").is_visible() and how in ("panel", "rules", "words")):
            self.leave()
            self.ask(how, what)

    def leave(self) -> None:
        if (close := self.page.locator("#panel-close")).is_visible():
            close.click()
            expect(self.page.locator("#panel")).to_be_hidden()


SHARES = 20
"""The number of tests among which the files are divided: one of them is in the first tier."""


@sampled("share", range(SHARES), 0)
def test_a_lazy_file_that_fails_shows_an_error_and_loads_on_retry(
    spoiled: BrowserContext, address: str, share: int
) -> None:
    """Each file fails in one of the ways. The game on the board stays."""
    page = Late(spoiled, address)
    page.fresh()
    page.play()
    tried = [name for name in late() if way(name)[0] not in ("unseen", "guest")]
    for at, name in list(enumerate(tried))[share::SHARES]:
        how, what = way(name)
        fault = HOW[at // SHARES % len(HOW)]
        # The page tries some files again by itself: none may come well before it is asked for.
        page.spoiled = {name: fault}
        if page.knows(name):
            page.fresh()
        page.page.keyboard.press("Escape")
        page.page.wait_for_function(NOTHING)
        page.ask(how, what)
        try:
            page.page.wait_for_function(TOLD)
            page.spoiled = {}
            page.again(how, what)
            page.has(how, what)
        except Exception as error:
            raise AssertionError(f"{name}, {fault}, by {how} {what}") from error
        page.leave()
        if how in ("language", "words"):
            page.ask("language", "en")
            expect(page.page.locator("html")).to_have_attribute("lang", "en")
            page.leave()
        if how == "rules":
            page.page.evaluate("location.hash = 'game=english'")
            page.person.drawn("english")
        page.person.listed(1)


def test_a_link_whose_code_cannot_be_loaded_is_shown_without_it(spoiled: BrowserContext, address: str) -> None:
    late = Late(spoiled, address)
    late.spoiled = {"lib/qr.js": HOW[0]}
    late.fresh()
    late.play()
    late.page.select_option(".player[data-side=w] select", "-1")
    late.page.click("#status [data-does=share]")
    sent = late.page.get_by_role("dialog")
    expect(sent.locator("textarea")).to_have_value(re.compile("#game=english&record="))
    expect(sent.locator(".code")).to_have_count(0)


@pytest.mark.again("test_a_lazy_file_that_fails_shows_an_error_and_loads_on_retry")
def test_a_prefetched_file_that_fails_is_fetched_again_without_an_action(
    spoiled: BrowserContext, address: str
) -> None:
    """For example the file that detects a second tab. The game can be played meanwhile."""
    page = Late(spoiled, address)
    page.page.clock.install()
    # This is asked for when it is clear that the others do not come.
    with page.page.expect_request("**/extras.js"):
        page.page.goto(f"{address}#game=english")
    page.person.wait("open")
    page.begun = True
    with page.page.expect_request(lambda request: "/extras.js?retry=1" in request.url) as asked:
        page.page.clock.fast_forward("00:20")
    response = asked.value.response()
    assert response
    assert response.ok
    page.play()


def test_a_slow_panel_shows_progress_and_a_lost_one_an_error(spoiled: BrowserContext, address: str) -> None:
    page = Late(spoiled, address)
    page.page.clock.install()
    with page.page.expect_request("**/extras.js"):
        page.page.goto(f"{address}#game=english")
    page.person.wait("open")
    page.begun = True
    held = Held(page.page, "**/features/statistics/view.js*")
    page.ask("panel", "statistics")
    panel = page.page.locator("#panel")
    expect(panel).to_contain_text("You can keep playing")
    page.page.clock.fast_forward("00:50")
    page.page.wait_for_function(TOLD)
    held.fail()
    page.again("panel", "statistics")
    page.has("panel", "statistics")


def test_a_guest_board_reports_a_failed_file_to_its_page(spoiled: BrowserContext, address: str) -> None:
    page = spoiled.new_page()
    page.route("**/embed.js", lambda route: spoil(route, "missing"))
    guest(page, address, "rock")
    page.wait_for_function("() => heard.some((one) => one.saltus === 'error')")
    page.unroute("**/embed.js")
    page.frames[1].locator("#reload").click()
    page.wait_for_function("() => heard.some((one) => one.saltus === 'ready')")


@pytest.mark.pyodide
@sampled("how", HOW, "cut off")
def test_a_table_that_fails_shows_an_error_and_loads_on_retry(
    spoiled: BrowserContext, address: str, how: str
) -> None:
    """Puzzles and the opening book. Without the endgame tables the game goes on; the next move retries them."""
    page = spoiled.new_page()
    person = Person(page, address)
    person.open("english", "open")
    whole(page)
    for kind in ("puzzles", "openings"):
        name = f"**/english-{kind}.table"
        page.route(name, lambda route: spoil(route, how))
        page.evaluate("kind => { location.hash = `game=english&panel=${kind}`; }", kind)
        retry = page.locator("#panel button", has_text="Try again")
        retry.wait_for()
        page.unroute(name)
        retry.click()
        expect(retry).to_have_count(0)
        page.wait_for_function(SHOWN)
        page.locator("#panel-close").click()
        person.wait("open")


@sampled("how", HOW, "missing")
def test_a_lost_puzzle_on_a_guest_board_is_reported_and_comes_when_asked_again(
    spoiled: BrowserContext, address: str, how: str
) -> None:
    page = spoiled.new_page()
    page.route("**/features/puzzles/embedded.js*", lambda route: spoil(route, how))
    guest(page, address, "rock")
    page.wait_for_function("() => heard.some((one) => one.saltus === 'ready')")
    ask = "() => frames[0].postMessage({ saltus: 'puzzle', game: 'rock', day: 1 }, '*')"
    page.evaluate(ask)
    page.wait_for_function("() => heard.some((one) => one.saltus === 'error')")
    page.unroute("**/features/puzzles/embedded.js*")
    page.evaluate(ask)
    page.wait_for_function("() => heard.some((one) => one.saltus === 'puzzle' && one.state === 'open')")


def test_after_a_deploy_a_panel_whose_file_is_gone_offers_the_new_version(
    forgiving: BrowserContext, address: str
) -> None:
    """Where no service worker has kept the page's files. The mark in the header stays, and is announced."""
    person = Person(forgiving.new_page(), address)
    page = person.page
    page.route("**/features/rules/view.js*", lambda route: route.fulfill(status=404, body="gone"))
    person.open("rock")
    whole(page)
    expect(page.locator("#renew")).to_have_count(0)

    def newer(route: Route) -> None:
        text = route.fetch().text()
        route.fulfill(body=re.sub(r"/web-\w+/", "/web-newer/", text), content_type="text/html")

    page.route(address, newer)
    page.click("[data-panel=rules]:visible")
    expect(page.locator("#panel")).to_contain_text("There is a new version of Saltus")
    expect(page.locator("#panel")).not_to_contain_text("connection")
    expect(page.locator("[role=status] #renew")).to_have_text("New version")
    page.unroute(address)
    page.unroute("**/features/rules/view.js*")
    with page.expect_navigation():
        page.click("#panel [data-does=renew]")
    person.wait("open")
    expect(page.locator("#renew")).to_have_count(0)

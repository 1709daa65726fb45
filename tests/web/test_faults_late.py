"""The files that the page fetches only when somebody needs them: one that does not come as it should is told in plain
words, the game goes on, and the next try brings it.

Which files there are is read from the built site, and what brings each from their imports: a new one is tried like
the others, and where nothing here would ask for it, a test says so.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from bundle import site, toolchain
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.support.page import whole
from tests.support.person import Person, guest
from tests.support.spoil import HOW, spoil

FIRST = ("main.js", "strings/en.json", "engine/worker.js", "boot/early.js", "boot/complete.js")
"""What every visit fetches at once, with all that it imports."""

IMPORT = re.compile(r"""^(?:import|export)\b[^'"]*['"](\.[^'"]+)['"]""", re.M)


@cache
def web() -> Path:
    (folder,) = (site.DIST / "assets").glob("web-*")
    return folder


def closure(*entries: str) -> set[str]:
    """These modules of the page's own and all that they import."""
    found: set[str] = set()
    waiting = list(entries)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        if name.endswith(".js"):
            path = web() / name
            targets = ((path.parent / one).resolve() for one in IMPORT.findall(path.read_text("utf-8")))
            waiting += [one.relative_to(web().resolve()).as_posix() for one in targets]
    return found


def late() -> list[str]:
    """The modules and texts that are fetched later."""
    kinds = (".js", ".json")
    every = {path.relative_to(web()).as_posix() for path in toolchain.files(web()) if path.suffix in kinds}
    return sorted(every - closure(*FIRST))


def panels() -> dict[str, str]:
    """Kinds of panels by the module of each."""
    text = (web() / "main.js").read_text("utf-8")
    found = re.findall(r"(\w+): async \(\) => \(await lazy\('([^']+)'", text)
    assert len(found) > 10
    return {module: kind for kind, module in found} | {"panels/editor.js": "edit", "study/editor.js": "edit"}


UNSEEN = {
    "boot/offline.js",
    "engine/helper.js",
    "engine/tablebases.js",
    "game/opening.js",
    "game/tabs.js",
    "panels/drop.js",
    "sound/synth.js",
}
"""What nobody asks for: it is done without, and asked for again by itself."""


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
    if name == "boot/embed.js":
        return "guest", ""
    clicks = {"analyse": ("study/analysis.js", "panels/analysis.js"), "annotate": ("view/comment.js",)}
    for button, entries in clicks.items():
        if name in entries:
            return "click", button
    # The module itself before others that import it, and those with few imports before those with many.
    modules = sorted(panels().items(), key=lambda entry: (entry[0] != name, len(closure(entry[0]))))
    for module, kind in modules:
        if name in closure(module):
            return "panel", kind
    return "", ""


def test_every_late_file_is_asked_for_by_something_that_is_tried_here() -> None:
    assert len(late()) > 40
    assert [name for name in late() if not way(name)[0]] == []


@pytest.fixture
def spoiled(browser: Browser) -> Iterator[BrowserContext]:
    """A profile whose pages get scripts that are none."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", service_workers="block"
    )
    context.set_default_timeout(60_000)
    yield context
    context.close()


NOTHING = "() => !document.querySelector('#unloaded:not([hidden]), #status.error, #panel [data-keep=retry]')"

TOLD = f"() => !({NOTHING})()"

SHOWN = """() => document.querySelector('#panel:not([hidden]) .panel-body > *')
    && !document.querySelector('#panel .panel-body > [aria-busy], #panel [data-keep=retry]')"""


class Late:
    """A page whose late files do not come at its start, and one of which may be spoiled after that."""

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
        """Once the page is there, what is late may come."""
        whole(self.page)
        self.person.wait("open")
        self.begun = True

    def fresh(self) -> None:
        """A visit of which nothing late has come; a game that was played stays."""
        self.begun = False
        self.page.goto("about:blank")
        self.page.goto(f"{self.person.address}#game=english")
        self.begin()

    def knows(self, name: str) -> bool:
        """Whether the page has this file: then nothing could be amiss with it."""
        script = "performance.getEntriesByType('resource').some((one) => one.responseStatus === 200 && %s)"
        return bool(self.page.evaluate(script % f"one.name.split('?')[0].endsWith('/{name}')"))

    def play(self) -> None:
        """A first move, which the list holds from then on."""
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
            page.locator(f"#{what}").click()
        else:
            game = what if how == "rules" else "english"
            page.evaluate("game => { location.hash = `game=${game}`; }", game)
            self.person.drawn(game)
            self.person.wait("open")
            kind = what if how == "panel" else "rules"
            page.evaluate("([game, kind]) => { location.hash = `game=${game}&panel=${kind}`; }", [game, kind])

    def has(self, how: str, what: str) -> None:
        """Wait until what was asked for is there."""
        page = self.page
        if how == "click":
            page.locator({"analyse": "#engine:not([hidden])", "annotate": "#note:not([hidden])"}[what]).wait_for()
            page.locator(f"#{what}").click()
        elif how == "language":
            expect(page.locator("html")).to_have_attribute("lang", "en-x-pirate" if what == "pirate" else what)
        else:
            page.wait_for_function(SHOWN)

    def again(self, how: str, what: str) -> None:
        """What one does when told. Where a file that others import is cut off, that is to load the page again."""
        page = self.page
        if page.locator("#unloaded").is_visible():
            self.begun = False
            with page.expect_navigation():
                page.locator("#reload").click()
            self.begin()
        if (retry := page.locator("#panel [data-keep=retry]")).is_visible():
            retry.click()
        elif not (page.locator("#panel").is_visible() and how in ("panel", "rules", "words")):
            self.leave()
            self.ask(how, what)

    def leave(self) -> None:
        if (close := self.page.locator("#panel-close")).is_visible():
            close.click()
            expect(self.page.locator("#panel")).to_be_hidden()


SHARES = 2
"""Tests that share the files between them, so that they may run beside each other."""


@pytest.mark.parametrize("share", range(SHARES))
def test_a_late_file_that_does_not_come_as_it_should_is_told_and_comes_when_it_is_asked_for_again(
    spoiled: BrowserContext, address: str, share: int
) -> None:
    """One way for each in turn; and the game that is on the table stays there."""
    page = Late(spoiled, address)
    page.fresh()
    page.play()
    tried = [name for name in late() if way(name)[0] not in ("unseen", "guest")]
    for at, name in list(enumerate(tried))[share::SHARES]:
        how, what = way(name)
        if page.knows(name):
            page.fresh()
        page.page.keyboard.press("Escape")
        page.page.wait_for_function(NOTHING)
        page.spoiled = {name: HOW[at // SHARES % 3]}
        page.ask(how, what)
        try:
            page.page.wait_for_function(TOLD)
            page.spoiled = {}
            page.again(how, what)
            page.has(how, what)
        except Exception as error:
            raise AssertionError(f"{name}, {HOW[at // SHARES % 3]}, by {how} {what}") from error
        page.leave()
        if how in ("language", "words"):
            page.ask("language", "en")
            expect(page.page.locator("html")).to_have_attribute("lang", "en")
            page.leave()
        if how == "rules":
            page.page.evaluate("location.hash = 'game=english'")
            page.person.drawn("english")
        page.person.listed(1)


def test_what_nobody_asks_for_is_fetched_again_by_itself(spoiled: BrowserContext, address: str) -> None:
    """A second tab, say, is heard of once the file for that has come; the game is played meanwhile."""
    page = Late(spoiled, address)
    page.page.clock.install()
    # This is asked for when it is clear that the others do not come.
    with page.page.expect_request("**/offline.js"):
        page.page.goto(f"{address}#game=english")
    page.person.wait("open")
    page.begun = True
    with page.page.expect_request(lambda request: "/tabs.js?retry=1" in request.url) as asked:
        page.page.clock.fast_forward("00:20")
    response = asked.value.response()
    assert response
    assert response.ok
    page.play()


def test_a_panel_that_is_slow_says_so_and_one_that_never_comes_is_told(spoiled: BrowserContext, address: str) -> None:
    page = Late(spoiled, address)
    page.page.clock.install()
    with page.page.expect_request("**/offline.js"):
        page.page.goto(f"{address}#game=english")
    page.person.wait("open")
    page.begun = True
    held: list[Route] = []
    page.page.route("**/panels/statistics.js*", lambda route: held.append(route))
    page.ask("panel", "statistics")
    panel = page.page.locator("#panel")
    expect(panel).to_contain_text("Your game goes on meanwhile")
    page.page.clock.fast_forward("00:50")
    page.page.wait_for_function(TOLD)
    page.page.unroute("**/panels/statistics.js*")
    for route in held:
        route.abort()
    page.again("panel", "statistics")
    page.has("panel", "statistics")


def test_a_guest_board_whose_part_does_not_come_tells_the_page_around_it(
    spoiled: BrowserContext, address: str
) -> None:
    page = spoiled.new_page()
    page.route("**/embed.js", lambda route: spoil(route, "missing"))
    guest(page, address, "rock")
    page.wait_for_function("() => heard.some((one) => one.saltus === 'error')")
    page.unroute("**/embed.js")
    page.frames[1].locator("#reload").click()
    page.wait_for_function("() => heard.some((one) => one.saltus === 'ready')")


@pytest.mark.parametrize("how", HOW)
def test_a_table_that_does_not_come_as_it_should_is_told_and_comes_when_it_is_asked_for_again(
    spoiled: BrowserContext, address: str, how: str
) -> None:
    """Puzzles and the opening book. What is known of endings is done without, and asked for at the next turn."""
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

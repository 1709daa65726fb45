"""The files of the page that come when they are needed, and what one does to have each."""

import re
from functools import cache
from pathlib import Path

from bundle import site, toolchain
from playwright.sync_api import BrowserContext, Route, expect

from tests.support.panels import MODULES
from tests.support.person import Person
from tests.support.scripts import imported
from tests.support.spoil import spoil

FIRST = ("main.js", "shell.js", "strings/en.json", "engine/worker.js", "boot/missing.js")
"""The entry points that every visit fetches at once."""

SHOWN = """() => document.querySelector('#panel:not([hidden]) .panel-body > *')
    && !document.querySelector('#panel .panel-body > [aria-busy], #panel [data-does=retry]')"""
"""A panel has what it is to show."""


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


def later() -> list[str]:
    """The modules and texts that are loaded when they are needed."""
    kinds = (".js", ".json")
    every = {path.relative_to(web()).as_posix() for path in toolchain.files(web()) if path.suffix in kinds}
    return sorted(every - closure(*FIRST))


UNSEEN = {
    "extras.js",
    "sound/synth.js",
    "features/online/view.js",
    "lib/qr.js",
    "lib/uqr.js",
}
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
    if name in UNSEEN or re.fullmatch(r"strings/lab/(?!en\b)\w+\.json", name):
        return "unseen", ""
    if name in PANELS:
        return "panel", "settings"
    if name.startswith(("features/lab/", "strings/lab/")):
        return "panel", "lab"
    if name in ("boot/embed.js", "features/puzzles/embedded.js"):
        return "guest", ""
    for button, (entries, _) in CLICKS.items():
        if name in entries:
            return "click", button
    # The module itself before others that import it, and those with few imports before those with many.
    kinds = {module: kind for kind, module in MODULES.items() if kind != "online"}  # which needs a server
    modules = sorted(kinds.items(), key=lambda entry: (entry[0] != name, len(closure(entry[0]))))
    for module, kind in modules:
        if name in closure(module):
            return "panel", kind
    return "", ""


class Later:
    """A page whose later files fail while it starts; then one of them may be spoiled."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page = context.new_page()
        self.person = Person(self.page, address)
        self.spoiled: dict[str, str] = {}
        self.begun = False
        self.names = set(later())
        self.page.route(re.compile(r"\.(js|json)(\?|$)"), self.answer)

    def answer(self, route: Route) -> None:
        name = re.sub(r"^.*/web-[^/]*/", "", route.request.url).partition("?")[0]
        if name in self.spoiled:
            spoil(route, self.spoiled[name])
        elif not self.begun and name in self.names:
            route.fulfill(status=404, body="not found")
        else:
            route.continue_()

    def fresh(self) -> None:
        """Visit again without any later file loaded. The game stays."""
        self.begun = False
        self.page.goto("about:blank")
        self.page.goto(f"{self.person.address}#game=english")
        self.person.wait("open")
        self.begun = True

    def goes(self, hash_: str) -> None:
        self.page.evaluate("(hash) => { location.hash = hash; }", hash_)

    def knows(self, name: str) -> bool:
        """Whether the page has loaded this file: then it can no longer fail."""
        script = "performance.getEntriesByType('resource').some((one) => one.responseStatus === 200 && %s)"
        return bool(self.page.evaluate(script % f"one.name.split('?')[0].endsWith('/{name}')"))

    def ask(self, how: str, what: str) -> None:
        page = self.page
        if how == "words":
            self.ask("language", what)
            self.speaks(what)
            self.leave()
        if how == "language":
            self.ask("panel", "settings")
            page.locator("#panel [name=language]").select_option(what)
        elif how == "click":
            page.locator(what).dispatch_event("click")
        else:
            game = what if how == "rules" else "english"
            self.goes(f"game={game}")
            self.person.drawn(game)
            self.person.wait("open")
            self.goes(f"game={game}&panel={what if how == 'panel' else 'rules'}")

    def speaks(self, language: str) -> None:
        expect(self.page.locator("html")).to_have_attribute(
            "lang", "en-x-pirate" if language == "pirate" else language
        )

    def has(self, how: str, what: str) -> None:
        """What was requested is shown."""
        if how == "click":
            self.page.locator(CLICKS[what][1]).wait_for()
            self.page.locator(what).dispatch_event("click")
        elif how == "language":
            self.speaks(what)
        else:
            self.person.sees(SHOWN)

    def again(self, how: str, what: str) -> None:
        """Retry as the page offers it. If a file that others import is cut off, that reloads the page."""
        page = self.page
        if page.locator("#unloaded").is_visible():
            self.begun = False
            page.locator("#reload").click()
            self.person.wait("open")
            self.begun = True
        if (retry := page.locator("#panel [data-does=retry]")).is_visible():
            retry.click()
        elif not (page.locator("#panel").is_visible() and how in ("panel", "rules", "words")):
            self.leave()
            self.ask(how, what)

    def leave(self) -> None:
        if (close := self.page.locator("#panel-close")).is_visible():
            close.click()

"""The files that the page fetches only when somebody needs them: one that does not come as it should is told in plain
words, the game goes on, and the next try brings it.

Which files there are is read from the built site, and what brings each from their imports: a new one is tried like the
others, and where nothing here would ask for it, a test says so.
"""

import json
import re
from functools import cache
from pathlib import Path

import pytest
from person import Person
from playwright.sync_api import BrowserContext, Page, Route, expect
from test_faults import spoil

import build

FIRST = ("main.js", "strings/en.json", "worker.js", "early.js", "whole.js")
"""What every visit fetches at once, with all that it imports."""

IMPORT = re.compile(r"""^(?:import|export)\b[^'"]*['"](\.[^'"]+)['"]""", re.M)


@cache
def web() -> Path:
    (folder,) = (build.DIST / "assets").glob("web-*")
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
    every = {path.relative_to(web()).as_posix() for path in build.files(web()) if path.suffix in kinds}
    return sorted(every - closure(*FIRST))


def panels() -> dict[str, str]:
    """Kinds of panels by the module of each."""
    text = (web() / "main.js").read_text("utf-8")
    found = re.findall(r"(\w+): async \(\) => \(await lazy\('([^']+)'", text)
    assert len(found) > 10
    return {module: kind for kind, module in found} | {"panels/editor.js": "edit", "editor.js": "edit"}


UNSEEN = {"tabs.js", "tables.js", "openings.js", "helper.js", "offline.js", "sound.js", "files.js"}
"""What nobody asks for: it is done without, and asked for again by itself."""

LANGUAGES = ("it", "pirate", "ro")


def way(name: str) -> tuple[str, str]:
    """What one does to have a file: ("panel", its kind), ("click", what), ("language", which), ("rules", the game)."""
    if found := re.fullmatch(r"book/(\w+)\.json", name):
        return "rules", found[1]
    if found := re.fullmatch(r"strings/book/(\w+)\.json", name):
        return "words", found[1]
    if found := re.fullmatch(r"strings/(\w+)\.json", name):
        return "language", found[1]
    if name in UNSEEN:
        return "unseen", ""
    if name == "embed.js":
        return "guest", ""
    clicks = {"analyse": ("analysis.js", "panels/analysis.js"), "annotate": ("panels/note.js",)}
    for button, entries in clicks.items():
        if name in entries:
            return "click", button
    # The module itself before others that import it, and those with few imports before those with many.
    entries = sorted(panels().items(), key=lambda entry: (entry[0] != name, len(closure(entry[0]))))
    for module, kind in entries:
        if name in closure(module):
            return "panel", kind
    return "", ""


def test_every_late_file_is_asked_for_by_something_that_is_tried_here() -> None:
    assert len(late()) > 40
    assert [name for name in late() if not way(name)[0]] == []


class Late:
    """A page whose late files do not come at its start, and one of which may be spoiled after that."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page = context.new_page()
        self.person = Person(self.page, address)
        self.spoiled: dict[str, str] = {}
        self.begun = False
        self.names = {f"/{web().name}/{name}" for name in late()}
        self.page.route(re.compile(r"\.(js|json)(\?|$)"), self.answer)

    def answer(self, route: Route) -> None:
        name = re.sub(r"^.*/web-[^/]*/", "", route.request.url).partition("?")[0]
        if name in self.spoiled:
            spoil(route, self.spoiled[name])
        elif not self.begun and any(route.request.url.partition("?")[0].endswith(one) for one in self.names):
            route.fulfill(status=404, body="not found")
        else:
            route.continue_()

    def begin(self, load: str = "goto") -> None:
        self.begun = False
        if load == "goto":
            self.page.goto(f"{self.person.address}#game=english")
        else:
            self.page.locator("#reload").click()
            self.page.wait_for_function("() => !performance.getEntriesByName('reloading').length")
        self.page.wait_for_function("() => performance.getEntriesByName('panels-here').length > 0")
        self.person.wait("open")
        self.begun = True

    def ask(self, how: str, what: str) -> None:
        page = self.page
        if how == "panel":
            page.evaluate("kind => { location.hash = `game=english&panel=${kind}`; }", what)
        elif how == "words":
            self.speak(what)
            page.evaluate("location.hash = 'game=english&panel=rules'")
        elif how == "rules":
            page.evaluate("game => { location.hash = `game=${game}`; }", what)
            self.person.drawn(what)
            page.evaluate("game => { location.hash = `game=${game}&panel=rules`; }", what)
        elif how == "click":
            page.locator(f"#{what}").click()
        elif how == "language":
            self.speak(what)

    def speak(self, language: str) -> None:
        page = self.page
        page.evaluate("location.hash = 'game=english&panel=settings'")
        page.locator("#panel [name=language]").select_option(language)
        if "language" not in self.spoiled:
            self.leave()

    def leave(self) -> None:
        close = self.page.locator("#panel-close")
        if close.is_visible():
            close.click()
            expect(self.page.locator("#panel")).to_be_hidden()


TOLD = """() => {
    const seen = (one) => one?.checkVisibility() ?? false;
    return seen(document.querySelector('#unloaded')) || seen(document.querySelector('#status.error'))
        || seen(document.querySelector('#panel [data-keep=retry]'));
}"""

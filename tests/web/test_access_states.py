"""Accessibility of what the page shows in use: no axe violations by day, by night and in forced colours.

`test_access.py` looks at every panel as a newcomer finds it; here are the states that need a visitor with a past, a
game that is over, or the first moment of a first visit.
"""

import json
from collections.abc import Callable

from playwright.sync_api import Browser, Page

from tests.support.collection import BROKEN, collection, give, show
from tests.support.person import Person, choose_entry, enter_moves
from tests.support.tiers import sampled
from tests.web.test_access import PHONE, faults, looked_at
from tests.web.test_pictures import CAREER

SIZES = {"desk": {"width": 1440, "height": 900}, "phone": PHONE}

MODES: dict[str, dict[str, str]] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "light", "forced_colors": "active"},
    "forced dark": {"color_scheme": "dark", "forced_colors": "active"},
}

LOST = ["f2xh4", "e3xe1", "c2xe2", "h3xd1"]
"""Moves of Gambit that give points away."""


def opened(person: Person, game: str, panel: str) -> None:
    person.page.evaluate("hash => { location.hash = hash; }", f"game={game}&panel={panel}")
    person.page.locator(f"#panel[data-kind={panel}]:not([hidden])").wait_for()
    person.page.wait_for_function("() => document.getElementById('panel-body').childElementCount > 0")
    person.page.wait_for_function("() => !document.querySelector('#panel canvas[data-waits]')")


def introduced(person: Person) -> None:
    """The start card of a first visit."""
    person.page.goto(f"{person.address}#game=italian")
    person.page.locator("#intro:not([hidden]) [data-does=play]").wait_for()
    person.page.wait_for_function("() => document.getElementById('status').dataset.phase !== 'loading'")


def visited(person: Person) -> None:
    """Today, of somebody who has played before."""
    person.page.evaluate("games => localStorage.setItem('saltus.past', games)", json.dumps(CAREER))
    person.page.evaluate("location.hash = 'game=gambit'")
    person.wait("open")
    opened(person, "gambit", "today")


def challenged(person: Person) -> None:
    opened(person, "gambit", "opponents")


def counted(person: Person) -> None:
    opened(person, "gambit", "statistics")
    person.page.locator(".figures").wait_for()


def resigned(person: Person) -> None:
    """The result sheet, with the best moves of both sides."""
    person.page.click("#panel-close")
    person.people()
    enter_moves(person, *LOST)
    choose_entry(person.page, "game", "resign")
    person.page.locator("#ask-yes").click()
    person.page.locator("#panel[data-kind=result]:not([hidden]) .result-best:not(.pending)").first.wait_for()


def reviewed(person: Person) -> None:
    """The review, at a mistake."""
    opened(person, "gambit", "review")
    person.page.locator(".moment").first.click()
    person.page.locator(".turn-card .better").wait_for()


def practised(person: Person) -> None:
    """The end of the search for better moves."""
    person.page.locator("[data-does=find]").click()
    person.wait("open")
    person.page.locator("[data-does=skip]").click()
    person.wait("open")
    person.page.locator("[data-does=give]").click()
    person.page.locator(".mistake-lesson").wait_for()


def taught(person: Person) -> None:
    """A step of a lesson that is done."""
    person.page.locator("[data-does=back]").click()
    person.page.locator("#panel .sides").wait_for()
    person.page.click("#panel-close")
    opened(person, "english", "lesson")
    person.page.locator(".lesson .note", has_text="Step 1 of").wait_for()
    person.wait("open")
    person.press("c3", "b4")
    person.page.locator(".verdict.done").wait_for()


def collected(person: Person) -> None:
    """The library with games, some of them chosen, after an import that refused one."""
    show(person)
    give(person, "\n\n".join([*collection(12), BROKEN]))
    person.page.locator("[data-does=import-done]").wait_for()
    person.page.locator(".import summary").click()
    person.page.click("[data-does=library-choose]")
    person.page.locator(".game-row").first.click()


def filtered(person: Person) -> None:
    """The search by fields and by a pattern."""
    person.page.click("[data-does=library-choose]")
    person.page.click("[data-does=library-filters]")
    for part in ("position", "pattern", "material"):
        person.page.locator(f"[data-fold={part}] summary").click()
    person.page.locator("[data-pattern=e5]").click()
    person.page.wait_for_function("() => !document.querySelector('#panel canvas[data-waits]')")


def edited(person: Person) -> None:
    """One game of the library."""
    person.page.locator("[name=library-query]").fill("")
    person.page.click("[data-does=library-filters]")
    person.page.locator(".long-row .tool").first.click()
    person.page.locator("[data-does=library-save]").wait_for()


def exported(person: Person) -> None:
    """What is done with many games."""
    person.page.click("[data-does=library-back]")
    person.page.click("[data-does=library-tools]")
    person.page.click("[data-does=library-duplicates]")


def explored(person: Person) -> None:
    """The explorer with the games of the library."""
    opened(person, "english", "openings")
    person.page.locator(".played-move").first.wait_for()


def browsed(person: Person) -> None:
    """A set of puzzles."""
    opened(person, "gambit", "puzzles")
    person.page.locator(".sets [data-theme]").first.click()
    person.page.locator(".puzzle-sets .tile").first.wait_for()
    person.page.wait_for_function("() => !document.querySelector('#panel canvas[data-waits]')")


def ran(person: Person) -> None:
    """A run of puzzles against the clock."""
    person.page.click("[data-does=run-rush]")
    person.page.locator(".run-clock").wait_for()
    person.wait("open")


def erred(person: Person) -> None:
    """The own mistakes, after a run that was left."""
    person.page.click("[data-does=leave]")
    person.page.click("[data-does=sets]")
    person.page.click("[data-does=mistakes]")
    person.page.locator(".mistake-reviews").wait_for()


STATES: dict[str, Callable[[Person], None]] = {
    "start card": introduced,
    "today": visited,
    "opponents": challenged,
    "statistics": counted,
    "result": resigned,
    "review": reviewed,
    "practice": practised,
    "lesson": taught,
    "library": collected,
    "filters": filtered,
    "game of the library": edited,
    "export": exported,
    "explorer": explored,
    "set of puzzles": browsed,
    "run": ran,
    "mistakes": erred,
}
"""The steps to each state, in this order."""


def seen(page: Page, modes: list[str]) -> dict[str, list[str]]:
    """What axe finds in the page as it is, in these modes; modes without a fault are left out."""
    found = {}
    for mode in modes:
        page.emulate_media(**MODES[mode])  # type: ignore[arg-type]
        if said := faults(page):
            found[mode] = said
    page.emulate_media(**MODES["light"])  # type: ignore[arg-type]
    return found


@sampled("size, modes", [("phone", ["dark"]), *((size, list(MODES)) for size in SIZES)], ("phone", ["dark"]))
def test_axe_finds_nothing_in_any_state_and_mode(browser: Browser, address: str, size: str, modes: list[str]) -> None:
    page = looked_at(
        browser,
        viewport=SIZES[size],
        has_touch=size == "phone",
        is_mobile=size == "phone",
    )
    person = Person(page, address)
    found = {}
    for name, reach in STATES.items():
        reach(person)
        if said := seen(page, modes):
            found[name] = said
    page.context.close()
    assert found == {}

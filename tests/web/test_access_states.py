"""Accessibility of what the page shows in use: no axe violations by day, by night and in forced colours.

`test_access.py` looks at every panel as a newcomer finds it; here are the states that need a visitor with a past, a
game that is over, or the first moment of a first visit.
"""

import json
from collections.abc import Callable

from playwright.sync_api import Browser, Page

from tests.support.collection import BROKEN, collection, give, show
from tests.support.person import Person, choose_entry, enter_moves, unfold
from tests.support.tiers import mostly_slow
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
    assert person.page.locator(f"#panel[data-kind={panel}]:not([hidden])").is_visible()
    assert person.page.evaluate("() => document.getElementById('panel-body').childElementCount > 0")
    assert person.page.locator("#panel canvas[data-waits]").count() == 0


def introduced(person: Person) -> None:
    """The start card of a first visit."""
    person.page.goto(f"{person.address}#game=italian")
    assert person.page.locator("#intro:not([hidden]) [data-does=play]").is_visible()
    assert person.phase != "loading"


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
    assert person.page.locator(".figures").is_visible()


def resigned(person: Person) -> None:
    """The result sheet, with the best moves of both sides."""
    person.page.click("#panel-close")
    person.people()
    enter_moves(person, *LOST)
    choose_entry(person.page, "game", "resign")
    person.page.locator("#ask-yes").click()
    assert person.page.locator("#panel[data-kind=result]:not([hidden]) .result-best:not(.pending)").first.is_visible()


def reviewed(person: Person) -> None:
    """The review, at a mistake."""
    opened(person, "gambit", "review")
    person.page.locator(".moment").first.click()
    assert person.page.locator(".turn-card .better").is_visible()


def practised(person: Person) -> None:
    """The end of the search for better moves."""
    person.page.locator("[data-does=find]").click()
    person.wait("open")
    person.page.locator("[data-does=skip]").click()
    person.wait("open")
    person.page.locator("[data-does=give]").click()
    assert person.page.locator(".mistake-lesson").is_visible()


def taught(person: Person) -> None:
    """A step of a lesson that is done."""
    person.page.locator("[data-does=back]").click()
    assert person.page.locator("#panel .sides").is_visible()
    person.page.click("#panel-close")
    opened(person, "english", "lesson")
    assert person.page.locator(".lesson .note", has_text="Step 1 of").is_visible()
    person.wait("open")
    person.press("f6", "g5")
    assert person.page.locator(".verdict.done").is_visible()


def collected(person: Person) -> None:
    """The library with games, some of them chosen, after an import that refused one."""
    show(person)
    give(person, "\n\n".join([*collection(12), BROKEN]))
    assert person.page.locator("[data-does=import-done]").is_visible()
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
    assert person.page.locator("#panel canvas[data-waits]").count() == 0


def edited(person: Person) -> None:
    """One game of the library."""
    person.page.locator("[name=library-query]").fill("")
    person.page.click("[data-does=library-filters]")
    person.page.locator(".long-row .tool").first.click()
    assert person.page.locator("[data-does=library-save]").is_visible()


def exported(person: Person) -> None:
    """What is done with many games."""
    person.page.click("[data-does=library-back]")
    person.page.click("[data-does=library-tools]")
    person.page.click("[data-does=library-duplicates]")


def explored(person: Person) -> None:
    """The explorer with the games of the library."""
    opened(person, "english", "openings")
    unfold(person.page, "games")
    assert person.page.locator(".played-move").first.is_visible()


def browsed(person: Person) -> None:
    """A set of puzzles."""
    opened(person, "gambit", "puzzles")
    person.page.locator(".sets [data-theme]").first.click()
    assert person.page.locator(".puzzle-sets .tile").first.is_visible()
    assert person.page.locator("#panel canvas[data-waits]").count() == 0


def ran(person: Person) -> None:
    """A run of puzzles against the clock."""
    person.page.click("[data-panel=today]")
    person.page.click("[data-does=run-rush]")
    assert person.page.locator(".run-clock").is_visible()
    person.wait("open")


def erred(person: Person) -> None:
    """The own mistakes, after a run that was left."""
    person.page.click("[data-does=leave]")
    person.page.click("#panel-close")
    choose_entry(person.page, "study", "puzzles")
    person.page.click("[data-does=mistakes]")
    assert person.page.locator(".mistake-reviews").is_visible()


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
    """What axe finds in the page as it is, in these modes; modes without a fault are left out.

    By day the contrast at least is looked at.
    """
    found = {}
    for mode in modes:
        page.emulate_media(**MODES[mode])  # type: ignore[arg-type]
        if said := faults(page):
            found[mode] = said
    page.emulate_media(**MODES["light"])  # type: ignore[arg-type]
    if "light" not in modes and (said := faults(page, "color-contrast")):
        found["light"] = said
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert page.viewport_size
    return {**found, "width": [f"{wide} px"]} if wide > page.viewport_size["width"] else found


@mostly_slow("size, modes", [("phone", ["dark"]), *((size, list(MODES)) for size in SIZES)], ("phone", ["dark"]))
def test_axe_finds_nothing_in_any_state_and_mode_and_all_fits(
    browser: Browser, address: str, size: str, modes: list[str]
) -> None:
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

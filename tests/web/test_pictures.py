"""Pictures of every panel and every game in three sizes and two themes, in build/pictures/, to be looked at.

Only `build.py test --all` makes them. What a test can see of them: nothing runs off the page, and the panel lies on
the screen.
"""

import json
from collections.abc import Callable
from random import Random

import pytest
from bundle import toolchain
from playwright.sync_api import Browser, expect

from tests.support.panels import OPEN_ALWAYS
from tests.support.person import Person, enter_moves

PICTURES = toolchain.BUILD / "pictures"
SIZES = {"phone": (390, 844), "tablet": (768, 1024), "desk": (1440, 900)}
GAMES = ["english", "gambit", "rock", "roman", "italian"]


OPENING = ["11-15", "23-19", "8-11", "22-17", "4-8", "17-13"]

CAREER = [
    {
        "id": f"past-{number}",
        "game": GAMES[number * number % 5],
        "when": 1_790_000_000_000 - number * 7_300_000,
        "players": {"w": 0, "b": 2 + number % 5} if number % 2 else {"w": 2 + number % 5, "b": 0},
        "winner": ["w", "b", "draw", "b", "w"][number * number % 11 % 5],
        "reason": "blocked",
        "plies": 20 + number,
    }
    for number in range(40)
]
"""Games as the page keeps them."""


def analysing(person: Person) -> None:
    """A game of two in its middle, with three lines of the analysis."""
    person.open("english")
    person.people()
    enter_moves(person, *OPENING)
    person.page.locator("#analyse").dispatch_event("click")
    person.page.select_option("#engine select", "3")
    expect(person.page.locator(".engine-line .chip")).to_have_count(3)


def annotating(person: Person) -> None:
    """The same game with a variation, and something to say about it."""
    person.page.locator("#analyse").dispatch_event("click")
    person.page.locator("#to-before").dispatch_event("click")
    person.at(len(OPENING) - 1)
    enter_moves(person, "25-22")
    person.page.locator("#annotate").dispatch_event("click")
    person.page.locator("[data-glyph='5']").click()
    person.page.locator("#note textarea").fill("Keeps the bridge for later.")
    expect(person.page.locator("#moves .comment")).to_be_visible()


def resigned(person: Person) -> None:
    """A game that is over."""
    person.page.locator("#annotate").dispatch_event("click")
    person.page.locator("#resign").dispatch_event("click")
    person.page.locator("#ask-yes").click()
    person.wait("over")


def counted(person: Person) -> None:
    """A game that ends on points, each island with its own."""
    person.open("gambit")
    person.people()
    while person.phase != "over":
        person.turn(Random(5), person.press)
        person.wait("open", "over")


def filled(person: Person) -> None:
    """Statistics of somebody who has played."""
    person.page.evaluate("games => localStorage.setItem('saltus.past', games)", json.dumps(CAREER))
    person.page.evaluate("location.hash = 'game=gambit&panel=statistics'")
    expect(person.page.locator(".figures")).to_be_visible()


def looked_back(person: Person) -> None:
    """The review of a game, with what would have been better at its worst turn."""
    person.open("gambit")
    person.people()
    enter_moves(person, "f2xh4", "e3xe1", "c2xe2", "h3xd1")
    person.page.evaluate("location.hash = 'game=gambit&panel=review'")
    person.page.locator(".moment").first.click()
    expect(person.page.locator(".turn-card .better")).to_be_visible()
    person.at(0)


def solving(person: Person) -> None:
    """A puzzle on the board."""
    person.page.click("#panel-close")
    person.page.evaluate("location.hash = 'game=gambit&panel=puzzles'")
    person.page.locator(".tiles .tile").first.click()
    expect(person.page.locator(".puzzle .task")).to_be_visible()


STATES: dict[str, Callable[[Person], None]] = {
    "analysis": analysing,
    "note": annotating,
    "over": resigned,
    "over-points": counted,
    "review-filled": looked_back,
    "puzzle": solving,
    "statistics-filled": filled,
}
"""The steps to each picture, in this order."""


@pytest.mark.slow(
    "web/test_access.py::test_on_a_phone_a_panel_fits_axe_finds_nothing_and_every_control_is_44_pixels_wide",
    "web/test_access_states.py::test_axe_finds_nothing_in_any_state_and_mode_and_all_fits",
    "web/test_entry.py::test_every_game_can_be_played_by_touch_on_a_phone",
)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", list(SIZES))
def test_every_panel_and_game_fits_the_page(browser: Browser, address: str, size: str, theme: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        has_touch=size != "desk",
        is_mobile=size == "phone",
    )
    page = context.new_page()
    person = Person(page, address)
    folder = PICTURES / f"{size}-{theme}"
    folder.mkdir(parents=True, exist_ok=True)
    page.goto(f"{address}#game={GAMES[-1]}")
    person.wait("open")
    for game in GAMES:
        page.evaluate("hash => { location.hash = hash; }", f"game={game}")
        person.drawn(game)
        person.wait("open")
        page.screenshot(path=folder / f"{game}.png")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, game
    for panel in OPEN_ALWAYS:
        page.evaluate("hash => { location.hash = hash; }", f"game={GAMES[-1]}&panel={panel}")
        expect(page.locator(f"#panel[data-kind={panel}]")).to_be_visible()
        expect(page.locator("#panel-body > *").first).to_be_attached()
        expect(page.locator("#panel canvas[data-waits]")).to_have_count(0)
        page.screenshot(path=folder / f"panel-{panel}.png")
        box = page.locator("#panel").bounding_box()
        assert box, panel
        assert box["x"] >= 0, panel
        assert box["y"] >= 0, panel
        assert box["x"] + box["width"] <= width + 0.5, panel
        assert box["y"] + box["height"] <= height + 0.5, panel
        assert page.evaluate("document.documentElement.scrollWidth") <= width, panel
        page.click("#panel-close")
        expect(page.locator("#panel")).to_be_hidden()
    for name, reach in STATES.items():
        reach(person)
        page.screenshot(path=folder / f"{name}.png")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    context.close()

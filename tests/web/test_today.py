"""Today: the puzzle and the board of the day, the days in a row, and what is told of them."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from saltus.games import load
from saltus.study.puzzles import daily

from tests.support.person import Person
from tests.support.settle import set_date
from tests.support.tiers import mostly_slow

EPOCH = date(1970, 1, 1)
FIXED = date(2026, 11, 25)
"""A Wednesday, at noon of which the page's clock stands."""
DAY = (FIXED - EPOCH).days
GAMES = ["english", "gambit", "italian", "rock", "roman"]
PUZZLE_GAME = GAMES[DAY % len(GAMES)]
BOARD_GAME = GAMES[(DAY + 2) % len(GAMES)]


def at(person: Person, hour: int = 12) -> Page:
    """The page, which takes today for `FIXED`."""
    # What was open before, in another test, knows another day and other puzzles.
    if person.page.url.startswith(person.address):
        person.page.evaluate("localStorage.clear()")
    person.page.goto("about:blank")
    begun = f"new Date({FIXED.year}, {FIXED.month - 1}, {FIXED.day}, {hour})"
    person.page.add_init_script(f"testClock.set({begun} - Date.now())")
    return person.page


def solved(*days: int, game: str = "rock") -> dict[str, Any]:
    """What the browser keeps of puzzles that were solved on these days."""
    return {
        "puzzles": {str(day): {game: {"faults": 0, "helped": False, "solved": True}} for day in days},
        "boards": {},
    }


def keep(page: Page, days: dict[str, Any]) -> None:
    page.evaluate("days => { localStorage['saltus.days'] = JSON.stringify(days); }", days)


def show(page: Page) -> None:
    """Open Today; if it is open, once more."""
    if page.locator("#panel-close").is_visible():
        page.click("#panel-close")
        expect(page.locator("#panel")).to_be_hidden()
    page.click(".tools [data-panel=today]")
    assert page.locator(".today").is_visible()


def days(page: Page) -> dict[str, Any]:
    return dict(json.loads(page.evaluate("localStorage['saltus.days'] ?? '{}'")))


@mostly_slow("zone", ["Pacific/Auckland", "America/Los_Angeles"], "Pacific/Auckland")
def test_a_streak_lasts_over_the_player_s_own_midnight_and_ends_with_a_gap(
    visit: Any, address: str, zone: str
) -> None:
    person = Person(visit(timezone_id=zone), address)
    page = at(person, 23)
    person.open("rock")
    keep(page, solved(DAY - 3, DAY - 2, DAY - 1))
    show(page)
    expect(page.locator(".streak-count")).to_have_text("3 days in a row")
    expect(page.locator(".streak")).to_contain_text("Solve today’s puzzle to keep your streak.")
    expect(page.locator(".week .done")).to_have_count(2)
    keep(page, solved(DAY))
    show(page)
    expect(page.locator(".streak-count")).to_have_text("1 day in a row")
    expect(page.locator(".week .now.done")).to_have_count(1)
    set_date(page, 3_600)
    show(page)
    expect(page.locator(".week .now.done")).to_have_count(0)
    expect(page.locator(".week .done")).to_have_count(1)
    keep(page, solved(DAY - 3, DAY - 2, DAY - 1))
    show(page)
    expect(page.locator(".streak-count")).to_have_text("0 days in a row")
    expect(page.locator(".streak")).to_contain_text("Best streak: 3 days")


def test_puzzles_and_the_board_of_the_day_are_played_and_told_without_giving_them_away(person: Person) -> None:
    page = at(person)
    person.open("rock")
    keep(page, solved(DAY - 1))
    show(page)
    # With help.
    page.click(".daily-other[data-game=gambit]")
    assert page.locator(".puzzle .task").is_visible()
    person.wait("open")
    page.click("[data-does=hint]")
    page.click("[data-does=give]")
    page.get_by_role("button", name="Back to Today").click()
    expect(page.locator(".streak-count")).to_have_text("1 day in a row")
    assert days(page)["puzzles"][str(DAY)]["gambit"] == {"faults": 0, "helped": True, "solved": False}
    # At the first try.
    one = daily(load(PUZZLE_GAME), DAY)
    page.click("[data-does=solve]")
    assert page.locator(".puzzle .task").is_visible()
    person.drawn(PUZZLE_GAME)
    for ply in range(0, one.asked, 2):
        person.at(ply)
        person.wait("open")
        person.press(*one.line[ply])
        end = page.locator("#status [data-does=end]")
        if end.count():
            end.click()
    assert page.locator(".verdict.done").is_visible()
    assert days(page)["puzzles"][str(DAY)][PUZZLE_GAME] == {"faults": 0, "helped": False, "solved": True}
    page.click("[data-does=share]")
    expect(page.locator(".confirmation")).to_have_text("Result copied. Paste it where you like.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert "🟩 solved first try" in text
    assert "2 days in a row" in text
    assert "Nov 25, 2026" in text
    assert not any(square in text.split("http")[0] for square in one.line[0])
    page.get_by_role("button", name="Back to Today").click()
    expect(page.locator(".daily-mark.good-word")).to_have_text("Solved first try")
    expect(page.locator(".streak-count")).to_have_text("2 days in a row")
    person.drawn("rock")
    # The board.
    expect(page.locator(".daily").last).to_contain_text("Level 4")
    page.click("[data-does=play]")
    expect(page.locator("#panel")).to_be_hidden()
    person.drawn(BOARD_GAME)
    person.wait("open")
    assert days(page)["boards"][str(DAY)]
    saved = json.loads(page.evaluate("key => localStorage[`saltus.table.${key}`]", BOARD_GAME))
    assert sorted(saved["players"].values()) == [0, 4]
    assert person.named("can move") + person.named("must capture")
    page.locator("#resign").click()
    page.locator("#ask-yes").click()
    person.wait("over")
    show(page)
    expect(page.locator(".daily").last).to_contain_text("won.")
    expect(page.locator("[data-does=play]")).to_have_text("Play again")


@pytest.mark.slow(
    "web/test_access.py::test_on_a_phone_a_panel_fits_axe_finds_nothing_and_every_control_is_44_pixels_wide",
    "web/test_shell.py::test_nothing_of_the_status_is_cut_off_at_twice_the_text_size_with_a_wide_font",
)
@pytest.mark.parametrize("width", [320, 390])
def test_today_fits_narrow_screens_with_a_wide_font(people: Callable[..., Person], width: int) -> None:
    person = people(viewport={"width": width, "height": 740})
    page = at(person)
    person.open("roman")
    for panel in ("today", "opponents", "statistics", "puzzles"):
        page.evaluate("panel => { location.hash = `game=roman&panel=${panel}`; }", panel)
        assert page.locator(f"#panel[data-kind={panel}] .parts").is_visible()
        page.evaluate("document.documentElement.style.setProperty('--sans', 'Verdana, DejaVu Sans')")
        body = page.locator("#panel-body")
        assert body.evaluate("body => body.scrollWidth <= body.clientWidth"), panel
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), panel
        page.click("#panel-close")

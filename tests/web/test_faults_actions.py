"""Actions that fail because a file is missing or the rules are lost: the page says so, and no script fails."""

import re

import pytest
from playwright.sync_api import BrowserContext, expect
from saltus.games import load
from saltus.study.puzzles import puzzles

from tests.support.page import whole
from tests.support.person import Person, choose_entry, enter_moves
from tests.support.tiers import sampled

pytestmark = pytest.mark.running

MISSING = "Part of the page couldn’t be loaded."


@pytest.fixture
def person(forgiving: BrowserContext, address: str) -> Person:
    return Person(forgiving.new_page(), address)


def begin(person: Person, *missing: str) -> None:
    """Open a game with all files but these modules."""
    person.page.route(re.compile(rf"/({'|'.join(missing)})\.js"), lambda route: route.abort("internetdisconnected"))
    person.open("english", "open")
    whole(person.page)


def told(person: Person) -> None:
    """Wait until the page says in the player's language that a file is missing."""
    expect(person.page.locator("#status.error")).to_contain_text(MISSING)


@sampled(
    "missing, group, entry, shown",
    [
        ("puzzles", "study", "puzzles", "[data-does=start]"),
        ("share", "share", "open", "#paste"),
    ],
    ("puzzles", "study", "puzzles", "[data-does=start]"),
)
def test_what_the_menu_cannot_load_can_be_retried_in_its_panel(
    person: Person, missing: str, group: str, entry: str, shown: str
) -> None:
    page = person.page
    begin(person, f"features/{missing}/view")
    choose_entry(page, group, entry)
    page.locator("#panel [data-does=retry]").wait_for()
    page.unroute_all()
    page.click("#panel [data-does=retry]")
    page.locator(shown).wait_for()


def test_a_link_to_a_game_that_cannot_be_opened_is_told(person: Person) -> None:
    begin(person, "game/correspondence")
    person.page.evaluate("location.hash = 'game=english&record=abc'")
    told(person)


def test_a_dropped_file_that_cannot_be_opened_is_told(person: Person) -> None:
    begin(person, "game/import")
    person.drop("one.pdn", "1. 11-15")
    told(person)


DROP_TWO = """() => {
  const dataTransfer = new DataTransfer();
  for (const name of ['one.pdn', 'two.pdn']) dataTransfer.items.add(new File(['1. 11-15'], name));
  document.getElementById('board').dispatchEvent(
    new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}"""


def test_dropped_files_that_cannot_be_imported_are_told(person: Person) -> None:
    begin(person, "features/library/view")
    person.page.evaluate(DROP_TWO)
    told(person)


DIES_AT_A_MOVE = """
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (message, ...how) {
  if (window.dies && /"op":"play"/.test(message)) {
    this.terminate();
    this.dispatchEvent(new ErrorEvent('error', { message: 'gone' }));
  } else postMessage.call(this, message, ...how);
};
"""
"""A worker that ends when a move is played, once `dies` is true."""


def test_rules_that_are_lost_on_the_way_to_the_analysis_of_a_puzzle_are_told(person: Person) -> None:
    page = person.page
    one = next(one for one in puzzles(load("english")) if one.asked == 1 and len(one.line[0]) == 2)
    page.add_init_script(DIES_AT_A_MOVE)
    page.goto(f"{person.address}#game=english&puzzle={one.key}")
    page.locator(".puzzle .task").wait_for()
    person.wait("open")
    person.press(*one.line[0])
    page.locator(".verdict.done").wait_for()
    whole(page)
    page.route("**/worker.js", lambda route: route.fulfill(status=404))
    page.evaluate("window.dies = true")
    page.click("[data-does=analyse]")
    page.locator("#status.error button").wait_for()
    expect(page.locator("#engine")).to_be_hidden()


def test_an_error_is_seen_where_a_sheet_covers_the_status(person: Person) -> None:
    page = person.page
    page.set_viewport_size({"width": 390, "height": 844})
    begin(person, "game/import")
    page.click("[data-panel=more]")
    page.locator("#panel").wait_for()
    person.drop("one.pdn", "1. 11-15")
    expect(page.locator(".toast")).to_contain_text(MISSING)


def test_an_error_is_seen_where_the_status_tells_the_result(person: Person) -> None:
    page = person.page
    begin(person, "game/correspondence")
    person.people()
    enter_moves(person, "11-15")
    page.click("#resign")
    page.click("#ask-yes")
    expect(page.locator("#status")).to_contain_text("resigned")
    page.evaluate("location.hash = 'game=english&record=abc'")
    expect(page.locator(".toast")).to_contain_text(MISSING)
    expect(page.locator("#status")).to_contain_text("resigned")

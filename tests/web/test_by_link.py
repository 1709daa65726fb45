"""Games by link between two people, and links of such games that are opened late or by the wrong one."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.held import Held
from tests.support.person import Person
from tests.support.settle import settle, unsettled
from tests.support.tiers import mostly_slow

STATUS = "#status-text"


def sent(person: Person) -> str:
    """Send the game: the address of the link."""
    page = person.page
    page.click("#status [data-does=share]")
    link = page.locator("#copyable #link").input_value()
    page.click("#copyable button")
    return link[link.index("#") :]


def follow(person: Person, link: str) -> None:
    page = person.page
    page.evaluate("link => { location.hash = link; }", link)
    assert page.evaluate("() => !location.hash.includes('record') && !document.getElementById('board').inert")


@mostly_slow("first", ["w", "b"], "w")
def test_links_of_a_game_in_any_order_let_nobody_move_for_the_other(
    people: Callable[..., Person], first: str
) -> None:
    ada, ben = people(), people()
    for person in (ada, ben):
        person.open("rock")
    top, bottom = ("top", "bottom") if first == "w" else ("bottom", "top")
    ada.people(bottom)
    ada.page.select_option(f"#player-{top} select", "-1")
    if first == "b":  # the friend is asked for the first move
        start = sent(ada)
        follow(ben, start)
        ada, ben = ben, ada
    ada.move("b1", "b3")
    one = sent(ada)
    follow(ada, one)
    expect(ada.page.locator(STATUS)).to_have_text("Your friend’s move is awaited.")
    assert ada.phase == "waiting"
    follow(ben, one)
    expect(ben.page.locator(STATUS)).to_contain_text("Your move (Black)")
    ben.wait("open")
    ben.move("a2", "c2")
    two = sent(ben)
    follow(ben, one)
    expect(ben.page.locator(STATUS)).to_contain_text("You have already played this move")
    ben.listed(2)
    follow(ben, two)
    expect(ben.page.locator(STATUS)).to_have_text("Your friend’s move is awaited.")
    follow(ada, two)
    expect(ada.page.locator(STATUS)).to_contain_text("Your move (White)")
    ada.wait("open")
    follow(ada, one)
    expect(ada.page.locator(STATUS)).to_have_text("There is a newer state on this device.")
    ada.listed(2)
    ada.wait("open")
    # It may be another game, that has begun alike.
    ada.page.click("#status [data-does=anyway]")
    ada.listed(1)
    expect(ada.page.locator("#player-bottom")).to_have_attribute("data-side", "b")


@pytest.mark.slow(
    "web/test_online.py::test_a_game_of_a_link_is_opened_and_no_other_is_shown_meanwhile",
    "web/test_share.py::test_warnings_of_a_record_are_shown_a_mistake_is_located_and_a_hostile_link_gets_a_clear_message",
)
def test_a_game_of_a_link_is_opened_and_no_other_is_shown_meanwhile(page: Page, address: str) -> None:
    held = Held(page, "**/game/correspondence.js")
    person = Person(page, address)
    with unsettled(page):
        page.goto(f"{address}#game=rock&record=broken&turn=w")
        expect(page.locator(STATUS)).to_contain_text("Opening the game of the link…")
        expect(page.locator("#grid button")).not_to_have_count(0)
        assert (person.named("white"), person.named("can move")) == ([], [])
        expect(page.locator("#intro, #player-bottom select").locator("visible=true")).to_have_count(0)
    held.let_go()
    settle(page)
    expect(page.locator(STATUS)).to_contain_text("damaged")
    person.wait("open", "thinking")
    assert len(person.named("white")) == 12

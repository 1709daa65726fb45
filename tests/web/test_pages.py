"""A game saved as a web page, and what is printed: games with diagrams, and sheets of puzzles."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.page import whole
from tests.support.person import Person, choose_entry, enter_moves

COUNT_PRINTS = "window.prints = 0; window.print = () => { window.prints++; };"


@pytest.fixture
def played(newcomer: Person) -> Person:
    """Someone with two moves of English checkers on the board. Printing is only counted."""
    page = newcomer.page
    page.add_init_script(COUNT_PRINTS)
    page.goto(f"{newcomer.address}#game=english")
    newcomer.wait("open")
    whole(page)
    newcomer.people()
    enter_moves(newcomer, "11-15", "23-19")
    return newcomer


def on_paper(page: Page) -> None:
    page.wait_for_function("() => window.prints === 1")
    page.emulate_media(media="print")


def test_a_game_is_saved_as_a_page_that_replays_it(played: Person, tmp_path: Path) -> None:
    page = played.page
    choose_entry(page, "share", "save")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as web page").click()
    path = tmp_path / "game.html"
    saved.value.save_as(path)
    assert saved.value.suggested_filename.endswith(".html")
    page.goto(path.as_uri())
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moves [aria-current]")).to_have_text("1. 11-15")


def test_a_game_is_printed_with_diagrams_and_nothing_else(played: Person) -> None:
    page = played.page
    choose_entry(page, "share", "save")
    page.get_by_role("button", name="Print with diagrams").click()
    on_paper(page)
    expect(page.locator("#printed h1")).to_be_visible()
    expect(page.locator("#printed figure svg").first).to_be_visible()
    assert page.locator("#printed figure").first.evaluate("one => getComputedStyle(one).breakInside") == "avoid"
    expect(page.locator("#table")).to_be_hidden()
    page.emulate_media(media="screen")
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator("#printed")).to_be_hidden()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    expect(page.locator("#printed")).to_have_count(0)
    assert page.title() == "English checkers – Saltus"


def test_a_set_of_puzzles_is_printed_six_on_a_sheet(played: Person) -> None:
    page = played.page
    choose_entry(page, "study", "puzzles")
    page.locator(".sets [data-theme]").first.click()
    count = min(24, page.locator(".puzzle-sets .tile").count())
    page.click("[data-does=print]")
    on_paper(page)
    expect(page.locator("#printed .sheet > li")).to_have_count(count)
    expect(page.locator("#printed .solutions li")).to_have_count(count)
    assert page.locator("#printed .solutions").evaluate("one => getComputedStyle(one).breakBefore") == "page"
    for size in ("A4", "Letter"):
        assert page.pdf(format=size).startswith(b"%PDF")

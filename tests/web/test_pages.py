"""A game saved as a web page, and what is printed: games with diagrams, and sheets of puzzles."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.page import whole
from tests.support.person import Person, choose_entry, enter_moves

pytestmark = pytest.mark.running

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


OUTSIDE = """() => {
  const list = document.querySelector('#printed .solutions ol').getBoundingClientRect();
  const told = [...document.querySelectorAll('#printed .solutions li')];
  return told.flatMap((one) => [one, ...one.querySelectorAll('b, .move')].filter((part) => {
    const { left, right } = part.getBoundingClientRect();
    const column = one.getBoundingClientRect();
    return left < list.left - 1 || left < column.left - 1 || right > column.right + 1;
  })).map((part) => part.textContent);
}"""
"""What stands outside its column of solutions."""


def sheets(page: Page, size: str) -> int:
    """How many sheets of paper a page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=size)))


def on_paper(page: Page) -> None:
    page.wait_for_function("() => window.prints === 1")
    page.emulate_media(media="print")


def saved(page: Page, button: str, folder: Path) -> Path:
    """Save the game as a web page, by the button with this name; the file."""
    choose_entry(page, "share", "save")
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    assert download.value.suggested_filename.endswith(".html")
    path = folder / "game.html"
    download.value.save_as(path)
    return path


def test_a_game_is_saved_as_a_page_that_replays_it(played: Person, tmp_path: Path) -> None:
    page = played.page
    path = saved(page, "Save as web page", tmp_path)
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
    page.locator(".sets [data-theme=opposition]").click()
    button = page.locator("[data-does=print]")
    expect(button).to_have_text("Print 24 puzzles")
    button.click()
    on_paper(page)
    expect(page.locator("#printed h1")).to_have_text("English checkers · Opposition · 24 of 75 puzzles")
    expect(page.locator("#printed .sheet > li")).to_have_count(24)
    numbers = page.locator("#printed .solutions li b").all_inner_texts()
    assert numbers == [f"{number}." for number in range(1, 25)]
    outside = page.evaluate(OUTSIDE)
    assert outside == [], "no number or solution is beyond its column"
    own = page.locator("#printed .board").first.evaluate("one => getComputedStyle(one).boxShadow")
    assert own == "none", "the page's own style sheets are for the screen"
    assert sheets(page, "A4") == 5, "four of six puzzles, and one of solutions"


def test_all_puzzles_of_a_set_are_printed_on_request(played: Person) -> None:
    page = played.page
    choose_entry(page, "study", "puzzles")
    page.locator(".sets [data-theme=opposition]").click()
    page.get_by_role("button", name="Print all 75").click()
    on_paper(page)
    expect(page.locator("#printed h1")).to_have_text("English checkers · Opposition · 75 puzzles")
    expect(page.locator("#printed .solutions li")).to_have_count(75)
    assert sheets(page, "Letter") == 15, "thirteen of six puzzles, and two of solutions"


ENGLISH = re.compile(
    r"\b(after|and|back|black|casual|checkers|draw|english|find|first|flip|forward|game|last|moves?|pause|play"
    r"|points?|position|puzzles?|replay|resigned|solutions?|start|starting|the|to|white|wins?|won)\b",
    re.IGNORECASE,
)
"""Words that a page in Italian has no use for."""

WORDS = """() => {
  const written = document.getElementById('printed') ?? document.documentElement;
  const copy = written.cloneNode(true);
  const labels = [...copy.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel);
  for (const one of copy.querySelectorAll('script, style')) one.remove();
  return [copy.textContent, ...labels].join(' ');
}"""
"""All words of the page that was written, also those that are only heard."""


@pytest.fixture
def italian(played: Person) -> Person:
    """The page is in Italian, and the game is over."""
    page = played.page
    choose_entry(page, "game", "resign")
    page.click("#ask-yes")
    played.wait("over")
    page.keyboard.press("Escape")
    page.locator("[data-panel=settings]").first.dispatch_event("click")
    page.locator("#panel [name=language]").select_option("it")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.keyboard.press("Escape")
    return played


def english(page: Page) -> list[str]:
    return ENGLISH.findall(page.evaluate(WORDS))


@pytest.mark.again("test_a_set_of_puzzles_is_printed_in_the_pages_language")
def test_a_game_is_printed_in_the_pages_language(italian: Person) -> None:
    page = italian.page
    choose_entry(page, "share", "save")
    page.get_by_role("button", name="Stampa con diagrammi").click()
    on_paper(page)
    assert page.locator("#printed").get_attribute("lang") == "it"
    expect(page.locator("#printed .about")).to_contain_text("Dama inglese · Partita amichevole · Saltus")
    expect(page.locator("#printed figcaption").last).to_have_text("dopo 1… 23-19")
    assert english(page) == []


def test_a_game_is_saved_in_the_pages_language(italian: Person, tmp_path: Path) -> None:
    page = italian.page
    path = saved(page, "Salva come pagina web", tmp_path)
    page.goto(path.as_uri())
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.keyboard.press("End")
    expect(page.locator("#comment")).to_contain_text("abbandonato")
    assert english(page) == []
    page.keyboard.press("Home")
    expect(page.locator("#board svg")).to_have_attribute("aria-label", "Posizione iniziale")
    page.get_by_role("button", name="Riproduci").click()
    expect(page.get_by_role("button", name="Pausa")).to_be_visible()
    assert english(page) == []


def test_a_set_of_puzzles_is_printed_in_the_pages_language(italian: Person) -> None:
    page = italian.page
    choose_entry(page, "study", "puzzles")
    page.locator(".sets [data-theme]").first.click()
    page.click("[data-does=print]")
    on_paper(page)
    expect(page.locator("#printed .solutions h2")).to_have_text("Soluzioni")
    expect(page.locator("#printed .sheet > li").first).to_contain_text("muove e")
    assert english(page) == []

"""A game saved as a web page, and what is printed: games with diagrams, and sheets of puzzles."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from saltus.games import load

from tests.support.person import Person, choose_entry, enter_moves
from tests.support.played import played as game_by_chance
from tests.web.test_result import link

COUNT_PRINTS = "window.prints = 0; window.print = () => { window.prints++; };"


@pytest.fixture
def played(newcomer: Person) -> Person:
    """Someone with a short game of English checkers on the board, which is over. Printing is only counted."""
    page = newcomer.page
    page.add_init_script(COUNT_PRINTS)
    page.goto(f"{newcomer.address}#game=english")
    newcomer.wait("open")
    newcomer.people()
    enter_moves(newcomer, "11-15", "23-19")
    choose_entry(page, "game", "resign")
    page.click("#ask-yes")
    page.keyboard.press("Escape")
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


UNEVEN = """() => {
  const pairs = [...document.querySelectorAll('.moves li')].map((one) => one.getBoundingClientRect());
  const parts = [...document.querySelectorAll('.board, .player, .moves li, .moves .move')];
  const isBox = (one) => getComputedStyle(one).display !== 'inline';
  const cut = parts.filter((one) => one.scrollWidth > one.clientWidth + 1 && isBox(one));
  return {
    heights: new Set(pairs.map(({ height }) => Math.round(height))).size,
    widths: new Set(pairs.map(({ width }) => Math.round(width))).size,
    columns: new Set(pairs.map(({ left }) => Math.round(left))).size,
    cut: [...cut, ...parts.filter((one) => one.getBoundingClientRect().right > innerWidth)].length,
    hidden: document.getElementById('study').scrollHeight - document.getElementById('study').clientHeight,
  };
}"""
"""How the page with a long game looks on paper."""

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


def in_italian(page: Page) -> None:
    page.locator("[data-panel=settings]").first.dispatch_event("click")
    page.locator("#panel [name=language]").select_option("it")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.keyboard.press("Escape")


def english(page: Page) -> list[str]:
    return ENGLISH.findall(page.evaluate(WORDS))


def sheets(page: Page, size: str) -> int:
    """How many sheets of paper a page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=size)))


def prints(page: Page, button: Locator) -> None:
    """Print by a button, and look at the paper."""
    button.click()
    assert page.evaluate("window.prints") == 1
    page.evaluate("window.prints = 0")
    page.emulate_media(media="print")


def back_on_screen(page: Page) -> None:
    page.emulate_media(media="screen")
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    expect(page.locator("#printed")).to_have_count(0)


def test_a_game_is_printed_with_diagrams_or_saved_as_a_page_that_replays_it_in_the_pages_language(
    played: Person, tmp_path: Path
) -> None:
    page = played.page
    choose_entry(page, "share", "save")
    prints(page, page.get_by_role("button", name="Print with diagrams"))
    expect(page.locator("#printed h1")).to_be_visible()
    expect(page.locator("#printed figure svg").first).to_be_visible()
    assert page.locator("#printed figure").first.evaluate("one => getComputedStyle(one).breakInside") == "avoid"
    expect(page.locator("#table")).to_be_hidden()
    page.emulate_media(media="screen")
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator("#printed")).to_be_hidden()
    back_on_screen(page)
    assert page.title() == "English checkers – Saltus"

    page.keyboard.press("Escape")
    in_italian(page)
    choose_entry(page, "share", "save")
    prints(page, page.get_by_role("button", name="Stampa con diagrammi"))
    assert page.locator("#printed").get_attribute("lang") == "it"
    expect(page.locator("#printed .about")).to_contain_text("Dama inglese · Partita amichevole · Saltus")
    expect(page.locator("#printed figcaption").last).to_have_text("dopo 1… 23-19")
    assert english(page) == []
    back_on_screen(page)

    with page.expect_download() as download:
        page.get_by_role("button", name="Salva come pagina web").click()
    assert download.value.suggested_filename.endswith(".html")
    path = tmp_path / "game.html"
    download.value.save_as(path)
    page.goto(path.as_uri())
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.keyboard.press("End")
    expect(page.locator("#comment")).to_contain_text("abbandonato")
    assert english(page) == []
    page.keyboard.press("Home")
    expect(page.locator("#board svg")).to_have_attribute("aria-label", "Posizione iniziale")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moves [aria-current]")).to_have_text("1. 11-15")
    page.get_by_role("button", name="Riproduci").click()
    expect(page.get_by_role("button", name="Pausa")).to_be_visible()
    assert english(page) == []


def test_puzzles_are_printed_six_on_a_sheet_those_shown_or_all_in_the_pages_language(played: Person) -> None:
    page = played.page
    choose_entry(page, "study", "puzzles")
    page.locator(".sets [data-theme=opposition]").click()
    button = page.locator("[data-does=print]")
    expect(button).to_have_text("Print 24 puzzles")
    prints(page, button)
    expect(page.locator("#printed h1")).to_have_text("English checkers · Opposition · 24 of 75 puzzles")
    expect(page.locator("#printed .sheet > li")).to_have_count(24)
    numbers = page.locator("#printed .solutions li b").all_inner_texts()
    assert numbers == [f"{number}." for number in range(1, 25)]
    assert page.evaluate(OUTSIDE) == [], "no number or solution is beyond its column"
    own = page.locator("#printed .board").first.evaluate("one => getComputedStyle(one).boxShadow")
    assert own == "none", "the page's own style sheets are for the screen"
    assert sheets(page, "A4") == 5, "four of six puzzles, and one of solutions"
    back_on_screen(page)

    prints(page, page.get_by_role("button", name="Print all 75"))
    expect(page.locator("#printed h1")).to_have_text("English checkers · Opposition · 75 puzzles")
    expect(page.locator("#printed .solutions li")).to_have_count(75)
    assert sheets(page, "Letter") == 15, "thirteen of six puzzles, and two of solutions"
    back_on_screen(page)

    page.keyboard.press("Escape")
    in_italian(page)
    choose_entry(page, "study", "puzzles")
    page.locator(".sets [data-theme=opposition]").click()
    prints(page, button)
    expect(page.locator("#printed .solutions h2")).to_have_text("Soluzioni")
    expect(page.locator("#printed .sheet > li").first).to_contain_text("muove e")
    assert english(page) == []
    back_on_screen(page)

    # The browser's own way to print: the page with the game, whose moves stand in even columns, all of them.
    page.keyboard.press("Escape")
    played.follow(link(game_by_chance(load("english"), seed=3)))
    page.set_viewport_size({"width": 800, "height": 1130})
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".moves li")).to_have_count(35)
    assert page.evaluate(UNEVEN) == {"heights": 1, "widths": 1, "columns": 4, "cut": 0, "hidden": 0}
    assert page.locator(".moves").evaluate("one => getComputedStyle(one).color") == "rgb(42, 38, 34)", "by day"
    page.emulate_media(media="screen", color_scheme="light")
    assert sheets(page, "A4") == 1

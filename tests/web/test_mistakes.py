"""The player's own mistakes: games are reviewed in the background, and each mistake is a puzzle that comes back."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.person import Person, choose_entry, restart

POINT_LOST = ("f2", "h4")
"""A first move of Gambit that gives a point away."""

DECK = """store => new Promise((done, fail) => {
  const opened = indexedDB.open('saltus.library');
  opened.onerror = fail;
  opened.onsuccess = () => {
    const asked = opened.result.transaction(store).objectStore(store).getAll();
    asked.onsuccess = () => { opened.result.close(); done(asked.result); };
  };
})"""


def stored(page: Page, store: str = "deck") -> list[dict[str, Any]]:
    """The records of a store of the library."""
    found: list[dict[str, Any]] = page.evaluate(DECK, store)
    return found


def lose(person: Person, first: tuple[str, str] = POINT_LOST) -> None:
    """Play a first move of Gambit against the computer, and resign."""
    page = person.page
    person.wait("open")
    person.press(*first)
    person.at(2)
    person.wait("open")
    page.click("#resign")
    page.locator("#ask-yes").click()
    person.wait("over")
    page.keyboard.press("Escape")


@pytest.fixture
def loser(newcomer: Person) -> Person:
    """Someone who has lost a game of Gambit, before the own mistakes."""
    page = newcomer.page
    page.goto(f"{newcomer.address}#game=gambit")
    newcomer.wait("open", "thinking", "waiting")
    page.select_option("#player-bottom select", "0")
    page.select_option("#player-top select", "1")
    assert page.locator("#player-bottom").get_attribute("data-side") == "b"
    lose(newcomer)
    mistakes(page)
    expect(page.locator("[data-does=reviews]")).to_have_text("Review my games")
    return newcomer


def mistakes(page: Page) -> None:
    """Open the own mistakes."""
    choose_entry(page, "study", "puzzles")
    page.locator("[data-does=mistakes]").click()


def reviewed(person: Person) -> None:
    """Have the games reviewed."""
    person.page.click("[data-does=reviews]")
    assert person.page.locator(".mistakes .tile").is_visible()
    expect(person.page.locator(".mistake-reviews")).to_contain_text("1 game reviewed")


def test_a_mistake_becomes_a_puzzle_with_its_reason_and_reviews_go_on_after_a_reload_and_can_be_paused(
    loser: Person,
) -> None:
    page = loser.page
    record = page.evaluate("() => JSON.parse(localStorage['saltus.table.gambit']).record")
    reviewed(loser)
    (card,) = stored(page)
    assert card["played"] == "f2xh4"
    assert card["reason"]["said"]["key"].startswith("turning.")
    assert card["refutation"]
    page.click("[data-does=train]")
    expect(page.locator(".puzzle .task")).to_have_text("Black: find a better move than f2xh4")
    loser.wait("open")
    loser.move(*card["line"][0]["path"])
    assert page.locator(".verdict.done").is_visible()
    expect(page.locator(".mistake-lesson")).to_contain_text("gave away")
    expect(page.locator(".mistake-lesson")).to_contain_text(card["refutation"][0]["text"])
    page.click("[data-does=back]")
    expect(page.locator(".mistakes .tile")).to_contain_class("tile solved")
    (after,) = stored(page)
    assert after["progress"]["solved"] == 1
    assert "due" not in after
    # Once another good move was found the best is played.
    best = card["line"][0]["text"]
    good = next(one for one in ("c2xc4", "f2xf4") if one != best)
    page.locator(".mistakes .tile").click()
    assert page.locator(".puzzle .task").is_visible()
    loser.wait("open")
    loser.move(*good.split("x"))
    expect(page.locator(".verdict.done")).to_contain_text(f"{good} is good, too; the best is {best}.")
    expect(page.locator("#moves .move")).to_have_text(best)
    page.click("[data-does=back]")
    expect(page.locator(".mistakes .tile")).to_contain_class("tile solved")
    # The player's game comes back.
    page.click("#panel-close")
    loser.wait("over")
    expect(page.locator("#status")).not_to_contain_text("whole number")
    assert page.evaluate("() => JSON.parse(localStorage['saltus.table.gambit']).record") == record
    mistakes(page)
    page.click("[data-does=reviews]")
    expect(page.locator("[data-does=reviews]")).to_have_count(0)
    page.click("#panel-close")
    restart(page)
    lose(loser, ("c2", "a4"))
    mistakes(page)
    expect(page.locator(".mistake-reviews")).to_contain_text("1 game to review")
    page.click("[data-does=reviews]")
    expect(page.locator(".mistake-reviews")).to_contain_text("All 2 games reviewed")
    assert {card["played"] for card in stored(page)} == {"f2xh4", "c2xa4"}
    page.click("#panel-close")
    page.reload()
    restart(page)
    lose(loser, ("a2", "a4"))
    mistakes(page)
    expect(page.locator(".mistake-reviews")).to_contain_text("All 3 games reviewed")
    assert len(stored(page, "reviews")) == 3


def test_the_same_mistake_again_comes_back_until_it_is_taken_out_of_the_deck(loser: Person) -> None:
    """Unless a full disk keeps it there."""
    page = loser.page
    reviewed(loser)
    page.click("[data-does=train]")
    assert page.locator(".puzzle .task").is_visible()
    loser.wait("open")
    loser.press(*POINT_LOST)
    reason = "1. f2xh4 gave away a point: it was a draw, now White wins by a point."
    expect(page.locator(".verdict.missed")).to_have_text(f"That’s the move that was played. {reason} Try again.")
    loser.at(0)
    page.click("#panel-close")
    loser.wait("over")
    (card,) = stored(page)
    assert card["progress"]["box"] == 0
    assert card["due"] - card["progress"]["when"] == 600_000
    mistakes(page)
    expect(page.locator(".mistakes .tile")).to_contain_class("tile waits")
    expect(page.locator("[data-does=train]")).to_be_disabled()
    page.locator(".mistakes .tile").click()
    assert page.locator(".puzzle .task").is_visible()
    page.evaluate(
        """() => {
          window.remove = IDBObjectStore.prototype.delete;
          IDBObjectStore.prototype.delete = () => { throw new DOMException('full', 'QuotaExceededError'); };
        }"""
    )
    page.click("[data-does=forget]")
    page.locator("#ask-yes").click()
    expect(page.locator("#status")).to_contain_text("There is no room left on this device.")
    assert len(stored(page)) == 1
    page.evaluate("() => { IDBObjectStore.prototype.delete = window.remove; }")
    page.click("[data-does=forget]")
    page.locator("#ask-yes").click()
    expect(page.locator(".mistakes .tile")).to_have_count(0)
    assert stored(page) == []

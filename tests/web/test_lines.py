"""The player's lines: added from the board, trained from memory, and compared with a game in its review."""

from playwright.sync_api import Page, expect

from tests.support.person import Person, choose_entry, enter_moves, restart, unfold
from tests.web.test_mistakes import stored

LINE = ("11-15", "23-19", "8-11", "22-17", "4-8")


def boxes(page: Page) -> dict[str, int | None]:
    """In which box of the training each move is; None if it was played from memory."""
    known = [one for one in stored(page, "lines") if "progress" in one]
    return {one["moves"][0]["text"]: one["progress"]["box"] for one in known}


def test_a_line_is_added_trained_compared_with_a_game_and_removed(newcomer: Person) -> None:
    page = newcomer.page
    page.goto(f"{newcomer.address}#game=english")
    newcomer.wait("open")
    newcomer.people()
    enter_moves(newcomer, *LINE)
    choose_entry(page, "study", "openings")
    unfold(page, "lines")
    own, adds = page.locator(".own-lines"), page.locator("[data-does='add b']")
    for told in ("3 moves added.", "0 moves added."):
        adds.click()
        expect(own).to_contain_text(told)
    assert {one["moves"][0]["text"] for one in stored(page, "lines")} == {"11-15", "8-11", "4-8"}

    trains = page.locator("[data-does='train b']")
    expect(trains).to_have_text("Train Black (3 due)")
    trains.click()
    expect(page.locator(".puzzle .task")).to_have_text("Black: play your line")
    enter_moves(newcomer, "11-15")
    newcomer.at(2)  # the line has the reply
    newcomer.type("10-14")
    expect(page.locator(".verdict.missed")).to_be_visible()
    newcomer.at(2)
    enter_moves(newcomer, "8-11")
    newcomer.type("4-8")
    expect(page.locator(".verdict.done")).to_have_text("The line ends here. Well done!")
    assert boxes(page) == {"11-15": None, "8-11": 0, "4-8": None}
    page.click("[data-does=back]")
    expect(trains).to_have_text("Train Black again")

    page.click("#panel-close")
    restart(page)
    enter_moves(newcomer, "11-15", "23-19", "9-14")
    choose_entry(page, "study", "review")
    expect(page.locator(".left-lines")).to_have_text("Black left your lines with 2. 9-14; you meant 8-11.")

    choose_entry(page, "study", "openings")
    page.click("#to-first")
    expect(page.locator(".meant")).to_contain_text("Your move here: 11-15")
    expect(adds).to_be_disabled()
    page.click("[data-does='drop 11-15']")
    expect(page.locator(".meant")).to_have_count(0)
    assert len(stored(page, "lines")) == 2

"""The player's lines: added from the board, trained from memory, and compared with a game in its review."""

import pytest
from playwright.sync_api import expect

from tests.support.page import until, whole
from tests.support.person import Person, choose_entry, enter_moves
from tests.web.test_mistakes import stored

pytestmark = pytest.mark.running

LINE = ("11-15", "23-19", "8-11", "22-17", "4-8")


@pytest.fixture
def liner(newcomer: Person) -> Person:
    """Someone with a line of English checkers added for Black."""
    page = newcomer.page
    page.goto(f"{newcomer.address}#game=english")
    newcomer.wait("open")
    whole(page)
    newcomer.people()
    enter_moves(newcomer, *LINE)
    choose_entry(page, "study", "openings")
    page.click("[data-does='add b']")
    expect(page.locator(".own-lines")).to_contain_text("3 moves added.")
    return newcomer


def play(person: Person, move: str) -> None:
    """Enter a move, as soon as that is possible."""
    person.wait("open")
    person.page.evaluate(
        """move => {
          document.getElementById('typed-move').value = move;
          document.getElementById('typed').requestSubmit();
        }""",
        move,
    )


def test_a_line_is_added_once_and_its_moves_are_shown_and_removed(liner: Person) -> None:
    page = liner.page
    expect(page.locator("[data-does='train b']")).to_have_text("Train Black (3 due)")
    page.click("[data-does='add b']")
    expect(page.locator(".own-lines")).to_contain_text("0 moves added.")
    assert {one["moves"][0]["text"] for one in stored(page, "lines")} == {"11-15", "8-11", "4-8"}
    page.click("#to-first")
    expect(page.locator(".meant")).to_contain_text("Your move here: 11-15")
    expect(page.locator("[data-does='add b']")).to_be_disabled()
    page.click("[data-does='drop 11-15']")
    expect(page.locator(".meant")).to_have_count(0)
    assert len(stored(page, "lines")) == 2


def test_a_line_is_played_from_memory_with_the_replies_of_the_line(liner: Person) -> None:
    page = liner.page
    page.click("[data-does='train b']")
    expect(page.locator(".puzzle .task")).to_have_text("Black: play your line")
    liner.at(0)
    play(liner, "11-15")
    liner.at(2)  # 23-19 is played
    play(liner, "10-14")
    page.locator(".verdict.missed").wait_for()
    liner.at(2)
    play(liner, "8-11")
    liner.at(4)
    play(liner, "4-8")
    expect(page.locator(".verdict.done")).to_have_text("The line ends here. Well done!")

    def boxes() -> dict[str, int | None]:
        known = [one for one in stored(page, "lines") if "progress" in one]
        return {one["moves"][0]["text"]: one["progress"]["box"] for one in known}

    until(page, lambda: boxes() == {"11-15": None, "8-11": 0, "4-8": None})
    page.click("[data-does=back]")
    expect(page.locator("[data-does='train b']")).to_have_text("Train Black again")


def test_the_review_says_where_a_game_left_the_lines(liner: Person) -> None:
    page = liner.page
    page.click("#panel-close")
    choose_entry(page, "game", "restart")
    liner.at(0)
    enter_moves(liner, "11-15", "23-19", "9-14")
    choose_entry(page, "study", "review")
    expect(page.locator(".left-lines")).to_have_text("Black left your lines with 2. 9-14; you meant 8-11.")

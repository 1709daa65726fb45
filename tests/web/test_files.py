"""Files of games of any size: they are read in slices, their games are listed as found, and one is opened."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.game_files import LONGEST, game, lines
from tests.support.person import Person, choose_entry
from tests.support.settle import pass_until, unsettled


@pytest.fixture
def person(newcomer: Person) -> Person:
    return newcomer


HELD = """slices => {
  const read = Blob.prototype.arrayBuffer;
  const released = new Promise((done) => { window.release = done; });
  let asked = 0;
  Blob.prototype.arrayBuffer = async function () {
    if (this.size > 10_000 && asked++ >= slices) await released;
    return read.call(this);
  };
}"""
"""Files give so many slices, and no more before `release` is called; single games they give at any time."""
SAMPLE_BYTES = 1 << 18
"""In slices of this length a file is first looked through for its encoding (`web/lib/encoding.ts`)."""

COUNT = 2_000
WRONG = 1_700


def choose(person: Person, path: Path, slices: int) -> None:
    """Choose a file of two million letters, with an unreadable game in it; so many slices are read at first."""
    with path.open("w", newline="") as file:
        for number in range(1, COUNT + 1):
            moves = "1. 11-15 22-18 2. 15x22 25x18 1-0" if number % 2 else "1. 9-14 *"
            file.write(game(number, "è" * 400, "1. 11-15 22-30 *" if number == WRONG else moves))
    person.page.evaluate(HELD, -(-path.stat().st_size // SAMPLE_BYTES) + slices)
    choose_entry(person.page, "share", "save")
    person.page.locator("#panel input[type=file]").set_input_files(path)


def by_number(person: Person, number: int) -> None:
    person.page.get_by_label("Game number").fill(str(number))
    person.page.get_by_role("button", name="Open this number").click()


def test_games_of_a_long_file_are_listed_while_they_are_found_and_any_is_opened(
    person: Person, tmp_path: Path
) -> None:
    person.open("italian")
    with unsettled(person.page):
        choose(person, tmp_path / "long.pdn", 10)
        progress = person.page.get_by_role("progressbar", name="Reading long.pdn…")
        expect(progress).to_be_visible()
        listed = person.page.locator(".found .kept")
        expect(listed).to_have_count(200)
        expect(listed.first).to_contain_text("Ada – Boole")
        expect(listed.first).to_contain_text("Club 1 · Black wins · 2 moves")
        person.sees("() => document.querySelector('.reading progress').value > 0.2")
        assert float(progress.evaluate("one => one.value")) < 1
        # One that was found can be opened before the others are.
        by_number(person, 300)
        person.listed(1)
        pass_until(person.page, "() => document.getElementById('canvas').dataset.drawn === 'english'", 20)
        expect(progress).to_be_visible()
        person.page.get_by_label("Game number").fill("19")
    person.page.evaluate("release()")
    assert progress.count() == 0
    expect(person.page.get_by_label("Game number")).to_have_value("19")
    expect(person.page.get_by_label("Game number")).to_be_focused()
    expect(person.page.locator("#panel")).to_contain_text("2,000 games found. The first 200 are listed")
    expect(listed).to_have_count(200)
    by_number(person, COUNT - 1)
    person.listed(4)
    expect(person.page.locator("#status")).to_contain_text("Black wins")
    by_number(person, COUNT + 1)
    expect(person.page.locator(".by-number .fault")).to_have_text("Enter a number from 1 to 2,000.")
    by_number(person, WRONG)
    fault = person.page.locator("#panel .fault", has_text="Game 1,700")
    expect(fault).to_contain_text(re.compile(r"line 6, column \d+"))
    marked = "text => text.value.slice(text.selectionStart, text.selectionEnd)"
    assert person.page.locator("#paste").evaluate(marked) == "22-30"
    assert len(person.moves) == 4, "the game on the table is what it was"


def test_search_for_games_is_ended_by_stop_or_a_pasted_text_and_a_file_that_is_too_long_is_refused(
    person: Person, tmp_path: Path
) -> None:
    person.open("english")
    page = person.page
    with unsettled(page):
        choose(person, tmp_path / "long.pdn", 3)
        page.locator(".found .kept").nth(100).wait_for()
        page.get_by_role("button", name="Stop").click()
    page.evaluate("release()")
    assert page.locator(".reading").count() == 0
    expect(page.locator(".found .kept").first).to_be_focused()
    assert 100 < page.locator(".found .kept").count() < COUNT
    expect(page.locator("#panel progress")).to_have_count(0)
    page.locator(".found .kept").nth(100).click()
    person.listed(4)
    page.click("#panel-close")
    with unsettled(page):
        choose(person, tmp_path / "long.pdn", 3)
        page.locator(".reading").wait_for()
        page.locator("#paste").fill('[GameType "22"]\n1. 22-18 *')
        page.get_by_role("button", name="Open", exact=True).click()
        person.listed(1)
    page.evaluate("release()")
    expect(page.locator(".reading, .found")).to_have_count(0)
    page.locator("#paste").fill("1. 11-15 1-0 " * 250 + "1. 9-14 22-18 0-1")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".found .kept")).to_have_count(200)
    by_number(person, 251)
    person.listed(2)
    expect(page.locator("#status")).to_contain_text("White wins")
    (tmp_path / "long.pdn").write_text(game(1, lines(2 * LONGEST)))
    page.locator("#panel input[type=file]").set_input_files(tmp_path / "long.pdn")
    fault = page.locator("#panel .fault[role=alert]").first
    expect(fault).to_have_text("This text is too long: the limit is 480,000 characters.")
    (tmp_path / "picture.pdn").write_bytes(bytes(1000) * 1000)
    page.locator("#panel input[type=file]").set_input_files(tmp_path / "picture.pdn")
    expect(fault).to_contain_text("not a text file")
    expect(page.locator(".found")).to_have_count(0)

"""The editor: positions by mouse, by keyboard and as text, and why one is refused; and levels for two computers."""

import re

from playwright.sync_api import expect

from tests.support.person import Person, choose_entry
from tests.support.settle import standing


def editing(person: Person, game: str) -> None:
    person.open(game)
    choose_entry(person.page, "game", "edit")
    person.page.locator(".palette").wait_for()
    # The position as text comes a moment later: in the middle of `fill` it would stand before what is typed.
    expect(person.page.locator("#panel textarea")).not_to_have_value("")


def tool(person: Person, value: str) -> None:
    person.page.locator(f'.palette input[value="{value}"]').check()


def text(person: Person) -> str:
    return person.page.locator("#panel textarea").input_value()


def settled(person: Person, wanted: str) -> None:
    expect(person.page.locator("#panel textarea")).to_have_value(wanted)


def test_editor_places_moves_and_removes_pieces_by_a_tool_by_dragging_or_by_keyboard_alone(person: Person) -> None:
    editing(person, "english")
    page = person.page
    page.get_by_role("button", name="Empty board").click()
    expect(page.locator("#panel")).to_contain_text("Choose a piece above")
    expect(page.locator("#panel .fault")).to_have_count(0)
    expect(page.locator("#panel textarea")).to_have_attribute("aria-invalid", "false")
    tool(person, "W")
    person.click("c3")
    tool(person, "b")
    person.click("e5", "g5")
    settled(person, "B:WK22:B15,16")
    person.click("g5")
    settled(person, "B:WK22:B15")
    tool(person, "")
    person.click("e5", "f6")
    settled(person, "B:WK22:B11")
    person.square("f6").focus()
    person.page.keyboard.press("Delete")
    expect(person.page.locator("#panel .fault")).to_contain_text("The game would be over")
    editing(person, "rock")
    mouse = person.page.mouse
    for start, end in (("b1", person.place("d4")), ("c1", (5.0, 400.0))):
        mouse.move(*person.place(start))
        mouse.down()
        mouse.move(*end, steps=4)
        mouse.up()
    settled(person, "1wwwwww1/b6b/b6b/b6b/b2w3b/b6b/b6b/3wwww1 w")
    editing(person, "gambit")
    tool(person, ".")
    for square in ("a2", "a3"):
        person.press(square)
    settled(person, "8/1wwwwwww/1bbbbbbb/8 b")


def test_a_game_is_played_on_from_the_edited_position_or_comes_back_when_the_editor_is_closed(person: Person) -> None:
    editing(person, "english")
    person.page.locator("#panel textarea").fill("B:W30:B9,14")
    person.page.get_by_role("button", name="Play from here").click()
    person.wait("open")
    person.says("c3", "22, empty")
    person.says("b6", "9, black man, can move")
    assert len(person.named("man")) == 3
    choose_entry(person.page, "game", "edit")
    person.page.locator(".palette").wait_for()
    person.page.get_by_role("button", name="Swap colours").click()
    person.page.get_by_role("button", name="Analyse").click()
    person.page.locator("#engine .chip").first.wait_for()
    editing(person, "roman")
    before = person.named("piece")
    person.page.get_by_role("button", name="Empty board").click()
    person.none("piece")
    person.page.go_back()
    person.wait("open")
    expect(person.page.locator("#panel")).to_be_hidden()
    assert person.named("white piece") + person.named("black piece")
    assert sorted(person.named("piece")) == sorted(before)


def written_and_pressed(person: Person, text: str, button: str) -> None:
    """Type a position and press a button at once, before the rules can have read it."""
    person.page.evaluate(
        """([text, name]) => {
          const field = document.querySelector('#panel textarea');
          field.focus();
          field.value = text;
          field.dispatchEvent(new Event('input'));
          const buttons = [...document.querySelectorAll('#panel button')];
          const button = buttons.find((one) => one.textContent === name);
          button.focus();
          button.click();
        }""",
        [text, button],
    )


def test_a_typed_position_is_shown_also_just_before_start_or_what_is_wrong_with_it_is_told(person: Person) -> None:
    editing(person, "english")
    written_and_pressed(person, "B:W30:B9,14", "Play from here")
    person.says("c3", "22, empty")
    expect(person.page.locator("#panel")).to_be_hidden()
    assert len(person.named("man")) == 3
    editing(person, "english")
    written_and_pressed(person, "B:W30:B9,14,99", "Play from here")
    expect(person.page.locator("#panel .fault")).to_contain_text("line 1, column 13")
    expect(person.page.locator("#panel textarea")).to_have_value("B:W30:B9,14,99")
    assert len(person.named("man")) == 24
    editing(person, "italian")
    page = person.page
    field, fault = page.locator("#panel textarea"), page.locator("#panel .fault")
    field.fill("W:WK30:B2,99")
    expect(fault).to_contain_text("line 1, column 11")
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    field.fill("W:WK30:B2,9")
    expect(fault).to_be_empty()
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()
    assert len(person.named("king")) == 1
    editing(person, "english")
    tool(person, "w")
    person.click("b8")
    expect(fault).to_contain_text("White has 13 pieces; at most 12 are possible")
    expect(field).to_have_value(re.compile(r"^B:W1,21,22,\S+:B2,3,\S+$"))
    expect(page.get_by_role("button", name="Analyse")).to_be_disabled()


def test_the_computer_plays_itself_at_a_level_for_each_side(person: Person) -> None:
    person.open("rock")
    page = person.page
    choose_entry(page, "game", "new")
    page.check("[name=who][value=none]", force=True)
    page.locator("[name=level]").select_option("2")
    page.locator("[name=rival]").select_option("5")
    with standing(page):
        page.click("#start")
        expect(page.locator(".player[data-side=w] select")).to_have_value("2")
        expect(page.locator(".player[data-side=b] select")).to_have_value("5")
        choose_entry(page, "game", "new")
        expect(page.locator("[name=level]")).to_have_value("2")
        expect(page.locator("[name=rival]")).to_have_value("5")
        page.click("#panel-close")
        page.click("[data-does=pause]")
        person.wait("paused")

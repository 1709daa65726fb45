"""The keys for what Roman's program has keys for: restart, the computer on a side, the best move always shown."""

import re

from playwright.sync_api import expect

from tests.support.person import Person, unfold


def test_the_computer_takes_a_side_and_gives_it_back_and_the_best_move_stays_on_until_it_is_switched_off(
    person: Person,
) -> None:
    person.open("gambit")
    person.people()
    page = person.page
    bottom, top = page.locator("#player-bottom select"), page.locator("#player-top select")
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("w")
    expect(top).not_to_have_value("0")
    assert person.spoken.startswith("White: Level ")
    page.keyboard.press("w")
    expect(top).to_have_value("0")
    assert person.spoken == "White: Human."
    page.keyboard.press("k")
    expect(bottom).not_to_have_value("0")
    person.listed(1)
    page.keyboard.press("k")
    page.keyboard.press("Shift+N")
    person.listed(0)
    expect(page.locator("#panel")).to_be_hidden()
    expect(top).to_have_value("0")
    expect(bottom).to_have_value("0")
    hint = page.locator("#hint")
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("Shift+H")
    for turn in range(2):
        page.locator("#status.hint").wait_for()
        expect(hint).to_have_class(re.compile(r"\bon\b"))
        example = page.locator("#typed-move").get_attribute("placeholder") or ""
        person.type(example.rpartition(": ")[2])
        person.listed(turn + 1)
    page.locator("#status.hint").wait_for()
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("Shift+H")
    expect(hint).not_to_have_class(re.compile(r"\bon\b"))
    expect(page.locator("#status")).to_contain_text("no longer shown")


def test_the_help_lists_them_and_opens_where_single_letters_do_not(person: Person) -> None:
    person.open("rock")
    page = person.page
    page.click("[data-panel=settings]")
    unfold(page, "entry")
    page.uncheck("[name=keys]")
    page.click("#panel-close")
    page.keyboard.press("n")
    expect(page.locator("#panel")).to_be_hidden()
    page.keyboard.press("Shift+?")
    listed = page.locator("#panel .keys")
    for text in ("restart at once", "play White or Black", "show the best move"):
        expect(listed).to_contain_text(text)
    expect(page.locator("#panel")).to_contain_text("are off in the settings")
    page.click("#panel-close")
    page.click("[data-panel=settings]")
    unfold(page, "entry")
    page.check("[name=keys]")
    page.click("#panel-close")
    page.evaluate("document.activeElement?.blur()")
    page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'т', code: 'KeyN', bubbles: true }))"
    )
    expect(page.locator("#panel[data-kind=new]")).to_be_visible()

"""Touch-move: "Once a player selects a piece to move, they are obligated to complete their turn with that piece".

The sentence is the Italian document's; English checkers is played here, because nobody draws lots for its colours.
"""

from playwright.sync_api import expect

from tests.support.person import Person, analyse


def touch_move(person: Person) -> None:
    page = person.page
    page.click("[data-panel=settings]")
    page.check("[name=touch]")
    page.click("#panel-close")


def refused(person: Person) -> str:
    person.page.locator("#status.refusal").wait_for()
    return person.status


def test_without_the_setting_a_piece_may_be_put_down(newcomer: Person) -> None:
    newcomer.open("english")
    newcomer.people()
    newcomer.press("f6")
    newcomer.press("b6")
    newcomer.press("a5")
    newcomer.listed(1)


def test_a_piece_that_was_picked_up_must_move(newcomer: Person) -> None:
    newcomer.open("english")
    newcomer.people()
    touch_move(newcomer)
    newcomer.press("f6")
    newcomer.press("b6")
    assert "You picked up the piece on 11, so it must move" in refused(newcomer)
    assert newcomer.spoken in newcomer.status
    newcomer.press("f6")
    assert "must move" in refused(newcomer)
    newcomer.page.keyboard.press("Escape")
    assert "must move" in refused(newcomer)
    newcomer.page.fill("#typed-move", "9-14")
    newcomer.page.press("#typed-move", "Enter")
    assert "must move" in refused(newcomer)
    assert newcomer.moves == []
    newcomer.press("e5")
    newcomer.listed(1)
    assert newcomer.moves == ["11-15"]


def test_in_analysis_pieces_are_picked_up_freely(newcomer: Person) -> None:
    newcomer.open("english")
    newcomer.people()
    touch_move(newcomer)
    analyse(newcomer.page)
    expect(newcomer.page.locator("#analyse")).to_be_visible()
    newcomer.press("f6")
    newcomer.press("b6")
    newcomer.press("a5")
    newcomer.listed(1)
    assert newcomer.moves == ["9-13"]

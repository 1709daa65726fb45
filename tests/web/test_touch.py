"""Touch-move: "Once a player selects a piece to move, they are obligated to complete their turn with that piece".

The sentence is the Italian document's; English checkers is played here, because nobody draws lots for its colours.
"""

from tests.support.person import Person, analyse, unfold


def touch_move(person: Person) -> None:
    page = person.page
    page.click("[data-panel=settings]")
    unfold(page, "entry")
    page.check("[name=touch]")
    page.click("#panel-close")


def refused(person: Person) -> str:
    person.page.locator("#status.refusal").wait_for()
    return person.status


def test_a_piece_that_was_picked_up_must_move_but_not_in_analysis_or_without_the_setting(person: Person) -> None:
    person.open("english")
    person.people()
    person.press("f6", "b6", "a5")
    assert person.moves == ["9-13"]
    touch_move(person)
    analyse(person.page)
    person.press("e3", "c3", "d4")
    assert person.moves == ["9-13", "22-18"]
    person.open("english")
    person.people()
    person.press("f6")
    person.press("b6")
    assert "You picked up the piece on 11, so it must move" in refused(person)
    assert person.spoken in person.status
    person.press("f6")
    assert "must move" in refused(person)
    person.page.keyboard.press("Escape")
    assert "must move" in refused(person)
    person.type("9-14")
    assert "must move" in refused(person)
    assert person.moves == []
    person.press("e5")
    person.listed(1)
    assert person.moves == ["11-15"]

"""The clocks of a game: whatever becomes of the page, a turn gets no time back."""

from playwright.sync_api import Page, expect

from tests.support.person import Person, restart
from tests.support.settle import come_later, pass_time, set_date, sleep


def begun(person: Person) -> None:
    """A game of Rock between two people, three minutes each, in which Black is to move."""
    page = person.page
    person.open("rock")
    page.click("[data-panel=new]")
    page.check("[name=clock][value='3+2']", force=True)
    page.check("[name=who][value=both]", force=True)
    page.click("#start")
    expect(page.locator("#player-bottom .player-clock")).to_be_visible()
    person.press("b1", "b3")
    person.at(1)


def used(page: Page) -> float:
    """The seconds that Black has used."""
    clock = page.locator("#player-top .player-clock")
    minutes, _, seconds = clock.inner_text().rpartition(":")
    return 180 - 60 * int(minutes) - float(seconds)


def go_on(page: Page, seconds: int) -> None:
    """Let time pass."""
    before = used(page)
    sleep(page, seconds)
    assert used(page) >= before + seconds


def test_a_reload_gives_no_time_back_and_a_flag_falls_while_the_page_is_closed(person: Person) -> None:
    page = person.page
    begun(person)
    go_on(page, 8)
    page.reload()
    person.at(1)
    assert 8 <= used(page) < 60
    page.goto("about:blank")
    come_later(page, 3600)
    page.goto(f"{person.address}#game=rock")
    pass_time(page, 1)
    expect(page.locator("#result-why")).to_have_text("Black ran out of time.")
    expect(page.locator(".player-clock.fallen")).to_have_text("0:00.0")


def test_a_clock_of_the_device_that_is_set_is_no_time_and_a_flag_falls_while_it_sleeps(person: Person) -> None:
    page = person.page
    begun(person)
    go_on(page, 8)
    for minutes in (10, -20):
        set_date(page, minutes * 60)
        pass_time(page, 1)
        assert 8 <= used(page) < 60
    come_later(page, -10 * 60)  # so it stands set
    page.reload()
    person.at(1)
    assert 8 <= used(page) < 60
    sleep(page, 8 * 3600)
    expect(page.locator("#result-why")).to_have_text("Black ran out of time.")


def test_a_game_that_is_put_aside_keeps_the_time_that_was_used(person: Person) -> None:
    page = person.page
    begun(person)
    go_on(page, 100)
    page.evaluate("location.hash = 'game=english'")
    person.drawn("english")
    person.wait("open")
    sleep(page, 3600)
    page.evaluate("location.hash = 'game=rock'")
    person.at(1)
    assert 100 <= used(page) < 160
    restart(page)
    person.at(0)
    sleep(page, 3600)
    page.locator("#status [data-does=back]").click()
    person.at(1)
    assert 100 <= used(page) < 160

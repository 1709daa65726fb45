"""The clocks of a game: whatever becomes of the page, a turn gets no time back."""

from playwright.sync_api import Page, expect

from tests.support.person import Person, choose_entry


def begun(person: Person) -> None:
    """A game of Rock between two people, three minutes each, in which Black is to move."""
    page = person.page
    page.clock.install()
    person.open("rock")
    page.click("[data-panel=new]")
    page.check("[name=clock][value='3+2']", force=True)
    page.check("[name=who][value=both]", force=True)
    page.click("#start")
    page.locator("#player-bottom .player-clock").wait_for()
    person.press("b1", "b3")
    person.at(1)


def used(page: Page) -> float:
    """The seconds that Black has used."""
    clock = page.locator("#player-top .player-clock")
    clock.wait_for()
    minutes, _, seconds = clock.inner_text().rpartition(":")
    return 180 - 60 * int(minutes) - float(seconds)


def go_on(page: Page, seconds: int) -> None:
    """Let time pass."""
    before = used(page)
    page.clock.fast_forward(seconds * 1000)
    page.wait_for_function(
        """least => {
          const [minutes, seconds] = document.querySelector('#player-top .player-clock').textContent.split(':');
          return 180 - 60 * minutes - seconds >= least;
        }""",
        arg=before + seconds,
    )


def test_a_reload_gives_no_time_back(person: Person) -> None:
    begun(person)
    go_on(person.page, 8)
    person.page.reload()
    person.at(1)
    assert 8 <= used(person.page) < 60


def test_a_flag_falls_while_the_page_is_closed(person: Person) -> None:
    page = person.page
    begun(person)
    go_on(page, 8)
    page.goto("about:blank")
    page.clock.fast_forward("01:00:00")
    page.goto(f"{person.address}#game=rock")
    expect(page.locator("#result-why")).to_have_text("Black ran out of time.")
    expect(page.locator(".player-clock.fallen")).to_have_text("0:00.0")


def test_a_flag_falls_while_the_device_sleeps(person: Person) -> None:
    page = person.page
    begun(person)
    page.clock.fast_forward("08:00:00")
    expect(page.locator("#result-why")).to_have_text("Black ran out of time.")


def test_a_clock_of_the_device_that_is_set_is_no_time(person: Person) -> None:
    page = person.page
    begun(person)
    go_on(page, 8)
    for minutes in (10, -20):
        page.clock.set_system_time(page.evaluate("Date.now()") / 1000 + minutes * 60)
        page.clock.run_for(1000)
        assert 8 <= used(page) < 60
    page.reload()
    person.at(1)
    assert 8 <= used(page) < 60


def test_a_game_that_is_put_aside_keeps_the_time_that_was_used(person: Person) -> None:
    page = person.page
    begun(person)
    go_on(page, 100)
    page.evaluate("location.hash = 'game=english'")
    person.drawn("english")
    person.wait("open")
    page.clock.fast_forward("01:00:00")
    page.evaluate("location.hash = 'game=rock'")
    person.at(1)
    assert 100 <= used(page) < 160
    choose_entry(page, "game", "restart")
    person.at(0)
    page.clock.fast_forward("01:00:00")
    page.locator("#status [data-does=back]").click()
    person.at(1)
    assert 100 <= used(page) < 160

"""Games between people on the page: browsers at a real server of games, which serves the page."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from bundle import site
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from tests.support.club import FAST, Club, club
from tests.support.held import Held
from tests.support.person import Person, choose_entry, result_of
from tests.support.settle import comes, pass_time, settle, standing, unsettled

Visit = Callable[..., Page]
Two = tuple[Person, Person]

AGAIN_SECONDS = 8
"""The most that the page waits before it takes up a lost connection again."""
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce"}


@pytest.fixture(scope="module")
def server(built_site: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A server that serves the page."""
    with club(str(tmp_path_factory.mktemp("online") / "games"), FAST, site=site.DIST) as made:
        yield made


def without_sockets(context: BrowserContext) -> None:
    def refuse(socket: WebSocketRoute) -> None:
        socket.close()

    context.route_web_socket("**/live", refuse)


@pytest.fixture(scope="module")
def two(server: Club, browser: Browser) -> Iterator[Two]:
    """Two browsers at the page, the second a phone without WebSockets. They stay for the tests of this file."""
    desk, phone = {"reduced_motion": "reduce"}, {**PHONE, "is_mobile": True, "has_touch": True}
    contexts = [browser.new_context(service_workers="block", **how) for how in (desk, phone)]
    without_sockets(contexts[1])
    yield Person(contexts[0].new_page(), server.address), Person(contexts[1].new_page(), server.address)
    for context in contexts:
        context.close()


def reads(person: Person, text: str) -> None:
    """See that a text comes to the status."""
    comes(person.page, "text => document.getElementById('status-text').innerText.includes(text)", text)


def there(person: Person, selector: str) -> None:
    """See that something comes to the page."""
    comes(person.page, "selector => document.querySelector(selector) !== null", selector)


def reaches(person: Person, count: int, *phases: str) -> None:
    """See that a game comes to so many moves, and to one of these phases."""
    comes(
        person.page,
        """([count, phases]) => document.querySelectorAll('#moves .move').length === count
          && phases.includes(document.getElementById('status').dataset.phase)""",
        [count, list(phases) or ["open", "waiting", "over"]],
    )


def begin(person: Person, game: str, seat: str = "w", clock: str = "none") -> str:
    """Begin a game as one who invites a friend; the link for the friend."""
    page = person.page
    person.open(game)
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("n")
    page.locator("input[name=who][value=online]").check(force=True)
    page.locator(f"input[name=seat][value={seat}]").check(force=True)
    page.locator(f"input[name=clock][value='{clock}']").check(force=True)
    page.click("#start")
    link = page.locator("#link-invite").input_value()
    page.click("#panel-close")
    return link


def follow(person: Person, link: str) -> None:
    """Open a link of a game on the server: this page is at its game."""
    if person.page.url.startswith("http"):
        person.page.evaluate("link => { location.hash = new URL(link).hash; }", link)
    else:
        person.page.goto(link)
    assert person.page.evaluate("location.hash") == link[link.index("#") :]
    expect(person.page.locator("#player-bottom .here-now, #player-bottom .player-seat span").first).to_be_attached()


def meet(one: Person, other: Person, game: str, **how: str) -> None:
    """Begin a game, and have the other come."""
    follow(other, begin(one, game, **how))
    there(one, "#player-top .here-now")


def at_move(people: Two, count: int) -> Person:
    """Whose turn it is, once both have so many moves in the list."""
    for each in people:
        reaches(each, count)
    return next((each for each in people if each.phase == "open"), people[0])


def play(people: Two, moves: list[str]) -> None:
    """Play moves on the two pages by turns, each once both show the one before."""
    for count, move in enumerate(moves):
        person = at_move(people, count)
        assert person.phase == "open"
        person.move(*move.split("-"))
    at_move(people, len(moves))


def ended(people: Two) -> str:
    """The result, which both pages know."""
    for person in people:
        there(person, "#status[data-phase=over]")
    results = {result_of(person) for person in people}
    assert len(results) == 1
    return results.pop()


def name(person: Person, called: str) -> None:
    choose_entry(person.page, "game", "online")
    field = person.page.locator("#panel input[name=name]")
    field.fill(called)
    field.press("Tab")
    person.page.click("#panel-close")


def on_sheet(person: Person, asked: str, how: str) -> None:
    """Answer on the open panel, which may cover the status."""
    sheet = person.page.locator("#panel-asked")
    comes(person.page, "asked => document.getElementById('panel-asked').innerText.includes(asked)", asked)
    sheet.locator(f"[data-does={how}]").click()
    expect(sheet).to_be_hidden()


def rematch(one: Person, other: Person) -> None:
    """One asks for another game by the sheet of the result, the other agrees."""
    for person in (one, other):
        expect(person.page.locator("#panel[data-kind=result]")).to_be_visible()
    one.page.locator("#panel .button.main").first.click()
    on_sheet(other, "asks for a rematch", "accept")
    at_move((one, other), 0)


@pytest.mark.pyodide
def test_two_browsers_play_a_game_to_the_end_and_a_rematch_and_another_one(two: Two) -> None:
    """The one by WebSocket, the other by HTTP alone: with a move taken back, draws offered, and a resignation."""
    ada, ben = two
    meet(ada, ben, "gambit", seat="b")
    name(ada, "Ada")
    lots = Random("gambit")
    at_move(two, 0).turn(lots, ada.press)
    at_move(two, 1)
    # No hint and no analysis while it goes on.
    expect(ada.page.locator("#hint")).to_be_hidden()
    expect(ada.page.locator("#analyse")).to_be_disabled()
    choose_entry(ben.page, "study", "statistics")
    ada.page.click("#undo")
    on_sheet(ben, "asks to take back", "accept")
    ben.page.click("#panel-close")
    at_move(two, 0).turn(lots, ada.press)
    at_move(two, 1)
    choose_entry(ben.page, "game", "online")
    choose_entry(ada.page, "game", "offer")
    on_sheet(ben, "offers a draw", "decline")
    ben.page.click("#panel-close")
    ben.turn(lots, ben.press)
    for count in range(2, 200):
        person = at_move(two, count)
        if person.phase == "over":
            break
        person.turn(lots, person.press)
    ended(two)
    # The result is shown, and the game is in the library with the players' names.
    comes(ada.page, "() => JSON.parse(localStorage['saltus.past'])[0].kept")
    record = ada.page.evaluate("() => localStorage[`saltus.past.${JSON.parse(localStorage['saltus.past'])[0].id}`]")
    assert "Ada" in record

    rematch(*two)
    expect(ben.page.locator("#player-bottom")).to_have_attribute("data-side", "b")
    choose_entry(ben.page, "game", "offer")
    reads(ada, "offers a draw")
    ada.page.locator("#status [data-does=accept]").click()
    assert ended(two) == "draw"

    rematch(*two)
    expect(ben.page.locator("#player-bottom")).to_have_attribute("data-side", "w")
    choose_entry(ben.page, "game", "resign")
    ben.page.click("#ask-yes")
    assert ended(two) == "b"


@pytest.mark.pyodide
def test_what_happens_elsewhere_comes_to_players_and_watchers_and_a_move_of_a_lesson_is_none_of_the_game(
    two: Two, server: Club
) -> None:
    """Moves, which who watches does not make, the end of the game, a flag that falls, and who has gone."""
    ada, ben = two
    game = server.create("rock").joined()
    follow(ada, f"{server.address}/#online={game.id}")
    follow(ben, game.token_link("b"))
    game.do("w", "move", turn=0, path=["f1", "f3"])
    reaches(ada, 1, "waiting")
    reaches(ben, 1, "open")
    ben.move("h4", "f2")
    reaches(ada, 2)
    # Who has no network is told so, and has what happened meanwhile as soon as there is one again.
    ada.page.context.set_offline(True)
    reads(ada, "Connection lost")
    game.do("w", "move", turn=2, path=["b1", "d3"])
    reaches(ben, 3)
    ada.page.context.set_offline(False)
    reaches(ada, 3)
    game.do("b", "resign")
    for person, count in ((ada, 0), (ben, 1)):
        reaches(person, 3, "over")
        expect(person.page.locator("#panel[data-kind=result]")).to_be_visible()
        assert person.page.locator("[data-does=result-next]").count() == count, "who has watched plays no rematch"
    ben.page.click("#panel-close")
    # What has been played is found in the list of games, whose turn it is first.
    choose_entry(ben.page, "game", "online")
    assert ben.page.locator("[data-online]").count() > 0

    game = server.create("roman", clock={"initial": 1, "increment": 0}).joined()
    game.move()
    for person, seat in zip(two, "wb", strict=True):
        follow(person, game.token_link(seat))
        expect(person.page.locator("#player-top .player-seat")).to_contain_text("Ben" if seat == "w" else "Ada")
    game.move()
    assert ended(two) in "wb"
    expect(ada.page.locator(".player-clock.fallen")).to_have_count(1)

    game = server.create("rock").joined()
    follow(ada, game.token_link("w"))
    ada.move("f1", "f3")
    game.state("b", "?after=0&wait=1")  # and then no more
    reads(ada, "Ben isn\u2019t here now.")
    # A move of a lesson would be allowed in the game that is put aside, too.
    game = server.create("gambit").joined()
    follow(ada, game.token_link("b"))
    reaches(ada, 0, "open")
    choose_entry(ada.page, "study", "lesson")
    expect(ada.page.locator(".lesson .note", has_text="Step 1 of")).to_be_visible()
    ada.at(0)
    ada.wait("open")
    ada.move("c2", "e4")
    expect(ada.page.locator(".verdict.done")).to_be_visible()
    ada.page.click("#panel-close")
    reaches(ada, 0, "open")
    assert game.state("w")["turn"] == 0


@pytest.mark.pyodide
def test_a_reload_a_killed_server_and_two_tabs_lose_nothing(two: Two, server: Club) -> None:
    ada, ben = two
    meet(ada, ben, "rock")
    play(two, ["f1-f3"])
    ben.page.reload()
    reaches(ben, 1, "open")
    ben.move("h4", "f2")
    reaches(ada, 2, "open")
    # Another tab of Ada's seat, and by the same browser that of Ben.
    tab = Person(ada.page.context.new_page(), server.address)
    follow(tab, ada.page.url)
    reaches(tab, 2, "open")
    server.kill()
    reads(ada, "Connection lost")
    with standing(ada.page):  # a move that is made meanwhile arrives later
        ada.move("b1", "d3")
    server.start()
    for person in (ada, ben, tab):
        pass_time(person.page, AGAIN_SECONDS)
        reaches(person, 3)
    both = Person(ada.page.context.new_page(), server.address)
    follow(both, ben.page.url)
    reaches(both, 3, "open")
    both.move("a5", "c3")
    for person in (ada, ben, tab):
        reaches(person, 4, "waiting" if person is ben else "open")
    expect(tab.page.locator("#player-bottom")).to_have_attribute("data-side", "w")
    expect(both.page.locator("#player-bottom")).to_have_attribute("data-side", "b")
    for person in (tab, both):
        person.page.close()
    # Without its link, too, the page comes back to the game that it had on the board.
    ada.page.goto(f"{server.address}/#game=rock")
    ada.page.reload()
    there(ada, "#player-top .here-now")
    reaches(ada, 4)


def opening(person: Person) -> None:
    """See that the page opens the game of its link, and that nobody can touch the board meanwhile."""
    person.sees("() => performance.getEntriesByName('engine-ready').length > 0")
    expect(person.page.locator("#status-text")).to_have_text("Opening the game of the link…")
    expect(person.page.locator("#status")).to_have_attribute("data-phase", "waiting")


def test_a_game_of_a_link_is_opened_and_no_other_is_shown_meanwhile(server: Club, browser: Browser) -> None:
    """A friend, a watcher, somebody with a wrong link, and a reload, while the server has not answered."""
    game = server.create("rock")
    seat = game.token_link("w")
    for link in (f"{server.address}/#online={game.id}", seat, f"{server.address}/#online={game.id}.wrong"):
        context = browser.new_context(service_workers="block", **PHONE)
        page = context.new_page()
        person = Person(page, server.address)
        held = Held(page, "**/api/games/**")
        with unsettled(page):
            page.goto(link)
            opening(person)
            expect(page.locator("#grid button").first).to_be_attached()
            assert (person.named("white"), person.named("black")) == ([], [])
            expect(page.locator("#intro, #player-bottom select, #moves .move").locator("visible=true")).to_have_count(
                0
            )
            assert page.evaluate("document.getElementById('board').inert")
        held.let_go()
        settle(page)
        if link.endswith("wrong"):
            expect(page.locator("#status-text")).to_contain_text("seat")
            # On a phone the card for who is new would cover it.
            expect(page.locator("#intro")).to_be_hidden()
        else:
            expect(page.locator("#player-bottom .player-seat")).to_be_visible()
            expect(page.locator("#game-name")).to_have_text("Rock")
            expect(page.locator("#intro")).to_be_hidden()
        if link == seat:
            assert person.phase == "open"
            held = Held(page, "**/api/games/**")
            with unsettled(page):
                page.reload()
                opening(person)
                assert len(person.named("white piece")) == 12
            held.let_go()
            settle(page)
            assert person.phase == "open"
            expect(page.locator("#status-text")).not_to_contain_text("send the link")
        if link.endswith("wrong"):
            page.goto(f"{server.address}/#online=gone")
            expect(page.locator("#status-text")).to_contain_text("any more")
            expect(page.locator("#intro")).to_be_hidden()
        context.close()


def test_a_static_site_offers_and_asks_nothing(visit: Visit, address: str) -> None:
    page = visit()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    person = Person(page, address)
    person.open("rock")
    page.keyboard.press("n")
    expect(page.locator("input[name=who]").first).to_be_attached()
    assert page.locator("input[name=who][value=online]").count() == 0
    assert [url for url in asked if "/api" in url or "features/online" in url] == []
    page.click("#panel-close")
    page.evaluate("() => { location.hash = '#online=abc.def'; }")
    expect(page.locator("#status-text")).to_contain_text("no game server")

"""Games between people on the page: browsers at a real server of games, which serves the page."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from bundle import site
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from tests.support.club import FAST, Club, club
from tests.support.held import Held
from tests.support.page import ready
from tests.support.person import Person, choose_entry, result_of

pytestmark = pytest.mark.running

Visit = Callable[..., Page]


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
def two(server: Club, browser: Browser) -> Iterator[tuple[Person, Person]]:
    """Two browsers at the page, the second a phone without WebSockets. They stay for the tests of this file."""
    phone: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
    contexts = [browser.new_context(service_workers="block", **how) for how in ({}, phone)]
    without_sockets(contexts[1])
    yield Person(contexts[0].new_page(), server.address), Person(contexts[1].new_page(), server.address)
    for context in contexts:
        context.close()


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
    """Open a link of a game on the server, and wait until this page is at its game."""
    if person.page.url.startswith("http"):
        person.page.evaluate("link => { location.hash = new URL(link).hash; }", link)
    else:
        person.page.goto(link)
    person.page.wait_for_function("hash => location.hash === hash", arg=link[link.index("#") :])
    expect(person.page.locator("#player-bottom .here-now, #player-bottom .player-seat span").first).to_be_attached()


def meet(one: Person, other: Person, game: str, **how: str) -> None:
    """Begin a game, and have the other come."""
    follow(other, begin(one, game, **how))
    expect(one.page.locator("#player-top .here-now")).to_be_attached()


def at_move(people: tuple[Person, Person], count: int) -> Person:
    """Whose turn it is, once both have so many moves in the list."""
    for each in people:
        each.listed(count)
        each.page.wait_for_function(
            "() => ['open', 'waiting', 'over'].includes(document.getElementById('status').dataset.phase)"
        )
    return next((each for each in people if each.phase == "open"), people[0])


def play(people: tuple[Person, Person], moves: list[str]) -> None:
    """Play moves on the two pages by turns, each once both show the one before."""
    for count, move in enumerate(moves):
        person = at_move(people, count)
        assert person.phase == "open"
        person.move(*move.split("-"))
    for person in people:
        person.listed(len(moves))


def ended(people: tuple[Person, Person]) -> str:
    """The result, which both pages know."""
    for person in people:
        person.wait("over")
    results = {result_of(person) for person in people}
    assert len(results) == 1
    return results.pop()


ENDS = {
    "rock": "f1-f3 h4-f2 b1-d3 a5-c3 g8-g6 h6-f4 d8-d5 a3-a8 d5-g2 f4-h4 c8-e6 h2-f4 g1-g4 f2-c2 g6-g3 a4-c6 f8-e7"
    " a7-d7 e8-e4 f4-d2 e6-e2 h7-e7 b8-a7 d7-a7",
    "english": "d6-e5 e3-f4 h6-g5 f4-h6 f6-g5 g3-h4 e7-d6 h4-f6 b6-c5 f2-g3 d8-e7 f6-d8 e5-f4 d8-b6-d4 f8-e7 g3-e5-c7"
    " b8-d6 h6-f8 h8-g7 f8-h6 d6-e5 d4-f6-d8 a7-b6 a3-b4 b6-c5 b4-d6",
    "italian": "d3-c4 g6-h5 b3-a4 h7-g6 c2-d3 c6-d5 d1-c2 d5-b3-d1 d3-e4 g8-h7 h3-g4 g6-f5 e4-g6 h7-f5-h3 b1-c2 d1-b3"
    " f3-g4 h5-f3-d1 f1-e2 d1-f3 a4-b5 a6-c4",
}
"""Short games to a real end, from random ones."""


@pytest.mark.pyodide
@pytest.mark.again("test_gambit_is_played_to_the_end_with_its_islands_counted")
@pytest.mark.parametrize("game", list(ENDS))
def test_two_browsers_play_to_the_end(two: tuple[Person, Person], server: Club, game: str) -> None:
    """The one by WebSocket, the other by HTTP alone."""
    meet(*two, game)
    name(two[0], "Ada")
    play(two, ENDS[game].split())
    winner = ended(two)
    assert winner == ("b" if game == "italian" else "w")
    kept(two[0])


def kept(ada: Person) -> None:
    """After the game its result is shown, and it is in the library with the players' names."""
    page = ada.page
    page.locator("[data-kind=result]").wait_for()
    page.wait_for_function("() => JSON.parse(localStorage['saltus.past'])[0].kept")
    record = page.evaluate("() => localStorage[`saltus.past.${JSON.parse(localStorage['saltus.past'])[0].id}`]")
    assert "Ada" in record


def name(person: Person, called: str) -> None:
    choose_entry(person.page, "game", "online")
    field = person.page.locator("#panel input[name=name]")
    field.fill(called)
    field.press("Tab")
    person.page.click("#panel-close")


@pytest.mark.pyodide
def test_gambit_is_played_to_the_end_with_its_islands_counted(two: tuple[Person, Person]) -> None:
    meet(*two, "gambit")
    name(two[0], "Ada")
    lots = Random("gambit")
    for count in range(200):
        person = at_move(two, count)
        if person.phase == "over":
            break
        person.turn(lots, person.press)
    ended(two)
    kept(two[0])


@pytest.mark.pyodide
def test_draw_takeback_resignation_and_rematch(two: tuple[Person, Person]) -> None:
    ada, ben = two
    meet(ada, ben, "english", seat="b")
    play(two, ["d6-e5"])
    # No hint and no analysis while it goes on.
    expect(ada.page.locator("#hint")).to_be_hidden()
    expect(ada.page.locator("#analyse")).to_be_disabled()
    choose_entry(ben.page, "study", "statistics")
    ada.page.click("#undo")
    on_sheet(ben, "asks to take back", "accept")
    ben.page.click("#panel-close")
    for person in two:
        person.listed(0)
    play(two, ["d6-c5", "c3-b4"])
    choose_entry(ben.page, "game", "online")
    choose_entry(ada.page, "game", "offer")
    on_sheet(ben, "offers a draw", "decline")
    ben.page.click("#panel-close")
    expect(ada.page.locator("#status-text")).to_contain_text("Your move")
    choose_entry(ben.page, "game", "offer")
    accept(ada, "offers a draw")
    assert ended(two) == "draw"
    rematch(*two)
    expect(ben.page.locator("#player-bottom")).to_have_attribute("data-side", "b")
    choose_entry(ben.page, "game", "resign")
    ben.page.click("#ask-yes")
    assert ended(two) == "w"


def answer(person: Person, asked: str, how: str) -> None:
    expect(person.page.locator("#status-text")).to_contain_text(asked)
    person.page.locator(f"#status [data-does={how}]").click()


def on_sheet(person: Person, asked: str, how: str) -> None:
    """Answer on the open panel, which may cover the status."""
    expect(person.page.locator("#panel-asked")).to_contain_text(asked)
    person.page.locator(f"#panel-asked [data-does={how}]").click()
    expect(person.page.locator("#panel-asked")).to_be_hidden()


def accept(person: Person, asked: str) -> None:
    answer(person, asked, "accept")


def rematch(one: Person, other: Person) -> None:
    """One asks for another game by the sheet of the result, the other agrees."""
    one.page.locator("[data-kind=result]").wait_for()
    one.page.locator("#panel .button.main").first.click()
    other.page.locator("[data-kind=result]").wait_for()
    on_sheet(other, "asks for a rematch", "accept")
    for each in (one, other):
        each.listed(0)
        each.wait("open", "waiting")


@pytest.mark.pyodide
def test_a_flag_falls_on_both_pages(two: tuple[Person, Person], server: Club) -> None:
    game = server.create("roman", clock={"initial": 1, "increment": 0}).joined()
    game.move()
    for person, seat in zip(two, "wb", strict=True):
        follow(person, game.token_link(seat))
        expect(person.page.locator("#player-top .player-seat")).to_contain_text("Ben" if seat == "w" else "Ada")
    game.move()
    assert ended(two) in "wb"
    expect(two[0].page.locator(".player-clock.fallen")).to_have_count(1)


@pytest.mark.pyodide
def test_a_reload_a_killed_server_and_two_tabs_lose_nothing(
    two: tuple[Person, Person], server: Club, faults: list[str]
) -> None:
    ada, ben = two
    meet(ada, ben, "rock")
    play(two, ["f1-f3"])
    ben.page.reload()
    ben.listed(1)
    ben.wait("open")
    ben.move("h4", "f2")
    ada.listed(2)
    # Another tab of Ada's seat, and by the same browser that of Ben.
    tab = Person(ada.page.context.new_page(), server.address)
    follow(tab, ada.page.url)
    tab.listed(2)
    tab.wait("open")
    server.kill()
    expect(ada.page.locator("#status-text")).to_contain_text("Connection lost")
    # A move that is made meanwhile arrives later.
    ada.wait("open")
    ada.move("b1", "d3")
    server.start()
    for person in (ben, tab):
        person.listed(3)
    both = Person(ada.page.context.new_page(), server.address)
    follow(both, ben.page.url)
    both.wait("open")
    both.move("a5", "c3")
    for person in (ada, ben, tab):
        person.listed(4)
        person.wait("open" if person is not ben else "waiting")
    expect(tab.page.locator("#player-bottom")).to_have_attribute("data-side", "w")
    expect(both.page.locator("#player-bottom")).to_have_attribute("data-side", "b")
    for person in (tab, both):
        person.page.close()
    # Without its link, too, the page comes back to the game that it had on the board.
    ada.page.goto(f"{server.address}/#game=rock")
    ada.page.reload()
    expect(ada.page.locator("#player-top .here-now")).to_be_attached()
    ada.listed(4)


@pytest.mark.pyodide
def test_a_watcher_sees_moves_and_makes_none(two: tuple[Person, Person], server: Club) -> None:
    ada, ben = two
    game = server.create("rock").joined()
    follow(ada, f"{server.address}/#online={game.id}")
    follow(ben, game.token_link("b"))
    game.do("w", "move", turn=0, path=["f1", "f3"])
    for person in two:
        person.listed(1)
    assert (ada.phase, ben.phase) == ("waiting", "open")
    ben.move("h4", "f2")
    ada.listed(2)
    # Who has no network is told so, and has what happened meanwhile as soon as there is one again.
    ada.page.context.set_offline(True)
    expect(ada.page.locator("#status-text")).to_contain_text("Connection lost")
    game.do("w", "move", turn=2, path=["b1", "d3"])
    ben.listed(3)
    ada.page.context.set_offline(False)
    ada.listed(3)
    game.do("b", "resign")
    for person, count in ((ada, 0), (ben, 1)):
        person.page.locator("[data-kind=result]").wait_for()
        assert person.page.locator("[data-does=result-next]").count() == count, "who has watched plays no rematch"
    ben.page.click("#panel-close")
    # What has been played is found in the list of games, whose turn it is first.
    choose_entry(ben.page, "game", "online")
    assert ben.page.locator("[data-online]").count() > 1


@pytest.mark.pyodide
def test_who_waits_reads_that_the_other_has_gone(two: tuple[Person, Person], server: Club) -> None:
    ada, _ = two
    game = server.create("rock").joined()
    follow(ada, game.token_link("w"))
    ada.wait("open")
    ada.move("f1", "f3")
    game.state("b", "?after=0&wait=1")  # and then no more
    expect(ada.page.locator("#status-text")).to_contain_text("Ben isn\u2019t here now.", timeout=20_000)


def test_a_game_of_a_link_is_opened_and_no_other_is_shown_meanwhile(server: Club, browser: Browser) -> None:
    """A friend, a watcher, somebody with a wrong link, and a reload, while the server has not answered."""
    game = server.create("rock")
    links = (f"{server.address}/#online={game.id}", game.token_link("w"), f"{server.address}/#online={game.id}.wrong")
    for link in links:
        context = browser.new_context(service_workers="block", viewport={"width": 360, "height": 740})
        page = context.new_page()
        held = Held(page, "**/api/games/**")
        page.goto(link)
        ready(page)
        expect(page.locator("#status-text")).to_have_text("Opening the game of the link…")
        page.wait_for_function("() => document.querySelectorAll('#grid button').length")
        person = Person(page, server.address)
        assert (person.phase, person.named("white"), person.named("black")) == ("waiting", [], [])
        expect(page.locator("#intro, #player-bottom select, #moves .move").locator("visible=true")).to_have_count(0)
        assert page.evaluate("document.getElementById('board').inert")
        held.let_go()
        if link.endswith("wrong"):
            expect(page.locator("#status-text")).to_contain_text("seat")
        else:
            expect(page.locator("#player-bottom .player-seat")).to_be_visible()
            expect(page.locator("#game-name")).to_have_text("Rock")
            expect(page.locator("#intro")).to_be_hidden()
        if link == links[1]:
            person.wait("open")
            held = Held(page, "**/api/games/**")
            page.reload()
            ready(page)
            expect(page.locator("#status-text")).to_have_text("Opening the game of the link…")
            assert (person.phase, len(person.named("white piece"))) == ("waiting", 12)
            held.let_go()
            person.wait("open")
            expect(page.locator("#status-text")).not_to_contain_text("send the link")
        context.close()


def test_a_link_to_no_game_is_told_for_good(server: Club, browser: Browser) -> None:
    """The card for who is new would cover it on a phone."""
    context = browser.new_context(service_workers="block", viewport={"width": 360, "height": 740})
    page = context.new_page()
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
    page.wait_for_function("() => performance.getEntriesByName('panels-here').length")
    page.keyboard.press("n")
    page.locator("input[name=who]").first.wait_for(state="attached")
    assert page.locator("input[name=who][value=online]").count() == 0
    assert [url for url in asked if "/api" in url or "features/online" in url] == []
    page.click("#panel-close")
    page.evaluate("() => { location.hash = '#online=abc.def'; }")
    expect(page.locator("#status-text")).to_contain_text("no game server")

"""What comes in another order than it was asked for: while the rules load, from another tab, or too late."""

import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from saltus.games import load
from saltus.study.puzzles import puzzles

from tests.support.held import Held
from tests.support.page import STANDS
from tests.support.person import Person, analyse, enter_moves
from tests.web.test_faults import ENDS

pytestmark = pytest.mark.running

ODD_LOADS = """
{
  const ids = new Set();
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (typeof message === 'string' && message.startsWith('{') && sessionStorage.loads) {
      const { op, id } = JSON.parse(message);
      if (op === 'load') ids.add(id);
    }
    return postMessage.call(this, message, ...rest);
  };
  const { get, set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
  const failed = (text) => {
    const { id } = JSON.parse(text);
    const error = { code: sessionStorage.loads, message: 'provoked by a test' };
    return ids.delete(id) ? JSON.stringify({ id, ok: false, error }) : text;
  };
  Object.defineProperty(Worker.prototype, 'onmessage', {
    configurable: true,
    get,
    set(hear) {
      set.call(this, hear && async function ({ data }) {
        if (sessionStorage.loads === 'slow' && data.replies?.some((text) => ids.has(JSON.parse(text).id)))
          await new Promise((done) => setTimeout(done, 1000));
        else if (sessionStorage.loads && data.replies) data = { ...data, replies: data.replies.map(failed) };
        hear.call(this, new MessageEvent('message', { data }));
      });
    },
  });
}
"""
"""While `sessionStorage.loads` is set, every record is answered with an error of this code; or `slow`ly."""


PLAY_CARD = "() => document.querySelector('#intro:not([hidden]) [data-does=play]')?.click()"


@pytest.fixture
def person(forgiving: BrowserContext, address: str) -> Person:
    return Person(forgiving.new_page(), address)


def saved(page: Page, game: str) -> dict[str, Any]:
    """What the browser keeps of the match on the board of a game."""
    return dict(json.loads(page.evaluate("game => localStorage[`saltus.table.${game}`]", game)))


def shelf(page: Page) -> list[dict[str, Any]]:
    """The earlier games."""
    return list(json.loads(page.evaluate("localStorage['saltus.shelf'] ?? '[]'")))


def two_people(person: Person, game: str, *moves: str) -> None:
    """Have two persons play these moves."""
    person.open(game)
    person.people()
    enter_moves(person, *moves)


# -- while the rules load -----------------------------------------------------------------------------------


def board_alone(person: Person, address: str) -> Held:
    """Visit; the runtime is held back, so that there is a board, what stands around it, and no rules."""
    held = Held(person.page, "**/*.wasm")
    person.page.goto(address)
    person.page.locator("#grid [role=row]").first.wait_for(state="attached")
    person.page.evaluate(PLAY_CARD)
    return held


def begin_timed_game(page: Page) -> None:
    """Begin a game of two persons with five minutes each."""
    page.keyboard.press("n")
    page.locator("#start").wait_for()
    page.locator("input[name=clock][value='5+3']").check(force=True)
    page.locator("input[name=who][value=both]").check(force=True)
    page.click("#start")
    expect(page.locator("#panel")).to_be_hidden()


def test_a_game_begun_while_the_rules_load_is_the_one_on_the_board(person: Person) -> None:
    held = board_alone(person, f"{person.address}#game=english")
    begin_timed_game(person.page)
    held.let_go()
    person.page.locator("#player-bottom .player-clock").wait_for()
    person.wait("open")
    person.page.wait_for_function(STANDS)
    match = saved(person.page, "english")
    assert json.loads(match["record"])["clock"]["initial"] == 300
    assert match["players"] == {"w": 0, "b": 0}


def test_a_game_begun_while_the_rules_load_puts_the_saved_one_among_the_earlier_games(person: Person) -> None:
    two_people(person, "english", "11-15", "23-19")
    person.page.goto("about:blank")
    held = board_alone(person, f"{person.address}#game=english")
    begin_timed_game(person.page)
    held.let_go()
    person.page.locator("#player-bottom .player-clock").wait_for()
    person.wait("open")
    assert person.moves == []
    assert [game["plies"] for game in shelf(person.page)] == [2]


@pytest.mark.again("test_a_game_begun_while_the_rules_load_is_the_one_on_the_board")
def test_a_game_wished_for_while_the_rules_load_does_not_begin_on_another_board(person: Person) -> None:
    held = board_alone(person, f"{person.address}#game=english")
    begin_timed_game(person.page)
    person.page.evaluate("location.hash = 'game=rock'")
    person.drawn("rock")
    held.let_go()
    person.wait("open")
    person.page.wait_for_function(STANDS)
    assert json.loads(saved(person.page, "rock")["record"])["clock"] is None


def test_an_address_that_changes_before_the_page_stands_around_the_board_is_followed(person: Person) -> None:
    held = Held(person.page, "**/shell.js")
    person.page.goto(f"{person.address}#game=english")
    person.page.wait_for_function("() => 'begun' in document.documentElement.dataset")
    person.page.evaluate("location.hash = 'game=rock&panel=settings'")
    held.let_go()
    person.drawn("rock")
    expect(person.page.locator("#panel")).to_have_attribute("data-kind", "settings")


def test_a_puzzle_begun_while_the_rules_load_gives_the_saved_game_back(person: Person) -> None:
    two_people(person, "english", "11-15", "23-19")
    person.page.goto("about:blank")
    held = board_alone(person, f"{person.address}#game=english")
    person.page.evaluate("location.hash = 'game=english&panel=puzzles'")
    start = person.page.locator("[data-does=start]")
    held.let_go()
    start.click()
    person.page.locator(".puzzle .task").wait_for()
    person.listed(0)
    person.page.click("#panel-close")
    person.listed(2)
    assert person.moves == ["11-15", "23-19"]


@pytest.mark.again("test_a_puzzle_begun_while_the_rules_load_gives_the_saved_game_back")
def test_a_link_to_another_games_puzzle_is_followed_while_a_puzzle_gives_the_game_back(person: Person) -> None:
    other = next(one for one in puzzles(load("gambit")) if one.turns > 1)
    page = person.page
    page.add_init_script(ODD_LOADS)
    two_people(person, "english", "11-15", "23-19")
    page.evaluate("location.hash = 'game=english&panel=puzzles'")
    page.click("[data-does=start]")
    page.locator(".puzzle .task").wait_for()
    person.listed(0)
    page.evaluate("sessionStorage.loads = 'slow'")
    page.click("#panel-close")
    expect(page.locator("#panel")).to_be_hidden()
    page.wait_for_function("() => !location.hash.includes('panel')")
    page.evaluate("hash => { location.hash = hash; }", f"game=gambit&puzzle={other.key}")
    person.drawn("gambit")
    expect(page.locator(".puzzle-grade")).to_contain_text(f"move 1 of {other.turns}")


# -- answers that fail --------------------------------------------------------------------------------------


def test_a_saved_game_is_kept_if_the_rules_fail_to_answer(person: Person) -> None:
    person.page.add_init_script(ODD_LOADS)
    two_people(person, "english", "11-15", "23-19")
    person.page.evaluate("sessionStorage.loads = 'internal'")
    person.page.reload()
    retry = person.page.locator("#status.error button")
    retry.wait_for()
    person.page.evaluate("delete sessionStorage.loads")
    retry.click()
    person.listed(2)
    person.wait("open")
    assert person.moves == ["11-15", "23-19"]


def test_a_saved_game_that_the_rules_refuse_gives_way_to_a_new_one(person: Person) -> None:
    person.page.add_init_script(ODD_LOADS)
    two_people(person, "english", "11-15", "23-19")
    person.page.evaluate("sessionStorage.loads = 'bad-record'")
    person.page.reload()
    person.wait("open", "thinking")
    expect(person.page.locator("#status")).to_contain_text("new one")
    assert person.moves == []


@pytest.mark.again("test_a_saved_game_is_kept_if_the_rules_fail_to_answer")
def test_a_puzzle_stays_on_the_board_when_the_rules_are_started_again(person: Person) -> None:
    two_people(person, "english", "11-15", "23-19")
    page = person.page
    page.evaluate("location.hash = 'game=english&panel=puzzles'")
    page.click("[data-does=start]")
    page.locator(".puzzle .task").wait_for()
    person.listed(0)
    person.wait("open")
    before = person.squares
    page.route("**/worker.js", lambda route: route.fulfill(status=404))
    for worker in page.workers:
        worker.evaluate(ENDS["crashes"])
    retry = page.locator("#status.error button")
    retry.wait_for()
    page.unroute("**/worker.js")
    retry.click()
    person.wait("open")
    page.locator(".puzzle .task").wait_for()
    assert person.squares == before
    page.click("#panel-close")
    person.listed(2)
    person.wait("open")


# -- another tab --------------------------------------------------------------------------------------------


def test_moves_of_another_tab_are_there_when_a_puzzle_gives_the_game_back(
    forgiving: BrowserContext, person: Person
) -> None:
    two_people(person, "english", "11-15", "23-19")
    person.page.evaluate("location.hash = 'game=english&panel=puzzles'")
    person.page.click("[data-does=start]")
    person.page.locator(".puzzle .task").wait_for()
    person.listed(0)
    other = Person(forgiving.new_page(), person.address)
    other.page.goto(f"{person.address}#game=english")
    other.listed(2)
    other.wait("open")
    enter_moves(other, "8-11", "22-17")
    person.page.click("#panel-close")
    person.listed(4)
    assert person.moves == ["11-15", "23-19", "8-11", "22-17"]
    other.page.reload()
    other.listed(4)


# -- pressed twice ------------------------------------------------------------------------------------------


def test_a_second_press_while_the_analysis_loads_does_not_switch_it_off(person: Person) -> None:
    two_people(person, "english", "11-15")
    held = Held(person.page, "**/features/analysis/view.js")
    # The page fetches it by itself once one can play.
    with person.page.expect_request("**/features/analysis/view.js"):
        person.page.reload()
        person.wait("open")
    analyse(person.page)
    analyse(person.page)
    held.let_go()
    expect(person.page.locator("#analyse")).to_have_attribute("aria-pressed", "true")

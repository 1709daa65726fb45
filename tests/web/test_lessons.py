"""The rules and the lessons of every game."""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.support.page import settled, whole
from tests.support.person import Person, choose_entry
from tests.support.tiers import sampled

pytestmark = pytest.mark.running

GAMES = ["english", "gambit", "italian", "rock", "roman"]


TRUISMS = {"board", "turn", "empty", "resignation", "flag"}
"""Rules that are listed only for whoever asks why a move was refused."""


@pytest.mark.parametrize("game", GAMES)
def test_rules_have_diagrams_and_list_all_that_is_not_plain(person: Person, game: str) -> None:
    person.open(game)
    page = person.page
    page.click("[data-panel=rules]")
    page.locator(".rules .aim").wait_for()
    rules = page.evaluate(
        "game => Object.keys(JSON.parse(document.getElementById('games').textContent).games"
        ".find(one => one.key === game).rules)",
        game,
    )
    listed = page.eval_on_selector_all(".rules li", "all => all.map(one => one.id.slice(5))")
    assert sorted(listed) == sorted(set(rules) - TRUISMS)
    page.wait_for_function(
        "() => [...document.querySelectorAll('.rules figure')].every((one) => one.querySelector('canvas'))"
    )
    page.click("#panel-close")


@sampled("game", GAMES, "rock")
def test_the_rules_end_with_advice_on_boards(person: Person, game: str) -> None:
    person.open(game)
    page = person.page
    page.click("[data-panel=rules]")
    advice = page.locator(".rules .advice")
    expect(advice.locator("h4")).to_have_count(4)
    expect(advice.locator("canvas")).to_have_count(4)
    assert all(len(text) > 60 for text in advice.locator("figcaption").all_inner_texts())
    # One notation at a time: where the board shows numbers, so do the texts beside it.
    captions = " ".join(page.locator(".rules figcaption").all_inner_texts())
    assert bool(re.search(r"\b[a-h][1-8]\b", captions)) == (game not in ("english", "italian"))
    page.click("#panel-close")


def test_book_is_not_fetched_before_it_is_opened(newcomer: Person) -> None:
    asked: list[str] = []
    newcomer.page.on("request", lambda request: asked.append(request.url))
    newcomer.open("gambit")
    whole(newcomer.page)
    assert asked
    assert [url for url in asked if "/book/" in url] == []
    newcomer.page.goto(f"{newcomer.address}#game=gambit&rule=island")
    newcomer.page.locator("#rule-island.here").wait_for()
    assert len([url for url in asked if "/book/" in url]) == 2


SOLVED = {
    "english": [
        ["c3", "b4"],
        ["c3", "e5"],
        ["c3", "e5", "g7"],
        ["c7", "b8"],
        ["d4", "b2"],
    ],
    "gambit": [["c2", "e4"], ["a2", "a1"], ["a2", "a4", "c2", "e4"]],
}


def laid(person: Person, step: int) -> None:
    """Wait until a step of the lesson is on the board."""
    person.page.locator(".lesson .note", has_text=f"Step {step} of").wait_for()
    person.at(0)
    person.wait("open")


def open_lesson(person: Person, game: str, step: int = 1) -> None:
    """Open the lesson of a game by its address, and wait until it is at this step."""
    person.page.evaluate("game => location.hash = `game=${game}&panel=lesson`", game)
    laid(person, step)


def taught(person: Person, game: str, step: int) -> None:
    """Open the lesson of a game, at a step beyond its first."""
    person.open(game)
    open_lesson(person, game)
    person.page.locator(f"[data-step='{step}']").click()
    laid(person, step)


def play_one_move(person: Person, game: str) -> None:
    """Begin a game of two people, with one move in its list."""
    person.open(game)
    person.people("top")
    person.turn(Random(1), person.click)
    person.listed(1)


def leave_one_step(page: Page) -> None:
    """Have all steps of the lesson in English checkers done but the first."""
    page.evaluate(
        "localStorage['saltus.lesson.english'] = JSON.stringify({ at: 0, done: [1, 2, 3, 4, 5, 6, 7, 8, 9] })"
    )


def jump_two(person: Person) -> None:
    """Solve the sixth step of that lesson: offer a man, and jump two in return."""
    person.click("g5", "f6")
    person.at(2)
    person.wait("open")
    person.click("f4", "d6", "b8")
    person.page.locator(".verdict.done").wait_for()


@pytest.mark.parametrize("game", SOLVED)
def test_a_lesson_is_given_on_the_board_and_the_game_comes_back(person: Person, game: str) -> None:
    play_one_move(person, game)
    page = person.page
    page.click("[data-panel=rules]")
    page.locator(".rules .button.main").click()
    ended: list[int] = []
    for number, path in enumerate(SOLVED[game], 1):
        laid(person, number)
        person.click(*path)
        page.locator(".verdict.done").wait_for()
        if person.phase == "over":
            ended.append(number)
            settled(page)
            expect(page.locator("#panel[data-kind=lesson]")).to_be_visible()
        page.click("[data-does=next]")
    assert bool(ended) == (game == "gambit"), "only there a step ends its game; the lesson stays"
    page.click("#panel-close")
    person.listed(1)
    person.at(1)


def test_the_editor_opened_from_a_lesson_waits_for_the_players_own_game(
    person: Person,
) -> None:
    play_one_move(person, "english")
    page = person.page
    written = page.locator("#panel textarea")
    choose_entry(page, "game", "edit")
    expect(written).to_have_value(re.compile("W:"))
    own = written.input_value()
    page.click("#panel-close")
    open_lesson(person, "english")
    choose_entry(page, "game", "edit")
    expect(written).to_have_value(own)
    page.click("#panel-close")
    person.listed(1)
    person.at(1)


def test_a_lesson_goes_on_where_it_was_left(person: Person) -> None:
    person.open("english")
    page = person.page
    open_lesson(person, "english")
    person.click("c3", "b4")
    page.locator(".verdict.done").wait_for()
    page.click("[data-does=next]")
    laid(person, 2)
    page.click("#panel-close")
    person.says("b8", "1, black man")
    open_lesson(person, "english", 2)
    page.get_by_role("button", name="1. Your first move, done").wait_for()
    page.locator("[data-step='3']").click()
    page.locator("[data-step='8']").click()
    laid(person, 8)
    person.says("c1", "30, white king, can move")
    page.get_by_role("button", name="Previous step").click()
    laid(person, 7)
    page.click("#panel-close")


def test_the_computer_replies_in_a_lesson_and_running_out_of_moves_is_reported(
    person: Person,
) -> None:
    taught(person, "english", 6)
    page = person.page
    for turn, path in enumerate((["c1", "d2"], ["d2", "c3"]), 1):
        person.wait("open")
        person.click(*path)
        person.at(2 * turn)
        person.page.locator(".lesson .note", has_text="move 2 of 2").wait_for()
    page.locator(".verdict.missed").wait_for()
    page.locator(".lesson-controls .main", has_text="Reset").click()
    laid(person, 6)
    page.locator("[data-does=show]").click()
    person.wait("open")
    expect(page.locator(".lesson")).to_contain_text("16 – 11")
    jump_two(person)
    page.click("#panel-close")


def test_a_lesson_hint_shows_the_move_of_the_lesson_not_of_the_engine(
    person: Person,
) -> None:
    taught(person, "roman", 7)
    page = person.page
    person.click("c6", "d5")
    person.at(2)
    person.wait("open")
    page.locator("[data-does=show]").click()
    told = page.locator(".lesson .note", has_text="Try").inner_text()
    found = re.search(r"Try (d5) – (\w\d)", told)
    assert found, told
    person.click(found[1], found[2])
    page.locator(".verdict.done").wait_for()
    page.click("#panel-close")


def test_a_newcomer_is_offered_the_lesson_until_something_was_played(
    newcomer: Person,
) -> None:
    page = newcomer.page
    newcomer.open("rock")
    page.locator("[data-does=lesson]").click()
    laid(newcomer, 1)
    page.click("#panel-close")
    newcomer.wait("open")
    assert page.locator("[data-does=lesson]").count() == 0
    page.evaluate("localStorage.clear()")
    page.reload()
    newcomer.wait("open")
    page.locator("[data-does=lesson]").wait_for()
    newcomer.press("b1", "b3")
    newcomer.at(2)
    newcomer.wait("open")
    page.reload()
    newcomer.wait("open")
    assert page.locator("[data-does=lesson]").count() == 0


def test_a_move_that_a_lesson_did_not_ask_for_is_taken_back(person: Person) -> None:
    person.open("gambit")
    page = person.page
    open_lesson(person, "gambit")
    for _ in range(2):
        page.get_by_role("button", name="Skip").click()
    laid(person, 3)
    person.click("h1")
    page.get_by_role("button", name="Skip").click()
    laid(person, 4)
    person.click("a2", "c4")
    page.locator(".verdict.missed").wait_for()
    person.at(0)
    page.click("#panel-close")
    person.wait("open")
    page.wait_for_function("() => location.hash === '#game=gambit'")


def test_the_last_step_completes_the_lesson_and_leads_to_another_game(
    person: Person,
) -> None:
    play_one_move(person, "english")
    page = person.page
    leave_one_step(page)
    page.evaluate("localStorage['saltus.lesson.gambit'] = JSON.stringify({ at: 1, done: [0] })")
    open_lesson(person, "english")
    person.click("c3", "b4")
    expect(page.locator(".verdict.done")).to_contain_text("Lesson complete!")
    further = page.locator("[data-does=other]")
    assert "Gambit" not in further.inner_text(), "the one that was begun least comes first"
    further.click()
    page.wait_for_function("() => !location.hash.includes('english')")
    laid(person, 1)
    page.click("#panel-close")
    person.wait("open", "thinking")
    page.evaluate("location.hash = 'game=english'")
    person.drawn("english")
    person.listed(1)
    person.at(1)


def test_a_completed_lesson_is_celebrated_once(visit: Callable[..., Page], address: str) -> None:
    page = visit(reduced_motion="no-preference")
    page.add_init_script(
        """window.bursts = 0;
        new MutationObserver((all) => {
          for (const { addedNodes } of all)
            for (const one of addedNodes) window.bursts += one.classList?.contains('burst') ? 1 : 0;
        }).observe(document, { childList: true, subtree: true });"""
    )
    person = Person(page, address)
    person.open("english")
    leave_one_step(page)
    open_lesson(person, "english")
    person.click("c3", "b4")
    page.locator(".lesson-controls.finish").wait_for()
    assert page.evaluate("window.bursts") == 1
    page.locator("[data-step='1']").click()
    laid(person, 1)
    person.click("c3", "b4")
    page.locator(".lesson-controls.finish").wait_for()
    assert page.evaluate("window.bursts") == 1


@sampled("size", [(320, 568), (360, 740)], (320, 568), ids=["320", "360"])
def test_on_a_small_phone_a_lesson_has_the_whole_board_and_its_task(
    people: Callable[..., Person], size: tuple[int, int]
) -> None:
    width, height = size
    person = people(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = person.page
    person.open("english")
    open_lesson(person, "english")
    places = {
        "board": "#board",
        "panel": "#panel",
        "task": ".lesson .task",
        "controls": ".lesson-controls",
    }
    boxes = {name: page.locator(place).bounding_box() for name, place in places.items()}
    edges = {name: (box["y"], box["y"] + box["height"]) for name, box in boxes.items() if box}
    assert edges["board"][1] <= edges["panel"][0] + 1, edges
    assert boxes["board"] is not None
    assert boxes["board"]["width"] >= 0.84 * width, edges
    assert edges["task"][0] > edges["panel"][0], edges
    assert edges["task"][0] + 60 < edges["controls"][0], edges
    assert edges["controls"][1] <= height + 1, edges


def test_a_lesson_speaks_of_the_edge_below_and_of_what_points_at_it(
    people: Callable[..., Person], person: Person
) -> None:
    person.open("gambit")
    open_lesson(person, "gambit")
    task = person.page.locator(".lesson .task")
    expect(task).to_contain_text("You play Black (the rings), from the bottom. Click a piece")
    person.page.keyboard.press("f")
    expect(task).to_contain_text("from the top")
    phone = people(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.open("gambit")
    open_lesson(phone, "gambit")
    task = phone.page.locator(".lesson .task")
    expect(task).to_contain_text("You play Black (the rings), from the left. Tap a piece")


LOSE = """(() => {
  const { get, set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
  const { postMessage } = Worker.prototype;
  const searches = new Set();
  window.lose = window.lost = 0;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (typeof message === 'string' && message.includes('"op":"think"')) searches.add(JSON.parse(message).id);
    return postMessage.call(this, message, ...rest);
  };
  const stays = (text) => {
    const { id, event } = JSON.parse(text);
    if (event || !window.lose || !searches.has(id)) return true;
    window.lose--;
    window.lost++;
    return false;
  };
  Object.defineProperty(Worker.prototype, 'onmessage', {
    configurable: true,
    get,
    set(hear) {
      set.call(this, hear && function (event) {
        const replies = event.data.replies?.filter(stays);
        if (!replies) hear.call(this, event);
        else if (replies.length) hear.call(this, new MessageEvent('message', { data: { ...event.data, replies } }));
      });
    },
  });
})()"""
"""Loses the replies to as many searches as `window.lose` says."""


def test_a_reply_that_is_lost_does_not_end_the_lesson(visit: Callable[..., Page], address: str) -> None:
    """The computer's move is asked for again: else the lesson would wait for it for ever."""
    page = visit()
    page.add_init_script(LOSE)
    person = Person(page, address)
    taught(person, "english", 6)
    page.evaluate("window.lose = 1")
    jump_two(person)
    assert page.evaluate("window.lost") == 1

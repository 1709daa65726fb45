"""The rules and the lessons of every game."""

import re
from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from tests.support.person import Person, choose_entry
from tests.support.settle import advance, settle, unsettled

GAMES = ["english", "gambit", "italian", "rock", "roman"]
NUMBERED = ("english", "italian")

TRUISMS = {"board", "turn", "empty", "resignation", "flag"}
"""Rules that are listed only for whoever asks why a move was refused."""

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

RULES = """game => Object.keys(JSON.parse(document.getElementById('games').textContent).games
  .find((one) => one.key === game).rules)"""


def test_the_rules_are_fetched_when_they_are_opened_and_list_all_that_is_not_plain(newcomer: Person) -> None:
    """With a diagram for each that has one, and at the end advice on boards."""
    page = newcomer.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    newcomer.open("gambit")
    assert asked
    assert [url for url in asked if "/book/" in url] == []
    for game in GAMES:
        page.evaluate("game => { location.hash = `game=${game}&panel=rules`; }", game)
        listed = page.eval_on_selector_all(".rules li", "all => all.map(one => one.id.slice(5))")
        assert sorted(listed) == sorted(set(page.evaluate(RULES, game)) - TRUISMS)
        figures, advice = page.locator(".rules figure"), page.locator(".rules .advice")
        expect(figures.locator("canvas")).to_have_count(figures.count())
        expect(advice.locator("h4")).to_have_count(4)
        expect(advice.locator("canvas")).to_have_count(4)
        assert all(len(text) > 60 for text in advice.locator("figcaption").all_inner_texts())
        # One notation at a time: where the board shows numbers, so do the texts beside it.
        captions = " ".join(page.locator(".rules figcaption").all_inner_texts())
        assert bool(re.search(r"\b[a-h][1-8]\b", captions)) == (game not in NUMBERED)
        page.click("#panel-close")
    assert len([url for url in asked if "/book/" in url]) == len(GAMES) + 1, "and the texts"
    # A link to a rule brings it into sight, and beside a low board the long panel does not make the page longer.
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate("location.hash = 'game=gambit&rule=island'")
    expect(page.locator("#rule-island.here canvas")).to_be_visible()
    box = page.locator("#rule-island").bounding_box()
    assert box
    assert 0 < box["y"] < 900 - box["height"]
    assert page.evaluate("[scrollY, document.documentElement.scrollHeight]") == [0, 900]


SOLVED = {
    "english": [["f6", "g5"], ["f6", "d4"], ["f6", "d4", "b2"], ["f2", "g1"], ["e5", "g7"]],
    "gambit": [["c2", "e4"], ["a2", "a1"], ["a2", "a4", "c2", "e4"]],
}


def laid(person: Person, step: int) -> None:
    """See that a step of the lesson is on the board."""
    expect(person.page.locator(".lesson .note", has_text=f"Step {step} of")).to_be_visible()
    person.at(0)
    person.wait("open")


def open_lesson(person: Person, game: str, step: int = 1) -> None:
    """Open the lesson of a game by its address; it is at this step."""
    person.page.evaluate("game => { location.hash = `game=${game}&panel=lesson`; }", game)
    laid(person, step)


def play_one_move(person: Person, game: str) -> None:
    """Begin a game of two people, with one move in its list."""
    person.open(game)
    person.people("top")
    person.turn(Random(1), person.click)
    person.listed(1)


def own_game(person: Person) -> None:
    """See that the game with one move is on the board again."""
    person.listed(1)
    person.at(1)


def solve(person: Person, game: str, number: int) -> None:
    """Solve a step of one turn, which is on the board."""
    laid(person, number)
    person.click(*SOLVED[game][number - 1])
    expect(person.page.locator(".verdict.done")).to_be_visible()


def leave_one_step(page: Page) -> None:
    """Have all steps of the lesson in English checkers done but the first."""
    page.evaluate(
        "localStorage['saltus.lesson.english'] = JSON.stringify({ at: 0, done: [1, 2, 3, 4, 5, 6, 7, 8, 9] })"
    )


def test_a_lesson_is_given_on_the_board_and_the_game_comes_back(person: Person) -> None:
    """A step may end its game, and what a step did not ask for is taken back."""
    play_one_move(person, "gambit")
    page = person.page
    page.click("[data-panel=rules]")
    page.locator(".rules .button.main").click()
    task = page.locator(".lesson .task")
    expect(task).to_contain_text("you play Black (the rings), from the bottom. Click a piece")
    page.keyboard.press("f")
    expect(task).to_contain_text("from the top")
    page.keyboard.press("f")
    ended = []
    for number in (1, 2, 3):
        solve(person, "gambit", number)
        ended.append(person.phase == "over")
        expect(page.locator("#panel[data-kind=lesson]")).to_be_visible()
        page.click("[data-does=next]")
    assert any(ended)
    laid(person, 4)
    person.click("a2", "c4")
    expect(page.locator(".verdict.missed")).to_be_visible()
    person.at(0)
    person.click("a2")
    page.get_by_role("button", name="Skip").click()
    laid(person, 5)
    page.click("#panel-close")
    own_game(person)
    assert page.evaluate("location.hash") == "#game=gambit"


def test_a_lesson_goes_on_where_it_was_left_and_the_editor_has_the_players_own_game(person: Person) -> None:
    play_one_move(person, "english")
    page = person.page
    written = page.locator("#panel textarea")
    choose_entry(page, "game", "edit")
    expect(written).to_have_value(re.compile("W:"))
    own = written.input_value()
    page.click("#panel-close")
    open_lesson(person, "english")
    for number in range(1, 6):
        solve(person, "english", number)
        page.click("[data-does=next]")
    laid(person, 6)
    choose_entry(page, "game", "edit")
    expect(written).to_have_value(own)
    page.click("#panel-close")
    own_game(person)
    open_lesson(person, "english", 6)
    expect(page.get_by_role("button", name="1. Your first move, done")).to_be_visible()
    page.locator("[data-step='3']").click()
    page.locator("[data-step='8']").click()
    laid(person, 8)
    person.says("f8", "3, black king, can move")
    page.get_by_role("button", name="Previous step").click()
    laid(person, 7)
    page.click("#panel-close")
    own_game(person)


LOSE = """(() => {
  const { get, set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
  const { postMessage } = Worker.prototype;
  const searches = new Set();
  window.lose = 0;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (typeof message === 'string' && message.includes('"op":"think"')) searches.add(JSON.parse(message).id);
    return postMessage.call(this, message, ...rest);
  };
  const stays = (text) => {
    const { id, event } = JSON.parse(text);
    if (event || !window.lose || !searches.has(id)) return true;
    window.lose--;
    console.log('lost');
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
"""Loses the replies to as many searches as `window.lose` says; the console tells of each."""

ASKED_AGAIN_MS = 3000
"""After so long the page has asked whether there will be a reply."""


def test_the_computer_replies_in_a_lesson_until_the_turns_are_spent(visit: Callable[..., Page], address: str) -> None:
    """The lesson's own moves are shown. A reply that was lost is asked for again: the lesson would wait for ever."""
    page = visit()
    page.add_init_script(LOSE)
    person = Person(page, address)
    person.open("english")
    open_lesson(person, "english")
    page.locator("[data-step='6']").click()
    note, shows = page.locator(".lesson .note").last, page.locator("[data-does=show]")
    person.click("f8", "e7")
    for ply in (2, 4):
        person.at(ply)
        expect(page.locator(".lesson .note", has_text="move 2 of 2")).to_be_visible()
        if ply == 2:
            person.turn(Random(1), person.click)
    expect(page.locator(".verdict.missed")).to_be_visible()
    page.locator(".lesson-controls .main", has_text="Reset").click()
    laid(person, 6)
    shows.click()
    expect(page.locator(".lesson")).to_contain_text("17 – 22")
    page.evaluate("window.lose = 1")
    with unsettled(page), page.expect_console_message(lambda said: said.text == "lost"):
        person.click("b4", "c3")
    advance(page, ASKED_AGAIN_MS)
    settle(page)
    person.at(2)
    shows.click()
    expect(note).to_have_text(re.compile(r"Try 14 – 23 – 32"))
    person.click("c5", "e3", "g1")
    expect(page.locator(".verdict.done")).to_be_visible()


def test_a_newcomer_is_offered_the_lesson_until_something_was_played(newcomer: Person) -> None:
    page = newcomer.page
    newcomer.open("rock")
    page.locator("[data-does=lesson]").click()
    laid(newcomer, 1)
    page.click("#panel-close")
    newcomer.wait("open")
    expect(page.locator("[data-does=lesson]")).to_have_count(0)
    page.evaluate("localStorage.clear()")
    page.reload()
    newcomer.wait("open")
    expect(page.locator("[data-does=lesson]")).to_be_visible()
    newcomer.press("b1", "b3")
    newcomer.at(2)
    page.reload()
    newcomer.wait("open")
    expect(page.locator("[data-does=lesson]")).to_have_count(0)


def test_the_last_step_completes_the_lesson_is_celebrated_once_and_leads_to_another_game(
    visit: Callable[..., Page], address: str
) -> None:
    page = visit(reduced_motion="no-preference")
    page.add_init_script(
        """window.bursts = 0;
        new MutationObserver((all) => {
          for (const { addedNodes } of all)
            for (const one of addedNodes) window.bursts += one.classList?.contains('burst') ? 1 : 0;
        }).observe(document, { childList: true, subtree: true });"""
    )
    person = Person(page, address)
    play_one_move(person, "english")
    leave_one_step(page)
    page.evaluate("localStorage['saltus.lesson.gambit'] = JSON.stringify({ at: 1, done: [0] })")
    open_lesson(person, "english")
    solve(person, "english", 1)
    expect(page.locator(".verdict.done")).to_contain_text("Lesson complete!")
    assert page.evaluate("window.bursts") == 1
    page.locator("[data-step='1']").click()
    solve(person, "english", 1)
    further = page.locator(".lesson-controls.finish [data-does=other]")
    assert page.evaluate("window.bursts") == 1
    assert "Gambit" not in further.inner_text(), "the one that was begun least comes first"
    further.click()
    assert "english" not in page.evaluate("location.hash")
    laid(person, 1)
    page.click("#panel-close")
    page.evaluate("location.hash = 'game=english'")
    person.drawn("english")
    own_game(person)


def test_on_a_phone_a_lesson_has_the_whole_board_and_its_task(people: Callable[..., Person]) -> None:
    person = people(**PHONE)
    page = person.page
    person.open("gambit")
    open_lesson(person, "gambit")
    expect(page.locator(".lesson .task")).to_contain_text("you play Black (the rings), from the left. Tap a piece")
    person.open("english")
    open_lesson(person, "english")
    places = {"board": "#board", "panel": "#panel", "task": ".lesson .task", "controls": ".lesson-controls"}
    for width, height in ((320, 568), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        boxes = {name: page.locator(place).bounding_box() for name, place in places.items()}
        edges = {name: (box["y"], box["y"] + box["height"]) for name, box in boxes.items() if box}
        assert edges["board"][1] <= edges["panel"][0] + 1, edges
        assert boxes["board"] is not None
        assert boxes["board"]["width"] >= 0.84 * width, edges
        assert edges["task"][0] > edges["panel"][0], edges
        assert edges["task"][0] + 60 < edges["controls"][0], edges
        assert edges["controls"][1] <= height + 1, edges

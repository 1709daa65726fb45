"""Typed moves, sounds, languages, looks, earlier games, links, guests in other pages, rules and lessons."""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.person import Person, guest, result_of

GAMES = ["english", "gambit", "italian", "rock", "roman"]


# -- moves written down -------------------------------------------------------------------------------------


def type_in(person: Person, text: str) -> None:
    person.page.fill("#typed-move", text)
    person.page.press("#typed-move", "Enter")


def test_a_written_move_is_played(person: Person) -> None:
    person.open("english")
    person.people("top")
    type_in(person, "9-14")
    person.listed(1)
    type_in(person, "d2 e3")
    person.page.locator("#status.refusal").wait_for()
    type_in(person, "22-18")
    person.listed(2)
    assert person.moves == ["9-14", "22-18"]


def test_a_figure_begins_a_written_move_and_a_wrong_one_is_explained(person: Person) -> None:
    person.open("english")
    person.square("b4").focus()
    person.page.keyboard.press("9")
    expect(person.page.locator("#typed-move")).to_be_focused()
    person.page.keyboard.type("-18")
    person.page.keyboard.press("Enter")
    person.page.locator("#status.refusal").wait_for()
    assert "9-18" in person.status
    assert "9-13" in person.status, "what may be played instead"
    assert person.moves == []
    assert person.spoken in person.status


@pytest.mark.parametrize("game", GAMES)
def test_whole_game_by_keyboard_alone(person: Person, game: str) -> None:
    """The moves are written down, in Gambit against the computer; a long game is given up by keyboard, too."""
    person.open(game)
    person.page.select_option("#player-top select", "1" if game == "gambit" else "0")
    person.page.locator("#typed-move").focus()
    keyboard = person.page.keyboard
    for _ in range(12 if game in ("rock", "roman") else 90):
        if person.wait("open", "over") == "over":
            break
        before = person.position
        example = person.page.locator("#typed-move").get_attribute("placeholder") or ""
        keyboard.type(example.rpartition(": ")[2])
        keyboard.press("Enter")
        person.page.wait_for_function(
            "was => document.getElementById('grid').dataset.node !== String(was)", arg=before
        )
    if person.phase != "over":
        keyboard.press("Escape")
        keyboard.press("Shift+?")
        person.page.locator("#panel").wait_for()
        keyboard.press("Escape")
        person.page.locator("#panel").wait_for(state="hidden")
        person.page.locator("#resign").press("Enter")
        person.page.locator("#ask-yes").press("Enter")
    person.wait("over")
    assert result_of(person) in ("w", "b", "draw")


@pytest.mark.parametrize("game", [game for game in GAMES if game != "english"])
def test_a_game_by_the_grid_of_buttons_alone(person: Person, game: str) -> None:
    person.open(game)
    person.people()
    choose = Random(3)
    for _ in range(200 if game == "gambit" else 14):
        if person.wait("open", "over") == "over":
            break
        person.turn(choose, person.press)
        assert person.spoken
    if person.phase != "over":
        person.page.locator("#resign").press("Enter")
        person.page.locator("#ask-yes").press("Enter")
    person.wait("over")
    assert person.spoken.startswith(person.status.split("\n")[0])


def test_question_mark_works_where_single_letters_do_not(person: Person) -> None:
    person.open("rock")
    page = person.page
    page.click("[data-panel=settings]")
    page.uncheck("[name=keys]")
    page.click("#panel-close")
    page.keyboard.press("n")
    expect(page.locator("#panel")).to_be_hidden()
    page.keyboard.press("Shift+?")
    expect(page.locator("#panel .keys")).to_be_visible()
    expect(page.locator("#panel")).to_contain_text("switched off")
    page.click("#panel-close")


# -- sounds, speed ------------------------------------------------------------------------------------------


def test_a_move_is_heard_after_a_gesture_and_not_when_sounds_are_off(newcomer: Person) -> None:
    page = newcomer.page
    page.add_init_script(
        """window.began = 0;
        const { start } = AudioScheduledSourceNode.prototype;
        AudioScheduledSourceNode.prototype.start = function (...at) {
          window.began++;
          return start.apply(this, at);
        };"""
    )
    newcomer.open("rock")
    newcomer.people("top")
    assert (
        page.evaluate("performance.getEntriesByType('resource').filter(e => e.name.endsWith('synth.js')).length") == 0
    )
    page.keyboard.press("Shift")
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some(e => e.name.endsWith('synth.js') && e.responseEnd > 0)"
    )
    newcomer.click("b1", "b3")
    newcomer.at(1)
    page.wait_for_function("() => window.began > 0")
    page.keyboard.press("s")
    page.locator("#live", has_text="Sound off").wait_for()
    before = page.evaluate("began")
    newcomer.click("a2", "c2")
    newcomer.at(2)
    assert page.evaluate("began") == before
    page.keyboard.press("s")
    page.locator("#live", has_text="Sound on").wait_for()
    page.click("#resign")
    page.click("#ask-yes")
    newcomer.wait("over")
    page.wait_for_function("was => window.began > was", arg=before)


def test_the_computer_against_itself_has_three_speeds(person: Person) -> None:
    person.open("rock")
    person.page.select_option("#player-top select", "1")
    person.page.select_option("#player-bottom select", "1")
    speed = person.page.locator("[data-does=speed]")
    told = []
    for _ in range(3):
        told.append(speed.inner_text())
        speed.click()
        person.page.wait_for_function(
            "was => document.querySelector('[data-does=speed]')?.textContent !== was", arg=told[-1]
        )
    assert sorted(told) == ["Speed: fast", "Speed: normal", "Speed: slow"]
    person.page.click("[data-does=pause]")
    person.wait("paused")


# -- languages ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("locale", "word"), [("it-IT", "Annulla"), ("ro-RO", "Înapoi"), ("fr-FR", "Undo")])
def test_the_browsers_language_is_spoken(visit: Callable[..., Page], address: str, locale: str, word: str) -> None:
    page = visit(locale=locale)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    expect(page.locator("#undo")).to_have_text(word)
    expect(page.locator("html")).to_have_attribute("lang", locale[:2] if locale != "fr-FR" else "en")
    assert len([url for url in asked if "/strings/" in url]) == 1, "only the words of one language are fetched"
    for width in (390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        too_long = page.eval_on_selector_all(
            ".action:not([hidden])",
            "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)",
        )
        assert too_long == [], width


def test_a_language_is_changed_at_once_and_refusals_are_said_in_it(person: Person) -> None:
    person.open("english")
    page = person.page
    page.click("[data-panel=settings]")
    page.select_option("[name=language]", "it")
    expect(page.locator("#panel-title")).to_have_text("Impostazioni")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.click("#panel-close")
    person.click("b6", "e5")
    page.locator("#status.refusal").wait_for()
    assert "15 non è né accanto a 9" in person.status
    assert person.squares["b6"].startswith("9, pedina nera")
    page.click("#hint")
    page.locator("#status.hint").wait_for()
    assert not re.search(r"\b(It|takes|keeps|goes)\b", person.status)
    page.click("[data-panel=settings]")
    page.select_option("[name=language]", "pirate")
    expect(page.locator("html")).to_have_attribute("lang", "en-x-pirate")
    expect(page.locator("#game-name")).to_have_text("πCheckers")
    page.select_option("[name=language]", "system")
    expect(page.locator("#panel-title")).to_have_text("Settings")
    page.click("#panel-close")


# -- nothing is lost ----------------------------------------------------------------------------------------


def test_starting_again_loses_nothing(person: Person) -> None:
    person.open("rock")
    person.people("top")
    person.click("b1", "b3")
    person.at(1)
    shown = person.squares
    person.page.click("[data-panel=more]")
    person.page.get_by_role("button", name="Restart").click()
    person.at(0)
    person.page.click("[data-does=back]")
    person.at(1)
    assert person.moves == ["b1-b3"]
    assert {name: label[:14] for name, label in person.squares.items()} == {n: s[:14] for n, s in shown.items()}


def test_earlier_games_can_be_brought_back(person: Person) -> None:
    person.open("rock")
    person.people("top")
    person.click("c1", "c3")
    person.at(1)
    person.page.click("[data-panel=new]")
    person.page.click("#start")
    person.at(0)
    person.page.click("[data-panel=more]")
    person.page.get_by_role("button", name="Earlier games").click()
    person.page.locator(".kept").first.click()
    person.at(1)
    assert person.moves == ["c1-c3"]


def test_board_of_the_day_is_the_same_for_everyone(person: Person) -> None:
    person.open("roman")
    person.page.click("[data-panel=new]")
    person.page.get_by_role("button", name="Board of the day").click()
    person.page.click("#start")
    days = person.page.evaluate("Math.floor(Date.now() / 86400000)")
    person.page.get_by_text(f"the board of the day (#{days})").wait_for()


# -- play by link -------------------------------------------------------------------------------------------


def test_a_game_goes_to_and_fro_by_link(person: Person, context: BrowserContext, address: str) -> None:
    person.open("rock")
    page = person.page
    page.click("[data-panel=new]")
    page.check("[name=who][value=link]", force=True)
    page.click("#start")
    person.wait("open")
    person.click("b1", "b3")
    person.at(1)
    page.click("[data-does=share]")
    page.locator("#status", has_text="copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{address}#game=rock&record=")
    friend = Person(context.new_page(), address)
    friend.page.goto(link)
    friend.at(1)
    friend.wait("open")
    assert "you play Black" in friend.status
    assert friend.page.url == f"{address}#game=rock"
    friend.click("a2", "c2")
    friend.at(2)
    friend.page.locator("[data-does=share]").wait_for()
    friend.click("c1", "c3")
    assert friend.position == 2, "the other side is not theirs to move"


def test_a_torn_link_is_told(person: Person, address: str) -> None:
    person.open("rock")
    person.page.evaluate("location.hash = 'game=rock&record=AAAA'")
    person.page.locator("#status.error").wait_for()
    assert "cut off" in person.status


# -- a guest in another page --------------------------------------------------------------------------------


def test_the_board_is_a_guest_in_another_page(page: Page, address: str) -> None:
    guest(page, address, "english")

    def hears(kind: str, count: int = 1) -> dict[str, object]:
        page.wait_for_function(
            "([kind, n]) => window.heard.filter((one) => one.saltus === kind).length >= n", arg=[kind, count]
        )
        found: list[dict[str, object]] = page.evaluate("kind => heard.filter((one) => one.saltus === kind)", kind)
        return found[-1]

    def tell(**message: object) -> None:
        page.evaluate("said => document.getElementById('board').contentWindow.postMessage(said, '*')", message)

    assert hears("ready")["game"] == "english"
    empty = "........"
    rows = [empty, empty, "..b.....", empty, empty, "..w.....", empty, empty]
    wanted = {"saltus": "set", "game": "english", "side": "w", "players": {"w": 0, "b": 0}, "bottom": "w"}
    tell(**wanted, rows=rows)
    assert "c6" in str(hears("error")["message"])
    rows[2] = ".b......"
    tell(**wanted, rows=rows)
    assert hears("state")["rows"] == rows
    frame = page.frame_locator("#board")
    expect(frame.locator("#canvas")).to_be_visible()
    expect(frame.locator("#undo")).to_be_hidden()
    frame.locator("[data-square=c3]").press("Enter")
    frame.locator("[data-square=d4]").press("Enter")
    move = hears("move")
    assert move["last"]["path"] == ["c3", "d4"]  # type: ignore[index]
    tell(saltus="play", move="a1-a2")
    assert hears("refused")["text"]
    tell(saltus="sing")
    hears("error", 2)
    assert page.evaluate("Object.keys(localStorage)") == []


# -- rules and lessons --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_rules_have_diagrams_and_an_anchor_for_every_rule(person: Person, game: str) -> None:
    person.open(game)
    page = person.page
    page.click("[data-panel=rules]")
    page.locator(".rules .aim").wait_for()
    rules = page.evaluate(
        "game => Object.keys(JSON.parse(document.getElementById('games').textContent).games"
        ".find(one => one.key === game).rules)",
        game,
    )
    anchors = page.eval_on_selector_all(".rules li", "all => all.map(one => one.id.slice(5))")
    assert sorted(anchors) == sorted(rules)
    page.wait_for_function(
        "() => [...document.querySelectorAll('.rules figure')].every((one) => one.querySelector('canvas'))"
    )
    page.click("#panel-close")


def test_book_is_not_fetched_before_it_is_opened(newcomer: Person) -> None:
    asked: list[str] = []
    newcomer.page.on("request", lambda request: asked.append(request.url))
    newcomer.open("gambit")
    newcomer.page.wait_for_function("() => performance.getEntriesByName('panels-here').length > 0")
    assert asked
    assert [url for url in asked if "/book/" in url] == []
    newcomer.page.goto(f"{newcomer.address}#game=gambit&rule=island")
    newcomer.page.locator("#rule-island.here").wait_for()
    assert len([url for url in asked if "/book/" in url]) == 2


SOLVED = {
    "english": [["c3", "b4"], ["c3", "e5"], ["c3", "e5", "g7"], ["c7", "b8"], ["d4", "b2"]],
    "gambit": [["c2", "e4"], ["a2", "a1"], ["a2", "a4", "c2", "e4"]],
}


def laid(person: Person, step: int) -> None:
    """Wait until a step of the lesson is on the board."""
    person.page.locator(".lesson .note", has_text=f"Step {step} of").wait_for()
    person.at(0)
    person.wait("open")


def taught(person: Person, game: str, step: int) -> None:
    """Open the lesson of a game, at a step beyond its first."""
    person.open(game)
    person.page.evaluate("game => location.hash = `game=${game}&panel=lesson`", game)
    laid(person, 1)
    person.page.locator(f"[data-step='{step}']").click()
    laid(person, step)


@pytest.mark.parametrize("game", SOLVED)
def test_a_lesson_is_given_on_the_board_and_the_game_comes_back(person: Person, game: str) -> None:
    person.open(game)
    person.people("top")
    person.turn(Random(1), person.click)
    person.listed(1)
    page = person.page
    page.click("[data-panel=rules]")
    page.locator(".rules .button.main").click()
    for number, path in enumerate(SOLVED[game], 1):
        laid(person, number)
        person.click(*path)
        page.locator(".verdict.done").wait_for()
        page.click("[data-does=next]")
    page.click("#panel-close")
    person.listed(1)
    person.at(1)


def test_a_lesson_goes_on_where_it_was_left(person: Person) -> None:
    person.open("english")
    page = person.page
    page.evaluate("location.hash = 'game=english&panel=lesson'")
    laid(person, 1)
    person.click("c3", "b4")
    page.locator(".verdict.done").wait_for()
    page.click("[data-does=next]")
    laid(person, 2)
    page.click("#panel-close")
    person.says("b8", "1, black man")
    page.evaluate("location.hash = 'game=english&panel=lesson'")
    laid(person, 2)
    page.get_by_role("button", name="1. The first step, done").wait_for()
    page.locator("[data-step='3']").click()
    page.locator("[data-step='8']").click()
    laid(person, 8)
    person.says("c1", "30, white king, can move")
    page.get_by_role("button", name="Previous step").click()
    laid(person, 7)
    page.click("#panel-close")


def test_the_computer_answers_in_a_lesson_and_a_turn_too_few_is_told(person: Person) -> None:
    taught(person, "english", 6)
    page = person.page
    for turn, path in enumerate((["c1", "d2"], ["d2", "c3"]), 1):
        person.click(*path)
        person.at(2 * turn)
        person.page.locator(".lesson .note", has_text="turn 2 of 2").wait_for()
    page.locator(".verdict.missed").wait_for()
    page.locator(".lesson-controls .main", has_text="Reset").click()
    laid(person, 6)
    page.locator("[data-does=show]").click()
    person.wait("open")
    assert "16 – 11" in page.locator("#status-text").inner_text()
    person.click("g5", "f6")
    person.at(2)
    person.wait("open")
    person.click("f4", "d6", "b8")
    page.locator(".verdict.done").wait_for()
    page.click("#panel-close")


def test_a_lesson_points_out_what_is_asked_for_where_the_engine_would_play_something_else(person: Person) -> None:
    taught(person, "roman", 7)
    page = person.page
    person.click("c6", "d5")
    person.at(2)
    person.wait("open")
    page.locator("[data-does=show]").click()
    page.locator("#status.hint").wait_for()
    found = re.search(r"Try (d5) – (\w\d)", person.status)
    assert found, person.status
    person.click(found[1], found[2])
    page.locator(".verdict.done").wait_for()
    page.click("#panel-close")


def test_a_newcomer_is_offered_the_lesson_until_something_was_played(newcomer: Person) -> None:
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


def test_a_turn_that_was_not_asked_for_is_taken_back(person: Person) -> None:
    person.open("gambit")
    page = person.page
    page.evaluate("location.hash = 'game=gambit&panel=lesson'")
    page.locator(".lesson .note").wait_for()
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


def test_every_game_is_played_by_finger_on_a_telephone(touch: Person) -> None:
    """Two turns in each, with the computer's answers between them."""

    def tap(square: str) -> None:
        touch.page.touchscreen.tap(*touch.place(square))

    for game in GAMES:
        touch.open(game)
        before = len(touch.moves)
        choose = Random(game)
        for turn in (1, 2):
            assert touch.wait("open", "over") == "open", game
            touch.turn(choose, tap)
            touch.listed(before + 2 * turn)
        assert touch.page.evaluate("scrollY") == 0

"""Moves entered as text, by keyboard, on the grid of buttons and by finger."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.support.person import Person, choose_entry, result_of
from tests.support.settle import settle, standing
from tests.support.tiers import sampled

GAMES = ["english", "gambit", "italian", "rock", "roman"]


def type_in(person: Person, text: str) -> None:
    person.type(text)


def test_a_typed_move_is_played(person: Person) -> None:
    person.open("english")
    person.people("top")
    type_in(person, "9-14")
    person.listed(1)
    type_in(person, "d2 e3")
    person.page.locator("#status.refusal").wait_for()
    type_in(person, "22-18")
    person.listed(2)
    assert person.moves == ["9-14", "22-18"]


def test_moves_that_are_typed_faster_than_they_are_played_are_all_played(person: Person) -> None:
    person.open("english")
    person.people("top")
    person.page.evaluate(
        """moves => {
          for (const move of moves) {
            document.getElementById('typed-move').value = move;
            document.getElementById('typed').requestSubmit();
          }
        }""",
        ["9-14", "22-18", "5-9"],
    )
    person.listed(3)
    assert person.moves == ["9-14", "22-18", "5-9"]


def test_a_digit_key_begins_a_typed_move_and_an_illegal_one_is_explained(person: Person) -> None:
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


def test_a_typed_move_that_is_refused_leaves_its_field_and_is_told_once(person: Person) -> None:
    person.open("english")
    field = person.page.locator("#typed-move")
    type_in(person, "9-18")
    person.page.locator("#status.refusal").wait_for()
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    expect(person.page.locator(".refusal-toast")).to_have_count(0)
    person.page.keyboard.type("9-1")
    person.open("rock")
    expect(field).to_be_hidden()
    person.page.keyboard.press("m")
    expect(field).to_have_value("")
    person.page.keyboard.press("Escape")


def test_what_is_said_of_a_text_that_is_no_move_is_one_line_and_goes_with_the_next_key(person: Person) -> None:
    person.open("roman")
    page = person.page
    refusal = page.locator("#status.refusal")
    type_in(person, "zz9")
    refusal.wait_for()
    assert person.status.startswith("“zz9” is not a move. Write for example ")
    assert "," not in person.status
    page.keyboard.press("Escape")
    refusal.wait_for(state="hidden")
    assert person.spoken == ""
    type_in(person, "d4-d5")
    refusal.wait_for()
    assert person.status.count(",") == 2, "three of the legal moves"
    page.keyboard.press("d")
    refusal.wait_for(state="hidden")


def test_a_panel_closes_first_and_takes_what_is_said_of_a_refused_move_with_it(person: Person) -> None:
    person.open("roman")
    page = person.page
    type_in(person, "zz9")
    page.locator("#status.refusal").wait_for()
    choose_entry(page, "game", "new")
    page.locator("#panel-title").wait_for()
    page.keyboard.press("Escape")
    page.locator("#panel-title").wait_for(state="hidden")
    expect(page.locator("#status.refusal")).to_have_count(0)


@pytest.mark.pyodide
@sampled("game", GAMES, "italian", "gambit")
def test_whole_game_by_keyboard_alone(person: Person, game: str) -> None:
    """The moves are typed, in Gambit against the computer. A long game is resigned by keyboard."""
    person.open(game)
    person.page.select_option("#player-top select", "1" if game == "gambit" else "0")
    keyboard = person.page.keyboard
    keyboard.press("m")
    for _ in range(12 if game in ("rock", "roman") else 90):
        if person.wait("open", "over") == "over":
            break
        before = person.position
        example = person.page.locator("#typed-move").get_attribute("placeholder") or ""
        keyboard.type(example.rpartition(": ")[2])
        keyboard.press("Enter")
        assert person.position != before
    if person.phase != "over":
        keyboard.press("Escape")
        keyboard.press("Shift+?")
        person.page.locator("#panel").wait_for()
        keyboard.press("Escape")
        person.page.locator("#panel").wait_for(state="hidden")
        person.page.locator("#resign").press("Enter")
        with standing(person.page):  # so long a game takes minutes to review
            person.page.locator("#ask-yes").press("Enter")
            person.wait("over")
    assert result_of(person) in ("w", "b", "draw")


@sampled("game", [game for game in GAMES if game != "english"], "gambit")
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
    assert person.headline
    assert person.spoken.startswith(person.headline)


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
    expect(page.locator("#panel")).to_contain_text("are off in the settings")
    page.click("#panel-close")


def test_every_game_can_be_played_by_touch_on_a_phone(touch: Person) -> None:
    """Two moves in each, with the computer's replies."""

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


def test_moves_in_the_digits_and_dashes_of_other_keyboards_are_played(person: Person) -> None:
    person.open("english")
    person.people("top")
    for count, move in enumerate(("٩—١٤", "２２－１８", "\u200e5\u200f–9\ufeff"), 1):
        type_in(person, move)
        person.listed(count)
    assert person.moves == ["9-14", "22-18", "5-9"]
    person.page.evaluate("document.activeElement.blur()")
    for key in ("µ", "٩"):
        person.page.evaluate(
            "key => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: 'KeyM', bubbles: true }))",
            key,
        )
        expect(person.page.locator("#typed-move")).to_have_value("" if key == "µ" else "9")
        assert person.page.locator("#typed.asked").count() == (key != "µ")


PALM = """kind => document.getElementById('canvas').dispatchEvent(
  new PointerEvent(kind, { pointerId: 77, pointerType: 'touch', isPrimary: true, bubbles: true, cancelable: true,
    clientX: document.getElementById('canvas').getBoundingClientRect().x + 60,
    clientY: document.getElementById('canvas').getBoundingClientRect().bottom - 60 }))"""
"""What the browser tells of a hand that lies on the board."""


@sampled(
    "kinds", [["pointerdown", "pointercancel"], ["pointerdown", "pointerup"], ["pointercancel"]], ["pointercancel"]
)
def test_a_hand_that_touches_the_board_does_not_end_the_drag_of_a_pen(person: Person, kinds: list[str]) -> None:
    person.open("rock")
    person.people("top")
    page = person.page
    pen = page.context.new_cdp_session(page)

    def feel(kind: str, square: str, buttons: int) -> None:
        x, y = person.place(square)
        how = {"type": kind, "x": x, "y": y, "buttons": buttons, "pointerType": "pen"}
        pen.send("Input.dispatchMouseEvent", {**how, "button": "left", "clickCount": 1})

    feel("mousePressed", "b1", 1)
    feel("mouseMoved", "b2", 1)
    for kind in kinds:
        page.evaluate(PALM, kind)
    feel("mouseMoved", "b3", 1)
    feel("mouseReleased", "b3", 0)
    settle(page)
    person.listed(1)
    assert person.moves == ["b1-b3"]


def test_a_page_turned_by_a_translator_has_the_squares_where_the_board_has_them(person: Person) -> None:
    person.open("rock")
    person.page.evaluate("document.documentElement.dir = 'rtl'")
    assert person.place("b1")[0] < person.place("g1")[0]
    person.people("top")
    person.click("b1", "b3")
    person.listed(1)
    person.page.evaluate("document.documentElement.dir = ''")

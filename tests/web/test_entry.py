"""Moves entered as text, by keyboard, on the grid of buttons and by finger."""

from random import Random

from playwright.sync_api import expect

from tests.support.person import Person, choose_entry
from tests.support.settle import settle
from tests.support.tiers import mostly_slow

GAMES = ["english", "gambit", "italian", "rock", "roman"]


def test_typed_moves_are_played_however_fast_in_whatever_digits_and_an_illegal_one_is_explained_once(
    person: Person,
) -> None:
    person.open("english")
    person.people("top")
    person.type("9-14")
    person.type("d2 e3")
    assert person.page.locator("#status.refusal").is_visible()
    person.type("22-18")
    assert person.moves == ["9-14", "22-18"]
    person.page.evaluate(
        """moves => {
          for (const move of moves) {
            document.getElementById('typed-move').value = move;
            document.getElementById('typed').requestSubmit();
          }
        }""",
        ["5-9", "24-19"],
    )
    person.type("١١—١٥")
    person.type("１８－１１")
    person.type("\u200e7\u200f–16\ufeff")
    assert person.moves[2:] == ["5-9", "24-19", "11-15", "18x11", "7x16"]
    for key in ("µ", "٩"):
        person.page.evaluate(
            """key => {
              document.activeElement.blur();
              document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: 'KeyM', bubbles: true }));
            }""",
            key,
        )
        expect(person.page.locator("#typed-move")).to_have_value("" if key == "µ" else "9")
        assert person.page.locator("#typed.asked").count() == (key != "µ")
    person.open("english")
    page = person.page
    field = page.locator("#typed-move")
    person.square("b4").focus()
    page.keyboard.press("9")
    expect(field).to_be_focused()
    page.keyboard.type("-18")
    page.keyboard.press("Enter")
    assert page.locator("#status.refusal").is_visible()
    assert "9-18" in person.status
    assert "9-13" in person.status, "what may be played instead"
    assert person.moves == []
    assert person.spoken in person.status
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    expect(page.locator(".refusal-toast")).to_have_count(0)
    page.keyboard.type("9-1")
    person.open("rock")
    expect(field).to_be_hidden()
    page.keyboard.press("m")
    expect(field).to_have_value("")
    page.keyboard.press("Escape")


def test_what_is_said_of_a_text_that_is_no_move_is_one_line_and_goes_with_the_next_key(person: Person) -> None:
    """Or with a panel, which closes first."""
    person.open("roman")
    page = person.page
    refusal = page.locator("#status.refusal")
    person.type("zz9")
    assert refusal.is_visible()
    assert person.status.startswith("“zz9” is not a move. Write for example ")
    assert "," not in person.status
    page.keyboard.press("Escape")
    assert refusal.count() == 0
    assert person.spoken == ""
    person.type("d4-d5")
    assert refusal.is_visible()
    assert person.status.count(",") == 2, "three of the legal moves"
    page.keyboard.press("d")
    assert refusal.count() == 0
    person.type("zz9")
    choose_entry(page, "game", "new")
    assert page.locator("#panel-title").is_visible()
    page.keyboard.press("Escape")
    assert page.locator("#panel-title").is_hidden()
    assert refusal.count() == 0


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
        assert touch.page.evaluate("[scrollY, document.documentElement.scrollWidth]") == [0, 390]


PALM = """kind => document.getElementById('canvas').dispatchEvent(
  new PointerEvent(kind, { pointerId: 77, pointerType: 'touch', isPrimary: true, bubbles: true, cancelable: true,
    clientX: document.getElementById('canvas').getBoundingClientRect().x + 60,
    clientY: document.getElementById('canvas').getBoundingClientRect().bottom - 60 }))"""
"""What the browser tells of a hand that lies on the board."""


@mostly_slow(
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


DRAG = """([x, y, events]) => {
  for (let nth = 0; nth < events; nth++) document.getElementById('canvas').dispatchEvent(
    new PointerEvent('pointermove', { pointerId: 1, pointerType: 'mouse', isPrimary: true, bubbles: true,
      clientX: x + nth / 100, clientY: y }));
}"""
"""Many moves of the mouse within one frame."""


def test_a_dragged_piece_costs_two_functions_for_each_event_and_a_page_turned_by_a_translator_has_its_squares(
    person: Person,
) -> None:
    """The handler and the board. What draws a frame is called once, however often the pointer has moved."""
    person.open("rock")
    person.people("top")
    page = person.page
    profiler = page.context.new_cdp_session(page)
    profiler.send("Profiler.enable")
    profiler.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})

    page.mouse.move(*person.place("b1"))
    page.mouse.down()
    page.mouse.move(*person.place("b2"))
    profiler.send("Profiler.takePreciseCoverage")  # the counts begin anew
    events = 1_000
    page.evaluate(DRAG, [*person.place("b2"), events])
    scripts = profiler.send("Profiler.takePreciseCoverage")["result"]
    functions = [one for script in scripts if "/assets/" in script["url"] for one in script["functions"]]
    calls = [int(one["ranges"][0]["count"]) for one in functions]
    assert 0 < sum(count // events for count in calls) <= 2
    assert sum(calls) < 3 * events, "nothing else is called by each"
    page.mouse.move(*person.place("b3"))
    page.mouse.up()
    person.listed(1)
    assert person.moves == ["b1-b3"]
    person.open("rock")
    person.page.evaluate("document.documentElement.dir = 'rtl'")
    assert person.place("b1")[0] < person.place("g1")[0]
    person.people("top")
    person.click("b1", "b3")
    person.listed(1)
    person.page.evaluate("document.documentElement.dir = ''")

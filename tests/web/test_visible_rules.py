"""The board shows the rules: squares that differ, lines with their counts, islands, multi-jumps and refusals."""

import base64
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.person import Person, enter_moves, step
from tests.support.tiers import sampled

pytestmark = pytest.mark.running

PHONE = {"width": 390, "height": 844}


def settings(page: Page, **chosen: Any) -> None:
    """Store settings before the page loads."""
    page.add_init_script(f"localStorage['saltus.settings'] = {json.dumps(json.dumps(chosen))}")


def tones(browser: Browser, picture: bytes, files: int) -> list[list[float]]:
    """The relative luminance (WCAG) of each square in a picture of a board without its frame, row by row.

    Only the four corners of a square count: a piece leaves them free.
    """
    with_tools = browser.new_page()
    found: list[list[float]] = with_tools.evaluate(
        """async ([data, files]) => {
          const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes]));
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          const cell = image.width / files;
          const side = Math.floor(cell * 0.1);
          const part = (byte) => (byte <= 10 ? byte / 3294 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
          const tone = (column, row) => {
            let sum = 0;
            for (const [x, y] of [[0.05, 0.05], [0.85, 0.05], [0.05, 0.85], [0.85, 0.85]]) {
              const { data } = context.getImageData((column + x) * cell, (row + y) * cell, side, side);
              for (let at = 0; at < data.length; at += 4)
                sum += 0.2126 * part(data[at]) + 0.7152 * part(data[at + 1]) + 0.0722 * part(data[at + 2]);
            }
            return sum / (4 * side * side);
          };
          const rows = Math.round(image.height / cell);
          return Array.from({ length: rows }, (_, row) => Array.from({ length: files }, (_, at) => tone(at, row)));
        }""",
        [base64.b64encode(picture).decode(), files],
    )
    with_tools.close()
    return found


@sampled("scheme", ["light", "dark"], "light")
@sampled("game", ["rock", "roman"], "rock")
def test_adjacent_squares_have_a_contrast_of_two_on_every_board(
    visit: Callable[..., Page], browser: Browser, address: str, game: str, scheme: str
) -> None:
    page = visit(color_scheme=scheme)
    person = Person(page, address)
    person.open(game)
    low: dict[str, float] = {}
    for board in ("oak", "slate", "mosaic"):
        page.evaluate("board => { localStorage['saltus.settings'] = JSON.stringify({ board }); }", board)
        page.reload()
        person.drawn(game)
        person.wait("open", "thinking")
        box = page.locator("#grid").bounding_box()
        assert box is not None
        rows = tones(browser, page.screenshot(clip=box), 8)
        pairs = [
            (rows[row][file], rows[row + down][file + across])
            for row in range(8)
            for file in range(8)
            for down, across in ((0, 1), (1, 0))
            if row + down < 8 and file + across < 8
        ]
        low[board] = min((max(pair) + 0.05) / (min(pair) + 0.05) for pair in pairs)
    assert {board: ratio for board, ratio in low.items() if ratio < 2} == {}


COLOUR = """([x, y]) => {
  const canvas = document.getElementById('canvas');
  const box = canvas.getBoundingClientRect();
  const ratio = canvas.width / box.width;
  const one = new OffscreenCanvas(1, 1).getContext('2d');
  one.drawImage(canvas, (x - box.left) * ratio, (y - box.top) * ratio, 1, 1, 0, 0, 1, 1);
  return [...one.getImageData(0, 0, 1, 1).data];
}"""
"""The colour of the canvas at a point of the screen."""


def colours(page: Page, x: float, y: float) -> list[int]:
    found: list[int] = page.evaluate(COLOUR, [x, y])
    return found


def watch_for(page: Page, x: float, y: float, is_wanted: str) -> None:
    """Note in `window.seen` once a point has a wanted colour: what flashes is gone in less than a second."""
    page.evaluate(
        f"""(at) => {{
          const colour = {COLOUR};
          const isWanted = {is_wanted};
          window.seen = false;
          const look = () => {{
            window.seen = isWanted(colour(at));
            if (!window.seen) requestAnimationFrame(look);
          }};
          look();
        }}""",
        [x, y],
    )


def seen(page: Page) -> None:
    """Wait until the watched colour has been seen."""
    page.wait_for_function("() => window.seen")


RED = "([red, green, blue]) => red > 1.8 * green && red > 1.8 * blue"


def settle(page: Page) -> None:
    """Wait until what was changed has been drawn."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def picture(page: Page) -> str:
    """What is on the canvas."""
    settle(page)
    return str(page.evaluate("document.getElementById('canvas').toDataURL()"))


# -- an upright board ------------------------------------------------------------------------------------


def test_a_wide_board_stands_upright_on_a_phone_and_fills_more_of_it(people: Callable[..., Person]) -> None:
    person = people(viewport=PHONE, has_touch=True, is_mobile=True)
    page = person.page
    person.open("gambit")
    box = page.locator("#grid").bounding_box()
    assert box is not None
    assert box["height"] == pytest.approx(2 * box["width"], abs=2)
    assert box["width"] / 4 > 390 / 8
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    order = page.eval_on_selector_all("#grid button", "all => all.map(one => one.dataset.square)")
    assert order[:8] == ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4"]
    person.people()
    person.page.touchscreen.tap(*person.place("f2"))
    person.says("f2", "f2, black piece, selected")
    person.page.touchscreen.tap(*person.place("h4"))
    person.at(1)
    page.set_viewport_size({"width": 844, "height": 390})
    person.page.wait_for_function("() => document.querySelector('#grid button').dataset.square === 'a4'")
    box = page.locator("#grid").bounding_box()
    assert box is not None
    assert box["width"] == pytest.approx(2 * box["height"], abs=2)


def test_arrows_and_flip_follow_the_eye_on_an_upright_board(people: Callable[..., Person]) -> None:
    person = people(viewport=PHONE, has_touch=True, is_mobile=True)
    page = person.page
    person.open("gambit")
    for turned, walk in ((False, ["b2", "c2", "c3", "b3", "b2"]), (True, ["b2", "a2", "a1", "b1", "b2"])):
        if turned:
            page.click("#flip")
            page.wait_for_function("() => document.querySelector('#grid button').dataset.square === 'h4'")
        person.square("b2").focus()
        seen = ["b2"]
        for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"):
            page.keyboard.press(key)
            seen.append(page.evaluate("document.activeElement.dataset.square"))
        assert seen == walk


# -- what decides the game -------------------------------------------------------------------------------


def test_gambit_counts_the_points_of_the_islands_beside_the_players(person: Person) -> None:
    person.open("gambit")
    person.people()
    counts = person.page.locator(".player-count")
    assert counts.all_inner_texts() == ["0 points", "0 points"]
    enter_moves(person, "f2xh4", "e3xe1", "c2xe2", "h3xd1")
    top = person.page.locator("#player-top")
    assert top.locator(".player-count").inner_text() == "4 points"
    assert top.get_attribute("aria-label") == "White: 4 points from 2 islands"
    assert person.page.locator("#player-bottom .player-count").inner_text() == "2 points"


def test_rock_shows_the_largest_group_of_a_side_when_asked(person: Person) -> None:
    person.open("rock")
    person.people()
    button = person.page.locator("#player-bottom .player-group")
    assert button.get_attribute("aria-label") == "White: largest group 6/12"
    assert button.get_attribute("aria-pressed") == "false"
    bare = picture(person.page)
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    shown = picture(person.page)
    assert shown != bare
    expect(person.page.locator("#live")).to_have_text("Largest group: 6 of 12.")
    person.page.locator("#player-top .player-group").click()
    assert picture(person.page) not in (bare, shown), "the group of the other side as well"
    enter_moves(person, "d1-d3")
    assert button.get_attribute("aria-pressed") == "true", "it stays shown from move to move"
    assert button.inner_text() == "6/12"
    button.click()
    person.page.locator("#player-top .player-group").click()
    assert button.get_attribute("aria-pressed") == "false"


def test_selecting_a_stone_of_rock_says_and_draws_what_its_lines_count(person: Person) -> None:
    person.open("rock")
    person.people()
    settle(person.page)
    between = (person.place("d1")[0], person.place("d2")[1])
    bare = colours(person.page, *between)
    person.click("d1")
    person.says("d1", "d1, white piece, selected")
    assert "d3 (2 pieces on the line)" in person.spoken
    settle(person.page)
    assert colours(person.page, *between) != bare, "a line leads from d1 to d3"


# -- multi-jumps -----------------------------------------------------------------------------------------

CHAIN = ("f2xh4", "e3xe1", "c2xe2", "h3xd1")


def test_a_multi_jump_leaves_a_numbered_path_until_the_next_move(person: Person) -> None:
    person.open("gambit")
    person.people()
    enter_moves(person, *CHAIN[:3])
    settle(person.page)
    landed = person.place("f1")
    bare = colours(person.page, *landed)
    enter_moves(person, CHAIN[3])
    settle(person.page)
    numbered = colours(person.page, *landed)
    assert numbered != bare
    person.click(person.named("must capture")[0])
    settle(person.page)
    assert colours(person.page, *landed) != numbered


GLIMPSE = """() => {
  const small = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
  const pen = small.getContext('2d', { willReadFrequently: true });
  window.glimpse = () => {
    pen.drawImage(document.getElementById('canvas'), 0, 0, 64, 64);
    return String(pen.getImageData(0, 0, 64, 64).data);
  };
}"""
"""Gives the page a way to see in every frame whether the board changes: a full picture takes too long."""


def test_the_last_multi_jump_is_shown_again_by_a_tap_a_button_and_a_key(people: Callable[..., Person]) -> None:
    person = people(reduced_motion="no-preference")
    page = person.page
    person.open("gambit")
    person.people()
    enter_moves(person, *CHAIN)
    person.page.locator("[data-does=replay]").wait_for()
    page.evaluate(GLIMPSE)
    # Two frames, as a busy machine may draw none for longer than that.
    still = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
        setTimeout(() => done(glimpse()), 80))))"""

    def rest() -> str:
        """Wait until nothing moves on the board; what it looks like then."""
        was = ""
        while (now := page.evaluate(still)) != was:
            was = now
        return picture(page)

    quiet = rest()
    page.evaluate("document.getElementById('live').replaceChildren()")
    ways: list[Callable[[], object]] = [
        lambda: person.click("f1"),
        lambda: person.click("d1"),
        lambda: page.click("[data-does=replay]"),
        lambda: page.keyboard.press("r"),
        lambda: page.locator("#moves .move").last.click(),
    ]
    for show in ways:
        page.evaluate(
            """() => {
              window.changed = false;
              const before = glimpse();
              const look = () => {
                if (glimpse() !== before) window.changed = true;
                else requestAnimationFrame(look);
              };
              look();
            }"""
        )
        show()
        page.wait_for_function("() => window.changed")
        assert "h3 – f1 – d3 – d1" in person.spoken
        assert rest() == quiet
        page.evaluate("document.getElementById('live').replaceChildren()")
    assert person.position == len(CHAIN)


def test_without_motion_the_last_move_is_spoken_again_and_nothing_offers_to_show_it(person: Person) -> None:
    person.open("gambit")
    person.people()
    enter_moves(person, *CHAIN)
    assert person.page.locator("[data-does=replay]").count() == 0
    person.page.evaluate("document.getElementById('live').replaceChildren()")
    person.page.keyboard.press("r")
    assert person.spoken == "White: h3 – f1 – d3 – d1, captures g2, e2 and d2"


# -- refusals --------------------------------------------------------------------------------------------


def test_a_refusal_flashes_the_square_and_says_why_beside_it(touch: Person) -> None:
    touch.open("english")
    touch.people()
    page = touch.page
    spot = touch.place("e5")
    settle(page)
    assert not page.evaluate(RED, colours(page, *spot))
    watch_for(page, *spot, RED)
    for square in ("b6", "e5"):
        page.touchscreen.tap(*touch.place(square))
    toast = page.locator(".refusal-toast")
    toast.wait_for()
    seen(page)
    # Once for the eye, and once to be heard; the status has it for a screen reader, and whose turn it is for the eye.
    assert toast.inner_text() in touch.status
    expect(page.locator("#status-text .second")).to_have_css("clip-path", "inset(50%)")
    assert touch.headline == "Black to move"
    assert touch.spoken == toast.inner_text()
    box = toast.bounding_box()
    assert box is not None
    for square in ("b6", "e5"):
        cell = touch.square(square).bounding_box()
        assert cell is not None
        assert cell["y"] >= box["y"] + box["height"] or cell["y"] + cell["height"] <= box["y"]
    page.touchscreen.tap(*touch.place("d6"))
    toast.wait_for(state="hidden")


def test_squares_that_are_the_reason_of_a_refusal_are_marked_too(person: Person) -> None:
    person.open("english")
    person.people()
    for path in ("f6 g5", "e3 f4"):
        person.click(*path.split())
        person.wait("open")
    box = person.square("g5").bounding_box()
    assert box is not None
    corner = (box["x"] + 5, box["y"] + box["height"] - 5)
    settle(person.page)
    bare = colours(person.page, *corner)
    watch_for(person.page, *corner, f"(one) => String(one) !== '{','.join(map(str, bare))}'")
    person.click("b6")
    person.page.locator("#status.refusal").wait_for()
    seen(person.page)


def test_a_compulsory_capture_is_spoken_when_it_is_the_persons_turn(person: Person) -> None:
    person.open("english")
    person.page.select_option("#player-bottom select", "0")
    person.page.select_option("#player-top select", "0")
    for path in ("f6 g5", "e3 f4"):
        person.click(*path.split())
        person.wait("open")
    assert person.spoken.endswith("Black must capture")
    step(person.page, "ArrowLeft")
    person.at(1)
    step(person.page, "ArrowRight")
    person.at(2)
    person.page.wait_for_function("() => document.getElementById('live').textContent.endsWith('must capture')")


def test_the_status_says_where_the_selected_piece_goes(person: Person) -> None:
    person.open("english")
    assert "Click a piece" in person.status
    person.click("b6")
    person.says("b6", "9, black man, selected")
    assert "Click a piece" not in person.status
    assert "14 or 13" in person.status or "13 or 14" in person.status


# -- a free board ----------------------------------------------------------------------------------------


def test_the_computer_does_not_reply_in_the_past_of_a_game_until_it_is_played_on(person: Person) -> None:
    person.open("english")
    person.page.select_option("#player-top select", "1")
    enter_moves(person, "9-13")
    person.listed(2)
    person.wait("open")
    game = person.moves
    step(person.page, "Home")
    person.at(0)
    person.wait("open")
    enter_moves(person, "9-14")
    assert person.wait("open", "thinking") == "open"
    enter_moves(person, "22-18")
    tried = person.page.locator("#moves .variation .move").all_inner_texts()
    assert tried == ["9-14", "22-18"], "a variation of both sides"
    main = person.page.locator("#moves ol > li > .move").all_inner_texts()
    assert main == game, "the game stays as it was"
    person.page.keyboard.press("Home")
    person.at(0)
    enter_moves(person, "10-14")
    person.page.click("[data-does=play-on]")
    person.page.wait_for_function("() => document.querySelectorAll('#moves .move').length === 6")
    person.wait("open")
    assert person.moves[0] == "10-14", "from here on it is the game"
    assert person.page.locator("[data-does=play-on]").count() == 0


def test_at_the_end_of_the_game_play_goes_on(person: Person) -> None:
    person.open("english")
    person.page.select_option("#player-top select", "1")
    enter_moves(person, "9-13")
    person.listed(2)
    person.wait("open")
    step(person.page, "ArrowLeft")
    person.at(1)
    assert person.wait("open", "thinking") == "open"
    assert person.page.locator("[data-does=play-on]").is_visible()
    person.page.click("#to-next")
    person.at(2)
    assert person.page.locator("[data-does=play-on]").count() == 0
    person.wait("open")
    person.turn(Random(1), person.press)
    person.listed(4)


def test_a_move_that_is_taken_back_is_answered_anew(person: Person) -> None:
    person.open("english")
    person.page.select_option("#player-top select", "1")
    enter_moves(person, "9-13")
    person.listed(2)
    person.wait("open")
    person.page.click("#undo")
    person.at(0)
    enter_moves(person, "10-14")
    person.page.wait_for_function("() => document.querySelectorAll('#moves .move').length >= 4")


# -- forced colours --------------------------------------------------------------------------------------


def test_the_board_is_plain_where_the_device_forces_colours(people: Callable[..., Person]) -> None:
    person = people(forced_colors="active")
    page = person.page
    person.open("rock")
    settle(page)
    boxes = [person.square(square).bounding_box() for square in ("c3", "c4")]
    seen = []
    for box in boxes:
        assert box is not None
        spots = [(box["x"] + box["width"] * part, box["y"] + box["height"] * part) for part in (0.3, 0.5, 0.7)]
        found = [colours(page, *spot) for spot in spots]
        assert max(max(one) - min(one) for one in zip(*found, strict=True)) <= 12, "one tone, without any grain"
        seen.append(found[1])
    assert seen[0] != seen[1]

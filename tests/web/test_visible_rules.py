"""The board shows the rules: squares that differ, lines with their counts, islands, multi-jumps and refusals."""

import base64
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.person import Person, enter_moves, step
from tests.support.settle import comes, standing

PHONE = {"width": 390, "height": 844}


def tones(tools: Page, picture: bytes, files: int) -> list[list[float]]:
    """The relative luminance (WCAG) of each square in a picture of a board without its frame, row by row.

    Only the four corners of a square count: a piece leaves them free.
    """
    found: list[list[float]] = tools.evaluate(
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
    return found


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


RED = "([red, green, blue]) => red > 1.8 * green && red > 1.8 * blue"


def picture(page: Page) -> str:
    """What is on the canvas."""
    return str(page.evaluate("document.getElementById('canvas').toDataURL()"))


def test_adjacent_squares_have_a_contrast_of_two_on_every_board(
    visit: Callable[..., Page], browser: Browser, address: str
) -> None:
    """And are plain where the device forces colours."""
    page = visit()
    person = Person(page, address)
    page.goto(f"{address}#game=rock")
    person.wait("open", "thinking")
    tools = browser.new_page()
    low: dict[tuple[str, str], float] = {}
    page.click("[data-panel=settings]")
    for board in ("oak", "slate", "mosaic"):
        page.check(f"[name=board][value={board}]", force=True)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            box = page.locator("#grid").bounding_box()
            assert box is not None
            rows = tones(tools, page.screenshot(clip=box), 8)
            pairs = [
                (rows[row][file], rows[row + down][file + across])
                for row in range(8)
                for file in range(8)
                for down, across in ((0, 1), (1, 0))
                if row + down < 8 and file + across < 8
            ]
            low[board, scheme] = min((max(pair) + 0.05) / (min(pair) + 0.05) for pair in pairs)
    tools.close()
    assert len(set(low.values())) == len(low), "each is another picture"
    assert {which: ratio for which, ratio in low.items() if ratio < 2} == {}
    page.emulate_media(forced_colors="active")
    comes(page, "() => document.documentElement.dataset.contrast === 'more'")
    seen = []
    for square in ("c3", "c4"):
        box = person.square(square).bounding_box()
        assert box is not None
        spots = [(box["x"] + box["width"] * part, box["y"] + box["height"] * part) for part in (0.3, 0.5, 0.7)]
        found = [colours(page, *spot) for spot in spots]
        assert max(max(one) - min(one) for one in zip(*found, strict=True)) <= 12, "one tone, without any grain"
        seen.append(found[1])
    assert seen[0] != seen[1]


def test_a_wide_board_stands_upright_on_a_phone_and_arrows_and_flip_follow_the_eye(
    people: Callable[..., Person],
) -> None:
    person = people(viewport=PHONE, has_touch=True, is_mobile=True)
    page = person.page
    first = page.locator("#grid button").first
    person.open("gambit")
    box = page.locator("#grid").bounding_box()
    assert box is not None
    assert box["height"] == pytest.approx(2 * box["width"], abs=2)
    assert box["width"] / 4 > 390 / 8
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    order = page.eval_on_selector_all("#grid button", "all => all.map(one => one.dataset.square)")
    assert order[:8] == ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4"]
    for turned, walk in ((False, ["b2", "c2", "c3", "b3", "b2"]), (True, ["b2", "a2", "a1", "b1", "b2"])):
        if turned:
            page.click("#flip")
            expect(first).to_have_attribute("data-square", "h4")
        person.square("b2").focus()
        seen = ["b2"]
        for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"):
            page.keyboard.press(key)
            seen.append(page.evaluate("document.activeElement.dataset.square"))
        assert seen == walk
    page.click("#flip")
    person.people()
    page.touchscreen.tap(*person.place("f2"))
    person.says("f2", "f2, black piece, selected")
    page.touchscreen.tap(*person.place("h4"))
    person.at(1)
    page.set_viewport_size({"width": 844, "height": 390})
    expect(first).to_have_attribute("data-square", "a4")
    box = page.locator("#grid").bounding_box()
    assert box is not None
    assert box["width"] == pytest.approx(2 * box["height"], abs=2)


# -- what decides the game -------------------------------------------------------------------------------

CHAIN = ("f2xh4", "e3xe1", "c2xe2", "h3xd1")


def test_gambit_counts_its_islands_and_numbers_a_path_and_rock_shows_groups_and_lines(person: Person) -> None:
    """Without motion the last move is spoken again, and nothing offers to show it."""
    person.open("gambit")
    person.people()
    page = person.page
    top, bottom = page.locator("#player-top"), page.locator("#player-bottom")
    for place in (top, bottom):
        expect(place.locator(".player-count")).to_have_text("0 points")
    enter_moves(person, *CHAIN[:3])
    landed = person.place("f1")
    bare = colours(page, *landed)
    enter_moves(person, CHAIN[3])
    expect(top.locator(".player-count")).to_have_text("4 points")
    expect(top).to_have_attribute("aria-label", "White: 4 points from 2 islands")
    expect(bottom.locator(".player-count")).to_have_text("2 points")
    assert page.locator("[data-does=replay]").count() == 0
    page.evaluate("document.getElementById('live').replaceChildren()")
    page.keyboard.press("r")
    assert person.spoken == "White: h3 – f1 – d3 – d1, captures g2, e2 and d2"
    numbered = colours(page, *landed)
    assert numbered != bare
    person.click(person.named("must capture")[0])
    assert colours(page, *landed) != numbered, "until the next move"
    person.open("rock")
    person.people()
    page = person.page
    white, black = (page.locator(f"#player-{place} .player-group") for place in ("bottom", "top"))
    expect(white).to_have_attribute("aria-label", "White: largest group 6/12")
    expect(white).to_have_attribute("aria-pressed", "false")
    ungrouped = picture(page)
    white.click()
    expect(white).to_have_attribute("aria-pressed", "true")
    shown = picture(page)
    assert shown != ungrouped
    assert person.spoken == "Largest group: 6 of 12."
    black.click()
    assert picture(page) not in (ungrouped, shown), "the group of the other side as well"
    enter_moves(person, "d1-d3")
    expect(white).to_have_attribute("aria-pressed", "true")
    expect(white).to_have_text("6/12")
    white.click()
    black.click()
    expect(white).to_have_attribute("aria-pressed", "false")

    step(page, "ArrowLeft")
    between = (person.place("d1")[0], person.place("d2")[1])
    bare_line = colours(page, *between)
    assert "Click a piece" in person.status
    person.click("d1")
    person.says("d1", "d1, white piece, selected")
    assert "Click a piece" not in person.status
    assert "d3" in person.status
    assert "d3 (2 pieces on the line)" in person.spoken
    assert colours(page, *between) != bare_line, "a line leads from d1 to d3"


# -- multi-jumps -----------------------------------------------------------------------------------------

GLIMPSE = """() => {
  const small = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
  const pen = small.getContext('2d', { willReadFrequently: true });
  window.glimpse = () => {
    pen.drawImage(document.getElementById('canvas'), 0, 0, 64, 64);
    return String(pen.getImageData(0, 0, 64, 64).data);
  };
}"""
"""Gives the page a way to see in every frame whether the board changes: a full picture takes too long."""

CHANGES = """() => {
  window.changed = false;
  const before = glimpse();
  const look = () => {
    if (glimpse() !== before) window.changed = true;
    else requestAnimationFrame(look);
  };
  look();
}"""
"""Notes whether the board changes from now on."""


def test_the_last_multi_jump_is_shown_again_by_a_tap_a_button_and_a_key(people: Callable[..., Person]) -> None:
    person = people(reduced_motion="no-preference")
    page = person.page
    person.open("gambit")
    person.people()
    enter_moves(person, *CHAIN)
    expect(page.locator("[data-does=replay]")).to_be_visible()
    page.evaluate(GLIMPSE)
    quiet = picture(page)
    ways: list[Callable[[], object]] = [
        lambda: person.click("f1"),
        lambda: person.click("d1"),
        lambda: page.click("[data-does=replay]"),
        lambda: page.keyboard.press("r"),
        lambda: page.locator("#moves .move").last.click(),
    ]
    for show in ways:
        page.evaluate("document.getElementById('live').replaceChildren()")
        page.evaluate(CHANGES)
        show()
        assert page.evaluate("window.changed")
        assert "h3 – f1 – d3 – d1" in person.spoken
        assert picture(page) == quiet
    assert person.position == len(CHAIN)


# -- refusals --------------------------------------------------------------------------------------------


def test_a_refusal_flashes_the_squares_it_is_about_and_says_why_beside_them(touch: Person) -> None:
    touch.open("english")
    touch.people()
    page = touch.page

    def tap(*squares: str) -> None:
        for square in squares:
            page.touchscreen.tap(*touch.place(square))

    spot = touch.place("e5")
    assert not page.evaluate(RED, colours(page, *spot))
    watch_for(page, *spot, RED)
    tap("b6")
    with standing(page):
        tap("e5")
        toast = page.locator(".refusal-toast")
        expect(toast).to_be_visible()
        assert page.evaluate("window.seen")
        # Once for the eye, and once to be heard; the status has it for a screen reader, and the turn for the eye.
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
        tap("d6")
        expect(toast).to_be_hidden()

    # A capture that one must make is spoken, also where the game is looked through, and marked once it is refused.
    tap("f6", "g5", "e3", "f4")
    assert touch.spoken.endswith("Black must capture")
    step(page, "ArrowLeft")
    touch.at(1)
    step(page, "ArrowRight")
    touch.at(2)
    assert touch.spoken.endswith("must capture")
    cell = touch.square("g5").bounding_box()
    assert cell is not None
    corner = (cell["x"] + 5, cell["y"] + cell["height"] - 5)
    bare = colours(page, *corner)
    watch_for(page, *corner, f"(one) => String(one) !== '{','.join(map(str, bare))}'")
    with standing(page):
        tap("b6")
        expect(page.locator("#status.refusal")).to_be_visible()
    assert page.evaluate("window.seen")


# -- a free board ----------------------------------------------------------------------------------------


def test_the_computer_does_not_reply_in_the_past_of_a_game_until_it_is_played_on(person: Person) -> None:
    page = person.page
    on = page.locator("[data-does=play-on]")
    person.open("english")
    page.select_option("#player-top select", "1")
    enter_moves(person, "9-13")
    person.listed(2)
    step(page, "ArrowLeft")
    person.at(1)
    assert person.phase == "open"
    expect(on).to_be_visible()
    page.click("#to-next")
    person.at(2)
    expect(on).to_have_count(0)
    person.turn(Random(1), person.press)
    person.listed(4)  # at its end the game goes on
    game = person.moves
    step(page, "Home")
    person.at(0)
    enter_moves(person, "9-14")
    assert person.phase == "open"
    enter_moves(person, "22-18")
    tried = page.locator("#moves .variation .move").all_inner_texts()
    assert tried == ["9-14", "22-18"], "a variation of both sides"
    main = page.locator("#moves ol > li > .move").all_inner_texts()
    assert main == game, "the game stays as it was"
    page.keyboard.press("Home")
    person.at(0)
    enter_moves(person, "10-14")
    on.click()
    person.listed(8)
    assert person.moves[0] == "10-14", "from here on it is the game"
    expect(on).to_have_count(0)
    page.click("#undo")
    person.at(0)
    enter_moves(person, "11-15")
    person.listed(10)  # what is taken back is answered anew

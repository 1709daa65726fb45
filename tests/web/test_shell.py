"""The frame around the board: typeface, menus, tools for playing and for studying, and what panels leave in sight."""

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from tests.support.held import Held
from tests.support.person import Person, analyse, choose_entry, step, unfold
from tests.support.tiers import mostly_slow

DESK, SMALL_DESK, TABLET, PHONE = (1440, 900), (1100, 700), (768, 1024), (390, 844)
FIRST_MOVES = [("gambit", ("c2", "c4")), ("rock", ("b1", "b3"))]
INSIDE = """selector => {
  const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
  return bottom > top && top >= 0 && left >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
}"""
OUT_OF_SIGHT = """parts => parts.filter((part) => {
  const one = document.querySelector(part);
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const isInside = bottom > top && top >= 0 && left >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  return !isInside || !one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
})"""


def out_of_sight(page: Page, *parts: str) -> list[str]:
    """Which of these parts are not wholly on the screen, or covered in their middle."""
    return list(page.evaluate(OUT_OF_SIGHT, list(parts)))


def resized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def person_at(people: Callable[..., Person], size: tuple[int, int], game: str, **how: object) -> Person:
    """A person before a screen of this size, with a game on the board."""
    if size == PHONE:
        how |= {"has_touch": True, "is_mobile": True}
    person = people(viewport={"width": size[0], "height": size[1]}, **how)
    person.open(game)
    return person


def test_the_display_typeface_comes_after_the_board_and_moves_nothing(
    visit: Callable[..., Page], address: str
) -> None:
    page = visit(viewport={"width": 1440, "height": 900})
    held = Held(page, "**/*.woff2")
    person = Person(page, address)
    person.open("rock")
    loaded = "() => [...document.fonts].some((f) => f.family.includes('Saltus Display') && f.status === 'loaded')"
    assert not page.evaluate(loaded)
    before = page.locator("#choose").bounding_box()
    held.let_go()
    page.evaluate("() => document.fonts.ready.then(() => null)")
    assert page.evaluate(loaded)
    after = page.locator("#choose").bounding_box()
    assert before
    assert after
    assert abs(after["x"] - before["x"]) <= 3
    assert after["y"] == before["y"]


def test_menus_of_a_desk_hold_what_that_of_a_phone_holds_and_are_moved_through_by_the_keyboard(
    people: Callable[..., Person],
) -> None:
    desk, phone = (person_at(people, size, "english").page for size in (DESK, PHONE))
    phone.click("[data-panel=more]")
    phone.locator("#menu-share").wait_for()
    for group in ("game", "study", "share"):
        desk.click(f"[data-menu={group}]")
        there = desk.locator(".dropdown [data-entry]").evaluate_all("all => all.map((one) => one.innerText.trim())")
        section = phone.locator(f".menu-group:has(#menu-{group})")
        listed = section.locator("[data-entry]").evaluate_all("all => all.map((one) => one.innerText.trim())")
        beside = {"New game…", "Offer draw", "Resign"} if group == "game" else set()
        assert beside <= set(listed), "on a phone nothing else offers them"
        assert there == [entry for entry in listed if entry not in beside]
        assert len(there) >= 3
        desk.keyboard.press("Escape")
        expect(desk.locator(".dropdown")).to_have_count(0)
    for page, takes_files in ((desk, True), (phone, False)):
        page.evaluate("location.hash = 'game=english&panel=share'")
        assert page.locator("#paste").is_visible()
        assert page.locator(".drop-note").is_visible() == takes_files, "fingers drop none"
    page = desk
    page.click("#panel-close")
    for count in (1, 0):
        page.click("[data-menu=share]")
        expect(page.locator(".dropdown")).to_have_count(count)
    page.locator("[data-menu=game]").press("Enter")
    expect(page.locator(".dropdown [data-entry=opponents]")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".dropdown [data-entry=edit]")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".dropdown [data-entry=opponents]")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-menu=study]")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("[data-menu=game]")).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("p")
    expect(page.locator(".dropdown [data-entry=puzzles]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".dropdown")).to_have_count(0)
    expect(page.locator("[data-menu=study]")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator(".dropdown [data-entry=puzzles]").press("Enter")
    page.locator("#panel[data-kind=puzzles]:not([hidden])").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("[data-menu=study]")).to_be_focused()
    page.keyboard.press("Escape")
    for filled in (True, False):
        choose_entry(page, "game", "full")
        assert page.evaluate("document.fullscreenElement !== null") is filled
    phone.click("#panel-close")
    # What the buttons beside the moves do is in neither while they are in sight.
    for one in (desk, phone):
        choose_entry(one, "game", "resign")
        one.click("#ask-yes")
        one.locator(".result").wait_for()
        one.click("#panel-close")
    for one, opener in ((desk, "[data-menu=study]"), (phone, "[data-panel=more]")):
        one.click(opener)
        expect(one.locator("[data-entry=lab]")).to_be_visible()
        expect(one.locator(":is([data-entry=analysis], [data-entry=note])")).to_have_count(0)


@mostly_slow("size", [PHONE, DESK], PHONE)
def test_undo_while_playing_and_steps_while_studying_never_both(
    people: Callable[..., Person], size: tuple[int, int]
) -> None:
    person = person_at(people, size, "rock")
    page = person.page
    person.people()
    playing, studying = ("#undo",), ("#to-before", "#to-next", "#annotate")
    expect(page.locator("#promote, #prune").locator("visible=true")).to_have_count(0)

    def are(shown: tuple[str, ...], hidden: tuple[str, ...]) -> None:
        for one in shown:
            expect(page.locator(one)).to_be_visible()
        for one in hidden:
            expect(page.locator(one)).to_be_hidden()

    are(playing, studying)
    expect(page.locator("#redo")).to_be_hidden()
    person.press("b1", "b3")
    person.at(1)
    page.locator("#undo").focus()
    page.keyboard.press("Enter")
    person.at(0)
    are((*playing, "#redo"), studying)
    page.click("#redo")
    person.at(1)
    are(playing, studying)
    step(page, "ArrowLeft")
    person.at(0)
    are(studying, (*playing, "#redo"))
    page.click("#to-next")
    person.at(1)
    are(playing, studying)
    analyse(page)
    are(studying, playing)
    analyse(page)
    are(playing, studying)
    choose_entry(page, "game", "resign")
    page.click("#ask-yes")
    person.wait("over")
    page.locator(".result").wait_for()
    page.click("#panel-close")
    are(studying, playing)
    assert page.locator(".study-tools .action:visible, .actions .action:visible").evaluate_all(
        "all => all.every((one) => one.innerText.trim().length > 1)"
    )


@mostly_slow("game", ["english", "gambit"], "english")
def test_no_panel_hides_whose_clock_runs(people: Callable[..., Person], game: str) -> None:
    page = person_at(people, DESK, game).page
    choose_entry(page, "game", "new")
    page.locator("label:has(input[name=clock][value='5+3'])").click()
    page.click("#start")
    for panel in ("settings", "rules", "new", "puzzles", "openings", "review"):
        page.evaluate("hash => { location.hash = hash; }", f"game={game}&panel={panel}")
        for size in (DESK, SMALL_DESK, (1920, 1080), (1024, 768), TABLET):
            resized(page, size)
            parts = ("#player-top", "#player-bottom", "#player-bottom .player-clock", "#status-text", "#board")
            assert out_of_sight(page, *parts, f"#panel[data-kind={panel}]") == [], (game, panel, size)
        page.click("#panel-close")


def test_on_a_tablet_a_panel_leaves_a_large_board_and_menu_and_analysis_the_whole_one(
    people: Callable[..., Person],
) -> None:
    person = person_at(people, TABLET, "italian")
    page = person.page
    before = page.locator("#board").bounding_box()
    for panel in ("settings", "lesson"):
        page.evaluate("hash => { location.hash = hash; }", f"game=italian&panel={panel}")
        board, sheet = (page.locator(part).bounding_box() for part in ("#board", f"#panel[data-kind={panel}]"))
        assert board
        assert sheet
        assert board["width"] >= 416, panel
        assert abs(sheet["y"] + sheet["height"] - TABLET[1]) <= 1, panel
        page.click("#panel-close")
    page.evaluate("hash => { location.hash = hash; }", "game=italian&panel=more")
    assert page.locator("#panel[data-kind=more]").is_visible()
    assert page.locator("#board").bounding_box() == before
    page.click("#panel-close")
    person.people()
    person.turn(Random(1), person.press)
    before = page.locator("#board").bounding_box()
    analyse(page)
    assert page.locator("#board").bounding_box() == before
    assert out_of_sight(page, "#status", "#engine .chip", "#moves [aria-current]", "#analyse") == []


@mostly_slow("game, move", FIRST_MOVES, FIRST_MOVES[0])
def test_the_last_move_is_in_sight_in_a_small_window_and_the_board_has_one_size(
    people: Callable[..., Person], game: str, move: tuple[str, str]
) -> None:
    person = person_at(people, (360, 740), game)
    page = person.page
    person.people()
    person.press(*move)
    boards: dict[tuple[int, int], object] = {}
    for study in ("play", "analysis", "openings", "result"):
        if study == "result":
            page.click("#panel-close")
            page.evaluate("document.getElementById('resign').click()")
            page.click("#ask-yes")
            assert page.locator("#panel[data-kind=result]").is_visible()
        elif study != "play":
            analyse(page)
        if study == "openings":
            page.evaluate("hash => { location.hash = hash; }", f"game={game}&panel=openings")
        for size in ((360, 740), PHONE, (640, 480), (960, 600)):
            resized(page, size)
            if study != "result":
                assert out_of_sight(page, "#moves .move[aria-current]") == [], (game, study, size)
            board = page.locator("#board").bounding_box()
            assert boards.setdefault(size, board) == board, (game, study, size)
    page.click("#panel-close")


@mostly_slow("game, move", FIRST_MOVES, FIRST_MOVES[0])
def test_beside_a_low_board_the_analysis_leaves_the_players_the_status_and_the_moves_in_sight(
    people: Callable[..., Person], game: str, move: tuple[str, str]
) -> None:
    always = ("#player-top", "#player-bottom", "#status-text", ".engine-head", "#moves [aria-current]", "#analyse")
    sizes = ((640, 480), (740, 360))
    person = person_at(people, sizes[0], game)
    page = person.page
    person.people()
    person.press(*move)
    analyse(page)
    for size in sizes:
        resized(page, size)
        assert out_of_sight(page, *always, "#engine .chip", "#actions") == [], (game, size)
    choose_entry(page, "game", "resign")
    page.click("#ask-yes")
    page.click("#panel-close")
    offers = [f"#status [data-does={does}]" for does in ("again", "review")]
    for size in sizes:
        resized(page, size)
        assert out_of_sight(page, *always, *offers) == [], (game, size)


def test_a_small_frame_tells_all_five_games_and_all_of_a_new_one(people: Callable[..., Person]) -> None:
    sizes = ((640, 480), (960, 600))
    page = person_at(people, sizes[0], "english").page
    name, mark = (page.locator(f"#player-top .player-{part}").bounding_box() for part in ("name", "mark"))
    assert name
    assert mark
    assert name["y"] < mark["y"] + mark["height"] / 2, "beside the picture, not below it"
    page.click("#choose")
    for size in sizes:
        resized(page, size)
        for at in range(1, 6):
            assert page.evaluate(INSIDE, f".cards > :nth-child({at}) .goal"), (at, size)
    page.click("#panel-close")
    choose_entry(page, "game", "new")
    for size in sizes:
        resized(page, size)
        for part in (".clocks", "[data-fold=begin]", "#start"):
            assert page.evaluate(INSIDE, part), (part, size)
    page.click("#panel-close")


def test_on_a_phone_analysis_and_comment_leave_the_board_where_it_is_and_the_moves_in_sight(
    people: Callable[..., Person],
) -> None:
    person = person_at(people, PHONE, "rock")
    page = person.page
    person.people()
    person.press("b1", "b3")
    for size in (PHONE, (360, 740)):
        resized(page, size)
        before = page.locator("#board").bounding_box()
        analyse(page)
        parts = ("#player-top", "#board", "#engine", "#moves .move[aria-current]", ".study-tools")
        assert out_of_sight(page, *parts) == [], size
        page.click("#annotate")
        assert page.locator("#note textarea").is_visible()
        assert page.locator("#board").bounding_box() == before
        assert page.evaluate("scrollY") == 0
        page.click(".note-done")
        expect(page.locator("#note")).to_be_hidden()
        analyse(page)
    resized(page, PHONE)
    person.open("english")
    person.press("f6")
    person.press("e5")
    analyse(page)
    page.locator("#engine .chip").first.wait_for()
    for part in ("#status [data-does=play-on]", "#player-bottom", "#engine", "#moves"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_nothing_of_the_status_is_cut_off_at_twice_the_text_size_with_a_wide_font(
    people: Callable[..., Person],
) -> None:
    page = person_at(people, (320, 640), "english", bypass_csp=True).page
    page.add_style_tag(
        content='* { font-family: Verdana, "DejaVu Sans" !important } :root { font-size: 200% !important }'
    )
    page.locator("#grid [data-square]").first.dispatch_event("click")
    page.evaluate("document.getElementById('hint').click()")
    assert page.locator("#status.hint").is_visible()
    for size in ((320, 640), (360, 740), PHONE, TABLET, SMALL_DESK):
        resized(page, size)
        for part in ("#status", "#status-text", "#status-actions"):
            over = page.evaluate(
                """selector => {
                  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.querySelector(selector);
                  return [scrollHeight - clientHeight, scrollWidth - clientWidth];
                }""",
                part,
            )
            assert max(over) <= 1, (part, over, size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def pixels(page: Page) -> list[int]:
    """The colours in the frame of the board, at its left side."""
    return list(
        page.evaluate(
            """() => {
              const canvas = document.getElementById('canvas');
              const copy = new OffscreenCanvas(20, canvas.height).getContext('2d', { willReadFrequently: true });
              copy.drawImage(canvas, -2, 0);
              return [...copy.getImageData(0, 0, 20, canvas.height).data];
            }"""
        )
    )


def test_squares_are_named_in_one_way_at_a_time(people: Callable[..., Person]) -> None:
    """By numbers where the moves are numbers: then the frame is bare. By letters elsewhere."""
    person = person_at(people, DESK, "english")
    page = person.page

    def framed(*, numbers: bool, coordinates: bool) -> list[int]:
        for name, is_on in (("numbers", numbers), ("coordinates", coordinates)):
            page.locator(f"[name={name}]").set_checked(is_on)
        return pixels(page)

    page.click("[data-panel=settings]")
    both, numbers = framed(numbers=True, coordinates=True), framed(numbers=True, coordinates=False)
    letters, none = framed(numbers=False, coordinates=True), framed(numbers=False, coordinates=False)
    assert both == numbers == none
    assert letters != none


def test_forced_colours_show_whose_move_it_is_the_current_move_and_what_is_disabled(
    people: Callable[..., Person],
) -> None:
    person = person_at(people, DESK, "rock", forced_colors="active")
    page = person.page
    person.people()
    person.press("b1", "b3")
    person.at(1)

    def computed(selector: str, name: str) -> str:
        return str(page.evaluate("([s, k]) => getComputedStyle(document.querySelector(s))[k]", [selector, name]))

    assert computed(".player.moving", "outlineStyle") == "solid"
    assert computed(".player:not(.moving)", "outlineStyle") == "none"
    assert computed(".move[aria-current]", "backgroundColor") != computed(".moves", "backgroundColor")
    analyse(page)
    page.locator("#to-next[aria-disabled=true]").wait_for()
    assert computed("#to-next", "color") != computed("#to-before", "color")
    assert len(set(pixels(page))) > 20, "the board keeps its own colours"


def test_the_header_has_the_whole_names_the_usual_choices_are_seen_at_once_and_a_sheet_opens_below_the_top(
    people: Callable[..., Person],
) -> None:
    person = person_at(people, PHONE, "english")
    page = person.page
    for size in (PHONE, (320, 640), TABLET, DESK):
        resized(page, size)
        assert page.evaluate(INSIDE, ".wordmark"), size
        cut = page.evaluate(
            "() => { const g = document.getElementById('game-name'); return g.scrollWidth > g.clientWidth; }"
        )
        assert not cut or size[0] < 340, size
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], size
    choose_entry(page, "game", "new")
    rows, foot, fold = page.locator(".form-rows"), page.locator(".form-foot"), page.locator("[data-fold=begin]")
    y = 0.0  # where the button begins
    for size in (DESK, TABLET, PHONE, (360, 740)):
        resized(page, size)
        below = foot.bounding_box()
        assert below, size
        y = below["y"]
        for row in (".seated", "[name=level]", ".opponent-choice", ".clocks"):
            box = page.locator(row).bounding_box()
            assert box, (row, size)
            assert box["y"] + box["height"] <= y, (row, size)
        line = fold.bounding_box()
        assert line
        assert 44 <= line["height"] <= 60, size
        top = rows.bounding_box()
        assert top
        assert top["y"] + top["height"] <= y + 0.5, "the button of a new game lies over no row"
        assert page.evaluate(INSIDE, "#start")
    expect(fold.locator(".fold-value")).to_have_text("Free")
    unfold(page, "begin")
    choice = fold.locator("label:has(input[value=lot])")
    bottom = choice.evaluate("one => one.getBoundingClientRect().bottom")
    assert bottom <= y, "what was unfolded scrolls into sight"
    choice.click()
    expect(fold.locator(".fold-value")).to_have_text("Random ballot")
    rows.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    last = page.locator(".form-rows > *").last.bounding_box()
    assert last
    assert last["y"] + last["height"] <= y
    page.click("#panel-close")
    resized(page, (390, 420))
    person.open("gambit")
    # Above the sheet stand the header and the board, none of them cut off.
    page.evaluate("scrollTo({ top: 60, behavior: 'instant' })")
    assert page.evaluate("scrollY") > 0
    choose_entry(page, "study", "puzzles")
    page.locator("#panel[data-kind=puzzles]:not([hidden])").wait_for()
    assert page.evaluate("scrollY") == 0


def test_on_a_desk_the_board_takes_the_height_and_all_else_has_room_beside_it(
    people: Callable[..., Person],
) -> None:
    person = person_at(people, DESK, "english")
    page = person.page
    for size in (DESK, (1920, 1080), (2560, 1440)):
        resized(page, size)
        board = page.locator("#board").bounding_box()
        assert board
        assert board["height"] >= size[1] - 100
        written = page.locator("#status-text").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        assert written >= size[1] / 68, "what is written grows with the board"
        for part in ("#player-top", "#study", "#player-bottom", "#status", ".actions"):
            box = page.locator(part).bounding_box()
            assert box, part
            assert box["x"] >= board["x"] + board["width"], part
            assert box["y"] + box["height"] <= size[1], part
    resized(page, DESK)
    person.open("rock")
    card = page.locator(".opponent-card")
    expect(card).to_contain_text("Frog")
    expect(card).to_contain_text("Level 2 · ")
    page.select_option("#player-top select", "7")
    expect(card).to_contain_text("Wolf")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    expect(card).to_be_hidden()
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    card.get_by_role("button").click()
    page.locator("#panel[data-kind=opponents]").wait_for()
    expect(card).to_be_hidden()
    page.click("#panel-close")
    expect(card).to_be_visible()
    person.press("b1", "b3")
    expect(card).to_be_hidden()
    resized(page, DESK)
    person.open("english")
    said = page.locator("#status-text").inner_text()
    before = page.locator("#board").bounding_box()
    page.evaluate("document.getElementById('status-text').textContent = 'A long message. '.repeat(60)")
    assert page.locator("#board").bounding_box() == before
    page.evaluate("said => { document.getElementById('status-text').textContent = said; }", said)
    resized(page, (960, 600))
    person.open("english")
    person.people()
    page.select_option(".player[data-side=b] select", "-1")
    page.evaluate("location.hash = 'game=english&panel=rules'")
    assert page.locator("#panel[data-kind=rules]").is_visible()
    box = page.locator("#status").bounding_box()
    assert box
    assert box["height"] <= 60
    assert page.evaluate(INSIDE, "#status [data-does=share]")
    # The moves keep their place at the first one; a panel that has nothing to do with them has their room, too.
    resized(page, DESK)
    person.open("rock")
    person.people()
    choose_entry(page, "study", "openings")
    panel = page.locator("#panel[data-kind=openings]:not([hidden])")
    assert panel.locator("#book").is_visible()
    before = panel.bounding_box()
    assert before
    person.press("b1", "b3")
    assert panel.bounding_box() == before
    for size in (DESK, SMALL_DESK, (1920, 1080)):
        resized(page, size)
        assert out_of_sight(page, "#moves .move[aria-current]", "#moves") == [], size
    page.click("[data-panel=settings]")
    expect(page.locator("#moves")).to_be_hidden()
    page.click("#panel-close")
    expect(page.locator("#moves .move[aria-current]")).to_be_visible()


def test_ballots_are_grouped_searched_and_chosen_by_the_keyboard(person: Person) -> None:
    person.open("english")
    page = person.page
    page.click("[data-panel=new]")
    unfold(page, "begin")
    page.locator("label:has(input[name=begin][value=chosen])").click()
    items = page.locator(".ballot-item")
    expect(items).to_have_count(174)
    assert page.locator(".ballot-group h4").all_inner_texts() == [
        "9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16",
    ]  # fmt: skip
    page.locator(".ballot-board canvas").first.wait_for(state="attached")
    assert page.locator(".ballot-board canvas").count() < 60, "boards out of sight are not drawn"
    search = page.get_by_role("searchbox")
    search.fill("10-14 22-18 12-16")
    expect(page.locator(".ballot-item:visible")).to_have_count(1)
    search.fill("nothing such")
    expect(page.locator(".ballots .note")).to_have_text("No ballot matches.")
    search.fill("9-13")
    shown = page.locator(".ballot-item:visible input")
    search.press("Enter")
    expect(shown.first).to_be_checked()
    shown.first.focus()
    page.keyboard.press("ArrowDown")
    expect(shown.nth(1)).to_be_checked()
    page.click("#panel-close")

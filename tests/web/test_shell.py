"""The frame around the board: typeface, menus, tools for playing and for studying, and what panels leave in sight."""

import json
import re
from collections.abc import Callable

import pytest
from bundle import toolchain
from playwright.sync_api import Page, expect

from tests.support.held import Held
from tests.support.page import whole
from tests.support.person import Person, analyse, choose_entry, step, unfold
from tests.support.tiers import sampled

DESK, SMALL_DESK, TABLET, PHONE = (1440, 900), (1100, 700), (768, 1024), (390, 844)
INSIDE = """selector => {
  const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
  return bottom > top && top >= 0 && left >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
}"""
COVERED = """selector => {
  const one = document.querySelector(selector);
  const { left, top, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


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


def test_every_title_can_be_set_in_the_display_typeface() -> None:
    """The characters that the page's titles need are named where the typeface is made."""
    made = (toolchain.PY / "workshop" / "typeface.py").read_text("utf-8")
    found = re.search(r'set\("([^"]+)"\)', made)
    assert found
    kept = {chr(code) for code in range(0x20, 0x7F)} | set(found[1])
    for path in (toolchain.WEB / "strings").glob("*.json"):
        for key, text in json.loads(path.read_text("utf-8")).items():
            if key.endswith(".title") or key.startswith(("result.", "menu.")):
                assert set(text) <= kept, (path.name, key, set(text) - kept)


@sampled("size", [PHONE, (320, 640), TABLET, DESK], (320, 640))
def test_the_wordmark_and_the_whole_name_of_the_game_are_in_the_header(
    people: Callable[..., Person], size: tuple[int, int]
) -> None:
    person = person_at(people, size, "english")
    page = person.page
    assert page.evaluate(INSIDE, ".wordmark")
    cut = page.evaluate(
        "() => { const g = document.getElementById('game-name'); return g.scrollWidth > g.clientWidth; }"
    )
    assert not cut or size[0] < 340
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_menus_of_a_desk_hold_what_the_menu_of_a_phone_holds(people: Callable[..., Person]) -> None:
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
        assert len(there) >= 4
        desk.keyboard.press("Escape")
        expect(desk.locator(".dropdown")).to_have_count(0)


def test_menus_open_move_and_close_by_the_keyboard(person: Person) -> None:
    person.open("rock")
    page = person.page
    page.locator("[data-menu=game]").press("Enter")
    expect(page.locator(".dropdown [data-entry=restart]")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".dropdown [data-entry=opponents]")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".dropdown [data-entry=restart]")).to_be_focused()
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


def test_a_second_press_closes_a_menu(person: Person) -> None:
    person.open("rock")
    for _ in range(2):
        person.page.click("[data-menu=share]")
        expect(person.page.locator(".dropdown")).to_have_count(1)
        person.page.click("[data-menu=share]")
        expect(person.page.locator(".dropdown")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESK])
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


@sampled("size", [DESK, SMALL_DESK, (1920, 1080), (1024, 768), TABLET], SMALL_DESK, TABLET)
@pytest.mark.parametrize("game", ["english", "gambit"])
def test_no_panel_hides_whose_clock_runs(people: Callable[..., Person], size: tuple[int, int], game: str) -> None:
    person = person_at(people, size, game)
    page = person.page
    choose_entry(page, "game", "new")
    page.locator("label:has(input[name=clock][value='5+3'])").click()
    page.click("#start")
    page.locator("#player-bottom .player-clock").wait_for()
    for panel in ("settings", "rules", "new", "puzzles", "openings", "review"):
        page.evaluate("hash => { location.hash = hash; }", f"game={game}&panel={panel}")
        page.locator(f"#panel[data-kind={panel}]:not([hidden])").wait_for()
        for part in (
            "#player-top",
            "#player-bottom",
            "#player-bottom .player-clock",
            *(["#status-text"] if size[1] >= 640 else []),
            "#board",
            "#panel",
        ):
            assert page.evaluate(INSIDE, part), (panel, part)
            assert not page.evaluate(COVERED, part), (panel, part)
        page.click("#panel-close")
        page.locator("#panel").wait_for(state="hidden")


def test_a_sheet_opens_below_the_top_of_the_page(people: Callable[..., Person]) -> None:
    """Also on a page that was scrolled: above the sheet stand the header and the board, none of them cut off."""
    person = person_at(people, (390, 480), "gambit")
    page = person.page
    page.evaluate("scrollTo({ top: 60, behavior: 'instant' })")
    assert page.evaluate("scrollY") > 0
    choose_entry(page, "study", "puzzles")
    page.locator("#panel[data-kind=puzzles]:not([hidden])").wait_for()
    assert page.evaluate("scrollY") == 0


def test_on_a_tablet_a_panel_leaves_a_large_board_and_the_menu_the_whole_one(people: Callable[..., Person]) -> None:
    person = person_at(people, TABLET, "italian")
    page = person.page
    before = page.locator("#board").bounding_box()
    for panel in ("settings", "lesson"):
        page.evaluate("hash => { location.hash = hash; }", f"game=italian&panel={panel}")
        page.locator(f"#panel[data-kind={panel}]:not([hidden])").wait_for()
        board, sheet = (
            page.locator("#board").bounding_box(),
            page.locator("#panel").bounding_box(),
        )
        assert board
        assert sheet
        assert board["width"] >= 416, panel
        assert abs(sheet["y"] + sheet["height"] - TABLET[1]) <= 1, panel
        page.click("#panel-close")
        page.locator("#panel").wait_for(state="hidden")
    page.evaluate("hash => { location.hash = hash; }", "game=italian&panel=more")
    page.locator("#panel[data-kind=more]:not([hidden])").wait_for()
    assert page.locator("#board").bounding_box() == before


@sampled("size", [DESK, SMALL_DESK, (1920, 1080)], DESK)
def test_the_moves_follow_the_board_beside_a_panel_that_studies(
    people: Callable[..., Person], size: tuple[int, int]
) -> None:
    """They keep their place at the first move; a panel that has nothing to do with them has their room, too."""
    person = person_at(people, size, "rock")
    page = person.page
    person.people()
    choose_entry(page, "study", "openings")
    panel = page.locator("#panel[data-kind=openings]:not([hidden])")
    panel.locator("#book").wait_for()
    before = panel.bounding_box()
    assert before
    person.press("b1", "b3")
    person.at(1)
    for part in ("#moves .move[aria-current]", "#moves"):
        assert page.evaluate(INSIDE, part)
        assert not page.evaluate(COVERED, part)
    assert panel.bounding_box() == before
    page.click("[data-panel=settings]")
    expect(page.locator("#moves")).to_be_hidden()
    page.click("#panel-close")
    expect(page.locator("#moves .move[aria-current]")).to_be_visible()


@sampled("size", [(360, 740), PHONE, (640, 480), (960, 600)], (360, 740), (640, 480))
def test_the_last_move_is_in_sight_in_a_small_window(people: Callable[..., Person], size: tuple[int, int]) -> None:
    for game, move in (("gambit", ("c2", "c4")), ("rock", ("b1", "b3"))):
        person = person_at(people, size, game)
        page = person.page
        person.people()
        person.press(*move)
        person.at(1)
        for study in ("play", "analysis", "openings"):
            if study == "analysis":
                analyse(page)
                page.locator("#engine").wait_for()
            if study == "openings":
                analyse(page)
                page.evaluate("hash => { location.hash = hash; }", f"game={game}&panel=openings")
                page.locator("#panel[data-kind=openings]:not([hidden])").wait_for()
            assert page.evaluate(INSIDE, "#moves .move[aria-current]"), (game, study)
            assert not page.evaluate(COVERED, "#moves .move[aria-current]"), (game, study)


@sampled("size", [(640, 480), (740, 360)], (640, 480), (740, 360))
def test_beside_a_low_board_the_analysis_leaves_the_players_the_status_and_the_moves_in_sight(
    people: Callable[..., Person], size: tuple[int, int]
) -> None:
    for game, move in (("gambit", ("c2", "c4")), ("rock", ("b1", "b3"))):
        person = person_at(people, size, game)
        page = person.page
        person.people()
        person.press(*move)
        person.at(1)
        analyse(page)
        page.locator("#engine .chip").first.wait_for()
        always = (
            "#player-top",
            "#player-bottom",
            "#status-text",
            ".engine-head",
            "#moves [aria-current]",
            "#analyse",
        )
        for part in (*always, "#engine .chip", "#actions"):
            assert page.evaluate(INSIDE, part), (game, part)
            assert not page.evaluate(COVERED, part), (game, part)
        choose_entry(page, "game", "resign")
        page.click("#ask-yes")
        person.wait("over")
        page.click("#panel-close")
        page.locator("#panel").wait_for(state="hidden")
        for part in (*always, "#status [data-does=again]", "#status [data-does=review]"):
            assert page.evaluate(INSIDE, part), (game, part)
            assert not page.evaluate(COVERED, part), (game, part)


@sampled("size", [(640, 480), (960, 600)], (640, 480))
def test_a_small_frame_tells_all_five_games_and_all_of_a_new_one(
    people: Callable[..., Person], size: tuple[int, int]
) -> None:
    page = person_at(people, size, "english").page
    page.click("#choose")
    page.locator(".cards").wait_for()
    for at in range(1, 6):
        assert page.evaluate(INSIDE, f".cards > :nth-child({at}) .goal"), at
    page.click("#panel-close")
    choose_entry(page, "game", "new")
    for part in (".clocks", "[data-fold=begin]", "#start"):
        page.locator(part).wait_for()
        assert page.evaluate(INSIDE, part), part
    page.click("#panel-close")


@sampled("size", [(360, 740), PHONE], (360, 740))
def test_on_a_phone_analysis_and_comment_leave_the_board_where_it_is_and_the_moves_in_sight(
    people: Callable[..., Person], size: tuple[int, int]
) -> None:
    person = person_at(people, size, "rock")
    page = person.page
    person.people()
    person.press("b1", "b3")
    person.at(1)
    before = page.locator("#board").bounding_box()
    analyse(page)
    page.locator("#engine .chip").first.wait_for()
    for part in ("#player-top", "#board", "#engine", "#moves .move[aria-current]", ".study-tools"):
        assert page.evaluate(INSIDE, part), part
        assert not page.evaluate(COVERED, part), part
    page.click("#annotate")
    page.locator("#note textarea").wait_for()
    assert page.locator("#board").bounding_box() == before
    assert page.evaluate("scrollY") == 0
    page.click(".note-done")
    expect(page.locator("#note")).to_be_hidden()


def test_on_a_tablet_the_board_keeps_its_size_when_the_analysis_goes_on(people: Callable[..., Person]) -> None:
    person = person_at(people, TABLET, "english")
    page = person.page
    person.press("f6", "e5")
    person.at(2)
    person.wait("open")
    before = page.locator("#board").bounding_box()
    analyse(page)
    page.locator("#engine .chip").first.wait_for()
    assert page.locator("#board").bounding_box() == before
    for part in ("#status", "#engine .chip", "#moves [aria-current]", "#analyse"):
        assert page.evaluate(INSIDE, part), part
        assert not page.evaluate(COVERED, part), part


def test_beside_a_low_board_a_panel_leaves_the_status_one_line(people: Callable[..., Person]) -> None:
    person = person_at(people, (960, 600), "english")
    page = person.page
    person.people()
    page.select_option(".player[data-side=b] select", "-1")
    page.locator("#status [data-does=share]").wait_for()
    page.evaluate("location.hash = 'game=english&panel=rules'")
    page.locator("#panel[data-kind=rules]:not([hidden])").wait_for()
    box = page.locator("#status").bounding_box()
    assert box
    assert box["height"] <= 60
    assert page.evaluate(INSIDE, "#status [data-does=share]")


@sampled("size", [(320, 640), (360, 740), PHONE, TABLET, SMALL_DESK], (320, 640))
def test_nothing_of_the_status_is_cut_off_at_twice_the_text_size_with_a_wide_font(
    people: Callable[..., Person], size: tuple[int, int]
) -> None:
    person = person_at(people, size, "english", bypass_csp=True)
    page = person.page
    page.add_style_tag(
        content='* { font-family: Verdana, "DejaVu Sans" !important } :root { font-size: 200% !important }'
    )
    page.locator("#grid [data-square]").first.dispatch_event("click")
    page.evaluate("document.getElementById('hint').click()")
    page.locator("#status.hint").wait_for()
    for part in ("#status", "#status-text", "#status-actions"):
        over = page.evaluate(
            """selector => {
              const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.querySelector(selector);
              return [scrollHeight - clientHeight, scrollWidth - clientWidth];
            }""",
            part,
        )
        assert max(over) <= 1, (part, over)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_long_message_moves_no_board(person: Person) -> None:
    person.open("english")
    page = person.page
    before = page.locator("#board").bounding_box()
    page.evaluate("document.getElementById('status-text').textContent = 'A long message. '.repeat(60)")
    assert page.locator("#board").bounding_box() == before


def pixels(page: Page) -> list[int]:
    """The colours in the frame of the board, at its left side."""
    return list(
        page.evaluate(
            """() => {
              const canvas = document.getElementById('canvas');
              const { data } = canvas.getContext('2d').getImageData(2, 0, 20, canvas.height);
              return [...data];
            }"""
        )
    )


def test_squares_are_named_in_one_way_at_a_time(people: Callable[..., Person]) -> None:
    """By numbers where the moves are numbers: then the frame is bare. By letters elsewhere."""
    person = person_at(people, DESK, "english")
    page = person.page

    def kept(**settings: bool) -> list[int]:
        page.evaluate("kept => localStorage.setItem('saltus.settings', kept)", json.dumps(settings))
        page.reload()
        person.wait("open")
        person.drawn("english")
        return pixels(page)

    both, numbers = kept(numbers=True, coordinates=True), kept(numbers=True, coordinates=False)
    letters, none = kept(numbers=False, coordinates=True), kept(numbers=False, coordinates=False)
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


def test_no_word_of_dropping_files_where_fingers_point(people: Callable[..., Person]) -> None:
    for size, shown in ((PHONE, False), (DESK, True)):
        person = person_at(people, size, "rock")
        choose_entry(person.page, "share", "save")
        person.page.locator("#paste").wait_for()
        assert person.page.locator(".drop-note").is_visible() == shown


def test_the_button_of_a_new_game_lies_over_no_row(people: Callable[..., Person]) -> None:
    person = person_at(people, PHONE, "english")
    page = person.page
    choose_entry(page, "game", "new")
    rows, foot = page.locator(".form-rows"), page.locator(".form-foot")
    foot.wait_for()
    top, below = rows.bounding_box(), foot.bounding_box()
    assert top
    assert below
    assert top["y"] + top["height"] <= below["y"] + 0.5
    assert page.evaluate(INSIDE, "#start")
    rows.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    last = page.locator(".form-rows > *").last.bounding_box()
    assert last
    assert last["y"] + last["height"] <= below["y"]


@sampled("size", [PHONE, (360, 740), DESK, TABLET], (360, 740))
def test_the_usual_choices_of_a_new_game_are_seen_at_once_and_the_others_folded(
    people: Callable[..., Person], size: tuple[int, int]
) -> None:
    person = person_at(people, size, "english")
    page = person.page
    choose_entry(page, "game", "new")
    foot = page.locator(".form-foot")
    foot.wait_for()
    below = foot.bounding_box()
    assert below
    for row in (".seated", "[name=level]", ".opponent-choice", ".clocks"):
        box = page.locator(row).bounding_box()
        assert box, row
        assert box["y"] + box["height"] <= below["y"], row
    fold = page.locator("[data-fold=begin]")
    line = fold.bounding_box()
    assert line
    assert 44 <= line["height"] <= 60
    expect(fold.locator(".fold-value")).to_have_text("Free")
    unfold(page, "begin")
    choice = fold.locator("label:has(input[value=lot])")
    bottom = choice.evaluate("one => one.getBoundingClientRect().bottom")
    assert bottom <= below["y"], "what was unfolded scrolls into sight"
    choice.click()
    expect(fold.locator(".fold-value")).to_have_text("Random ballot")


@sampled("size", [DESK, (1920, 1080)], DESK)
def test_on_a_desk_the_board_takes_the_height_and_all_else_stands_beside_it(
    people: Callable[..., Person], size: tuple[int, int]
) -> None:
    person = person_at(people, size, "english")
    board = person.page.locator("#board").bounding_box()
    assert board
    assert board["height"] >= size[1] - 100
    for part in ("#player-top", "#study", "#player-bottom", "#status", ".actions"):
        box = person.page.locator(part).bounding_box()
        assert box, part
        assert box["x"] >= board["x"] + board["width"], part
        assert box["y"] + box["height"] <= size[1], part


def test_the_opponent_stands_in_the_empty_move_list_of_a_desk(people: Callable[..., Person]) -> None:
    person = person_at(people, DESK, "rock")
    page = person.page
    whole(page)
    card = page.locator(".opponent-card")
    expect(card).to_contain_text("Cat")
    expect(card).to_contain_text("Level 4 · 1200")
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


def test_the_page_says_to_other_sites_what_it_is(person: Person) -> None:
    person.open("rock")
    page = person.page
    told = page.eval_on_selector_all(
        "meta[property], meta[name^=twitter]",
        "all => Object.fromEntries(all.map((one) => [one.getAttribute('property') ?? one.name, one.content]))",
    )
    assert told["og:image"] == told["twitter:image"] == "share.jpg"
    assert told["twitter:card"] == "summary_large_image"
    answer = page.request.get(f"{person.address}share.jpg")
    assert answer.ok
    assert answer.body()[:3] == b"\xff\xd8\xff"

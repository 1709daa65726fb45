"""Playing at the built page as a person would: by mouse, by finger, by keyboard, by ear.

Most tests share one page whose rules are up (`person`); those about the first moments of a visit, or about what is
kept between visits, have a fresh one (`newcomer`).
"""

import re
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.held import Held
from tests.support.page import settled, until, whole
from tests.support.person import Person, choose_entry, result_of, step, unfold
from tests.support.settle import pass_time, standing, unsettled
from tests.support.tiers import sampled

GAMES = {"english": 32, "gambit": 32, "italian": 32, "rock": 64, "roman": 64}
"""Each game and how many squares it is played on."""


@sampled("game", list(GAMES), "italian")
def test_address_opens_a_game_and_the_computer_replies(person: Person, game: str) -> None:
    """A first move by the person and one by the computer, whoever begins."""
    person.open(game)
    assert len(person.squares) == GAMES[game]
    played = len(person.moves)
    person.turn(Random(game), person.click)
    person.listed(played + 2)
    person.wait("open", "over")


@pytest.mark.pyodide
def test_board_is_shown_before_the_rules_are_ready(newcomer: Person) -> None:
    newcomer.page.route("**/*.wasm", lambda route: None)
    with unsettled(newcomer.page):
        newcomer.open("italian", "loading")
        newcomer.drawn("italian")
        assert len(newcomer.named("black man")) == 12
        assert "board-drawn" in newcomer.marks()
        assert "engine-ready" not in newcomer.marks()


@pytest.mark.pyodide
def test_whole_game_by_mouse_against_the_computer(person: Person) -> None:
    person.open("gambit")
    person.page.select_option("#player-top select", "1")
    choose = Random(4)
    while person.wait("open", "over") == "open":
        person.turn(choose, person.click)
    assert result_of(person) in ("w", "b", "draw")
    assert "to" in person.status, "the points of both sides"
    person.page.locator(".result").wait_for()
    person.page.locator("#panel-close").click()
    expect(person.page.locator("[data-does=again]")).to_be_visible()


def test_whole_game_by_the_grid_of_buttons_alone(person: Person) -> None:
    person.open("english")
    person.people()
    choose = Random(11)
    while person.wait("open", "over") == "open":
        person.turn(choose, person.press)
    assert result_of(person) in ("w", "b", "draw")
    assert person.headline
    assert person.spoken.startswith(person.headline)


def test_square_labels_begin_with_the_square_name(person: Person) -> None:
    person.open("english")
    person.says("h8", "4, black man")
    person.says("b6", "9, black man, can move")
    person.says("b4", "17, empty")
    person.press("b6")
    person.says("b6", "9, black man, selected")
    person.says("a5", "13, empty, target")


def test_b_key_enters_the_board_at_a_movable_piece_and_returns_to_the_last_square(person: Person) -> None:
    focused = "document.activeElement.ariaLabel ?? ''"
    person.open("english")
    person.page.keyboard.press("b")
    assert person.page.evaluate(focused).endswith("can move")
    person.page.keyboard.press("ArrowDown")
    left = person.page.evaluate(focused)
    person.page.locator("#hint").focus()
    person.page.keyboard.press("b")
    assert person.page.evaluate(focused) == left


def test_a_key_cycles_through_the_selectable_squares(person: Person) -> None:
    focused = "document.activeElement.ariaLabel ?? ''"
    keyboard = person.page.keyboard
    person.open("rock")
    keyboard.press("b")
    first = person.page.evaluate(focused)
    keyboard.press("j")
    assert person.page.evaluate(focused) != first
    assert person.page.evaluate(focused).endswith("can move")
    keyboard.press("Shift+J")
    assert person.page.evaluate(focused) == first
    keyboard.press("Enter")
    person.says(first[:2], f"{first[:2]}, white piece, selected")
    keyboard.press("j")
    assert person.page.evaluate(focused).endswith("target")
    keyboard.press("Enter")
    assert person.position


def test_arrow_keys_move_the_focus_over_the_board(person: Person) -> None:
    person.open("rock")
    person.square("a8").focus()
    focused = "document.activeElement.dataset.square"
    walk = [person.page.evaluate(focused)]
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft"):
        person.page.keyboard.press(key)
        walk.append(person.page.evaluate(focused))
    assert walk == ["a8", "a7", "b7", "c7", "c8", "b8"]


def test_piece_is_dragged(person: Person) -> None:
    person.open("english")
    person.people("top")
    mouse = person.page.mouse
    mouse.move(*person.place("b6"))
    mouse.down()
    mouse.move(*person.place("c5"), steps=4)
    mouse.up()
    person.wait("open")
    assert person.moves == ["9-14"]


def test_a_press_is_drawn_in_the_next_frame(person: Person) -> None:
    """The frame after the one in which the key was pressed shows the piece as selected."""
    person.open("rock")
    person.people()
    box = person.square("b1").bounding_box()
    assert box is not None
    person.page.evaluate(
        """([x, y]) => {
          const canvas = document.getElementById('canvas');
          const one = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
          window.corner = () => {
            const box = canvas.getBoundingClientRect();
            const ratio = canvas.width / box.width;
            one.drawImage(canvas, (x - box.left) * ratio, (y - box.top) * ratio, 1, 1, 0, 0, 1, 1);
            return one.getImageData(0, 0, 1, 1).data.join();
          };
          addEventListener('pointerdown', () => { window.bare = corner(); }, { capture: true, once: true });
          window.shown = new Promise((seen) => {
            addEventListener('pointerdown', () => requestAnimationFrame(() => seen(corner())), { once: true });
          });
        }""",
        [box["x"] + 3, box["y"] + 3],
    )
    person.page.mouse.move(*person.place("b1"))
    person.page.mouse.down()
    bare, shown = person.page.evaluate("window.shown.then((shown) => [window.bare, shown])")
    person.page.mouse.up()
    person.says("b1", "b1, white piece, selected")
    assert shown != bare
    assert shown == person.page.evaluate("corner()")


def test_piece_dropped_on_an_illegal_square_returns(person: Person) -> None:
    person.open("english")
    mouse = person.page.mouse
    mouse.move(*person.place("b6"))
    mouse.down()
    mouse.move(*person.place("e5"), steps=4)
    mouse.up()
    person.page.locator("#status.refusal").wait_for()
    assert person.moves == []
    assert person.squares["b6"].startswith("9, black man")


def test_square_that_only_one_piece_can_reach_plays_it(person: Person) -> None:
    person.open("english")
    person.people("top")
    person.click("a5")
    person.page.locator("#moves .move").wait_for()
    assert person.moves == ["9-13"]


def test_refusal_gives_its_reason_and_links_to_the_rule(person: Person) -> None:
    person.open("english")
    person.click("b6", "e5")
    person.page.locator("#status.refusal").wait_for()
    assert "15 is neither" in person.status
    assert person.spoken in person.status
    person.page.locator("#status-text a").click()
    person.page.locator("#panel .here").wait_for()


def test_a_piece_of_the_other_side_is_told_without_a_rule(person: Person) -> None:
    person.open("english")
    person.click("c3")
    person.page.locator("#status.refusal").wait_for()
    assert person.status.endswith("Not your piece: you play Black.")
    expect(person.page.locator("#status a")).to_have_count(0)


def test_forced_capture_is_announced_and_alternatives_are_refused(person: Person) -> None:
    person.open("english")
    person.people("top")
    for path in ("f6 g5", "e3 f4"):
        person.click(*path.split())
        person.wait("open")
    assert person.status.split("\n")[0] == "Black must capture"
    assert person.named("must capture") == ["g5"]
    person.click("b6")
    person.page.locator("#status.refusal").wait_for()
    assert "capture" in person.status


def test_optional_chain_may_be_taken_back_and_ended_early(person: Person) -> None:
    person.open("gambit")
    person.people("top")
    choose = Random(1)
    end = person.page.locator("[data-does=end]")
    while True:
        assert person.wait("open", "over") == "open", "no chain came up; choose another seed"
        before = person.position
        person.watch()
        path = [choose.choice(person.named("must capture"))]
        person.click(path[0])
        person.page.locator('#grid [aria-label*="target"]').first.wait_for(state="attached")
        path.append(choose.choice(person.named("target")))
        person.click(path[1])
        if person.holds(path[1]):
            break
    assert len(person.named("captured")) == 1
    person.page.keyboard.press("Escape")
    person.none("captured")
    assert person.position == before
    person.click(*path)
    end.click()
    person.at(before + 1)


def test_undo_returns_to_the_players_own_move_and_redo_replays_it(person: Person) -> None:
    person.open("rock")
    for count in (2, 4):
        person.turn(Random(count), person.click)
        person.listed(count)
        person.wait("open")
    shown = person.squares
    person.page.click("#undo")
    person.at(2)
    person.wait("open")
    assert len(person.moves) == 4
    person.page.click("#redo")
    person.at(4)
    assert person.squares == shown


def test_undone_line_stays_as_a_variation(person: Person) -> None:
    person.open("rock")
    person.people("top")
    person.click("b1", "b3")
    person.at(1)
    person.page.click("#undo")
    person.at(0)
    person.wait("open")
    person.click("c1", "c3")
    person.at(2)
    assert person.moves == ["c1-c3", "b1-b3"]
    person.page.locator("#moves .variation .move").click()
    person.at(1)
    assert person.squares["b3"].startswith("b3, white piece")


def test_reload_brings_the_game_back(newcomer: Person) -> None:
    newcomer.open("italian")
    newcomer.people()
    for _ in range(3):
        newcomer.wait("open")
        path = newcomer.turn(Random(2), newcomer.click)
    newcomer.wait("open")
    moves, squares = newcomer.moves, newcomer.squares
    assert newcomer.page.evaluate("JSON.parse(localStorage['saltus.table.italian']).last") == path
    newcomer.page.reload()
    newcomer.wait("open")
    assert (newcomer.moves, newcomer.squares) == (moves, squares)


def test_reload_keeps_the_place_in_the_game(person: Person) -> None:
    person.open("rock")
    person.turn(Random(3), person.click)
    person.listed(2)
    person.wait("open")
    before = person.moves
    step(person.page, "Home")
    person.page.locator("#to-next").click()
    person.at(1)
    assert person.wait("open", "thinking") == "open", "in the past of a game the computer does not move"
    person.page.reload()
    person.at(1)
    assert person.wait("open", "thinking") == "open"
    person.page.click("#to-last")
    person.at(2)
    assert person.moves == before


def test_address_without_a_game_opens_the_last_one(newcomer: Person) -> None:
    newcomer.open("gambit")
    whole(newcomer.page)
    newcomer.page.goto("about:blank")
    newcomer.page.goto(newcomer.address)
    newcomer.wait("open")
    assert newcomer.page.locator("#game-name").inner_text() == "Gambit"


def test_chooser_shows_five_boards_and_changes_the_game(person: Person) -> None:
    person.open("english")
    person.page.click("#choose")
    expect(person.page.locator(".card canvas")).to_have_count(5)
    person.page.click("[data-game=rock]")
    person.drawn("rock")
    person.wait("open")
    assert person.page.url.endswith("#game=rock")
    person.page.go_back()
    person.drawn("english")


def test_back_closes_a_panel(person: Person) -> None:
    person.open("english")
    person.page.click("[data-panel=settings]")
    person.page.locator("#panel").wait_for()
    person.page.go_back()
    person.page.locator("#panel").wait_for(state="hidden")
    assert person.page.url.endswith("#game=english")


def test_a_panel_opened_while_the_browser_goes_back_stays_and_has_its_own_entry(person: Person) -> None:
    person.open("english")
    page = person.page
    page.click("[data-panel=settings]")
    page.locator("#panel [name=language]").wait_for()
    # Closing goes back in the history, which takes the browser a moment; nothing is waited for in between.
    page.evaluate("""() => {
      document.getElementById('panel-close').click();
      document.querySelector('[data-panel=new]').click();
    }""")
    settled(page)
    expect(page.locator("#panel")).to_be_visible()
    expect(page.locator("#panel")).to_have_attribute("data-kind", "new")
    page.go_back()
    expect(page.locator("#panel")).to_be_hidden()
    assert page.url.endswith("#game=english")
    assert page.evaluate("history.state") is None


def test_hint_shows_a_move_with_its_reason(person: Person) -> None:
    person.open("gambit")
    person.page.click("#hint")
    person.page.locator("#status.hint").wait_for()
    move, because = person.status.split(": ", 1)
    assert move
    assert because.startswith("With best play it is a draw. It "), "the game is solved"
    assert person.position == 0


def test_game_between_two_computers_can_be_paused(person: Person) -> None:
    person.open("rock")
    with standing(person.page):
        person.page.select_option("#player-top select", "1")
        person.page.select_option("#player-bottom select", "1")
        pass_time(person.page, 2)
        played = len(person.moves)
        pause = person.page.locator("[data-does=pause]").element_handle()
        pass_time(person.page, 2)
        assert len(person.moves) > played > 1
        assert pause.evaluate("one => one.isConnected"), "what is exchanged while it is pressed is not heard"
        person.page.click("[data-does=pause]")
        person.wait("paused")
        person.page.click("[data-does=pause]")
        person.wait("thinking")


def test_resigning_ends_the_game_and_can_be_undone(person: Person) -> None:
    person.open("english")
    person.page.click("#resign")
    person.page.click("#ask-yes")
    person.wait("over")
    assert result_of(person) == "w"
    person.page.locator(".result").wait_for()
    person.page.keyboard.press("Control+z")
    person.wait("open")


def test_roman_set_up_number_gives_the_same_position_again(person: Person) -> None:
    person.open("roman")
    found = []
    for _ in range(2):
        person.page.click("[data-panel=new]")
        unfold(person.page, "setup")
        person.page.fill("[name=seed]", "4821")
        person.page.click("#start")
        person.page.get_by_text("Roman Solitaire #4821").wait_for()
        person.none("selected")
        person.wait("open")
        found.append(person.squares)
        person.click(person.named("can move")[0])
    assert found[0] == found[1]
    assert len([label for label in found[0].values() if "white piece" in label]) == 9


def test_house_rule_is_switched_in_a_new_game(person: Person) -> None:
    person.open("rock")
    person.page.click("[data-panel=new]")
    unfold(person.page, "options")
    person.page.uncheck("[name=option-repetition]")
    person.page.click("#start")
    person.page.locator("#panel").wait_for(state="hidden")
    person.wait("open")
    person.page.click("[data-panel=new]")
    assert not person.page.is_checked("[name=option-repetition]")


def test_clocks_run_for_the_side_to_move(person: Person) -> None:
    person.open("gambit")
    person.people()
    person.page.click("[data-panel=new]")
    person.page.check("[name=clock][value='3+2']", force=True)
    person.page.check("[name=who][value=both]", force=True)
    person.page.click("#start")
    person.page.locator("#player-bottom .player-clock").wait_for()
    person.turn(Random(0), person.click)
    pass_time(person.page, 2)
    assert person.page.locator("#player-top .player-clock").inner_text() < "3:00"
    assert person.page.locator("#player-bottom .player-clock").inner_text() > "3:00"


def test_form_of_a_new_game_that_is_closed_forgets_what_was_chosen(person: Person) -> None:
    person.open("gambit")
    page = person.page
    page.click("[data-panel=new]")
    page.check("[name=clock][value='5+3']", force=True)
    page.select_option("[name=level]", "7")
    expect(page.locator(".opponent-choice")).to_contain_text("Wolf")
    page.click("#panel-close")
    page.click("[data-panel=new]")
    expect(page.locator("[name=clock][value=none]")).to_be_checked()
    expect(page.locator("[name=level]")).to_have_value("4")


def test_clocks_are_chosen_freely_and_stay_for_the_next_game(newcomer: Person) -> None:
    newcomer.open("gambit")
    clock = newcomer.page.locator("#player-bottom .player-clock")
    newcomer.page.click("[data-panel=new]")
    newcomer.page.check("[name=who][value=both]", force=True)
    expect(newcomer.page.locator("[name=minutes]")).to_be_hidden()
    newcomer.page.check("[name=clock][value=other]", force=True)
    newcomer.page.fill("[name=minutes]", "7")
    newcomer.page.fill("[name=increment]", "4")
    newcomer.page.click("#start")
    expect(clock).to_have_text("7:00")
    newcomer.turn(Random(0), newcomer.click)
    expect(clock).to_have_text("7:04")
    newcomer.page.reload()
    newcomer.wait("open")
    choose_entry(newcomer.page, "game", "restart")
    expect(clock).to_have_text("7:00")


def test_blocked_storage_does_not_stop_the_game(newcomer: Person) -> None:
    newcomer.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } })"
    )
    newcomer.open("rock")
    newcomer.people("top")
    newcomer.click("b1", "b3")
    newcomer.page.locator("#moves .move").wait_for()


@pytest.mark.parametrize("game", ["english", "gambit"])
def test_layout_does_not_shift(newcomer: Person, game: str) -> None:
    newcomer.page.add_init_script(
        """window.shifts = [];
        const named = ({ node, previousRect: from, currentRect: to }) =>
          `${node?.parentElement?.outerHTML.slice(0, 200)} from ${JSON.stringify(from)} to ${JSON.stringify(to)}`;
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries()) shifts.push([value, ...sources.map(named)]);
        }).observe({ type: 'layout-shift', buffered: true });"""
    )
    # The display typeface may come at any time: what it does to a title has a test of its own (test_shell.py).
    held = Held(newcomer.page, "**/*.woff2")
    newcomer.open(game)
    newcomer.turn(Random(0), newcomer.press)
    newcomer.wait("open")
    shifts = newcomer.page.evaluate("shifts")
    assert shifts == [], "\n".join(map(str, shifts))
    held.let_go()


@pytest.mark.parametrize("last", ["player-bottom", "status", "actions", "panel"])
def test_nothing_beside_the_board_is_shown_before_all_of_it_has_come(page: Page, address: str, last: str) -> None:
    """A slow host sends the page in parts, and each part would move those before it."""
    end = f'id="{last}"'

    def send(route: Route) -> None:
        response = route.fetch()
        markup = re.sub(r"<script.*?</script>", "", response.text(), flags=re.DOTALL)
        route.fulfill(response=response, body=markup[: markup.index(end)])

    page.route(address, send)
    page.goto(address)
    expect(page.locator("main")).to_have_css("visibility", "hidden")
    end = "</html>"
    page.reload()
    expect(page.locator("main")).to_have_css("visibility", "visible")


@sampled("size", [(390, 844), (360, 640), (768, 1024), (1440, 900), (844, 390)], (360, 640), (1440, 900))
@pytest.mark.parametrize("game", ["english", "gambit"])
def test_board_and_actions_are_seen_without_scrolling(newcomer: Person, size: tuple[int, int], game: str) -> None:
    width, height = size
    newcomer.page.set_viewport_size({"width": width, "height": height})
    newcomer.open(game, "loading", "open")
    for wanted in ("#board", "#player-top", "#player-bottom", "#status", "#undo", "#hint", "#flip", "#choose"):
        box = newcomer.page.locator(wanted).bounding_box()
        assert box, wanted
        assert box["x"] >= 0, wanted
        assert box["y"] >= 0, wanted
        assert box["x"] + box["width"] <= width + 0.5, wanted
        assert box["y"] + box["height"] <= height + 0.5, wanted
    assert newcomer.page.evaluate("document.documentElement.scrollWidth") <= width


def test_every_control_has_a_name(person: Person) -> None:
    person.open("roman")
    for panel in ("games", "rules", "settings", "new"):
        person.page.locator(f"[data-panel={panel}]:visible").first.click()
        person.page.locator("#panel").wait_for()
        nameless = person.page.evaluate(
            """() => [...document.querySelectorAll('button, select, input, [role=grid]')].filter(one =>
                !(one.ariaLabel || one.labels?.length || one.textContent.trim())).map(one => one.outerHTML)"""
        )
        assert nameless == []
        person.page.click("#panel-close")


def test_finger_that_scrolls_never_moves_a_piece(touch: Person) -> None:
    touch.open("rock")
    touch.page.evaluate("document.body.style.minHeight = '3000px'")
    touch.swipe(*touch.place("d5"), -160)
    until(touch.page, lambda: touch.page.evaluate("scrollY") > 50)
    touch.none("selected")
    assert touch.moves == []


def test_finger_that_starts_on_a_piece_drags_it(touch: Person) -> None:
    touch.open("rock")
    touch.people("top")
    touch.page.evaluate("document.body.style.minHeight = '3000px'")
    (x, y), (_, target) = touch.place("b1"), touch.place("b3")
    touch.swipe(x, y, target - y)
    touch.at(1)
    assert touch.moves == ["b1-b3"]
    assert touch.page.evaluate("scrollY") == 0


def test_finger_taps_a_move(touch: Person) -> None:
    touch.open("rock")
    touch.people("top")
    for square in ("b1", "b3"):
        touch.page.touchscreen.tap(*touch.place(square))
    touch.page.locator("#moves .move").wait_for()
    assert touch.moves == ["b1-b3"]


def test_chosen_theme_is_kept_for_the_next_visit(newcomer: Person) -> None:
    newcomer.open("rock")
    page = newcomer.page
    page.click("[data-panel=settings]")
    page.check("[name=theme][value=dark]", force=True)
    page.check("[name=board][value=slate]", force=True)
    colour = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(colour)
    page.reload(wait_until="commit")
    page.locator("#undo").wait_for()
    assert page.evaluate(colour) == dark
    newcomer.wait("open")
    page.click("[data-panel=settings]")
    assert page.is_checked("[name=board][value=slate]")

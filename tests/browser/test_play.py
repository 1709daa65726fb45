"""Playing at the built page as a person would: by mouse, by finger, by keyboard, by ear."""

from random import Random

import pytest
from person import Person, result_of
from playwright.sync_api import Page, Route

GAMES = {"english": 32, "gambit": 32, "italian": 32, "rock": 64, "roman": 64}
"""Each game and how many squares it is played on."""


@pytest.mark.parametrize("game", GAMES)
def test_address_opens_a_game_that_is_answered(person: Person, game: str) -> None:
    """A first turn by the person and one by the computer, whoever begins."""
    person.open(game)
    assert len(person.squares) == GAMES[game]
    marks = person.marks()
    assert marks["board-drawn"] < marks["engine-ready"]
    played = len(person.moves)
    person.turn(Random(game), lambda square: person.click(square))
    person.page.wait_for_function("n => document.querySelectorAll('#moves .move').length === n", arg=played + 2)
    assert person.wait("open", "over") in ("open", "over")


def test_board_stands_before_the_rules_are_up(person: Person) -> None:
    person.page.route("**/*.wasm", lambda route: None)
    person.open("english", "loading")
    assert person.page.locator("#canvas").get_attribute("data-drawn") == "english"
    assert len(person.named("black man")) == 12
    assert "board-drawn" in person.marks()
    assert "engine-ready" not in person.marks()


def test_whole_game_by_mouse_against_the_computer(person: Person) -> None:
    person.open("gambit")
    person.page.select_option("#player-top select", "1")
    choose = Random(4)
    while person.wait("open", "over") == "open":
        person.turn(choose, lambda square: person.click(square))
    assert result_of(person.status) in ("w", "b", "draw")
    assert "to" in person.status, "the points of both sides"
    assert person.page.locator("[data-does=again]").is_visible()


def test_whole_game_by_the_grid_of_buttons_alone(person: Person) -> None:
    person.open("english")
    person.people()
    choose = Random(11)
    while person.wait("open", "over") == "open":
        person.turn(choose, lambda square: person.press(square))
    assert result_of(person.status) in ("w", "b", "draw")
    assert person.spoken.startswith(person.status.split("\n")[0])


def test_names_of_squares_begin_with_the_square(person: Person) -> None:
    person.open("english")
    assert person.squares["h8"] == "h8, black man"
    assert person.squares["b6"] == "b6, black man, can move"
    assert person.squares["b4"] == "b4, empty"
    person.press("b6")
    assert person.squares["b6"] == "b6, black man, taken up"
    assert person.squares["a5"] == "a5, empty, target"


def test_arrows_walk_the_board_as_it_is_seen(person: Person) -> None:
    person.open("rock")
    person.page.keyboard.press("b")
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


def test_piece_dropped_where_it_may_not_go_stays(person: Person) -> None:
    person.open("english")
    mouse = person.page.mouse
    mouse.move(*person.place("b6"))
    mouse.down()
    mouse.move(*person.place("e5"), steps=4)
    mouse.up()
    person.page.locator("#status.refusal").wait_for()
    assert person.moves == []
    assert person.squares["b6"].startswith("b6, black man")


def test_square_that_only_one_piece_can_reach_plays_it(person: Person) -> None:
    person.open("english")
    person.people("top")
    person.click("a5")
    person.page.locator("#moves .move").wait_for()
    assert person.moves == ["9-13"]


def test_refusal_says_why_and_leads_to_the_rule(person: Person) -> None:
    person.open("english")
    person.click("b6", "e5")
    person.page.locator("#status.refusal").wait_for()
    assert "e5" in person.status
    assert person.spoken in person.status
    person.page.locator("#status-text a").click()
    assert person.page.locator("#panel .here").is_visible()


def test_forced_capture_is_announced_and_alternatives_are_refused(person: Person) -> None:
    person.open("english")
    person.people("top")
    for path in ("f6 g5", "e3 f4"):
        person.click(*path.split())
        person.wait("open")
    assert person.status == "Black must capture"
    assert person.named("must capture") == ["g5"]
    person.click("b6")
    person.page.locator("#status.refusal").wait_for()
    assert "capture" in person.status


def test_optional_chain_may_be_ended_and_taken_back(person: Person) -> None:
    person.open("gambit")
    person.people("top")
    choose = Random(1)
    end = person.page.locator("[data-does=end]")
    while not end.count():
        assert person.wait("open", "over") == "open", "no chain came up; choose another seed"
        before = person.position
        person.click(choose.choice(person.named("must capture")))
        person.click(choose.choice(person.named("target")))
        if not end.count():
            person.page.wait_for_function("was => document.getElementById('grid').dataset.node !== was", arg=before)
    captured = person.named("captured")
    assert len(captured) == 1
    person.page.keyboard.press("Escape")
    assert person.named("captured") == []
    assert len(person.moves) == int(before)
    person.page.keyboard.press("Escape")


def test_undo_goes_back_to_the_own_turn_and_redo_forth(person: Person) -> None:
    person.open("english")
    for piece, target in (("b6", "a5"), ("d6", "c5")):
        if person.named("must capture"):
            break
        person.click(piece, target)
        person.page.wait_for_function("n => document.querySelectorAll('#moves .move').length > n", arg=len(person.moves))
        person.wait("open")
    played = person.moves
    shown = person.squares
    person.page.click("#undo")
    person.wait("open")
    person.page.wait_for_function("was => document.getElementById('grid').dataset.node !== was", arg=str(len(played)))
    assert int(person.position) == len(played) - 2
    assert person.moves == played
    person.page.click("#redo")
    person.page.wait_for_function("node => document.getElementById('grid').dataset.node === node", arg=str(len(played)))
    assert person.squares == shown


def test_line_that_was_left_stays_as_a_variation(person: Person) -> None:
    person.open("rock")
    person.people("top")
    person.click("b1", "b3")
    person.page.locator("#moves .move").wait_for()
    person.page.click("#undo")
    person.page.wait_for_function("() => document.getElementById('grid').dataset.node === '0'")
    person.click("c1", "c3")
    person.page.locator("#moves .variation .move").wait_for()
    assert person.moves == ["c1-c3", "b1-b3"]
    person.page.locator("#moves .variation .move").click()
    person.page.wait_for_function("() => document.getElementById('grid').dataset.node === '1'")
    assert person.squares["b3"].startswith("b3, white piece")


def test_reload_brings_the_game_back(person: Person) -> None:
    person.open("italian")
    person.people()
    for _ in range(3):
        person.wait("open")
        person.turn(Random(2), lambda square: person.click(square))
    moves, squares = person.moves, person.squares
    person.page.wait_for_function("n => (localStorage['saltus.table.italian'] ?? '').includes('\"last\"')")
    person.page.reload()
    person.wait("open")
    assert (person.moves, person.squares) == (moves, squares)


def test_front_door_is_the_last_game(person: Person) -> None:
    person.open("gambit")
    person.page.goto("about:blank")
    person.page.goto(person.address)
    person.wait("open")
    assert person.page.locator("#game-name").inner_text() == "Gambit"


def test_chooser_shows_five_boards_and_changes_the_game(person: Person) -> None:
    person.open("english")
    person.page.click("#choose")
    assert person.page.locator(".card canvas").count() == 5
    person.page.click("[data-game=rock]")
    person.page.wait_for_function("() => document.getElementById('canvas').dataset.drawn === 'rock'")
    person.wait("open")
    assert person.page.url.endswith("#game=rock")
    person.page.go_back()
    person.page.wait_for_function("() => document.getElementById('canvas').dataset.drawn === 'english'")


def test_back_closes_a_panel(person: Person) -> None:
    person.open("english")
    person.page.click("[data-panel=settings]")
    assert person.page.locator("#panel").is_visible()
    person.page.go_back()
    person.page.locator("#panel").wait_for(state="hidden")
    assert person.page.url.endswith("#game=english")


def test_hint_shows_a_move_with_its_reason(person: Person) -> None:
    person.open("gambit")
    person.page.click("#hint")
    person.page.locator("#status.hint").wait_for()
    move, because = person.status.split(": ", 1)
    assert move
    assert because
    assert person.position == "0"


def test_both_sides_by_the_computer_can_be_held(person: Person) -> None:
    person.open("rock")
    person.page.select_option("#player-top select", "1")
    person.page.select_option("#player-bottom select", "1")
    person.page.wait_for_function("() => document.querySelectorAll('#moves .move').length >= 2")
    person.page.click("[data-does=pause]")
    person.wait("paused")
    person.page.click("[data-does=pause]")
    person.wait("thinking")


def test_resigning_ends_the_game_and_can_be_undone(person: Person) -> None:
    person.open("english")
    person.page.click("#resign")
    person.page.click("#ask-yes")
    person.wait("over")
    assert result_of(person.status) == "w"
    person.page.click("#undo")
    person.wait("open")


def test_roman_set_up_number_gives_the_same_position_again(person: Person) -> None:
    person.open("roman")
    found = []
    for _ in range(2):
        person.page.click("[data-panel=new]")
        person.page.fill("[name=seed]", "4821")
        person.page.click("#start")
        person.page.get_by_text("Roman Solitaire #4821").wait_for()
        found.append(person.squares)
        person.click(person.named("can move")[0])
    assert found[0] == found[1]
    assert len([label for label in found[0].values() if "white piece" in label]) == 9


def test_house_rule_is_switched_in_a_new_game(person: Person) -> None:
    person.open("rock")
    person.page.click("[data-panel=new]")
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
    person.turn(Random(0), lambda square: person.click(square))
    person.page.wait_for_function("() => document.querySelector('#player-top .player-clock').textContent < '3:00'")
    assert person.page.locator("#player-bottom .player-clock").inner_text() > "3:00"


def test_dead_rules_are_announced_and_tried_again(person: Person) -> None:
    def refuse(route: Route) -> None:
        route.fulfill(status=503)

    person.forgive("503", "Failed to load")
    person.page.route("**/saltus*/*", refuse)
    person.open("english", "failed")
    assert "could not be loaded" in person.status
    person.page.unroute("**/saltus*/*", refuse)
    person.page.click("[data-does=retry]")
    person.wait("open")


def test_blocked_storage_does_not_stop_the_game(person: Person) -> None:
    person.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError'); } })"
    )
    person.open("rock")
    person.people("top")
    person.click("b1", "b3")
    person.page.locator("#moves .move").wait_for()


def test_nothing_moves_by_itself(person: Person) -> None:
    person.page.add_init_script(
        "window.shifts = []; new PerformanceObserver(list => shifts.push(...list.getEntries().map(one => one.value)))"
        ".observe({ type: 'layout-shift', buffered: true })"
    )
    person.open("english")
    person.turn(Random(0), lambda square: person.press(square))
    person.wait("open")
    assert person.page.evaluate("shifts") == []


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (768, 1024), (1440, 900), (844, 390)])
@pytest.mark.parametrize("game", ["english", "gambit"])
def test_board_and_actions_are_seen_without_scrolling(person: Person, size: tuple[int, int], game: str) -> None:
    width, height = size
    person.page.set_viewport_size({"width": width, "height": height})
    person.open(game, "loading", "open")
    for wanted in ("#board", "#player-top", "#player-bottom", "#status", "#undo", "#hint", "#flip", "#choose"):
        box = person.page.locator(wanted).bounding_box()
        assert box, wanted
        assert box["x"] >= 0, wanted
        assert box["y"] >= 0, wanted
        assert box["x"] + box["width"] <= width + 0.5, wanted
        assert box["y"] + box["height"] <= height + 0.5, wanted
    assert person.page.evaluate("document.documentElement.scrollWidth") <= width


def test_every_control_has_a_name(person: Person) -> None:
    person.open("roman")
    for panel in ("games", "rules", "settings", "new"):
        person.page.locator(f"[data-panel={panel}]:visible").first.click()
        nameless = person.page.evaluate(
            """() => [...document.querySelectorAll('button, select, input, [role=grid]')].filter(one =>
                !(one.ariaLabel || one.labels?.length || one.textContent.trim())).map(one => one.outerHTML)"""
        )
        assert nameless == []


def test_finger_that_scrolls_never_moves_a_piece(touch: Person) -> None:
    page: Page = touch.page
    touch.open("rock")
    page.evaluate("document.body.style.minHeight = '3000px'")
    x, y = touch.place("d4")
    finger = page.context.new_cdp_session(page)
    finger.send(
        "Input.synthesizeScrollGesture",
        {"x": x, "y": y, "yDistance": -200, "gestureSourceType": "touch", "speed": 2000},
    )
    assert page.evaluate("scrollY") > 100
    assert touch.phase == "open"
    assert touch.moves == []
    assert touch.named("taken up") == []


def test_finger_taps_a_turn(touch: Person) -> None:
    touch.open("rock")
    touch.people("top")
    for square in ("b1", "b3"):
        touch.page.touchscreen.tap(*touch.place(square))
    touch.page.locator("#moves .move").wait_for()
    assert touch.moves == ["b1-b3"]

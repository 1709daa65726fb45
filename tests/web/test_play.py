"""Playing at the built page as a person would: by mouse, by finger, by keyboard, by ear.

Most tests share one page whose rules are up (`person`); those about the first moments of a visit, or about what is
kept between visits, have a fresh one (`newcomer`).
"""

import re
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.held import Held
from tests.support.person import Person, restart, result_of, step, unfold
from tests.support.settle import advance, comes, pass_time, settle, standing, unsettled
from tests.support.tiers import mostly_slow


@pytest.mark.pyodide
def test_board_is_shown_before_the_rules_are_ready(newcomer: Person) -> None:
    newcomer.page.route("**/*.wasm", lambda route: None)
    with unsettled(newcomer.page):
        newcomer.open("italian", "loading")
        newcomer.drawn("italian")
        assert len(newcomer.named("black man")) == 12
        assert "board-drawn" in newcomer.marks()
        assert "engine-ready" not in newcomer.marks()


HANDS = {"english": "press", "gambit": "click", "italian": "type", "rock": "type", "roman": "press"}
"""How each game is played below: by the grid of buttons, by mouse, or with typed moves."""


def entered(person: Person, choose: Random, hand: str) -> None:
    """Enter one turn of one's own."""
    if hand == "type":
        example = person.page.locator("#typed-move").get_attribute("placeholder") or ""
        person.type(example.rpartition(": ")[2])
    else:
        person.turn(choose, getattr(person, hand))


@pytest.mark.pyodide
@mostly_slow("game", list(HANDS), "gambit")
def test_a_whole_game_is_played(person: Person, game: str) -> None:
    """In Gambit against the computer. A long one is resigned."""
    person.open(game)
    person.page.select_option("#player-top select", "1" if game == "gambit" else "0")
    choose = Random(4)
    for _ in range(8 if game in ("rock", "roman") else 90):
        if person.wait("open", "over") == "over":
            break
        before = person.position
        entered(person, choose, HANDS[game])
        assert person.position != before
        assert person.spoken
    if person.phase != "over":
        person.page.locator("#resign").press("Enter")
        with standing(person.page):  # so long a game takes minutes to review
            person.page.locator("#ask-yes").press("Enter")
    assert person.phase == "over"
    assert result_of(person) in ("w", "b", "draw")
    assert any(text.startswith(person.headline) for text in person.heard)
    if game == "gambit":
        assert "to" in person.status, "the points of both sides"
    assert person.page.locator(".result").is_visible()
    person.page.locator("#panel-close").click()
    assert person.page.locator(":is([data-does=again], [data-does=next])").is_visible()


def test_squares_are_named_and_keys_enter_the_board_lead_over_it_and_from_one_choice_to_the_next(
    person: Person,
) -> None:
    focused = "document.activeElement.ariaLabel ?? ''"
    person.open("english")
    person.says("h8", "4, black man")
    person.says("b6", "9, black man, can move")
    person.says("b4", "17, empty")
    person.page.keyboard.press("b")
    assert person.page.evaluate(focused).endswith("can move")
    person.page.keyboard.press("ArrowDown")
    left = person.page.evaluate(focused)
    person.page.locator("#hint").focus()
    person.page.keyboard.press("b")
    assert person.page.evaluate(focused) == left
    person.press("b6")
    person.says("b6", "9, black man, selected")
    person.says("a5", "13, empty, target")
    person.says("d6", "10, black man, can move")  # in its place
    keyboard = person.page.keyboard
    person.open("rock")
    person.square("a8").focus()
    walk = [person.page.evaluate(focused)[:2]]
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft"):
        keyboard.press(key)
        walk.append(person.page.evaluate(focused)[:2])
    assert walk == ["a8", "a7", "b7", "c7", "c8", "b8"]
    keyboard.press("j")
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


FRAME_MS = 16
"""That of `tests/support/clock.js`."""


def test_a_press_is_drawn_in_the_next_frame_and_a_drag_returns_from_where_it_cannot_go(person: Person) -> None:
    """The frame after the one in which the button was pressed shows the piece as selected."""
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
    person.page.evaluate("() => { window.drawEarly = drawDue; window.drawDue = null; }")
    with unsettled(person.page):
        person.page.mouse.down()
    advance(person.page, FRAME_MS)
    person.page.evaluate("() => { window.drawDue = drawEarly; }")
    bare, shown = person.page.evaluate("() => window.shown.then((shown) => [window.bare, shown])")
    person.page.mouse.up()
    person.says("b1", "b1, white piece, selected")
    assert shown != bare
    assert shown == person.page.evaluate("corner()")

    person.open("english")
    person.people("top")
    mouse = person.page.mouse
    for end, moves in (("e5", []), ("c5", ["9-14"])):
        mouse.move(*person.place("b6"))
        mouse.down()
        mouse.move(*person.place(end), steps=4)
        mouse.up()
        assert person.moves == moves
        assert person.page.locator("#status.refusal").count() == (not moves)
        assert person.squares["b6"].startswith("9, empty" if moves else "9, black man")


def test_a_square_that_only_one_piece_can_reach_plays_it_and_a_forced_capture_is_announced(person: Person) -> None:
    person.open("english")
    person.people("top")
    person.click("a5")
    assert person.moves == ["9-13"]
    person.open("english")
    person.people("top")
    for path in ("f6 g5", "e3 f4"):
        person.click(*path.split())
    assert person.status.split("\n")[0] == "Black must capture"
    assert person.named("must capture") == ["g5"]
    person.click("b6")
    assert "capture" in person.status
    assert len(person.moves) == 2


def test_a_refusal_gives_its_reason_and_links_to_the_rule(person: Person) -> None:
    person.open("english")
    person.click("c3")
    assert person.status.endswith("Not your piece: you play Black.")
    assert person.page.locator("#status a").count() == 0
    person.click("b6", "e5")
    assert "15 is neither" in person.status
    assert person.spoken in person.status
    person.page.locator("#status-text a").click()
    assert person.page.locator("#panel .here").is_visible()


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


def test_undo_returns_to_the_players_own_move_and_what_is_replaced_stays_as_a_variation(person: Person) -> None:
    person.open("rock")
    for count in (2, 4):
        person.turn(Random(count), person.click)
        person.listed(count)
    shown = person.squares
    person.page.click("#undo")
    person.at(2)
    assert len(person.moves) == 4
    person.page.click("#redo")
    person.at(4)
    assert person.squares == shown
    person.people("top")
    for _ in range(4):
        person.page.click("#undo")
    person.at(0)
    replaced = person.moves[0]
    first, *_ = [move for move in ("b1-b3", "c1-c3") if move != replaced]
    person.click(*first.split("-"))
    assert person.moves[:2] == [first, replaced]
    person.page.locator("#moves .variation .move").first.click()
    person.at(1)


def test_a_reload_brings_the_game_back_and_the_place_in_it(person: Person) -> None:
    person.open("italian")
    person.people()
    for _ in range(3):
        path = person.turn(Random(2), person.click)
    moves, squares = person.moves, person.squares
    assert person.page.evaluate("JSON.parse(localStorage['saltus.table.italian']).last") == path
    person.page.reload()
    person.wait("open")
    assert (person.moves, person.squares) == (moves, squares)
    person.page.select_option("#player-top select", "1")
    moves = person.moves
    step(person.page, "Home")
    person.page.locator("#to-next").click()
    person.at(1)
    assert person.phase == "open", "in the past of a game the computer does not move"
    person.page.reload()
    person.at(1)
    assert person.phase == "open"
    assert person.moves == moves


def test_the_game_and_the_looks_chosen_last_are_there_at_the_next_visit(newcomer: Person) -> None:
    newcomer.open("gambit")
    page = newcomer.page
    page.click("[data-panel=settings]")
    page.check("[name=theme][value=dark]", force=True)
    page.check("[name=board][value=slate]", force=True)
    colour = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(colour)
    page.goto("about:blank")
    with unsettled(page):
        page.goto(newcomer.address, wait_until="commit")
        page.locator("#undo").wait_for()
        assert page.evaluate(colour) == dark, "from the first picture on"
    newcomer.wait("open")
    assert page.locator("#game-name").inner_text() == "Gambit"
    page.click("[data-panel=settings]")
    assert page.is_checked("[name=board][value=slate]")


def test_the_chooser_shows_five_boards_and_back_leads_back(person: Person) -> None:
    person.open("english")
    page = person.page
    page.click("#choose")
    expect(page.locator(".card canvas")).to_have_count(5)
    page.click("[data-game=rock]")
    person.drawn("rock")
    assert page.url.endswith("#game=rock")
    page.go_back()
    person.drawn("english")
    page.click("[data-panel=settings]")
    assert page.locator("#panel").is_visible()
    page.go_back()
    assert page.locator("#panel").is_hidden()
    assert page.url.endswith("#game=english")
    page.click("[data-panel=settings]")
    # Closing goes back in the history, which takes the browser a moment; nothing is waited for in between.
    page.evaluate("""() => {
      document.getElementById('panel-close').click();
      document.querySelector('[data-panel=new]').click();
    }""")
    assert page.locator("#panel[data-kind=new]").is_visible(), "it has an entry of its own"
    page.go_back()
    assert page.locator("#panel").is_hidden()
    assert page.url.endswith("#game=english")
    assert page.evaluate("history.state") is None


def test_a_hint_is_an_idea_then_the_move_and_the_line_on_demand(person: Person) -> None:
    person.open("gambit")
    page = person.page
    page.click("#hint")
    assert page.locator("#ask").is_hidden(), "a newcomer has no rating to lose"
    idea = "Aim for an island on c4: best play then draws."
    expect(page.locator("#status-text")).to_have_text(idea)
    page.click("[data-does='hint move']")
    move, because = person.status.split(". ", 1)
    assert "x" in move
    assert because == idea
    before = person.squares
    with standing(page):
        page.click("[data-does='hint line']")
        assert person.squares != before, "the first move of the line is shown"
        assert person.status == f"Expected: {move}"
    settle(page)
    assert person.squares == before
    assert person.status == f"{move}. {because}"
    assert person.position == 0
    page.click("#hint")
    expect(page.locator("#status.hint")).to_have_count(0)


def test_a_game_between_two_computers_has_three_speeds_and_can_be_paused(person: Person) -> None:
    person.open("rock")
    page = person.page
    speed = page.locator("[data-does=speed]")
    told = []
    with standing(page):
        page.select_option("#player-top select", "1")
        page.select_option("#player-bottom select", "1")
        for _ in range(3):
            told.append(speed.inner_text())
            speed.click()
        assert sorted(told) == ["Speed: fast", "Speed: normal", "Speed: slow"]
        pass_time(page, 2)
        played = len(person.moves)
        pause = page.locator("[data-does=pause]").element_handle()
        pass_time(page, 2)
        assert len(person.moves) > played > 1
        assert pause.evaluate("one => one.isConnected"), "what is exchanged while it is pressed is not heard"
        page.click("[data-does=pause]")
        assert person.wait("paused") == "paused"
        page.click("[data-does=pause]")
        assert person.wait("thinking") == "thinking"


def test_a_new_game_is_as_its_form_says(person: Person) -> None:
    """A set-up by its number, twice, that of the day, and a house rule. A form that is closed forgets its choices."""
    person.open("roman")
    page = person.page
    found = []
    for _ in range(2):
        page.click("[data-panel=new]")
        unfold(page, "setup")
        page.fill("[name=seed]", "4821")
        page.click("#start")
        assert page.get_by_text("Roman Solitaire #4821").is_visible()
        found.append(person.squares)
        person.click(person.named("can move")[0])
    assert found[0] == found[1]
    assert len([label for label in found[0].values() if "white piece" in label]) == 9
    page.click("[data-panel=new]")
    unfold(page, "setup")
    page.get_by_role("button", name="Board of the day").click()
    page.click("#start")
    days = page.evaluate("Math.floor(Date.now() / 86400000)")
    assert page.get_by_text(f"board of the day (#{days})").is_visible(), "the same for everyone"
    person.open("rock")
    page.click("[data-panel=new]")
    unfold(page, "options")
    page.uncheck("[name=option-repetition]")
    page.click("#start")
    assert page.locator("#panel").is_hidden()
    page.click("[data-panel=new]")
    assert not page.is_checked("[name=option-repetition]")
    page.check("[name=clock][value='5+3']", force=True)
    page.select_option("[name=level]", "7")
    expect(page.locator(".opponent-choice")).to_contain_text("Wolf")
    page.click("#panel-close")
    page.click("[data-panel=new]")
    expect(page.locator("[name=clock][value=none]")).to_be_checked()
    expect(page.locator("[name=level]")).to_have_value("2")


def test_clocks_are_chosen_freely_and_run_for_the_side_to_move(person: Person) -> None:
    person.open("gambit")
    clocks = [person.page.locator(f"#player-{place} .player-clock") for place in ("bottom", "top")]
    person.page.click("[data-panel=new]")
    person.page.check("[name=who][value=both]", force=True)
    assert person.page.locator("[name=minutes]").is_hidden()
    person.page.check("[name=clock][value=other]", force=True)
    person.page.fill("[name=minutes]", "7")
    person.page.fill("[name=increment]", "4")
    # Side by side, though one of the labels takes two lines.
    person.page.locator("label:has([name=increment]) .note").evaluate("one => { one.innerHTML = 'a<br>b'; }")
    tops = [person.page.locator(f"[name={field}]").bounding_box() for field in ("minutes", "increment")]
    assert len({box["y"] for box in tops if box}) == 1
    # One that cannot be pressed looks it.
    for off in ("disabled", "aria-disabled=true"):
        name, _, value = off.partition("=")
        colours = person.page.locator("#start").evaluate(
            """(one, [name, value]) => {
              const before = getComputedStyle(one).backgroundColor;
              one.setAttribute(name, value);
              const after = getComputedStyle(one).backgroundColor;
              one.removeAttribute(name);
              return [before, after];
            }""",
            [name, value],
        )
        assert len(set(colours)) == 2, off
    person.page.click("#start")
    assert [clock.inner_text() for clock in clocks] == ["7:00", "7:00"]
    person.turn(Random(0), person.click)
    pass_time(person.page, 2)
    assert clocks[0].inner_text() == "7:04"
    assert clocks[1].inner_text() < "7:00"
    person.page.reload()
    person.wait("open")
    restart(person.page)
    assert clocks[0].inner_text() == "7:00"


@mostly_slow("game", ["english", "gambit"], "gambit")
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


def test_nothing_beside_the_board_is_shown_before_all_of_it_has_come(page: Page, address: str) -> None:
    """A slow host sends the page in parts, and each part would move those before it."""
    end = ""

    def send(route: Route) -> None:
        response = route.fetch()
        markup = re.sub(r"<script.*?</script>", "", response.text(), flags=re.DOTALL)
        route.fulfill(response=response, body=markup[: markup.index(end)])

    page.route(address, send)
    for last in ("player-bottom", "status", "actions", "panel"):
        end = f'id="{last}"'
        page.goto(address)
        expect(page.locator("main")).to_have_css("visibility", "hidden")
        end = "</html>"
        page.reload()
        expect(page.locator("main")).to_have_css("visibility", "visible")


def test_board_and_actions_are_seen_without_scrolling(person: Person) -> None:
    for game in ("english", "gambit"):
        person.open(game)
        for width, height in [(390, 844), (360, 640), (768, 1024), (1440, 900), (844, 390)]:
            person.page.set_viewport_size({"width": width, "height": height})
            for wanted in ("board", "player-top", "player-bottom", "status", "undo", "hint", "flip", "choose"):
                where = (game, width, height, wanted)
                box = person.page.locator(f"#{wanted}").bounding_box()
                assert box, where
                assert box["x"] >= 0, where
                assert box["y"] >= 0, where
                assert box["x"] + box["width"] <= width + 0.5, where
                assert box["y"] + box["height"] <= height + 0.5, where
            assert person.page.evaluate("document.documentElement.scrollWidth") <= width, (game, width)
            if (game, width) == ("english", 360):
                board = person.page.locator("#board").bounding_box()
                assert board
                frame = person.page.evaluate("parseFloat(getComputedStyle(board).getPropertyValue('--frame'))")
                assert (board["width"] - 2 * frame) / 8 >= 41, "a small phone gives the squares its width"


def test_a_finger_taps_and_drags_pieces_and_scrolls_the_page(touch: Person) -> None:
    touch.open("rock")
    touch.people("top")
    page = touch.page
    page.evaluate("document.body.style.minHeight = '3000px'")
    (x, y), (_, target) = touch.place("b1"), touch.place("b3")
    touch.swipe(x, y, target - y)
    assert touch.moves == ["b1-b3"], "a finger that starts on a piece drags it"
    assert page.evaluate("scrollY") == 0
    for square in ("a2", "c2"):
        page.touchscreen.tap(*touch.place(square))
    assert touch.moves == ["b1-b3", "a2-c2"]
    touch.swipe(*touch.place("d5"), -160)
    comes(page, "() => scrollY > 50")
    assert touch.named("selected") == []
    assert len(touch.moves) == 2

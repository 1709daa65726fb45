"""A newcomer learns what a game is about: on the start card, in the chooser, at the top of the rules."""

import base64
import re
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from bundle import strings, toolchain
from bundle.server import SiteHandler, make_server
from playwright.sync_api import Browser, Page, Playwright, expect
from saltus.games import keys, load

from tests.support.held import Held
from tests.support.person import Person, choose_entry, guest
from tests.support.settle import pass_until, settle, standing, unsettled
from tests.support.tiers import mostly_slow

GAMES = keys()
AXE = toolchain.NODE / "node_modules" / "axe-core" / "axe.min.js"
ITALIAN = strings.texts("it")
GOALS = {game: load(game).goal for game in GAMES}
PATIENCE_SECONDS = 60
RUNTIME = "**/*.wasm"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

WIDE = """addEventListener('DOMContentLoaded', () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { font-size: 200% } * { font-family: Verdana, "DejaVu Sans" !important }');
  document.adoptedStyleSheets = [sheet];
})"""
"""Text of twice the size, in a wide typeface."""

CLIPPED = """(root) => [...document.querySelectorAll(`${root}, ${root} *`)].filter((one) => {
  const { width, height, left, right } = one.getBoundingClientRect();
  if (!width || !height || one.closest('canvas, .offscreen')) return false;
  const scrolls = ['auto', 'scroll'].includes(getComputedStyle(one).overflowY);
  return one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && getComputedStyle(one).display !== 'inline'
    || (!scrolls && one.matches('button, p, h2') && one.scrollHeight > one.clientHeight + 1)
    || left < -0.5 || right > innerWidth + 0.5;
}).map((one) => one.outerHTML.slice(0, 120))"""
"""What does not fit: text wider or higher than its box, boxes that stand out of the screen."""

CONTROLS = "#intro button, #intro label"
HEIGHTS_OF = "all => all.filter((one) => one.checkVisibility()).map((one) => one.offsetHeight)"


def opened(page: Page, address: str, game: str) -> None:
    """Open a game by its address, and wait for the board and whatever stands over it."""
    page.goto(f"{address}#game={game}")
    Person(page, address).drawn(game)
    expect(page.locator("#game-name")).not_to_be_empty()


def up(page: Page) -> None:
    """Wait until the rules have answered."""
    assert page.evaluate("() => performance.getEntriesByName('engine-ready').length > 0")


def federation(page: Page, chosen: str) -> None:
    """Wait until the match on the board has the federation's rule, or has it not."""
    assert page.evaluate(
        """chosen => {
          const kept = localStorage['saltus.table.italian'];
          return kept && String(JSON.parse(JSON.parse(kept).record).options?.federation === true) === chosen;
        }""",
        chosen,
    )


# -- the start card --------------------------------------------------------------------------------------------------


def test_every_game_says_its_goal_when_it_is_first_opened_and_later_where_one_asks_for_the_rules(
    page: Page, address: str
) -> None:
    opened(page, address, GAMES[0])
    card = page.locator("#intro")
    for game in GAMES:
        page.evaluate("game => { location.hash = `game=${game}`; }", game)
        expect(card).to_be_visible()
        expect(card.locator(".goal")).to_have_text(GOALS[game])
        expect(card.locator("h2")).to_have_text(load(game).name)
        assert card.locator(".demo").get_attribute("data-demo") == game
        assert page.locator("#live").inner_text() == f"{load(game).name}. {GOALS[game]}"
    page.evaluate("game => { location.hash = `game=${game}`; }", GAMES[0])
    assert page.evaluate("game => document.getElementById('canvas').dataset.drawn === game", GAMES[0])
    expect(card).to_be_hidden()
    page.goto("about:blank")
    opened(page, address, GAMES[1])
    up(page)
    expect(card).to_be_hidden()
    page.locator(".tools [data-panel=rules]").click()
    for game in GAMES:
        page.evaluate("game => { location.hash = `game=${game}&panel=rules`; }", game)
        assert page.evaluate("game => document.getElementById('canvas').dataset.drawn === game", game)
        expect(card).to_be_hidden()
        about = page.locator("#panel .about")
        expect(about.locator(".goal")).to_have_text(GOALS[game])
        assert about.locator("canvas").get_attribute("data-demo") == game
        expect(page.locator("#panel .rules").get_by_role("button", name="Learn to play")).to_be_visible()


def test_the_card_is_there_with_the_board_while_the_rules_load(page: Page, address: str) -> None:
    """The federation's rule, too, may be chosen before they are there."""
    held = Held(page, RUNTIME)
    with unsettled(page):
        opened(page, address, "italian")
        expect(page.locator("#intro .goal")).to_have_text(GOALS["italian"])
        assert page.evaluate("performance.getEntriesByName('engine-ready').length") == 0
        box = page.locator("#intro").bounding_box()
        board = page.locator("#canvas").bounding_box()
        assert box
        assert board
        assert box["x"] >= board["x"] + board["width"], "beside the board"
        page.locator("#intro input[type=checkbox]").check()
        page.locator("#intro").get_by_role("button", name="Play", exact=True).click()
        expect(page.locator("#intro")).to_be_hidden()
    held.let_go()
    settle(page)
    up(page)
    federation(page, "true")


def test_the_first_screen_of_a_phone_shows_all_five_games_and_a_touch_on_the_board_is_the_first_move(
    visit: Callable[..., Page], address: str
) -> None:
    page = visit(**PHONE)
    page.goto(address)
    games = page.locator(".intro-games button")
    expect(games).to_have_text(["English checkers", "Gambit", "Italian draughts", "Rock", "Roman Solitaire"])
    expect(games.locator("canvas")).to_have_count(5)
    assert page.evaluate(
        "() => [...document.querySelectorAll('.intro-games button')].every((one) => {"
        "const { right, bottom, left } = one.getBoundingClientRect();"
        "return left >= 0 && right <= innerWidth && bottom <= innerHeight; })"
    )
    for game in ("Italian", "Rock"):
        games.filter(has_text=game).click()
        expect(page.locator("#intro input[type=checkbox]")).to_have_count(int(game == "Italian"))
        assert min(page.eval_on_selector_all(CONTROLS, HEIGHTS_OF)) >= 44
    expect(page.locator("#game-name")).to_have_text("Rock")
    expect(page.locator("#intro-title")).to_have_text("Rock")
    expect(page.locator(".intro-games [aria-current=true]")).to_have_text("Rock")
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#game-name")).to_have_text("Rock")
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    opened(page, address, "english")
    up(page)
    expect(page.locator("#intro")).to_be_visible()
    person = Person(page, address)
    page.touchscreen.tap(*person.place("b6"))
    expect(page.locator("#intro")).to_be_hidden()
    person.says("b6", "9, black man, selected")
    with standing(page):
        page.touchscreen.tap(*person.place("a5"))
        person.at(1)


def test_a_click_a_key_play_and_learn_end_the_card(page: Page, address: str) -> None:
    # A click without a pointer, as a screen reader clicks: the computer replies.
    opened(page, address, "rock")
    up(page)
    person = Person(page, address)
    expect(page.locator("#intro")).to_be_visible()
    for square in ("b1", "b3"):
        person.square(square).dispatch_event("click")
    expect(page.locator("#intro")).to_be_hidden()
    person.listed(2)
    # A key does what it does.
    page.goto("about:blank")
    opened(page, address, "gambit")
    up(page)
    card = page.locator("#intro")
    for key in ("Tab", "Shift"):
        page.keyboard.press(key)
        expect(card).to_be_visible()
    bottom = page.locator("#player-bottom").get_attribute("data-side")
    page.keyboard.press("f")
    expect(card).to_be_hidden()
    assert page.locator("#player-bottom").get_attribute("data-side") != bottom, "the board was turned"
    page.evaluate("location.hash = 'game=italian'")
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    # Play gives the focus to the board.
    opened(page, address, "roman")
    play = page.locator("#intro [data-does=play]")
    for _ in range(20):
        page.keyboard.press("Tab")
        if play.evaluate("one => one === document.activeElement"):
            break
    expect(play).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#intro")).to_be_hidden()
    assert page.evaluate("document.activeElement.closest('#grid') !== null")
    page.evaluate("location.hash = 'game=english'")
    page.locator("#intro [data-does=learn]").click()
    expect(page.locator("#panel[data-kind=lesson]")).to_be_visible()
    expect(page.locator("#intro")).to_be_hidden()


def test_the_federations_rule_is_offered_and_the_computer_waits_until_the_card_is_gone(
    page: Page, address: str
) -> None:
    """The document's own rule stays unless it is chosen; a choice changes the game on the board and is remembered."""
    page.add_init_script("Math.random = () => 0.1")  # the lot: Black for the person, so that the computer begins
    opened(page, address, "italian")
    up(page)
    choice = page.locator("#intro input[type=checkbox]")
    expect(choice).not_to_be_checked()
    expect(page.locator("#intro .intro-choice")).to_contain_text("king first")
    choice.check()
    federation(page, "true")
    expect(page.locator("#intro")).to_be_visible()
    choice.uncheck()
    federation(page, "false")
    choice.check()
    federation(page, "true")
    assert page.locator("#player-bottom").get_attribute("data-side") == "b"
    assert page.evaluate("() => performance.getEntriesByName('panels-here').length > 0")
    assert page.locator("#grid").get_attribute("data-node") == "0"
    expect(page.locator("#status")).to_contain_text("White to move")
    page.locator("#intro [data-does=play]").click()
    Person(page, address).at(1)
    page.evaluate("localStorage.removeItem('saltus.table.italian')")
    page.goto("about:blank")
    opened(page, address, "italian")
    federation(page, "true")


def test_a_link_to_a_panel_a_game_that_goes_on_and_a_board_in_another_page_come_without_a_card(
    page: Page, address: str
) -> None:
    """Whoever comes by one of them has never been here."""
    for panel in ("rules", "puzzles"):
        page.goto(f"{address}#game=rock&panel={panel}")
        up(page)
        assert page.locator("#panel:not([hidden])").is_visible()
        expect(page.locator("#intro")).to_be_hidden()
        page.evaluate("localStorage.clear()")
        page.goto("about:blank")
    person = Person(page, address)
    person.open("english")
    person.people("top")
    person.press("b6", "a5")
    person.at(1)
    page.evaluate("localStorage.removeItem('saltus.met')")
    page.reload()
    person.at(1)
    expect(page.locator("#intro")).to_be_hidden()
    record = page.evaluate("JSON.parse(localStorage['saltus.table.english']).record")
    packed = base64.urlsafe_b64encode(zlib.compress(record.encode(), wbits=-15)).decode().rstrip("=")
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.goto(f"{address}#game=english&record={packed}")
    person.at(1)
    expect(page.locator("#intro")).to_be_hidden()
    page.evaluate("localStorage.clear()")
    guest(page, address, "rock")
    assert page.evaluate("() => heard.some((one) => one.saltus === 'ready')")
    expect(page.frame_locator("#board").locator("#intro")).to_be_hidden()


# -- the demonstration and the chooser -------------------------------------------------------------------------------


def played_on(page: Page, holds: str) -> None:
    """Have the page's time pass quickly until this is so."""
    pass_until(page, f"() => {holds}", 50)


def test_one_demonstration_plays_at_a_time_and_none_with_reduced_motion(
    visit: Callable[..., Page], address: str
) -> None:
    page = visit(reduced_motion="no-preference")
    opened(page, address, "english")
    demo = page.locator("#intro .demo")
    for scene in ("1", "2", "0", "1"):
        played_on(page, f"document.querySelector('#intro .demo').dataset.scene === '{scene}'")
    canvas = demo.element_handle()
    page.keyboard.press("Escape")
    assert page.evaluate("one => one.dataset.scene === 'still'", canvas)
    page.locator("#choose").click()
    playing = "[...document.querySelectorAll('.card canvas')].filter((one) => one.dataset.scene !== 'still')"
    played_on(page, f"{playing}.length > 0")
    first = page.evaluate(f"{playing}[0].dataset.demo")
    played_on(page, f"{playing}.some((one) => one.dataset.demo !== '{first}')")
    page.locator(".card[data-game=roman]").focus()
    for scene in ("3", "0", "1"):
        played_on(page, f"{playing}.map((one) => one.dataset.demo + one.dataset.scene).join() === 'roman{scene}'")
    # With reduced motion it is a picture; the goal is told in the language of the page.
    still = visit(locale="it-IT")
    opened(still, address, "rock")
    demo = still.locator("#intro .demo")
    expect(demo).to_have_attribute("data-scene", "still")
    assert still.evaluate(
        """() => {
          const one = document.querySelector('#intro .demo');
          const { data } = one.getContext('2d').getImageData(0, 0, one.width, one.height);
          return new Set(new Uint32Array(data.buffer)).size > 100;
        }"""
    )
    up(still)
    assert demo.get_attribute("data-scene") == "still"
    expect(still.locator("#intro .goal")).to_have_text(ITALIAN["goal.rock"])
    assert ITALIAN["goal.rock"] in still.locator("#live").inner_text()


def test_the_chooser_says_the_goal_of_every_game_and_how_ones_own_stands(page: Page, address: str) -> None:
    person = Person(page, address)
    person.open("gambit")
    person.people("top")
    page.locator("#choose").click()
    for game in GAMES:
        card = page.locator(f".card[data-game={game}]")
        expect(card.locator(".goal")).to_have_text(GOALS[game])
        expect(card.locator(".card-state")).to_have_count(0)
        expect(card).to_have_accessible_name(re.compile(rf"^{load(game).name}\s*{re.escape(GOALS[game])}"))
    page.keyboard.press("Escape")
    person.press("c2", "c4")
    person.at(1)
    page.locator("#choose").click()
    mine = page.locator(".card[data-game=gambit]")
    expect(mine.locator(".card-state")).to_have_text("Your move")
    expect(mine.locator("canvas[data-demo]")).to_have_count(0)
    page.click(".card[data-game=rock]")
    person.wait("open")
    page.reload()
    person.wait("open")
    page.locator("#choose").click()
    expect(mine.locator(".card-state")).to_have_text("Your move")
    page.click(".card[data-game=gambit]")
    person.at(1)
    page.click("#resign")
    page.click("#ask-yes")
    person.wait("over")
    page.locator("#choose").click()
    expect(mine.locator(".card-state")).to_have_text("Finished")


# -- how far loading is ----------------------------------------------------------------------------------------------


@pytest.fixture
def slow_host() -> Iterator[tuple[str, threading.Event]]:
    """The site on a host that sends half of the WebAssembly, and the rest once the event is set."""
    rest = threading.Event()

    class Slow(SiteHandler):
        def send_head(self) -> Any:
            if self.path.endswith(".wasm"):
                time.sleep(0.2)  # an answer that comes at once is taken for one from the cache, and not counted
            return super().send_head()

        def copyfile(self, source: Any, outputfile: Any) -> None:
            whole = source.read()
            parts = range(0, len(whole), len(whole) // 20 + 1)
            for number, start in enumerate(parts):
                if self.path.endswith(".wasm"):
                    time.sleep(0.06)
                    if number > 10:
                        rest.wait(PATIENCE_SECONDS)
                outputfile.write(whole[start : start + parts.step])
                outputfile.flush()

    server = make_server(handler=Slow)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", rest
    rest.set()
    server.shutdown()
    server.server_close()


def test_the_board_says_how_far_loading_is_where_a_move_waits(
    page: Page, slow_host: tuple[str, threading.Event]
) -> None:
    address, rest = slow_host
    with unsettled(page):
        page.goto(f"{address}#game=english")
        told = page.locator("#bytes-text")
        expect(told).to_be_hidden()
        expect(page.locator("#live")).to_contain_text(GOALS["english"])
        Person(page, address).press("b6", "a5")
        expect(told).to_have_text(re.compile(r"^Loading the rules… [1-9]\d?%$"))
        expect(told).to_be_visible()
        bar = page.get_by_role("progressbar", name="Loading")
        assert 0 < int(bar.get_attribute("aria-valuenow") or 0) < 100
        # A long wait is spoken of.
        pass_until(page, "() => document.getElementById('status').textContent.includes('slow')", 21_000)
        expect(page.locator("#live")).to_contain_text(re.compile("Loading the rules… .*%"))
        expect(page.locator("#intro")).to_be_hidden()
    rest.set()
    settle(page)
    Person(page, address).listed(2)
    up(page)
    expect(told).to_be_hidden()
    expect(page.locator("#bytes")).to_be_hidden()


# -- for everyone ----------------------------------------------------------------------------------------------------


@pytest.fixture
def large(browser: Browser) -> Iterator[Callable[[int], Page]]:
    """Makes a page so wide, on a phone whose text is twice as large, in a wide typeface."""
    made = []

    def come(width: int) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 740}, has_touch=True, is_mobile=True, reduced_motion="reduce"
        )
        context.add_init_script(WIDE)
        made.append(context)
        return context.new_page()

    yield come
    for context in made:
        context.close()


HEIGHTS = {320: 568, 360: 740, 390: 844}
"""Of telephones, by their widths."""

LOW = {"ro-RO": (640, 480), "en-US": (844, 390)}
"""Low windows, by the language of who looks: one with little room in its column, and a phone on its side."""

COVERED = """() => {
  const parts = '#player-top, #player-bottom, #intro button, #intro label, #panel .result-foot button';
  return [...document.querySelectorAll(parts)].filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const points = [[left + 4, top + 4], [right - 4, bottom - 4]];
    return one.checkVisibility() && !points.every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
  }).map((one) => one.id || one.innerText);
}"""
"""Who plays, and what can be done, as far as something lies over it."""


CUT_NAMES = """() => [...document.querySelectorAll('.player .pick')].filter((one) => {
  const whole = one.cloneNode();
  Object.assign(whole.style, { position: 'absolute', maxWidth: 'none' });
  one.parentNode.append(whole);
  const wide = whole.offsetWidth;
  whole.remove();
  return wide > one.offsetWidth;
}).map((one) => one.dataset.text)"""
"""Who plays, as far as there is no room for the whole name."""


@mostly_slow("width", list(HEIGHTS), 320)
def test_the_card_leaves_the_board_of_a_phone_in_sight_and_is_not_clipped_where_text_is_large(
    visit: Callable[..., Page], large: Callable[[int], Page], address: str, width: int
) -> None:
    height = HEIGHTS[width]
    page = visit(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    opened(page, address, GAMES[0])
    for game in GAMES:
        page.evaluate("game => { location.hash = `game=${game}`; }", game)
        assert page.locator("#intro").is_visible()
        card, board = page.locator("#intro").bounding_box(), page.locator("#canvas").bounding_box()
        assert card
        assert board
        seen = min(card["y"], board["y"] + board["height"]) - board["y"]
        assert seen >= board["height"] * (0.94 if height > 700 else 0.5), game
        page.set_viewport_size({"width": 390, "height": 844})
        card, player = page.locator("#intro").bounding_box(), page.locator("#player-bottom").bounding_box()
        assert card
        assert player
        edges = player["y"], player["y"] + player["height"]
        assert min(abs(edge - card["y"]) for edge in edges) <= 1, f"in {game} it covers a whole row"
        page.set_viewport_size({"width": width, "height": height})
    for locale, (wide, high) in LOW.items():
        page = visit(viewport={"width": wide, "height": high}, locale=locale)
        opened(page, address, GAMES[0])
        for game in GAMES:
            page.evaluate("game => { location.hash = `game=${game}`; }", game)
            assert page.locator("#intro").is_visible()
            assert page.evaluate(COVERED) == [], game
            assert page.evaluate(CUT_NAMES) == [], game
        person = Person(page, address)
        person.open("english")
        person.follow("game=english&panel=new")
        page.check("[name=clock][value='3+2']", force=True)
        page.click("#start")
        choose_entry(page, "game", "resign")
        page.click("#ask-yes")
        page.locator(".result").wait_for()
        assert page.evaluate(COVERED) == []
    page = large(width)
    opened(page, address, GAMES[0])
    for game in GAMES:
        page.evaluate("game => { location.hash = `game=${game}`; }", game)
        assert page.locator("#intro").is_visible()
        assert page.evaluate(CLIPPED, "#intro") == [], game
        play = page.locator("#intro [data-does=play]").bounding_box()
        assert play
        assert play["y"] + play["height"] <= 740, game
    up(page)
    page.locator("#intro [data-does=play]").click()
    page.locator("#choose").click()
    assert page.locator(".card").first.is_visible()
    assert page.evaluate(CLIPPED, ".cards") == []


LARGE_TEXT = "--blink-settings=defaultFontSize=32"
"""A browser whose text is twice as large."""

LARGE_WINDOWS = [(360, 640), (844, 390), (640, 480), (820, 1180), (1024, 768), (1280, 800)]

IN_THE_WAY = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const box = (one) => one.getBoundingClientRect();
  const told = (one) => `${one.className || one.id}: ${one.innerText}`;
  const words = shown('#game-name, .player-name, .player-clock, .status-text, .status .button, .action');
  const cut = words.filter((one) => box(one).right > innerWidth + 1
    || one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline');
  const low = shown('.player .pick').filter((one) => one.clientHeight < parseFloat(getComputedStyle(one).fontSize));
  const parts = shown('.chooser, .tools > *, .board, .player-name, .player-clock, .player-count, .pick'
    + ', .status-text, .status .button, .action');
  const overlap = ([a, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const pairs = parts.flatMap((one, at) => parts.slice(at + 1).map((other) => [one, other]));
  const over = pairs.filter((pair) => overlap(pair.map(box))).map((pair) => pair.map(told).join(' over '));
  return [...cut, ...low].map(told).concat(over);
}"""
"""Around the board: text that is cut off, and what lies over something else."""


@pytest.mark.slow(
    "test_the_card_leaves_the_board_of_a_phone_in_sight_and_is_not_clipped_where_text_is_large",
)
def test_nothing_around_the_board_is_cut_off_or_covered_where_the_browsers_text_is_twice_as_large(
    playwright: Playwright, chromium: dict[str, Any], address: str
) -> None:
    launched = playwright.chromium.launch(**{**chromium, "args": [*chromium["args"], LARGE_TEXT]})
    for width, height in LARGE_WINDOWS:
        page = launched.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
        with unsettled(page):
            person = Person(page, address)
            person.open("english")
            assert page.evaluate(IN_THE_WAY) == [], (width, height)
            page.evaluate("location.hash = 'game=english&panel=new'")
            page.check("[name=clock][value='3+2']", force=True)
            page.click("#start")
            page.locator(".player-clock").first.wait_for()
            assert page.evaluate(IN_THE_WAY) == [], (width, height)
        page.close()
    launched.close()


@pytest.mark.slow(
    "test_the_first_screen_of_a_phone_shows_all_five_games_and_a_touch_on_the_board_is_the_first_move",
    "web/test_access.py::test_on_a_phone_a_panel_fits_axe_finds_nothing_and_every_control_is_44_pixels_wide",
    "web/test_access_states.py::test_axe_finds_nothing_in_any_state_and_mode_and_all_fits",
)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_what_a_newcomer_sees(
    browser: Browser, address: str, theme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(reduced_motion="reduce", color_scheme=theme, **PHONE)
    context.add_init_script(path=AXE)
    page = context.new_page()
    run = "async () => (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`)"
    for game in ("italian", "rock"):
        opened(page, address, game)
        assert page.locator("#intro").is_visible()
        assert page.evaluate(run) == [], game
        assert min(page.eval_on_selector_all(CONTROLS, HEIGHTS_OF)) >= 44
        page.goto("about:blank")
    opened(page, address, "rock")
    up(page)
    page.locator("#choose").click()
    assert page.locator(".card").first.is_visible()
    assert page.evaluate(run) == []
    context.close()

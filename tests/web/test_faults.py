"""Failures while the page loads and during a game. Whatever fails: the page reports it where the player must know,
nothing is lost, and the game can be played on.
"""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.support.held import Held
from tests.support.page import STANDS, TOLD, try_again
from tests.support.person import Person, analyse, choose_entry, guest
from tests.support.spoil import HOW, spoil
from tests.support.tiers import sampled

pytestmark = pytest.mark.running


@pytest.fixture
def person(forgiving: BrowserContext, address: str) -> Person:
    return Person(forgiving.new_page(), address)


# -- what the page is made of -------------------------------------------------------------------------------


DRAWN = """() => performance.getEntriesByName('board-drawn').length > 0 && document.readyState === 'complete'"""

PARTS = (
    "engine/worker.js",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "library.pack",
    "saltus.pack",
    "english.pack",
    *(LATE := ("late.pack", "italian.pack", "rock.pack")),
)
"""What Python is started with, and what it gets later."""


@pytest.fixture
def spoiled(browser: Browser) -> Iterator[BrowserContext]:
    """A profile whose pages may get damaged scripts."""
    context = browser.new_context(reduced_motion="reduce", service_workers="block")
    yield context
    context.close()


@pytest.fixture(scope="module")
def asked(browser: Browser, real_address: str) -> list[str]:
    """The files of the site that a visit asks for, as patterns of addresses."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url))
    page.goto(real_address)
    page.wait_for_function(STANDS, timeout=60_000)
    context.close()
    return [f"**/{url.removeprefix(real_address)}" for url in dict.fromkeys(found) if "/assets/" in url]


def without(context: BrowserContext, address: str, url: str, how: str, *, again: bool) -> None:
    """Visit while one of the page's own files is spoiled. Python is let in only where a page without it shows nothing
    amiss, or where it is to be tried `again`.
    """
    page = context.new_page()
    held = Held(page, "**/*.wasm")
    page.route(url, lambda route: spoil(route, how))
    page.goto(address)
    page.wait_for_function(f"() => ({DRAWN})() || ({TOLD})()")
    if again or not page.evaluate(TOLD):
        held.let_go()
        page.wait_for_function(f"() => ({STANDS})() || ({TOLD})()")
        if again and page.evaluate(TOLD):
            page.unroute(url)
            try_again(page)
            page.wait_for_function(STANDS)
    else:
        held.fail()
    page.close()


SHARES = 24
"""The number of tests among which the page's files are divided: one of them is in the first tier."""


@sampled("share", range(SHARES), 0)
def test_every_file_that_fails_shows_an_error_or_is_not_needed(
    spoiled: BrowserContext, address: str, asked: list[str], share: int
) -> None:
    """Each file fails in one of the ways. With the offered button the page loads once the file does."""
    own = [url for url in asked if not url.endswith(PARTS)]
    assert len(own) > 30
    assert len(asked) - len(own) == len(PARTS)
    for at, url in list(enumerate(own))[share::SHARES]:
        without(spoiled, address, url, HOW[at // SHARES % len(HOW)], again=at % 8 == 0)


@pytest.mark.pyodide
@sampled("part", PARTS, "pyodide.asm.wasm")
def test_a_part_of_python_that_fails_shows_an_error_until_it_loads(
    spoiled: BrowserContext, address: str, part: str
) -> None:
    """In every way, one after another. Without the late modules the game can still be played."""
    page = spoiled.new_page()
    ways = list(HOW)
    page.route(f"**/{part}", lambda route: spoil(route, ways[0]))
    page.goto(address)
    while ways:
        page.wait_for_function(STANDS if part in LATE else TOLD)
        ways.pop(0)
        if not ways:
            page.unroute(f"**/{part}")
        with page.expect_request(f"**/{part}"):
            page.reload() if part in LATE else try_again(page)
        page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    page.wait_for_function(STANDS)


LOADED_TOO_SOON = """
document.addEventListener('readystatechange', () => {
  if (document.readyState === 'interactive') dispatchEvent(new Event('load'));
});
addEventListener('DOMContentLoaded', () => {
  const look = () => { if (document.getElementById('unloaded')) window.alarmed = true; };
  new MutationObserver(look).observe(document.body, { childList: true });
  look();
});
"""
"""Tells of `load` before the page's modules have run, as WebKit does on a slow device."""


def test_a_page_whose_main_module_runs_after_load_raises_no_alarm(person: Person) -> None:
    person.page.add_init_script(LOADED_TOO_SOON)
    person.open("rock")
    assert person.page.evaluate("window.alarmed") is None


@pytest.mark.pyodide
def test_a_slow_network_is_waited_for(person: Person) -> None:
    """Each file is delivered only after the one before it."""
    page = person.page
    held = Held(page, "**/assets/**")
    page.goto(f"{person.address}#game=rock", wait_until="commit")
    while person.page.evaluate("document.getElementById('status')?.dataset.phase") != "open":
        if held.routes:
            held.routes.pop(0).continue_()
        page.wait_for_timeout(1)
    held.let_go()
    expect(page.locator("#unloaded")).to_be_hidden()
    person.people("top")
    person.press("b1", "b3")
    person.at(1)


@pytest.mark.pyodide
def test_a_network_lost_during_loading_shows_an_error_and_the_page_loads_on_retry(
    forgiving: BrowserContext, address: str
) -> None:
    page = forgiving.new_page()

    def lose(route: Route) -> None:
        forgiving.set_offline(True)
        route.abort("internetdisconnected")

    page.route("**/*.wasm", lose)
    page.goto(address)
    page.wait_for_function(TOLD)
    page.unroute("**/*.wasm")
    forgiving.set_offline(False)
    try_again(page)
    page.wait_for_function(STANDS)


IMPORTED = """async (url) => {
  await import(url);
  await new Promise((done) => setTimeout(done));
}"""
"""Waits until this module has run, and what awaits it."""

SLOW_CACHE = """
const open = caches.open.bind(caches);
caches.open = async (name) => {
  await new Promise((done) => setTimeout(done, 1000));
  return open(name);
};
"""
"""Has the worker look for its snapshot longer than for the runtime."""


@pytest.mark.pyodide
def test_a_runtime_that_fails_before_the_snapshot_is_looked_up_is_one_error(
    forgiving: BrowserContext, address: str
) -> None:
    """The page tells of it once; the fixture sees a rejection that nobody handles."""
    page = forgiving.new_page()

    def slow_cache(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=SLOW_CACHE + response.text())

    page.route("**/engine/worker.js", slow_cache)
    page.route("**/*.wasm", lambda route: route.abort("internetdisconnected"))
    page.goto(address)
    page.wait_for_function(TOLD)
    page.unroute("**/*.wasm")
    try_again(page)
    page.wait_for_function(STANDS)


def test_texts_that_fail_before_an_embedded_board_has_its_module_are_told_and_no_error_is_left(
    spoiled: BrowserContext, address: str
) -> None:
    errors: list[str] = []
    spoiled.on("weberror", lambda error: errors.append(str(error.error)))
    page = spoiled.new_page()
    held = Held(page, "**/boot/embed.js")
    page.route(re.compile("/strings/"), lambda route: route.abort())
    guest(page, address, "rock")
    frame = page.frames[1]
    frame.locator("#reload").wait_for()
    held.let_go()
    frame.evaluate(IMPORTED, held.routes[0].request.url)
    assert errors == []


@pytest.mark.pyodide
@sampled("part", ["*.wasm", "main.js"], "*.wasm")
def test_a_file_that_never_arrives_shows_an_error_and_can_be_retried(person: Person, part: str) -> None:
    page = person.page
    page.clock.install()
    comes = False
    page.route(f"**/{part}", lambda route: route.continue_() if comes else None)
    with page.expect_request(f"**/{part}"):
        page.goto(person.address, wait_until="commit")
    page.locator("#canvas").wait_for()
    page.clock.fast_forward("00:30")
    page.wait_for_function(TOLD)
    comes = True
    try_again(page)
    person.wait("open")


# -- the rules' worker --------------------------------------------------------------------------------------

ENDS = {
    "crashes": "setTimeout(() => { throw new Error('provoked by a test'); })",
    "is killed": "setTimeout(close)",
    "hangs": "setTimeout(() => { for (;;); })",
}


@pytest.mark.pyodide
@sampled("end", list(ENDS), "crashes")
def test_a_worker_that_dies_while_thinking_is_replaced_and_the_game_goes_on(person: Person, end: str) -> None:
    person.open("rock")
    person.page.select_option("#player-top select", "10")
    person.press("b1", "b3")
    person.wait("thinking")
    person.page.workers[0].evaluate(ENDS[end])
    person.listed(2)
    person.wait("open")
    assert person.moves[0] == "b1-b3"
    person.page.click("#undo")
    person.at(0)


@pytest.mark.pyodide
def test_a_worker_that_cannot_be_replaced_shows_an_error_and_can_be_restarted(person: Person) -> None:
    person.open("rock")
    person.people("top")
    person.press("b1", "b3")
    person.listed(1)
    person.page.wait_for_function("() => JSON.parse(localStorage['saltus.table.rock']).last.length")
    person.page.route("**/worker.js", lambda route: route.fulfill(status=404))
    person.page.workers[0].evaluate(ENDS["crashes"])
    expect(person.page.locator("#status.error")).to_contain_text("couldn’t be loaded")
    person.page.unroute("**/worker.js")
    person.page.locator("#status.error button").click()
    person.wait("open")
    assert person.moves == ["b1-b3"]


# -- reloads, tabs, sleep -----------------------------------------------------------------------------------


def test_a_reload_at_any_moment_loses_nothing(person: Person) -> None:
    """While the rules load, before a turn, in the middle of one, on its way to the rules, in the computer's thought,
    in a panel, in a lesson, while it analyses, while a position is set up, and when the game is over.
    """
    page = person.page
    person.open("gambit")
    player = page.locator("#player-top select")

    def kept(*moves: str) -> None:
        person.listed(len(moves))
        assert person.moves == list(moves)

    def again(phase: str = "open") -> None:
        page.reload()
        person.wait(phase)

    page.reload()
    page.reload()
    person.wait("open")
    person.people("top")
    again()
    assert player.input_value() == "0"
    person.press("a2")
    again()
    kept()
    person.press("a2", "a4")
    again()
    kept("a2xa4")
    openers: tuple[Callable[[], None], ...] = (
        lambda: page.click("[data-panel=rules]"),
        lambda: choose_entry(page, "game", "edit"),
        lambda: analyse(page),
    )
    for opener in openers:
        opener()
        again()
        kept("a2xa4")
    page.evaluate("location.hash = 'game=gambit&panel=lesson'")
    page.locator(".lesson .note").wait_for()
    page.reload()
    page.locator(".lesson .note").wait_for()
    person.at(0)  # the position of the lesson: a moment before, it is still the player's game
    person.wait("open")
    page.locator("#panel-close").click()
    page.evaluate("history.replaceState(null, '', '#game=gambit')")
    kept("a2xa4")
    player.select_option("10")
    person.wait("thinking")
    page.reload()
    person.listed(2)
    page.click("#resign")
    page.click("#ask-yes")
    person.wait("over")
    again("over")
    person.listed(2)


def test_a_move_played_just_before_another_game_opens_is_kept(person: Person) -> None:
    page = person.page
    person.open("rock")
    person.people("top")
    person.press("b1")
    page.evaluate(
        """() => {
          document.querySelector('#grid [data-square=b3]').click();
          location.hash = 'game=gambit';
        }"""
    )
    person.drawn("gambit")
    page.evaluate("location.hash = 'game=rock'")
    person.listed(1)
    assert person.moves == ["b1-b3"]


def test_two_tabs_on_one_game_show_the_same_and_lose_nothing(forgiving: BrowserContext, person: Person) -> None:
    person.open("rock")
    person.people("top")
    other = Person(forgiving.new_page(), person.address)
    other.open("rock")
    person.press("b1", "b3")
    other.listed(1)
    other.wait("open")
    other.press("a2", "c2")
    person.listed(2)
    other.page.click("[data-panel=new]")
    other.page.click("#start")
    person.listed(0)
    person.page.reload()
    person.wait("open", "thinking")
    assert person.moves == []
    shelf = json.loads(person.page.evaluate("localStorage['saltus.shelf']"))
    assert "a2" in shelf[0]["record"]

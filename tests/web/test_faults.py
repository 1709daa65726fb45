"""Whatever goes wrong, at whatever moment: the page says so where the player must know, nothing is lost, and the game
can be played on once it is mended.

`TABLE` has what goes wrong, the moment, what the player sees meanwhile, and what there is once it is mended.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar, NamedTuple, cast

import pytest
from bundle import site, toolchain
from bundle.server import SiteHandler
from playwright.sync_api import Browser, BrowserContext, Frame, Page, Playwright, Route, expect
from saltus.games import load
from saltus.study.puzzles import puzzles

from tests.support.collection import SHARED, collection, give, imported, search, show
from tests.support.faults import (
    Fault,
    crashing,
    damaged,
    deployed,
    full,
    full_of_games,
    hesitating,
    irreplaceable,
    late,
    lost,
    refusing,
    silent,
    without,
)
from tests.support.held import Held
from tests.support.later_files import SHOWN, Later, later, way
from tests.support.page import STANDS, TOLD, controlled, try_again
from tests.support.person import Person, analyse, choose_entry, enter_moves, guest
from tests.support.served import served
from tests.support.settle import advance, pass_time, pass_until, settle, unsettled
from tests.support.spoil import HOW, spoil
from tests.support.tiers import mostly_slow

MISSING = "Part of the page couldn’t be loaded."
MOVES = ["11-15", "23-19"]
"""The game on the board, before anything goes wrong."""
EASY = next(one for one in puzzles(load("english")) if one.asked == 1 and len(one.line[0]) == 2)
OTHER = next(one for one in puzzles(load("gambit")) if one.turns > 1)


@pytest.fixture
def come(browser: Browser, address: str) -> Iterator[Callable[..., Person]]:
    """Has someone come, whose page may miss files and report that, but whose scripts may not fail."""
    made = []
    errors: list[str] = []

    def comes(**how: Any) -> Person:
        given = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", "service_workers": "block"}
        context = browser.new_context(**{**given, **how})
        context.on("weberror", lambda error: errors.append(str(error.error)))
        made.append(context)
        return Person(context.new_page(), address)

    yield comes
    for context in made:
        context.close()
    assert [error for error in errors if "provoked by a test" not in error] == []


# -- at which moment -----------------------------------------------------------------------------------------


def at_once(person: Person) -> None:
    pass


def goes(hash_: str) -> Callable[[Person], None]:
    """The player follows a link on the page."""
    return lambda person: person.page.evaluate("(hash) => { location.hash = hash; }", hash_)


def drops_a_file(person: Person) -> None:
    person.drop("one.pdn", "1. 11-15")


def drops_a_file_over_the_menu(person: Person) -> None:
    """Which covers the status, on a phone."""
    person.page.set_viewport_size({"width": 390, "height": 844})
    person.page.click("[data-panel=more]")
    drops_a_file(person)


def drops_two_files(person: Person) -> None:
    person.page.evaluate(
        """() => {
          const dataTransfer = new DataTransfer();
          for (const name of ['one.pdn', 'two.pdn']) dataTransfer.items.add(new File(['1. 11-15'], name));
          document.getElementById('board').dispatchEvent(
            new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
        }"""
    )


def resigns_and_follows_a_link(person: Person) -> None:
    """The status tells the result."""
    person.page.click("#resign")
    person.page.click("#ask-yes")
    goes("game=english&record=abc")(person)


def sends_a_link(person: Person) -> None:
    person.page.select_option(".player[data-side=b] select", "-1")
    person.page.click("#status [data-does=share]")


def opens_a_panel_that_does_not_come(person: Person) -> None:
    person.wait("open")
    goes("game=english&panel=statistics")(person)
    pass_until(person.page, "() => document.getElementById('panel').innerText.includes('You can keep playing')")
    pass_until(person.page, "() => Boolean(document.querySelector('#panel [data-does=retry]'))")


def switches_the_analysis_on_twice(person: Person) -> None:
    person.wait("open")
    analyse(person.page)
    analyse(person.page)


def goes_before_the_page_stands(person: Person) -> None:
    person.sees("() => 'begun' in document.documentElement.dataset")
    goes("game=rock&panel=settings")(person)


def begins_a_timed_game(person: Person) -> None:
    """Of two persons with five minutes each."""
    page = person.page
    page.locator("#grid [role=row]").first.wait_for(state="attached")
    page.keyboard.press("n")
    page.locator("input[name=clock][value='5+3']").check(force=True)
    page.locator("input[name=who][value=both]").check(force=True)
    page.click("#start")
    expect(page.locator("#panel")).to_be_hidden()


def begins_a_timed_game_and_leaves(person: Person) -> None:
    begins_a_timed_game(person)
    goes("game=rock")(person)
    expect(person.page).to_have_title(re.compile("Rock"))


def lets_the_computer_think(person: Person) -> None:
    person.page.evaluate("window.last = 'think'")
    person.page.select_option(".player[data-side=b] select", "10")


def lets_the_computer_think_and_waits(person: Person) -> None:
    with unsettled(person.page):
        lets_the_computer_think(person)
        pass_until(person.page, "() => !window.last", 10)
        advance(person.page, 8_000)
    settle(person.page)


def moves(person: Person) -> None:
    person.page.evaluate("window.last = 'play'")
    person.type("8-11")


def begins_a_puzzle(person: Person) -> None:
    goes("game=english&panel=puzzles")(person)
    person.page.click("[data-does=start]")
    person.page.locator(".puzzle .task").wait_for()
    person.listed(0)


def crashes_in_a_puzzle(person: Person) -> None:
    """Between two requests."""
    begins_a_puzzle(person)
    person.page.evaluate("(squares) => { window.before = squares; }", person.squares)
    for worker in person.page.workers:
        worker.evaluate("setTimeout(() => { throw new Error('provoked by a test'); })")


def analyses_a_puzzle(person: Person) -> None:
    goes(f"game=english&puzzle={EASY.key}")(person)
    person.press(*EASY.line[0])
    person.page.locator(".verdict.done").wait_for()
    person.page.evaluate("window.last = 'play'")
    person.page.click("[data-does=analyse]")


def leaves_a_puzzle_for_another(person: Person) -> None:
    """While the game that was on the board before comes back."""
    page = person.page
    begins_a_puzzle(person)
    page.evaluate("sessionStorage.loads = 'late'")
    page.click("#panel-close")
    expect(page.locator("#panel")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("panel"))
    goes(f"game=gambit&puzzle={OTHER.key}")(person)


def moves_on(person: Person) -> None:
    enter_moves(person, "8-11")


# -- what the player sees ------------------------------------------------------------------------------------

Sight = Callable[[Person], object]


def nothing(person: Person) -> None:
    assert not person.page.evaluate(TOLD)


def reads(text: str, where: str = "#status.error") -> Sight:
    return lambda person: expect(person.page.locator(where)).to_contain_text(text)


def reads_once(text: str) -> Sight:
    """What the status says, until the player has seen it."""

    def sees(person: Person) -> None:
        expect(person.page.locator("#status")).to_contain_text(text)
        enter_moves(person, "22-17")
        expect(person.page.locator("#status")).not_to_contain_text(text)

    return sees


def an_error_over_the_result(person: Person) -> None:
    reads(MISSING, ".toast")(person)
    expect(person.page.locator("#status")).to_contain_text("resigned")


def a_link_without_its_code(person: Person) -> None:
    sent = person.page.get_by_role("dialog")
    expect(sent.locator("textarea")).to_have_value(re.compile("#game=english&record="))
    expect(sent.locator(".code")).to_have_count(0)


def the_way_to_the_new_version(person: Person) -> None:
    reads("There is a new version of Saltus", "#panel")(person)
    expect(person.page.locator("#panel")).not_to_contain_text("connection")
    expect(person.page.locator("[role=status] #renew")).to_have_text("New version")


def an_error_and_no_analysis(person: Person) -> None:
    person.page.locator("#status.error button").wait_for()
    expect(person.page.locator("#engine")).to_be_hidden()


# -- what there is once it is mended -------------------------------------------------------------------------


def saved(page: Page, game: str) -> dict[str, Any]:
    """What the browser keeps of the match on the board of a game."""
    return dict(json.loads(page.evaluate("game => localStorage[`saltus.table.${game}`]", game)))


def shelf(page: Page) -> list[dict[str, Any]]:
    """The earlier games."""
    return list(json.loads(page.evaluate("localStorage['saltus.shelf'] ?? '[]'")))


def the_game(person: Person) -> None:
    """As it was; and one can play on."""
    close = person.page.locator("#panel-close")
    if close.is_visible():
        close.click()
    person.wait("open")
    assert person.moves == MOVES
    person.people()
    enter_moves(person, "8-11")
    person.listed(3)


def the_move(person: Person) -> None:
    """The game, with the move that was lost on its way."""
    assert person.moves[:2] == MOVES
    person.listed(3)
    person.wait("open")
    person.page.click("#undo")
    person.wait("open")
    assert person.position < 3


def the_game_after(*more: str) -> Sight:
    """The game with more moves, also after another one was on the board."""

    def keeps(person: Person) -> None:
        goes("game=rock")(person)
        person.drawn("rock")
        goes("game=english")(person)
        person.wait("open")
        assert person.moves == [*MOVES, *more]

    return keeps


def the_games_of_late(person: Person) -> None:
    """Those of long ago made room for the one on the board."""
    page = person.page
    assert page.evaluate("['old', 'new'].filter((id) => `saltus.past.${id}` in localStorage)") == ["new"]
    page.reload()
    person.listed(3)
    choose_entry(page, "study", "statistics")
    expect(page.locator("#panel .pasts .kept")).to_have_count(2)
    expect(page.locator("#panel .pasts .kept:disabled")).to_have_count(1)


def the_moves(person: Person) -> None:
    assert person.moves == MOVES


def the_result(person: Person) -> None:
    assert (person.phase, person.moves) == ("over", MOVES)


def what_came_of_itself(person: Person) -> None:
    """What the page asks for again after a while."""
    with person.page.expect_response(lambda reply: "/extras.js?retry=1" in reply.url) as reply:
        pass_time(person.page, 20)
    assert reply.value.ok
    the_game(person)


def the_panel(person: Person) -> None:
    """At the next try."""
    person.page.locator("#panel button", has_text="Try again").click()
    person.sees(SHOWN)
    the_game(person)


def the_new_version(person: Person) -> None:
    with person.page.expect_navigation():
        person.page.click("#panel [data-does=renew]")
    settle(person.page)
    expect(person.page.locator("#renew")).to_have_count(0)
    the_game(person)


def the_puzzle(person: Person) -> None:
    """On the board, and the game behind it."""
    person.wait("open")
    person.page.locator(".puzzle .task").wait_for()
    assert person.squares == person.page.evaluate("window.before")
    person.page.click("#panel-close")
    the_game(person)


def the_game_behind_a_puzzle(person: Person) -> None:
    person.page.click("[data-does=start]")
    person.page.locator(".puzzle .task").wait_for()
    person.listed(0)
    the_game(person)


def the_other_puzzle(person: Person) -> None:
    person.drawn("gambit")
    expect(person.page.locator(".puzzle-grade")).to_contain_text(f"move 1 of {OTHER.turns}")


def the_game_among_the_earlier(person: Person) -> None:
    person.wait("open")
    assert [game["plies"] for game in shelf(person.page)] == [len(MOVES)]


def a_new_game(person: Person) -> None:
    """One text that says so, and an empty list."""
    person.wait("open", "thinking")
    assert person.moves == []


def the_timed_game(person: Person) -> None:
    """On the board; the one from before is among the earlier games."""
    page = person.page
    person.wait("open")
    page.locator("#player-bottom .player-clock").wait_for()
    match = saved(page, "english")
    assert json.loads(match["record"])["clock"]["initial"] == 300
    assert (match["players"], person.moves) == ({"w": 0, "b": 0}, [])
    the_game_among_the_earlier(person)


def no_clock_at_the_other_board(person: Person) -> None:
    person.drawn("rock")
    person.wait("open")
    assert json.loads(saved(person.page, "rock")["record"])["clock"] is None
    goes("game=english")(person)
    the_game(person)


def the_settings_over_the_other_board(person: Person) -> None:
    person.drawn("rock")
    expect(person.page.locator("#panel")).to_have_attribute("data-kind", "settings")


def the_analysis(person: Person) -> None:
    expect(person.page.locator("#analyse")).to_have_attribute("aria-pressed", "true")


# -- the table -----------------------------------------------------------------------------------------------


class Row(NamedTuple):
    fault: Fault
    moment: Callable[[Person], object]
    sees: Sight = nothing
    keeps: Sight = the_game


TABLE = {
    "a module does not come": [
        Row(without("game/correspondence"), goes("game=english&record=abc"), reads(MISSING)),
        Row(without("game/import"), drops_a_file, reads(MISSING)),
        Row(without("game/import"), drops_a_file_over_the_menu, reads(MISSING, ".toast")),
        Row(without("features/library/view"), drops_two_files, reads(MISSING)),
        Row(without("game/correspondence"), resigns_and_follows_a_link, an_error_over_the_result, the_result),
        Row(without("lib/qr"), sends_a_link, a_link_without_its_code, the_moves),
        Row(without("extras"), at_once, nothing, what_came_of_itself),
        Row(deployed, goes("game=english&panel=rules"), the_way_to_the_new_version, the_new_version),
    ],
    "something is late": [
        Row(late("*.wasm"), begins_a_timed_game, nothing, the_timed_game),
        Row(late("*.wasm"), begins_a_timed_game_and_leaves, nothing, no_clock_at_the_other_board),
        Row(late("*.wasm"), goes("game=english&panel=puzzles"), nothing, the_game_behind_a_puzzle),
        Row(late("shell.js"), goes_before_the_page_stands, nothing, the_settings_over_the_other_board),
        Row(late("features/analysis/view.js"), switches_the_analysis_on_twice, nothing, the_analysis),
        Row(lost("features/statistics/view.js"), opens_a_panel_that_does_not_come, nothing, the_panel),
        Row(hesitating, leaves_a_puzzle_for_another, nothing, the_other_puzzle),
    ],
    "a table is damaged": [
        Row(damaged(f"english-{kind}.table", how), goes(f"game=english&panel={kind}"), nothing, the_panel)
        for kind, how in zip(("puzzles", "openings") * 2, HOW, strict=True)
    ],
    "the rules' worker ends": [
        Row(crashing, lets_the_computer_think, nothing, the_move),
        Row(silent, lets_the_computer_think_and_waits, nothing, the_move),
        Row(irreplaceable, moves, reads("couldn’t be loaded")),
        Row(irreplaceable, crashes_in_a_puzzle, reads("couldn’t be loaded"), the_puzzle),
        Row(irreplaceable, analyses_a_puzzle, an_error_and_no_analysis, the_game_among_the_earlier),
    ],
    "the rules or the storage refuse": [
        Row(refusing("internal"), at_once, reads("Try again")),
        Row(refusing("bad-record"), at_once, reads("new one", "#status"), a_new_game),
        Row(full, moves_on, reads_once("blocks storage"), the_game_after("8-11", "22-17")),
        Row(full_of_games, moves_on, nothing, the_games_of_late),
    ],
}


RESTORE = """(kept) => {
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text);
}"""


def visits(context: BrowserContext, address: str) -> Iterator[Page]:
    """Pages of one profile that show no site yet, one after another: each time a game is stored, and nothing else."""
    page = context.new_page()
    person = Person(page, address)
    person.open("english")
    person.people()
    enter_moves(person, *MOVES)
    kept = page.evaluate("() => ({ ...localStorage })")
    while True:
        browser = context.new_cdp_session(page)
        browser.send("Storage.clearDataForOrigin", {"origin": address.rstrip("/"), "storageTypes": "all"})
        page.close()
        page = context.new_page()
        page.goto(f"{address}sw.js")
        page.evaluate(RESTORE, kept)
        yield page


@pytest.mark.parametrize("fault", TABLE)
def test_a_fault_is_told_and_nothing_is_lost(come: Callable[..., Person], address: str, fault: str) -> None:
    pages = visits(come().page.context, address)
    for at, (begin, moment, sees, keeps) in enumerate(TABLE[fault]):
        page = next(pages)
        person = Person(page, address)
        mend = begin(page)
        try:
            with unsettled(page) if fault == "something is late" else nullcontext():
                page.goto(f"{address}#game=english")
                moment(person)
                sees(person)
            mend()
            settle(page)
            if page.evaluate(TOLD):
                try_again(page)
            keeps(person)
        except Exception as error:
            raise AssertionError(f"{fault}, row {at}: {moment.__name__}") from error


# -- leaving, and another tab --------------------------------------------------------------------------------


def test_leaving_at_any_moment_loses_nothing(come: Callable[..., Person]) -> None:
    """While the rules load, before a turn, in the middle of one, on its way to the rules, in the computer's thought,
    in a panel, in a lesson, while it analyses, while a position is set up, when the game is over, and for another
    game with a move on its way. The browser is asked to keep what would be missed once a game is over, not before.
    """
    person = come()
    page = person.page
    page.add_init_script("StorageManager.prototype.persist = async () => { localStorage.asked = true; }")
    person.open("gambit")
    player = page.locator("#player-top select")

    def kept(*moves: str) -> None:
        assert person.moves == list(moves)

    def again(phase: str = "open") -> None:
        page.reload()
        person.wait(phase)

    with unsettled(page):
        page.reload()
    again()
    person.people("top")
    again()
    assert player.input_value() == "0"
    person.press("a2")
    again()
    kept()
    person.press("a2")
    with unsettled(page):
        person.press("a4")
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
    goes("game=gambit&panel=lesson")(person)
    page.reload()
    page.locator(".lesson .note").wait_for()
    person.at(0)
    person.wait("open")
    page.locator("#panel-close").click()
    page.evaluate("history.replaceState(null, '', '#game=gambit')")
    kept("a2xa4")
    with unsettled(page):
        player.select_option("10")
        person.wait("thinking")
    page.reload()
    person.listed(2)
    assert not page.evaluate("Boolean(localStorage.asked)")
    page.click("#resign")
    page.click("#ask-yes")
    person.wait("over")
    assert page.evaluate("Boolean(localStorage.asked)")
    again("over")
    person.listed(2)
    goes("game=rock")(person)
    person.people("top")
    person.press("b1")
    page.evaluate(
        """() => {
          document.querySelector('#grid [data-square=b3]').click();
          location.hash = 'game=gambit';
        }"""
    )
    person.drawn("gambit")
    goes("game=rock")(person)
    kept("b1-b3")


def hears(person: Person, *moves: str) -> None:
    """Wait until what another tab did has come."""
    expect(person.page.locator("#moves .move")).to_have_text(moves)
    settle(person.page)


def test_two_tabs_on_one_game_show_the_same_and_lose_nothing(come: Callable[..., Person]) -> None:
    person = come()
    person.open("english")
    person.people()
    other = Person(person.page.context.new_page(), person.address)
    other.page.goto(f"{person.address}#game=english")
    enter_moves(person, "11-15")
    hears(other, "11-15")
    enter_moves(other, "23-19")
    hears(person, *MOVES)
    begins_a_puzzle(person)
    enter_moves(other, "8-11", "22-17")
    person.page.click("#panel-close")
    assert person.moves == [*MOVES, "8-11", "22-17"]
    other.page.reload()
    other.listed(4)
    other.page.click("[data-panel=new]")
    other.page.click("#start")
    hears(person)
    person.page.reload()
    assert person.moves == []
    assert [game["plies"] for game in shelf(person.page)] == [4]


# -- the files of the page -----------------------------------------------------------------------------------

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

A_FEW = "a few"
SHARES = [A_FEW, "1", "2", "3"]
"""The files are divided among so many tests; of those in the first tier there are few."""


def share_of(names: list[str], share: str) -> list[tuple[int, str]]:
    """Some of the files, each with its number."""
    numbered = list(enumerate(names))
    few = numbered[:: len(names) // 3 + 1]
    others = [one for one in numbered if one not in few]
    return few if share == A_FEW else others[int(share) - 1 :: len(SHARES) - 1]


@pytest.fixture
def spoiled(browser: Browser) -> Iterator[BrowserContext]:
    """A profile whose pages may get damaged scripts."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", service_workers="block"
    )
    yield context
    context.close()


@mostly_slow("share", SHARES, A_FEW)
def test_every_file_that_fails_shows_an_error_or_is_not_needed(
    spoiled: BrowserContext, address: str, share: str
) -> None:
    """Each file of a visit fails in one of the ways. With the offered button the page loads once it comes."""
    page = spoiled.new_page()
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.goto(address)
    assert page.evaluate(STANDS)
    page.close()
    asked = [url.removeprefix(address) for url in dict.fromkeys(urls) if "/assets/" in url]
    own = [url for url in asked if not url.endswith(PARTS)]
    assert len(own) > 30
    for at, url in share_of(own, share):
        how = HOW[at % len(HOW)]
        page = spoiled.new_page()
        mend = damaged(url, how)(page)
        page.goto(address)
        if page.evaluate(TOLD):
            mend()
            try_again(page)
        assert page.evaluate(STANDS), (url, how)
        page.close()


def spoiling(ways: list[str]) -> Callable[[Route], None]:
    """Answers in the first of these ways; well once there is none left."""
    return lambda route: spoil(route, ways[0]) if ways else route.continue_()


@pytest.mark.pyodide
@mostly_slow("parts", [PARTS[2:3], PARTS[:2], PARTS[3:6], LATE], PARTS[2:3], ids=["wasm", "scripts", "packs", "late"])
def test_a_part_of_python_that_fails_shows_an_error_until_it_loads(
    spoiled: BrowserContext, address: str, parts: tuple[str, ...]
) -> None:
    """In every way, one after another. Without the late modules the game can still be played."""
    for part in parts:
        page = spoiled.new_page()
        ways = list(HOW)
        page.route(f"**/{part}", spoiling(ways))
        with unsettled(page):
            page.goto(address)
            page.locator("#grid [role=row]").first.wait_for(state="attached")
            while ways:
                if part == PARTS[0] and ways[0] in ("cut off", "empty"):
                    pass_until(page, f"() => !({TOLD})()", 0)  # what was told before the button was pressed is gone
                    pass_until(page, TOLD)  # such a worker says nothing
                else:
                    settle(page)
                assert page.evaluate(STANDS if part in LATE else TOLD), (part, ways[0])
                ways.pop(0)
                with page.expect_request(f"**/{part}"):
                    page.reload() if part in LATE else try_again(page)
            settle(page)
        assert page.evaluate(STANDS)
        page.close()


FAILED = (
    """() => Boolean(document.querySelector('#unloaded:not([hidden]), #status.error, #panel [data-does=retry]'))"""
)


@mostly_slow("share", SHARES, A_FEW)
def test_a_lazy_file_that_fails_shows_an_error_and_loads_on_retry(
    spoiled: BrowserContext, address: str, share: str
) -> None:
    """Each file fails in one of the ways. The game on the board stays. The list of files is read from the built site,
    and the action that requests each from its imports: a new file is tried like the others.
    """
    assert len(later()) > 40
    assert [name for name in later() if not way(name)[0]] == []
    visit = Later(spoiled, address)
    visit.fresh()
    visit.person.people()
    enter_moves(visit.person, *MOVES)
    tried = [name for name in later() if way(name)[0] not in ("unseen", "guest")]
    for at, name in share_of(tried, share):
        how, what = way(name)
        fault = HOW[at % len(HOW)]
        # The page tries some files again by itself: none may come well before it is asked for.
        visit.spoiled = {name: fault}
        if visit.knows(name):
            visit.fresh()
        visit.page.keyboard.press("Escape")
        assert not visit.page.evaluate(FAILED)
        try:
            visit.ask(how, what)
            assert visit.page.evaluate(FAILED)
            visit.spoiled = {}
            visit.again(how, what)
            visit.has(how, what)
        except Exception as error:
            raise AssertionError(f"{name}, {fault}, by {how} {what}") from error
        visit.leave()
        if how in ("language", "words"):
            visit.ask("language", "en")
            visit.speaks("en")
            visit.leave()
        goes("game=english")(visit.person)
        visit.person.drawn("english")
        assert visit.person.moves == MOVES


# -- the start -----------------------------------------------------------------------------------------------

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

SLOW_CACHE = """
const open = caches.open.bind(caches);
caches.open = async (name) => {
  await new Promise((done) => setTimeout(done, 1000));
  return open(name);
};
"""
"""Has the worker look for its snapshot longer than for the runtime."""


@pytest.mark.pyodide
def test_a_start_that_fails_is_told_once_and_succeeds_at_the_next_try(come: Callable[..., Person]) -> None:
    """The network is lost on the way; the runtime fails before the snapshot is looked up; a file never arrives."""
    person = come()
    page = person.page

    def lose(route: Route) -> None:
        page.context.set_offline(True)
        route.abort("internetdisconnected")

    page.route("**/*.wasm", lose)
    page.goto(person.address)
    assert page.evaluate(TOLD)
    page.unroute("**/*.wasm")
    page.context.set_offline(False)
    try_again(page)
    assert page.evaluate(STANDS)

    def slow_cache(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=SLOW_CACHE + response.text())

    page.route("**/engine/worker.js", slow_cache)
    page.route("**/*.wasm", lambda route: route.abort("internetdisconnected"))
    page.reload()
    assert page.evaluate(TOLD)
    page.unroute_all()
    try_again(page)
    assert page.evaluate(STANDS)

    held = Held(page, "**/*.wasm")
    with unsettled(page):
        page.reload()
        page.locator("#grid [role=row]").first.wait_for(state="attached")
        pass_until(page, TOLD)
    held.is_open = True
    try_again(page)
    assert page.evaluate(STANDS)

    held = Held(page, "**/main.js")
    with unsettled(page):
        page.reload(wait_until="commit")
        page.locator("#canvas").wait_for()
        pass_until(page, TOLD)
    held.is_open = True
    try_again(page)
    assert page.evaluate(STANDS)


def test_a_board_in_another_page_tells_that_of_what_fails(come: Callable[..., Person]) -> None:
    """Texts while its own module is late; that module; what gives puzzles. Each comes when it is asked for again."""
    person = come()
    page = person.page

    def said(what: str) -> bool:
        return bool(page.evaluate("(what) => heard.some((one) => one.saltus === what)", what))

    held = Held(page, "**/boot/embed.js")
    page.route(re.compile("/strings/"), lambda route: route.abort())
    with unsettled(page):
        guest(page, person.address, "rock")
        page.frames[1].locator("#reload").wait_for()
    held.let_go()
    settle(page)
    page.unroute_all()

    page.route("**/embed.js", lambda route: spoil(route, "missing"))
    guest(page, person.address, "rock")
    assert said("error")
    page.unroute("**/embed.js")
    page.frames[1].locator("#reload").click()
    assert said("ready")
    for how in HOW:
        mend = damaged("features/puzzles/embedded.js*", how)(page)
        guest(page, person.address, "rock")
        assert said("ready")
        ask = "() => frames[0].postMessage({ saltus: 'puzzle', game: 'rock', day: 1 }, '*')"
        page.evaluate(ask)
        assert said("error"), how
        mend()
        page.evaluate(ask)
        assert page.evaluate("() => heard.some((one) => one.saltus === 'puzzle' && one.state === 'open')"), how


# -- what a cache keeps --------------------------------------------------------------------------------------


class Faulty(SiteHandler):
    """Serves the site. `spoiled` replaces files by name; `asked` has the requested names. While it is `slow`, each
    file comes only after the one before it.

    The browser does not cache responses that a test fulfils itself.
    """

    spoiled: ClassVar[dict[str, bytes]] = {}
    asked: ClassVar[list[str]] = []
    slow: ClassVar[bool] = False
    turn: ClassVar[Lock] = Lock()

    def do_GET(self) -> None:  # noqa: N802  (the base class has it so)
        name = self.path.partition("?")[0].lstrip("/") or "index.html"
        self.asked.append(name)
        if name in self.spoiled:
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(name))
            self.send_header("Content-Length", str(len(self.spoiled[name])))
            self.end_headers()
            self.wfile.write(self.spoiled[name])
        elif self.slow:
            with self.turn:
                super().do_GET()
        else:
            super().do_GET()


@pytest.fixture
def host() -> Iterator[str]:
    Faulty.spoiled.clear()
    Faulty.asked.clear()
    Faulty.slow = False
    with served(Faulty) as made:
        yield made.address


def named(ending: str) -> str:
    """The file of the built site whose path has this ending."""
    (found,) = (path for path in toolchain.files(site.DIST) if path.as_posix().endswith(ending))
    return found.relative_to(site.DIST).as_posix()


@pytest.mark.pyodide
def test_a_slow_network_is_waited_for_without_alarm(come: Callable[..., Person], host: str) -> None:
    """Each file is delivered only after the one before it, and `load` is told before the main module has run."""
    Faulty.slow = True
    person = Person(come().page, host)
    person.page.add_init_script(LOADED_TOO_SOON)
    person.open("rock")
    advance(person.page, 20_000)
    assert not person.page.evaluate("Boolean(window.alarmed)")
    person.people("top")
    person.press("b1", "b3")
    person.at(1)


HOTEL = b"<!doctype html><title>Welcome to the hotel</title>"

KEPT = (
    "/main.js",
    "pyodide.asm.wasm",
    "/lib/page.js",
    "/shell.js",
    "/strings/en.json",
    "/engine/worker.js",
    "pyodide.asm.mjs",
    "library.pack",
    "saltus.pack",
    "english.pack",
)
"""Files without which the page does not start. A page cannot tell a damaged style sheet."""


@pytest.mark.pyodide
@mostly_slow("endings", [KEPT[:2], KEPT[2:]], KEPT[:2], ids=["some", "others"])
def test_a_wrong_file_that_the_browser_keeps_is_fetched_anew(
    browser: Browser, host: str, endings: tuple[str, ...]
) -> None:
    """A network's sign-in page came in place of a file, and is cached under its name: a reload alone gets another."""
    for ending in endings:
        name = named(ending)
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        Faulty.spoiled[name] = HOTEL
        page.goto(host)
        assert page.evaluate(TOLD)
        Faulty.spoiled.clear()
        if ending == "/main.js":
            page.reload()
            assert page.evaluate(TOLD)
        Faulty.asked.clear()
        try_again(page)
        assert page.evaluate(STANDS)
        assert name in Faulty.asked
        context.close()


@pytest.mark.pyodide
@pytest.mark.slow("test_a_wrong_file_that_the_browser_keeps_is_fetched_anew")
def test_a_damaged_optional_file_is_fetched_anew_for_the_next_visit(spoiled: BrowserContext, host: str) -> None:
    name = named("/boot/missing.js")
    page = spoiled.new_page()
    Faulty.spoiled[name] = HOTEL
    page.goto(host)
    assert page.evaluate(STANDS)
    assert not page.evaluate("Boolean(globalThis.incomplete)")
    Faulty.spoiled.clear()
    anew = lambda request: request.url.endswith("/missing.js") and request.resource_type == "fetch"  # noqa: E731
    with page.expect_event("requestfinished", anew):
        page.reload()
    page.reload()
    assert page.evaluate(STANDS)
    assert page.evaluate("Boolean(globalThis.incomplete)")


def boundaries() -> list[int]:
    """Places in the main module between two statements: cut off there, what is left may be valid by itself."""
    raw = (site.DIST / named("/main.js")).read_bytes()
    found = [match.end() for match in re.finditer(rb";", raw)]
    assert len(found) > 15
    return [*found[:2], *found[2 : -2 : len(found) // 6], *(end for end in found[-2:] if end < len(raw))]


@pytest.mark.pyodide
@pytest.mark.slow("test_a_wrong_file_that_the_browser_keeps_is_fetched_anew")
def test_a_main_module_that_was_cut_off_between_two_statements_is_told(browser: Browser, host: str) -> None:
    """Each place in a profile of its own: the browser keeps what came first."""
    name = named("/main.js")
    raw = (site.DIST / name).read_bytes()
    for place in boundaries():
        Faulty.spoiled[name] = raw[:place]
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        page.goto(host)
        assert page.evaluate(TOLD), place
        context.close()


INDEX = "index.html"


def cuts() -> list[int]:
    """Places in the page, from behind its first script on."""
    raw = (site.DIST / INDEX).read_bytes()
    first = raw.index(b"</script>") + len(b"</script>")
    last = raw.index(b'<div id="whole"')
    tags = [
        raw.index(mark) for mark in (b'id="assets"', b"early.js", b"main.js", b"<body>", b'id="canvas"', b"<dialog")
    ]
    return sorted({first, *range(first, last, (last - first) // 12), *tags, last - 1})


@pytest.mark.pyodide
@pytest.mark.slow("test_a_page_cut_off_says_so_in_the_visitors_language")
def test_a_page_cut_off_anywhere_shows_an_error_and_loads_on_retry(spoiled: BrowserContext, host: str) -> None:
    raw = (site.DIST / INDEX).read_bytes()
    page = spoiled.new_page()
    places = cuts()
    assert len(places) > 12
    for at, place in enumerate(places):
        Faulty.spoiled[INDEX] = raw[:place]
        page.goto("about:blank")
        page.goto(host)
        told = page.locator("#unloaded")
        expect(told).to_have_count(1)
        expect(told).to_contain_text("The page didn’t load completely. Your games are safe.")
        expect(told.get_by_role("button")).to_be_visible()
        Faulty.spoiled.clear()
        if at % 6 == 0:
            told.get_by_role("button").click()
            assert page.evaluate(STANDS)


def test_a_page_cut_off_says_so_in_the_visitors_language(browser: Browser, host: str) -> None:
    raw = (site.DIST / INDEX).read_bytes()
    Faulty.spoiled[INDEX] = raw[: raw.index(b"<body>")]
    context = browser.new_context(locale="ro-RO", service_workers="block")
    page = context.new_page()
    page.goto(host)
    expect(page.locator("#unloaded")).to_contain_text("Pagina nu s-a încărcat complet")
    context.close()


KEPT_TEXT = """async (name) => {
    for (const cache of await caches.keys()) {
        const found = await (await caches.open(cache)).match(name);
        if (found) return found.text();
    }
    return null;
}"""


@pytest.mark.pyodide
def test_what_is_kept_for_offline_use_is_whole_or_fetched_anew(browser: Browser, host: str) -> None:
    """A damaged file is not kept, not even one that no visit needs at first, so that nobody would notice."""
    name = named("/strings/book/ro.json")
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    # The service worker must not begin before the file is right again: whether it had failed by then would be chance.
    Faulty.spoiled |= {name: HOTEL, "sw.js": HOTEL}
    page.goto(host)
    page.evaluate("name => fetch(name).then((response) => response.text())", name)
    Faulty.spoiled.clear()
    page.reload()
    controlled(page)
    assert page.evaluate(KEPT_TEXT, name) == (site.DIST / name).read_text("utf-8")
    for name in (named("/main.js"), "./"):
        raw = (site.DIST / (INDEX if name == "./" else name)).read_bytes()
        page.evaluate(
            """async ([name, half]) => {
              for (const key of await caches.keys()) {
                const cache = await caches.open(key);
                const found = await cache.match(name);
                const how = { headers: { 'content-type': found?.headers.get('content-type') } };
                if (found) await cache.put(name, new Response(half, how));
              }
            }""",
            [name, raw[: len(raw) // 2].decode("utf-8", "ignore")],
        )
        page.goto("about:blank")
        page.goto(host)
        assert page.evaluate(TOLD)
        try_again(page)
        assert page.evaluate(STANDS)
    context.close()


# -- what storage holds --------------------------------------------------------------------------------------


def put(page: Page, **values: Any) -> None:
    """Store these values; text as it is."""
    for key, value in values.items():
        text = value if isinstance(value, str) else json.dumps(value)
        page.evaluate("([key, text]) => { localStorage[`saltus.${key}`] = text; }", [key.replace("_", "."), text])


def revisit(person: Person, **values: Any) -> None:
    """Visit again, with these values stored, and nothing else meanwhile."""
    person.page.goto("about:blank")
    person.page.goto(f"{person.address}sw.js")
    put(person.page, **values)
    person.page.goto(f"{person.address}#game=rock")
    person.wait("open", "thinking")


def test_a_game_that_cannot_be_read_is_set_aside_and_saved_as_a_file_and_nonsense_is_treated_as_empty(
    come: Callable[..., Person],
) -> None:
    """The one on the board, with a letter changed or half of it gone, and an earlier one."""
    person = come()
    page = person.page
    person.open("rock")
    person.people("top")
    person.press("b1", "b3")
    whole = page.evaluate("localStorage['saltus.table.rock']")
    asides = page.locator(".asides [data-does=aside-save]")
    for number, harmed in enumerate((whole.replace('\\"b3\\"', '\\"b4\\"'), whole[: len(whole) // 2])):
        assert harmed != whole
        revisit(person, table_rock=harmed)
        expect(page.locator("#status")).to_contain_text("The old text is kept in the library.")
        page.locator("#status [data-does=aside]").click()
        expect(asides).to_have_count(number + 1)
        texts = []
        for button in asides.all():
            with page.expect_download() as download:
                button.click()
            texts.append(download.value.path().read_text("utf-8"))
        assert harmed in texts
    left = {"record": '{"saltus": 1, "game": "rock"', "rows": ["."], "players": {"w": 0, "b": 0}, "bottom": "w"}
    revisit(person, shelf=[{**left, "key": "rock", "when": 1, "plies": 3, "last": [], "winner": None}])
    show(person, "rock")
    page.locator("[data-fold=earlier] summary").click()
    page.locator("[data-fold=earlier] .entry").click()
    expect(page.locator("#status")).to_contain_text("Its text is kept in the library.")
    page.locator("#status [data-does=aside]").click()
    expect(asides).to_have_count(3)
    expect(page.locator("[data-fold=earlier] .entry")).to_have_count(1)
    page.locator("#panel-close").click()
    good = json.loads(whole)
    broken: list[dict[str, Any]] = [
        {"record": "{"},
        {"record": 1},
        {"rows": [8]},
        {"players": {"w": 1e9, "b": {}}},
        {"last": [None, {}]},
        {"id": {}},
    ]
    for table in ("{", 7, [], {"a": {}}, *({**good, **wrong} for wrong in broken)):
        goes("game=gambit")(person)
        put(person.page, table_rock=table)
        goes("game=rock")(person)
        person.wait("open", "thinking")
    kept = {**good, "key": "rock", "when": "yesterday", "plies": "many", "winner": "nobody", "players": None}
    pasts = [
        {"id": "a", "players": {"w": 0}, "game": "rock"},
        {"id": "b", "players": {"w": {}}, "game": [], "when": 1},
    ]
    strange = [None, 7, {}, kept, {**kept, "rows": []}, {**kept, "key": "chess"}, *pasts]
    for settings, last, lists in (
        ("{", "{", "{"),
        (7, {}, {"a": 1}),
        ({"theme": 7, "lines": []}, '"chess"', strange),
    ):
        revisit(person, settings=settings, last=last, shelf=lists, past=lists, past_a={}, table_rock=lists)
        for panel in ("statistics", "library"):
            goes(f"game=rock&panel={panel}")(person)
            person.page.locator(f"#panel[data-kind={panel}]").wait_for()
            person.page.locator("#panel-close").click()


NO_ROOM = """() => {
  for (const name of ['add', 'delete', 'put']) {
    const act = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (...what) {
      const full = new DOMException('full', 'QuotaExceededError');
      Object.defineProperty(this.transaction, 'error', { value: full, configurable: true });
      Promise.resolve(this.transaction).then((one) => one.abort()).catch(() => {});
      return act.apply(this, what);
    };
  }
}"""
"""Has every transaction end as a browser ends it for want of room: its requests are told that it was aborted."""

WRITES = {
    "a changed game": "games.change(game)",
    "removed games": "games.remove([game.id])",
    "restored games": "games.restore([{ game: { ...game, id: 9, digest: 'c', archive: 'd' }, texts: [] }])",
    "added games": "games.add([{ game: { ...made, digest: 'e', archive: 'f' }, texts: [{ text: '' }] }])",
    "a new record": "records('lines').change('new', () => ({ id: 'new' }))",
    "a changed record": "records('lines').change('old', () => ({ id: 'old', due: 1 }))",
    "removed records": "records('lines').remove('old')",
}

WRITE = f"""async () => {{
  const {{ games, records }} = await ({SHARED})('store');
  const made = {{ collections: [], tags: {{}}, event: '', result: 'draw', digest: 'a', archive: 'b' }};
  await games.add([{{ game: made, texts: [{{ text: '' }}] }}]);
  const [game] = await games.all();
  await records('lines').change('old', () => ({{ id: 'old' }}));
  ({NO_ROOM})();
  const told = {{}};
  const note = (name, work) => work.then(() => {{ told[name] = ''; }}, (error) => {{ told[name] = error.key; }});
  {" ".join(f"await note('{name}', {act});" for name, act in WRITES.items())}
  await new Promise((done) => setTimeout(done));
  const kept = await records('lines').all();
  return [told, [(await games.many([game.id]))[0], kept.length, kept[0].due], (await games.all()).length];
}}"""

LOST = """(handles) => {
  const { transaction } = IDBDatabase.prototype;
  const seen = new Set();
  IDBDatabase.prototype.transaction = function (...what) {
    seen.add(this);
    if ([...seen].indexOf(this) < handles) throw new DOMException('The connection is closing.', 'InvalidStateError');
    return transaction.apply(this, what);
  };
}"""
"""The browser loses so many handles of the library's database, as it does when the process behind it ends."""

DAMAGED = """async () => {
  const answer = (asked) => new Promise((done) => { asked.onsuccess = () => done(asked.result); });
  const database = await answer(indexedDB.open('saltus.library'));
  const stores = ['games', 'deck', 'lines', 'reviews'];
  const transaction = database.transaction(stores, 'readwrite');
  for (const name of stores) transaction.objectStore(name).put({ id: 99 });
  await new Promise((done) => { transaction.oncomplete = done; });
  database.close();
}"""


def test_a_library_that_is_lost_damaged_or_full_says_so_and_keeps_what_was_there(
    come: Callable[..., Person], tmp_path: Path
) -> None:
    """A lost database is opened again if that is possible; a damaged record costs only itself; without room nothing
    is written, whatever it is.
    """
    person = come()
    page = person.page
    person.open("english")
    show(person)
    give(person, collection(3)[0])
    imported(person, "1 new game.")
    page.evaluate(LOST, 1)
    give(person, "\n\n".join(collection(3)))
    imported(person, "2 new games. 1 was there already.")
    expect(page.locator(".library-line .note")).to_have_text("3 games")
    page.evaluate(LOST, 99)
    give(person, collection(3)[1])
    expect(page.locator(".import .fault")).to_contain_text("has lost the library’s database")

    page.reload()
    page.evaluate(DAMAGED)
    page.reload()
    person.wait("open", "over")
    show(person)
    expect(page.locator(".library-line .note")).to_have_text("3 games")
    assert search(person, "player:smith") == search(person, "player:smith year:1900..")
    search(person, "")
    expect(page.locator(".asides [data-does=aside-save]")).to_have_count(1)
    page.click("[data-does=library-tools]")
    with page.expect_download() as download:
        page.click("[data-does=backup-save]")
    download.value.save_as(tmp_path / "all.backup")
    page.locator("#panel input[type=file]").set_input_files(tmp_path / "all.backup")
    expect(page.locator(".library-bar")).to_contain_text("was here already")
    goes("game=english&panel=puzzles")(person)
    page.locator("#panel[data-kind=puzzles] .tile").first.wait_for()

    other = come()
    other.open("rock")
    told, (game, *records), count = other.page.evaluate(WRITE)
    assert told == dict.fromkeys(WRITES, "library.error.full")
    assert (game["digest"], records, count) == ("a", [1, None], 1)


@pytest.fixture
def framed(playwright: Playwright, chromium: dict[str, Any], address: str, tmp_path: Path) -> Iterator[Frame]:
    """The page in a frame of another site, in a browser that blocks storage in such frames."""
    wishes = tmp_path / "profile" / "Default" / "Preferences"
    wishes.parent.mkdir(parents=True)
    wishes.write_text(json.dumps({"profile": {"cookie_controls_mode": 1, "block_third_party_cookies": True}}))
    # Chromium without windows knows no such wish.
    whole = {**chromium, "executable_path": toolchain.chromium()}
    context = playwright.chromium.launch_persistent_context(tmp_path / "profile", **whole)
    errors: list[str] = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    folder = tmp_path / "another"
    folder.mkdir()
    frame = f'<iframe width="960" height="640" src="{address}#game=rock"></iframe>'
    (folder / "index.html").write_text(
        f'<!doctype html><title>Another site</title><link rel="icon" href="data:,">{frame}'
    )

    class Another(SiteHandler):
        root = folder
        rules: ClassVar[list[dict[str, Any]]] = []

    with served(Another) as host:
        page = context.new_page()
        page.goto(f"http://localhost:{host.port}/")
        yield page.frames[1]
        context.close()
    assert errors == []


@pytest.mark.slow("web/test_surroundings.py::test_a_frame_in_a_sandbox_plays_and_says_what_it_lacks")
def test_blocked_storage_in_a_foreign_frame_is_reported_and_the_game_goes_on(framed: Frame, address: str) -> None:
    """As on itch.io. The outer page has storage."""
    person = Person(cast(Page, framed), address)  # a frame has all of a page that this asks for
    framed.locator("#status[data-phase=open]").wait_for(state="attached")
    framed.evaluate("document.querySelector('#intro:not([hidden]) [data-does=play]')?.click()")
    keeps = "() => { try { return Boolean(localStorage); } catch { return false; } }"
    assert framed.parent_frame is not None
    assert framed.parent_frame.evaluate(keeps)
    assert not framed.evaluate(keeps)
    person.people("top")
    # The keys of the keyboard do not always reach a frame of another process.
    for turn, squares in enumerate((("b1", "b3"), ("a2", "c2")), 1):
        for square in squares:
            person.square(square).dispatch_event("click")
        assert person.position == turn
        if turn == 1:
            expect(framed.locator("#status")).to_contain_text("blocks storage")


# -- strangers -----------------------------------------------------------------------------------------------

SCRIPT = "\"'><img src=x onerror=document.title='pwned'><script>document.title='pwned'</script>javascript:"

PACK = """async (text) => {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let letters = '';
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}"""


def hostile() -> dict[str, str]:
    """Hostile records, by name."""
    path = ["c3", "d4"]
    record: dict[str, Any] = {"game": "english", "setup": None, "options": {}, "moves": [path]}
    return {
        "script": json.dumps(
            {**record, "game": SCRIPT, "setup": SCRIPT, "tags": {SCRIPT: SCRIPT}, "moves": [SCRIPT]}
        ),
        "tags": json.dumps({**record, "tags": {"White": SCRIPT, "Event": SCRIPT}, "moves": [SCRIPT]}),
        "illegal": json.dumps({**record, "moves": [["c3", "h8"]]}),
        "deep": "[" * 100_000,
        "nested": '{"game":"english","moves":' + "[" * 9000,
        "long": "1. 11-15 " * 40_000,
        "variations": "1. 11-15 " + "(1. 11-16 " * 5000,
        "numbers": json.dumps({**record, "seed": 10**400, "clock": {"initial": 1e308, "increment": -1}}),
        "proto": '{"__proto__": {"game": "english"}, "constructor": 1, "game": "__proto__"}',
        "pdn": f'[Event "{SCRIPT}"]\n[White "{SCRIPT}"]\n[GameType "21"]\n[FEN "{SCRIPT}"]\n1. 11-15 {{{SCRIPT}}} *',
        "control": "\x00\ud7ff\ufeff\u202e1. 11-15",
    }


LONG = """{"game":"english","moves":[],"comment":"%s"}"""
TOO_LONG = {"too long to be a game": LONG % ("x" * 3_000_000), "the limit is": LONG % ("\\r\\n" * 120_000)}
"""What is said of links that are short themselves: a few thousand letters unpack to millions."""


def test_hostile_links_and_files_do_no_harm(come: Callable[..., Person]) -> None:
    """Each is refused with a message or opens as a game. None of its scripts runs.

    A text without a script comes by a link or as a file: `records/test_mistakes.py` has what the rules say of each.
    """
    person = come()
    page = person.page
    person.open("english", "open")
    for at, (name, text) in enumerate(hostile().items()):
        if at % 2 or "pwned" in text:
            goes(f"game=english&record={page.evaluate(PACK, text)}")(person)
            assert page.evaluate(
                "() => document.querySelector('#status.error') || !location.hash.includes('record=')"
            )
            assert "pwned" not in page.title(), name
        if at % 2 and "pwned" not in text:
            continue
        goes("game=english&panel=share")(person)
        page.locator("#panel input[type=file]").set_input_files(
            {"name": f"{SCRIPT}.pdn", "mimeType": "text/html", "buffer": text.encode("utf-8", "surrogatepass")}
        )
        assert page.evaluate(
            """() => document.querySelector('#panel .fault:not(:empty), #panel .found .kept')
                || !document.getElementById('paste').value"""
        )
        page.locator("#panel-close").click()
        assert "pwned" not in page.title(), name
    for link in ("game=english&record=AAAA", "game=english&amp;record=", "game=rook"):
        goes("game=english")(person)
        goes(link)(person)
        expect(page.locator("#status.error")).to_contain_text("This link is damaged or incomplete")
        page.keyboard.press("Escape")
    for said, text in TOO_LONG.items():
        goes(f"game=english&record={page.evaluate(PACK, text)}")(person)
        expect(page.locator("#status.error")).to_contain_text(said)
        page.keyboard.press("Escape")
        expect(page.locator("#status.error")).to_have_count(0)
    for field in ("game", "panel", "rule", "turn", "record"):
        for value in (SCRIPT, "__proto__", "constructor", "x" * 100_000, "%00", "#'\\"):
            page.evaluate(
                "([field, value]) => { location.hash = `${field}=${encodeURIComponent(value)}`; }", [field, value]
            )
    page.goto("about:blank")
    page.goto(f"{person.address}?{SCRIPT}#game={SCRIPT}&panel={SCRIPT}&rule={SCRIPT}&record={SCRIPT}&turn={SCRIPT}")
    person.wait("open", "thinking")
    assert "pwned" not in page.title()


MESSAGES = """() => {
    const loop = {}; loop.self = loop;
    const script = "<img src=x onerror=parent.document.title='pwned'>";
    const long = 'x'.repeat(1e5);
    const strange = [null, 7, loop, 10n, new Map(), [], long, script, NaN, -1, 1e308, [[]], { toString: 7 }];
    const fields = ['game', 'record', 'rows', 'side', 'setup', 'seed', 'options', 'players', 'bottom', 'move',
        'theme', 'language', 'board', 'pieces'];
    const all = [...strange];
    for (const saltus of ['set', 'play', 'look', 'undo', 'get', '__proto__', script, loop, 7]) {
        for (const value of strange) {
            for (const field of fields) all.push({ saltus, [field]: value });
            all.push({ saltus, ...Object.fromEntries(fields.map((field) => [field, value])) });
        }
    }
    return all;
}"""


def test_hostile_messages_to_a_guest_board_do_no_harm(come: Callable[..., Person]) -> None:
    """One that is too long is answered with an error."""
    person = come()
    page = person.page
    guest(page, person.address, "gambit")

    def tell(message: str) -> None:
        page.evaluate(f"() => {{ heard.length = 0; board.contentWindow.postMessage({message}, '*'); }}")

    page.evaluate(
        f"""() => {{
          for (const said of ({MESSAGES})()) board.contentWindow.postMessage(said, '*');
          board.contentWindow.postMessage({{ saltus: 'set', game: 'rock', players: {{ w: 0, b: 0 }} }}, '*');
          board.contentWindow.postMessage({{ saltus: 'play', move: 'b1-b3' }}, '*');
        }}"""
    )
    assert page.evaluate("() => heard.some((one) => one.saltus === 'move' && one.game === 'rock')")
    assert page.title() == "A page"
    assert page.evaluate("Object.keys(localStorage)") == []
    for message in ("{ saltus: 'set', record: '\\r\\n'.repeat(2e5) }", "{ saltus: 'play', move: 'x'.repeat(6e5) }"):
        tell(message)
        assert page.evaluate("() => heard.some((one) => one.saltus === 'error' && one.message.includes('too long'))")
    tell("{ saltus: 'play', move: 'a2-c2' }")
    assert page.evaluate("() => heard.some((one) => one.saltus === 'move')")

"""A move entered before anything of Python has come is shown, waits, and is played once the rules are there."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from saltus.games import keys

from tests.support.held import Held
from tests.support.page import ready, try_again
from tests.support.person import Person

pytestmark = pytest.mark.running

WORKER = re.compile(r"/engine/worker\.js$")
SHELL = re.compile(r"/shell\.js$")
FIRST = {"english": ("b6", "a5"), "rock": ("b1", "b3"), "gambit": ("c2", "c4"), "italian": ("b3", "a4")}


def shown(page: Page, address: str, game: str) -> Person:
    """Open a game without its rules, and wait for the board."""
    page.goto(f"{address}#game={game}")
    page.locator("#grid [data-square]").first.wait_for(state="attached")
    page.wait_for_function("() => performance.getEntriesByName('board-open').length > 0")
    return Person(page, address)


def saved(page: Page, game: str) -> dict[str, Any]:
    kept: dict[str, Any] = page.evaluate("game => JSON.parse(localStorage[`saltus.table.${game}`])", game)
    return kept


def starts(page: Page, game: str) -> list[dict[str, Any]]:
    """The replies that the build has put into the page for a game."""
    found = json.loads(page.locator("#games").text_content() or "")["games"]
    (replies,) = (one["starts"] for one in found if one["key"] == game)
    return list(replies)


@pytest.mark.parametrize("game", keys())
def test_the_first_move_is_shown_at_once_and_played_when_the_rules_are_there(
    page: Page, address: str, game: str
) -> None:
    page.add_init_script("Math.random = () => 0.9")  # the lot: the person begins
    held = Held(page, WORKER)
    person = shown(page, address, game)
    (origin, *rest) = starts(page, game)[0]["moves"][0]["path"]
    person.click(origin)
    expect(page.locator("#status")).to_contain_text("Now click")
    person.click(*rest)
    expect(page.locator("#status")).to_contain_text("Loading the rules")
    assert "empty" in person.squares[origin]
    assert "empty" not in person.squares[rest[-1]]
    held.let_go()
    person.listed(2)
    expect(page.locator("#unloaded")).to_have_count(0)


def test_a_rule_that_is_chosen_on_the_start_card_holds_for_the_first_move(page: Page, address: str) -> None:
    page.add_init_script("Math.random = () => 0.9")
    held = Held(page, WORKER)
    person = shown(page, address, "italian")
    page.locator("#intro input[type=checkbox]").check()
    person.click(*FIRST["italian"])
    held.let_go()
    person.listed(2)
    assert json.loads(saved(page, "italian")["record"])["options"]["federation"] is True


def test_a_refused_move_is_refused_at_once_and_the_reason_follows(page: Page, address: str) -> None:
    held = Held(page, WORKER)
    person = shown(page, address, "english")
    person.click("b6", "b4")
    person.click("a3")
    expect(page.locator("#status")).to_contain_text("You’ll see why")
    assert person.spoken.startswith("You can’t move there")
    held.let_go()
    expect(page.locator("#status")).not_to_contain_text("You’ll see why")
    expect(page.locator("#status.refusal")).to_be_visible()
    person.click(*FIRST["english"])
    person.listed(2)


def test_the_second_of_two_players_waits_and_reads_why(page: Page, address: str) -> None:
    held = Held(page, WORKER)
    person = shown(page, address, "english")
    person.people()
    person.click(*FIRST["english"])
    person.click("a3", "b4")
    expect(page.locator("#status")).to_contain_text("Loading the rules")
    person.square("a3").dispatch_event("click")
    assert "Loading the rules" in person.spoken
    held.let_go()
    person.listed(1)
    person.wait("open")
    person.click("a3", "b4")
    person.listed(2)


def test_a_hint_that_is_asked_for_waits_visibly(page: Page, address: str) -> None:
    held = Held(page, WORKER)
    person = shown(page, address, "rock")
    page.keyboard.press("Escape")
    page.locator("#hint").click()
    expect(page.locator("#status")).to_contain_text("Finding a good move")
    held.let_go()
    expect(page.locator("#status.hint")).to_be_visible()
    person.click(*FIRST["rock"])
    person.listed(2)


HELD_REASONS = """
const { postMessage } = Worker.prototype;
const held = [];
window.isHeld = () => held.length > 0;
window.letGo = () => held.splice(0).forEach((send) => send());
Worker.prototype.postMessage = function (said, ...more) {
  const send = () => postMessage.call(this, said, ...more);
  if (String(said).includes('"op":"explain"')) held.push(send);
  else send();
};
"""


def test_what_a_hint_is_waited_for_is_said_until_it_is_there_or_not_wanted(page: Page, address: str) -> None:
    page.add_init_script("Math.random = () => 0.9")  # the lot: the person begins
    page.add_init_script(HELD_REASONS)
    person = shown(page, address, "rock")
    person.wait("open")
    looking = page.locator("#status", has_text="Finding a good move")
    for end in ("there", "Escape", "moved"):
        page.locator("#hint").click()
        page.wait_for_function("() => window.isHeld()")
        expect(looking).to_be_visible()
        if end == "Escape":
            page.keyboard.press("Escape")
        elif end == "moved":
            person.click(*FIRST["rock"])
        expect(looking).to_have_count(1 if end == "there" else 0)
        page.evaluate("window.letGo()")
        if end == "there":
            expect(page.locator("#status.hint")).to_be_visible()
            page.locator("#hint").click()
    person.listed(2)
    expect(page.locator("#status.hint")).to_have_count(0)


def test_a_move_outlasts_a_lost_network(page: Page, address: str, faults: list[str]) -> None:
    held = Held(page, WORKER)
    person = shown(page, address, "gambit")
    person.click(*FIRST["gambit"])
    held.fail()
    expect(page.locator("#status.error button, #unloaded button").first).to_be_visible()
    faults.clear()
    try_again(page)
    person.listed(2)


def test_a_move_outlasts_a_page_that_is_closed_before_it_is_played(page: Page, address: str) -> None:
    held = Held(page, WORKER)
    person = shown(page, address, "rock")
    person.click(*FIRST["rock"])
    assert saved(page, "rock")["turn"]["path"] == list(FIRST["rock"])
    held.let_go()
    page.goto("about:blank")
    page.goto(f"{address}#game=rock")
    person.listed(2)


def test_another_game_can_be_opened_while_a_move_waits(page: Page, address: str) -> None:
    held = Held(page, WORKER)
    person = shown(page, address, "rock")
    person.click(*FIRST["rock"])
    page.evaluate("location.hash = 'game=gambit'")
    person.drawn("gambit")
    page.keyboard.press("Escape")
    person.click(*FIRST["gambit"])
    expect(page.locator("#status")).to_contain_text("Loading the rules")
    held.let_go()
    person.listed(2)
    page.evaluate("location.hash = 'game=rock'")
    person.drawn("rock")
    person.listed(2)
    assert person.moves[0] == "b1-b3"


# -- games of earlier visits ---------------------------------------------------------------------------------


def returning(page: Page, address: str, change: str = "") -> tuple[Person, Held]:
    """Play a move, and come back without the rules. `change` is done to the stored reply, as `kept`."""
    person = shown(page, address, "english")
    person.people()
    person.click(*FIRST["english"])
    person.listed(1)
    person.wait("open")
    page.goto("about:blank")
    held = Held(page, WORKER)
    page.add_init_script(
        f"""if (localStorage['saltus.reply.english'] && !sessionStorage.done) {{
          const kept = JSON.parse(localStorage['saltus.reply.english']);
          {change};
          localStorage['saltus.reply.english'] = JSON.stringify(kept);
          sessionStorage.done = 1;
        }}"""
    )
    return shown(page, address, "english"), held


def test_a_saved_game_goes_on_before_the_rules_are_there(page: Page, address: str) -> None:
    person, held = returning(page, address)
    expect(page.locator("#moves .move")).to_have_count(1)
    person.click("a3", "b4")
    expect(page.locator("#status")).to_contain_text("Loading the rules")
    held.let_go()
    person.listed(2)
    person.wait("open")


def test_the_reply_of_another_version_is_not_played(page: Page, address: str) -> None:
    person, held = returning(page, address, "kept.version = 'another'")
    expect(page.locator("#status")).to_contain_text("Loading the rules")
    assert person.named("can move") == []
    held.let_go()
    person.wait("open")
    person.click("a3", "b4")
    person.listed(2)


def test_a_damaged_reply_is_not_played(page: Page, address: str) -> None:
    person, held = returning(page, address, "kept.match.moves = [{ path: 7 }]")
    assert person.named("can move") == []
    held.let_go()
    person.wait("open")


def test_where_the_rules_know_better_the_move_is_dropped_and_the_player_is_told(page: Page, address: str) -> None:
    person, held = returning(page, address, "kept.match.moves[0].path[1] = 'd6'")
    path = json.loads(page.evaluate("localStorage['saltus.reply.english']"))["match"]["moves"][0]["path"]
    person.click(*path)
    expect(page.locator("#status")).to_contain_text("Loading the rules")
    held.let_go()
    expect(page.locator("#status")).to_contain_text("The rules have changed")
    expect(page.locator("#moves .move")).to_have_count(1)
    person.click("a3", "b4")
    person.listed(2)


def test_a_clock_runs_before_the_rules_are_there(page: Page, address: str) -> None:
    person = shown(page, address, "english")
    ready(page)
    page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage['saltus.table.english']);
          const record = JSON.parse(kept.record);
          localStorage.clear();
          record.clock = { initial: 300, increment: 0 };
          localStorage['saltus.table.english'] = JSON.stringify(
            { ...kept, record: JSON.stringify(record), players: { w: 0, b: 0 } });
        }"""
    )
    page.goto("about:blank")
    person = shown(page, address, "english")
    person.wait("open")
    person.click(*FIRST["english"])
    person.listed(1)
    person.wait("open")
    page.goto("about:blank")
    held = Held(page, WORKER)
    person = shown(page, address, "english")
    expect(page.get_by_role("timer")).to_have_count(2)
    person.click("a3", "b4")
    held.let_go()
    person.listed(2)
    (spent,) = (one["spent"] for one in json.loads(saved(page, "english")["record"])["nodes"] if "spent" in one)
    assert spent > 0


# -- before the page is whole --------------------------------------------------------------------------------


def test_a_button_that_is_pressed_before_the_page_can_answer_is_answered_then(page: Page, address: str) -> None:
    held = Held(page, SHELL)
    page.goto(f"{address}#game=rock", wait_until="commit")
    page.locator("[data-panel=settings]").click()
    expect(page.locator("[data-panel=settings]")).to_have_attribute("aria-busy", "true")
    held.let_go()
    expect(page.locator("#panel[data-kind=settings]")).to_be_visible()
    expect(page.locator("[aria-busy]")).to_have_count(0)


def test_who_listens_hears_once_that_the_board_is_ready(visit: Callable[..., Page], address: str) -> None:
    page = visit()
    page.add_init_script(
        """localStorage['saltus.met'] ??= '["english"]';
        addEventListener('DOMContentLoaded', () => {
          window.heard = [];
          const live = document.getElementById('live');
          new MutationObserver(() => live.textContent && heard.push(live.textContent))
            .observe(live, { childList: true, characterData: true, subtree: true });
        });"""
    )
    shown(page, address, "english")
    ready(page)
    page.wait_for_function("() => performance.getEntriesByName('panels-here').length > 0")
    assert page.evaluate("heard").count("Your move (Black)") == 1
    assert len(page.evaluate("heard")) == 1


def test_a_move_on_an_embedded_board_is_shown_at_once(page: Page, address: str) -> None:
    page.add_init_script("Math.random = () => 0.9")  # the lot: the person begins
    held = Held(page, WORKER)
    page.goto(f"{address}?embed#game=rock")
    page.wait_for_function("() => performance.getEntriesByName('board-open').length > 0")
    person = Person(page, address)
    person.click("b1", "b3")
    expect(page.locator("#grid [data-square=b3]")).not_to_have_accessible_name(re.compile("empty"))
    assert "empty" not in person.squares["b3"]
    held.let_go()
    person.listed(2)

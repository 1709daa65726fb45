"""A move entered before anything of Python has come is shown, waits, and is played once the rules are there."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from saltus.games import keys

from tests.support.held import Held, held_back
from tests.support.page import try_again
from tests.support.person import Person, take_hint
from tests.support.settle import advance, happened, lacking, settle

WORKER = re.compile(r"/engine/worker\.js$")
SHELL = re.compile(r"/shell\.js$")
FIRST = {"english": ("b6", "a5"), "rock": ("b1", "b3"), "gambit": ("c2", "c4")}
BEGINS = "Math.random = () => 0.9"
"""The lot: the person begins."""


def shown(page: Page, address: str, game: str) -> Person:
    """Open a game, of which the board is shown at once."""
    page.goto(f"{address}#game={game}")
    person = Person(page, address)
    person.sees("() => performance.getEntriesByName('board-open').length > 0")
    return person


def saved(page: Page, game: str) -> dict[str, Any]:
    kept: dict[str, Any] = page.evaluate("game => JSON.parse(localStorage[`saltus.table.${game}`])", game)
    return kept


def starts(page: Page, game: str) -> list[dict[str, Any]]:
    """The replies that the build has put into the page for a game."""
    found = json.loads(page.locator("#games").text_content() or "")["games"]
    (replies,) = (one["starts"] for one in found if one["key"] == game)
    return list(replies)


def test_the_first_move_of_every_game_is_shown_at_once_and_played_when_the_rules_are_there(
    page: Page, address: str
) -> None:
    """Each game is opened while the moves of those before it wait. A rule that is chosen on the start card holds."""
    page.add_init_script(BEGINS)
    status = page.locator("#status")
    with held_back(page, WORKER):
        person = shown(page, address, keys()[0])
        for game in keys():
            page.evaluate("game => { location.hash = `game=${game}`; }", game)
            person.drawn(game)
            if game == "italian":
                page.locator("#intro input[type=checkbox]").check()
            (origin, *rest) = starts(page, game)[0]["moves"][0]["path"]
            person.click(origin)
            expect(status).to_contain_text("Now click")
            person.click(*rest)
            expect(status).to_contain_text("Loading the rules")
            assert "empty" in person.squares[origin]
            assert "empty" not in person.squares[rest[-1]]
    for game in keys():
        page.evaluate("game => { location.hash = `game=${game}`; }", game)
        person.drawn(game)
        person.listed(2)
    assert json.loads(saved(page, "italian")["record"])["options"]["federation"] is True
    expect(page.locator("#unloaded")).to_have_count(0)


def test_a_refused_move_is_refused_at_once_and_the_reason_follows(page: Page, address: str) -> None:
    with held_back(page, WORKER):
        person = shown(page, address, "english")
        person.click("b6", "b4")
        person.click("a3")
        expect(page.locator("#status")).to_contain_text("You’ll see why")
        assert person.spoken.startswith("You can’t move there")
    expect(page.locator("#status")).not_to_contain_text("You’ll see why")
    assert page.locator("#status.refusal").is_visible()
    person.click(*FIRST["english"])
    person.listed(2)


def test_the_second_of_two_players_waits_and_reads_why(page: Page, address: str) -> None:
    with held_back(page, WORKER):
        person = shown(page, address, "english")
        person.people()
        person.click(*FIRST["english"])
        person.click("a3", "b4")
        expect(page.locator("#status")).to_contain_text("Loading the rules")
        person.square("a3").dispatch_event("click")
        assert "Loading the rules" in person.spoken
    person.listed(1)
    person.wait("open")
    person.click("a3", "b4")
    person.listed(2)


HELD_REASONS = """
const { postMessage } = Worker.prototype;
const held = [];
let tell = () => {};
window.asked = () => new Promise((done) => { if (held.length) done(); else tell = done; });
window.letGo = () => held.splice(0).forEach((send) => send());
Worker.prototype.postMessage = function (said, ...more) {
  const send = () => postMessage.call(this, said, ...more);
  if (!String(said).includes('"op":"explain"')) return send();
  held.push(send);
  tell();
};
"""
"""Holds requests for reasons back; `asked` tells that there is one."""


def test_that_a_hint_is_looked_for_is_said_until_it_is_there_or_not_wanted(page: Page, address: str) -> None:
    """From before the rules are there, until its reasons are."""
    page.add_init_script(BEGINS)
    page.add_init_script(HELD_REASONS)
    hint, looking = page.locator("#hint"), page.locator("#status", has_text="Finding a good move")
    with held_back(page, WORKER) as held:
        person = shown(page, address, "rock")
        page.keyboard.press("Escape")
        take_hint(page)
        expect(looking).to_be_visible()
        held.let_go()
        for end in ("there", "Escape", "moved"):
            happened(page, "asked()")
            expect(looking).to_be_visible()
            if end == "Escape":
                page.keyboard.press("Escape")
            elif end == "moved":
                person.click(*FIRST["rock"])
            expect(looking).to_have_count(1 if end == "there" else 0)
            page.evaluate("letGo()")
            if end == "there":
                expect(page.locator("#status.hint")).to_be_visible()
                hint.click()  # shows the move
                hint.click()
            if end != "moved":
                hint.click()
    person.listed(2)
    expect(page.locator("#status.hint")).to_have_count(0)


def test_a_move_outlasts_a_page_that_is_closed_and_a_lost_network(
    page: Page, address: str, faults: list[str]
) -> None:
    page.add_init_script(BEGINS)
    held = Held(page, WORKER)
    with lacking(page, "rules"):
        person = shown(page, address, "rock")
        person.click(*FIRST["rock"])
        assert saved(page, "rock")["turn"]["path"] == list(FIRST["rock"])
        page.goto("about:blank")
        shown(page, address, "rock")
        held.fail()
    settle(page)
    faults.clear()
    try_again(page)
    person.listed(2)


# -- games of earlier visits ---------------------------------------------------------------------------------


def left(page: Page, address: str) -> None:
    """Play a move of two players, and leave."""
    person = shown(page, address, "english")
    person.people()
    person.click(*FIRST["english"])
    person.listed(1)
    page.goto("about:blank")


def test_a_saved_game_goes_on_before_the_rules_are_there_and_so_does_its_clock(page: Page, address: str) -> None:
    shown(page, address, "english")
    page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage['saltus.table.english']);
          const record = JSON.parse(kept.record);
          localStorage.clear();
          Object.assign(record, { clock: { initial: 300, increment: 0 } });
          localStorage['saltus.table.english'] = JSON.stringify({ ...kept, record: JSON.stringify(record) });
        }"""
    )
    page.goto("about:blank")
    left(page, address)
    with held_back(page, WORKER):
        person = shown(page, address, "english")
        person.listed(1)
        expect(page.get_by_role("timer")).to_have_count(2)
        advance(page, 2_000)
        person.click("a3", "b4")
        expect(page.locator("#status")).to_contain_text("Loading the rules")
    person.listed(2)
    person.wait("open")
    spent = [one["spent"] for one in json.loads(saved(page, "english")["record"])["nodes"] if "spent" in one]
    assert spent[-1] >= 2


def test_where_the_rules_know_better_the_move_is_dropped_and_the_reply_of_another_version_is_not_played(
    page: Page, address: str
) -> None:
    """`store/reply.test.ts` has which replies are used."""
    left(page, address)
    page.add_init_script(
        """if (localStorage['saltus.reply.english'] && !sessionStorage.done) {
          const kept = JSON.parse(localStorage['saltus.reply.english']);
          kept.match.moves[0].path[1] = 'd6';
          localStorage['saltus.reply.english'] = JSON.stringify(kept);
          sessionStorage.done = 1;
        }"""
    )
    with held_back(page, WORKER):
        person = shown(page, address, "english")
        path = json.loads(page.evaluate("localStorage['saltus.reply.english']"))["match"]["moves"][0]["path"]
        person.click(*path)
        expect(page.locator("#status")).to_contain_text("Loading the rules")
    expect(page.locator("#status")).to_contain_text("The rules have changed")
    person.listed(1)
    person.click("a3", "b4")
    person.listed(2)
    # What another version has kept.
    page.add_init_script("localStorage['saltus.reply.english'] = '{}'")
    with held_back(page, WORKER):
        page.reload()
        expect(page.locator("#status")).to_contain_text("Loading the rules")
        assert person.named("can move") == []
    person.wait("open")
    person.click("d6", "e5")
    person.listed(3)


# -- before the page is whole --------------------------------------------------------------------------------


def test_a_button_that_is_pressed_before_the_page_can_answer_is_answered_then(page: Page, address: str) -> None:
    button = page.locator("[data-panel=settings]")
    with held_back(page, SHELL, "module"):
        page.goto(f"{address}#game=rock", wait_until="commit")
        button.click()
        expect(button).to_have_attribute("aria-busy", "true")
    assert page.locator("#panel[data-kind=settings]").is_visible()
    expect(page.locator("[aria-busy]")).to_have_count(0)


@pytest.mark.slow(
    "test_the_first_move_of_every_game_is_shown_at_once_and_played_when_the_rules_are_there",
    "web/test_settings.py::test_an_embedded_board_exchanges_messages_with_its_page_and_its_address_seats_the_players",
)
def test_a_move_on_an_embedded_board_is_shown_at_once(page: Page, address: str) -> None:
    page.add_init_script(BEGINS)
    with held_back(page, WORKER):
        page.goto(f"{address}?embed#game=rock")
        person = Person(page, address)
        person.click(*FIRST["rock"])
        assert "empty" not in person.squares["b3"]
    person.listed(2)

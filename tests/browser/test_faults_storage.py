"""Storage that is full, blocked or holds nonsense: nothing is lost while the page is open, and one is told."""

import json
from typing import Any

import pytest
from person import Person
from playwright.sync_api import BrowserContext, expect


@pytest.fixture
def person(forgiving: BrowserContext, address: str) -> Person:
    return Person(forgiving.new_page(), address)


FILL = """() => {
    for (let size = 1 << 22; size; size >>= 1) {
        for (let n = 0; ; n++) try { localStorage[`other.${size}.${n}`] = '.'.repeat(size); } catch { break; }
    }
}"""


def test_full_storage_is_told_once_and_the_games_go_on(person: Person) -> None:
    page = person.page
    person.open("rock")
    person.people("top")
    page.evaluate(FILL)
    person.press("b1", "b3")
    expect(page.locator("#status")).to_contain_text("keeps nothing")
    person.press("a2", "c2")
    person.at(2)
    expect(page.locator("#status")).not_to_contain_text("keeps nothing")
    page.evaluate("location.hash = 'game=gambit'")
    person.drawn("gambit")
    person.wait("open")
    page.evaluate("location.hash = 'game=rock'")
    person.listed(2)


def test_games_that_are_over_make_room_for_the_one_on_the_table(person: Person) -> None:
    page = person.page
    person.open("rock")
    person.people("top")
    page.evaluate(
        """() => {
          const game = { game: 'rock', when: 1, players: { w: 0, b: 4 }, winner: 'w', reason: 'resigned', plies: 9 };
          localStorage['saltus.past'] = JSON.stringify(['new', 'old'].map((id) => ({ ...game, id })));
          localStorage['saltus.past.new'] = localStorage['saltus.past.old'] = JSON.stringify('.'.repeat(9000));
        }"""
    )
    page.evaluate(FILL)
    person.press("b1", "b3")
    person.at(1)
    page.wait_for_function("() => !('saltus.past.old' in localStorage)")
    assert page.evaluate("'saltus.past.new' in localStorage")
    page.reload()
    person.listed(1)
    page.locator(".tools [data-panel=statistics]").click()
    expect(page.locator("#panel .pasts .kept")).to_have_count(2)
    expect(page.locator("#panel .pasts .kept:disabled")).to_have_count(1)


def test_storage_that_holds_nonsense_is_as_if_it_were_empty(person: Person) -> None:
    page = person.page
    person.open("rock")
    person.people("top")
    person.press("b1", "b3")
    person.at(1)
    page.wait_for_function("() => JSON.parse(localStorage['saltus.table.rock']).last.length")
    good = json.loads(page.evaluate("localStorage['saltus.table.rock']"))

    def put(**values: Any) -> None:
        script = "([key, text]) => { localStorage[`saltus.${key}`] = text; }"
        for key, value in values.items():
            page.evaluate(script, [key.replace("_", "."), value if value == "{" else json.dumps(value)])

    def changed(game: str) -> None:
        page.evaluate("game => { location.hash = `game=${game}`; }", game)
        person.drawn(game)
        person.wait("open", "thinking")

    broken = [{"record": "{"}, {"record": 1}, {"rows": [8]}, {"players": {"w": 1e9, "b": {}}}, {"last": [None, {}]}]
    for table in ("{", 7, [], {"a": {}}, *({**good, **wrong} for wrong in broken), {**good, "id": {}}):
        changed("gambit")
        put(table_rock=table)
        changed("rock")
    kept = {**good, "key": "rock", "when": "yesterday", "plies": "many", "winner": "nobody", "players": None}
    pasts = [
        {"id": "a", "players": {"w": 0}, "game": "rock"},
        {"id": "b", "players": {"w": {}}, "game": [], "when": 1},
    ]
    strange = [None, 7, {}, kept, {**kept, "rows": []}, {**kept, "key": "chess"}, *pasts]
    for settings, last, lists in (("{", "{", "{"), (7, {}, {"a": 1}), ({"theme": 7, "lines": []}, "chess", strange)):
        put(settings=settings, last=last, shelf=lists, past=lists, past_a={}, table_rock=lists)
        page.goto("about:blank")
        page.goto(f"{person.address}#game=rock")
        person.wait("open", "thinking")
        for panel in ("statistics", "shelf"):
            page.evaluate("panel => { location.hash = `game=rock&panel=${panel}`; }", panel)
            page.locator(f"#panel[data-kind={panel}]").wait_for()
            page.locator("#panel-close").click()

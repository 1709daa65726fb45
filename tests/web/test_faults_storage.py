"""Storage that is full, blocked or holds nonsense: nothing is lost while the page is open, and the page says so."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest
from bundle import toolchain
from bundle.server import SiteHandler
from playwright.sync_api import BrowserContext, Frame, Page, Playwright, expect

from tests.support.collection import SHARED, collection, give, imported, search, show
from tests.support.person import Person, choose_entry
from tests.support.served import served

pytestmark = pytest.mark.running


@pytest.fixture
def person(forgiving: BrowserContext, address: str) -> Person:
    return Person(forgiving.new_page(), address)


FILL = """() => {
    for (let size = 1 << 22; size; size >>= 1) {
        for (let n = 0; ; n++) try { localStorage[`other.${size}.${n}`] = '.'.repeat(size); } catch { break; }
    }
}"""


def test_full_storage_is_reported_once_and_the_games_go_on(person: Person) -> None:
    page = person.page
    person.open("rock")
    person.people("top")
    page.evaluate(FILL)
    person.press("b1", "b3")
    expect(page.locator("#status")).to_contain_text("blocks storage")
    person.press("a2", "c2")
    person.at(2)
    expect(page.locator("#status")).not_to_contain_text("blocks storage")
    page.evaluate("location.hash = 'game=gambit'")
    person.drawn("gambit")
    person.wait("open")
    page.evaluate("location.hash = 'game=rock'")
    person.listed(2)


def test_full_storage_drops_old_games_before_the_current_one(person: Person) -> None:
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
    choose_entry(page, "study", "statistics")
    expect(page.locator("#panel .pasts .kept")).to_have_count(2)
    expect(page.locator("#panel .pasts .kept:disabled")).to_have_count(1)


def test_nonsense_in_storage_is_treated_as_empty(person: Person) -> None:
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

    broken: list[dict[str, Any]] = [
        {"record": "{"},
        {"record": 1},
        {"rows": [8]},
        {"players": {"w": 1e9, "b": {}}},
        {"last": [None, {}]},
    ]
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
        for panel in ("statistics", "library"):
            page.evaluate("panel => { location.hash = `game=rock&panel=${panel}`; }", panel)
            page.locator(f"#panel[data-kind={panel}]").wait_for()
            page.locator("#panel-close").click()


@pytest.mark.parametrize("damage", ["one letter", "half"])
def test_a_saved_game_that_cannot_be_read_is_set_aside_and_saved_as_a_file(
    person: Person, damage: str, tmp_path: Path
) -> None:
    page = person.page
    person.open("rock")
    person.people("top")
    person.press("b1", "b3")
    person.at(1)
    page.wait_for_function("() => JSON.parse(localStorage['saltus.table.rock']).last.length")
    whole = page.evaluate("localStorage['saltus.table.rock']")
    damaged = whole[: len(whole) // 2] if damage == "half" else whole.replace('\\"b3\\"', '\\"b4\\"')
    assert damaged != whole
    page.goto("about:blank")
    page.goto(f"{person.address}sw.js")
    page.evaluate("(text) => { localStorage['saltus.table.rock'] = text; }", damaged)
    page.goto(f"{person.address}#game=rock")
    person.wait("open")
    expect(page.locator("#status")).to_contain_text("The old text is kept in the library.")
    page.locator("#status [data-does=aside]").click()
    with page.expect_download() as download:
        page.locator("[data-does=aside-save]").click()
    download.value.save_as(tmp_path / "aside.txt")
    assert (tmp_path / "aside.txt").read_text("utf-8") == damaged


def test_an_earlier_game_that_cannot_be_read_can_be_saved_as_a_file(person: Person) -> None:
    page = person.page
    person.open("rock")
    left = {"record": '{"saltus": 1, "game": "rock"', "rows": ["."], "players": {"w": 0, "b": 0}, "bottom": "w"}
    page.evaluate(
        "(left) => localStorage.setItem('saltus.shelf', JSON.stringify([left]))",
        {**left, "key": "rock", "when": 1, "plies": 3, "last": [], "winner": None},
    )
    show(person, "rock")
    page.locator("[data-fold=earlier] summary").click()
    page.locator("[data-fold=earlier] .entry").click()
    expect(page.locator("#status")).to_contain_text("Its text is kept in the library.")
    page.locator("#status [data-does=aside]").click()
    expect(page.locator(".asides [data-does=aside-save]")).to_have_count(1)
    expect(page.locator("[data-fold=earlier] .entry")).to_have_count(1)


FULL = """() => {
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
  ({FULL})();
  const told = {{}};
  const note = (name, work) => work.then(() => {{ told[name] = ''; }}, (error) => {{ told[name] = error.key; }});
  {" ".join(f"await note('{name}', {act});" for name, act in WRITES.items())}
  await new Promise((done) => setTimeout(done));
  const kept = await records('lines').all();
  return [told, [(await games.many([game.id]))[0], kept.length, kept[0].due], (await games.all()).length];
}}"""


def test_a_library_without_room_says_so_and_keeps_what_was_there(person: Person) -> None:
    """Whatever is written. The fixture sees a rejection that nobody handles."""
    person.open("rock")
    told, (game, *records), count = person.page.evaluate(WRITE)
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


@pytest.mark.again("web/test_surroundings.py::test_a_frame_in_a_sandbox_plays_and_says_what_it_lacks")
def test_blocked_storage_in_a_foreign_frame_is_reported_and_the_game_goes_on(framed: Frame, address: str) -> None:
    """As on itch.io. The outer page has storage."""
    person = Person(cast(Page, framed), address)  # a frame has all of a page that this asks for
    person.wait("open")
    keeps = "() => { try { return Boolean(localStorage); } catch { return false; } }"
    assert framed.parent_frame is not None
    assert framed.parent_frame.evaluate(keeps)
    assert not framed.evaluate(keeps)
    person.people("top")
    # The keys of the keyboard do not always reach a frame of another process.
    for turn, squares in enumerate((("b1", "b3"), ("a2", "c2")), 1):
        for square in squares:
            person.square(square).dispatch_event("click")
        person.at(turn)
        if turn == 1:
            expect(framed.locator("#status")).to_contain_text("blocks storage")


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


def test_a_database_that_the_browser_has_lost_is_opened_again_or_called_lost(person: Person) -> None:
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


DAMAGED = """async () => {
  const answer = (asked) => new Promise((done) => { asked.onsuccess = () => done(asked.result); });
  const database = await answer(indexedDB.open('saltus.library'));
  const stores = ['games', 'deck', 'lines', 'reviews'];
  const transaction = database.transaction(stores, 'readwrite');
  for (const name of stores) transaction.objectStore(name).put({ id: 99 });
  await new Promise((done) => { transaction.oncomplete = done; });
  database.close();
}"""


def test_a_record_that_is_damaged_costs_only_itself(person: Person, tmp_path: Path) -> None:
    page = person.page
    person.open("english")
    show(person)
    give(person, "\n\n".join(collection(3)))
    imported(person, "3 new games.")
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
    page.evaluate("location.hash = 'game=english&panel=puzzles'")
    page.locator("#panel[data-kind=puzzles] .tile").first.wait_for()


def test_the_browser_is_asked_to_keep_what_would_be_missed_and_not_before(person: Person) -> None:
    page = person.page
    page.add_init_script("StorageManager.prototype.persist = async () => { window.asked = (window.asked ?? 0) + 1; }")
    person.open("rock")
    person.people("top")
    page.wait_for_function("() => performance.getEntriesByName('panels-here').length")
    assert page.evaluate("window.asked") is None
    person.press("b1", "b3")
    person.at(1)
    page.click("#resign")
    page.click("#ask-yes")
    person.wait("over")
    page.wait_for_function("() => window.asked === 1")

"""The library on the page: importing, searching, opening, editing, exporting and backing up games."""

import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from saltus.games import load
from saltus.library.explorer import explore
from saltus.library.query import parse
from saltus.library.search import fit

from tests.support.collection import (
    BROKEN,
    BROKEN_LINE,
    OPENED,
    SHARED,
    collection,
    give,
    imported,
    indexed,
    search,
    show,
)
from tests.support.person import Person, enter_moves, unfold
from tests.support.profiles import Profiles
from tests.support.settle import settle, standing, unsettled
from tests.support.tiers import mostly_slow

COUNT = 70
"""The games of the shelf: more than a list shows at once."""
MANY = 150
LETTERS = 1_400
"""So many games with so many letters are more than three slices of a file."""
QUERIES = (
    "player:smith",
    "white:nagy -event:open year:1900..1950",
    "winner:lovelace",
    "result:draw,unfinished",
    "year:..1930,1980..",
    "date:1903.02..1950",
    "length:40..59",
    '"open 3" bela',
    "opening:e",
    "round:7",
    "ballot:1..90",
    "collection:club",
    'game:english after:"11-15"',
    'game:english after:"9-14 22-18" mirrored',
    "game:english pattern:18=w,22+23=white,14=empty,15=!black turn:white",
    "game:english pattern:1=W",
    "game:english pattern:10=piece mirrored",
    "game:english material:6v5",
    "game:english material:w12-b11 turn:black",
)


@pytest.fixture(scope="module")
def shelves(profiles: Profiles, file_address: str) -> Iterator[Person]:
    """Someone with a library."""
    person = Person(profiles.take([]), file_address)
    person.open("english")
    show(person)
    give(person, "\n\n".join(collection(COUNT)))
    imported(person, f"{COUNT} new games.")
    yield person
    profiles.give(person.page)


@pytest.fixture
def shelf(shelves: Person, faults: list[str]) -> Iterator[Person]:
    """Someone with a library, which the tests only read."""
    yield shelves
    assert faults == []


@pytest.fixture
def collector(newcomer: Person) -> Person:
    """Someone with an empty library."""
    newcomer.open("english")
    show(newcomer)
    return newcomer


def total(person: Person) -> int:
    """How many games are in the database."""
    script = f"async () => (await ({SHARED})('store')).games.all().then((games) => games.length)"
    return int(person.page.evaluate(script))


# -- importing -----------------------------------------------------------------------------------------------


@pytest.mark.pyodide
def test_what_cannot_be_read_is_listed_and_another_encoding_takes_the_place_of_what_was_read_wrongly(
    collector: Person, tmp_path: Path
) -> None:
    page = collector.page
    first, second, last = collection(3)
    text = f"{first}\n\n{second}\n\n{BROKEN}"
    line = text[: text.index(BROKEN)].count("\n") + 1 + BROKEN_LINE
    contents = {"One.pdn": text, "Picture.pdn": "\x89PNG\0\0", "Two.pdn": last}
    for name, content in contents.items():
        (tmp_path / name).write_text(content, "utf-8")
    page.locator(".library input[type=file]").set_input_files([tmp_path / name for name in contents])
    expect(page.locator(".import-text")).to_have_text("3 new games. 1 can’t be read.")
    expect(page.locator(".import .fault")).to_contain_text("Picture.pdn: This is not a text file")
    page.locator(".import summary").click()
    entry = page.locator(".rejected li")
    expect(entry).to_contain_text(f"One.pdn · Line {line}:")
    expect(entry).to_contain_text("“11-15” is not a legal move")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the list").click()
    download.value.save_as(tmp_path / "rejected.txt")
    saved = (tmp_path / "rejected.txt").read_text("utf-8")
    assert f"Line {line}:" in saved
    assert 'Event "Broken"' in saved
    page.click("[data-does=import-done]")
    # The same games, dropped as one file.
    collector.drop("Another name.pdn", "\n\n".join([first, last, BROKEN]))
    expect(page.locator(".import-text")).to_have_text("0 new games. 2 were there already. 1 can’t be read.")
    page.locator(".import summary").click()
    expect(entry).to_have_text(re.compile(r"^Line \d"))
    assert total(collector) == 3
    assert len(search(collector, "collection:another")) == 2
    page.click("[data-does=import-done]")
    search(collector, "")
    text = '[White "Иванов"]\n[GameType "21"]\n\n1. 11-15 *'
    give(collector, text.encode("koi8-r"), "Club.pdn")
    expect(page.locator(".import-text")).to_have_text("1 new game.")
    page.locator(".import select[name=encoding]").select_option("koi8-r")
    expect(page.locator(".library")).to_contain_text("Иванов")
    imported(collector, "1 new game.")
    assert total(collector) == 4


@mostly_slow(
    "game, form, encoding",
    [
        ("english", "json", "utf-8"),
        ("rock", "sgf", "utf-8-sig"),
        ("italian", "pdn", "utf-16"),
        ("english", "pdn", "cp1252"),
    ],
    ("rock", "sgf", "utf-8-sig"),
)
def test_files_of_other_formats_and_encodings_are_read_in_slices(
    collector: Person, game: str, form: str, encoding: str
) -> None:
    texts = collection(MANY // 2, game, form, 20, LETTERS)
    whole = f"[{','.join(texts)}]" if form == "json" else "\n\n".join(texts)
    assert len(whole) > 80_000, "more than one slice"
    give(collector, whole.encode(encoding), f"Club.{form}")
    imported(collector, f"{len(texts)} new games.")
    assert sorted(map(int, search(collector, "player:béla"))) == sorted(
        number for number, one in enumerate(indexed(texts)) if "Nagy" in one.entry.players
    )


HELD = f"""async () => {{
  const {{ GameFile }} = await ({SHARED})('lib');
  const {{ slice }} = GameFile.prototype;
  let asked = 0;
  GameFile.prototype.slice = async function (...how) {{
    if (++asked > 2) await new Promise((done) => {{ window.release = done; }});
    return slice.apply(this, how);
  }};
  window.again = () => {{ asked = 0; }};
}}"""
"""Files give two slices, and the next one when `release` is called."""


def test_an_import_that_is_stopped_or_cut_off_keeps_what_was_read(collector: Person) -> None:
    page = collector.page
    text = "\n\n".join(collection(MANY, plies=4, letters=LETTERS))
    page.evaluate(HELD)
    give(collector, text)
    assert 0 < total(collector) < MANY
    page.get_by_role("button", name="Stop").click()
    page.evaluate("release()")
    expect(page.locator(".import-text")).to_contain_text("Stopped.")
    page.click("[data-does=import-done]")
    stopped = total(collector)
    page.evaluate("again()")
    give(collector, text + "\n\n" + collection(1)[0])
    assert page.get_by_role("button", name="Stop").is_visible()
    page.reload()
    collector.wait("open", "over")
    kept = total(collector)
    assert stopped <= kept < MANY, "the library has what was read before"
    show(collector)
    expect(page.locator(".library-line .note")).to_contain_text(f"{kept} games")
    give(collector, text)
    imported(collector, f"{MANY - kept} new games. {kept} were there already.")
    assert total(collector) == MANY


def test_two_tabs_import_the_same_games_at_once(collector: Person, address: str) -> None:
    other = Person(collector.page.context.new_page(), address)
    other.open("english")
    show(other)
    text = "\n\n".join(collection(MANY // 2, plies=4, letters=LETTERS))
    with unsettled(collector.page):
        give(collector, text)
    give(other, text)
    settle(collector.page)
    for one in (collector, other):
        assert one.page.locator("[data-does=import-done]").is_visible()
    assert total(collector) == MANY // 2
    for one in (collector, other):
        expect(one.page.locator(".library-line .note")).to_have_text(f"{MANY // 2} games")


FULL = """() => {
  const { put } = IDBObjectStore.prototype;
  let left = 120; // a game and its texts each
  IDBObjectStore.prototype.put = function (...values) {
    if (left-- > 0) return put.apply(this, values);
    throw new DOMException('full', 'QuotaExceededError');
  };
}"""


def test_a_full_disk_is_reported_and_whole_batches_are_kept(collector: Person) -> None:
    collector.page.evaluate(FULL)
    give(collector, "\n\n".join(collection(MANY, plies=4, letters=LETTERS)))
    fault = collector.page.locator(".import .fault")
    expect(fault).to_contain_text("There is no room left")
    kept = total(collector)
    assert 0 < kept <= 60
    texts = f"async () => (await ({SHARED})('store')).games"
    counts = collector.page.evaluate(
        f"async () => {{ const games = await ({texts})(); "
        "return (await Promise.all((await games.all()).map(({ id }) => games.texts(id)))).map((one) => one.length); }"
    )
    assert counts == [1] * kept, "each game has its text"


PLIES = f"""async () => {{
  const {{ libraryOf }} = await ({OPENED})('library');
  return libraryOf().now.hits.map(({{ game, ply }}) => [game.tags.Round, ply]);
}}"""
"""The games that were found, with the ply at which each opens."""

# -- searching -----------------------------------------------------------------------------------------------


def test_the_page_finds_what_the_rules_find_and_tells_a_mistake(shelf: Person) -> None:
    entries = [one.entry._replace(collections=("Club",)) for one in indexed(collection(COUNT))]
    for query in QUERIES:
        wanted = parse(query, None)
        expected = {entry.tags["Round"]: hit for entry in entries if (hit := fit(wanted, entry))}
        assert sorted(search(shelf, query)) == sorted(expected), query
        if wanted.moments:
            plies = {number: hit.ply for number, hit in expected.items()}
            assert dict(shelf.page.evaluate(PLIES)) == plies, query
    field = shelf.page.locator("[name=library-query]")
    field.fill("playr:smith")
    expect(shelf.page.locator("#library-fault")).to_contain_text("did you mean player:?")
    expect(field).to_have_attribute("aria-invalid", "true")
    search(shelf, "")
    expect(shelf.page.locator("#library-fault")).to_have_text("")


def test_only_rows_in_sight_are_there_keys_move_through_all_and_fields_write_the_query(shelf: Person) -> None:
    page = shelf.page
    search(shelf, "")
    page.select_option("[name=library-order]", "players")
    assert page.evaluate("() => document.querySelectorAll('.long-row').length > 0")
    assert page.locator(".long-row").count() < COUNT / 2
    page.locator(".game-row").first.focus()
    page.keyboard.press("End")
    last = page.locator(f".long-row[aria-posinset='{COUNT}']")
    expect(last.locator(".game-row")).to_be_focused()
    expect(last).to_be_in_viewport()
    page.keyboard.press("ArrowUp")
    expect(page.locator(f".long-row[aria-posinset='{COUNT - 1}'] .game-row")).to_be_focused()
    page.keyboard.press("Home")
    first = page.locator(".long-row[aria-posinset='1']")
    expect(first.locator(".game-row")).to_be_focused()
    assert first.get_attribute("aria-setsize") == str(COUNT)
    tabbed = page.locator(".long-list [tabindex='0']")
    assert tabbed.count() == 2, "one row is in the Tab order"
    page.select_option("[name=library-order]", "added")
    search(shelf, "")
    page.click("[data-does=library-filters]")
    page.fill("[name=library-player]", "Ada Lovelace")
    page.fill("[name=library-year-from]", "1950")
    page.select_option("[name=library-result]", "white")
    field = page.locator("[name=library-query]")
    expect(field).to_have_value('player:"Ada Lovelace" year:1950.. result:white')
    page.fill("[name=library-player]", "")
    page.select_option("[name=library-result]", "")
    expect(field).to_have_value("year:1950..")
    page.click("[data-fold=pattern] summary")
    page.locator("label:has(input[name=pattern][value=black])").click()
    page.locator("[data-pattern=e5]").click()
    expect(field).to_have_value("year:1950.. game:english pattern:15=black")
    page.locator("input[name=pattern-not]").check()
    page.locator("[data-pattern=c3]").click()
    expect(field).to_have_value("year:1950.. game:english pattern:15=black,22=!black")
    expect(page.locator("[data-pattern=c3]")).to_have_attribute("aria-label", "22: not Any black")
    page.locator("[data-pattern=e5]").press("Enter")
    page.locator("[data-pattern=c3]").press("Enter")
    page.locator("[data-pattern=c3]").press("Enter")
    page.locator("input[name=pattern-not]").uncheck()
    page.click("[data-does=library-filters]")
    search(shelf, "")


def test_a_game_is_found_by_its_position_and_opens_there_and_the_library_opens_again(
    collector: Person, address: str
) -> None:
    page = collector.page
    games = indexed(collection(COUNT))
    give(collector, "\n\n".join(collection(COUNT)))
    imported(collector, f"{COUNT} new games.")
    page.click("#panel-close")
    collector.people()
    enter_moves(collector, "11-15")
    show(collector)
    page.click("[data-does=library-filters]")
    page.click("[data-fold=position] summary")
    page.click("[data-does=library-position]")
    wanted = parse('game:english after:"11-15"')
    n = sum(fit(wanted, one.entry) is not None for one in games)
    assert 0 < n < COUNT
    expect(page.locator(".library-line .note")).to_have_text(f"{n} of {COUNT} games")
    page.click("[data-does=library-position]")
    expect(page.locator(".library-line .note")).to_have_text(f"{COUNT} games")
    material = "game:english material:w12-b11"
    first = games[int(search(collector, material)[0])].entry
    page.locator(".game-row").first.click()
    hit = fit(parse(material), first)
    assert hit
    assert hit.ply
    collector.at(hit.ply)
    expect(page.locator("#panel")).to_be_hidden()
    assert len(collector.moves) == first.plies
    # By a link, and by the same link once more.
    link = "game=english&panel=library"
    page.goto("about:blank")
    page.goto(f"{address}#{link}")
    page.locator(".game-row").first.click()
    expect(page.locator("#panel")).to_be_hidden()
    assert page.evaluate("() => location.hash === '#game=english' && !history.state")
    page.evaluate("link => { location.hash = link; }", link)
    assert page.locator(".game-row").first.is_visible()


PLACES = """element => ['ד', 'ل'].map((letter) => {
  const range = document.createRange();
  const at = element.textContent.indexOf(letter);
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  return range.getBoundingClientRect().x;
})"""
"""Where two letters stand on the screen."""


def test_a_game_names_its_players_its_result_and_the_reason_as_its_file_does(collector: Person) -> None:
    page = collector.page
    tags = '[Event "Cup"][White "Marion Tinsley"][Black "Asa Long"][Result "1-0"][GameType "21"]'
    leftwards = '[White "דנה"][Black "ليلى"][Result "1-0"][GameType "21"]\n1. 11-15 24-19 1-0'
    abandoned = f'{tags}[Termination "Abandoned"]\n1. 11-15 23-19 1-0'
    give(collector, f"{leftwards}\n\n{abandoned}\n\n{tags}\n1. 9-14 22-18 1-0")
    imported(collector, "3 new games.")
    told = [r"^Black won · ", r"^Black won \(Abandoned\) · ", r"^Black won · "]
    expect(page.locator(".game-row .card-note")).to_have_text([re.compile(one) for one in told])
    # Names from right to left, too, stand on their sides: each is isolated.
    name = page.locator(".game-row strong").last
    expect(name).to_have_text("\u2068דנה\u2069 – \u2068ليلى\u2069")
    white, black = name.evaluate(PLACES)
    assert white < black
    for row, why in ((1, "Abandoned"), (0, "")):
        show(collector)
        page.locator(".game-row").nth(row).click()
        expect(page.locator("#panel")).to_be_hidden()
        page.keyboard.press("End")
        expect(page.locator("#status")).to_contain_text("Black wins")
        expect(page.locator(".moves-result")).to_have_text(f"Black wins · {why}" if why else "Black wins")
        expect(page.locator("#player-bottom option:checked")).to_have_text("Asa Long")
        expect(page.locator("#player-top option:checked")).to_have_text("Marion Tinsley")
        page.evaluate("location.hash = 'game=english&panel=result'")
        expect(page.locator(".result-side h3")).to_have_text(["White: Marion Tinsley", "Black: Asa Long"])
        if why:
            expect(page.locator("#result-why")).to_have_text(why)
        else:
            expect(page.locator("#result-why")).to_be_hidden()
        page.evaluate("location.hash = 'game=english&panel=share'")
        text = page.locator("#panel textarea[readonly]")
        expect(text).to_have_value(re.compile(r'\[White "Marion Tinsley"\]'))
        expect(text).to_have_value(
            re.compile(rf'^(?!.*resignation)(.*Termination "{why}".*)$' if why else r"^(?!.*Termination)", re.DOTALL)
        )
    page.click("#panel-close")
    collector.people("top")
    page.locator("#player-top select").select_option("4")
    expect(page.locator("#player-bottom option:checked")).to_have_text("You")


# -- games with the same moves ---------------------------------------------------------------------------------

EVENTS = tuple(
    f'[Event "{event}"]\n[White "?"]\n[Black "?"]\n[GameType "21"]\n[Result "{result}"]\n\n1. 11-15 23-19 {result}'
    for event, result in (("Spring", "1/2-1/2"), ("Autumn", "1-0"))
)


AS_BY_1_0 = """async () => {
  const answer = (asked) => new Promise((done, fail) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = fail;
  });
  const database = await answer(indexedDB.open('saltus.library'));
  const transaction = database.transaction(['games', 'sources'], 'readwrite');
  const [games, sources] = ['games', 'sources'].map((name) => transaction.objectStore(name));
  const [first, second] = await answer(games.getAll());
  const [one, other] = await answer(sources.getAll());
  delete first.contents;
  first.tags.Site = 'of the other';
  games.put(first);
  sources.put({ id: one.id, texts: [...one.texts, ...other.texts] });
  games.delete(second.id);
  sources.delete(second.id);
  await new Promise((done) => { transaction.oncomplete = done; });
  database.close();
}"""
"""Makes of two games what version 1.0 would have made: one, with the texts of both."""


def test_games_with_the_same_moves_stay_apart_and_those_that_version_1_0_took_for_one_come_back(
    collector: Person,
) -> None:
    page = collector.page
    give(collector, "\n\n".join(EVENTS))
    imported(collector, "2 new games.")
    row = page.locator(".long-row", has_text="Autumn")
    expect(row.locator(".game-result.black")).to_have_count(1)
    row.locator(".tool").click()
    same = page.locator(".same-moves .entry")
    expect(same).to_have_text("Players unknown · Spring · Draw")
    same.click()
    expect(page.locator("[name=tag-Event]")).to_have_value("Spring")
    expect(same).to_have_text("Players unknown · Autumn · Black won")
    page.evaluate(AS_BY_1_0)
    page.reload()
    collector.wait("open", "over")
    show(collector)
    expect(page.locator(".library-line .note")).to_have_text("1 game")
    give(collector, collection(12)[0])
    imported(collector, "2 new games.")
    expect(page.locator(".game-row")).to_have_count(3)
    expect(page.locator(".game-row", has_text="Autumn").locator(".black")).to_have_count(1)
    give(collector, "\n\n".join(EVENTS))
    imported(collector, "0 new games. 2 were there already.")
    read = f"async () => (await (await ({SHARED})('store')).games.all()).map(({{ tags }}) => tags.Site ?? '')"
    assert "of the other" not in page.evaluate(read)


# -- changing ------------------------------------------------------------------------------------------------


def test_tags_are_edited_and_a_game_that_becomes_another_by_them_is_merged_with_it(collector: Person) -> None:
    page = collector.page
    one = collection(12)[3]
    white = indexed([one])[0].entry.white
    give(collector, one + "\n\n" + one.replace(f'[White "{white}"]', '[White "Somebody"]'))
    imported(collector, "2 new games.")
    page.locator(".long-row", has_text="Somebody").locator(".tool").click()
    rows, foot = (page.locator(part).bounding_box() for part in (".form-rows", ".form-foot"))
    assert rows
    assert foot
    assert rows["y"] + rows["height"] <= foot["y"] + 0.5, "Save lies over no field"
    page.fill("[name=tag-White]", white)
    page.click("[data-does=library-save]")
    expect(page.locator(".library-line .note")).to_have_text("Saved. 1 game")
    expect(page.locator(".game-row")).to_contain_text(white)
    page.locator(".long-row .tool").click()
    page.fill("[name=tag-White]", "Marion Tinsley")
    page.fill("[name=tag-Event]", "")
    page.fill("[name=tag-collections]", "Champions, Best")
    page.click("[data-does=library-save]")
    expect(page.locator(".game-row")).to_contain_text("Marion Tinsley")
    assert search(collector, "white:tinsley collection:best") == ["3"]
    assert search(collector, "event:open") == []
    search(collector, "")
    page.locator(".game-row").click()
    expect(page.locator("#panel")).to_be_hidden()
    page.evaluate("location.hash = 'game=english&panel=share'")
    expect(page.locator("#panel textarea[readonly]")).to_have_value(re.compile("Marion Tinsley"))
    page.reload()
    collector.wait("open", "over")
    show(collector)
    assert search(collector, "white:tinsley") == ["3"]
    give(collector, one)
    imported(collector, "0 new games. 1 was there already.")


def test_games_are_exported_deleted_ones_come_back_and_a_backup_brings_everything_to_another_browser(
    collector: Person, visit: Callable[..., Page], address: str, tmp_path: Path
) -> None:
    page = collector.page
    give(collector, "\n\n".join(collection(12)))
    imported(collector, "12 new games.")
    found = search(collector, "year:1900..1915")
    assert 0 < len(found) < 12
    page.click("[data-does=library-tools]")
    before = {one.digest for one in indexed(collection(12)) if one.entry.tags["Round"] in found}
    for form in ("pdn", "json"):
        with page.expect_download() as download:
            page.click(f"[data-does=export-{form}]")
        download.value.save_as(tmp_path / "games")
        text = (tmp_path / "games").read_text("utf-8")
        assert {one.digest for one in indexed([text])} == before
        assert text.startswith("[{") == (form == "json")
    page.click("[data-does=library-back]")
    search(collector, "")
    page.click("[data-does=library-choose]")
    page.locator(".game-row").nth(0).click()
    page.locator(".game-check input").nth(1).check()
    expect(page.locator(".chosen-acts .note")).to_have_text("2 selected")
    page.click("[data-does=choose-delete]")
    expect(page.locator("#ask-text")).to_have_text("Delete 2 games from the library?")
    page.click("#ask-yes")
    expect(page.locator(".library-line .note")).to_have_text("10 games")
    page.click("[data-does=library-undo]")
    expect(page.locator(".library-line .note")).to_have_text("12 games")
    assert total(collector) == 12
    page.evaluate(
        f"""async () => {{
          const {{ records }} = await ({SHARED})('store');
          const move = {{ path: ['b1', 'b3'], text: 'b1-b3', captured: [], crowns: false }};
          const found = {{ played: 'b1-b3', mark: '?', line: [move], reason: {{ text: '' }}, refutation: [] }};
          const place = {{ key: 'rock', options: {{}}, rows: ['.'], side: 'w', ply: 3, players: '', date: '' }};
          const card = {{ id: 'one', game: 3, ...place, ...found, added: 7, due: 5, progress: null }};
          await records('deck').change('one', () => card);
          localStorage.setItem('saltus.puzzles', JSON.stringify({{ games: {{}}, streak: {{ now: 1, best: 4 }} }}));
        }}"""
    )
    page.click("[data-does=library-tools]")
    with page.expect_download() as download:
        page.click("[data-does=backup-save]")
    download.value.save_as(tmp_path / "all.backup")
    other = Person(visit(), address)
    other.open("rock")
    show(other, "rock")
    give(other, collection(12)[0])
    imported(other, "1 new game.")
    other.page.click("[data-does=library-tools]")
    other.page.locator("#panel input[type=file]").set_input_files(tmp_path / "all.backup")
    expect(other.page.locator(".library-line .note")).to_have_text("12 games")
    kept = other.page.evaluate(
        f"async () => {{ const {{ games, records }} = await ({SHARED})('store');"
        "  const card = await records('deck').get('one');"
        "  return [card.due, (await games.many([card.game]))[0].tags.Round,"
        "    JSON.parse(localStorage.getItem('saltus.puzzles')).streak.best]; }"
    )
    assert kept == [5, "2", 4]
    other.page.click("[data-does=library-tools]")
    (tmp_path / "none.backup").write_text("nothing")
    other.page.locator("#panel input[type=file]").set_input_files(tmp_path / "none.backup")
    expect(other.page.locator(".library-tools")).to_contain_text("not a backup")
    lines = gzip.decompress((tmp_path / "all.backup").read_bytes()).decode().splitlines()
    at, damaged = next((at, json.loads(line)) for at, line in enumerate(lines) if '"game"' in line)
    damaged["game"] |= {"date": 0, "digest": "another"}
    lines[at] = json.dumps(damaged)
    (tmp_path / "damaged.backup").write_bytes(gzip.compress("\n".join(lines).encode()))
    other.page.locator("#panel input[type=file]").set_input_files(tmp_path / "damaged.backup")
    expect(other.page.locator(".library-tools")).to_contain_text(f"damaged (line {at + 1}: game.date)")
    dates = f"async () => (await (await ({SHARED})('store')).games.all()).map((game) => typeof game.date)"
    assert other.page.evaluate(dates) == ["string"] * 12
    # What is in a backup drops no ending and no edited tags.
    fresh, found, texts = page.evaluate(MERGED)
    assert found == [
        ["", "a", "one"],
        ["edited there", "bb,b", ""],
        ["mine", "cc,c", ""],
        ["an earlier ending", "aa", ""],
        ["edited otherwise", "cd", ""],
    ]
    assert (fresh, texts) == (2, ["bb", "b"])


MERGES = f"async () => (await ({SHARED})('store')).exclusive({{}}, async () => {{}})"
"""Waits until all merges that were asked for have ended."""


@pytest.mark.pyodide
def test_a_double_click_merges_one_group_of_duplicates_and_the_longer_names_stay(collector: Person) -> None:
    page = collector.page
    texts = [re.sub(r'White "[^"]*"', 'White "Ada Lovelace"', text) for text in collection(2)]
    short = [text.replace("Ada Lovelace", "Lovelace").replace("J. Smith", "Smith") for text in texts]
    give(collector, "\n\n".join([*texts, *short, collection(12)[1]]))
    imported(collector, "5 new games.")
    page.click("[data-does=library-tools]")
    page.click("[data-does=library-duplicates]")
    groups = page.locator(".duplicates > li")
    expect(groups).to_have_count(2)
    before = len(collector.heard)
    groups.first.get_by_role("button", name="Merge", exact=True).dblclick()
    page.evaluate(MERGES)
    expect(groups).to_have_count(1)
    expect(page.locator(".library-tools")).to_contain_text("1 game is there more than once.")
    assert collector.heard[before:] == ["Merged."]
    assert total(collector) == 4
    groups.first.get_by_role("button", name="Merge", exact=True).click()
    expect(page.locator(".library-tools")).to_contain_text("0 games are there more than once.")
    page.click("[data-does=library-back]")
    expect(page.locator(".library-line .note")).to_have_text("3 games")
    for one in indexed(texts):
        names = f"{one.entry.white} – {one.entry.black}"
        assert page.locator(".game-row", has_text=names).count() >= 1


LATER = """(version) => new Promise((done) => {
  const asked = indexedDB.open('saltus.library', version);
  asked.onsuccess = () => { done(asked.result.version); asked.result.close(); };
})"""
"""Opens the library as such a version would; which one it is then."""


def test_a_library_that_is_blocked_or_of_a_later_version_is_told_as_that(
    newcomer: Person, visit: Callable[..., Page], address: str
) -> None:
    page = newcomer.page
    newcomer.open("rock")
    assert page.evaluate(LATER, 99) == 99
    show(newcomer, "rock")
    expect(page.locator("#panel")).to_contain_text("A later version of Saltus made the library")
    expect(page.locator("#panel")).to_contain_text("Nothing was deleted")
    page.click("#panel-close")
    with standing(page):
        newcomer.press("b1", "b3")
        newcomer.at(1)
    assert page.evaluate(LATER, 99) == 99
    page = visit()
    page.add_init_script("IDBFactory.prototype.open = () => { throw new DOMException('blocked', 'SecurityError'); }")
    person = Person(page, address)
    person.open("english")
    show(person)
    page.click("[data-does=library-tools]")
    page.click("[data-does=library-duplicates]")
    expect(page.locator(".library-tools [role=status]", has_text="storage is blocked")).to_be_visible()


# -- files ---------------------------------------------------------------------------------------------------


MERGED = f"""async () => {{
  const {{ games }} = await ({SHARED})('store');
  const made = (more) => ({{ collections: [], tags: {{}}, event: '', result: 'draw', digest: 'd', ...more }});
  const text = (text) => [{{ text }}];
  await games.add([
    {{ game: made({{ contents: ['a'], archive: 'one' }}), texts: text('a') }},
    {{ game: made({{ contents: ['b'] }}), texts: text('b') }},
    {{ game: made({{ contents: ['cc', 'c'], edited: true, event: 'mine' }}), texts: text('cc') }},
  ]);
  const told = await games.add([
    {{ game: made({{ contents: ['aa'], archive: 'one', event: 'an earlier ending' }}), texts: text('aa') }},
    {{ game: made({{ contents: ['bb', 'b'], edited: true, event: 'edited there' }}), texts: text('bb') }},
    {{ game: made({{ contents: ['cd', 'c'], edited: true, event: 'edited otherwise' }}), texts: text('cd') }},
  ], true);
  const all = (await games.all()).filter(({{ digest }}) => digest === 'd');
  const found = all.map(({{ event, contents, archive }}) => [event, contents.join(), archive ?? '']);
  return [told.new, found, (await games.texts(all[1].id)).map(({{ text }}) => text)];
}}"""


def test_a_backup_brings_back_the_unfinished_game_of_a_board_that_was_only_shown(
    collector: Person, visit: Callable[..., Page], address: str, tmp_path: Path
) -> None:
    collector.open("rock")
    collector.people("top")
    collector.press("b1", "b3")
    collector.at(1)
    page = collector.page
    show(collector, "rock")
    page.click("[data-does=library-tools]")
    with page.expect_download() as download:
        page.click("[data-does=backup-save]")
    download.value.save_as(tmp_path / "all.backup")
    other = Person(visit(), address)
    other.open("rock")
    show(other, "rock")
    other.page.click("[data-does=library-tools]")
    other.page.locator("#panel input[type=file]").set_input_files(tmp_path / "all.backup")
    told = other.page.locator(".library-bar", has=other.page.locator("[data-does=restored-done]"))
    expect(told).to_contain_text("1 unfinished game")
    other.at(1)
    other.page.click("#panel-close")
    other.press("a2", "c2")
    other.at(2)
    other.page.reload()
    other.listed(2)
    # There, now, another game of it has been played.
    other.open("rock")
    other.people("top")
    other.press("c1", "c3")
    other.at(1)
    show(other, "rock")
    other.page.click("[data-does=library-tools]")
    other.page.locator("#panel input[type=file]").set_input_files(tmp_path / "all.backup")
    expect(told).to_contain_text("1 unfinished game")
    assert other.moves == ["c1-c3"]
    other.page.locator("[data-fold=earlier] summary").click()
    other.page.locator("[data-fold=earlier] .entry").click()
    other.at(1)
    assert other.moves == ["b1-b3"]


# -- games that were played here -----------------------------------------------------------------------------


def test_games_played_here_are_in_the_library_until_all_saved_games_are_deleted(newcomer: Person) -> None:
    """Those of the time before there was a library move into it once."""
    page = newcomer.page
    records = [json.loads(text) for text in collection(5, form="json")]
    past = []
    for number, record in enumerate(records):
        del record["tags"]
        past.append(
            {"id": f"g{number}", "game": "english", "when": 1_700_000_000_000 + number, "players": {"w": 0, "b": 4}}
            | {"winner": "w", "reason": "resignation", "plies": 60}
        )
    newcomer.open("english")
    page.evaluate(
        """([past, records]) => {
          localStorage.setItem('saltus.past', JSON.stringify(past));
          const twice = (record) => JSON.stringify(JSON.stringify(record));
          const keep = (id, record) => localStorage.setItem(`saltus.past.${id}`, twice(record));
          past.forEach(({ id }, at) => keep(id, records[at]));
        }""",
        [past, records],
    )
    for _ in range(2):
        page.reload()
        newcomer.wait("open", "over")
        show(newcomer)
        expect(page.locator(".library-line .note")).to_have_text("5 games")
    assert page.evaluate("JSON.parse(localStorage.getItem('saltus.past')).every(({ kept }) => kept)")
    expect(page.locator(".game-row").first).to_contain_text("You – ")
    expect(page.locator(".game-row").first).to_contain_text("Rated game")
    give(newcomer, collection(12)[0])
    imported(newcomer, "1 new game.")
    page.click("#panel-close")
    page.evaluate("() => localStorage.removeItem('saltus.past')")
    enter_moves(newcomer, "11-15")
    newcomer.wait("open")
    page.click("#resign")
    page.click("#ask-yes")
    newcomer.wait("over")
    assert total(newcomer) == 7
    page.reload()
    newcomer.wait("open", "over")
    show(newcomer)
    assert len(search(newcomer, "collection:mine")) == 6
    page.evaluate("location.hash = 'game=english&panel=statistics'")
    page.get_by_role("button", name="Delete all").click()
    page.click("#ask-yes")
    assert total(newcomer) == 1
    show(newcomer)
    search(newcomer, "")
    expect(page.locator(".game-row")).to_have_count(1)
    expect(page.locator(".game-row")).not_to_contain_text("You")


# -- the explorer --------------------------------------------------------------------------------------------


@pytest.mark.pyodide
def test_explorer_counts_the_games_also_on_turned_boards_and_lists_them(collector: Person) -> None:
    """The board is turned where all pieces move alike."""
    page = collector.page
    texts = collection(20, "rock", "sgf", 20)
    give(collector, "\n\n".join(texts), "Club.sgf")
    imported(collector, "20 new games.")
    page.evaluate("location.hash = 'game=rock&panel=openings'")
    rows = page.locator(".played-move")
    unfold(page, "games")
    assert rows.first.is_visible()
    game = load("rock")
    entries = [(number, one.entry) for number, one in enumerate(indexed(texts))]
    for rotated in (True, False):
        page.locator("input[name=played-rotated]").set_checked(rotated)
        found = explore(game, game.start(), entries, rotated)
        expect(page.locator(".played > .note")).to_have_text("20 games reached this position.")
        expect(rows).to_have_count(len(found.moves))
        counts = sorted(int(text) for text in page.locator(".played-move .book-share").all_inner_texts())
        assert counts == sorted(one.tally.games for one in found.moves)
    first = found.moves[0].tally
    expect(rows.first.locator(".card-note")).to_have_text(f"{first.first_year}–{first.last_year}")
    rows.first.click()
    expect(page.locator(".library-line .note")).to_have_text(f"{first.games} of 20 games")
    page.click("[data-does=library-all]")
    expect(page.locator(".library-line .note")).to_have_text("20 games")

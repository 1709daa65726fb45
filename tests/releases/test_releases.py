"""What every release so far has written is opened, and nothing of it is lost.

A folder here is what people have on their devices: if a test fails, the reader is to be mended, not the folder.
"""

import gzip
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import saltus
from playwright.sync_api import Page, expect
from saltus.library.query import parse
from saltus.library.store import Library
from saltus.records import record

from tests.releases import kept
from tests.support.collection import SHARED, show
from tests.support.person import Person

HERE = Path(__file__).parent
FOLDERS = sorted(path for path in HERE.glob("[0-9]*") if path.is_dir())
GAMES = ("english", "gambit", "italian", "rock", "roman")


def those_with(name: str) -> pytest.MarkDecorator:
    """A test runs for each release that has this file."""
    found = [path for path in FOLDERS if (path / name).exists()]
    assert found, name
    return pytest.mark.parametrize("folder", found, ids=lambda path: path.name)


def stored(folder: Path, name: str) -> Any:
    return json.loads((folder / f"{name}.json").read_text("utf-8"))


def test_every_release_is_here() -> None:
    assert [path.name for path in FOLDERS][:2] == ["0.1", "1.0"]
    wanted = {"storage.json", "finished.json", "links.json", "texts.json"}
    later = {"saltus.backup", "library.db", "library.json", "match.jsonl", "match.txt", "bridge.json"}
    assert wanted == {path.name for path in FOLDERS[0].iterdir()}
    assert all(wanted | later <= {path.name for path in folder.iterdir()} for folder in FOLDERS[1:])


# -- Python ------------------------------------------------------------------------------------------------


@those_with("texts.json")
def test_games_and_positions_as_text_are_what_they_were(folder: Path) -> None:
    """PDN and SGF have no place for all that JSON has, but for the moves, the tags and the result."""
    texts = stored(folder, "texts")
    for name, entry in texts.items():
        key, form = name.split(".")[0], name.split(".")[-1]
        game = saltus.load(key)
        text = entry if isinstance(entry, str) else entry["text"]
        wanted = entry["is"] if isinstance(entry, dict) else kept.meaning(saltus.read(texts[f"{key}.json"], "json"))
        if form == "position":
            assert list(game.rows(saltus.read_position(game, text))) == wanted["rows"], name
            continue
        assert record.detect(text) == form, name
        match = saltus.read(text, form)
        found = kept.meaning(match)
        if form == "json":
            assert found == wanted, name
        else:
            assert [found[part] for part in ("game", "moves", "outcome")] == [
                wanted[part] for part in ("game", "moves", "outcome")
            ], name
            assert wanted["tags"].items() <= found["tags"].items(), name
        assert [one.message for one in match.warnings] == [], name


def test_the_first_edition_s_texts_say_what_was_played() -> None:
    texts = stored(HERE / "0.1", "texts")
    match = saltus.read(texts["english.json"])
    assert saltus.story(match) == ["11-15", "23-19", "8-11", "26-23"]
    assert [node.comment for node in match.nodes if node.comment] == ["The usual reply,\nby the book — “bună”."]
    assert len(match.nodes) == 6, "a variation"


@those_with("finished.json")
def test_the_file_of_all_finished_games_is_a_collection_of_games(folder: Path) -> None:
    file = stored(folder, "finished")
    games = file if isinstance(file, list) else file["games"]
    found = saltus.read_all((folder / "finished.json").read_text("utf-8"))
    assert [kept.meaning(one) for one in found] == [
        kept.meaning(saltus.read(json.dumps(one["record"]), "json")) for one in games
    ]
    assert [(one.game.key, one.outcome and one.outcome.winner) for one in found] == [
        (one["game"], one["winner"]) for one in games
    ]
    assert len(found) == 2


@those_with("library.db")
def test_a_library_has_all_that_was_in_it_and_takes_more(folder: Path, tmp_path: Path) -> None:
    shutil.copy(folder / "library.db", tmp_path)
    before = stored(folder, "library")
    with Library(tmp_path / "library.db") as library:
        found = list(library.find(parse("")))
        assert [(one.id, dict(one.entry.tags)) for one in found] == [
            (row[0], json.loads(row[-1])) for row in before["games"]
        ]
        assert len(list(library.find(parse("event:match")))) == 1
    after = kept.library(tmp_path / "library.db")
    for name, rows in before.items():
        assert [row for row in rows if row not in [each[: len(row)] for each in after[name]]] == [], name
    exported = kept.ran(tmp_path, "games", "export", "id:1", "--original")
    assert saltus.story(saltus.read(exported))
    assert "11-15" in kept.ran(tmp_path, "games", "repertoire", "show", "english", "black")
    (tmp_path / "more.pdn").write_text('[GameType "21"]\n1. 11-15 22-17 *\n')
    kept.ran(tmp_path, "games", "import", "more.pdn")
    assert len(kept.library(tmp_path / "library.db")["games"]) == len(before["games"]) + 1


@those_with("match.jsonl")
def test_a_log_of_matches_is_complete_and_played_no_second_time(folder: Path, tmp_path: Path) -> None:
    shutil.copy(folder / "match.jsonl", tmp_path)
    match = ["match", "gambit", "--players", "1", "2", "--games", "4", "--nodes", "200", "--log", "match.jsonl"]
    told = kept.ran(tmp_path, *match)
    assert told.split() == (folder / "match.txt").read_text("utf-8").split()
    assert (tmp_path / "match.jsonl").read_bytes() == (folder / "match.jsonl").read_bytes()


@those_with("bridge.json")
def test_a_session_of_the_bridge_gets_replies_that_mean_the_same(folder: Path) -> None:
    assert kept.differing(stored(folder, "bridge")) == []


def test_a_reply_that_lacks_a_field_or_says_something_else_is_found() -> None:
    told = kept.session(
        ['{"id":1,"op":"outcome","game":"gambit"}', '{"id":2,"op":"bestmove","game":"rock","depth":1}']
    )
    told[0]["replies"][0]["gone"] = 1
    told[1]["replies"][-1] |= {"score": "high", "depth": 7}
    first, second = kept.differing(told)
    assert first.endswith(".gone is gone")
    assert ".score was 'high'" in second


# -- the page ----------------------------------------------------------------------------------------------


def texts_of(saved: str) -> list[str]:
    """The moves of a stored match up to where it stands."""
    match = saltus.read(saved, "json")
    return saltus.story(match)


def plain(local: dict[str, str]) -> dict[str, Any]:
    return {name.removeprefix("saltus."): json.loads(text) for name, text in local.items()}


def begun(page: Page, address: str, storage: dict[str, Any]) -> Person:
    """Someone who comes with what an earlier release has stored."""
    page.goto(f"{address}sw.js")
    page.evaluate(kept.PUT, storage)
    person = Person(page, address)
    page.goto(f"{address}#game=english")
    person.wait("open", "over", "thinking")
    return person


def known(person: Person) -> dict[str, list[Any]]:
    """What is in the library, by store."""
    found = person.page.evaluate(kept.DATABASE)
    return {store["name"]: store["records"] for store in found["stores"]}


def filled(person: Person, count: int) -> dict[str, list[Any]]:
    """Wait until so many games are in the library; what is in it then."""
    games = f"async (count) => (await (await ({SHARED})('store')).games.all()).length >= count"
    show(person)
    expect(person.page.locator(".library-line .note")).to_contain_text(f"{count} ")
    assert person.page.evaluate(games, count)
    return known(person)


@those_with("storage.json")
def test_the_page_goes_on_with_what_the_browser_has_stored(
    folder: Path, visit: Callable[..., Page], address: str
) -> None:
    storage = stored(folder, "storage")
    before = plain(storage["local"])
    page = visit()
    person = begun(page, address, storage)
    for game in GAMES:
        page.evaluate("game => { location.hash = `game=${game}`; }", game)
        person.drawn(game)
        person.wait("open", "over", "thinking")
        table = before[f"table.{game}"]
        person.listed(len([node for node in saltus.read(table["record"], "json").nodes if node.parent]))
        assert set(texts_of(table["record"])) <= {text.split("\n")[0] for text in person.moves}, game
    boards = {store["name"]: len(store["records"]) for store in (storage["database"] or {"stores": []})["stores"]}
    found = filled(person, max(boards.get("games", 0), len(before["past"])))
    after = plain(page.evaluate(kept.LOCAL))
    assert page.evaluate("document.documentElement.dataset.theme") == before["settings"]["theme"]
    for name, value in before["settings"].items():
        assert after["settings"][name] == value, name
    for one in before["past"]:
        (same,) = [each for each in after["past"] if each["id"] == one["id"]]
        assert one.items() <= {**same, "kept": one.get("kept", same.get("kept"))}.items()
        assert kept.meaning(saltus.read(after[f"past.{one['id']}"], "json")) == kept.meaning(
            saltus.read(before[f"past.{one['id']}"], "json")
        )
        assert [game for game in found["games"] if game.get("archive") == one["id"]]
    assert [one["record"] for one in after["shelf"]][-len(before["shelf"]) :] == [
        one["record"] for one in before["shelf"]
    ]
    for name in before.keys() - {"settings", "past", "shelf", "last", "ratings"}:
        if not name.startswith(("reply.", "table.", "past.")):
            assert after[name] == before[name], name
    for key, rated in before.get("ratings", {}).get("games", {}).items():
        assert after["ratings"]["games"][key] == rated
    for store in (storage["database"] or {"stores": []})["stores"]:
        assert [one for one in store["records"] if one not in found[store["name"]]] == [], store["name"]


@those_with("storage.json")
def test_progress_of_before_is_shown(folder: Path, visit: Callable[..., Page], address: str) -> None:
    storage = stored(folder, "storage")
    before = plain(storage["local"])
    storage["local"]["saltus.settings"] = json.dumps({**before["settings"], "language": "en"})
    page = visit()
    begun(page, address, storage)
    page.evaluate("() => { location.hash = 'game=gambit&panel=statistics'; }")
    page.locator("#panel[data-kind=statistics] .parts").wait_for()
    puzzles = before.get("puzzles") or before["exercises"]
    told = page.locator("#panel .stat-figures div").all()
    figures = {one.locator("dt").inner_text(): one.locator("dd").inner_text() for one in told}
    tried = [one for each in puzzles["games"].values() for one in each.values()]
    assert figures["best streak"] == f"{puzzles['streak']['best']}"
    assert figures["solved"] == f"{sum(one['solved'] > 0 for one in tried)}"
    page.evaluate("() => { location.hash = 'game=english&panel=lesson'; }")
    page.locator(".lesson .note", has_text="Step 2 of").wait_for()


@those_with("saltus.backup")
def test_a_backup_brings_all_of_it_to_another_browser(folder: Path, visit: Callable[..., Page], address: str) -> None:
    lines = [json.loads(line) for line in gzip.decompress((folder / "saltus.backup").read_bytes()).splitlines()]
    person = Person(visit(), address)
    person.open("rock")
    show(person, "rock")
    page = person.page
    page.click("[data-does=library-tools]")
    page.locator("#panel input[type=file]").set_input_files(folder / "saltus.backup")
    games = [line["game"] for line in lines if "game" in line]
    expect(page.locator(".library-line .note")).to_have_text(f"{len(games)} games")
    found = known(person)
    after = page.evaluate(kept.LOCAL)
    (storage,) = [line["storage"] for line in lines if "storage" in line]
    for name, text in storage.items():
        if name not in ("last", "settings", "met") and not name.startswith("table.rock"):
            assert json.loads(after[f"saltus.{name}"]) == json.loads(text), name
    assert sorted(one["digest"] for one in found["games"]) == sorted(one["digest"] for one in games)
    for line in lines:
        if "store" in line:
            wanted = {name: value for name, value in line["record"].items() if name != "game"}
            ids = [one for one in found[line["store"]] if wanted.items() <= one.items()]
            assert ids, line["record"]["id"]


@those_with("links.json")
def test_links_open_what_they_name(folder: Path, visit: Callable[..., Page], address: str) -> None:
    links, page = stored(folder, "links"), visit()
    person = Person(page, address)
    person.open("rock")
    texts = stored(HERE / "0.1", "texts")
    for name, link in links.items():
        if page.locator("#panel-close").is_visible():
            page.click("#panel-close")
        page.evaluate("link => { location.hash = link; }", link)
        if "record=" in link:
            assert "record" not in page.url
            person.drawn(link.split("&")[0].removeprefix("game="))
            person.wait("open", "over", "thinking")
            expect(page.locator("#status.error")).to_have_count(0)
            if name == "friend":
                assert person.moves == ["b1-b3"]
                assert page.locator("#player-bottom").get_attribute("data-side") == "b"
            elif name == "english" and folder.name == "0.1":
                assert len(person.moves) == len(saltus.read(texts["english.json"]).nodes) - 1
        elif "puzzle=" in link:
            page.locator(".puzzle .task").wait_for()
        elif "theme=" in link:
            page.locator(".puzzle-sets .tile").first.wait_for()
        else:
            kind = link.partition("panel=")[2]
            page.locator(f"#panel[data-kind={kind}]").wait_for()

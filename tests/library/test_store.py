"""The library's file: what is added, found and changed, and what survives when something goes wrong."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from saltus.games import load
from saltus.library.database import APPLICATION_ID, LibraryError
from saltus.library.editing import alike, edit, merge, remove
from saltus.library.entry import digest_of, entry_of
from saltus.library.importing import Added, InLibrary, Parsed, Rejected, games_of
from saltus.library.query import parse
from saltus.library.search import fit
from saltus.library.store import Library
from saltus.records.record import write

from tests.support.checkout import PY
from tests.support.played import every, played
from tests.support.tiers import mostly_slow

GAME = '[Event "Open"]\n[White "Ada"]\n[Black "Bob"]\n[Date "1950.03.??"]\n[GameType "21"]\n\n1. 11-15 23-19 *\n'


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "games.db") as made:
        yield made


def put(library: Library, text: str, collection: str = "test") -> Added:
    """Import a text."""
    parsed = list(games_of(text, "games.pdn"))
    assert all(isinstance(one, Parsed) for one in parsed)
    return library.add([one for one in parsed if isinstance(one, Parsed)], collection)


def ids(library: Library, query: str = "") -> list[int]:
    return [found.id for found in library.find(parse(query))]


def sound(library: Library) -> bool:
    """Whether the file is intact, and every game has its indexes and a record."""
    ((checked,),) = library.rows("PRAGMA integrity_check")
    ((missing,),) = library.rows(
        "SELECT count(*) FROM games WHERE id NOT IN (SELECT game FROM sources) OR"
        " id NOT IN (SELECT game FROM positions) OR id NOT IN (SELECT game FROM contents) OR"
        " id NOT IN (SELECT game FROM members)"
    )
    return bool(checked == "ok" and not missing)


# -- adding and reading --------------------------------------------------------------------------------------


def test_a_game_comes_back_as_it_was(library: Library) -> None:
    for match in every():
        put(library, write(match, "json"))
    for number, match in enumerate(every(), 1):
        assert write(library.match(number), "json") == write(match, "json")
        entry = library.entry(number)
        assert entry == entry_of(match, ["test"])
    assert library.kinds() == dict.fromkeys(("english", "gambit", "italian", "rock", "roman"), 8)
    assert library.collections() == {"test": 40}
    assert len(library) == 40


def test_nothing_of_a_record_is_lost(library: Library) -> None:
    text = GAME.replace("23-19", "{a word} 23-19 (1... 22-18 $2 {other}) [%clk]").replace(" [%clk]", "")
    put(library, text)
    ((record, form, game, options),) = library.records(1)
    assert (record, form, game, options) == (text.strip(), "pdn", "english", "{}")
    assert len(library.match(1).nodes) == 4


def test_options_of_the_rules_are_kept(library: Library) -> None:
    option = load("roman").options[0]
    match = played(load("roman", {option.key: not option.default}), 1, 6)
    put(library, write(match, "json"))
    assert library.match(1).game.chosen == match.game.chosen


@pytest.mark.parametrize(
    "query",
    [
        "",
        "player:smith",
        "game:rock",
        "year:1903 -result:draw",
        "text:universita",
        "round:3",
        "opening:corner",
        "collection:tes",
        "collection:other",
        "game:english material:w11-b11",
        "game:english pattern:18=w,15=b",
        "game:english pattern:18=w turn:white material:w11-b12",
        "game:english after:11-15",
        "game:english after:11-15 pattern:18=w",
        "game:rock turn:black",
        "game:gambit material:2v2 mirrored",
    ],
)
def test_the_file_finds_what_the_entries_say(library: Library, query: str) -> None:
    for match in every():
        put(library, write(match, "json"))
    wanted = parse(query)
    expected = []
    for number, match in enumerate(every(), 1):
        hit = fit(wanted, entry_of(match, ["test"]), number)
        if hit is not None:
            expected.append((number, match.tags, hit.ply))
    assert [(one.id, one.entry.tags, one.ply) for one in library.find(wanted)] == expected


def test_the_same_record_again_changes_nothing(library: Library) -> None:
    assert put(library, GAME) == Added(new=1)
    assert put(library, GAME) == Added(known=1)
    assert list(games_of(GAME, known=library.source_of)) == [InLibrary(1, 1)]
    assert (len(library), len(list(library.records(1)))) == (1, 1)


def test_another_record_that_says_the_same_is_kept_beside_the_first(library: Library) -> None:
    put(library, GAME)
    other = GAME.replace("\n", "\r\n").replace("*", "{} *")
    assert put(library, other, "more") == Added(merged=1)
    assert library.entry(1).collections == ("more", "test")
    assert [text for text, *_ in library.records(1)] == [GAME.strip(), other.strip()]


def test_games_that_differ_in_anything_stay_apart_and_are_linked(library: Library) -> None:
    events = GAME.replace("Ada", "?").replace("Bob", "?")
    others = ['"Other"', '"Open"]\n[Site "Rome"', '"Open"]\n[Round "2"', '"Open"]\n[GameNumber "7"']
    texts = [events, *(events.replace('"Open"', other) for other in others), events.replace("*", "1/2-1/2")]
    texts += [
        events.replace("*", "1-0"),
        events.replace("11-15", "11-15 {so}"),
        events.replace("*", "(1... 22-18) *"),
    ]
    assert put(library, "".join(texts)) == Added(new=len(texts))
    numbers = ids(library)
    assert len(numbers) == len(texts)
    assert library.same_moves() == {number: [one for one in numbers if one != number] for number in numbers}
    assert ids(library, "event:other") == [2]
    assert ids(library, "result:draw") == [6]
    assert put(library, "".join(texts)) == Added(known=len(texts))
    assert sound(library)


def test_the_fullest_record_of_merged_games_is_read(library: Library) -> None:
    put(library, GAME + GAME.replace("*", "(1... 22-18) *") + GAME.replace("*", "{so} *"))
    assert merge(library, [1, 2, 3]) == 1
    assert len(library.match(1).nodes) == 4


def test_games_without_moves_have_no_same_moves(library: Library) -> None:
    put(library, GAME.replace("1. 11-15 23-19 ", "") + GAME.replace("1. 11-15 23-19 ", "").replace("Open", "Other"))
    assert library.same_moves() == {}


# -- libraries of version 1.0 --------------------------------------------------------------------------------

SPRING = GAME.replace("Ada", "?").replace("Bob", "?").replace("*", "1/2-1/2")
AUTUMN = SPRING.replace("Open", "Closed").replace("1/2-1/2", "1-0")


def as_by_1_0(library: Library) -> None:
    """Make one game of those that were one in version 1.0."""
    kept: dict[bytes, int] = {}
    with library.transaction() as database:
        for number in ids(library):
            entry = library.entry(number)
            digest = digest_of(entry, {})
            if number == kept.setdefault(digest, number):
                database.execute("UPDATE games SET digest = ? WHERE id = ?", (digest, number))
                continue
            before = library.entry(kept[digest])
            result = entry.result if before.result == "unfinished" else before.result
            library.set_tags(kept[digest], {**entry.tags, **before.tags}, result)
            for table in ("sources", "cards"):
                database.execute(f"UPDATE {table} SET game = ? WHERE game = ?", (kept[digest], number))
            database.execute("UPDATE OR IGNORE members SET game = ? WHERE game = ?", (kept[digest], number))
            database.execute("DELETE FROM games WHERE id = ?", (number,))


def test_games_that_version_1_0_took_for_others_come_back(library: Library) -> None:
    put(library, SPRING + AUTUMN + SPRING.replace("Open", 'Open"]\n[Site "Rome'), "club")
    wanted = [library.entry(number) for number in ids(library)]
    as_by_1_0(library)
    assert (ids(library), library.entry(1).tags["Site"]) == ([1], "Rome")
    assert library.renew() == 2
    assert [library.entry(number) for number in ids(library)] == wanted
    assert put(library, SPRING + AUTUMN) == Added(known=2)
    assert library.renew() == 0
    assert sound(library)


def test_a_game_of_version_1_0_is_known_when_it_is_imported_again(library: Library) -> None:
    put(library, SPRING)
    as_by_1_0(library)
    assert put(library, SPRING) == Added(known=1)
    assert put(library, SPRING.replace("\n", "\r\n").replace("1. ", "1.")) == Added(merged=1)
    assert put(library, AUTUMN) == Added(new=1)
    assert len(ids(library)) == 2


def test_what_its_owner_has_merged_or_edited_stays_so(library: Library) -> None:
    put(library, SPRING + AUTUMN + GAME)
    as_by_1_0(library)
    assert ids(library) == [1, 3]
    with library.transaction() as database:
        database.execute("UPDATE sources SET game = 1 WHERE game = 3")
        database.execute("DELETE FROM games WHERE id = 3")
        library.set_tags(1, {**library.entry(1).tags, "Round": "7"}, "draw")
    assert library.renew() == 1
    assert [library.entry(number).tags["Event"] for number in ids(library)] == ["Open", "Closed"]
    assert library.entry(1).tags["Round"] == "7"
    assert [len(list(library.records(number))) for number in ids(library)] == [2, 1]
    assert library.renew() == 0


def test_games_by_other_players_stay_apart(library: Library) -> None:
    assert put(library, GAME + GAME.replace("Ada", "Eve")) == Added(new=2)


# -- rejects -------------------------------------------------------------------------------------------------


def test_rejected_games_have_their_line_and_the_others_are_kept() -> None:
    text = GAME + GAME.replace("11-15", "11-17") + GAME.replace("Ada", "Eve")
    one, wrong, other = games_of(text)
    assert isinstance(one, Parsed)
    assert isinstance(other, Parsed)
    assert isinstance(wrong, Rejected)
    assert (wrong.number, wrong.line, wrong.column) == (2, 14, 4)
    assert "'11-17' is not a legal move" in wrong.message
    assert (one.number, one.line, other.number, other.line) == (1, 1, 3, 15)


# -- changes -------------------------------------------------------------------------------------------------


def test_tags_are_changed_and_removed(library: Library) -> None:
    put(library, GAME)
    assert edit(library, 1, {"White": "Ada Lovelace", "Event": None, "Round": "3"}) == 1
    entry = library.entry(1)
    assert entry.tags == {
        "White": "Ada Lovelace",
        "Black": "Bob",
        "Date": "1950.03.??",
        "Round": "3",
    }
    assert (entry.white, entry.event) == ("Ada Lovelace", "")
    assert ids(library, "player:lovelace") == [1]
    assert library.match(1).tags == entry.tags
    assert put(library, GAME) == Added(known=1), "its record is still the one that was imported"


def test_a_changed_game_that_equals_another_is_merged(library: Library) -> None:
    put(library, GAME, "one")
    put(library, GAME.replace("Ada", "Adda").replace("Open", "Closed"), "two")
    assert edit(library, 2, {"White": "Ada", "Event": "Open"}) == 1
    assert ids(library) == [1]
    assert library.entry(1).collections == ("one", "two")
    assert len(list(library.records(1))) == 2
    assert sound(library)


@pytest.mark.parametrize(
    ("name", "value"),
    [("result", "x"), ("Result", "1-0"), ("Event", "a\nb"), ("Event", "")],
)
def test_tags_that_cannot_be_written_are_refused(library: Library, name: str, value: str) -> None:
    put(library, GAME)
    with pytest.raises(ValueError, match="tag"):
        edit(library, 1, {name: value})


def test_likely_duplicates_are_found_and_merged(library: Library) -> None:
    put(library, GAME)
    put(library, GAME.replace('"Ada"', '"Ada Lovelace"').replace("03.??", "03.04"))
    put(library, GAME.replace("Ada", "Eve"))
    put(library, GAME.replace("1950", "1951") + GAME.replace("Open", "Closed").replace("1950.03", "????.??"))
    assert list(alike(library)) == [[1, 2]]
    assert merge(library, [1, 2]) == 1
    assert library.entry(1).white == "Ada Lovelace"
    assert library.entry(1).date == "1950.03.04"
    assert ids(library) == [1, 3, 4, 5]
    assert list(alike(library)) == []
    assert put(library, GAME) == Added(known=1)
    assert sound(library)


def test_games_with_other_moves_are_not_merged(library: Library) -> None:
    put(library, GAME + GAME.replace("23-19", "22-18"))
    with pytest.raises(LibraryError, match="the games 1 and 2 have different moves"):
        merge(library, [1, 2])
    assert ids(library) == [1, 2]


def test_deleted_games_are_gone_with_everything(library: Library) -> None:
    put(library, GAME + GAME.replace("Ada", "Eve"))
    assert remove(library, [1, 7]) == 1
    assert ids(library) == [2]
    for table in ("positions", "contents", "sources", "members"):
        assert list(library.rows(f"SELECT count(*) FROM {table}")) == [(1,)]
    assert put(library, GAME) == Added(new=1)


def test_a_game_that_is_not_there_is_an_error(library: Library) -> None:
    for ask in (library.entry, library.match):
        with pytest.raises(LibraryError, match="there is no game 9"):
            ask(9)


# -- files ---------------------------------------------------------------------------------------------------


def test_a_library_that_does_not_exist_is_not_made_by_reading(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match=r"there is no library .*games import"):
        Library(tmp_path / "none.db", create=False)
    assert list(tmp_path.iterdir()) == []


def test_other_files_are_refused_and_not_touched(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("not a database, but long enough to be taken for one" * 20)
    before = text.read_bytes()
    with pytest.raises(LibraryError, match="is not a library"):
        Library(text)
    assert text.read_bytes() == before
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as database:
        database.execute("CREATE TABLE games (id)")
    database.close()
    with pytest.raises(LibraryError, match="of another program"):
        Library(foreign)
    with pytest.raises(LibraryError, match="cannot be opened"):
        Library(tmp_path)


def test_a_library_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.db") as database:
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(LibraryError, match="newer version"):
        Library(tmp_path / "games.db")


READER = """
import ctypes, sys
if sys.platform == "linux":  # even the administrator may not write then
    ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)
import os
os.execv(sys.executable, [sys.executable, "-S", "-c", *sys.argv[1:]])
"""
COMMANDS = """
import contextlib, io, json, sys
from saltus.cli.main import main
for arguments in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(["games", *arguments])
    print(json.dumps([code, out.getvalue(), err.getvalue()]))
"""


class Said(NamedTuple):
    """The exit code and output of a command."""

    code: int
    out: str
    err: str


def as_reader(folder: Path, *commands: Sequence[str]) -> list[Said]:
    """Run commands on collections in a folder that they may not write."""
    command = [sys.executable, "-S", "-c", READER, COMMANDS, json.dumps(commands)]
    env = {**os.environ, "PYTHONPATH": str(PY), "SALTUS_LIBRARY": str(folder / "games.db")}
    folder.chmod(0o555)
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=60)
    finally:
        folder.chmod(0o755)
    assert done.returncode == 0, done.stderr
    return [Said(*json.loads(line)) for line in done.stdout.splitlines()]


@pytest.mark.skipif(sys.platform == "win32", reason="a folder of Windows cannot be protected so")
@mostly_slow("mode", [0o444, 0o644], 0o644)
@pytest.mark.parametrize("log", ["none", "left behind"])
def test_a_library_on_a_medium_that_cannot_be_written_is_read(tmp_path: Path, mode: int, log: str) -> None:
    folder = tmp_path / "medium #1 é"
    folder.mkdir()
    with Library(tmp_path / "games.db") as library:
        put(library, GAME)
        if log == "left behind":  # as it is in a copy of a file that was in use
            library.database.execute("PRAGMA wal_autocheckpoint = 0")
            put(library, GAME.replace("11-15", "9-13"))
            for name in ("games.db", "games.db-wal"):
                shutil.copy(tmp_path / name, folder)
    if log == "none":
        shutil.copy(tmp_path / "games.db", folder)
    (folder / "games.db").chmod(mode)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    asked = (["find", "--count"], ["export"], ["info"], ["explore", "english"], ["tags", "1", "Event=Open"])
    *told, changed = as_reader(folder, *asked)
    assert [said.code for said in told] == [0] * 4, told
    assert all(said.out for said in told)
    assert told[0].out == ("1\n" if log == "none" else "2\n")
    assert changed.code == 2
    assert changed.err.endswith("is write-protected, so it can only be read\n")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [("sources", "record", b"no archive"), ("games", "tags", "{"), ("games", "tags", "[1]")],
)
def test_what_is_damaged_in_a_library_is_said_in_words(
    library: Library, table: str, column: str, value: object
) -> None:
    put(library, GAME)
    library.database.execute(f"UPDATE {table} SET {column} = ?", (value,))
    with pytest.raises(LibraryError, match="game 1 is damaged"):
        library.match(1)


def test_a_damaged_file_is_said_in_words(tmp_path: Path) -> None:
    with Library(tmp_path / "games.db") as library:
        put(library, "\n".join(write(match, "json") for match in every()))
    data = bytearray((tmp_path / "games.db").read_bytes())
    data[4_096:] = bytes(byte ^ 0x55 for byte in data[4_096:])
    (tmp_path / "games.db").write_bytes(data)
    with pytest.raises(LibraryError, match="the file is damaged"), Library(tmp_path / "games.db") as library:
        list(library.find(parse("player:ada")))


def test_on_a_full_disk_nothing_is_lost_or_half_written(library: Library) -> None:
    put(library, GAME)
    ((pages,),) = library.rows("PRAGMA page_count")
    library.database.execute(f"PRAGMA max_page_count = {pages + 8}")
    text = "\n".join(write(match, "json") for match in every())
    with pytest.raises(LibraryError, match="the disk is full"):
        put(library, text)
    assert ids(library) == [1]
    assert sound(library)
    library.database.execute("PRAGMA max_page_count = 100000")
    assert put(library, text) == Added(new=40)


def test_a_change_that_fails_is_undone(library: Library) -> None:
    def fail() -> None:
        with library.transaction() as database:
            database.execute("DELETE FROM games")
            raise KeyboardInterrupt

    put(library, GAME)
    with pytest.raises(KeyboardInterrupt):
        fail()
    assert ids(library) == [1]


# -- several processes ---------------------------------------------------------------------------------------

MANY = 240


def importing(folder: Path, *files: str, program: tuple[str, ...] = ("-m", "saltus")) -> "subprocess.Popen[str]":
    """A process that imports files into the library of a folder; `program` is how Python is started."""
    command = [sys.executable, *program, "games", "import", *files, "--library", "games.db"]
    env = {**os.environ, "PYTHONPATH": str(PY)}
    return subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Different games."""
    return [write(played(load("english"), seed, 20), "pdn") + "\n" for seed in range(MANY)]


@pytest.fixture
def many(tmp_path: Path, texts: list[str]) -> int:
    """Two files that share half of their games. Returns how many different games there are."""
    (tmp_path / "one.pdn").write_text("".join(texts[: MANY * 2 // 3]))
    (tmp_path / "two.pdn").write_text("".join(texts[MANY // 3 :]))
    return MANY


def test_two_processes_import_at_once(tmp_path: Path, many: int) -> None:
    running = [
        importing(tmp_path, "one.pdn"),
        importing(tmp_path, "two.pdn"),
        importing(tmp_path, "one.pdn"),
    ]
    told = [process.communicate(timeout=120)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], told
    with Library(tmp_path / "games.db") as library:
        assert len(library) == many
        assert list(library.rows("SELECT count(*) FROM sources")) == [(many,)]
        assert library.collections() == dict.fromkeys(("one", "two"), many * 2 // 3)
        assert sound(library)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL")
def test_a_killed_import_leaves_whole_games_and_is_completed_by_the_next(tmp_path: Path, many: int) -> None:
    # Small batches, so that the process is killed between two of them.
    script = (
        "import sys; from saltus.cli.library import importing; importing.BATCH_GAMES = 20;"
        "from saltus.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    with importing(tmp_path, "one.pdn", "two.pdn", program=("-c", script)) as run:
        there = 0
        while run.poll() is None and there < 60:
            with (
                suppress(LibraryError),
                Library(tmp_path / "games.db", create=False) as library,
            ):
                there = len(library)
            time.sleep(0.01)
        run.kill()
    with Library(tmp_path / "games.db") as library:
        assert 60 <= len(library) <= many
        assert sound(library)
    rest = importing(tmp_path, "one.pdn", "two.pdn")
    assert rest.wait(timeout=120) == 0
    with Library(tmp_path / "games.db") as library:
        assert len(library) == many
        assert sound(library)


def test_a_reader_does_not_wait_for_a_writer(library: Library) -> None:
    put(library, GAME)
    with library.transaction() as database, Library(library.path) as reader:
        database.execute("DELETE FROM games")
        assert len(reader) == 1
    assert len(library) == 0

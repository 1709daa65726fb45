"""The commands on collections: `saltus games import`, `find`, `explore` …"""

import gzip
import json
from pathlib import Path

import pytest
from saltus.cli.library.options import joined
from saltus.cli.main import main
from saltus.records.collection import read_all
from saltus.records.encoding import SAMPLE_BYTES
from saltus.records.record import write

from tests.support.played import every, some
from tests.support.terminal import Captured, said

GAME = '[Event "Open"]\n[White "Ada"]\n[Black "Bob"]\n[Date "1950.03.??"]\n[GameType "21"]\n\n1. 11-15 23-19 *\n'
WRONG = GAME.replace("11-15", "11-17")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SALTUS_LIBRARY", "games.db")
    return tmp_path


@pytest.fixture
def filled(folder: Path, capsys: Captured) -> None:
    """A library of some games of every kind."""
    (folder / "all.json").write_text("\n".join(write(match, "json") for match in every()))
    said(capsys, "games", "import", "all.json")


def told(capsys: Captured, code: int, *arguments: str) -> tuple[list[str], list[str]]:
    """The lines of output and of messages of a command that ends with this code."""
    assert main(["games", *arguments]) == code
    captured = capsys.readouterr()
    return captured.out.splitlines(), captured.err.splitlines()


# -- import --------------------------------------------------------------------------------------------------


def test_an_import_says_what_it_did(capsys: Captured, folder: Path) -> None:
    (folder / "a.pdn").write_text(GAME + WRONG + GAME.replace("Ada", "Eve"))
    out, err = told(capsys, 1, "import", "a.pdn")
    assert out == ["a.pdn: 2 new, 1 not readable"]
    assert err[0].startswith("a.pdn: game 2: line 14, column 4: '11-17' is not a legal move")
    assert err[1:] == ["2 games in games.db"]
    out, _ = told(capsys, 1, "import", "a.pdn")
    assert out == ["a.pdn: 0 new, 2 there already, 1 not readable"]
    (folder / "b.pdn").write_text(GAME.replace("*", "{} *"))
    out, _ = told(capsys, 0, "import", "b.pdn")
    assert out == ["b.pdn: 0 new, 1 merged with games that were there"]
    assert json.loads(said(capsys, "games", "info", "--json")) == {
        "library": "games.db",
        "games": {"english": 2},
        "collections": {"a": 2, "b": 1},
    }


def test_games_with_the_same_moves_stay_apart_and_are_linked(capsys: Captured, folder: Path) -> None:
    events = GAME.replace("*", "1/2-1/2") + GAME.replace("*", "1-0").replace("Open", "Closed")
    (folder / "a.pdn").write_text(events)
    out, _ = told(capsys, 0, "import", "a.pdn")
    assert out == ["a.pdn: 2 new"]
    out, _ = told(capsys, 0, "find")
    assert [line.partition("the same")[2] for line in out] == [" moves as 2", " moves as 1"]
    found = json.loads(said(capsys, "games", "find", "result:black", "--json"))
    assert [(one["id"], one["same_moves"]) for one in found] == [(2, [1])]


def test_a_file_without_a_game_does_not_stop_the_others(capsys: Captured, folder: Path) -> None:
    (folder / "empty.pdn").write_text(" \n")
    (folder / "good.pdn").write_text(GAME)
    out, err = told(capsys, 1, "import", "empty.pdn", "good.pdn", "--collection", "mine")
    assert out == ["empty.pdn: 0 new", "good.pdn: 1 new"]
    assert err[0].startswith("empty.pdn: line 1, column 1: the text is empty")
    assert "  mine" in said(capsys, "games", "info")


def test_a_file_with_nothing_readable_is_an_error(capsys: Captured, folder: Path) -> None:
    (folder / "a.pdn").write_text(WRONG)
    told(capsys, 2, "import", "a.pdn")


def test_a_text_that_does_not_name_its_game_needs_it_named(capsys: Captured, folder: Path) -> None:
    (folder / "a.txt").write_text("W:W18,22:B9,2\n")
    _, err = told(capsys, 2, "import", "a.txt")
    assert "a position does not say which game it is of" in err[0]
    told(capsys, 0, "import", "a.txt", "--game", "italian")
    assert said(capsys, "games", "find", "game:italian", "--count") == "1\n"


def test_other_encodings_are_read(capsys: Captured, folder: Path) -> None:
    (folder / "a.pdn").write_bytes(GAME.replace("Ada", "Adèle").encode("cp1252"))
    told(capsys, 0, "import", "a.pdn")
    assert "Adèle – Bob" in said(capsys, "games", "find", "player:adele")


def test_a_packed_file_is_imported_in_the_encoding_that_is_chosen(capsys: Captured, folder: Path) -> None:
    data = GAME.replace("Ada", "Якоб").encode("koi8-r")
    (folder / "a.pdn.gz").write_bytes(gzip.compress(data))
    out, err = told(capsys, 0, "import", "a.pdn.gz", "--encoding", "koi8-r")
    assert (out, err) == (["a.pdn.gz: 1 new"], ["1 game in games.db"])
    assert "Якоб – Bob" in said(capsys, "games", "find", "collection:a")
    (folder / "b.pdn").write_bytes(GAME.replace("Bob", "Cléo").encode("cp1252"))
    _, err = told(capsys, 0, "import", "b.pdn")
    assert err[0].endswith("it is read as windows-1252; --encoding chooses another")


def test_the_games_before_the_damage_of_a_packed_file_are_imported(capsys: Captured, folder: Path) -> None:
    whole = gzip.compress((GAME + GAME.replace("Ada", "Eve") * (2 * SAMPLE_BYTES // len(GAME))).encode(), 0)
    (folder / "a.pdn.gz").write_bytes(whole[:-50])
    out, err = told(capsys, 0, "import", "a.pdn.gz")
    assert out[0].startswith("a.pdn.gz: 2 new")
    assert err[0].startswith("a.pdn.gz: a.pdn.gz is damaged: ")


def test_an_interrupted_import_keeps_what_it_has_read(
    capsys: Captured, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.pdn").write_text(GAME + GAME.replace("Ada", "Eve"))

    def interrupted(file: object, *rest: object) -> object:
        yield next(iter(games_of(file, *rest)))  # type: ignore[arg-type]
        raise KeyboardInterrupt

    from saltus.library.importing import games_of

    monkeypatch.setattr("saltus.cli.library.importing.games_of", interrupted)
    _, err = told(capsys, 130, "import", "a.pdn")
    assert err == ["a.pdn: 1 new; run the command again for the rest", "interrupted"]
    assert said(capsys, "games", "find", "--count") == "1\n"


# -- find, explore, export -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("filled")
def test_games_are_found_and_listed(capsys: Captured) -> None:
    out, err = told(capsys, 0, "find", "game:english", "year:1902")
    (match,) = [one for one in some("english") if one.tags["Date"].startswith("1902")]
    assert out == [
        f"     3  1902.03     {match.tags['White'] + ' – ' + match.tags['Black']:<32}  "
        f"White won  {match.ply:>3} moves  {match.tags['Event']}"
    ]
    assert err == ["1 game"]
    out, err = told(capsys, 0, "find", "--limit", "3")
    assert (len(out), err) == (
        3,
        ["40 games; the first 3 are shown, --limit shows more"],
    )
    assert said(capsys, "games", "find", "--count", "game:rock") == "8\n"
    (fields,) = json.loads(said(capsys, "games", "find", "id:3", "--json"))
    assert (fields["id"], fields["game"], fields["tags"]) == (3, "english", match.tags)


@pytest.mark.usefixtures("filled")
def test_the_moment_is_told(capsys: Captured) -> None:
    match = some("english")[0]
    moves = [node.move for node in match.nodes[1:5]]
    after = " ".join("-".join(move.path) for move in moves if move)
    out, _ = told(capsys, 0, "find", "game:english", f"after:{after}")
    assert any(line.startswith("     1 ") and line.endswith("at move 4") for line in out)


def test_a_mistake_in_a_query_is_named(capsys: Captured, folder: Path) -> None:
    (folder / "a.pdn").write_text(GAME)
    told(capsys, 0, "import", "a.pdn")
    _, err = told(capsys, 2, "find", "year:1950", "playr:x")
    assert err == ["saltus games find: character 11: there is no term playr: did you mean player:?"]


def test_the_only_kind_of_game_need_not_be_named(capsys: Captured, folder: Path) -> None:
    (folder / "a.pdn").write_text(GAME)
    told(capsys, 0, "import", "a.pdn")
    assert said(capsys, "games", "find", "after:11-15", "--count") == "1\n"


def test_without_a_library_the_commands_say_how_to_make_one(capsys: Captured, folder: Path) -> None:
    _, err = told(capsys, 2, "find")
    assert err == ["saltus games find: there is no library games.db: `games import` makes one"]
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["player:john smith", "open"], 'player:"john smith" open'),
        (["-event:a b"], '-event:"a b"'),
        (['player:"john smith"'], 'player:"john smith"'),
        (["player:smith year:1950"], "player:smith year:1950"),
        (["position:B:W1:B2"], "position:B:W1:B2"),
        (["position:8/8 w"], 'position:"8/8 w"'),
    ],
)
def test_quotes_that_the_shell_has_taken_are_put_back(words: list[str], text: str) -> None:
    assert joined(words) == text


@pytest.mark.usefixtures("filled")
def test_the_explorer_shows_what_was_played(capsys: Captured) -> None:
    told_moves = json.loads(said(capsys, "games", "explore", "english", "--json"))
    assert told_moves["games"] == 8
    assert sum(move["games"] for move in told_moves["moves"]) == 8
    out, _ = told(capsys, 0, "explore", "english", "--query", "id:1")
    assert out[-2] == "1 game; Black to move"
    first = told_moves["moves"][0]["move"]
    out, _ = told(capsys, 0, "explore", "english", first)
    assert f"{told_moves['moves'][0]['games']} games; White to move" in out


@pytest.mark.usefixtures("filled")
def test_games_are_exported(capsys: Captured, folder: Path) -> None:
    told(capsys, 0, "export", "game:english", "-o", "out.pdn")
    exported = read_all((folder / "out.pdn").read_text())
    assert [write(match, "pdn") for match in exported] == [write(match, "pdn") for match in some("english")]
    assert json.loads(said(capsys, "games", "export", "id:9", "--to", "json")) == json.loads(
        write(some("gambit")[0], "json")
    )
    told(capsys, 0, "export", "-o", "everything")
    told(capsys, 2, "export", "game:rock", "--to", "pdn")


def test_originals_are_exported_as_they_came(capsys: Captured, folder: Path) -> None:
    other = GAME.replace("*", "{so} *")
    (folder / "a.pdn").write_text(GAME + other)
    told(capsys, 0, "import", "a.pdn")
    assert said(capsys, "games", "export", "--original") == f"{GAME}\n{other}"


# -- changes -------------------------------------------------------------------------------------------------


def test_tags_are_set_merged_and_games_deleted(capsys: Captured, folder: Path) -> None:
    (folder / "a.pdn").write_text(GAME + GAME.replace("Ada", "Ada Lovelace") + GAME.replace("Ada", "Eve"))
    told(capsys, 0, "import", "a.pdn")
    out, err = told(capsys, 0, "tags", "player:eve", "Round=3", "--dry-run")
    assert (out, err) == (["3"], ["1 game would change"])
    assert said(capsys, "games", "find", "round:3", "--count") == "0\n"
    told(capsys, 0, "tags", "3", "Round=3", "Event=")
    (fields,) = json.loads(said(capsys, "games", "find", "round:3", "--json"))
    assert (fields["id"], fields["event"]) == (3, "")
    out, _ = told(capsys, 0, "merge")
    assert out == ["1 2  Ada – Bob"]
    out, _ = told(capsys, 0, "merge", "--all")
    assert out == ["1, 2: merged as 1 (Ada – Bob)"]
    out, _ = told(capsys, 0, "delete", "id:3")
    assert out == ["1 game to be deleted: give --yes, too"]
    told(capsys, 0, "delete", "id:3", "--yes")
    assert said(capsys, "games", "find", "--count") == "1\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tags", "1"), "say which tags"),
        (("tags", "Event=Open"), "say which games"),
        (("tags", "1", "Result=1-0"), "the tag Result follows from the moves"),
        (("merge", "1"), "name at least two games"),
        (("delete",), "say which games"),
        (
            ("explore", "english", "--query", "turn:white"),
            "leave the query's terms on the board out",
        ),
    ],
)
def test_requests_that_make_no_sense_are_refused(
    capsys: Captured, folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    (folder / "a.pdn").write_text(GAME)
    told(capsys, 0, "import", "a.pdn")
    _, err = told(capsys, 2, *arguments)
    assert message in err[-1]


@pytest.mark.parametrize("action", ["import", "find", "explore", "export", "info", "tags", "merge", "delete"])
def test_every_action_has_help(capsys: Captured, action: str) -> None:
    with pytest.raises(SystemExit):
        main(["games", action, "--help"])
    assert f"saltus games {action}" in capsys.readouterr().out


def test_games_become_pages(capsys: Captured, folder: Path) -> None:
    (folder / "a.pdn").write_text(GAME + GAME.replace("Ada", "Eve"))
    told(capsys, 0, "import", "a.pdn")
    told(capsys, 0, "export", "id:1", "--to", "html", "-o", "game.html")
    assert "<h1>Ada – Bob</h1>" in (folder / "game.html").read_text("utf-8")
    assert "<figure>" in said(capsys, "games", "export", "id:1", "--to", "print")
    _, err = told(capsys, 2, "export", "--to", "html")
    assert err == ["saltus games export: a page holds one game: choose it with id:"]
    assert said(capsys, "convert", "a.pdn", "--number", "2", "--to", "html").count("<h1>Eve – Bob</h1>") == 1
    assert main(["convert", "a.pdn", "--to", "print"]) == 2


@pytest.mark.parametrize("command", [["games", "explore"], ["openings"]])
def test_arguments_that_may_be_missing_are_not_called_missing(command: list[str], capsys: Captured) -> None:
    with pytest.raises(SystemExit):
        main(command)
    assert "the following arguments are required: GAME\n" in capsys.readouterr().err

"""The commands that study files of games and measure strengths."""

import argparse
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import zipfile
from collections.abc import Generator, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from saltus.cli.main import main, parser
from saltus.cli.options import HELP
from saltus.engine.think import Limits
from saltus.games import load
from saltus.match.match import Match
from saltus.records import record
from saltus.records.collection import read_all
from saltus.records.encoding import SAMPLE_BYTES
from saltus.tournament.play import Job, PairResult, Terms
from saltus.tournament.players import Player
from saltus.tournament.ratings import Pairing, ranking, standings
from saltus.tournament.tournament import Log, tournament

from tests.support.checkout import PY
from tests.support.terminal import Captured, said

BEGUN = (
    '[White "Ada"]\n[Result "*"]\n[GameType "21"]\n\n1. 11-15 22-18 2. 15x22 25x18 3. 8-11 21-17 4. 9-13 17-14 *\n'
)
"""A game of English checkers after a few turns."""

GIVEN = '[SetUp "1"]\n[FEN "W:W18,32,29:B9,2"]\n[Result "*"]\n[GameType "21"]\n\n1. 18-14 9x18 2. 32-27 *\n'
"""White's first turn gives a piece away."""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.pdn").write_text(BEGUN)
    return tmp_path / "game.pdn"


def refused(capsys: Captured, *arguments: str) -> str:
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    return told.err


@pytest.mark.parametrize("command", ["analyse", "convert", "hub", "openings", "play", "match", "perft"])
def test_every_command_teaches_by_examples_or_a_page(capsys: Captured, command: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert f"saltus {command}" in told
    assert "examples:" in told or "py/docs/" in told


def helped(parser: argparse.ArgumentParser, name: str) -> Iterator[tuple[str, str]]:
    """The commands by name, each with what stands below its arguments."""
    yield name, parser.epilog or ""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, command in action.choices.items():
                yield from helped(command, f"{name} {word}".removeprefix("saltus "))


def test_help_is_of_the_commands_that_there_are_and_has_nothing_left_to_fill_in() -> None:
    found = dict(helped(parser(), "saltus"))
    assert found.keys() == {name for name in HELP if not name.startswith("{")}
    assert [name for name, text in found.items() if re.search(r"\{\w+\}", text)] == []
    every = "".join(HELP.values())
    assert [part for part in HELP if part.startswith("{") and part not in every] == []


def test_a_mistake_is_found_and_what_would_have_been_better(capsys: Captured, game: Path) -> None:
    game.write_text(GIVEN)
    out = said(capsys, "analyse", "game.pdn", "--depth", "5")
    title, _, *rows = out.splitlines()
    assert title == "English checkers"
    assert [row.split()[:2] for row in rows[:3]] == [["1.", "18-14"], ["2.", "9x18"], ["3.", "32-27"]]
    assert rows[0].split()[2] in ("?", "??")
    assert rows[1].split()[2] not in ("?!", "?", "??"), "the only move is no mistake"
    assert rows[3] == "White: 0 of 2 moves good · 1 blunder", "in a lost game a move may lose it sooner"
    assert rows[4] == "1… 18-14 lets Black win within 22 moves; White was winning."


def test_the_annotated_game_has_the_marks_and_reads_as_before(capsys: Captured, game: Path) -> None:
    game.write_text(GIVEN)
    (annotated,) = read_all(said(capsys, "analyse", "game.pdn", "--depth", "5", "--annotate"))
    (before,) = read_all(GIVEN)
    assert annotated.position == before.position
    assert annotated.nodes[1].glyphs in ((2,), (4,))
    assert "better " in annotated.nodes[1].comment
    assert not annotated.nodes[2].comment


def test_an_analysis_for_programs_is_a_line_a_game(capsys: Captured, game: Path) -> None:
    game.write_text(BEGUN + BEGUN)
    lines = said(capsys, "analyse", "game.pdn", "--nodes", "300", "--json").splitlines()
    assert len(lines) == 2
    found = json.loads(lines[0])
    assert (found["game"], found["tags"]["White"], len(found["turns"])) == ("english", "Ada", 8)
    assert list(found["turns"][0]) == ["ply", "side", "text", "score", "best", "best_score", "loss", "mark"]
    assert json.loads(said(capsys, "analyse", "game.pdn", "--number", "2", "--nodes", "300", "--json")) == found


@pytest.mark.parametrize("form", ["json", "pdn"])
def test_what_is_converted_is_the_same_game(capsys: Captured, game: Path, form: str) -> None:
    said(capsys, "convert", "game.pdn", "-o", f"there.{form}")
    (there,) = read_all(Path(f"there.{form}").read_text())
    assert there.position == read_all(BEGUN)[0].position
    assert there.tags == {"White": "Ada"}


def test_a_position_becomes_letters_and_a_picture(capsys: Captured, game: Path) -> None:
    assert said(capsys, "convert", "game.pdn", "--to", "text").splitlines()[-1] == "    a b c d e f g h"
    assert said(capsys, "convert", "game.pdn", "--to", "svg").startswith("<svg ")
    placed = said(capsys, "convert", "game.pdn", "--to", "position")
    Path("placed.txt").write_text(placed)
    assert said(capsys, "convert", "placed.txt", "--game", "english", "--to", "position") == placed


def test_files_come_through_pipes_too(game: Path) -> None:
    command = [sys.executable, "-S", "-m", "saltus", "convert", "-", "--to", "position"]
    done = subprocess.run(command, cwd=PY, input=BEGUN, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("B:W")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("convert", "nowhere.pdn", "--to", "json"), "nowhere.pdn: No such file"),
        (("convert", "game.pdn"), "say --to"),
        (("convert", "game.pdn", "--number", "3", "--to", "json"), "holds 1 game"),
        (("convert", "game.pdn", "--to", "sgf"), "json, pdn, position"),
        (("convert", "bare.pdn", "--to", "json"), "name the game with --game"),
        (("convert", "two.pdn", "--to", "json"), "choose it with --number"),
        (("convert", "wrong.pdn", "--to", "json"), "wrong.pdn: line 5, column 4: "),
        (("analyse", "wrong.pdn"), "line 5"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_the_way_out(
    capsys: Captured, game: Path, arguments: tuple[str, ...], named: str
) -> None:
    Path("bare.pdn").write_text("1. 32-28 *\n")
    Path("two.pdn").write_text(BEGUN + BEGUN)
    Path("wrong.pdn").write_text(BEGUN.replace("1. 11-15", "1. 11-17"))
    assert named in refused(capsys, *arguments)


def test_an_error_in_a_later_game_says_which_and_where(game: Path) -> None:
    with pytest.raises(ValueError, match=r"line 10, column 4: game 2 of 2: '11-17' is not a legal move"):
        read_all(BEGUN + BEGUN.replace("1. 11-15", "1. 11-17"))


WRONG = BEGUN.replace("1. 11-15", "1. 11-17")


def some(capsys: Captured, *arguments: str, code: int = 1) -> tuple[str, list[str]]:
    """Run a command that can read some of the games. Returns its results and the error lines."""
    assert main(arguments) == code
    told = capsys.readouterr()
    return told.out, told.err.splitlines()


def test_unreadable_games_are_named_and_the_others_converted(capsys: Captured, game: Path) -> None:
    game.write_text(BEGUN + WRONG + BEGUN + WRONG.replace("11-17", "nonsense"))
    out, err = some(capsys, "convert", "game.pdn", "--to", "pdn")
    assert out == said(capsys, "convert", "game.pdn", "--number", "1", "--to", "pdn") + "\n" + said(
        capsys, "convert", "game.pdn", "--number", "3", "--to", "pdn"
    )
    assert err[0].startswith("game.pdn: game 2: line 10, column 4: '11-17' is not a legal move")
    assert err[1].startswith("game.pdn: game 4: line 20, column 4: expected a tag, a move")
    assert err[2:] == ["game.pdn: 2 of 4 games could not be read"]


def test_unreadable_games_are_named_and_the_others_analysed(capsys: Captured, game: Path) -> None:
    game.write_text(WRONG + BEGUN)
    out, err = some(capsys, "analyse", "game.pdn", "--nodes", "50", "--json")
    assert len(out.splitlines()) == 1
    assert err[0].startswith("game.pdn: game 1: line 5, column 4: ")


def test_one_game_alone_is_read_whatever_the_others_are(capsys: Captured, game: Path) -> None:
    game.write_text(WRONG + BEGUN + WRONG)
    assert json.loads(said(capsys, "convert", "game.pdn", "--number", "2", "--to", "json"))["game"] == "english"
    assert "game.pdn: line 15, column 4: " in refused(capsys, "convert", "game.pdn", "--number", "3", "--to", "json")


def test_a_file_of_nothing_but_unreadable_games_is_refused(capsys: Captured, game: Path) -> None:
    game.write_text(WRONG + WRONG)
    out, err = some(capsys, "convert", "game.pdn", "-o", "out.pdn", code=2)
    assert (out, len(err)) == ("", 3)
    assert err[2].endswith("none of its 2 games can be read")
    assert not Path("out.pdn").exists()


def test_what_is_amiss_in_a_game_is_said(capsys: Captured, game: Path) -> None:
    game.write_text(BEGUN + '[White "Eve"]\n' + BEGUN)
    assert main(["convert", "game.pdn", "--to", "pdn"]) == 0
    told = capsys.readouterr()
    assert told.err == "game.pdn: game 2: line 7, column 1: White occurs twice; the first counts\n"
    assert told.out.count('[White "') == 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "windows-1252", "cp850"])
def test_a_file_is_read_in_its_own_encoding(capsys: Captured, game: Path, encoding: str) -> None:
    game.write_bytes((BEGUN + BEGUN.replace("Ada", "Ad\xe8le, Ren\xe9e") + BEGUN).encode(encoding))
    assert main(["convert", "game.pdn", "--to", "pdn"]) == 0
    assert capsys.readouterr().out.count('[White "Ad\xe8le, Ren\xe9e"]') == 1


def test_a_byte_that_is_not_utf_8_in_the_middle_of_a_long_file_spoils_nothing(capsys: Captured, game: Path) -> None:
    many = BEGUN * (1 + SAMPLE_BYTES // len(BEGUN))
    game.write_bytes(many.encode() + BEGUN.replace("Ada", "Ad\xe8le").encode("windows-1252"))
    assert main(["convert", "game.pdn", "--to", "pdn"]) == 0
    assert capsys.readouterr().out.count('[White "Ad\xe8le"]') == 1


def test_the_encoding_is_told_where_it_is_a_guess_and_can_be_chosen(capsys: Captured, game: Path) -> None:
    game.write_bytes(BEGUN.replace("Ada", "Якоб Ян").encode("koi8-r"))
    assert main(["convert", "game.pdn", "--to", "pdn", "--encoding", "KOI8-R"]) == 0
    told = capsys.readouterr()
    assert '[White "Якоб Ян"]' in told.out
    assert told.err == ""
    assert main(["convert", "game.pdn", "--to", "pdn", "--encoding", "cp1251"]) == 0
    assert '[White "сЛПВ сО"]' in capsys.readouterr().out
    assert main(["convert", "game.pdn", "--to", "pdn"]) == 0
    said = "game.pdn: it is not UTF-8 and names no encoding; it is read as "
    assert capsys.readouterr().err.startswith(said)
    with pytest.raises(SystemExit):
        main(["convert", "game.pdn", "--encoding", "klingon"])
    assert "no encoding is called 'klingon'; expected one like utf-8, windows-1251" in capsys.readouterr().err


def test_packed_files_are_read(capsys: Captured, game: Path) -> None:
    game.with_name("one.pdn.gz").write_bytes(gzip.compress(BEGUN.encode()))
    with zipfile.ZipFile(game.with_name("two.zip"), "w") as archive:
        archive.writestr("a.pdn", BEGUN)
        archive.writestr("b.pdn", WRONG + BEGUN.replace("Ada", "Eve"))
    assert said(capsys, "convert", "one.pdn.gz", "--to", "pdn").count("[White ") == 1
    out, err = some(capsys, "convert", "two.zip", "--to", "pdn", code=1)
    assert out.count('[White "Ada"]') == out.count('[White "Eve"]') == 1
    assert err[0].startswith("two.zip: b.pdn: game 2: ")
    assert '[White "Eve"]' in said(capsys, "convert", "two.zip", "--to", "pdn", "--number", "3")
    game.with_name("cut.pdn.gz").write_bytes(gzip.compress(BEGUN.encode())[:-9])
    _, err = some(capsys, "convert", "cut.pdn.gz", "--to", "pdn", code=2)
    assert err[-1].startswith("saltus convert: cut.pdn.gz is damaged: ")


def test_a_file_may_be_converted_into_itself(capsys: Captured, game: Path) -> None:
    game.write_text(BEGUN * 3)
    said(capsys, "convert", "game.pdn", "-o", "game.pdn")
    assert [match.tags for match in read_all(game.read_text())] == [{"White": "Ada"}] * 3
    assert [path.name for path in game.parent.iterdir()] == ["game.pdn"]


@pytest.mark.parametrize(
    ("more", "options"), [(WRONG, ()), ("", ("--number", "2")), ("", ("--to", "svg", "--number", "1"))]
)
def test_a_file_is_not_converted_into_less_than_itself(
    capsys: Captured, game: Path, more: str, options: tuple[str, ...]
) -> None:
    game.write_text(BEGUN * 3 + more)
    game.with_name("link.pdn").symlink_to(game)
    _, err = some(capsys, "convert", "game.pdn", "-o", "link.pdn", *options, code=2)
    assert "name another output" in err[-1]
    assert game.read_text() == BEGUN * 3 + more
    assert sorted(path.name for path in game.parent.iterdir()) == ["game.pdn", "link.pdn"]


def test_games_are_written_as_they_are_read(game: Path) -> None:
    """The first result appears before the second game is written."""
    command = [sys.executable, "-S", "-u", "-m", "saltus", "convert", "-", "--to", "pdn"]
    with subprocess.Popen(command, cwd=PY, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        more, sent = Event(), process.stdin

        def send() -> None:
            sent.write(BEGUN.encode() * 4_000)
            sent.flush()
            more.wait(60)
            sent.close()

        Thread(target=send).start()
        assert process.stdout.readline() == b'[Event "?"]\n'
        more.set()
        assert process.stdout.read().count(b"[Event ") == 3_999
        assert process.wait(60) == 0


def test_progress_is_told_at_a_terminal(capsys: Captured, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saltus.cli.game_files.PERIOD_SECONDS", 0.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    game.write_text(BEGUN * 3)
    assert main(["convert", "game.pdn", "--to", "pdn", "-o", "out.pdn"]) == 0
    told = capsys.readouterr().err
    assert "\rgame 1, 100% of the file" in told
    assert told.endswith(" \r")


def test_perft_for_programs_has_the_divisions(capsys: Captured) -> None:
    found = json.loads(said(capsys, "perft", "rock", "2", "--divide", "--json"))
    assert found["leaves"] == sum(found["moves"].values()) == 1244


# -- matches -----------------------------------------------------------------------------------------------

QUICK = ("--nodes", "40", "--games", "2")


def test_a_match_says_who_is_stronger_and_how_surely(capsys: Captured) -> None:
    out = said(capsys, "match", "gambit", "--players", "3", "2", "1", *QUICK)
    assert out.splitlines()[0] == "Gambit, 40 nodes a move, openings from seed 1"
    assert len([line for line in out.splitlines() if " v " in line]) == 3
    assert [line.split()[:3] for line in out.splitlines()[-3:]] == [
        [str(place), "level", line.split()[2]] for place, line in enumerate(out.splitlines()[-3:], 1)
    ]


def test_a_match_goes_on_where_it_was_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    players = [Player("strong", Limits(nodes=200)), Player("weak", Limits(nodes=20, level=1))]
    terms = Terms("gambit", {})
    whole = [*tournament(terms, players, 3, 5)][-1]
    path = tmp_path / "log.jsonl"
    begun = tournament(terms, players, 3, 5, log=Log(path, terms))
    next(begun)
    assert isinstance(begun, Generator)
    begun.close()
    with path.open("a") as file:
        file.write('["strong", "weak", 6, [[1.0')  # killed in the middle of a line
    played: list[int] = []
    from saltus.tournament.play import play_pair as original

    def play_pair(job: Job) -> PairResult:
        played.append(job.seed)
        return original(job)

    monkeypatch.setattr("saltus.tournament.tournament.play_pair", play_pair)
    assert [*tournament(terms, players, 3, 5, log=Log(path, terms))][-1] == whole
    assert played == [6, 7]
    played.clear()
    assert [*tournament(terms, players, 3, 5, log=Log(path, terms))][-1] == whole
    assert played == []


def test_the_log_of_another_match_is_refused(tmp_path: Path, capsys: Captured) -> None:
    log = ("--log", str(tmp_path / "log.jsonl"))
    said(capsys, "match", "gambit", *QUICK, *log)
    assert "other terms" in refused(capsys, "match", "gambit", "--nodes", "41", *log)
    (tmp_path / "log.jsonl").write_text("nonsense\n")
    assert "no log of a tournament" in refused(capsys, "match", "gambit", *QUICK, *log)


def test_ratings_order_the_players_and_narrow_with_games() -> None:
    pairs = ((1.0, 1.0), (1.0, 0.5), (0.5, 0.5))
    few = [Pairing("a", "b", pairs), Pairing("b", "c", pairs), Pairing("a", "c", pairs)]
    many = [pairing._replace(pairs=pairs * 20) for pairing in few]
    found = standings(many)
    assert [each.name for each in found] == ["a", "b", "c"]
    assert sum(each.elo for each in found) == pytest.approx(0, abs=1e-6)
    assert all(each.low < each.elo < each.high for each in found)
    assert found[0].high - found[0].low < standings(few)[0].high - standings(few)[0].low
    assert (found[0].points, found[0].games) == (180, 240)
    assert ranking(many)[1].split()[:2] == ["1", "a"]


def test_openings_come_from_a_file(tmp_path: Path, capsys: Captured) -> None:
    game = load("english")
    match = Match(game)
    match.play("11-15")
    (tmp_path / "open.pdn").write_text(record.write(match, "pdn"))
    out = said(capsys, "match", "english", *QUICK, "--openings", str(tmp_path / "open.pdn"))
    assert f"openings from {tmp_path / 'open.pdn'}" in out
    (tmp_path / "open.txt").write_text("W:W21,22:B1,2\nB:W32:B5\n")
    said(capsys, "match", "english", *QUICK, "--openings", str(tmp_path / "open.txt"))
    (tmp_path / "open.txt").write_text("W:W21,22:B1,2\nB:W32:B\n")
    error = refused(capsys, "match", "english", *QUICK, "--openings", str(tmp_path / "open.txt"))
    assert "opening 2 is over already" in error


def test_players_have_times_of_their_own(capsys: Captured) -> None:
    out = said(capsys, "match", "gambit", "--players", "10@30n", "10@0.01", "10", *QUICK)
    assert all(name in out for name in ("level 10, 30 nodes", "level 10, 0.01 s", "v level 10 "))
    assert "is there twice" in refused(capsys, "match", "gambit", "--players", "10", "10")
    for wrong in ("11", "10@", "10@0", "10@1.5n", "ten"):
        with pytest.raises(SystemExit):
            main(["match", "gambit", "--players", wrong, "1"])


def test_an_interrupted_match_says_what_it_has_and_how_to_go_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "saltus", "match", "gambit", "--players", "2", "1", "--nodes", "40"]
    log = tmp_path / "log.jsonl"
    command += ["--games", "100000", "--log", str(log)]
    pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=PY, text=True, **pipes) as process:
        assert process.stderr
        assert " v " in process.stderr.readline()
        os.kill(process.pid, signal.SIGINT)
        out, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "level 2 v level 1" in out
    assert f"The same command goes on from {log}." in error
    assert len(log.read_text().splitlines()) >= 2


def test_the_book_is_told_with_names_and_results(capsys: Captured) -> None:
    lines = said(capsys, "openings", "english").splitlines()
    assert lines[0].endswith(f"games; Black to move, {lines[1].split()[1]}")
    assert [line.split()[0] for line in lines[1:]].count("11-15") == 1
    assert any("Old Faithful" in line for line in lines)
    assert said(capsys, "openings", "english", "11-15").startswith("Old Faithful\n")
    page = json.loads(said(capsys, "openings", "english", "11-15", "--json"))
    assert page["known"] is True


def test_where_the_book_ends_that_is_said(capsys: Captured) -> None:
    assert said(capsys, "openings", "english", "--position", "W:W11:BK29").strip() == "Out of the book."
    assert "no opening book of Roman Solitaire" in refused(capsys, "openings", "roman")
    assert "not a legal move" in refused(capsys, "openings", "english", "11-18")


def test_every_ballot_is_listed(capsys: Captured) -> None:
    lines = said(capsys, "ballots").splitlines()
    assert len(lines) == len(json.loads(said(capsys, "ballots", "--json"))) == 174
    assert lines[67] == " 68. 10-14 22-18 12-16  White Doctor"
    assert lines[2].endswith("barred")


# -- several games at the same time ------------------------------------------------------------------------


@pytest.mark.parametrize("form", [[], ["--json"], ["--annotate"]])
def test_games_reviewed_on_several_processes_are_told_as_on_one(
    tmp_path: Path, capsys: Captured, form: list[str]
) -> None:
    path = tmp_path / "games.pdn"
    game = '[GameType "21"]\n1. 11-15 23-19 2. {turns} *\n\n'
    path.write_text("".join(game.format(turns=turns) for turns in ("8-11 22-17", "9-14 27-23", "15-18 22x15")))
    command = ("analyse", str(path), "--nodes", "100", *form)
    alone = said(capsys, *command)
    assert said(capsys, *command, "--workers", "2") == alone
    assert alone.count("11-15") >= 3


def test_a_warning_of_many_games_is_told_once_and_counted(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "games.pdn"
    path.write_text('[Event "A"]\n1. 11-15 *\n\n' * 3)
    assert main(["convert", str(path), "--to", "pdn"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert "game 1: line 1" in told[0]
    assert "2 more like this: " in told[1]


def test_openings_may_be_in_any_encoding(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "openings.pdn"
    path.write_bytes('[GameType "21"]\n[White "Café"]\n1. 11-15 23-19 *\n'.encode("cp1252"))
    assert "openings from" in said(capsys, "match", "english", *QUICK, "--openings", str(path))

"""What a command writes destroys nothing that it reads, and nothing that was there until it is done."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest
from saltus.cli.main import main
from saltus.library.store import Library
from saltus.records.collection import BLOCK_CHARS

from tests.support.checkout import PY
from tests.support.terminal import Captured, said
from tests.support.tiers import mostly_slow

GAME = '[White "Ada"]\n[Result "*"]\n[GameType "21"]\n\n1. 11-15 22-18 *\n\n'
OLD = "old\n"


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Path:
    """A library in a folder of its own, with names of every kind for its files."""
    folder = tmp_path / "library"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SALTUS_LIBRARY", "games.db")
    (folder / "game.pdn").write_text(GAME)
    said(capsys, "games", "import", "game.pdn")
    Path("link.db").symlink_to("games.db")
    Path("hard.db").hardlink_to("games.db")
    Path("link.pdn").symlink_to("games.db-journal")
    return folder / "games.db"


@pytest.mark.parametrize(
    "output",
    ["games.db", "../library/games.db", "link.db", "hard.db", "link.pdn", "games.db-wal", "games.db-journal"],
)
@pytest.mark.parametrize("read", ["games.db", "link.db"])
def test_an_export_never_overwrites_the_library(capsys: Captured, library: Path, output: str, read: str) -> None:
    before = library.read_bytes()
    assert main(["games", "export", "-o", output, "--library", read]) == 2
    assert f"{output} belongs to a library" in capsys.readouterr().err
    assert library.read_bytes() == before
    with Library(library, create=False) as kept:
        assert len(kept) == 1


def test_no_other_command_overwrites_a_library(capsys: Captured, library: Path) -> None:
    before = library.read_bytes()
    assert main(["convert", "game.pdn", "--to", "pdn", "-o", "games.db"]) == 2
    assert main(["match", "gambit", "--nodes", "20", "--games", "2", "--log", "games.db"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert "belongs to a library" in told[0]
    assert told[1] == "saltus match: games.db is no log of a tournament; name another file"
    assert library.read_bytes() == before


def test_a_library_that_is_being_written_is_not_overwritten(capsys: Captured, library: Path) -> None:
    """Its log has other names, too."""
    with Library(library) as writer, writer.transaction() as database:
        database.execute("INSERT INTO collections (name) VALUES ('one')")
        Path("hard.wal").hardlink_to("games.db-wal")
        assert main(["games", "export", "-o", "hard.wal"]) == 2
    assert "belongs to a library" in capsys.readouterr().err


def test_games_are_exported_over_an_older_file(capsys: Captured, library: Path) -> None:
    output = library.with_name("out.pdn")
    output.write_text(OLD)
    said(capsys, "games", "export", "-o", "out.pdn")
    assert "11-15 22-18" in output.read_text()


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_standard_output_has_two_names(tmp_path: Path, name: str) -> None:
    done = converted(tmp_path, name)
    assert "11-15 22-18" in done.communicate(GAME, timeout=60)[0]
    assert list(tmp_path.iterdir()) == []


def converted(folder: Path, output: str) -> subprocess.Popen[str]:
    """The conversion of games that come through a pipe."""
    command = [sys.executable, "-S", "-m", "saltus", "convert", "-", "--to", "pdn", "-o", output]
    env = {**os.environ, "PYTHONPATH": str(PY)}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=folder, env=env, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
@mostly_slow("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL], signal.SIGTERM, signal.SIGKILL)
def test_a_command_that_is_ended_leaves_the_old_file(tmp_path: Path, number: signal.Signals) -> None:
    output = tmp_path / "out.pdn"
    output.write_text(OLD)
    with converted(tmp_path, "out.pdn") as process:
        assert process.stdin
        process.stdin.write(GAME * (BLOCK_CHARS // len(GAME) + 100))
        process.stdin.flush()
        while len(list(tmp_path.iterdir())) == 1:  # it has not begun to write
            assert process.poll() is None
            sleep(0.01)
        process.send_signal(number)
        assert process.wait(60) == (-number if number == signal.SIGKILL else 128 + number)
    assert output.read_text() == OLD
    assert (len(list(tmp_path.iterdir())) == 1) is (number != signal.SIGKILL)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_said(tmp_path: Path) -> None:
    process = converted(tmp_path, "/dev/full")
    _, err = process.communicate(GAME, timeout=60)
    assert (process.returncode, err) == (2, "saltus convert: No space left on device\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_a_disk_that_fills_up_leaves_the_old_file(tmp_path: Path) -> None:
    import resource

    output = tmp_path / "out.pdn"
    output.write_text(OLD)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8_192, before[1]))
    try:
        process = converted(tmp_path, "out.pdn")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    _, err = process.communicate(GAME * 400, timeout=60)
    assert (process.returncode, err) == (2, "saltus convert: File too large\n")
    assert output.read_text() == OLD
    assert [path.name for path in tmp_path.iterdir()] == ["out.pdn"]

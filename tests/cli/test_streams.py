"""Commands whose standard input or output is closed or unusable, or whose reader goes away."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.checkout import PY
from tests.support.tiers import mostly_slow

UNREAD, SENSELESS = 141, 2

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the shell of Windows closes nothing")

GAME = '[Result "*"]\n[GameType "21"]\n\n1. 11-15 22-18 *\n'

WRITING = {
    "help": "--help",
    "help of a command": "moves --help",
    "games": "games",
    "moves": "moves english",
    "outcome": "outcome english",
    "perft": "perft english 2 --divide",
    "bestmove": "bestmove gambit --depth 1",
    "convert": "convert - --to json",
    "analyse": "analyse - --nodes 20",
    "annotate": "analyse - --nodes 20 --annotate",
    "openings": "openings english",
    "puzzle": "puzzle gambit",
    "solutions": "puzzle gambit --solution",
    "play": "play gambit --display lines",
    "watch": "play gambit --white 1 --black 1 --time 0.01",
    "wire": "play gambit --display json",
    "match": "match gambit --nodes 20 --games 2",
}
"""Commands that always write something."""
READING = {
    "puzzle": "puzzle gambit",
    "play": "play gambit",
    "wire": "play gambit --display json",
    "bridge": "bridge",
    "hub": "hub",
}
"""Commands that read to the end of the input and accept an empty one."""


def shell(line: str, given: str = GAME) -> subprocess.CompletedProcess[str]:
    """Run a shell line, with output buffered as for users."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        ["sh", "-c", line], cwd=PY, env=env, input=given, capture_output=True, text=True, check=False, timeout=120
    )


def run(command: str, streams: str, given: str = GAME, options: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command with its streams redirected by the shell."""
    return shell(f"{shlex.quote(sys.executable)} {options} -S -m saltus {command} {streams}", given)


def quiet(done: subprocess.CompletedProcess[str]) -> bool:
    """Whether Python itself reported no error."""
    return not any(word in done.stderr for word in ("Traceback", "Exception", "Error:"))


@pytest.mark.parametrize("command", WRITING.values(), ids=WRITING)
def test_closed_output_ends_a_command_quietly(command: str) -> None:
    done = run(command, ">&-")
    assert done.returncode == UNREAD
    assert quiet(done), done.stderr


@mostly_slow("command", [*WRITING.values()], *(WRITING[name] for name in ("moves", "watch", "match")), ids=[*WRITING])
def test_reader_that_leaves_ends_a_command_quietly(command: str) -> None:
    """As where the output is closed, which every command is tried with.

    The shell's `|` ends with the code of the reader: the command's own goes to standard error.
    """
    line = f"{{ sleep 0.1; {shlex.quote(sys.executable)} -S -m saltus {command}; echo $? >&2; }} | true"
    done = shell(line)
    assert done.stderr.splitlines()[-1] == str(UNREAD)
    assert quiet(done), done.stderr


@pytest.mark.parametrize("command", READING.values(), ids=READING)
def test_closed_input_is_an_empty_one(command: str) -> None:
    closed, empty = run(command, "<&-"), run(command, "</dev/null")
    assert (closed.returncode, closed.stderr) == (empty.returncode, empty.stderr) == (0, "")


@pytest.mark.parametrize("command", ["convert - --to json", "analyse -"])
def test_closed_input_holds_no_game(command: str) -> None:
    done = run(command, "<&-")
    assert done.returncode == SENSELESS
    assert "the text is empty" in done.stderr
    assert quiet(done), done.stderr


@pytest.mark.parametrize("command", [*READING.values(), "games", "match gambit --nodes 20 --games 2", "nonsense"])
def test_nothing_open_at_all_is_no_reason_to_fail_otherwise(command: str) -> None:
    """Text for a closed standard error must not appear elsewhere."""
    assert run(command, "<&- >&- 2>&-").returncode in (0, UNREAD, SENSELESS)


def test_closed_error_output_does_not_land_in_the_results() -> None:
    assert run("perft english 2", "2>&-").stdout == run("perft english 2", "").stdout == "49\n"


def test_closed_output_is_no_obstacle_where_a_file_is_written(tmp_path: Path) -> None:
    """Nor may the file get the free descriptor of standard output."""
    done = run(f"convert - -o {shlex.quote(str(tmp_path / 'game.pdn'))}", ">&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert "11-15 22-18" in (tmp_path / "game.pdn").read_text()


@pytest.mark.parametrize("command", ["bridge", "hub", "play gambit", "puzzle gambit"])
def test_input_that_cannot_be_read_is_said(command: str, tmp_path: Path) -> None:
    done = run(command, f"0>{shlex.quote(str(tmp_path / 'written'))}")
    assert done.returncode == SENSELESS
    assert "Bad file descriptor" in done.stderr
    assert quiet(done), done.stderr


@pytest.mark.parametrize("options", ["", "-u"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("command", ["games", "moves english", "--help", "--version", "bridge"])
def test_output_that_cannot_be_written_is_said(command: str, options: str) -> None:
    done = run(command, "1</dev/null", '{"op":"games"}', options)
    assert done.returncode == SENSELESS
    assert "Bad file descriptor" in done.stderr
    assert quiet(done), done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("streams", [">/dev/full", ">/dev/full 2>/dev/full"])
def test_full_device_is_said_where_somebody_can_read_it(streams: str) -> None:
    done = run("games", streams)
    assert done.returncode == SENSELESS
    assert done.stderr == ("" if "2>" in streams else "saltus games: No space left on device\n")

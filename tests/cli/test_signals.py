"""Signals to commands that work in several processes: the command ends in order, and no process outlives it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from saltus.tournament.play import Terms
from saltus.tournament.tournament import Log

from tests.support.checkout import PY

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")

GAMES = '[Result "*"]\n[GameType "21"]\n\n1. 11-15 22-18 15x22 25x18 12-16 *\n\n' * 200
MATCH = ("match", "gambit", "--players", "3", "2", "--nodes", "500", "--games", "2000", "--workers", "2")
ANALYSE = ("analyse", "games.pdn", "--nodes", "500", "--workers", "2")
ENDINGS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@contextmanager
def at_work(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A command that has told of its first result, and is in the middle of more."""
    (folder / "games.pdn").write_text(GAMES)
    command = [sys.executable, "-S", "-u", "-m", "saltus", *arguments]
    env, pipe = {**os.environ, "PYTHONPATH": str(PY)}, subprocess.PIPE
    process = subprocess.Popen(
        command, cwd=folder, env=env, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    )
    try:
        first = process.stderr if arguments[0] == "match" else process.stdout
        assert first
        assert first.readline()
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.parametrize("number", ENDINGS)
def test_a_match_that_is_ended_tells_its_results_and_goes_on_from_its_log(
    tmp_path: Path, number: signal.Signals
) -> None:
    with at_work(tmp_path, *MATCH, "--log", "log.jsonl") as process:
        process.send_signal(number)
        # The output ends only when no worker holds the pipe any more.
        out, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert out.startswith("Gambit, 500 nodes a move, openings from seed 1\n")
    assert err.endswith("The same command goes on from log.jsonl.\ninterrupted\n")
    assert "Traceback" not in err
    assert Log(tmp_path / "log.jsonl", Terms("gambit", {}), "500 nodes a move").known


@pytest.mark.parametrize("number", ENDINGS)
def test_a_review_that_is_ended_leaves_no_process(tmp_path: Path, number: signal.Signals) -> None:
    with at_work(tmp_path, *ANALYSE) as process:
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert err == "interrupted\n"


def test_a_terminal_that_closes_ends_everything(tmp_path: Path) -> None:
    """It tells every process, and a shell tells its programs once more."""
    with at_work(tmp_path, *MATCH) as process:
        for _ in range(3):
            os.killpg(process.pid, signal.SIGHUP)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGHUP
    assert err.splitlines()[-1] == "interrupted"
    assert "Traceback" not in err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_engines_end_with_the_match(tmp_path: Path, number: signal.Signals) -> None:
    """Also in the middle of a search that would take an hour: they hold the pipe for messages, too."""
    engine = tmp_path / "engine.py"
    engine.write_text(
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    if asked['op'] == 'think': print('thinking', file=sys.stderr, flush=True); time.sleep(3600)\n"
        "    print(json.dumps({'id': asked['id'], 'ok': True}), flush=True)\n"
    )
    players = ("--first", f"bridge:{sys.executable} {engine}", "--second", "2")
    terms = ("--time", "3600", "--games", "20", "--workers", "2")
    with at_work(tmp_path, "match", "gambit", *players, *terms) as process:
        process.send_signal(number)
        process.communicate(timeout=60)
    assert process.returncode == (-number if number == signal.SIGKILL else 128 + number)


@pytest.mark.parametrize("command", [MATCH, ANALYSE], ids=["match", "analyse"])
def test_workers_end_with_a_program_that_is_killed(tmp_path: Path, command: tuple[str, ...]) -> None:
    with at_work(tmp_path, *command) as process:
        process.kill()
        process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL


def test_a_program_that_shall_outlive_its_terminal_does(tmp_path: Path) -> None:
    """As under `nohup`: a signal that is ignored at the start stays ignored."""
    program = (
        "import os, signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); from saltus.cli import main, position; "
        "best = position.best; "
        "position.best = lambda *given: (os.kill(os.getpid(), signal.SIGHUP), best(*given))[1]; "
        "import sys; sys.exit(main.main(['bestmove', 'gambit', '--depth', '1']))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=PY, capture_output=True, check=False, timeout=60)
    assert done.returncode == 0

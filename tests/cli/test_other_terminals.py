"""Other terminals: without colour, with few letters, without Unix modules."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from saltus.games import keys, load
from saltus.study.rulebook import LINE_WIDTH, sections
from workshop.mine import book

from tests.support.checkout import PY

SAID = "help\nmoves\nrules\nrules all\nhint\n{first}\nundo\nboard\nflip\nclaim\ndraw\nresign\nquit\n"

FIRST = {"english": "11-15", "italian": "21-17", "rock": "b1-b3", "gambit": "c2xe4", "roman": "moves"}

UNIX = ("fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "syslog", "posix_ipc")
"""Modules that Windows does not have."""

ELSEWHERE = f"""
import sys
for name in {UNIX!r}:
    sys.modules[name] = None
import signal
for name in ("SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGUSR1", "SIGCHLD", "setitimer", "alarm"):
    if hasattr(signal, name):
        delattr(signal, name)
import select
for name in ("poll", "epoll"):
    if hasattr(select, name):
        delattr(select, name)
from importlib import import_module
from pkgutil import walk_packages
import saltus
for module in walk_packages(saltus.__path__, "saltus."):
    if module.name not in ("saltus.play.screen", "saltus.__main__"):
        import_module(module.name)
from saltus.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
"""Imports everything except the full screen, whose library supports Windows itself, and runs a command."""


def run(*arguments: str, said: str = "", decoded: str | None = None, **env: str) -> str:
    """The output of a program in its own terminal. It must exit without errors."""
    done = subprocess.run(
        [sys.executable, *arguments],
        input=said.encode("ascii"),
        capture_output=True,
        cwd=PY,
        env={**os.environ, **env},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    return done.stdout.decode(decoded or env.get("PYTHONIOENCODING", "utf-8"))


@pytest.mark.parametrize(("key", "encoding"), [*((key, "ascii") for key in keys()), ("english", "cp1252")])
def test_a_game_is_played_in_letters_that_every_terminal_has(key: str, encoding: str) -> None:
    people = ["--white", "person", "--black", "person", "--time", "0.01"]
    told = run("-m", "saltus", "play", key, *people, said=SAID.format(first=FIRST[key]), PYTHONIOENCODING=encoding)
    assert "The game is over." in told
    assert not re.search(r"\\u[0-9a-f]{4}", told.replace("\\u03c0Checkers", ""))


def test_a_game_is_played_where_there_is_nothing_of_unix() -> None:
    told = run("-c", ELSEWHERE, "play", "rock", "--white", "person", "--time", "0.01", said="b1-b3\nresign\nquit\n")
    assert "The game is over. White resigned: Black wins." in told
    assert run("-c", ELSEWHERE, "perft", "gambit", "2").split() == ["388"]


def test_lines_may_end_as_on_windows() -> None:
    said = '{"id":1,"op":"perft","game":"gambit","depth":1}\r\n'
    assert '"leaves":20' in run("-m", "saltus", "bridge", said=said)
    assert run("-m", "saltus", "hub", said="hub\r\nping\r\nquit\r\n").split()[-1] == "pong"
    told = run("-m", "saltus", "play", "gambit", "--white", "person", "--black", "person", said="c2xe4\r\nquit\r\n")
    assert "White>" in told


@pytest.mark.parametrize("key", keys())
def test_the_rules_to_read_hold_every_rule_once_and_fit_a_screen(key: str) -> None:
    game = load(key)
    parts = sections(game)
    text = "\n".join(part.text for part in parts)
    assert max(map(len, text.splitlines())) <= LINE_WIDTH
    flat = re.sub(r"\s+", " ", text)
    for sentence in game.rules.values():
        assert flat.count(f"- {sentence}") == 1, sentence
    assert len({part.title for part in parts}) == len(parts) > 3


def test_the_rules_of_the_terminal_are_those_of_the_page() -> None:
    assert book.MADE.read_text("utf-8") == book.text(), "python3 -m workshop.mine.book"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_record_with_letters_that_a_terminal_lacks_is_written_whole(tmp_path: Path, encoding: str) -> None:
    game = tmp_path / "game.pdn"
    game.write_text('[White "Zoë π"]\n[GameType "21"]\n\n1. 11-15 22-18 *\n', "utf-8")
    written = run("-m", "saltus", "convert", str(game), "--to", "pdn", PYTHONIOENCODING=encoding, decoded="utf-8")
    assert '[White "Zoë π"]' in written
    looked = run("-m", "saltus", "analyse", str(game), "--depth", "1", PYTHONIOENCODING=encoding)
    assert "11-15" in looked

"""What comes from files reaches a terminal without anything that controls it; files and pipes get it unchanged."""

import os
import pty
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from saltus.games import load
from saltus.match.match import Match
from saltus.play.screen_view import View, frame
from saltus.play.session import Session
from saltus.play.terminal import Styled, visible

from tests.play.test_session import Script
from tests.support.checkout import PY

CONTROLS = [chr(number) for number in (*range(32), *range(127, 160)) if chr(number) not in "\t\n\r"]
DIRECTIONS = [*"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"]
HOSTILE = "a\x1b]0;title\x07b\x1b[2Jc\x9b31md\u202egpj.exe\u2066e\x7ff\x08\rg"
TERMINAL = "(the terminal)"
GAME = f'[Event "{HOSTILE}"]\n[White "{HOSTILE}"]\n[GameType "21"]\n\n1. 11-15 {{{HOSTILE}}} 22-18 *\n'


@pytest.mark.parametrize("letter", [*CONTROLS, *DIRECTIONS, "\r"])
def test_every_control_character_is_written_out(letter: str) -> None:
    shown = visible(f"one{letter}two")
    assert shown.isprintable()
    assert re.fullmatch(r"one\\[xu]?[0-9a-f]+two|one\\rtwo", shown)


def test_every_mark_of_direction_is_known() -> None:
    marks = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    found = [chr(number) for number in range(0x11_0000) if unicodedata.bidirectional(chr(number)) in marks]
    assert set(found) <= set(DIRECTIONS)


def test_letters_line_ends_and_own_colours_stay() -> None:
    for text in ("Ada – Ré\tnée\n", "one\r\ntwo\r\n", "שלום", "棋🏁"):
        assert visible(text) == text
    assert visible(Styled("\x1b[1mA\x1b[0m")) == "\x1b[1mA\x1b[0m"


def at_terminal(folder: Path, *arguments: str) -> str:
    """What a terminal gets from a command, of its results and its messages."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(PY), "SALTUS_STATE": "state", "TERM": "xterm"}
    given = [os.ttyname(theirs) if one == TERMINAL else one for one in arguments]
    command = [sys.executable, "-m", "saltus", *given]
    with subprocess.Popen(command, cwd=folder, env=env, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        got = b""
        try:
            while block := os.read(ours, 65_536):
                got += block
        except OSError:  # on Linux the end of a terminal is an error
            pass
        process.wait(60)
    os.close(ours)
    return got.decode("utf-8").replace("\r\n", "\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    name = HOSTILE.replace("/", "")
    (tmp_path / f"{name}.pdn").write_text(GAME, newline="")
    (tmp_path / "game.pdn").write_text(GAME, newline="")
    return tmp_path


@pytest.mark.skipif(os.name == "nt", reason="there is no pseudo-terminal")
@pytest.mark.parametrize(
    "arguments",
    [
        ("convert", "game.pdn", "--to", "pdn"),
        ("convert", "game.pdn", "--to", "pdn", "-o", "/dev/stdout"),
        ("convert", "game.pdn", "--to", "pdn", "-o", TERMINAL),
        ("convert", "game.pdn", "--to", "text"),
        ("analyse", "game.pdn", "--nodes", "5", "--annotate"),
        ("analyse", "game.pdn", "--nodes", "5"),
        ("analyse", f"{HOSTILE}.pdn", "--number", "2"),
        ("analyse", f"nowhere {HOSTILE}"),
        ("match", "english", f"--{HOSTILE}"),
        (f"{HOSTILE}",),
        ("play", HOSTILE),
        ("games", "import", f"{HOSTILE}.pdn", "--library", "games.db"),
        ("games", "find", "--library", f"{HOSTILE}.db"),
    ],
    ids=lambda arguments: re.sub(r"\W+", "-", " ".join(arguments))[:40],
)
def test_no_command_lets_a_file_control_the_terminal(folder: Path, arguments: tuple[str, ...]) -> None:
    got = at_terminal(folder, *arguments)
    # Only its own progress goes back to the beginning of the line.
    assert not set(got) & {*CONTROLS, *DIRECTIONS}, repr(got)
    assert re.search(r"\\x1b.*\\u202e|title.*gpj", got), repr(got)  # a tag is read without them


@pytest.mark.skipif(os.name == "nt", reason="there is no pseudo-terminal")
def test_names_in_a_library_do_not_control_the_terminal(folder: Path) -> None:
    library = ("--library", "games.db")
    at_terminal(folder, "games", "import", f"{HOSTILE}.pdn", *library)
    for action in (("find",), ("info",), ("export", "--original"), ("explore", "english")):
        got = at_terminal(folder, "games", *action, *library)
        assert not set(got) & {*CONTROLS, *DIRECTIONS}, repr(got)
        assert got.strip()


def test_files_and_pipes_keep_every_character(folder: Path) -> None:
    command = [sys.executable, "-m", "saltus", "convert", "game.pdn", "--to", "pdn"]
    env = {**os.environ, "PYTHONPATH": str(PY)}
    done = subprocess.run([*command, "-o", "out.pdn"], cwd=folder, env=env, check=True)
    assert done.returncode == 0
    piped = subprocess.run(command, cwd=folder, env=env, capture_output=True, check=True)
    kept = (folder / "out.pdn").read_bytes()
    assert piped.stdout == kept
    for letter in "\x1b\x9b\u202e\u2066\x7f\x08":
        assert letter.encode() in kept


def test_the_full_screen_shows_messages_and_pages_without_control_characters() -> None:
    session = Session(Match(load("english")), Script())
    for view in (View("c3", typed=HOSTILE, messages=[f"Not now: {HOSTILE}"]), View("c3", page=[HOSTILE])):
        lines = frame(session, view, 120, 40)
        assert all(not set(text) & {*CONTROLS, *DIRECTIONS} for line in lines for _, text in line)
        assert {sum(len(text) for _, text in line) for line in lines} == {120}

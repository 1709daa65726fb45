"""The full screen in an emulated terminal: keys, and what appears where."""

import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyte
import pytest
from saltus.cli.main import main
from saltus.games import keys, load

from tests.support.checkout import PY

pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals of this kind")

PATIENCE = 60.0
"""The timeout in seconds; generous, because a busy machine is slow."""

Screen = Callable[..., "Sight"]


class Sight:
    """A program in a terminal of a given size, and the screen's content."""

    def __init__(self, arguments: tuple[str, ...], columns: int, rows: int, env: dict[str, str]) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.pid, self.end = pty.fork()
        if not self.pid:
            os.environ.update(env)
            os.execv(sys.executable, [sys.executable, "-m", "saltus", *arguments])
        os.set_blocking(self.end, False)
        import fcntl
        import struct
        import termios

        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.open = True

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def look(self) -> None:
        """Read the program's output for a moment."""
        ready, _, _ = select.select([self.end], [], [], 0.05)
        if ready:
            try:
                data = os.read(self.end, 1 << 16)
            except OSError:
                data = b""
            self.open = bool(data)
            if b"\x1b[6n" in data:  # it asks where the cursor is
                os.write(self.end, b"\x1b[1;1R")
            self.stream.feed(data)

    def until(self, there: Callable[[str], bool] | str) -> str:
        """Wait until the screen has a text, or satisfies a condition."""
        wanted = there if callable(there) else lambda text: there in text
        patience = time.monotonic() + PATIENCE
        while not wanted(self.text):
            assert time.monotonic() < patience, f"{there} is not to be seen:\n{self.text}"
            assert self.open, f"the program ended:\n{self.text}"
            self.look()
        return self.text

    def type(self, keys: str) -> None:
        os.write(self.end, keys.encode())

    def ended(self) -> int:
        """Wait for the end. Returns the exit code."""
        while self.open:
            self.look()
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Screen]:
    """Starts `saltus play` in a terminal, with its own folder for saved games."""
    begun: list[Sight] = []

    def start(*arguments: str, size: tuple[int, int] = (80, 24), **env: str) -> Sight:
        plain = {"PYTHONPATH": str(PY), "TERM": "xterm-256color", "LANG": "C.UTF-8", "SALTUS_STATE": str(tmp_path)}
        begun.append(Sight(("play", *arguments), *size, {**plain, **env}))
        return begun[-1]

    yield start
    for sight in begun:
        if sight.open:
            os.kill(sight.pid, signal.SIGKILL)
            os.waitpid(sight.pid, 0)
        os.close(sight.end)


TWO = ("--white", "person", "--black", "person")
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"


def test_a_game_is_played_by_typing_and_by_arrow_keys_and_goes_on_after_a_kill(sit: Screen) -> None:
    sight = sit("english", *TWO)
    sight.until("cursor")
    sight.type("11-15\r")
    sight.until("White> ")
    assert "1. 11-15" in sight.text
    sight.until("cursor f6, square 11")
    for key, square in ((DOWN, "f5"), (DOWN, "f4"), (DOWN, "f3"), (LEFT, "e3"), (LEFT, "d3"), (LEFT, "c3")):
        sight.type(key)
        sight.until(f"cursor {square}")
    sight.type("\r" + UP)
    sight.until("cursor c4")
    sight.type(RIGHT + "\r")
    sight.until("22-18")
    sight.until("Black> ")
    os.kill(sight.pid, signal.SIGKILL)
    again = sit("english")
    again.until("On with the game that was left after 2 turns")
    assert "22-18" in again.text
    again.type("q")
    assert again.ended() == 0


def test_it_fits_80_by_24_in_every_game(sit: Screen) -> None:
    for key in keys():
        sight = sit(key, *TWO, "--new")
        lines = sight.until("q quit").splitlines()
        assert len(lines) == 24
        assert load(key).name in lines[0]
        assert any(line.split()[:8] == list("abcdefgh") for line in lines), sight.text
        sight.type("q")
        assert sight.ended() == 0


def test_without_colours_the_pieces_are_told_by_their_letters(sit: Screen) -> None:
    sight = sit("english", *TWO, NO_COLOR="1")
    text = sight.until("q quit")
    assert text.count("(w)") == 12
    assert text.count("[b]") == 12
    assert {cell.fg for row in sight.screen.buffer.values() for cell in row.values()} == {"default"}
    assert {cell.bg for row in sight.screen.buffer.values() for cell in row.values()} == {"default"}


def test_rules_keys_and_refusals_are_there_to_read(sit: Screen) -> None:
    sight = sit("rock", *TWO)
    sight.until("cursor")
    sight.type("r")
    sight.until("Esc: back to the game")
    assert "Rock" in sight.text
    sight.type("\x1b")
    sight.until("q quit")
    sight.type("b1b2\r")
    sight.until("'b1b2' is not a legal move")
    sight.type("m")
    sight.until("b1-b3")
    sight.type("k")
    sight.until("where it goes")
    sight.type("q")
    sight.until("cursor")


def test_words_are_typed_after_a_colon_and_the_computer_gives_a_hint(sit: Screen) -> None:
    sight = sit("gambit", *TWO, "--time", "0.01")
    sight.until("Black> ")
    sight.type(":hint\r")
    sight.until(lambda text: re.search(r"[a-h][1-4]x[a-h][1-4]\. [A-Z]", text) is not None)
    sight.type("l1\r")
    sight.until("level 1")
    sight.type(":resign\r")
    sight.until("The game is over. ")


def test_an_interruption_ends_with_130_and_keeps_the_game(sit: Screen) -> None:
    sight = sit("gambit", *TWO)
    sight.until("Black> ")
    sight.type("c2c4\r")
    sight.until("White> ")
    sight.type("\x03")
    assert sight.ended() == 130
    sit("gambit").until("after 1 turns")


def test_a_terminal_that_cannot_be_drawn_on_is_played_line_by_line(sit: Screen) -> None:
    sight = sit("gambit", *TWO, TERM="dumb")
    sight.until("Black> ")
    sight.type("c2c4\n")
    sight.until("White> ")
    sight.type("quit\n")
    assert sight.ended() == 0
    assert "The game is kept" in sight.text


def test_without_its_library_the_screen_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "saltus.play.screen", None)
    assert main(["play", "rock", "--display", "screen"]) == 2
    assert "pip install prompt_toolkit" in capsys.readouterr().err


@pytest.mark.parametrize("display", ["screen", "lines"])
def test_a_game_that_cannot_be_kept_is_played_all_the_same(sit: Screen, tmp_path: Path, display: str) -> None:
    (tmp_path / "file").write_text("no folder")
    env = {"SALTUS_STATE": str(tmp_path / "file" / "state")}
    seen = sit("gambit", "--white", "person", "--black", "person", "--display", display, size=(140, 40), **env)
    seen.until("not saved")
    seen.type("d2-d4\r" if display == "lines" else "\x03")
    if display == "lines":
        seen.until("Black>")
        seen.type("quit\r")
    assert seen.ended() == (0 if display == "lines" else 130)
    assert "kept" not in seen.text
    assert "Traceback" not in seen.text

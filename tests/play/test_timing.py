"""The clocks of a game at the terminal: closing the program, or stopping it, gives no time back."""

import json
from pathlib import Path

import pytest
from saltus.games import load
from saltus.match.match import Match
from saltus.match.tree import TimeControl
from saltus.play.autosave import keep, kept, place
from saltus.play.session import Session

from tests.play.test_session import Script


class Clocks:
    """The steady clock and the device's own, which pass by hand."""

    def __init__(self) -> None:
        self.steady, self.device = 50.0, 1_800_000_000.0

    def go(self, seconds: float, by_device: float | None = None) -> None:
        self.steady += seconds
        self.device += seconds if by_device is None else by_device


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Clocks:
    monkeypatch.setenv("SALTUS_STATE", str(tmp_path))
    made = Clocks()
    monkeypatch.setattr("saltus.play.timing.perf_counter", lambda: made.steady)
    monkeypatch.setattr("saltus.play.timing.time", lambda: made.device)
    return made


def begun(**levels: int) -> Session:
    """A game with three minutes for each side, in which White is to move."""
    match = Match(load("english"), clock=TimeControl(180, 2))
    session = Session(match, Script(), {"w": levels.get("w"), "b": levels.get("b")}, 0.01, keep)
    session.play("11-15")
    return session


def reopened() -> Session:
    found = kept("english")
    assert found is not None
    match, players, pace, timing = found
    return Session(match, Script(), players, pace, keep, timing=timing)


def test_a_program_that_is_closed_gives_no_time_back(clocks: Clocks) -> None:
    begun()
    clocks.go(8)
    session = reopened()
    assert session.clock("w") == 172
    clocks.go(3)
    assert session.clock("w") == 169


def test_a_flag_falls_while_the_program_is_closed(clocks: Clocks) -> None:
    begun()
    clocks.go(3600)
    clocks.steady = 3.0
    session = reopened()
    session.run()
    assert session.match.outcome is not None
    assert (session.match.outcome.reason, session.match.outcome.winner) == ("flag", "b")


def test_sleep_uses_time_and_a_clock_that_is_set_back_gives_none(
    clocks: Clocks,
) -> None:
    session = begun()
    clocks.go(0.1, 60)
    assert session.clock("w") == 120
    clocks.go(8, -3600)
    assert session.clock("w") == 112
    session.hear("draw")
    session.hear("no")
    clocks.go(0, -9999)
    assert reopened().clock("w") == 180, "saved at the start of the turn, and since then less than nothing has passed"


@pytest.mark.parametrize(
    "words",
    [("draw", "no"), ("undo", "redo"), ("black 3", "black person"), ("board", "flip")],
)
def test_no_command_gives_time_back(words: tuple[str, str], clocks: Clocks) -> None:
    session = begun()
    clocks.go(8)
    for word in words:
        session.hear(word)
    assert session.clock("w") == 172
    session.keep = None
    keep(session)
    assert reopened().clock("w") == 172


def test_a_turn_that_is_taken_back_begins_anew(clocks: Clocks) -> None:
    session = begun()
    clocks.go(8)
    session.play("22-18")
    clocks.go(5)
    session.hear("undo")
    assert (session.clock("w"), session.clock("b")) == (180, 182)


def test_the_computer_uses_only_what_it_thinks(clocks: Clocks) -> None:
    session = begun(w=1)
    clocks.go(3600)
    assert session.clock("w") == 179, "the program was stopped"
    clocks.go(3600)
    assert reopened().clock("w") == 180


@pytest.mark.parametrize(
    "damaged",
    [
        7,
        {},
        {"used": [], "at": 0},
        {"used": {}, "at": 10**400},
        {"used": {"99": 1}, "at": 0},
        {"used": {"1": "a"}, "at": 0},
    ],
)
def test_damaged_times_are_said(damaged: object, clocks: Clocks) -> None:
    begun()
    saved = json.loads(place("english").read_text())
    place("english").write_text(json.dumps({**saved, "clock": damaged}))
    with pytest.raises(ValueError, match="holds no game that can go on"):
        kept("english")

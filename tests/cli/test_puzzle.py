"""`saltus puzzle`: puzzles at the terminal."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import saltus
from saltus.cli.main import main
from saltus.games import load
from saltus.study.puzzles import Puzzle, puzzles, task, themes

Captured = pytest.CaptureFixture[str]
GAME = load("gambit")
ALL = puzzles(GAME)
FIRST = ALL[0]
LONG = next(one for one in ALL if one.turns > 1)


def told(capsys: Captured, monkeypatch: pytest.MonkeyPatch, *arguments: str, typed: str = "") -> str:
    """The output of `puzzle` for these input lines."""
    lines = iter(typed.splitlines())

    def ask(prompt: str = "") -> str:
        for line in lines:
            return line
        raise EOFError

    monkeypatch.setattr("builtins.input", ask)
    assert main(["puzzle", *arguments]) == 0
    return capsys.readouterr().out


def typed(one: Puzzle) -> str:
    """The solution as input lines."""
    return "".join(f"{' '.join(path)}\n" for path in one.line[: one.asked : 2])


def test_an_puzzle_is_asked_answered_and_explained(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    out = told(capsys, monkeypatch, "gambit", "--puzzle", LONG.key, typed=typed(LONG))
    assert task(GAME, LONG) in out
    assert f"({LONG.turns} turns to find)" in out
    assert "Right. The answer is " in out
    assert "Solved." in out
    assert "1 of 1 solved, 1 of them at once and without help." in out


def test_a_wrong_move_is_told_from_one_that_is_not_allowed(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = next(move for move in GAME.moves(FIRST.position) if move.path != FIRST.line[0])
    lines = f"a1 a2\n{' '.join(wrong.path)}\n{typed(FIRST)}"
    out = told(capsys, monkeypatch, "gambit", "--puzzle", FIRST.key, typed=lines)
    assert "is not a legal move" in out
    assert "is allowed, but it is not the move" in out
    assert "1 of 1 solved, 0 of them at once" in out


def test_hints_go_from_the_piece_to_the_move(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    out = told(capsys, monkeypatch, "gambit", "--puzzle", FIRST.key, typed="?\n?\nhelp\nsolution\n")
    first, second = (line for line in out.splitlines() if line.startswith("Look at "))
    assert first == f"Look at {FIRST.line[0][0]}."
    assert FIRST.line[0][-1] in second
    assert "0 of 1 solved" in out


def test_next_and_quit_and_the_end_of_the_answers(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "0 of 2 solved" in told(capsys, monkeypatch, "gambit", typed="next\nboard\nquit\n")
    assert "0 of 1 solved" in told(capsys, monkeypatch, "gambit")


def test_puzzles_are_chosen_by_grade_and_theme(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    theme = themes(ALL)[0]
    found = json.loads(told(capsys, monkeypatch, "gambit", "--grade", "2", "--theme", theme, "--json"))
    assert [one["puzzle"] for one in found] == [x.key for x in ALL if x.grade == 2 and theme in x.themes]
    assert theme in told(capsys, monkeypatch, "gambit", "--theme", "?")
    assert main(["puzzle", "gambit", "--theme", "nonsense"]) == 2
    assert theme in capsys.readouterr().err


def test_the_one_of_the_day_is_shown_with_its_solution(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    out = told(capsys, monkeypatch, "rock", "--daily", "--solution")
    (one,) = [one for one in puzzles(load("rock")) if f"puzzle {one.key}," in out]
    assert task(load("rock"), one) in out
    assert "-".join(one.line[0]) in out.replace("x", "-")


def test_answers_come_through_a_pipe() -> None:
    command = [sys.executable, "-S", "-m", "saltus", "puzzle", "gambit", "--puzzle", FIRST.key]
    folder = Path(saltus.__file__).parents[1]
    done = subprocess.run(command, cwd=folder, input=typed(FIRST), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 of 1 solved" in done.stdout

"""`saltus games review`, `mistakes` and `train`."""

import json
import re
from pathlib import Path

import pytest
from saltus.analysis.review import Reviewer
from saltus.cli.main import main

from tests.support.terminal import Captured, Typing, said

GIVEN = (
    '[White "Ada Lovelace"]\n[Black "Bob"]\n[GameType "21"]\n[SetUp "1"]\n[FEN "W:W18,32,29:B9,2"]\n\n'
    "1. 18-14 9x18 *\n"
)
"""White's only move gives a piece away."""
PROBLEM = (
    '[White "Study"]\n[GameType "21"]\n[SetUp "1"]\n[FEN "W:W18,22:B15,8,4"]\n\n1. 18x11 8x15 {The end.} 2. 22-18 *\n'
)
QUICK = ("--nodes", "500")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SALTUS_LIBRARY", "games.db")
    (tmp_path / "mine.pdn").write_text(GIVEN)
    said(capsys, "games", "import", "mine.pdn")
    return tmp_path


def refused(capsys: Captured, *arguments: str) -> str:
    assert main(["games", *arguments]) == 2
    return capsys.readouterr().err


def test_own_mistakes_are_found_listed_and_asked(capsys: Captured, typing: Typing) -> None:
    out = said(capsys, "games", "review", "--player", "lovelace", *QUICK)
    assert out == "     1  Ada Lovelace – Bob: 1 mistake; 1 new puzzle\n"
    assert said(capsys, "games", "review", *QUICK) == "", "the name and the review are remembered"
    listed = said(capsys, "games", "mistakes")
    assert "1… 18-14" in listed
    (fields,) = json.loads(said(capsys, "games", "mistakes", "--json"))
    assert (fields["id"], fields["played"]) == (1, "18-14")
    typing("18-14", "hint", "hint", "solution")
    out = said(capsys, "games", "train")
    assert "White to move: find a better move than the one played." in out
    assert "18-14 is allowed, but it is not the move. Try again, or ? for a hint." in out
    assert "Look at " in out
    assert "Played was 18-14. 1… 18-14" in out
    assert "It goes on 9x18" in out
    assert "It comes back in 10 minutes." in out
    assert out.endswith("0 of 1 solved at once and without help.\n")
    assert said(capsys, "games", "train", "--list") == "1 puzzle: 0 due, 0 new, 1 waits, 0 solved\n"
    assert "nothing is due; the next puzzle is due in 10 minutes" in refused(capsys, "train")


def test_another_move_that_is_as_good_counts(
    capsys: Captured, typing: Typing, monkeypatch: pytest.MonkeyPatch
) -> None:
    said(capsys, "games", "review", "--player", "ada", *QUICK)
    monkeypatch.setattr("saltus.cli.library.training.is_as_good", lambda *_: True)
    typing("18-14")
    out = said(capsys, "games", "train")
    assert "18-14 is just as good.\nSolved: " in out
    assert out.endswith("It does not come back.\n1 of 1 solved at once and without help.\n")


def test_an_interrupted_review_goes_on_with_the_games_that_are_left(
    capsys: Captured, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "more.pdn").write_text(GIVEN.replace("Bob", "Eve"))
    said(capsys, "games", "import", "more.pdn")
    run, calls = Reviewer.run, []

    def interrupted(self: Reviewer) -> object:
        calls.append(self)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return run(self)

    monkeypatch.setattr(Reviewer, "run", interrupted)
    assert main(["games", "review", "--everyone", *QUICK]) == 130
    assert capsys.readouterr().out.startswith("     1  ")
    out = said(capsys, "games", "review", "--everyone", *QUICK)
    assert [line.split()[0] for line in out.splitlines()] == ["2"]


def test_who_the_player_is_must_be_known(capsys: Captured) -> None:
    assert "say who you are, with --player NAME" in refused(capsys, "review")
    assert said(capsys, "games", "review", "--player", "nobody") == ""


def test_games_without_a_review_are_counted(capsys: Captured) -> None:
    assert main(["games", "mistakes", "--everyone"]) == 0
    assert capsys.readouterr().err == "1 game without a review yet: `games review` makes it\n"


def test_a_file_of_problems_is_asked(capsys: Captured, folder: Path, typing: Typing) -> None:
    (folder / "book.pdn").write_text(
        PROBLEM + GIVEN.replace('[SetUp "1"]\n[FEN "W:W18,32,29:B9,2"]\n', "").replace("18-14 9x18", "11-15")
    )
    typing("18x11", "22-18")
    out = said(capsys, "games", "train", "book.pdn")
    assert "White to move: find the solution (2 moves to find)." in out
    assert "Right. The answer is 8x15. And now?" in out
    assert "Solved: 18x11 8x15 22-18\nThe end.\nIt does not come back." in out
    assert "1 of 1 solved at once and without help." in out
    assert "every puzzle is solved" in refused(capsys, "train", "book.pdn")
    typing("forget")
    assert "will not be asked again" in said(capsys, "games", "train", "--early")
    assert said(capsys, "games", "train", "--list").startswith("0 puzzles")


def test_a_file_without_problems_is_refused(capsys: Captured, folder: Path) -> None:
    (folder / "plain.pdn").write_text('[GameType "21"]\n\n1. 11-15 *\n')
    assert "so there is no problem to solve" in refused(capsys, "train", "plain.pdn")
    assert "there are no puzzles" in refused(capsys, "train")


def test_commands_are_understood_at_a_puzzle(capsys: Captured, folder: Path, typing: Typing) -> None:
    (folder / "book.pdn").write_text(PROBLEM)
    typing("", "board", "help", "99", "quit")
    out = said(capsys, "games", "train", "book.pdn")
    assert out.count("    a b c d e f g h") == 2, "the board at the beginning, and where it was asked for"
    assert "forget    take this puzzle out of the deck" in out
    assert "Write a move like" in out
    assert out.endswith("0 of 0 solved at once and without help.\n")
    typing("next")
    said(capsys, "games", "train")
    assert said(capsys, "games", "train", "--list") == "1 puzzle: 0 due, 1 new, 0 waits, 0 solved\n"


def test_games_are_reviewed_on_several_processes(capsys: Captured, folder: Path) -> None:
    (folder / "more.pdn").write_text("".join(GIVEN.replace("Bob", name) for name in ("Eve", "Mallory")))
    said(capsys, "games", "import", "more.pdn")
    out = said(capsys, "games", "review", "--everyone", "--workers", "2", *QUICK)
    assert sorted(line.split()[0] for line in out.splitlines()) == ["1", "2", "3"]
    assert said(capsys, "games", "train", "--list").startswith("1 puzzle"), "the same mistake in three games"


def test_puzzles_become_a_sheet(capsys: Captured, folder: Path) -> None:
    (folder / "book.pdn").write_text(PROBLEM)
    out = said(capsys, "games", "train", "book.pdn", "--sheet")
    assert "White to move: find the solution" in out
    solutions = re.sub("<.*?>", "", out.split("Solutions")[1]).split()
    assert solutions == ["1.18x11", "8x15", "22-18", "(The", "end.)"]
    assert "English checkers: training, 1 puzzle" in out
    assert said(capsys, "puzzle", "rock", "--grade", "1", "--sheet").startswith("<!doctype html>")

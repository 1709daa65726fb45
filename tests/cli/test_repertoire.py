"""`saltus games repertoire`."""

from pathlib import Path

import pytest
from saltus.cli.main import main

from tests.support.terminal import Captured, Typing, said

GAMES = "".join(
    f'[White "Ada"]\n[Black "{black}"]\n[GameType "21"]\n\n{moves} *\n\n'
    for black, moves in [
        ("Bob", "1. 11-15 23-19 2. 8-11 22-17 3. 9-13"),
        ("Bob", "1. 11-15 23-19 2. 9-14"),
        ("Bob", "1. 11-15 24-19 2. 15x24"),
        ("Eve", "1. 9-14"),
    ]
)
LINES = '[GameType "21"]\n\n1. 11-15 23-19 (1... 22-18 2. 15x22 25x18 3. 8-11) 2. 8-11 22-17 3. 9-13 *\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SALTUS_LIBRARY", "games.db")
    (tmp_path / "games.pdn").write_text(GAMES)
    (tmp_path / "lines.pdn").write_text(LINES)
    said(capsys, "games", "import", "games.pdn")
    return tmp_path


def lines(capsys: Captured, *arguments: str) -> str:
    return said(capsys, "games", "repertoire", *arguments)


def refused(capsys: Captured, *arguments: str) -> str:
    assert main(["games", "repertoire", *arguments]) == 2
    return capsys.readouterr().err


def test_lines_are_added_shown_and_removed(capsys: Captured) -> None:
    assert lines(capsys, "add", "english", "black", "--file", "lines.pdn") == "5 new moves\n"
    assert lines(capsys, "add", "english", "black", "11-15", "22-17", "8-11") == "1 new move\n"
    assert lines(capsys) == "     6 positions  english black\n"
    assert lines(capsys, "show", "english", "black").splitlines() == [
        "11-15",
        "  22-18 15x22 25x18 8-11",
        "  23-19 8-11 22-17 9-13",
        "  22-17 8-11 23-19 9-13",
    ], "the last two lines meet in one position"
    assert lines(capsys, "remove", "english", "black", "11-15", "22-17", "8-11") == "1 move removed\n"
    assert "  22-17" not in lines(capsys, "show", "english", "black")


def test_games_are_compared_with_the_lines(capsys: Captured) -> None:
    lines(capsys, "add", "english", "black", "--file", "lines.pdn")
    assert lines(capsys, "check").splitlines() == [
        "     1  Ada – Bob: followed Black's lines to their end, 5 moves",
        "     2  Ada – Bob: after 2 moves Black played 9-14 instead of 8-11",
        "     3  Ada – Bob: after 1 move White played 24-19, which the lines do not answer",
        "     4  Ada – Eve: after 0 moves Black played 9-14 instead of 11-15",
    ]
    assert lines(capsys, "check", "--player", "eve").splitlines()[0].startswith("     4  ")
    assert lines(capsys, "check", "--player", "ada") == "", "the lines are Black's"


def test_lines_are_trained(capsys: Captured, typing: Typing) -> None:
    lines(capsys, "add", "english", "black", "11-15", "23-19", "8-11", "22-17", "9-13")
    typing("11-15", "9-14", "9-13")
    out = lines(capsys, "train", "english", "black")
    assert "White plays 23-19." in out
    assert "Your move here is 8-11, not 9-14." in out
    assert "White plays 22-17." in out
    assert "The line ends here." in out
    assert out.endswith("2 of 3 positions right.\n")
    typing()
    assert lines(capsys, "train", "english", "black").startswith("Nothing is due; --early asks everything.")
    typing("?", "board", "help", "99", "8-11", "quit")
    out = lines(capsys, "train", "english", "black", "--early")
    assert "You play 11-15 here." in out
    assert "Write a move like" in out
    assert out.endswith("1 of 2 positions right.\n")


def test_the_other_side_answers_as_in_the_games(capsys: Captured, typing: Typing, folder: Path) -> None:
    """Nine games in ten have one reply: with any seed it is the one more often chosen."""
    text = '[GameType "21"]\n[White "{}"]\n\n1. 11-15 {} *\n'
    (folder / "many.pdn").write_text("".join(text.format(number, "22-18") for number in range(400)))
    said(capsys, "games", "import", "many.pdn")
    lines(capsys, "add", "english", "black", "--file", "lines.pdn")
    replies = []
    for seed in range(8):
        typing("11-15", "quit")
        out = lines(capsys, "train", "english", "black", "--early", "--seed", str(seed))
        replies.append("22-18" if "White plays 22-18" in out else "23-19")
    assert replies.count("22-18") >= 7


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("add", "english", "black"), "give either a line of moves or --file"),
        (("add", "english", "black", "11-17"), "'11-17' is not a legal move"),
        (("add", "rock", "black", "--file", "lines.pdn"), "has a game of English checkers, not of Rock"),
        (("add", "roman", "black", "a1-a2"), "Roman Solitaire has no single starting position"),
        (("remove", "english", "black", "11-15", "22-17"), "the last move of this line is not Black's"),
        (("check",), "there are no lines to compare with"),
        (("train", "english", "white"), "there are no lines to train"),
    ],
)
def test_requests_that_make_no_sense_are_refused(capsys: Captured, arguments: tuple[str, ...], message: str) -> None:
    assert message in refused(capsys, *arguments)

"""A game of somebody's own: read from a file, in the registry, at the terminal; and what is wrong with a file."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import saltus
from saltus import games, lab
from saltus.cli.main import main
from saltus.lab.source import SourceError, game_from, line_of

from tests.support import sixth_game as guide
from tests.support.terminal import Captured, said

EMPTY = "from saltus.core.game import Game\n\nclass Mine(Game):\n    key = 'mine'\n"


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """The game of the guide in a file of one's own."""
    file = tmp_path / "mine.py"
    file.write_text(guide.GAME, "utf-8")
    yield file
    if guide.KEY in set(games.keys()):
        games.remove(guide.KEY)


def test_the_lab_begins_with_the_game_of_the_guide() -> None:
    beginning = Path(lab.__file__).parent / "beginnings" / f"{guide.KEY}.py"
    assert beginning.read_text("utf-8") == guide.GAME


def test_a_file_is_a_game_like_the_others(path: Path) -> None:
    game = saltus.load(str(path))
    assert game.key == guide.KEY
    assert guide.KEY in set(saltus.keys())
    match = saltus.Match(game)
    match.play("a2-a3")
    assert saltus.load(guide.KEY).key == guide.KEY
    assert saltus.write(match, "json")


def test_a_file_that_has_changed_is_read_anew(path: Path) -> None:
    saltus.load(str(path))
    path.write_text(guide.GAME.replace('name = "Breakthrough"', 'name = "Mine"'), "utf-8")
    os.utime(path, ns=(0, 0))
    assert saltus.load(str(path)).name == "Mine"
    assert saltus.load(guide.KEY).name == "Mine"


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        ("def moves(:\n", "no Python", 1),
        ("x = 1\ny = x / 0\n", "ZeroDivisionError: division by zero", 2),
        ("import nothing_of_this_name\n", "No module named", 1),
        ("x = 1\n", "no class of `Game` with a `key`", None),
        (EMPTY, "The game has no `evaluate`.", None),
        (EMPTY + "class Other(Game):\n    key = 'other'\n", "several games", None),
        (guide.GAME.replace('"breakthrough"', '"no key"'), "not 'no key'", None),
    ],
)
def test_what_is_wrong_with_a_text_is_told_with_its_line(text: str, said: str, line: int | None) -> None:
    with pytest.raises(SourceError, match=said) as error:
        game_from(text, "mine.py")
    assert error.value.line == line


def test_an_error_in_a_method_has_its_line() -> None:
    wrong = guide.GAME.replace(
        "        white, black, _, side = position\n        ahead", "        1 / 0\n        ahead"
    )
    game = game_from(wrong, "mine.py")()
    with pytest.raises(ZeroDivisionError) as error:
        game.evaluate(game.start())
    line = line_of(error.value, "mine.py")
    assert line is not None
    assert wrong.splitlines()[line - 1].strip() == "1 / 0"


def test_no_game_takes_the_key_of_another(path: Path) -> None:
    path.write_text(guide.GAME.replace(f'"{guide.KEY}"', '"rock"'), "utf-8")
    with pytest.raises(ValueError, match="a game called rock"):
        saltus.load(str(path))


def test_a_file_that_cannot_be_read_is_told(path: Path) -> None:
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(SourceError, match=r"mine\.py: The file is not in UTF-8"):
        saltus.load(str(path))


def test_no_request_and_no_record_loads_a_file(path: Path) -> None:
    """It would run as a program where the request is answered, on a server too."""
    for op in ("new", "moves", "bestmove"):
        (reply,) = saltus.Bridge().receive(json.dumps({"id": 1, "op": op, "game": str(path)}))
        assert json.loads(reply)["error"]["code"] == "unknown-game"
    with pytest.raises(ValueError, match="game"):
        saltus.read(json.dumps({"game": str(path), "moves": []}), "json")
    assert guide.KEY not in set(saltus.keys())


def test_the_terminal_takes_a_file_wherever_it_takes_a_game(path: Path, capsys: Captured) -> None:
    assert "a2-a3" in said(capsys, "moves", str(path))
    assert said(capsys, "check", str(path), "--positions", "60").strip() == "60 positions of Breakthrough, all well"
    told = said(capsys, "check", str(path), "--positions", "0", "--games", "4")
    assert "4 games: White (first) won" in told
    assert "% in 1 game" in told
    played = said(
        capsys, "match", str(path), "--players", "1", "2", "--games", "2", "--nodes", "50", "--workers", "2"
    )
    assert "Breakthrough" in played


def test_a_file_against_the_contract_is_told_with_the_position(path: Path, capsys: Captured) -> None:
    path.write_text(guide.GAME.replace("pieces = 12", "pieces = 11"), "utf-8")
    assert main(["check", str(path)]) == 1
    assert "A side has more pieces than `pieces` says: 11." in capsys.readouterr().out


def test_an_error_while_a_file_is_checked_is_told_with_its_line(path: Path, capsys: Captured) -> None:
    path.write_text(guide.GAME.replace("        found = []\n", "        found = [][0]\n"), "utf-8")
    assert main(["check", str(path)]) == 1
    line = 1 + path.read_text("utf-8").splitlines().index("        found = [][0]")
    assert capsys.readouterr().out == f"{path}, line {line}: IndexError: list index out of range\n"


def test_the_terminal_tells_the_line_of_a_file_that_is_no_game(path: Path, capsys: Captured) -> None:
    path.write_text("x = 1\ny = (\n", "utf-8")
    with pytest.raises(SystemExit):
        main(["play", str(path)])
    assert "mine.py, line 2: This is no Python: '(' was never closed." in capsys.readouterr().err

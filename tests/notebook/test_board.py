"""The board for notebooks in Python: its traits, and what it does with messages from the page."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import saltus

pytest.importorskip("anywidget")
import traitlets
from saltus.notebook import board as module

if TYPE_CHECKING:
    from saltus.notebook import Board

START = saltus.position_text(saltus.load("english"), saltus.load("english").start())


@pytest.fixture(autouse=True)
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand-ins for what the build puts beside the module: Python hands it on and reads none of it but the texts."""
    for name in ("widget.js", "widget.css"):
        (tmp_path / name).write_text(f"/* {name} */")
    (tmp_path / "strings.json").write_text(json.dumps({"en": {"side.w": "White"}, "it": {"side.w": "Bianco"}}))
    monkeypatch.setattr(module, "ASSETS", tmp_path)
    return tmp_path


class Sent(list[dict[str, Any]]):
    """The messages that a board has sent to the page."""


def listening(board: "Board") -> Sent:
    """The messages that the board sends from now on."""
    sent = Sent()
    board.send = sent.append
    return sent


def asked(board: "Board", **message: Any) -> None:
    """Sends a message as the page does."""
    board._hear(board, message, [])


def test_a_new_board_shows_the_start_of_a_game() -> None:
    board = module.Board("english")
    assert (board.position, board.moves, board.bottom) == (START, [], "b")
    assert board._meta["key"] == "english"
    assert [move["text"] for move in board._match["moves"]] == list(saltus.legal(board.match))
    assert board._match["history"] == []


def test_a_board_shows_a_match_of_the_callers() -> None:
    match = saltus.Match(saltus.load("rock"))
    match.play("b1-b3")
    board = module.Board(match)
    assert board.match is match
    assert board.moves == ["b1-b3"]


def test_moves_made_on_the_page_are_played_and_observed() -> None:
    board = module.Board("english")
    heard: list[tuple[list[str], str]] = []
    board.observe(lambda change: heard.append((change["new"], board.position)), "moves")
    asked(board, op="play", path=["f6", "e5"])
    assert heard == [(["11-15"], saltus.position_text(board.match.game, board.match.position))]
    assert board._match["last"]["text"] == "11-15"


def test_what_observes_the_position_hears_of_it_when_the_moves_have_changed_too() -> None:
    board = module.Board("english")
    heard: list[list[str]] = []
    board.observe(lambda _: heard.append(board.moves), "position")
    board.play("11-15")
    assert heard == [["11-15"]]


@pytest.mark.parametrize("op", ["play", "why"])
def test_a_move_that_is_not_legal_is_refused_with_the_rule(op: str) -> None:
    board = module.Board("english")
    sent = listening(board)
    asked(board, op=op, path=["f6", "f5"])
    (told,) = sent
    assert told["path"] == ["f6", "f5"]
    assert told["refused"]["text"]
    assert board.moves == []


def test_unknown_messages_change_nothing() -> None:
    board = module.Board("english")
    asked(board, op="explode", path=[])
    asked(board)
    asked(board, op="undo")
    assert board.moves == []


def test_setting_the_position_starts_a_match_there() -> None:
    board = module.Board("english")
    board.play("11-15")
    board.position = "W:W18:B14"
    assert (board.moves, list(saltus.legal(board.match))) == ([], ["18x9"])
    assert board._match["position"] == board.position == "W:W18:B14"


def test_setting_the_moves_replays_them() -> None:
    board = module.Board("english")
    board.moves = ["f6-e5", "22-18"]
    assert board.moves == ["11-15", "22-18"]
    assert saltus.story(board.match) == ["11-15", "22-18"]


@pytest.mark.parametrize(
    ("name", "value"), [("position", "W:W18:B77"), ("moves", ["11-16", "9-9"]), ("arrow", ["z9"])]
)
def test_a_wrong_value_is_refused_and_changes_nothing(name: str, value: Any) -> None:
    board = module.Board("english")
    before = board._match
    with pytest.raises(traitlets.TraitError):
        setattr(board, name, value)
    assert board._match == before
    assert board.position == START


def test_changes_of_the_match_show_after_a_refresh() -> None:
    board = module.Board("english")
    board.match.play("11-15")
    assert board.moves == []
    board.refresh()
    assert board.moves == ["11-15"]


def test_the_computer_replies_and_is_taken_back_with_the_move_before_it() -> None:
    board = module.Board("english", white=1)
    assert board.bottom == "b"
    asked(board, op="play", path=["f6", "e5"])
    assert (len(board.moves), board.match.side) == (2, "b")
    asked(board, op="undo")
    assert board.moves == []


@pytest.mark.parametrize("steps", [1, 2])
def test_undo_and_redo_against_the_computer_lead_to_the_persons_turn(steps: int) -> None:
    board = module.Board("english", white=1)
    board.play("11-15")
    played = board.moves
    board.play(board.match.legal[0])
    moves = board.moves
    board.undo(steps)
    assert board.moves == played
    board.redo()
    assert board.moves == moves
    board.undo(4)
    assert (board.moves, board.match.side) == ([], "b")


def test_where_the_computer_began_its_move_is_taken_back_and_made_again() -> None:
    board = module.Board("english", black=1)
    board.undo()
    assert (len(board.moves), board.match.side) == (1, "w")


def test_two_computers_are_taken_back_move_by_move() -> None:
    board = module.Board("english", white=1, black=1)
    for move in ("11-15", "22-18"):
        board.play(move)
    board.undo()
    assert board.moves == ["11-15"]


def test_the_computer_begins_where_the_first_move_is_its_own() -> None:
    board = module.Board("english", black=1)
    assert (len(board.moves), board.bottom) == (1, "w")


def test_undo_redo_and_an_arrow() -> None:
    board = module.Board("english")
    board.play("11-15")
    board.arrow = ["a3", "b4"]
    board.undo()
    assert (board.moves, board.arrow) == ([], [])
    asked(board, op="redo")
    assert board.moves == ["11-15"]


def test_the_texts_are_those_of_the_language() -> None:
    assert module.Board("english", language="it")._strings == {"side.w": "Bianco"}
    with pytest.raises(traitlets.TraitError):
        module.Board("english", language="xx")


def test_a_copy_without_the_joined_script_says_how_to_get_it(assets: Path) -> None:
    (assets / "widget.js").unlink()
    with pytest.raises(FileNotFoundError, match=r"install the wheel that `python3 build.py wheel` makes"):
        module.Board("english")

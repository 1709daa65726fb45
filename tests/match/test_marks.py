"""Diagrams with marks: the moves of a piece, what bars it, and the last move."""

from xml.etree import ElementTree

import pytest
import saltus
from saltus.games import keys, load
from saltus.match.diagram import last_marks, piece_marks
from saltus.match.match import Match

from tests.support.documents import ROCK_EXAMPLE

SVG = "{http://www.w3.org/2000/svg}"


def rock() -> Match:
    game = load("rock")
    return Match(game, position=game.position(ROCK_EXAMPLE, "w"))


def text(key: str, position: str) -> Match:
    game = load(key)
    return Match(game, position=saltus.read_position(game, position))


def test_the_marks_are_those_of_the_document_about_rock() -> None:
    assert piece_marks(rock(), "g6") == {
        "g6": "piece",
        "g8": "target",
        "d6": "target",
        "c2": "target",
        "e8": "barred",
        "g4": "barred",
    }


def test_the_diagram_is_that_of_the_document_about_rock() -> None:
    assert saltus.diagram(rock(), piece="g6").splitlines() == [
        " 8  .   .   .   .  > <  .  * *  .",
        " 7  .   .   .   b   .   b   .   b",
        " 6  b   .   .  *b*  .   .  *w*  .",
        " 5  .   .   .   .   .   .   .   .",
        " 4  .   .   .   .   .   .  >w<  .",
        " 3  w   .   .   w   .   w   .   .",
        " 2  w   .  * *  .   w   .   .   .",
        " 1  .   w   .   .   .   .   .   .",
        "    a   b   c   d   e   f   g   h",
    ]


def test_the_last_move_is_marked_with_what_it_captured() -> None:
    match = text("english", "W:W18,29:B14,15,7")
    match.play("18x11x2")
    shown = saltus.diagram(match, last=True)
    assert last_marks(match) == {
        "d4": "last",
        "e5": "taken",
        "f6": "last",
        "e7": "taken",
        "d8": "last",
    }
    assert "(W)" in shown
    assert shown.count("x x") == 2
    assert shown.count("( )") == 2
    assert last_marks(text("english", "W:W18:B14")) == {}


def test_a_capture_that_is_compulsory_bars_the_other_pieces() -> None:
    match = text("english", "W:W22,18:B14,7")
    assert piece_marks(match, "22") == {"c3": "piece", "b4": "barred"}
    assert piece_marks(match, "18")["b6"] == "target"
    assert piece_marks(match, "18")["c5"] == "jumped"


def test_a_smaller_capture_is_barred_in_italian_draughts() -> None:
    match = text("italian", "W:W22,23:B18,19,12")
    assert list(saltus.legal(match)) == ["22x8"]
    assert piece_marks(match, "22")["b5"] == "barred"  # it captures one piece there, and two on the other side
    assert "barred" in piece_marks(match, "23").values()
    assert "target" not in piece_marks(match, "23").values()


@pytest.mark.parametrize("key", keys())
def test_every_square_that_a_piece_can_reach_is_marked(key: str) -> None:
    match = Match(load(key), seed=2 if key == "roman" else None)
    for name in match.game.board.names(match.position[match.position[3]]):
        marks = piece_marks(match, name)
        moves = [move for move in match.legal if move.path[0] == name]
        assert {square for square, mark in marks.items() if mark == "target"} == {
            square for move in moves for square in move.path[1:]
        }
        assert {square for move in moves for square in move.captured} <= {
            square for square, mark in marks.items() if mark in ("jumped", "target")
        }


def test_a_picture_shows_dots_rings_and_crosses() -> None:
    image = ElementTree.fromstring(saltus.picture(rock(), piece="g6"))
    circles = image.findall(f"{SVG}circle")
    assert len([circle for circle in circles if circle.get("r") == "18"]) == sum(
        map(str.isalpha, "".join(ROCK_EXAMPLE))
    )
    assert len([circle for circle in circles if circle.get("r") == "8"]) == 2
    assert len([circle for circle in circles if circle.get("r") == "21"]) == 1
    assert len(image.findall(f"{SVG}path")) == 2


@pytest.mark.parametrize("square", ["a1", "a6", "z9", "99", ""])
def test_only_a_piece_of_the_side_to_move_has_marks(square: str) -> None:
    with pytest.raises(ValueError, match=f"there is no piece of White's on {square!r}"):
        saltus.diagram(rock(), piece=square)

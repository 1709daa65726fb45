"""SGF as it is written, and as other programs write it."""

import pytest
from saltus.match.match import Match
from saltus.notation.error import RecordError
from saltus.records import json, record, sgf
from saltus.records.collection import read_each

from tests.support.texts import ENGLISH, ROCK, SAMPLES, result


def test_sgf_looks_as_it_should() -> None:
    match = Match(ROCK)
    match.play("b1-b3")
    match.play("a2-c2")
    match.node.comment = "a] b"
    match.undo()
    match.play("a7-c7")
    match.tags.update(White="Ada", Date="2026.11.21")
    match.resign("w")
    assert sgf.write(match) == (
        "(;FF[4]CA[UTF-8]AP[Saltus]GM[9]SZ[8]\n"
        "PW[Ada]DT[2026-11-21]RE[B+R]\n"
        "AW[b8][c8][d8][e8][f8][g8][b1][c1][d1][e1][f1][g1]"
        "AB[a7][h7][a6][h6][a5][h5][a4][h4][a3][h3][a2][h2]PL[W];W[b1-b3]\n"
        "(;B[a7-c7]XE[resignation:b])\n"
        "(;B[a2-c2]C[a\\] b]))\n"
    )


def test_lines_of_action_of_another_program_is_read_with_black_first() -> None:
    match = sgf.read((SAMPLES / "loa.sgf").read_text())
    assert match.game.rows(match.start)[0] == ".bbbbbb."
    assert match.nodes[0].side == "b"
    assert match.tags == {"White": "Light", "Black": "Dark", "Date": "2001.05.06"}
    assert [node.move.path for node in match.line if node.move] == [
        ("e1", "e3"),
        ("a4", "c4"),
        ("d8", "d6"),
        ("c4", "c7"),
    ]
    assert match.line[1].comment == "a bracket ] and a soft break"
    assert match.line[3].glyphs == (2,)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == ("w", "resignation")
    assert match.line[1].children[1].glyphs == (3,)


@pytest.mark.parametrize(
    ("moves", "ended"),
    [
        (";B[e1-e3];W[resign]", ("b", "resignation")),
        (";B[e1-e3];B[resign]", ("w", "resignation")),
        (";B[e1-e3];W[draw]", (None, "agreement")),
        (";B[e1-e3];B[Draw]", (None, "agreement")),
        (";B[e1-e3];W[time]", ("b", "flag")),
        (";B[e1-e3];B[timeout]", ("w", "flag")),
        (";B[e1-e3];W[ draw ]C[agreed]", (None, "agreement")),
    ],
)
def test_a_word_in_the_place_of_a_move_says_how_the_game_ended(moves: str, ended: tuple[str | None, str]) -> None:
    match = sgf.read(f"(;GM[9]{moves})")
    assert result(match) == ended
    assert len(match.nodes) == 2
    assert result(sgf.read(sgf.write(match))) == ended


def test_without_gm_the_game_is_the_one_that_was_asked_for() -> None:
    text = "(;FF[4];B[e1-e3])"
    assert len(sgf.read(text, ROCK).nodes) == 2
    assert [part.game for part in record.parts(text, "sgf", ROCK)] == ["rock"]
    assert [part.game for part in record.parts(text, "sgf")] == [None]
    (only,) = read_each(text, ROCK)
    assert isinstance(only, Match)
    with pytest.raises(RecordError, match=r"does not say which game it is of: expected GM\[9\] \(Rock\), or choose"):
        sgf.read(text)
    with pytest.raises(RecordError, match="English checkers is not written as SGF"):
        sgf.read(text, ENGLISH)
    with pytest.raises(RecordError, match=r"expected GM\[9\] \(Rock\), not GM\[1\]"):
        sgf.read("(;FF[4]GM[1];B[e1-e3])", ROCK)


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[9]AW[a1][a3]AB[h8][h1]PL[W];W[a3-b3])",
        "(;GM[9];AW[a1][a3]AB[h8][h1]PL[W];W[a3-b3])",
        "(;GM[9];AW[a1][a3];AB[h8][h1];PL[W];W[a3-b3])",
        "(;GM[9]AW[a1][a2][a3]AB[h8];AE[a2]AB[h1];PL[W];W[a3-b3])",
        "(;GM[9]AW[h1][a1];AW[a3]AB[h1][h8];PL[W](;W[a3-b3])(;W[a1-c1]))",
        "(;GM[9](;AW[a1][a3]AB[h8][h1](;PL[W];W[a3-b3])(;PL[W];W[a1-c1])))",
        "(;GM[9];AE[a1:h8]AW[a1][a3];AB[h8][h1]PL[White];W[a3-b3]PL[B])",
    ],
)
def test_pieces_are_set_up_in_any_node_before_the_first_move(text: str) -> None:
    match = sgf.read(text)
    assert match.game.rows(match.start) == [
        "." * 7 + "b",
        *["." * 8] * 4,
        "w" + "." * 7,
        "." * 8,
        "w" + "." * 6 + "b",
    ]
    assert match.nodes[0].side == "w"
    assert [node.move.path for node in match.tree.main_line if node.move] == [("a3", "b3")]
    back = sgf.read(sgf.write(match))
    assert back.start == match.start


def test_a_set_up_that_begins_by_taking_away_begins_with_the_customary_start() -> None:
    match = sgf.read("(;GM[9];AE[b1][c1]PL[W]C[odds])")
    assert (match.game.rows(match.start)[-1], match.nodes[0].side) == ("...bbbb.", "w")
    assert match.tree.root.comment == "odds"


def test_a_set_up_after_the_first_move_is_refused() -> None:
    for text in ("(;GM[9];B[e1-e3];AB[a1])", "(;GM[9];B[e1-e3](;PL[B])(;W[a4-c4]))", "(;GM[9](;B[e1-e3])(;AB[a1]))"):
        with pytest.raises(RecordError, match="only before the first move of the main line"):
            sgf.read(text)


UNKNOWN = (
    r"BR[1500]WR[2 dan]AN[Ann: the \] annotator]TM[300]OT[3x30]GN[A game]US[me]SO[a book]GC[two"
    "\nlines]KM[]TR[b1][c1]ZZ[anything]"
)


def test_properties_that_say_nothing_here_are_written_again() -> None:
    text = (
        f"(;FF[4]GM[9]PW[Ada]{UNKNOWN};B[e1-e3]BL[299.1]WL[300]N[a name](;W[a4-c4]BM[3]CR[c4]BL[12])(;W[a2-c2]V[1]))"
    )
    match = sgf.read(text)
    for back in (match, json.read(json.write(match))):
        written = sgf.write(back)
        assert UNKNOWN in written
        for part in ("B[e1-e3]BL[299.1]WL[300]N[a name]", "W[a4-c4]BM[3]CR[c4]BL[12]", "W[a2-c2]V[1]"):
            assert part in written
        assert sgf.write(sgf.read(written)) == written


@pytest.mark.parametrize("text", ["BL", "BL[", "BL[1] ", "];W[b1-b3]", "bl[1]", "BL[1]C"])
def test_a_record_with_properties_that_sgf_cannot_hold_is_refused(text: str) -> None:
    match = Match(ROCK)
    match.node.sgf = text
    with pytest.raises(RecordError, match=r"nodes\[0\].sgf: expected properties of SGF like BL\[299.5\]"):
        json.read(json.write(match))

"""SGF as it is written, and as other programs write it."""

import pytest
from saltus.match.match import Match
from saltus.records import sgf

from tests.support.texts import ROCK, SAMPLES, result


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

"""SGF as it is written, and as other programs write it."""

import pytest
from saltus.match.match import Match
from saltus.match.turns import story
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


# -- SGF as people write it ----------------------------------------------------------------------------------

MOVES = ";B[b1-b3];W[a2-c2]"
HEADER = "From: a club (of ours)\nDate: 1. 5. 2026\n\nHere it is:\n\n"

UNUSUAL = [
    (f"{HEADER}(;FF[4]GM[9]{MOVES})", (1, 1, "is left out: 'From: a club (of ours) …'")),
    (f"(;FF[4]GM[9]{MOVES})\n\n-- \nRegards (c) Ada ;)", (3, 1, "is left out: '-- Regards (c) Ada ;)'")),
    (f"(;FF[4]GM[9]{MOVES}))", (1, 32, "is left out: ')'")),
    (f"(;FF[4]GM[9]{MOVES}", (1, 31, "expected a ), not the end")),
    ("(;FF[4]GM[9](;B[b1-b3](;W[a2-c2]", (1, 23, "this variation is not closed")),
    (f";FF[4]GM[9]{MOVES})", (1, 1, "expected a (, not ';FF[4]")),
    (f"(FF[4]GM[9]{MOVES})", None),
    ("(;FileFormat[3]GaMe[9]SiZe[8];Black[b1-b3];White[a2-c2])", None),
    ("(;ff[4]gm[9];b[b1-b3];w[a2-c2])", None),
    ("(;FF[4]GM[9]EV[a]EV[b];B[b1-b3];W[a2-c2])", (1, 18, "EV occurs twice")),
    ("(;FF[4]GM[9];B[b1-b3]B[b1-b3];W[a2-c2])", (1, 22, "B occurs twice")),
    ("(;FF[4]GM[9];B[b1-b3]B[b1-b4];W[a2-c2])", (1, 22, "B occurs twice")),
    ("(;FF[4]GM[9];B[b1-b3][b1-b4];W[a2-c2])", (1, 23, "B occurs twice")),
    ("(;FF[4]GM[9]AB[]AW[];B[b1-b3];W[a2-c2])", (1, 16, "AB is an empty list")),
    ("(;FF[4]GM[9];B[b1-b3]AR[];W[a2-c2])", (1, 25, "AR is an empty list")),
    ("(;FF[4]GM[9]PL[]DD[];B[b1-b3];W[a2-c2])", None),
    ("(;FF[4]GM[9];B[b1-b3];W[a2-c2]();B[])", (1, 36, "expected a move, not ''")),
    ("(;FF[4]GM[9]BL;B[b1-b3]CR;W[a2-c2])", (1, 13, "is left out: 'BL'")),
    ("(;FF[4]GM[9];[b1]B[b1-b3][];W[a2-c2])", (1, 14, "is left out: '[b1]'")),
    ("(;FF[4]GM[9];B[b1-b3;W[a2-c2)", (1, 21, "expected a ], not ';W[a2-c2)'")),
    ("(;FF[4]GM[9];B[b1-b3];W[a2-c2]C[cut", (1, 36, "expected a ], not the end")),
    ("(;FF[4]GM[9]C[see [1] and [2]];B[b1-b3];W[a2-c2])", (1, 21, "has a \\ before it")),
    ("(;FF[4]GM[9]B[b1-b3];W[a2-c2])", (1, 15, "nodes of their own")),
    ("(;FF[4]GM[9];B[b1-b3]W[a2-c2])", None),
    ("(;FF[4]GM[9]; > B[b1-b3]\n> ;W[a2-c2])", (1, 15, "is left out: '>'")),
    ("(;FF[4]GM[9]RE[White wins by connection];B[b1-b3];W[a2-c2])", (1, 16, "a result like W+R")),
    ("(;FF[4]GM[9]RE[nobody knows];B[b1-b3];W[a2-c2])", (1, 16, "a result like W+R")),
    ("(;FF[4]GM[9]RE[W+R];B[b1-b3];W[a2-c2];B[draw])", (1, 16, "the result W+R is not how the moves end")),
]


@pytest.mark.parametrize(("text", "told"), UNUSUAL, ids=[text for text, _ in UNUSUAL])
def test_sgf_is_read_on_and_the_place_of_what_is_unusual_told(text: str, told: tuple[int, int, str] | None) -> None:
    (match,) = read_each(text)
    assert isinstance(match, Match)
    assert story(match) == ["b1-b3", "a2-c2"]
    if told is None:
        assert match.warnings == []
    else:
        line, column, message = told
        warning = next(warning for warning in match.warnings if message in warning.message)
        assert (warning.line, warning.column) == (line, column)
    (part,) = record.parts(text)
    assert part.game == "rock"
    assert story(sgf.read(sgf.write(match))) == ["b1-b3", "a2-c2"]
    assert story(json.read(json.write(match))) == ["b1-b3", "a2-c2"]


def test_what_stands_beside_a_fault_is_kept() -> None:
    match = sgf.read("(;GM[9]C[see [1] and [2] here]EV[a]EV[b]PB[A [1\\]];B[b1-b3]C[x]C[y])")
    assert match.tree.root.comment == "see [1] and [2] here"
    assert match.tags == {"Event": "a", "Black": "A [1]"}
    assert match.line[1].comment == "x\ny"
    old = sgf.read("(;GaMe[9]PlayerBlack[Ada]EVent[Cup]COmment[c];Black[b1-b3]BlackLeft[12]Comment[d])")
    assert (old.tags, old.line[1].comment) == ({"Black": "Ada", "Event": "Cup"}, "d")
    assert "BL[12]" in sgf.write(old)


@pytest.mark.parametrize(
    ("said", "ended", "why"),
    [
        ("White wins by connection", ("w", "record"), "White wins: by connection"),
        ("Black wins", ("b", "record"), "Black wins."),
        ("Black won on time", ("b", "flag"), None),
        ("White resigned", ("b", "resignation"), None),
        ("B wins: more groups", ("b", "record"), "Black wins: more groups"),
        ("W+connected", ("w", "record"), "White wins: connected"),
        ("Jigo", (None, "record"), None),
        ("draw by agreement", (None, "agreement"), None),
        ("1/2-1/2", (None, "record"), None),
        ("1-0", ("b", "record"), "Black wins."),
        ("Nero vince", ("b", "record"), "Black wins."),
        ("?", None, None),
        ("who knows", None, None),
    ],
)
def test_a_result_may_be_in_words(said: str, ended: tuple[str | None, str] | None, why: str | None) -> None:
    for text in (f"(;GM[9]RE[{said}]{MOVES})", sgf.write(sgf.read(f"(;GM[9]RE[{said}]{MOVES})"))):
        match = sgf.read(text)
        assert (result(match) if match.outcome else None) == ended
        assert why is None or (match.outcome is not None and match.outcome.text == why)
        (part,) = record.parts(text)
        assert part.winner == (None if ended is None else ended[0] or "draw")


def test_games_beside_other_text_are_told_apart() -> None:
    one, open_one = f"(;FF[4]GM[9]EV[one]{MOVES})", f"(;FF[4]GM[9]EV[two]{MOVES}"
    text = f"{HEADER}{one}\n\nanother (of two):\n{open_one}\n{one} :)\n-- \nBob (c)"
    found = list(read_each(text))
    assert [story(match) for match in found if isinstance(match, Match)] == [["b1-b3", "a2-c2"]] * 3
    assert [(part.tags["Event"], part.turns) for part in record.parts(text)] == [("one", 2), ("two", 2), ("one", 2)]
    assert "".join(text[part.start : part.end] for part in record.parts(text)) == text
    with pytest.raises(RecordError, match="one game"):
        sgf.read(text)


def test_pdn_with_signs_of_sgf_stays_pdn() -> None:
    for text in (
        '[Event "(;GM[9]"]\n[GameType "21"]\n1. 11-15 *',
        "1. 11-15 {(;GM[9]B[b1-b3])} 22-18 *",
        "; a comment\n1. 11-15 *",
    ):
        assert record.detect(text) == "pdn"

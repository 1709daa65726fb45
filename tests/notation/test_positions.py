"""Positions as text: round trips, and the ways that readers accept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saltus.core.game import Game
from saltus.games import load
from saltus.match.diagram import diagram
from saltus.match.match import Match
from saltus.notation.error import RecordError
from saltus.notation.position import position_text, read_position, read_setup
from saltus.records.record import detect

from tests.support.strategies import boards, games
from tests.support.texts import ENGLISH


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("english", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
        ("italian", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
        ("rock", "1wwwwww1/b6b/b6b/b6b/b6b/b6b/b6b/1wwwwww1 w"),
        ("gambit", "8/wwwwwwww/bbbbbbbb/8 b"),
    ],
)
def test_the_first_position_is_written_as_is_customary(key: str, text: str) -> None:
    game = load(key)
    assert position_text(game, game.start()) == text
    assert read_position(game, text) == game.start()


@given(st.data(), games)
def test_every_position_can_be_read_back(data: st.DataObject, game: Game) -> None:
    position = data.draw(boards(game))
    assert read_position(game, position_text(game, position)) == position


@given(st.data(), games)
def test_every_game_can_be_read_as_rows(data: st.DataObject, game: Game) -> None:
    position = data.draw(boards(game))
    side = "wb"[position[3]]
    assert read_position(game, "/".join(game.rows(position)) + f" {side}") == position


@pytest.mark.parametrize(
    "text",
    [
        "B:W21-32:B1-12",
        "b:b1-12:w21-32",
        " B : W 21-32 : B 1-11, 12. ",
        "B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:B1-12",
        "b1b1b1b1/1b1b1b1b/b1b1b1b1/8/8/1w1w1w1w/w1w1w1w1/1w1w1w1w b".replace(
            "b1b1b1b1/1b1b1b1b", "1b1b1b1b/b1b1b1b1", 1
        )
        .replace("b1b1b1b1/8", "1b1b1b1b/8", 1)
        .replace("8/1w1w1w1w/w1w1w1w1/1w1w1w1w", "8/w1w1w1w1/1w1w1w1w/w1w1w1w1"),
    ],
)
def test_other_ways_to_write_a_numbered_position_are_read(text: str) -> None:
    assert read_position(ENGLISH, text) == ENGLISH.start()


def test_kings_are_written_with_a_k_and_ranges_of_kings_are_read() -> None:
    position = read_position(ENGLISH, "W:WK1-K3,29:BK32,4")
    assert position_text(ENGLISH, position) == "W:WK1,K2,K3,29:B4,K32"


def drawn(game: Game, turned: bool) -> str:
    """The first position as the terminal draws it."""
    return diagram(Match(game), turned=turned)


@pytest.mark.parametrize("key", ["english", "italian", "rock", "gambit"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_board_is_read_as_it_is_drawn_here(key: str, turned: bool) -> None:
    game = load(key)
    assert read_position(game, drawn(game, turned)) == game.start()
    assert detect(drawn(game, turned)) == "position"


def framed(letters: str, files: int = 8) -> str:
    """Rows in a frame with coordinates."""
    rule = "  |" + "---+" * (files - 1) + "---|"
    rows = [letters[start : start + files] for start in range(0, len(letters), files)]
    lines = [f"{len(rows) - number} | {' | '.join(row)} |" for number, row in enumerate(rows)]
    return f"\n{rule}\n".join(lines) + f"\n    {'   '.join('ABCDEFGH'[:files])}"


ENGLISH_ROWS = " b b b bb b b b  b b b b                w w w w  w w w ww w w w "
GAMBIT_ROWS = "." * 8 + "X" * 8 + "O" * 8 + "." * 8


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("english", framed(ENGLISH_ROWS)),
        ("english", framed(ENGLISH_ROWS) + "\nBlack to move"),
        ("english", framed(ENGLISH_ROWS.replace("b", "x").replace("w", "o"))),
        ("english", framed(ENGLISH_ROWS.replace("b", "p").replace("w", "P"))),
        ("english", framed(ENGLISH_ROWS.replace("b", "n").replace("w", "b"))),
        ("english", framed(ENGLISH_ROWS.replace("b", "⛂").replace("w", "⛀"))),
        ("english", ENGLISH_ROWS.replace(" ", ".")),
        ("english", "b" * 12 + "." * 8 + "w" * 12),
        ("english", "b" * 12 + "-" * 8 + "w" * 12 + " b"),
        ("english", "B" + "b" * 12 + "e" * 8 + "w" * 12),
        ("english", "2" * 12 + "0" * 8 + "1" * 12),
        ("english", "1p1p1p1p/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/P1P1P1P1 b"),
        ("english", "B:W21-32:B1-12:H0:F1"),
        ("english", "?:W21-32:B1-12"),
        ("english", "W21-32:B1-12"),
        ("english", '"B:W21-32:B1-12"'),
        ("english", "B:W21 22 23-32:B1 - 12"),
        ("english", "b:wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:b1-12"),
        ("gambit", "0" * 8 + "1" * 8 + "2" * 8 + "0" * 8),
        ("gambit", "Player X\n\n --------\n|        |\n|XXXXXXXX|\n|OOOOOOOO|\n|        |\n --------\n\n Player O"),
        ("gambit", framed(GAMBIT_ROWS.replace(".", " "))),
        ("rock", framed(" WWWWWW " + "B      B" * 6 + " WWWWWW ")),
    ],
)  # fmt: skip
def test_a_board_of_another_program_or_book_is_read(key: str, text: str) -> None:
    game = load(key)
    assert read_position(game, text) == game.start()
    assert detect(text) == "position"


def test_the_side_to_move_is_read_beside_a_board() -> None:
    board = framed(ENGLISH_ROWS)
    for said, side in (
        ("White to move", 0),
        ("black's turn", 1),
        ("Bianco", 0),
        ("to move: w", 0),
        ("b", 1),
        ("", 1),
    ):
        assert read_position(ENGLISH, f"{said}\n{board}")[3] == side
        assert read_position(ENGLISH, f"{board}\n{said}")[3] == side
    assert read_position(ENGLISH, "W" + "b" * 12 + "e" * 8 + "w" * 12)[3] == 0


def test_a_man_on_its_king_row_is_refused_unless_it_is_to_be_mended() -> None:
    with pytest.raises(RecordError, match="king row"):
        read_position(ENGLISH, "B:W1,30:B5,32")
    found = read_setup(ENGLISH, "B:W1,30:B5,32")
    assert position_text(ENGLISH, found.position) == "B:WK1,30:B5,K32"
    assert [ENGLISH.board.number[name] for name in found.crowned] == [1, 32]
    with pytest.raises(RecordError):
        read_position(ENGLISH, framed(ENGLISH_ROWS.replace("b", "q")))
    with pytest.raises(RecordError):
        read_position(load("rock"), "1wWwwww1/b6b/b6b/b6b/b6b/b6b/b6b/1wwwwww1 w")

"""Positions as text: round trips, and the ways that readers accept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saltus.core.game import Game
from saltus.games import load
from saltus.notation.position import position_text, read_position

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

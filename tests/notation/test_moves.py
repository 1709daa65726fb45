"""Moves as text: round trips, what readers accept, and what they refuse with which rule."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saltus.core.game import PASS, Game
from saltus.notation.move import IllegalMove, move_text, read_move
from saltus.notation.position import read_position

from tests.support.strategies import boards, games
from tests.support.texts import ENGLISH, GAMBIT, ROCK, ROMAN


@given(st.data(), games)
def test_every_legal_move_can_be_read_back(data: st.DataObject, game: Game) -> None:
    position = data.draw(boards(game))
    legal = game.moves(position)
    written = [move_text(game, position, move) for move in legal]
    assert len(set(written)) == len(written)
    for move, text in zip(legal, written, strict=True):
        assert read_move(game, position, text) == move
        assert read_move(game, position, f" {text.upper()} ".replace("X", ":").replace("-", " - ")) == move


@given(st.data(), games)
def test_a_move_is_written_short_exactly_where_that_is_enough(data: st.DataObject, game: Game) -> None:
    position = data.draw(boards(game))
    legal = [move for move in game.moves(position) if move.path]
    for move in legal:
        alike = [other for other in legal if (other.path[0], other.path[-1]) == (move.path[0], move.path[-1])]
        squares = re.split("[-x]", move_text(game, position, move))
        assert len(squares) == (len(move.path) if len(alike) > 1 else 2)
        assert ("x" in move_text(game, position, move)) == bool(move.captured)


@given(st.data(), games)
def test_a_move_may_always_be_written_in_full(data: st.DataObject, game: Game) -> None:
    position = data.draw(boards(game))
    for move in game.moves(position):
        if move.path:
            assert read_move(game, position, "x".join(move.path)) == move
            assert read_move(game, position, "".join(move.path)) == move


@pytest.mark.parametrize(
    ("game", "position", "texts"),
    [
        (ENGLISH, "B:W21-32:B1-12", ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]),
        (ENGLISH, "B:W14,22:B10", ["10x26"]),
        (ENGLISH, "W:WK27:B15,16,23,24", ["27x18x11x20x27", "27x20x11x18x27"]),
        (GAMBIT, "3b4/2w5/8/8 b", ["d4xb2"]),
        (ROCK, "8/3b1b1b/b2b2w1/8/6w1/w2w1w2/w3w3/1w6 w", None),
    ],
)
def test_moves_are_written_as_is_customary(game: Game, position: str, texts: list[str] | None) -> None:
    at = read_position(game, position)
    written = sorted(move_text(game, at, move) for move in game.moves(at))
    if texts is None:
        # The example of the seed: the piece on g6 goes to g8, takes on d6, goes to c2; not to e8, not to g4.
        assert {text for text in written if text.startswith("g6")} >= {"g6-g8", "g6xd6", "g6-c2"}
        assert not {"g6-e8", "g6-g4"} & set(written)
    else:
        assert written == sorted(texts)


def test_a_pass_is_a_word() -> None:
    position = ROMAN.position(["wbb.....", "bb......", "b.b.....", *["........"] * 5], "w")
    assert move_text(ROMAN, position, PASS) == "pass"
    for text in ("pass", "PASS", " -- "):
        assert read_move(ROMAN, position, text) == PASS


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "notation"),
        ("11", "notation"),
        ("11-", "notation"),
        ("-15", "notation"),
        ("11--15", "notation"),
        ("11-33", "notation"),
        ("11-0", "notation"),
        ("eleven", "notation"),
        ("1" * 300, "notation"),
        ("11-15" + "-15" * 300, "notation"),
        ("１１-15", "notation"),
        ("pass", "pass"),
        ("--", "pass"),
        ("22-18", "turn"),
        ("15-18", "empty"),
    ],
)
def test_what_is_not_a_legal_move_is_refused_with_its_rule_and_the_legal_ones(text: str, rule: str) -> None:
    with pytest.raises(IllegalMove, match="11-15") as caught:
        read_move(ENGLISH, ENGLISH.start(), text)
    assert caught.value.refusal.rule == rule
    assert set(caught.value.legal) <= {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"}


def test_an_ambiguous_move_lists_the_moves_that_it_may_be() -> None:
    position = read_position(GAMBIT, "4b3/3ww3/3w4/8 b")
    with pytest.raises(IllegalMove, match="More than one move matches") as caught:
        read_move(GAMBIT, position, "e4xe4")
    assert caught.value.refusal.rule == "ambiguous"
    assert sorted(caught.value.legal) == ["e4xc2xe2xe4", "e4xe2xc2xe4"]


def test_as_many_squares_as_tell_two_captures_apart_are_enough() -> None:
    position = read_position(ENGLISH, "W:WK27:B15,16,23,24")
    for text, spelt in (("27x18x11x27", "27x18x11x20x27"), ("27x20x11x27", "27x20x11x18x27")):
        assert move_text(ENGLISH, position, read_move(ENGLISH, position, text)) == spelt
    with pytest.raises(IllegalMove, match="More than one move matches"):
        read_move(ENGLISH, position, "27x11x27")

"""Whose score stands first in PDN."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from saltus.core.game import Game
from saltus.match.match import Match
from saltus.records import pdn, record
from saltus.records.collection import read_all

from tests.support.strategies import played
from tests.support.texts import ENGLISH, ITALIAN, result, told


@pytest.mark.parametrize(
    ("game", "score", "winner"),
    [
        ("21", "1-0", "b"),
        ("21", "0-1", "w"),
        ("21", "2-0", "b"),
        ("21", "0-2", "w"),
        ("21", "1/2-1/2", None),
        ("21", "1-1", None),
        ("21,B,8,8,N1,0", "1-0", "b"),
        ("21,W,8,8,N1,0", "1-0", "w"),
        ("21, w", "0-1", "b"),
        ("22", "1-0", "w"),
        ("22", "0-2", "b"),
        ("22,W,8,8,N2,1", "1-0", "w"),
        ("22,B,8,8,N2,1", "1-0", "b"),
    ],
)
def test_the_score_of_the_side_that_starts_stands_first(game: str, score: str, winner: str | None) -> None:
    move = "11-15" if game.startswith("21") else "21-17"
    for text in (
        f'[Result "{score}"]\n[GameType "{game}"]\n\n1. {move} {score}\n',
        f'[Result "{score}"]\n[GameType "{game}"]\n\n1. {move} *\n',
        f'[GameType "{game}"]\n\n1. {move} {score}\n',
    ):
        assert result(pdn.read(text)) == (winner, "record")
        assert told(pdn.read(text)) == []


def test_without_a_game_type_the_score_is_that_of_the_side_that_starts_the_game_that_is_meant() -> None:
    assert result(pdn.read("1. 11-15 1-0", ENGLISH)) == ("b", "record")
    assert result(pdn.read("1. 21-17 1-0", ITALIAN)) == ("w", "record")


def test_the_side_that_starts_the_game_counts_not_the_one_that_moves_first_in_a_position() -> None:
    text = '[GameType "21"]\n[SetUp "1"]\n[FEN "W:W18,32:B14,1"]\n\n18x9 1-0'
    assert result(pdn.read(text)) == ("b", "record")


@pytest.mark.parametrize(
    ("game", "loser", "score", "game_type"),
    [
        (ENGLISH, "w", "1-0", "21,B,8,8,N1,0"),
        (ENGLISH, "b", "0-1", "21,B,8,8,N1,0"),
        (ITALIAN, "w", "0-1", "22,W,8,8,N2,1"),
        (ITALIAN, "b", "1-0", "22,W,8,8,N2,1"),
    ],
)
def test_the_score_of_the_side_that_starts_is_written_first(
    game: Game, loser: str, score: str, game_type: str
) -> None:
    match = Match(game)
    match.play(match.legal[0])
    match.resign("w" if loser == "w" else "b")
    text = pdn.write(match)
    assert f'[Result "{score}"]\n[GameType "{game_type}"]\n' in text
    assert text.endswith(f" {score}\n")
    assert result(pdn.read(text)) == result(match)


@pytest.mark.parametrize(
    ("tags", "score", "winner"),
    [
        ('[GameType "21"]', "1-0", "b"),
        ('[GameType "21"]', "0-2", "w"),
        ('[GameType "21,W,8,8,N1,0"]', "1-0", "w"),
        ('[GameType "22"]', "1-0", "w"),
        ('[GameType "22"]', "0-1", "b"),
        ('[GameType "22"]', "1/2-1/2", "draw"),
        ('[GameType "22"]', "1-1", "draw"),
        ('[GameType "22"]', "0-0", None),
        ('[GameType "22"]', "*", None),
        ('[GameType "20"]', "1-0", None),
        ("", "1-0", "b"),
    ],
)
def test_who_won_is_known_before_any_move_is_read(tags: str, score: str, winner: str | None) -> None:
    for text in (f'[Result "{score}"]\n{tags}\n\n1. x (0-1) {score}\n', f"{tags}\n\n1. x (0-1) {score}\n"):
        (only,) = record.parts(text, "pdn", ENGLISH)
        assert only.winner == winner


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("{A comment} 1. 11-15 *", "pdn"),
        ('{"Fine" game, 1. e4} 1. 11-15 *', "pdn"),
        ('{"quoted"} 11-15 *', "pdn"),
        ("{} 11-15 *", "pdn"),
        ('{\n}\n[GameType "21"]', "pdn"),
        ('\ufeff {"game": "english"}', "json"),
        ('{\r\n\t"a \\" b" :', "json"),
        ('{"cut off', "json"),
        ('{"cut off"', "json"),
        ("{}", "json"),
        ("{ \n", "json"),
    ],
)
def test_a_brace_begins_an_object_only_before_a_name_and_a_colon(text: str, form: str) -> None:
    assert record.detect(text) == form


def test_a_pdn_that_begins_with_a_comment_is_read() -> None:
    text = '{Played at "The Club"} [GameType "21"]\n\n1. 11-15 1-0\n\n{Second}\n[GameType "22"]\n\n1. 22-18 *'
    first, second = read_all(text)
    assert (result(first), result(second)) == (("b", "record"), (None, "open"))
    assert first.node.comment == "Second"
    only = record.read('{One} [Event "Cup"] {Two} [GameType "21"] ;three\n{four} 11-15 *')
    assert (only.tags, only.tree.root.comment, only.node.ply) == ({"Event": "Cup"}, "One Two three four", 1)


def test_scores_of_two_forms_that_say_the_same_agree() -> None:
    assert result(pdn.read('[Result "2-0"]\n\n11-15 1-0', ENGLISH)) == ("b", "record")
    match = pdn.read('[Result "2-0"]\n\n11-15 1-1', ENGLISH)
    assert result(match) == ("b", "record")
    assert told(match) == ["expected 2-0, as the tag Result says, not 1-1"]


def test_both_lost_is_no_result_and_told() -> None:
    for text in ('[Result "0-0"]\n\n11-15 0-0', '[Result "0-0"]\n\n11-15 *', "11-15 0-0"):
        match = pdn.read(text, ENGLISH)
        assert result(match) == (None, "open")
        assert told(match) == ["0-0 says that both sides lost; that is read as no result"]


def test_where_the_moves_end_the_game_the_board_decides_and_the_other_score_is_told() -> None:
    start = '[GameType "21"]\n[SetUp "1"]\n[FEN "W:W18:B14"]\n'
    for score, warnings in (("0-1", 0), ("1-0", 1), ("2-0", 1), ("*", 0)):
        match = pdn.read(f"{start}\n18x9 {score}")
        assert result(match) == ("w", "no-pieces")
        assert len(match.warnings) == warnings
    match = pdn.read(f"{start}\n18x9 1-0")
    assert (match.warnings[0].line, match.warnings[0].column) == (5, 6)
    assert "1-0 is not how the moves end" in match.warnings[0].text
    match = pdn.read(f"{start}\n18x9 1/2-1/2")
    assert result(match) == ("w", "no-pieces")
    assert told(match)[0].startswith("the result 1/2-1/2 is not how the moves end")


@given(st.data(), st.sampled_from([ENGLISH, ITALIAN]))
@settings(deadline=None)
def test_a_game_is_written_with_the_side_that_starts_and_ends_as_it_did(data: st.DataObject, game: Game) -> None:
    match = data.draw(played(game))
    text = pdn.write(match)
    last = match.tree.main_line[-1]
    assert pdn.read(text).outcome == (last.outcome or last.ending)
    assert '[GameType "21"]' not in text

"""Several games in a text, and the places of what is amiss in them."""

import pytest
from saltus.match.match import Match
from saltus.match.turns import story
from saltus.notation.error import MAX_WARNINGS, RecordError
from saltus.notation.position import position_text
from saltus.records import json, pdn, record, sgf
from saltus.records.collection import read_all, read_each

from tests.support.texts import ROCK, result

TREES = """(;FF[4]GM[9]PB[Dark]PW[Light]RE[B+R]
;B[b8-b6];W[a7-c7]
(;B[c8-e6];W[resign])(;B[d8-d6]))

(;GM[1]SZ[19]PB[a ( ; \\] b];B[aa])
(;GM[9]EV[Second]
;B[e1-e3];W[draw])
"""


def test_the_game_trees_of_an_sgf_text_are_listed_as_the_games_of_a_pdn_text_are() -> None:
    parts = record.parts(TREES)
    assert [(part.game, part.tags, part.turns, part.winner) for part in parts] == [
        ("rock", {"Black": "Dark", "White": "Light", "Result": "B+R"}, 3, "b"),
        (None, {"Black": "a ( ; ] b"}, 1, None),
        ("rock", {"Event": "Second"}, 1, None),
    ]
    assert "".join(TREES[part.start : part.end] for part in parts) == TREES
    assert result(sgf.read(record.part(TREES, 0))) == ("b", "resignation")
    assert result(record.read(record.part(TREES, 2))) == (None, "agreement")
    with pytest.raises(RecordError, match="holds 3 games"):
        record.part(TREES, 3)


def test_several_game_trees_are_read_as_several_games() -> None:
    found = list(read_each(TREES))
    assert [isinstance(each, Match) for each in found] == [True, False, True]
    wrong = found[1]
    assert isinstance(wrong, RecordError)
    assert (wrong.line, wrong.column) == (5, 6)
    assert str(wrong).startswith("line 5, column 6: game 2 of 3: expected GM[9]")
    with pytest.raises(RecordError, match="line 5, column 6: game 2 of 3"):
        read_all(TREES)
    without = TREES.replace(TREES[TREES.index("(;GM[1]") : TREES.index("(;GM[9]EV")], "")
    first, second = read_all(without)
    assert story(first) == ["b8-b6", "a7-c7", "c8-e6"]
    assert story(second) == ["e1-e3"]
    with pytest.raises(RecordError, match="one game"):
        sgf.read(without)


def test_a_tag_given_twice_counts_once_and_is_told() -> None:
    text = '[Event "a"]\n[White "Ada"]\n [Event "b"]\n[GameType "21"]\n[GameType "22"]\n\n11-15 *'
    match = pdn.read(text)
    assert match.game.key == "english"
    assert match.tags["Event"] == "a"
    assert [(warning.line, warning.column) for warning in match.warnings] == [(3, 2), (5, 1)]
    assert match.warnings[0].text == "line 3, column 2: Event occurs twice; the first counts"
    (part,) = record.parts(text)
    assert (part.game, part.tags["Event"]) == ("english", "a")


def test_warnings_point_into_the_whole_text_and_are_not_without_end() -> None:
    one = '[Event "a"]\n[Event "b"]\n[GameType "21"]\n\n1. 11-15 *'
    first, second, third = read_all(f"{one}\n\n{one} {one}\n")
    places = [(warning.line, warning.column) for match in (first, second, third) for warning in match.warnings]
    assert places == [(2, 1), (8, 1), (12, 1)]
    many = pdn.read('[Event "a"]\n' * 1000 + '[GameType "21"]\n*')
    assert len(many.warnings) == MAX_WARNINGS


def test_errors_of_a_game_among_several_point_into_the_whole_text() -> None:
    text = '[GameType "21"]\n\n1. 11-15 * [GameType "21"] 1. 9-14 9-9 *\n[GameType "21"]\n1. 11-15 12-1 *\n'
    found = list(read_each(text))
    assert [isinstance(each, Match) for each in found] == [True, False, False]
    places = [(each.line, each.column) for each in found if isinstance(each, RecordError)]
    assert places == [(3, 36), (5, 10)]


def test_json_and_positions_are_one_game_each() -> None:
    match = Match(ROCK)
    assert record.parts(json.write(match)) == []
    assert record.parts(position_text(ROCK, match.start)) == []
    (found,) = read_all(json.write(match))
    assert found.start == match.start
    (error,) = read_each("{}")
    assert isinstance(error, RecordError)
    with pytest.raises(RecordError, match="empty"):
        list(read_each(" "))


def test_all_finished_games_as_the_page_saves_them_are_read() -> None:
    """A list of summaries, each with its record; since the second edition with other things behind it."""
    match = Match(ROCK)
    match.play("b1-b3")
    one = f'{{"id": "a", "when": 1, "record": {json.write(match)}}}'
    games = f"[{one},\n {one}]"
    for text in (games, f'{{"games": {games}, "ratings": {{"rock": [{{}}]}}}}', f'{{ "games" :\n{games}}}'):
        assert [story(each) for each in read_all(text)] == [["b1-b3"]] * 2
    with pytest.raises(RecordError, match=r"record\.other"):
        read_all(games.replace('"nodes": [', '"nodes": 1, "other": ['))

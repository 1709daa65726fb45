"""Positions, moves and whole games as text: round trips, what readers accept, what they refuse and where.

`records/` holds games as other programs write them, and `wrong.json`: texts with a mistake, the place of it (line and
column from 1) and a word of the error.
"""

import json as standard_json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from saltus.core.game import PASS, Game
from saltus.core.phrase import spelled
from saltus.games import keys, load
from saltus.match import tree
from saltus.match.match import Match
from saltus.match.tree import Node
from saltus.notation.error import MAX_RECORD_CHARS, RecordError
from saltus.notation.move import IllegalMove, move_text, read_move
from saltus.notation.position import position_text, read_position
from saltus.records import json, pdn, pdn_write, record, sgf
from saltus.records.record import detect, forms, read, write

from tests.support.strategies import EVERY_OPTION, act, boards, games, played

ENGLISH, ITALIAN, ROCK, ROMAN, GAMBIT = (load(key) for key in ("english", "italian", "rock", "roman", "gambit"))
PDN_GAMES = [game for game in EVERY_OPTION if game.pdn is not None]
SGF_GAMES = [game for game in EVERY_OPTION if game.sgf is not None]
RECORDS = Path(__file__).parents[1] / "records" / "samples"


# -- positions -------------------------------------------------------------------------------------------


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


# -- moves -----------------------------------------------------------------------------------------------


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
    with pytest.raises(IllegalMove, match="Several moves fit") as caught:
        read_move(GAMBIT, position, "e4xe4")
    assert caught.value.refusal.rule == "ambiguous"
    assert sorted(caught.value.legal) == ["e4xc2xe2xe4", "e4xe2xc2xe4"]


def test_as_many_squares_as_tell_two_captures_apart_are_enough() -> None:
    position = read_position(ENGLISH, "W:WK27:B15,16,23,24")
    for text, spelt in (("27x18x11x27", "27x18x11x20x27"), ("27x20x11x27", "27x20x11x18x27")):
        assert move_text(ENGLISH, position, read_move(ENGLISH, position, text)) == spelt
    with pytest.raises(IllegalMove, match="Several moves fit"):
        read_move(ENGLISH, position, "27x11x27")


# -- whole games -----------------------------------------------------------------------------------------


def shape(node: Node, words: bool) -> tuple[object, ...]:
    """Everything that a format keeps of a node; `words` if it keeps only the words of a comment."""
    return (
        node.move and node.move.path,
        " ".join(node.comment.replace("}", ")").split()) if words else node.comment,
        node.glyphs,
        node.ending,
        node.outcome,
        node.main and node.main.move,
        node.position,
    )


def same_tree(one: Match, other: Match, words: bool = False) -> None:
    """Assert that two matches hold the same game with the same variations, the main ones first."""
    assert type(one.game) is type(other.game)
    assert one.game.chosen == other.game.chosen
    todo = [(one.tree.root, other.tree.root)]
    while todo:
        left, right = todo.pop()
        assert shape(left, words) == shape(right, words)
        assert len(left.children) == len(right.children)
        todo += zip(left.onward, right.onward, strict=True)


@given(st.data(), games)
@settings(deadline=None)
def test_json_keeps_everything(data: st.DataObject, game: Game) -> None:
    match = data.draw(played(game))
    text = json.write(match)
    back = json.read(text)
    assert json.write(back) == text
    same_tree(match, back)
    assert [node.id for node in back.line] == [node.id for node in match.line]
    for name in ("setup", "seed", "start", "ply", "ended", "offer", "outcome", "clock", "counters", "tags", "legal"):
        assert getattr(back, name) == getattr(match, name), name
    assert [(node.spent, node.clock) for node in back.nodes] == [(node.spent, node.clock) for node in match.nodes]


@given(st.data(), st.sampled_from(PDN_GAMES))
@settings(deadline=None)
def test_pdn_keeps_the_game_its_variations_and_its_notes(data: st.DataObject, game: Game) -> None:
    match = data.draw(played(game))
    for node in match.nodes:
        node.comment = node.comment.replace("[%end", "")
    text = pdn.write(match)
    back = pdn.read(text)
    same_tree(match, back, words=True)
    assert back.tags == match.tags
    assert back.outcome == (lambda last: last.outcome or last.ending)(match.tree.main_line[-1])
    assert pdn.write(back) == text


@given(st.data(), st.sampled_from(SGF_GAMES))
@settings(deadline=None)
def test_sgf_keeps_the_game_its_variations_and_its_notes(data: st.DataObject, game: Game) -> None:
    match = data.draw(played(game))
    text = sgf.write(match)
    back = sgf.read(text)
    same_tree(match, back)
    assert back.tags == match.tags
    assert sgf.write(back) == text


def turn(match: Match, number: int = 0) -> int:
    """Play one of the legal turns. Returns its node's id."""
    return match.play(match.legal[number]).id


def ended_and_gone_on(match: Match) -> None:
    """A resignation after an undo; then the game goes on through the undone turn."""
    turn(match)
    onward = turn(match)
    match.undo()
    match.resign("w")
    match.goto(onward)
    turn(match)


def ended_with_more_tried(match: Match) -> None:
    """The main line ends off the board at a node with two variations, one with a reply."""
    turn(match)
    turn(match)
    turn(match)
    match.undo(2)
    turn(match, 1)
    match.undo()
    match.resign("b")


def variation_ended_with_more_tried(match: Match) -> None:
    """The same in a variation, with a different main line."""
    ended_with_more_tried(match)
    match.undo(2)
    turn(match, 2)


def ended_before_the_first_turn(match: Match) -> None:
    """A resignation at the start, after turns were undone."""
    turn(match)
    turn(match)
    match.undo(2)
    turn(match, 1)
    match.undo()
    match.resign("b")


def ended_at_the_start_and_gone_on(match: Match) -> None:
    """The same, but one of them continues."""
    ended_before_the_first_turn(match)
    match.goto(2)
    turn(match)


TANGLES = [
    ended_and_gone_on,
    ended_with_more_tried,
    variation_ended_with_more_tried,
    ended_before_the_first_turn,
    ended_at_the_start_and_gone_on,
]


@pytest.mark.parametrize("tangle", TANGLES)
@pytest.mark.parametrize("game", [ENGLISH, ITALIAN, ROCK])
def test_endings_and_variations_may_be_tangled_in_every_form(game: Game, tangle: Callable[[Match], None]) -> None:
    match = Match(game)
    tangle(match)
    for form in forms(game)[:-1]:
        text = write(match, form)
        back = read(text)
        same_tree(match, back)
        assert write(back, form) == text


@given(st.data(), games)
@settings(deadline=None)
def test_every_form_is_recognised_and_read_without_being_told(data: st.DataObject, game: Game) -> None:
    match = data.draw(played(game))
    for form in forms(game):
        text = write(match, form)
        assert detect(text) == form
        back = read(text, game=game)
        assert back.game.key == game.key
        if form == "position":
            assert back.position == match.position


def test_the_forms_of_a_game_are_those_it_has_a_number_for() -> None:
    assert {key: forms(load(key)) for key in keys()} == {
        "english": ("json", "pdn", "position"),
        "italian": ("json", "pdn", "position"),
        "rock": ("json", "sgf", "position"),
        "roman": ("json", "position"),
        "gambit": ("json", "position"),
    }
    for form in ("pdn", "sgf", "png", ""):
        with pytest.raises(ValueError, match="json, position"):
            write(Match(GAMBIT), form)
    with pytest.raises(ValueError, match="json, pdn, sgf, position"):
        read("{}", "png")
    for writer in (pdn.write, sgf.write):
        with pytest.raises(ValueError, match="no number for Gambit"):
            writer(Match(GAMBIT))


def test_pdn_looks_as_it_should() -> None:
    match = Match(ENGLISH)
    for text in ("11-15", "22-18", "15x22", "25x18"):
        match.play(text)
    match.undo()
    match.play("26x17")
    match.node.comment = "the other way"
    match.node.glyphs = (2,)
    match.play("8-11")
    match.tags.update(White="Doe, John", Date="2026.11.21", Annotator='"me"')
    match.resign("b")
    assert pdn.write(match).splitlines() == [
        '[Event "?"]',
        '[Site "?"]',
        '[Date "2026.11.21"]',
        '[Round "?"]',
        '[White "Doe, John"]',
        '[Black "?"]',
        '[Result "0-1"]',
        '[GameType "21,B,8,8,N1,0"]',
        r'[Annotator "\"me\""]',
        "",
        "1. 11-15 22-18 2. 15x22 26x17 $2 {the other way} (2... 25x18) 3. 8-11 0-1",
    ]


def test_pdn_gives_the_number_again_after_what_comes_between() -> None:
    match = Match(ENGLISH)
    for text in ("11-15", "22-18", "15x22"):
        match.play(text)
    match.nodes[1].comment = "Single Corner"
    match.undo()
    match.play("15x22")
    match.play("25x18")
    assert pdn.write(match).endswith("1. 11-15 {Single Corner} 1... 22-18 2. 15x22 25x18 *\n")
    match.undo(3)
    match.play("23-19")
    match.goto(2)
    match.undo()
    match.play("24-20")
    match.play("8-11")
    assert pdn.write(match).endswith(
        "1. 11-15 {Single Corner} 1... 24-20 (1... 22-18 2. 15x22 25x18) (1... 23-19)\n2. 8-11 *\n"
    )


def test_pdn_lines_are_not_longer_than_they_should_be() -> None:
    match = Match(ITALIAN)
    for number in range(200):
        act(match, 0, number * 7)
    lines = pdn.write(match).splitlines()
    assert len(lines) > 12
    assert max(map(len, lines)) <= pdn_write.LINE_WIDTH


def test_pdn_writes_a_start_of_its_own_and_who_moves_first_there() -> None:
    match = Match(ENGLISH, position=read_position(ENGLISH, "W:WK11,K12:BK4"))
    match.play("12-16")
    match.play("4-8")
    text = pdn.write(match)
    assert '[SetUp "1"]\n[FEN "W:WK11,K12:BK4"]\n' in text
    assert text.endswith("1... 12-16 2. 4-8 *\n")


def test_pdn_tells_a_flag_and_a_claim_from_a_resignation_and_an_agreement() -> None:
    for reason, winner, expected in (
        ("flag", "w", "time forfeit"),
        ("claim", "b", "adjudication"),
        ("claim", None, "adjudication"),
        ("resignation", "w", None),
        ("agreement", None, None),
    ):
        match = Match(ENGLISH)
        match.tree.close(match.node, reason, winner)  # type: ignore[arg-type]
        text = pdn.write(match)
        assert (f'[Termination "{expected}"]' in text) == (expected is not None)
        back = pdn.read(text)
        assert back.outcome == match.node.ending


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


def test_a_pdn_of_another_program_is_read() -> None:
    match = pdn.read((RECORDS / "annotated.pdn").read_text())
    assert match.game.key == "english"
    assert match.tags == {
        "Event": 'City, "open" section',
        "Date": "1995.??.??",
        "Round": "3",
        "White": "Doe, John",
        "Black": "Roe, Jane",
    }
    assert [
        move_text(ENGLISH, node.parent.position, node.move) for node in match.line if node.parent and node.move
    ] == [
        *("11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "4-8", "25-22", "12-16", "24-20", "10-15"),
    ]
    assert match.tree.root.comment == "The Single Corner"
    assert (match.line[4].glyphs, match.line[4].comment) == ((1,), "the usual recapture")
    assert match.line[5].glyphs == (1,)
    assert match.line[6].comment == "a comment to the end of the line"
    (_, other) = match.line[3].children
    assert other.comment == "also seen"
    assert other.children[1].children[0].glyphs == (6,)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (None, "agreement")


def test_a_variation_that_repeats_its_move_leaves_the_main_line_alone() -> None:
    match = pdn.read("9-13 22-18 (22-18 12-16) (22-18) 11-15 *", ENGLISH)
    assert len(match.nodes) == 5
    assert [node.move and node.move.path[-1] for node in match.tree.main_line] == [None, "a5", "d4", "e5"]


def test_a_pdn_without_tags_is_of_the_game_that_is_meant() -> None:
    text = (RECORDS / "bare.pdn").read_text()
    assert pdn.read(text, ITALIAN).game.key == "italian"
    assert detect(text) == "pdn"


def test_lines_of_action_of_another_program_is_read_with_black_first() -> None:
    match = sgf.read((RECORDS / "loa.sgf").read_text())
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


# -- what is wrong, and where ----------------------------------------------------------------------------


def english(said: Any) -> list[str]:
    """The sentences within a spelled one that could not be said in another language.

    What is quoted is none, nor are the names of games and of what the parser of JSON expected.
    """
    if isinstance(said, str):
        return [said] if re.search(r"[a-z]{2} [a-z]{2}", re.sub(r"'[^']*'|\([^)]*\)", "", said)) else []
    if isinstance(said, dict):
        said = [value for name, value in said.items() if name not in ("game", "detail")]
    return [text for part in said for text in english(part)] if isinstance(said, list) else []


WRONG = standard_json.loads((RECORDS / "wrong.json").read_text())


@pytest.mark.parametrize("case", WRONG, ids=[f"{case['form']}: {case['says']}" for case in WRONG])
def test_a_mistake_is_told_with_its_place_and_what_was_expected(case: dict[str, Any]) -> None:
    text = case["text"] if isinstance(case["text"], str) else "\n".join(case["text"])
    with pytest.raises(RecordError) as caught:
        read(text, case["form"], case["game"] and load(case["game"]))
    error = caught.value
    assert case["says"] in error.message
    assert (error.line, error.column) == (case["line"], case["column"]), str(error)
    assert str(error) == f"line {error.line}, column {error.column}: {error.message}"
    assert english(spelled(error.args[0])) == []


GOOD = """{"saltus": 1, "game": "italian", "options": {"federation": true}, "setup": "standard", "seed": null,
"rows": ["b.b.b.b.", ".b.b.b.b", "b.b.b.b.", "........", "........", ".w.w.w.w", "w.w.w.w.", ".w.w.w.w"], "side": "w",
"clock": {"initial": 60, "increment": 0}, "tags": {"White": "Ada"},
"nodes": [
 {"comment": "start"},
 {"parent": 0, "path": ["b3", "a4"], "spent": 1.5, "glyphs": [1]},
 {"parent": 0, "path": ["b3", "c4"], "ending": {"reason": "flag", "winner": "w"}}],
"node": 1, "through": 1, "ended": false, "offer": "b"}
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"saltus": 1', '"saltus": ^2', "expected version 1, not '2'"),
        ('{"saltus": 1, ', "^{", "expected a field 'saltus'"),
        ('"game": "italian"', '"game": ^"chess"', "english, gambit"),
        ('"game": "italian"', '"game": ^7', "expected a text"),
        ('{"federation": true}', "^[]", "expected an object"),
        ("true", "^1", "true or false"),
        ('{"federation"', '^{"huffing"', "no option"),
        ('"standard"', '^"random"', "set-up"),
        ('"standard"', "^3", "expected a text"),
        ('"seed": null', '"seed": ^1.5', "whole number"),
        (', "side"', ', ^"sides": 1, "side"', "expected one of"),
        ('"side": "w"', '"side": ^"x"', '"w" or "b"'),
        ('["b.b.b.b.", ', '^["b.b.b.b", ', "row 1"),
        ('["b.b.b.b.", ', '["b.b.b.b.", ^7, ', "expected a text"),
        ('"b.b.b.b.", ".b', '"b.b.b...", ".b', "not the rows of the set-up"),
        ('"initial": 60', '"initial": ^"60"', "expected a number"),
        ('{"initial": 60', '^{"initial": 0', "second"),
        ('"Ada"', '^" Ada"', "one line"),
        ('"Ada"', "^7", "expected a text"),
        ('"White"', '^"White Player"', "name of a tag"),
        ('"White"', '^"Result"', "follows from the moves"),
        ('"parent": 0, "path": ["b3", "c4"]', '"parent": ^2, "path": ["b3", "c4"]', "0 to 1"),
        ('"parent": 0, "path": ["b3", "c4"]', '"parent": ^-1, "path": ["b3", "c4"]', "0 to 1"),
        ('"parent": 0, "path": ["b3", "c4"]', '"parent": ^true, "path": ["b3", "c4"]', "whole number"),
        ('{"parent": 0, "path": ["b3", "c4"]', '^{"path": ["b3", "c4"]', "expected a field 'parent'"),
        ('["b3", "c4"]', '^["b3", "b4"]', "b3-a4".replace("b3-a4", "21-17")),
        ('["b3", "c4"]', '["b3", ^4]', "expected a text"),
        ('{"parent": 0, "path": ["b3", "c4"]', '^{"parent": 0, "path": ["b3", "a4"]', "already there"),
        ('"spent": 1.5', '"spent": ^-1', "seconds"),
        ('"glyphs": [1]', '"glyphs": ^[256]', "0 to 255"),
        ('"glyphs": [1]', '"glyphs": [^"1"]', "whole number"),
        ('"glyphs": [1]', '"nags": [1]', "expected one of"),
        ('"comment": "start"', '"comment": ^null', "expected a text"),
        ('{"comment": "start"}', '{"comment": "start", ^"parent": 0}', "expected one of"),
        ('{"reason": "flag"', '^{"reason": "treaty"', "resignation"),
        ('"winner": "w"', '"winner": ^"x"', '"w" or "b"'),
        ('{"reason": "flag", "winner": "w"}', '^{"reason": "flag", "winner": null}', "winner"),
        ('"winner": "w"}}', '"winner": "w"}, "main": ^1}', "one of its children"),
        ('{"comment": "start"}', '{"comment": "start", "main": ^null}', "one of its children"),
        ('"node": 1', '"node": ^3', "no node 3"),
        ('"through": 1', '"through": ^2', "does not come after"),
        ('"ended": false', '"ended": ^true', "no ending"),
        ('"ended": false', '"ended": ^0', "true or false"),
        ('"offer": "b"', '"offer": ^"x"', '"w" or "b"'),
        ('"offer": "b"', '"offer": "b", ^"offer": "b"', "given twice"),
        ('"offer": "b"}', '"offer": "b"}^}', "Extra data"),
        ('"offer": "b"}\n', '"offer": "b"\n^', "delimiter"),
        ('"parent": 0', '"parent": [^[[[]]]]', "nests 4 deep"),
    ],
)
def test_a_mistake_in_json_is_told_with_its_place_and_what_was_expected(old: str, new: str, says: str) -> None:
    """`^` marks the place of the error; without it, the error is at the field with `new`."""
    json.read(GOOD)
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    place = text.find("^")
    text = text.replace("^", "", 1)
    with pytest.raises(RecordError) as caught:
        json.read(text)
    error = caught.value
    assert says in error.message
    assert english(spelled(error.args[0])) == []
    if place >= 0:
        assert (error.line, error.column) == (text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)), (
            str(error)
        )
    else:
        assert error.line == text.count("\n", 0, text.find(new)) + 1


def refused_in(text: str, form: str | None, game: Game) -> None:
    """Read a text; if it is rejected, assert that the error points into it, or just behind it."""
    refused = None
    try:
        read(text, form, game)
    except RecordError as error:
        refused = error
    lines = text.split("\n")
    assert refused is None or 1 <= refused.line <= len(lines)
    assert refused is None or 1 <= refused.column <= len(lines[refused.line - 1]) + 1


@given(st.text(), st.sampled_from([*record.FORMATS, None]), games)
def test_any_text_is_read_or_refused_with_a_place_in_it(text: str, form: str | None, game: Game) -> None:
    refused_in(text, form, game)


@given(st.data(), games)
@settings(deadline=None)
def test_a_damaged_record_is_read_or_refused_with_a_place_in_it(data: st.DataObject, game: Game) -> None:
    match = data.draw(played(game))
    form = data.draw(st.sampled_from(forms(game)))
    text = write(match, form)
    pieces = data.draw(st.lists(st.tuples(st.integers(0, len(text)), st.integers(0, 12)), min_size=1, max_size=4))
    for place, length in pieces:
        new = data.draw(
            st.sampled_from(["", "(", ")", "{", "}", "[", "]", '"', "\\", ";", "0", "99", "x", "-1", "b2", "*"])
        )
        text = text[:place] + new + text[place + length :]
    refused_in(text, form, game)


# -- texts that mean harm --------------------------------------------------------------------------------

DEEP = 200_000
HOSTILE = {
    "json lists": "[" * DEEP,
    "json objects": '{"a":' * DEEP,
    "json in a node": GOOD.replace('"start"', "[" * DEEP + "]" * DEEP),
    "a long number": GOOD.replace("1.5", "1" * 5000),
    "an endless number": GOOD.replace("1.5", "1e999"),
    "not a number": GOOD.replace("1.5", "NaN"),
    "pdn brackets": "1. 11-15 " + "(" * DEEP,
    "pdn variations": "11-15 " + "(9-14 " * 2 + "(9-13 " * DEEP,
    "pdn comments": "{" * DEEP,
    "pdn tags": '[A "\\' * DEEP,
    "pdn digits": "1" * DEEP,
    "pdn hyphens": "1-" * DEEP,
    "pdn line comments": ";" * DEEP,
    "sgf brackets": "(;" * DEEP,
    "sgf variations": "(;GM[9]" + "(;B[b1-b3]" * DEEP,
    "sgf values": "(;GM" + "[9]" * DEEP,
    "sgf escapes": "(;GM[" + "\\]" * DEEP,
    "sgf nodes": "(;GM[9]" + ";" * DEEP,
    "position": "8/" * DEEP,
    "spaces": " " * DEEP + "x",
    "slashes and spaces": "/" + " " * DEEP + "x",
    "ten megabytes": "1. 11-15 " * 1_100_000,
    "ten megabytes of json": '{"saltus": [' + "1," * 5_000_000,
    "ten megabytes of sgf": "(;GM[9]C[" + "x" * 10_000_000,
}


@pytest.mark.parametrize("form", [*record.FORMATS, None])
@pytest.mark.parametrize("name", HOSTILE)
def test_a_text_that_means_harm_is_refused(name: str, form: str | None) -> None:
    with pytest.raises(RecordError):
        read(HOSTILE[name], form, ENGLISH)


def test_nodes_whose_parents_go_round_in_a_ring_are_refused() -> None:
    ring = GOOD.replace('"parent": 0, "path": ["b3", "a4"]', '"parent": 2, "path": ["b3", "a4"]')
    with pytest.raises(RecordError, match="earlier node"):
        json.read(ring)
    with pytest.raises(RecordError, match="earlier node"):
        json.read(GOOD.replace('"parent": 0, "path": ["b3", "a4"]', '"parent": 1, "path": ["b3", "a4"]'))


def test_a_record_has_a_most_of_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "MAX_TURNS", 2)
    json.read(GOOD)
    monkeypatch.setattr(tree, "MAX_TURNS", 1)
    with pytest.raises(RecordError, match="at most 1 turn") as caught:
        json.read(GOOD)
    assert caught.value.line == 7


def test_a_record_has_a_most_of_letters() -> None:
    with pytest.raises(RecordError, match="at most") as caught:
        json.read(" " * (MAX_RECORD_CHARS + 1))
    assert caught.value.column == MAX_RECORD_CHARS + 1


def test_a_page_that_only_plays_loads_nothing_heavy() -> None:
    code = f"import sys; sys.path.insert(0, {str(Path(json.__file__).parents[2])!r}); import saltus.records.record; "
    code += "print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    modules = set(loaded.stdout.split())
    assert "saltus.match.match" in modules
    assert not modules & {"saltus.records.pdn", "saltus.records.sgf", "dataclasses", "inspect", "pathlib", "random"}

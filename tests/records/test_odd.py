"""PDN in odd but legal dress: each text as some program, club or book writes it, and the game that it is.

`tests/records/test_wild.py` has the ways to write moves, tags and results in files of the usual kind.
"""

import pytest
from saltus.match.match import Match
from saltus.notation.error import RecordError
from saltus.notation.move import IllegalMove, read_move
from saltus.notation.position import read_position
from saltus.records import pdn
from saltus.records.collection import game_texts, read_each
from saltus.records.record import read
from saltus.records.results import verdict_of

from tests.support.texts import ENGLISH, WAYS, main_line, result, told

FOUR = ["11-15", "22-18", "15x22", "25x18"]
MOVES = "11-15 22-18 15x22 25x18"


@pytest.mark.parametrize("moves", WAYS["odd moves"])
@pytest.mark.parametrize("end", ["1-0", "*", ""])
def test_moves_in_an_odd_dress_are_the_same_moves(moves: str, end: str) -> None:
    text = f'[Event "a"]\n[GameType "21"]\n\n{moves} {end}\n'
    (game_text,) = game_texts(text)
    match = game_text.read()
    assert main_line(match) == FOUR
    assert result(match) == (("b", "record") if end == "1-0" else (None, "open"))
    again = pdn.read(pdn.write(match))
    assert pdn.write(again) == pdn.write(match)
    assert told(match) == []


@pytest.mark.parametrize(("moves", "notes"), WAYS["prose between moves"])
def test_prose_between_the_moves_is_a_comment_where_it_can_be_nothing_else(
    moves: str, notes: dict[str, str] | None
) -> None:
    (game_text,) = game_texts(f'[Event "a"]\n[GameType "21"]\n\n{moves}\n')
    if notes is None:
        with pytest.raises(RecordError, match="expected a tag, a move, a comment or a result"):
            game_text.read()
        return
    match = game_text.read()
    assert main_line(match) == FOUR
    assert {str(node.ply): node.comment for node in match.line if node.comment} == notes
    assert told(match) == ["this text between the moves is read as a comment"]
    assert pdn.read(pdn.write(match)).line[4].comment == match.line[4].comment


@pytest.mark.parametrize(
    ("written", "left"), [("$256", "$256"), ("$1000", "$1000"), ("$99999999999", "$99999999999")]
)
def test_a_glyph_that_nobody_knows_is_left_out_and_told(written: str, left: str) -> None:
    match = pdn.read(f'[GameType "21"]\n11-15 $1 {written} 22-18 *')
    assert match.line[1].glyphs == (1,)
    assert told(match) == [f"glyphs go from $0 to $255; '{written}' is left out"]
    assert [(warning.line, warning.column) for warning in match.warnings] == [(2, 10)]


def test_a_star_before_or_after_a_move_says_that_it_is_the_only_one() -> None:
    for moves in ("*11-15 22-18", "11-15* 22-18", "1. *11-15 22-18"):
        match = pdn.read(f'[GameType "21"]\n{moves}')
        assert (main_line(match), match.line[1].glyphs) == (FOUR[:2], (7,))


def test_brackets_within_brackets_hold_another_move_at_the_same_place() -> None:
    match = pdn.read('[GameType "21"]\n11-15 ((9-14) 10-14 22-17) 22-18 *')
    assert main_line(match) == ["11-15", "22-18"]
    assert len(match.tree.root.children) == 3
    with pytest.raises(RecordError, match="the first move of the variation"):
        pdn.read('[GameType "21"]\n11-15 (() 10-14) 22-18 *')


OTHERS = {
    "20": "international draughts",
    "23": "American pool checkers",
    "24": "Spanish draughts",
    "25": "Russian draughts",
    "26": "Brazilian draughts",
    "27": "Canadian draughts",
    "28": "Portuguese draughts",
    "29": "Czech draughts",
    "30": "Turkish draughts",
    "31": "Thai draughts",
    "40": "Frisian draughts",
    "50": "Othello",
}


@pytest.mark.parametrize("number", range(20, 51))
@pytest.mark.parametrize("rest", ["", ",W", ",W,10,10,N2,0", ",B,8,8,A0"])
def test_a_game_of_another_kind_is_refused_with_its_name_and_the_next_one_is_read(number: int, rest: str) -> None:
    """Also where its moves would be legal in one of ours."""
    if number in (21, 22):
        return
    head = f'[Event "a"]\n[GameType "{number}{rest}"]\n\n'
    text = f'{head}1. {MOVES} 1-0\n\n[GameType "21"]\n\n{MOVES} 1-0\n'
    refused, match = read_each(text)
    assert isinstance(refused, RecordError)
    assert (refused.line, refused.column) == (2, 12)
    assert "a GameType of 21 (English checkers) or 22 (Italian draughts)" in refused.message
    if name := OTHERS.get(str(number)):
        assert f"is {name};" in refused.message
    assert isinstance(match, Match)
    assert main_line(match) == FOUR


@pytest.mark.parametrize("moves", ["1. 32-28 18-23", "1. c3-d4 d6-c5", "1. c3-b4 f6-g5", "1. a2-a3"])
def test_a_game_of_another_kind_that_does_not_say_so_is_refused(moves: str) -> None:
    for head in ("", '[White "Ada"]\n[Result "2-0"]\n\n'):
        with pytest.raises(RecordError):
            pdn.read(f"{head}{moves} 2-0")


JUMP = '[SetUp "1"]\n[FEN "B:B1,2:W6,15,23,32"]\n[GameType "21"]\n\n'


@pytest.mark.parametrize("moves", WAYS["jumps"])
def test_a_jump_may_be_written_square_by_square_or_capture_by_capture(
    moves: str,
) -> None:
    match = pdn.read(f"{JUMP}{moves} 32-28 *")
    assert main_line(match) == ["1x26", "32-28"]
    assert told(match) == []


def test_marks_after_the_last_part_of_a_jump_are_those_of_the_jump() -> None:
    assert pdn.read(f"{JUMP}1x10! 10x19 19x26 *").line[1].glyphs == (1,)
    assert pdn.read(f"{JUMP}1x10 10x19 19x26?! *").line[1].glyphs == (6,)


def test_half_a_jump_is_refused_where_it_begins() -> None:
    for moves in ("1x10 32-28", "1x10 10x19", "1x10 10x19 32-28", "1x10"):
        with pytest.raises(RecordError, match="keep jumping") as caught:
            pdn.read(f"{JUMP}{moves} *")
        assert (caught.value.line, caught.value.column) == (5, 1)


def test_a_jump_that_is_cut_short_is_told_as_it_was_written() -> None:
    position = read_position(ENGLISH, "B:B1,2:W6,15,23,32")
    with pytest.raises(IllegalMove, match="'1x10' is not a legal move"):
        read_move(ENGLISH, position, "1x10")


@pytest.mark.parametrize("written", ["1 0", "11 15 x 22", "11.15.22"])
def test_numbers_that_are_no_moves_are_not_passed_over(written: str) -> None:
    with pytest.raises(RecordError):
        read(f'[GameType "21"]\n{written} 22-18 *', "pdn")


B, OPEN = ("b", "record"), (None, "open")


@pytest.mark.parametrize(("end", "winner", "reason"), WAYS["odd results"])
def test_an_odd_result_ends_the_game(end: str, winner: str | None, reason: str) -> None:
    text = f'[GameType "21"]\n\n{MOVES} {end}\n'
    (game_text,) = game_texts(f"{text}\n")
    match = game_text.read()
    assert (main_line(match), result(match)) == (FOUR, (winner, reason))
    first, second = game_texts(f"{text}\n{text}")
    assert result(first.read()) == result(second.read()) == (winner, reason)


@pytest.mark.parametrize("end", ["resigns", "Resigned.", "wins", "wins on time"])
def test_words_that_do_not_say_which_side_won_are_kept_and_told(end: str) -> None:
    match = pdn.read(f'[GameType "21"]\n{MOVES} {end}\n')
    assert (main_line(match), result(match), match.node.comment) == (FOUR, OPEN, end)
    assert [told_.startswith("expected 1-0") for told_ in told(match)] == [True]


STRAY = [
    *("agreed", "the", "White", "time", "castles", "forfeit", "abandoned", "w.o.", "Time!", "/time"),
    *("time left 5 minutes", "— time", "#1", "$", "adj."),
]
"""What is found after the last moves of games, and tells no result."""


@pytest.mark.parametrize("end", STRAY)
@pytest.mark.parametrize("score", ["", " 1-0", " *"])
def test_words_after_the_last_move_are_a_comment_and_are_told(end: str, score: str) -> None:
    head = f'[Event "a"]\n[GameType "21"]\n\n{MOVES}'
    for text in (f"{head} {end}{score}", f"{head}{score} {end}"):
        first, second = read_each(f'{text}\n\n[Event "b"]\n[GameType "21"]\n\n9-13 *\n')
        assert isinstance(first, Match)
        assert isinstance(second, Match)
        assert (main_line(first), first.node.comment, second.tags["Event"]) == (FOUR, end, "b")
        assert result(first) == (B if score == " 1-0" else OPEN)
        assert told(first) == ["these words after the last move are read as a comment"]
        (warning,) = first.warnings
        assert (warning.line, warning.column) == (4, text.splitlines()[3].index(f" {end}") + 2)
        assert told(second) == []


@pytest.mark.parametrize("end", ["Redoversteppedthetime.", "time", "t", ".Time", "_time", "–time", "Redforfeits!"])
def test_a_word_that_is_glued_to_the_last_move_or_the_result_is_a_comment_and_is_told(end: str) -> None:
    for text in (f"{MOVES}{end}", f"{MOVES}{end} 1-0", f"{MOVES} 1-0{end}"):
        match = pdn.read(f'[GameType "21"]\n{text}\n')
        assert (main_line(match), match.node.comment.lstrip(".")) == (FOUR, end.lstrip("."))
        assert result(match) == (B if "1-0" in text else OPEN)
        assert len(told(match)) == 1
        assert pdn.read(pdn.write(match)).node.comment == match.node.comment


def test_a_result_in_words_after_the_score_says_why() -> None:
    for end in ("1-0 White resigns", "1-0White resigns", "1-0\nWhite resigned"):
        (first, second) = read_each(f"{MOVES} {end}\n\n1. 9-13 *\n", ENGLISH)
        assert isinstance(first, Match)
        assert isinstance(second, Match)
        assert (result(first), told(first), len(second.nodes)) == (("b", "resignation"), [], 2)


def test_a_game_of_one_word_is_a_game() -> None:
    first, second = read_each('[White "Ada"]\n[GameType "21"]\n\nforfeit\n\n[White "Bo"]\n[GameType "21"]\n\n9-13 *')
    assert isinstance(first, Match)
    assert isinstance(second, Match)
    assert (first.tags["White"], first.node.comment, second.tags["White"]) == ("Ada", "forfeit", "Bo")


@pytest.mark.parametrize("word", ["time", "castles"])
def test_a_word_before_a_move_is_refused(word: str) -> None:
    for text in (f"11-15 {word} 22-18 *", f"11-15{word} 22-18 *"):
        with pytest.raises(RecordError, match=f"expected a tag, a move, a comment or a result, not '{word}'"):
            pdn.read(f'[GameType "21"]\n{text}\n')


def test_the_score_of_a_variation_is_a_remark() -> None:
    match = pdn.read('[GameType "21"]\n11-15 22-18 (23-19 8-11 1-0) 15x22 25x18 0-1')
    assert result(match) == ("w", "record")
    assert match.nodes[4].comment == "1-0"


@pytest.mark.parametrize("said", ["1-0F", "2-0f", "(1-0)", " 1 - 0 "])
def test_the_tag_result_may_say_that_a_player_did_not_come(said: str) -> None:
    assert verdict_of(said, "b") == "b"


@pytest.mark.parametrize("fen", WAYS["odd positions"])
def test_an_odd_fen_is_the_same_position(fen: str) -> None:
    match = pdn.read(f'[setup "1"] [FEN "{fen}"] [gametype "21"] 1... 22-18 2. 15x22 25x18 *')
    assert main_line(match) == FOUR[1:]


def test_a_king_may_have_the_letter_of_another_language() -> None:
    for letter in "KkDdHh":
        position = read_position(ENGLISH, f"W:W{letter}21,22:B{letter}3,{letter}10")
        assert position == read_position(ENGLISH, "W:WK21,22:BK3,K10")
    # Without a number of two digits the letter is that of a square.
    assert read_position(ENGLISH, "W:Wd4:Bd8") == read_position(ENGLISH, "W:W18:B2")


@pytest.mark.parametrize(("text", "counts"), WAYS["several games"])
def test_every_game_between_other_text_is_found(text: str, counts: list[int]) -> None:
    found = [match for match in read_each(text) if isinstance(match, Match)]
    assert [len(main_line(match)) for match in found] == counts


@pytest.mark.parametrize(
    "said",
    [
        "Checkers",
        "Draughts",
        "American-style checkers",
        "Anglo-American checkers",
        "english draughts",
    ],
)
def test_the_game_has_many_names(said: str) -> None:
    assert pdn.read(f'[GameType "{said}"]\n{MOVES} *').game.key == "english"

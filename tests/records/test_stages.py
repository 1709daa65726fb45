"""The first two stages of reading PDN, each without the next: tokens, and games as they are written."""

from collections.abc import Iterator

import pytest
from saltus.records.pdn_tokens import Token, plain_moves, token_at
from saltus.records.pdn_tree import Fault, Line, Variation, WrittenGame, games_in, only_game

from tests.support.texts import WAYS


def tokens(text: str) -> Iterator[Token]:
    """All tokens of a text."""
    offset = 0
    while token := token_at(text, offset):
        yield token
        offset = token.end


MOVES = [*WAYS["moves"], *WAYS["odd moves"], *WAYS["jumps"]]


@pytest.mark.parametrize("text", [*MOVES, *(text for text, _ in WAYS["several games"])])
def test_every_text_is_a_sequence_of_tokens(text: str) -> None:
    """Each stands in its place; between them there is nothing but spaces and lines that begin with %."""
    found, at = list(tokens(text)), 0
    for token in found:
        between = [line.strip() for line in text[at : token.start].split("\n")]
        assert all(not line.strip("\x00\x1a\ufeff\u200b") or line.startswith("%") for line in between)
        assert token.text == text[token.start : token.end] != ""
        at = token.end


def test_plain_moves_are_one_token_up_to_what_is_not_plain() -> None:
    found = list(tokens("1. 11-15 22-18\n2. 15x22 25x18! 3. 9-14 1-1 *"))
    assert [(token.kind, token.text.strip()) for token in found] == [
        ("plain", "1. 11-15 22-18\n2. 15x22"),
        *(("move", "25x18!"), ("plain", "3. 9-14"), ("result", "1-1"), ("result", "*")),
    ]
    assert [(move.start, move.path) for move in plain_moves(found[0])] == [(3, "11-15"), (9, "22-18"), (18, "15x22")]


def shape(line: Line) -> list[object]:
    """What a line has: variations as lists, faults by their places."""
    return [
        shape(item.line) if isinstance(item, Variation) else item.start if isinstance(item, Fault) else said(item)
        for item in line
    ]


def said(token: Token) -> str:
    return token.path or f"{token.kind} {token.text}".strip()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("9-9 40-41 {so} 1-0", ["plain 9-9 40-41", "comment {so}"]),
        ("9-9! (1-2 (3-4) $1) 5-6!", ["9-9", ["1-2", ["3-4"], "glyph $1"], "5-6"]),
        ("9-9! (as 1-2 (3-4)) (1-2 a) 5-6!", ["9-9", "comment (as 1-2 (3-4))", "comment", "5-6"]),
        ("9-9! A good move. 5-6! forced", ["9-9", "words A good move.", "5-6", "words forced"]),
        ("9-9! good 5-6! Black wins", ["9-9", 5, "5-6", "words Black wins"]),
        ("9-9! () ) (1-2", ["9-9", [6], 8, 10]),
        ("9-9! (1-2 {so) 5-6", ["9-9", 10]),
        ("9-9! 1-0 5-6!", ["9-9", 9]),
    ],
)
def test_a_game_is_read_without_rules_as_it_is_written(text: str, line: list[object]) -> None:
    assert shape(only_game(text).line) == line


def test_what_stands_beside_the_moves_is_told_apart() -> None:
    text = 'A club\n[White "Ada"]\n[White "Bob"]\n/FEN "W:W1:B2"/ 1. 9-9 {a} Black wins 1-0 *'
    game = only_game(text)
    assert (game.value("White"), game.opening, game.turns) == ("Ada", "9-9", 1)
    assert [token and token.text for token in (game.setup, game.result, game.spoken)] == [
        *('/FEN "W:W1:B2"/', "1-0", "Black wins"),
    ]
    assert [message for _, message in game.warnings] == [
        "this text before the tags is read as a comment",
        "White occurs twice; the first counts",
    ]


@pytest.mark.parametrize("text", [text for text, _ in WAYS["several games"]])
def test_the_games_of_a_text_follow_one_another(text: str) -> None:
    found: list[WrittenGame] = list(games_in(text))
    assert [game.start for game in found] == [0, *(game.end for game in found[:-1])]


def test_a_title_is_a_remark_and_a_game_without_its_beginning_is_refused() -> None:
    """Either may stand above the first tags, and have a result at the end of its line."""
    (game,) = games_in('Ada - Bob, Delft 1-0\n\n[White "Ada"]\n9-9! 1-0')
    assert [token.text for token in game.remarks] == ["Ada - Bob, Delft 1-0"]
    damaged, whole = games_in('-15 22-18 15x22 1-0\n\n[White "Ada"]\n9-9! 1-0')
    assert (shape(damaged.line), shape(whole.line)) == ([0, "plain 22-18 15x22"], ["9-9"])

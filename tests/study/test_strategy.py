"""The advice beside the rules: what each board says, the engine agrees with."""

import json
import re
from typing import Any

import pytest
import saltus
from saltus.core.game import Position
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.study.rulebook import placed

from tests.support.checkout import ROOT

BOOKS = {key: json.loads((ROOT / "web" / "book" / f"{key}.json").read_text("utf-8"))["strategy"] for key in keys()}
ADVICE = [(key, number, shown) for key, book in BOOKS.items() for number, shown in enumerate(book, 1)]


def position(key: str, shown: dict[str, Any]) -> Position:
    return placed(load(key), shown)


@pytest.mark.parametrize("key", keys())
def test_every_game_has_four_to_six_points(key: str) -> None:
    assert 4 <= len(BOOKS[key]) <= 6
    assert len({shown["theme"] for shown in BOOKS[key]}) == len(BOOKS[key])


@pytest.mark.parametrize(("key", "number", "shown"), ADVICE, ids=lambda value: str(value)[:12])
def test_the_engine_prefers_the_move_that_is_advised(key: str, number: int, shown: dict[str, Any]) -> None:
    match = Match(load(key), position=position(key, shown))
    scores = {line.move.path: line.score for line in saltus.rate(match, saltus.Limits(depth=shown["depth"]))}
    assert scores[tuple(shown["path"])] > scores[tuple(shown["worse"])]


@pytest.mark.parametrize("language", ["en", "it", "ro", "pirate"])
@pytest.mark.parametrize(("key", "number", "shown"), ADVICE, ids=lambda value: str(value)[:12])
def test_the_advice_names_both_moves(language: str, key: str, number: int, shown: dict[str, Any]) -> None:
    texts = json.loads((ROOT / "web" / "strings" / "book" / f"{language}.json").read_text("utf-8"))
    assert texts[f"strategy.{shown['theme']}"]
    named = set(re.findall(r"\b[a-h][1-8]\b", texts[f"{key}.strategy.{number}"]))
    assert shown["path"][-1] in named
    assert shown["worse"][-1] in named


def test_the_centre_is_where_pieces_have_most_moves_in_roman() -> None:
    game = load("roman")
    moves = {}
    for name in ("d4", "a4", "a1"):
        moves[name] = len(game.moves((game.board.bit[name], game.board.bit["h8"], 0, 0)))
    assert moves["d4"] > moves["a4"] > moves["a1"]


def test_after_the_protected_exchange_the_capture_is_returned() -> None:
    """In the draughts games the advised move is captured and recaptured; after the other one nobody can."""
    for key in ("english", "italian"):
        shown = next(one for one in BOOKS[key] if one["theme"] == "protect")
        for path, back in ((shown["path"], True), (shown["worse"], False)):
            match = Match(load(key), position=position(key, shown))
            match.play(path)
            assert all(move.captured for move in match.legal)
            match.play(next(move for move in match.legal if path[-1] in move.captured))
            assert any(move.captured for move in match.legal) is back


def test_two_pieces_are_threatened_at_once_in_roman() -> None:
    shown = next(one for one in BOOKS["roman"] if one["theme"] == "two")
    for path, threats in ((shown["path"], {"d6", "f4"}), (shown["worse"], set())):
        match = Match(load("roman"), position=position("roman", shown))
        white, black, kings, _ = match.play(path).position
        again = match.game.moves((white, black, kings, 0))
        assert {name for move in again for name in move.captured} >= threats
        if not threats:
            assert not any(move.captured and move.path[0] == path[-1] for move in again)

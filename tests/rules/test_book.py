"""The rules pages and lessons show what the rules say: every diagram, every step."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from saltus.game import EVERY_GAME, Game, Move, Position
from saltus.games import keys, load
from saltus.levels import FULL, think

BOOK = Path(__file__).parents[2] / "web" / "book"
BOOKS: dict[str, dict[str, Any]] = {key: json.loads((BOOK / f"{key}.json").read_text()) for key in keys()}
DIAGRAMS = [(game, rule) for game, book in BOOKS.items() for rule in book["diagrams"]]
STEPS = [(game, number) for game, book in BOOKS.items() for number in range(len(book["lesson"]))]


def placed(game: Game, shown: dict[str, Any]) -> Position:
    """The position of a diagram or a step: pieces by letter and square, or the first one."""
    side = shown.get("side", game.bottom)
    if shown.get("start"):
        return game.start(None, 1 if game.setups[0].seeded else None)
    board = {square: letter for letter in "wbWB" for square in shown.get(letter, "").split()}
    files = "abcdefgh"[: game.board.files]
    rows = ["".join(board.get(f"{file}{rank}", ".") for file in files) for rank in range(game.board.ranks, 0, -1)]
    return game.position(rows, side)


@pytest.mark.parametrize("key", keys())
def test_every_rule_stands_on_the_page_once(key: str) -> None:
    listed = [rule for section in BOOKS[key]["sections"] for rule in section["rules"]]
    assert sorted(listed) == sorted(load(key).rules)
    assert set(BOOKS[key]["diagrams"]) <= set(listed)


@pytest.mark.parametrize(("key", "rule"), DIAGRAMS)
def test_a_diagram_shows_what_the_rules_say(key: str, rule: str) -> None:
    game, shown = load(key), BOOKS[key]["diagrams"][rule]
    position = placed(game, shown)
    if "path" in shown:
        assert game.find(position, shown["path"])
    elif "not" in shown:
        refusal = game.why(position, shown["not"])
        assert refusal is not None
        assert refusal.rule == rule
    elif "from" in shown:
        assert any(move.path[:1] == (shown["from"],) for move in game.moves(position))
    else:
        outcome = game.outcome(position)
        assert outcome is not None
        assert outcome.reason == rule or (rule in ("island", "end") and outcome.islands)


def reaching(game: Game, position: Position, goal: Any) -> Iterator[Move]:
    """The turns that reach the goal of a step at once."""
    for move in game.moves(position):
        after = game.play(position, move)
        outcome = game.outcome(after)
        match goal:
            case "any":
                yield move
            case "crown":
                if move.crowns:
                    yield move
            case "safe":
                if not any(reply.captured for reply in game.moves(after)):
                    yield move
            case "win":
                if outcome and outcome.winner == "wb"[position[3]]:
                    yield move
            case {"captures": number}:
                if len(move.captured) == number:
                    yield move
            case {"path": path}:
                if list(move.path) == path:
                    yield move


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_the_goal_of_a_step_can_be_reached(key: str, number: int) -> None:
    game, step = load(key), BOOKS[key]["lesson"][number]
    position, goal = placed(game, step), step["goal"]
    assert game.outcome(position) is None
    if isinstance(goal, dict) and "refuse" in goal:
        refused = {game.why(position, (a, b)) for a in game.board.squares for b in game.board.squares if a != b}
        assert goal["refuse"] in {refusal.rule for refusal in refused if refusal} - set(EVERY_GAME)
    elif "level" not in step:
        assert list(reaching(game, position, goal))
    else:
        assert win(game, position, step["level"]), "a strong player wins it against the lesson's opponent"


def win(game: Game, position: Position, level: int) -> bool:
    """Whether a strong player wins from here against the level that the lesson has."""
    side = position[3]
    past: list[Position] = []
    for _ in range(60):
        outcome = game.outcome(position)
        if outcome:
            return outcome.winner == "wb"[side]
        strength = FULL if position[3] == side else level
        *_, last = think(game, position, strength, past=past, max_depth=8, max_nodes=20_000)
        past.append(position)
        position = game.play(position, last.lines[0].pv[0])
    return False

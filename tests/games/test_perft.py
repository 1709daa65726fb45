"""The rules against positions on which independent programs agree: one file per game in `oracle/`, with its sources.

All games and all files found are tested; `test_every_game_has_an_oracle` notices a missing one.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from saltus import games
from saltus.core.game import Game, Move, Position

ORACLE = Path(__file__).parent / "oracle"
FILES = {path.name.split(".")[0]: json.loads(path.read_text()) for path in sorted(ORACLE.glob("*.json"))}

ENOUGH = 200_000
"""Every position is counted ply by ply up to the first count of at least this many leaves; `build.py bench` counts
the rest."""

Entry = dict[str, Any]
Listed = tuple[str, tuple[str, ...], tuple[str, ...]]


def entries(section: str) -> list[Any]:
    """Every entry of one section in all files, each with its game's key."""
    return [pytest.param(key, e, id=e["id"]) for key, data in FILES.items() for e in data[section]]


def read(key: str, entry: Entry) -> tuple[Game, Position]:
    """The game and the position of an entry."""
    game = games.load(key)
    return game, game.position(entry["rows"], entry["side"])


def result(game: Game, position: Position) -> str | None:
    """The outcome in the notation of the oracle files."""
    outcome = game.outcome(position)
    return outcome and (outcome.winner or "draw")


def expected(move: Entry) -> Listed:
    """A move of an oracle file in comparable form; the origin of a pass is null there."""
    return (move["from"] or "", tuple(move["path"]), tuple(move["captured"]))


def listed(move: Move) -> Listed:
    """One of our moves in the form that `expected` returns."""
    return (move.path[0] if move.path else "", move.path[1:], move.captured)


def test_every_game_has_an_oracle() -> None:
    assert sorted(FILES) == list(games.keys())


@pytest.mark.parametrize(("key", "entry"), entries("moves"))
def test_moves_are_those_of_the_oracle(key: str, entry: Entry) -> None:
    game, position = read(key, entry)
    moves = game.moves(position)
    assert len(moves) == game.count(position) == entry["count"]
    assert sorted(map(listed, moves)) == sorted(map(expected, entry["moves"]))


@pytest.mark.parametrize(("key", "entry"), entries("moves"))
def test_results_after_each_move_are_those_of_the_oracle(key: str, entry: Entry) -> None:
    game, position = read(key, entry)
    results = {listed(move): result(game, game.play(position, move)) for move in game.moves(position)}
    for move in entry["moves"]:
        if "result" in move:
            assert results[expected(move)] == move["result"]


@pytest.mark.parametrize(("key", "entry"), entries("perft"))
def test_perft_is_that_of_the_oracle(key: str, entry: Entry) -> None:
    game, position = read(key, entry)
    leaves = entry["perft"]
    depth = next((ply for ply, count in enumerate(leaves, 1) if count >= ENOUGH), len(leaves))
    assert [game.perft(position, ply) for ply in range(1, depth + 1)] == leaves[:depth]


@pytest.mark.parametrize(("key", "entry"), entries("outcomes"))
def test_outcome_is_that_of_the_oracle(key: str, entry: Entry) -> None:
    game, position = read(key, entry)
    outcome = game.outcome(position)
    assert result(game, position) == entry["result"]
    assert (game.moves(position) == []) is (entry["result"] is not None)
    if outcome is not None:
        assert outcome.reason in game.rules
        assert outcome.text
    if "score" in entry:
        assert outcome is not None
        assert outcome.scores == entry["score"]
    if "islands" in entry:
        assert outcome is not None
        assert outcome.islands is not None
        assert {side: sorted(map(len, islands)) for side, islands in outcome.islands.items()} == entry["islands"]

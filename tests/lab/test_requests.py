"""Whatever the page asks of a game is answered for a game of somebody's own, too: it has neither book nor tables, and
its moves may be of one square, end where they began, or where they have captured.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bundle.reach import Exercise
from saltus import games, lab
from saltus.analysis.analyse import analyse
from saltus.engine.think import Limits
from saltus.lab.own import load
from saltus.match.match import Match
from saltus.notation.move import move_text, read_move
from saltus.records.record import read, write

BEGINNINGS = sorted((Path(lab.__file__).parent / "beginnings").glob("*.py"))
UNLIKE_OTHERS = {"dodgem", "konane", "mygame", "turkish"}
"""The games in which pieces leave the board, are taken off, only step, and are crowned and capture in circles."""


@pytest.fixture(
    params=[
        pytest.param(
            path,
            marks=[] if path.stem in UNLIKE_OTHERS else [pytest.mark.slow("test_every_request_is_answered")],
            id=path.stem,
        )
        for path in BEGINNINGS
    ]
)
def key(request: pytest.FixtureRequest) -> Iterator[str]:
    """The key of a game of the lab, which the registry has."""
    known = load(str(request.param)).key
    yield known
    games.remove(known)


class Own(Exercise):
    """Sends every kind of request about one game. None of them may end in an error of the package."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key

    def games(self) -> list[dict[str, Any]]:
        return [game for game in super().games() if game["key"] == self.key]

    def ask(self, op: str, **fields: object) -> dict[str, Any]:
        answer = super().ask(op, **fields)
        assert answer.get("error", {}).get("code") != "internal", (op, fields, answer)
        return answer


def test_every_request_is_answered(key: str) -> None:
    asked = Own(key)
    asked.play()
    asked.study()
    assert asked.answered > 50


def test_a_random_game_is_written_read_and_explained(key: str) -> None:
    random = Random(3)
    match = Match(games.load(key))
    while match.outcome is None and match.ply < 60:
        for move in match.legal:
            assert read_move(match.game, match.position, move_text(match.game, match.position, move)) == move
        if match.ply % 6 == 0:
            found = analyse(match, Limits(nodes=200))
            assert found.move in match.legal
            assert found.because is not None
        match.play(random.choice(match.legal))
    again = read(write(match, "json"))
    assert again.position == match.position
    assert json.loads(write(match, "json"))["game"] == key

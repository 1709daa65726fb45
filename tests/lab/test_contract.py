"""The contract's checks find what each of them is for: a game that is right but for one thing is told so."""

from collections.abc import Callable
from typing import Any

import pytest
from saltus.core.game import Move, Outcome, Position, Refusal
from saltus.core.phrase import Phrase
from saltus.lab.contract import BrokenContract, examine
from saltus.lab.source import game_from

from tests.support import sixth_game as guide

Breakthrough: Any = game_from(guide.GAME, "breakthrough.py")


def spoiled(method: str, change: Callable[[Any, Any], Any]) -> dict[str, Any]:
    """A method whose answer is changed: `change` gets the position and the answer."""

    def wrong(self: Any, position: Position, *given: Any) -> Any:
        return change(position, getattr(Breakthrough, method)(self, position, *given))

    return {method: wrong}


def first_move(change: Callable[[Move], Any]) -> dict[str, Any]:
    return spoiled("moves", lambda _, moves: [change(moves[0]), *moves[1:]] if moves else moves)


def started(position: object) -> dict[str, Any]:
    return {"start": lambda self, setup=None, seed=None: position}


WHITE, BLACK, _, _ = Breakthrough().start()
BOARD = Breakthrough.board
numbers = iter(range(1_000_000))
RULES = dict(Breakthrough.rules)

FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("text", {"goal": ""}),
    ("sides", {"first": "white"}),
    ("pieces", {"pieces": 37}),
    ("setups", {"setups": ()}),
    ("rules", {"rules": {key: text for key, text in RULES.items() if key != "flag"}}),
    ("rules", {"repetitions": 3}),
    ("rules", {"quiet_limit": 40}),
    ("start-differs", {"start": lambda self, setup=None, seed=None: (WHITE & ~(next(numbers) % 2), BLACK, 0, 0)}),
    ("start-side", started((WHITE, BLACK, 0, 1))),
    ("start-over", started((0, BLACK, 0, 0))),
    ("no-position", started([WHITE, BLACK, 0, 0])),
    ("no-position", started((WHITE, BLACK, 0, "w"))),
    ("side", started((WHITE, BLACK, 0, 2))),
    ("two-pieces", started((WHITE | BLACK & -BLACK, BLACK, 0, 0))),
    ("off-board", started((WHITE | 1 << 6, BLACK, 0, 0))),
    ("bare-kings", {"has_kings": True, **started((WHITE, BLACK, BOARD.bit["a3"], 0))}),
    ("many", {"pieces": 11}),
    ("no-kings", started((WHITE, BLACK, BOARD.bit["a1"], 0))),
    ("unread", spoiled("rows", lambda _, rows: rows[::-1])),
    ("no-move", first_move(lambda move: move.path)),
    ("turn", spoiled("play", lambda position, after: (*after[:3], position[3]))),
    ("unknown-square", first_move(lambda move: move._replace(path=("a1", "z9")))),
    ("not-own", first_move(lambda move: move._replace(path=("c3", "c4")))),
    ("not-enemy", first_move(lambda move: move._replace(captured=("a1",)))),
    ("captures", spoiled("play", lambda p, after: (after[0] & ~1, after[1], 0, after[3]) if p[3] else after)),
    ("lands", spoiled("play", lambda p, after: after if p[3] else (p[0], *after[1:]))),
    ("crowns", {"has_kings": True, **first_move(lambda move: move._replace(crowns=True)), "play": lambda s, p, m:
        (lambda after: (*after[:2], 0, after[3]))(Breakthrough.play(s, p, m))}),
    ("other-kings", {"has_kings": True, **spoiled("play", lambda p, after: (
        *after[:2], after[0] & p[0] & BOARD.bit["a1"], after[3]))}),
    ("twice", spoiled("moves", lambda _, moves: [*moves, *moves[:1]])),
    ("count", {"count": lambda self, position: 1}),
    ("noisy", {"noisy_moves": lambda self, position: [Move.along(BOARD, ("a1", "a3"))]}),
    ("must-capture", {"must_capture": True}),
    ("no-outcome", {"outcome": lambda self, position: None}),
    ("moves-on", {"outcome": lambda self, position: Outcome("w", "through", "White wins.")}),
    ("decided", {"decided": lambda self, position: 0,
        **{name: lambda self, position, name=name: getattr(Breakthrough(), name)(position) for name in (
            "moves", "outcome")}}),
    ("reason", spoiled("outcome", lambda _, outcome: outcome and outcome._replace(reason="luck"))),
    ("winner", spoiled("outcome", lambda _, outcome: outcome and outcome._replace(text=""))),
    ("evaluation", {"evaluate": lambda self, position: 1_000_000}),
    ("evaluation", {"evaluate": lambda self, position: 0.5}),
    ("changes", spoiled("moves", lambda _, moves: moves if next(numbers) % 3 else moves[::-1])),
    ("why", {"explain": lambda self, position, path: Refusal("luck", "No.")}),
]  # fmt: skip


@pytest.mark.parametrize(("key", "fault"), FAULTS, ids=[f"{at} {key}" for at, (key, _) in enumerate(FAULTS)])
def test_a_fault_is_told_as_what_it_is(key: str, fault: dict[str, Any]) -> None:
    game = type("Spoiled", (Breakthrough,), {"key": "spoiled", **fault})()
    with pytest.raises(BrokenContract) as broken:
        list(examine(game, 500))
    said = broken.value.args[0]
    assert isinstance(said, Phrase)
    assert said.key == f"contract.{key}"


def test_a_game_that_never_ends_is_told() -> None:
    """Two kings that walk for ever; with a rule for repetitions that is no fault."""
    walk = """
class Walk(Game):
    key, name, goal = "walk", "Walk", "Walk."
    board = Board.rectangle(3, 3, stride=4)
    first, pieces, rules = "w", 1, {**EVERY_GAME, "no-moves": "Never.", "repetition": "A draw."}

    def start(self, setup=None, seed=None):
        self.standard(setup, seed)
        return self.board.bit["a1"], self.board.bit["c3"], 0, 0

    def moves(self, position):
        white, black, _, side = position
        (origin,) = self.board.names(position[side])
        ways = [(0, 1), (1, 0), (0, -1), (-1, 0)]
        targets = [to for way in ways if (to := self.board.step(origin, way))]
        return [Move.along(self.board, (origin, to)) for to in targets if not (white | black) & self.board.bit[to]]

    def evaluate(self, position):
        return 0
"""
    head = "from saltus.core.board import Board\nfrom saltus.core.game import EVERY_GAME, Game, Move\n"
    walking = game_from(head + walk, "walk.py")
    with pytest.raises(BrokenContract, match="has not ended after"):
        list(examine(walking(), 5_000))
    drawn: Any = type("Drawn", (walking,), {"key": "drawn", "repetitions": 3})
    assert list(examine(drawn(), 100))[-1] == 100

"""The rules pages and lessons show what the rules say: every diagram, every step."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from saltus.core.game import EVERY_GAME, SIDES, Game, Move, Position, Side
from saltus.engine.levels import FULL
from saltus.engine.probe import exact
from saltus.engine.think import Limits, SearchRequest, think
from saltus.games import keys, load

BOOK = Path(__file__).parents[2] / "web" / "book"
BOOKS: dict[str, dict[str, Any]] = {key: json.loads((BOOK / f"{key}.json").read_text()) for key in keys()}
DIAGRAMS = [(game, rule) for game, book in BOOKS.items() for rule in book["diagrams"]]
STEPS = [(game, number) for game, book in BOOKS.items() for number in range(len(book["lesson"]))]
ANSWERED = [(game, number) for game, number in STEPS if "level" in BOOKS[game]["lesson"][number]]


def placed(game: Game, shown: dict[str, Any], first: Side | None = None) -> Position:
    """The position of a diagram or a step: pieces by letter and square, or the start."""
    side = shown.get("side", first or game.bottom)
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


@pytest.mark.parametrize("key", keys())
def test_a_demonstration_plays_legal_moves_to_the_end_of_the_game(key: str) -> None:
    """The page draws it without asking the rules: what each move captures, and what is outlined, is written there."""
    game, demo = load(key), BOOKS[key]["demo"]
    position = placed(game, demo)
    for move in demo["moves"]:
        found = game.find(position, move["path"])
        assert found is not None, move
        assert list(found.captured) == move.get("captured", [])
        assert found.crowns == move.get("crowns", False)
        position = game.play(position, found)
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.winner is not None
    assert 0 <= demo["still"] <= len(demo["moves"])
    if outcome.islands:
        shown = {side: [set(group) for group in demo["groups"][side]] for side in SIDES}
        assert shown == {side: [set(island) for island in outcome.islands[side]] for side in SIDES}
        assert outcome.scores == {side: sum(demo["points"][side]) for side in SIDES}
    elif outcome.reason == "connected":
        pieces = game.board.names(position[SIDES.index(outcome.winner)])
        assert [set(group) for group in demo["groups"][outcome.winner]] == [set(pieces)]
    else:
        assert "groups" not in demo


class Task:
    """The task of a step, for a learner who has the side that begins a game, with a limit of turns; the page judges
    it in `lessons/session.ts`."""

    def __init__(self, key: str, number: int) -> None:
        self.game = load(key)
        self.step: dict[str, Any] = BOOKS[key]["lesson"][number]
        self.start = placed(self.game, self.step, self.game.first)
        self.side = self.start[3]
        self.goal = self.step["goal"]
        self.level = self.step.get("level")
        self.turns = self.step.get("turns", None if self.level else 1)
        self.winning = cache(self.winning)  # type: ignore[method-assign]

    def has_won(self, position: Position) -> bool:
        outcome = self.game.outcome(position)
        return outcome is not None and outcome.winner == SIDES[self.side]

    def keeps(self, position: Position) -> bool:
        return position[self.side].bit_count() >= int(self.step.get("keep", 0))

    def reached(self, move: Move, after: Position) -> bool:
        """Whether this turn, the last one, solves it, before the reply that may spoil it."""
        replies = self.game.moves(after)
        taken = self.start[1 - self.side].bit_count() - after[1 - self.side].bit_count()
        match self.goal:
            case "any":
                return True
            case "crown":
                return move.crowns
            case "safe":
                return not any(reply.captured for reply in replies)
            case "win":
                return self.has_won(after)
            case {"captures": number}:
                return len(move.captured) == int(number)
            case {"take": number}:
                return taken >= int(number)
            case {"path": path}:
                return list(move.path) == list(path)
            case {"still": square}:
                return square not in move.captured and all(reply.path[:1] != (square,) for reply in replies)
        return False

    def winning(self, position: Position, turns: int) -> list[Move]:
        """The turns after which it is solved, or can be within a number of turns, against any reply."""
        return [move for move in self.game.moves(position) if self._does(move, self.game.play(position, move), turns)]

    def _does(self, move: Move, after: Position, turns: int) -> bool:
        if not self.keeps(after):
            return False
        if self.goal in ("win", "hold") and self.has_won(after):
            return True
        done = self.reached(move, after)
        if done and (self.level is None or "keep" not in self.step):
            return True
        if self.game.outcome(after) or self.level is None:
            return False
        return all(self._holds(done, self.game.play(after, reply), turns) for reply in self.game.moves(after))

    def _holds(self, done: bool, answered: Position, turns: int) -> bool:
        """Whether it is solved after a reply, or still can be."""
        if not self.keeps(answered):
            return False
        if self.game.outcome(answered):
            return self.goal in ("win", "hold") and self.has_won(answered)
        return done or (self.goal == "hold" and turns == 1) or (turns > 1 and bool(self.winning(answered, turns - 1)))


@pytest.mark.parametrize("key", keys())
def test_a_lesson_has_ten_steps_and_the_computer_plays_in_the_last(key: str) -> None:
    steps = BOOKS[key]["lesson"]
    assert len(steps) == 10
    assert steps[-1]["goal"] == "win"
    assert sum("level" in step for step in steps) >= 3


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_what_a_step_shows_does_what_it_asks_for(key: str, number: int) -> None:
    task = Task(key, number)
    assert task.game.outcome(task.start) is None
    show: list[str] = task.step.get("show", [])
    if isinstance(task.goal, dict) and "refuse" in task.goal:
        refusal = task.game.why(task.start, show)
        assert refusal is not None
        assert refusal.rule == task.goal["refuse"]
        assert refusal.rule not in EVERY_GAME
    elif task.turns is None:
        assert "show" not in task.step, "in a game to its end the computer itself is asked"
    else:
        fewest = next(turns for turns in range(1, task.turns + 1) if task.winning(task.start, turns))
        found = task.winning(task.start, fewest)
        move = task.game.find(task.start, show)
        assert move is not None
        assert move in found
        if task.level is not None:
            assert len(found) == 1, "one idea, and not any turn"
            assert len(task.game.moves(task.start)) > 1


@pytest.mark.parametrize(("key", "number"), ANSWERED)
def test_a_step_against_the_computer_is_won_against_its_level(key: str, number: int) -> None:
    task = Task(key, number)
    known = exact(task.game, task.start)
    if known is not None and task.goal == "win":
        assert known.score > 0
    if task.turns is None:
        for seed in range(3):
            assert outplays(task, seed), f"a strong player wins it against the lesson's opponent, seed {seed}"


def outplays(task: Task, seed: int) -> bool:
    """Whether a strong player wins a step against the level that it has."""
    game, position = task.game, task.start
    past: list[Position] = []
    for _ in range(80):
        if game.outcome(position):
            return task.has_won(position)
        strength = FULL if position[3] == task.side else task.level
        *_, last = think(SearchRequest(game, position, past, seed=seed), Limits(depth=8, nodes=4_000, level=strength))
        past.append(position)
        position = game.play(position, last.lines[0].pv[0])
    return False

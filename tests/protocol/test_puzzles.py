"""Exercises over the bridge."""

import pytest
from saltus.protocol.bridge import Bridge

from tests.support.bridge import ask, code


def test_exercises_are_listed_shown_and_judged() -> None:
    bridge = Bridge()
    listed = ask(bridge, "exercises", game="gambit")
    assert set(listed["themes"]) == {theme for one in listed["exercises"] for theme in one["themes"]}
    first = next(one for one in listed["exercises"] if one["turns"] > 1)
    assert set(first) == {"exercise", "side", "goal", "by", "grade", "themes", "turns"}
    shown = ask(bridge, "exercise", game="gambit", exercise=first["exercise"])
    assert {key: shown[key] for key in first} == first
    rows, side = shown["rows"], shown["side"]
    legal = [move["path"] for move in ask(bridge, "moves", game="gambit", rows=rows, side=side)["moves"]]
    assert shown["line"][0]["path"] in legal
    turns = ["-".join(move["path"]) for move in shown["line"]]
    fields = {"game": "gambit", "exercise": first["exercise"]}
    reply = ask(bridge, "judge", **fields, turns=turns[:1])
    assert (reply["right"], reply["done"], reply["answer"]) == (
        True,
        False,
        shown["line"][1],
    )
    reply = ask(bridge, "judge", **fields, turns=turns[: shown["asked"]])
    assert (reply["right"], reply["done"], reply["answer"]) == (True, True, None)
    wrong = next("-".join(path) for path in legal if path != shown["line"][0]["path"])
    assert ask(bridge, "judge", **fields, turns=[wrong])["right"] is False


def test_the_exercise_of_a_day_is_one_of_them() -> None:
    keys = {one["exercise"] for one in ask(Bridge(), "exercises", game="rock")["exercises"]}
    assert {ask(Bridge(), "exercise", game="rock", day=day)["exercise"] for day in range(5)} <= keys


@pytest.mark.parametrize(
    ("op", "fields", "expected"),
    [
        ("exercises", {"game": "chess"}, "unknown-game"),
        ("exercises", {"game": "rock", "options": {"repetition": False}}, "not-now"),
        ("exercise", {"game": "rock"}, "bad-request"),
        ("exercise", {"game": "rock", "exercise": "nothing"}, "bad-request"),
        ("exercise", {"game": "rock", "day": -1}, "bad-request"),
        ("judge", {"game": "rock", "exercise": "nothing", "turns": []}, "bad-request"),
        ("judge", {"game": "rock", "turns": ["a1-a1"]}, "bad-request"),
    ],
)
def test_what_is_wrong_with_a_question_is_said(op: str, fields: dict[str, object], expected: str) -> None:
    assert code(Bridge(), op, **fields) == expected


def test_turns_that_cannot_be_judged_are_refused() -> None:
    bridge = Bridge()
    one = ask(bridge, "exercise", game="rock", day=1)["exercise"]
    assert code(bridge, "judge", game="rock", exercise=one, turns=["a1-a1"]) == "bad-request"

"""Puzzles over the bridge."""

from typing import Any

import pytest
from saltus.printing.page import Words
from saltus.protocol.bridge import Bridge
from saltus.protocol.schema.requests import PageWords

from tests.support.bridge import ask, code


def test_puzzles_are_listed_shown_and_judged() -> None:
    bridge = Bridge()
    listed = ask(bridge, "puzzles", game="gambit")
    assert set(listed["themes"]) == {theme for one in listed["puzzles"] for theme in one["themes"]}
    themes = [one["themes"] for one in ask(bridge, "puzzles", game="rock")["puzzles"]]
    assert all("connection" in one for one in themes)
    assert "connection" not in ask(bridge, "puzzles", game="rock")["themes"], "no theme of all is a set"
    first = next(one for one in listed["puzzles"] if one["turns"] > 1)
    assert set(first) == {
        "puzzle",
        "side",
        "goal",
        "by",
        "grade",
        "level",
        "themes",
        "turns",
        "rows",
    }
    shown = ask(bridge, "puzzle", game="gambit", puzzle=first["puzzle"])
    assert {key: shown[key] for key in first} == first
    rows, side = shown["rows"], shown["side"]
    legal = [move["path"] for move in ask(bridge, "moves", game="gambit", rows=rows, side=side)["moves"]]
    assert shown["line"][0]["path"] in legal
    turns = ["-".join(move["path"]) for move in shown["line"]]
    fields = {"game": "gambit", "puzzle": first["puzzle"]}
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


def test_the_puzzle_of_a_day_is_one_of_them() -> None:
    keys = {one["puzzle"] for one in ask(Bridge(), "puzzles", game="rock")["puzzles"]}
    assert {ask(Bridge(), "puzzle", game="rock", day=day)["puzzle"] for day in range(5)} <= keys


@pytest.mark.parametrize(
    ("op", "fields", "expected"),
    [
        ("puzzles", {"game": "chess"}, "unknown-game"),
        ("puzzles", {"game": "rock", "options": {"repetition": False}}, "not-now"),
        ("puzzle", {"game": "rock"}, "bad-request"),
        ("puzzle", {"game": "rock", "puzzle": "nothing"}, "bad-request"),
        ("puzzle", {"game": "rock", "day": -1}, "bad-request"),
        ("judge", {"game": "rock", "puzzle": "nothing", "turns": []}, "bad-request"),
        ("judge", {"game": "rock", "turns": ["a1-a1"]}, "bad-request"),
    ],
)
def test_what_is_wrong_with_a_question_is_said(op: str, fields: dict[str, object], expected: str) -> None:
    assert code(Bridge(), op, **fields) == expected


def test_turns_that_cannot_be_judged_are_refused() -> None:
    bridge = Bridge()
    one = ask(bridge, "puzzle", game="rock", day=1)["puzzle"]
    assert code(bridge, "judge", game="rock", puzzle=one, turns=["a1-a1"]) == "bad-request"


def test_a_sheet_has_the_puzzles_that_were_asked_for() -> None:
    bridge = Bridge()
    first, second = (one["puzzle"] for one in ask(bridge, "puzzles", game="gambit")["puzzles"][:2])
    told = ask(bridge, "sheet", game="gambit", puzzles=[second, first], title="Monday <b>")["html"]
    assert told.count('<svg class="board"') == 2
    assert "<h1>Monday &lt;b&gt;</h1>" in told
    assert code(bridge, "sheet", game="gambit", puzzles=["nothing"]) == "bad-request"
    assert code(bridge, "sheet", game="gambit", puzzles=[first] * 501) == "bad-request"


def test_a_sheet_is_written_in_the_words_of_the_page() -> None:
    bridge = Bridge()
    fields: dict[str, Any] = {"game": "rock"}
    fields["puzzles"] = [one["puzzle"] for one in ask(bridge, "puzzles", **fields)["puzzles"][:2]]
    told = ask(
        bridge,
        "sheet",
        **fields,
        tasks=["Uno", "Due"],
        words={"language": "it", "solutions": "Soluzioni"},
    )["html"]
    assert '<html lang="it">' in told
    assert "<b>2.</b> Due<" in told
    assert "<h2>Soluzioni</h2>" in told
    wrong: list[dict[str, Any]] = [
        {"tasks": ["Uno"]},
        {"tasks": ["Uno", "Due", "Tre"]},
        {"tasks": [1, 2]},
        {"words": []},
    ]
    wrong += [{"words": {"colour": "rosso"}}, {"words": {"start": 3}}]
    assert {code(bridge, "sheet", **fields, **one) for one in wrong} == {"bad-request"}


@pytest.mark.parametrize("kind", ["replay", "print"])
def test_a_page_is_written_in_the_words_that_are_given(kind: str) -> None:
    bridge = Bridge()
    assert code(bridge, "page", kind=kind) == "no-match"
    ask(bridge, "new", game="rock")
    told = ask(
        bridge,
        "page",
        kind=kind,
        words={"language": "it", "game": "Sasso"},
    )["html"]
    assert '<html lang="it">' in told
    assert "<h1>Sasso</h1>" in told
    wrong: list[object] = [{"colour": "rosso"}, {"start": 3}, "Sasso"]
    assert [code(bridge, "page", kind=kind, words=one) for one in wrong] == ["bad-request"] * 3


def test_the_protocol_names_every_word_of_a_page() -> None:
    assert tuple(PageWords.__annotations__) == Words._fields

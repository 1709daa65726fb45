"""Proved results in the bridge's replies."""

from typing import Any

import pytest
from saltus.core.score import WIN
from saltus.protocol.bridge import Bridge

from tests.support.bridge import ask, code

ROOM = ["........"] * 5
WON = {"game": "english", "rows": [*ROOM, "..W.W...", "........", "B......."], "side": "w"}
"""Two kings against one in the single corner."""
DRAWN = {"game": "english", "rows": [*ROOM, "..W.....", "........", "B......."], "side": "w"}

HUNT = {
    "game": "roman",
    "rows": ["w......w", *["........"] * 3, "...b....", *["........"] * 2, "w......."],
    "side": "w",
}
"""Three pieces against one in the open."""


def test_every_move_of_gambit_is_told_at_once_with_the_score_at_the_end() -> None:
    bridge = Bridge()
    moves = ask(bridge, "new", game="gambit")["moves"]
    reply = ask(bridge, "think", time=1)
    assert reply["exact"] is True
    assert len(reply["lines"]) == len(moves) == 20
    assert sorted(line["score"] for line in reply["lines"]) == [-100] * 6 + [0] * 14
    assert reply["leads"]["result"] == "draw"
    assert reply["leads"]["scores"]["w"] == reply["leads"]["scores"]["b"]


def test_what_was_searched_is_not_called_exact() -> None:
    reply = ask(Bridge(), "bestmove", game="gambit", depth=2)
    assert reply["exact"] is False
    assert reply["leads"] is None
    assert len(reply["lines"]) == 1


@pytest.mark.parametrize("ending", [WON, HUNT])
def test_an_ending_is_told_with_every_move_and_the_plies_to_the_win(ending: dict[str, Any]) -> None:
    reply = ask(Bridge(), "bestmove", **ending, time=60)
    assert reply["exact"] is True
    assert reply["score"] == WIN - len(reply["pv"])
    assert reply["leads"] == {"result": "w", "scores": None}
    assert {tuple(line["pv"][0]) for line in reply["lines"]} == {
        tuple(move["path"]) for move in ask(Bridge(), "moves", **ending)["moves"]
    }


@pytest.mark.parametrize("ending", [WON, HUNT])
def test_a_won_ending_may_be_claimed_by_the_side_that_wins_it(ending: dict[str, Any]) -> None:
    bridge = Bridge()
    assert [(claim["side"], claim["kind"]) for claim in ask(bridge, "new", **ending)["claims"]] == [("w", "win")]
    assert code(bridge, "claim", side="b", kind="win") == "not-now"
    state = ask(bridge, "claim", side="w", kind="win")
    assert (state["outcome"]["winner"], state["outcome"]["reason"]) == ("w", "claim")


def test_a_drawn_ending_may_be_claimed_by_either_side() -> None:
    bridge = Bridge()
    claims = ask(bridge, "new", **DRAWN)["claims"]
    assert [(claim["side"], claim["kind"]) for claim in claims] == [("w", "draw"), ("b", "draw")]
    assert ask(bridge, "claim", side="b", kind="draw")["outcome"]["winner"] is None


@pytest.mark.parametrize("ending", [WON, HUNT])
def test_without_a_table_nothing_may_be_claimed(ending: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saltus.core.resources.TABLE_SUFFIX", ".nothing")
    assert ask(Bridge(), "new", **ending)["claims"] == []
    assert ask(Bridge(), "bestmove", **ending, depth=2)["exact"] is False


def test_at_the_start_nothing_may_be_claimed() -> None:
    for game in ("english", "italian", "gambit"):
        assert ask(Bridge(), "new", game=game)["claims"] == []

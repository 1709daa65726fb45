"""The bridge's replies to `review` and `cost`."""

from math import exp

import pytest
from saltus.core.phrase import spelled
from saltus.data.chances import SCALES
from saltus.protocol.bridge import Bridge

from tests.support.bridge import Message, ask, code, finish, send, slices

POINT_LOST = ["f2", "h4"]
"""A first turn of Gambit that gives a point away; any other of its column does not."""


def begun(game: str, *moves: str) -> Bridge:
    """A bridge with a match in which these moves have been played."""
    bridge = Bridge()
    ask(bridge, "new", game=game)
    for move in moves:
        assert ask(bridge, "play", text=move)["ok"]
    return bridge


def long() -> Bridge:
    """A bridge with a match so long that its review takes more steps than any test waits for."""
    bridge = begun("english")
    for _ in range(12):
        state = ask(bridge, "state")
        ask(bridge, "play", path=state["moves"][0]["path"])
    return bridge


def answered(bridge: Bridge) -> Message:
    """The next reply."""
    while True:
        for message in slices(bridge, 1):
            if "event" not in message:
                return message


def test_the_report_has_every_turn_the_chances_and_the_turning_points() -> None:
    bridge = begun("gambit", "f2xh4")
    report = ask(bridge, "review")
    assert report["ok"]
    (turn,) = report["turns"]
    assert (turn["node"], turn["ply"], turn["side"], turn["text"], turn["mark"]) == (1, 1, "b", "f2xh4", "??")
    assert not turn["good"]
    assert turn["best"]["score"] == 0
    assert turn["best"]["moves"][0]["captured"]
    assert turn["reason"]["text"] == "1. f2xh4 gave away a point: it was a draw, now White wins by a point."
    assert turn["proved"] == [0, -100]
    assert turn["refutation"][0]["captured"]
    assert report["chances"][0] == 0.5
    assert report["chances"][1] > 0.7
    assert report["marks"] == {"w": {"??": 0, "?": 0, "?!": 0}, "b": {"??": 1, "?": 0, "?!": 0}}
    assert report["accuracy"] == {"w": None, "b": None}, "no move, and a single one"
    (moment,) = report["moments"]
    assert moment["ply"] == 1
    assert moment["said"]["key"] == "turning.turned"


def test_the_opening_is_judged_by_the_values_of_the_book() -> None:
    bridge = begun("italian", "23-20")
    here = ask(bridge, "state")
    book = [ask(bridge, "openings", game="italian", rows=here["rows"], side=here["side"])]
    ask(bridge, "goto", node=0)
    start = ask(bridge, "state")
    book.append(ask(bridge, "openings", game="italian", rows=start["rows"], side=start["side"]))
    assert all(page["known"] for page in book)
    (turn,) = ask(bridge, "review")["turns"]
    assert turn["score"] == -book[0]["value"]
    scale = SCALES["italian"]
    before, after = (1 / (1 + exp(-score / scale)) for score in (book[1]["value"], turn["score"]))
    assert turn["loss"] == pytest.approx(before - after, abs=0.001)


def test_the_end_of_a_game_is_certain_in_the_graph() -> None:
    bridge = Bridge()
    rows = ["........", "........", "........", "........", "...b....", "....w...", "........", "........"]
    ask(bridge, "new", game="roman", rows=rows, side="w")
    ask(bridge, "play", path=["e3", "c5"])
    assert ask(bridge, "review", nodes=300)["chances"][-1] == 1


def test_progress_says_how_far_it_is_and_what_it_has_found() -> None:
    bridge = begun("rock", "b1-b3", "a5-c5", "c1-e3", "c5-a5")
    here = ask(bridge, "state")
    assert not ask(bridge, "openings", game="rock", rows=here["rows"], side=here["side"])["known"]
    ask(bridge, "new", game="rock", rows=here["rows"], side=here["side"])
    for move in ("b3-b1", "a5-c5"):
        assert ask(bridge, "play", text=move)["ok"]
    send(bridge, "review", nodes=6_000)
    *news, reply = finish(bridge)
    assert reply["ok"]
    shares = [one["share"] for one in news]
    assert shares == sorted(shares)
    assert all(one["event"] == "progress" and len(one["chances"]) == 3 for one in news)
    assert news[0]["chances"][0] is None, "it begins at the end"


def test_stop_alone_leaves_a_report_alone() -> None:
    bridge = long()
    send(bridge, "review", nodes=1_000_000)
    slices(bridge, 3)
    assert send(bridge, "stop")[0]["stopped"] is False
    assert bridge.busy
    assert send(bridge, "stop", of="review")[0]["stopped"] is True
    (reply,) = [one for one in finish(bridge) if "event" not in one]
    assert reply["stopped"]
    assert code(bridge, "stop", of="think") == "bad-request"


def test_a_stopped_report_has_the_turns_that_it_came_to() -> None:
    bridge = begun("gambit", "f2xh4")
    send(bridge, "review")
    send(bridge, "stop", of="review")
    (reply,) = [one for one in finish(bridge) if "event" not in one]
    assert reply["turns"] == []
    assert reply["chances"][0] is None
    assert reply["accuracy"] == {"w": None, "b": None}


def test_a_report_waits_while_there_is_anything_else() -> None:
    bridge = long()
    send(bridge, "review", nodes=1_000_000)
    slices(bridge, 2)
    send(bridge, "think", depth=1)
    assert answered(bridge)["id"] == "think"
    assert bridge.busy, "the report goes on"
    send(bridge, "think", time=3600)
    slices(bridge, 2)
    assert send(bridge, "stop")[0]["stopped"] is True
    answer = answered(bridge)
    assert (answer["id"], answer["stopped"]) == ("think", True)
    send(bridge, "stop", of="review")
    finish(bridge)


def test_walking_through_the_match_leaves_a_report_alone_and_another_match_ends_it() -> None:
    bridge = long()
    send(bridge, "review", nodes=1_000_000)
    slices(bridge, 2)
    assert send(bridge, "goto", node=0)[0]["ok"]
    slices(bridge, 2)
    assert bridge.busy
    send(bridge, "new", game="rock")
    (reply,) = [one for one in finish(bridge) if "event" not in one]
    assert reply["error"]["code"] == "not-now"


def test_without_a_match_there_is_no_report() -> None:
    assert code(Bridge(), "review") == "no-match"
    assert code(begun("rock"), "review", nodes="many") == "bad-request"


def test_a_match_without_turns_has_an_empty_report() -> None:
    report = ask(begun("rock"), "review", nodes=300)
    assert report["turns"] == report["moments"] == []
    assert len(report["chances"]) == 1


def test_a_turn_is_judged_by_what_it_costs() -> None:
    bridge = Bridge()
    bad = ask(bridge, "cost", game="gambit", path=POINT_LOST, time=1)
    assert (bad["mark"], bad["score"], bad["best"]["score"]) == ("??", -100, 0)
    good = ask(bridge, "cost", game="gambit", path=bad["best"]["moves"][0]["path"], time=1)
    assert (good["mark"], good["loss"]) == ("", 0)


def test_a_turn_that_is_not_legal_is_refused_with_the_rule() -> None:
    bridge = Bridge()
    (refused,) = send(bridge, "cost", game="gambit", path=["a2", "a3"], time=1)
    assert refused["error"]["code"] == "bad-move"
    assert refused["error"]["rule"] == "first-jump"
    assert code(bridge, "cost", game="gambit", path=["f2", "h4"]) == "bad-request"


def test_a_move_is_explained_with_its_squares() -> None:
    rows = ["........", "........", ".w......", "..b.....", "........", "......b.", "........", "........"]
    told = ask(Bridge(), "explain", game="roman", rows=rows, side="w", lines=[{"turns": ["b6-d4"]}])
    assert told["text"] == "Take the piece on c5: you win a piece."
    assert told["said"]["key"] == "hint.takes"
    assert told["squares"] == ["c5"]
    assert told["arrow"] == []


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"lines": []}, "bad-request"),
        ({"lines": [{"turns": []}]}, "bad-request"),
        ({"lines": [{"turns": ["d6-c5"]}] * 4}, "bad-request"),
        ({"lines": [{"turns": ["d6-c5"], "score": 2_000_000}]}, "bad-request"),
        ({"lines": [{"turns": ["d6-d5"]}]}, "bad-move"),
        ({"lines": [{"turns": ["d6-c5", "d6-c5"]}]}, "bad-move"),
        ({}, "bad-request"),
    ],
)
def test_what_cannot_be_explained_is_refused(fields: Message, error: str) -> None:
    assert code(Bridge(), "explain", game="english", **fields) == error


def test_a_position_without_a_move_is_not_explained() -> None:
    rows = ["........"] * 7 + ["B......."]
    assert code(Bridge(), "explain", game="english", rows=rows, side="w", lines=[{"turns": ["a1-b2"]}]) == "not-now"


def test_every_sentence_of_a_report_says_of_what_it_is_made() -> None:
    assert spelled("plain") is None
    bridge = begun("english", "9-14", "21-17", "14x21")
    (moment,) = ask(bridge, "review")["moments"]
    assert moment["said"]["values"]["deed"]["key"] == "turning.gave"

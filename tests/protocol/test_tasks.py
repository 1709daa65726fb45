"""Jobs: they run in slices, in order, and can be stopped. No clock is read here: a slice of 0 seconds is one step."""

import json

import pytest
from saltus.engine.think import Limits, SearchRequest, think
from saltus.games import keys
from saltus.protocol.bridge import Bridge

from tests.support.bridge import Message, ask, code, finish, send, slices

LONG = {"time": 3600}
FEW = 3
"""A stopped search answers within this many steps."""


def thinking(game: str = "english") -> Bridge:
    """A bridge with a `think` on a new match that takes an hour unless stopped."""
    bridge = Bridge()
    ask(bridge, "new", game=game)
    assert send(bridge, "think", **LONG) == []
    assert bridge.busy
    return bridge


def test_an_idle_bridge_has_nothing_to_do() -> None:
    bridge = Bridge()
    assert not bridge.busy
    assert bridge.work(0.05) == []


def test_think_answers_with_a_move_of_the_match() -> None:
    bridge = Bridge()
    state = ask(bridge, "new", game="english")
    reply = ask(bridge, "think", depth=3)
    assert reply["move"] in state["moves"]
    assert reply["move"]["path"] == reply["path"] == reply["pv"][0]
    assert (reply["depth"], reply["node"], reply["stopped"]) == (3, 0, False)
    assert ask(bridge, "play", path=reply["path"])["ok"]


def test_think_by_the_clock_answers_with_a_move() -> None:
    bridge = Bridge()
    state = ask(bridge, "new", game="italian")
    reply = ask(bridge, "think", clock={"left": 15, "increment": 0.01})
    assert reply["move"] in state["moves"]
    assert reply["depth"] > 0


def test_think_in_a_finished_match_is_not_now() -> None:
    bridge = Bridge()
    ask(bridge, "new", game="english")
    ask(bridge, "resign", side="w")
    assert code(bridge, "think", time=1) == "not-now"


def test_progress_is_told_while_thinking_and_only_then() -> None:
    bridge = thinking()
    said = slices(bridge, 40)
    assert said
    assert {message["event"] for message in said} == {"progress"}
    assert {"id", "event", "depth", "score", "nodes", "nps", "pv", "lines", "exact"} == set(said[-1])
    assert [message["nodes"] for message in said] == sorted(message["nodes"] for message in said)
    send(bridge, "stop")
    (reply,) = slices(bridge, FEW)
    assert reply["ok"]
    assert not bridge.busy


def test_one_slice_tells_one_piece_of_news_at_most() -> None:
    bridge = thinking("rock")
    assert len(bridge.work(0.1)) == 1


def test_progress_can_be_left_out_of_think_and_asked_of_bestmove() -> None:
    bridge = Bridge()
    ask(bridge, "new", game="english")
    send(bridge, "think", progress=False, **LONG)
    assert slices(bridge, 20) == []
    send(bridge, "stop")
    finish(bridge)
    send(bridge, "bestmove", game="english", **LONG)
    assert slices(bridge, 20) == []
    send(bridge, "stop")
    finish(bridge)
    send(bridge, "bestmove", game="english", progress=True, **LONG)
    assert {message["event"] for message in slices(bridge, 20)} == {"progress"}


@pytest.mark.parametrize("game", keys())
def test_a_stopped_search_answers_within_a_few_steps_with_what_it_has(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("saltus.core.resources.TABLE_SUFFIX", ".nothing")  # with its table Gambit is not searched
    bridge = thinking(game)
    slices(bridge, 10)
    assert send(bridge, "stop")[0]["stopped"] is True
    replies = [message for message in slices(bridge, FEW) if "event" not in message]
    assert [(reply["id"], reply["ok"], reply["stopped"]) for reply in replies] == [("think", True, True)]
    assert replies[0]["move"] in ask(bridge, "state")["moves"]
    assert not bridge.busy


def test_a_search_that_is_stopped_before_it_began_has_a_move_all_the_same() -> None:
    bridge = thinking()
    send(bridge, "stop")
    (reply,) = slices(bridge, FEW)
    assert reply["stopped"]
    assert reply["move"] in ask(bridge, "state")["moves"]


def test_stop_without_a_search_is_no_error() -> None:
    assert ask(Bridge(), "stop") == {"id": "stop", "ok": True, "stopped": False}


def test_a_perft_that_is_stopped_is_too_long() -> None:
    bridge = Bridge()
    send(bridge, "perft", game="rock", depth=40, time=3600)
    slices(bridge, 5)
    send(bridge, "stop")
    (reply,) = slices(bridge, FEW)
    assert reply["error"]["code"] == "too-long"


def test_other_requests_are_answered_in_between() -> None:
    bridge = thinking()
    slices(bridge, 5)
    assert send(bridge, "state")[0]["ok"]
    assert send(bridge, "moves", game="rock")[0]["ok"]
    assert bridge.busy


def test_work_is_done_in_the_order_asked() -> None:
    bridge = Bridge()
    for number in range(4):
        line = {"id": number, "op": "bestmove", "game": "gambit", "depth": 5 - number}
        assert bridge.receive(json.dumps(line)) == []
    assert [(reply["id"], reply["depth"]) for reply in finish(bridge)] == [(0, 5), (1, 4), (2, 3), (3, 2)]


def test_stop_ends_the_one_under_way_and_the_next_one_starts() -> None:
    bridge = thinking()
    send(bridge, "perft", game="gambit", depth=1)
    send(bridge, "stop")
    first, second = finish(bridge)
    assert next(message for message in (first, second) if message["id"] == "perft")["leaves"] == 20


@pytest.mark.parametrize(
    ("op", "fields"),
    [
        ("play", {"text": "9-14"}),
        ("new", {"game": "rock"}),
        ("load", {"text": "W:WK29:BK2", "game": "english"}),
        ("resign", {"side": "w"}),
    ],
)
def test_a_change_of_the_match_stops_what_is_thought_about_it(op: str, fields: Message) -> None:
    bridge = thinking()
    send(bridge, "think", **LONG)
    slices(bridge, 5)
    assert send(bridge, op, **fields)[0]["ok"]
    replies = [message for message in slices(bridge, 2 * FEW) if "event" not in message]
    assert [(reply["id"], reply["stopped"], reply["node"]) for reply in replies] == [("think", True, 0)] * 2
    assert not bridge.busy


def test_undo_redo_and_goto_stop_what_is_thought_and_asking_does_not() -> None:
    bridge = Bridge()
    ask(bridge, "new", game="english")
    ask(bridge, "play", text="9-14")
    for op, fields in (("undo", {}), ("redo", {}), ("goto", {"node": 0})):
        send(bridge, "think", **LONG)
        for quiet, more in (
            ("state", {}),
            ("why", {"path": []}),
            ("record", {"format": "json"}),
            ("redo", {"plies": 9}),
        ):
            send(bridge, quiet, **more)
        send(bridge, "offer", side="w")
        send(bridge, "decline", side="b")
        slices(bridge, FEW)
        assert bridge.busy
        send(bridge, op, **fields)
        slices(bridge, FEW)
        assert not bridge.busy, op


def test_a_change_of_the_match_leaves_questions_about_positions_alone() -> None:
    bridge = Bridge()
    ask(bridge, "new", game="english")
    send(bridge, "bestmove", game="english", depth=4)
    send(bridge, "play", text="9-14")
    (reply,) = finish(bridge)
    assert (reply["depth"], reply["stopped"]) == (4, False)


def test_weaker_levels_do_not_play_every_match_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = set()

    def heard(question: SearchRequest, limits: Limits) -> object:
        seeds.add(question.seed)
        return think(question, limits)

    monkeypatch.setattr("saltus.protocol.searches.searching", heard)
    bridge = Bridge()
    for _ in range(3):
        ask(bridge, "new", game="gambit")
        ask(bridge, "think", level=1, depth=1)
        ask(bridge, "think", level=1, depth=1)
    assert len(seeds) == 3


def shared(said: list[Message]) -> list[str]:
    """The shared entries."""
    return [message["entries"] for message in said if message.get("event") == "share"]


def test_what_one_bridge_shares_another_takes_over() -> None:
    first, second = Bridge(), Bridge()
    for bridge in (first, second):
        ask(bridge, "new", game="rock")
    send(first, "think", nodes=3_000, shares=True, progress=False)
    told = shared(finish_slowly(first))
    assert told
    assert sum(ask(second, "share", entries=entries)["known"] for entries in told) > 10


def test_what_is_shared_in_the_middle_of_a_search_is_heard_at_once() -> None:
    first, second = thinking("rock"), thinking("rock")
    send(first, "stop")
    finish(first)
    send(first, "think", helps=True, **LONG)
    told: list[str] = []
    while not told:
        told = shared(slices(first, 1))
    (reply,) = send(second, "share", entries=told[0])
    assert reply["ok"]
    assert second.busy


def test_who_is_not_asked_to_share_or_does_not_play_at_full_force_says_nothing_of_it() -> None:
    bridge = Bridge()
    ask(bridge, "new", game="rock")
    for fields in ({}, {"shares": False}, {"shares": True, "level": 9}, {"helps": True, "level": 1}):
        send(bridge, "think", nodes=2_000, **fields)
        assert shared(finish_slowly(bridge)) == []


def test_sharing_needs_a_match_and_entries() -> None:
    bridge = Bridge()
    assert code(bridge, "share", entries="") == "no-match"
    ask(bridge, "new", game="english")
    assert code(bridge, "share") == "bad-request"
    assert code(bridge, "share", entries="nonsense") == "bad-request"
    assert ask(bridge, "share", entries="")["known"] == 0


def finish_slowly(bridge: Bridge) -> list[Message]:
    """All messages from minimal slices until no job is left."""
    said: list[Message] = []
    while bridge.busy:
        said += slices(bridge, 1)
    return said

"""The worker: a request that needs what comes late waits for it, and changes nothing before."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import saltus.data
from saltus.core.game import Position
from saltus.engine.think import Limits, SearchRequest, think
from saltus.evaluation.patterns import Patterns
from saltus.games import keys
from saltus.games.english import English
from saltus.protocol.bridge import Bridge
from saltus.protocol.worker import Worker, rehearse
from saltus.tablebase.base import Values


@pytest.fixture
def worker() -> Worker:
    """A worker to which the late modules have not come."""
    return Worker("english rock")


def handle(worker: Worker, op: str, missing: str = "", **fields: Any) -> dict[str, Any] | None:
    """The immediate reply to a request; None if it waits for the late modules."""
    busy, reply = worker.handle(json.dumps({"id": 1, "op": op, **fields}), missing).split("\n")
    if not busy:
        assert reply == "rest"
        return None
    assert busy == "0"
    return dict(json.loads(reply))


def test_what_needs_no_late_module_is_answered(worker: Worker) -> None:
    state = handle(worker, "new", game="english")
    assert state
    assert state["ok"]
    reply = handle(worker, "record", format="json")
    assert reply
    assert reply["ok"]


def test_what_needs_one_is_answered_when_all_are_there(worker: Worker) -> None:
    handle(worker, "new", game="english")
    assert handle(worker, "record", format="pdn") is None
    worker.complete()
    reply = handle(worker, "record", format="pdn")
    assert reply
    assert reply["text"].startswith("[Event")


def test_what_needs_one_that_does_not_come_is_refused_and_may_be_asked_again(worker: Worker) -> None:
    handle(worker, "new", game="english")
    refused = handle(worker, "record", missing="the host is gone", format="pdn")
    assert refused
    assert refused["error"] == {"code": "not-loaded", "message": "the host is gone"}
    assert handle(worker, "record", format="pdn") is None


@pytest.mark.parametrize(
    ("op", "fields"),
    [
        ("new", {"game": "english", "ballot": 1}),
        ("load", {"text": "1. 9-14 *", "game": "english"}),
        ("load", {"text": '{"saltus": 1, "nodes": [{"sgf": "BL[299]"}]}', "format": "json"}),
        ("think", {"depth": 1, "shares": True}),
        ("think", {"depth": 1, "helps": True}),
        *(
            (op, {})
            for op in ("share", "contents", "parse", "encoding", "review", "openings", "index", "page", "puzzle")
        ),
    ],
)
def test_what_is_asked_for_decides_what_it_needs(worker: Worker, op: str, fields: dict[str, Any]) -> None:
    handle(worker, "new", game="gambit")
    assert handle(worker, op, **fields) is None


def test_a_search_without_its_weights_says_which_and_plays_when_they_are_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folders = list(saltus.data.__path__)
    monkeypatch.setattr(English, "patterns", Patterns("english"))
    monkeypatch.setattr(saltus.data, "__path__", [str(tmp_path)])
    worker = Worker("english rock")
    bestmove, think = (
        {"id": 1, "op": "bestmove", "game": "english", "depth": 3},
        {"id": 2, "op": "think", "depth": 3},
    )
    handle(worker, "new", game="english")
    for asked in map(json.dumps, (bestmove, think)):
        assert worker.handle(asked) == "\nenglish"
        busy, reply = worker.handle(asked, "the host is gone").split("\n")
        assert busy == "0"
        assert json.loads(reply)["error"] == {"code": "not-loaded", "message": "the host is gone"}
    monkeypatch.setattr(saltus.data, "__path__", folders)
    assert worker.handle(json.dumps(bestmove)) == "1"
    while (said := worker.handle(None)) == "1":
        pass
    assert json.loads(said.split("\n")[1])["depth"] == 3


def finish(worker: Worker) -> None:
    """Let a worker do all that it has to do, of which nothing answers anybody."""
    while (said := worker.handle(None)) != "0":
        assert said == "1"


def test_getting_ready_searches_once_and_answers_nobody(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[Position] = []

    def by_depth(question: SearchRequest, limits: Limits) -> Iterator[object]:
        assert limits.time
        searched.append(question.position)
        return think(question, Limits(depth=4))

    monkeypatch.setattr("saltus.protocol.bridge.think", by_depth)
    worker.prepare()
    finish(worker)
    assert searched == []  # there is no match yet
    handle(worker, "new", game="english")
    worker.prepare()
    finish(worker)
    assert len(searched) == 1
    worker.prepare()
    finish(worker)
    assert len(searched) == 1


def test_what_is_asked_does_not_wait_until_all_is_ready(worker: Worker) -> None:
    handle(worker, "new", game="english")
    worker.prepare()
    assert worker.handle(None) == "1"
    busy, reply = worker.handle(json.dumps({"id": 5, "op": "think", "depth": 2})).partition("\n")[::2]
    assert (busy, reply) == ("1", "")
    busy, *replies = worker.handle(None).split("\n")
    assert busy == "1"
    assert json.loads(replies[-1])["id"] == 5
    assert json.loads(replies[-1])["ok"]


@pytest.mark.parametrize("men", ["........", "b.b.b.b."], ids=["probed now", "probed soon"])
def test_getting_ready_unpacks_the_endings(worker: Worker, monkeypatch: pytest.MonkeyPatch, men: str) -> None:
    monkeypatch.setattr("saltus.protocol.bridge.WARM_UP_SECONDS", 0)
    values = Values("italian")
    monkeypatch.setattr("saltus.tablebase.draughts._values", lambda key: values)
    empty = "........"
    rows = [men, empty, "..w.....", empty, empty, empty, "..B.....", men.replace("b", "w")[::-1]]
    handle(worker, "new", game="italian", rows=rows, side="w")
    worker.prepare()
    finish(worker)
    monkeypatch.setattr("saltus.tablebase.base.unpack", None)  # no more of that
    assert values.all()


@pytest.mark.parametrize("key", keys())
def test_a_rehearsal_asks_only_what_is_answered(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    told: list[str] = []
    receive, work = Bridge.receive, Bridge.work

    def hear(bridge: Bridge, text: str | bytes) -> list[str]:
        told.extend(replies := receive(bridge, text))
        return replies

    def go_on(bridge: Bridge, seconds: float) -> list[str]:
        told.extend(replies := work(bridge, seconds))
        return replies

    monkeypatch.setattr(Bridge, "receive", hear)
    monkeypatch.setattr(Bridge, "work", go_on)
    rehearse(key)
    replies = [json.loads(one) for one in told]
    assert [(one["id"], one["ok"]) for one in replies] == [(1, True), (2, True), (3, True), (4, True)]

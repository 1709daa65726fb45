"""The worker's door: what needs a module that has not come yet waits for it, and changes nothing before."""

import importlib
import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from saltus import levels
from saltus.door import Door

LATE = "saltus.notation.pdn"


@pytest.fixture
def door() -> Iterator[Door]:
    """A door behind which a module is late."""
    before = sys.modules.pop(LATE, None)
    parent = importlib.import_module("saltus.notation")
    vars(parent).pop("pdn", None)
    made = Door(LATE)
    yield made
    made.complete()
    if before:
        sys.modules[LATE] = before
        vars(parent)["pdn"] = before


def knock(door: Door, op: str, missing: str = "", **fields: Any) -> dict[str, Any] | None:
    """The reply to a question that is answered at once; None where it waits."""
    said = door.knock(json.dumps({"id": 1, "op": op, **fields}), missing)
    if not said:
        return None
    busy, reply = said.split("\n")
    assert busy == "0"
    return dict(json.loads(reply))


def test_what_needs_no_late_module_is_answered(door: Door) -> None:
    state = knock(door, "new", game="english")
    assert state
    assert state["ok"]
    reply = knock(door, "record", format="json")
    assert reply
    assert reply["ok"]


def test_what_needs_one_is_answered_when_all_are_there(door: Door) -> None:
    knock(door, "new", game="english")
    assert knock(door, "record", format="pdn") is None
    door.complete()
    reply = knock(door, "record", format="pdn")
    assert reply
    assert reply["text"].startswith("[Event")


def test_what_needs_one_that_does_not_come_is_refused_and_may_be_asked_again(door: Door) -> None:
    knock(door, "new", game="english")
    refused = knock(door, "record", missing="the host is gone", format="pdn")
    assert refused
    assert refused["error"] == {"code": "not-loaded", "message": "the host is gone"}
    assert knock(door, "record", format="pdn") is None


def test_a_search_that_needs_one_begins_anew_and_no_reply_is_lost(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    think = levels.think

    def late_in_the_search(*args: Any, **more: Any) -> Iterator[Any]:
        for at, found in enumerate(think(*args, **more)):
            if more["max_depth"] == 3 and at:
                importlib.import_module(LATE)
            yield found

    monkeypatch.setattr("saltus.work.think", late_in_the_search)
    knock(door, "new", game="english")
    for depth in (1, 3):
        door.knock(json.dumps({"id": depth, "op": "think", "depth": depth, "progress": False}))
    heard: list[dict[str, Any]] = []
    busy = "1"
    while busy == "1":
        busy, *replies = door.knock(None).split("\n")
        heard += map(json.loads, replies)
        if not busy:
            door.complete()
            busy = "1"
    assert [(reply["id"], reply["ok"], reply["depth"]) for reply in heard] == [(1, True, 1), (3, True, 3)]

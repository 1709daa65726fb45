"""Talking to a bridge in tests."""

import json
from pathlib import Path
from typing import Any

from saltus.protocol.bridge import Bridge

ORACLE = Path(__file__).parents[1] / "games" / "oracle"

START = [".b.b.b.b", "b.b.b.b.", ".b.b.b.b", "........", "........", "w.w.w.w.", ".w.w.w.w", "w.w.w.w."]
"""The first position of English checkers."""
TWO_WAYS = ["........", "......b.", "........", "..b.b...", "...w....", "........", "........", "........"]
"""White may take c5 (to b6), or e5 and then either nothing or g7; Black has a piece too many to lose at once."""

Message = dict[str, Any]


def oracle(game: str) -> Message:
    """The positions of one game that independent programs agree on."""
    found: Message = json.loads((ORACLE / f"{game}.public.json").read_text())
    return found


def finish(bridge: Bridge) -> list[Message]:
    """All that is said until nothing is under way any more."""
    said: list[str] = []
    while bridge.busy:
        said += bridge.work(0.05)
    return [json.loads(line) for line in said]


def slices(bridge: Bridge, count: int) -> list[Message]:
    """What is said in this number of minimal slices: each is one step of a job."""
    return [json.loads(line) for _ in range(count) for line in bridge.work(0)]


def send(bridge: Bridge, op: str, **fields: Any) -> list[Message]:
    """What is answered at once."""
    return [json.loads(line) for line in bridge.receive(json.dumps({"id": op, "op": op, **fields}))]


def ask(bridge: Bridge, op: str, **fields: Any) -> Message:
    """The reply to a request, whenever it comes; the progress before it is left out."""
    said = [*send(bridge, op, **fields), *finish(bridge)]
    (reply,) = [message for message in said if "event" not in message]
    return reply


def code(bridge: Bridge, op: str, **fields: Any) -> str:
    """The code of the error that a request is answered with."""
    reply = ask(bridge, op, **fields)
    assert reply["ok"] is False, reply
    assert reply["error"]["message"]
    return str(reply["error"]["code"])

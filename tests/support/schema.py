"""Compares JSON with the protocol's types: a value must have every field of its type, no other, each of its type."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from bundle.kinds import kind_of
from bundle.ops import Op
from saltus.core.kind import MISSING, Kind, Problem, problems
from saltus.protocol.schema import errors

Message = dict[str, Any]


@cache
def known(wanted: Any) -> Kind:
    """The kind of a type."""
    return kind_of(wanted, {})


def wrong(value: object, wanted: Any, place: str = "value") -> list[str]:
    """What is wrong with a value of the type `wanted`, each with its place."""
    return [said(problem) for problem in problems(value, known(wanted), (place,))]


def said(problem: Problem) -> str:
    place, kind, value = problem
    *around, last = map(str, place)
    if kind[0] == "unknown":
        return f"{'.'.join(around)} has an unknown field {last}"
    if value is MISSING:
        return f"{'.'.join(around)} lacks {last}"
    return f"{'.'.join([*around, last])}: {value!r:.80} is not {kind}"


def wrong_message(message: Mapping[str, Any], op: Op) -> list[str]:
    """What is wrong with a reply to a request of this kind, or with an event before it."""
    fields = {name: part for name, part in message.items() if name not in ("id", "ok", "event")}
    match message:
        case {"event": str(event)}:
            return wrong(fields, op.events[event], event) if event in op.events else [f"there is no event {event}"]
        case {"ok": True}:
            return wrong(fields, op.reply, "reply")
        case {"ok": False, "error": {"code": code}} if code not in (*errors.ANYWHERE, *op.errors):
            return [f"the error {code} is not listed for this request"]
    return wrong_error(message)


def wrong_error(message: Mapping[str, Any]) -> list[str]:
    """What is wrong with the reply to a request that failed."""
    if message.keys() != {"id", "ok", "error"} or message["ok"] is not False:
        return [f"{message!r:.80} is neither a reply nor an event"]
    return wrong(message["error"], errors.ProtocolError, "error")

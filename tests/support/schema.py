"""Compares JSON with the protocol's types: a value must have every field of its type, no other, each of its type."""

import typing
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

from saltus.protocol.schema import errors
from saltus.protocol.schema.ops import Op

Message = dict[str, Any]

SCALARS: Mapping[Any, tuple[type, ...]] = {
    str: (str,),
    bool: (bool,),
    int: (int,),
    float: (int, float),
    NoneType: (NoneType,),
}
"""What JSON may have where a type stands. A number without a fraction may be written as a whole one."""


@cache
def fields_of(wanted: Any) -> Mapping[str, Any]:
    """The fields of a TypedDict, with those of its bases, and their types."""
    return get_type_hints(wanted)


def wrong(value: object, wanted: Any, place: str = "") -> list[str]:
    """What is wrong with a value of the type `wanted`, each with its place."""
    return list(_wrong(value, wanted, place or "value"))


def _wrong(value: object, wanted: Any, place: str) -> Iterator[str]:
    origin = get_origin(wanted)
    if is_typeddict(wanted):
        yield from _wrong_fields(value, wanted, place)
    elif origin in (typing.Union, UnionType):
        found = [wrong(value, one, place) for one in get_args(wanted)]
        if all(found):
            # The likeliest type is the one that fits best.
            yield from min(found, key=len)
    elif origin is Literal:
        if not any(value == one and type(value) is type(one) for one in get_args(wanted)):
            yield f"{place}: {value!r:.80} is none of {get_args(wanted)}"
    elif origin is Sequence:
        if not isinstance(value, list):
            yield f"{place}: {value!r:.80} is no array"
            return
        for at, item in enumerate(value):
            yield from _wrong(item, get_args(wanted)[0], f"{place}[{at}]")
    elif origin is Mapping:
        key, item = get_args(wanted)
        yield from _wrong_mapping(value, key, item, place)
    elif wanted is not Any and not _is_scalar(value, wanted):
        yield f"{place}: {value!r:.80} is no {wanted.__name__}"


def _is_scalar(value: object, wanted: Any) -> bool:
    """Whether a value is of a plain type. In Python, true and false are whole numbers; in JSON they are not."""
    return isinstance(value, SCALARS[wanted]) and isinstance(value, bool) is (wanted is bool)


def _wrong_fields(value: object, wanted: Any, place: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{place}: {value!r:.80} is no {wanted.__name__}"
        return
    hints, name = fields_of(wanted), wanted.__name__
    yield from (f"{place}: {name} has no field {field}" for field in value.keys() - hints.keys())
    yield from (f"{place}: {name} lacks {field}" for field in wanted.__required_keys__ - value.keys())
    for field in value.keys() & hints.keys():
        yield from _wrong(value[field], hints[field], f"{place}.{field}")


def _wrong_mapping(value: object, key: Any, item: Any, place: str) -> Iterator[str]:
    """If the keys are listed, each must be there, as in TypeScript's `Record`."""
    if not isinstance(value, dict):
        yield f"{place}: {value!r:.80} is no object"
        return
    if get_origin(key) is Literal and value.keys() != set(get_args(key)):
        yield f"{place}: the keys are {sorted(value)}, not {get_args(key)}"
    for name, part in value.items():
        yield from _wrong(part, item, f"{place}.{name}")


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


def wrong_request(fields: Mapping[str, Any], op: Op) -> list[str]:
    """What is wrong with the fields of a request. A null field counts as missing; unknown fields are ignored, also in
    the objects inside."""
    sent = {name: part for name, part in fields.items() if part is not None and name not in ("id", "op")}
    return [problem for problem in wrong(sent, op.request, "request") if " has no field " not in problem]

"""Makes kinds of types (`saltus.core.kind`), and the tables of those that the program checks."""

from collections.abc import Iterable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from saltus.core.kind import Kind
from saltus.core.limits import Dynamic, Most, Range

PLAIN: Mapping[Any, Kind] = {
    str: ("text",),
    bool: ("truth",),
    int: ("whole",),
    float: ("number",),
    NoneType: ("null",),
    Any: ("any",),
    object: ("any",),
}

Table = dict[str, dict[str, Kind]]
"""The fields of each TypedDict, by its name."""


def kind_of(hint: Any, table: Table) -> Kind:
    """Returns the kind of a type. The fields of each TypedDict in it are added to the table."""
    origin, inner = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        name: str = hint.__name__
        if name not in table:
            table[name] = fields = {}
            for field, inner_hint in get_type_hints(hint, include_extras=True).items():
                fields[field] = kind_of(inner_hint, table)
            table[name] = table.pop(name)
        return ("object", table[name])
    if origin is Annotated:
        return limited(kind_of(inner[0], table), inner[1])
    if origin is NotRequired:
        return ("optional", kind_of(inner[0], table))
    if origin in (Union, UnionType):
        return ("or", tuple(kind_of(one, table) for one in inner))
    if origin is Literal:
        return ("one", inner)
    if origin is Sequence:
        return ("array", kind_of(inner[0], table))
    if origin is Mapping:
        return ("map", *(kind_of(one, table) for one in inner))
    return PLAIN[hint]


def limited(kind: Kind, limit: object) -> Kind:
    """Returns a kind with what `Annotated` says of it."""
    match limit:
        case Range(low, high):
            return (*kind, low, high)
        case Most(items):
            return (*kind, items)
        case "base64":
            return ("base64",)
        case Dynamic():
            return ("any",)
    raise ValueError(f"{limit!r} is no limit")


def table_of(hints: Iterable[Any], known: Table | None = None) -> Table:
    """Returns the fields of each TypedDict in these types, after those that are known."""
    table = dict(known or {})
    for hint in hints:
        kind_of(hint, table)
    return table

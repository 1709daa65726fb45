"""Whether JSON is of the kind that a type says: one walk for requests, records and replies.

`py/bundle/kinds.py` makes the kinds of the types, as tuples that need no `typing` when the program runs:

    ("text",) ("base64",) ("truth",) ("null",) ("any",)   a plain value
    ("whole", low, high) ("number", low, high)            a number, with limits or without
    ("one", ("w", "b"))                                   one of these texts
    ("or", (kind, …))                                     a value of one of these kinds
    ("array", kind, most)                                 an array, with a limit or without
    ("map", kind, kind)                                   an object with keys of a kind; listed ones are all there
    ("object", fields)                                    an object with these fields, each of its kind
    ("optional", kind)                                    of a field that may be missing
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

Kind: TypeAlias = tuple[Any, ...]
Fields: TypeAlias = Mapping[str, Kind]  # Those of an object, by name.
Place: TypeAlias = tuple[str | int, ...]  # The names and the numbers that lead to a value.
Problem: TypeAlias = tuple[Place, Kind, object]
"""A value that is not of its kind, and where it is. Of a field that its type does not have, the kind is "unknown" and
the names of those that it has."""

MISSING = object()  # The value of a field that is not there.
HOLDING = frozenset(("or", "array", "map", "object"))  # The kinds of what holds other values.
_PYTHON: Mapping[str, Any] = {
    **dict.fromkeys(("text", "base64", "one"), str),
    **dict.fromkeys(("map", "object"), dict),
    **dict.fromkeys(("any", "or"), object),
    "truth": bool,
    "null": type(None),
    "whole": int,
    "number": (int, float),
    "array": list,
}


def fits(value: Any, kind: Kind) -> bool:
    """Whether a value is of a kind, without what it holds. In JSON true and false are no numbers."""
    name = kind[0]
    if not isinstance(value, _PYTHON[name]):
        return False
    if name == "whole" or name == "number":
        return value is not True and value is not False and (len(kind) == 1 or kind[1] <= value <= kind[2])
    if name == "one":
        return value in kind[1]
    return name != "array" or len(kind) == 2 or len(value) <= kind[2]


def problems(value: Any, kind: Kind, place: Place = (), exact: bool = True) -> list[Problem]:
    """What is wrong with a value. Unless `exact`, unknown fields may be there, null counts as missing, and an array
    is wrong as a whole rather than one of its items."""
    if not fits(value, kind):
        return [(place, kind, value)]
    name, inner = kind[0], kind[-1]
    found: list[Problem] = []
    if name == "or":
        likely = [each for each in inner if fits(value, each)] or inner[:1]
        return min((problems(value, each, place, exact) for each in likely), key=len)
    if name == "array":
        inner = kind[1]
        for at, item in enumerate(value):
            is_right = fits(item, inner)
            if not is_right and not exact:
                return [(place, kind, value)]
            if not is_right or inner[0] in HOLDING:
                found += problems(item, inner, (*place, at), exact)
    elif name == "map":
        if kind[1][0] == "one" and value.keys() != set(kind[1][1]):
            found.append((place, kind, value))
        for key, item in value.items():
            if inner[0] in HOLDING or not fits(item, inner):
                found += problems(item, inner, (*place, key), exact)
    elif name == "object":
        return _problems_of_fields(value, inner, place, exact)
    return found


def _problems_of_fields(value: Mapping[str, Any], fields: Fields, place: Place, exact: bool) -> list[Problem]:
    found: list[Problem] = []
    if exact:
        found += [((*place, name), ("unknown", *fields), value[name]) for name in value if name not in fields]
    for name, kind in fields.items():
        item = value.get(name, MISSING)
        is_optional = kind[0] == "optional"
        if item is MISSING or (item is None and not exact):
            if not is_optional and (exact or not fits(None, kind)):
                found.append(((*place, name), kind, MISSING))
            continue
        if is_optional:
            kind = kind[1]
        if kind[0] in HOLDING or not fits(item, kind):
            found += problems(item, kind, (*place, name), exact)
    return found

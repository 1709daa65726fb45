"""Kinds of JSON as requests read them: null and unknown fields pass, and an array is wrong as a whole.

`tests/protocol/test_schema.py` has the exact way, by which replies are compared.
"""

import pytest
from saltus.core.kind import MISSING, Kind, problems

CLOCK: Kind = ("object", {"left": ("number", 0, 60), "increment": ("optional", ("number", 0, 60))})
ENTRY: Kind = ("object", {"ply": ("or", (("whole", 1, 9), ("null",))), "game": ("any",)})
SQUARES: Kind = ("array", ("text",), 2)

RIGHT = [
    ({"left": 1.5, "increment": None, "more": []}, CLOCK),
    ({"ply": None}, ENTRY),
    ({}, ENTRY),
    (["a1", "b2"], SQUARES),
    ({"quiet": True}, ("map", ("text",), ("truth",))),
]


@pytest.mark.parametrize(("value", "kind"), RIGHT)
def test_null_and_unknown_fields_count_as_missing(value: object, kind: Kind) -> None:
    assert problems(value, kind, exact=False) == []


WRONG = [
    ({}, CLOCK, ("left",), MISSING),
    ({"left": None}, CLOCK, ("left",), MISSING),
    ({"left": True}, CLOCK, ("left",), True),
    ({"left": 1, "increment": 61}, CLOCK, ("increment",), 61),
    ({"ply": 0}, ENTRY, ("ply",), 0),
    (["a1", 2], SQUARES, (), ["a1", 2]),
    (["a1", "b2", "c3"], SQUARES, (), ["a1", "b2", "c3"]),
    ([{"left": 1}, {}], ("array", CLOCK, 9), (1, "left"), MISSING),
    ([{}, 7], ("array", CLOCK, 9), (), [{}, 7]),
    ({"quiet": 1}, ("map", ("text",), ("truth",)), ("quiet",), 1),
]


@pytest.mark.parametrize(("value", "kind", "place", "blamed"), WRONG)
def test_the_first_wrong_value_is_named_or_the_whole_array(
    value: object, kind: Kind, place: tuple[str | int, ...], blamed: object
) -> None:
    ((where, _, found), *_) = problems(value, kind, exact=False)
    assert where == place
    assert found is blamed or found == blamed

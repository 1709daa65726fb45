"""No regular expression repeats a group possessively: Python 3.11.0 to 3.11.4 matches that wrongly.

There `(?:ab?c)++` matches all of "aca" (CPython's issue 106052). An atomic group, `(?>(?:ab?c)+)`, matches "ac".
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

import saltus


def _possessive_groups(pattern: Any) -> Iterator[Any]:
    for op, argument in pattern:
        if op is _constants.POSSESSIVE_REPEAT and argument[2].getwidth() != (1, 1):
            yield argument
        for part in argument if isinstance(argument, list | tuple) else [argument]:
            for inner in part if isinstance(part, list) else [part]:
                if isinstance(inner, _parser.SubPattern):
                    yield from _possessive_groups(inner)


def _repeats_a_group(pattern: re.Pattern[str]) -> bool:
    return any(True for _ in _possessive_groups(_parser.parse(pattern.pattern, pattern.flags)))


def test_the_check_sees_what_it_forbids() -> None:
    assert _repeats_a_group(re.compile(r"x|(?:y(?=(?:ab?c)++z))"))
    assert not _repeats_a_group(re.compile(r"[ab]*+(?>(?:ab?c)+)\s{2,3}+"))


def test_no_group_is_repeated_possessively() -> None:
    patterns = []
    for module in pkgutil.walk_packages(saltus.__path__, "saltus."):
        if not module.name.endswith("__main__"):
            names = vars(importlib.import_module(module.name)).items()
            patterns += [(module.name, name, it) for name, it in names if isinstance(it, re.Pattern)]
    assert len(patterns) > 50
    assert [(module, name) for module, name, pattern in patterns if _repeats_a_group(pattern)] == []

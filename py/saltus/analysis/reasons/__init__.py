"""Reasons for a move that are facts, counted on the board or proved by a search: one list, the strongest kind first.

Each `Kind` is a function with its strength, in a module of this folder: there is no other table to add a kind to. It
takes a `Question`, which has a move and the positions to compare, and returns a `Reason` or None.
"""

import os
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module

from saltus.analysis.reasons.exchange import TooLongError
from saltus.analysis.reasons.kind import Kind
from saltus.analysis.reasons.question import Question, Reason


@cache
def kinds() -> tuple[Kind, ...]:
    """All kinds, the strongest first."""
    names = {name.split(".")[0] for folder in __path__ for name in os.listdir(folder)}  # noqa: PTH208
    modules = [import_module(f"{__name__}.{name}") for name in sorted(names) if not name.startswith("_")]
    found = {value for module in modules for value in vars(module).values() if isinstance(value, Kind)}
    return tuple(sorted(found, key=lambda kind: -kind.strength))


def holding(question: Question, kinds: Iterable[Kind]) -> Iterator[tuple[Kind, Reason]]:
    """The kinds that hold of a move and may be said in its game, with their reasons; those for which too much had to
    be counted are left out."""
    for kind in kinds:
        if question.decided_by not in kind.decided_by:
            continue
        try:
            reason = kind.find(question)
        except TooLongError:
            continue
        if reason is not None:
            yield kind, reason

"""What `Annotated` says of JSON beside its type, for the kinds that are made of it (`saltus.core.kind`).

Nothing imports this when the program runs.
"""

from typing import NamedTuple

MAX_JSON_INTEGER = (1 << 53) - 1  # The largest whole number that JavaScript has exactly.


class Range(NamedTuple):
    """A number from `low` to `high`."""

    low: float
    high: float


class Most(NamedTuple):
    """The greatest length of an array."""

    items: int


class Dynamic(NamedTuple):
    """A value with limits that depend on the game, the match or another field: its reader checks it."""

    on: str

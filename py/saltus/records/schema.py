"""The fields of a record in JSON (`saltus.records.json`), as types. `build.py protocol` makes `fields.py` from them,
the table that records are checked by."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from saltus.core.game import Side
from saltus.core.limits import Range


class Clock(TypedDict):
    initial: float
    increment: float


class Ending(TypedDict):
    reason: str
    winner: Side | None


class Moved(TypedDict):
    parent: int
    path: Sequence[str]
    spent: NotRequired[float | None]


class Root(TypedDict):
    comment: NotRequired[str]
    glyphs: NotRequired[Sequence[Annotated[int, Range(0, 255)]]]
    sgf: NotRequired[str]
    ending: NotRequired[Ending]
    main: NotRequired[Any]  # The number of a child, or null.


class Turn(Moved, Root):
    pass


class Record(TypedDict):
    saltus: Any  # The version.
    game: str
    options: Mapping[str, bool]
    setup: str | None
    seed: int | None
    rows: Sequence[str]
    side: Side
    clock: Clock | None
    tags: Mapping[str, str]
    nodes: Sequence[Any]  # First the root, then turns.
    node: int
    through: int
    ended: bool
    offer: Side | None

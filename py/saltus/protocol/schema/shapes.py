"""The values that requests and replies are made of.

Beside or under each field stands what it is, unless its name says so. `py/bundle/protocol.py` makes the page's types
and `py/docs/protocol.md` from these modules, and the tests compare every reply with them. Nothing imports them when
the program runs: in JSON all of them are plain objects and arrays.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias, TypedDict

from saltus.core.limits import MAX_JSON_INTEGER, Most, Range

Side: TypeAlias = Literal["w", "b"]  # White or Black.
Result: TypeAlias = Literal["w", "b", "draw"]  # How a game ended: the winner's side, or a draw.
Format: TypeAlias = Literal["json", "pdn", "sgf", "position"]  # A form of games. Each game has some of them.
Score: TypeAlias = int
"""The value of a position for the side to move, about 100 for a piece. A win in n plies is 1,000,000 - n, a loss the
negative."""
Count: TypeAlias = Annotated[int, Range(0, MAX_JSON_INTEGER)]
"""Up to the largest whole number that JavaScript has exactly."""
Positive: TypeAlias = Annotated[int, Range(1, MAX_JSON_INTEGER)]  # The same, but not 0.
Base64: TypeAlias = Annotated[str, "base64"]  # Bytes as text.
Path: TypeAlias = Annotated[Sequence[str], Most(100)]
"""A move as squares: the origin and every landing square in order. Empty for a pass."""


class Sentence(TypedDict):
    """A sentence that can be translated: the key of its template, and the values to fill it with."""

    key: str
    values: "Mapping[str, Spelled]"


Either = TypedDict("Either", {"or": "Sequence[Spelled]"})  # Several things joined by `or`, as in `a, b or c`.
Both = TypedDict("Both", {"and": "Sequence[Spelled]"})  # Several things joined by `and`.

Spelled: TypeAlias = "str | int | Sentence | Either | Both"
"""What a sentence is made of. Text and numbers need no translation."""


class Said(TypedDict):
    """A sentence for people."""

    text: str  # The sentence in English.
    said: Sentence | None  # The same in its translatable form; null if there is none.


class Board(TypedDict):
    """The pieces and the side to move."""

    rows: Sequence[str]  # The board, the top rank first: `w` `b` pieces, `W` `B` kings, `.` empty.
    side: Side  # The side to move.


class Move(TypedDict):
    """One whole move."""

    path: Path
    captured: Sequence[str]  # The squares of the pieces that it captures, in order.
    crowns: bool
    text: str  # The move in the game's notation: `11x18`.


class Outcome(Said):
    """How a game ended."""

    winner: Side | None  # Null for a draw.
    reason: str  # The key of the rule that ended it.
    scores: Mapping[Side, int] | None  # Each side's points; null in games that count none.
    islands: Mapping[Side, Sequence[Sequence[str]]] | None
    """Each side's groups of squares that earned the points; null in games that count none."""

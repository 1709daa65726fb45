"""The state of the current match."""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from saltus.protocol.schema.shapes import Board, Move, Outcome, Result, Said, Side


class Node(TypedDict):
    """One move in the tree of variations, and the position after it."""

    node: int  # Its id. The start of the match is node 0, and not listed.
    parent: int
    ply: int
    side: Side  # The side that made the move.
    move: Move
    main: bool  # Whether it is on the current line: from the root through the node on the board to the last redo.
    chief: bool  # Whether it is its parent's main child. The chief nodes are the main line of the record.
    result: Result | None  # How the game ended with this move; null if it did not.
    glyphs: NotRequired[Sequence[int]]  # Numeric annotation glyphs of the record.
    comment: NotRequired[str]
    repeats: NotRequired[int]  # How many times the position has occurred, from 2 on, in games that count it.
    claimable: NotRequired[Said]  # The draw that could have been claimed here, in a record that goes on after it.


class End(Outcome):
    """How the main line of the record ends."""

    node: int


class Claim(Said):
    """A result that a side may claim."""

    side: Side
    kind: Literal["win", "draw"]


class Counter(Said):
    """A count towards a draw."""

    key: Literal["repetition", "quiet"]  # The occurrences of the position, or the plies without progress.
    count: int
    limit: int  # The count at which the game is drawn.


class Clock(TypedDict):
    """The clocks at the start of the current move, in seconds."""

    w: float
    b: float
    increment: float
    initial: float


class RecordWarning(Said):
    """An error or a gap in a record that did not stop the reading."""

    line: int
    column: int


class Group(TypedDict):
    """A group of touching pieces of one side that counts in its game."""

    squares: Sequence[str]
    points: int | None  # What it is worth; null in a game without points.


class MatchState(Board):
    """The current match. The reply to every request that changes it."""

    game: str
    options: Mapping[str, bool]
    setup: str | None  # Null if the match began from a given position.
    seed: int | None  # The number that a random start was drawn with; null if the start is not random.
    ballot: int | None
    ply: int
    node: int  # The node on the board.
    moves: Sequence[Move]  # The legal moves.
    forced: bool  # Whether every legal move captures.
    last: Move | None  # The move that led here; null at the start.
    before: Sequence[str] | None  # The board before that move; null at the start.
    outcome: Outcome | None  # Null while the game goes on.
    history: Sequence[Node]  # Every node of the variation tree except the root, as first played.
    comment: NotRequired[str]  # The comment before the first move.
    end: End | None  # How the main line of the record ends; null if it does not.
    can_undo: bool
    can_redo: bool
    offer: Side | None  # The side that offers a draw.
    claims: Sequence[Claim]
    counters: Sequence[Counter]
    clock: Clock | None  # Null without clocks.
    groups: Mapping[Side, Sequence[Group]] | None
    """The groups that count now, the largest first: in Gambit islands, in Rock all. Null in other games."""
    counts: Mapping[Side, int]  # How many pieces each side has.
    position: str  # The position as text.
    names: NotRequired[Mapping[Side, str]]
    """What the record calls the players; missing if it names none, empty for one that it does not name."""
    record: NotRequired[str]  # The match as text of the json format, if the request was `recorded`.
    warnings: NotRequired[Sequence[RecordWarning]]  # After `load`: errors and gaps that did not stop the reading.

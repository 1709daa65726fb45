"""The values that requests and replies are made of.

Beside or under each field stands what it is, unless its name says so. `py/bundle/protocol.py` makes the page's types
and `py/docs/protocol.md` from these modules, and the tests compare every reply with them. Nothing imports them when
the program runs: in JSON all of them are plain objects and arrays.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypeAlias, TypedDict

Side: TypeAlias = Literal["w", "b"]  # White or Black.
Result: TypeAlias = Literal["w", "b", "draw"]  # How a game ended: the winner's side, or a draw.
Format: TypeAlias = Literal["json", "pdn", "sgf", "position"]  # A form of games. Each game has some of them.
Encoding: TypeAlias = Literal["utf-8", "utf-16-le", "utf-16-be", "cp1252", "cp1250", "cp850", "cp437"]
"""How the bytes of a file are characters: `cp1252` is windows-1252, `cp1250` windows-1250."""
Mark: TypeAlias = Literal["?!", "?", "??"]  # The sign for an inaccuracy, a mistake and a blunder.
Score: TypeAlias = int
"""The value of a position for the side to move, about 100 for a piece. A win in n plies is 1,000,000 - n, a loss the
negative."""
Path: TypeAlias = Sequence[str]  # A move as squares: the origin and every landing square in order. Empty for a pass.


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


class MoveWithResult(Move):
    """A legal move, and whether it ends the game."""

    result: Result | None  # The result after the move; null while the game goes on.


class Outcome(Said):
    """How a game ended."""

    winner: Side | None  # Null for a draw.
    reason: str  # The key of the rule that ended it.
    scores: Mapping[Side, int] | None  # Each side's points; null in games that count none.
    islands: Mapping[Side, Sequence[Sequence[str]]] | None
    """Each side's groups of squares that earned the points; null in games that count none."""


class ScoredMoves(TypedDict):
    """A line of play and its score."""

    score: Score
    moves: Sequence[Move]  # At most the first twelve.


class Line(TypedDict):
    """A line that the search has found."""

    score: Score
    pv: Sequence[Path]
    moves: NotRequired[Sequence[Move]]  # At most the first twelve of them in full, if the request was `written`.


class Thought(TypedDict):
    """What a search has found so far."""

    score: Score
    depth: int  # In plies. May be 0 if the search was stopped at once.
    nodes: int
    nps: int  # Positions per second.
    pv: Sequence[Path]  # The moves of the best line.
    lines: Sequence[Line]  # The best lines, as many as requested, the best first.
    exact: bool
    """Whether everything was known without a search (only at level 10 without depth and nodes). Then every move has a
    line, however few were requested."""


class Leads(TypedDict):
    """How the game ends after a line."""

    result: Result | None
    scores: Mapping[Side, int] | None


class Answer(Thought):
    """The result of a search."""

    path: Path  # The best move.
    captured: Sequence[str]
    leads: Leads | None  # How the game ends after the moves of `pv`, if they reach its end.


class ReviewedMove(TypedDict):
    """A move of a reviewed game."""

    node: int
    ply: int
    side: Side
    text: str
    score: Score  # Its side's score after it.
    loss: float  # The winning chances that it cost its side, from 0 to 1.
    mark: Mark | Literal[""]
    free: bool  # Whether another move was legal.
    rows: NotRequired[Sequence[str]]  # The position before the move; only with a mark.
    best: NotRequired[ScoredMoves]  # The better line; only with a mark.
    why: NotRequired[Said]  # Why its first move is good; only with a mark.
    reason: NotRequired[Said]  # What the move did; only with the mark `?` or `??`.
    refutation: NotRequired[Sequence[Move]]
    """How the other side can use it, at most the first twelve moves; only with the mark `?` or `??`."""


class Moment(Said):
    """A turning point of a game."""

    ply: int


class BookMove(Move):
    """A move of the opening book. The value and the results are from the view of the side that makes it."""

    alike: Sequence[Move]  # The moves that lead to the same position or to its mirror image.
    value: Score
    games: int  # How many games the book has with it.
    won: int
    drawn: int
    lost: int
    name: str | None  # The name of the opening after it.


class Ballot(TypedDict):
    """An opening of three moves that is drawn by lot."""

    number: int
    text: str  # The moves: `11-15 23-19 8-11`.
    name: str | None
    deck: bool  # Whether it is drawn from, or barred.
    rows: Sequence[str]  # The board after it.


class Puzzle(Board):
    """A puzzle without its solution."""

    puzzle: str
    goal: Literal["win", "hold", "points"]  # To win, to hold the draw, or to win by more than any other move would.
    by: int  # How many points to win by.
    grade: int  # From 1 to 5: which fifth of the puzzles of the game it is in, by its level.
    level: float  # The level that solves it half of the time, measured: 0.5 if all do, 10.5 if none does.
    themes: Sequence[str]
    turns: int  # How many moves the solver must find.

"""The fields of each reply, beside `id` and `ok`, and of each event, beside `id` and `event`.

A request that is answered with the state of the match has `MatchState` (in `state`) as its reply.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from saltus.protocol.schema.games import Game, ListedGame
from saltus.protocol.schema.shapes import (
    Answer,
    Ballot,
    Board,
    BookMove,
    Encoding,
    Format,
    Mark,
    Moment,
    Move,
    MoveWithResult,
    Path,
    Puzzle,
    Result,
    ReviewedMove,
    Said,
    Score,
    ScoredMoves,
    Sentence,
    Side,
)


class GamesReply(TypedDict):
    """Every game."""

    games: Sequence[Game]


class MovesReply(TypedDict):
    """The legal moves."""

    moves: Sequence[MoveWithResult]


class PerftReply(TypedDict):
    """The count."""

    leaves: int


class OutcomeReply(TypedDict):
    """How the game ended; all null while it goes on."""

    result: Result | None
    reason: str | None  # The key of the rule that ended the game.
    text: str | None  # The reason in a sentence.
    said: Sentence | None
    scores: Mapping[Side, int] | None  # Each side's points; null in games that count none.
    islands: Mapping[Side, Sequence[Sequence[str]]] | None  # Each side's groups of squares that earned the points.


class BestMoveReply(Answer):
    """The best move, and what the search has found."""

    stopped: bool  # Whether the search was stopped. It has a move even then.


class CostReply(TypedDict):
    """What a move costs its side."""

    score: Score  # Its side's score after the move.
    loss: float  # The winning chances that it cost, from 0 to 1.
    mark: Mark | Literal[""]
    best: ScoredMoves  # The best line instead.
    stopped: bool


class ExplainReply(Said):
    """Why a move is good."""

    squares: Sequence[str]  # The squares that the most telling reason is about.
    arrow: Path  # The path of another move that it is about, such as a threat; empty if there is none.


class PlacedReply(Board):
    """A position, as rows and as text."""

    position: str


class ContentsReply(TypedDict):
    """The games of a PDN or SGF text. Any other text holds one game, and only the format is told."""

    format: Format
    games: Sequence[ListedGame]


class EncodingReply(TypedDict):
    """How the bytes of a file are characters."""

    encoding: Encoding
    letters: str  # The characters of the bytes from 128 to 255, if each byte is one character; otherwise empty.


class OpeningsReply(TypedDict):
    """What the opening book has about a position."""

    book: bool  # Whether the game has a book.
    known: bool  # Whether the book has the position.
    value: Score | None  # The score of the position for the side to move.
    games: int
    moves: Sequence[BookMove]  # The most played first.


class BallotsReply(TypedDict):
    """The opening ballots; none if the game has none."""

    ballots: Sequence[Ballot]


class PuzzlesReply(TypedDict):
    """The puzzles of a game."""

    puzzles: Sequence[Puzzle]  # The easier ones first.
    themes: Sequence[str]


class PuzzleReply(Puzzle):
    """A puzzle with its solution."""

    asked: int  # How many plies of the line make the solution.
    line: Sequence[Move]


class JudgeReply(TypedDict):
    """Whether the moves are right."""

    right: bool
    done: bool  # Whether the puzzle is solved.
    answer: Move | None  # The other side's reply.


class RecordReply(TypedDict):
    """The match as text."""

    text: str


class PageReply(TypedDict):
    """An HTML page of its own, which needs nothing else."""

    html: str


class OpeningReply(TypedDict):
    """The opening of the match."""

    name: str | None
    ply: int | None  # At which it was reached.
    number: int | None  # The number of the ballot that the first three moves make.


class FollowReply(TypedDict):
    """How a begun move can go on."""

    next: Sequence[str]
    captured: Sequence[str]  # The pieces captured so far.
    complete: bool  # Whether the move may end here.


class WhyReply(TypedDict):
    """Why a move is illegal; null if it is legal."""

    rule: str | None  # The key of the rule that forbids it.
    text: str | None  # The reason in a sentence.
    said: Sentence | None
    squares: Sequence[str]  # The squares that the reason is about.


class ThinkReply(BestMoveReply):
    """The best move of the match."""

    move: Move  # The best move in full.
    node: int  # The node that was searched.
    accepts: bool | None  # Whether the computer would accept the draw that is offered; null if none is.


class ShareReply(TypedDict):
    """How many entries were new."""

    known: int


class ReviewProgress(TypedDict):
    """How far a review has come."""

    share: float  # From 0 to 1.
    chances: Sequence[float | None]  # White's winning chances at each position of the main line so far.


class ReviewReply(TypedDict):
    """The review of the main line. `saltus.analysis.chances` defines loss, marks and accuracy."""

    chances: Sequence[float | None]
    """White's winning chances at each position of the main line, from 0 to 1, the start first. Null for positions
    that a stopped review has not reached."""
    turns: Sequence[ReviewedMove]
    accuracy: Mapping[Side, float | None]
    """Out of 100: the share kept of what was at stake. About 0 for moves drawn by lot; null for a side for which
    nothing was at stake, as where it never had a choice."""
    marks: Mapping[Side, Mapping[Mark, int]]  # How many of each mark each side has.
    moments: Sequence[Moment]  # The turning points.
    stopped: bool


class StopReply(TypedDict):
    """Whether there was anything to stop."""

    stopped: bool


class ShareEvent(TypedDict):
    """What a search has found, for another bridge."""

    entries: str  # Entries of its transposition table.

"""The fields of each reply, beside `id` and `ok`, of each event, beside `id` and `event`, and of what they hold.

A request that is answered with the state of the match has `MatchState` (in `state`) as its reply.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypeAlias, TypedDict

from saltus.protocol.schema.games import Game, ListedGame
from saltus.protocol.schema.shapes import Board, Format, Move, Path, Result, Said, Score, Sentence, Side

Mark: TypeAlias = Literal["?!", "?", "??"]  # The sign for an inaccuracy, a mistake and a blunder.


class MoveWithResult(Move):
    """A legal move, and whether it ends the game."""

    result: Result | None  # The result after the move; null while the game goes on.


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


class Proof(TypedDict):
    """What is proved of a move."""

    proved: NotRequired[Sequence[Score]]
    """Its side's score before and after it, where both are proved: by the rules, a tablebase or a solved game."""


class ReviewedMove(Proof):
    """A move of a reviewed game."""

    node: int
    ply: int
    side: Side
    text: str
    score: Score  # Its side's score after it.
    loss: float  # The winning chances that it cost its side, from 0 to 1.
    mark: Mark | Literal[""]
    free: bool  # Whether another move was legal.
    preferred: bool  # Whether it is the move that the review would have played.
    good: bool  # Whether it lost nothing beyond the noise of the search: it is preferred, or as good.
    rows: NotRequired[Sequence[str]]  # The position before the move; only with a mark.
    best: NotRequired[ScoredMoves]  # The better line; only with a mark.
    told: NotRequired[int]  # How many moves of `best` are told: about eight, to where no exchange is open.
    why: NotRequired[Said]  # Why its first move is good, where that can be said; only with a mark.
    reason: NotRequired[Said]  # What the move did; only with the mark `?` or `??`.
    refutation: NotRequired[Sequence[Move]]
    """How the other side can use it, as far as it takes to show what was lost; only with the mark `?` or `??`."""


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


class CostReply(Proof):
    """What a move costs its side."""

    score: Score  # Its side's score after the move.
    loss: float  # The winning chances that it cost, from 0 to 1.
    mark: Mark | Literal[""]
    best: ScoredMoves  # The best line instead.
    stopped: bool


class ExplainReply(Said):
    """Why a move is good."""

    line: int  # Which of the lines is explained, from 0.

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

    encoding: str  # Such as `utf-8`, `utf-16-le`, `cp1252` (windows-1252) or `shift_jis`.
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


class Stakes(TypedDict):
    """The worth that a side lost in a game, beyond the noise of the search, and what was at stake for it."""

    lost: float
    stake: float


class ReviewReply(TypedDict):
    """The review of the main line. `saltus.analysis.chances` defines loss, marks and accuracy."""

    chances: Sequence[float | None]
    """White's winning chances at each position of the main line, from 0 to 1, the start first. Null for positions
    that a stopped review has not reached."""
    turns: Sequence[ReviewedMove]
    accuracy: Mapping[Side, float | None]
    """Out of 100: the share kept of what was at stake. About 0 for moves drawn by lot; null for a side for which
    nothing was at stake, as where it never had a choice, or for which one move would decide it."""
    stakes: Mapping[Side, Stakes]  # What the accuracy is the share of; over several games they are added.
    marks: Mapping[Side, Mapping[Mark, int]]  # How many of each mark each side has.
    moments: Sequence[Moment]  # The turning points.
    stopped: bool


class StopReply(TypedDict):
    """Whether there was anything to stop."""

    stopped: bool


class ShareEvent(TypedDict):
    """What a search has found, for another bridge."""

    entries: str  # Entries of its transposition table.

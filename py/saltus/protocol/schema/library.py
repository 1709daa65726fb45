"""Collections of games: what the requests about them take and reply."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from saltus.core.limits import Dynamic, Most, Range
from saltus.match.tree import MAX_TURNS
from saltus.protocol.schema.requests import PositionRequest, TextRequest
from saltus.protocol.schema.shapes import Base64, Board, Count, Move, Path, Positive, Sentence
from saltus.study.schedule import BOX_INTERVALS_MS

MAX_GAMES = 500

Winner: TypeAlias = Literal["white", "black", "draw", "unfinished"]  # How a game of a collection ended.
NumberRange: TypeAlias = Sequence[int | None]  # The lowest and the highest number; null for no limit.
DateRange: TypeAlias = Sequence[str]  # The beginnings of the first and of the last date; empty for no limit.


class GameEntry(TypedDict):
    """What a collection knows of a game: normalised tags, and the indexes for searching. Unknown texts are empty."""

    game: Annotated[str, Dynamic("request")]  # The key of the game.
    white: str
    black: str
    event: str
    date: str  # `YYYY.MM.DD` with `?` for unknown digits; empty without a year.
    result: Winner
    opening: str
    ballot: Positive | None
    plies: Annotated[int, Range(0, MAX_TURNS)]  # The moves of both sides on the main line.
    side: Annotated[int, Range(0, 1)]  # The side that moves first, 0 for White and 1 for Black.
    tags: Mapping[str, str]
    keys: Base64  # Six bytes for each position of the main line, in order. Equal positions have equal keys.
    material: Base64  # For each change two bytes of its ply, then one for White's and Black's men, then kings.
    planes: Base64  # The plies at which each square held a piece of each kind (`saltus.library.planes`).
    collections: Annotated[Sequence[str], Most(MAX_GAMES)]
    """The collections that the game belongs to. `index` leaves this empty."""


class Place(TypedDict):
    """Where one of the games of a text is."""

    start: int  # Where it begins, in characters.
    end: int
    line: int  # The line it begins in, from 1; of a game that cannot be read, that of its first error.


class IndexedGame(Place):
    """One of the games of a text."""

    digest: Base64  # Equal for two games with the same moves by the same players on the same date.
    content: Base64  # Equal for two records that say the same: tags, result, moves, variations, comments.
    entry: GameEntry


class RejectedGame(Place):
    """One of the games of a text that cannot be read."""

    column: int
    message: str
    said: Sentence | None


class IndexRequest(TextRequest):
    """A text with any number of games."""

    text: str
    goes_on: NotRequired[bool]  # Whether more follows. The last game is then left out: send it again with the rest.


class IndexReply(TypedDict):
    """The games of a text."""

    games: Sequence[IndexedGame]
    rejected: Sequence[RejectedGame]
    used: int  # How much of the text was read, in characters.
    stopped: bool  # Whether it was stopped before the end.


class IndexProgress(TypedDict):
    """How far a text has been read."""

    used: int
    games: int
    rejected: int


class QueryRequest(TypedDict):
    """A query, as `py/docs/games.md` describes it."""

    query: str
    game: NotRequired[
        Annotated[str, Dynamic("request")]
    ]  # The game for terms on the board, if the query does not name one.


class QueryTerm(TypedDict):
    """What a query asks of a game's tags. One of the last four says what the tag must have."""

    key: str
    negated: bool
    text: str  # What must occur in the tag. It is compared without case, accents and doubled spaces.
    ranges: Sequence[NumberRange]
    dates: Sequence[DateRange]
    choices: Sequence[str]


class SideForce(TypedDict):
    """The pieces of one side: men and kings, or both together as `total`."""

    men: int
    kings: int
    total: int | None


class QueryMaterial(TypedDict):
    """The pieces of both sides."""

    white: SideForce
    black: SideForce


class QueryMoment(TypedDict):
    """What must hold at one moment of a game."""

    key: str  # The key of the position, as in `GameEntry.keys`; empty for any.
    squares: Mapping[str, str]  # Square → what it may hold: letters of `wbWB`, and a dot for nothing.
    material: QueryMaterial | None
    side: int | None  # The side to move, 0 for White and 1 for Black; null for either.


class QueryReply(TypedDict):
    """A query that has been read. A game fits if it fits every term and has one of the moments."""

    game: str | None  # The only game, null for all.
    terms: Sequence[QueryTerm]
    moments: Sequence[QueryMoment]  # Empty if nothing is asked of the board.


class FittingRequest(QueryRequest):
    """A query and some games."""

    games: Annotated[Sequence[GameEntry], Most(MAX_GAMES)]  # An index that the query does not need may be empty.


class Fit(TypedDict):
    """A game that fits a query."""

    number: int  # Which of the games, from 0.
    ply: int | None  # The first moment that fits what is asked of the board; null if nothing is.


class FittingReply(TypedDict):
    """The games that fit."""

    fits: Sequence[Fit]


class ExploredGame(TypedDict):
    """A game to count."""

    id: Count
    keys: Base64
    result: Winner
    year: NotRequired[Annotated[int, Range(0, 9999)] | None]


class ExploreRequest(PositionRequest):
    """A position, and games that may have it."""

    rotated: NotRequired[bool]  # Count the position turned or reflected as well, where all pieces move alike.
    mirrored: NotRequired[bool]  # Count the position with the colours exchanged as well.
    games: NotRequired[Annotated[Sequence[ExploredGame], Most(MAX_GAMES)]]


class GameCounts(TypedDict):
    """Games by result."""

    white: int
    black: int
    draw: int
    unfinished: int
    first_year: int | None
    last_year: int | None
    ids: Sequence[int]  # The first 50 games.


class ExploredMove(Move, GameCounts):
    """A move and the games with it."""

    alike: Sequence[Path]  # Other moves to the same position; the counts include them.


class KeyAfter(TypedDict):
    """A move as the keys of games show it."""

    key: str  # The key of the position after it.
    path: Path


class PositionView(TypedDict):
    """An image of the position: a game with `key` had it, and played the move whose key follows."""

    key: str
    swaps: bool  # Whether the colours are exchanged, so that White's wins count as Black's.
    moves: Sequence[KeyAfter]


class ExploreReply(TypedDict):
    """What was played from a position; the most played moves come first."""

    moves: Sequence[ExploredMove]
    ended: GameCounts  # The games that ended here.
    views: Sequence[PositionView]  # What to look for in the keys of other games.


class LinePosition(Board):
    """A position of the match."""

    node: int
    ply: int
    key: str  # As in `GameEntry.keys`.
    move: Move | None  # The move that follows on the line; null at its end.


class LineReply(TypedDict):
    """The positions from the start of the match through the one on the board to the end of the line."""

    positions: Sequence[LinePosition]


class PuzzleProgress(TypedDict):
    """When to show a puzzle again. Times are in milliseconds since 1970."""

    box: Annotated[int, Range(0, len(BOX_INTERVALS_MS) - 1)] | None  # Null if it is not to be repeated.
    due: Count
    when: Count  # When it was last tried.
    solved: Count  # How many times it was solved without help or a wrong move.
    missed: Count


class ScheduleRequest(TypedDict):
    """A try at a puzzle."""

    progress: NotRequired[PuzzleProgress]  # The progress before it; none if it was the first.
    clean: bool  # Whether it was solved without help and without a wrong move.
    now: Count


class ScheduleReply(TypedDict):
    """The progress after the try."""

    progress: PuzzleProgress

"""The fields of each request, beside `id` and `op`.

Unknown fields are ignored, and a null field counts as missing.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from saltus.core.limits import Dynamic, Most, Range
from saltus.core.score import DEEPEST, WIN
from saltus.engine.levels import FULL
from saltus.engine.think import MAX_LINES, MAX_SECONDS, MIN_SECONDS
from saltus.match.tree import MAX_CLOCK_SECONDS
from saltus.protocol.schema.shapes import Base64, Count, Format, Path, Positive, Side

MAX_PERFT_DEPTH = 40

Seconds: TypeAlias = Annotated[float, Range(MIN_SECONDS, MAX_SECONDS)]  # How long a job may take, in seconds.
ClockSeconds: TypeAlias = Annotated[float, Range(0, MAX_CLOCK_SECONDS)]  # A time of a clock, in seconds.


class NoFields(TypedDict):
    """Nothing."""


class GameRequest(TypedDict):
    """A game with its rules."""

    game: str  # The key of the game.
    options: NotRequired[Mapping[str, bool]]  # Rules to switch on or off, by key. The others are the game's defaults.


class PositionRequest(GameRequest):
    """A position of a game: the one that `rows` shows, else the starting position."""

    rows: NotRequired[
        Annotated[Sequence[str], Most(100)]
    ]  # The board, the top rank first: `w` `b` pieces, `W` `B` kings, `.` empty.
    side: NotRequired[Side]  # The side to move; by default the one that moves first.
    setup: NotRequired[Annotated[str, Dynamic("game")]]  # The starting position; by default the game's first.
    seed: NotRequired[Count]  # The number that a random starting position is drawn with; by default 1.


class PerftRequest(PositionRequest):
    """A position and a depth."""

    depth: Annotated[int, Range(0, MAX_PERFT_DEPTH)]  # In plies.
    time: NotRequired[Seconds]  # The longest that it may take; by default 60.


class ClockLeft(TypedDict):
    """The clock of the side to move, in seconds."""

    left: Annotated[float, Range(MIN_SECONDS, MAX_CLOCK_SECONDS)]
    increment: NotRequired[ClockSeconds]


class SearchRequest(TypedDict):
    """The limits of a search. It needs at least one of `time`, `depth`, `nodes` and `clock`."""

    time: NotRequired[Seconds]  # Counted from when the work starts. Without it a depth or nodes may take 60.
    depth: NotRequired[Annotated[int, Range(1, DEEPEST)]]
    """In plies. The depth reached may be 0 if the search was stopped at once."""
    nodes: NotRequired[Positive]
    """The number of positions after which the search ends; overrun by a few hundred at most."""
    clock: NotRequired[ClockLeft]  # The search chooses its time from it, and takes less if the best move is clear.
    level: NotRequired[Annotated[int, Range(1, FULL)]]  # By default 10. The lower levels vary from match to match.
    lines: NotRequired[Annotated[int, Range(1, MAX_LINES)]]  # How many best moves to report, by default 1.
    progress: NotRequired[bool]  # Whether to send progress; by default a `think` does and a `bestmove` does not.
    written: NotRequired[bool]  # Whether each line has its moves in full, too.


class BestMoveRequest(PositionRequest, SearchRequest):
    """A position and the limits of the search."""


class CostRequest(PositionRequest):
    """A position and a move."""

    path: Path
    time: Seconds  # The positions before and after the move share it.


class FoundLine(TypedDict):
    """A line that a search has found, or that is a puzzle's solution."""

    turns: Annotated[Sequence[str], Most(DEEPEST)]  # Its moves, each as its path: `c3-d4`.
    score: NotRequired[Annotated[int, Range(-WIN, WIN)]]  # As a search scores. Without it the line proves no win.


class ExplainRequest(PositionRequest):
    """A position and what was found in it."""

    lines: Annotated[Sequence[FoundLine], Most(3)]
    """The first begins with the move to explain, a second with the best other move."""
    choose: NotRequired[bool]
    """Whether to explain that of the lines as good as the first whose reason is the strongest, as a hint does; by
    default the first is explained. It does not go with `impersonal`."""
    owed: NotRequired[Count]  # How many more pieces the opponent has taken in an exchange under way; by default 0.
    impersonal: NotRequired[bool]
    """Whether to say what the move does, "It wins a piece.", and not to speak to its player; by default not."""


class ParseRequest(GameRequest):
    """A position as text."""

    text: str


class TextRequest(TypedDict):
    """The game of a text."""

    game: NotRequired[str]  # The game, for a text that does not name it.
    options: NotRequired[Mapping[str, bool]]  # The rules of that game.


class ContentsRequest(TextRequest):
    """A text that may hold several games."""

    text: str
    format: NotRequired[Format]  # By default it is detected from the text.
    goes_on: NotRequired[bool]  # More follows. The last game is left out, as only what follows shows where it ends.


class EncodingRequest(TypedDict):
    """The beginning of a file."""

    data: Base64  # Its bytes.
    encoding: NotRequired[
        Annotated[str, Dynamic("request")]
    ]  # Not to be found out, but one of `cp1252`, `cp1250`, `cp850`, `cp437`.


class PuzzleRequest(GameRequest):
    """One puzzle, by its key or by the day."""

    puzzle: NotRequired[str]  # The key of the puzzle.
    day: NotRequired[Count]  # In place of the key: the day, counted from 1970, whose puzzle is wanted.


class PageWords(TypedDict):
    """The words of a page that is written, for a page in another language. They are English where they are not given.
    In `after` and `position_after`, `{move}` stands for the move."""

    language: NotRequired[str]  # The language tag of the page: `it`.
    game: NotRequired[str]  # The name of the game.
    casual: NotRequired[str]  # What to call a game whose `Event` is `Casual game`.
    rated: NotRequired[str]  # The same for `Rated game`.
    ended: NotRequired[str]  # How the main line ended.
    white_wins: NotRequired[str]  # How a variation ended that White won.
    black_wins: NotRequired[str]
    draw: NotRequired[str]
    white_to_move: NotRequired[str]
    black_to_move: NotRequired[str]
    passes: NotRequired[str]  # A move that moves nothing.
    start: NotRequired[str]  # Below the diagram of the first position.
    after: NotRequired[str]  # Below another diagram.
    solutions: NotRequired[str]
    replay: NotRequired[str]  # The name of the group of buttons.
    first: NotRequired[str]
    back: NotRequired[str]
    play: NotRequired[str]
    pause: NotRequired[str]
    forward: NotRequired[str]
    last: NotRequired[str]
    flip: NotRequired[str]
    starting_position: NotRequired[str]  # What the board shows, for screen readers.
    position_after: NotRequired[str]


class SheetRequest(GameRequest):
    """Puzzles to print."""

    puzzles: Annotated[Sequence[str], Most(500)]  # Their keys.
    title: NotRequired[str]
    tasks: NotRequired[Annotated[Sequence[str], Dynamic("puzzles")]]
    """What each puzzle asks, in the words of the page: as many as there are puzzles. By default in English."""
    words: NotRequired[PageWords]


class JudgeRequest(PuzzleRequest):
    """A puzzle and the moves tried."""

    turns: Annotated[
        Sequence[str], Most(100)
    ]  # Both sides' moves from the puzzle's position on, each as its path: `c3-d4`.


class StateRequest(TypedDict):
    """A request that is answered with the state of the match."""

    recorded: NotRequired[bool]  # Whether the state has the `record`, too: what to show and what to save in one.


class ClockSetting(TypedDict):
    """The clocks of a new match, in seconds."""

    initial: ClockSeconds
    increment: NotRequired[ClockSeconds]


class NewRequest(PositionRequest, StateRequest):
    """A position to begin from. A random one without a seed gets a random seed. `side` needs `rows`."""

    clock: NotRequired[ClockSetting]
    ballot: NotRequired[Count]  # The number of an opening ballot, which is played.
    tags: NotRequired[Mapping[str, str]]
    """Tags of the record, with the names of PDN: `Event`, `Date` … With clocks, `TimeControl` is added: `300+5`."""


class LoadRequest(StateRequest, TextRequest):
    """A record: `text`, or `record`."""

    text: NotRequired[str]  # A game in one of the formats, or a position.
    record: NotRequired[Mapping[str, Any]]  # In place of the text: the object that the text of the json format holds.
    format: NotRequired[Format]  # By default it is detected from the text.
    part: NotRequired[Count]  # Which of the `contents` of the text to load, from 0; needed if there are several.


class RecordRequest(TypedDict):
    """How to write the match."""

    format: Annotated[Format, Dynamic("game")]  # One of the formats of the game.
    tags: NotRequired[Mapping[str, str]]
    """Tags to write where the match has none of that name, as `White` and `Black`. The match itself keeps its own."""


class PageRequest(TypedDict):
    """What the page is for."""

    kind: Literal["replay", "print"]
    tags: NotRequired[Mapping[str, str]]  # As for `record`.
    words: NotRequired[PageWords]


class PathRequest(TypedDict):
    """A move as squares, or its beginning."""

    path: Path


class PlayRequest(StateRequest):
    """A move: `path`, or `text`."""

    path: NotRequired[Path]
    text: NotRequired[str]  # The move in the game's notation.
    spent: NotRequired[ClockSeconds]  # How long the move took. If the clock has less left, the flag falls.
    variation: NotRequired[bool]  # Play it as a variation, and keep the main line.


class PliesRequest(StateRequest):
    """How far to go."""

    plies: NotRequired[
        Positive
    ]  # By default 1. An ending off the board, such as a resignation, is a step of its own.


class NodeRequest(StateRequest):
    """A node of the match."""

    node: Annotated[int, Dynamic("match")]  # Its id in `history`; 0 for the start.


class GotoRequest(NodeRequest):
    """A node of the match, and the line to be on."""

    through: NotRequired[Annotated[int, Dynamic("match")]]  # The node that the current line then leads through.
    ended: NotRequired[bool]  # Whether to go to after the resignation or agreement at that node; by default true.


class AnnotateRequest(NodeRequest):
    """A node and its new notes. Those of node 0 stand before the first move."""

    comment: str  # At most 2,000 letters; empty for none.
    glyphs: NotRequired[Annotated[Sequence[Annotated[int, Range(0, 255)]], Most(8)]]  # Numeric annotation glyphs.


class SideRequest(StateRequest):
    """A side."""

    side: Side


class ClaimRequest(SideRequest):
    """A side and what it claims."""

    kind: Literal["win", "draw"]


class ThinkRequest(SearchRequest):
    """The limits of the search."""

    shares: NotRequired[bool]
    """Whether to send what the search finds, for a `share` request to another bridge that has the same match. Only
    level 10 does."""
    helps: NotRequired[bool]  # Search in a different order from the search that this one helps, and share.


class ShareRequest(TypedDict):
    """What a search in another bridge has found."""

    entries: str  # As its `share` event has them. Entries that are not valid are skipped.


class ReviewRequest(TypedDict):
    """How far a review looks. Positions of the opening book are not searched, where the bridge has the book."""

    nodes: NotRequired[
        Positive
    ]  # What it looks at from each position, by default 4000; four times that around mistakes.


class StopRequest(TypedDict):
    """What to stop."""

    of: NotRequired[Literal["review", "index"]]
    """Stop the review, or the first `index`. Without it they go on: they wait in the background while other jobs
    run."""

"""The description of a game, and of a game in a text."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from saltus.protocol.schema.shapes import Board, Format, Result, Side


class Setup(TypedDict):
    """A way to place the pieces."""

    key: str
    name: str
    seeded: bool  # Whether it is random: drawn from a seed.


class Option(TypedDict):
    """A rule that players may switch on or off."""

    key: str
    name: str
    default: bool
    house: bool  # Whether it is not in the game's source document.


class Start(Board):
    """The first position of a game, or one of them."""

    setup: str
    seed: int | None  # The number that gave a random one.


class Strength(TypedDict):
    """How much stronger a level is than the first, in rating points of this game's ladder."""

    above: int
    margin: int  # The 95 % margin of that.


class Sight(TypedDict):
    """The handicap of a level."""

    depth: int  # How many moves ahead it looks at most.
    blindness: int  # How many of 100 quiet moves it overlooks.
    noise: int  # By how much it may misjudge a position: hundredths of a piece, or of a point.
    exchanges: bool  # Whether it follows captures to their end.


class Rung(TypedDict):
    """A level of the computer."""

    strength: Strength | None  # Null if it was never measured.
    sight: Sight | None  # Null for the last one, which has no handicap.


class Game(TypedDict):
    """A game, as a front end needs it to draw the board."""

    key: str
    name: str
    goal: str  # How it is won, in one English sentence.
    files: int
    ranks: int
    squares: Sequence[str]  # The playable squares, in reading order.
    first: Side  # The side that moves first.
    bottom: Side  # The side whose pieces start on the lower ranks.
    numbered: bool  # Whether moves are written with the numbers of the squares.
    kings: bool
    piece: str  # What an uncrowned piece is called.
    pieces: int  # The most pieces of a side.
    style: str  # The look of the pieces: a name for the front end.
    lots: bool  # Whether the sides are drawn by lot.
    ballots: bool  # Whether there are opening ballots.
    points: bool  # Whether the game counts points. A score is then 100 a point.
    counts_lines: bool  # Whether a piece moves as many squares along a line as there are pieces on that line.
    scale: float  # The score at which a side expects 73 of 100 points: the scale of winning chances.
    helped: bool  # Whether a `think` that helps another is worth a processor.
    formats: Sequence[Format]  # The formats of `record`.
    setups: Sequence[Setup]
    options: Sequence[Option]
    rules: Mapping[str, str]  # Each rule in one sentence, by key.
    tables: Mapping[str, int]  # Each tablebase, and the most pieces on the board for which fetching it is worthwhile.
    levels: int  # How many strengths the computer has.
    ladder: Sequence[Rung]  # Those strengths, the weakest first.
    start: Start


class ListedGame(TypedDict):
    """One of the games of a text. Its moves were not played."""

    game: str | None  # Null if the text does not name it.
    tags: Mapping[str, str]
    turns: int  # How many moves it has.
    winner: Result | None  # Null if the text leaves it open.
    start: int  # Where it begins in the text, in characters.
    end: int

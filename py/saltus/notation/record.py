"""Whole games as text, whatever the format.

json      every game, complete: what the page stores
pdn       the games on numbered squares that PDN has a number for
sgf       the games that SGF has a number for
position  only the position on the board
"""

from saltus.game import Game
from saltus.match import Match

FORMATS = ("json", "pdn", "sgf", "position")


def formats(game: Game) -> tuple[str, ...]:
    """The formats that this game can be written in."""
    raise NotImplementedError


def write(match: Match, form: str) -> str:
    """The match in one of `formats(match.game)`. Raises ValueError for another."""
    raise NotImplementedError


def read(text: str, form: str | None = None, game: Game | None = None) -> Match:
    """The match that `text` records, replayed and checked move by move.

    Without `form` it is told by how the text begins. `game` is the game where the text does not say (a position
    text never does, a PDN may not). Raises `RecordError` (`saltus.notation.error`) with line, column and what was
    expected.
    """
    raise NotImplementedError

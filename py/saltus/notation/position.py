"""A position in one line of text.

Games played on numbered squares use the FEN of PDN: side to move, then the squares of each colour, kings with a K:
`B:W21,22,K30:B1,2,3` (ranges `1-12` are read too). All games can be read, and the others are written, as rows: the
top rank first, `w` `b` pieces, `W` `B` kings, a digit for so many empty squares (or a `.` for each), `/` between
rows, then the side to move: `1wwwwww1/b6b/b6b/b6b/b6b/b6b/b6b/1wwwwww1 w`.
"""

from saltus.game import Game, Position


def position_text(game: Game, position: Position) -> str:
    """The text of `position`."""
    raise NotImplementedError


def read_position(game: Game, text: str) -> Position:
    """The position that `text` describes. Raises `RecordError` with line, column and what was expected."""
    raise NotImplementedError

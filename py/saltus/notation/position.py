"""A position in one line of text.

Games played on numbered squares use the FEN of PDN: the side to move, then the squares of each colour, kings with a
K: `B:W21,22,K30:B1,2,3`. Read are also ranges (`1-12`), names of squares, the colours in
either order and a full stop at the end.

Every game can be read, and the others are written, as rows, the top rank first: `w` `b` pieces, `W` `B` kings, a
digit for so many empty squares (or `.` for each), `/` between rows, then the side to move:
`1wwwwww1/b6b/b6b/b6b/b6b/b6b/b6b/1wwwwww1 w`.
"""

import re

from saltus.board import Board, every_square
from saltus.game import SIDES, Game, Position
from saltus.notation.error import RecordError, shown

LONGEST = 1000
"""The most letters that a text may have and still be a position."""

_ITEM = re.compile(r"(K?)([0-9]{1,3}|[a-z][0-9])(?:-(K?)([0-9]{1,3}))?", re.IGNORECASE)


def position_text(game: Game, position: Position) -> str:
    """The text of `position`: PDN FEN where the squares are numbered, rows elsewhere."""
    side = SIDES[position[3]]
    if not game.numbered:
        rows = "/".join(game.rows(position))
        return re.sub(r"\.+", lambda run: str(len(run[0])), rows) + " " + side
    kings = position[2]
    fields = [side.upper()]
    for letter, pieces in zip("WB", position[:2], strict=True):
        squares = game.board.names(pieces)
        fields.append(
            letter
            + ",".join(
                ("K" if game.board.bit[name] & kings else "") + str(game.board.number[name]) for name in squares
            )
        )
    return ":".join(fields)


def read_position(game: Game, text: str) -> Position:
    """The position that `text` describes, in either form.

    Raises `RecordError` with the column of the first thing wrong; where it is the position as a whole (too many
    pieces, a man on its king row), the column is 1.
    """
    if len(text) > LONGEST:
        raise RecordError(f"a position has at most {LONGEST} letters; there are {len(text)}")
    body = text.rstrip()
    start = len(body) - len(body.lstrip())
    if game.numbered and ":" in body:
        rows, side = _fen(game, body, start)
    else:
        rows, side = _rows(game, body, start)
    try:
        return game.position(rows, side)
    except ValueError as error:
        raise RecordError(str(error), 1, start + 1) from error


def _rows(game: Game, text: str, start: int) -> tuple[list[str], str]:
    """The rows and the side of a text that ends without spaces and begins at `start`."""
    board = game.board
    letters = "wbWB" if game.has_kings else "wb"
    rows = [""]
    offset = start
    while offset < len(text) and not text[offset].isspace():
        letter = text[offset]
        if letter == "/":
            if len(rows[-1]) < board.files:
                raise RecordError.at(text, offset, f"row {len(rows)} has {len(rows[-1])} squares, not {board.files}")
            if len(rows) == board.ranks:
                raise RecordError.at(
                    text, offset, f"expected the side to move after {board.ranks} rows, not {letter!r}"
                )
            rows.append("")
        else:
            if letter in "123456789":
                rows[-1] += "." * int(letter)
            elif letter in letters or letter == ".":
                rows[-1] += letter
            else:
                expected = f"{' '.join(letters)}, a dot, a number of empty squares or a slash"
                raise RecordError.at(text, offset, f"expected {expected}, not {letter!r}")
            if len(rows[-1]) > board.files:
                raise RecordError.at(text, offset, f"row {len(rows)} has more than {board.files} squares")
        offset += 1
    if len(rows) < board.ranks or len(rows[-1]) < board.files:
        squares = f"{len(rows)} with {len(rows[-1])} in the last"
        raise RecordError.at(text, offset, f"expected {board.ranks} rows of {board.files} squares, not {squares}")
    side = text[offset:].strip()
    offset = len(text) - len(side)
    if side.lower() not in SIDES:
        raise RecordError.at(text, offset, f"expected the side to move, w or b, not {shown(side)}")
    return rows, side.lower()


def _fen(game: Game, text: str, start: int) -> tuple[list[str], str]:
    """The rows and the side of a PDN FEN that ends without spaces and begins at `start`."""
    board = game.board
    text = text.removesuffix(".")
    fields = text[start:].split(":")
    side = fields[0].strip().lower()
    if side not in SIDES:
        raise RecordError.at(text, start, f"expected the side to move, W or B, not {shown(fields[0])}")
    letters = dict.fromkeys(board.squares, ".")
    offset = start + len(fields[0]) + 1
    seen: list[str] = []
    for field in fields[1:]:
        colour = field.lstrip()[:1].lower()
        if colour not in SIDES or colour in seen:
            expected = "W or B" if not seen else "the end" if len(seen) == 2 else "W" if seen == ["b"] else "B"
            raise RecordError.at(text, offset, f"expected {expected}, not {shown(field)}")
        seen.append(colour)
        offset += field.lower().index(colour) + 1
        items = field.lstrip()[1:]
        for item in items.split(",") if items.strip() else ():
            for number, king in _squares(text, offset, item, board):
                name = board.squares[number - 1]
                if letters[name] != ".":
                    raise RecordError.at(text, offset, f"square {number} is given twice")
                letters[name] = colour.upper() if king else colour
            offset += len(item) + 1
        if not items.strip():
            offset += len(items) + 1
    if len(seen) < 2:
        missing = " and ".join(side.upper() for side in SIDES if side not in seen)
        raise RecordError.at(text, len(text), f"expected a colon and the squares of {missing}")
    return ["".join(letters.get(name, ".") for name in row) for row in rows_of(board)], side


def _squares(text: str, offset: int, item: str, board: Board) -> list[tuple[int, bool]]:
    """The squares of one item of a list: a square, or a range of them, and whether they hold kings."""
    last = len(board.squares)
    match = _ITEM.fullmatch(item.strip())
    if match is None:
        expected = f"a square from 1 to {last}, a K before a king"
        raise RecordError.at(text, offset, f"expected {expected}, not {shown(item)}")
    low = board.number.get(match[2].lower(), 0) if match[2][0].isalpha() else int(match[2])
    high = low if match[4] is None else int(match[4])
    for number, name in ((low, match[2]), (high, match[4])):
        if not 1 <= number <= last:
            raise RecordError.at(text, offset, f"expected a square from 1 to {last}, not {name}")
    if high < low or (match[3] and not match[1]):
        raise RecordError.at(text, offset, f"expected a range like 1-12 or K1-K12, not {shown(item)}")
    return [(number, bool(match[1])) for number in range(low, high + 1)]


def rows_of(board: Board) -> list[tuple[str, ...]]:
    """The names of all squares of a board, row by row, the top rank first."""
    names = every_square(board.files, board.ranks)
    return [names[start : start + board.files] for start in range(0, len(names), board.files)]

"""A position in one line of text.

Games with numbered squares use PDN FEN: the side to move, then the squares of each colour, kings with a K:
`B:W21,22,K30:B1,2,3`. The reader also accepts ranges (`1-12`), square names, the colours in either order and a full
stop at the end.

The other games use rows, the top rank first: `w` `b` pieces, `W` `B` kings, a digit for that many empty squares (or
`.` for each), `/` between rows, then the side to move: `1wwwwww1/b6b/b6b/b6b/b6b/b6b/b6b/1wwwwww1 w`. The reader
accepts rows for every game.
"""

import re

from saltus.core.board import Board, every_square
from saltus.core.game import SIDES, Game, Position
from saltus.core.phrase import Phrase, Several
from saltus.notation.error import THE_END, RecordError, expected, sentence, shown

MAX_POSITION_CHARS = 1000
"""A longer text is not a position."""

_ITEM = re.compile(r"(K?)([0-9]{1,3}|[a-z][0-9])(?:-(K?)([0-9]{1,3}))?", re.IGNORECASE)


def position_text(game: Game, position: Position) -> str:
    """The text of `position`: PDN FEN for games with numbered squares, rows for the others."""
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

    Raises `RecordError` with the column of the first error; the column is 1 if the position as a whole is invalid
    (too many pieces, a man on its king row).
    """
    if len(text) > MAX_POSITION_CHARS:
        template = "a position has at most {most} characters; this one has {there}"
        raise RecordError(Phrase("record.position-long", template, most=MAX_POSITION_CHARS, there=len(text)))
    body = text.rstrip()
    start = len(body) - len(body.lstrip())
    if game.numbered and ":" in body:
        rows, side = _fen(game, body, start)
    else:
        rows, side = _rows(game, body, start)
    try:
        return game.position(rows, side)
    except ValueError as error:
        raise RecordError(sentence(error), 1, start + 1) from error


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
                template = "row {row} has {there} squares, not {files}"
                short = Phrase("record.row-short", template, row=len(rows), there=len(rows[-1]), files=board.files)
                raise RecordError.at(text, offset, short)
            if len(rows) == board.ranks:
                turn = Phrase("record.side-after", "the side to move after {ranks} rows", ranks=board.ranks)
                raise RecordError.at(text, offset, expected(turn, repr(letter)))
            rows.append("")
        else:
            if letter in "123456789":
                rows[-1] += "." * int(letter)
            elif letter in letters or letter == ".":
                rows[-1] += letter
            else:
                template = "{letters}, a dot, a number of empty squares or a slash"
                allowed = Phrase("record.row-letters", template, letters=" ".join(letters))
                raise RecordError.at(text, offset, expected(allowed, repr(letter)))
            if len(rows[-1]) > board.files:
                template = "row {row} has more than {files} squares"
                raise RecordError.at(
                    text, offset, Phrase("record.row-long", template, row=len(rows), files=board.files)
                )
        offset += 1
    if len(rows) < board.ranks or len(rows[-1]) < board.files:
        whole = Phrase("record.rows", "{ranks} rows of {files} squares", ranks=board.ranks, files=board.files)
        part = Phrase("record.rows-found", "{rows} with {last} in the last", rows=len(rows), last=len(rows[-1]))
        raise RecordError.at(text, offset, expected(whole, part))
    side = text[offset:].strip()
    offset = len(text) - len(side)
    if side.lower() not in SIDES:
        raise RecordError.at(text, offset, expected(to_move("wb"), shown(side)))
    return rows, side.lower()


def _fen(game: Game, text: str, start: int) -> tuple[list[str], str]:
    """The rows and the side of a PDN FEN that ends without spaces and begins at `start`."""
    board = game.board
    text = text.removesuffix(".")
    fields = text[start:].split(":")
    side = fields[0].strip().lower()
    if side not in SIDES:
        raise RecordError.at(text, start, expected(to_move("WB"), shown(fields[0])))
    letters = dict.fromkeys(board.squares, ".")
    offset = start + len(fields[0]) + 1
    seen: list[str] = []
    for field in fields[1:]:
        colour = field.lstrip()[:1].lower()
        if colour not in SIDES or colour in seen:
            missing = [side.upper() for side in SIDES if side not in seen]
            due = Several(missing) if missing else THE_END
            raise RecordError.at(text, offset, expected(due, shown(field)))
        seen.append(colour)
        offset += field.lower().index(colour) + 1
        items = field.lstrip()[1:]
        for item in items.split(",") if items.strip() else ():
            for number, king in _squares(text, offset, item, board):
                name = board.squares[number - 1]
                if letters[name] != ".":
                    twice = Phrase("record.square-twice", "square {number} occurs twice", number=number)
                    raise RecordError.at(text, offset, twice)
                letters[name] = colour.upper() if king else colour
            offset += len(item) + 1
        if not items.strip():
            offset += len(items) + 1
    if len(seen) < 2:
        absent = Several((side.upper() for side in SIDES if side not in seen), "and")
        template = "expected a colon and the squares of {absent}"
        raise RecordError.at(text, len(text), Phrase("record.colon", template, absent=absent))
    return ["".join(letters.get(name, ".") for name in row) for row in rows_of(board)], side


def _squares(text: str, offset: int, item: str, board: Board) -> list[tuple[int, bool]]:
    """The squares of one item of a list: a square, or a range of them, and whether they hold kings."""
    last = len(board.squares)
    match = _ITEM.fullmatch(item.strip())
    if match is None:
        square = Phrase("record.square-or-king", "a square from 1 to {last}, a K before a king", last=last)
        raise RecordError.at(text, offset, expected(square, shown(item)))
    low = board.number.get(match[2].lower(), 0) if match[2][0].isalpha() else int(match[2])
    high = low if match[4] is None else int(match[4])
    for number, name in ((low, match[2]), (high, match[4])):
        if not 1 <= number <= last:
            square = Phrase("record.square", "a square from 1 to {last}", last=last)
            raise RecordError.at(text, offset, expected(square, name))
    if high < low or (match[3] and not match[1]):
        like = Phrase("record.range", "a range like {like}", like=Several(("1-12", "K1-K12")))
        raise RecordError.at(text, offset, expected(like, shown(item)))
    return [(number, bool(match[1])) for number in range(low, high + 1)]


def to_move(letters: str) -> Phrase:
    """The side to move, as the expected item in an error."""
    return Phrase("record.side", "the side to move, {letters}", letters=Several(letters))


def rows_of(board: Board) -> list[tuple[str, ...]]:
    """The names of all squares of a board, row by row, the top rank first."""
    names = every_square(board.files, board.ranks)
    return [names[start : start + board.files] for start in range(0, len(names), board.files)]

"""A position as text.

Games with numbered squares use PDN FEN (`saltus.notation.fen`): the side to move, then the squares of each colour,
kings with a K: `B:W21,22,K30:B1,2,3`.

The other games use rows, the top rank first: `w` `b` pieces, `W` `B` kings, a digit for that many empty squares (or
`.` for each), `/` between rows, then the side to move: `1wwwwww1/b6b/b6b/b6b/b6b/b6b/b6b/1wwwwww1 w`. The reader
accepts rows for every game, other letters in them, and boards drawn in other ways (`saltus.notation.board_text`).
Where a drawn board or a FEN does not say who is to move, it is the side that starts the game.
"""

import re
from typing import NamedTuple

from saltus.core.game import SIDES, Game, Position
from saltus.core.phrase import Phrase
from saltus.notation.error import ErrorsAt, RecordError, expected, shown

MAX_POSITION_CHARS = 1000  # A longer text is not a position.


def position_text(game: Game, position: Position) -> str:
    """The text of `position`: PDN FEN for games with numbered squares, rows for the others."""
    side = SIDES[position[3]]
    if not game.numbered:
        return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(game.rows(position))) + " " + side
    kings = position[2]
    fields = [side.upper()]
    for letter, pieces in zip("WB", position[:2], strict=True):
        squares = game.board.names(pieces)
        names = (("K" if game.board.bit[name] & kings else "") + str(game.board.number[name]) for name in squares)
        fields.append(letter + ",".join(names))
    return ":".join(fields)


def read_position(game: Game, text: str) -> Position:
    """The position that `text` describes, in any form. Raises `RecordError` with the place of the first error; the
    column is 1 if the position as a whole is invalid (too many pieces, a man on its king row)."""
    return read_setup(game, text, crown=False).position


class Setup(NamedTuple):
    """A position that was read. `crowned` has the squares of men that became kings on their king row."""

    position: Position
    crowned: tuple[str, ...]
    has_side: bool  # Whether the text says who is to move.


def read_setup(game: Game, text: str, crown: bool = True) -> Setup:
    """The position that `text` describes; with `crown` a man on its king row, as books print it, is read as a king.
    Raises `RecordError` like `read_position`."""
    # Imported when a text is read: a page that only plays writes positions and reads none.
    from saltus.notation.board_text import read_board
    from saltus.notation.fen import read_fen

    if len(text) > MAX_POSITION_CHARS:
        raise RecordError(Phrase("record.position-long", most=MAX_POSITION_CHARS, there=len(text)))
    body = text.rstrip()
    start = len(body) - len(body.lstrip())
    if body[start : start + 1] in ('"', "'") and body[-1] == body[start] and len(body) > start + 1:
        body, start = body[:-1].rstrip(), start + 1
    side: str | None
    if game.numbered and ":" in body and "\n" not in body.strip():
        placed = read_fen(game.board, body, start)
        rows = game.board.rows(placed.letters)
        side = placed.side
    else:
        rows, side = read_board(game, body) or _rows(game, body, start)
    crowned: tuple[str, ...] = ()
    with ErrorsAt(text, start):
        if crown:
            rows, crowned = _crowned(game, rows)
        return Setup(game.position(rows, side or game.first), crowned, side is not None)


def _crowned(game: Game, rows: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """The rows with kings for the men that stand on their king row, and the squares of those."""
    if not game.has_kings:
        return rows, ()
    rows, crowned = list(rows), []
    names = game.board.ranks_of_squares
    # White's men move up if White is at the bottom.
    for colour, number in (game.bottom, 0), ("b" if game.bottom == "w" else "w", len(rows) - 1):
        crowned += [name for name, letter in zip(names[number], rows[number], strict=True) if letter == colour]
        rows[number] = rows[number].replace(colour, colour.upper())
    return rows, tuple(crowned)


def _rows(game: Game, text: str, start: int) -> tuple[list[str], str]:
    """The rows and the side of a text that ends without spaces and begins at `start`."""
    from saltus.notation.board_text import alphabet
    from saltus.notation.fen import to_move

    board = game.board
    letters = "wbWB" if game.has_kings else "wb"
    drawn = text[start:].split(maxsplit=1)[0] if text[start:].strip() else ""
    meaning = alphabet(game, re.sub(r"[0-9/]", "", drawn)) or dict(zip((*letters, "."), (*letters, "."), strict=True))
    rows = [""]
    offset = start
    while offset < len(text) and not text[offset].isspace():
        letter = text[offset]
        if letter == "/":
            if len(rows[-1]) < board.files:
                short = Phrase("record.row-short", row=len(rows), there=len(rows[-1]), files=board.files)
                raise RecordError.at(text, offset, short)
            if len(rows) == board.ranks:
                turn = Phrase("record.side-after", ranks=board.ranks)
                raise RecordError.at(text, offset, expected(turn, repr(letter)))
            rows.append("")
        else:
            if letter in "123456789":
                rows[-1] += "." * int(letter)
            elif letter in meaning and letter != "0":
                rows[-1] += meaning[letter]
            else:
                allowed = Phrase("record.row-letters", letters=" ".join(letters))
                raise RecordError.at(text, offset, expected(allowed, repr(letter)))
            if len(rows[-1]) > board.files:
                long = Phrase("record.row-long", row=len(rows), files=board.files)
                raise RecordError.at(text, offset, long)
        offset += 1
    if len(rows) < board.ranks or len(rows[-1]) < board.files:
        whole = Phrase("record.rows", ranks=board.ranks, files=board.files)
        part = Phrase("record.rows-found", rows=len(rows), last=len(rows[-1]))
        raise RecordError.at(text, offset, expected(whole, part))
    side = text[offset:].strip()
    offset = len(text) - len(side)
    if side.lower() not in SIDES:
        raise RecordError.at(text, offset, expected(to_move("wb"), shown(side)))
    return rows, side.lower()

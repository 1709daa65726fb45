"""Reads PDN FEN, the text of a position with numbered squares: `B:W21,22,K30:B1,2,3`.

Also accepted: ranges (`1-12`), square names, spaces for commas, small letters, other dashes, D or H for a king among
numbers, the colours in either order, a full stop or a colon at the end, the counters that some programs add
(`:H0:F1`), and the side in brackets (`(W)`). A side that is not given, `?` or `( )`, is None.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from saltus.core.board import Board
from saltus.core.game import SIDES
from saltus.core.phrase import Phrase, Several
from saltus.notation.error import THE_END, RecordError, expected, shown

_ITEM = re.compile(r"(K?)([0-9]{1,3}|[a-z][0-9])(?:-(K?)([0-9]{1,3}))?", re.IGNORECASE)
_SPACED = re.compile(r"\s*+[-\u2010-\u2015\u2212]\s*+|(?<=[Kk])\s++")  # A range's dash, spaces after a king's K.
_NUMBERS = re.compile(r"[0-9]{2}")
_OTHER_KING = re.compile(r"\s*+[DH](?=\s*+[0-9])", re.IGNORECASE)
"""A king in other languages (dama, dame, dam): only among numbers, as D2 is a square, too."""
_BRACKETS = re.compile(r"\(\s*+([wb?]?)\s*+\)")  # The side to move in round brackets, which may be empty.
_COUNTER = re.compile(r"\s*+(?:[HFGhfg][0-9+]*+|\+[0-9]++\+[0-9]++)\s*+")
_PIECES = re.compile(r"\s*+[wb]\s*+(?:$|[Kk]?[0-9a-h])", re.IGNORECASE)


class Placed(NamedTuple):
    """The pieces that a text places, by square (`wbWB`), and the side to move if it says."""

    letters: Mapping[str, str]
    side: str | None


def read_fen(board: Board, text: str, start: int) -> Placed:
    """The pieces and the side of a FEN that ends without spaces and begins at `start`. Raises `RecordError`."""
    text = text.removesuffix(".")
    fields = text[start:].split(":")
    side = _BRACKETS.sub(r"\1", fields[0].strip().lower())
    offset = start
    if side in SIDES or side in ("?", ""):
        offset += len(fields.pop(0)) + 1
    elif not _PIECES.match(fields[0]):
        raise RecordError.at(text, start, expected(to_move("WB"), shown(fields[0])))
    letters: dict[str, str] = {}
    seen: list[str] = []
    if fields == ["", ""]:  # as the standard writes an empty board
        return Placed(letters, side if side in SIDES else None)
    for field in fields:
        colour = field.lstrip()[:1].lower()
        if len(seen) == len(SIDES) and (_COUNTER.fullmatch(field) or not field.strip()):
            offset += len(field) + 1
            continue
        if colour not in SIDES or colour in seen:
            missing = [side.upper() for side in SIDES if side not in seen]
            raise RecordError.at(text, offset, expected(Several(missing) if missing else THE_END, shown(field)))
        seen.append(colour)
        offset += field.lower().index(colour) + 1
        _place(board, text, offset, field.lstrip()[1:], colour, letters)
        offset += len(field.lstrip())
    if len(seen) < len(SIDES):
        absent = Several((side.upper() for side in SIDES if side not in seen), "and")
        raise RecordError.at(text, len(text), Phrase("record.colon", absent=absent))
    return Placed(letters, side if side in SIDES else None)


def _place(board: Board, text: str, offset: int, items: str, colour: str, letters: dict[str, str]) -> None:
    """Put the pieces of one colour on their squares; their list is `items`, and begins at `offset`."""
    if not items.strip():
        return
    for item in re.split(r"," if "," in items else r"(?<=[0-9])\s(?=\s*+\w)", items):
        plain = _OTHER_KING.sub("K", item) if _NUMBERS.search(items) else item
        for number, king in _squares(text, offset, plain, board):
            name = board.squares[number - 1]
            if name in letters:
                raise RecordError.at(text, offset, Phrase("record.square-twice", number=number))
            letters[name] = colour.upper() if king else colour
        offset += len(item) + 1


def _squares(text: str, offset: int, item: str, board: Board) -> list[tuple[int, bool]]:
    """The squares of one item of a list: a square, or a range of them, and whether they hold kings."""
    last = len(board.squares)
    match = _ITEM.fullmatch(_SPACED.sub(lambda space: "-" if space[0].strip() else "", item.strip()))
    if match is None:
        raise RecordError.at(text, offset, expected(Phrase("record.square-or-king", last=last), shown(item)))
    low = board.number.get(match[2].lower(), 0) if match[2][0].isalpha() else int(match[2])
    high = low if match[4] is None else int(match[4])
    for number, name in ((low, match[2]), (high, match[4])):
        if not 1 <= number <= last:
            raise RecordError.at(text, offset, expected(Phrase("record.square", last=last), name))
    if high < low or (match[3] and not match[1]):
        like = Phrase("record.range", like=Several(("1-12", "K1-K12")))
        raise RecordError.at(text, offset, expected(like, shown(item)))
    return [(number, bool(match[1])) for number in range(low, high + 1)]


def to_move(letters: str) -> Phrase:
    """The side to move, as the expected item in an error."""
    return Phrase("record.side", letters=Several(letters))

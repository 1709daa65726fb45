"""Joins jumps that PDN texts write one capture after the other: `11x18 18x25` for `11x18x25`.

So does the first proposal of the format (A. Millett, 1995), and programs of its time.
"""

import re
from typing import NamedTuple

from saltus.records.pdn_tokens import TOKEN

_SQUARE = re.compile(r"[a-h]?[0-9]++")


class Jump(NamedTuple):
    """A whole jump: its squares with signs between them, the marks after it, and where it ends in the text."""

    path: str
    marks: str
    end: int


def whole_jump(text: str, token: re.Match[str]) -> Jump | None:
    """The jump that begins with a move and goes on with those after it; None if the next one begins elsewhere."""
    squares = _squares(token)
    end, marks = token.end(), token["marks"]
    while (following := _next(text, end)) is not None and (more := _squares(following))[0] == squares[-1]:
        squares += more[1:]
        end, marks = following.end(), marks + following["marks"]
    return Jump("x".join(squares), marks, end) if end > token.end() else None


def _squares(token: re.Match[str]) -> list[str]:
    return [square.lstrip("0") for square in _SQUARE.findall(token["path"].lower())]


def _next(text: str, offset: int) -> re.Match[str] | None:
    """The move after an offset, if nothing but spaces stands before it."""
    token = TOKEN.match(text, offset)
    if token is not None and token.lastgroup == "space":
        token = TOKEN.match(text, token.end())
    return token if token is not None and token.lastgroup == "move" else None

"""The rules of a game as text for a terminal: an aim, and sections of rules with text diagrams.

`data/book.json` (made by `workshop.mine.book`), which the page also uses, has the sections and diagrams; `Game.rules`
has the sentences. A game that is not in the book has all its rules in one section.
"""

import json
from functools import cache
from importlib.resources import files
from textwrap import fill
from typing import Any, NamedTuple

from saltus.core.game import Game, Position, Side
from saltus.match.diagram import lettered

LINE_WIDTH = 76
"""Columns per line: 80 less a margin."""
INDENT = "  "
TARGET_MARK, ILLEGAL_MARK = "*", "x"
"""Diagram letters for a square that a piece can move to, and one that it cannot."""


ASCII_QUOTES = str.maketrans("‘’“”–", "''\"\"-")
"""For terminals that cannot show typographic quotation marks and dashes."""


class Section(NamedTuple):
    """A section of the rules. Its text is wrapped to `LINE_WIDTH` columns."""

    title: str
    text: str


@cache
def _books() -> dict[str, Any]:
    """The part of the book for each game, by the game's key."""
    books: dict[str, Any] = json.loads((files("saltus.data") / "book.json").read_text("utf-8"))["games"]
    return books


def aim(game: Game) -> str:
    """The aim of the game in a few sentences; empty for a game that is not in the book."""
    return _typed(_books().get(game.key, {}).get("aim", ""))


def sections(game: Game) -> list[Section]:
    """The sections of the rules in learning order, with the notation last."""
    book = _books().get(game.key)
    if book is None:
        return [Section("The rules", "\n".join(_sentence(text) for text in game.rules.values()))]
    found = []
    for section in book["sections"]:
        parts = []
        for rule in section["rules"]:
            parts.append(_sentence(game.rules[rule]))
            if rule in book["diagrams"]:
                parts.append(_diagram(game, book["diagrams"][rule]))
        found.append(Section(section["title"], "\n".join(parts)))
    written = "\n\n".join(fill(_typed(book[part]), LINE_WIDTH) for part in ("notation", "source") if part in book)
    return [*found, Section("Writing moves down", written)]


def _typed(text: str) -> str:
    """`text` with ASCII quotation marks and dashes."""
    return text.translate(ASCII_QUOTES)


def _sentence(text: str) -> str:
    """A rule as a list item."""
    return fill(f"- {text}", LINE_WIDTH, subsequent_indent=INDENT)


def _diagram(game: Game, shown: dict[str, Any]) -> str:
    """A caption and a text diagram.

    `shown` is the diagram's entry in the book. It marks one of these: the squares that the piece on `from` can move
    to, the legal move `path`, or the illegal move `not`.
    """
    position = _placed(game, shown)
    if "from" in shown:
        marks = {move.path[1]: TARGET_MARK for move in game.moves(position) if move.path[:1] == (shown["from"],)}
    elif "path" in shown:
        marks = dict.fromkeys(shown["path"][1:], TARGET_MARK)
    else:
        marks = dict.fromkeys(shown.get("not", [])[1:], ILLEGAL_MARK)
    board = "\n".join(f"{INDENT}{line}" for line in lettered(game, position, marks=marks).splitlines())
    caption = fill(_typed(shown["caption"]), LINE_WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)
    return f"\n{caption}\n\n{board}\n"


def _placed(game: Game, shown: dict[str, Any]) -> Position:
    """The position of a diagram: the starting position if it has `start`, else the squares that it lists for each
    piece letter (`wbWB`)."""
    if shown.get("start"):
        return game.start(None, 1 if game.setups[0].seeded else None)
    board = {square: letter for letter in "wbWB" for square in shown.get(letter, "").split()}
    side: Side = shown.get("side", game.bottom)
    names = [[f"{file}{rank}" for file in "abcdefgh"[: game.board.files]] for rank in range(game.board.ranks, 0, -1)]
    return game.position(["".join(board.get(name, ".") for name in rank) for rank in names], side)

"""The rules of a game as text for a terminal: an aim, and sections of rules with text diagrams.

`data/book.json` (made by `workshop.mine.book`), which the page also uses, has the sections and diagrams; `Game.rules`
has the sentences. A game that is not in the book has all its rules in one section.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from textwrap import fill
from types import MappingProxyType
from typing import Any, NamedTuple

from saltus.core.game import Game, Position, Side
from saltus.games import start_of
from saltus.match.diagram import lettered

LINE_WIDTH = 76  # Columns per line: 80 less a margin.
INDENT = "  "
TARGET_MARK, ILLEGAL_MARK = "*", "x"  # Letters for a square that a piece can move to, and one that it cannot.

ASCII_QUOTES = str.maketrans("‘’“”–", "''\"\"-")  # For terminals without typographic quotes and dashes.


class Section(NamedTuple):
    """A section of the rules. Its text is wrapped to `LINE_WIDTH` columns."""

    title: str
    text: str


@cache
def _book() -> dict[str, Any]:
    """The part of the book for each game, by the game's key; and the texts of each other language."""
    book: dict[str, Any] = json.loads((files("saltus.data") / "book.json").read_text("utf-8"))
    return book


ENGLISH: Mapping[str, str] = MappingProxyType({})  # No translations.


def translations(language: str) -> Mapping[str, str]:
    """The texts of the rules in a language by key; none in English, nor in a language that the book does not have."""
    texts: Mapping[str, str] = _book()["languages"].get(language, ENGLISH)
    return texts


def aim(game: Game, words: Mapping[str, str] = ENGLISH) -> str:
    """The aim of the game in a few sentences; empty for a game that is not in the book."""
    english: str = _book()["games"].get(game.key, {}).get("aim", "")
    return words.get(f"{game.key}.aim", english).translate(ASCII_QUOTES)


def sections(game: Game, words: Mapping[str, str] = ENGLISH) -> list[Section]:
    """The sections of the rules in learning order, with the notation last; in English, or as `words` translates the
    keys of the page's texts."""
    book = _book()["games"].get(game.key)
    if book is None:
        every = "\n".join(_sentence(_rule(game, rule, words)) for rule in game.rules)
        return [Section(words.get("section.all", "The rules"), every)]
    found = []
    for section in book["sections"]:
        parts = []
        for rule in section["rules"]:
            parts.append(_sentence(_rule(game, rule, words)))
            if rule in book["diagrams"]:
                parts.append(_diagram(game, book["diagrams"][rule], words.get(f"{game.key}.{rule}")))
        found.append(Section(words.get(f"section.{section['key']}", section["title"]), "\n".join(parts)))
    written = "\n\n".join(
        fill(words.get(f"{game.key}.{part}", book[part]).translate(ASCII_QUOTES), LINE_WIDTH)
        for part in ("notation", "source")
        if part in book
    )
    return [*found, Section(words.get("session.writing", "Writing moves down"), written)]


def _rule(game: Game, rule: str, words: Mapping[str, str]) -> str:
    """The sentence of a rule: that of the game, of its family, or of every game."""
    keys = (f"rule.{game.key}.{rule}", f"rule.{game.style}.{rule}", f"rule.{rule}")
    return next((words[key] for key in keys if key in words), game.rules[rule])


def _sentence(text: str) -> str:
    """A rule as a list item."""
    return fill(f"- {text}", LINE_WIDTH, subsequent_indent=INDENT)


def _diagram(game: Game, shown: dict[str, Any], said: str | None = None) -> str:
    """A caption and a text diagram; `said` is the caption in another language. `shown` is the diagram's entry in the
    book. It marks one of these: the squares that the piece on `from` can move to, the legal move `path`, or the
    illegal move `not`."""
    position = placed(game, shown)
    if "from" in shown:
        marks = {move.path[1]: TARGET_MARK for move in game.moves(position) if move.path[:1] == (shown["from"],)}
    elif "path" in shown:
        marks = dict.fromkeys(shown["path"][1:], TARGET_MARK)
    else:
        marks = dict.fromkeys(shown.get("not", [])[1:], ILLEGAL_MARK)
    board = "\n".join(f"{INDENT}{line}" for line in lettered(game, position, marks=marks).splitlines())
    caption = (said or shown["caption"]).translate(ASCII_QUOTES)
    caption = fill(caption, LINE_WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)
    return f"\n{caption}\n\n{board}\n"


def placed(game: Game, shown: dict[str, Any]) -> Position:
    """The position of a diagram: the starting position if it has `start`, else the squares that it lists for each
    piece letter (`wbWB`)."""
    if shown.get("start"):
        return start_of(game)
    board = {square: letter for letter in "wbWB" for square in shown.get(letter, "").split()}
    side: Side = shown.get("side", game.bottom)
    return game.position(game.board.rows(board), side)

"""Reads and writes records in any format.

- `json`: every game, complete: what the page stores
- `pdn`: the games with numbered squares that PDN has a number for
- `sgf`: the games that SGF has a number for
- `position`: every game, only the current position

PDN and SGF are imported on first use: a page that only plays never waits for their patterns to be compiled (8 of the
27 ms that importing this module took with them, CPython 3.11, `-X importtime`).
"""

import re
from typing import Literal, TypeAlias

from saltus.core.game import Game
from saltus.core.phrase import Phrase
from saltus.match.match import Match
from saltus.notation.error import RecordError, bounded, place
from saltus.notation.position import MAX_POSITION_CHARS, position_text, read_position
from saltus.records import json
from saltus.records.tags import Part

Format: TypeAlias = Literal["json", "pdn", "sgf", "position"]
FORMATS: tuple[Format, ...] = ("json", "pdn", "sgf", "position")

_SGF = re.compile(r"\(\s*+(?:;|(?:FF|GM)\s*+\[)|;\s*+[A-Za-z]{1,32}\s*+\[")
_SGF_WITHIN = re.compile(r"\(\s*+;\s*+[A-Za-z]{1,32}\s*+\[")
"""SGF after other text, such as the header of a mail."""
_PDN_BEFORE = re.compile(r"\[\s*+\w++\s*+[\"'\u201c]|\b1\s*+[.)]\s*+[0-9a-h]{1,2}\s*+[-x:]")
_JSON = re.compile(r'\{\s*+(?:"[^"\\]*+(?>(?:\\.[^"\\]*+)*)(?:"\s*+(?::|\Z)|\Z)|\}?\s*+\Z)', re.DOTALL)
"""An object with a name and a colon, an empty object, or such a text cut off. Any other brace begins a comment, as in
PDN."""
_POSITION = re.compile(
    r"""["']?[wb?]?:?[wb]?[0-9k,\- a-h]*+:\s*+[wb]|[wb]:"""  # PDN FEN
    r"|[\w.-]{0,16}+(?>(?:/[\w.-]{0,16}+)+)\s++[wb]$"  # rows
    r"|[wb]?[\w.\u00b7-]{32,65}+(?:\s++[wb])?$",  # one letter a square
    re.IGNORECASE,
)
_CELL = r"[wbxopk.\u00b7_-]"
_RANK = re.compile(
    r"^(?:[^|\u2502\u2551\n]*[|\u2502\u2551].*[|\u2502\u2551].*"
    rf"|[ \t]*+(?:[1-9] ++)?(?:{_CELL} ?){{7,8}}.*"
    rf"|[ \t]*+[1-9] ++{_CELL}(?: {{1,3}}{_CELL}){{3,7}}(?: .*)?)$",
    re.MULTILINE | re.IGNORECASE,
)
"""A line of a board that is drawn."""
_MIN_RANKS = 4
_NUMBERED_MOVE = re.compile(r"[0-9]\.[ \t]*+[0-9]")


def forms(game: Game) -> tuple[Format, ...]:
    """The formats that matches of this game can be written in."""
    numbers = {"pdn": game.pdn, "sgf": game.sgf}
    return tuple(form for form in FORMATS if numbers.get(form, 0) is not None)


def write(match: Match, form: str) -> str:
    """The match in one of the formats `forms(match.game)`. Raises ValueError for another."""
    if form not in forms(match.game):
        raise ValueError(f"{match.game.name} is written as {', '.join(forms(match.game))}, not as {form!r:.40}")
    if form == "position":
        return position_text(match.game, match.position)
    if form == "pdn":
        from saltus.records import pdn

        return pdn.write(match)
    if form == "sgf":
        from saltus.records import sgf

        return sgf.write(match)
    return json.write(match)


def read(text: str, form: str | None = None, game: Game | None = None) -> Match:
    """Read the match in `text`, replaying and checking every turn. Without `form` the format is detected from the
    start of the text. `game` is used if the text does not name its game: a position never does, a PDN should. Raises
    `RecordError` with the line, the column and what was expected, ValueError for an unknown format."""
    text = text.removeprefix("\ufeff")
    form = detect(text) if form is None else form
    if form == "json":
        return json.read(text)
    if form == "pdn":
        from saltus.records import pdn

        return pdn.read(text, game)
    if form == "sgf":
        from saltus.records import sgf

        return sgf.read(text, game)
    if form != "position":
        raise ValueError(f"a record is one of {', '.join(FORMATS)}, not {form!r:.40}")
    if game is None:
        raise RecordError(Phrase("record.which"))
    return Match(game, position=read_position(game, text))


def parts(text: str, form: str | None = None, game: Game | None = None) -> list[Part]:
    """Split a PDN or SGF text into its games, without replaying them; `[]` for the other formats. Together the parts
    are the whole text. Without `form` the text's beginning tells the format. `game` is used for games that do not
    name their own. Raises `RecordError` if the text is empty or too long."""
    form = detect(bounded(text)) if form is None else form
    if form == "pdn":
        from saltus.records import pdn

        return pdn.games(bounded(text), game)
    if form == "sgf":
        from saltus.records import sgf

        return sgf.games(bounded(text), game)
    return []


def part(text: str, number: int) -> str:
    """One game of a text, counted from 0, padded so that lines and columns stay the same. Raises `RecordError` if
    there are not that many; a text that is not PDN or SGF holds one."""
    found = parts(text) or [Part(0, len(text), None, {}, 0, None)]
    if number >= len(found):
        raise RecordError(Phrase("record.part", there=len(found), number=number + 1))
    line, column = place(text, found[number].start)
    return "\n" * (line - 1) + " " * (column - 1) + text[found[number].start : found[number].end]


def detect(text: str) -> Format:
    """The format that `text` seems to have. Raises `RecordError` if it is empty."""
    body = text.replace("\ufeff", " ").strip()
    if not body:
        raise RecordError(Phrase("record.nothing"))
    if _JSON.match(body):
        return "json"
    if _SGF.match(body):
        return "sgf"
    if (within := _SGF_WITHIN.search(body)) and not _PDN_BEFORE.search(body, 0, within.start()):
        return "sgf"
    if body[0] == "[" or len(body) > MAX_POSITION_CHARS:
        return "pdn"
    # At least as many lines that look like ranks as the smallest board has, and no moves.
    is_board = len(_RANK.findall(text)) >= _MIN_RANKS and not _NUMBERED_MOVE.search(text)
    return "position" if is_board or _POSITION.match(body) else "pdn"

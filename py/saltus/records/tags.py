"""Record tags: names and values that describe a match besides its moves, as in PDN."""

import re
from typing import Literal, NamedTuple

from saltus.core.game import Game, Side
from saltus.core.phrase import Phrase
from saltus.match.endings import RECORDED
from saltus.match.match import TERMINATION, Match
from saltus.notation.error import expected, shown

STANDARD_TAGS = ("Event", "Site", "Date", "Round", "White", "Black")  # PDN requires these and the result.
DERIVED_TAGS = ("Result", "GameType", "Rules", "SetUp", "FEN")  # They follow from the match and cannot be set.
MAX_TAG_CHARS = 255  # The longest tag name or value (PGN's limit for a line).

_NAME = re.compile(r"[^\W\d_]\w*+")


class Part(NamedTuple):
    """One game in a text: its start and end offsets, its game, its tags, and the number of turns on its main line.
    `game` is the key of the game, None if the text names none or an unknown one. `winner` is the result that the text
    gives, before any move is replayed: a side, or `draw`; None if it gives none, or one that can be read two ways."""

    start: int
    end: int
    game: str | None
    tags: dict[str, str]
    turns: int
    winner: Side | Literal["draw"] | None


def check_name(name: str) -> str:
    """Return `name` if every format can write it: a capitalised word, in any script, that is not derived. Raises
    ValueError."""
    if not _NAME.fullmatch(name) or name[0].islower() or len(name) > MAX_TAG_CHARS:
        raise ValueError(Phrase("record.tag-name", most=MAX_TAG_CHARS - 1))
    if name in DERIVED_TAGS:
        raise ValueError(Phrase("record.tag-reserved", name=name))
    return name


def check_value(value: str) -> str:
    """Return `value` if every format can write it: one line without surrounding spaces. Raises ValueError."""
    if not value.isprintable() or value != value.strip() or not 0 < len(value) <= MAX_TAG_CHARS:
        raise ValueError(Phrase("record.tag-value", most=MAX_TAG_CHARS))
    return value


def option_of(text: str, sign: str) -> tuple[str, bool]:
    """An option of the rules, as `unusual_options` writes it. Raises ValueError."""
    name, _, chosen = text.strip().partition(sign)
    if chosen not in ("on", "off"):
        raise ValueError(expected(Phrase("record.option", like=f"name{sign}on"), shown(text)))
    return name, chosen == "on"


def unusual_options(game: Game, sign: str) -> list[str]:
    """The options of the rules that differ from their defaults, such as `federation=on`."""
    unusual = [option.key for option in game.options if game.chosen[option.key] != option.default]
    return [f"{key}{sign}{'on' if game.chosen[key] else 'off'}" for key in unusual]


TERMINATIONS = {
    "flag": "time forfeit",
    "claim": "adjudication",
    "resignation": "resignation",
    "agreement": "agreement",
}
"""The value of the tag `Termination` for each ending off the board: PGN's if it has one."""

_SILENT = ("", "normal", "unknown", "none", "unterminated")  # Values that give no reason.


def termination_of(match: Match) -> str:
    """The reason in the tag `Termination`; "" if there is none."""
    said = match.tags.get(TERMINATION, "")
    return "" if said.casefold().strip(" .?-") in _SILENT else said


def keep_termination(match: Match) -> None:
    """Add the words of the tag `Termination` to the ending of the main line, if only the record gives that."""
    last = match.tree.main_line[-1]
    if last.ending is not None and last.ending.reason == RECORDED:
        match.tree.close(last, RECORDED, last.ending.winner, termination_of(match))

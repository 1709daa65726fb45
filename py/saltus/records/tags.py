"""What a record says about a match besides its moves: names and values, as in PDN."""

import re
from typing import NamedTuple

from saltus.core.phrase import Phrase

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
"""The tags that PDN asks every game for, with the result."""

RESERVED = ("Result", "GameType", "Rules", "SetUp", "FEN", "Termination")
"""Tags of PDN that follow from the match, and so are none of its own."""

LONGEST = 255
"""The most letters of a name or a value (PGN's limit for a line)."""

_NAME = re.compile(r"[A-Z][A-Za-z0-9_]*+")


class Part(NamedTuple):
    """One of the games of a text: from where to where it goes, its game, its tags, and the turns of its main line.

    `key` is None where the text does not say which game it is, or says one that is not known here. `winner` is what
    the text says of the result, before any turn is played: a side, or `draw`; None where it says nothing, or what can
    be meant both ways.
    """

    start: int
    end: int
    key: str | None
    tags: dict[str, str]
    turns: int
    winner: str | None


def check_name(name: str) -> str:
    """`name`, where every format can write it: a word with a capital, not a reserved one. Raises ValueError."""
    if not _NAME.fullmatch(name) or len(name) > LONGEST:
        template = "the name of a tag is a capital, then at most {most} letters, digits and underscores"
        raise ValueError(Phrase("record.tag-name", template, most=LONGEST - 1))
    if name in RESERVED:
        template = "the tag {name} follows from the moves and the rules; it cannot be set"
        raise ValueError(Phrase("record.tag-reserved", template, name=name))
    return name


def check_value(value: str) -> str:
    """`value`, where every format can write it: one line without spaces around it. Raises ValueError."""
    if not value.isprintable() or value != value.strip() or not 0 < len(value) <= LONGEST:
        template = "the value of a tag is one line of 1 to {most} letters, without spaces around it"
        raise ValueError(Phrase("record.tag-value", template, most=LONGEST))
    return value

"""What a record says about a match besides its moves: names and values, as in PDN."""

import re

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
"""The tags that PDN asks every game for, with the result."""

LONGEST = 255
"""The most letters of a name or a value (PGN's limit for a line)."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def check_tag(name: str, value: str) -> str:
    """`value`, where it and its name are such as every format can write. Raises ValueError.

    A name is letters, digits and underscores; a value one line of text that is not empty and does not begin or
    end with spaces.
    """
    if not _NAME.fullmatch(name) or len(name) > LONGEST:
        raise ValueError("the name of a tag is one word of letters, digits and underscores")
    if not value.isprintable() or value != value.strip() or not 0 < len(value) <= LONGEST:
        raise ValueError(f"the value of the tag {name} is one line of 1 to {LONGEST} letters")
    return value

"""Text for a terminal: only what the program itself means to control it may do so.

Comments, names and messages come from files and from other people. A terminal obeys escape sequences in them: it may
be told to change its title, to hide or overwrite what it shows, even to type. Marks of direction show the letters of
a line in another order than they have.
"""

import re

_CONTROLLING = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"  # C0 without tab and line feed, DEL, C1
    "|\r(?!\n)"  # goes back to the beginning of the line
    "|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"  # marks, embeddings, overrides and isolates of direction
)


class Styled(str):
    """A text with control sequences of the program's own, such as colours, and with nothing of anybody else's."""

    __slots__ = ()

    def __str__(self) -> str:
        return self


def visible(text: str) -> str:
    """The text with every control character written out, as `\\x1b`, but for tabs and line ends."""
    return text if isinstance(text, Styled) else _CONTROLLING.sub(_written_out, text)


def _written_out(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}"

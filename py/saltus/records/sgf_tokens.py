"""The properties of SGF and the scanner that finds them. `saltus.records.sgf` describes the format."""

import re
from typing import NamedTuple, TypeAlias

from saltus.core.game import Outcome
from saltus.core.phrase import Phrase
from saltus.notation.error import THE_END, RecordError, expected, shown

TAG_PROPERTIES = {"White": "PW", "Black": "PB", "Event": "EV", "Round": "RO", "Site": "PC", "Date": "DT"}
"""The SGF property for each PDN tag; dates have dots in PDN, dashes in SGF."""
READ = frozenset(
    ("FF", "CA", "AP", "GM", "SZ", "SU", "RE", "AB", "AW", "AE", "PL", "W", "B", "C", "XN", "XE", "XT", "XR")
) | frozenset(TAG_PROPERTIES.values())
"""The properties that say something to a match, or about the file; those of `PROPERTY_GLYPHS` do with some values."""
PROPERTY_GLYPHS = {("TE", "1"): 1, ("BM", "1"): 2, ("TE", "2"): 3, ("BM", "2"): 4, ("IT", ""): 5, ("DO", ""): 6}
"""The annotation glyph for each SGF move annotation."""
DATE = re.compile(r"[0-9]{4}([.-])[0-9]{2}\1[0-9]{2}")
RESULT = re.compile(r"([BW])\+(.*)|(0|Draw)|(\?|Void|)", re.IGNORECASE | re.DOTALL)
RESULT_REASONS = {"r": "resignation", "resign": "resignation", "t": "flag", "time": "flag"}  # By what follows `W+`.
FORFEIT = "forfeit"
FORFEITS = ("f", FORFEIT)
ENDINGS = {"resign": "resignation", "draw": "agreement", "time": "flag", "timeout": "flag"}
"""The ending for each word that can replace a move."""

_SPACE = re.compile(r"\s*+")
_NAME = re.compile(r"[A-Z]{1,10}")
_IN_BRACKETS = r"\[([^\]\\]*+(?>(?:\\.[^\]\\]*+)*))\]"
_VALUE = re.compile(rf"\s*+{_IN_BRACKETS}", re.DOTALL)
PROPERTIES = re.compile(rf"(?>(?:[A-Z]{{1,10}}(?>(?:{_IN_BRACKETS})+))*)", re.DOTALL)  # In a row.


def result_of(outcome: Outcome | None) -> str:
    if outcome is None:
        return "?"
    if outcome.winner is None:
        return "0"
    return f"{outcome.winner.upper()}+" + {"resignation": "R", "flag": "T"}.get(outcome.reason, "")


class Value(NamedTuple):
    """The raw value of a property, and its offset."""

    raw: str
    offset: int

    @property
    def text(self) -> str:
        """The value without escapes and soft line breaks, with `\\n` as line end."""
        unified = re.sub(r"\r\n|\n\r|\r", "\n", self.raw)
        return re.sub(r"\\(.)", lambda found: "" if found[1] == "\n" else found[1], unified, flags=re.DOTALL)

    @property
    def line(self) -> str:
        """The value as one line."""
        return " ".join(self.text.split())


Properties: TypeAlias = dict[str, list[Value]]  # The values of a node's properties, by their names.


class Scanner:
    """Finds properties in a text. Every offset it returns is behind the spaces that follow what it read."""

    def __init__(self, text: str) -> None:
        self.text = text

    def wrong(self, offset: int, message: str) -> RecordError:
        return RecordError.at(self.text, offset, message)

    def found(self, offset: int) -> str:
        """The text at an offset, for an error."""
        return shown(self.text[offset : offset + 40]) if offset < len(self.text) else THE_END

    def skip(self, offset: int) -> int:
        """The offset after spaces."""
        space = _SPACE.match(self.text, offset)
        return space.end() if space else offset

    def expect(self, offset: int, letter: str) -> int:
        """The offset after `letter` and the spaces that follow it."""
        if not self.text.startswith(letter, offset):
            due = Phrase("record.letter", "a {letter}", letter=letter)
            raise self.wrong(offset, expected(due, self.found(offset)))
        return self.skip(offset + 1)

    def properties(self, offset: int) -> tuple[Properties, int]:
        """The properties of the node that begins here, and the offset after it."""
        offset = self.expect(offset, ";")
        found: Properties = {}
        while name := _NAME.match(self.text, offset):
            if name[0] in found:
                raise self.wrong(offset, Phrase("record.twice", "{name} occurs twice", name=name[0]))
            values = found[name[0]] = []
            offset = name.end()
            while value := _VALUE.match(self.text, offset):
                values.append(Value(value[1], value.start(1)))
                offset = value.end()
            if not values:
                due = Phrase("record.value", "a value in [ ] after {name}", name=name[0])
                raise self.wrong(offset, expected(due, self.found(offset)))
            offset = self.skip(offset)
        return found, offset

"""The properties of SGF and the scanner that finds them. `saltus.records.sgf` describes the format."""

import re
from typing import NamedTuple, TypeAlias

from saltus.core.game import SIDES, Outcome, Side
from saltus.core.phrase import Phrase
from saltus.notation.error import THE_END, RecordError, expected, shown
from saltus.records.results import MAX_WORDS, Verdict, in_words, verdict_of

TAG_PROPERTIES = {"White": "PW", "Black": "PB", "Event": "EV", "Round": "RO", "Site": "PC", "Date": "DT"}
"""The SGF property for each PDN tag; dates have dots in PDN, dashes in SGF."""
READ = frozenset(
    ("FF", "CA", "AP", "GM", "SZ", "SU", "RE", "AB", "AW", "AE", "PL", "W", "B", "C", "XN", "XE", "XT", "XR")
) | frozenset(TAG_PROPERTIES.values())
"""The properties that a match or the reader uses; those of `PROPERTY_GLYPHS` are used with some values."""
PROPERTY_GLYPHS = {("TE", "1"): 1, ("BM", "1"): 2, ("TE", "2"): 3, ("BM", "2"): 4, ("IT", ""): 5, ("DO", ""): 6}
"""The annotation glyph for each SGF move annotation."""
DATE = re.compile(r"[0-9]{4}([.-])[0-9]{2}\1[0-9]{2}")
RESULT = re.compile(r"([BW])\+(.*)|(0|Draw)|(\?|Void|)", re.IGNORECASE | re.DOTALL)
RESULT_REASONS = {"r": "resignation", "resign": "resignation", "t": "flag", "time": "flag"}  # By what follows `W+`.
FORFEIT = "forfeit"
FORFEITS = ("f", FORFEIT)
ENDINGS = {"resign": "resignation", "draw": "agreement", "time": "flag", "timeout": "flag"}
"""The ending for each word that can replace a move."""

_LISTS = frozenset(("AB", "AW", "AE", "AR", "CR", "LB", "LN", "MA", "SL", "SQ", "TR"))
"""The properties that are lists of points, and must not be empty; others say something by being so."""
_SPACE = re.compile(r"\s*+")
_NAME = re.compile(r"([A-Za-z]{1,32})\s*+(?=\[)")
BEGIN = re.compile(r"\(\s*+(?:;|[A-Za-z]{1,32}\s*+\[)|(?:\A\s*+|\n[ \t\r]*+);\s*+[A-Za-z]{1,32}\s*+\[")
"""Where a game begins: a `(` before a node, or a node at the beginning of a line that lacks it."""
ROOT = re.compile(r"\(\s*+;?\s*+(?:FF|GM|CA|AP|FileFormat|GaMe)\s*+\[")
"""Where a game begins even if the one before it is not closed: properties that no node of a variation has."""
_JUNK = re.compile(r"(?:(?![A-Za-z]{1,32}\s*+\[)[^;()\[])++|\[[^\]]*+(?:\]|\Z)")
_IN_BRACKETS = r"\[([^\]\\]*+(?>(?:\\.[^\]\\]*+)*))\]"
_VALUE = re.compile(rf"\s*+{_IN_BRACKETS}", re.DOTALL)
_MOVE = re.compile(r"\s*+\[([^\[\]();\\]*+)\]?")  # A move has none of these signs: it ends there if no ] does.
_UNCLOSED = re.compile(r"\s*+\[(.*)\Z", re.DOTALL)
_BRACKET = re.compile(r"([^;()\[\]\\]*+)([\[\]])")
_ENDS_AS_NAME = re.compile(r"[A-Z][A-Za-z]*+\s*+\Z")
MAX_REST_CHARS = 2_000  # How far the end of a value is looked for if it has brackets without a \\ before them.
_TEXTS = frozenset(("C", "GC", "N")) | frozenset(TAG_PROPERTIES.values())
_MOVES = ("W", "B")
_MAX_NAME = 10
_MAX_WRITTEN = 40
PROPERTIES = re.compile(rf"(?>(?:[A-Z]{{1,10}}(?>(?:{_IN_BRACKETS})+))*)", re.DOTALL)  # The most consecutive moves.


def read_result(said: str, first: Side) -> tuple[Verdict | None, str]:
    """Who won, None if that is not clear, and how, by a result in SGF's form or in words. A score gives the points of
    `first`, the side that began, first."""
    found = RESULT.fullmatch(said)
    if found is not None:
        if found[4] is not None:
            return "open", ""
        return next((side for side in SIDES if side == (found[1] or "").lower()), "draw"), found[2] or ""
    verdict = verdict_of(said, first)
    if verdict is not None:
        return verdict, said
    words = said.split()
    for count in range(1, min(len(words), MAX_WORDS) + 1):
        if verdict := in_words(" ".join(words[:count])):
            return verdict, " ".join(words[count:])
    return None, ""


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


def capitals(name: str) -> str:
    """The short name of a property: the capitals of an old long name, such as `GaMe`."""
    return "".join(letter for letter in name if "A" <= letter <= "Z") or name.upper()


class Scanner:
    """Finds properties in a text. Every offset that it returns is after the spaces that follow what it read. What is
    not SGF is left out, with a warning."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.warnings: list[tuple[int, str]] = []

    def wrong(self, offset: int, message: str) -> RecordError:
        return RecordError.at(self.text, offset, message)

    def warn(self, offset: int, message: str) -> None:
        self.warnings.append((offset, message))

    def leave_out(self, start: int, end: int) -> int:
        """Warn of a text that is no part of the game, if there is any. Returns the offset after it."""
        there = self.text[start:end]
        if there.strip("\ufeff \t\r\n"):
            begin = start + len(there) - len(there.lstrip())
            self.warn(begin, Phrase("record.left-out", found=shown(" ".join(there.split()))))
        return self.skip(end)

    def warn_missing(self, offset: int, letter: str) -> None:
        """Warn that a letter is missing."""
        self.warn(offset, expected(Phrase("record.letter", letter=letter), self.found(offset)))

    def found(self, offset: int) -> str:
        """The text at an offset, for an error."""
        return shown(self.text[offset : offset + 40]) if offset < len(self.text) else THE_END

    def skip(self, offset: int) -> int:
        """The offset after spaces."""
        space = _SPACE.match(self.text, offset)
        return space.end() if space else offset

    def properties(self, offset: int) -> tuple[Properties, int]:
        """The properties of the node that begins here, with or without its `;`, and the offset after it."""
        offset = self.skip(offset + self.text.startswith(";", offset))
        found: Properties = {}
        played: set[str] = set()  # The moves, of which each counts once.
        while True:
            if written := _NAME.match(self.text, offset):
                name = capitals(written[1])
                values, end = self.values(name, written.end())
                if len(name) > _MAX_NAME:
                    offset = self.leave_out(offset, end)
                    continue
                if name in found:
                    self.warn(offset, Phrase("record.twice", name=name))
                kept = found.setdefault(name, [])
                for value in values:
                    if name in _LISTS and not value.line:
                        self.warn(value.offset, Phrase("record.empty", name=name))
                    elif name not in _MOVES or value.line not in played:
                        kept.append(value)
                    played.add(value.line)
                offset = self.skip(end)
            elif junk := _JUNK.match(self.text, offset):
                offset = self.leave_out(offset, junk.end())
            else:
                return found, offset

    def values(self, name: str, offset: int) -> tuple[list[Value], int]:
        """The values of a property, and the offset after them."""
        values = []
        while value := (_MOVE if name in _MOVES else _VALUE).match(self.text, offset):
            offset = value.end()
            raw = value[1]
            if not value[0].endswith("]"):
                self.warn_missing(offset, "]")
            elif name in _TEXTS and (end := self.balanced(raw, offset)):
                self.warn(offset - 1, Phrase("record.escape"))
                raw += self.text[offset - 1 : end - 1].replace("]", "\\]")
                offset = end
            values.append(Value(raw, value.start(1)))
        if rest := _UNCLOSED.match(self.text, offset):
            offset = len(self.text)
            self.warn_missing(offset, "]")
            values.append(Value(rest[1].rstrip("\\"), rest.start(1)))
        return values, offset

    def balanced(self, raw: str, offset: int) -> int | None:
        """Where a text with brackets in it ends that seemed to end before an offset; None if it did end there."""
        depth = raw.count("[") - raw.count("\\[")
        end = offset
        while depth > 0 and end - offset < MAX_REST_CHARS and (bracket := _BRACKET.match(self.text, end)):
            if bracket[2] == "[" and _ENDS_AS_NAME.search(bracket[1][-_MAX_WRITTEN:]):
                break
            depth += 1 if bracket[2] == "[" else -1
            end = bracket.end()
        return end if end > offset and depth == 0 else None

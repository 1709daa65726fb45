"""What the round brackets of a PDN text hold: variations, or comments that begin like variations."""

import re
from typing import NamedTuple

from saltus.records.pdn_tags import kind_of
from saltus.records.pdn_tokens import TOKEN


class Bracket(NamedTuple):
    """Brackets in a text: where they close, where their first token is, and whether they hold a comment."""

    end: int
    within: int
    has_words: bool


class _Open:
    """Brackets that are not closed yet, and what has been in them."""

    def __init__(self, start: int) -> None:
        self.start = start
        self.within: int | None = None
        self.has_moves = self.has_comments = self.has_junk = False


class Brackets:
    """The brackets of one text, found in one pass when the first is asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found: dict[int, Bracket] | None = None

    def at(self, start: int) -> Bracket | None:
        """The brackets that open at an offset; None if they are not closed."""
        if self._found is None:
            self._found = {}
            self._find(start)
        return self._found.get(start)

    def _find(self, start: int) -> None:
        found: dict[int, Bracket] = {}
        opened: list[_Open] = []
        for token in TOKEN.finditer(self._text, start):
            kind = kind_of(token)
            if kind == "space":
                continue
            if opened and opened[-1].within is None:
                opened[-1].within = token.start()
            if kind == "open":
                opened.append(_Open(token.start()))
            elif kind == "close" and opened:
                last = opened.pop()
                has_words = last.has_junk or (last.has_comments and not last.has_moves)
                found[last.start] = Bracket(token.end(), last.within or token.start(), has_words)
                if opened:
                    opened[-1].has_moves |= last.has_moves
            elif opened:
                opened[-1].has_moves |= kind in ("move", "setup")
                opened[-1].has_comments |= kind == "comment"
                opened[-1].has_junk |= kind == "junk"
        self._found = found


def is_aside(token: re.Match[str]) -> bool:
    """Whether a token stands beside the moves of a line: it neither moves nor ends anything."""
    return kind_of(token) in ("space", "comment", "number", "bare", "glyph", "mark", "sign", "setup")

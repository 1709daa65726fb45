"""The notes of a PDN game: comments and glyphs, collected while the moves are read."""

import re

from saltus.match.tree import Node

MARK_GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "*": 7}
SIGN_GLYPHS = {
    "=": 10,
    "\u221e": 13,
    "+=": 14,
    "+/=": 14,
    "\u2a72": 14,
    "=+": 15,
    "=/+": 15,
    "\u2a71": 15,
    "\u25a1": 7,
    "\u00b1": 16,
    "+/-": 16,
    "\u2213": 17,
    "-/+": 17,
    "+-": 18,
    "-+": 19,
}
"""What signs after a move mean; the others, such as +, say nothing in these games."""


class Notes:
    """The comments and glyphs of all nodes. Lists, joined once at the end: a node may have any number of comments."""

    def __init__(self) -> None:
        self._words: dict[Node, list[str]] = {}
        self._glyphs: dict[Node, list[int]] = {}

    def remark(self, node: Node, words: list[str]) -> None:
        """Add words to the comment of a node."""
        self._words.setdefault(node, []).extend(words)

    def glyph(self, node: Node, number: int) -> None:
        """Add a glyph to a node."""
        self._glyphs.setdefault(node, []).append(number)

    def mark(self, node: Node, marks: str) -> None:
        """Add the glyphs for marks such as `!?` and `*` to a node; of more than two marks the first two count."""
        signs = re.sub(r"[()]", "", marks)
        strength = signs.replace("*", "")
        if strength:
            self.glyph(node, MARK_GLYPHS[strength[:2]])
        if len(strength) < len(signs):
            self.glyph(node, MARK_GLYPHS["*"])

    def sign(self, node: Node, sign: str) -> None:
        """Add the glyph for a sign such as `+-` to a node, if it means one."""
        if sign in SIGN_GLYPHS:
            self.glyph(node, SIGN_GLYPHS[sign])

    def write(self) -> None:
        """Write the notes to their nodes."""
        for node, words in self._words.items():
            node.comment = " ".join(words)
        for node, glyphs in self._glyphs.items():
            node.glyphs = tuple(glyphs)

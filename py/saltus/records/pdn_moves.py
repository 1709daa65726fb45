"""The moves, variations and notes of a PDN game, added to its match as they are read."""

import re
from typing import NamedTuple, TypeAlias

from saltus.core.phrase import Phrase
from saltus.match.line import add_line
from saltus.match.match import Match
from saltus.match.tree import Node, newly_due, other
from saltus.notation.error import Blaming, RecordError, expected, sentence, shown, unclaimed
from saltus.notation.move import IllegalMove
from saltus.records.pdn_head import Head
from saltus.records.pdn_routes import Routes, whole_jump
from saltus.records.pdn_scan import END_COMMAND, PLAIN_LINE, PLAIN_MOVE, TOKEN, Brackets, path_of

MARK_GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "*": 7}
SIGN_GLYPHS = {
    sign: glyph
    for glyph, signs in (
        *((10, "="), (13, "\u221e"), (14, "+= +/= \u2a72"), (15, "=+ =/+ \u2a71"), (7, "\u25a1")),
        *((16, "\u00b1 +/-"), (17, "\u2213 -/+"), (18, "+-"), (19, "-+")),
    )
    for sign in signs.split()
}
"""What signs after a move mean; the others, such as +, say nothing in these games."""


class Notes:
    """The comments and glyphs of all nodes. Lists, joined once at the end: a node may have any number of comments."""

    def __init__(self) -> None:
        self._words: dict[Node, list[str]] = {}
        self._glyphs: dict[Node, list[int]] = {}

    def remark(self, node: Node, words: list[str]) -> None:
        self._words.setdefault(node, []).extend(words)

    def glyph(self, node: Node, number: int) -> None:
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
        if sign in SIGN_GLYPHS:
            self.glyph(node, SIGN_GLYPHS[sign])

    def write(self) -> None:
        for node, words in self._words.items():
            node.comment = " ".join(words)
        for node, glyphs in self._glyphs.items():
            node.glyphs = tuple(glyphs)


MAX_GLYPH = 255


class _Variation(NamedTuple):
    """An open variation: the last node before it, the offset of its bracket, and whether it is the first thing in
    another one."""

    node: Node
    offset: int
    within: bool


_Added: TypeAlias = tuple[Node, Node, str, int]
"""A move that was added: the node before it, its own, the marks after it, and its end in the text."""


class Moves:
    """The moves of one game. `node` is the last one of the current variation. Adds to `warnings`, with offsets."""

    def __init__(self, text: str, head: Head, match: Match, warnings: list[tuple[int, str]]) -> None:
        self.text, self.head, self.match, self.warnings = text, head, match, warnings
        self.node = match.tree.root
        self.variations: list[_Variation] = []
        self.first = False  # The next move is the first of its variation.
        self.inner = False  # That variation holds another one already.
        self.echo = False  # The last move was the first of its variation, and repeated one that was there already.
        self.comment: list[str] = []  # Comments before the first move of a variation.
        self.notes = Notes()
        self.gaps: set[Node] = set()  # The nodes after which a move is not given.
        self.brackets = Brackets(text)
        self.routes = Routes(text, warnings, self.brackets)
        self.may_be_plain = True  # Whether moves may be added a whole line at a time.

    def wrong(self, token: re.Match[str], message: str) -> RecordError:
        return RecordError.at(self.text, token.start(), message)

    def no_move(self, token: re.Match[str]) -> RecordError:
        """The error for a token where the first move of a variation is due."""
        first = Phrase("record.first-move")
        return self.wrong(token, expected(first, shown(token[0])))

    def line(self, offset: int) -> int:
        """Add the plain moves of the main line from an offset on. Returns the place after the last one added. Where
        one is not added, the rest of the game is read token by token: no text is tried twice."""
        if self.variations or self.first or self.gaps or self.routes.moves:
            return offset
        found = PLAIN_LINE.match(self.text, offset)
        if found is None:
            return offset
        moves = list(PLAIN_MOVE.finditer(self.text, offset, found.end()))
        before = self.node.ply
        self.node = add_line(self.match.tree, self.node, [move[0] for move in moves])
        count = self.node.ply - before
        self.may_be_plain = count == len(moves)
        return moves[count - 1].end() if count else offset

    def open(self, token: re.Match[str]) -> int:
        """Begin a variation, or skip brackets that hold a comment. Returns the place after what was read."""
        found = self.brackets.at(token.start())
        setup = TOKEN.match(self.text, found.within) if found else None
        beside = setup is not None and setup.lastgroup == "setup" and not self.stands(setup)
        if found is not None and (found.has_words or beside):
            if beside:
                self.warnings.append((token.start(), Phrase("record.setup-aside")))
            self.note(self.text[token.start() : found.end], token.start())
            return found.end
        if self.first and found is None:
            raise self.no_move(token)
        self.variations.append(_Variation(self.node, token.start(), self.first))
        # Brackets within brackets, before any move, replace the same move.
        self.node = self.node if self.first else self.node.parent or self.node
        self.first, self.inner = True, False
        return token.end()

    def close(self, token: re.Match[str]) -> None:
        if not self.variations:
            raise self.wrong(token, Phrase("record.unopened"))
        if self.first and not self.inner:
            raise self.no_move(token)
        self.node, _, self.first = self.variations.pop()
        self.inner = self.first
        self.echo = False
        if not self.first and self.comment:
            self.remark(self.comment)
            self.comment = []

    def setup(self, token: re.Match[str]) -> None:
        """Check that a position set up among the moves is the one that stands there."""
        if not self.stands(token):
            raise self.wrong(token, Phrase("record.setup-odd"))

    def stands(self, token: re.Match[str]) -> bool:
        """Whether the position that a token sets up is the one after the last move. Raises `RecordError`."""
        return self.head.position(self.match.game, token) == self.node.position

    def move(self, token: re.Match[str]) -> int:
        """Add a move after the last one, or as the first of a variation. Returns its end in the text."""
        if self.node in self.gaps:
            raise self.wrong(token, Phrase("record.after-gap"))
        count = len(self.match.tree.nodes)
        try:
            before, node, marks, end = self.added(self.node, token)
        except ValueError as error:
            raise self.wrong(token, sentence(error)) from error
        if not self.first and not self.echo:
            before.main = node
        self.echo = self.first and len(self.match.tree.nodes) == count
        self.first = False
        self.node = node
        if self.text[token.start() - 1 : token.start()] == "*":
            marks += "*"
        if marks:
            self.notes.mark(node, marks)
        if self.comment:
            self.notes.remark(node, self.comment)
            self.comment = []
        return end

    def added(self, before: Node, token: re.Match[str]) -> _Added:
        """Add the move of a token. Raises ValueError for an illegal move. A variation replaces the last move; if its
        first move cannot, it replaces the next one."""
        next_one = self.variations[-1].node if self.first else before
        try:
            return self.played(before, token)
        except IllegalMove:
            if next_one is before or next_one in self.gaps or next_one.result:
                raise
            try:
                return self.played(next_one, token)
            except ValueError:
                pass
            raise

    def played(self, before: Node, token: re.Match[str]) -> _Added:
        """Add the move of a token after a node. Raises ValueError for an illegal move."""
        tree, due, known = self.match.tree, newly_due(before), self.routes.moves
        marks, end = token["marks"], token.end()
        if token.start() in known:
            node = tree.add(before, known.pop(token.start()))
        else:
            try:
                node = tree.add(before, path_of(token))
            except IllegalMove as error:
                rule = error.refusal.rule
                if rule == "unfinished" and (jump := whole_jump(self.text, token)):
                    node = tree.add(before, jump.path)
                    marks, end = jump.marks, jump.end
                elif rule == "ambiguous" and self.routes.resolve(self.match.game, before.position, token):
                    node = tree.add(before, known.pop(token.start()))
                else:
                    raise
        if due is not None:
            self.warnings.append((token.start(), unclaimed(due)))
        return before, node, marks, end

    def glyph(self, token: re.Match[str]) -> None:
        """Add a glyph to the last move. The standard has numbers to 255; of a larger one nobody knows the meaning."""
        number = token[0][1:].lstrip("0") or "0"
        if len(number) > len(str(MAX_GLYPH)) or int(number) > MAX_GLYPH:
            message = Phrase("record.glyph-unknown", most=MAX_GLYPH, found=shown(token[0]))
            self.warnings.append((token.start(), message))
            return
        self.notes.glyph(self.node, int(number))

    def note(self, comment: str, offset: int) -> None:
        """Add a comment to the last move, or to the first move of a variation."""
        text = comment[1:] if comment[:1] == ";" else comment[1:-1]
        for end in END_COMMAND.finditer(text):
            with Blaming(self.text, offset + 1 + end.start()):
                if self.first:
                    raise ValueError(Phrase("record.ending-after"))
                winner = None if end[1] == "draw" else "w" if end[1] == "w" else other("w")
                self.match.tree.close(self.node, end[2], winner)
        self.remark(END_COMMAND.sub(" ", text).split())

    def remark(self, words: list[str]) -> None:
        """Add words to the comment of the last move, or of the first move of a variation."""
        if self.first:
            self.comment += words
        else:
            self.notes.remark(self.node, words)

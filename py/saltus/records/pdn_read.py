"""Reads PDN. `saltus.records.pdn` describes the format."""

import re

from saltus.core.game import Game
from saltus.core.phrase import Phrase, Several
from saltus.match.line import add_line
from saltus.match.match import Match
from saltus.match.tree import Node, newly_due, other
from saltus.notation.error import (
    MAX_WARNINGS,
    ONE_GAME,
    UNCLOSED,
    RecordError,
    RecordWarning,
    bounded,
    expected,
    glyphs_to,
    place,
    sentence,
    shown,
    unclaimed,
)
from saltus.notation.move import IllegalMove
from saltus.records.pdn_brackets import Brackets
from saltus.records.pdn_ending import Ending
from saltus.records.pdn_games import likely, says_game
from saltus.records.pdn_head import Head
from saltus.records.pdn_jumps import whole_jump
from saltus.records.pdn_notes import Notes
from saltus.records.pdn_results import phrase_at
from saltus.records.pdn_routes import Routes
from saltus.records.pdn_split import opening
from saltus.records.pdn_tags import kind_of
from saltus.records.pdn_tokens import (
    END_COMMAND,
    OPEN_RESULTS,
    PLAIN_LINE,
    PLAIN_MOVE,
    SCORE_RESULTS,
    TOKEN,
    lines_of,
)

RESULTS = Several((*SCORE_RESULTS.values(), *OPEN_RESULTS[:1]))
"""The results that are usually written, for error messages."""


def read(text: str, game: Game | None = None) -> Match:
    """Read the one game in `text`; `game` is the likeliest one if the text has no `GameType`.

    Without `GameType` the game is the first one that all moves are legal in. Move numbers are optional and ignored.
    Raises `RecordError`.
    """
    text = lines_of(bounded(text))
    game_type, fen, first, names = opening(text)
    if says_game(game_type):
        return _Reader(text, None, first).read()
    fitting = likely(fen, first, game, names)
    if not fitting:
        return _Reader(text, game, first).read()
    reasons = []
    for each in fitting:
        try:
            match = _Reader(text, each, first).read()
        except RecordError as error:
            reasons.append(error)
            continue
        if game is None or each.key != game.key:
            template = "no GameType says which game this is; by its moves it is {game}"
            match.warnings.insert(0, RecordWarning(Phrase("record.game-guessed", template, game=each.name), 1, 1))
        return match
    raise reasons[0]


class _Variation:
    """An open variation: the last node before it, and the offset of its bracket."""

    def __init__(self, node: Node, offset: int) -> None:
        self.node = node
        self.offset = offset


class _Reader:
    """Builds one match token by token. `node` is the last node of the current variation."""

    def __init__(self, text: str, game: Game | None, opening: str | None) -> None:
        self.text = text
        self.warnings: list[tuple[int, str]] = []
        """Warnings, with their offsets."""
        self.head = Head(text, game, opening, self.warnings)
        self.early: list[tuple[str, int]] = []
        """Comments before the first move, including those among the tags, with their offsets."""
        self.prose: re.Match[str] | None = None
        """The beginning of text before the tags that is no comment."""
        self.match: Match | None = None
        self.node: Node
        self.variations: list[_Variation] = []
        self.first = False
        """The next move is the first of its variation."""
        self.echo = False
        """The last move was the first of its variation, and repeated one that was there already."""
        self.comment: list[str] = []
        """Comments before the first move of a variation."""
        self.notes = Notes()
        self.gaps: set[Node] = set()
        """The nodes after which a move is not given."""
        self.result: re.Match[str] | None = None
        self.spoken: re.Match[str] | None = None
        """The result at the end of the text: in signs, and in words."""
        self.brackets = Brackets(text)
        self.routes = Routes(text, self.warnings, self.brackets)
        self.resume = 0
        """The end of the last jump that was written one capture after the other."""
        self.marks = ""
        """The marks of the jump that is being added, if it was written so."""
        self.may_be_plain = True
        """Whether moves may be added a whole line at a time."""

    def read(self) -> Match:
        """Read the whole text. Raises `RecordError`."""
        text, offset = self.text, 0
        while token := TOKEN.match(text, offset):
            offset = token.end() if token.lastgroup == "space" else self.take(kind_of(token), token)
            if token.lastgroup == "move" and self.may_be_plain:
                offset = self.line(offset)
        return self.finish()

    def line(self, offset: int) -> int:
        """Add the plain moves of the main line from an offset on. Returns the place after the last one added.

        Where one is not added, the rest of the game is read token by token: no text is tried twice.
        """
        if self.variations or self.first or self.gaps or self.result or self.routes.moves:
            return offset
        found = PLAIN_LINE.match(self.text, offset)
        if found is None:
            return offset
        moves = list(PLAIN_MOVE.finditer(self.text, offset, found.end()))
        before = self.node.ply
        self.node = add_line(self.started.tree, self.node, [move[0] for move in moves])
        count = self.node.ply - before
        self.may_be_plain = count == len(moves)
        return moves[count - 1].end() if count else offset

    def wrong(self, token: re.Match[str], message: str) -> RecordError:
        """The error at a token."""
        return RecordError.at(self.text, token.start(), message)

    def take(self, kind: str, token: re.Match[str]) -> int:
        """Process the next token. Returns the place of the one after it."""
        end = token.end()
        if kind == "unclosed":
            template = "this comment is not closed: expected a {bracket} before the end"
            raise self.wrong(token, Phrase("record.comment", template, bracket="}"))
        if kind == "junk":
            return self.junk(token)
        if self.match is None and self.before(kind, token):
            return end
        if kind == "tag" or (self.result is not None and kind not in ("comment", "result")):
            raise self.wrong(token, expected(ONE_GAME, shown(token[0])))
        if kind == "open":
            return self.open(token)
        if kind == "setup":
            return self.setup(token)
        if self.first and kind not in ("move", "comment", "number", "bare"):
            first = Phrase("record.first-move", "the first move of the variation")
            raise self.wrong(token, expected(first, shown(token[0])))
        self.add(kind, token)
        return max(end, self.resume)

    def before(self, kind: str, token: re.Match[str]) -> bool:
        """Process a token before the first move. Returns whether it belongs there."""
        if kind == "tag":
            self.tell_prose()
            self.head.tag(token)
        elif kind == "comment":
            self.early.append((token[0], token.start()))
        elif kind == "setup":
            self.head.setup = token
        elif kind not in ("number", "bare", "mark", "sign"):
            if self.prose is not None and kind != "move":
                raise self.stray(self.prose)
            self.tell_prose()
            self.start()
            return False
        return True

    def tell_prose(self) -> None:
        """Warn of text before the tags, or before the first move of a game without tags."""
        if self.prose is not None:
            template = "this text before the tags is read as a comment"
            self.warnings.append((self.prose.start(), Phrase("record.prose", template)))
            self.prose = None

    def junk(self, token: re.Match[str]) -> int:
        """Process text that is no token: the result in words, a line before the tags, or else an error."""
        words = phrase_at(self.text, token.start()) if self.match is not None and not self.first else None
        if words is not None:
            self.spoken = words if not self.variations else self.spoken
            self.notes.remark(self.node, words[0].split())
            return words.end()
        if self.match is None and not self.head.tags:
            self.prose = self.prose or token
            line = re.compile(r"[^\n]*+").match(self.text, token.start())
            end = line.end() if line else token.end()
            self.early.append((f";{self.text[token.start() : end]}", token.start()))
            return end
        raise self.stray(token)

    def stray(self, token: re.Match[str]) -> RecordError:
        """The error for text that is no token."""
        word = re.split(r"[\s(){}]", self.text[token.start() : token.start() + 40], maxsplit=1)[0] or token[0]
        token_ = Phrase("record.token", "a tag, a move, a comment or a result")
        return self.wrong(token, expected(token_, shown(word)))

    def add(self, kind: str, token: re.Match[str]) -> None:
        """Process a token that belongs to the moves."""
        if kind == "move":
            self.move(token)
        elif kind == "comment":
            self.note(token[0], token.start())
        elif kind == "glyph":
            self.glyph(token, int(token[0][1:]))
        elif kind == "mark":
            self.notes.mark(self.node, token[0])
        elif kind == "sign":
            self.notes.sign(self.node, token[0])
        elif kind == "missing":
            self.gaps.add(self.node)
            told = Phrase("record.move-missing", "a move is not given here: {found}", found=shown(token[0]))
            self.warnings.append((token.start(), told))
        elif kind == "close":
            if not self.variations:
                template = "expected a move or a result: no variation is open here"
                raise self.wrong(token, Phrase("record.unopened", template))
            self.node = self.variations.pop().node
            self.echo = False
        elif kind == "result":
            if self.variations and not token[0].startswith("*"):
                self.notes.remark(self.node, [token[0]])
                return
            if self.variations:
                template = "expected a move or a ), not {found}: the result is the main line's"
                raise self.wrong(token, Phrase("record.main-result", template, found=token[0]))
            # A result may be followed by itself, or by the * that ends every game of the standard.
            if self.result is None or self.result[0].startswith("*"):
                self.result = token

    def start(self) -> None:
        """Set up the match that the tags describe."""
        self.match = self.head.match()
        self.node = self.match.tree.root
        for comment, offset in self.early:
            self.note(comment, offset)

    def open(self, token: re.Match[str]) -> int:
        """Begin a variation, or skip brackets that hold a comment."""
        found = self.brackets.at(token.start())
        setup = TOKEN.match(self.text, found.within) if found else None
        beside = setup is not None and setup.lastgroup == "setup" and not self.stands(setup)
        if found is not None and (found.has_words or beside):
            if beside:
                template = "a variation from another position is kept as a comment"
                self.warnings.append((token.start(), Phrase("record.setup-aside", template)))
            self.note(self.text[token.start() : found.end], token.start())
            return found.end
        if self.first:
            first = Phrase("record.first-move", "the first move of the variation")
            raise self.wrong(token, expected(first, shown(token[0])))
        self.variations.append(_Variation(self.node, token.start()))
        self.node = self.node.parent or self.node
        self.first = True
        return token.end()

    def setup(self, token: re.Match[str]) -> int:
        """Check that a position set up among the moves is the one that stands there."""
        if not self.stands(token):
            template = "this position does not follow from the moves before it; what comes after it is another game"
            raise self.wrong(token, Phrase("record.setup-odd", template))
        return token.end()

    def stands(self, token: re.Match[str]) -> bool:
        """Whether the position that a token sets up is the one after the last move. Raises `RecordError`."""
        return self.head.position(self.started.game, token) == self.node.position

    def move(self, token: re.Match[str]) -> None:
        """Add a move after the last one, or as the first of a variation."""
        tree, before = self.started.tree, self.node
        if before in self.gaps:
            template = "the move before this one is not given, so that this one cannot be played"
            raise self.wrong(token, Phrase("record.after-gap", template))
        count = len(tree.nodes)
        try:
            before, node = self.added(before, token)
        except ValueError as error:
            raise self.wrong(token, sentence(error)) from error
        if not self.first and not self.echo:
            before.main = node
        self.echo = self.first and len(tree.nodes) == count
        self.first = False
        self.node = node
        if marks := self.marks or token["marks"]:
            self.notes.mark(node, marks)
        self.marks = ""
        if self.comment:
            self.notes.remark(node, self.comment)
            self.comment = []

    def added(self, before: Node, token: re.Match[str]) -> tuple[Node, Node]:
        """Add the move of a token. Returns the node before it and its own. Raises ValueError for an illegal move.

        A variation replaces the last move; if its first move cannot, it replaces the next one.
        """
        next_one = self.variations[-1].node if self.first else before
        try:
            return before, self.played(before, token)
        except IllegalMove:
            if next_one is before or next_one in self.gaps or (next_one.outcome or next_one.ending):
                raise
            try:
                return next_one, self.played(next_one, token)
            except ValueError:
                pass
            raise

    def played(self, before: Node, token: re.Match[str]) -> Node:
        """Add the move of a token after a node. Returns its own. Raises ValueError for an illegal move."""
        tree, due = self.started.tree, newly_due(before)
        if token.start() not in self.routes.moves:
            try:
                node = tree.add(before, token["path"])
            except IllegalMove as error:
                if error.refusal.rule == "unfinished" and (jump := whole_jump(self.text, token)):
                    node = tree.add(before, jump.path)
                    self.resume, self.marks = jump.end, jump.marks
                elif error.refusal.rule != "ambiguous" or not self.routes.resolve(
                    self.started.game, before.position, token
                ):
                    raise
                else:
                    node = tree.add(before, self.routes.moves.pop(token.start()))
        else:
            node = tree.add(before, self.routes.moves.pop(token.start()))
        if due is not None:
            self.warnings.append((token.start(), unclaimed(due)))
        return node

    def glyph(self, token: re.Match[str], number: int) -> None:
        """Add a glyph to the last move."""
        if number > 255:
            raise self.wrong(token, expected(glyphs_to("$0", "$255"), f"${number}"))
        self.notes.glyph(self.node, number)

    def note(self, comment: str, offset: int) -> None:
        """Add a comment to the last move, or to the first move of a variation."""
        text = comment[1:] if comment[:1] == ";" else comment[1:-1]
        for end in END_COMMAND.finditer(text):
            try:
                if self.first:
                    raise ValueError(Phrase("record.ending-after", "expected an ending after a move"))
                winner = None if end[1] == "draw" else "w" if end[1] == "w" else other("w")
                self.started.tree.close(self.node, end[2], winner)
            except ValueError as error:
                raise RecordError.at(self.text, offset + 1 + end.start(), sentence(error)) from error
        words = END_COMMAND.sub(" ", text).split()
        if self.first:
            self.comment += words
        else:
            self.notes.remark(self.node, words)

    @property
    def started(self) -> Match:
        """The match, set up on first use."""
        if self.match is None:
            self.start()
        if self.match is None:
            raise AssertionError("a match that is started is there")
        return self.match

    def finish(self) -> Match:
        """Check the result. Returns the match at the end of its main line."""
        if self.prose is not None:
            raise self.stray(self.prose)
        if self.match is None and not self.head.tags and self.head.setup is None:
            due = Phrase("record.result-due", "expected a result: {results}", results=RESULTS)
            raise RecordError.at(self.text, len(self.text), due)
        match = self.started
        if self.variations:
            raise RecordError.at(self.text, self.variations[-1].offset, UNCLOSED)
        self.notes.write()
        Ending(self.text, match, self.node, self.head, self.warnings).close(self.result, self.spoken)
        self.warnings.sort(key=lambda warning: warning[0])
        match.warnings = [
            RecordWarning(message, *place(self.text, offset)) for offset, message in self.warnings[:MAX_WARNINGS]
        ]
        match.goto(self.node.id)
        return match

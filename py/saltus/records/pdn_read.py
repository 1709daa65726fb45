"""Reads PDN (`saltus.records.pdn` describes it).

Tags are read by `pdn_head`, moves and why one is refused by `pdn_moves`, results by `pdn_results`; what is no part of
a game is refused here. Where the file does not name its game, the reason is that of the first game that it may be.
"""

import re

from saltus.core.game import Game, game_name
from saltus.core.phrase import Phrase, Several
from saltus.match.match import Match
from saltus.notation.error import (
    ONE_GAME,
    UNCLOSED,
    RecordError,
    RecordWarning,
    bounded,
    expected,
    shown,
    warned,
)
from saltus.records.pdn_head import Head, says_game
from saltus.records.pdn_moves import Moves
from saltus.records.pdn_results import Ending, phrase_at
from saltus.records.pdn_scan import OPEN_RESULTS, SCORE_RESULTS, TOKEN, kind_of, lines_of
from saltus.records.pdn_split import opening
from saltus.records.tags import explain

_BARE = r"[^\s\d(){}\[\];$/*]"
_WORDS = re.compile(rf"(?:[^\W\d_]{_BARE}*+)(?>(?:\s++(?!\d){_BARE}++)+)")  # Words, the first with a letter.
_AFTER = re.compile(r"\s*+(?:[0-9]{1,3}[.)]|[({;]|\Z(?<=\n\n)|(?:1-0|0-1|2-0|0-2|1-1|0-0|1/2|\*)(?!\w))")
"""What may follow the words: the number of a move, a comment or brackets, or a result."""
_MOVE = re.compile(r"\s++[0-9a-hA-H]")
_LINE = re.compile(r"[ \t]*+[^\W\d_](?=[^\n]*?[ \t]\w)[^\n]*+")  # A line that begins with one of two words or more.
_MOVE_LAST = re.compile(r"\d[-x:.*]\d{1,2}[!?*]*+\s*\Z")
_NEXT = re.compile(r"\n(?=[ \t\r]*+(?:[0-9]{1,3}[.)]|\n|\[|\Z|(?:1-0|0-1|2-0|0-2|1-1|0-0|1/2|\*)(?!\w)))|\Z")


def prose_at(text: str, offset: int, ends: bool) -> re.Match[str] | None:
    """The prose that begins at an offset; None if that may be something else. It may end the text if `ends`."""
    words = _WORDS.match(text, offset)
    if words is not None:
        after = words.end()
        if _AFTER.match(text, after) or (words[0][-1] in ".!?" and _MOVE.match(text, after)):
            return words
        if ends and not text[after:].strip():
            return words
    begin = text.rfind("\n", 0, offset) + 1
    if text[begin:offset].strip():
        return None
    return _lines(text, offset)


def _lines(text: str, offset: int) -> re.Match[str] | None:
    """The lines of prose that begin at an offset, up to a line that begins a move, a tag or a result."""
    end = offset
    while True:
        line = _LINE.match(text, end)
        if line is None or _MOVE_LAST.search(line[0]):
            return None
        end = line.end()
        if _NEXT.match(text, end):
            return re.compile(r"[\s\S]*").match(text, offset, end)
        end += 1


RESULTS = Several((*SCORE_RESULTS.values(), *OPEN_RESULTS[:1]))  # The usual ones, for errors.


def read(text: str, game: Game | None = None) -> Match:
    """Read the one game in `text`; `game` is the likeliest one if the text has no `GameType`. Without `GameType` the
    game is the first one that all moves are legal in. Move numbers are optional and ignored. Raises `RecordError`."""
    text = lines_of(bounded(text))
    begun = opening(text)
    if says_game(begun.tags.get("GameType")):
        return _Reader(text, None, begun.opening).read()
    fitting = begun.likely(game)
    if not fitting:
        return _Reader(text, game, begun.opening).read()
    reasons = []
    for each in fitting:
        try:
            match = _Reader(text, each, begun.opening).read()
        except RecordError as error:
            reasons.append(error)
            continue
        if game is None or each.key != game.key:
            guessed = Phrase("record.game-guessed", game=game_name(each))
            match.warnings.insert(0, RecordWarning(guessed, 1, 1))
        return match
    raise reasons[0]


class _Reader:
    """Reads one game token by token."""

    def __init__(self, text: str, game: Game | None, opening: str | None) -> None:
        self.text = text
        self.warnings: list[tuple[int, str]] = []
        self.head = Head(text, game, opening, self.warnings)
        self.early: list[tuple[str, int]] = []  # Comments before the first move, with their offsets.
        self.prose: re.Match[str] | None = None  # The beginning of text before the tags that is no comment.
        self.moves: Moves | None = None  # None before the first move.
        self.result: re.Match[str] | None = None
        self.spoken: re.Match[str] | None = None  # The result at the end of the text: in signs, and in words.
        self.last: int | None = None  # The place of the last move, once that has been asked for.
        self.is_told = False  # Whether there has been a warning of words after the last move.

    def read(self) -> Match:
        text, offset = self.text, 0
        while token := TOKEN.match(text, offset):
            offset = token.end() if token.lastgroup == "space" else self.take(kind_of(token), token)
            if token.lastgroup == "move" and self.result is None and (moves := self.started).may_be_plain:
                offset = moves.line(offset)
        return self.finish()

    def wrong(self, token: re.Match[str], message: str) -> RecordError:
        return RecordError.at(self.text, token.start(), message)

    def take(self, kind: str, token: re.Match[str]) -> int:
        """Process the next token. Returns the place of the one after it."""
        if kind == "unclosed":
            raise self.wrong(token, Phrase("record.comment", bracket="}"))
        if kind == "junk":
            return self.junk(token)
        if self.moves is None and self.before(kind, token):
            return token.end()
        if kind == "tag" or (self.result is not None and kind not in ("comment", "result", "open")):
            if kind != "tag" and self.is_last(token):
                return self.word(self.started, token)
            raise self.wrong(token, expected(ONE_GAME, shown(token[0])))
        moves = self.started
        if self.is_told and kind in ("number", "bare", "mark", "sign", "missing"):
            return self.word(moves, token)
        if self.result is not None and (bracket := moves.brackets.at(token.start())):
            moves.note(self.text[token.start() : bracket.end], token.start())
            return bracket.end
        if kind == "move":
            return moves.move(token)
        if kind == "open":
            return moves.open(token)
        if kind == "close":
            moves.close(token)
        elif kind == "setup":
            moves.setup(token)
        elif moves.first and kind not in ("comment", "number", "bare"):
            raise moves.no_move(token)
        else:
            self.add(moves, kind, token)
        return token.end()

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
            return False
        return True

    def tell_prose(self) -> None:
        """Warn of text before the tags, or before the first move of a game without tags."""
        if self.prose is not None:
            self.warnings.append((self.prose.start(), Phrase("record.prose")))
            self.prose = None

    def junk(self, token: re.Match[str]) -> int:
        """Process text that is no token: the result in words, prose, or else an error. Returns where it ends."""
        moves = self.started if self.head.tags and self.is_last(token) else self.moves
        if moves is not None and not moves.first and (self.result is None or self.is_last(token)):
            words = phrase_at(self.text, token.start())
            if words is not None:
                self.spoken = words if not moves.variations else self.spoken
                moves.remark(words[0].split())
                return words.end()
            ends = self.spoken is not None
            # Once it is known that words follow the last move, they are read one by one: looking ahead from each
            # would take quadratic time.
            prose = None if self.result or self.is_told else prose_at(self.text, token.start(), ends)
            if prose is not None:
                message = Phrase("record.prose-between")
                self.warnings.append((token.start(), message))
                moves.remark(prose[0].split())
                return prose.end()
            if self.is_last(token):
                return self.word(moves, token)
        if moves is None and not self.head.tags:
            self.prose = self.prose or token
            line = re.compile(r"[^\n]*+").match(self.text, token.start())
            end = line.end() if line else token.end()
            self.early.append((f";{self.text[token.start() : end]}", token.start()))
            return end
        raise self.stray(token)

    def is_last(self, token: re.Match[str]) -> bool:
        """Whether no move follows a token: then words are no moves that could not be read. They are, after the number
        of a move in a game without any."""
        if self.last is None:
            found = [other for other in TOKEN.finditer(self.text) if other.lastgroup in ("move", "number")]
            moves = [other.start() for other in found if other.lastgroup == "move"]
            self.last = moves[-1] if moves else len(self.text) if found else -1
        return token.start() > self.last

    def word(self, moves: Moves, token: re.Match[str]) -> int:
        """Keep a word after the last move as a comment. Returns where it ends."""
        if not self.is_told:
            self.is_told = True
            message = Phrase("record.words-after")
            self.warnings.append((token.start(), message))
        moves.remark(token[0].split())
        return token.end()

    def stray(self, token: re.Match[str]) -> RecordError:
        """The error for text that is no token."""
        word = re.split(r"[\s(){}]", self.text[token.start() : token.start() + 40], maxsplit=1)[0] or token[0]
        token_ = Phrase("record.token")
        return self.wrong(token, expected(token_, shown(word)))

    def add(self, moves: Moves, kind: str, token: re.Match[str]) -> None:
        """Process a token that stands beside the moves, or ends them."""
        if kind == "comment":
            moves.note(token[0], token.start())
        elif kind == "glyph":
            moves.glyph(token)
        elif kind == "mark":
            moves.notes.mark(moves.node, token[0])
        elif kind == "sign":
            moves.notes.sign(moves.node, token[0])
        elif kind == "missing":
            moves.gaps.add(moves.node)
            message = Phrase("record.move-missing", found=shown(token[0]))
            self.warnings.append((token.start(), message))
        elif kind == "result":
            if moves.variations and not token[0].startswith("*"):
                moves.remark([token[0]])
                return
            if moves.variations:
                raise self.wrong(token, Phrase("record.main-result", found=token[0]))
            # A result may be followed by itself, or by the * that ends every game of the standard.
            if self.result is None or self.result[0].startswith("*"):
                self.result = token

    @property
    def started(self) -> Moves:
        """The moves, of the match that the tags describe; set up on first use."""
        if self.moves is None:
            self.moves = Moves(self.text, self.head, self.head.match(), self.warnings)
            for comment, offset in self.early:
                self.moves.note(comment, offset)
        return self.moves

    def finish(self) -> Match:
        """Check the result. Returns the match at the end of its main line."""
        if self.prose is not None:
            raise self.stray(self.prose)
        if self.moves is None and not self.head.tags and self.head.setup is None:
            due = Phrase("record.result-due", results=RESULTS)
            raise RecordError.at(self.text, len(self.text), due)
        moves = self.started
        if moves.variations:
            raise RecordError.at(self.text, moves.variations[-1].offset, UNCLOSED)
        moves.notes.write()
        match, node = moves.match, moves.node
        Ending(match, node, self.head, self.warnings).close(self.result, self.spoken)
        explain(match)
        self.warnings.sort(key=lambda warning: warning[0])
        match.warnings = warned(self.text, self.warnings)
        match.goto(node.id)
        return match

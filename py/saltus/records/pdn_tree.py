"""The second stage of reading PDN: the games of a text as they are written, without the rules of any.

A game becomes a tree of its tags, moves, comments and nested variations. What cannot be part of a game by any rules
becomes a `Fault` with the reason, in its place: `saltus.records.pdn_replay` meets it there, so that the first error
in a text is the one that is reported.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from saltus.core.game import SIDES
from saltus.core.phrase import Phrase, Several
from saltus.notation.error import ONE_GAME, UNCLOSED, expected, shown
from saltus.records.pdn_tokens import Tag, Token, own_name, plain_moves, plain_paths, token_at
from saltus.records.results import OPEN_RESULTS, SCORE_RESULTS, phrase_at, verdict_of

RESULTS = Several((*SCORE_RESULTS.values(), *OPEN_RESULTS[:1]))  # The usual ones, for errors.

_RESTART = re.compile(r"(?<=\n)(?:1[.)]|\(1\.?\))(?!\s*+[.\u2026])")
"""The first number of a game, at the beginning of a line: not `1...`, which is a move of the second side."""
_APART = re.compile(r"[ \t\r]*+\n[ \t\r]*+\n")  # An empty line, which ends a game after a result in words.
MAX_GAP_CHARS = 100  # A word after more spaces than this is on the line of what stands before them.
_BESIDE = frozenset(("comment", "result", "open", "close"))  # What may follow the result of a game.
_WORDS = frozenset(("junk", "missing", "sign", "mark", "glyph", "bare"))  # What is a word after the result.
_BEGINNING = frozenset(("move", "plain", "number", "open", "result", "setup"))

_BARE = r"[^\s\d(){}\[\];$/*]"
_SENTENCE = re.compile(rf"(?:[^\W\d_]{_BARE}*+)(?>(?:\s++(?!\d){_BARE}++)+)")  # Words, the first with a letter.
_AFTER = re.compile(r"\s*+(?:[0-9]{1,3}[.)]|[({;]|\Z(?<=\n\n)|(?:1-0|0-1|2-0|0-2|1-1|0-0|1/2|\*)(?!\w))")
"""What may follow the words: the number of a move, a comment or brackets, or a result."""
_MOVE = re.compile(r"\s++[0-9a-hA-H]")
_LINE = re.compile(r"[ \t]*+[^\W\d_](?=[^\n]*?[ \t]\w)[^\n]*+")  # A line that begins with one of two words or more.
_MOVE_LAST = re.compile(r"\d[-x:.*]\d{1,2}[!?*]*+\s*\Z")
_NEXT = re.compile(r"\n(?=[ \t\r]*+(?:[0-9]{1,3}[.)]|\n|\[|\Z|(?:1-0|0-1|2-0|0-2|1-1|0-0|1/2|\*)(?!\w)))|\Z")

_PLAYED, _ENDED = re.compile(r"\d[-x:]\d"), re.compile(r"(?:1-0|0-1|2-0|0-2|1-1|1/2|\*)\Z")


def is_played(line: str) -> bool:
    """Whether a line has a move and, at its end, a result: it is a game whose beginning is damaged."""
    line = line.rstrip()
    return _ENDED.search(line[-3:]) is not None and _PLAYED.search(line[:-3]) is not None


def prose_at(text: str, offset: int, ends: bool) -> int:
    """The end of the prose that begins at an offset, 0 if that may be something else. It may end the text if
    `ends`."""
    words = _SENTENCE.match(text, offset)
    if words is not None:
        after = words.end()
        if _AFTER.match(text, after) or (words[0][-1] in ".!?" and _MOVE.match(text, after)):
            return after
        if ends and not text[after:].strip():
            return after
    begin = text.rfind("\n", 0, offset) + 1
    return 0 if text[begin:offset].strip() else _lines_end(text, offset)


def _lines_end(text: str, offset: int) -> int:
    """The end of the lines of prose that begin at an offset, up to a line that begins a move, a tag or a result."""
    while line := _LINE.match(text, offset):
        if _MOVE_LAST.search(line[0]):
            return 0
        if _NEXT.match(text, line.end()):
            return line.end()
        offset = line.end() + 1
    return 0


class Variation(NamedTuple):
    """Brackets that hold moves."""

    start: int
    end: int
    line: "Line"
    setup: Token | None  # The position that it begins with.


class Fault(NamedTuple):
    """Text that cannot be part of a game, and why."""

    start: int
    message: str


Line: TypeAlias = "list[Token | Variation | Fault]"
"""Moves, and what stands beside them. Beside those of `saltus.records.pdn_tokens` there are tokens of the kind
`words`: prose. Numbers are left out. Brackets that hold a comment are a `comment`, without `text`."""


class _Bracket:
    """Brackets that are not closed yet, and what has been in them."""

    def __init__(self, start: int) -> None:
        self.start = start
        self.line: Line = []
        self.has_move = False  # Its own moves, without those in brackets within it.
        self.has_moves = self.has_comments = self.has_junk = False


class WrittenGame:
    """One game as it is written, from `start` to `end` in a text."""

    def __init__(self, text: str, start: int) -> None:
        self.text, self.start, self.end = text, start, len(text)
        self.tags: dict[str, Tag] = {}  # By standard name; of several with a name the first counts.
        self.setup: Token | None = None  # The last position that is set up before the first move.
        self.remarks: list[Token] = []  # Comments and words before the first move.
        self.line: Line = []
        self.results: list[Token] = []  # One may follow another.
        self.spoken: Token | None = None  # A result in words.
        self.opening: str | None = None  # The first move.
        self.turns = 0  # How many moves the main line has.
        self.warnings: list[tuple[int, str]] = []  # Each with its offset.
        self._brackets: list[_Bracket] = []
        self._prose: Token | None = None  # Where text before the tags begins that is no comment.
        self._has_begun = False  # Whether a further tag would belong to another game.
        self._has_moves = False  # Whether the moves have begun, so that no tag may come.
        self._has_numbers = False
        self._last_move = -1  # Where the last move begins.
        self._has_words = False  # Whether words follow the last move.
        self._is_complete = False  # Whether it has a result.
        self._late: list[tuple[int, str]] = []
        """The numbers of the items after which a move is a fault, each with that fault."""

    def value(self, name: str) -> str:
        """The value of a tag, "" if it is missing."""
        return self.tags[name].value if name in self.tags else ""

    @property
    def result(self) -> Token | None:
        """The result: the first one but *, which ends every game of the standard and may follow it."""
        said = [result for result in self.results if not result.text.startswith("*")]
        return next(iter([*said, *self.results]), None)

    @property
    def is_game(self) -> bool:
        """Whether any part of a game has been read."""
        return bool(self.tags) or self._has_begun

    def ends_before(self, token: Token) -> bool:
        """Whether the next game begins with a token: a game ends with its result, or where tags follow moves, or
        where a line begins with 1. once both sides have moved."""
        if self._brackets:
            return token.kind == "tag"
        if self._is_complete and token.kind in _WORDS and self._is_remark(token):
            return token.kind == "bare" and not self._late
        if token.kind in ("number", "plain") and self._is_under_way and _RESTART.match(self.text, token.start):
            return True
        return (self._is_complete and token.kind not in _BESIDE) or (self._has_begun and token.kind == "tag")

    def _is_remark(self, token: Token) -> bool:
        """Whether a word after the result belongs to it: it is on the same line, or is about a result, too."""
        before = self.text[max(0, token.start - MAX_GAP_CHARS) : token.start].rstrip(" \t\r")
        return before[-1:] != "\n" or phrase_at(self.text, token.start) is not None

    @property
    def _is_under_way(self) -> bool:
        """Whether both sides have moved."""
        return self.turns >= len(SIDES)

    def take(self, token: Token) -> int:
        """Add a token. Returns where the next one begins: after it, or after the words that begin with it."""
        kind = token.kind
        self._has_begun |= kind in _BEGINNING
        self._has_numbers |= kind == "number"
        if kind == "junk":
            return self._junk(token)
        if kind in ("move", "plain"):
            paths = plain_paths(token) if kind == "plain" else [token.path]
            self._last_move = token.start
            self.opening = self.opening or paths[0]
            if self._brackets:
                bracket = self._brackets[-1]
                bracket.line += plain_moves(token) if kind == "plain" else [token]
                bracket.has_move = bracket.has_moves = True
                return token.end
            self.turns += len(paths)
        if kind == "unclosed":
            self._brackets.clear()  # What closes them is in the comment.
            self._fault(token, Phrase("record.comment", bracket="}"))
        elif self._brackets:
            self._in_brackets(self._brackets[-1], token)
        elif self._has_moves or not self._before_moves(token):
            self._beside_moves(token)
        return token.end

    def _fault(self, token: Token, message: str) -> None:
        line = self._brackets[-1].line if self._brackets else self.line
        line.append(Fault(token.start, message))

    def _before_moves(self, token: Token) -> bool:
        """Add a token before the first move. Returns whether it belongs there."""
        if token.kind == "tag":
            self._tell_prose()
            self._tag(token)
        elif token.kind == "comment":
            self.remarks.append(token)
        elif token.kind == "setup":
            self.setup = token
        elif token.kind not in ("number", "bare", "mark", "sign"):
            if self._prose is not None and token.kind not in ("move", "plain"):
                self._fault(self._prose, self._stray(self._prose))
            self._tell_prose()
            self._has_moves = True
            return False
        return True

    def _tell_prose(self) -> None:
        """Warn of text before the tags, or before the first move of a game without tags."""
        if self._prose is not None:
            self.warnings.append((self._prose.start, Phrase("record.prose")))
            self._prose = None

    def _tag(self, token: Token) -> None:
        tag = token.tag
        if tag is None:
            return
        if tag.name in self.tags and own_name(tag.written) not in self.tags:
            # Two languages' words for one thing: nothing is lost.
            tag = tag._replace(name=own_name(tag.written))
        if tag.name in self.tags:
            self.warnings.append((token.start, Phrase("record.tag-twice", name=tag.name)))
        else:
            self.tags[tag.name] = tag

    def _beside_moves(self, token: Token) -> None:
        """Add a token of the main line, or after the result."""
        kind = token.kind
        if kind == "tag":
            self._fault(token, expected(ONE_GAME, shown(token.text)))
        elif (self.results and kind not in ("comment", "result", "open")) or (
            self._has_words and kind in ("number", "bare", "mark", "sign", "missing")
        ):
            first = token.text.split()[0] if kind == "plain" else token.text
            self._word(token, expected(ONE_GAME, shown(first)))
        elif kind == "open":
            self._brackets.append(_Bracket(token.start))
        elif kind == "close":
            self._fault(token, Phrase("record.unopened"))
        elif kind == "result":
            self.results.append(token)
            self._is_complete = True
        elif kind not in ("number", "bare"):
            self.line.append(token)

    def _word(self, token: Token, fault: str) -> None:
        """Add a word after the last move: a comment, or a fault if another move follows."""
        if not self._has_words:
            self._has_words = True
            self.warnings.append((token.start, Phrase("record.words-after")))
        self._late.append((len(self.line), fault))
        self.line.append(token._replace(kind="words"))

    def _junk(self, token: Token) -> int:
        """Add text that is no token: a result in words, prose, or else a single word. Returns where it ends."""
        if self._brackets:
            self._brackets[-1].has_junk = True
            return token.end
        text, start, fault = self.text, token.start, self._stray(token)
        if not self._has_moves and not self.tags:
            end = text.find("\n", start)
            line = text[start : end if end >= 0 else len(text)]
            if not is_played(line):
                self._prose = self._prose or token
                self.remarks.append(Token("words", start, start + len(line), line))
                return start + len(line)
        is_late = bool(self.results) or not self._has_moves
        self._has_begun = self._has_moves = True
        if said := phrase_at(text, start):
            end = said.end()
            self.spoken = Token("words", start, end, said[0])
            if self._is_under_way and _APART.match(text, end) and verdict_of(said[0], SIDES[0]):
                self._is_complete = True
        # Once it is known that words follow the last move, they are read one by one: looking ahead from each would
        # take quadratic time.
        elif self.results or self._has_words or not (end := prose_at(text, start, self.spoken is not None)):
            self._word(token, fault)
            return token.end
        else:
            self.warnings.append((start, Phrase("record.prose-between")))
        if is_late:
            self._late.append((len(self.line), fault))
        self.line.append(Token("words", start, end, text[start:end]))
        return end

    def _stray(self, token: Token) -> Phrase:
        """The error for text that is not a token."""
        word = re.split(r"[\s(){}]", self.text[token.start : token.start + 40], maxsplit=1)[0] or token.text
        return expected(Phrase("record.token"), shown(word))

    def _in_brackets(self, bracket: _Bracket, token: Token) -> None:
        """Add a token that is no move to the brackets that it stands in."""
        kind = token.kind
        if kind == "open":
            self._brackets.append(_Bracket(token.start))
        elif kind == "close":
            self._close(token)
        elif kind == "tag":
            self._fault(token, expected(ONE_GAME, shown(token.text)))
        elif kind in ("comment", "setup"):
            bracket.has_comments |= kind == "comment"
            bracket.has_moves |= kind == "setup"
            bracket.line.append(token)
        elif kind in ("number", "bare"):
            pass
        elif not bracket.has_move:
            self._fault(token, _no_move(token))
        elif kind != "result":
            bracket.line.append(token)
        elif token.text.startswith("*"):
            self._fault(token, Phrase("record.main-result", found=token.text))
        else:
            bracket.line.append(token._replace(kind="words"))

    def _close(self, token: Token) -> None:
        """Close brackets: they hold a variation, or a comment."""
        bracket = self._brackets.pop()
        outer = self._brackets[-1] if self._brackets else None
        if outer is not None:
            outer.has_moves |= bracket.has_moves
        line = self.line if outer is None else outer.line
        is_comment = bracket.has_junk or (bracket.has_comments and not bracket.has_moves)
        if is_comment or (outer is None and self.results):
            line.append(Token("comment", bracket.start, token.end, ""))
            return
        if not bracket.has_move and not any(isinstance(item, Variation) for item in bracket.line):
            bracket.line.append(Fault(token.start, _no_move(token)))
        first = bracket.line[0]
        setup = first if isinstance(first, Token) and first.kind == "setup" else None
        line.append(Variation(bracket.start, token.end, bracket.line, setup))

    def finish(self, end: int) -> "WrittenGame":
        """End the game at an offset."""
        self.end = end
        if self._prose is not None:
            self._fault(self._prose, self._stray(self._prose))
        elif not self._has_moves and not self.tags and self.setup is None:
            self.line.append(Fault(end, Phrase("record.result-due", results=RESULTS)))
        if self._brackets:
            self.line.append(Fault(self._brackets[0].start, UNCLOSED))
        # After the number of a move in a game without any, words are moves that could not be read.
        last = end if self._last_move < 0 and self._has_numbers else self._last_move
        for number, message in self._late:
            start = self.line[number].start
            if start <= last:
                self.line[number] = Fault(start, message)
        return self


def _no_move(token: Token) -> Phrase:
    """The error for a token in the place of the first move of a variation."""
    return expected(Phrase("record.first-move"), shown(token.text))


def games_in(text: str, is_only: bool = True) -> Iterator[WrittenGame]:
    """The games of a text, one after the other. What follows the last one and is no game is left out; so is a text
    without any game, unless there is no other (`is_only`)."""
    game, offset = WrittenGame(text, 0), 0
    while token := token_at(text, offset):
        if game.ends_before(token):
            yield game.finish(token.start)
            game, is_only = WrittenGame(text, token.start), False
        offset = game.take(token)
    if game.is_game or is_only:
        yield game.finish(len(text))


def only_game(text: str) -> WrittenGame:
    """A text as one game: where another one begins is a fault."""
    game, offset = WrittenGame(text, 0), 0
    while token := token_at(text, offset):
        offset = game.take(token)
    return game.finish(len(text))

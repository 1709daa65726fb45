"""Splits PDN texts into their games. `saltus.records.pdn` describes the format."""

import re
from typing import Literal

from saltus.core.game import SIDES, Game, Side
from saltus.games import rules
from saltus.records.pdn_head import fen_of, key_of, leader_of, likely, says_game
from saltus.records.pdn_results import phrase_at, verdict_of
from saltus.records.pdn_scan import TOKEN, kind_of, lines_of, path_of, tag_of
from saltus.records.tags import Part

_RESTART = re.compile(r"(?<=\n)(?:1[.)]|\(1\.?\))(?!\s*+[.\u2026])")
"""The first number of a game, at the beginning of a line: not `1...`, which is a move of the second side."""
_APART = re.compile(r"[ \t\r]*+\n[ \t\r]*+\n")  # An empty line, which ends a game after a result in words.
_BESIDE = frozenset(("comment", "space", "result", "open", "close"))  # What may follow the result of a game.
_WORDS = frozenset(("junk", "missing", "sign", "mark", "glyph"))
MAX_GAP_CHARS = 100  # A word after more spaces than this is on the line of what stands before them.
_MOVES = frozenset(("move", "number", "open", "result", "setup"))


class Boundaries:
    """Finds where games begin: each ends with a result, or where tags follow moves, or where a line begins with 1."""

    def __init__(self) -> None:
        self.tags = self.begun = self.done = False  # Whether the game has tags, has moves, and is complete.
        self.depth = 0
        self.moves = 0  # How many moves of the main line have been seen.
        self.has_words = False  # Whether words follow the result.
        self.words = 0  # How many words of a result in words are still to come.

    def begins(self, kind: str, token: re.Match[str]) -> bool:
        """Whether a token of this kind begins the next game."""
        if self.depth or self.words:
            return self.begun and kind == "tag"
        if self.done and kind in ("bare", *_WORDS) and self.is_remark(token):
            return kind == "bare" and not self.has_words
        if kind == "number":
            return self.done or (self.is_under_way and _RESTART.match(token.string, token.start()) is not None)
        return (self.done and kind not in _BESIDE) or (self.begun and kind == "tag")

    @staticmethod
    def is_remark(token: re.Match[str]) -> bool:
        """Whether a word after the result belongs to it: it is on its line, or tells of a result, too."""
        before = token.string[max(0, token.start() - MAX_GAP_CHARS) : token.start()].rstrip(" \t\r")
        return before[-1:] != "\n" or phrase_at(token.string, token.start()) is not None

    @property
    def is_under_way(self) -> bool:
        """Whether both sides have moved, so that a line that begins with 1. is another game."""
        return self.moves >= len(SIDES) and not self.depth

    def take(self, kind: str, token: re.Match[str]) -> None:
        if kind == "tag":
            self.tags = True
        elif kind in _MOVES:
            self.begun = True
            self.depth += kind == "open"
            self.moves += kind == "move" and not self.depth
            self.done = self.done or (kind == "result" and not self.depth)
        elif self.done and kind in _WORDS and not self.words:
            self.has_words = True
        elif kind == "close":
            self.depth = max(0, self.depth - 1)
        elif self.words:
            self.words -= 1
        elif kind == "junk" and self.tags and not self.begun:
            self.begun = True
        elif kind == "junk" and self.is_under_way and not self.done:
            words = phrase_at(token.string, token.start())
            if words is not None and _APART.match(token.string, words.end()) and verdict_of(words[0], SIDES[0]):
                self.done, self.words = True, len(words[0].split()) - 1

    @property
    def is_game(self) -> bool:
        """Whether there is anything of a game."""
        return self.tags or self.begun


def games(text: str, game: Game | None = None) -> list[Part]:
    """Split a text into its games: each ends with a result, or where tags follow moves, or the numbers begin again.
    `game` is used for games that do not name their own. The games are not checked, and invalid tokens are skipped;
    `read` reports them."""
    text = lines_of(text)
    found: list[Part] = []
    now, start, draft = Boundaries(), 0, Draft()
    for token in TOKEN.finditer(text):
        if token.lastgroup == "space":
            continue
        kind = kind_of(token)
        if now.begins(kind, token):
            found.append(draft.part(text, start, token.start(), game))
            now, start, draft = Boundaries(), token.start(), Draft()
        now.take(kind, token)
        draft.take(kind, token, now.depth)
    if now.is_game or not found:
        found.append(draft.part(text, start, len(text), game))
    return found


def opening(text: str) -> "Draft":
    """What is known of the first game of a text once its tags and its first move have been seen."""
    draft = Draft()
    for token in TOKEN.finditer(text):
        if token.lastgroup == "space":
            continue
        draft.take(kind_of(token), token, 0)
        if draft.opening or draft.result:
            break
    return draft


class Draft:
    """What is known of a game before its moves are replayed."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.names: set[str] = set()  # The names of the tags as written, in small letters.
        self.turns = 0
        self.opening: str | None = None  # The first move.
        self.result = self.setup = ""  # The result at its end, and the position set up before its first move.

    def take(self, kind: str, token: re.Match[str], depth: int) -> None:
        """Note what a token says; `depth` is that of the variation it is in."""
        if kind == "tag":
            tag = tag_of(token)
            if tag is not None:
                self.tags.setdefault(tag.name, tag.value)
                self.names.add(tag.written.lower())
        elif kind == "move":
            self.opening = self.opening or path_of(token)
            self.turns += not depth
        elif kind == "setup" and not self.opening:
            self.setup = fen_of(token[0])
        elif kind == "result" and not depth:
            self.result = token[0]

    def part(self, text: str, start: int, end: int, game: Game | None) -> Part:
        """The game, which goes from `start` to `end`."""
        tags = self.tags
        key = key_of(tags["GameType"]) if says_game(tags.get("GameType")) else self.guess(game)
        leader = leader_of(rules(key), tags.get("GameType", "")) if key else SIDES[0]
        said = (verdict_of(result, leader) for result in (tags.get("Result", ""), self.result))
        verdict = next((each for each in said if each not in (None, "open")), None)
        winner: Side | Literal["draw"] | None = None
        if verdict == "draw":
            winner = "draw"
        elif key and verdict:
            winner = next(side for side in SIDES if side == verdict)
        return Part(start, end, key, tags, self.turns, winner)

    def guess(self, game: Game | None) -> str | None:
        """The key of the game if the text does not name it."""
        fitting = self.likely(game)
        return fitting[0].key if fitting else game.key if game else None

    def likely(self, game: Game | None) -> list[Game]:
        """The games that it may be of, where the text names none, the likeliest first; `game` before the others."""
        return likely(self.setup or self.tags.get("FEN", ""), self.opening, game, self.names)

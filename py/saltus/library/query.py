"""The query language: `player:smith year:1950..1960 result:draw material:w2k1-b3`.

A query is a list of terms, and a game fits it if it fits all of them. The same text works in the terminal and on the
page; `parse` is the only place that reads it. The terms on the board (`position`, `after`, `pattern`, `material`,
`turn`) must all hold at the same moment of the game. `py/docs/games.md` describes every term.
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias, TypeVar

from saltus.core.phrase import Phrase, Several
from saltus.games import keys, load
from saltus.library.board_terms import BoardReader, Moment
from saltus.library.entry import RESULTS, Entry, fold
from saltus.notation.error import sentence, shown

MAX_QUERY_CHARS = 2_000

Value = TypeVar("Value")
Range: TypeAlias = tuple[int | None, int | None]  # The lowest and the highest number; None for no limit.
Dates: TypeAlias = tuple[str, str]  # The beginnings of the first and of the last date; empty for no limit.


class QueryError(ValueError):
    """A query that cannot be read. `start` and `end` are the part of the text that is wrong, from 0."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(Phrase("query.at", place=start + 1, message=message))
        self.message, self.start, self.end = message, start, end


class Term(NamedTuple):
    """A term about a game's tags. Exactly one of the values is set, as the key demands."""

    key: str
    negated: bool = False
    text: str = ""  # What must occur in the tag, folded.
    ranges: tuple[Range, ...] = ()
    dates: tuple[Dates, ...] = ()
    choices: tuple[str, ...] = ()


class Query(NamedTuple):
    """A query that has been read."""

    text: str
    game: str | None = None  # The key of the only game, None for all games.
    terms: tuple[Term, ...] = ()
    moments: tuple[Moment, ...] = ()  # One of these must hold at a moment of the game; empty for any board.


TEXTS: Mapping[str, Callable[[Entry], tuple[str, ...]]] = {
    "player": lambda entry: (entry.white, entry.black),
    "white": lambda entry: (entry.white,),
    "black": lambda entry: (entry.black,),
    "winner": lambda entry: {"white": (entry.white,), "black": (entry.black,)}.get(entry.result, ()),
    "loser": lambda entry: {"white": (entry.black,), "black": (entry.white,)}.get(entry.result, ()),
    "event": lambda entry: (entry.event,),
    "site": lambda entry: (entry.tags.get("Site", ""),),
    "round": lambda entry: (entry.tags.get("Round", ""),),
    "opening": lambda entry: (entry.opening, entry.tags.get("Opening", "")),
    "collection": lambda entry: entry.collections,
    "text": lambda entry: (entry.opening, *entry.tags.values(), *entry.collections),
}
"""The texts of a game that a term of this key is looked for in."""
NUMBERS: Mapping[str, Callable[[Entry, int], int | None]] = {
    "year": lambda entry, _: entry.year,
    "length": lambda entry, _: entry.plies,
    "ballot": lambda entry, _: entry.ballot,
    "id": lambda _, number: number,
}
"""The number of a game that a term of this key compares, from its entry and its id."""
BOARD_KEYS = ("position", "after", "pattern", "material", "turn")
SYMMETRY_WORDS = ("rotated", "mirrored")
KEYS = ("game", *TEXTS, *NUMBERS, "date", "result", *BOARD_KEYS)

_TERM = re.compile(r'\s*+(?P<not>-?)(?>(?:(?P<key>[A-Za-z]++):)?)(?P<value>"[^"]*+"?+|[^\s"]\S*+|)')
_NUMBER = re.compile(r"[0-9]{1,9}")
_DATE = re.compile(r"[0-9]{4}(?:\.[0-9]{2}){0,2}")


def parse(text: str, game: str | None = None) -> Query:
    """Read a query. `game` is used for the board's terms if the query does not name a game. Raises `QueryError` with
    the place of the first error."""
    if len(text) > MAX_QUERY_CHARS:
        message = Phrase("query.long", most=MAX_QUERY_CHARS, there=len(text))
        raise QueryError(message, MAX_QUERY_CHARS, len(text))
    return _Parser(text, game).query()


class _Found(NamedTuple):
    """A term as it stands in the text."""

    key: str
    value: str
    negated: bool
    quoted: bool
    start: int
    end: int

    def wrong(self, message: str) -> QueryError:
        return QueryError(message, self.start, self.end)


class _Parser:
    def __init__(self, text: str, game: str | None) -> None:
        self.text, self.game = text, game
        self.named: str | None = None

    def query(self) -> Query:
        found = list(self.split())
        for term in found:
            if term.negated and term.key in ("game", *BOARD_KEYS):
                raise term.wrong(Phrase("query.not-negated", term=term.key))
            if term.key == "game":
                self.take_game(term)
        terms, board, symmetry = [], dict[str, _Found](), dict[str, _Found]()
        for term in found:
            if term.key in BOARD_KEYS:
                if term.key in board:
                    raise term.wrong(Phrase("query.twice", term=term.key))
                board[term.key] = term
            elif not term.key and not term.quoted and term.value.lower() in SYMMETRY_WORDS and not term.negated:
                symmetry[term.value.lower()] = term
            elif term.key != "game":
                terms.append(self.term(term))
        moments = self.moments(board, symmetry)
        return Query(self.text, self.named, tuple(terms), moments)

    def split(self) -> "list[_Found]":
        """The terms of the text, not read yet."""
        found = []
        at = 0
        end = len(self.text.rstrip())
        while at < end:
            match = _TERM.match(self.text, at)
            assert match is not None, "the pattern matches any text"
            start = match.start("not")
            key, value = (match["key"] or "").lower(), match["value"]
            at = match.end()
            if key and key not in KEYS:
                raise QueryError(self.unknown(key), match.start("key"), match.end("key"))
            if quoted := value.startswith('"'):
                if len(value) < 2 or not value.endswith('"'):
                    raise QueryError(Phrase("query.quote"), match.start("value"), len(self.text))
                value = value[1:-1]
            found.append(_Found(key, value, bool(match["not"]), quoted, start, at))
            if not found[-1].value.strip():
                nothing = Phrase("query.nothing", like="player:smith")
                raise found[-1].wrong(Phrase("query.empty", term=key) if key else nothing)
        return found

    def unknown(self, key: str) -> Phrase:
        if near := _nearest(key, KEYS):
            return Phrase("query.near", term=key[:20], near=near)
        return Phrase("query.unknown", term=key[:20], known=Several(KEYS, "and"))

    def take_game(self, term: _Found) -> None:
        key = term.value.lower()
        if key not in keys():
            raise term.wrong(self.bad(term, Several(keys())))
        if self.named not in (None, key):
            raise term.wrong(Phrase("query.twice", term="game"))
        self.named = key

    def bad(self, term: _Found, wanted: str | Several) -> Phrase:
        """The message for a value that a term does not take."""
        return Phrase("query.value", term=term.key, wanted=wanted, found=shown(term.value))

    def term(self, term: _Found) -> Term:
        if term.key in NUMBERS:
            ranges = tuple(self.range(term, part) for part in term.value.split(","))
            return Term(term.key, term.negated, ranges=ranges)
        if term.key == "date":
            return Term(term.key, term.negated, dates=tuple(self.dates(term, part) for part in term.value.split(",")))
        if term.key == "result":
            chosen = tuple(part.lower() for part in term.value.split(","))
            if not set(chosen) <= set(RESULTS):
                raise term.wrong(self.bad(term, Several(RESULTS)))
            return Term(term.key, term.negated, choices=chosen)
        return Term(term.key or "text", term.negated, text=fold(term.value))

    def range(self, term: _Found, part: str) -> Range:
        """A range of numbers: `12`, `1950..1960`, `1950..`, `>40`, `<=40`."""

        like = Phrase("query.numbers", like=Several(("12", "10..20", ">40", "<=40")))

        def number(text: str) -> int:
            return int(self.shaped(_NUMBER, text, term, like))

        return _limits(part, number, lambda value: value + 1, lambda value: value - 1)

    def dates(self, term: _Found, part: str) -> Dates:
        """A range of dates, each a year, a month or a day."""

        like = Phrase("query.dates", like=Several(("1950", "1950.03..1951.07")))
        if part[:1] in "<>":  # a comparison would leave open whether unknown days count
            raise term.wrong(self.bad(term, like))
        low, high = _limits(part, lambda text: self.shaped(_DATE, text, term, like), str, str)
        return low or "", high or ""

    def shaped(self, shape: re.Pattern[str], text: str, term: _Found, like: Phrase) -> str:
        """The text, if it has this shape. Raises `QueryError` that shows what would."""
        if not shape.fullmatch(text):
            raise term.wrong(self.bad(term, like))
        return text

    def moments(self, board: Mapping[str, _Found], symmetry: Mapping[str, _Found]) -> tuple[Moment, ...]:
        for word, term in symmetry.items():
            if not board:
                raise term.wrong(Phrase("query.symmetry", word=word))
        if not board:
            return ()
        first = next(iter(board.values()))
        key = self.named or self.game
        if key is None:
            raise first.wrong(Phrase("query.game", term=first.key, like="game:english"))
        self.named = key
        reader = BoardReader(load(key))
        for name, term in board.items():
            try:
                reader.take(name, term.value)
            except ValueError as error:
                raise term.wrong(sentence(error)) from error
        return reader.moments("rotated" in symmetry, "mirrored" in symmetry)


def _limits(
    part: str, read: Callable[[str], Value], after: Callable[[Value], Value], before: Callable[[Value], Value]
) -> tuple[Value | None, Value | None]:
    text = part.strip()
    if text[:1] in ("<", ">"):
        value, is_strict = read(text[1:].removeprefix("=").strip()), text[1:2] != "="
        if text[0] == ">":
            return (after(value) if is_strict else value), None
        return None, (before(value) if is_strict else value)
    low, dots, high = text.partition("..")
    if not dots or (not low and not high):
        number = read(text)
        return number, number
    return (read(low) if low else None), (read(high) if high else None)


def _nearest(word: str, known: tuple[str, ...]) -> str | None:
    """The known word that `word` most likely means, None if none is near."""
    if starts := [one for one in known if one.startswith(word) or word.startswith(one)]:
        return starts[0]
    near = min(known, key=lambda one: _distance(word[:20], one))
    return near if _distance(word[:20], near) <= max(1, len(near) // 3) else None


def _distance(one: str, other: str) -> int:
    """How many letters must be changed, inserted, left out or exchanged to make one word of the other."""
    rows = [list(range(len(other) + 1))]
    for at, letter in enumerate(one, 1):
        row = [at]
        for place, wanted in enumerate(other, 1):
            least = min(rows[-1][place] + 1, row[-1] + 1, rows[-1][place - 1] + (letter != wanted))
            if at > 1 and place > 1 and letter == other[place - 2] and wanted == one[at - 2]:
                least = min(least, rows[-2][place - 2] + 1)
            row.append(least)
        rows.append(row)
    return rows[-1][-1]

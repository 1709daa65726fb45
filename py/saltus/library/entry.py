"""What a collection knows of a game without reading its record: normalised tags, and the indexes for searching.

Players, events and openings are kept as they are written and compared by `fold`: without case, accents and doubled
spaces. A result is the winner, in words, because PDN's scores mean different sides in different games.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from saltus.core.game import Position, Side
from saltus.core.letters import unaccented
from saltus.library.keys import digest, keys_of
from saltus.library.planes import pack_material, pack_planes
from saltus.match.match import Match
from saltus.match.tree import Node
from saltus.study.ballots import BALLOTS, TAG, ballot_of, name_of

Result: TypeAlias = Literal["white", "black", "draw", "unfinished"]
WINNERS: Mapping[Side | None, Result] = {"w": "white", "b": "black", None: "draw"}
RESULTS: tuple[Result, ...] = ("white", "black", "draw", "unfinished")
_NAMED_PLIES = 12  # No opening has its name after more plies.


class Entry(NamedTuple):
    """One game of a collection, as it is searched. An unknown text is empty."""

    game: str
    white: str
    black: str
    event: str
    date: str  # `YYYY.MM.DD`, with `?` for each unknown digit; empty if the year is unknown.
    result: Result
    opening: str
    ballot: int | None
    plies: int  # The length of the main line: the moves of both sides.
    side: int  # The side that moves first, 0 White, 1 Black.
    tags: Mapping[str, str]
    keys: bytes  # The keys of its positions (`saltus.library.keys`).
    material: bytes
    planes: bytes  # The index of what stood where (`saltus.library.planes`).
    collections: tuple[str, ...] = ()

    @property
    def year(self) -> int | None:
        return int(self.date[:4]) if self.date[:4].isdecimal() else None

    @property
    def players(self) -> str:
        return " – ".join(name or "?" for name in (self.white, self.black))


@lru_cache(maxsize=10_000)
def fold(text: str) -> str:
    """A text as it is compared: without case, accents and doubled spaces. Cached: names come again and again."""
    return " ".join(unaccented(text.casefold()).split())


def entry_of(match: Match, collections: Sequence[str] = ()) -> Entry:
    game, tags = match.game, match.tags
    line = match.tree.main_line
    positions = [node.position for node in line]
    ending = line[-1].result
    ballot = _ballot(match, positions)
    named = [name for position in positions[: _NAMED_PLIES + 1] if (name := name_of(game, position))]
    return Entry(
        game=game.key,
        white=tags.get("White", ""),
        black=tags.get("Black", ""),
        event=tags.get("Event", ""),
        date=date_of(tags.get("Date", "")),
        result=WINNERS[ending.winner] if ending else "unfinished",
        opening=named[-1] if named else tags.get("Opening", ""),
        ballot=ballot,
        plies=len(line) - 1,
        side=positions[0][3],
        tags=dict(tags),
        keys=keys_of(positions),
        material=pack_material(positions),
        planes=pack_planes(game.board, positions),
        collections=tuple(collections),
    )


def _ballot(match: Match, positions: Sequence[Position]) -> int | None:
    """The number of the ballot that a game began with."""
    named = match.tags.get(TAG, "")
    if named.isdecimal() and match.game.balloted and 1 <= int(named[:4]) <= len(BALLOTS):
        return int(named)
    starts = match.game.balloted and len(positions) > 3 and positions[0] == match.game.start()
    found = ballot_of(match.game, positions[3]) if starts else None
    return found.number if found else None


def date_of(text: str) -> str:
    """A date as `YYYY.MM.DD` with `?` for unknown digits, from a tag; empty without a year."""
    parts = [part.strip() for part in text.replace("-", ".").replace("/", ".").split(".")]
    year = parts[0] if parts else ""
    if not (len(year) == 4 and year.isascii() and year.isdecimal()):
        return ""
    rest = [part.zfill(2) if part.isascii() and part.isdecimal() and len(part) <= 2 else "??" for part in parts[1:3]]
    return ".".join([year, *rest, *["??"] * (2 - len(rest))])


def content_of(match: Match) -> bytes:
    """A digest that is equal for records with the same content: rules, start, clock, tags, and every turn with its
    time, notes and ending. It identifies a game."""
    game, control = match.game, match.tree.control
    head = [
        game.key,
        sorted(game.chosen.items()),
        game.rows(match.start),
        match.nodes[0].side,
        sorted(match.tags.items()),
    ]
    said = [*head, control and [control.initial, control.increment], *map(_turn, match.nodes)]
    return digest(json.dumps(said).encode())


def _turn(node: Node) -> object:
    """The content of a turn: its move alone where it follows the turn before it and there is no more."""
    move = "-".join(node.move.path) if node.move else ""
    parent, main = node.parent and node.parent.id, node.main is (node.children[0] if node.children else None)
    more = node.comment, node.glyphs, node.sgf, node.spent
    if main and node.timed and not any(more) and not node.ending and parent in (None, node.id - 1):
        return move
    ending = node.ending and [node.ending.reason, node.ending.winner]
    return [move, parent, main or (node.main and node.main.id), node.timed, *more, ending]


def digest_of(entry: Entry, options: Mapping[str, bool]) -> bytes:
    """A digest that is equal for games with the same rules, start, moves, players and date. Version 1.0 took these
    for one game, whatever else their records said: it finds the games of a library of that time."""
    chosen = json.dumps(sorted(options.items()))
    parts = [entry.game, chosen, fold(entry.white), fold(entry.black), entry.date]
    return digest("\n".join(parts).encode("utf-8", "surrogatepass") + b"\n" + entry.keys)

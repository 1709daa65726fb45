"""Reads the games of a text for a collection: one by one, each with its entry, or with what is wrong with it.

A text may be a file of any size; memory holds one game at a time. PDN and SGF files have several games, and so may
JSON: one record after the other, or a list of them.
"""

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

from saltus.core.game import Game
from saltus.library.entry import Entry, content_of, digest_of, entry_of
from saltus.library.keys import digest
from saltus.notation.error import RecordError
from saltus.records.collection import GameText, Source, game_texts


class Parsed(NamedTuple):
    """A game that was read."""

    number: int  # Its number in the text, from 1.
    line: int
    form: str
    text: str
    source: bytes  # The digest of the record.
    entry: Entry
    digest: bytes  # That of the moves, the players and the date (`digest_of`).
    content: bytes  # What is equal for two records that say the same (`content_of`).
    options: str  # The options of its rules, as JSON.
    origin: str  # The name of the text that it came from.


class Rejected(NamedTuple):
    """A game that cannot be read, with the place of its first error."""

    number: int
    line: int
    column: int
    message: str


class InLibrary(NamedTuple):
    """A game whose record is in the collection already, and so was not read again."""

    number: int
    game: int  # Its id there.


class Added(NamedTuple):
    """How many games of a batch were new, were another record of a game that was there, and were there already."""

    new: int = 0
    merged: int = 0
    known: int = 0

    def plus(self, other: "Added") -> "Added":
        return Added(self.new + other.new, self.merged + other.merged, self.known + other.known)


def games_of(
    source: str | Source,
    origin: str = "",
    game: Game | None = None,
    known: Callable[[bytes], int | None] = lambda _: None,
) -> Iterator[Parsed | Rejected | InLibrary]:
    """The games of a text, in order. `game` is used for those that do not name their own. `known` says which game of
    the collection has a record with this digest. Raises `RecordError` if the text is empty."""
    for number, game_text in enumerate(game_texts(source), 1):
        source_name = source_digest(game_text, game)
        if (there := known(source_name)) is not None:
            yield InLibrary(number, there)
        else:
            yield parse(game_text, number, source_name, origin, game)


def parse(game_text: GameText, number: int, source_name: bytes, origin: str, game: Game | None) -> Parsed | Rejected:
    try:
        match = game_text.read(game)
    except RecordError as error:
        return Rejected(number, error.line, error.column, error.message)
    entry = entry_of(match)
    options = json.dumps(dict(match.game.chosen), sort_keys=True)
    text = game_text.text.strip("\ufeff \t\r\n")
    digests = source_name, entry, digest_of(entry, match.game.chosen), content_of(match)
    return Parsed(number, game_text.line, game_text.form, text, *digests, options, origin)


def source_digest(game_text: GameText, game: Game | None) -> bytes:
    """The digest of a record: of its text, and of the game that it is read as if it does not name its own."""
    named = f"{game.key} {json.dumps(dict(game.chosen), sort_keys=True)}" if game else ""
    text = game_text.text.strip("\ufeff \t\r\n")
    return digest(f"{named}\n{text}".encode("utf-8", "surrogatepass"))

"""A collection of games in one file: a SQLite database.

Only this module and `saltus.library.database` need `sqlite3`, which the browser's Python does not have; the page
keeps the same entries in IndexedDB.

- Games are told apart by `entry.content_of`: records that say the same are one game, however often and by how many
  processes at once they are imported. Each is kept as it was (`sources`). In version 1.0 the same moves by the same
  players on the same date were one game: `renew` brings back the others.
- Searches read the tags of all games, and the indexes of those whose tags fit. `figures.md` has the times.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from saltus.games import load
from saltus.library.database import Database, LibraryError
from saltus.library.entry import Entry, content_of, date_of, digest_of, entry_of
from saltus.library.importing import Added, Parsed
from saltus.library.query import Query
from saltus.library.search import fit_board, fits_tags
from saltus.match.match import Match
from saltus.notation.error import RecordError
from saltus.records import record
from saltus.records.tags import keep_termination

TAGS_AT = Entry._fields.index("tags")  # The fields of an entry before its tags have columns of the same names.
INDEXES: Mapping[str, str] = {"keys": "positions", "material": "contents", "planes": "contents"}
"""The indexes of an entry, each with its table."""
_TAGS = "id, games.game, white, black, event, date, result, opening, ballot, plies, side, tags"


class Found(NamedTuple):
    id: int
    entry: Entry
    ply: int | None  # The first moment that fits the query's terms on the board, None if it has none.


class Library(Database):
    def source_of(self, digest: bytes) -> int | None:
        """The game that a record with this digest belongs to, None if there is no such record."""
        return next((game for (game,) in self.rows("SELECT game FROM sources WHERE digest = ?", (digest,))), None)

    def add(self, games: Sequence[Parsed], collection: str) -> Added:
        """Add games to the library and to a collection, all in one transaction."""
        total = Added()
        with self.transaction() as database:
            database.execute("INSERT OR IGNORE INTO collections (name) VALUES (?)", (collection,))
            ((place,),) = database.execute("SELECT id FROM collections WHERE name = ?", (collection,))
            for one in games:
                # Its tags may have been edited since: then only the record tells which game it is.
                number, is_new = self.source_of(one.source), False
                is_known = number is not None
                if number is None:
                    number, is_new = self._put(one)
                    origin = one.source, one.form, one.entry.game, one.options, one.origin, one.line
                    database.execute(
                        "INSERT INTO sources (game, digest, form, kind, options, origin, line, record)"
                        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                        (number, *origin, pack(one.text)),
                    )
                database.execute("INSERT OR IGNORE INTO members (collection, game) VALUES (?, ?)", (place, number))
                total = total.plus(Added(is_new, not is_new and not is_known, is_known))
        return total

    def join(self, games: Iterable[int], collection: str) -> None:
        """Add games that are there to a collection."""
        with self.transaction() as database:
            database.execute("INSERT OR IGNORE INTO collections (name) VALUES (?)", (collection,))
            database.executemany(
                "INSERT OR IGNORE INTO members (collection, game) SELECT id, ? FROM collections WHERE name = ?",
                [(game, collection) for game in games],
            )

    def _put(self, one: Parsed) -> tuple[int, bool]:
        """Insert a game, if it is not there. Returns its id and whether it is new."""
        number = self._with_digest(one.content)
        if number is None and (before := self._with_digest(one.digest)) is not None:
            self._renew(before)
            number = self._with_digest(one.content)
        return (self._insert(one.entry, one.content), True) if number is None else (number, False)

    def _with_digest(self, digest: bytes) -> int | None:
        return next((number for (number,) in self.rows("SELECT id FROM games WHERE digest = ?", (digest,))), None)

    def _insert(self, entry: Entry, content: bytes) -> int:
        database = self.database
        cursor = database.execute(
            "INSERT INTO games (digest, game, white, black, event, date, result, opening, ballot, plies, side, tags)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (content, *entry[:TAGS_AT], json.dumps(dict(entry.tags), ensure_ascii=False)),
        )
        number = int(cursor.lastrowid or 0)
        database.execute("INSERT INTO positions VALUES (?, ?)", (number, entry.keys))
        database.execute("INSERT INTO contents VALUES (?, ?, ?)", (number, entry.material, entry.planes))
        return number

    def renew(self) -> int:
        """Restore the games that version 1.0 merged with others. Returns how many there are."""
        several = "SELECT game FROM sources GROUP BY game HAVING count(*) > 1"
        with self.transaction():
            return sum(self._renew(number) for (number,) in list(self.rows(several)))

    def _renew(self, number: int) -> int:
        """Tell a game of version 1.0 apart by what its first record says. Its other records that say something
        else become games of their own, but for those that its owner merged: they had other players or another date.
        Returns how many."""
        before, sources = self.entry(number), "SELECT id, options FROM sources WHERE game = ? ORDER BY id"
        ids, options = zip(*self.rows(sources, (number,)), strict=True)
        if self._with_digest(digest_of(before, json.loads(options[0]))) != number:
            return 0
        try:
            first, *others = map(self._read, self.records(number))
        except RecordError:
            return 0
        tags = first.tags
        for match in others:
            tags = {**match.tags, **tags}
        is_edited = before.tags != tags
        own, content = entry_of(first), content_of(first)
        taken = digest_of(own, first.game.chosen)
        new = content_of(self.match(number)) if is_edited else content
        self.database.execute("UPDATE OR IGNORE games SET digest = ? WHERE id = ?", (new, number))
        if not is_edited:
            self.set_tags(number, first.tags, own.result)
        fresh = 0
        for source, match in zip(ids[1:], others, strict=True):
            entry, said = entry_of(match), content_of(match)
            if said == content or digest_of(entry, match.game.chosen) != taken:
                continue
            there = self._with_digest(said)
            fresh += there is None
            there = self._insert(entry, said) if there is None else there
            self.database.execute("UPDATE sources SET game = ? WHERE id = ?", (there, source))
            members = "INSERT OR IGNORE INTO members SELECT collection, ? FROM members WHERE game = ?"
            self.database.execute(members, (there, number))
        return fresh

    @staticmethod
    def _read(kept: tuple[str, str, str, str]) -> Match:
        text, form, kind, options = kept
        return record.read(text, form, load(kind, json.loads(options)))

    def same_moves(self) -> dict[int, list[int]]:
        """The games that have the same moves as others, each with those. Games without moves are left out."""
        joined = "games JOIN positions ON positions.game = id WHERE plies GROUP BY games.game, keys"
        found = self.rows(f"SELECT group_concat(id) FROM {joined} HAVING count(*) > 1")
        groups = [sorted(map(int, numbers.split(","))) for (numbers,) in found]
        return {number: [other for other in group if other != number] for group in groups for number in group}

    def set_tags(self, number: int, tags: Mapping[str, str], result: str) -> None:
        """Write the tags of a game, and the columns that follow from them."""
        white, black, event, date, opening = (
            tags.get(name, "") for name in ("White", "Black", "Event", "Date", "Opening")
        )
        written = json.dumps(tags, ensure_ascii=False)
        self.database.execute(
            "UPDATE games SET white = ?, black = ?, event = ?, date = ?, result = ?, tags = ?,"
            " opening = CASE opening WHEN '' THEN ? ELSE opening END WHERE id = ?",
            (white, black, event, date_of(date), result, written, opening, number),
        )

    def __len__(self) -> int:
        ((count,),) = self.rows("SELECT count(*) FROM games")
        return int(count)

    def kinds(self) -> dict[str, int]:
        """How many games there are of each kind."""
        return dict(self.rows("SELECT game, count(*) FROM games GROUP BY game ORDER BY game"))

    def collections(self) -> dict[str, int]:
        """How many games each collection has."""
        joined = "collections LEFT JOIN members ON collection = id"
        return dict(self.rows(f"SELECT name, count(game) FROM {joined} GROUP BY name ORDER BY name"))

    def find(self, query: Query) -> Iterator[Found]:
        """The games that fit a query, in the order of their ids."""
        named = {term.key for term in query.terms}
        where, values = ["1"], list[object]()
        if query.game is not None:
            where.append("games.game = ?")
            values.append(query.game)
        keys = [moment.key for moment in query.moments]
        if keys and all(keys):
            # What SQLite finds may begin inside a key: `fit_board` looks again.
            either = " OR ".join(["instr(keys, ?)"] * len(keys))
            where.append(f"id IN (SELECT game FROM positions WHERE {either})")
            values += keys
        asked = {"keys": any(keys), "material": any(moment.material for moment in query.moments)}
        asked["planes"] = any(moment.squares for moment in query.moments)
        indexes = [column for column in INDEXES if asked[column]]
        columns = [_TAGS, *(f"{INDEXES[column]}.{column}" for column in indexes)]
        tables = ["games", *sorted({f"JOIN {INDEXES[column]} ON {INDEXES[column]}.game = id" for column in indexes})]
        members = self._members() if named & {"collection", "text"} else {}
        reads_tags = bool(named & {"site", "round", "opening", "text"})
        statement = f"SELECT {', '.join(columns)} FROM {' '.join(tables)} WHERE {' AND '.join(where)} ORDER BY id"
        for row in self.rows(statement, values):
            number, entry = row[0], _tagless(row, members.get(row[0], ()))
            if reads_tags:
                entry = entry._replace(tags=self._read_tags(row[0], row[TAGS_AT + 1]))
            if not fits_tags(query, entry, number):
                continue
            if indexes:
                entry = entry._replace(**dict(zip(indexes, row[TAGS_AT + 2 :], strict=True)))
            hit = fit_board(query, entry)
            if hit is not None:
                yield Found(number, entry._replace(tags=self._read_tags(row[0], row[TAGS_AT + 1])), hit.ply)

    def _members(self) -> dict[int, tuple[str, ...]]:
        found: dict[int, tuple[str, ...]] = {}
        every = "SELECT game, name FROM members JOIN collections ON id = collection ORDER BY name"
        for game, name in self.rows(every):
            found[game] = (*found.get(game, ()), name)
        return found

    def entry(self, number: int) -> Entry:
        """The whole entry of one game. Raises `LibraryError` if there is none."""
        for row in self.rows(f"SELECT {_TAGS} FROM games WHERE id = ?", (number,)):
            names = self.rows(
                "SELECT name FROM members JOIN collections ON id = collection WHERE game = ? ORDER BY name", (number,)
            )
            ((keys, material, planes),) = self.rows(
                "SELECT keys, material, planes FROM positions JOIN contents USING (game) WHERE game = ?", (number,)
            )
            entry = _tagless(row, [name for (name,) in names])
            tags = self._read_tags(row[0], row[TAGS_AT + 1])
            return entry._replace(tags=tags, keys=keys, material=material, planes=planes)
        raise LibraryError(f"there is no game {number} in {self.path}")

    def match(self, number: int) -> Match:
        """A game with its variations and comments, from its fullest record, with the tags of the library."""
        best: Match | None = None
        for found in map(self._read, self.records(number)):
            if best is None or _fullness(found) > _fullness(best):
                best = found
        if best is None:
            raise LibraryError(f"there is no game {number} in {self.path}")
        ((tags,),) = self.rows("SELECT tags FROM games WHERE id = ?", (number,))
        best.tags = self._read_tags(number, tags)
        keep_termination(best)
        return best

    def records(self, number: int) -> Iterator[tuple[str, str, str, str]]:
        """Every record of a game as it was imported: its text, its format, and the game and its options."""
        rows = self.rows("SELECT record, form, kind, options FROM sources WHERE game = ? ORDER BY id", (number,))
        for packed, form, kind, options in rows:
            try:
                text = unpack(packed)
            except (zlib.error, UnicodeDecodeError, TypeError) as error:
                raise self._damaged(number) from error
            yield text, form, kind, options

    def _read_tags(self, number: int, text: str) -> dict[str, str]:
        try:
            return dict(json.loads(text))
        except (ValueError, TypeError) as error:
            raise self._damaged(number) from error

    def _damaged(self, number: int) -> LibraryError:
        return LibraryError(f"{self.path}: game {number} is damaged")


def pack(text: str) -> bytes:
    return zlib.compress(text.encode("utf-8", "surrogatepass"))


def unpack(packed: bytes) -> str:
    return zlib.decompress(packed).decode("utf-8", "surrogatepass")


def _tagless(row: Sequence[Any], collections: Sequence[str]) -> Entry:
    """The entry of a row of `_TAGS`, without its tags."""
    return Entry._make((*row[1 : TAGS_AT + 1], {}, b"", b"", b"", tuple(collections)))


def _fullness(match: Match) -> tuple[int, int]:
    """How much a record has besides its main line: variations, then comments."""
    return len(match.nodes), sum(len(node.comment) + len(node.glyphs) for node in match.nodes)

"""The deck of a library: its puzzles, when each is due, and the reviews that they come from."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from saltus.core.game import SIDES, Side
from saltus.library.cards import Card
from saltus.library.entry import Entry, fold
from saltus.library.keys import key_of
from saltus.library.query import Query
from saltus.library.store import Found, Library
from saltus.study.schedule import Progress, answered, in_order, status

PLAYERS_SETTING = "players"


class Kept(NamedTuple):
    """A puzzle of the deck."""

    id: int
    card: Card
    progress: Progress | None
    game: int | None  # The id of the game that it comes from, None if that was deleted.


def players(library: Library) -> list[str]:
    """The names under which the owner of the library plays."""
    for (value,) in library.rows("SELECT value FROM settings WHERE name = ?", (PLAYERS_SETTING,)):
        return list(map(str, json.loads(value)))
    return []


def set_players(library: Library, names: Sequence[str]) -> None:
    with library.transaction() as database:
        database.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (PLAYERS_SETTING, json.dumps(list(names))))


def own_sides(entry: Entry, names: Iterable[str]) -> tuple[Side, ...]:
    """The sides that one of these names played."""
    folded = [fold(name) for name in names]
    players = zip(SIDES, (entry.white, entry.black), strict=True)
    return tuple(side for side, player in players if any(name in fold(player) for name in folded))


def unreviewed(library: Library, query: Query, nodes: int) -> Iterator[Found]:
    """The games that fit and have no review of at least this many nodes."""
    done = {game for (game,) in library.rows("SELECT game FROM reviews WHERE nodes >= ?", (nodes,))}
    return (found for found in library.find(query) if found.id not in done)


def keep_review(
    library: Library,
    number: int,
    nodes: int,
    accuracy: Mapping[Side, float | None],
    cards: Sequence[Card],
    sides: Sequence[Side],
) -> int:
    """Store the review of a game with a card for every mistake, and put those of `sides` into the deck. Returns how
    many are new there."""
    with library.transaction() as database:
        written = json.dumps([card._asdict() for card in cards], ensure_ascii=False)
        values = (number, nodes, json.dumps(dict(accuracy)), written)
        database.execute("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?, ?)", values)
        start = library.entry(number).side
        own = [card for card in cards if SIDES[(start + card.ply) % 2] in sides]
        return _put(library, own, number)


def reviewed(library: Library, number: int) -> tuple[dict[str, float | None], list[Card]] | None:
    """The accuracy of both sides and the mistakes of a game, None if it has no review."""
    for accuracy, written in library.rows("SELECT accuracy, cards FROM reviews WHERE game = ?", (number,)):
        return json.loads(accuracy), [_card(fields) for fields in json.loads(written)]
    return None


def _card(fields: Mapping[str, object]) -> Card:
    """A card from JSON, which has no tuples."""
    return Card(**{**fields, **{name: _tuples(fields[name]) for name in ("options", "line", "refutation")}})  # type: ignore[arg-type]


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def put_cards(library: Library, cards: Iterable[Card], number: int | None = None) -> int:
    """Add cards to the deck; those that are there stay as they are. Returns how many are new."""
    with library.transaction():
        return _put(library, cards, number)


def _put(library: Library, cards: Iterable[Card], number: int | None) -> int:
    insert = "INSERT OR IGNORE INTO cards (kind, options, key, source, game, card) VALUES (?, ?, ?, ?, ?, ?)"
    new = 0
    for card in cards:
        written = json.dumps(card._asdict(), ensure_ascii=False)
        row = (card.game, json.dumps(card.options), key_of(card.start()), card.source, number, written)
        new += library.database.execute(insert, row).rowcount
    return new


def deck(library: Library, game: str | None = None, numbers: Iterable[int] | None = None) -> list[Kept]:
    """The cards of the deck, in the order in which they were added; of one kind of game, or of these games."""
    columns = "id, card, game, box, due, tried, solved, missed"
    wanted = None if numbers is None else set(numbers)
    found = []
    for number, written, origin, box, due, tried, solved, missed in library.rows(
        f"SELECT {columns} FROM cards WHERE ? IN (kind, '') ORDER BY id", (game or "",)
    ):
        if wanted is None or origin in wanted:
            progress = None if tried is None else Progress(box, due, tried, solved, missed)
            found.append(Kept(number, _card(json.loads(written)), progress, origin))
    return found


def to_train(kept: Iterable[Kept], now: int, every: bool = False) -> list[Kept]:
    """The cards that are due and those that are new, in this order; with `every` the others after them."""
    shown = [one for one in kept if every or status(one.progress, now) in ("due", "new")]
    return in_order([(one, one.progress) for one in shown], now)


def answer(library: Library, kept: Kept, is_clean: bool, now: int) -> Progress:
    """Store the answer to a card. Returns its new progress."""
    after = answered(kept.progress, is_clean, now)
    with library.transaction() as database:
        tried = "UPDATE cards SET box = ?, due = ?, tried = ?, solved = ?, missed = ? WHERE id = ?"
        database.execute(tried, (*after, kept.id))
    return after


def forget(library: Library, numbers: Iterable[int]) -> None:
    """Take cards out of the deck."""
    with library.transaction() as database:
        database.executemany("DELETE FROM cards WHERE id = ?", [(number,) for number in numbers])

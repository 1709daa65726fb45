"""Changes to the games of a library: their tags, duplicates, deletion."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from saltus.library.database import LibraryError
from saltus.library.entry import Entry, content_of, entry_of, fold
from saltus.library.store import Library
from saltus.records.tags import check_name, check_value


def edit(library: Library, number: int, changes: Mapping[str, str | None]) -> int:
    """Change tags of a game; None removes one. Returns the game's id. If this makes it the same game as another, the
    two are merged. Raises ValueError for a tag that cannot be written."""
    for name, value in changes.items():
        check_name(name)
        if value is not None:
            check_value(value)
    with library.transaction():
        before = library.entry(number)
        tags = {name: value for name, value in {**before.tags, **changes}.items() if value is not None}
        return _retag(library, number, tags, before.result)


def _retag(library: Library, number: int, tags: Mapping[str, str], result: str) -> int:
    """Write the tags of a game and everything that follows from them; merge it with a game that it now equals."""
    match = library.match(number)
    match.tags = dict(tags)
    entry = entry_of(match)
    content = content_of(match)
    database = library.database
    same = database.execute("SELECT id FROM games WHERE digest = ? AND id <> ?", (content, number)).fetchone()
    if same:
        return _merge(library, same[0], number)
    database.execute(
        "UPDATE games SET digest = ?, opening = ?, ballot = ? WHERE id = ?",
        (content, entry.opening, entry.ballot, number),
    )
    library.set_tags(number, tags, result)
    return number


def alike(library: Library) -> Iterator[list[int]]:
    """Games with the same moves whose tags and results do not contradict each other: likely duplicates."""
    same = "SELECT group_concat(game) FROM positions GROUP BY keys HAVING count(*) > 1 ORDER BY min(game)"
    for (numbers,) in list(library.rows(same)):
        groups: list[list[tuple[int, Entry]]] = []
        for number in sorted(map(int, numbers.split(","))):
            entry = library.entry(number)
            for group in groups:
                if all(_agree(entry, other) for _, other in group):
                    group.append((number, entry))
                    break
            else:
                groups.append([(number, entry)])
        yield from ([number for number, _ in group] for group in groups if len(group) > 1)


def merge(library: Library, numbers: Sequence[int]) -> int:
    """Make one game of several with the same moves. Returns the id of the one that stays. It keeps all their records
    and collections, the longer names and the more exact date. Raises `LibraryError` if their moves differ."""
    with library.transaction():
        first, *others = numbers
        one = library.entry(first)
        for number in others:
            other = library.entry(number)
            if other.keys != one.keys or other.game != one.game:
                raise LibraryError(f"the games {first} and {number} have different moves: they are not merged")
        for number in others:
            first = _merge(library, first, number)
        return first


def _merge(library: Library, kept: int, gone: int) -> int:
    """Move the records, the collections and the missing tags of a game to another."""
    one, other = library.entry(kept), library.entry(gone)
    tags = {**other.tags, **one.tags}
    for name in ("White", "Black"):
        tags[name] = max(one.tags.get(name, ""), other.tags.get(name, ""), key=len)
    dates = [entry.tags.get("Date", "") for entry in (one, other)]
    tags["Date"] = max(dates, key=lambda date: sum(map(str.isdigit, date)))
    database = library.database
    database.execute("UPDATE sources SET game = ? WHERE game = ?", (kept, gone))
    database.execute("UPDATE cards SET game = ? WHERE game = ?", (kept, gone))
    database.execute("UPDATE OR IGNORE members SET game = ? WHERE game = ?", (kept, gone))
    database.execute("DELETE FROM games WHERE id = ?", (gone,))
    known = {name: value for name, value in tags.items() if value}
    return _retag(library, kept, known, other.result if one.result == "unfinished" else one.result)


def remove(library: Library, numbers: Iterable[int]) -> int:
    """Delete games. Returns how many there were."""
    wanted = list(numbers)
    with library.transaction() as database:
        return sum(database.execute("DELETE FROM games WHERE id = ?", (number,)).rowcount for number in wanted)


def _agree(one: Entry, other: Entry) -> bool:
    """Whether two games with the same moves may be the same: an unknown or shorter name or date fits a longer one."""
    results = {one.result, other.result} - {"unfinished"}
    if one.game != other.game or len(results) > 1:
        return False
    for name in ("White", "Black", "Event", "Site", "Round"):
        words, more = (set(fold(entry.tags.get(name, "")).split()) for entry in (one, other))
        if not (words <= more or more <= words):
            return False
    return all("?" in pair or pair[0] == pair[1] for pair in zip(one.date, other.date, strict=False))

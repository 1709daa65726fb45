"""Collections of games: how fast they are read, indexed, searched and explored.

    python3 build.py bench library                          in the Python that runs it
    cd tests && python3 ../build.py pyodide -- -m bench.library         in the pinned Pyodide

Standard library only, so that it runs in Pyodide as well; there is no SQLite there, and the file is left out. Games
are English checkers, of random legal moves, about seventy a game; all figures are for 20,000 of them, from a sample.
Times are of the processor.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2] / "py"))

from saltus.games import load
from saltus.library.entry import Entry
from saltus.library.explorer import explore
from saltus.library.importing import Parsed, games_of
from saltus.library.query import parse
from saltus.library.search import fit
from saltus.match.match import Match
from saltus.records.record import write

SAMPLE, ALL = 1_000, 20_000
PLAYERS = ("Ada Lovelace", "Béla Nagy", "J. Smith", "Smyth", "O. Jones", "W. Payne", "A. Anderson", "J. Wyllie")
QUERIES = (
    "player:smith",
    "year:1950..1960 result:white",
    "text:open",
    'after:"11-15 23-19"',
    "material:3v2 mirrored",
    "pattern:18=w,22=w,14=empty,15=!black turn:white",
)


def text(count: int) -> str:
    """The games, as PDN."""
    choose, game, told = Random(1), load("english"), []
    for number in range(count):
        match = Match(game)
        while not match.outcome and match.ply < 120:
            match.play(choose.choice(match.legal))
        match.tags.update(
            Event=f"Open {number % 40}",
            Date=f"{1900 + number % 120}.01.??",
            White=choose.choice(PLAYERS),
            Black=choose.choice(PLAYERS),
            Round=str(number),
        )
        told.append(write(match, "pdn"))
    return "\n".join(told)


def measured(act: Callable[[], object], tries: int = 1) -> float:
    """The least time that it takes, in seconds."""
    times = []
    for _ in range(tries):
        began = process_time()
        act()
        times.append(process_time() - began)
    return min(times)


def main() -> None:
    source, scale = text(SAMPLE), ALL / SAMPLE
    parsed: list[Parsed] = []
    seconds = measured(lambda: parsed.extend(one for one in games_of(source) if isinstance(one, Parsed)))
    entries: list[Entry] = [one.entry for one in parsed]
    size = sum(len(entry.keys) + len(entry.material) + len(entry.planes) for entry in entries)
    print(f"read and indexed: {seconds * scale:.1f} s, {size * scale / 1e6:.0f} MB of indexes")
    game = load("english")
    for query in QUERIES:
        wanted = parse(query, "english")
        seconds = measured(lambda wanted=wanted: [fit(wanted, entry) for entry in entries], 3)  # type: ignore[misc]
        print(f"{seconds * scale * 1000:5.0f} ms  {query}")
    seconds = measured(lambda: explore(game, game.start(), enumerate(entries)), 3)
    print(f"{seconds * scale * 1000:5.0f} ms  the explorer, from the start")
    try:
        from saltus.library.store import Library
    except ImportError:
        return
    with TemporaryDirectory() as folder, Library(Path(folder) / "games.db") as library:
        print(f"written to a file: {measured(lambda: library.add(parsed, 'bench')) * scale:.1f} s")
        for query in QUERIES:
            wanted = parse(query, "english")
            seconds = measured(lambda wanted=wanted: list(library.find(wanted)), 3)  # type: ignore[misc]
            print(f"{seconds * scale * 1000:5.0f} ms  {query}, in the file")


if __name__ == "__main__":
    main()

"""What is known for certain: the size of each table, and how long it takes to read it and to look things up.

    python3 build.py bench knowledge                        in the Python that runs it
    cd tests && python3 ../build.py pyodide -- -m bench.knowledge       in the pinned Pyodide

Standard library only, so that it runs in Pyodide as well. For Gambit, every move of a position with what it is worth,
each time as if nothing had been worked out before: from the start, and of positions after three to six turns drawn by
lot the slowest and the middle one; then all positions played out at the rate of these, the most that any position
takes (`python3 -m workshop.solve.gambit --check`). For the endings of draughts, two kings against two; for those of
Roman Solitaire two pieces against two or three. For the opening books, positions on ways drawn by lot. All puzzles
are looked up by name and judged. Of what a game has learned, the first evaluation, which unfolds it, and one more.
"""

import sys
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2] / "py"))

import saltus.data
from saltus.core.game import Position
from saltus.core.resources import load_table
from saltus.engine.probe import exact
from saltus.games import keys, load
from saltus.study.openings import TABLE_SUFFIX, Book
from saltus.study.puzzles import find, is_available, judge, puzzles
from saltus.tablebase.base import Endings
from saltus.tablebase.gambit import Solution, sides, unpack

MOST = 1_507
"""Positions of Gambit that one answer plays out at most."""


def gambit() -> None:
    """How long Gambit's table takes to read, and an answer."""
    game, choose = load("gambit"), Random(1)
    began = perf_counter()
    table = unpack(load_table("gambit"))
    solved = Solution(table)
    print(f"gambit: {len(table):,} positions read in {1000 * (perf_counter() - began):.0f} ms")
    times, played = [], 0
    for number in range(300):
        position = game.start()
        for _ in range(3 + number % 4 if number else 0):
            if moves := game.moves(position):
                position = game.play(position, choose.choice(moves))
        solved.known, before = {}, solved.played
        began = perf_counter()
        solved.margins(*sides(position))
        times.append(1000 * (perf_counter() - began))
        played += solved.played - before
    rate = sum(times) / played
    print(f"every move: start {times[0]:.1f} ms, slowest {max(times):.1f}, median {median(times):.2f}")
    print(f"{1000 * rate:.0f} us for a position played out; {MOST * rate:.0f} ms for the longest answer of all")


def endings(key: str) -> None:
    """How long tables of endings take to read, a look-up, an answer with every move and lines to the end."""
    game, choose = load(key), Random(1)
    known = game.knowledge()
    assert isinstance(known, Endings)
    steps, began = [], perf_counter()
    last = began
    for table in known.tables:
        for _ in table.unpack():
            steps.append(perf_counter() - last)
            last = perf_counter()
    print(
        f"{key}: {sum(len(table.all()) for table in known.tables):,} bytes unpacked in "
        f"{1000 * (last - began):.0f} ms, no step longer than {1000 * max(steps):.0f}"
    )
    bits = sorted(game.board.name)
    positions: list[Position] = []
    while len(positions) < 300:
        taken = choose.sample(bits, known.most)
        position = (sum(taken[:2]), sum(taken[2:]), sum(taken) if game.has_kings else 0, choose.randrange(2))
        if game.moves(position):
            positions.append(position)
    exact(game, positions[0])
    began = perf_counter()
    for position in positions:
        known.score(position)
    lookup = 1e6 * (perf_counter() - began) / len(positions)
    times = []
    for position in positions:
        began = perf_counter()
        exact(game, position)
        times.append(1000 * (perf_counter() - began))
    print(f"{lookup:.1f} us a look-up; every move: slowest {max(times):.1f} ms, median {median(times):.2f}")


def openings(key: str) -> None:
    """How long a book takes to read, and a page of it."""
    game, choose = load(key), Random(1)
    began = perf_counter()
    book = Book(load_table(key + TABLE_SUFFIX), game)
    print(f"{key}, openings: {len(book):,} positions read in {1000 * (perf_counter() - began):.0f} ms")
    times, position = [], game.start()
    book.page(position)
    for _ in range(300):
        began = perf_counter()
        page = book.page(position)
        times.append(1000 * (perf_counter() - began))
        position = game.play(position, choose.choice(page.moves).move) if page and page.moves else game.start()
    print(f"a page: slowest {max(times):.1f} ms, median {median(times):.2f}")


def training(key: str) -> None:
    """How long the puzzles of a game take to read, and one to be judged."""
    game = load(key)
    began = perf_counter()
    every = puzzles(game)
    read = 1000 * (perf_counter() - began)
    began = perf_counter()
    for one in every:
        find(game, one.key)
    found = 1e6 * (perf_counter() - began) / len(every)
    began = perf_counter()
    for one in every:
        judge(game, one, one.line[: one.asked])
    each = 1000 * (perf_counter() - began) / len(every)
    print(f"{key}: {len(every)} puzzles read in {read:.1f} ms, one found in {found:.0f} us, judged in {each:.2f} ms")


def learned(key: str) -> None:
    """How long what a game has learned takes to unfold, and a position to be judged by it."""
    game, choose = load(key), Random(1)
    positions: list[Position] = []
    setup = game.setups[0]
    start = game.start(setup.key, 1 if setup.seeded else None)
    began = perf_counter()
    game.evaluate(start)
    first = 1000 * (perf_counter() - began)
    while len(positions) < 1_000:
        position = start
        while (moves := game.moves(position)) and len(positions) < 1_000:
            position = game.play(position, choose.choice(moves))
            positions.append(position)
    began = perf_counter()
    for position in positions:
        game.evaluate(position)
    each = 1e6 * (perf_counter() - began) / len(positions)
    print(f"{key}: first evaluation {first:.1f} ms, then {each:.1f} us where no position was met before")


def main() -> None:
    print(f"{sys.implementation.name} {sys.version.split()[0]} on {sys.platform}")
    for folder in saltus.data.__path__:
        for path in sorted(Path(folder).glob("[a-z]*.*")):
            print(f"{path.name}: {path.stat().st_size:,} bytes")
    for key in keys():
        learned(key)
    gambit()
    for key in ("roman", "english", "italian"):
        endings(key)
    for key in ("english", "italian", "rock"):
        openings(key)
    for key in keys():
        if is_available(load(key)):
            training(key)


if __name__ == "__main__":
    main()

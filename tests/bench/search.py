"""How fast the search is: time to depth and nodes per second on fixed positions of every game.

    python3 build.py bench search                           in the Python that runs it
    cd tests && python3 ../build.py pyodide -- -m bench.search      in the pinned Pyodide

Standard library only, so that it runs in Pyodide as well. Positions are from games of level 7 with itself after 8,
16, 24 and 40 turns, in Gambit after 0 to 3. Each is searched three times with a new table, and every stretch between
two yields counts with the least time that it took, since whatever else the machine does can only lengthen it. `pause`
is the longest of these: how long it may take to stop. `first` is what the first evaluation of a game takes, when
tables are unfolded. The last line is what an entry of the transposition table takes, and so what a full one does.
"""

import pickle
import sys
import tracemalloc
from pathlib import Path
from time import perf_counter

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2] / "py"))

from saltus.core.game import SIDES, Game, Position
from saltus.engine.search import search
from saltus.engine.tt import MAX_ENTRIES, TranspositionTable
from saltus.games import load

DEPTH = {"english": 11, "italian": 11, "rock": 4, "roman": 5, "gambit": 14}
POSITIONS = {
    "english": (
        ".b.b.b.b/b.b...b./.b.....b/..b...../.....w../w.w...../.w...w.w/w.w.w.w. b",
        ".b...b.b/b.b...../.b.b...b/b.b...b./.....w.w/w.w.w.w./.....w../..w.w.w. b",
        "......../b...b.b./.W...b.b/......b./.w.....w/....w.../.......w/w.....w. b",
        ".W....../..b...../.....b../w.w...b./......../......../.w.....b/..w...w. b",
    ),
    "italian": (
        "b.b.b.b./.b.b.b../b...b.b./.....b../b.w.w.../...w.w.w/w.w.w.w./.w.w.w.. w",
        "..b.b.b./.b...b../b.b.b.b./...b.b.w/..w...../.w.w.w.w/..w.w.w./.w...w.. w",
        "..b.b.../.b...b../b.b.b.../.....b.w/..w...../.w.w...w/......../.w...w.w w",
        "..b...W./......../..b.b.../.b.....b/w.w.w.../...w...b/......../.....w.. w",
    ),
    "rock": (
        "..wwww../b....b../b.....wb/b...w..b/b...wb../b....bwb/b......./.www.w.. w",
        "....ww../b......./bw....../w....b../...b.bw./bb.www.b/.....b../.ww.b.w. w",
        "...w..../.......b/......wb/....wb../.w.bw..b/..bbwb../...bb.../.wwb.w.. w",
        "......../......../..w..w../.w.bb.../.wwwwwb./...b..../.....b../..b.wb.. w",
    ),
    "roman": (
        "ww..w.b./......../......b./w.b..b.b/......../.w....../....w.../......b. w",
        "...b..../w..b.b.w/......../...w..../.b.....w/......../....w.../........ w",
        "...w...w/......../......../.w.wwbb./......../...b...w/..b.b.../........ w",
        "....w.../......../....w.b./...ww.b./......b./...w.b../......../........ w",
    ),
    "gambit": (
        "......../wwwwwwww/bbbbbbbb/........ b",
        "...b..../www.wwww/bbb.bbbb/........ w",
        "....b.../www..www/bb.b.bbb/.w...... b",
        "....bb../www...ww/bb.b..bb/.w...... w",
    ),
}


ROUNDS = 3


def stretches(game: Game, position: Position, depth: int) -> tuple[list[float], int]:
    """The seconds between the yields of one search, and its nodes."""
    found, nodes, last = [], 0, perf_counter()
    for progress in search(game, position, max_depth=depth):
        now = perf_counter()
        found.append(now - last)
        nodes, last = progress.nodes, now
    return found, nodes


def entry() -> float:
    """Bytes that an entry of the table takes: those of a copy, divided."""
    game, table = load("english"), TranspositionTable()
    for _ in search(game, game.start(), table=table, max_nodes=120_000):
        pass
    text = pickle.dumps(table.current)
    tracemalloc.start()
    copied = pickle.loads(text)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / len(copied)


def main(keys: list[str]) -> None:
    print(f"{sys.implementation.name} {sys.version.split()[0]} on {sys.platform}")
    print(f"{'game':8} {'depth':>5} {'nodes':>9} {'seconds':>8} {'nodes/s':>9} {'pause':>9} {'first':>9}")
    for key in keys or POSITIONS:
        game = load(key)
        began = perf_counter()
        game.evaluate(game.start(seed=1 if game.setups[0].seeded else None))
        first = perf_counter() - began
        nodes, seconds, pause = 0, 0.0, 0.0
        for text in POSITIONS[key]:
            rows, side = text.split()
            assert side in SIDES
            position = game.position(rows.split("/"), side)
            rounds = [stretches(game, position, DEPTH[key]) for _ in range(ROUNDS)]
            least = [min(times) for times in zip(*(found for found, _ in rounds), strict=True)]
            nodes += rounds[0][1]
            seconds += sum(least)
            pause = max(pause, *least)
        print(
            f"{key:8} {DEPTH[key]:5} {nodes:9,} {seconds:8.2f} {nodes / seconds:9,.0f} {pause * 1000:6.1f} ms"
            f" {first * 1000:6.1f} ms"
        )
    size = entry()
    print(
        f"a table entry takes {size:.0f} bytes; a full table of {2 * MAX_ENTRIES:,}"
        f" {2 * MAX_ENTRIES * size / 2**20:.0f} MiB"
    )


if __name__ == "__main__":
    main(sys.argv[1:])

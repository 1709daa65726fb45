"""How fast the search is: time to depth and nodes per second on fixed positions of every game.

    python3 tests/bench/search.py [GAME …]

Standard library only, so that it runs in Pyodide as well. Positions are from games of level 7 with itself after 8,
16, 24 and 40 turns, in Gambit after 0 to 3. `pause` is the longest time between two yields of the search: how long it
may take to stop.
"""

import sys
from pathlib import Path
from time import process_time

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2] / "py"))

from saltus.game import SIDES
from saltus.games import load
from saltus.search import search

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


def main(keys: list[str]) -> None:
    print(f"{sys.implementation.name} {sys.version.split()[0]} on {sys.platform}")
    print(f"{'game':8} {'depth':>5} {'nodes':>9} {'seconds':>8} {'nodes/s':>9} {'pause':>9}")
    for key in keys or POSITIONS:
        game = load(key)
        nodes, seconds, pause = 0, 0.0, 0.0
        for text in POSITIONS[key]:
            rows, side = text.split()
            position = game.position(rows.split("/"), side)
            assert side in SIDES
            began = last = process_time()
            seen = 0
            for progress in search(game, position, max_depth=DEPTH[key]):
                now = process_time()
                pause, last = max(pause, now - last), now
                seen = progress.nodes
            nodes += seen
            seconds += last - began
        print(f"{key:8} {DEPTH[key]:5} {nodes:9,} {seconds:8.2f} {nodes / seconds:9,.0f} {pause * 1000:6.1f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])

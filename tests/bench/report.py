"""The report on a game: how long it takes, how deep it looks, and how long nothing else can be done meanwhile.

    python3 build.py bench report                           in the Python that runs it
    cd tests && python3 ../build.py pyodide -- -m bench.report      in the pinned Pyodide: what the page gets

Standard library only, so that it runs in Pyodide as well. For each game a match between a level 4 and a level 6, as
long as it lasts, and a long one of Roman Solitaire; then the time from the question to the reply, in slices as the
page's worker gives them, the longest of the slices, and the plies that the positions were looked ahead on average.
"""

import json
import sys
from pathlib import Path
from time import perf_counter

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2] / "py"))

from saltus.analysis.review import Reviewer
from saltus.engine.think import Limits, SearchRequest, think
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.protocol.bridge import Bridge
from saltus.records import record

SLICE = 0.05
"""Seconds, as in web/engine/worker.ts."""
LEVELS = {"w": 4, "b": 6}
LONG = 240
"""Plies of the long match."""


def played(key: str, most: int) -> Match:
    """A match of two levels; the same every time."""
    game = load(key)
    match = Match(game, seed=1) if game.setups[0].seeded else Match(game)
    while match.outcome is None and match.ply < most:
        *_, last = think(SearchRequest.of(match, seed=1), Limits(level=LEVELS[match.side]))
        match.play(last.pv[0])
    return match


def shuffled(key: str) -> Match:
    """A match in which many turns are played, whatever they are worth."""
    match = Match(load(key))
    while match.outcome is None and match.ply < LONG:
        match.play(match.legal[match.ply * 7 % len(match.legal)])
    return match


def measure(match: Match) -> None:
    bridge = Bridge()
    bridge.receive(json.dumps({"id": 1, "op": "load", "text": record.write(match, "json")}))
    began = perf_counter()
    bridge.receive('{"id": 2, "op": "review"}')
    longest = 0.0
    said: list[str] = []
    while bridge.busy:
        before = perf_counter()
        said = bridge.work(SLICE) or said
        longest = max(longest, perf_counter() - before)
    took = perf_counter() - began
    reply = json.loads(said[-1])
    marks = sum(sum(marks.values()) for marks in reply["marks"].values())
    reviewer = Reviewer(match)
    for _ in reviewer.run():
        pass
    depths = [one.depth for one in reviewer.evaluations if one is not None and one.moves]
    deep = sum(depths) / max(1, len(depths))
    print(
        f"{match.game.key:8} {match.ply:4} plies: {took:5.2f} s, longest slice {1000 * longest:4.0f} ms, "
        f"{deep:4.1f} plies deep, {marks} marks, {len(said[-1]):,} characters"
    )


def main() -> None:
    print(f"{sys.implementation.name} {sys.version.split()[0]} on {sys.platform}")
    for key in keys():
        measure(played(key, LONG))
    measure(shuffled("roman"))


if __name__ == "__main__":
    main()

"""How many games are read in a second, and how many are played in an hour with one, two and four workers.

    python3 build.py bench throughput

The games read are English checkers of random legal moves, about seventy a game, as PDN, in one process; times are of
the processor. The games played are matches of `saltus match` between two levels with so many positions a move: every
run plays the same games. Times are by the clock, with the start of the workers. More workers than cores gain nothing.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter, process_time

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2] / "py"))

from saltus.games import load
from saltus.match.match import Match
from saltus.records.collection import read_each
from saltus.records.record import write

PY = Path(__file__).parents[2] / "py"
READ_GAMES = 500
PLAYED_GAMES, NODES_PER_MOVE = 24, 2_000
WORKERS = (1, 2, 4)
GAME = "english"


def texts(count: int) -> Iterator[str]:
    """Random games as PDN."""
    lots = Random(1)
    for _ in range(count):
        match = Match(load("english"))
        while match.outcome is None:
            match.play(lots.choice(match.legal))
        yield write(match, "pdn")


def reading() -> None:
    """Prints how fast games are read."""
    file = "\n".join(texts(READ_GAMES))
    began = process_time()
    plies = sum(found.ply for found in read_each(file) if isinstance(found, Match))
    seconds = process_time() - began
    print(f"read: {READ_GAMES / seconds:,.0f} games a second, {plies / seconds:,.0f} moves a second")


def playing(workers: int) -> float:
    """Returns how many games an hour are played with so many workers."""
    players = [f"{level}@{NODES_PER_MOVE}n" for level in (10, 8)]
    options = ["--players", *players, "--games", str(PLAYED_GAMES), "--workers", str(workers), "--json"]
    began = perf_counter()
    subprocess.run(
        [sys.executable, "-m", "saltus", "match", GAME, *options],
        cwd=PY,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        check=True,
        capture_output=True,
    )
    return PLAYED_GAMES * 3_600 / (perf_counter() - began)


if __name__ == "__main__":
    reading()
    print(f"played: games of {GAME} an hour, {NODES_PER_MOVE:,} positions a move")
    for count in WORKERS:
        print(f"{playing(count):9,.0f}  with {count} worker{'s' * (count > 1)}", flush=True)

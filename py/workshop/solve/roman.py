"""Solves the endings of Roman Solitaire in C, and makes what the player reads of them.

    python3 -m workshop.solve.roman --out saltus/data                 the two tables of `saltus.tablebase.roman`
    python3 -m workshop.solve.roman --check 20000                     so many positions, by the rules of Saltus as
    well

Solving takes half a minute, twice with every value compared with the best of those after it, which is always done.
"""

import argparse
import subprocess
import tempfile
from math import comb
from pathlib import Path
from random import Random

from saltus.core.game import Position
from saltus.games import load
from saltus.games.roman import Roman
from saltus.tablebase.roman import TABLES, RomanEndings

from workshop.packing import write_data
from workshop.solve.endings import compare

SOURCE = Path(__file__).with_name("roman.c")
HEAD = """How Roman Solitaire ends from every position of {pieces} pieces: see saltus/tablebase/roman.py. Made by
python3 -m workshop.solve.roman --out saltus/data

"""
PIECES = {"roman": "four or fewer", "roman-five": "five"}
FEW = (0, 10, 278)
"""How many sorts there are of one piece and of two, but for turning the board."""


def solved() -> dict[str, bytes]:
    """The values of every table, each the best of those after it."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "roman"
        subprocess.run(["cc", "-O3", "-o", program, SOURCE], check=True)
        subprocess.run([program, "check", "4", "1", "3", "2"], check=True)
        every = subprocess.run([program, "4", "1", "3", "2"], check=True, capture_output=True).stdout
    found, begin = {}, 0
    for name, endings in TABLES.items():
        size = sum(FEW[few] * comb(64, many) for many, few in endings)
        found[name] = every[begin : begin + size]
        begin += size
    assert begin == len(every), (begin, len(every))
    return found


def drawn(choose: Random, pieces: int) -> Position:
    """A position of so many pieces, that is not over."""
    game = load("roman")
    taken = choose.sample(sorted(game.board.name), pieces)
    white = choose.randint(1, pieces - 1)
    return sum(taken[:white]), sum(taken[white:]), 0, choose.randrange(2)


def write(values: dict[str, bytes], folder: Path) -> None:
    """Make the tables."""
    for name, part in values.items():
        write_data(folder / f"{name}.table", HEAD.format(pieces=PIECES[name]), part)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="the folder for the tables")
    parser.add_argument("--check", type=int, default=0, help="so many positions of the tables that are there")
    chosen = parser.parse_args()
    if chosen.out:
        write(solved(), chosen.out)
    endings, choose = RomanEndings(Roman(), 5), Random(1)
    for _ in range(chosen.check):
        compare(endings, drawn(choose, choose.randint(2, 5)))
    if chosen.check:
        print(f"{chosen.check:,} positions agree with the rules of Saltus")


if __name__ == "__main__":
    main()

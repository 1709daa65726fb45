"""How long three pieces of Roman Solitaire take to catch one, as a sum of what each two of them contribute.

    python3 -m workshop.solve.pairs --out saltus/data/roman.weights

The file has what `saltus.evaluation.roman` knows of catching the last piece: one number for each square of the lone
piece and pair of squares, fitted by least squares to all positions. Needs numpy.
"""

import argparse
from collections.abc import Iterator
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from saltus.tablebase.roman import TABLES

from workshop.packing import write_data
from workshop.solve.roman import FEW, solved

PAIRS = {pair: number for number, pair in enumerate(combinations(range(64), 2))}
TRIANGLE = [rank * 8 + file for rank in range(4) for file in range(rank, 4)]
"""The squares (rank * 8 + file) that the few stand on when there is one of them."""
NEVER, UNWON = 0, 56
"""The plies that a win takes where there is none, in the table and for the fit."""
DAMPING = 0.5


def hunts(values: bytes) -> Iterator[tuple[int, NDArray[np.int64], NDArray[np.int64]]]:
    """For each square of a lone piece: all sets of three hunters, and the plies of their win, the hunters to move."""
    three = np.array([each[::-1] for each in combinations(range(63, -1, -1), 3)][::-1], np.int64)
    choose = np.array([[comb(number, size) for size in range(1, 4)] for number in range(64)])

    def numbers(squares: NDArray[np.int64]) -> NDArray[np.int64]:
        found: NDArray[np.int64] = choose[np.sort(squares, axis=1), np.arange(3)].sum(axis=1)
        return found

    mirror = np.array([square % 8 * 8 + square // 8 for square in range(64)])
    before = sum(FEW[few] * comb(64, many) for many, few in TABLES["roman"][:2])
    for place, lone in enumerate(TRIANGLE):
        begin = before + place * comb(64, 3)
        part = np.frombuffer(values, np.uint8, comb(64, 3), begin).astype(np.int64)
        least = numbers(three)
        if lone % 9 == 0:
            least = np.minimum(least, numbers(mirror[three]))
        plies = np.maximum(part[least] - 1, NEVER)
        legal = ~(three == lone).any(axis=1)
        yield lone, three[legal], plies[legal]


def fit(values: bytes) -> tuple[NDArray[np.float64], float]:
    """What each pair of three hunters, to move, contributes to the plies that a win takes, by square of the lone
    piece in `TRIANGLE`; and the share of the variance that this explains. Captures at once are left out.
    """
    number = np.zeros((64, 64), np.int64)
    for (low, high), pair in PAIRS.items():
        number[low, high] = number[high, low] = pair
    found = np.zeros((len(TRIANGLE), len(PAIRS)))
    left = whole = 0.0
    for place, (lone, sets, taken) in enumerate(hunts(values)):
        squares, plies = sets[taken != 1], taken[taken != 1].astype(float)
        plies[plies == NEVER] = UNWON
        columns = np.stack([number[squares[:, one], squares[:, two]] for one, two in combinations(range(3), 2)], 1)
        normal = DAMPING * np.eye(len(PAIRS))
        for one in range(3):
            for two in range(3):
                np.add.at(normal, (columns[:, one], columns[:, two]), 1.0)
        right = np.bincount(columns.ravel(), np.repeat(plies, 3), len(PAIRS))
        found[place] = np.linalg.solve(normal, right)
        if lone % 9 == 0:
            # On the diagonal a board and its mirror image are the same: what is left of a difference is rounding.
            mirrored = [number[one % 8 * 8 + one // 8, two % 8 * 8 + two // 8] for one, two in PAIRS]
            found[place] = (found[place] + found[place][mirrored]) / 2
        error = found[place].round()[columns].sum(axis=1) - plies
        left += float((error**2).sum())
        whole += float(((plies - plies.mean()) ** 2).sum())
    return found, 1 - left / whole


def write(values: bytes, path: Path) -> None:
    """Make the file that `saltus.evaluation.roman` reads."""
    contributions, explained = fit(values)
    head = f"""How long three pieces take to catch one in Roman Solitaire: see saltus/evaluation/roman.py. Made by
python3 -m workshop.solve.pairs --out saltus/data/roman.weights
from all positions. Explains {100 * explained:.1f} % of the variance."""
    write_data(path, head, contributions.round().astype(np.int8).tobytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the file for the pairs")
    write(solved()["roman"], parser.parse_args().out)


if __name__ == "__main__":
    main()

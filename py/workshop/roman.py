"""Solves the endings of Roman Solitaire with one piece against several, by retrograde analysis.

    python3 -m workshop.roman 4
    python3 -m workshop.roman 3 --out saltus/data/roman.py

*Hunters* are the side with more pieces, the *lone* piece is the other. Every position is told apart but for the eight
ways to turn and mirror the board: the lone piece stands on one of ten squares, the hunters on any others. It is won
for the hunters in so many plies, or it is not. What the endings with one hunter fewer are worth comes first, as the
lone piece may capture.

What is kept of it, for `saltus.chase`, is how long three hunters take, as a sum of what each two of them contribute:
one number for each square of the lone piece and pair of squares, fitted by least squares to all positions.
"""

import argparse
import zlib
from base64 import b64encode
from collections.abc import Sequence
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from saltus.game import Position
from saltus.games import load

Values = NDArray[np.int16]
NEVER = 0
"""Not won by the hunters."""

WAYS = [(file, rank) for rank in (-1, 0, 1) for file in (-1, 0, 1) if file or rank]
TRIANGLE = [rank * 8 + file for rank in range(4) for file in range(rank, 4)]
"""The squares (rank * 8 + file) that a lone piece stands on when the board is turned as it should be."""


def step(square: int, way: tuple[int, int], distance: int = 1) -> int | None:
    """The square so far away, or None."""
    file, rank = square % 8 + way[0] * distance, square // 8 + way[1] * distance
    return rank * 8 + file if 0 <= file < 8 and 0 <= rank < 8 else None


def turn(number: int, square: int) -> int:
    """The square as the board is laid in the `number`th of eight ways."""
    file, rank = square % 8, square // 8
    if number & 1:
        file = 7 - file
    if number & 2:
        rank = 7 - rank
    return file * 8 + rank if number & 4 else rank * 8 + file


class Sets:
    """All sets of `size` squares, by number: the combinatorial number system."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.binomial = np.array([[comb(n, k) for k in range(size + 1)] for n in range(65)], np.int64)
        listed = np.array(list(combinations(range(64), size)), np.int8).reshape(-1, size)
        self.squares = np.empty_like(listed)
        self.squares[self.rank(listed)] = listed

    def rank(self, squares: NDArray[np.int8]) -> NDArray[np.int32]:
        """The number of each set, its squares in ascending order."""
        found = np.zeros(len(squares), np.int64)
        for place in range(self.size):
            found += self.binomial[squares[:, place], place + 1]
        return found.astype(np.int32)

    def number(self, squares: NDArray[np.int8]) -> NDArray[np.int32]:
        """The number of each set, its squares in any order."""
        return self.rank(np.sort(squares, axis=1))


class Ending:
    """`hunters` against one. `first` and `second` hold the plies to the win by set of hunters and square of the lone
    piece in `TRIANGLE`, with the hunters and with the lone piece to move; `NEVER` where there is none.
    """

    def __init__(self, hunters: int, smaller: "Ending | None") -> None:
        self.hunters = hunters
        self.smaller = smaller
        self.sets = Sets(hunters)
        count = len(self.sets.squares)
        self.holds = np.zeros((count, 64), bool)
        """Whether a set holds a square."""
        self.holds[np.arange(count)[:, None], self.sets.squares] = True
        self.first = np.zeros((count, len(TRIANGLE)), np.int16)
        self.second = np.zeros_like(self.first)
        self.turned = [self.turn(number) for number in range(8)]
        self.moved = {(piece, way): self.move(piece, way) for piece in range(hunters) for way in WAYS}

    def turn(self, number: int) -> NDArray[np.int32]:
        """Set → the set laid on the board in another way."""
        table = np.array([turn(number, square) for square in range(64)], np.int8)
        return self.sets.number(table[self.sets.squares])

    def move(self, piece: int, way: tuple[int, int]) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        """Set → the set with one piece a step that way, and the square it comes to; both -1 where it cannot go."""
        table = np.array([-1 if (to := step(square, way)) is None else to for square in range(64)], np.int8)
        squares = self.sets.squares.copy()
        target = table[squares[:, piece]]
        free = (target >= 0) & ~self.holds[np.arange(len(squares)), np.maximum(target, 0)]
        squares[:, piece] = np.where(free, target, squares[:, piece])
        return np.where(free, self.sets.number(squares), -1), np.where(free, target, -1)

    def place(self, sets: NDArray[np.int32], lone: int) -> tuple[NDArray[np.int32], int]:
        """The same positions with the lone piece in the triangle."""
        for number in range(8):
            if turn(number, lone) in TRIANGLE:
                return self.turned[number][sets], TRIANGLE.index(turn(number, lone))
        raise AssertionError("every square can be turned into the triangle")

    def solve(self) -> int:
        """Fill in the values; returns the plies of the longest win."""
        for number, lone in enumerate(TRIANGLE):
            self.first[self.captures(lone), number] = 1
        plies, last = 1, 1 + (int(self.smaller.first.max()) if self.smaller else 0)
        while plies <= last + 2:
            plies += 1
            mark = self.won if plies % 2 else self.lost
            if sum(mark(number, plies) for number in range(len(TRIANGLE))):
                last = max(last, plies)
        return last

    def captures(self, lone: int) -> NDArray[np.bool_]:
        """The sets that can capture the lone piece at once."""
        found = np.zeros(len(self.holds), bool)
        for way in WAYS:
            near, far = step(lone, way, -1), step(lone, way)
            if near is not None and far is not None:
                found |= self.holds[:, near] & ~self.holds[:, far]
        return found & ~self.holds[:, lone]

    def won(self, number: int, plies: int) -> int:
        """Mark the positions that the hunters win in exactly so many plies; how many there are."""
        lone = TRIANGLE[number]
        open_ = np.flatnonzero((self.first[:, number] == NEVER) & ~self.holds[:, lone])
        good = np.zeros(len(open_), bool)
        stuck = np.ones(len(open_), bool)
        for sets, target in self.moved.values():
            after = sets[open_]
            legal = (after >= 0) & (target[open_] != lone)
            stuck &= ~legal
            good |= legal & (self.second[after, number] == plies - 1)
        good |= stuck & (self.second[open_, number] == plies - 1)
        self.first[open_[good], number] = plies
        return int(good.sum())

    def lost(self, number: int, plies: int) -> int:
        """Mark the positions, the lone piece to move, where each of its moves loses, in so many plies at most."""
        lone = TRIANGLE[number]
        open_ = np.flatnonzero((self.second[:, number] == NEVER) & ~self.holds[:, lone]).astype(np.int32)
        longest = np.zeros(len(open_), np.int16)
        bad = np.ones(len(open_), bool)
        stuck = np.ones(len(open_), bool)
        for way in WAYS:
            near, far = step(lone, way), step(lone, way, 2)
            if near is None:
                continue
            free = ~self.holds[open_, near]
            sets, place = self.place(open_, near)
            values = self.first[sets, place]
            bad &= ~free | (values != NEVER)
            longest = np.where(free, np.maximum(longest, values), longest)
            stuck &= ~free
            if far is not None:
                jumps = ~free & ~self.holds[open_, far]
                stuck &= ~jumps
                values = self.left(open_[jumps], near, far)
                bad[jumps] &= values != NEVER
                longest[jumps] = np.maximum(longest[jumps], values)
        # A lone piece that cannot move passes.
        values = self.first[open_, number]
        bad &= ~stuck | (values != NEVER)
        longest = np.where(stuck, values, longest)
        bad &= longest < plies
        self.second[open_[bad], number] = plies
        return int(bad.sum())

    def left(self, sets: NDArray[np.int32], taken: int, to: int) -> Values:
        """What is left to the hunters once one of them was captured, with the lone piece on `to`."""
        if self.smaller is None:
            return np.zeros(len(sets), np.int16)
        squares = self.sets.squares[sets]
        rest = squares[squares != taken].reshape(-1, self.hunters - 1)
        numbers, place = self.smaller.place(self.smaller.sets.number(rest), to)
        values: Values = self.smaller.first[numbers, place]
        return values


def endings(hunters: int) -> list[Ending]:
    """The endings with 1, 2, … hunters, solved."""
    found: list[Ending] = []
    for number in range(1, hunters + 1):
        ending = Ending(number, found[-1] if found else None)
        ending.solve()
        found.append(ending)
    return found


PAIRS = {pair: number for number, pair in enumerate(combinations(range(64), 2))}
UNWON = 56
"""The plies that a win takes where there is none."""
DAMPING = 0.5


def fit(ending: Ending) -> tuple[NDArray[np.float64], float]:
    """Three hunters to move: what each pair of them contributes to the plies that a win takes, by square of the lone
    piece in `TRIANGLE`; and the share of the variance that this explains. Captures at once are left out.
    """
    number = np.zeros((64, 64), np.int64)
    for (low, high), pair in PAIRS.items():
        number[low, high] = number[high, low] = pair
    found = np.zeros((len(TRIANGLE), len(PAIRS)))
    left = whole = 0.0
    for place, lone in enumerate(TRIANGLE):
        chosen = ~ending.holds[:, lone] & (ending.first[:, place] != 1)
        squares = ending.sets.squares[chosen].astype(np.int64)
        plies = ending.first[chosen, place].astype(float)
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


def write(ending: Ending, path: Path) -> None:
    """Make the file that the player reads."""
    contributions, explained = fit(ending)
    values = contributions.round().astype(np.int8)
    packed = b64encode(zlib.compress(values.tobytes(), 9)).decode()
    lines = [packed[at : at + 110] for at in range(0, len(packed), 110)]
    path.write_text(
        '"""How long three pieces take to catch one in Roman Solitaire: see `saltus.chase`. Made, not written, by\n\n'
        "    python3 -m workshop.roman 3 --out saltus/data/roman.py\n\n"
        f'from all positions. Explains {100 * explained:.1f} % of the variance.\n"""\n\n'
        "PAIRS = (\n" + "".join(f'    "{line}"\n' for line in lines) + ")\n"
    )
    print(f"{100 * explained:.1f} % explained, {len(packed):,} characters")


def plies(solved: Sequence[Ending], position: Position) -> int:
    """What has been found for a position of Saltus, White the hunters; 0 with the lone piece captured."""
    game = load("roman")
    white, black = (
        [(ord(name[0]) - 97) + 8 * (int(name[1:]) - 1) for name in game.board.names(side)] for side in position[:2]
    )
    if not black or not white:
        return 0 if not black else UNWON
    ending = solved[len(white) - 1]
    number = next(number for number in range(8) if turn(number, black[0]) in TRIANGLE)
    hunters = np.array([[turn(number, square) for square in white]], np.int8)
    values = ending.second if position[3] else ending.first
    found = int(values[ending.sets.number(hunters)[0], TRIANGLE.index(turn(number, black[0]))])
    return UNWON if found == NEVER else found


def check(solved: Sequence[Ending], count: int, seed: int) -> None:
    """Raise AssertionError unless `count` positions, drawn by lot, are worth what the rules of Saltus make of the
    positions after them.
    """
    game, choose = load("roman"), Random(seed)
    bits = sorted(game.board.name)
    for _ in range(count):
        drawn = choose.sample(bits, len(solved) + 1)
        position = (sum(drawn[1:]), drawn[0], 0, choose.randrange(2))
        after = [plies(solved, game.play(position, move)) for move in game.moves(position)]
        best = max(after) if position[3] else min(after)
        assert plies(solved, position) == (UNWON if best == UNWON else best + 1), game.rows(position)
    print(f"{count:,} positions of {len(solved)} against 1 agree with those after them")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hunters", type=int, choices=(1, 2, 3, 4))
    parser.add_argument("--out", type=Path, help="the file for the player; from three hunters")
    parser.add_argument("--check", type=int, default=0, help="so many positions, by the rules of Saltus")
    chosen = parser.parse_args()
    solved = endings(chosen.hunters)
    for ending in solved:
        for name, values in (("hunters", ending.first), ("lone piece", ending.second)):
            legal = ~ending.holds[:, TRIANGLE]
            won = legal & (values != NEVER)
            share = 100 * won.sum() / legal.sum()
            print(
                f"{ending.hunters} against 1, {name} to move: {won.sum():,} of {legal.sum():,} won ({share:.2f} %), "
                f"the longest in {values.max()} plies"
            )
    if chosen.check:
        check(solved, chosen.check, seed=1)
    if chosen.out:
        write(solved[2], chosen.out)


if __name__ == "__main__":
    main()

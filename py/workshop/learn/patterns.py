"""Learns what the pieces of a draughts game are worth where they stand: the tables of `saltus.evaluation.patterns`.

Used by `workshop.learn.lab`.

Reads lines `white black kings side score result`, score and result (1, 0, -1) for the side to move. What is learned
is linear: a value for every pattern of every area, for every square of a king, for men that nobody can stop. All of
it is fitted at once by logistic regression, to a mix of the search's score and the game's result, over what
`workshop.learn.lab` says is fixed (material, reasons to trade). Every position counts a second time turned round with
the colours swapped, so that what is learned favours neither side; what was never met is worth nothing.

No step depends on the machine but through the last bits of its floating point: numbers are rounded to whole
hundredths of a man at the end, so that the same positions give the same tables.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from saltus.boards.dark_squares import LAYOUT, RANKS
from saltus.evaluation.patterns import AREAS, MEN, PATTERNS, TURNED, Alone

SCALE = 110.0
"""The score at which the side that is ahead wins 73 of 100 games, roughly."""
HOLD_OUT, BLOCK = 20, 1_000
"""One block of positions in so many is not learned from, but used to see how well was learned; a block holds whole
games, nearly, as positions of one game are alike."""
TRUST = 5.0
"""How strongly what is not a pattern is held to its first guess where positions say little of it."""
RUN = 8
SIZES = (2 * len(AREAS) * PATTERNS, 2 * 32, RUN)
"""The parts of the tables: patterns, kings, men that run."""
AHEAD = {1 << bit: Alone(up=True)[1 << bit][1] for bit in LAYOUT}
"""The squares ahead of White's square from which an enemy man may still meet a man on its way up."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def read(paths: Sequence[Path]) -> Ints:
    """A row a position."""
    return np.concatenate([np.fromfile(path, dtype=np.int64, sep=" ").reshape(-1, 6) for path in paths])


def ones(bits: Ints) -> Ints:
    """How many bits are set."""
    return np.bitwise_count(bits.astype(np.uint64)).astype(np.int64)


def turned(bits: Ints) -> Ints:
    """The board turned by 180°."""
    found = np.zeros_like(bits)
    for bit in LAYOUT:
        found |= (bits >> bit & 1) << 34 - bit
    return found


def keys(white: Ints, black: Ints) -> NDArray[np.int16]:
    """The pattern of each area, an area a row."""
    found = np.zeros((len(AREAS), len(white)), dtype=np.int16)
    for number, area in enumerate(AREAS):
        for place, square in enumerate(area):
            own, enemy = (white & square != 0), (black & square != 0)
            found[number] += (3**place * (own + 2 * enemy.astype(np.int16))).astype(np.int16)
    return found


def runners(men: Ints, enemy: Ints) -> Floats:
    """By the steps to go, how many of White's men no enemy man can stop; a column a distance."""
    found = np.zeros((len(men), RUN))
    for rank, squares in enumerate(RANKS):
        for bit in LAYOUT:
            if squares >> bit & 1:
                found[:, 7 - rank] += (men >> bit & 1) & (enemy & AHEAD[1 << bit] == 0)
    return found


def swapped() -> Ints:
    """For every pattern, what it is when the board is turned and the colours change places."""
    found = np.zeros(PATTERNS, dtype=np.int64)
    for pattern in range(PATTERNS):
        rest, other = pattern, 0
        for _ in range(8):
            rest, digit = divmod(rest, 3)
            other = other * 3 + (0, 2, 1)[digit]
        found[pattern] = other
    return found


class Positions:
    """What is looked at in every position, seen from White."""

    def __init__(self, rows: Ints, fixed: Floats, mix: float) -> None:
        white, black, kings, side, score, result = rows.T
        sign = np.where(side == 1, -1.0, 1.0)
        men, others = white & ~kings, black & ~kings
        self.patterns = keys(men, others)
        left = ones(men | others) / MEN
        self.shares = np.stack([left, 1 - left])
        places = np.stack([white & kings, turned(black & kings)])
        royal = np.stack([(places[0] >> bit & 1) - (places[1] >> bit & 1) for bit in LAYOUT], axis=1).astype(float)
        self.others = np.concatenate(
            [
                royal * self.shares[0][:, None],
                royal * self.shares[1][:, None],
                runners(men, others) - runners(turned(others), turned(men)),
            ],
            axis=1,
        )
        self.fixed = fixed * sign
        known = 1 / (1 + np.exp(-sign * score / SCALE))
        self.target = (1 - mix) * known + mix * (sign * result + 1) / 2

    def __len__(self) -> int:
        return len(self.target)


class Model:
    """The tables while they are learned."""

    def __init__(self) -> None:
        self.patterns = np.zeros((2, len(AREAS), PATTERNS))
        self.others = np.zeros(sum(SIZES[1:]))
        self.others[:64] = 130
        self.others[64 : 64 + RUN] = [0, 26, 22, 18, 14, 10, 6, 2]

    def predict(self, at: Positions) -> Floats:
        value = at.fixed + at.others @ self.others
        for part in (0, 1):
            total = np.zeros(len(at))
            for area in range(len(AREAS)):
                total += self.patterns[part, area][at.patterns[area]]
            value += at.shares[part] * total
        return 1 / (1 + np.exp(-value / SCALE))

    def loss(self, at: Positions) -> float:
        """Kullback-Leibler."""
        guess = self.predict(at).clip(1e-6, 1 - 1e-6)
        goal = at.target.clip(1e-6, 1 - 1e-6)
        gap = goal * np.log(goal / guess) + (1 - goal) * np.log((1 - goal) / (1 - guess))
        return float(gap.mean())

    def fit(self, at: Positions, steps: int, decay: float, held: Positions) -> None:
        """Adam on the whole set, the step growing smaller towards the end."""
        mirror = swapped()
        first, second = np.zeros_like(self.patterns), np.zeros_like(self.patterns)
        other_first, other_second = np.zeros_like(self.others), np.zeros_like(self.others)
        usual = self.others.copy()
        for step in range(1, steps + 1):
            error = self.predict(at) - at.target
            rate = 3.0 * min(1.0, 2 * (1 - step / (steps + 1)))
            gradient = np.empty_like(self.patterns)
            for part in (0, 1):
                pull = error * at.shares[part]
                for area in range(len(AREAS)):
                    gradient[part, area] = np.bincount(at.patterns[area], pull, PATTERNS)
            gradient = (gradient - gradient[:, list(TURNED)][:, :, mirror]) / 2 + decay * self.patterns
            for weights, one, two, pulls in (
                (self.patterns, first, second, gradient),
                (self.others, other_first, other_second, at.others.T @ error + TRUST * (self.others - usual)),
            ):
                one += 0.1 * (pulls - one)
                two += 0.01 * (pulls**2 - two)
                scaled = np.sqrt(two / (1 - 0.99**step)) + 1e-3
                weights -= rate * one / (1 - 0.9**step) / scaled
            if step % 25 == 0 or step == steps:
                print(f"step {step}: held-out loss {self.loss(held):.5f}", file=sys.stderr)

    def rounded(self) -> Ints:
        """All tables in one row of ints, as `workshop/learn/draughts.c` reads them."""
        patterns = self.patterns.round().clip(-127, 127)
        return np.concatenate([patterns.ravel(), self.others.round()]).astype(np.int64)


def learn(rows: Ints, fixed: Floats, mix: float, steps: int, decay: float) -> tuple[Ints, float, float]:
    """The tables, and the loss on what was held out, with nothing learned and at the end."""
    held = np.arange(len(rows)) // BLOCK % HOLD_OUT == 0
    model = Model()
    seen, unseen = (Positions(rows[chosen], fixed[chosen], mix) for chosen in (~held, held))
    before = model.loss(unseen)
    print(f"{len(seen):,} positions, {len(unseen):,} held out; loss {before:.5f}", file=sys.stderr)
    model.fit(seen, steps, decay, unseen)
    return model.rounded(), before, model.loss(unseen)

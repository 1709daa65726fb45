"""Learns what formations of men are worth in a draughts game: the tables of `saltus.patterns`.

    python3 -m workshop.patterns english *.positions --out ../py/saltus/data/english.py

Reads the lines of `workshop.selfplay`. The value of a position is what the game's own evaluation says without them,
and nine pattern values; these are fitted, by logistic regression over the whole set, to a mix
of the search's score and the game's result. Every position counts a second time turned round with the colours
swapped, so that what is learned favours neither side. Patterns that were never met are worth nothing.
"""

import argparse
import hashlib
import sys
import zlib
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from saltus.draughts import Draughts
from saltus.games import load
from saltus.patterns import AREAS, PATTERNS, keys

SCALE = 150.0
"""The score at which the side that is ahead wins 73 of 100 games, roughly."""
RESULT = 0.1
"""The part of the target that is the game's result rather than the search's score."""
HOLD_OUT, BLOCK = 20, 1_000
"""One block of positions in so many is not learned from, but used to see how well was learned; a block holds whole
games, nearly, as positions of one game are alike."""

Floats = NDArray[np.float64]


def read(game: Draughts, paths: Sequence[Path]) -> tuple[NDArray[np.int64], Floats, Floats, Floats]:
    """For every position: the key of each area, the number of men, the value of all else, and the target."""
    rows: list[tuple[int, ...]] = []
    men_left: list[int] = []
    rest: list[float] = []
    target: list[float] = []
    for path in paths:
        for line in path.read_text().splitlines():
            white, black, kings, side, score, result = map(int, line.split())
            men, others = white & ~kings, black & ~kings
            sign = -1 if side else 1
            whole = sign * game.evaluate((white, black, kings, side))
            rows.append(keys(men, others))
            men_left.append(men.bit_count() + others.bit_count())
            rest.append(whole - game.patterns.value(men, others))
            known = 1 / (1 + np.exp(-sign * score / SCALE))
            target.append((1 - RESULT) * known + RESULT * (sign * result + 1) / 2)
    return np.array(rows), np.array(men_left) / 24, np.array(rest, float), np.array(target)


def fit(
    rows: NDArray[np.int64], phase: Floats, rest: Floats, target: Floats, steps: int, decay: float
) -> tuple[Floats, float, float]:
    """Tables by phase, area and pattern; with the loss (Kullback-Leibler) on what was held out, before and after."""
    weights = np.zeros((2, len(AREAS), PATTERNS))
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    mirror = swapped()
    held = np.arange(len(rows)) // BLOCK % HOLD_OUT == 0
    areas = range(len(AREAS))
    shares = np.stack([phase, 1 - phase])

    def predict(chosen: NDArray[np.bool_]) -> Floats:
        value = rest[chosen].copy()
        for part in (0, 1):
            total = sum(weights[part, area][rows[chosen, area]] for area in areas)
            value += shares[part, chosen] * total
        return 1 / (1 + np.exp(-value / SCALE))

    def loss(chosen: NDArray[np.bool_]) -> float:
        guess = predict(chosen).clip(1e-6, 1 - 1e-6)
        goal = target[chosen].clip(1e-6, 1 - 1e-6)
        gap = goal * np.log(goal / guess) + (1 - goal) * np.log((1 - goal) / (1 - guess))
        return float(gap.mean())

    before = loss(held)
    learned = ~held
    count = int(learned.sum())
    seen = rows[learned]
    for step in range(1, steps + 1):
        error = predict(learned) - target[learned]
        for part in (0, 1):
            pull = error * shares[part, learned]
            gradient = np.stack([np.bincount(seen[:, area], pull, PATTERNS) for area in areas])
            gradient = (gradient - gradient[::-1, mirror]) / 2 + decay * weights[part]
            first[part] += 0.1 * (gradient - first[part])
            second[part] += 0.01 * (gradient**2 - second[part])
            rate = 3.0 * min(1.0, 4 * (1 - step / (steps + 1)))
            scaled = np.sqrt(second[part] / (1 - 0.99**step)) + 1e-3
            weights[part] -= rate * first[part] / (1 - 0.9**step) / scaled
        if step % 50 == 0:
            print(f"step {step}: held-out loss {loss(held):.5f} ({count:,} learned from)", file=sys.stderr)
    return weights, before, loss(held)


def swapped() -> NDArray[np.int64]:
    """For every pattern, what it is when the board is turned and the colours change places."""
    found = np.zeros(PATTERNS, dtype=np.int64)
    for pattern in range(PATTERNS):
        rest, other = pattern, 0
        for _ in range(8):
            rest, digit = divmod(rest, 3)
            other = other * 3 + (0, 2, 1)[digit]
        found[pattern] = other
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["english", "italian"])
    parser.add_argument("positions", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--decay", type=float, default=0.02)
    chosen = parser.parse_args()
    game = load(chosen.game)
    assert isinstance(game, Draughts)
    rows, phase, rest, target = read(game, chosen.positions)
    weights, before, after = fit(rows, phase, rest, target, chosen.steps, chosen.decay)
    kept = weights[:, : len(AREAS) // 2 + 1].round().clip(-127, 127).astype(np.int8)
    packed = b64encode(zlib.compress(kept.tobytes(), 9)).decode()
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in chosen.positions)).hexdigest()[:16]
    lines = [packed[at : at + 110] for at in range(0, len(packed), 110)]
    chosen.out.write_text(
        f'"""What formations of men are worth in {game.name}: see `saltus.patterns`. Made, not written, by\n\n'
        f"    python3 -m workshop.patterns {chosen.game} --steps {chosen.steps} --decay {chosen.decay}\n\n"
        f"from {len(rows):,} positions of self-play (SHA-256 {digest}…). On one in {HOLD_OUT}, held out, the loss\n"
        f'fell from {before:.4f} to {after:.4f}.\n"""\n\n'
        "TABLES = (\n" + "".join(f"    {line!r}\n".replace("'", '"') for line in lines) + ")\n"
    )
    print(f"{len(rows):,} positions, loss {before:.5f} → {after:.5f}, {len(packed):,} characters", file=sys.stderr)


if __name__ == "__main__":
    main()

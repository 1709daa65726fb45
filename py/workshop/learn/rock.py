"""Learns what positions of Rock are worth: the numbers of `saltus.evaluation.rock`.

    cc -O3 -march=native -o rock workshop/learn/rock.c -lm
    python3 -m workshop.learn.rock weights >rock.weights
    python3 -m workshop.learn.rock games rock.weights --games 12000 --nodes 3000 --seed 2 --workers 4 >rock.positions
    python3 -m workshop.learn.rock learn rock.positions --out saltus/data/rock.weights
    ./rock choices rock.weights 500 3000 7 >rock.choices
    python3 -m workshop.learn.rock order rock.choices --out saltus/data/rock-moves.weights
    python3 -m workshop.learn.rock levels                                 the ten levels' ratings

Learns from the lines that `rock.c`, or the much slower `workshop.learn.selfplay`, writes. A position is worth what
the mover's board is worth by its groups, its centre of mass, its shares and its far pieces, less what the enemy's is,
and what each of the 42 lines is worth by its pattern. All of these are fitted at once, by logistic regression over
the whole set, to a mix of the search's score and the game's result. Lines of one kind share one table, in which a
pattern and its reverse are the same. The same positions make the same file.

What moves promise before they are searched is learned from the moves that a search chose, by a conditional logit:
each move has the sum of what leaving its square and arriving on the other are worth, by `evaluation.rock.steps` from
the centre of mass, and of what a capture is worth; the chosen one is to be the likeliest.
"""

import argparse
import hashlib
import subprocess
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from struct import Struct
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from saltus.boards.grid import squares
from saltus.boards.lines import BOARD, ROWS, keys
from saltus.engine.levels import FULL, ladder
from saltus.evaluation.rock import (
    CENTRE_DISTANCES,
    FAR,
    KINDS,
    LINE_PATTERNS,
    MOST_GROUPS,
    PIECES,
    PLACE,
    STEPS,
    STORED,
    Shares,
    euler,
    far,
    kind,
    length,
    middle,
    move_weights,
    shares,
    steps,
    weights,
)
from saltus.games import load
from saltus.parallel.log import JobLog

from workshop.compiled import compiled
from workshop.kept import add_options, crew
from workshop.learn import blocks
from workshop.match.ladder import Result, meetings, table
from workshop.packing import write_data

SOURCE = Path(__file__).with_name("rock.c")
SCALE = 100.0
"""The worth at which the side that is ahead wins 73 of 100 games, roughly, in what is learned."""
HOLD_OUT, BLOCK = 20, 1_000
"""One block of positions in so many is not learned from, but used to see how well was learned; a block holds whole
games, nearly, as positions of one game are alike."""

FIRST = [sum(LINE_PATTERNS[:number]) for number in range(KINDS)]
"""Where the table of each kind of line begins."""
LINES = [(FIRST[kind(line)], 3 ** len(line)) for row in ROWS for line in row.lines]
COUNTS = [len(row.lines) for row in ROWS]

ROW_BITS = [BOARD.bit["abcdefgh"[square % 8] + str(square // 8 + 1)] for square in range(64)]
"""The squares as `rock.c` counts them: eight a rank."""

GROUPS = PIECES * MOST_GROUPS
PARTS = np.cumsum([GROUPS, CENTRE_DISTANCES, len(Shares._fields)])
TERMS = GROUPS + CENTRE_DISTANCES + len(Shares._fields) + len(FAR)

Floats = NDArray[np.float64]


def terms(pieces: int) -> Floats:
    """What one side's board has of every term but the lines."""
    counts = shares(pieces)
    places = [PLACE[bit] for bit in squares(pieces)]
    number = len(places)
    file, rank = (middle(number, sum(place[way] for place in places)) for way in (0, 1))
    found = np.zeros(TERMS)
    found[(number - 1) * MOST_GROUPS + min(max(euler(counts), 1), MOST_GROUPS) - 1] = 1
    found[GROUPS + max(abs(file), abs(rank))] = 1
    found[PARTS[1] : PARTS[2]] = counts
    found[PARTS[2] :] = [(pieces & beyond).bit_count() for beyond in far(file, rank)]
    found[PARTS[1] :] /= number
    return found


def patterns(own: int, enemy: int) -> list[int]:
    """Where the pattern of each line is in the tables, one after the other."""
    found = []
    lines = iter(LINES)
    for row, count in zip(keys(own, enemy), COUNTS, strict=True):
        rest = row
        for _ in range(count):
            first, size = next(lines)
            rest, digits = divmod(rest, size)
            found.append(first + digits)
    return found


def reversed_patterns() -> NDArray[np.int64]:
    """Every pattern → the same line read from its other end."""
    found = []
    for number in range(KINDS):
        turned = [0]
        for place in range(length(number)):
            high = 3 ** (length(number) - 1 - place)
            turned = [rest + digit * high for digit in range(3) for rest in turned]
        found += [FIRST[number] + pattern for pattern in turned]
    return np.array(found)


def read(
    paths: Sequence[Path], result_share: float, scale: float
) -> tuple[NDArray[np.float32], NDArray[np.uint16], Floats]:
    """For every position: the difference of the terms, the patterns of the lines, and the target."""
    known: dict[int, Floats] = {}
    dense, rows, target = [], [], []
    for line in chain.from_iterable(path.read_text().splitlines() for path in paths):
        white, black, _, side, score, result = map(int, line.split())
        own, enemy = (black, white) if side else (white, black)
        for pieces in (own, enemy):
            if pieces not in known:
                known[pieces] = terms(pieces)
        dense.append((known[own] - known[enemy]).astype(np.float32))
        rows.append(np.array(patterns(own, enemy), np.uint16))
        target.append((1 - result_share) / (1 + np.exp(-score / scale)) + result_share * (result + 1) / 2)
    return np.array(dense), np.array(rows), np.array(target)


class Fit:
    """Weights, and Adam (Kingma and Ba, 2015) to improve them."""

    def __init__(self, dense: NDArray[np.float32], rows: NDArray[np.uint16], target: Floats) -> None:
        self.dense, self.rows, self.target = dense, rows, target
        held = np.arange(len(rows)) // BLOCK % HOLD_OUT == 0
        self.held, self.learned = np.flatnonzero(held), np.flatnonzero(~held)
        self.turned = reversed_patterns()
        self.terms, self.lines = np.zeros(TERMS), np.zeros(sum(LINE_PATTERNS))

    def predict(self, chosen: NDArray[np.int64]) -> Floats:
        """The expected results of these positions."""
        value = self.dense[chosen] @ self.terms + self.lines[self.rows[chosen]].sum(axis=1)
        expected: Floats = 1 / (1 + np.exp(-value / SCALE))
        return expected

    def loss(self, chosen: NDArray[np.int64]) -> float:
        """The mean Kullback-Leibler divergence."""
        guess = self.predict(chosen).clip(1e-6, 1 - 1e-6)
        goal = self.target[chosen].clip(1e-6, 1 - 1e-6)
        gap = goal * np.log(goal / guess) + (1 - goal) * np.log((1 - goal) / (1 - guess))
        return float(gap.mean())

    def run(self, steps: int, decay: float, dense_decay: float) -> None:
        """Follow the gradient."""
        dense, rows = self.dense[self.learned], self.rows[self.learned]
        target = self.target[self.learned]
        flat = rows.ravel().astype(np.int64)
        moments = [(np.zeros_like(part), np.zeros_like(part)) for part in (self.terms, self.lines)]
        for step in range(1, steps + 1):
            value = dense @ self.terms.astype(np.float32) + self.lines[rows].sum(axis=1)
            error = 1 / (1 + np.exp(-value / SCALE)) - target
            pull = np.bincount(flat, np.repeat(error, rows.shape[1]), len(self.lines))
            gradients = (
                error.astype(np.float32) @ dense + dense_decay * self.terms,
                (pull + pull[self.turned]) / 2 + decay * self.lines,
            )
            rate = 3.0 * min(1.0, 2 * (1 - step / (steps + 1)))
            for part, gradient, (first, second) in zip((self.terms, self.lines), gradients, moments, strict=True):
                first += 0.1 * (gradient - first)
                second += 0.01 * (gradient**2 - second)
                part -= rate * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.99**step)) + 1e-3)
            if step % 50 == 0:
                print(f"step {step}: loss {self.loss(self.held):.5f} held out", file=sys.stderr)


def learn(chosen: argparse.Namespace) -> None:
    """Write the file of the weights."""
    fit = Fit(*read(chosen.positions, chosen.result, chosen.scale))
    before = fit.loss(fit.held)
    fit.run(chosen.steps, chosen.decay, chosen.dense_decay)
    after = fit.loss(fit.held)
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in chosen.positions)).hexdigest()[:16]
    groups, centre, share, far_off = np.split(fit.terms.round().astype(int), PARTS)
    head = f"""What positions of Rock are worth: see saltus/evaluation/rock.py. Made, not written, by
python3 -m workshop.learn.rock learn --steps {chosen.steps} --decay {chosen.decay} \
    --dense-decay {chosen.dense_decay} --result {chosen.result} --scale {chosen.scale:g}
from {len(fit.target):,} positions (SHA-256 {digest}…){chosen.note}.
On one in {HOLD_OUT}, held out, the loss fell from {before:.4f} to {after:.4f}."""
    lines = fit.lines.round().clip(-127, 127).astype(int)
    write_data(chosen.out, head, STORED.pack(*groups, *share, *far_off, *centre, *lines))


LIKELY = 400
"""What a move promises that is likelier by a factor of e."""


def choices(path: Path) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Every move of every position: the position's number, the places of the move's three worths, and then, for every
    position, which of all these moves was chosen.
    """
    game = load("rock")
    number: list[int] = []
    places: list[tuple[int, int, int]] = []
    chosen: list[int] = []
    for at, line in enumerate(path.read_text().splitlines()):
        white, black, side, origin, target = map(int, line.split())
        own, enemy = (
            sum(ROW_BITS[square] for square in range(64) if board >> square & 1) for board in (white, black)
        )
        position = (own, enemy, 0, side)
        board = position[side]
        count, where = board.bit_count(), [PLACE[bit] for bit in squares(board)]
        file, rank = (middle(count, sum(place[way] for place in where)) for way in (0, 1))
        wanted = ROW_BITS[origin], ROW_BITS[target]
        for move in game.moves(position):
            ends = tuple(BOARD.bit[name] for name in move.path)
            if ends == wanted:
                chosen.append(len(number))
            number.append(at)
            places.append(
                (steps(ends[0], file, rank), STEPS + steps(ends[1], file, rank), 2 * STEPS + bool(move.taken))
            )
    return np.array(number), np.array(places), np.array(chosen)


def order(asked: argparse.Namespace) -> None:
    """Write the file of what moves promise."""
    number, places, chosen = choices(asked.choices)
    held = number[chosen] // BLOCK % HOLD_OUT == 0
    learned = np.flatnonzero(~held)
    kept = ~held[number]
    worth = np.zeros(2 * STEPS + 2)
    wanted = np.bincount(places[chosen[learned]].ravel(), minlength=len(worth))
    squares_sum = np.zeros_like(worth)

    def likely() -> Floats:
        """How likely every move is, of those of its position."""
        power = np.exp(worth[places].sum(axis=1))
        found: Floats = power / np.bincount(number, power)[number]
        return found

    for _ in range(asked.steps):
        part = np.where(kept, likely(), 0.0)
        pull = (np.bincount(places.ravel(), np.repeat(part, 3), len(worth)) - wanted) / len(learned) + 1e-5 * worth
        squares_sum += pull**2
        worth -= 0.3 * pull / (np.sqrt(squares_sum) + 1e-9)
    loss = -float(np.log(likely()[chosen[held]]).mean())
    even = float(np.log(np.bincount(number)[held]).mean())
    leaving, arriving, capture = np.split((LIKELY * worth).round().astype(int), (STEPS, 2 * STEPS))
    digest = hashlib.sha256(asked.choices.read_bytes()).hexdigest()[:16]
    head = f"""What moves of Rock promise before they are searched: see saltus/evaluation/rock.py. Made by
python3 -m workshop.learn.rock order --steps {asked.steps}
from {len(chosen):,} positions (SHA-256 {digest}…){asked.note}.
On one in {HOLD_OUT}, held out, the loss fell from {even:.3f}, all moves alike, to {loss:.3f}; {LIKELY} is a factor of
e."""
    write_data(asked.out, head, Struct(f"<{2 * STEPS + 1}h").pack(*leaving, *arriving, capture[1] - capture[0]))
    print(f"loss {even:.4f} → {loss:.4f}", file=sys.stderr)


def numbers() -> str:
    """The weights as `rock.c` reads them."""
    learned = weights()
    every = [*chain(*learned.groups), *learned.centre, *learned.shares, *learned.far, *chain(*learned.lines)]
    leaving, arriving, capture = move_weights()
    every += [*leaving, *arriving, capture]
    return "\n".join(map(str, every)) + "\n"


def show(chosen: argparse.Namespace) -> None:
    """Write the weights."""
    sys.stdout.write(numbers())


def games(chosen: argparse.Namespace) -> None:
    """Write the positions of games that `rock.c` plays with itself, the same as it writes alone."""
    values = chosen.weights.read_text()
    digest = hashlib.sha256(values.encode()).hexdigest()[:16]
    terms = {"weights": digest, "nodes": chosen.nodes, "seed": chosen.seed}
    try:
        log = JobLog(chosen.log, "self-play", terms) if chosen.log else None
    except ValueError as error:
        raise SystemExit(str(error)) from None
    with crew(chosen, chosen.log) as by:
        for lines in blocks.positions("rock", values, chosen.seed, chosen.games, chosen.nodes, by, log):
            sys.stdout.write(lines)
            sys.stdout.flush()


def levels(chosen: argparse.Namespace) -> None:
    """The ratings of the ten levels: what `workshop.match.ladder` does, with the same eyes and the search of
    `rock.c`."""
    with TemporaryDirectory() as folder:
        known = Path(folder) / "rock.weights"
        known.write_text(numbers())
        seeing = [",".join(str(int(value)) for value in level) for level in ladder(load("rock"))]
        seeing.append(f"0,{chosen.nodes},0,0,0,1")
        results: list[Result] = []
        for low, high in meetings(range(1, FULL + 1)):
            command: list[str | Path] = [compiled(SOURCE), "pairs", known, seeing[low - 1], seeing[high - 1]]
            command += [str(chosen.pairs), str(chosen.seed)]
            points = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            results += [(low, high, float(gained)) for gained in points]
    print(f"rock: {2 * len(results)} games")
    print(table(results, chosen.seed))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    learning = commands.add_parser("learn", help="learn from positions")
    learning.add_argument("positions", nargs="+", type=Path)
    learning.add_argument("--out", type=Path, required=True)
    learning.add_argument("--steps", type=int, default=300)
    learning.add_argument("--decay", type=float, default=0.02, help="of what lines are worth")
    learning.add_argument("--dense-decay", type=float, default=0.02, help="of all else")
    learning.add_argument("--result", type=float, default=0.3, help="the part of the target that is the result")
    learning.add_argument("--scale", type=float, default=100.0, help="the score that wins 73 of 100 games")
    learning.add_argument("--note", default="", help="where the positions come from, for the file")
    learning.set_defaults(run=learn)
    ordering = commands.add_parser("order", help="learn what moves promise from those that were chosen")
    ordering.add_argument("choices", type=Path)
    ordering.add_argument("--out", type=Path, required=True)
    ordering.add_argument("--steps", type=int, default=300)
    ordering.add_argument("--note", default="", help="where the choices come from, for the file")
    ordering.set_defaults(run=order)
    commands.add_parser("weights", help="write what has been learned, for rock.c").set_defaults(run=show)
    playing = commands.add_parser("games", help="write positions of games of rock.c with itself")
    playing.add_argument("weights", type=Path)
    playing.add_argument("--games", type=int, default=100)
    playing.add_argument("--nodes", type=int, default=3_000, help="positions a move")
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--log", type=Path, metavar="FILE", help="keep finished games there, and go on from them")
    add_options(playing)
    playing.set_defaults(run=games)
    measuring = commands.add_parser("levels", help="the ten levels' ratings, by games of rock.c")
    measuring.add_argument("--nodes", type=int, default=20_000, help="positions a move for the highest level")
    measuring.add_argument("--pairs", type=int, default=200, help="of each two levels that meet")
    measuring.add_argument("--seed", type=int, default=1)
    measuring.set_defaults(run=levels)
    chosen = parser.parse_args()
    chosen.run(chosen)


if __name__ == "__main__":
    main()

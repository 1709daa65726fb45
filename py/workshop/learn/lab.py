"""Drives `draughts.c`: learns the tables of a draughts game from nothing, and plays matches between ideas.

    python3 -m workshop.learn.lab learn english               writes saltus/data/english.py
    python3 -m workshop.learn.lab learn english --workers 4   the same, with four games played at a time
    python3 -m workshop.learn.lab check english               compares rules and evaluation with the package's own
    python3 -m workshop.learn.lab match english late=3 late=4 --nodes 5000 --pairs 200
    python3 -m workshop.learn.lab levels english --nodes 50000 --pairs 200        the ten levels' ratings

`learn` knows nothing to begin with but that a man is worth 100 and a king 130. Each generation plays games with
itself with the tables of the one before, and learns new ones from what its search found and how the games ended; the
third and the fifth learn from the games of the one before as well. The recipe and all seeds are below; the same
sources make the same bytes, on any number of workers and on a cluster. Positions and tables are kept in `build/lab/`,
and what is there is not made again, nor are games that were finished when the program was stopped. Needs numpy and
a C compiler; workers of a cluster need only the compiler.
"""

import argparse
import hashlib
import subprocess
import sys
import zlib
from base64 import b64encode
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from saltus.core.game import Position
from saltus.engine.levels import FULL, ladder
from saltus.evaluation.patterns import AREAS, KEPT, PATTERNS
from saltus.games import load
from saltus.games._draughts import Draughts
from saltus.parallel.log import JobLog

from workshop import sources
from workshop.compiled import BUILD as BUILD
from workshop.compiled import compiled
from workshop.kept import Crew, add_options, crew
from workshop.learn import blocks
from workshop.learn.patterns import SIZES, Model, learn, read
from workshop.match.ladder import Result, meetings, table

SOURCE = Path(__file__).with_name("draughts.c")
DATA = Path(__file__).parents[2] / "saltus" / "data"


class Generation(NamedTuple):
    """How a generation plays and learns."""

    games: int
    nodes: int
    """Positions a move."""
    mix: float
    """The part of what is learned that is the game's result rather than the search's score."""
    steps: int
    """Of the fit."""
    back: int = 1
    """From the games of how many generations it learns, its own the last."""


RECIPE = (
    Generation(games=4_000, nodes=1_000, mix=0.5, steps=60),
    Generation(games=6_000, nodes=1_500, mix=0.3, steps=80),
    Generation(games=10_000, nodes=2_000, mix=0.25, steps=100, back=2),
    Generation(games=16_000, nodes=3_000, mix=0.25, steps=100),
    Generation(games=16_000, nodes=3_000, mix=0.25, steps=100, back=2),
)
DECAY = 0.02
LEVEL_OPTIONS = ("depth", "nodes", "misses", "wavers", "greed", "exchanges")
"""What `draughts.c` calls the fields of `saltus.engine.levels.Level`, in their order."""


def program() -> Path:
    """The compiled program; compiled if it is older than its source."""
    return compiled(SOURCE)


def evaluate(game: str, tables: Path, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """For every position, its value for the side to move, and what of it is not learned."""
    text = "\n".join(" ".join(map(str, row)) for row in rows[:, :4].tolist())
    answer = subprocess.run(
        [program(), game, "evaluate", tables], input=text, capture_output=True, text=True, check=True
    )
    return np.array(answer.stdout.split(), dtype=np.int64).reshape(-1, 2)


def write(path: Path, tables: NDArray[np.int64]) -> None:
    path.write_text(" ".join(map(str, tables)) + "\n")


def make(game: str, by: Crew) -> None:
    """All generations of a game, and the data file."""
    folder = BUILD / game
    folder.mkdir(parents=True, exist_ok=True)
    newest = folder / "0.tables"
    write(newest, Model().rounded())
    played: list[Path] = []
    for seed, (games, nodes, mix, steps, back) in enumerate(RECIPE, 1):
        positions, tables = folder / f"{seed}.positions", folder / f"{seed}.tables"
        if not positions.exists():
            print(f"generation {seed}: {games:,} games, {nodes:,} nodes a move", file=sys.stderr)
            values = newest.read_text()
            terms = {"nodes": nodes, "tables": hashlib.sha256(values.encode()).hexdigest()[:16]}
            log = JobLog(positions.with_suffix(".games"), f"generation {seed}", terms)
            begun = positions.with_suffix(".part")
            with begun.open("w") as file:
                file.writelines(blocks.positions(game, values, seed, games, nodes, by, log))
            begun.rename(positions)
            log.path.unlink()
        played.append(positions)
        if not tables.exists():
            rows = read(played[-back:])
            fixed = evaluate(game, newest, rows)[:, 1].astype(float)
            learned, before, after = learn(rows, fixed, mix, steps, DECAY)
            write(tables, learned)
            (folder / f"{seed}.note").write_text(f"{len(rows):,} {before:.4f} {after:.4f}\n")
        newest = tables
    publish(game, newest, played[-RECIPE[-1].back :])


def publish(game: str, tables: Path, played: list[Path]) -> None:
    """Writes the data file: the tables, learned last from what was `played`."""
    values = np.array(tables.read_text().split(), dtype=np.int64)
    patterns, kings, runners = np.split(values, np.cumsum(SIZES)[:-1])
    kept = patterns.reshape(2, len(AREAS), PATTERNS)[:, list(KEPT)]
    packed = b64encode(zlib.compress(np.moveaxis(kept, 0, 2).astype(np.int8).tobytes(), 9)).decode()
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in played)).hexdigest()[:16]
    source = sources.digest(sources.DRAUGHTS)
    positions, before, after = tables.with_suffix(".note").read_text().split()
    lines = "\n".join(f'    "{packed[at : at + 108]}"' for at in range(0, len(packed), 108))
    opening, ending = ("".join(f"        {value},\n" for value in part) for part in kings.reshape(2, 32))
    text = f'''"""What the pieces are worth in {load(game).name}: see `saltus.evaluation.patterns`. Generated by

    python3 -m workshop.learn.lab learn {game}

with seeds 1 to {len(RECIPE)} and `draughts.c` of SHA-256 {source}…; the last generation learned from {positions}
positions of self-play (SHA-256 {digest}…). On one in 20, held out, the loss fell from {before} to {after}.
"""

PATTERNS = (
{lines}
)
KINGS = (
    (
{opening}    ),
    (
{ending}    ),
)
RUNNERS = ({", ".join(map(str, runners))})
'''
    (DATA / f"{game}.py").write_text(text)
    print(f"{game}: {positions} positions, loss {before} → {after}, {len(packed):,} characters")


def shipped(game: Draughts) -> Path:
    """The tables of the package, as the program reads them."""
    learned = game.patterns.learned
    patterns = np.array(game.patterns.unfold())
    opening = (patterns + (1 << 19) & (1 << 20) - 1) - (1 << 19)
    parts = (opening.ravel(), (patterns - opening >> 20).ravel(), *map(np.array, (*learned.kings, learned.runners)))
    path = BUILD / f"{game.key}.tables"
    BUILD.mkdir(parents=True, exist_ok=True)
    write(path, np.concatenate(parts))
    return path


def check(key: str) -> None:
    """Leaves of perft, and the evaluation of positions of games played by lot, the same in C and in Python."""
    game = load(key)
    assert isinstance(game, Draughts)
    for depth in range(1, 8):
        ours = game.perft(game.start(), depth)
        theirs = int(subprocess.run([program(), key, "perft", str(depth)], capture_output=True, check=True).stdout)
        if ours != theirs:
            raise SystemExit(f"{key}, {depth} plies: {ours:,} leaves in Python, {theirs:,} in C")
    tables = shipped(game)
    positions: list[Position] = []
    for seed in range(200):
        choose, position = Random(seed), game.start()
        while len(positions) < 100 * (seed + 1) and (moves := game.moves(position)):
            position = game.play(position, choose.choice(moves))
            positions.append(position)
    found = evaluate(key, tables, np.array(positions, dtype=np.int64))[:, 0]
    wrong = sum(game.evaluate(position) != value for position, value in zip(positions, found, strict=True))
    print(f"{key}: perft to 7 plies the same; {wrong} of {len(positions):,} evaluations differ")


def compare(key: str, first: str, second: str, nodes: int, pairs: int, seed: int) -> None:
    """Two sets of options, or of tables (`tables=PATH`), against each other."""
    sides: list[str | Path] = []
    for options in (first, second):
        words = [word for word in options.split(",") if word]
        paths = [word.partition("=")[2] for word in words if word.startswith("tables=")]
        rest = [f"nodes={nodes}", *(word for word in words if not word.startswith("tables="))]
        sides += [paths[0] if paths else BUILD / key / f"{len(RECIPE)}.tables", ",".join(rest)]
    subprocess.run([program(), key, "match", *sides, str(seed), str(pairs), "8"], check=True)


def levels(key: str, nodes: int, pairs: int, seed: int) -> None:
    """The ratings of the ten levels: what `workshop.match.ladder` does, with the search of the program."""
    game = load(key)
    assert isinstance(game, Draughts)
    tables = shipped(game)
    seeing = [
        ",".join(f"{name}={int(value)}" for name, value in zip(LEVEL_OPTIONS, level, strict=True))
        for level in ladder(game)
    ]
    seeing.append(f"nodes={nodes}")
    results: list[Result] = []
    for low, high in meetings(range(1, FULL + 1)):
        sides = (tables, seeing[low - 1], tables, seeing[high - 1])
        command: list[str | Path] = [program(), key, "pairs", *sides, str(seed), str(pairs), "6"]
        points = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        results += [(low, high, float(gained)) for gained in points]
    print(f"{key}: {2 * len(results)} games")
    print(table(results, seed))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("learn", "check", "levels", "match"):
        one = commands.add_parser(name)
        one.add_argument("game", choices=["english", "italian"])
        if name == "learn":
            add_options(one)
        if name == "match":
            one.add_argument("first", help="options such as late=3,proof=12, or tables=PATH")
            one.add_argument("second")
        if name in ("levels", "match"):
            one.add_argument("--nodes", type=int, default=5_000, help="positions a move; of the highest level")
            one.add_argument("--pairs", type=int, default=200)
            one.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    match chosen.command:
        case "learn":
            with crew(chosen, BUILD / chosen.game) as by:
                make(chosen.game, by)
        case "check":
            check(chosen.game)
        case "levels":
            levels(chosen.game, chosen.nodes, chosen.pairs, chosen.seed)
        case _:
            compare(chosen.game, chosen.first, chosen.second, chosen.nodes, chosen.pairs, chosen.seed)


if __name__ == "__main__":
    main()

"""Drives `draughts.c` and `fit.c`: learns the tables and the net of a draughts game, and plays matches between ideas.

    python3 -m workshop.learn.lab learn english               writes saltus/data/english.weights
    python3 -m workshop.learn.lab learn english --workers 4   the same, with four games played at a time
    python3 -m workshop.learn.lab check english               compares rules and evaluation with the package's own
    python3 -m workshop.learn.lab match english late=3 late=4 --nodes 5000 --pairs 200
    python3 -m workshop.learn.lab levels english --nodes 50000 --pairs 200        the ten levels' ratings

`learn` begins with what the package holds. Each generation plays games with itself with what the one before learned,
and goes on from there: it learns from its own games and those of the generations before it in the recipe, from what
the search found. The recipe and all seeds are below; the same sources make the same bytes, on any number of workers
and on a cluster. Positions and tables are kept in `build/lab/`, and what is there is not made again, nor are games
that were finished when the program was stopped. Needs a C compiler, here and on the workers of a cluster.
"""

import argparse
import hashlib
import subprocess
import sys
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from random import Random
from struct import pack, unpack
from typing import NamedTuple

from saltus.core.game import Position
from saltus.engine.levels import FULL, ladder
from saltus.evaluation.areas import AREAS, KEPT, PATTERNS
from saltus.evaluation.net import INPUTS, PAIRS, UNITS
from saltus.evaluation.patterns import MEN, STORED, Patterns, load_learned, mixed
from saltus.games import load
from saltus.games._draughts import Draughts
from saltus.parallel.log import JobLog

from workshop import sources
from workshop.compiled import BUILD as BUILD
from workshop.compiled import compiled
from workshop.kept import Crew, add_options, crew
from workshop.learn import blocks
from workshop.match.ladder import Result, meetings, table
from workshop.packing import write_data

SOURCE = Path(__file__).with_name("draughts.c")
FIT = Path(__file__).with_name("fit.c")
DATA = Path(__file__).parents[2] / "saltus" / "data"


class Generation(NamedTuple):
    """How a generation plays and learns."""

    seed: int
    games: int
    nodes: int
    """Positions a move."""


RECIPE = (Generation(seed=11, games=60_000, nodes=3_000),)
EPOCHS, RATE = 12, 0.1
"""Of the fit: how often it sees each position, the size of its steps."""
LEVEL_OPTIONS = ("depth", "nodes", "misses", "wavers", "greed", "exchanges")
"""What `draughts.c` calls the fields of `saltus.engine.levels.Level`, in their order."""


def program() -> Path:
    """The compiled program; compiled if it is older than its source."""
    return compiled(SOURCE)


def evaluate(game: str, tables: Path, positions: Iterable[Position]) -> list[int]:
    """What each position is worth to the side to move."""
    text = "\n".join(" ".join(map(str, position)) for position in positions)
    answer = subprocess.run(
        [program(), game, "evaluate", tables], input=text, capture_output=True, text=True, check=True
    )
    return [int(line.split()[0]) for line in answer.stdout.splitlines()]


def write(path: Path, tables: Iterable[int]) -> None:
    path.write_text(" ".join(map(str, tables)) + "\n")


def make(key: str, by: Crew) -> None:
    """All generations of a game, and the data file."""
    folder = BUILD / key
    folder.mkdir(parents=True, exist_ok=True)
    newest = folder / "begun.tables"
    if not newest.exists():
        write(newest, numbers(rules_of(key).patterns))
    played: list[Path] = []
    for number, (seed, games, nodes) in enumerate(RECIPE, 1):
        positions, tables = folder / f"{number}.positions", folder / f"{number}.tables"
        if not positions.exists():
            print(f"generation {number}: {games:,} games, {nodes:,} nodes a move", file=sys.stderr)
            values = newest.read_text()
            terms = {"nodes": nodes, "tables": hashlib.sha256(values.encode()).hexdigest()[:16]}
            log = JobLog(positions.with_suffix(".games"), f"generation {number}", terms)
            begun = positions.with_suffix(".part")
            with begun.open("w") as file:
                file.writelines(blocks.positions(key, values, seed, games, nodes, by, log))
            begun.rename(positions)
            log.path.unlink()
        played.append(positions)
        if not tables.exists():
            paths = map(str, (newest, tables, EPOCHS, RATE, *played))
            command = [str(compiled(FIT)), key, *paths]
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
            tables.with_suffix(".note").write_text(done.stdout)
        newest = tables
    publish(key, newest, played)


def publish(key: str, tables: Path, played: list[Path]) -> None:
    """Writes the weights, learned last from what was `played`."""
    values = list(map(int, tables.read_text().split()))
    size = 2 * len(AREAS) * PATTERNS
    patterns, kings, runners = values[:size], values[size : size + 64], values[size + 64 : size + 72]
    parts = [patterns[at : at + PATTERNS] for at in range(0, size, PATTERNS)]
    kept = [value for area in KEPT for value in chain(*zip(parts[area], parts[len(AREAS) + area], strict=True))]
    single = (INPUTS + 2) * UNITS
    net, pairs = values[size + 72 :][:single], values[size + 72 + single :]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in played)).hexdigest()[:16]
    positions, before, after = tables.with_suffix(".note").read_text().split()
    head = f"""What the pieces are worth in {load(key).name}: see saltus/evaluation/patterns.py. Made, not written, by
python3 -m workshop.learn.lab learn {key}
from the tables of the commit before, with {sources.said(f"{key}.weights")};
the last generation learned from {int(positions):,} positions of self-play (SHA-256 {digest}…).
On one in 20, held out, the loss fell from {before} to {after}."""
    content = STORED.pack(
        pack(f"{len(kept)}b", *kept), *kings, *runners, pack(f"<{len(net)}h", *net), pack(f"{len(pairs)}b", *pairs)
    )
    write_data(DATA / f"{key}.weights", head, content)


def rules_of(key: str) -> Draughts:
    game = load(key)
    assert isinstance(game, Draughts)
    return game


def numbers(patterns: Patterns) -> list[int]:
    """What was learned, in the order of `Tables` in `draughts.c`."""
    patterns.unfold()
    learned = load_learned(patterns.name)
    both = [patterns.values_of(area, pattern) for area in range(len(AREAS)) for pattern in range(PATTERNS)]
    net = unpack(f"<{(INPUTS + 2) * UNITS}h", learned.net)
    opening, ending = ([mixed(value, left) for value in both] for left in (MEN, 0))
    pairs = unpack(f"{4 * len(PAIRS) * UNITS}b", learned.pairs)
    return [*opening, *ending, *learned.kings, *learned.runners, *net, *pairs]


def shipped(game: Draughts) -> Path:
    """The tables of the package, as the program reads them."""
    path = BUILD / f"{game.key}.tables"
    BUILD.mkdir(parents=True, exist_ok=True)
    write(path, numbers(game.patterns))
    return path


def check(key: str) -> None:
    """Leaves of perft, and the evaluation of positions of games played by lot, the same in C and in Python."""
    game = rules_of(key)
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
    found = evaluate(key, tables, positions)
    wrong = sum(game.evaluate(position) != value for position, value in zip(positions, found, strict=True))
    print(f"{key}: perft to 7 plies the same; {wrong} of {len(positions):,} evaluations differ")


def compare(key: str, first: str, second: str, nodes: int, pairs: int, seed: int) -> None:
    """Two sets of options, or of tables (`tables=PATH`), against each other."""
    sides: list[str | Path] = []
    for options in (first, second):
        words = [word for word in options.split(",") if word]
        paths = [word.partition("=")[2] for word in words if word.startswith("tables=")]
        rest = [
            f"nodes={nodes}",
            f"endings={blocks.endings(key)}",
            *(word for word in words if not word.startswith("tables=")),
        ]
        sides += [paths[0] if paths else shipped(rules_of(key)), ",".join(rest)]
    subprocess.run([program(), key, "match", *sides, str(seed), str(pairs), "8"], check=True)


def levels(key: str, nodes: int, pairs: int, seed: int) -> None:
    """The ratings of the ten levels: what `workshop.match.ladder` does, with the search of the program."""
    game = rules_of(key)
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

"""Speed of the rules: leaves a second of perft, beside other programs in the same run.

    python3 build.py bench perft            the table
    python3 tests/bench/perft.py --deep     counts every entry of the oracle, those too deep for the tests included

Both sides count the same tree from the first position to the same depth, the last ply by the number of legal moves
without playing them, each in a process of its own, in turns. Time is the processor's, and the best round of each is
told, since whatever else the machine does can only slow a round down. The others are all from PyPI:

- English: `py-draughts`, whose American board makes captures optional and lets White begin. Here a subclass forces
  captures, by the parameter its own generator has for that, and Black begins; then its counts are right.
- Italian: `pydraughts`, the only other one with the game.
- Rock: OpenSpiel's `lines_of_action`, C++ driven from Python. Its rules differ only at the end of the game.

The first two both install a package called `draughts`, so each is unpacked into a folder of its own.
"""

import argparse
import json
import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
ORACLE = ROOT / "tests" / "games" / "oracle"
PEERS = ROOT / "build" / "peers"
SECONDS = 0.5
"""How long one round measures, at least."""

Perft = Callable[[int], int]


def saltus(key: str) -> Perft:
    """Our own perft, from the first position; a seeded set-up is drawn from seed 1."""
    from saltus.games import load

    game = load(key)
    start = game.start(seed=1 if game.setups[0].seeded else None)
    return lambda depth: game.perft(start, depth)


def py_draughts() -> Perft:
    """English checkers by `py-draughts`, captures forced, Black first."""
    from draughts import AmericanBoard
    from draughts.boards._core import CORE_AMERICAN
    from draughts.models import Color

    class English(AmericanBoard):  # type: ignore[misc]  # its package is measured against, not installed for checks
        @property
        def legal_moves(self) -> list[Any]:
            moves = self._legal_moves_from_core(CORE_AMERICAN, max_capture=False, captures_optional=False)
            return list(moves)

    board = English(turn=Color.BLACK)

    return pushing(board, lambda: board.legal_moves)


def pushing(board: Any, moves: Callable[[], list[Any]]) -> Perft:
    """Counts with a board that plays a move by `push` and takes it back by `pop`."""

    def perft(depth: int) -> int:
        legal = moves()
        if depth == 1:
            return len(legal)
        leaves = 0
        for move in legal:
            board.push(move)
            leaves += perft(depth - 1)
            board.pop()
        return leaves

    return perft


def pydraughts() -> Perft:
    """Italian draughts by `pydraughts`."""
    from draughts import Board

    board = Board(variant="italian")
    return pushing(board, board.legal_moves)


def open_spiel() -> Perft:
    """Rock by OpenSpiel."""
    import pyspiel

    def perft(state: Any, depth: int) -> int:
        moves = state.legal_actions()
        if depth == 1:
            return len(moves)
        return sum([perft(state.child(move), depth - 1) for move in moves])

    start = pyspiel.load_game("lines_of_action").new_initial_state()
    return lambda depth: perft(start, depth)


class Contest(NamedTuple):
    """A game, how deep it is counted, against whom, and the ratio that is promised."""

    game: str
    depth: int
    package: str | None = None
    perft: Callable[[], Perft] | None = None
    promised: float = 0.0


CONTESTS = (
    Contest("english", 7, "py-draughts", py_draughts, 4),
    Contest("italian", 5, "pydraughts", pydraughts, 500),
    Contest("rock", 4, "open-spiel", open_spiel, 0.5),
    Contest("roman", 4),
    Contest("gambit", 5),
)


class Round(NamedTuple):
    """How many leaves one count has, and how many a second were counted."""

    leaves: int
    rate: float


def timed(perft: Perft, depth: int) -> Round:
    """Counts over and over for `SECONDS` of the processor's time, after a shallower count to warm up."""
    perft(depth - 1)
    leaves = counted = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        leaves = perft(depth)
        counted += leaves
    return Round(leaves, counted / spent)


def peer_folder(package: str) -> Path | None:
    """Where `package` lies unpacked by itself; None where it shares its name with nobody and is simply installed."""
    if package == "open-spiel":
        return None
    extras: dict[str, list[str]] = tomllib.loads((ROOT / "py" / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    pinned = next(line for line in extras["bench"] if line.startswith(f"{package}=="))
    folder = PEERS / pinned
    if not folder.exists():
        print(f"unpacking {pinned} …", file=sys.stderr, flush=True)
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder), pinned]
        subprocess.run(command, check=True)
    return folder


def round_of(contest: Contest, ours: bool) -> Round:
    """One round in a process of its own."""
    env = dict(os.environ)
    folder = None if ours or contest.package is None else peer_folder(contest.package)
    paths = [str(folder or ROOT / "py"), env.get("PYTHONPATH", "")]
    env["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    command = [sys.executable, __file__, "--round", contest.game, "ours" if ours else "theirs"]
    answer = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout
    leaves, rate = answer.split()
    return Round(int(leaves), float(rate))


def compare(rounds: int) -> None:
    """Prints the table, a line a game."""
    print(f"{'game':8} plies {'leaves':>9} {'leaves/s':>12}  {'beside':12} {'leaves/s':>12} {'ratio':>9}", flush=True)
    for contest in CONTESTS:
        ours, theirs = [], []
        for _ in range(rounds):
            ours.append(round_of(contest, ours=True))
            if contest.package is not None:
                theirs.append(round_of(contest, ours=False))
        (leaves,) = {found.leaves for found in ours + theirs}
        rate = max(found.rate for found in ours)
        line = f"{contest.game:8} {contest.depth:5} {leaves:9,} {rate:12,.0f}"
        if theirs:
            other = max(found.rate for found in theirs)
            verdict = "" if rate >= contest.promised * other else ": FALLS SHORT"
            line += (
                f"  {contest.package:12} {other:12,.0f} {rate / other:8.2f}×  (promised {contest.promised}×{verdict})"
            )
        print(line, flush=True)


class Deep(NamedTuple):
    """One count of the oracle."""

    id: str
    game: str
    rows: list[str]
    side: str
    options: dict[str, bool]
    depth: int
    leaves: int


def deep_entries() -> list[Deep]:
    """Every count of every oracle file, the largest first."""
    found = []
    for path in sorted(ORACLE.glob("*.json")):
        data = json.loads(path.read_text())
        for entry in data["perft"]:
            for field, options in (("perft", {}), ("perft_if_federation_rule4", {"federation": True})):
                for depth, leaves in enumerate(entry.get(field, ()), 1):
                    found.append(
                        Deep(entry["id"], data["game"], entry["rows"], entry["side"], options, depth, leaves)
                    )
    return sorted(found, key=lambda deep: -deep.leaves)


def count(deep: Deep) -> tuple[int, float]:
    """The count of one entry, and the seconds it took."""
    from saltus.games import load

    game = load(deep.game, deep.options)
    began = time.perf_counter()
    return game.perft(game.position(deep.rows, deep.side), deep.depth), time.perf_counter() - began


def verify() -> int:
    """Counts the whole oracle on all processors; prints the large ones; 1 where a count is wrong."""
    entries = deep_entries()
    wrong = 0
    with ProcessPoolExecutor() as pool:
        for deep, (leaves, seconds) in zip(entries, pool.map(count, entries), strict=True):
            wrong += leaves != deep.leaves
            if leaves != deep.leaves or deep.leaves >= 1_000_000:
                verdict = "" if leaves == deep.leaves else f"  WRONG: the oracle has {deep.leaves:,}"
                option = " federation" if deep.options else ""
                print(
                    f"{deep.id}{option}: {deep.depth} plies, {leaves:,} leaves, {seconds:.1f} s{verdict}", flush=True
                )
    print(f"{len(entries)} counts, {wrong} wrong")
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="perft: leaves a second, beside other programs")
    parser.add_argument("--rounds", type=int, default=3, help="how often each side is measured")
    parser.add_argument("--deep", action="store_true", help="instead, count every entry of the oracle")
    parser.add_argument("--round", nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    sys.path.append(str(ROOT / "py"))
    if chosen.round:
        contest = next(contest for contest in CONTESTS if contest.game == chosen.round[0])
        theirs = contest.perft if chosen.round[1] == "theirs" else None
        found = timed(theirs() if theirs else saltus(contest.game), contest.depth)
        print(found.leaves, found.rate)
        return 0
    if chosen.deep:
        return verify()
    try:
        compare(chosen.rounds)
    except subprocess.CalledProcessError as error:
        print(f"{' '.join(error.cmd[1:])} failed. The packages of the extra `bench` in py/pyproject.toml are needed:")
        print("    python3 build.py bench perft        installs them")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

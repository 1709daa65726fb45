"""Solves the endings of the draughts games in C, and makes the tables that `saltus.tablebase.draughts` reads.

    python3 -m workshop.solve.endings english --out saltus/data/english.table
    python3 -m workshop.solve.endings italian --out saltus/data/italian.table
    python3 -m workshop.solve.endings english --five --out saltus/data/english-five.table
    python3 -m workshop.solve.endings italian --five --out saltus/data/italian-five.table
    python3 -m workshop.solve.endings english --six --out saltus/data/english-six.table     stays on this machine
    python3 -m workshop.solve.endings italian --six --out saltus/data/italian-six.table

Solving takes seconds, packing half a minute; every value is compared with the best of those after it. Five pieces
take a minute and 0.3 GB, six half an hour and 3.7 GB; only who wins is kept of them. With `--check` so many
positions, drawn by lot, are compared by the rules of Saltus as well.

The tables of six pieces are too large to be fetched by a page, so they are not shipped. A package that finds them in
its data uses them as it does those of five.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path
from random import Random

from saltus.core.game import Game, Position
from saltus.core.score import WIN
from saltus.games import load
from saltus.games._draughts import Draughts
from saltus.tablebase.base import Endings, Values
from saltus.tablebase.draughts import MAX_PIECES, RESULT_TABLES, DraughtsEndings
from saltus.tablebase.results import Results

from workshop.packing import write_data

SOURCE = Path(__file__).with_name("endings.c")
HEAD = """How {name} ends from every position of 4 pieces or fewer: see saltus/tablebase/draughts.py. Made by
python3 -m workshop.solve.endings {key} --out saltus/data/{key}.table

"""
"""The first lines of a table of up to four pieces."""
RESULTS_HEAD = """Who wins {name} from every position of {pieces} pieces: see saltus/tablebase/results.py. Made by
python3 -m workshop.solve.endings {key} -{more} --out saltus/data/{key}{more}.table

"""
"""The first lines of a table without distances."""


def solve_values(key: str) -> bytes:
    """The value of every position with up to four pieces, each the best of those after it."""
    run_solver(key, str(MAX_PIECES), "check")
    return run_solver(key, str(MAX_PIECES))


def solve_results(key: str, pieces: int) -> bytes:
    """Who wins every position with so many pieces, each the best of those after it."""
    return run_solver(key, str(pieces), "results")


def run_solver(*arguments: str) -> bytes:
    """Compile the program in C, run it with these arguments, and return what it writes."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "endings"
        subprocess.run(["cc", "-O3", "-o", program, SOURCE, "-lm"], check=True)
        return subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE).stdout


def drawn(game: Game, choose: Random, fewest: int = 2, most: int = MAX_PIECES) -> Position:
    """A position with `fewest` to `most` pieces anywhere, as the rules allow it."""
    bits = sorted(game.board.name)
    while True:
        taken = choose.sample(bits, choose.randint(fewest, most))
        white = choose.randint(1, len(taken) - 1)
        kings = sum(bit for bit in taken if choose.random() < 0.5)
        position = (sum(taken[:white]), sum(taken[white:]), kings, choose.randrange(2))
        try:
            game.check(position)
        except ValueError:
            continue
        return position


def compare(endings: Endings, position: Position) -> None:
    """Raise AssertionError unless the position is worth the best of those after it, by the rules of Saltus."""
    game = endings.game
    after = [-endings.score(game.play(position, move)) for move in game.moves(position)]
    best = max((score - (score > 0) + (score < 0) for score in after), default=-WIN)
    assert endings.score(position) == best, (game.rows(position), position[3])


def compare_results(endings: Endings, position: Position) -> None:
    """The same for a position of which only the result is known."""
    game = endings.game
    best = max((-result(endings, game.play(position, move)) for move in game.moves(position)), default=-1)
    assert endings.result(position) == best, (game.rows(position), position[3])


def result(endings: Endings, position: Position) -> int:
    """1 if the side to move wins, 0 for a draw, -1 if it loses, with as few pieces as the tables know."""
    found = endings.result_of_any(position)
    assert found is not None
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["english", "italian"])
    more = parser.add_mutually_exclusive_group()
    for pieces, name in RESULT_TABLES.items():
        about = f"who wins with {pieces} pieces"
        more.add_argument(f"-{name}", dest="pieces", action="store_const", const=pieces, help=about)
    parser.add_argument("--out", type=Path, help="the table for the player")
    parser.add_argument("--check", type=int, default=0, help="so many positions, by the rules of Saltus")
    chosen = parser.parse_args()
    game, choose, pieces = load(chosen.game), Random(1), chosen.pieces
    assert isinstance(game, Draughts)
    if pieces:
        head, values = RESULTS_HEAD, solve_results(game.key, pieces)
        results = {pieces: Results(pieces, Values(game.key, values))}
        endings = DraughtsEndings(game, game.longest_quiet_run, results=results)
    else:
        head, values = HEAD, solve_values(game.key)
        endings = DraughtsEndings(game, game.longest_quiet_run, Values(game.key, values))
    for _ in range(chosen.check):
        if pieces:
            compare_results(endings, drawn(game, choose, pieces, pieces))
        else:
            compare(endings, drawn(game, choose))
    print(f"{chosen.check:,} positions agree with the rules of Saltus")
    if chosen.out:
        told = {"name": game.name, "key": game.key, "pieces": pieces, "more": RESULT_TABLES.get(pieces, "")}
        write_data(chosen.out, head.format(**told), values)


if __name__ == "__main__":
    main()

"""Solves Gambit, and makes the table that `saltus.tablebase.gambit` plays the rest from.

    python3 -m workshop.solve.gambit --out saltus/data/gambit.table

Every position that can arise from the start is met and valued, and each value compared with the best of those after
it: half a minute. With `--check` every turn of every position is asked of the player, some minutes more.
"""

import argparse
from array import array
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from saltus.boards.chains import lead, turns
from saltus.boards.grid import STRIDE
from saltus.games import load
from saltus.tablebase.gambit import KEY_BYTES, SIDE_BITS, Pieces, Solution, key, sides, unpack

from workshop.packing import write_data

SMALL = 150
"""A position below which no more than so many lie, itself included, is not in the table."""
HEAD = """What Gambit is worth where playing it out would take long: see saltus/tablebase/gambit.py. Made by
python3 -m workshop.solve.gambit --out saltus/data/gambit.table

"""


def unkey(one: int) -> Pieces:
    """A position that has this key."""
    own, enemy = (
        sum((half >> 8 * rank & 255) << STRIDE * rank for rank in range(4)) for half in divmod(one, 1 << SIDE_BITS)
    )
    return own, enemy


def pack(table: dict[int, int]) -> bytes:
    """Margins by key, in the form that `unpack` reads. This halves the size after compression."""
    keys = sorted(table)
    gaps = (one - other for one, other in zip(keys, [0, *keys], strict=False))
    steps = b"".join(gap.to_bytes(KEY_BYTES, "little") for gap in gaps)
    planes = b"".join(steps[place::KEY_BYTES] for place in range(KEY_BYTES))
    return planes + array("b", [table[one] for one in keys]).tobytes()


class Solved:
    """All positions by `key`: the `plies` they are from the start, the positions `after` them, their `margin`."""

    def __init__(self) -> None:
        start = key(*sides(load("gambit").start()))
        self.plies = {start: 0}
        self.after: dict[int, list[int]] = {}
        self.margin: dict[int, int] = {}
        todo = [start]
        for one in todo:
            after = self.after[one] = sorted(_after(one))
            for other in after:
                if other not in self.plies:
                    self.plies[other] = self.plies[one] + 1
                    todo.append(other)
        for one in sorted(todo, key=int.bit_count):  # every turn takes a piece or more
            self.margin[one] = max((-self.margin[other] for other in self.after[one]), default=lead(*unkey(one)))

    def large(self, one: int) -> bool:
        """Whether more than `SMALL` positions lie below this one."""
        met, todo = {one}, [one]
        while todo and len(met) <= SMALL:
            fresh = [other for other in self.after[todo.pop()] if other not in met]
            met.update(fresh)
            todo += fresh
        return len(met) > SMALL

    def check(self) -> None:
        """Raise AssertionError unless every value is the best of those after it."""
        for one, margin in self.margin.items():
            own, enemy = unkey(one)
            after = [(enemy & ~chain.move.taken, own ^ chain.move.shift) for chain in turns(own, enemy)]
            best = max((-self.margin[key(*other)] for other in after), default=lead(own, enemy))
            assert margin == best, (own, enemy)


def _after(one: int) -> Iterable[int]:
    own, enemy = unkey(one)
    return {key(enemy & ~chain.move.taken, own ^ chain.move.shift) for chain in turns(own, enemy)}


def examine(solved: Solved, table: dict[int, int]) -> None:
    """Ask the player for every turn of every position, each time as if it had just begun; tell its longest ways."""
    effort: Counter[int] = Counter()
    solution = Solution(table)
    for one in solved.margin:
        solution.known, before = {}, solution.played
        for move, margin in solution.margins(*unkey(one)):
            own, enemy = unkey(one)
            assert margin == -solved.margin[key(enemy & ~move.taken, own ^ move.shift)], one
        effort[solution.played - before] += 1
    every = sorted(effort.elements())
    print(f"positions played out for all turns: {every[-1]} at most, {every[-len(every) // 1000]} in one of 1,000")
    print(f"                                    {every[len(every) // 2]} in half")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="the table for the player")
    parser.add_argument("--check", action="store_true", help="ask the player about every position")
    chosen = parser.parse_args()
    solved = Solved()
    solved.check()
    for plies in range(max(solved.plies.values()) + 1):
        print(f"after {plies} plies: {sum(one == plies for one in solved.plies.values()):,}")
    print(f"{len(solved.plies):,} positions, each worth the best of those after it")
    table = {one: solved.margin[one] for one in solved.plies if solved.large(one)}
    assert unpack(pack(table)) == table
    print(f"{len(table):,} in the table")
    if chosen.check:
        examine(solved, table)
    if chosen.out:
        write_data(chosen.out, HEAD, pack(table))


if __name__ == "__main__":
    main()

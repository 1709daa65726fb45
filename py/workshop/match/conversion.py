"""Does the player win what is won? Endings of five to eight pieces, played to the end by level 10 on both sides.

    python3 -m workshop.match.conversion find english --endings 100 > build/english.endings
    python3 -m workshop.match.conversion play build/english.endings --nodes 3500

`find` draws positions by lot and keeps those that a long search proves won and that a player with few nodes does not
see to the end: what is seen to the end is always won. `play` prints how many the stronger side won, and how the
others ended. To compare two versions of the package, make the endings once and play them with the `PYTHONPATH` of
each. The same arguments print the same lines, on any number of workers and on a cluster.
"""

import argparse
import sys
from collections import Counter
from itertools import count, islice, repeat
from pathlib import Path
from random import Random
from typing import NamedTuple

from saltus.core.game import SIDES, Game, Position, Side
from saltus.core.score import WON
from saltus.engine.think import Limits, SearchRequest, think
from saltus.engine.tt import TranspositionTable
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.parallel.jobs import in_order

from workshop.kept import Crew, add_options, crew

FEWEST, MOST = 5, 8
"""Pieces on the board."""
LONG, SHORT = 60_000, 3_500
"""Nodes of the search that proves that an ending is won, and of the one that must not see how."""
LONGEST = 600
"""Plies after which a game is broken off: Italian draughts has no rule against repetition before both have a king."""


class Ending(NamedTuple):
    """A won position as text, and who wins it."""

    key: str
    rows: str
    side: Side
    winner: Side

    @classmethod
    def read(cls, line: str) -> "Ending":
        """What `write` wrote."""
        key, rows, side, winner = line.split()
        assert side in SIDES
        assert winner in SIDES
        return cls(key, rows, side, winner)

    def write(self) -> str:
        return " ".join(self)


def drawn(game: Game, choose: Random) -> Position | None:
    """A position drawn by lot, None where it cannot be or is decided."""
    pieces = choose.randint(FEWEST, MOST)
    white = (pieces + choose.choice((-1, 0, 1))) // 2
    squares = choose.sample(sorted(game.board.bit), pieces)
    letters = {
        name: (letter.upper() if game.has_kings and choose.random() < 0.5 else letter)
        for number, name in enumerate(squares)
        for letter in ("w" if number < white else "b")
    }
    files, ranks = "abcdefgh"[: game.board.files], range(game.board.ranks, 0, -1)
    rows = ["".join(letters.get(f"{file}{rank}", ".") for file in files) for rank in ranks]
    try:
        position = game.position(rows, choose.choice(SIDES))
    except ValueError:
        return None
    return position if game.moves(position) and not game.noisy_moves(position) else None


def score(game: Game, position: Position, nodes: int) -> int:
    """What a search of so many nodes says, for the side to move."""
    *_, found = think(SearchRequest(game, position), Limits(nodes=nodes))
    return found.score


def winner(game: Game, position: Position) -> Side | None:
    """Who wins a position that is won, but not within sight of a short search."""
    if abs(score(game, position, SHORT)) >= WON:
        return None
    value = score(game, position, LONG)
    if abs(value) < WON:
        return None
    return SIDES[position[3] if value > 0 else 1 - position[3]]


def tried(job: tuple[str, int]) -> Ending | None:
    """The ending that a seed draws in a game, where it draws one that is wanted."""
    key, seed = job
    game = load(key)
    position = drawn(game, Random(f"{key} {seed}"))
    won_by = winner(game, position) if position else None
    if position is None or won_by is None:
        return None
    return Ending(key, "/".join(game.rows(position)), SIDES[position[3]], won_by)


def played(job: tuple[Ending, int]) -> str:
    """How an ending was played out with so many nodes a turn: `won`, or how it was not."""
    ending, nodes = job
    game = load(ending.key)
    match = Match(game, position=game.position(ending.rows.split("/"), ending.side))
    tables = {side: TranspositionTable() for side in SIDES}
    while match.outcome is None and match.ply < LONGEST:
        *_, found = think(SearchRequest.of(match, tables[match.side]), Limits(nodes=nodes))
        match.play(found.pv[0].path)
    if match.outcome is None:
        return "unfinished"
    if match.outcome.winner is None:
        return f"drawn: {match.outcome.reason}"
    return "won" if match.outcome.winner == ending.winner else "lost"


def find(key: str, endings: int, by: Crew) -> None:
    """Write so many endings, a line each."""
    found: set[str] = set()
    for number, ending in enumerate(in_order(tried, zip(repeat(key), count()), by.number, by.executor), 1):
        if ending and ending.write() not in found:
            found.add(ending.write())
            print(ending.write(), flush=True)
        if len(found) == endings:
            print(f"{key}: {endings} of the first {number:,} positions", file=sys.stderr)
            return


def play(path: Path, nodes: int, by: Crew, most: int) -> None:
    """Play the endings of a file out, and tell how they ended."""
    endings = [Ending.read(line) for line in islice(path.read_text("utf-8").splitlines(), most)]
    results = Counter(in_order(played, zip(endings, repeat(nodes)), by.number, by.executor))
    won = results.pop("won", 0)
    others = ", ".join(f"{count} {how}" for how, count in results.most_common())
    print(f"{endings[0].key}: {won} of {len(endings)} won at {nodes:,} nodes a turn{'; ' * bool(others)}{others}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("find", help="draw won endings by lot")
    one.add_argument("game", choices=keys())
    one.add_argument("--endings", type=int, default=100)
    add_options(one, "positions")
    one = commands.add_parser("play", help="play them out")
    one.add_argument("file", type=Path)
    one.add_argument("--nodes", type=int, default=SHORT, help="positions a turn")
    one.add_argument("--most", type=int, help="only so many of them")
    add_options(one, "endings")
    chosen = parser.parse_args()
    with crew(chosen) as by:
        if chosen.command == "find":
            find(chosen.game, chosen.endings, by)
        else:
            play(chosen.file, chosen.nodes, by, chosen.most)


if __name__ == "__main__":
    main()

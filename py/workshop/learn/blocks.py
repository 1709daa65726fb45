"""Self-play by the programs in C, block by block of games: the whole is the same, however it is divided."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from saltus.parallel.log import JobLog
from saltus.tablebase.base import Values

from workshop.compiled import BUILD, compiled
from workshop.kept import Crew, kept

GAMES = 50
"""How many games a block has."""
SOURCES = {
    "english": Path(__file__).with_name("draughts.c"),
    "italian": Path(__file__).with_name("draughts.c"),
    "rock": Path(__file__).with_name("rock.c"),
}


class Block(NamedTuple):
    """The games from number `first` to the one before `last`."""

    game: str
    values: str
    """The tables or weights that are played with, as the program reads them."""
    seed: int
    nodes: int
    """Positions a move."""
    first: int
    last: int

    @property
    def key(self) -> tuple[int, int]:
        """The identity of the block within its work."""
        return self.first, self.last


def generated(block: Block) -> str:
    """The positions of a block, a line each. Runs on any worker that has a C compiler."""
    program = compiled(SOURCES[block.game])
    first, last, seed, nodes = map(str, (block.first, block.last, block.seed, block.nodes))
    command: list[str | Path]
    with TemporaryDirectory() as folder:
        values = Path(folder) / "values"
        values.write_text(block.values)
        if block.game == "rock":
            command = [program, "games", values, str(block.last - block.first), nodes, seed, first]
        else:
            options = f"nodes={nodes},endings={endings(block.game)}"
            command = [program, block.game, "generate", values, seed, first, last, options]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout


def endings(game: str) -> Path:
    """The package's table of endings, unpacked, as `draughts.c` reads it."""
    path = BUILD / f"{game}.endings"
    if not path.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        begun = path.with_name(f"{path.name}.{os.getpid()}")
        begun.write_bytes(Values(game).all())
        begun.replace(path)
    return path


def positions(
    game: str, values: str, seed: int, games: int, nodes: int, by: Crew, log: JobLog | None = None
) -> Iterator[str]:
    """The positions of so many games, block by block in their order."""
    jobs = [Block(game, values, seed, nodes, first, min(first + GAMES, games)) for first in range(0, games, GAMES)]
    return kept(generated, jobs, by, log)

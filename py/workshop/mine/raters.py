"""What the moves of positions are worth: by the searches in C for the draughts games and Rock, else in Python.

For `workshop.mine.puzzles`, which looks at positions by the ten thousand: how much the best move and the second
best are worth, and what seemed best at each depth on the way there.
"""

import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple, Protocol

from saltus.core.game import Game, Move, Position
from saltus.core.score import WIN
from saltus.engine.search import search
from saltus.engine.tt import TranspositionTable
from saltus.games._draughts import Draughts

from workshop.learn.selfplay import play

LEVEL = 50
"""What every other move than the good one is worth at most: a piece is 100."""
LOWEST = -2 * WIN
"""As the least score that is told apart: every one is."""
ROCK_WIN, ROCK_WON = 30_000, 29_500


class Depth(NamedTuple):
    """What was found at one depth: the best move, and the scores of it and of the second best."""

    best: Move
    first: int
    second: int


class Rated(NamedTuple):
    """What was found of a position: depth by depth, each a ply more; empty where there is only one move."""

    best: Move
    first: int
    second: int
    depths: tuple[Depth, ...]


class Rater(Protocol):
    """Finds positions, and rates them."""

    @property
    def game(self) -> Game: ...

    def candidates(self, games: int, seed: int) -> list[Position]:
        """Positions of self-play among which there may be puzzles."""

    def rate(self, positions: Sequence[Position], nodes: int, low: int) -> list[Rated | None]:
        """Each after so many nodes; what is worth less than `low` may be worth any less. None for no depth at all."""


def _rated(legal: dict[tuple[int, int], Move], line: str, win: int = WIN, won: int = WIN) -> Rated | None:
    """What a line of a program in C says: moves, each two numbers and a score; a bar; depths."""
    told, _, below = line.partition("|")
    numbers = list(map(int, told.split()))
    moves = [legal[numbers[at], numbers[at + 1]] for at in range(0, len(numbers), 3)]

    def score(value: int) -> int:
        return value + WIN - win if value >= won else value - WIN + win if value <= -won else value

    found = list(map(int, below.split()))
    depths = tuple(
        Depth(moves[found[at]], score(found[at + 1]), score(found[at + 2])) for at in range(0, len(found), 3)
    )
    return Rated(*depths[-1], depths) if depths else None


class DraughtsRater:
    """English and Italian, with `draughts.c`. Games at few nodes have mistakes in them to be punished."""

    NODES = 60

    def __init__(self, game: Draughts) -> None:
        from workshop.learn import lab

        self.game = game
        self.program, self.tables = lab.program(), lab.shipped(game)

    def _run(self, *arguments: object, given: str = "") -> list[str]:
        command = [str(self.program), self.game.key, *map(str, arguments)]
        return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout.splitlines()

    def candidates(self, games: int, seed: int) -> list[Position]:
        lines = self._run("generate", self.tables, seed, 0, games, f"nodes={self.NODES}")
        return [(white, black, kings, side) for white, black, kings, side, *_ in (map(int, x.split()) for x in lines)]

    def rate(self, positions: Sequence[Position], nodes: int, low: int) -> list[Rated | None]:
        given = "".join(f"{white} {black} {kings} {side}\n" for white, black, kings, side in positions)
        lines = self._run("rate", self.tables, nodes, low, given=given)
        found = []
        for position, line in zip(positions, lines, strict=True):
            legal = {(move.shift, move.taken): move for move in self.game.moves(position)}
            found.append(_rated(legal, line))
        return found


class RockRater:
    """Rock, with `rock.c`: the positions before the end of won games."""

    NODES = 300

    def __init__(self, game: Game) -> None:
        from workshop.learn import lab, rock

        self.game = game
        self.program, self.weights = lab.BUILD / "rock", lab.BUILD / "rock.weights"
        lab.BUILD.mkdir(parents=True, exist_ok=True)
        source = Path(__file__).parents[1] / "learn" / "rock.c"
        subprocess.run(["cc", "-O3", "-march=native", "-o", self.program, source, "-lm"], check=True)
        self.weights.write_text(rock.numbers())
        board = game.board
        self.plain = {bit: 1 << board.rank_of(name) * 8 + board.file_of(name) for bit, name in board.name.items()}
        self.bit = {plain: bit for bit, plain in self.plain.items()}

    def _run(self, *arguments: object, given: str = "") -> list[str]:
        command = [str(self.program), *map(str, arguments)]
        return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout.splitlines()

    def candidates(self, games: int, seed: int) -> list[Position]:
        lines = [map(int, line.split()) for line in self._run("ends", self.weights, games, self.NODES, seed)]
        return [(self._strided(white), self._strided(black), 0, side) for white, black, side in lines]

    def _strided(self, plain: int) -> int:
        return sum(bit for one, bit in self.bit.items() if plain & one)

    def _plain(self, bits: int) -> int:
        return sum(one for bit, one in self.plain.items() if bits & bit)

    def rate(self, positions: Sequence[Position], nodes: int, low: int) -> list[Rated | None]:
        given = "".join(f"{self._plain(white)} {self._plain(black)} {side}\n" for white, black, _, side in positions)
        bound = max(low, -2 * ROCK_WIN)
        found = []
        for position, line in zip(positions, self._run("rate", self.weights, nodes, bound, given=given), strict=True):
            legal = {}
            for move in self.game.moves(position):
                origin, target = (self.game.board.bit[name] for name in move.path)
                legal[self.plain[origin].bit_length() - 1, self.plain[target].bit_length() - 1] = move
            found.append(_rated(legal, line, ROCK_WIN, ROCK_WON))
        return found


class PlainRater:
    """Any game, with the search of the package; of the moves only the two best are told apart."""

    NODES = 60

    def __init__(self, game: Game) -> None:
        self.game = game

    def candidates(self, games: int, seed: int) -> list[Position]:
        found = []
        for number in range(games):
            played = play(self.game, Random(f"{seed} {number}"), self.NODES, 0.05)
            found += [position for position, _, _ in played]
        return found

    def rate(self, positions: Iterable[Position], nodes: int, low: int) -> list[Rated | None]:
        return [rate(self.game, position, nodes) for position in positions]


def rate(game: Game, position: Position, nodes: int) -> Rated | None:
    """What the search of the package finds of a position in so many nodes."""
    if len(game.moves(position)) < 2:
        return None
    depths: list[Depth] = []
    for progress in search(game, position, lines=2, max_nodes=nodes, table=TranspositionTable(50_000)):
        if progress.depth > len(depths) and len(progress.lines) > 1:
            one, two = progress.lines[:2]
            depths.append(Depth(one.pv[0], one.score, two.score))
    return Rated(*depths[-1], tuple(depths)) if depths else None


def rater(game: Game) -> Rater:
    """The fastest for a game."""
    if isinstance(game, Draughts):
        return DraughtsRater(game)
    return RockRater(game) if game.key == "rock" else PlainRater(game)


def alone(rated: Rated | None, wins: int, level: int) -> bool:
    """Whether one move is worth `wins`, and no other more than `level`."""
    return rated is not None and rated.first >= wins and rated.second <= level


def sight(rated: Rated) -> int:
    """The depth at which the best move is first found, and kept."""
    depth = len(rated.depths)
    while depth > 1 and rated.depths[depth - 2].best == rated.best and rated.depths[depth - 2].first > LEVEL:
        depth -= 1
    return depth


def say(text: str) -> None:
    """Tell how far it has come."""
    print(text, file=sys.stderr, flush=True)

"""Makes the opening books that `saltus.study.openings` reads, from searches and games of the project's own player.

    python3 -m workshop.mine.openings english --out saltus/data/english-openings.table

A book is a tree of positions, in which those that are alike are one. It grows in rounds. Every position at its edge
is as far from its root as the moves on the way are many and bad: `STEP` a move, and what the move gives away. The
nearest are opened: every move is searched a little, and those that give away no more than `WIDE` are searched with
`DEEP` positions and put into the book. What a position is worth is led back from the edge. In English checkers every
ballot of the deck (`saltus.study.ballots`) is a root beside the first position.

Then games are played: moves drawn by lot within the book, the better the likelier, and the player's own from its edge
on, some `TURN` positions each. They tell how a move went. Half the games of English checkers begin after a ballot.

All chance comes from the seed, and no answer depends on what was searched before its position, so that the same
sources make the same bytes; what these found is kept in `build/openings/`, and is not looked for again. Needs numpy
(`workshop.learn.lab` and `workshop.learn.rock` write what the player has learned) and a C compiler.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from saltus.core.game import Game, Position
from saltus.core.rng import splitmix64
from saltus.games import load
from saltus.games._draughts import Draughts
from saltus.study.ballots import BALLOTS, after
from saltus.study.openings import COUNT_BYTES, KEY_BYTES, VALUE_BYTES, VALUE_OFFSET, Book, book_key
from saltus.study.openings import MAX_VALUE_CENTIPIECES as MOST
from saltus.study.openings import TABLE_SUFFIX as KIND
from saltus.tablebase.base import Endings

from workshop.packing import write_data
from workshop.sources import SOURCES, digest, said

SOURCE = Path(__file__).with_name("openings.c")
BUILD = Path(__file__).parents[3] / "build" / "openings"
HEAD = """The openings of {name}, from {searches:,} searches and {games:,} games: see saltus/study/openings.py. By
python3 -m workshop.mine.openings {key} --searches {searches} --games {games} --seed {seed} \\
    --out saltus/data/{key}{kind}.table
The sources were {sources}.

"""

STEP = 10
"""What a move costs in distance, in hundredths of a piece."""
WIDE = {"english": 40, "italian": 40, "rock": 25}
"""What a move may give away and still come into the book."""
GLANCE, TURN = 5_000, 2_000
DEEP = {"english": 100_000, "italian": 100_000, "rock": 50_000}
"""Positions that are looked at: for every move, for a turn of a game, for a move of the book."""
ROUND = 64
"""Positions that are opened in a round."""
WHOLE = {"english": 3, "italian": 2, "rock": 1}
"""The first plies that are in the book whatever they are worth."""


class Player:
    """The program that searches and plays, with what it found before."""

    def __init__(self, game: Game) -> None:
        self.game = game
        BUILD.mkdir(parents=True, exist_ok=True)
        program = BUILD / f"program-{game.key}"
        rock = [] if isinstance(game, Draughts) else ["-DROCK"]
        subprocess.run(["cc", "-O3", "-march=native", "-w", *rock, "-o", program, SOURCE, "-lm"], check=True)
        self._process = subprocess.Popen(
            [program, game.key, tables(game)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._log = BUILD / f"{game.key}-{digest(*SOURCES[f'{game.key}{KIND}.table'])}.answers"
        lines = self._log.read_text().splitlines(keepends=True) if self._log.exists() else []
        self._found: dict[str, list[str]] = dict(json.loads(line) for line in lines if line.endswith("\n"))

    def ask(self, line: str) -> str:
        """The answer to one line."""
        assert self._process.stdin
        assert self._process.stdout
        print(line, file=self._process.stdin, flush=True)
        return self._process.stdout.readline().strip()

    def forget(self) -> None:
        assert self._process.stdin
        print("clear", file=self._process.stdin)

    def known(self, name: str, work: Iterable[str]) -> list[str]:
        """All that `work` yields; kept by name, and then not done again."""
        if name not in self._found:
            self._found[name] = list(work)
            with self._log.open("a") as file:
                file.write(json.dumps([name, self._found[name]]) + "\n")
        return self._found[name]

    def words(self, position: Position) -> str:
        """A position as the program reads it."""
        white, black, kings, side = position
        if not isinstance(self.game, Draughts):
            white, black = _dense(white), _dense(black)
        return f"{white} {black} {kings} {side}"

    def read(self, words: str) -> Position:
        """A position as the program writes it."""
        white, black, kings, side = map(int, words.split())
        if not isinstance(self.game, Draughts):
            white, black = _strided(white), _strided(black)
        return white, black, kings, side


def _dense(pieces: int) -> int:
    """Eight bits a rank instead of nine."""
    return sum((pieces >> 9 * rank & 255) << 8 * rank for rank in range(8))


def _strided(pieces: int) -> int:
    """Nine bits a rank instead of eight."""
    return sum((pieces >> 8 * rank & 255) << 9 * rank for rank in range(8))


def tables(game: Game) -> Path:
    """What the player has learned, as the program reads it."""
    if isinstance(game, Draughts):
        from workshop.learn.lab import shipped

        return shipped(game)
    path = BUILD / "rock.weights"
    with path.open("w") as file:
        subprocess.run([sys.executable, "-m", "workshop.learn.rock", "weights"], stdout=file, check=True)
    return path


class Node:
    """A position of the book. `distance` is that from the nearest root; `after` None while it has not been opened."""

    def __init__(self, position: Position, ply: int, value: int) -> None:
        self.position = position
        self.ply = ply
        self.value = value
        self.distance = 0
        self.after: list[int] | None = None


class Tree:
    """A book while it grows."""

    def __init__(self, game: Game, player: Player) -> None:
        self.game = game
        self.player = player
        self.nodes: dict[int, Node] = {}
        self.searches = 0
        start = game.start()
        self.roots = {book_key(game, start)}
        self.nodes[book_key(game, start)] = Node(start, 0, 0)

    def grow(self, searches: int) -> None:
        """Open positions until so many were searched."""
        whole = WHOLE[self.game.key]
        while edge := [key for key, node in self.nodes.items() if node.after is None and node.ply < whole]:
            for key in edge:
                self.open(key, everything=True)
        if self.game.key == "english":
            self.roots.update(book_key(self.game, after(ballot.text)) for ballot in BALLOTS if ballot.deck)
        while self.searches < searches:
            self.measure()
            edge = [key for key, node in self.nodes.items() if node.after is None]
            for key in sorted(edge, key=lambda key: (self.nodes[key].distance, key))[:ROUND]:
                self.open(key)
            print(f"{self.game.key}: {self.searches:,} searches, {len(self.nodes):,} positions", flush=True)
        self.measure()

    def open(self, key: int, everything: bool = False) -> None:
        """Search what comes after a position."""
        game, node = self.game, self.nodes[key]
        children: dict[int, Position] = {}
        for move in game.moves(node.position):
            after = game.play(node.position, move)
            if game.outcome(after) is None:
                children.setdefault(book_key(game, after), after)
        values = dict(self.searched(key, children, everything))
        node.after = sorted(values)
        for child, value in values.items():
            if child not in self.nodes:
                self.nodes[child] = Node(children[child], node.ply + 1, value)
                self.searches += 1

    def searched(self, key: int, children: dict[int, Position], everything: bool) -> list[tuple[int, int]]:
        """The children that are good enough, and what they are worth."""
        deep = DEEP[self.game.key]

        def work() -> Iterator[str]:
            self.player.forget()
            said = {child: self.player.words(position) for child, position in children.items()}
            rough = {child: int(self.player.ask(f"search {GLANCE} {words}")) for child, words in said.items()}
            limit = min(rough.values(), default=0) + WIDE[self.game.key]
            for child, words in said.items():
                if everything or rough[child] <= limit:
                    yield f"{child} {self.player.ask(f'search {deep} {words}')}"

        limits = f"{GLANCE} {deep} {WIDE[self.game.key]}"
        answers = self.player.known(f"open {limits} {self.player.words(self.nodes[key].position)}", work())
        found = [[int(number) for number in answer.split()] for answer in answers]
        return [(child, max(-MOST, min(MOST, value))) for child, value in found]

    def measure(self) -> None:
        """What every position is worth, and how far from a root it is."""
        order = sorted(self.nodes.values(), key=lambda node: node.ply)
        far = 1 << 30
        for node in order:
            node.distance = far
        for node in reversed(order):
            if node.after:
                node.value = max(-self.nodes[key].value for key in node.after)
        for key in self.roots:
            self.nodes[key].distance = 0
        for node in order:
            for key in node.after or ():
                child = self.nodes[key]
                child.distance = min(child.distance, node.distance + STEP + max(0, node.value + child.value))


def lots(node: Node, nodes: dict[int, Node]) -> list[tuple[int, int]]:
    """The moves from a position, and how likely each is: half as likely for every 5 hundredths that it gives away."""
    return [(key, 1 << max(0, 10 - (node.value + nodes[key].value) // 5)) for key in node.after or ()]


def draw(pool: list[tuple[int, int]], number: int) -> int:
    """One of the pool, as likely as its weight says."""
    number %= sum(weight for _, weight in pool)
    for key, weight in pool:
        number -= weight
        if number < 0:
            return key
    raise AssertionError("the weights are more than the number")


def play(tree: Tree, games: int, seed: int) -> dict[tuple[int, int], list[int]]:
    """Games: for each move, as key and key after it, those won, drawn and lost by the mover."""
    game, nodes, player = tree.game, tree.nodes, tree.player
    start, *ballots = [book_key(game, game.start()), *sorted(tree.roots - {book_key(game, game.start())})]
    knowledge = game.knowledge()
    table = knowledge if isinstance(knowledge, Endings) else None
    told: dict[tuple[int, int], list[int]] = {}
    for number in range(games):
        chance = splitmix64(seed << 32 | number)
        here = ballots[number // 2 % len(ballots)] if ballots and number & 1 else start
        way = [here]
        while nodes[here].after and len(way) < 100:
            here = draw(lots(nodes[here], nodes), next(chance))
            way.append(here)
        position = turned(tree, way)
        line = f"play {TURN} {next(chance)} {player.words(position)}"
        [answer] = player.known(line, map(player.ask, [line]))
        result = ended(answer, table)
        for place, turn in enumerate(pairwise(way)):
            mover = 1 - 2 * (position[3] ^ (len(way) - 1 - place) & 1)
            told.setdefault(turn, [0, 0, 0])[1 - result * mover] += 1
        if number % 500 == 499:
            print(f"{game.key}: {number + 1:,} games", flush=True)
    return told


def turned(tree: Tree, way: list[int]) -> Position:
    """The last position of a way, as it is reached: the nodes may show it turned."""
    position = tree.nodes[way[0]].position
    for key in way[1:]:
        after = (tree.game.play(position, move) for move in tree.game.moves(position))
        position = next(child for child in after if book_key(tree.game, child) == key)
    return position


def ended(answer: str, table: Endings | None) -> int:
    """1, 0 or -1 for White."""
    if not answer.startswith("?"):
        return int(answer)
    assert table
    white, black, kings, side = map(int, answer.split()[1:])
    score = table.score((white, black, kings, side))
    return (score > 0) - (score < 0) if not side else (score < 0) - (score > 0)


def packed(positions: Mapping[int, int], moves: Mapping[int, Mapping[int, Sequence[int]]]) -> bytes:
    """The data of a `Book`: key → value, and key → key after it → games won, drawn, lost."""
    keys = sorted(positions)
    games = [moves.get(key, {})[after] for key in keys for after in sorted(moves.get(key, {}))]
    parts = [len(keys).to_bytes(4, "big"), len(games).to_bytes(4, "big")]
    parts += _planes(keys, KEY_BYTES)
    parts += _planes([positions[key] + VALUE_OFFSET for key in keys], VALUE_BYTES)
    parts += _planes([len(moves.get(key, {})) for key in keys], 1)
    for column in range(3):
        parts += _planes([min(row[column], (1 << 8 * COUNT_BYTES) - 1) for row in games], COUNT_BYTES)
    return b"".join(parts)


def _planes(numbers: Sequence[int], size: int) -> list[bytes]:
    return [bytes(number >> 8 * place & 255 for number in numbers) for place in reversed(range(size))]


def make(game: Game, searches: int, games: int, seed: int) -> bytes:
    """The data of a book."""
    tree = Tree(game, Player(game))
    tree.grow(searches)
    told = play(tree, games, seed)
    moves: dict[int, dict[int, list[int]]] = {}
    for key, node in tree.nodes.items():
        after = {book_key(game, game.play(node.position, move)) for move in game.moves(node.position)}
        moves[key] = {child: told.get((key, child), [0, 0, 0]) for child in after if child in tree.nodes}
    return packed({key: node.value for key, node in tree.nodes.items()}, moves)


def head(game: Game, searches: int, games: int, seed: int) -> str:
    """What a book says of itself: the command that made it, and from what."""
    numbers = {"searches": searches, "games": games, "seed": seed, "sources": said(f"{game.key}{KIND}.table")}
    return HEAD.format(name=game.name, key=game.key, kind=KIND, **numbers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["english", "italian", "rock"])
    parser.add_argument("--searches", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=6_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="the book")
    chosen = parser.parse_args()
    game = load(chosen.game)
    data = make(game, chosen.searches, chosen.games, chosen.seed)
    print(f"{len(Book(data, game)):,} positions, {len(data):,} bytes")
    if chosen.out:
        write_data(chosen.out, head(game, chosen.searches, chosen.games, chosen.seed), data)


if __name__ == "__main__":
    main()

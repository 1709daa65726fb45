"""Mines the puzzles of `saltus.study.puzzles` from games of the engine with itself.

    python3 -m workshop.mine.puzzles english --seed 1 --out saltus/data/english-puzzles.table

Positions of games at few nodes, which are full of mistakes, are looked at with more and more: where one move is worth
`WINS` or is won, and no other more than `LEVEL`, it stays. Then the line is played out, the best answer each time,
until what was to be won is on the board; as long as one move alone wins, the solver has to find it. What is left goes
through the rules and the search of Saltus, and into the file: no position twice, nor turned or mirrored or nearly the
same, and neither one grade nor one theme more often than the others as far as there are enough. At last the levels of
the computer try to solve each, which tells how hard it is (`workshop.mine.difficulty`).

In the draughts games, endings of the table are added, where one move alone wins. Rock's are won by force, proved to
the end. Games of Roman Solitaire have few positions of that kind: its puzzles are endings of the table, drawn by
lot, in which one move alone wins or holds. Gambit's are exact.

Everything is counted in nodes and drawn by the seed: the same sources write the same bytes, on any number of workers.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

from saltus.core.game import Game, Position
from saltus.core.score import WON
from saltus.engine.search import search
from saltus.engine.tt import TranspositionTable
from saltus.games import load
from saltus.parallel.jobs import in_order, workers
from saltus.study.puzzles import TABLE_SUFFIX as KIND
from saltus.study.puzzles import Puzzle, written
from saltus.tablebase.base import Endings

from workshop.mine.difficulty import band, guessed, measured
from workshop.mine.likeness import ALIKE, Found, apart, forms, name_of, sparse
from workshop.mine.raters import LEVEL, LOWEST, Rated, Rater, alone, rate, rater, say, sight
from workshop.mine.solved import CHOICE, counted, drawn, ended
from workshop.mine.themes import Line, themes
from workshop.packing import write_data
from workshop.sources import said

WINS = 150
"""What the one good move is worth at least; every other `LEVEL` at most."""
HOPES, DOUBTS = 110, 70
"""The same while little has been looked at."""
PLAIN = 120
"""What can be seen to be won, one ply deep."""
ROCK_HOPES = 45
"""The same in Rock, whose forced wins of seven plies look like no more than that to begin with."""
MANY = 24
"""Moves of Rock among which the right one is harder to find."""
LONGEST = 17
"""Plies in which the point must come out."""
SHOWN = 9
"""Plies after which a good position is enough, and of an ending that are shown."""
MOST = {"gambit": 200}
"""Puzzles of a game, where there are not `USUAL`."""
USUAL = 500
SOLVED = ("gambit", "roman")
"""Games whose puzzles come from solved positions: many, and quickly measured."""
APART = {"roman": 2}
"""Pieces that stand elsewhere, no more, in puzzles that are alike; else `ALIKE`. Roman has five pieces."""
GRADE_SHARE = 0.24
"""The share of one grade, as far as there are enough of the others."""
ENOUGH = 2_400
"""Positions that are looked at with care, those that are seen from farthest away first."""


class Plan(NamedTuple):
    """How many games are looked through, and with how many nodes, from the first sieve to the last."""

    games: int
    sieve: int
    middle: int
    deep: int
    line: int
    check: int
    """Of the search of Saltus."""


PLANS = {
    "english": Plan(14_000, 1_200, 40_000, 250_000, 40_000, 60_000),
    "italian": Plan(18_000, 1_200, 40_000, 250_000, 40_000, 60_000),
    "rock": Plan(5_000, 12_000, 60_000, 250_000, 60_000, 40_000),
}


# -- the sieves ----------------------------------------------------------------------------------------------


def sieved(by: Rater, positions: Sequence[Position], plan: Plan) -> list[Found]:
    """The positions of which there may be puzzles."""
    game = by.game
    fresh = [one for one in dict.fromkeys(positions) if len(game.moves(one)) >= CHOICE]
    rock = game.key == "rock"
    kept = good(by, fresh, plan.sieve, *((ROCK_HOPES, LEVEL) if rock else (HOPES, DOUBTS)))
    say(f"{len(positions):,} positions, {len(fresh):,} different, {len(kept):,} hopeful")
    wins = WON if rock else WINS
    kept = list(sparse(game, good(by, [one.position for one in kept], plan.middle, wins, LEVEL)))
    say(f"{len(kept):,} not alike after {plan.middle:,} nodes")
    kept = kept[:ENOUGH]
    kept = good(by, [one.position for one in kept], plan.deep, wins, LEVEL)
    say(f"{len(kept):,} after {plan.deep:,} nodes")
    return kept


def good(by: Rater, positions: Sequence[Position], nodes: int, wins: int, level: int) -> list[Found]:
    """Those in which one move alone is good, as far as so many nodes tell."""
    rates = zip(positions, by.rate(positions, nodes, 0), strict=True)
    return [Found(one, rated.best, sight(rated)) for one, rated in rates if rated and alone(rated, wins, level)]


# -- the lines -----------------------------------------------------------------------------------------------


class Story:
    """A puzzle while its line is played out."""

    def __init__(self, game: Game, found: Found) -> None:
        self.game = game
        self.found = found
        self.side = found.position[3]
        self.moves = [found.move]
        self.place = game.play(found.position, found.move)
        self.asked = 1
        self.searching = True
        """Whether the solver's moves have been the only ones so far."""
        self.failed = False
        self.plain = False
        self.crowned = found.move.crowns

    @property
    def open(self) -> bool:
        return not (self.failed or self.plain)

    def take(self, rated: Rated | None) -> None:
        """The next ply, from what was found of the position."""
        moves = self.game.moves(self.place)
        mine = self.place[3] == self.side
        if not moves:
            self.plain = True
            return
        if not mine and self._is_plain(rated):
            self.plain = True
            return
        if len(self.moves) >= LONGEST or moves[0].path == ():
            self.failed = True
            return
        move = moves[0] if rated is None else rated.best
        wins = WON if self.game.key == "rock" else WINS
        if mine and rated is not None:
            if rated.first < min(wins, PLAIN) or (self.game.key == "rock" and rated.first < WON):
                self.failed = True
                return
            self.searching = self.searching and rated.second <= LEVEL
        if mine and self.searching:
            self.asked = len(self.moves) + 1
        if mine:
            self.crowned = self.crowned or move.crowns
        self.moves.append(move)
        self.place = self.game.play(self.place, move)

    def _is_plain(self, rated: Rated | None) -> bool:
        """Whether what was to be won is there to be seen, with the other side to move."""
        if self.game.key == "rock" or self.game.noisy_moves(self.place):
            return False
        value = -rated.depths[0].first if rated else self.game.evaluate((*self.place[:3], self.side))
        line = Line(self.game, self.found.position, self.moves)
        if value < PLAIN:
            return False
        return line.gained > 0 or (self.crowned and len(self.moves) > 2) or len(self.moves) >= SHOWN


def told(by: Rater, found: Sequence[Found], nodes: int) -> list[Story]:
    """The lines of all of them, played out side by side."""
    stories = [Story(by.game, one) for one in found]
    while going := [story for story in stories if story.open]:
        for low, mine in ((0, True), (LOWEST, False)):
            group = [story for story in going if (story.place[3] == story.side) == mine]
            several = [story for story in group if len(by.game.moves(story.place)) > 1]
            rates = dict(zip(map(id, several), by.rate([s.place for s in several], nodes, low), strict=True))
            for story in group:
                story.take(rates.get(id(story)))
    return [story for story in stories if not story.failed and len(story.moves) > 2]


# -- what is made of them ------------------------------------------------------------------------------------


def graded(game: Game, plies: int, depth: int, moves: int) -> int:
    """From 1 to 5: how far one must see, as far as the line or as deep as the search, whichever is more. In Rock,
    whose wins are short, it also counts among how many moves.
    """
    if game.key == "rock":
        turns = plies // 2
        return min(5, turns + (turns > 2) + (moves > MANY))
    deep = max(plies, depth)
    return 1 + sum(deep > step for step in (3, 5, 7, 9))


def made(game: Game, story: Story, known: Endings | None) -> Puzzle:
    """The puzzle that a line makes. What the table calls a draw is not won, however well it looks to the search."""
    line = Line(game, story.found.position, story.moves)
    known_draw = known is not None and known.holds(line.places[0]) and not known.score(line.places[0])
    plies = len(story.moves)
    kinds = themes(line, lambda position: (rate_of(game, position, known) or 0) >= WINS)
    return Puzzle(
        name_of(game, line.places[0]),
        line.places[0],
        "hold" if known_draw else "win",
        0,
        guessed(graded(game, plies, story.found.depth, len(game.moves(line.places[0])))),
        kinds,
        story.asked,
        tuple(move.path for move in story.moves),
    )


def rate_of(game: Game, position: Position, known: Endings | None) -> int | None:
    """What the side to move makes of a position."""
    if known is not None and known.holds(position):
        return known.score(position)
    score = None
    for progress in search(game, position, max_nodes=20_000, table=TranspositionTable(30_000)):
        score = progress.score
    return score


def proved(game: Game, one: Puzzle, known: Endings | None, nodes: int) -> bool:
    """Whether the search of Saltus, or the table, finds the same move to be the only good one."""
    move = next(move for move in game.moves(one.position) if move.path == one.line[0])
    if known is not None and known.holds(one.position):
        worth = known.score(one.position)
        after = {other: -known.score(game.play(one.position, other)) for other in game.moves(one.position)}
        return [other for other, score in after.items() if score >= (WON if worth else 0)] == [move]
    rated = rate(game, one.position, nodes)
    wins = WON if game.key == "rock" else PLAIN
    return alone(rated, wins, DOUBTS) and rated is not None and rated.best == move


# -- the choice ----------------------------------------------------------------------------------------------


def proofs(game: Game, every: Sequence[Puzzle], nodes: int, workers: int, executor: Executor | None) -> list[Puzzle]:
    """Those of the puzzles that are proved, in their order. Gambit's are exact as they are."""
    if game.key == "gambit":
        return list(every)
    jobs = [(game.key, one, nodes) for one in every]
    found = in_order(proof, jobs, workers, executor)
    return [one for one, holds in zip(every, found, strict=True) if holds]


def proof(job: tuple[str, Puzzle, int]) -> bool:
    """Whether a puzzle is proved. Runs on any worker."""
    key, one, nodes = job
    game = load(key)
    known = game.knowledge()
    return proved(game, one, known if isinstance(known, Endings) else None, nodes)


def chosen(game: Game, every: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """Puzzles of a game: of each grade and each theme about as many, as far as there are."""
    each, alike = round(GRADE_SHARE * most), APART.get(game.key, ALIKE)
    kept: dict[str, Puzzle] = {}
    there: list[Position] = []
    met: Counter[object] = Counter()
    ranked = sorted(every, key=lambda one: one.key)
    for share in (3, 2, 1, 0, None):
        for one in ranked:
            kind = (band(one.level), one.themes[0])
            if len(kept) >= most or one.key in kept or (share is not None and met[band(one.level)] >= each):
                continue
            if share and met[kind] >= each // share // 2:
                continue
            if any(apart(one.position, other) <= alike for other in there):
                continue
            kept[one.key] = one
            there += forms(game, one.position)
            met[band(one.level)] += 1
            met[kind] += 1
    return list(kept.values())


def mined(game: Game, seed: int, workers: int = 1, executor: Executor | None = None) -> list[Puzzle]:
    """All puzzles of a game, the easier ones first."""
    known = game.knowledge()
    known = known if isinstance(known, Endings) else None
    nodes = 0
    if game.key == "gambit":
        every = counted(game, seed)
    elif game.key == "roman" and known is not None:
        every = drawn(game, known, seed)
    else:
        plan, by = PLANS[game.key], rater(game)
        nodes = plan.check
        found = sieved(by, by.candidates(plan.games, seed), plan)
        stories = told(by, found, plan.line)
        say(f"{len(stories):,} lines that come to the point")
        every = [made(game, story, known) for story in stories]
        if known is not None:
            wanted = round(2 * GRADE_SHARE * USUAL)
            every += ended(known, by, seed, 5 * plan.middle // 2, wanted)
    say(f"{len(every):,} puzzles, grades guessed {sorted(Counter(band(one.level) for one in every).items())}")
    every = proofs(game, every, nodes, workers, executor)
    say(f"{len(every):,} proved; themes {Counter(theme for one in every for theme in one.themes).most_common()}")
    most = MOST.get(game.key, USUAL)
    if game.key in SOLVED:
        kept = chosen(game, measured(game, chosen(game, every, 3 * most), workers, executor), most)
    else:
        kept = measured(game, chosen(game, every, most), workers, executor)
    return sorted(kept, key=lambda one: (one.level, one.key))


HEAD = """{count} puzzles of {name}: see saltus/study/puzzles.py. Made by
python3 -m workshop.mine.puzzles {key} --seed {seed} --out saltus/data/{key}-puzzles.table
The sources were {sources}.

"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["english", "gambit", "italian", "rock", "roman"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=1, help="processes for proofs and measurements")
    parser.add_argument("--scheduler", help="the address of a Dask scheduler instead, as tcp://host:8786")
    asked = parser.parse_args()
    game = load(asked.game)
    with workers(asked.workers, asked.scheduler) as (number, executor):
        found = mined(game, asked.seed, number, executor)
    lines = "".join(f"{written(game, one)}\n" for one in found)
    sources = said(f"{game.key}{KIND}.table")
    head = HEAD.format(count=len(found), name=game.name, key=game.key, seed=asked.seed, sources=sources)
    write_data(asked.out, head, lines.encode())
    say(f"{len(found)} puzzles")
    say(f"grades {sorted(Counter(band(one.level) for one in found).items())}")
    say(f"themes {Counter(theme for one in found for theme in one.themes).most_common()}")
    say(f"first themes {Counter(one.themes[0] for one in found).most_common()}")


if __name__ == "__main__":
    main()

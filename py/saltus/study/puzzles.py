"""Puzzles: positions in which only one move wins, gains or holds, with the solution.

They come from games of the computer against itself, or for Roman Solitaire and Gambit from the solved positions, and
each was proved before it was stored (`workshop.mine.puzzles`); `judge` only compares. How hard a puzzle is was
measured: by which levels of the computer solve it (`workshop.mine.difficulty`). The file `<game>-puzzles.table`
(`saltus.core.resources`) holds the puzzles of one game, one per line, the easier ones first:

    m3k0a2f .b.b…/…  w win 0 3.4 shot,crowning 3 c3-d4 e5-c3 b2-d4-f6

The fields are: the key, the rows and the side to move, the goal and by how many points, the level, the themes, how
many plies of the line make the solution (up to a turn of the solver), and the line, one path per ply.

Not every theme of the file is told. What the miner calls `quiet` says nothing: it holds of most puzzles of draughts.
And `opposition` is told of wins alone, whose reason it is.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Position
from saltus.core.phrase import counted
from saltus.core.resources import load_table, table_exists, text_beside
from saltus.core.rng import draw
from saltus.games import load

Goal: TypeAlias = Literal["win", "hold", "points"]
GOALS: dict[Goal, str] = {
    "win": "{side} to move and win",
    "hold": "{side} to move and hold the draw",
    "points": "{side} to move and win by {by}",
}
"""The goals. `points`: other moves win as well, but by less."""
GRADES = range(1, 6)  # A fifth of a game's puzzles each, by the level that solves them: 1 has the easiest.
THEMES = dict(line.split(": ", 1) for line in text_beside(__file__, "themes.txt").splitlines())
LEAST_OF_SET = 5  # Puzzles: fewer with the same theme are no set to practise.
TABLE_SUFFIX = "-puzzles"


class Puzzle(NamedTuple):
    """One puzzle: the goal of the side to move, and the line. The solution is the first `asked` plies of the line;
    every other one is the opponent's reply. After those there may be more than one way to go on."""

    key: str
    position: Position
    goal: Goal
    by: int
    level: float  # The level that solves it half of the time: 0.5 if all levels do, 10.5 if none does.
    themes: tuple[str, ...]  # The most telling first; none where nothing tells it from other puzzles.
    asked: int
    line: tuple[tuple[str, ...], ...]
    grade: int = GRADES[0]

    @property
    def turns(self) -> int:
        """How many turns the solver must find."""
        return (self.asked + 1) // 2


class Judgement(NamedTuple):
    """The judgement of the turns played in a puzzle."""

    right: bool  # Whether all of the solver's turns are the solution, or lead to the same positions.
    done: bool = False  # Whether the solution is complete.
    answer: Move | None = None  # The opponent's reply.
    position: Position | None = None  # The position after the turns, if they are right.


def is_available(game: Game) -> bool:
    """Whether the puzzles of this game are available: its options must be the defaults."""
    usual = {option.key: option.default for option in game.options}
    return dict(game.chosen) == usual and table_exists(game.key + TABLE_SUFFIX)


def puzzles(game: Game) -> tuple[Puzzle, ...]:
    """All puzzles of a game, the easier ones first. Raises ValueError if there are none."""
    if not is_available(game):
        raise ValueError(f"there are no puzzles for {game.name} with these rules")
    return _read(game.key)


@cache
def _read(key: str) -> tuple[Puzzle, ...]:
    """The puzzles with their grades. Those of one level share a grade."""
    game = load(key)
    every = [read(game, line) for line in load_table(key + TABLE_SUFFIX).decode().splitlines()]
    levels = sorted(puzzle.level for puzzle in every)
    bounds = [levels[len(levels) * grade // len(GRADES)] for grade in GRADES[:-1]]
    return tuple(puzzle._replace(grade=GRADES[sum(puzzle.level >= bound for bound in bounds)]) for puzzle in every)


def find(game: Game, key: str) -> Puzzle:
    """The puzzle with this key. Raises ValueError if there is none."""
    for puzzle in puzzles(game):
        if puzzle.key == key:
            return puzzle
    raise ValueError(f"{game.name} has no puzzle {key[:20]!r}")


def daily(game: Game, day: int) -> Puzzle:
    """The puzzle of a day, counted in days from 1970; the same for everyone."""
    return draw(day, puzzles(game), 1)[0]


def matching(game: Game, grade: int | None = None, theme: str | None = None) -> list[Puzzle]:
    """The puzzles of a grade and with a theme. Raises ValueError if the game has no such theme."""
    every = puzzles(game)
    known = themes(every)
    if theme is not None and theme not in known:
        raise ValueError(f"{game.name} has no theme {theme[:20]!r}; it has {', '.join(known)}")
    return [puzzle for puzzle in every if grade in (None, puzzle.grade) and (theme is None or theme in puzzle.themes)]


def themes(every: Sequence[Puzzle]) -> list[str]:
    """The themes that make a set of the puzzles, in the order of `THEMES`: some have them, and not all."""
    met = Counter(theme for puzzle in every for theme in puzzle.themes)
    return [theme for theme in THEMES if LEAST_OF_SET <= met[theme] < len(every)]


def judge(game: Game, puzzle: Puzzle, paths: Sequence[Sequence[str]]) -> Judgement:
    """Judge the turns along `paths`, both sides' from the puzzle's position on. A turn that leads to the same
    position as the solution is as good. Raises ValueError for an illegal turn, for a reply other than the line's, and
    for turns beyond the solution."""
    position = place = puzzle.position
    for ply, path in enumerate(paths):
        move, wanted = game.find(position, path), game.find(place, puzzle.line[ply]) if ply < puzzle.asked else None
        if move is None or wanted is None:
            raise ValueError(f"turn {ply + 1}, {'-'.join(path)[:40]}, is not one to be judged here")
        position, place = game.play(position, move), game.play(place, wanted)
        if position == place:
            continue
        if ply % 2:
            raise ValueError(f"the answer at turn {ply + 1} is {'-'.join(puzzle.line[ply])}")
        return Judgement(right=False)
    done = len(paths) >= puzzle.asked
    answer = game.find(position, puzzle.line[len(paths)]) if len(paths) % 2 and not done else None
    return Judgement(True, done, answer, position)


def line(game: Game, puzzle: Puzzle) -> list[Move]:
    position, found = puzzle.position, []
    for path in puzzle.line:
        move = game.find(position, path)
        if move is None:
            raise ValueError(f"puzzle {puzzle.key}: {'-'.join(path)} is not legal")
        found.append(move)
        position = game.play(position, move)
    return found


def task(game: Game, puzzle: Puzzle) -> str:
    by = counted(puzzle.by, "point")
    return GOALS[puzzle.goal].format(side=SIDE_NAMES[SIDES[puzzle.position[3]]], by=by)


def read(game: Game, text: str) -> Puzzle:
    """Parse a puzzle from a line of the file."""
    key, rows, side, word, by, level, named, asked, *plies = text.split()
    position = game.position(rows.split("/"), side)
    (goal,) = (goal for goal in GOALS if goal == word)
    paths = tuple(tuple(ply.split("-")) for ply in plies)
    told = tuple(theme for theme in named.split(",") if theme in THEMES and (theme != "opposition" or goal == "win"))
    return Puzzle(key, position, goal, int(by), float(level), told, int(asked), paths)


def written(game: Game, puzzle: Puzzle) -> str:
    """The line of the file for a puzzle, as `read` parses it, with all of its themes."""
    plies = ["-".join(path) for path in puzzle.line]
    rows = "/".join(game.rows(puzzle.position))
    side, named = SIDES[puzzle.position[3]], ",".join(puzzle.themes) or "-"
    asked = [puzzle.goal, str(puzzle.by), f"{puzzle.level:g}", named, str(puzzle.asked)]
    return " ".join([puzzle.key, rows, side, *asked, *plies])

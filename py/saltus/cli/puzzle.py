"""`puzzle`: puzzles at the terminal."""

import argparse
from collections.abc import Sequence
from random import Random
from time import time
from typing import Literal

from saltus.cli.game_files import put
from saltus.cli.options import Commands, as_json, print_json, whole
from saltus.cli.streams import plain_terminal
from saltus.core.game import SIDES, Game, Move
from saltus.core.phrase import counted
from saltus.games import keys, load
from saltus.match.diagram import lettered
from saltus.match.match import Match
from saltus.notation.move import line_texts
from saltus.play.quiz import Answered, Quiz, commands_listed
from saltus.play.terminal import Terminal
from saltus.protocol.puzzles import described
from saltus.study.puzzles import GRADES, THEMES, Puzzle, daily, find, judge, line, matching, puzzles, task, themes

DAY_SECONDS = 86_400
DEFAULT_GAME = "english"
COMMANDS = {
    "?": "a hint: first the piece, then the move",
    "solution": "the whole line",
    "board": "the board again",
    "next": "another puzzle",
    "quit": "leave",
}


def add(commands: Commands) -> None:
    listed = "\n".join(f"  {key:<13} {about}" for key, about in THEMES.items())
    made = commands.command("puzzle", _puzzle, game=False, words=commands_listed(COMMANDS), themes=listed)
    made.add_argument("game", metavar="GAME", nargs="?", default=DEFAULT_GAME, choices=keys(), help=", ".join(keys()))
    first, last = GRADES[0], GRADES[-1]
    made.add_argument("--grade", type=whole(first, last), metavar="N", help=f"only of this grade, {first} to {last}")
    made.add_argument("--theme", metavar="T", help="only with this theme")
    made.add_argument("--daily", action="store_true", help="the one of today (UTC)")
    made.add_argument("--puzzle", metavar="KEY", help="the one of this name")
    made.add_argument("--shuffle", action="store_true", help="in an order drawn by lot")
    made.add_argument("--sheet", action="store_true", help="a page to print: diagrams, then the solutions")
    made.add_argument("--solution", action="store_true", help="show the solutions, and ask nothing")
    as_json(made)


def _puzzle(chosen: argparse.Namespace) -> None:
    game = load(chosen.game)
    if chosen.theme == "?":
        for theme in themes(puzzles(game)):
            print(f"{theme:<13} {THEMES[theme]}")
        return
    listed = _listed(game, chosen)
    if chosen.json:
        own = [{"task": task(game, each), "asked": each.asked, "line": _texts(game, each)} for each in listed]
        print_json([{**described(game, each), **more} for each, more in zip(listed, own, strict=True)])
    elif chosen.sheet:
        from saltus.printing.sheet import puzzle_sheet

        put(puzzle_sheet(game, listed, f"{game.name}: {counted(len(listed), 'puzzle')}"))
    elif chosen.solution:
        for number, puzzle in enumerate(listed):
            print("\n" * bool(number) + _shown(game, puzzle))
    else:
        _ask(game, listed, plain_terminal())


def _listed(game: Game, wanted: argparse.Namespace) -> Sequence[Puzzle]:
    """The puzzles that the options select. Raises ValueError if there are none."""
    if wanted.puzzle:
        return [find(game, wanted.puzzle)]
    if wanted.daily:
        return [daily(game, int(time() // DAY_SECONDS))]
    found = matching(game, wanted.grade, wanted.theme)
    if not found:
        there = sorted({puzzle.grade for puzzle in matching(game, None, wanted.theme)})
        has = ", ".join(map(str, there))
        raise ValueError(f"{game.name} has none of grade {wanted.grade} with that theme; it has grades {has}")
    if wanted.shuffle:
        Random().shuffle(found)
    return found


def _ask(game: Game, listed: Sequence[Puzzle], terminal: Terminal) -> None:
    """Ask the puzzles, until someone leaves or the input ends."""
    quiz, ends = Quiz(terminal, COMMANDS), []
    for number, puzzle in enumerate(listed, 1):
        terminal.say(f"\n{number} of {len(listed)}: {_about(puzzle)}")
        ends.append(_answered(game, puzzle, quiz))
        if ends[-1].end == "quit":
            break
    solved = sum(each.end == "solved" for each in ends)
    clean = sum(each.is_clean for each in ends)
    terminal.say(f"{solved} of {len(ends)} solved, {clean} of them at once and without help.")


def _answered(game: Game, puzzle: Puzzle, quiz: Quiz) -> Answered:
    """Ask one puzzle, and tell its solution once it is over."""

    def worth(match: Match, move: Move) -> Literal["right", "wrong"]:
        played = [node.move.path for node in match.tree.path(match.node) if node.move]
        return "right" if judge(game, puzzle, [*played, move.path]).right else "wrong"

    match = Match(game, position=puzzle.position)
    turns = f" ({puzzle.turns} turns to find)" if puzzle.turns > 1 else ""
    found = quiz.solve(match, line(game, puzzle)[: puzzle.asked], f"{task(game, puzzle)}{turns}.", worth)
    texts = _texts(game, puzzle)
    if found.end == "solved":
        rest = " ".join(texts[puzzle.asked :])
        quiz.terminal.say(f"Solved.{' It goes on: ' if rest else ''}{rest}{_themes(puzzle)}")
    elif found.end == "solution":
        quiz.terminal.say(f"{' '.join(texts)}{_themes(puzzle)}")
    return found


def _about(puzzle: Puzzle) -> str:
    return f"puzzle {puzzle.key}, grade {puzzle.grade}"


def _themes(puzzle: Puzzle) -> str:
    """A line for each of its themes, after what is said before."""
    return "".join(f"\n{THEMES[theme]}" for theme in puzzle.themes)


def _texts(game: Game, puzzle: Puzzle) -> tuple[str, ...]:
    return line_texts(game, puzzle.position, line(game, puzzle))


def _shown(game: Game, puzzle: Puzzle) -> str:
    texts = _texts(game, puzzle)
    rest = f" ({' '.join(texts[puzzle.asked :])})" if len(texts) > puzzle.asked else ""
    board = lettered(game, puzzle.position, SIDES[puzzle.position[3]] != game.bottom)
    return (
        f"{_about(puzzle)}\n{board}\n{task(game, puzzle)}: {' '.join(texts[: puzzle.asked])}{rest}{_themes(puzzle)}"
    )

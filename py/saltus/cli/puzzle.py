"""`puzzle`: puzzles at the terminal."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import time

from saltus.cli.options import Commands, as_json, print_json, whole
from saltus.cli.output import put
from saltus.core.game import SIDES, Game, Move, Position
from saltus.games import keys, load
from saltus.match.diagram import lettered
from saltus.match.match import Match
from saltus.match.tree import other
from saltus.notation.move import IllegalMove, move_text, read_move
from saltus.play.session import Session
from saltus.play.terminal import Terminal
from saltus.protocol import reply
from saltus.study.puzzles import GRADES, THEMES, Puzzle, chosen, daily, find, judge, line, puzzles, task, themes

DAY_SECONDS = 86_400
DEFAULT_GAME = "english"
COMMANDS = """\
  ?         a hint: first the piece, then the move
  solution  the whole line
  board     the board again
  next      another puzzle
  quit      leave"""

MORE = f"""\
One move wins, or gains, or holds, as the task says; all others do not. Answer with a move (11-15, b2-b4), or
{COMMANDS}

Through a pipe each line is an answer. With --solution or --json nothing is asked.

themes:
{chr(10).join(f"  {key:<13} {about}" for key, about in THEMES.items())}
Which of them a game has is said by `saltus puzzle GAME --theme ?`."""


def add(commands: Commands) -> None:
    """Add the command."""
    about = "find the one move that wins"
    examples = """\
puzzle                                puzzles of English checkers, the easier ones first
puzzle rock --grade 3                 of one grade, from 1 to 5
puzzle italian --theme shot           about one thing
puzzle roman --daily                  the puzzle of the day, the same for everyone
puzzle english --daily --solution     with its solution, without being asked
puzzle rock --grade 2 --sheet > p.html  a page to print
puzzle gambit --json                  all of them, for a program"""
    made = commands.command("puzzle", _puzzle, about, game=False, examples=examples, more=MORE)
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
        print_json([_fields(game, one) for one in listed])
    elif chosen.sheet:
        put(_sheet(game, listed))
    elif chosen.solution:
        for number, one in enumerate(listed):
            print("\n" * bool(number) + _shown(game, one))
    else:
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        PuzzleSession(game, input, print, colour).run(listed)


def _listed(game: Game, wanted: argparse.Namespace) -> Sequence[Puzzle]:
    """The puzzles that the options select. Raises ValueError if there are none."""
    if wanted.puzzle:
        return [find(game, wanted.puzzle)]
    if wanted.daily:
        return [daily(game, int(time() // DAY_SECONDS))]
    found = chosen(game, wanted.grade, wanted.theme)
    if not found:
        there = sorted({one.grade for one in chosen(game, None, wanted.theme)})
        has = ", ".join(map(str, there))
        raise ValueError(f"{game.name} has none of grade {wanted.grade} with that theme; it has grades {has}")
    if wanted.shuffle:
        Random().shuffle(found)
    return found


def _sheet(game: Game, listed: Sequence[Puzzle]) -> str:
    """The puzzles as a page to print."""
    from saltus.printing.sheet import puzzle_sheet

    return puzzle_sheet(game, listed, f"{game.name}: {len(listed)} {'puzzle' if len(listed) == 1 else 'puzzles'}")


class PuzzleSession:
    """A series of puzzles at a terminal."""

    def __init__(self, game: Game, ask: Callable[[str], str], tell: Callable[[str], object], colour: bool) -> None:
        self.game = game
        self.ask, self.tell = ask, tell
        self.terminal = Terminal(ask, tell, colour)
        self.seen = self.solved = self.alone = 0
        """Counts of puzzles started, solved, and solved at once without help."""

    def run(self, listed: Sequence[Puzzle]) -> None:
        """Ask all puzzles, or until the input ends."""
        try:
            for number, one in enumerate(listed, 1):
                self.seen += 1
                self.tell(f"\n{number} of {len(listed)}: {_about(one)}")
                if not self._one(one):
                    break
        except EOFError:
            self.tell("")
        self.tell(f"{self.solved} of {self.seen} solved, {self.alone} of them at once and without help.")

    def _one(self, one: Puzzle) -> bool:
        """Ask one puzzle. Returns whether to go on with the next."""
        game, moves = self.game, line(self.game, one)
        match = Match(game, position=one.position)
        view = Session(match, self.terminal, {other(SIDES[one.position[3]]): 1})
        self.terminal.show(view)
        self.tell(f"{task(game, one)}{_turns(one)}.")
        faults = hints = step = 0
        while match.ply < one.asked:
            text = self.ask(f"{match.ply // 2 + 1}> " if one.turns > 1 else "> ").strip()
            wanted = moves[match.ply]
            match text.lower():
                case "":
                    continue
                case "quit" | "q":
                    return False
                case "next" | "n":
                    return True
                case "board" | "b":
                    self.terminal.show(view)
                case "help" | "h":
                    self.tell(f"A move, or\n{COMMANDS}")
                case "?" | "hint":
                    hints, step = hints + 1, step + 1
                    said = move_text(game, match.position, wanted) if step > 1 else _square(game, wanted.path[0])
                    self.tell(f"Look at {said}.")
                case "solution" | "s":
                    self.tell(f"{' '.join(_texts(game, one))}\n{_themes(one)}")
                    return True
                case _ if self._tried(one, match, text):
                    step = 0
                    if match.ply < one.asked:
                        self._answer(match, moves[match.ply], view)
                case _:
                    faults += 1
        self.solved += 1
        self.alone += not (hints or faults)
        rest = " ".join(_texts(game, one)[one.asked :])
        self.tell(f"Solved.{' It goes on: ' if rest else ''}{rest}\n{_themes(one)}")
        return True

    def _tried(self, one: Puzzle, match: Match, text: str) -> bool:
        """Play the typed move if it is the solution; else say what is wrong with it."""
        try:
            move = read_move(self.game, match.position, text)
        except IllegalMove as error:
            self.tell(str(error))
            return False
        played = [node.move.path for node in match.tree.path(match.node) if node.move]
        if not judge(self.game, one, [*played, move.path]).right:
            written = move_text(self.game, match.position, move)
            self.tell(f"{written} is allowed, but it is not the move. Try again, or ? for a hint.")
            return False
        match.play(move)
        return True

    def _answer(self, match: Match, move: Move, view: Session) -> None:
        """Play the opponent's reply."""
        text = move_text(self.game, match.position, move)
        match.play(move)
        self.terminal.show(view)
        self.tell(f"Right. The answer is {text}. And now?")


def _square(game: Game, name: str) -> str:
    """A square in the game's notation."""
    return str(game.board.number[name]) if game.numbered else name


def _turns(one: Puzzle) -> str:
    return f" ({one.turns} turns to find)" if one.turns > 1 else ""


def _about(one: Puzzle) -> str:
    return f"puzzle {one.key}, grade {one.grade}"


def _themes(one: Puzzle) -> str:
    return "\n".join(THEMES[theme] for theme in one.themes)


def _texts(game: Game, one: Puzzle) -> list[str]:
    """The texts of the line's moves."""
    return [move_text(game, position, move) for position, move in _played(game, one)]


def _played(game: Game, one: Puzzle) -> Iterator[tuple[Position, Move]]:
    position = one.position
    for move in line(game, one):
        yield position, move
        position = game.play(position, move)


def _shown(game: Game, one: Puzzle) -> str:
    """A puzzle and its solution as text."""
    texts = _texts(game, one)
    rest = f" ({' '.join(texts[one.asked :])})" if len(texts) > one.asked else ""
    board = lettered(game, one.position, SIDES[one.position[3]] != game.bottom)
    return f"{_about(one)}\n{board}\n{task(game, one)}: {' '.join(texts[: one.asked])}{rest}\n{_themes(one)}"


def _fields(game: Game, one: Puzzle) -> dict[str, object]:
    return {
        "puzzle": one.key,
        **reply.board(game, one.position),
        "task": task(game, one),
        "goal": one.goal,
        "by": one.by,
        "grade": one.grade,
        "level": one.level,
        "themes": one.themes,
        "asked": one.asked,
        "line": _texts(game, one),
    }

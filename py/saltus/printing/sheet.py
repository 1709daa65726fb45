"""A sheet of puzzles to print: diagrams to solve, the solutions on a page of their own."""

from collections.abc import Sequence
from typing import NamedTuple

from saltus.core.game import SIDES, Game, Position
from saltus.notation.move import move_text
from saltus.printing.board import board_svg, symbols
from saltus.printing.markup import escape
from saltus.printing.page import page
from saltus.printing.words import ENGLISH, Words
from saltus.study.puzzles import Puzzle, line, task

STYLE = """
h1 { margin-bottom: 1rem; }
.sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1rem 1.5rem; padding: 0;
  margin: 0; list-style: none; }
.sheet li { break-inside: avoid; } .sheet p { margin: .2rem 0 0; }
.line { border-bottom: 1px solid var(--line); height: 1.8rem; }
.solutions { break-before: page; } .solutions ol { columns: 2 16rem; }
@media print { .sheet { grid-template-columns: repeat(2, 1fr); gap: 5mm 12mm; }
  .sheet .board { width: 68mm; margin: 0 auto; } }
"""


class Printed(NamedTuple):
    """A puzzle to be printed."""

    position: Position
    task: str
    solution: str
    """The moves, and what is to be said about them."""


def sheet(game: Game, title: str, puzzles: Sequence[Printed], words: Words = ENGLISH) -> str:
    """The page of these puzzles: six on a sheet of paper, seen from the side to move."""
    items = []
    for number, one in enumerate(puzzles, 1):
        turned = SIDES[one.position[3]] != game.bottom
        drawn = board_svg(game, one.position, (), turned, words)
        items.append(f'<li>{drawn}<p><b>{number}.</b> {escape(one.task)}</p><div class="line"></div></li>')
    solutions = "".join(f"<li>{escape(one.solution)}</li>" for one in puzzles)
    body = (
        f'{symbols(game)}\n<h1>{escape(title)}</h1>\n<ol class="sheet">{"".join(items)}</ol>\n'
        f'<section class="solutions"><h2>{escape(words.solutions)}</h2><ol>{solutions}</ol></section>'
    )
    return page(title, body, STYLE, language=words.language)


def puzzle_sheet(
    game: Game, puzzles: Sequence[Puzzle], title: str = "", tasks: Sequence[str] = (), words: Words = ENGLISH
) -> str:
    """The page of some of the package's puzzles. `tasks` are their tasks in the words of the page, if given.

    Without a title it has the game's name.
    """
    tasks = tasks or [_task(game, one) for one in puzzles]
    shown = [
        Printed(one.position, told, " ".join(_texts(game, one, words)))
        for one, told in zip(puzzles, tasks, strict=True)
    ]
    return sheet(game, title or words.name(game), shown, words)


def _task(game: Game, one: Puzzle) -> str:
    return task(game, one) + (f" ({one.turns} moves to find)" if one.turns > 1 else "")


def _texts(game: Game, one: Puzzle, words: Words) -> list[str]:
    """The moves of a puzzle's line."""
    position, texts = one.position, []
    for move in line(game, one):
        texts.append(move_text(game, position, move) if move.path else words.passes)
        position = game.play(position, move)
    return texts

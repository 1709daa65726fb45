"""A sheet of puzzles to print: diagrams to solve, the solutions on a page of their own."""

from collections.abc import Sequence
from typing import NamedTuple

from saltus.core.game import SIDES, Game, Position
from saltus.notation.move import move_text
from saltus.printing.board import board_svg, symbols
from saltus.printing.markup import escape
from saltus.printing.page import page, unbroken
from saltus.printing.words import ENGLISH, Words
from saltus.study.puzzles import Puzzle, line, task

COLUMNS = 2
ROWS, FLAT_ROWS = 3, 4
"""The rows of puzzles on a sheet of paper; more of them where a board is half as high as wide."""

STYLE = """
h1 { margin-bottom: .6rem; }
.sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1rem 1.5rem; padding: 0;
  margin: 0 0 1rem; list-style: none; }
.sheet li { break-inside: avoid; } .sheet p { margin: .2rem 0 0; }
.line { border-bottom: 1px solid var(--line); height: 7mm; }
.solutions { break-before: page; } .solutions h2 { margin-top: 0; }
.solutions ol { columns: 2 16rem; column-gap: 10mm; padding: 0; margin: 0; list-style: none; }
.solutions li { display: grid; grid-template-columns: 2.4em 1fr; gap: .6em; margin-bottom: .3em;
  break-inside: avoid; }
.solutions b { text-align: right; }
@media print {
  .sheet { grid-template-columns: repeat(2, 1fr); gap: 4mm 12mm; margin: 0; font-size: 10pt; line-height: 1.3; }
  .sheet + .sheet { break-before: page; }
  .sheet .board { width: 56mm; margin: 0 auto; }
  .solutions { font-size: 10pt; line-height: 1.35; }
}
"""
"""On paper a board is so wide that three rows with tasks of two lines fit below the title, also on Letter."""


class Printed(NamedTuple):
    """A puzzle to be printed."""

    position: Position
    task: str
    moves: Sequence[str]
    note: str = ""


def sheet(game: Game, title: str, puzzles: Sequence[Printed], words: Words = ENGLISH) -> str:
    """The page of these puzzles, seen from the side to move.

    Each sheet of paper is a list of its own, so that it does not depend on the browser where a page ends.
    """
    items = []
    for number, one in enumerate(puzzles, 1):
        turned = SIDES[one.position[3]] != game.bottom
        drawn = board_svg(game, one.position, (), turned, words)
        items.append(f'<li>{drawn}<p><b>{number}.</b> {escape(one.task)}</p><div class="line"></div></li>')
    size = COLUMNS * (FLAT_ROWS if game.board.files >= 2 * game.board.ranks else ROWS)
    sheets = "\n".join(
        f'<ol class="sheet" start="{begin + 1}">{"".join(items[begin : begin + size])}</ol>'
        for begin in range(0, len(items), size)
    )
    solutions = "\n".join(
        f"<li><b>{number}.</b><span>{_solution(one)}</span></li>" for number, one in enumerate(puzzles, 1)
    )
    body = (
        f"{symbols(game)}\n<h1>{escape(title)}</h1>\n{sheets}\n"
        f'<section class="solutions"><h2>{escape(words.solutions)}</h2>\n<ol>{solutions}</ol></section>'
    )
    return page(title, body, STYLE, language=words.language)


def _solution(one: Printed) -> str:
    """The moves, each kept on one line, and the note."""
    return " ".join([*map(unbroken, one.moves), *([escape(one.note)] if one.note else [])])


def puzzle_sheet(
    game: Game, puzzles: Sequence[Puzzle], title: str = "", tasks: Sequence[str] = (), words: Words = ENGLISH
) -> str:
    """The page of some of the package's puzzles. `tasks` are their tasks in the words of the page, if given.

    Without a title it has the game's name.
    """
    tasks = tasks or [_task(game, one) for one in puzzles]
    shown = [Printed(one.position, told, _texts(game, one, words)) for one, told in zip(puzzles, tasks, strict=True)]
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

"""A sheet of puzzles to print: diagrams to solve, the solutions on a page of their own."""

from collections.abc import Sequence
from typing import NamedTuple

from saltus.core.game import SIDES, Game, Position
from saltus.core.resources import text_beside
from saltus.notation.move import line_texts
from saltus.printing.board import board_svg, symbols
from saltus.printing.page import ENGLISH, Words, escape, page, unbroken
from saltus.study.puzzles import Puzzle, line, task

COLUMNS = 2
ROWS, FLAT_ROWS = 3, 4  # The rows of puzzles on a sheet of paper; more of them where a board is half as high as wide.
STYLE = text_beside(__file__, "sheet.css")


class Printed(NamedTuple):
    """A puzzle to be printed."""

    position: Position
    task: str
    moves: Sequence[str]
    note: str = ""


def sheet(game: Game, title: str, puzzles: Sequence[Printed], words: Words = ENGLISH) -> str:
    """The page of these puzzles, seen from the side to move. Each sheet of paper is a list of its own, so that it
    does not depend on the browser where a page ends."""
    items = []
    for number, puzzle in enumerate(puzzles, 1):
        turned = SIDES[puzzle.position[3]] != game.bottom
        drawn = board_svg(game, puzzle.position, (), turned, words)
        items.append(f'<li>{drawn}<p><b>{number}.</b> {escape(puzzle.task)}</p><div class="line"></div></li>')
    size = COLUMNS * (FLAT_ROWS if game.board.files >= 2 * game.board.ranks else ROWS)
    sheets = "\n".join(
        f'<ol class="sheet" start="{begin + 1}">{"".join(items[begin : begin + size])}</ol>'
        for begin in range(0, len(items), size)
    )
    solved = (" ".join([*map(unbroken, each.moves), *filter(None, [escape(each.note)])]) for each in puzzles)
    solutions = "\n".join(f"<li><b>{number}.</b><span>{text}</span></li>" for number, text in enumerate(solved, 1))
    body = (
        f"{symbols(game)}\n<h1>{escape(title)}</h1>\n{sheets}\n"
        f'<section class="solutions"><h2>{escape(words.solutions)}</h2>\n<ol>{solutions}</ol></section>'
    )
    return page(title, body, STYLE, language=words.language)


def puzzle_sheet(
    game: Game, puzzles: Sequence[Puzzle], title: str = "", tasks: Sequence[str] = (), words: Words = ENGLISH
) -> str:
    """The page of some of the package's puzzles. `tasks` are their tasks in the words of the page, if given. Without
    a title it has the game's name."""
    counts = (f" ({puzzle.turns} moves to find)" if puzzle.turns > 1 else "" for puzzle in puzzles)
    tasks = tasks or [task(game, puzzle) + count for puzzle, count in zip(puzzles, counts, strict=True)]
    shown = [
        Printed(puzzle.position, text, _texts(game, puzzle, words))
        for puzzle, text in zip(puzzles, tasks, strict=True)
    ]
    return sheet(game, title or words.name(game), shown, words)


def _texts(game: Game, puzzle: Puzzle, words: Words) -> list[str]:
    """The moves of a puzzle's line."""
    moves = line(game, puzzle)
    texts = line_texts(game, puzzle.position, moves)
    return [text if move.path else words.passes for move, text in zip(moves, texts, strict=True)]

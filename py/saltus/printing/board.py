"""Boards as SVG for pages with many of them: squares and pieces are defined once in a page and referred to.

Black and white are enough to tell everything apart, so that the diagrams print well without colours.
"""

from collections.abc import Collection

from saltus.core.board import FILES
from saltus.core.game import SIDES, Game, Position
from saltus.match.diagram import is_light, letters
from saltus.notation.position import position_text
from saltus.printing.markup import escape
from saltus.printing.words import ENGLISH, Words

SQUARE_SIZE = 10
"""Width and height of a square in the units of the drawing."""
MARGIN = 4
"""Space for the coordinates at the left and below."""

STYLE = """
.board { width: 100%; height: auto; display: block; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.light { fill: #fff; } .dark { fill: #d9d2c5; }
.frame, .mark { fill: none; stroke: #222; stroke-width: .3; } .mark { stroke-width: .9; stroke: #1d5fa8; }
.coordinate { font: 3px sans-serif; text-anchor: middle; fill: #222; }
.number { font: 2px sans-serif; fill: #444; }
"""
"""The style that the drawings need."""


def symbols(game: Game) -> str:
    """The definitions that the boards of a page refer to: an element that takes no space."""
    board = game.board
    parts = []
    for rank in range(board.ranks):
        for file in range(board.files):
            name = f"{FILES[file]}{rank + 1}"
            kind = "light" if is_light(game, name) else "dark"
            x, y = place(game, name)
            parts.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{SQUARE_SIZE}" height="{SQUARE_SIZE}"/>')
    wide, high = board.files * SQUARE_SIZE, board.ranks * SQUARE_SIZE
    parts.append(f'<rect class="frame" x="{MARGIN}" y="0" width="{wide}" height="{high}"/>')
    pieces = "".join(
        f'<symbol id="{letter}" viewBox="0 0 10 10" width="10" height="10">{_piece(letter)}</symbol>'
        for letter in "wbWB"
    )
    squares = f'<symbol id="squares" viewBox="0 0 {wide + MARGIN} {high + MARGIN}">{"".join(parts)}</symbol>'
    edges = "".join(
        f'<symbol id="edge{int(turned)}" viewBox="0 0 {wide + MARGIN} {high + MARGIN}">{_edge(game, turned)}</symbol>'
        for turned in (False, True)
    )
    return f'<svg width="0" height="0" aria-hidden="true">{squares}{edges}{pieces}</svg>'


def place(game: Game, name: str, turned: bool = False) -> tuple[int, int]:
    """The top left corner of a square."""
    board = game.board
    file, rank = board.file_of(name), board.rank_of(name)
    if turned:
        file, rank = board.files - 1 - file, board.ranks - 1 - rank
    return MARGIN + file * SQUARE_SIZE, (board.ranks - 1 - rank) * SQUARE_SIZE


def _piece(letter: str) -> str:
    """A disc, with a crown for a king."""
    fill, line = ("#fff", "#222") if letter in "wW" else ("#222", "#fff")
    edge = '<circle cx="5" cy="5" r="3.7" stroke="#222" stroke-width=".5" fill="' + fill + '"/>'
    if letter.islower():
        return edge
    return f'{edge}<path d="M2.9 6.6 2.6 3.6 4 5 5 3 6 5 7.4 3.6 7.1 6.6z" fill="{line}"/>'


def board_svg(
    game: Game, position: Position, marked: Collection[str] = (), turned: bool = False, words: Words = ENGLISH
) -> str:
    """A position as a drawing that refers to `symbols`; the squares in `marked` get a frame."""
    board = game.board
    wide, high = board.files * SQUARE_SIZE + MARGIN, board.ranks * SQUARE_SIZE + MARGIN
    parts = [f'<use href="#{name}" width="{wide}" height="{high}"/>' for name in ("squares", f"edge{int(turned)}")]
    for name, letter in letters(game, position).items():
        x, y = place(game, name, turned)
        if letter != ".":
            parts.append(f'<use href="#{letter}" x="{x}" y="{y}" width="{SQUARE_SIZE}" height="{SQUARE_SIZE}"/>')
        if name in marked:
            size = SQUARE_SIZE - 1
            parts.append(f'<rect class="mark" x="{x + 0.5}" y="{y + 0.5}" width="{size}" height="{size}"/>')
    label = escape(f"{position_text(game, position)}; {words.to_move(SIDES[position[3]])}")
    head = f'<svg class="board" viewBox="0 0 {wide} {high}" role="img" aria-label="{label}">'
    return f"{head}{''.join(parts)}</svg>"


def _edge(game: Game, turned: bool) -> str:
    """The letters and numbers at the edge, and the numbers of the squares if moves use them."""
    board = game.board
    parts = []
    for file in range(board.files):
        name = f"{FILES[file]}1"
        x, _ = place(game, name, turned)
        y = board.ranks * SQUARE_SIZE + MARGIN - 0.7
        parts.append(f'<text class="coordinate" x="{x + SQUARE_SIZE // 2}" y="{y:g}">{name[0]}</text>')
    for rank in range(board.ranks):
        _, y = place(game, f"a{rank + 1}", turned)
        parts.append(f'<text class="coordinate" x="{MARGIN / 2:g}" y="{y + 6}">{rank + 1}</text>')
    if game.numbered:
        for name, number in board.number.items():
            x, y = place(game, name, turned)
            parts.append(f'<text class="number" x="{x + 0.3:g}" y="{y + 1.9:g}">{number}</text>')
    return "".join(parts)

"""Boards as SVG for pages with many of them: squares and pieces are defined once in a page and referred to.

Black and white are enough to tell everything apart, so that the diagrams print well without colours.
"""

from collections.abc import Collection

from saltus.core.board import FILES, every_square
from saltus.core.game import SIDES, Game, Position
from saltus.match.diagram import is_light, letters
from saltus.notation.position import position_text
from saltus.printing.page import ENGLISH, Words, escape

SQUARE_SIZE = 10  # Width and height of a square in the units of the drawing.
COORDINATES, FRAME = 4, 0.5
"""The margin at the left and below: for the letters and numbers of ranks and files, or for the frame alone where the
squares have numbers of their own."""


def symbols(game: Game) -> str:
    """The definitions that the boards of a page refer to: an element that takes no space."""
    board = game.board
    parts = []
    for name in every_square(board.files, board.ranks):
        kind = "light" if is_light(game, name) else "dark"
        x, y = place(game, name)
        parts.append(f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{SQUARE_SIZE}" height="{SQUARE_SIZE}"/>')
    wide, high = board.files * SQUARE_SIZE, board.ranks * SQUARE_SIZE
    margin = _margin(game)
    parts.append(f'<rect class="frame" x="{margin:g}" y="{FRAME:g}" width="{wide}" height="{high}"/>')
    pieces = "".join(
        f'<symbol id="{letter}" viewBox="0 0 10 10" width="10" height="10">{_piece(letter)}</symbol>'
        for letter in "wbWB"
    )
    size = _size(game)
    squares = f'<symbol id="squares" viewBox="0 0 {size}">{"".join(parts)}</symbol>'
    edges = "".join(
        f'<symbol id="edge{int(turned)}" viewBox="0 0 {size}">{_edge(game, turned)}</symbol>'
        for turned in (False, True)
    )
    return f'<svg width="0" height="0" aria-hidden="true">{squares}{edges}{pieces}</svg>'


def _margin(game: Game) -> float:
    """The space at the left of the board and below it."""
    return FRAME if game.numbered else COORDINATES


def _size(game: Game) -> str:
    """Width and height of a drawing."""
    board, margin = game.board, _margin(game)
    return f"{board.files * SQUARE_SIZE + margin + FRAME:g} {board.ranks * SQUARE_SIZE + margin + FRAME:g}"


def place(game: Game, name: str, turned: bool = False) -> tuple[float, float]:
    """The top left corner of a square."""
    board = game.board
    file, rank = board.file_of(name), board.rank_of(name)
    if turned:
        file, rank = board.files - 1 - file, board.ranks - 1 - rank
    return _margin(game) + file * SQUARE_SIZE, FRAME + (board.ranks - 1 - rank) * SQUARE_SIZE


def _piece(letter: str) -> str:
    """A disc, with a crown for a king."""
    fill, line = ("#fff", "#222") if letter in "wW" else ("#222", "#fff")
    edge = '<circle cx="5" cy="5.2" r="3.5" stroke="#222" stroke-width=".5" fill="' + fill + '"/>'
    if letter.islower():
        return edge
    return f'{edge}<path d="M2.9 6.8 2.6 3.8 4 5.2 5 3.2 6 5.2 7.4 3.8 7.1 6.8z" fill="{line}"/>'


def board_svg(
    game: Game, position: Position, marked: Collection[str] = (), turned: bool = False, words: Words = ENGLISH
) -> str:
    """A position as a drawing that refers to `symbols`; the squares in `marked` get a frame."""
    wide, high = _size(game).split()
    parts = [f'<use href="#{name}" width="{wide}" height="{high}"/>' for name in ("squares", f"edge{int(turned)}")]
    for name, letter in letters(game, position).items():
        x, y = place(game, name, turned)
        if letter != ".":
            parts.append(f'<use href="#{letter}" x="{x:g}" y="{y:g}" width="{SQUARE_SIZE}" height="{SQUARE_SIZE}"/>')
        if name in marked:
            size = SQUARE_SIZE - 1
            parts.append(f'<rect class="mark" x="{x + 0.5:g}" y="{y + 0.5:g}" width="{size}" height="{size}"/>')
    label = escape(f"{position_text(game, position)}; {words.to_move(SIDES[position[3]])}")
    head = f'<svg class="board" viewBox="0 0 {wide} {high}" role="img" aria-label="{label}">'
    return f"{head}{''.join(parts)}</svg>"


def _edge(game: Game, turned: bool) -> str:
    """The numbers of the squares if moves use them, else the letters and numbers at the edge: never both."""
    board = game.board
    parts = []
    if game.numbered:
        for name, number in board.number.items():
            x, y = place(game, name, turned)
            parts.append(f'<text class="number" x="{x + 0.3:g}" y="{y + 2.1:g}">{number}</text>')
        return "".join(parts)
    for letter in FILES[: board.files]:
        x, _ = place(game, f"{letter}1", turned)
        y = board.ranks * SQUARE_SIZE + COORDINATES - 0.7
        parts.append(f'<text class="coordinate" x="{x + SQUARE_SIZE / 2:g}" y="{y:g}">{letter}</text>')
    for rank in range(board.ranks):
        _, y = place(game, f"a{rank + 1}", turned)
        parts.append(f'<text class="coordinate" x="{COORDINATES / 2:g}" y="{y + 6:g}">{rank + 1}</text>')
    return "".join(parts)

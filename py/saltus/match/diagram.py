"""The board for people to look at: in letters for a terminal or a chat, as SVG for a notebook or a page."""

from collections.abc import Collection, Mapping
from html import escape
from types import MappingProxyType

from saltus.core.board import FILES, every_square
from saltus.core.game import Game, Position
from saltus.match.match import Match

CELL = 48
"""Width of a square in the SVG."""
EDGE = 24
"""Room for the coordinates."""
COLOURS = {
    "light": "#f3e3c3",
    "dark": "#a9764c",
    "w": "#fffaf0",
    "b": "#2e2a27",
    "rim": "#6b4a2f",
    "text": "#6b4a2f",
    "mark": "#3b82c4",
}


class Picture(str):
    """An SVG image as text, which notebooks show as an image."""

    def _repr_svg_(self) -> str:
        return str(self)


def letters(game: Game, position: Position) -> dict[str, str]:
    """What stands on every square of the board, by name: `w` `b` pieces, `W` `B` kings, `.` nothing."""
    names = every_square(game.board.files, game.board.ranks)
    return dict(zip(names, "".join(game.rows(position)), strict=True))


def ranks_of(game: Game, turned: bool = False) -> list[tuple[str, ...]]:
    """The names of the squares, rank by rank as they are seen: from White's side, or `turned` round."""
    board = game.board
    names = every_square(board.files, board.ranks)
    rows = [names[start : start + board.files] for start in range(0, len(names), board.files)]
    return [row[::-1] for row in reversed(rows)] if turned else rows


def lettered(
    game: Game, position: Position, turned: bool = False, marks: Mapping[str, str] = MappingProxyType({})
) -> str:
    """The board in letters, with coordinates, and beside it the numbers of the squares where moves use them.

    `marks` are letters that stand on squares in place of what is there.
    """
    board = game.board
    standing = {**letters(game, position), **marks}
    lines = []
    for rank in ranks_of(game, turned):
        line = f"{rank[0][1:]:>2}  " + " ".join(standing[name] if name in board.bit else " " for name in rank)
        if game.numbered:
            line += "     " + " ".join(f"{board.number.get(name, ''):>2}" for name in rank)
        lines.append(line.rstrip())
    files = FILES[: board.files]
    lines.append("    " + " ".join(files[::-1] if turned else files))
    return "\n".join(lines)


def diagram(match: Match, turned: bool = False) -> str:
    """The position on the board in letters, with coordinates; `turned` for the one who plays from above."""
    return lettered(match.game, match.position, turned)


def picture(match: Match, turned: bool = False, marked: Collection[str] | None = None) -> Picture:
    """The position on the board as SVG, with coordinates, and with numbers where moves are written by them.

    The squares in `marked` have a frame; by default those of the last turn.
    """
    game, board = match.game, match.game.board
    if marked is None:
        marked = match.last.path if match.last else ()
    if unknown := [name for name in marked if name not in board.bit]:
        raise ValueError(f"{unknown[0]!r:.40} is no square of {game.name} to mark")
    standing = letters(game, match.position)
    wide, high = EDGE + board.files * CELL, board.ranks * CELL + EDGE
    shapes = []
    for row, rank in enumerate(ranks_of(game, turned)):
        y = row * CELL
        shapes.append(_label(EDGE / 2, y + CELL / 2 + 5, rank[0][1:], 14))
        for column, name in enumerate(rank):
            x = EDGE + column * CELL
            light = (board.file_of(name) + board.rank_of(name)) % 2 == 1
            fill = COLOURS["light" if light else "dark"]
            shapes.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"/>')
            if game.numbered and name in board.number:
                shapes.append(_label(x + 10, y + 13, str(board.number[name]), 10, COLOURS["light"]))
            if name in marked:
                frame = f'x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}"'
                shapes.append(f'<rect {frame} fill="none" stroke="{COLOURS["mark"]}" stroke-width="4"/>')
            if standing[name] != ".":
                shapes += _piece(x + CELL / 2, y + CELL / 2, standing[name])
            if row == board.ranks - 1:
                shapes.append(_label(x + CELL / 2, high - 7, name[0], 14))
    title = f"<title>{escape(game.name)}, after {match.ply} turns</title>"
    size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    return Picture(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{title}{"".join(shapes)}</svg>')


def _piece(x: float, y: float, letter: str) -> list[str]:
    """A disc; a king has a crown on it."""
    colour, other = (COLOURS[side] for side in ("wb" if letter in "wW" else "bw"))
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="18" fill="{colour}" stroke="{COLOURS["rim"]}" stroke-width="2"/>'
    if letter.islower():
        return [disc]
    points = ((-10, 7), (-11, -6), (-5, 0), (0, -9), (5, 0), (11, -6), (10, 7))
    crown = " ".join(f"{x + right:g},{y + down:g}" for right, down in points)
    return [disc, f'<polygon points="{crown}" fill="{other}"/>']


def _label(x: float, y: float, text: str, size: int, colour: str = COLOURS["text"]) -> str:
    style = f'font-family="sans-serif" font-size="{size}" text-anchor="middle" fill="{colour}"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{text}</text>'

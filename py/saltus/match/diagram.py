"""Board diagrams: text for a terminal or a chat, SVG for a notebook or a page."""

from collections.abc import Callable, Collection, Mapping
from html import escape
from types import MappingProxyType
from typing import Literal

from saltus.core.board import FILES, every_square
from saltus.core.game import SIDE_NAMES, SIDES, Game, Position
from saltus.match.match import Match

Mark = Literal["piece", "target", "jumped", "barred", "last", "taken"]

SIGNS: Mapping[Mark, tuple[str, str]] = {
    "piece": ("*", "*"),
    "target": ("*", "*"),
    "jumped": ("x", "x"),
    "barred": (">", "<"),
    "last": ("(", ")"),
    "taken": ("x", "x"),
}
"""The signs left and right of a marked square in a text diagram: the notation of the document "Rock".

`*w*` is the piece, `* *` a square where it can land, `*b*` one with an enemy piece that it captures there, `> <` a
square that it could reach if another piece or move did not prevent it, `xbx` a piece that it captures by jumping over
it. The last move is `( )` where it came from, `(w)` where it ended and `x x` where it captured.
"""
BARRING = frozenset(
    ["blocked", "capture-compulsory", "capture-most", "capture-with-king", "capture-most-kings", "capture-king-first"]
)
"""The rules of a refusal for a square that the piece reaches if nothing else is considered."""


def square_named(game: Game, text: str) -> str:
    """The name of the square called `text`: its name or, where moves use it, its number; else `text` itself."""
    name, squares = text.lower(), game.board.squares
    if game.numbered and name.isascii() and name.isdigit() and len(name) < 4 and 1 <= int(name) <= len(squares):
        return squares[int(name) - 1]
    return name


def piece_marks(match: Match, piece: str) -> dict[str, Mark]:
    """The marks for the moves of the piece on this square. Raises ValueError if the side to move has none there."""
    game, position = match.game, match.position
    name = square_named(game, piece)
    if name not in game.board.bit or not position[position[3]] & game.board.bit[name]:
        raise ValueError(f"there is no piece of {SIDE_NAMES[SIDES[position[3]]]}'s on {piece!r:.40}")
    found: dict[str, Mark] = {name: "piece"}
    moves = [move for move in match.legal if move.path[:1] == (name,)]
    for move in moves:
        found |= dict.fromkeys(move.captured, "jumped")
    for move in moves:
        found |= dict.fromkeys((square for square in move.path[1:] if square != name), "target")
    if match.outcome is not None:
        return found
    # Where lines are counted, an occupied square is named only if it is at the right distance.
    barring = BARRING | {"occupied"} if game.counts_lines else BARRING
    for square in game.board.squares:
        if square not in found and game.explain(position, (name, square)).rule in barring:
            found[square] = "barred"
    return found


def last_marks(match: Match) -> dict[str, Mark]:
    """The marks for the last move; empty before the first."""
    if match.last is None:
        return {}
    found: dict[str, Mark] = dict.fromkeys(match.last.captured, "taken")
    return found | dict.fromkeys(match.last.path, "last")


SQUARE_SIZE = 48  # Width and height of a square in the SVG, in pixels.
LABEL_SIZE = 24  # Space for the coordinates, in pixels.
COLOURS = {
    "light": "#f3e3c3",
    "dark": "#a9764c",
    "w": "#fffaf0",
    "b": "#2e2a27",
    "rim": "#6b4a2f",
    "text": "#6b4a2f",
    "mark": "#3b82c4",
    "barred": "#c0392b",
}


class Picture(str):
    """An SVG image as text, which notebooks display as an image."""

    def _repr_svg_(self) -> str:
        return str(self)


def letters(game: Game, position: Position) -> dict[str, str]:
    """The contents of every square, by name: `w` `b` pieces, `W` `B` kings, `.` empty."""
    names = every_square(game.board.files, game.board.ranks)
    return dict(zip(names, "".join(game.rows(position)), strict=True))


def is_light(game: Game, name: str) -> bool:
    """Whether a square is light: in games on half of the squares, those that are not used."""
    board = game.board
    if len(board.squares) < board.files * board.ranks:
        return name not in board.bit
    return (board.file_of(name) + board.rank_of(name)) % 2 == 1


def ranks_of(game: Game, turned: bool = False) -> list[tuple[str, ...]]:
    """The names of the squares, rank by rank from the top: seen from White's side, or `turned` round."""
    rows = game.board.ranks_of_squares
    return [row[::-1] for row in reversed(rows)] if turned else rows


def lettered(
    game: Game, position: Position, turned: bool = False, marks: Mapping[str, str] = MappingProxyType({})
) -> str:
    """The board as text, with coordinates and, if moves use them, the numbers of the squares beside it. `marks` maps
    squares to letters that replace their contents."""
    standing = {**letters(game, position), **marks}
    return _drawn(game, turned, " ", lambda name: f" {standing[name] if name in game.board.bit else ' '}")


def marked_board(game: Game, position: Position, marks: Mapping[str, Mark], turned: bool = False) -> str:
    """The board as text like `lettered`, four columns a square, with the `SIGNS` around it."""
    standing = letters(game, position)

    def cell(name: str) -> str:
        letter = standing[name] if name in game.board.bit else " "
        left, right = SIGNS[marks[name]] if name in marks else (" ", " ")
        return f" {left}{' ' if letter == '.' and name in marks else letter}{right}"

    return _drawn(game, turned, "", cell)


def _drawn(game: Game, turned: bool, margin: str, cell: Callable[[str], str]) -> str:
    """The board with its coordinates; a `cell` is the text of a square."""
    lines = []
    for rank in ranks_of(game, turned):
        line = f"{rank[0][1:]:>2}{margin}{''.join(map(cell, rank))}"
        if game.numbered:
            line += f"{margin}    " + " ".join(f"{game.board.number.get(name, ''):>2}" for name in rank)
        lines.append(line.rstrip())
    files = FILES[: game.board.files]
    between = " " * (len(cell(game.board.squares[0])) - 1)
    return "\n".join([*lines, "    " + between.join(files[::-1] if turned else files)])


def diagram(match: Match, turned: bool = False, *, piece: str | None = None, last: bool = False) -> str:
    """The current position as text, with coordinates; `turned` for the player at the top. `piece` names a square of
    the side to move: where its piece can go and what it captures is marked as in `SIGNS`. `last` marks the last move.
    Raises ValueError if there is no such piece."""
    if piece is None and not last:
        return lettered(match.game, match.position, turned)
    marks = (last_marks(match) if last else {}) | (piece_marks(match, piece) if piece is not None else {})
    return marked_board(match.game, match.position, marks, turned)


def picture(
    match: Match, turned: bool = False, marked: Collection[str] | None = None, *, piece: str | None = None
) -> Picture:
    """The current position as SVG, with coordinates and, if moves use them, the numbers of the squares.

    The squares in `marked` get a frame; by default those of the last turn. `piece` names a square of the side to
    move: its piece gets a frame instead, the squares where it can land a dot, the pieces that it can capture a ring,
    and the squares that are barred to it a cross. Raises ValueError if there is no such piece.
    """
    game, board = match.game, match.game.board
    marks = {} if piece is None else piece_marks(match, piece)
    if marked is None:
        framed = [name for name, mark in marks.items() if mark == "piece"]
        marked = framed or (match.last.path if match.last else ())
    if unknown := [name for name in marked if name not in board.bit]:
        raise ValueError(f"{unknown[0]!r:.40} is no square of {game.name} to mark")
    standing = letters(game, match.position)
    wide, high = LABEL_SIZE + board.files * SQUARE_SIZE, board.ranks * SQUARE_SIZE + LABEL_SIZE
    shapes = []
    for row, rank in enumerate(ranks_of(game, turned)):
        y = row * SQUARE_SIZE
        shapes.append(_label(LABEL_SIZE / 2, y + SQUARE_SIZE / 2 + 5, rank[0][1:], 14))
        for column, name in enumerate(rank):
            x = LABEL_SIZE + column * SQUARE_SIZE
            fill = COLOURS["light" if is_light(game, name) else "dark"]
            shapes.append(f'<rect x="{x}" y="{y}" width="{SQUARE_SIZE}" height="{SQUARE_SIZE}" fill="{fill}"/>')
            if game.numbered and name in board.number:
                shapes.append(_label(x + 10, y + 13, str(board.number[name]), 10, COLOURS["light"]))
            if name in marked:
                frame = f'x="{x + 2}" y="{y + 2}" width="{SQUARE_SIZE - 4}" height="{SQUARE_SIZE - 4}"'
                shapes.append(f'<rect {frame} fill="none" stroke="{COLOURS["mark"]}" stroke-width="4"/>')
            if standing[name] != ".":
                shapes += _piece(x + SQUARE_SIZE / 2, y + SQUARE_SIZE / 2, standing[name])
            if name in marks:
                shapes += _mark(x + SQUARE_SIZE / 2, y + SQUARE_SIZE / 2, marks[name], standing[name] != ".")
            if row == board.ranks - 1:
                shapes.append(_label(x + SQUARE_SIZE / 2, high - 7, name[0], 14))
    title = f"<title>{escape(game.name)}, after {match.ply} turns</title>"
    size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    return Picture(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{title}{"".join(shapes)}</svg>')


def _mark(x: float, y: float, mark: Mark, occupied: bool) -> list[str]:
    """A dot for a square to land on, a ring round a piece to capture, a cross for a barred square."""
    if mark == "barred":
        cross = f"M{x - 9:g} {y - 9:g}l18 18m0 -18l-18 18"
        return [f'<path d="{cross}" stroke="{COLOURS["barred"]}" stroke-width="4" stroke-linecap="round"/>']
    if occupied and mark in ("target", "jumped"):
        return [f'<circle cx="{x:g}" cy="{y:g}" r="21" fill="none" stroke="{COLOURS["mark"]}" stroke-width="4"/>']
    return [f'<circle cx="{x:g}" cy="{y:g}" r="8" fill="{COLOURS["mark"]}"/>'] if mark == "target" else []


def _piece(x: float, y: float, letter: str) -> list[str]:
    """A disc, with a crown for a king."""
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

"""Marks for a diagram: the moves of a piece, what it captures, what bars its way, and the last move.

The notation is that of the document "Rock": `*w*` the piece, `* *` a square where it can land, `*b*` one with an
enemy piece that it captures there, `> <` a square that it could reach if another piece or move did not prevent it. A
piece that it captures by jumping over it is `xbx`. The last move is `( )` where it came from, `(w)` where it ended
and `x x` where it captured.
"""

from collections.abc import Mapping
from typing import Literal

from saltus.core.game import SIDE_NAMES, SIDES, Game
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
"""The signs left and right of a marked square in a text diagram."""


BARRING = frozenset(
    {
        "blocked",
        "capture-compulsory",
        "capture-most",
        "capture-with-king",
        "capture-most-kings",
        "capture-king-first",
    }
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

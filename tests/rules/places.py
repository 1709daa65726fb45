"""Positions written as squares: what the tests of the two draughts games share."""

from saltus.board import every_square
from saltus.game import Game, Move, Position


def at(game: Game, side: str, w: str = "", b: str = "", W: str = "", B: str = "") -> Position:  # noqa: N803
    """The position with men on the squares `w` and `b`, kings on `W` and `B`, as `position` reads it."""
    letters = {name: letter for letter, names in zip("wbWB", (w, b, W, B), strict=True) for name in names.split()}
    text = "".join(letters.get(name, ".") for name in every_square(8, 8))
    return game.position([text[at : at + 8] for at in range(0, 64, 8)], side)


def texts(moves: list[Move]) -> list[str]:
    """Each move as its path, `c3-e5`, sorted."""
    return sorted("-".join(move.path) for move in moves)


def after(game: Game, position: Position, text: str) -> Position:
    """The position after the legal move along the path `text`."""
    move = game.find(position, text.split("-"))
    assert move is not None, f"{text} is not legal"
    return game.play(position, move)


def rotated(name: str) -> str:
    """Where a turn of the 8x8 board by 180° takes a square."""
    names = every_square(8, 8)
    return names[-1 - names.index(name)]

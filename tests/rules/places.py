"""Positions written as squares: what the tests of the two draughts games share."""

from saltus.board import Board, every_square
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
    """The square that a turn of the board by 180° brings here."""
    return every_square(8, 8)[63 - every_square(8, 8).index(name)]


def reversed_colours(board: Board, position: Position) -> Position:
    """The same position seen by the other player: the board turned by 180°, the colours exchanged."""
    white, black, kings = (board.mask(map(rotated, board.names(bits))) for bits in position[:3])
    return black, white, kings, 1 - position[3]

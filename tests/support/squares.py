"""Positions written as squares: what the tests of the two draughts games share."""

from itertools import pairwise

from saltus.core.board import every_square
from saltus.core.game import Game, Move, Position


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


def is_step_or_capture(move: Move) -> bool:
    """Whether the move is one diagonal step, or diagonal jumps over just the squares it captures, each once."""
    hops = [(ord(there[0]) - ord(here[0]), int(there[1]) - int(here[1])) for here, there in pairwise(move.path)]
    if not move.captured:
        return len(hops) == 1 and all(abs(part) == 1 for part in hops[0])
    between = tuple(
        f"{chr(ord(here[0]) + across // 2)}{int(here[1]) + up // 2}"
        for here, (across, up) in zip(move.path, hops, strict=False)
    )
    jumps = all(abs(part) == 2 for hop in hops for part in hop)
    return jumps and between == move.captured and len(set(between)) == len(between)


def rotated(name: str) -> str:
    """Where a turn of the 8x8 board by 180° takes a square."""
    names = every_square(8, 8)
    return names[-1 - names.index(name)]

"""The tables of solved endings, and positions to try them on."""

from collections.abc import Iterator
from random import Random

from saltus.core.game import Game, Position
from saltus.games import load
from saltus.tablebase.base import Endings
from workshop.solve import endings as draughts
from workshop.solve import roman

DRAUGHTS = ["english", "italian"]
EVERY = [*DRAUGHTS, "roman"]


def known(key: str) -> Endings:
    """The tablebase of a game."""
    found = load(key).knowledge()
    assert isinstance(found, Endings)
    return found


TABLES = {key: known(key) for key in EVERY}


def drawn(game: Game, seed: int, count: int, fewest: int = 2) -> Iterator[Position]:
    """Random positions as the workshop draws them, not over."""
    choose = Random(seed)
    while count:
        if game.key == "roman":
            position = roman.drawn(choose, choose.randint(fewest, 5))
        else:
            position = draughts.drawn(game, choose, fewest)
        if game.moves(position):
            count -= 1
            yield position


def start(game: Game) -> Position:
    """The starting position, or one of them."""
    return game.start(seed=1 if game.setups[0].seeded else None)


def opposite(game: Game, position: Position) -> Position:
    """The board turned by half, with the colours changed."""
    last = game.board.full.bit_length() - 1

    def turned(bits: int) -> int:
        return sum(1 << last - bit for bit in range(last + 1) if bits >> bit & 1)

    white, black, kings, side = position
    return turned(black), turned(white), turned(kings), 1 - side


def best_after(table: Endings, position: Position) -> int:
    """The best of the values after `position`, a ply farther from the end."""
    scores = [-table.score(table.game.play(position, move)) for move in table.game.moves(position)]
    return max(score - (score > 0) + (score < 0) for score in scores)

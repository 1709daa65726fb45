"""What an exchange comes to: captures played out to their end, and nothing but captures; and what a line comes to."""

from collections.abc import Sequence
from typing import NamedTuple

from saltus.core.game import Game, Move, Position
from saltus.match.tree import Node

MAX_POSITIONS = 1_500  # The most positions that are counted for all questions about one move together.
MAX_SHORTER, MAX_LONGER = 2, 5  # How many moves shorter or longer than asked for a shown line may be.
MOST = 99  # More than any exchange is worth.


class Exchange(NamedTuple):
    """The best result that captures alone give the side to move."""

    gain: int  # Pieces taken minus pieces lost; negative where captures are compulsory and the opponent takes more.
    line: tuple[Move, ...]  # The captures; empty where none is worth making.


class TooLongError(Exception):
    """There are too many captures to count them all."""


class Exchanges:
    """Counts the exchanges of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[Position, Exchange] = {}
        self._left = MAX_POSITIONS

    def of(self, position: Position) -> Exchange:
        """The exchange that the side to move can begin. It may leave it where captures are optional. Raises
        TooLongError."""
        if position not in self._known:
            self._known[position] = self._best(position, -MOST, MOST)
        return self._known[position]

    def loses(self, position: Position, move: Move) -> bool:
        """Whether the captures that follow cost the mover more pieces than it takes. Raises TooLongError."""
        taken = len(move.captured)
        return self._best(self.game.play(position, move), taken, taken + 1).gain > taken

    def wins(self, position: Position, move: Move) -> bool:
        """Whether a capture and what follows win the mover more pieces than it loses. Raises TooLongError."""
        taken = len(move.captured)
        return self._best(self.game.play(position, move), taken - 1, taken).gain < taken

    def _best(self, position: Position, low: int, high: int) -> Exchange:
        """Alpha-beta: exact between `low` and `high`, else a bound on the same side of both."""
        self._left -= 1
        if self._left < 0:
            raise TooLongError
        captures = self.game.noisy_moves(position)
        best = None if captures and self.game.must_capture else Exchange(0, ())
        for move in sorted(captures, key=lambda move: -len(move.captured)):
            if best is not None and best.gain >= high:
                break
            taken = len(move.captured)
            floor = low if best is None else max(low, best.gain)
            reply = self._best(self.game.play(position, move), taken - high, taken - floor)
            if best is None or taken - reply.gain > best.gain:
                best = Exchange(taken - reply.gain, (move, *reply.line))
        assert best is not None
        return best


def reached(game: Game, position: Position, moves: Sequence[Move]) -> Position:
    """The position after a line."""
    for move in moves:
        position = game.play(position, move)
    return position


def lead(position: Position, side: int) -> int:
    """How many more pieces than the opponent a side has, 0 for White."""
    white, black, _, _ = position
    ahead = white.bit_count() - black.bit_count()
    return -ahead if side else ahead


def material_deficit(node: Node) -> int:
    """How many more pieces the opponent of the side to move has taken in the chain of captures that led to this
    node."""
    count, sign, here = 0, 1, node
    while here.move is not None and here.move.captured and here.parent is not None:
        count, sign, here = count + sign * len(here.move.captured), -sign, here.parent
    return max(0, count)


def display_line(game: Game, position: Position, moves: Sequence[Move], most: int) -> Sequence[Move]:
    """What is shown of a line: about `most` moves. Where pieces decide a game, it stops in a quiet position, if
    possible with the same lead as at its end; otherwise it would seem to win or lose pieces."""
    if len(moves) <= most or not game.material:
        return moves[:most]
    quiet = {at: one for at, one in enumerate(leads(game, position, moves, 0), 1) if one is not None}
    end = quiet[max(quiet)] if quiet else None
    near = [at for at in quiet if most - MAX_SHORTER <= at <= most + MAX_LONGER]
    stops = [at for at in near if quiet[at] == end] or near or [most]
    return moves[: min(stops, key=lambda at: (abs(at - most), -at))]


def leads(game: Game, position: Position, moves: Sequence[Move], side: int) -> list[int | None]:
    """The lead after each move of a line; None where the side to move can capture."""
    found = []
    for move in moves:
        position = game.play(position, move)
        found.append(None if game.noisy_moves(position) else lead(position, side))
    return found


def settled(game: Game, position: Position, moves: Sequence[Move], side: int) -> int | None:
    """The lead at the last quiet position of a line (where the side to move cannot capture). None if the line has
    none."""
    return last(leads(game, position, moves, side))


def kept_from(counts: Sequence[int | None], least: int) -> int:
    """After how many moves the lead is at least this large and stays so; 0 if it never does."""
    found = 0
    for at, one in enumerate(counts, 1):
        if one is not None:
            found = (found or at) if one >= least else 0
    return found


def last(counts: Sequence[int | None]) -> int | None:
    """The last known value; None if there is none."""
    return next((one for one in reversed(counts) if one is not None), None)

"""Ten playing strengths, from beginner to full strength.

A weak level is the same search with human weaknesses. It looks few moves ahead and runs out of nodes early; it stops
in the middle of an exchange; it overlooks quiet moves, its own and its opponent's, but seldom captures; it overvalues
material; and its evaluation is noisy. All of this is done to the game as the search sees it (`HandicappedGame`), so
the search itself knows nothing of levels. What is overlooked and misjudged depends only on the position and a seed:
the same player always sees the same position in the same way.

Level 10 has no handicap and uses all the time that it is given.
"""

from collections.abc import Sequence
from typing import NamedTuple

from saltus.core.game import Game, Move, Position
from saltus.core.resources import text_beside
from saltus.core.rng import splitmix64

FULL = 10  # The level of full strength; the weakest is 1.


class Level(NamedTuple):
    """The handicaps of one level. Calibrated by a round robin (`py/workshop/match/ladder.py`)."""

    depth: int  # Maximum search depth in plies.
    nodes: int  # Maximum search nodes.
    blindness: int  # Percentage of quiet moves that are overlooked.
    noise: int  # Maximum evaluation error, in centipieces.
    material_bias: int  # How much a piece is overvalued, in centipieces.
    exchanges: bool  # Whether captures are played out at the leaves (quiescence search).


class Strength(NamedTuple):
    """How much stronger a level is than the first, in rating points, and the 95 % margin of that."""

    above: int
    margin: int


def _read() -> tuple[dict[str, tuple[Level, ...]], dict[str, tuple[Strength, ...]]]:
    """The tables of `levels.txt`, where # begins a comment and each table the key of its game."""
    ladders, strengths = {}, {}
    lines = (line for line in text_beside(__file__, "levels.txt").splitlines() if line[:1] != "#")
    for table in "\n".join(lines).strip().split("\n\n"):
        key, *levels = table.split("\n")
        rows = [line.split() for line in levels]
        ladders[key] = tuple(Level._make((*map(int, row[:5]), row[5] == "1")) for row in rows[:-1])
        strengths[key] = tuple(Strength(*map(int, row[6:])) for row in rows)
    return ladders, strengths


LADDERS, STRENGTHS = _read()
"""By game, the handicaps of levels 1 to 9, and the strengths of all ten. A game whose levels were never measured has
neither."""


def ladder(game: Game) -> tuple[Level, ...]:
    """Levels 1 to 9 of `game`, weakest first; those of English checkers if it has none of its own."""
    return LADDERS.get(game.key, LADDERS["english"])


class HandicappedGame:
    """A game as a player of some level sees it: the search's view of a game, made worse."""

    def __init__(self, game: Game, level: Level, seed: int) -> None:
        self.game, self.level, self.seed = game, level, seed
        self.men_retreat = game.men_retreat
        self.pruning_margins = None
        self.must_capture = game.must_capture and level.exchanges
        self.longest = game.longest
        self.repetitions = game.repetitions
        self.quiet_limit = game.quiet_limit
        self.play = game.play
        self.decided = game.decided
        self.result = game.result
        self.margin = game.margin
        self.progress = game.progress
        self.counting = game.counting

    def moves(self, position: Position) -> list[Move]:
        """The moves that are seen: all captures and crownings, most of the others."""
        moves = self.game.moves(position)
        if len(moves) < 3:
            return moves
        base, blindness = self._mood(position), self.level.blindness
        return [
            move for move in moves if move.taken or move.crowns or _mix(base ^ move.shift) % 100 >= blindness
        ] or moves[:1]

    def order_scores(self, position: Position, moves: Sequence[Move]) -> None:
        """None: the levels were calibrated with captures searched first."""

    def noisy_moves(self, position: Position) -> list[Move]:
        """The captures to play out in quiescence search."""
        return self.game.noisy_moves(position) if self.level.exchanges else []

    def evaluate(self, position: Position) -> int:
        """The game's evaluation plus material bias and noise."""
        white, black, _, side = position
        material_bias, noise = self.level.material_bias, self.level.noise
        lead = white.bit_count() - black.bit_count()
        chance = _mix(self._mood(position)) % (2 * noise + 1) - noise
        return self.game.evaluate(position) + material_bias * (-lead if side else lead) + chance

    def static_eval_if_quiet(self, position: Position) -> None:
        """No fast path at this level."""

    def _mood(self, position: Position) -> int:
        white, black, kings, side = position
        return _mix(white) ^ _mix(black + 1) ^ _mix(kings + 2) ^ self.seed + side


def _mix(number: int) -> int:
    """A fixed pseudorandom 64-bit number for `number`."""
    return next(splitmix64(number))

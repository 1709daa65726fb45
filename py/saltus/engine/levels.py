"""Ten playing strengths, from beginner to full strength.

A weak level is the same search with human weaknesses. It looks few moves ahead and runs out of nodes early; it stops
in the middle of an exchange; it overlooks quiet moves, its own and its opponent's, but seldom captures; it overvalues
material; and its evaluation is noisy. All of this is done to the game as the search sees it (`HandicappedGame`), so
the search itself knows nothing of levels. What is overlooked and misjudged depends only on the position and a seed:
the same player always sees the same position in the same way.

Level 10 has no handicap and uses all the time that it is given.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from saltus.core.game import Game, Move, Position
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


DRAUGHTS = (
    Level(depth=1, nodes=300, blindness=25, noise=60, material_bias=40, exchanges=False),
    Level(depth=1, nodes=500, blindness=55, noise=130, material_bias=60, exchanges=True),
    Level(depth=1, nodes=500, blindness=30, noise=60, material_bias=40, exchanges=True),
    Level(depth=2, nodes=700, blindness=25, noise=50, material_bias=30, exchanges=True),
    Level(depth=3, nodes=1_500, blindness=25, noise=46, material_bias=20, exchanges=True),
    Level(depth=3, nodes=1_800, blindness=12, noise=24, material_bias=15, exchanges=True),
    Level(depth=4, nodes=6_000, blindness=8, noise=16, material_bias=10, exchanges=True),
    Level(depth=5, nodes=16_000, blindness=3, noise=8, material_bias=4, exchanges=True),
    Level(depth=7, nodes=32_000, blindness=2, noise=5, material_bias=0, exchanges=True),
)
"""For games with captures by jumping: quiet moves are overlooked, and a beginner sees no exchange."""
ROMAN = (
    DRAUGHTS[0],
    Level(depth=1, nodes=500, blindness=88, noise=300, material_bias=60, exchanges=True),
    Level(depth=1, nodes=500, blindness=81, noise=258, material_bias=60, exchanges=True),
    Level(depth=1, nodes=500, blindness=69, noise=195, material_bias=55, exchanges=True),
    Level(depth=1, nodes=500, blindness=56, noise=138, material_bias=50, exchanges=True),
    Level(depth=2, nodes=700, blindness=54, noise=115, material_bias=45, exchanges=True),
    Level(depth=2, nodes=700, blindness=39, noise=77, material_bias=40, exchanges=True),
    Level(depth=2, nodes=700, blindness=26, noise=52, material_bias=30, exchanges=True),
    Level(depth=2, nodes=700, blindness=16, noise=37, material_bias=20, exchanges=True),
)
"""There are no men that must go forward, and captures are optional: an overlooked move seldom costs much, and a
player who sees three plies ahead seldom loses. So no level does; blindness and noise tell them apart."""
ROCK = (
    Level(depth=1, nodes=300, blindness=60, noise=180, material_bias=0, exchanges=False),
    Level(depth=1, nodes=500, blindness=48, noise=130, material_bias=0, exchanges=True),
    Level(depth=1, nodes=500, blindness=36, noise=80, material_bias=0, exchanges=True),
    Level(depth=1, nodes=500, blindness=20, noise=40, material_bias=0, exchanges=True),
    Level(depth=2, nodes=1_000, blindness=29, noise=48, material_bias=0, exchanges=True),
    Level(depth=3, nodes=3_000, blindness=22, noise=34, material_bias=0, exchanges=True),
    Level(depth=3, nodes=6_000, blindness=11, noise=18, material_bias=0, exchanges=True),
    Level(depth=4, nodes=12_000, blindness=15, noise=22, material_bias=0, exchanges=True),
    Level(depth=4, nodes=16_000, blindness=1, noise=2, material_bias=0, exchanges=True),
)
"""Material counts for little and exchanges are rare: what is overlooked is where a piece can go."""
GAMBIT = (
    Level(depth=1, nodes=100, blindness=0, noise=800, material_bias=60, exchanges=True),
    Level(depth=1, nodes=200, blindness=0, noise=200, material_bias=40, exchanges=True),
    Level(depth=2, nodes=700, blindness=0, noise=600, material_bias=30, exchanges=True),
    Level(depth=2, nodes=700, blindness=0, noise=250, material_bias=30, exchanges=True),
    Level(depth=3, nodes=1_500, blindness=0, noise=250, material_bias=20, exchanges=True),
    Level(depth=3, nodes=1_500, blindness=0, noise=40, material_bias=10, exchanges=True),
    Level(depth=4, nodes=4_000, blindness=0, noise=500, material_bias=10, exchanges=True),
    Level(depth=5, nodes=8_000, blindness=0, noise=600, material_bias=0, exchanges=True),
    Level(depth=5, nodes=8_000, blindness=0, noise=60, material_bias=0, exchanges=True),
)
"""Every move captures, so none is overlooked: depth is what counts. Lines that reach the end of the game are scored
correctly, so noise must be large to matter."""

LADDERS: Mapping[str, tuple[Level, ...]] = {
    "english": DRAUGHTS,
    "italian": DRAUGHTS,
    "roman": ROMAN,
    "rock": ROCK,
    "gambit": GAMBIT,
}


def ladder(game: Game) -> tuple[Level, ...]:
    """Levels 1 to 9 of `game`, weakest first."""
    return LADDERS.get(game.key, DRAUGHTS)


class HandicappedGame:
    """A game as a player of some level sees it: the search's view of a game, made worse."""

    def __init__(self, game: Game, level: Level, seed: int) -> None:
        self.game, self.level, self.seed = game, level, seed
        self.has_kings = game.has_kings
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

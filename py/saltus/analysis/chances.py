"""Winning chances: what a score says of the result, and what it is called when a turn loses some of them.

A score counts pieces, and a piece more is worth little where the game is decided and much where it is even. So turns
are judged by the points that they cost the mover, a win being 1 and a draw 0.5: the logistic of the score, its scale
fitted for each game to results (`workshop.learn.chances`; in Roman Solitaire, where most are draws whoever was ahead,
to those that were not). The page's bar and its graph, and `saltus analyse`, all use it.
"""

from collections.abc import Sequence
from math import exp

from saltus.core.game import Game
from saltus.core.score import WON
from saltus.data.chances import SCALES

SCALE = 110
"""For a game to which nothing has been fitted: about the middle of those that have."""

INACCURACY, MISTAKE, BLUNDER = 0.06, 0.12, 0.20
"""From such a loss of chances on, a turn gets a mark. From an even position a piece is worth about the last of them,
half a piece the second; less than the first is what two searches of the same position may differ by."""
MARKS = (("??", BLUNDER), ("?", MISTAKE), ("?!", INACCURACY))

HALVING = 0.15
"""The loss of chances that is half as accurate as none. It puts the marks at 76, 57 and 40 of a hundred, near to
where lichess's formula has them, `103.1668 exp(-4.354 loss) - 3.1669` (lichess.org/page/accuracy), and needs one
number."""


def scale(game: Game) -> int:
    """The score at which a side of `game` gets 73 of 100 points."""
    return SCALES.get(game.key, SCALE)


def chance(game: Game, score: int) -> float:
    """What the side that `score` is for may expect to get, from 0 for a loss to 1 for a win."""
    if abs(score) >= WON:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + exp(-score / scale(game)))


def mark(loss: float) -> str:
    """`?!`, `?` or `??` for a turn that cost so much, or nothing."""
    return next((glyph for glyph, least in MARKS if loss >= least), "")


def accuracy(losses: Sequence[float]) -> float | None:
    """How well a side has played whose turns cost so much: 100 if none cost anything; None without a turn.

    Each turn is worth 100, halved with every `HALVING` that it cost, and all count alike. Whoever calls leaves out
    the turns that had to be played: in games of forced captures they would praise both sides for obeying.
    """
    if not losses:
        return None
    return 100 * sum(2 ** (-loss / HALVING) for loss in losses) / len(losses)

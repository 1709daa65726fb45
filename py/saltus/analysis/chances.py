"""Winning chances: the expected result for a score, and the marks for turns that lose part of it.

A score counts pieces, but an extra piece means little in a decided game and much in an even one. So turns are judged
by the expected points that they cost the mover (win 1, draw 0.5). The expected points are the logistic function of
the score, with a scale fitted to the results of each game (`workshop.learn.chances`). For Roman Solitaire only
decisive games were used, because most games end in a draw whoever is ahead. The page's evaluation bar and graph and
`saltus analyse` use these chances.
"""

from collections.abc import Sequence
from math import exp
from typing import Literal, TypeAlias

from saltus.core.game import Game
from saltus.core.score import WON
from saltus.data.chances import SCALES

DEFAULT_SCALE = 110
"""The scale for a game without a fitted one: about the middle of the fitted scales."""

Mark: TypeAlias = Literal["?!", "?", "??"]
"""The mark for an inaccuracy, a mistake and a blunder."""

INACCURACY, MISTAKE, BLUNDER = 0.06, 0.12, 0.20
"""The smallest loss of chances for each mark. From an even position a piece is worth about a blunder, half a piece a
mistake; two searches of the same position may differ by less than an inaccuracy."""
MARKS: tuple[tuple[Mark, float], ...] = (("??", BLUNDER), ("?", MISTAKE), ("?!", INACCURACY))

HALF_ACCURACY_LOSS = 0.15
"""The loss of chances that halves a turn's accuracy. It puts the marks at 76, 57 and 40 out of 100, close to
lichess's formula `103.1668 exp(-4.354 loss) - 3.1669` (lichess.org/page/accuracy), with a single parameter."""


def scale(game: Game) -> int:
    """The score at which the chances of a side of `game` are 0.73, or 1 / (1 + 1/e)."""
    return SCALES.get(game.key, DEFAULT_SCALE)


def chance(game: Game, score: int) -> float:
    """The expected points for the side that `score` is for, from 0 for a loss to 1 for a win."""
    if abs(score) >= WON:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + exp(-score / scale(game)))


def mark(loss: float) -> Mark | Literal[""]:
    """The mark for a turn that cost `loss`: `?!`, `?`, `??`, or empty."""
    return next((glyph for glyph, least in MARKS if loss >= least), "")


def accuracy(losses: Sequence[float]) -> float | None:
    """The accuracy of a side whose turns cost `losses`: 100 if none cost anything; None without a turn.

    It is the mean over the turns of 100, halved for every `HALF_ACCURACY_LOSS` that the turn cost. The caller leaves
    out forced turns: in games with compulsory captures they would raise both sides' accuracy.
    """
    if not losses:
        return None
    return 100 * sum(2 ** (-loss / HALF_ACCURACY_LOSS) for loss in losses) / len(losses)

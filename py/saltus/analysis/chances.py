"""Winning chances and worth: what a score means for the result, the marks of turns, and how accurate a side was.

A score counts pieces, but an extra piece means little in a decided game and much in an even one. So turns are judged
by the expected points that they cost the mover (win 1, draw 0.5). The expected points are the logistic function of
the score, with a scale fitted to the results of each game (`workshop.learn.chances`). For Roman Solitaire only
decisive games were used, because most games end in a draw whoever is ahead. The page's evaluation bar and graph and
`saltus analyse` use these chances.

Chances hardly change in a decided game, where a side can still play well or badly. Accuracy therefore counts in
`worth`, which equals the chances around an even position and goes on growing beyond. It is the share that a side
has kept of what was at stake: 100 if every move was the best, about 0 if the moves were no better than moves drawn
by lot.
"""

from collections.abc import Iterable
from math import exp
from typing import Literal, TypeAlias

from saltus.core.game import Game
from saltus.core.score import WIN, WON
from saltus.data.chances import SCALES

DEFAULT_SCALE = 110  # The scale for a game without a fitted one: about the middle of the fitted scales.

Mark: TypeAlias = Literal["?!", "?", "??"]  # The mark for an inaccuracy, a mistake and a blunder.

INACCURACY, MISTAKE, BLUNDER = 0.06, 0.12, 0.20
"""The smallest loss of chances for each mark. From an even position a piece is worth about a blunder, half a piece a
mistake; two searches of the same position may differ by less than an inaccuracy."""
MARKS: tuple[tuple[Mark, float], ...] = (("??", BLUNDER), ("?", MISTAKE), ("?!", INACCURACY))
MAX_EVEN_CHANCE, WINNING_CHANCE = 0.65, 0.8
"""A position is even where neither side has a greater chance than the first; with the second, a side is winning. A
turn that leaves an even position even, or a side winning that was, changes nothing, and the searches of a review,
which are short, find many that longer ones do not confirm: it is an inaccuracy, or a mistake if it cost a piece's
worth of chances."""
UNCHANGED_MARKS: tuple[tuple[Mark, float], ...] = (("?", BLUNDER), ("?!", INACCURACY))
NOISE = INACCURACY  # A smaller loss of worth counts as none: two searches of a position may differ by this much.
MOST_BY_ONE_MOVE = 25
"""The most that one move may contribute to an accuracy. Otherwise the accuracy measures that move alone, as in a
quiet game with one blunder."""
HALF_WORTH_SCALES = 8  # An evaluation of this many scales, about eight pieces, has half of the greatest worth.
NEAR_WIN_PLIES = 10
"""A distant forced win counts as much as that evaluation, and up to twice the scales as it comes nearer: half of the
surplus at this many plies. So it matters little whether a search has just found a win or only a great lead."""


def scale(game: Game) -> int:
    """The score at which the chances of a side of `game` are 0.73, or 1 / (1 + 1/e)."""
    return SCALES.get(game.key, DEFAULT_SCALE)


def chance(game: Game, score: int) -> float:
    """The expected points for the side that `score` is for, from 0 for a loss to 1 for a win."""
    if abs(score) >= WON:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + exp(-score / scale(game)))


def is_even(share: float) -> bool:
    """Whether a position with these chances is called even."""
    return max(share, 1 - share) < MAX_EVEN_CHANCE


def standing(share: float) -> Literal["winning", "better", "even", "worse", "losing"]:
    """What a side with these chances is."""
    if is_even(share):
        return "even"
    if share > 1 / 2:
        return "winning" if share >= WINNING_CHANCE else "better"
    return "losing" if 1 - share >= WINNING_CHANCE else "worse"


def mark(before: float, loss: float) -> Mark | Literal[""]:
    """The mark for a turn that cost `loss` of the chances `before` it: `?!`, `?`, `??`, or empty."""
    is_unchanged = standing(before) == standing(before - loss) in ("winning", "even", "losing")
    marks = UNCHANGED_MARKS if is_unchanged else MARKS
    return next((glyph for glyph, least in marks if loss >= least), "")


def worth(game: Game, score: int) -> float:
    """What a score is worth to the side that it is for: 0 if even, and less than 2 for a win. Near 0 it rises as
    `chance` does, a quarter for each `scale`. It flattens much later, so that a piece still counts in a decided game,
    and so do the plies to a forced win."""
    scales = abs(score) / scale(game)
    if abs(score) >= WON:
        scales = HALF_WORTH_SCALES * (1 + NEAR_WIN_PLIES / (NEAR_WIN_PLIES + WIN - abs(score)))
    found = HALF_WORTH_SCALES / 4 * scales / (HALF_WORTH_SCALES + scales)
    return found if score > 0 else -found


def beyond_noise(loss: float) -> float:
    """A loss of worth, or 0 if it is within the noise of the search."""
    return loss if loss >= NOISE else 0.0


def accuracy(turns: Iterable[tuple[float, float]]) -> float | None:
    """The accuracy of a side, 0 to 100: the share that it kept of what was at stake. `turns` has, for each turn with
    a choice, the worth that it lost and the worth that a random legal move loses on average. Both are summed over the
    game, so that a turn weighs as much as depended on it. None if nothing was at stake, or so little that one move
    decides the accuracy."""
    losses, stakes = [], 0.0
    for loss, stake in turns:
        losses.append(loss)
        stakes += stake
    if not stakes:
        return None

    def kept(lost: float) -> float:
        return 100 * max(0.0, 1 - lost / stakes)

    found = kept(sum(losses))
    return found if kept(sum(losses) - max(losses)) - found <= MOST_BY_ONE_MOVE else None

"""The softmax draw: better moves are likelier, and a temperature says how much.

The score of a move is its logit: the probability of a move is proportional to exp(score / temperature), both in
centipieces. Of two moves, one 100 centipieces (a piece) better than the other, the better one is drawn e = 2.7 times
as often at temperature 100, and 22,000 times as often at temperature 10.
"""

from collections.abc import Sequence
from math import exp, isfinite

from saltus.core.rng import splitmix64

MAX_TEMPERATURE = 1_000_000.0
"""In centipieces: there every move is about equally likely, unless it wins or loses by force."""


def check_temperature(temperature: float) -> None:
    """Raises ValueError unless this is a temperature: 0 to `MAX_TEMPERATURE` centipieces."""
    if not isfinite(temperature) or not 0 <= temperature <= MAX_TEMPERATURE:
        raise ValueError(
            f"a temperature is a number of centipieces from 0 to {MAX_TEMPERATURE:.0f}, not {temperature!r:.40}"
        )


def probabilities(scores: Sequence[int], temperature: float) -> list[float]:
    """The probability of each move; at temperature 0 the first of the best moves is certain."""
    check_temperature(temperature)
    best = max(scores)
    if temperature == 0:
        first = scores.index(best)
        return [float(at == first) for at in range(len(scores))]
    # The best score is subtracted so that no power overflows.
    weights = [exp((score - best) / temperature) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]


def drawn(scores: Sequence[int], temperature: float, seed: int) -> int:
    """The number of the move that `seed` draws, counted from 0: the same on every machine."""
    point = next(splitmix64(seed)) / 2**64
    shares = probabilities(scores, temperature)
    for at, share in enumerate(shares):
        point -= share
        if point < 0:
            return at
    return shares.index(max(shares))  # all shares together may be a rounding error less than 1

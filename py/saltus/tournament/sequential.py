"""A sequential test: is the first player stronger by some Elo points, or not at all?

The generalised sequential probability ratio test on the results of pairs of games (normal approximation, as in
Van den Bergh, "The generalized sequential probability ratio test for nested hypotheses", 2019), with error rates of
5 % each.
"""

from math import log
from typing import Literal

from saltus.tournament.ratings import Pairing

BOUND = log(0.95 / 0.05)
"""The test ends when the logarithm of the likelihood ratio reaches this, up or down."""
VARIANCE_PRIOR = 0.25
"""Added to the squared deviations of the pairs, so that a few equal results do not look like certainty."""


def expected(elo: float) -> float:
    """The share of the points that a lead of `elo` brings."""
    return 1 / (1 + 10 ** (-elo / 400))


def log_likelihood_ratio(pairing: Pairing, gain: float) -> float:
    """The logarithm of how much likelier the results are if the first player is `gain` Elo stronger than if equal."""
    shares = [sum(pair) / 2 for pair in pairing.pairs]
    count, mean = len(shares), sum(shares) / len(shares)
    variance = (sum((share - mean) ** 2 for share in shares) + VARIANCE_PRIOR) / count
    low, high = expected(0), expected(gain)
    return count * (high - low) * (2 * mean - low - high) / (2 * variance)


def verdict(pairing: Pairing, gain: float) -> Literal["stronger", "not stronger"] | None:
    """The result of the test; None while it is open."""
    ratio = log_likelihood_ratio(pairing, gain)
    return "stronger" if ratio >= BOUND else "not stronger" if ratio <= -BOUND else None

"""Scores, ratings and error margins of players who met in pairs of games."""

from collections.abc import Sequence
from math import inf, log, log10, sqrt
from random import Random
from typing import Literal, NamedTuple

RESAMPLES = 200  # The number of bootstrap samples for the margins of ratings.
MM_ITERATIONS = 60  # Iterations of the rating fit. More change ratings in typical tournaments by less than 0.1 Elo.


class Pairing(NamedTuple):
    """The results of two players against each other: the first one's points (0, ½, 1), two games per pair."""

    first: str
    second: str
    pairs: tuple[tuple[float, float], ...]

    def count(self, points: float) -> int:
        """The number of games in which the first player got `points`."""
        return sum(pair.count(points) for pair in self.pairs)

    @property
    def score(self) -> float:
        """The first player's share of the points, 0 to 1."""
        return sum(map(sum, self.pairs)) / (2 * len(self.pairs))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the score. The two games of a pair are not independent, so the pair is the
        unit. One pair won and one lost are added (Agresti and Coull, "Approximate is better than 'exact'", The
        American Statistician 52, 1998), so that a few equal results do not give an interval of zero width."""
        shares = [0.0, 1.0, *(sum(pair) / 2 for pair in self.pairs)]
        mean = sum(shares) / len(shares)
        variance = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
        error = 1.96 * sqrt(variance / len(shares))
        return max(0.0, mean - error), min(1.0, mean + error)


def elo(score: float) -> float:
    """The rating difference for an expected score."""
    if score in (0, 1):
        return inf if score else -inf
    return 400 * log10(score / (1 - score))


class Standing(NamedTuple):
    """A player's Elo rating (the mean of all players is 0) with its 95 % confidence interval."""

    name: str
    elo: float
    low: float
    high: float
    points: float
    games: int


def standings(pairings: Sequence[Pairing]) -> list[Standing]:
    """The players by rating, the best first. Ratings use the Bradley-Terry model with a draw as half a win, and with
    one even pair added to each pairing so that they stay finite. The margins are bootstrapped: pairs are resampled
    with replacement, with a fixed random seed."""
    mean = _ratings(pairings)
    chance = Random(0)
    drawn = []
    for _ in range(RESAMPLES):
        again = [one._replace(pairs=tuple(chance.choices(one.pairs, k=len(one.pairs)))) for one in pairings]
        drawn.append(_ratings(again))
    found = []
    for name in mean:
        spread = sorted(ratings[name] for ratings in drawn)
        points = sum(
            sum(pair) if name == pairing.first else 2 - sum(pair)
            for pairing in pairings
            if name in pairing[:2]
            for pair in pairing.pairs
        )
        games = sum(2 * len(pairing.pairs) for pairing in pairings if name in pairing[:2])
        low, high = spread[int(0.025 * RESAMPLES)], spread[int(0.975 * RESAMPLES)]
        found.append(Standing(name, mean[name], low, high, points, games))
    return sorted(found, key=lambda standing: standing.elo, reverse=True)


def _ratings(pairings: Sequence[Pairing]) -> dict[str, float]:
    """The maximum-likelihood ratings (Hunter, "MM algorithms for generalized Bradley-Terry models")."""
    names = list(dict.fromkeys(name for pairing in pairings for name in pairing[:2]))
    points = dict.fromkeys(names, 0.0)
    games = [(pairing.first, pairing.second, 2 * len(pairing.pairs) + 2) for pairing in pairings]
    for pairing in pairings:
        gained = sum(map(sum, pairing.pairs)) + 1
        points[pairing.first] += gained
        points[pairing.second] += 2 * len(pairing.pairs) + 2 - gained
    strength = dict.fromkeys(names, 1.0)
    for _ in range(MM_ITERATIONS):
        met = dict.fromkeys(names, 0.0)
        for first, second, count in games:
            share = count / (strength[first] + strength[second])
            met[first] += share
            met[second] += share
        strength = {name: points[name] / met[name] for name in names}
        mean = sum(map(log10, strength.values())) / len(names)
        strength = {name: value / 10**mean for name, value in strength.items()}
    return {name: 400 * log10(value) for name, value in strength.items()}


def ranking(pairings: Sequence[Pairing]) -> list[str]:
    """The lines of the table of standings."""
    lines = [f"{'':>3} {'player':<24}{'Elo':>7}  {'95 %':<18}{'points':>8}{'games':>7}"]
    for place, each in enumerate(standings(pairings), 1):
        margin = f"{each.low:+.0f} to {each.high:+.0f}"
        lines.append(f"{place:>3} {each.name:<24}{each.elo:>+7.0f}  {margin:<18}{each.points:>8g}{each.games:>7}")
    return lines


def summary(pairing: Pairing) -> dict[str, object]:
    """A pairing as JSON; an infinite rating is null."""
    won, drawn, lost = (pairing.count(points) for points in (1, 0.5, 0))
    ratings = [elo(score) for score in (pairing.score, *pairing.interval)]
    return {
        "first": pairing.first,
        "second": pairing.second,
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "score": pairing.score,
        "interval": pairing.interval,
        "elo": [None if abs(rating) == inf else round(rating) for rating in ratings],
    }


def row(pairing: Pairing) -> str:
    low, high = pairing.interval
    won, drawn, lost = (pairing.count(points) for points in (1, 0.5, 0))
    ratings = f"{elo(pairing.score):>+7.0f} ({elo(low):+.0f} to {elo(high):+.0f})"
    return (
        f"{pairing.first + ' v ' + pairing.second:<20}{won + drawn + lost:>6}{won:>6}{drawn:>7}{lost:>6}"
        f"{pairing.score:>8.1%} {f'({low:.1%} to {high:.1%})':<17}{ratings}"
    )


HEAD = f"{'pairing':<20}{'games':>6}{'won':>6}{'drawn':>7}{'lost':>6}{'score':>8} {'(95 %)':<17}{'Elo':>7} (95 %)"

BOUND = log(0.95 / 0.05)  # The test ends when the logarithm of the likelihood ratio reaches this, up or down.
VARIANCE_PRIOR = 0.25  # Added to the pairs' squared deviations: a few equal results are no certainty.


def expected(elo: float) -> float:
    """The share of the points that a lead of `elo` brings."""
    return 1 / (1 + 10 ** (-elo / 400))


def log_likelihood_ratio(pairing: Pairing, gain: float) -> float:
    """The logarithm of how much likelier the results are if the first player is `gain` Elo stronger than if equal.

    The generalised sequential probability ratio test on the results of pairs of games (normal approximation, as in
    Van den Bergh, "The generalized sequential probability ratio test for nested hypotheses", 2019), with error rates
    of 5 % each.
    """
    shares = [sum(pair) / 2 for pair in pairing.pairs]
    count, mean = len(shares), sum(shares) / len(shares)
    variance = (sum((share - mean) ** 2 for share in shares) + VARIANCE_PRIOR) / count
    low, high = expected(0), expected(gain)
    return count * (high - low) * (2 * mean - low - high) / (2 * variance)


def verdict(pairing: Pairing, gain: float) -> Literal["stronger", "not stronger"] | None:
    """The result of the test; None while it is open."""
    ratio = log_likelihood_ratio(pairing, gain)
    return "stronger" if ratio >= BOUND else "not stronger" if ratio <= -BOUND else None

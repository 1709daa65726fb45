"""Engine tournaments: pairs of games from the same opening with sides swapped, with ratings and error margins."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import inf, log10, sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from signal import SIG_IGN, SIGINT, signal
from typing import NamedTuple

from saltus.core.game import Side
from saltus.core.rng import SEED_LIMIT, splitmix64
from saltus.engine.think import Limits, SearchRequest, best
from saltus.engine.tt import TranspositionTable
from saltus.games import load
from saltus.match.match import Match
from saltus.notation.position import read_position

OPENING_PLIES = 4
"""The number of random turns in an opening, unless the start is already random."""
MAX_OPENING_SCORE = 50
"""The largest score, from a short search, of a balanced opening: half a piece."""
OPENING_SEARCH_LIMITS = Limits(nodes=2_000)
"""The limits of that search."""
MAX_OPENING_ATTEMPTS = 40
MAX_GAME_PLIES = 1_000
"""A game of this length is a draw. Games come near it only with house rules switched off."""
RESAMPLES = 200
"""The number of bootstrap samples for the margins of ratings."""
MM_ITERATIONS = 60
"""Iterations of the rating fit. After these, ratings in typical tournaments change by less than 0.1 Elo."""


class Player(NamedTuple):
    """A player in a tournament."""

    name: str
    limits: Limits


class Terms(NamedTuple):
    """The conditions: the game, its options, and the number of random turns in an opening (None: the default).

    Or the openings themselves, as texts of positions, which are then used in turn.
    """

    game: str
    options: dict[str, bool]
    plies: int | None = None
    openings: tuple[str, ...] = ()


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
        """The 95 % confidence interval of the score.

        The two games of a pair are not independent, so the pair is the unit. One pair won and one lost are added
        (Agresti and Coull, "Approximate is better than 'exact'", The American Statistician 52, 1998), so that a
        few equal results do not give an interval of zero width.
        """
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


def opening(terms: Terms, seed: int) -> Match:
    """A match after a few random turns, as balanced as can be found. The same seed gives the same opening."""
    game = load(terms.game, terms.options)
    if terms.openings:
        return Match(game, position=read_position(game, terms.openings[seed % len(terms.openings)]))
    setup = game.setups[0]
    plies = terms.plies if terms.plies is not None else 0 if setup.seeded else OPENING_PLIES
    numbers = splitmix64(seed)
    found: tuple[int, Match] | None = None
    for _ in range(MAX_OPENING_ATTEMPTS):
        match = Match(game, setup.key, next(numbers) % SEED_LIMIT if setup.seeded else None)
        while match.ply < plies and match.legal:
            match.play(match.legal[next(numbers) % len(match.legal)])
        if match.outcome:
            continue
        lead = abs(
            best(SearchRequest(game, match.position, match.past, match.node.quiet), OPENING_SEARCH_LIMITS).score
        )
        if found is None or lead < found[0]:
            found = lead, match
        if lead <= MAX_OPENING_SCORE:
            break
    if found is None:
        raise ValueError(f"{game.name} is over within {plies} turns; take fewer for the openings")
    return found[1]


def play(match: Match, players: dict[Side, Player], seed: int) -> float:
    """Play `match` to its end. Returns White's points. `seed` makes the weaker levels vary from game to game."""
    tables = {side: TranspositionTable() for side in players}
    while match.outcome is None and match.ply < MAX_GAME_PLIES:
        side = match.side
        question = SearchRequest(match.game, match.position, match.past, match.node.quiet, tables[side], seed)
        match.play(best(question, players[side].limits).move)
    winner = match.outcome.winner if match.outcome else None
    return {"w": 1.0, "b": 0.0, None: 0.5}[winner]


class Job(NamedTuple):
    """A pair of games to play."""

    terms: Terms
    first: Player
    second: Player
    seed: int

    @property
    def key(self) -> tuple[str, str, int]:
        """The identity of the pair within a tournament."""
        return self.first.name, self.second.name, self.seed


def play_pair(job: Job) -> tuple[float, float]:
    """Play two games from one opening. Returns the first player's points as White and as Black."""
    terms, first, second, seed = job
    as_white = play(opening(terms, seed), {"w": first, "b": second}, seed)
    as_black = play(opening(terms, seed), {"w": second, "b": first}, seed)
    return as_white, 1 - as_black


class Log:
    """A file of finished pairs, so that an interrupted tournament can continue.

    It has one JSON value per line: first the terms, then one per pair. An incomplete line, from a program that was
    killed, does not count, and its pair is played again. Raises ValueError if the file is not a log, or is the log of
    a tournament with other terms.
    """

    def __init__(self, path: Path, terms: Terms, pace: str = "") -> None:
        self.path = path
        self.known: dict[tuple[str, str, int], tuple[float, float]] = {}
        head = json.dumps({**terms._asdict(), "pace": pace})
        text = path.read_text("utf-8") if path.exists() else ""
        first, *rest = text.splitlines(keepends=True) or [f"{head}\n"]
        try:
            same = json.loads(first) == json.loads(head)
            for line in rest if same else ():
                if line.endswith("\n"):
                    one, other, seed, points = json.loads(line)
                    self.known[one, other, seed] = (float(points[0]), float(points[1]))
        except (ValueError, TypeError, IndexError):
            raise ValueError(f"{path} is no log of a tournament; name another file") from None
        if not same:
            terms_there = first.strip()
            raise ValueError(f"{path} is of a tournament on other terms ({terms_there:.200}); name another file")
        with path.open("w", encoding="utf-8") as file:
            file.write(f"{head}\n")
            for job, points in self.known.items():
                file.write(f"{json.dumps([*job, points])}\n")

    def add(self, job: "Job", points: tuple[float, float]) -> None:
        """Add a finished pair."""
        self.known[job.key] = points
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps([*job.key, points])}\n")


def tournament(
    terms: Terms, players: Sequence[Player], pairs: int, seed: int, concurrency: int = 1, log: Log | None = None
) -> Iterator[Pairing]:
    """Play a round robin with `pairs` pairs of games per pairing. Yields the pairing after each pair.

    It goes round by round, so that it can be interrupted at any time; pairs in the `log` are not played again.
    """
    meetings = list(combinations(players, 2))
    jobs = [Job(terms, first, second, seed + each) for each in range(pairs) for first, second in meetings]
    known = log.known if log else {}
    fresh = [job for job in jobs if job.key not in known]
    if concurrency == 1:
        yield from _tally(jobs, fresh, map(play_pair, fresh), log)
    else:
        # Processes ignore Ctrl-C, so that only the main process reports it; leaving the pool ends them.
        with Pool(concurrency, signal, (SIGINT, SIG_IGN)) as pool:
            yield from _tally(jobs, fresh, pool.imap(play_pair, fresh), log)


def _tally(
    jobs: Sequence[Job], fresh: Sequence[Job], results: Iterable[tuple[float, float]], log: Log | None
) -> Iterator[Pairing]:
    pairs: dict[tuple[str, str], tuple[tuple[float, float], ...]] = {}
    played, new = iter(results), {job.key for job in fresh}
    for job in jobs:
        names = job.first.name, job.second.name
        if job.key in new:
            result = next(played)
            if log:
                log.add(job, result)
        else:
            result = log.known[job.key] if log else (0.0, 0.0)
        pairs[names] = (*pairs.get(names, ()), result)
        yield Pairing(*names, pairs[names])


class Standing(NamedTuple):
    """A player's Elo rating (the mean of all players is 0) with its 95 % confidence interval."""

    name: str
    elo: float
    low: float
    high: float
    points: float
    games: int


def standings(pairings: Sequence[Pairing]) -> list[Standing]:
    """The players by rating, the best first.

    Ratings use the Bradley-Terry model with a draw as half a win, and with one even pair added to each pairing so
    that they stay finite. The margins are bootstrapped: pairs are resampled with replacement, with a fixed random
    seed.
    """
    mean = _ratings(pairings)
    chance = Random(0)
    drawn = [
        _ratings(
            [
                pairing._replace(pairs=tuple(chance.choices(pairing.pairs, k=len(pairing.pairs))))
                for pairing in pairings
            ]
        )
        for _ in range(RESAMPLES)
    ]
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
    """One line of the table of results."""
    low, high = pairing.interval
    won, drawn, lost = (pairing.count(points) for points in (1, 0.5, 0))
    ratings = f"{elo(pairing.score):>+7.0f} ({elo(low):+.0f} to {elo(high):+.0f})"
    return (
        f"{pairing.first + ' v ' + pairing.second:<20}{won + drawn + lost:>6}{won:>6}{drawn:>7}{lost:>6}"
        f"{pairing.score:>8.1%} {f'({low:.1%} to {high:.1%})':<17}{ratings}"
    )


HEAD = f"{'pairing':<20}{'games':>6}{'won':>6}{'drawn':>7}{'lost':>6}{'score':>8} {'(95 %)':<17}{'Elo':>7} (95 %)"

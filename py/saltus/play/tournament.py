"""Engine against engine: pairs of games from the same opening with the sides swapped, and what they prove."""

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

PLIES = 4
"""Random turns that make an opening, where the start is not drawn by lot already."""
BALANCED = 50
"""An opening is fair enough when a short search finds neither side further ahead: half a piece."""
GLANCE = Limits(nodes=2_000)
"""The short search."""
ATTEMPTS = 40
LONGEST = 1_000
"""Plies after which a game is called a draw: only house rules that were switched off let one come near."""
RESAMPLES = 200
"""How often the pairs are drawn again to find the margins of ratings."""
ROUNDS = 60
"""After so many rounds a rating changes by less than a tenth of a point, in the tournaments that people play."""


class Player(NamedTuple):
    """One of the contestants."""

    name: str
    limits: Limits


class Terms(NamedTuple):
    """What is played: the game, its options, and the length of the openings (None: what suits the game).

    Or the openings themselves, as texts of positions, which are then played in turn.
    """

    game: str
    options: dict[str, bool]
    plies: int | None = None
    openings: tuple[str, ...] = ()


class Pairing(NamedTuple):
    """The games of two players, from the first one's view: the points (0, ½, 1) of each, two games a pair."""

    first: str
    second: str
    pairs: tuple[tuple[float, float], ...]

    def count(self, points: float) -> int:
        """How many games ended with so many points."""
        return sum(pair.count(points) for pair in self.pairs)

    @property
    def score(self) -> float:
        """The share of the points, 0 to 1."""
        return sum(map(sum, self.pairs)) / (2 * len(self.pairs))

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true score lies with 95 % confidence.

        The two games of a pair are not independent, so the pair is the unit. One pair won and one lost are added
        (Agresti and Coull, "Approximate is better than 'exact'", The American Statistician 52, 1998), so that a
        few equal results do not seem to prove everything.
        """
        shares = [0.0, 1.0, *(sum(pair) / 2 for pair in self.pairs)]
        mean = sum(shares) / len(shares)
        variance = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
        error = 1.96 * sqrt(variance / len(shares))
        return max(0.0, mean - error), min(1.0, mean + error)


def elo(score: float) -> float:
    """The rating difference at which this score is to be expected."""
    if score in (0, 1):
        return inf if score else -inf
    return 400 * log10(score / (1 - score))


def opening(terms: Terms, seed: int) -> Match:
    """A match after a few random turns, as even as can be found. The same seed gives the same opening."""
    game = load(terms.game, terms.options)
    if terms.openings:
        return Match(game, position=read_position(game, terms.openings[seed % len(terms.openings)]))
    setup = game.setups[0]
    plies = terms.plies if terms.plies is not None else 0 if setup.seeded else PLIES
    numbers = splitmix64(seed)
    found: tuple[int, Match] | None = None
    for _ in range(ATTEMPTS):
        match = Match(game, setup.key, next(numbers) % SEED_LIMIT if setup.seeded else None)
        while match.ply < plies and match.legal:
            match.play(match.legal[next(numbers) % len(match.legal)])
        if match.outcome:
            continue
        lead = abs(best(SearchRequest(game, match.position, match.past, match.node.quiet), GLANCE).score)
        if found is None or lead < found[0]:
            found = lead, match
        if lead <= BALANCED:
            break
    if found is None:
        raise ValueError(f"{game.name} is over within {plies} turns; take fewer for the openings")
    return found[1]


def play(match: Match, players: dict[Side, Player], seed: int) -> float:
    """Play `match` to its end; White's points. `seed` makes the weaker levels play differently from game to game."""
    tables = {side: TranspositionTable() for side in players}
    while match.outcome is None and match.ply < LONGEST:
        side = match.side
        question = SearchRequest(match.game, match.position, match.past, match.node.quiet, tables[side], seed)
        match.play(best(question, players[side].limits).move)
    winner = match.outcome.winner if match.outcome else None
    return {"w": 1.0, "b": 0.0, None: 0.5}[winner]


class Job(NamedTuple):
    """A pair of games to be played."""

    terms: Terms
    first: Player
    second: Player
    seed: int

    @property
    def key(self) -> tuple[str, str, int]:
        """What tells it apart within a tournament."""
        return self.first.name, self.second.name, self.seed


def play_pair(job: Job) -> tuple[float, float]:
    """Two games from one opening: the points of the first player as White and as Black."""
    terms, first, second, seed = job
    as_white = play(opening(terms, seed), {"w": first, "b": second}, seed)
    as_black = play(opening(terms, seed), {"w": second, "b": first}, seed)
    return as_white, 1 - as_black


class Log:
    """A file that remembers the pairs that were played, so that a tournament goes on where it was broken off.

    One JSON object a line: first the terms, then a pair each. Only a whole line counts: one that was being written
    when the program was killed is played again. Raises ValueError where the file is of another tournament, or none.
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
        """Remember a pair."""
        self.known[job.key] = points
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps([*job.key, points])}\n")


def tournament(
    terms: Terms, players: Sequence[Player], pairs: int, seed: int, concurrency: int = 1, log: Log | None = None
) -> Iterator[Pairing]:
    """Everyone against everyone, `pairs` pairs of games each: after every pair, the pairing as it stands.

    Round by round, so that it may be broken off at any time; pairs that the `log` knows are not played again.
    """
    meetings = list(combinations(players, 2))
    jobs = [Job(terms, first, second, seed + each) for each in range(pairs) for first, second in meetings]
    known = log.known if log else {}
    fresh = [job for job in jobs if job.key not in known]
    if concurrency == 1:
        yield from _tally(jobs, fresh, map(play_pair, fresh), log)
    else:
        # Left by an interruption or an error, the pool ends its processes; they are not to report it as well.
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
    """A player's rating in Elo, where the mean of all is 0, and between which it lies with 95 % confidence."""

    name: str
    elo: float
    low: float
    high: float
    points: float
    games: int


def standings(pairings: Sequence[Pairing]) -> list[Standing]:
    """The players by strength, the best first.

    Ratings are those of the Bradley-Terry model, a draw being half a win, with one even pair added to each pairing so
    that none runs away to infinity. Their margins come from drawing the pairs again and again with replacement, the
    same way every time.
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
    """The likeliest ratings, by minorisation (Hunter, "MM algorithms for generalized Bradley-Terry models")."""
    names = list(dict.fromkeys(name for pairing in pairings for name in pairing[:2]))
    points = dict.fromkeys(names, 0.0)
    games = [(pairing.first, pairing.second, 2 * len(pairing.pairs) + 2) for pairing in pairings]
    for pairing in pairings:
        gained = sum(map(sum, pairing.pairs)) + 1
        points[pairing.first] += gained
        points[pairing.second] += 2 * len(pairing.pairs) + 2 - gained
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
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
    """A pairing as JSON has it; a rating that nothing bounds is null."""
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

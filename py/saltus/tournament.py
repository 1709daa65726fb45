"""Engine against engine: pairs of games from the same opening with the sides swapped, and what they prove."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import inf, log10, sqrt
from multiprocessing import Pool
from signal import SIG_IGN, SIGINT, signal
from typing import NamedTuple

from saltus.draw import SEEDS, splitmix64
from saltus.game import Side
from saltus.games import load
from saltus.match import Match
from saltus.table import Table
from saltus.work import Limits, Question, best

PLIES = 4
"""Random turns that make an opening, where the start is not drawn by lot already."""
BALANCED = 50
"""An opening is fair enough when a short search finds neither side further ahead: half a piece."""
GLANCE = Limits(nodes=2_000)
"""The short search."""
ATTEMPTS = 40
LONGEST = 1_000
"""Plies after which a game is called a draw: only house rules that were switched off let one come near."""


class Player(NamedTuple):
    """One of the contestants."""

    name: str
    limits: Limits


class Terms(NamedTuple):
    """What is played: the game, its options, and the length of the openings (None: what suits the game)."""

    game: str
    options: dict[str, bool]
    plies: int | None = None


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
    setup = game.setups[0]
    plies = terms.plies if terms.plies is not None else 0 if setup.seeded else PLIES
    numbers = splitmix64(seed)
    found: tuple[int, Match] | None = None
    for _ in range(ATTEMPTS):
        match = Match(game, setup.key, next(numbers) % SEEDS if setup.seeded else None)
        while match.ply < plies and match.legal:
            match.play(match.legal[next(numbers) % len(match.legal)])
        if match.outcome:
            continue
        lead = abs(best(Question(game, match.position, match.past, match.node.quiet), GLANCE).score)
        if found is None or lead < found[0]:
            found = lead, match
        if lead <= BALANCED:
            break
    if found is None:
        raise ValueError(f"{game.name} is over within {plies} turns; take fewer for the openings")
    return found[1]


def play(match: Match, players: dict[Side, Player], seed: int) -> float:
    """Play `match` to its end; White's points. `seed` makes the weaker levels play differently from game to game."""
    tables = {side: Table() for side in players}
    while match.outcome is None and match.ply < LONGEST:
        side = match.side
        question = Question(match.game, match.position, match.past, match.node.quiet, tables[side], seed)
        match.play(best(question, players[side].limits).move)
    winner = match.outcome.winner if match.outcome else None
    return {"w": 1.0, "b": 0.0, None: 0.5}[winner]


class Job(NamedTuple):
    """A pair of games to be played."""

    terms: Terms
    first: Player
    second: Player
    seed: int


def play_pair(job: Job) -> tuple[float, float]:
    """Two games from one opening: the points of the first player as White and as Black."""
    terms, first, second, seed = job
    as_white = play(opening(terms, seed), {"w": first, "b": second}, seed)
    as_black = play(opening(terms, seed), {"w": second, "b": first}, seed)
    return as_white, 1 - as_black


def tournament(
    terms: Terms, players: Sequence[Player], pairs: int, seed: int, concurrency: int = 1
) -> Iterator[Pairing]:
    """Everyone against everyone, `pairs` pairs of games each: after every pair, the pairing as it stands."""
    meetings = list(combinations(players, 2))
    jobs = [Job(terms, first, second, seed + each) for first, second in meetings for each in range(pairs)]
    if concurrency == 1:
        yield from _tally(jobs, map(play_pair, jobs))
    else:
        # Left by an interruption or an error, the pool ends its processes; they are not to report it as well.
        with Pool(concurrency, signal, (SIGINT, SIG_IGN)) as pool:
            yield from _tally(jobs, pool.imap(play_pair, jobs))


def _tally(jobs: Sequence[Job], results: Iterable[tuple[float, float]]) -> Iterator[Pairing]:
    pairs: dict[tuple[str, str], tuple[tuple[float, float], ...]] = {}
    for job, result in zip(jobs, results, strict=True):
        names = job.first.name, job.second.name
        pairs[names] = (*pairs.get(names, ()), result)
        yield Pairing(*names, pairs[names])


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

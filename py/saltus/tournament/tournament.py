"""Round robins of engines, on any number of processes or machines, with the same results."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from itertools import combinations

from saltus.parallel.jobs import in_order
from saltus.parallel.progress import Progress
from saltus.tournament.log import Log
from saltus.tournament.play import Job, PairResult, Terms, play_pair
from saltus.tournament.players import Player
from saltus.tournament.ratings import Pairing


def tournament(
    terms: Terms,
    players: Sequence[Player],
    pairs: int,
    seed: int,
    workers: int = 1,
    log: Log | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Iterator[Pairing]:
    """Play a round robin with `pairs` pairs of games per pairing. Yields the pairing after each pair, in order.

    It goes round by round, so that it can be interrupted at any time. Pairs in the `log` are not played again; new
    ones are added as soon as they are finished. The results do not depend on `workers` or `executor`, unless the
    players are limited by time or are other programs. `progress` counts the finished pairs, of all pairings together.
    """
    meetings = list(combinations(players, 2))
    jobs = [Job(terms, first, second, seed + each) for each in range(pairs) for first, second in meetings]
    known = log.known if log else {}
    fresh = [job for job in jobs if job.key not in known]
    old = {job.key: known[job.key] for job in jobs if job.key in known}

    if progress:
        progress.resume(len(old))

    def finished(index: int, result: PairResult) -> None:
        if log:
            log.add(fresh[index], result)
        if progress:
            progress.add()

    results = in_order(play_pair, fresh, workers, executor, finished)
    found: dict[tuple[str, str], tuple[tuple[float, float], ...]] = {}
    for job in jobs:
        names = job.first.name, job.second.name
        result = old[job.key] if job.key in old else next(results)
        found[names] = (*found.get(names, ()), result.points)
        yield Pairing(*names, found[names])

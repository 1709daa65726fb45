"""Round robins of engines, on any number of processes or machines, with the same results."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from itertools import combinations
from pathlib import Path

from saltus.parallel.jobs import in_order
from saltus.parallel.log import JobLog
from saltus.parallel.progress import Progress
from saltus.tournament.play import Job, PairResult, Played, Terms, play_pair
from saltus.tournament.players import Player
from saltus.tournament.ratings import Pairing


class Log:
    """A log. Raises ValueError if the file is not one, or belongs to a tournament on other terms."""

    def __init__(self, path: Path, terms: Terms, pace: str = "") -> None:
        self.path = path
        self._log = JobLog(path, "a tournament", {**terms.plain(), "pace": pace})
        self.known: dict[tuple[str, str, int], PairResult] = {}
        try:
            for (one, other, seed), games in self._log.results.items():
                as_white, as_black = (Played(float(points), reason, moves) for points, reason, moves in games)
                self.known[one, other, seed] = PairResult(as_white, as_black)
        except (ValueError, TypeError):
            raise ValueError(f"{path} is no log of a tournament; name another file") from None

    def add(self, job: Job, result: PairResult) -> None:
        self.known[job.key] = result
        self._log.add(job.key, result)


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

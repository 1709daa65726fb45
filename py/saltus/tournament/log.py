"""A file of finished pairs, with their games in full, so that an interrupted tournament can go on."""

from pathlib import Path

from saltus.parallel.log import JobLog
from saltus.tournament.play import Job, PairResult, Played, Terms


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

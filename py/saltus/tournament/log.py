"""A file of finished pairs, so that an interrupted tournament can go on.

It has one JSON value per line: first the terms, then one per pair, with its games in full. An incomplete line, from a
program that was killed, does not count, and its pair is played again.
"""

import json
from pathlib import Path

from saltus.tournament.play import Job, PairResult, Played, Terms


class Log:
    """A log. Raises ValueError if the file is not one, or belongs to a tournament on other terms."""

    def __init__(self, path: Path, terms: Terms, pace: str = "") -> None:
        self.path = path
        self.known: dict[tuple[str, str, int], PairResult] = {}
        head = json.dumps({**terms.plain(), "pace": pace})
        text = path.read_text("utf-8") if path.exists() else ""
        first, *rest = text.splitlines(keepends=True) or [f"{head}\n"]
        try:
            same = json.loads(first) == json.loads(head)
            for line in rest if same else ():
                if line.endswith("\n"):
                    one, other, seed, games = json.loads(line)
                    as_white, as_black = (Played(float(points), reason, moves) for points, reason, moves in games)
                    self.known[one, other, seed] = PairResult(as_white, as_black)
        except (ValueError, TypeError):
            raise ValueError(f"{path} is no log of a tournament; name another file") from None
        if not same:
            raise ValueError(f"{path} is of a tournament on other terms ({first.strip():.200}); name another file")
        lines = [head, *(json.dumps([*key, result]) for key, result in self.known.items())]
        fresh = path.with_name(path.name + ".new")
        fresh.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        fresh.replace(path)

    def add(self, job: Job, result: PairResult) -> None:
        """Add a finished pair."""
        self.known[job.key] = result
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps([*job.key, result])}\n")

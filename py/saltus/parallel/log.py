"""A file of finished jobs, so that interrupted work can go on.

It has one JSON value per line: first the terms of the work, then `[*key, result]` for each finished job. An
incomplete line, from a program that was killed or found the disk full, does not count, and its job is done again.
So the file is not replaced with each result: opening it replaces it once, and then lines are only added.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from saltus.core.files import replacing


class JobLog:
    """A log of `work`, such as "a tournament". Raises ValueError if the file is not one, or belongs to work on other
    terms."""

    def __init__(self, path: Path, work: str, terms: Mapping[str, Any]) -> None:
        self.path = path
        self.results: dict[tuple[Any, ...], Any] = {}  # The results in the file, by the keys of their jobs.
        head = json.dumps(terms)
        try:
            if path.exists() and not path.is_file():
                raise ValueError("a device cannot be read again")
            text = path.read_text("utf-8") if path.exists() else ""
            first, *rest = text.splitlines(keepends=True) or [f"{head}\n"]
            same = json.loads(first) == json.loads(head)
            for line in rest if same else ():
                if line.endswith("\n"):
                    *key, result = json.loads(line)
                    self.results[*key,] = result
        except (ValueError, TypeError):
            raise ValueError(f"{path} is no log of {work}; name another file") from None
        if not same:
            raise ValueError(f"{path} is of {work} on other terms ({first.strip():.200}); name another file")
        # An incomplete line is left out, or the next one would continue it.
        lines = [head, *(json.dumps([*key, result]) for key, result in self.results.items())]
        with replacing(path) as file:
            file.writelines(f"{line}\n" for line in lines)

    def add(self, key: Iterable[Any], result: Any) -> None:
        self.results[*key,] = result
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps([*key, result])}\n")

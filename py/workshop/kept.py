"""Self-play on any executor: results in the order of the jobs, kept in a file as they arrive.

The workshop's commands that play many games take `--workers` and `--scheduler`, as `saltus match` does. The same seed
and node count give the same games on one process and on a cluster, whose workers need the folder `py` on their path.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from saltus.cli import options
from saltus.parallel.jobs import in_order, workers
from saltus.parallel.log import JobLog
from saltus.parallel.progress import Progress


class Keyed(Protocol):
    """A job that tells which one it is."""

    @property
    def key(self) -> tuple[Any, ...]:
        """The identity of the job within its work, as JSON values."""


J = TypeVar("J", bound=Keyed)
R = TypeVar("R")


class Crew(NamedTuple):
    """Who does the jobs: so many processes, or the workers of an executor."""

    number: int = 1
    executor: Executor | None = None


def add_options(parser: ArgumentParser, what: str = "games") -> None:
    """Add `--workers` and `--scheduler`."""
    options.workers(parser, what)


@contextmanager
def crew(chosen: Namespace, log: Path | None = None) -> Iterator[Crew]:
    """The crew that the options name. An interruption ends the program, and tells how to go on from `log`."""
    with ExitStack() as stack:
        try:
            found = Crew(*stack.enter_context(workers(chosen.workers, chosen.scheduler)))
        except ValueError as error:
            raise SystemExit(str(error)) from None
        try:
            yield found
        except (KeyboardInterrupt, CancelledError, ConnectionError) as error:
            raise SystemExit(_stopped(error, log)) from None


def _stopped(error: BaseException, log: Path | None) -> str:
    reason = "interrupted" if isinstance(error, KeyboardInterrupt) else "the scheduler went away"
    return f"{reason}; the same command goes on from {log}" if log else reason


def kept(function: Callable[[J], R], jobs: Sequence[J], by: Crew, log: JobLog | None = None) -> Iterator[R]:
    """The results of all jobs, in their order, with progress and the time left on standard error.

    Jobs in the `log` are not done again; new results, which must be JSON values, are added as soon as they are there.
    """
    known = dict(log.results) if log else {}
    fresh = [job for job in jobs if job.key not in known]
    shown = _Shown(Progress(len(jobs), len(jobs) - len(fresh)))

    def finished(index: int, result: R) -> None:
        if log:
            log.add(fresh[index].key, result)
        shown.add()

    results = in_order(function, fresh, by.number, by.executor, finished)
    for job in jobs:
        yield known[job.key] if job.key in known else next(results)


class _Shown:
    """Progress on standard error: one line that is written over in a terminal, else a line for every hundredth."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.over = sys.stderr.isatty()
        self.told = 0
        self.width = 0

    def add(self) -> None:
        """One more job is done."""
        now = self.progress
        now.add()
        last = now.done == now.total
        if self.over:
            text = str(now)
            self.width = max(self.width, len(text))
            print(f"\r{text:{self.width}}", end="\n" if last else "", file=sys.stderr, flush=True)
        elif last or now.done * 100 // now.total > self.told:
            self.told = now.done * 100 // now.total
            print(now, file=sys.stderr, flush=True)

"""Independent jobs on any `concurrent.futures.Executor`: processes here, or the workers of a Dask cluster.

A job is a function of one argument, both of which can be pickled. What it returns may depend on nothing else, so that
the results are the same wherever and in whatever order the jobs are done.
"""

import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from multiprocessing import active_children
from typing import TypeVar

J = TypeVar("J")
R = TypeVar("R")

JOBS_PER_WORKER = 2
"""How many jobs each worker is given ahead, so that none waits. More would be lost when the results prove enough."""
MAX_RESTARTS = 3
"""How often the pool of local processes is started again after one of them was killed."""


def completed(
    function: Callable[[J], R], jobs: Sequence[J], workers: int = 1, executor: Executor | None = None
) -> Iterator[tuple[int, R]]:
    """Do every job; yields the index of a job and its result as soon as it is done.

    On `executor`, which has `workers` workers and stays open, or else on that many processes of this machine; one
    worker and no executor mean this process. Processes that are killed are started again, and their jobs with them.
    Closing the iterator cancels what has not begun. Raises what a job raises, and `BrokenExecutor` if the processes
    are killed again and again.
    """
    todo = deque(range(len(jobs)))
    if executor is not None:
        yield from _through(executor, function, jobs, todo, workers)
        return
    if workers == 1:
        for index in range(len(jobs)):
            yield index, function(jobs[index])
        return
    restarts = 0
    while todo:
        before = set(active_children())
        with ProcessPoolExecutor(workers, initializer=_ignore_interrupts) as pool:
            try:
                yield from _through(pool, function, jobs, todo, workers)
            except BrokenExecutor:
                restarts += 1
                if restarts > MAX_RESTARTS:
                    raise
            finally:
                # Leaving the pool would wait for the jobs under way, which nobody needs if not all are done.
                if todo:
                    pool.shutdown(wait=False, cancel_futures=True)
                    for child in set(active_children()) - before:
                        child.terminate()


def in_order(
    function: Callable[[J], R],
    jobs: Sequence[J],
    workers: int = 1,
    executor: Executor | None = None,
    done: Callable[[int, R], None] | None = None,
) -> Iterator[R]:
    """The results of `completed` in the order of the jobs. `done` hears each as soon as it is there."""
    results: dict[int, R] = {}
    due = 0
    for index, result in completed(function, jobs, workers, executor):
        if done:
            done(index, result)
        results[index] = result
        while due in results:
            yield results.pop(due)
            due += 1


def _through(
    executor: Executor, function: Callable[[J], R], jobs: Sequence[J], todo: deque[int], workers: int
) -> Iterator[tuple[int, R]]:
    """Send the jobs in `todo` through an executor. A job stays in `todo`, or returns there, unless it is done."""
    running: dict[Future[R], int] = {}
    try:
        while todo or running:
            while todo and len(running) < JOBS_PER_WORKER * workers:
                future = executor.submit(function, jobs[todo[0]])
                running[future] = todo.popleft()
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                result = future.result()
                yield running.pop(future), result
    finally:
        for future in running:
            future.cancel()
        todo.extendleft(sorted(running.values(), reverse=True))


def _ignore_interrupts() -> None:
    """Let only the main process answer Ctrl-C."""
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)

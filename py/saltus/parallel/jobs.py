"""Independent jobs on any `concurrent.futures.Executor`: processes here, or the workers of a Dask cluster.

A job is a function of one argument, both of which can be pickled. What it returns may depend on nothing else, so that
the results are the same wherever and in whatever order the jobs are done.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from threading import Thread, current_thread, main_thread
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

J = TypeVar("J")
R = TypeVar("R")
JOBS_PER_WORKER = 2  # Jobs that each worker is given ahead, so that none waits. More would be lost at an early end.
MAX_RESTARTS = 3  # How often the pool of local processes is started again after one of them was killed.
TERMINATION_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals with which people and systems end a program (Windows has fewer)."""
END = b"."  # The message that ends the workers. Nobody reads it from the pipe, so that every worker sees it.
child_killers: set[Callable[[], object]] = set()
"""The functions that kill the programs which this process has started for its jobs. A worker that ends at once calls
them first."""


def completed(
    function: Callable[[J], R], jobs: Iterable[J], workers: int = 1, executor: Executor | None = None
) -> Iterator[tuple[int, R]]:
    """Do every job; yields the index of a job and its result as soon as it is done.

    On `executor`, which has `workers` workers and stays open, or else on that many processes of this machine; one
    worker and no executor mean this process. Jobs are read a few at a time, so there may be any number. Processes
    that are killed are started again, and their jobs with them. Closing the iterator cancels what has not begun.
    Raises what a job raises, and `BrokenExecutor` if the processes are killed again and again.
    """
    todo = _Queue(jobs)
    running: dict[Future[R], tuple[int, J]] = {}
    if executor is not None:
        try:
            yield from _through(executor, function, todo, workers, running)
        finally:
            with _undisturbed():
                for future in running:
                    future.cancel()
        return
    if workers == 1:
        for index, job in todo:
            yield index, function(job)
        return
    # Imported only where they are used: they take a seventh of the time in which a command starts.
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import Pipe

    restarts = 0
    while not todo.empty:
        receiver, sender = Pipe(duplex=False)
        with receiver, sender, ProcessPoolExecutor(workers, initializer=_follow_parent, initargs=(receiver,)) as pool:
            all_done = False
            try:
                yield from _through(pool, function, todo, workers, running)
                all_done = True
            except BrokenExecutor:
                restarts += 1
                if restarts > MAX_RESTARTS:
                    raise
                todo.give_back(running.values())
                running.clear()
            finally:
                with _undisturbed():
                    # Otherwise the pool waits for the jobs under way, which nobody needs any more.
                    if not all_done:
                        sender.send_bytes(END)
                    pool.shutdown(cancel_futures=True)


def in_order(
    function: Callable[[J], R],
    jobs: Iterable[J],
    workers: int = 1,
    executor: Executor | None = None,
    done: Callable[[int, R], None] | None = None,
) -> Iterator[R]:
    """The results of `completed` in the order of the jobs. `done` is called with each as soon as it is there."""
    results: dict[int, R] = {}
    due = 0
    for index, result in completed(function, jobs, workers, executor):
        if done:
            done(index, result)
        results[index] = result
        while due in results:
            yield results.pop(due)
            due += 1


class _Queue(Generic[J]):
    """Jobs with their indices. Returned ones go first."""

    def __init__(self, jobs: Iterable[J]) -> None:
        self._rest = enumerate(jobs)
        self._back: deque[tuple[int, J]] = deque()

    @property
    def empty(self) -> bool:
        if not self._back and (following := next(self._rest, None)):
            self._back.append(following)
        return not self._back

    def __iter__(self) -> Iterator[tuple[int, J]]:
        while not self.empty:
            yield self._back.popleft()

    def give_back(self, jobs: Iterable[tuple[int, J]]) -> None:
        """Return jobs that were not done."""
        self._back.extendleft(sorted(jobs, key=lambda job: job[0], reverse=True))


def _through(
    executor: Executor,
    function: Callable[[J], R],
    todo: _Queue[J],
    workers: int,
    running: dict[Future[R], tuple[int, J]],
) -> Iterator[tuple[int, R]]:
    """Run the jobs of a queue on an executor. `running` holds those that were submitted and are not done."""
    done: SimpleQueue[Future[R]] = SimpleQueue()
    while True:
        while len(running) < JOBS_PER_WORKER * workers and not todo.empty:
            index, job = next(iter(todo))
            with _undisturbed():
                try:
                    future = executor.submit(function, job)
                except BrokenExecutor:
                    todo.give_back([(index, job)])
                    raise
                running[future] = index, job
                future.add_done_callback(done.put)
        if not running:
            return
        # Not `concurrent.futures.wait`: what a signal raises could leave it with a future locked for good.
        future = done.get()
        result = future.result()
        index, _ = running.pop(future)
        yield index, result


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Defer the signals that end a program. Python handles a signal between any two instructions of the main thread;
    an exception in the middle of an executor's own work would leave a lock taken, and whoever waits for it would wait
    for ever."""
    if current_thread() is not main_thread():  # it alone hears signals
        yield
        return
    handlers = {number: handler for number in TERMINATION_SIGNALS if callable(handler := signal.getsignal(number))}
    came: list[int] = []
    for number in handlers:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)


def _follow_parent(receiver: "Connection[object, object]") -> None:
    """Leave the signals that end a program to the main process, and end when it says so or has ended. A signal from
    it would not do: one that arrives just before a worker waits for a lock is handled only once it has the lock,
    whose owner may have ended."""
    with suppress(ValueError):  # not the main thread
        for name in ("SIGINT", "SIGHUP"):  # a terminal sends them to every process
            if number := getattr(signal, name, None):
                signal.signal(number, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: _end_at_once())
    from multiprocessing import parent_process

    if (parent := parent_process()) is not None:
        Thread(target=_end_after, args=[parent.sentinel, receiver], daemon=True).start()


def _end_after(*signs: "int | Connection[object, object]") -> None:
    """End this process as soon as one of these becomes readable."""
    from multiprocessing.connection import wait

    wait(signs)
    _end_at_once()


def _end_at_once() -> None:
    """End this process and the programs that it has started."""
    for kill in list(child_killers):
        with suppress(OSError):
            kill()
    os._exit(1)


@contextmanager
def workers(number: int = 1, scheduler: str | None = None) -> Iterator[tuple[int, Executor | None]]:
    """The number of workers and the executor for `saltus.parallel.jobs`, which is None for this machine. Raises what
    `saltus.parallel.cluster.connect` raises."""
    if not scheduler:
        yield number, None
        return
    from saltus.parallel.cluster import connect

    with connect(scheduler) as cluster:
        yield cluster.workers, cluster.executor

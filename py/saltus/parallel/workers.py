"""Where work is done: in this process, in several on this machine, or on a Dask cluster."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager


@contextmanager
def workers(number: int = 1, scheduler: str | None = None) -> Iterator[tuple[int, Executor | None]]:
    """The number of workers and the executor for `saltus.parallel.jobs`, which is None for this machine.

    Raises what `saltus.parallel.cluster.connect` raises.
    """
    if not scheduler:
        yield number, None
        return
    from saltus.parallel.cluster import connect

    with connect(scheduler) as cluster:
        yield cluster.workers, cluster.executor

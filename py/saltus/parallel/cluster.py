"""The workers of a Dask cluster as an executor. Needs the extra `cluster` (`dask.distributed`).

The scheduler and the workers need this package in the same version, and nothing else. If a worker dies, its jobs are
done again by another. If the scheduler dies, the jobs under way are lost, but no result that has arrived.

Dask has no passwords: whoever can connect to the scheduler or to a worker can run code there, and both can run code
in this process (jobs and results are pickled). `py/docs/terminal.md` says what to do about it.
"""

import logging
import re
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any, NamedTuple

CONNECT_SECONDS = 10  # How long to wait for the scheduler.
RETRIES = 3  # How often a job that failed, or whose worker was lost, is tried again.
_LOGGERS = ("distributed.client", "distributed.comm", "distributed.utils", "tornado.application", "asyncio")

_ADDRESS = re.compile(r"[a-z]+://[^/\s]+:[0-9]+/?")


class Cluster(NamedTuple):
    executor: Executor
    workers: int  # The number of jobs that it does at the same time.


@contextmanager
def connect(address: str) -> Iterator[Cluster]:
    """Connect to the scheduler at `address`, such as `tcp://host:8786`. Raises ValueError if there is none, if it has
    no workers, or if this package is missing there or has another version; ConnectionError if the scheduler dies
    later."""
    try:
        import distributed
    except ImportError:
        raise ValueError("a cluster needs dask.distributed: pip install 'saltus[cluster]'") from None
    if not _ADDRESS.fullmatch(address):
        raise ValueError(f"{address!r} is no address of a scheduler, like tcp://host:8786")
    with _quiet():
        yield from _connected(address, distributed.Client)


def _connected(address: str, connect_client: Any) -> Iterator[Cluster]:
    """The cluster at `address`, while it is used. Errors as in `connect`."""
    try:
        client = connect_client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ValueError(f"there is no scheduler at {address}: {error or 'no answer'}") from None
    with client:
        threads = client.nthreads()
        if not threads:
            raise ValueError(f"the scheduler at {address} has no workers")
        _check(client)
        try:
            yield Cluster(client.get_executor(pure=False, retries=RETRIES), sum(threads.values()))
        except CancelledError:
            raise ConnectionError(f"the scheduler at {address} went away") from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from writing tracebacks where the scheduler dies: the error that is raised says it in a line."""
    loggers = [logging.getLogger(name) for name in ("distributed", *_LOGGERS)]
    levels = [logger.level for logger in loggers]
    try:
        for logger in loggers:
            logger.setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _check(client: Any) -> None:
    """Raise ValueError unless the scheduler and every worker have this package in this version."""
    from saltus import __version__

    try:
        found = {"scheduler": client.run_on_scheduler(version), **client.run(version, on_error="return")}
    except Exception as error:  # whatever is raised there is raised here
        found = {"scheduler": error}
    for place, there in found.items():
        which = place if place == "scheduler" else f"worker {place}"
        if isinstance(there, Exception):
            raise ValueError(f"the {which} cannot import saltus; install it there ({there})")
        if there != __version__:
            raise ValueError(f"the {which} has saltus {there}, not {__version__}")


def version() -> str:
    """The version of this package, wherever this runs."""
    from saltus import __version__

    return __version__

"""Jobs on processes: every result arrives, in any order, also where a process is killed."""

import os
import signal
import sys
import sysconfig
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import count
from multiprocessing import active_children
from pathlib import Path
from threading import Thread
from time import sleep
from types import FrameType
from typing import TYPE_CHECKING

import pytest
from saltus.parallel.jobs import completed, in_order
from saltus.parallel.progress import Progress, duration

if TYPE_CHECKING:
    from _typeshed import TraceFunction


def square(number: int) -> int:
    return number * number


def die_once(path: str) -> str:
    """Kill the process that this runs in, unless it was done before."""
    mark = Path(path)
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return mark.name


def die(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def nap(seconds: float) -> float:
    sleep(seconds)
    return seconds


def nap_deaf(seconds: float) -> float:
    """Hear no signal meanwhile, as where one comes just before a wait for a lock."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    return nap(seconds)


def await_mark(path: str) -> str:
    """Wait for a file, if there is one to wait for."""
    while path and not Path(path).exists():
        sleep(0.01)
    return path


def fail(number: int) -> int:
    if number == 2:
        raise ValueError("two is wrong")
    return number


@pytest.mark.parametrize("workers", [1, 2])
def test_every_job_is_done_once_and_results_keep_the_order_of_the_jobs(workers: int) -> None:
    heard: list[tuple[int, int]] = []
    found = list(in_order(square, range(12), workers, done=lambda index, result: heard.append((index, result))))
    assert found == [number * number for number in range(12)]
    assert sorted(heard) == [(number, number * number) for number in range(12)]


def test_a_result_is_heard_before_those_of_slower_jobs_that_stand_before_it(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    heard: list[int] = []

    def hear(index: int, _: str) -> None:
        heard.append(index)
        mark.touch()

    assert list(in_order(await_mark, [str(mark), "", "", ""], 2, done=hear)) == [str(mark), "", "", ""]
    assert heard[0] != 0
    assert sorted(heard) == [0, 1, 2, 3]


def test_an_executor_of_the_caller_is_used_and_stays_open() -> None:
    with ThreadPoolExecutor(2) as pool:
        assert sorted(completed(square, range(5), 2, pool)) == [(n, n * n) for n in range(5)]
        assert pool.submit(square, 3).result() == 9


def test_jobs_of_a_killed_process_are_done_again(tmp_path: Path) -> None:
    paths = [str(tmp_path / str(number)) for number in range(3)]
    assert sorted(completed(die_once, paths, 2)) == [(0, "0"), (1, "1"), (2, "2")]


def test_processes_that_die_again_and_again_are_an_error() -> None:
    with pytest.raises(BrokenProcessPool):
        list(completed(die, [1], 2))


@pytest.mark.parametrize("workers", [1, 2])
def test_the_error_of_a_job_is_raised(workers: int) -> None:
    with pytest.raises(ValueError, match="two is wrong"):
        list(completed(fail, [1, 2, 3], workers))


@pytest.mark.parametrize("nap", [nap, nap_deaf])
def test_closing_the_results_ends_the_processes(nap: Callable[[float], float]) -> None:
    before = set(active_children())
    results = completed(nap, [0.0, *[3_600.0] * 8], 2)
    assert next(results) == (0, 0.0)
    results.close()  # type: ignore[attr-defined]
    # A thread of the pool may have waited for a process already, and not said so yet.
    while set(active_children()) - before:
        sleep(0.01)


class Interrupted(BaseException):
    """What the handler of a signal raises."""


@contextmanager
def interrupted(moment: int) -> Iterator[None]:
    """Send SIGTERM to this process at the `moment`-th step that this thread takes in the standard library."""
    steps = count()
    library = sysconfig.get_path("stdlib")

    def step(frame: FrameType, *_: object) -> "TraceFunction":
        if frame.f_code.co_filename.startswith(library) and next(steps) == moment:
            sys.settrace(None)
            signal.raise_signal(signal.SIGTERM)
        return step

    def interrupt(*_: object) -> None:
        raise Interrupted

    before = signal.signal(signal.SIGTERM, interrupt)
    sys.settrace(step)
    try:
        yield
    finally:
        sys.settrace(None)
        signal.signal(signal.SIGTERM, before)


def nine(pool: Executor) -> int | None:
    """What the pool makes of three, or nothing if it hangs: then whoever asks it hangs, too."""
    found: list[int] = []
    asker = Thread(target=lambda: found.append(pool.submit(square, 3).result()), daemon=True)
    asker.start()
    asker.join(timeout=20)
    return found[0] if found else None


def test_an_executor_still_works_after_a_signal_at_any_moment() -> None:
    for moment in count():
        pool = ThreadPoolExecutor(1)
        try:
            with interrupted(moment):
                found = sorted(completed(square, range(2), 1, pool))
        except Interrupted:
            assert nine(pool) == 9, moment
            pool.shutdown()
        else:
            assert found == [(0, 0), (1, 1)]
            pool.shutdown()
            break
    assert moment > 100


def test_progress_tells_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("saltus.parallel.progress.monotonic", lambda: now)
    progress = Progress(10, before=4)
    assert str(progress) == "4 of 10"
    progress.add()
    now += 30
    progress.add()
    assert progress.seconds_left == 60
    assert str(progress) == "6 of 10, 1:00 min left"
    progress.resume(8)
    assert str(progress) == "8 of 10"
    now += 5
    progress.add()
    assert str(progress) == "9 of 10, 5 s left"
    assert [duration(seconds) for seconds in (5.2, 61, 7_384)] == ["5 s", "1:01 min", "2:03 h"]

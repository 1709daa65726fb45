"""A Dask scheduler and its workers on the loopback, each a process that a test may kill."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import distributed

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 60


class Programs:
    """A scheduler and workers, each a process."""

    def __init__(self, folder: Path, path: tuple[str, ...] = (str(ROOT), str(ROOT / "py"))) -> None:
        self.folder = folder
        self.path = path
        self.all: list[subprocess.Popen[bytes]] = []
        told = folder / "scheduler.json"
        told.unlink(missing_ok=True)
        where = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told))
        self.scheduler = self.start("scheduler", *where, "--no-dashboard", "--no-show")
        self.address = self.address_in(told)

    def start(self, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + kind, *arguments]
        with (self.folder / f"{kind}-{len(self.all)}.log").open("wb") as log:
            env = {**os.environ, "PYTHONPATH": os.pathsep.join(self.path)}
            started = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, env=env)
        self.all.append(started)
        return started

    def address_in(self, told: Path) -> str:
        """Wait until the scheduler has told its address: it has chosen a port that nobody else has."""
        limit = monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return str(json.loads(told.read_text("utf-8"))["address"])
            except (OSError, ValueError):
                if monotonic() > limit or self.scheduler.poll() is not None:
                    self.end()
                    raise
                sleep(0.05)

    def worker(self) -> subprocess.Popen[bytes]:
        return self.start(
            "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"
        )

    def ready(self, workers: int) -> None:
        """Wait until so many workers are there."""
        connect_client: Any = distributed.Client
        with connect_client(self.address, timeout=PATIENCE_SECONDS, set_as_default=False) as client:
            if workers:
                client.wait_for_workers(workers, timeout=PATIENCE_SECONDS)

    def end(self) -> None:
        for program in self.all:
            program.kill()
        for program in self.all:
            program.wait()


@contextmanager
def started(folder: Path, workers: int = 0) -> Iterator[Programs]:
    """A scheduler with so many workers, which end with the block."""
    with ExitStack() as stack:
        made = Programs(folder)
        stack.callback(made.end)
        for _ in range(workers):
            made.worker()
        made.ready(workers)
        yield made

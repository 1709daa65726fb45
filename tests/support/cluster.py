"""A Dask scheduler and its workers on the loopback, each a process that a test may kill."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import distributed

ROOT = Path(__file__).resolve().parents[2]


class Programs:
    """A scheduler and workers, each a process."""

    def __init__(self, folder: Path, path: tuple[str, ...] = (str(ROOT), str(ROOT / "py"))) -> None:
        self.folder = folder
        self.path = path
        with closing(socket.socket()) as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
        self.all: list[subprocess.Popen[bytes]] = []
        port = self.address.rpartition(":")[2]
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard", "--no-show")

    def start(self, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + kind, *arguments]
        with (self.folder / f"{kind}-{len(self.all)}.log").open("wb") as log:
            env = {**os.environ, "PYTHONPATH": os.pathsep.join(self.path)}
            started = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, env=env)
        self.all.append(started)
        return started

    def worker(self) -> subprocess.Popen[bytes]:
        return self.start(
            "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"
        )

    def ready(self, workers: int) -> None:
        """Wait until so many workers are there."""
        connect_client: Any = distributed.Client
        with connect_client(self.address, timeout=60, set_as_default=False) as client:
            if workers:
                client.wait_for_workers(workers, timeout=60)

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

"""A Dask cluster on the loopback: the same results as here, and nothing that was finished is lost when parts die."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread
from time import sleep

import pytest
import saltus
from saltus.cli.main import main
from saltus.engine.think import Limits
from saltus.parallel.cluster import connect
from saltus.parallel.jobs import completed
from saltus.tournament.play import Terms
from saltus.tournament.players import Player
from saltus.tournament.tournament import Log, tournament

from tests.support.cluster import Programs, started

TERMS = Terms("gambit", {})
PLAYERS = [Player("strong", Limits(nodes=200)), Player("weak", Limits(nodes=20, level=1))]


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    with started(tmp_path) as made:
        yield made


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Programs]:
    """A scheduler with two workers, for the tests that end none of them."""
    with started(tmp_path_factory.mktemp("cluster"), workers=2) as made:
        yield made


def marked(path: str) -> str:
    """Leave a mark, and go on when there is another: so that a test can kill a worker in the middle of a job."""
    mark = Path(path)
    mark.with_suffix(".begun").touch()
    while not mark.exists():
        sleep(0.02)
    return mark.name


def test_a_cluster_gives_the_results_of_one_process(shared: Programs) -> None:
    *_, alone = tournament(TERMS, PLAYERS, 3, 5)
    with connect(shared.address) as cluster:
        assert cluster.workers == 2
        *_, there = tournament(TERMS, PLAYERS, 3, 5, cluster.workers, executor=cluster.executor)
    assert there == alone


def test_the_jobs_of_a_killed_worker_are_done_by_another(programs: Programs, tmp_path: Path) -> None:
    doomed = programs.worker()
    programs.ready(1)
    mark = tmp_path / "mark"
    with connect(programs.address) as cluster:
        results = completed(marked, [str(mark)], cluster.workers, cluster.executor)
        programs.worker()
        programs.ready(2)

        def kill() -> None:
            while not mark.with_suffix(".begun").exists():
                sleep(0.02)
            doomed.kill()
            mark.touch()

        killer = Thread(target=kill)
        killer.start()
        assert list(results) == [(0, "mark")]
        killer.join()


def test_a_killed_scheduler_loses_no_finished_pair(
    programs: Programs, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    programs.worker()
    programs.ready(1)
    path = tmp_path / "log.jsonl"

    def play_on() -> None:
        with connect(programs.address) as cluster:
            for _ in tournament(TERMS, PLAYERS, 50, 5, cluster.workers, Log(path, TERMS), cluster.executor):
                programs.scheduler.kill()

    with pytest.raises(ConnectionError, match="went away"):
        play_on()
    assert "Traceback" not in capfd.readouterr().err
    finished = path.read_text().splitlines()[1:]
    assert 1 <= len(finished) < 50
    *_, whole = tournament(TERMS, PLAYERS, len(finished) + 1, 5)
    *_, resumed = tournament(TERMS, PLAYERS, len(finished) + 1, 5, log=Log(path, TERMS))
    assert resumed == whole
    assert path.read_text().splitlines()[1:-1] == finished


def test_the_command_plays_on_a_cluster(shared: Programs, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["match", "gambit", "--players", "3", "1", "--nodes", "40", "--games", "4", "--json"]
    assert main([*command, "--scheduler", shared.address]) == 0
    there = json.loads(capsys.readouterr().out)
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out) == there


def test_no_scheduler_is_an_error_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saltus.parallel.cluster.CONNECT_SECONDS", 0.5)
    with pytest.raises(ValueError, match=r"no scheduler at tcp://127\.0\.0\.1:9"), connect("tcp://127.0.0.1:9"):
        pass


@pytest.mark.parametrize("address", ["somewhere", "tcp://", "tcp://host", "host:8786", "tcp://host:port"])
def test_what_is_no_address_is_an_error(address: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="no address of a scheduler, like tcp://host:8786"), connect(address):
        pass
    assert capfd.readouterr().err == ""


def test_a_scheduler_without_workers_is_an_error(programs: Programs) -> None:
    programs.ready(0)
    with pytest.raises(ValueError, match="has no workers"), connect(programs.address):
        pass


def test_another_version_over_there_is_an_error(shared: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    told = pytest.raises(ValueError, match=f"the scheduler has saltus {re.escape(saltus.__version__)}, not 99")
    monkeypatch.setattr("saltus.__version__", "99.0")
    with told, connect(shared.address):
        pass


def test_a_cluster_without_the_package_is_an_error(tmp_path: Path) -> None:
    with ExitStack() as stack:
        bare = Programs(tmp_path, path=())
        stack.callback(bare.end)
        bare.worker()
        bare.ready(1)
        with pytest.raises(ValueError, match="cannot import saltus; install it there"), connect(bare.address):
            pass

"""Self-play: the same games on one process, on several and on a cluster, and no finished game is played again."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from saltus.parallel.log import JobLog
from workshop.kept import Crew, kept
from workshop.learn import selfplay

from tests.support.cluster import ROOT, started
from tests.support.tiers import mostly_slow

GAMES = 6
PLAY = ["rock", "--games", str(GAMES), "--nodes", "40", "--seed", "7"]


def lines(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *options: str) -> list[str]:
    """What the command writes."""
    monkeypatch.setattr(sys, "argv", ["selfplay", *PLAY, *options])
    selfplay.main()
    return capsys.readouterr().out.splitlines()


def test_the_lines_are_the_same_on_any_number_of_workers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    alone = lines(capsys, monkeypatch)
    assert all(len(line.split()) == 6 for line in alone)
    assert lines(capsys, monkeypatch, "--workers", "2") == alone
    with started(tmp_path, 2) as programs:
        assert lines(capsys, monkeypatch, "--scheduler", programs.address) == alone


def test_progress_tells_the_time_left(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["selfplay", *PLAY])
    selfplay.main()
    told = capsys.readouterr().err.splitlines()
    assert [line.partition(",")[0] for line in told] == [f"{done} of {GAMES}" for done in range(1, GAMES + 1)]
    assert all(line.endswith(" left") for line in told)


def test_a_killed_worker_loses_no_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    alone = lines(capsys, monkeypatch)
    log = tmp_path / "games.jsonl"
    with started(tmp_path, 2) as programs:
        add = JobLog.add

        def kill(self: JobLog, key: Iterable[Any], result: Any) -> None:
            add(self, key, result)
            programs.all[1].kill()

        monkeypatch.setattr(JobLog, "add", kill)
        assert lines(capsys, monkeypatch, "--scheduler", programs.address, "--log", str(log)) == alone
        assert programs.all[1].wait() != 0
    assert sorted(json.loads(line)[0] for line in log.read_text().splitlines()[1:]) == list(range(GAMES))


def test_a_killed_command_goes_on_from_the_games_that_it_finished(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    alone = lines(capsys, monkeypatch)
    log = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "workshop.learn.selfplay", *PLAY, "--log", str(log)]
    begun = subprocess.Popen(command, cwd=ROOT / "py", text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert begun.stderr is not None
    begun.stderr.readline()  # after the first game
    begun.kill()
    begun.communicate()
    finished = [line for line in log.read_text().splitlines(keepends=True)[1:] if line.endswith("\n")]
    assert finished
    with log.open("a") as file:
        file.write("[5, [[1, 2")  # as if it had been killed while it wrote
    assert lines(capsys, monkeypatch, "--log", str(log)) == alone
    assert log.read_text().splitlines(keepends=True)[1 : 1 + len(finished)] == finished
    assert len(log.read_text().splitlines()) == 1 + GAMES


def test_the_file_of_other_games_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    monkeypatch.setattr(sys, "argv", ["selfplay", *PLAY, "--games", "1", "--log", str(log)])
    selfplay.main()
    monkeypatch.setattr(sys, "argv", ["selfplay", *PLAY, "--nodes", "41", "--log", str(log)])
    with pytest.raises(SystemExit, match="is of self-play on other terms"):
        selfplay.main()
    log.write_text("something else\n")
    with pytest.raises(SystemExit, match="is no log of self-play"):
        selfplay.main()


class Number(NamedTuple):
    """A job that is its own number."""

    number: int

    @property
    def key(self) -> tuple[int]:
        return (self.number,)


def test_what_is_in_the_file_is_not_done_again(tmp_path: Path) -> None:
    done: list[int] = []

    def double(job: Number) -> int:
        done.append(job.number)
        return 2 * job.number

    path = tmp_path / "log"
    assert list(kept(double, [Number(3), Number(1)], Crew(), JobLog(path, "numbers", {}))) == [6, 2]
    again = kept(double, [Number(n) for n in range(4)], Crew(), JobLog(path, "numbers", {}))
    assert list(again) == [0, 2, 4, 6]
    assert done == [3, 1, 0, 2]


def test_an_interruption_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    log = tmp_path / "games.jsonl"
    monkeypatch.setattr(selfplay, "rows", interrupted)
    monkeypatch.setattr(sys, "argv", ["selfplay", *PLAY, "--log", str(log)])
    with pytest.raises(SystemExit, match=f"interrupted; the same command goes on from {log}"):
        selfplay.main()


def test_a_scheduler_that_is_not_there_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saltus.parallel.cluster.CONNECT_SECONDS", 0.5)
    monkeypatch.setattr(sys, "argv", ["selfplay", *PLAY, "--scheduler", "tcp://127.0.0.1:9"])
    with pytest.raises(SystemExit, match=r"there is no scheduler at tcp://127\.0\.0\.1:9"):
        selfplay.main()


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@mostly_slow("game", ["english", "rock"], "english")
def test_games_of_the_programs_in_c_are_the_same_in_blocks_of_any_size(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    from saltus.games import load
    from saltus.games._draughts import Draughts
    from workshop.learn import blocks, lab, rock

    rules = load(game)
    values = lab.shipped(rules).read_text() if isinstance(rules, Draughts) else rock.numbers()
    found = []
    for size, workers in ((2, 2), (7, 1)):
        monkeypatch.setattr(blocks, "GAMES", size)
        found.append("".join(blocks.positions(game, values, 3, 7, 60, Crew(workers))))
    assert found[0] == found[1] != ""

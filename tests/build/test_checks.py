"""What `build.py test` and `build.py bench` run and report."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from bundle import checks, toolchain

from tests.support.checkout import ROOT


def test_unknown_measurement_is_refused() -> None:
    done = subprocess.run([sys.executable, "build.py", "bench", "nonsense"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert "nonsense" in done.stderr


def test_unknown_group_is_refused_and_the_known_ones_are_listed() -> None:
    args = [sys.executable, "build.py", "test", "--only", "nonsense"]
    done = subprocess.run(args, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert "nonsense" in done.stderr
    assert ", ".join(checks.groups()) in done.stderr


def test_every_test_is_in_one_group() -> None:
    found = checks.groups()
    tests = [
        path
        for group in found.values()
        for part in group
        for path in (part.rglob("test_*.py") if part.is_dir() else [part])
    ]
    assert sorted(tests) == sorted(path for path in toolchain.TESTS.rglob("test_*.py"))
    assert {checks.CHECK, checks.PAGE, "build"} < set(found)


def test_only_a_name_or_all_runs_the_tests_that_are_marked_slow() -> None:
    marked = toolchain.TESTS / "records" / "test_growth.py"
    listed = [
        checks.pytest([marked], None),
        checks.pytest([marked], None, slow=True),
        checks.pytest([marked], "growth"),
    ]
    counts = []
    for each in listed:
        command = [sys.executable, *each.command[1:], "--collect-only", "-p", "no:xdist"]
        spread = {"-n", str(checks.processes()), "--dist", "worksteal"}
        env = {**os.environ, "PYTEST_ADDOPTS": ""}
        done = subprocess.run(
            [part for part in command if part not in spread], cwd=ROOT, env=env, capture_output=True, text=True
        )
        counts.append(done.stdout.count("::"))
    first_tier, everything, named = counts
    assert 0 < first_tier < everything == named


def test_a_failed_check_is_reported_with_its_output(capsys: pytest.CaptureFixture[str]) -> None:
    right, wrong = (
        checks.Check(title, [sys.executable, "-c", program])
        for title, program in (("right", "print('fine')"), ("wrong", "import sys; sys.exit('broken')"))
    )
    results = checks.side_by_side([right, wrong])
    assert [result.passed for result in results] == [True, False]
    with pytest.raises(toolchain.Stop, match="failed: wrong"):
        checks.conclude(results)
    out = capsys.readouterr().out
    assert "broken" in out
    assert "fine" not in out
    assert "1 passed, 1 failed" in out


def test_a_checkout_that_was_moved_gets_another_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs of an environment begin with its path: those of the other place would not start."""
    calls: list[tuple[object, ...]] = []

    def call(*command: object) -> None:
        calls.append(command)
        if "venv" in command:
            toolchain.VENV.mkdir()

    monkeypatch.setattr(toolchain, "call", call)

    def installed_in(build: Path) -> int:
        """How many commands it takes to have the packages of the tests there."""
        monkeypatch.setattr(toolchain, "BUILD", build)
        monkeypatch.setattr(toolchain, "VENV", build / "venv")
        calls.clear()
        toolchain.python_packages("test")
        return len(calls)

    first, second = tmp_path / "first", tmp_path / "second"
    assert [installed_in(first), installed_in(first)] == [2, 0]
    first.rename(second)
    assert [installed_in(second), installed_in(second)] == [2, 0]


FAILS_ONCE = """
from pathlib import Path

def test_it():
    mark = Path(__file__).with_suffix(".seen")
    is_first = not mark.exists()
    mark.touch()
    assert not is_first
"""


@pytest.mark.parametrize(("group", "late"), [("web", ["web/test_once.py::test_it"]), ("rules", [])])
def test_a_test_with_a_browser_is_tried_once_more_and_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: str, late: list[str]
) -> None:
    """Where a test of the rules fails, it has failed."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    folder = tmp_path / group
    folder.mkdir()
    (folder / "test_once.py").write_text(FAILS_ONCE)
    monkeypatch.setattr(checks, "FAILED", tmp_path / ".pytest_cache" / "v" / "cache" / "lastfailed")
    first = checks.run(checks.Check("tests", [sys.executable, "-m", "pytest", "-q", folder]), os.environ, quiet=True)
    assert not first.passed
    result, found = checks.second_try([folder], first, os.environ)
    assert (result.passed, found) == (bool(late), late)


@pytest.mark.slow("web/test_watch.py::test_page_loads_itself_again_after_a_rebuild")
def test_smoke_tests_run_after_the_page_tests_in_one_process() -> None:
    """A process can run only one Playwright. That of the page's tests ends with the last of them."""
    page = next(path.parent for path in toolchain.TESTS.glob("*/test_watch.py"))
    chosen = ["-k", "loads_itself_again or hint_is_given", page / "test_watch.py", toolchain.TESTS / "smoke"]
    args = [sys.executable, "-m", "pytest", "-q", *map(str, chosen)]
    done = subprocess.run(args, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout

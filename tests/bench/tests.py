"""Where the time of `build.py test` goes: by folder, by file and by test.

    python3 build.py bench tests

Runs the tests of the first tier once. The times are those of all processes added up, fixtures included: two processes
take about half as long.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple
from xml.etree import ElementTree

from bundle import checks
from bundle.toolchain import BUILD, TESTS

REPORT = BUILD / "tests.xml"
MANY = 12
"""How many files and tests are listed."""


class Timed(NamedTuple):
    """A test, and the seconds that it and its fixtures took."""

    folder: str
    file: str
    name: str
    seconds: float


def timed() -> list[Timed]:
    """Every test of the last run."""
    found = []
    for case in ElementTree.parse(REPORT).getroot().iter("testcase"):
        # The class's name is the path in dots: `tests.web.test_play`, after which a class could stand.
        parts = case.get("classname", "").removeprefix("tests.").split(".")
        place = next(index for index, part in enumerate(parts) if part.startswith("test_"))
        file = "/".join(parts[: place + 1])
        folder = parts[0] if place else "tests"
        found.append(Timed(folder, file, f"{file} {case.get('name')}", float(case.get("time", "0"))))
    return found


def table(title: str, tests: list[Timed], key: Callable[[Timed], str], most: int | None) -> None:
    """Prints the seconds by what `key` says of a test, the longest first."""
    seconds: dict[str, float] = {}
    for test in tests:
        seconds[key(test)] = seconds.get(key(test), 0) + test.seconds
    count = Counter(map(key, tests))
    total = sum(seconds.values())
    print(f"\n{title:<60} {'seconds':>8} {'share':>6} {'tests':>6}")
    for name, spent in sorted(seconds.items(), key=lambda item: -item[1])[:most]:
        print(f"{name[:60]:<60} {spent:8.1f} {spent / total:6.1%} {count[name]:6}")


def main() -> None:
    """Runs the tests and prints the tables."""
    found = checks.pytest([path for paths in checks.groups().values() for path in paths], None)
    began = monotonic()
    done = subprocess.run([*found.command, f"--junitxml={REPORT}"], cwd=TESTS.parent, check=False)
    took = monotonic() - began
    tests = timed()
    print(f"\n{len(tests)} tests, {sum(test.seconds for test in tests):.0f} s of {checks.processes()} processes")
    print(f"{took:.0f} s from beginning to end")
    table("folder", tests, lambda test: test.folder, None)
    table("file", tests, lambda test: test.file, MANY)
    table("test", tests, lambda test: test.name, MANY)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()

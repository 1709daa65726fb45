"""A test of the page waits for nothing by itself: its actions do (`support/settle.py`).

Files that are marked `running` have yet to follow: their number only falls.
"""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FILES = sorted([*TESTS.glob("web/test_*.py"), *TESTS.glob("releases/test_*.py")])
WAITS = re.compile(r"wait_for_timeout|\.clock\b|wait_for_function")
RUNNING = "pytest.mark.running"
MOST_RUNNING = 31


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_test_of_the_page_waits_by_itself(path: Path) -> None:
    text = path.read_text("utf-8")
    if RUNNING not in text:
        assert WAITS.findall(text) == []


def test_fewer_and_fewer_files_have_a_running_clock() -> None:
    running = [path for path in FILES if RUNNING in path.read_text("utf-8")]
    assert len(running) <= MOST_RUNNING

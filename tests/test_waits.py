"""A test of the page waits for nothing by itself: its actions do (`support/settle.py`)."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FILES = sorted(path for folder in ("web", "releases", "smoke") for path in TESTS.glob(f"{folder}/test_*.py"))
WAITS = re.compile(r"wait_for_timeout|\.clock\b|wait_for_function|\.run_for\(")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_test_of_the_page_waits_by_itself(path: Path) -> None:
    assert WAITS.findall(path.read_text("utf-8")) == []

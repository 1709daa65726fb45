"""What holds for every test: no test passes or fails by the clock, and each run tries the same examples.

`HYPOTHESIS_PROFILE=explore` looks for new ones instead.

Tests marked `slow` prove on more data, or in one more place, what other tests prove already: the mark names those, or
stands at some of the parameters. `--first-tier` leaves them out.
"""

import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[1]
PY = str(ROOT / "py")
sys.path[:0] = [PY, str(ROOT)]
# The programs that tests start find the package, too.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [PY, os.environ.get("PYTHONPATH")]))
# Nor do they compile it anew each time, which is half of a start, where the surroundings forbid to keep bytecode.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A deadline and a slow beginning are told by the clock.
UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", UNTIMED, derandomize=True)
settings.register_profile("explore", UNTIMED, max_examples=1_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# Who runs the tests in the background may have made signals unheard; every program that they start inherits it.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which tests run, and how those in the browser do (`web/conftest.py`); pytest takes options from here alone."""
    parser.addoption(
        "--shake",
        type=int,
        default=0,
        metavar="SEED",
        help="have whatever is on its way to a page come late",
    )
    parser.addoption("--cores", type=int, default=2, metavar="N", help="let pages believe that they have N cores")
    parser.addoption("--first-tier", action="store_true", help="leave out the tests that are marked `slow`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--first-tier"):
        left_out = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]

"""The devices that the tests have, whatever machine they run on.

With `--shake SEED` all that is on its way to the page comes late, each thing by a time of its own: that finds races
which a quick machine hides. With `--cores N` pages believe to have so many cores; from four on a second worker
searches, too.
"""

from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, BrowserType

from tests.support import settle
from tests.support.profiles import notes_alterations
from tests.support.served import lots
from tests.support.settle import CLOCK, actions_settle

CORES = """(cores) => Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => cores })"""

SHAKE = (Path(__file__).parent / "shake.js").read_text("utf-8")
MAX_LATE_MS = 250


@cache
def devices_are(patience_ms: int, cores: int, seed: int | None) -> None:
    """Say so for all pages from now on. Once, though several folders of tests do: a clock that runs by another which
    stands would stand for ever."""
    notes_alterations()
    is_patient(patience_ms)
    has_clock()
    actions_settle()
    has_cores(cores)
    if seed:
        is_shaken(seed)


def has_cores(cores: int) -> None:
    """From now on, in every profile that a test makes; a page of its own may have others."""
    everywhere(lambda context: context.add_init_script(f"({CORES})({cores})"))


def has_clock() -> None:
    """From now on the clock of every page stands, until the test moves it."""
    settle.has_clock = True
    everywhere(lambda context: context.add_init_script(CLOCK))


def is_shaken(seed: int) -> None:
    """From now on, in every profile that a test makes: see `shake.js`. Files of the site come late, too."""
    everywhere(lambda context: context.add_init_script(f"({SHAKE})({seed}, {MAX_LATE_MS})"))
    lots.append(Random(seed))


def is_patient(longest: int) -> None:
    """From now on whoever uses a profile that a test makes waits up to so many ms."""
    everywhere(lambda context: context.set_default_timeout(longest))


def everywhere(change: Callable[[BrowserContext], object]) -> None:
    """Change every profile that a test makes from now on."""
    for kind, name in ((Browser, "new_context"), (BrowserType, "launch_persistent_context")):
        setattr(kind, name, changed(getattr(kind, name), change))


def changed(make: Any, change: Callable[[BrowserContext], object]) -> Any:
    """`make`, whose profiles are changed before they are used."""

    @wraps(make)
    def made(*args: Any, **how: Any) -> BrowserContext:
        context: BrowserContext = make(*args, **how)
        change(context)
        return context

    return made

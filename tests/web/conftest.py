"""The built site, served on this machine, and a browser that looks at it.

Whatever the page says on the console, whatever it asks of another host, and whatever fails to load is a fault of the
test that saw it: such things are in `faults`, which a test that provokes one empties.

Playwright ends with the last test of this folder: beside it neither `smoke/` could start another one in the same
process, nor could any test run an event loop.

In the first tier the rules are in Python itself (`support/native.py`), and in Pyodide only for the tests that are
marked `pyodide`: all that is about the runtime, and enough others to have every kind of request answered by it.

`--late MS` makes the rules answer late, `--cores 8` gives them a second worker (`device.py`): every test must pass
so, too.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from bundle import site, toolchain
from bundle.runtime import REST
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)

from tests.support import chromium as found
from tests.support.device import has_cores, is_late, is_patient
from tests.support.engine_client import Client
from tests.support.native import IS_POSSIBLE, native_site
from tests.support.page import PATIENCE_SECONDS
from tests.support.person import Person
from tests.support.served import served

PATIENCE = PATIENCE_SECONDS * 1_000
expect.set_options(timeout=PATIENCE)


def pytest_configure(config: pytest.Config) -> None:
    is_patient(PATIENCE)
    has_cores(config.getoption("--cores"))
    if longest := config.getoption("--late"):
        is_late(longest)


@pytest.fixture(scope="package", autouse=True)
def built_site() -> None:
    """The site, built where it is not up to date."""
    site.dist()


@pytest.fixture(scope="package")
def real_address(built_site: None) -> Iterator[str]:
    """Where the built site is."""
    with served() as host:
        yield host.address


@pytest.fixture(scope="package")
def native_address(built_site: None) -> Iterator[str]:
    """Where the built site is with rules in Python itself."""
    with native_site() as host:
        yield host.address


def site_of(request: pytest.FixtureRequest) -> str:
    """The address for a test or a file of tests."""
    is_native = (
        IS_POSSIBLE and request.config.getoption("--first-tier") and not request.node.get_closest_marker("pyodide")
    )
    return str(request.getfixturevalue("native_address" if is_native else "real_address"))


@pytest.fixture
def address(request: pytest.FixtureRequest) -> str:
    """Where the site is for this test."""
    return site_of(request)


@pytest.fixture(scope="module")
def file_address(request: pytest.FixtureRequest) -> str:
    """Where the site is for what the tests of a file share."""
    return site_of(request)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="package")
def chromium() -> dict[str, Any]:
    """How Chromium is launched."""
    try:
        return {"executable_path": found.path(), "args": found.quick()}
    except toolchain.Stop as error:  # `build.py test` asks for the browser first, and fails without it
        pytest.skip(str(error))


@pytest.fixture(scope="package")
def browser(playwright: Playwright, chromium: dict[str, Any]) -> Iterator[Browser]:
    launched = playwright.chromium.launch(**chromium)
    yield launched
    launched.close()


@pytest.fixture
def faults() -> list[str]:
    """What went wrong in the page so far."""
    return []


FELL_BACK = "the small runtime lacks a function that was called; `python3 build.py profile` counts them again"


def notes_fallbacks(context: BrowserContext, faults: list[str]) -> None:
    """Notes a page that fetches the whole runtime, because the small one lacks a function."""

    def asked(request: Request) -> None:
        if request.url.endswith(f"/{REST}"):
            faults.append(FELL_BACK)

    context.on("request", asked)


def watch(context: BrowserContext, faults: list[str]) -> None:
    """Notes what goes wrong in the pages of a context."""

    def asked(request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "file:", "blob:", "data:")):
            faults.append(f"asked elsewhere: {request.url}")

    def complained(said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and "blocked by Playwright" not in said.text:
            faults.append(f"{said.type}: {said.text}")

    def failed(request: Request) -> None:
        # Whoever leaves a page gives up what was on its way to it.
        if request.failure != "net::ERR_ABORTED":
            faults.append(f"{request.url}: {request.failure}")

    notes_fallbacks(context, faults)
    context.on("request", asked)
    context.on("requestfailed", failed)
    context.on("console", complained)
    context.on("weberror", lambda error: faults.append(str(error.error)))


def profile(browser: Browser, faults: list[str], **how: Any) -> BrowserContext:
    """A fresh desktop profile. It blocks service workers, so that every file comes from the server."""
    desk: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
    made = browser.new_context(**{**desk, "service_workers": "block", **how})
    watch(made, faults)
    return made


@pytest.fixture
def context(browser: Browser, faults: list[str]) -> Iterator[BrowserContext]:
    made = profile(browser, faults)
    yield made
    made.close()


@pytest.fixture
def visit(browser: Browser, faults: list[str]) -> Iterator[Callable[..., Page]]:
    """Makes a page in a profile of its own. `how` changes what differs from a desktop profile."""
    made: list[BrowserContext] = []

    def come(**how: Any) -> Page:
        made.append(profile(browser, faults, **how))
        return made[-1].new_page()

    yield come
    found = faults.copy()
    for context in made:
        context.close()
    assert found == []


@pytest.fixture
def lasting(
    playwright: Playwright, chromium: dict[str, Any], faults: list[str], tmp_path: Path
) -> Iterator[BrowserContext]:
    """A profile on disk, as people have. The cache of a fresh profile is too small for the runtime."""
    made = playwright.chromium.launch_persistent_context(tmp_path / "profile", service_workers="block", **chromium)
    watch(made, faults)
    yield made
    made.close()
    assert faults == []


@pytest.fixture
def page(context: BrowserContext, faults: list[str]) -> Iterator[Page]:
    yield context.new_page()
    assert faults == []


@pytest.fixture
def newcomer(page: Page, address: str) -> Person:
    """Someone who has never been here."""
    return Person(page, address)


@pytest.fixture
def client(page: Page, address: str) -> Iterator[Client]:
    """The rules alone, without the page's other modules."""
    yield Client(page, address)
    page.evaluate("window.engine.close()")


@pytest.fixture
def touch(visit: Callable[..., Page], address: str) -> Person:
    """Someone with a telephone."""
    return Person(visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True), address)


@pytest.fixture(scope="module")
def warm(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A page that all tests of a file share, so that the rules load once, and the errors in it."""
    faults: list[str] = []
    made = profile(browser, faults)
    made.grant_permissions(["clipboard-read", "clipboard-write"])
    yield made.new_page(), faults
    made.close()


@pytest.fixture
def person(warm: tuple[Page, list[str]], address: str) -> Iterator[Person]:
    """Someone who has been at the page for a while."""
    page, faults = warm
    yield Person(page, address)
    found = faults.copy()
    faults.clear()
    assert found == []


@pytest.fixture
def forgiving(browser: Browser) -> Iterator[BrowserContext]:
    """A profile whose pages may miss files and report that, but whose scripts may not fail."""
    made = browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", service_workers="block"
    )
    errors: list[str] = []
    made.on("weberror", lambda error: errors.append(str(error.error)))
    notes_fallbacks(made, errors)
    yield made
    made.close()
    assert [error for error in errors if "provoked by a test" not in error] == []

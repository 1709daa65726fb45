"""The built site, served on this machine, and a browser that looks at it.

Whatever the page says on the console, whatever it asks of another host, and whatever fails to load is a fault of the
test that saw it: such things are in `faults`, which a test that provokes one empties.

Playwright ends with the last test of this folder: beside it neither `smoke/` could start another one in the same
process, nor could any test run an event loop.

In the first tier the rules are in Python itself (`support/native.py`), and in Pyodide only for the tests that are
marked `pyodide`: all that is about the runtime, and enough others to have every kind of request answered by it.

With `--shake SEED` all that comes comes late, with `--cores 8` pages have a second worker (`device.py`): every test
must pass so, too.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from bundle import site, toolchain
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
from tests.support.device import devices_are
from tests.support.engine_client import Client
from tests.support.native import IS_POSSIBLE, native_site
from tests.support.page import PATIENCE_SECONDS
from tests.support.person import Person
from tests.support.profiles import Profiles, usual
from tests.support.served import served

PATIENCE = PATIENCE_SECONDS * 1_000
expect.set_options(timeout=PATIENCE)


def pytest_configure(config: pytest.Config) -> None:
    devices_are(PATIENCE, config.getoption("--cores"), config.getoption("--shake"))


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


@pytest.fixture(scope="package")
def profiles(browser: Browser) -> Profiles:
    """What the tests use one after another."""
    return Profiles(browser, lambda made: watch(made, seen))


seen: list[str] = []
"""What went wrong in any page since the test began."""


@pytest.fixture
def faults() -> list[str]:
    """What went wrong in the page so far."""
    seen.clear()
    return seen


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

    context.on("request", asked)
    context.on("requestfailed", failed)
    context.on("console", complained)
    context.on("weberror", lambda error: faults.append(str(error.error)))


@pytest.fixture
def new_profiles(profiles: Profiles) -> Iterator[None]:
    """For tests of what a browser keeps that no script can delete: it has only profiles that nobody used before."""
    profiles.keeps = False
    yield
    profiles.keeps = True


@pytest.fixture
def visit(profiles: Profiles, faults: list[str], request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Makes a page in a profile of its own. `how` changes what differs from a desktop profile."""
    failed = request.session.testsfailed
    made: list[Page] = []

    def come(**how: Any) -> Page:
        made.append(profiles.take([], **how))
        return made[-1]

    yield come
    found = faults.copy()
    for page in made:
        profiles.give(page, intact=not found and request.session.testsfailed == failed)
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
def page(visit: Callable[..., Page]) -> Page:
    return visit()


@pytest.fixture
def context(page: Page) -> BrowserContext:
    return page.context


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
def touch(people: Callable[..., Person]) -> Person:
    """Someone with a telephone."""
    return people(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)


@pytest.fixture(scope="module")
def opened(profiles: Profiles) -> Iterator[list[Page]]:
    """The pages that the tests of a file leave open for each other, so that the rules load once."""
    pages: list[Page] = []
    yield pages
    for page in pages:
        profiles.give(page)


@pytest.fixture
def people(
    profiles: Profiles, opened: list[Page], faults: list[str], address: str, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Person]]:
    """Makes people who have been at the page for a while. `how` changes what differs from a desktop profile."""
    failed = request.session.testsfailed
    pages: list[Page] = []

    def come(**how: Any) -> Person:
        pages.append(profiles.take(opened, permissions=["clipboard-read", "clipboard-write"], **how))
        return Person(pages[-1], address)

    yield come
    found = faults.copy()
    for page in pages:
        intact = not found and request.session.testsfailed == failed
        if intact and usual(page):
            opened.append(page)
        else:
            profiles.give(page, intact=intact)
    assert found == []


@pytest.fixture
def person(people: Callable[..., Person]) -> Person:
    """Someone who has been at the page for a while."""
    return people()


@pytest.fixture
def forgiving(browser: Browser) -> Iterator[BrowserContext]:
    """A profile whose pages may miss files and report that, but whose scripts may not fail."""
    made = browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", service_workers="block"
    )
    errors: list[str] = []
    made.on("weberror", lambda error: errors.append(str(error.error)))
    yield made
    made.close()
    assert [error for error in errors if "provoked by a test" not in error] == []

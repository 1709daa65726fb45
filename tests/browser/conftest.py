"""The built site, served on this machine, and a browser that looks at it.

Whatever the page says on the console, whatever it asks of another host, and whatever fails to load is a fault of the
test that saw it: such things are in `faults`, which a test that provokes one empties.
"""

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
import build


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        build.dist()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the built site is."""
    server = build.server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium() -> dict[str, Any]:
    """How Chromium is launched."""
    sandbox = [] if not hasattr(os, "geteuid") or os.geteuid() else ["--no-sandbox"]
    path = os.environ.get("SALTUS_CHROMIUM") or str(build.browser())
    return {"executable_path": path, "args": [*build.QUIETLY, *sandbox]}


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium: dict[str, Any]) -> Iterator[Browser]:
    launched = playwright.chromium.launch(**chromium)
    yield launched
    launched.close()


@pytest.fixture
def faults() -> list[str]:
    """What went wrong in the page so far."""
    return []


def watch(context: BrowserContext, faults: list[str]) -> None:
    """Notes what goes wrong in the pages of a context."""

    def asked(request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "file:", "blob:", "data:")):
            faults.append(f"asked elsewhere: {request.url}")

    def complained(said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and "blocked by Playwright" not in said.text:
            faults.append(f"{said.type}: {said.text}")

    context.set_default_timeout(60_000)
    context.on("request", asked)
    context.on("requestfailed", lambda request: faults.append(f"{request.url}: {request.failure}"))
    context.on("console", complained)
    context.on("weberror", lambda error: faults.append(str(error.error)))


@pytest.fixture
def context(browser: Browser, faults: list[str]) -> Iterator[BrowserContext]:
    """A fresh profile, at the size of a desk."""
    size = {"width": 1280, "height": 800}
    made = browser.new_context(viewport=size, reduced_motion="reduce", service_workers="block")
    watch(made, faults)
    yield made
    made.close()


@pytest.fixture
def lasting(
    playwright: Playwright, chromium: dict[str, Any], faults: list[str], tmp_path: Path
) -> Iterator[BrowserContext]:
    """A profile on disk, as people have: what is cached there has no room in a fresh one."""
    made = playwright.chromium.launch_persistent_context(tmp_path / "profile", service_workers="block", **chromium)
    watch(made, faults)
    yield made
    made.close()
    assert faults == []


@pytest.fixture
def page(context: BrowserContext, faults: list[str]) -> Iterator[Page]:
    yield context.new_page()
    assert faults == []

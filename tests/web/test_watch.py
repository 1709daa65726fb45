"""`build.py serve --watch`: the page loads itself again when the site was rebuilt."""

import threading
from collections.abc import Iterator

import pytest
from bundle.server import Watcher, make_server, watching
from playwright.sync_api import BrowserContext, expect

from tests.support.person import Person


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    made = Watcher()
    yield made
    made.end()


@pytest.fixture
def watched(watcher: Watcher) -> Iterator[str]:
    """The address of a site that is served with `--watch`."""
    server = make_server(handler=watching(watcher))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    watcher.end()
    server.shutdown()
    server.server_close()


def test_page_loads_itself_again_after_a_rebuild(context: BrowserContext, watched: str, watcher: Watcher) -> None:
    page = context.new_page()
    person = Person(page, watched)
    person.open("gambit")
    page.evaluate("document.documentElement.dataset.before = 'yes'")
    with page.expect_event("load"):
        watcher.announce()
    expect(page.locator("html")).not_to_have_attribute("data-before", "yes")
    person.wait("open")

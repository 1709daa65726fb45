"""What the page shows once it is ready, or once something has failed to load."""

from playwright.sync_api import Frame, Page

from tests.support.settle import settle

PATIENCE_SECONDS = 60
"""How long tests wait for a state. A busy machine is slow, but not wrong."""

STANDS = """() => performance.getEntriesByName('panels-here').length > 0
    && document.getElementById('status').dataset.phase === 'open'"""
"""The page is whole, and one can play."""

TOLD = """() => {
    const told = document.querySelector('#status.error button, #unloaded:not([hidden]) button');
    return told?.checkVisibility() ?? false;
}"""
"""An error is shown, with a button that tries again."""


def is_ready(page: Page | Frame) -> bool:
    """Whether rules and engine have answered a first question."""
    return bool(page.evaluate("performance.getEntriesByName('engine-ready').length > 0"))


def is_whole(page: Page | Frame) -> bool:
    """Whether the panels, too, have been fetched."""
    return bool(page.evaluate("performance.getEntriesByName('panels-here').length > 0"))


def controlled(page: Page) -> None:
    """Wait until the service worker has stored the site and taken the page over."""
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")


PROVOKED = "throw new Error('provoked by a test')"


def crash(page: Page, how: str = PROVOKED) -> None:
    """Have the rules' worker crash, and wait until the page has put it away."""
    worker = page.workers[0]
    with worker.expect_event("close"):
        worker.evaluate(f"setTimeout(() => {{ {how}; }})")
    settle(page)


def try_again(page: Page) -> None:
    """Take the offer: of the rules alone, or where the page itself is not whole, of all of it."""
    page.locator("#status.error button, #unloaded button").locator("visible=true").first.click()

"""`build.py serve --watch`: the page loads itself again when the site was rebuilt."""

from playwright.sync_api import BrowserContext, expect

from tests.support.person import Person
from tests.support.served import watched_site


def test_page_loads_itself_again_after_a_rebuild(context: BrowserContext) -> None:
    page = context.new_page()
    with watched_site() as (address, watcher):
        person = Person(page, address)
        person.open("gambit")
        page.evaluate("document.documentElement.dataset.before = 'yes'")
        with page.expect_event("load"):
            watcher.announce()
        expect(page.locator("html")).not_to_have_attribute("data-before", "yes")
        person.wait("open")

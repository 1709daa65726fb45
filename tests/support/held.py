"""Requests that are held back."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Route

from tests.support.settle import lacking, settle


class Held:
    """The requests of `page` for these addresses: they wait until they are let go, and so do later ones.

    To take the handler away while it holds requests would let them go as well: they could not be let go once more.
    """

    def __init__(self, page: Page, addresses: str | re.Pattern[str]) -> None:
        self.routes: list[Route] = []
        self.is_open = False
        page.route(addresses, self._take)

    def _take(self, route: Route) -> None:
        if self.is_open:
            route.continue_()
        else:
            self.routes.append(route)

    def let_go(self) -> None:
        """Let all go, and every later one at once."""
        self.is_open = True
        for route in self.routes:
            route.continue_()

    def fail(self) -> None:
        """Have those that wait fail, and let every later one go at once."""
        self.is_open = True
        for route in self.routes:
            route.abort()


@contextmanager
def held_back(page: Page, addresses: str | re.Pattern[str], kind: str = "rules") -> Iterator[Held]:
    """Act while these requests are held back, and what needs them, of this kind, is not waited for: then it comes."""
    held = Held(page, addresses)
    with lacking(page, kind):
        yield held
        if not held.is_open:
            held.let_go()
    settle(page)

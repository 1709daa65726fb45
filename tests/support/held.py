"""Requests that are held back."""

import re

from playwright.sync_api import Page, Route


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

"""Who visits the site in any browser, and the site that is visited."""

import threading
from http.server import ThreadingHTTPServer

from bundle.server import SiteHandler, make_server

from tests.smoke.browsers import Browser


class Host:
    """The built site on this machine, at an address that can go away."""

    def __init__(self, handler: type[SiteHandler] = SiteHandler) -> None:
        self.server: ThreadingHTTPServer = make_server(handler=handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        self.open = True

    def close(self) -> None:
        if self.open:
            self.server.shutdown()
            self.server.server_close()
        self.open = False


class Visitor:
    """Someone who plays in a browser."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def open(self, address: str) -> None:
        """Open a page and wait until it is a person's turn."""
        self.browser.open(address)
        # Firefox may still show the page before, on which it may be somebody's turn, too.
        self.browser.until("return location.href.split('#')[0] === arguments[0]", address.split("#")[0])
        self.turn()

    def turn(self) -> None:
        self.browser.until("return document.getElementById('status')?.dataset.phase === 'open'")

    def play(self, *squares: str) -> None:
        """Play a turn and wait until it has been answered."""
        before = self.moves
        for square in squares:
            self.browser.press(f"#grid [data-square={square}]")
        self.browser.until("return document.querySelectorAll('#moves .move').length > arguments[0]", len(before) + 1)
        self.turn()

    @property
    def moves(self) -> list[str]:
        said = "return [...document.querySelectorAll('#moves .move')].map((one) => one.textContent)"
        return list(self.browser.run(said))

"""Who visits the site in any browser."""

from tests.smoke.browsers import Browser


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
        """Wait until it is a person's turn. A start card, which may lie over the buttons, is answered with Play."""
        self.browser.until(
            """document.querySelector('#intro:not([hidden]) [data-does=play]')?.click();
            return document.getElementById('status')?.dataset.phase === 'open';"""
        )

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

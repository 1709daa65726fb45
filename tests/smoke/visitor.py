"""Who visits the site in any browser."""

from tests.smoke.browsers import Browser


class Visitor:
    """Someone who plays in a browser."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def open(self, address: str) -> None:
        """Open a page, and see that it is a person's turn."""
        self.browser.open(address)
        # Firefox may still show the page before, on which it may be somebody's turn, too.
        self.browser.until("return location.href.split('#')[0] === arguments[0]", address.split("#")[0])
        self.turn()

    def turn(self) -> None:
        """See that it is a person's turn. A start card, which may lie over the buttons, is answered with Play."""
        self.browser.settle()
        self.browser.run("document.querySelector('#intro:not([hidden]) [data-does=play]')?.click();")
        self.browser.settle()
        self.browser.sees("return document.getElementById('status').dataset.phase === 'open'")

    def press(self, selector: str) -> None:
        """Press something, and wait until what comes of it has come."""
        self.browser.press(selector)
        self.browser.settle()

    def play(self, *squares: str) -> None:
        """Play a turn, which is answered."""
        before = self.moves
        for square in squares:
            self.press(f"#grid [data-square={square}]")
        assert len(self.moves) == len(before) + 2
        self.turn()

    @property
    def moves(self) -> list[str]:
        said = "return [...document.querySelectorAll('#moves .move')].map((one) => one.textContent)"
        return list(self.browser.run(said))

"""A person at the page: opens games, finds squares by sight or by ear, and waits until the table is ready."""

import re
from collections.abc import Callable
from random import Random

from playwright.sync_api import Locator, Page

MOVABLE = '[aria-label*="can move"], [aria-label*="must capture"]'


class Person:
    """What one does at `page`, the site being at `address`."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address.rstrip("/") + "/"

    def open(self, game: str, *phases: str) -> None:
        """Go to a game and wait until it is somebody's turn."""
        self.page.goto(f"{self.address}#game={game}")
        self.wait(*phases or ("open", "over"))

    def wait(self, *phases: str) -> str:
        """Wait until the page is in one of these phases (`data-phase` of the status); which it is."""
        self.page.wait_for_function(
            "phases => phases.includes(document.getElementById('status').dataset.phase)", arg=list(phases)
        )
        return self.phase

    @property
    def phase(self) -> str:
        """loading, failed, waiting, open (a person is to move), thinking, paused or over."""
        return self.page.locator("#status").get_attribute("data-phase") or ""

    @property
    def status(self) -> str:
        return self.page.locator("#status-text").inner_text()

    @property
    def spoken(self) -> str:
        """What the live region said last."""
        return self.page.locator("#live").inner_text()

    @property
    def moves(self) -> list[str]:
        """The texts of the moves in the list."""
        return self.page.locator("#moves .move").all_inner_texts()

    @property
    def squares(self) -> dict[str, str]:
        """Each square and what it is called, as a screen reader says it."""
        labels = self.page.eval_on_selector_all("#grid button", "all => all.map(one => one.ariaLabel)")
        return {label.split(",")[0]: label for label in labels}

    def named(self, what: str) -> list[str]:
        """The squares whose names say `what`."""
        return [name for name, label in self.squares.items() if what in label]

    def people(self, *places: str) -> None:
        """Seat persons at the top and the bottom of the board."""
        for place in places or ("top", "bottom"):
            self.page.select_option(f"#player-{place} select", "0")

    def place(self, square: str) -> tuple[float, float]:
        """Where the middle of a square is on the screen."""
        box = self.square(square).bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def square(self, square: str) -> Locator:
        return self.page.locator(f"#grid [data-square={square}]")

    def click(self, *squares: str) -> None:
        """Click squares of the canvas, one after another."""
        for square in squares:
            self.page.mouse.click(*self.place(square))

    def press(self, *squares: str) -> None:
        """Press squares of the grid of buttons with the Enter key."""
        for square in squares:
            self.square(square).press("Enter")

    def turn(self, choose: Random, enter: Callable[[str], None]) -> None:
        """Enter one whole turn, square by square, chosen among what the names of the squares say is possible."""
        pass_ = self.page.locator("[data-does=pass]")
        if pass_.count():
            pass_.click()
            return
        before = self.position
        enter(choose.choice(self.named("can move") + self.named("must capture")))
        while self.phase == "open" and self.position == before:
            end = self.page.locator("[data-does=end]")
            targets = self.named("target")
            if not targets or (end.count() and choose.random() < 0.5):
                end.click()
                break
            enter(choose.choice(targets))
        self.page.wait_for_function(
            "before => document.getElementById('grid').dataset.node !== before", arg=before
        )

    @property
    def position(self) -> str:
        """Which node of the game's tree is on the table."""
        return self.page.locator("#grid").get_attribute("data-node") or ""

    def marks(self) -> dict[str, float]:
        """The User Timing marks, in ms."""
        return dict(self.page.evaluate("performance.getEntriesByType('mark').map(one => [one.name, one.startTime])"))


def result_of(status: str) -> str:
    """`w`, `b` or `draw`, from the first line of the status at the end of a game."""
    first = status.split("\n")[0]
    if found := re.match(r"(White|Black) wins", first):
        return found[1][0].lower()
    assert first == "Draw", status
    return "draw"

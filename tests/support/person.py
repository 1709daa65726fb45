"""A person at the page: opens games, finds squares by sight or by ear, and waits until the table is ready."""

import re
from collections.abc import Callable
from random import Random

from playwright.sync_api import Frame, Locator, Page

from tests.support import settle as settling
from tests.support.settle import restless, settle, stopped


def choose_entry(page: Page | Frame, group: str, entry: str) -> None:
    """Choose an entry (its `data-entry`) of the menu Game, Study or Share: in the header, or in the phone menu.

    What a button beside the board does is no entry of the header's menus: then it is pressed.
    """
    button = page.locator(f":is(.actions, .study-tools) :is(#{entry}, [data-panel={entry}])")
    if button.count() and button.is_visible():
        button.click()
        return
    opener = page.locator(f"[data-menu={group}]")
    if opener.is_visible():
        opener.click()
        page.locator(f".dropdown [data-entry={entry}]").click()
    else:
        page.locator("[data-panel=more]").click()
        page.locator(f".menu-group [data-entry={entry}]").click()


def unfold(page: Page, part: str) -> None:
    """Unfold a part of a panel, such as `begin`, `setup` or `options` of the form for a new game."""
    fold = page.locator(f"[data-fold={part}]")
    fold.wait_for()
    if fold.get_attribute("open") is None:
        fold.locator("summary").click()


def restart(page: Page) -> None:
    """Begin the game again at once, by its key."""
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("Shift+N")


def take_hint(page: Page) -> None:
    """Ask for a hint, also in a rated game."""
    page.click("#hint")
    if page.locator("#ask").is_visible():
        page.click("#ask-yes")


def analyse(page: Page) -> None:
    """Switch the analysis on or off, also in a rated game."""
    button = page.locator("#analyse")
    if button.is_visible():
        button.click()
    else:
        choose_entry(page, "study", "analysis")
    if page.locator("#ask").is_visible():
        page.click("#ask-yes")


def step(page: Page, where: str) -> None:
    """Step through the game by a key: the button for it is there only while the game is studied."""
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press(where)


WATCH = """() => {
  const grid = document.getElementById('grid');
  const { node } = grid.dataset;
  window.moved = false;
  new MutationObserver((_, watcher) => {
    if (grid.dataset.node === node) return;
    window.moved = true;
    watcher.disconnect();
  }).observe(grid, { attributeFilter: ['data-node'] });
}"""
"""Notes that a move was played, however soon the next puzzle is on the board: its first node has the same number."""

ENTERED = """(square) => {
  if (window.moved) return 'played';
  const label = document.querySelector(`#grid [data-square=${square}]`).ariaLabel;
  return document.getElementById('status').dataset.phase === 'open' && label.includes('selected') && 'held';
}"""


class Person:
    """What one does at `page`, the site being at `address`."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address.rstrip("/") + "/"

    def open(self, game: str, *phases: str) -> None:
        """Put a fresh match of a game on the table and wait until it is somebody's turn.

        Where the page is open already it stays so, and keeps nothing; if it shows another site, nothing is kept of an
        earlier visit.
        """
        is_fresh = not self.page.url.startswith("http")
        if not self.page.url.startswith(self.address):
            self.page.goto(f"{self.address}#game={game}")
        if not is_fresh:
            self._leave(game)
            self._change(game)
        self.wait(*phases or ("open", "over"))

    def _leave(self, game: str) -> None:
        """Close what is open, and have another game on the table than this one."""
        close = self.page.locator("#panel-close")
        if close.is_visible():
            close.click()
        if self.page.locator("#canvas").get_attribute("data-drawn") == game:
            self._change("gambit" if game == "rock" else "rock")

    def _change(self, game: str, saved: object = None) -> None:
        self.page.evaluate(
            """([game, saved]) => {
              localStorage.clear();
              if (saved) localStorage.setItem(`saltus.table.${game}`, JSON.stringify(saved));
              location.hash = `game=${game}`;
            }""",
            [game, saved],
        )
        self.drawn(game)

    def resume(self, game: str, saved: object) -> None:
        """Put a match on the table as the page has saved it."""
        if self.page.url.startswith(self.address):
            self._leave(game)
        else:
            self.open("gambit" if game == "rock" else "rock")
        self._change(game, saved)
        self.wait("open", "over")

    def go_on(self) -> None:
        """Let what stood come: see `standing`."""
        stopped.discard(self.page)
        settle(self.page)

    def follow(self, link: str) -> None:
        """Follow a link that has a game in it (`#game=…&record=…`), and wait until it is on the table."""
        if self.page.url.startswith(self.address):
            self._leave("rock")
            self._change("rock")
            self.page.evaluate("link => { location.hash = link; }", link)
        else:
            self.page.goto(self.address + link)
        self.wait("open", "over")

    def sees(self, holds: str, arg: object = None) -> None:
        """See that something holds at the page; where nothing is waited for otherwise, this waits for it."""
        if self.page in restless or not settling.has_clock:
            self.page.wait_for_function(holds, arg=arg)
        else:
            assert self.page.evaluate(holds, arg), (holds, arg, self.status)

    def drawn(self, game: str) -> None:
        """See that this game is on the canvas."""
        self.sees("game => document.getElementById('canvas')?.dataset.drawn === game", game)

    def at(self, node: int) -> None:
        """See that this node of the game's tree is on the table."""
        self.sees("node => document.getElementById('grid').dataset.node === String(node)", node)

    def listed(self, count: int) -> None:
        """See that so many moves are in the list."""
        self.sees("n => document.querySelectorAll('#moves .move').length === n", count)

    def wait(self, *phases: str) -> str:
        """Which of these phases (`data-phase` of the status) the page is in.

        Whoever waits for a game wants to play: a start card is answered with Play.
        """
        if settling.has_clock and self.page not in restless:
            self.page.evaluate("document.querySelector('#intro:not([hidden]) [data-does=play]')?.click()")
        self.sees(
            """phases => {
              document.querySelector('#intro:not([hidden]) [data-does=play]')?.click();
              return phases.includes(document.getElementById('status')?.dataset.phase);
            }""",
            list(phases),
        )
        return self.phase

    def says(self, square: str, label: str) -> None:
        """Wait until this is what the square is called."""
        self.page.locator(f'#grid [data-square={square}][aria-label="{label}"]').wait_for(state="attached")

    def none(self, what: str) -> None:
        """Wait until no square's name says `what`."""
        self.page.locator(f'#grid [aria-label*="{what}"]').first.wait_for(state="detached")

    @property
    def phase(self) -> str:
        """loading, failed, waiting, open (a person is to move), thinking, paused or over."""
        return self.page.locator("#status").get_attribute("data-phase") or ""

    @property
    def status(self) -> str:
        return self.page.locator("#status-text").inner_text()

    @property
    def headline(self) -> str:
        """The first line of the status, also while the result sheet hides it."""
        return self.page.locator("#status-text strong").text_content() or ""

    @property
    def spoken(self) -> str:
        """What the live region said last."""
        return self.page.locator("#live").inner_text()

    @property
    def heard(self) -> list[str]:
        """All that the live region has said at this visit."""
        return list(self.page.evaluate("globalThis.spoken"))

    @property
    def moves(self) -> list[str]:
        """The texts of the moves in the list."""
        return self.page.locator("#moves .move").all_inner_texts()

    @property
    def squares(self) -> dict[str, str]:
        """Each square and what is said of it, as a screen reader says it."""
        script = "all => all.map(one => [one.dataset.square, one.ariaLabel])"
        return dict(self.page.eval_on_selector_all("#grid button", script))

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
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def square(self, square: str) -> Locator:
        return self.page.locator(f"#grid [data-square={square}]")

    def type(self, move: str) -> None:
        """Type a move: a key shows the field for it."""
        field = self.page.locator("#typed-move")
        if not field.is_visible():
            self.page.evaluate("document.activeElement?.blur()")
            self.page.keyboard.press("m")
        field.fill(move)
        field.press("Enter")

    def click(self, *squares: str) -> None:
        """Click squares of the canvas, one after another."""
        for square in squares:
            self.page.mouse.click(*self.place(square))

    def press(self, *squares: str) -> None:
        """Press squares of the grid of buttons with the Enter key."""
        for square in squares:
            self.square(square).press("Enter")

    def move(self, *path: str) -> None:
        """Enter a move by the grid of buttons, and end it where it might go on."""
        self.watch()
        self.press(*path)
        if self.holds(path[-1]):
            self.page.locator("#status [data-does=end]").click()

    def turn(self, choose: Random, enter: Callable[[str], None]) -> list[str]:
        """Enter one whole turn, chosen among what the names of the squares say is possible; the squares entered."""
        self.watch()
        pass_ = self.page.locator("[data-does=pass]")
        end = self.page.locator("[data-does=end]")
        path: list[str] = []
        if pass_.count():
            pass_.click()
        else:
            path.append(choose.choice(self.named("can move") + self.named("must capture")))
            enter(path[0])
        while path and self.holds(path[-1]):
            targets = self.named("target")
            if end.count() and (not targets or choose.random() < 0.5):
                end.click()
                break
            path.append(choose.choice(targets))
            enter(path[-1])
        self.sees("() => window.moved")
        return path

    def watch(self) -> None:
        """Note from now on whether a move is played."""
        self.page.evaluate(WATCH)

    def holds(self, square: str) -> bool:
        """Whether the piece is now on a square that was entered, and goes on. `watch` comes before the move."""
        self.sees(f"(square) => Boolean(({ENTERED})(square))", square)
        return bool(self.page.evaluate(ENTERED, square) == "held")

    def drop(self, name: str, text: str) -> None:
        """Drag a file over the board, and drop it once the page shows that it would take it."""
        self.page.wait_for_function(
            """([name, text]) => {
              const dataTransfer = new DataTransfer();
              dataTransfer.items.add(new File([text], name));
              const tell = (type) => document.getElementById('board').dispatchEvent(
                new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
              tell('dragover');
              const isTaken = 'dropping' in document.documentElement.dataset;
              if (isTaken) tell('drop');
              return isTaken;
            }""",
            arg=[name, text],
        )
        if self.page not in restless:
            settle(self.page)

    def swipe(self, x: float, y: float, down: float) -> None:
        """Draw a finger over the screen, as a telephone feels it."""
        finger = self.page.context.new_cdp_session(self.page)

        def feel(kind: str, *heights: float) -> None:
            points = [{"x": x, "y": height} for height in heights]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        feel("touchStart", y)
        for part in range(1, 9):
            feel("touchMove", y + down * part / 8)
        feel("touchEnd")
        settle(self.page)

    @property
    def position(self) -> int:
        """Which node of the game's tree is on the table; 0 is the start."""
        return int(self.page.locator("#grid").get_attribute("data-node") or -1)

    def marks(self) -> dict[str, float]:
        """The User Timing marks, in ms."""
        return dict(self.page.evaluate("performance.getEntriesByType('mark').map(one => [one.name, one.startTime])"))


def result_of(person: Person) -> str:
    """`w`, `b` or `draw`, from what the status says at the end of a game."""
    headline = person.headline
    if found := re.fullmatch(r"(White|Black) wins", headline):
        return found[1][0].lower()
    if headline in ("You win!", "You lost"):
        place = "bottom" if headline == "You win!" else "top"
        return person.page.locator(f"#player-{place}").get_attribute("data-side") or ""
    assert headline == "Draw", headline
    return "draw"


def guest(page: Page, address: str, game: str) -> None:
    """Put the board into a frame of another page, which keeps in `heard` what the board says."""
    frame = '<!doctype html><title>A page</title><iframe id="board" width="480" height="480"></iframe>'
    page.route("**/parent", lambda route: route.fulfill(content_type="text/html", body=frame))
    page.goto(f"{address}parent")
    page.evaluate(
        """([address, waits]) => {
          window.heard = [];
          addEventListener('message', ({ data }) => window.heard.push(data));
          const board = document.getElementById('board');
          board.src = address;
          return waits && new Promise((done) => board.addEventListener('load', () => done(), { once: true }));
        }""",
        [f"{address}?embed#game={game}", settling.has_clock and page not in restless],
    )


def seated(page: Page) -> None:
    """Wait until the board in the frame has told its page that it is ready."""
    page.wait_for_function("() => window.heard.some((one) => one.saltus === 'ready')")


def enter_moves(person: Person, *moves: str) -> None:
    """Enter moves by the field for them, wherever it is."""
    for move in moves:
        before = person.position
        person.page.evaluate(
            """move => {
              document.getElementById('typed-move').value = move;
              document.getElementById('typed').requestSubmit();
            }""",
            move,
        )
        person.sees("was => document.getElementById('grid').dataset.node !== String(was)", before)
        person.wait("open", "over")

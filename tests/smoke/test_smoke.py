"""What must work in every browser: start, play, hint, analysis, reload, offline; and the site as one file, and in a
frame of another site.

`build.py test` runs it in Chromium, `build.py smoke firefox` and `build.py smoke webkit` in the other two.
`SALTUS_SMOKE` names the browser.
"""

import os
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from bundle import site
from bundle.server import SiteHandler, make_server

from tests.smoke.browsers import KINDS, Browser, Missing


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


@pytest.fixture
def host() -> Iterator[Host]:
    site.dist()
    made = Host()
    yield made
    made.close()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    try:
        made = KINDS[os.environ.get("SALTUS_SMOKE", "chromium")](tmp_path_factory.mktemp("browser") / "profile")
    except Missing as error:
        pytest.fail(str(error), pytrace=False)
    yield made
    made.close()


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


@pytest.fixture
def visitor(browser: Browser) -> Visitor:
    return Visitor(browser)


def test_a_turn_is_played_and_answered_and_is_there_after_a_reload(visitor: Visitor, host: Host) -> None:
    visitor.open(f"{host.address}#game=rock")
    visitor.play("b1", "b3")
    moves = visitor.moves
    assert len(moves) == 2
    visitor.browser.reload()
    visitor.browser.until("return performance.getEntriesByName('engine-ready').length > 0")
    visitor.turn()
    assert visitor.moves == moves


def test_a_hint_is_given_with_its_reason(visitor: Visitor, host: Host) -> None:
    visitor.open(f"{host.address}#game=english")
    visitor.browser.press("#hint")
    visitor.browser.until("return document.getElementById('status').classList.contains('hint')")


def test_the_analysis_finds_lines(visitor: Visitor, host: Host) -> None:
    visitor.open(f"{host.address}#game=english")
    visitor.browser.press("#analyse")
    visitor.browser.until("return document.querySelectorAll('#engine .engine-line button').length > 0")


def test_the_page_opens_and_plays_without_a_network_after_one_visit(visitor: Visitor, host: Host) -> None:
    visitor.open(f"{host.address}#game=rock")
    visitor.browser.until("return Boolean(navigator.serviceWorker.controller)")
    host.close()
    visitor.browser.open("about:blank")
    visitor.open(f"{host.address}#game=gambit")
    visitor.play("a2", "a4")
    visitor.browser.press('[data-panel="rules"]')
    visitor.browser.until("return document.querySelectorAll('#panel canvas').length > 0")


def test_the_single_file_plays_from_a_disk(visitor: Visitor, tmp_path: Path) -> None:
    site.single()
    visitor.open(f"{site.SINGLE_FILE.as_uri()}#game=rock")
    visitor.play("b1", "b3")


FRAME = """<!doctype html><title>Another site</title><style>body { margin: 0 }</style><iframe id="game" width="960"
height="640" style="border: 0" sandbox="allow-scripts allow-same-origin" src="http://127.0.0.1:%d/#game=rock"></iframe>"""


def test_the_page_plays_in_a_frame_of_another_site(visitor: Visitor, host: Host) -> None:
    """As on itch.io, in browsers that let a frame of another site keep nothing, where they can be told so."""

    class Parent(SiteHandler):
        def do_GET(self) -> None:  # noqa: N802  (the base class has it so)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            text = (FRAME % host.server.server_port).encode()
            self.send_header("Content-Length", str(len(text)))
            super(SiteHandler, self).end_headers()
            self.wfile.write(text)

    parent = Host(Parent)
    visitor.browser.open(parent.address.replace("127.0.0.1", "localhost"))
    visitor.browser.enter("#game")
    visitor.turn()
    visitor.play("b1", "b3")
    parent.close()

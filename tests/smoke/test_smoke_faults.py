"""What can go wrong on the way to the page and where it stands, in every browser: it is told, and one can play."""

import os
import re
import socket
from collections.abc import Iterator
from typing import ClassVar

import pytest
from bundle import site, toolchain
from bundle.server import SiteHandler, SiteServer

from tests.smoke.browsers import Browser
from tests.smoke.visitor import Visitor
from tests.support.served import Host, served

pytestmark = pytest.mark.slow(
    "web/test_faults.py::test_a_part_of_python_that_fails_shows_an_error_until_it_loads",
    "web/test_faults.py::test_a_page_cut_off_says_so_in_the_visitors_language",
    "web/test_faults.py::test_a_fault_is_told_and_nothing_is_lost",
    "web/test_surroundings.py::test_a_frame_in_a_sandbox_plays_and_says_what_it_lacks",
    "web/test_surroundings.py::test_a_host_without_https_copies_or_selects_texts_plays_and_keeps_the_game_but_not_offline",
)
"""In Chromium; `build.py smoke` runs them in the other browsers."""


class Faulty(SiteHandler):
    """The site; the files whose paths end as in `spoiled` come as that says. At /around is a page around it."""

    spoiled: ClassVar[dict[str, bytes | None]] = {}

    def do_GET(self) -> None:  # noqa: N802  (the base class has it so)
        place = self.path.partition("?")[0]
        if place == "/around":
            self.say(FRAME.encode(), "text/html")
            return
        for ending, content in self.spoiled.items():
            if place.endswith(ending):
                if content is None:
                    self.send_error(404)
                else:
                    self.say(content, "text/html" if place.endswith("/") else self.guess_type(place))
                return
        super().do_GET()

    def say(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:
        # The page around is not of the site: it may hold what it likes.
        if self.path.startswith("/around"):
            super(SiteHandler, self).end_headers()
        else:
            super().end_headers()


FRAME = """<!doctype html><title>A page</title><style>body { margin: 0 }</style><iframe id="game" width="960"
height="640" style="border: 0" sandbox="allow-scripts" src="/#game=rock"></iframe>"""


@pytest.fixture
def host() -> Iterator[Host]:
    """Each time at another address, so that no browser remembers anything of it."""
    site.dist()
    Faulty.spoiled.clear()
    with served(Faulty) as made:
        yield made
    Faulty.spoiled.clear()


def half(ending: str) -> bytes:
    (path,) = (one for one in toolchain.files(site.DIST) if one.as_posix().endswith(ending))
    raw = path.read_bytes()
    return raw[: len(raw) // 2]


TOLD = """const told = document.querySelector('#status.error button, #unloaded:not([hidden]) button');
    return Boolean(told?.getBoundingClientRect().width);"""

BUTTON = "#status.error button, #unloaded:not([hidden]) button"


@pytest.mark.parametrize("how", ["missing", "cut off"])
@pytest.mark.parametrize("part", ["pyodide.asm.wasm", "/engine/worker.js", "/page.js"])
def test_a_part_that_does_not_come_is_told_and_comes_when_it_is_asked_for_again(
    visitor: Visitor,
    host: Host,
    part: str,
    how: str,
) -> None:
    """Cut off, it is kept by the browser as if it were whole."""
    Faulty.spoiled[part] = None if how == "missing" else half(part)
    visitor.browser.open(f"{host.address}#game=rock")
    visitor.browser.until(TOLD)
    Faulty.spoiled.clear()
    visitor.browser.press(BUTTON)
    visitor.turn()
    visitor.play("b1", "b3")


def test_a_page_that_was_cut_off_is_told_and_comes_whole(visitor: Visitor, host: Host) -> None:
    raw = (site.DIST / "index.html").read_bytes()
    for mark in (b'id="assets"', b"main.js", b'id="canvas"'):
        Faulty.spoiled["/"] = raw[: raw.index(mark)]
        visitor.browser.open(f"{host.address}?{len(Faulty.spoiled['/'] or b'')}")
        visitor.browser.until(
            "return document.getElementById('unloaded')?.textContent.includes('load completely') ?? false"
        )
    Faulty.spoiled.clear()
    visitor.browser.press("#unloaded button")
    visitor.turn()


FILL = """for (const key of Object.keys(localStorage))
    if (key.startsWith('saltus.reply')) localStorage.removeItem(key);
  for (let size = 1 << 22; size; size >>= 1)
    for (let n = 0; ; n++) try { localStorage[`other.${size}.${n}`] = '.'.repeat(size); } catch { break; }"""
"""Leaves no room. The page gives up the stored reply for the game by itself, which would be room enough."""


def test_full_storage_is_told_and_the_game_goes_on(visitor: Visitor, host: Host) -> None:
    visitor.open(f"{host.address}#game=rock")
    visitor.browser.run(FILL)
    visitor.play("b1", "b3")
    visitor.browser.sees("return document.getElementById('status').textContent.includes('blocks storage')")
    visitor.browser.run("localStorage.clear()")


def test_storage_that_throws_is_told_and_the_game_goes_on(visitor: Visitor, host: Host) -> None:
    """As in a sandbox, where the page's worker may not be started by its address either."""
    if os.environ.get("SALTUS_SMOKE") == "webkit":
        pytest.xfail("in a sandbox WebKit takes the 'self' of a security policy for nobody, so that no script runs")
    visitor.browser.open(f"{host.address}around")
    visitor.browser.enter("#game")
    visitor.turn()
    keeps = "try { return Boolean(localStorage); } catch { return false; }"
    assert not visitor.browser.run(keeps)
    visitor.play("b1", "b3")
    visitor.browser.sees("return document.getElementById('status').textContent.includes('blocks storage')")


def elsewhere() -> str:
    """The address of this machine in its network; empty where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # of no machine (RFC 5737); a datagram's socket sends nothing by that
        except OSError:
            return ""
        found = str(line.getsockname()[0])
    return "" if re.match(r"127\.|0\.", found) else found


def test_a_host_without_https_plays(browser: Browser) -> None:
    """By its address in the network: this machine's own names are trusted without https."""
    address = elsewhere()
    if not address:
        pytest.skip("this machine is in no network")
    site.dist()
    host = Host(SiteServer((address, 0), SiteHandler))
    person = Visitor(browser)
    person.open(f"{host.address}#game=rock")
    assert not browser.run("return isSecureContext")
    person.play("b1", "b3")
    host.close()

"""From an address to a playable page, on good hosts and bad."""

import http.server
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bundle import site
from bundle.server import SiteHandler
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.held import Held, held_back
from tests.support.page import is_ready
from tests.support.person import Person, choose_entry
from tests.support.served import Host, served
from tests.support.settle import lacking, settle

pytestmark = pytest.mark.pyodide

LIBRARY = re.compile(r"/library\.pack$")


def is_drawn(page: Page) -> bool:
    """Whether the board shows more than one colour."""
    found: bool = page.evaluate(
        """() => {
          const canvas = document.getElementById('canvas');
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          return new Set(new Uint32Array(data.buffer)).size > 8;
        }"""
    )
    return found


def test_the_board_of_the_address_is_drawn_before_the_rules_and_said_to_be_ready_once(
    page: Page, address: str
) -> None:
    page.add_init_script("""localStorage['saltus.met'] = '["rock"]'""")
    page.add_init_script("Math.random = () => 0.9")  # the lot: the person begins
    with held_back(page, LIBRARY):
        page.goto(f"{address}#game=rock")
        assert is_drawn(page)
        assert not is_ready(page)
        expect(page).to_have_title(re.compile("Rock"))
    assert is_ready(page)
    assert Person(page, address).heard == ["Your move (White)"]


BEGUN = """globalThis.begun = [];
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (message, ...more) {
  if (message.assets) begun.push(message.game);
  return postMessage.call(this, message, ...more);
};"""
"""Notes for which game each worker starts."""


def test_the_game_of_an_address_that_a_program_has_escaped_is_the_one_that_the_worker_starts_with(
    page: Page, address: str
) -> None:
    page.add_init_script(BEGUN)
    page.goto(f"{address}#/players=0-0&amp;game=rock")
    expect(page).to_have_title(re.compile("Rock"))
    assert page.evaluate("begun[0]") == "rock"


@pytest.fixture
def counted() -> Iterator[tuple[str, Counter[str]]]:
    """The site's address, and how often each path was requested."""
    asked: Counter[str] = Counter()

    class Recorder(SiteHandler):
        def do_GET(self) -> None:  # noqa: N802  (the base class has it so)
            asked[self.path] += 1
            super().do_GET()

    with served(Recorder) as host:
        yield host.address, asked


def test_no_file_is_requested_twice_and_at_the_next_visit_only_the_page(
    lasting: BrowserContext, counted: tuple[str, Counter[str]]
) -> None:
    address, asked = counted
    page = lasting.new_page()
    page.goto(address)
    assert is_ready(page)
    # What is still on its way would be asked for again.
    page.wait_for_load_state("networkidle")
    assert {path: times for path, times in asked.items() if times > 1} == {}
    assert any(path.endswith(".wasm") for path in asked)
    asked.clear()
    page.goto("about:blank")
    page.goto(address)
    assert is_ready(page)
    page.wait_for_load_state("networkidle")
    assert set(asked) == {"/"}


LATE = re.compile(r"/late\.pack$")


def test_only_a_feature_that_needs_late_modules_waits_for_them(page: Page, address: str) -> None:
    """The first moves do not need them, nor a game that is chosen then. A request that does waits for them."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    person = Person(page, address)
    held = Held(page, LATE)
    page.goto(f"{address}#game=english")
    page.evaluate("location.hash = 'game=rock'")
    person.wait("open")
    person.move("b1", "b3")
    person.at(2)
    assert "rock.pack" in asked
    with lacking(page, "rules"):
        choose_entry(page, "share", "save")
        text = page.locator("#panel textarea").first
        expect(text).to_have_value("")
        held.let_go()
    settle(page)
    expect(text).to_have_value(re.compile(";W"))


def test_missing_weights_of_a_chosen_game_show_an_error_and_can_be_retried(
    page: Page, address: str, faults: list[str]
) -> None:
    weights = re.compile(r"/(rock|late)\.pack$")
    page.route(weights, lambda route: route.fulfill(status=404))
    person = Person(page, address)
    page.goto(f"{address}#game=english")
    page.evaluate("location.hash = 'game=rock'")
    person.wait("open")
    person.move("b1", "b3")
    status = page.locator("#status")
    expect(status).to_contain_text("The game engine couldn’t be loaded. Check your connection")
    page.unroute(weights)
    faults.clear()
    status.get_by_role("button").first.click()
    person.at(2)


class Plain(http.server.SimpleHTTPRequestHandler):
    """A host without a media type for WebAssembly and without our headers."""

    extensions_map = {  # noqa: RUF012  (the base class has it so)
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".html": "text/html",
        ".css": "text/css",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        "": "application/octet-stream",
    }

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def plain_host(tmp_path: Path) -> Iterator[str]:
    """The site in a sub-folder of such a host."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "saltus").symlink_to(site.DIST)

    def handler(*args: Any) -> Plain:
        return Plain(*args, directory=str(tmp_path))

    host = Host(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler))
    yield f"{host.address}a/b/saltus/"
    host.close()


def test_page_works_on_a_plain_host_in_a_sub_folder(page: Page, plain_host: str) -> None:
    page.goto(plain_host)
    assert is_ready(page)

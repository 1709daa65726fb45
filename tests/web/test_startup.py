"""From an address to a playable page, on good hosts and bad."""

import http.server
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from bundle import site
from bundle.server import SiteHandler
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.held import Held
from tests.support.page import ready, whole
from tests.support.person import Person, choose_entry
from tests.support.served import Host, served

pytestmark = [pytest.mark.running, pytest.mark.pyodide]

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


def test_board_is_drawn_before_the_rules_are_there(page: Page, address: str) -> None:
    held = Held(page, LIBRARY)
    page.goto(address)
    page.wait_for_function("() => performance.getEntriesByName('board-drawn').length > 0")
    assert is_drawn(page)
    assert page.evaluate("performance.getEntriesByName('engine-ready').length") == 0
    held.let_go()
    ready(page)


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


def test_no_file_is_requested_twice(page: Page, counted: tuple[str, Counter[str]]) -> None:
    address, asked = counted
    page.goto(address)
    ready(page)
    assert {path: times for path, times in asked.items() if times > 1} == {}
    assert any(path.endswith(".wasm") for path in asked)


def test_the_next_visit_requests_only_the_page(lasting: BrowserContext, counted: tuple[str, Counter[str]]) -> None:
    address, asked = counted
    page = lasting.new_page()
    page.goto(address)
    ready(page)
    whole(page)
    # What is still on its way would be asked for again.
    page.wait_for_load_state("networkidle")
    asked.clear()
    page.goto("about:blank")
    page.goto(address)
    ready(page)
    whole(page)
    assert set(asked) == {"/"}


def test_game_in_the_address_is_opened(page: Page, address: str) -> None:
    page.goto(f"{address}#game=rock")
    ready(page)
    expect(page).to_have_title(re.compile("Rock"))


@pytest.mark.again("web/test_faults.py::test_a_part_of_python_that_fails_shows_an_error_until_it_loads")
def test_missing_file_shows_an_error_and_loading_can_be_retried(page: Page, address: str, faults: list[str]) -> None:
    page.route(LIBRARY, lambda route: route.fulfill(status=404))
    page.goto(address)
    status = page.locator("#status")
    expect(status).to_contain_text("The game engine couldn’t be loaded. Check your connection")
    page.unroute(LIBRARY)
    faults.clear()
    status.get_by_role("button").first.click()
    ready(page)


@pytest.mark.again("web/test_faults.py::test_a_lazy_file_that_fails_shows_an_error_and_loads_on_retry")
def test_missing_panel_shows_an_error_and_can_be_retried(page: Page, address: str, faults: list[str]) -> None:
    panel = re.compile(r"/features/rules/view\.js")
    page.route(panel, lambda route: route.fulfill(status=404))
    page.goto(address)
    ready(page)
    page.click('[data-panel="rules"]')
    expect(page.locator("#panel-title")).to_be_focused()
    expect(page.locator("#panel")).to_contain_text("Check your connection and try again")
    faults.clear()
    page.unroute(panel)
    page.locator("#panel-body").get_by_role("button").click()
    expect(page.locator("#panel-title")).to_have_text("English checkers: rules")


@pytest.mark.again("web/test_faults.py::test_a_part_of_python_that_fails_shows_an_error_until_it_loads")
def test_cut_off_file_shows_an_error(page: Page, address: str, faults: list[str]) -> None:
    whole = next(site.DIST.glob("assets/*/library.pack")).read_bytes()
    page.route(LIBRARY, lambda route: route.fulfill(body=whole[: len(whole) // 2]))
    page.goto(address)
    page.wait_for_function("() => document.getElementById('status').dataset.phase === 'failed'")
    faults.clear()


LATE = re.compile(r"/late\.pack$")


def test_only_a_feature_that_needs_late_modules_waits_for_them(page: Page, address: str) -> None:
    """The first moves do not need them. A request that does waits for them."""
    held = Held(page, LATE)
    person = Person(page, address)
    person.open("english")
    person.people("top")
    person.press("b6", "a5")
    person.at(1)
    choose_entry(page, "share", "save")
    text = page.locator("#panel textarea").first
    expect(text).to_have_value("")
    held.let_go()
    expect(text).to_have_value(re.compile("Event"))


@pytest.mark.again("web/test_faults.py::test_a_part_of_python_that_fails_shows_an_error_until_it_loads")
def test_late_modules_that_fail_can_be_retried(page: Page, address: str, faults: list[str]) -> None:
    page.route(LATE, lambda route: route.fulfill(status=404))
    page.goto(f"{address}#game=english")
    ready(page)
    choose_entry(page, "share", "save")
    reason = page.locator("#panel .note[role=status]").first
    expect(reason).to_contain_text("The game engine couldn’t be loaded. Check your connection")
    for name in ("Copy", "Save as a file"):
        page.locator("#panel").get_by_role("button", name=name, exact=True).click()
    page.evaluate("() => new Promise((later) => setTimeout(later, 300))")
    expect(reason).to_contain_text("The game engine couldn’t be loaded. Check your connection")
    faults.clear()
    page.unroute(LATE)
    page.locator("#panel [name=form]").last.check(force=True)
    page.locator("#panel [name=form]").first.check(force=True)
    page.locator("#panel [name=form][value=pdn]").check(force=True)
    expect(page.locator("#panel textarea").first).to_have_value(re.compile("Event"))


@pytest.fixture
def switched(page: Page, address: str) -> Callable[[], Person]:
    """Plays the first move of Rock against the computer, on a page that has opened with English checkers."""

    def play() -> Person:
        person = Person(page, address)
        page.goto(f"{address}#game=english")
        ready(page)
        page.evaluate("location.hash = 'game=rock'")
        person.drawn("rock")
        person.move("b1", "b3")
        return person

    return play


def test_a_game_that_is_chosen_before_the_late_parts_are_there_gets_its_weights(
    page: Page, switched: Callable[[], Person]
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    held = Held(page, LATE)
    switched().at(2)
    assert not held.is_open
    assert "rock.pack" in asked


def test_missing_weights_of_a_chosen_game_show_an_error_and_can_be_retried(
    page: Page, switched: Callable[[], Person], faults: list[str]
) -> None:
    weights = re.compile(r"/rock\.pack$")
    page.route(weights, lambda route: route.fulfill(status=404))
    person = switched()
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
    ready(page)

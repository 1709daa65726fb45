"""Damaged files in the browser's cache, which keeps files with hashed names for good, and a page that is cut off.
The page reports both, and a button loads what the host has.

A server spoils the files: the browser does not cache responses that a test fulfils itself.
"""

import json
import re
from collections.abc import Iterator
from typing import ClassVar

import pytest
from bundle import site, toolchain
from bundle.server import SiteHandler
from playwright.sync_api import Browser, BrowserContext, expect

from tests.support.page import STANDS, TOLD, try_again
from tests.support.served import served
from tests.support.tiers import sampled

pytestmark = [pytest.mark.running, pytest.mark.pyodide]


class Faulty(SiteHandler):
    """Serves the site. `spoiled` replaces files by name; `asked` records the requested names."""

    spoiled: ClassVar[dict[str, bytes]] = {}
    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:  # noqa: N802  (the base class has it so)
        name = self.path.partition("?")[0].lstrip("/") or "index.html"
        self.asked.append(name)
        if name not in self.spoiled:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(name))
        self.send_header("Content-Length", str(len(self.spoiled[name])))
        self.end_headers()
        self.wfile.write(self.spoiled[name])


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    with served(Faulty) as made:
        yield made.address


@pytest.fixture(autouse=True)
def well() -> Iterator[None]:
    """Nothing is spoiled before a test and after it."""
    Faulty.spoiled.clear()
    Faulty.asked.clear()
    yield
    Faulty.spoiled.clear()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(reduced_motion="reduce", service_workers="block")
    yield made
    made.close()


def named(ending: str) -> str:
    """The file of the built site whose path has this ending."""
    (found,) = (path for path in toolchain.files(site.DIST) if path.as_posix().endswith(ending))
    return found.relative_to(site.DIST).as_posix()


HOTEL = b"<!doctype html><title>Welcome to the hotel</title>"

KEPT = (
    "web/main.js",
    "web/lib/page.js",
    "web/shell.js",
    "web/strings/en.json",
    "web/engine/worker.js",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "library.pack",
    "saltus.pack",
    "english.pack",
)
"""Files without which the page does not start. A page cannot tell a damaged style sheet."""


@sampled("ending", KEPT, "web/main.js", "pyodide.asm.wasm")
def test_a_wrong_file_that_the_browser_keeps_is_fetched_anew(context: BrowserContext, host: str, ending: str) -> None:
    """A network's sign-in page is served in place of any file, and cached under its name."""
    name = named(re.sub("^web/", "/", ending)) if ending.startswith("web/") else named(ending)
    page = context.new_page()
    Faulty.spoiled[name] = HOTEL
    page.goto(host)
    page.wait_for_function(TOLD)
    Faulty.spoiled.clear()
    Faulty.asked.clear()
    try_again(page)
    page.wait_for_function(STANDS)
    assert name in Faulty.asked


@pytest.mark.again("test_a_wrong_file_that_the_browser_keeps_is_fetched_anew")
def test_a_damaged_optional_file_is_fetched_anew_for_the_next_visit(context: BrowserContext, host: str) -> None:
    name = named("/boot/missing.js")
    page = context.new_page()
    Faulty.spoiled[name] = HOTEL
    page.goto(host)
    page.wait_for_function(STANDS)
    assert not page.evaluate("Boolean(globalThis.incomplete)")
    Faulty.spoiled.clear()
    for _ in range(2):
        page.reload()
        page.wait_for_function(STANDS)
    assert page.evaluate("Boolean(globalThis.incomplete)")


def test_a_reload_alone_does_not_replace_a_wrong_file(context: BrowserContext, host: str) -> None:
    """Without this the test above would prove nothing."""
    name = named("/main.js")
    page = context.new_page()
    Faulty.spoiled[name] = HOTEL
    page.goto(host)
    page.wait_for_function(TOLD)
    Faulty.spoiled.clear()
    page.reload()
    page.wait_for_function(TOLD)


def boundaries() -> list[int]:
    """Places in the main module between two statements: cut off there, what is left is valid by itself."""
    raw = (site.DIST / named("/main.js")).read_bytes()
    found = [match.end() for match in re.finditer(rb"^(?:[a-z].*;|\}.*)\n", raw, re.M)]
    assert len(found) > 20
    return [*found[:2], *found[2 : -2 : len(found) // 6], *(end for end in found[-2:] if end < len(raw))]


@pytest.mark.again("test_a_wrong_file_that_the_browser_keeps_is_fetched_anew")
def test_a_main_module_that_was_cut_off_between_two_statements_is_told(browser: Browser, host: str) -> None:
    """Each place in a profile of its own: the browser keeps what came first."""
    name = named("/main.js")
    raw = (site.DIST / name).read_bytes()
    for place in boundaries():
        Faulty.spoiled[name] = raw[:place]
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        page.goto(host)
        page.wait_for_function(TOLD, timeout=60_000)
        context.close()


# -- a page that was cut off --------------------------------------------------------------------------------

INDEX = "index.html"


def cuts() -> list[int]:
    """Places in the page, from behind its first script on."""
    raw = (site.DIST / INDEX).read_bytes()
    first = raw.index(b"</script>") + len(b"</script>")
    last = raw.index(b'<div id="whole"')
    tags = [
        raw.index(mark) for mark in (b'id="assets"', b"early.js", b"main.js", b"<body>", b'id="canvas"', b"<dialog")
    ]
    return sorted({first, *range(first, last, (last - first) // 12), *tags, last - 1})


@pytest.mark.again("test_a_page_cut_off_says_so_in_the_visitors_language")
def test_a_page_cut_off_anywhere_shows_an_error_and_loads_on_retry(context: BrowserContext, host: str) -> None:
    raw = (site.DIST / INDEX).read_bytes()
    page = context.new_page()
    places = cuts()
    assert len(places) > 12
    for at, place in enumerate(places):
        Faulty.spoiled[INDEX] = raw[:place]
        page.goto("about:blank")
        page.goto(host)
        told = page.locator("#unloaded")
        expect(told).to_have_count(1)
        expect(told).to_contain_text("The page didn’t load completely. Your games are safe.")
        expect(told.get_by_role("button")).to_be_visible()
        Faulty.spoiled.clear()
        if at % 6 == 0:
            told.get_by_role("button").click()
            page.wait_for_function(STANDS)


def test_a_page_cut_off_says_so_in_the_visitors_language(browser: Browser, host: str) -> None:
    raw = (site.DIST / INDEX).read_bytes()
    Faulty.spoiled[INDEX] = raw[: raw.index(b"<body>")]
    context = browser.new_context(locale="ro-RO", service_workers="block")
    page = context.new_page()
    page.goto(host)
    expect(page.locator("#unloaded")).to_contain_text("Pagina nu s-a încărcat complet")
    context.close()


def test_texts_shown_before_the_strings_load_equal_the_strings() -> None:
    english = json.loads((toolchain.WEB / "strings" / "en.json").read_text("utf-8"))
    script = (toolchain.WEB / "boot" / "missing.ts").read_text("utf-8")
    for key in ("page.cut", "page.reload", "page.unloaded"):
        assert f"'{key}': '{english[key]}'" in script


# -- what is kept for times without a network ---------------------------------------------------------------


@pytest.fixture
def keeping(browser: Browser) -> Iterator[BrowserContext]:
    """A profile in which service workers may work."""
    made = browser.new_context(reduced_motion="reduce")
    yield made
    made.close()


KEPT_TEXT = """async (name) => {
    for (const cache of await caches.keys()) {
        const found = await (await caches.open(cache)).match(name);
        if (found) return found.text();
    }
    return null;
}"""

CONTROLLED = "() => Boolean(navigator.serviceWorker.controller)"


def test_a_damaged_file_is_not_kept_for_offline_use(keeping: BrowserContext, host: str) -> None:
    """A file that no visit needs at first, so that nobody would notice its wrong contents."""
    name = named("/strings/book/ro.json")
    page = keeping.new_page()
    # The service worker must not begin before the file is right again: whether it had failed by then would be chance.
    Faulty.spoiled |= {name: HOTEL, "sw.js": HOTEL}
    page.goto(host)
    page.wait_for_function(STANDS)
    page.evaluate("name => fetch(name).then((response) => response.text())", name)
    Faulty.spoiled.clear()
    page.reload()
    page.wait_for_function(CONTROLLED)
    assert page.evaluate(KEPT_TEXT, name) == (site.DIST / name).read_text("utf-8")


def test_a_file_damaged_in_the_offline_cache_is_fetched_anew(keeping: BrowserContext, host: str) -> None:
    page = keeping.new_page()
    page.goto(host)
    page.wait_for_function(CONTROLLED)
    for name in (named("/main.js"), "./"):
        raw = (site.DIST / (INDEX if name == "./" else name)).read_bytes()
        page.evaluate(
            """async ([name, half]) => {
              for (const key of await caches.keys()) {
                const cache = await caches.open(key);
                const found = await cache.match(name);
                const how = { headers: { 'content-type': found?.headers.get('content-type') } };
                if (found) await cache.put(name, new Response(half, how));
              }
            }""",
            [name, raw[: len(raw) // 2].decode("utf-8", "ignore")],
        )
        page.goto("about:blank")
        page.goto(host)
        page.wait_for_function(TOLD)
        try_again(page)
        page.wait_for_function(STANDS)

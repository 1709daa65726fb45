"""Profiles of the browser that tests use one after another: a visit in a new one costs more than twice as much.

What a document did ends with it, and what it stored is deleted. A profile in which a test did anything that outlasts
documents, as answering requests or setting the clock, is closed.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakSet

from playwright.sync_api import Browser, BrowserContext, Error, Page, Request

from tests.support import settle

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
MEDIA = ("color_scheme", "contrast", "forced_colors", "reduced_motion")
"""What a page can be told anew, as its size."""
SPARE = 2
"""So many profiles of a kind are kept."""
LASTING = (
    *("add_init_script", "add_locator_handler", "add_script_tag", "add_style_tag", "clock", "expose_binding"),
    *("expose_function", "grant_permissions", "new_cdp_session", "on", "once", "route", "set_extra_http_headers"),
    "set_offline",
)
"""What a page or a profile can be asked for that outlasts its documents."""

altered: WeakSet[BrowserContext] = WeakSet()
"""The profiles in which something was done that outlasts documents."""


def noted(does: Any) -> Any:
    """`does`, a method of a page or a profile; it is noted which one was altered by it."""

    def done(self: Page | BrowserContext, *args: Any, **how: Any) -> Any:
        altered.add(self.context if isinstance(self, Page) else self)
        return does(self, *args, **how)

    return done


def notes_alterations() -> None:
    """Have every page and every profile note from now on what outlasts documents."""
    for kind in (Page, BrowserContext):
        for name in LASTING:
            if does := getattr(kind, name, None):
                changed = property(noted(does.fget)) if isinstance(does, property) else noted(does)
                setattr(kind, name, changed)


USUAL = """async () => {
  if ('saltus.settings' in localStorage || document.querySelector('dialog[open], .dropdown, .palette')) return false;
  if (document.getElementById('analyse').getAttribute('aria-pressed') === 'true') return false;
  for (const { name } of await indexedDB.databases()) {
    const asked = indexedDB.open(name);
    const result = await new Promise((done) => { asked.onsuccess = () => done(asked.result); });
    const stores = [...result.objectStoreNames];
    const all = stores.length ? result.transaction(stores) : null;
    const counts = stores.map((store) => new Promise((done) => {
      all.objectStore(store).count().onsuccess = ({ target }) => done(target.result);
    }));
    const isUsed = (await Promise.all(counts)).some(Boolean);
    result.close();
    if (isUsed) return false;
  }
  return true;
}"""
"""Whether a page that is open has nothing to be rid of but a game, which the next one that is opened replaces."""


class Profiles:
    """The profiles of one browser. `prepare` sees each new one before it is used."""

    def __init__(self, browser: Browser, prepare: Callable[[BrowserContext], None]) -> None:
        self.browser = browser
        self.prepare = prepare
        self.keeps = True
        self.free: list[Page] = []
        self.kinds: dict[Page, str] = {}
        self.origins: dict[Page, set[str]] = {}

    def take(self, opened: list[Page], **how: Any) -> Page:
        """One of the pages `opened`, or an empty one in a profile that holds nothing.

        `how` says what differs from a desk.
        """
        others = sorted((name, value) for name, value in how.items() if name not in ("viewport", *MEDIA))
        kind = repr(others)
        wanted = {**DESK, **how}
        for pages in (opened, self.free) if self.keeps else ():
            for page in pages:
                if self.kinds[page] == kind:
                    pages.remove(page)
                    if page.viewport_size != wanted["viewport"]:
                        page.set_viewport_size(wanted["viewport"])
                    page.emulate_media(media="null", **{name: wanted.get(name, "null") for name in MEDIA})
                    return page
        return self.make(kind, wanted)

    def make(self, kind: str, how: dict[str, Any]) -> Page:
        """Profiles block service workers, so that every file comes from the server."""
        context = self.browser.new_context(**{"service_workers": "block", **how})
        self.prepare(context)
        page = context.new_page()
        origins = self.origins[page] = set()

        def asked(request: Request) -> None:
            origins.add("{0.scheme}://{0.netloc}".format(urlsplit(request.url)))

        context.on("request", asked)
        altered.discard(context)
        self.kinds[page] = kind
        return page

    def give(self, page: Page, *, intact: bool = True) -> None:
        """Take a page back; it is used again unless its test failed, or altered what outlasts documents."""
        spare = [one for one in self.free if self.kinds[one] == self.kinds[page]]
        if self.keeps and intact and len(spare) < SPARE and page.context not in altered and self.empty(page):
            self.free.append(page)
        else:
            del self.kinds[page], self.origins[page]
            page.context.close()

    def empty(self, page: Page) -> bool:
        """Leave what is open, and delete what it stored; whether that was possible."""
        context = page.context
        try:
            for other in context.pages:
                if other != page:
                    other.close()
            page.goto("about:blank")
            page.mouse.move(0, 0)
            browser = context.new_cdp_session(page)
            for origin in self.origins[page]:
                browser.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            browser.send("Page.resetNavigationHistory")
            browser.detach()
        except Error:
            return False
        self.origins[page].clear()
        altered.discard(context)
        return True


def usual(page: Page) -> bool:
    """Whether another test may go on with the page as it is."""
    try:
        intact = page.context not in altered and len(page.context.pages) == 1
        return intact and bool(settle.evaluate(page.main_frame, USUAL))
    except Error:
        return False

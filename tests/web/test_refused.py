"""What a browser may refuse, as where cookies are blocked: it is missing, or throws when it is named or used."""

from collections.abc import Callable

from playwright.sync_api import Browser, BrowserContext, WebError, expect

from tests.support.panels import OPEN_ALWAYS
from tests.support.person import Person
from tests.support.tiers import mostly_slow

REFUSED = {
    "BroadcastChannel": "globalThis",
    "localStorage": "globalThis",
    "sessionStorage": "globalThis",
    "indexedDB": "globalThis",
    "caches": "globalThis",
    "Notification": "globalThis",
    "AudioContext": "globalThis",
    "CompressionStream": "globalThis",
    "DecompressionStream": "globalThis",
    "ClipboardItem": "globalThis",
    "cookieStore": "globalThis",
    "serviceWorker": "Navigator.prototype",
    "storage": "Navigator.prototype",
    "locks": "Navigator.prototype",
    "clipboard": "Navigator.prototype",
    "share": "Navigator.prototype",
    "vibrate": "Navigator.prototype",
    "permissions": "Navigator.prototype",
    "connection": "Navigator.prototype",
    "wakeLock": "Navigator.prototype",
    "fullscreenEnabled": "Document.prototype",
    "cookie": "Document.prototype",
}
"""What may be refused, and what has it."""

NAMED = "Object.defineProperty(%s, '%s', { get() { throw new DOMException('no', 'SecurityError'); } });"
"""Has it throw when it is named."""

USED = """{
  const no = () => { throw new DOMException('no', 'SecurityError'); };
  for (const name of ['BroadcastChannel', 'AudioContext', 'Notification', 'WebSocket', 'ClipboardItem'])
    globalThis[name] = new Proxy(globalThis[name], { construct: no });
  Notification.requestPermission = no;
  for (const [what, ...names] of [
    [IDBFactory, 'open'], [Storage, 'getItem', 'setItem', 'removeItem'], [CacheStorage, 'open', 'match'],
    [ServiceWorkerContainer, 'register'], [StorageManager, 'persist'], [History, 'pushState', 'replaceState'],
    [Navigator, 'vibrate']]) for (const name of names) what.prototype[name] = no;
}"""
"""Has all of it throw only when it is used, as Firefox has it."""

WAYS = {
    "used": USED,
    "all": "".join(NAMED % (place, name) for name, place in REFUSED.items()),
    **{name: NAMED % (place, name) for name, place in REFUSED.items()},
}


def noted(errors: list[str]) -> Callable[[WebError], None]:
    return lambda error: errors.append(str(error.error))


OTHERS = [way for way in WAYS if way not in ("used", "all")]


@mostly_slow(
    "ways",
    [["used", "all"], OTHERS[::3], OTHERS[1::3], OTHERS[2::3]],
    ["used", "all"],
    ids=["together", *(f"one by one, {part}" for part in (1, 2, 3))],
)
def test_a_page_without_what_a_browser_may_refuse_plays_and_opens_every_panel(
    browser: Browser, address: str, ways: list[str]
) -> None:
    for way in ways:
        context = browser.new_context(reduced_motion="reduce", service_workers="block")
        errors: list[str] = []
        context.on("weberror", noted(errors))
        page = context.new_page()
        page.add_init_script(WAYS[way])
        page.goto(f"{address}#game=english")
        person = Person(page, address)
        person.wait("open")
        for panel in OPEN_ALWAYS:
            page.evaluate("hash => { location.hash = hash; }", f"game=english&panel={panel}")
            page.locator(f"#panel[data-kind={panel}]:not([hidden])").wait_for()
            assert page.evaluate("document.getElementById('panel-body').childElementCount > 0"), (way, panel)
            expect(page.locator("#panel [data-does=retry], #panel [aria-busy]")).to_have_count(0)
        page.click("#panel-close")
        person.people()
        person.press("b6", "a5")
        person.at(1)
        context.close()
        assert errors == [], way


def test_refused_storage_is_told_and_nothing_is_called_saved(forgiving: BrowserContext, address: str) -> None:
    """It stays in sight, and the settings say what is refused: also where the database fails with an error that says
    nothing, as by the setting of Chromium that blocks cookies.
    """
    page = forgiving.new_page()
    page.add_init_script("".join(NAMED % ("globalThis", name) for name in ("localStorage", "indexedDB")))
    person = Person(page, address)
    page.goto(f"{address}#game=rock")
    person.wait("open")
    mark = page.locator("[role=status] #unkept")
    expect(mark).to_have_text("Not saved")
    person.people("top")
    person.press("b1", "b3")
    expect(page.locator("#status")).to_contain_text("blocks storage")
    person.press("a2", "c2")
    person.at(2)
    expect(page.locator("#status")).not_to_contain_text("blocks storage")
    mark.click()
    expect(page.locator("#panel")).to_contain_text("Nothing is saved")
    expect(page.locator("#panel")).to_contain_text("No library")
    page = forgiving.new_page()
    fails = "IDBFactory.prototype.open = () => { throw new DOMException('Internal error.', 'UnknownError'); };"
    page.add_init_script(NAMED % ("globalThis", "localStorage") + fails)
    page.goto(f"{address}#game=rock")
    Person(page, address).wait("open")
    told = {"library": "storage is blocked", "statistics": "blocks storage", "puzzles": "blocks storage"}
    for panel, said in told.items():
        page.evaluate("hash => { location.hash = hash; }", f"game=rock&panel={panel}")
        expect(page.locator("#panel-body")).to_contain_text(said)
        expect(page.locator("#panel-body")).not_to_contain_text("aved in this browser")

"""What a browser may refuse, as where cookies are blocked: it is missing, or throws when it is named or used."""

import json
import re

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.support.checkout import ROOT
from tests.support.page import whole
from tests.support.panels import OPEN_ALWAYS
from tests.support.person import Person
from tests.support.tiers import sampled

pytestmark = pytest.mark.running

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


@sampled("way", list(WAYS), "used", "all")
def test_a_page_without_what_a_browser_may_refuse_plays_and_opens_every_panel(
    forgiving: BrowserContext, address: str, way: str
) -> None:
    """The fixture sees errors that nobody handles."""
    page = forgiving.new_page()
    page.add_init_script(WAYS[way])
    page.goto(f"{address}#game=english")
    person = Person(page, address)
    person.wait("open")
    whole(page)
    for panel in OPEN_ALWAYS:
        page.evaluate("hash => { location.hash = hash; }", f"game=english&panel={panel}")
        page.locator(f"#panel[data-kind={panel}]:not([hidden])").wait_for()
        page.wait_for_function("() => document.getElementById('panel-body').childElementCount > 0")
        expect(page.locator("#panel [data-does=retry], #panel [aria-busy]")).to_have_count(0)
    page.click("#panel-close")
    person.people()
    person.press("b6", "a5")
    person.at(1)


def test_refused_storage_stays_in_sight_and_the_settings_say_what_is_refused(
    forgiving: BrowserContext, address: str
) -> None:
    page = forgiving.new_page()
    page.add_init_script("".join(NAMED % ("globalThis", name) for name in ("localStorage", "indexedDB")))
    page.goto(f"{address}#game=rock")
    person = Person(page, address)
    person.wait("open")
    mark = page.locator("[role=status] #unkept")
    expect(mark).to_have_text("Not saved")
    person.people("top")
    person.press("b1", "b3")
    expect(page.locator("#status")).to_contain_text("blocks storage")
    person.at(1)
    person.press("a2", "c2")
    person.at(2)
    expect(page.locator("#status")).not_to_contain_text("blocks storage")
    mark.click()
    expect(page.locator("#panel")).to_contain_text("Nothing is saved")
    expect(page.locator("#panel")).to_contain_text("No library")


def test_where_cookies_are_blocked_nothing_is_called_saved_or_lost(forgiving: BrowserContext, address: str) -> None:
    """As by the setting of Chromium, where the database fails with an error that says nothing."""
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


PLACES = {
    r"\bBroadcastChannel\b": (),
    r"\bAudioContext\(": (),
    r"\bnew Notification\b|\bNotification\.": (),
    r"\bnavigator\.(serviceWorker|vibrate|locks|wakeLock|permissions)\b": (),
    r"\bindexedDB\b": (),
    r"\bsessionStorage\b|\bdocument\.cookie\b": (),
    r"\blocalStorage\b": ("boot/early.ts", "store/"),
    r"\bcaches\.": ("boot/sw.ts", "boot/next-visit.ts", "engine/"),
}
"""Where else than in `lib/capabilities.ts` the page may name it: what may be refused is taken care of there."""


def test_what_a_browser_may_refuse_is_asked_for_in_one_place() -> None:
    web = ROOT / "web"
    sources = {
        path.relative_to(web).as_posix(): re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text("utf-8"), flags=re.S)
        for path in web.rglob("*.ts")
        if "node_modules" not in path.parts and not path.name.endswith(".d.ts")
    }
    assert "BroadcastChannel" in sources.pop("lib/capabilities.ts")
    found = [
        (name, pattern)
        for name, text in sources.items()
        for pattern, places in PLACES.items()
        if re.search(pattern, text) and not name.startswith(places or "-")
    ]
    assert found == [], json.dumps(found, indent=1)

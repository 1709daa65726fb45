"""What goes wrong at the page, at the board or around it."""

import re
from collections.abc import Callable
from urllib.parse import urljoin

from playwright.sync_api import Page, Route

from tests.support.held import Held
from tests.support.spoil import spoil

Mend = Callable[[], object]
Fault = Callable[[Page], Mend]
"""Begins at a page that shows no site yet, of someone with a game, before the next visit; it gives what mends it."""


def without(module: str) -> Fault:
    """A module does not come."""

    def begin(page: Page) -> Mend:
        page.route(name := f"**/{module}.js*", lambda route: route.abort("internetdisconnected"))
        return lambda: page.unroute(name)

    return begin


def late(file: str) -> Fault:
    """A file is still on its way."""
    return lambda page: Held(page, f"**/{file}").let_go


def lost(file: str) -> Fault:
    """A file is on its way, and does not come."""
    return lambda page: Held(page, f"**/{file}").fail


def damaged(file: str, how: str) -> Fault:
    """A file comes as it should not."""

    def begin(page: Page) -> Mend:
        page.route(name := f"**/{file}", lambda route: spoil(route, how))
        return lambda: page.unroute(name)

    return begin


def from_the_second(page: Page, address: str, answer: Callable[[Route], object]) -> Mend:
    """Only the first request for an address is answered as it should be."""
    asked: list[Route] = []

    def handle(route: Route) -> None:
        asked.append(route)
        if len(asked) == 1:
            route.continue_()
        else:
            answer(route)

    page.route(address, handle)
    return lambda: page.unroute(address)


def deployed(page: Page) -> Mend:
    """The host has a newer version, which lacks the file of a panel, and no service worker has kept that."""

    def newer(route: Route) -> None:
        text = route.fetch().text()
        route.fulfill(body=re.sub(r"/web-\w+/", "/web-newer/", text), content_type="text/html")

    mends = (
        damaged("features/rules/view.js*", "missing")(page),
        from_the_second(page, urljoin(page.url, "."), newer),
    )
    return lambda: [mend() for mend in mends]


DIES = """(crashes) => {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...how) {
    if (!window.last || typeof message !== 'string' || !message.includes(`"op":"${window.last}"`))
      return postMessage.call(this, message, ...how);
    window.last = null;
    this.terminate();
    if (crashes) queueMicrotask(() => this.dispatchEvent(new ErrorEvent('error', { message: 'gone' })));
  };
}"""
"""The worker ends when it is asked for what `window.last` says: it crashes, or is silent from then on."""


def crashing(page: Page) -> Mend:
    """The rules' worker crashes; another one can be started."""
    page.add_init_script(f"({DIES})(true)")
    return lambda: None


def silent(page: Page) -> Mend:
    """The rules' worker says nothing any more."""
    page.add_init_script(f"({DIES})(false)")
    return lambda: None


def irreplaceable(page: Page) -> Mend:
    """The rules' worker crashes, and no other one comes."""
    page.add_init_script(f"({DIES})(true)")
    return from_the_second(page, "**/worker.js", lambda route: route.fulfill(status=404))


ODD_LOADS = """{
  const ids = new Set();
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (typeof message === 'string' && message.startsWith('{') && sessionStorage.loads) {
      const { op, id } = JSON.parse(message);
      if (op === 'load') ids.add(id);
    }
    return postMessage.call(this, message, ...rest);
  };
  const { get, set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
  const failed = (text) => {
    const { id } = JSON.parse(text);
    const error = { code: sessionStorage.loads, message: 'provoked by a test' };
    return ids.delete(id) ? JSON.stringify({ id, ok: false, error }) : text;
  };
  const released = new Promise((done) => { globalThis.release = done; });
  Object.defineProperty(Worker.prototype, 'onmessage', {
    configurable: true,
    get,
    set(hear) {
      set.call(this, hear && async function ({ data }) {
        const isLoad = data.replies?.some((text) => ids.has(JSON.parse(text).id));
        if (sessionStorage.loads === 'late' && isLoad) await released;
        else if (sessionStorage.loads && data.replies) data = { ...data, replies: data.replies.map(failed) };
        hear.call(this, new MessageEvent('message', { data }));
      });
    },
  });
}"""
"""While `sessionStorage.loads` is set, every record is answered with an error of this code; `late`, once released."""


def refusing(code: str) -> Fault:
    """The rules answer every record with an error of this code."""

    def begin(page: Page) -> Mend:
        page.add_init_script(ODD_LOADS)
        page.evaluate("(code) => { sessionStorage.loads = code; }", code)
        return lambda: page.evaluate("() => { delete sessionStorage.loads; }")

    return begin


def hesitating(page: Page) -> Mend:
    """The rules answer a record late."""
    page.add_init_script(ODD_LOADS)
    return lambda: page.evaluate("() => { delete sessionStorage.loads; release(); }")


FILL = """() => {
  for (let size = 1 << 22; size; size >>= 1) {
    for (let n = 0; ; n++) try { localStorage[`other.${size}.${n}`] = '.'.repeat(size); } catch { break; }
  }
}"""


def full(page: Page) -> Mend:
    """Storage is full, and stays so."""
    page.evaluate(FILL)
    return lambda: None


def full_of_games(page: Page) -> Mend:
    """Storage is full, in part with games that were kept long ago."""
    page.evaluate(
        """() => {
          const game = { game: 'rock', when: 1, players: { w: 0, b: 4 }, winner: 'w', reason: 'resigned', plies: 9 };
          localStorage['saltus.past'] = JSON.stringify(['new', 'old'].map((id) => ({ ...game, id })));
          localStorage['saltus.past.new'] = localStorage['saltus.past.old'] = JSON.stringify('.'.repeat(9000));
        }"""
    )
    return full(page)

"""When a page has settled: nothing is on its way to it, and no wait is due (`web/lib/pending.ts`).

Every action of a test ends so. The clock of a page under test stands (`clock.js`); whoever settles moves it from one
wait to the next, once nothing else is on its way. So nothing that a test looks at is early or late, however busy the
machine.

What never comes would be waited for in vain: a test that holds something back acts within `unsettled`, and one that
looks at what a wait is for within `standing`.
"""

import asyncio
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from playwright.sync_api import (
    ElementHandle,
    Error,
    Frame,
    Keyboard,
    Locator,
    Mouse,
    Page,
    Touchscreen,
)

PATIENCE = int(os.environ.get("SALTUS_PATIENCE", 60_000))
CLOCK = (Path(__file__).parent / "clock.js").read_text("utf-8")
SETTLE = "([endsWaits, patience, lacked]) => globalThis.testClock?.settle(endsWaits, patience, lacked) ?? 0"

ACTIONS: dict[type, tuple[str, ...]] = {
    Page: (
        *("goto", "reload", "go_back", "go_forward", "evaluate", "eval_on_selector", "eval_on_selector_all"),
        *("click", "dblclick", "tap", "fill", "press", "type", "check", "uncheck", "select_option", "hover", "focus"),
        *("set_input_files", "set_viewport_size", "drag_and_drop", "dispatch_event", "emulate_media"),
    ),
    Frame: ("evaluate", "click", "fill", "press", "check", "select_option"),
    Locator: (
        *("click", "dblclick", "tap", "fill", "press", "press_sequentially", "type", "check", "uncheck", "hover"),
        *("select_option", "set_checked", "set_input_files", "drag_to", "dispatch_event", "focus", "evaluate"),
    ),
    ElementHandle: ("click", "fill", "press"),
    Keyboard: ("press", "type", "down", "up", "insert_text"),
    Mouse: ("click", "dblclick", "down", "up", "move", "wheel"),
    Touchscreen: ("tap",),
}
"""What sets something off."""

CHANGES = ("set_viewport_size", "emulate_media")
"""What changes the window."""

REPLY_S = 30
"""How much longer than the page's own limit a reply of the browser may take."""


def evaluate(frame: Frame, script: str, arg: Any = None) -> Any:
    """As `Frame.evaluate`, with a limit: for the reply of a page that is stuck the driver would wait for ever."""
    reply = frame._impl_obj.evaluate(script, arg)
    try:
        return frame._sync(asyncio.wait_for(reply, PATIENCE / 1_000 + REPLY_S))
    except TimeoutError:
        frames = [one.url for one in frame.page.frames]
        raise AssertionError(f"{frame.url}, one of {frames}, does not answer: {script[:80]}") from None


def happened(page: Page | Frame, promise: str) -> Any:
    """Wait for an event that no settling waits for, a promise of the page; its clock stands meanwhile."""
    return evaluate(page.main_frame if isinstance(page, Page) else page, promise)


has_clock = False
"""Whether the pages that are made have a clock that stands."""

restless: WeakSet[Page] = WeakSet()
"""The pages at which nothing is waited for."""
stopped: WeakSet[Page] = WeakSet()
"""The pages whose waits do not end."""
lacked: WeakKeyDictionary[Page, str] = WeakKeyDictionary()
"""What a page does not get, by its kind in `pending.ts`: that is not waited for."""


def settle(page: Page) -> None:
    """Wait until the page, with all its frames, has settled."""
    for frame in page.frames:
        settle_frame(frame, page not in stopped)


def settle_frame(frame: Frame, ends_waits: bool) -> float:
    """Wait until a frame has settled. Returns how many ms later the next wait ends, 0 if none is due."""
    limit = monotonic() + PATIENCE / 1_000
    while monotonic() < limit:
        try:
            return float(evaluate(frame, SETTLE, [ends_waits, PATIENCE, lacked.get(frame.page)]))
        except Error as error:
            if "never settled" in error.message:
                raise AssertionError(error.message) from None
            # It has gone to another page meanwhile, or away.
            if frame.is_detached():
                return 0.0
    raise AssertionError("it goes from page to page for ever")


def advance(page: Page | Frame, ms: float) -> None:
    """Move the clock of the page, and nothing else."""
    frame = page.main_frame if isinstance(page, Page) else page
    with suppress(Error):  # what is due may have left the page
        evaluate(frame, "(ms) => globalThis.testClock.advance(ms)", ms)


def pass_time(page: Page, seconds: float) -> None:
    """Let so much time pass: what comes of each wait has come before the next one ends."""
    end = seconds * 1_000
    while end > 0:
        wait = max(settle_frame(frame, False) for frame in page.frames)
        step = min(end, wait or end)
        advance(page, step)
        end -= step
    settle_frame(page.main_frame, False)


def pass_until(page: Page | Frame, holds: str, ms: float = 1_000) -> None:
    """Let time pass at a page that never settles, in steps of so many ms, until this holds."""
    limit = monotonic() + PATIENCE / 1_000
    while not evaluate(page if isinstance(page, Frame) else page.main_frame, holds, None):
        assert monotonic() < limit, f"it never was so: {holds}"
        advance(page, ms)


def sleep(page: Page, seconds: float) -> None:
    """Let the device sleep for so long: what was due meanwhile happens once."""
    evaluate(page.main_frame, "(ms) => globalThis.testClock.skip(ms)", seconds * 1_000)
    if page not in restless:
        settle(page)


def come_later(page: Page, seconds: float) -> None:
    """Have so much time have passed when the page is next opened."""
    page.add_init_script(f"testClock.set({seconds * 1_000})")


def set_date(page: Page, seconds: float) -> None:
    """Set the date of the device by so much."""
    evaluate(page.main_frame, "(ms) => globalThis.testClock.set(ms)", seconds * 1_000)


def comes(page: Page, holds: str, arg: Any = None) -> None:
    """See that something holds in the end: it comes from another page, a server or the device."""
    page.wait_for_function(holds, arg=arg)
    settle(page)


@contextmanager
def unsettled(page: Page) -> Iterator[None]:
    """Act without waiting for what comes of it."""
    restless.add(page)
    yield
    restless.discard(page)


@contextmanager
def lacking(page: Page, kind: str) -> Iterator[None]:
    """Act without waiting for what is of this kind: it is held back."""
    lacked[page] = kind
    yield
    del lacked[page]


@contextmanager
def standing(page: Page) -> Iterator[None]:
    """Act, and let no wait end that comes of it: the computer has not moved, a sheet is not there yet."""
    stopped.add(page)
    yield
    stopped.discard(page)


def page_of(it: Any) -> Page:
    return it if isinstance(it, Page) else it.page


FUNCTION = re.compile(r"\s*(async\b|\w+\s*=>|\([^()]*\)\s*=>|\(\[[^\]]*\]\)\s*=>|\(\{[^}]*\}\)\s*=>)")


def timed(look: Any) -> Any:
    """`evaluate`, whose script may wait for the clock."""

    def done(self: Any, script: str, arg: Any = None, **how: Any) -> Any:
        if FUNCTION.match(script) and not how:
            script = f"(arg) => globalThis.testClock ? testClock.during(() => ({script})(arg)) : ({script})(arg)"
        return look(self, script, arg, **how)

    return done


def settling(act: Any, *, is_change: bool = False) -> Any:
    """`act`, after which the page settles. The browser tells it of a change of its window when it next draws."""

    def done(self: Any, *given: Any, **how: Any) -> Any:
        result = act(self, *given, **how)
        page = page_of(self)
        if is_change and not page.is_closed():
            for frame in page.frames:
                with suppress(Error):  # it may have gone meanwhile
                    evaluate(frame, "() => globalThis.testClock?.told()")
        if page not in restless and not page.is_closed():
            settle(page)
        return result

    return done


def belonging(get: Any) -> property:
    """A property of a page, whose value remembers the page."""

    def got(self: Page) -> Any:
        value = get(self)
        value.page = self
        return value

    return property(got)


def actions_settle() -> None:
    """From now on every page has a clock that stands, and every action waits until the page has settled."""
    for name in ("keyboard", "mouse", "touchscreen"):
        setattr(Page, name, belonging(getattr(Page, name).fget))
    kind: type
    for kind in (Page, Frame):
        setattr(kind, "evaluate", timed(kind.evaluate))  # noqa: B010
    for kind, names in ACTIONS.items():
        for name in names:
            if hasattr(kind, name):
                setattr(kind, name, settling(getattr(kind, name), is_change=name in CHANGES))

"""Chromium, Firefox and WebKit behind the few verbs that the suite beside this file needs.

Chromium is spoken to through Playwright, which the other browser tests need anyway. Playwright's Firefox and WebKit
are builds of its own; people have others. So the installed Firefox is asked in its own protocol, Marionette (what
geckodriver translates to: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html), and WebKitGTK
through its driver, which speaks WebDriver over HTTP (https://www.w3.org/TR/webdriver2/). Both need nothing besides
the browser: the commands are the same ones, once as messages on a socket, once as requests.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable
from inspect import unwrap
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserType, Error, Frame, Playwright, sync_playwright

from tests.support import chromium
from tests.support.settle import restless

PATIENCE = 90
"""Seconds until something that should come is taken not to come: machines that test are slow ones."""


IDLE = """if (!globalThis.underWay || document.getElementById('unloaded')) return false;
  const { kinds, wait } = underWay();
  return kinds.length === 0 && wait === null;"""


class Missing(Exception):  # noqa: N818  (it is no error of ours)
    """The browser, or what it takes to drive it, is not on this machine. The text says how to get it."""


class Browser(ABC):
    """A browser with a profile of its own and one page."""

    @abstractmethod
    def open(self, address: str) -> None: ...

    @abstractmethod
    def reload(self) -> None: ...

    @abstractmethod
    def run(self, body: str, *arguments: Any) -> Any:
        """What a JavaScript function body returns in the page; `arguments` is what it is given."""

    @abstractmethod
    def click(self, x: float, y: float) -> None:
        """Click there, in CSS pixels of the viewport."""

    @abstractmethod
    def enter(self, selector: str) -> None:
        """From here on `run` and `click` mean the page in this frame, until another page is opened."""

    @abstractmethod
    def close(self) -> None: ...

    def until(self, body: str, *arguments: Any) -> Any:
        """Wait until the function body returns something true, and return that."""
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            if found := self.run(body, *arguments):
                return found
            time.sleep(0.05)
        raise AssertionError(f"never came true: {body}\nThe page says: {self.run('return document.body.innerText')}")

    def settle(self) -> None:
        """Wait until nothing is on its way to the page, and no wait is due (`web/lib/pending.ts`)."""
        self.until(IDLE)
        while not self.run(IDLE):  # an event may have been on its way nevertheless
            self.until(IDLE)

    def sees(self, body: str, *arguments: Any) -> None:
        """See that the function body returns something true."""
        assert self.run(body, *arguments), f"{body}\nThe page says: {self.run('return document.body.innerText')}"

    def press(self, selector: str) -> None:
        """Click the middle of an element as soon as it is to be seen."""
        where = """const box = document.querySelector(arguments[0])?.getBoundingClientRect();
            return box?.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;"""
        self.click(*self.until(where, selector))


class Chromium(Browser):
    def __init__(self, folder: Path) -> None:
        self.driver: Playwright = sync_playwright().start()
        (folder / "Default").mkdir(parents=True)
        (folder / "Default" / "Preferences").write_text(json.dumps({"profile": {"block_third_party_cookies": True}}))
        # As the other browsers are, whatever the tests of the page have done to Playwright in this process.
        launch = unwrap(BrowserType.launch_persistent_context)
        self.context = launch(self.driver.chromium, folder, executable_path=chromium.path(), args=chromium.plain())
        self.context.set_default_timeout(PATIENCE * 1_000)
        self.page = self.context.pages[0]
        restless.add(self.page)
        self.frame: Frame = self.page.main_frame

    def open(self, address: str) -> None:
        self.frame = self.page.main_frame
        self.page.goto(address)

    def reload(self) -> None:
        self.page.reload()

    def run(self, body: str, *arguments: Any) -> Any:
        script = f"given => (function () {{ {body} }})(...given)"
        limit = time.monotonic() + PATIENCE
        while True:
            try:
                return self.frame.evaluate(script, list(arguments))
            except Error as error:
                # The page was loaded again just then, and may be once more: the new one is asked.
                if "context was destroyed" not in str(error) or time.monotonic() > limit:
                    raise
                self.page.wait_for_load_state()

    def click(self, x: float, y: float) -> None:
        box = None if self.frame == self.page.main_frame else self.frame.frame_element().bounding_box()
        left, top = (box["x"], box["y"]) if box else (0.0, 0.0)
        self.page.mouse.click(left + x, top + y)

    def enter(self, selector: str) -> None:
        element = self.page.wait_for_selector(selector)
        self.frame = (element and element.content_frame()) or self.frame

    def close(self) -> None:
        self.context.close()
        self.driver.stop()


class Driven(Browser):
    """A browser that takes WebDriver's commands."""

    def __init__(self, *command: str | Path, **environment: str) -> None:
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(
            command, stdout=quiet, stderr=quiet, env={**os.environ, **environment}, start_new_session=True
        )

    @abstractmethod
    def ask(self, command: str, **fields: Any) -> Any: ...

    def run(self, body: str, *arguments: Any) -> Any:
        return self.ask("ExecuteScript", script=body, args=list(arguments))

    def open(self, address: str) -> None:
        self.ask("SwitchToFrame", id=None)
        self.ask("Navigate", url=address)

    def reload(self) -> None:
        self.ask("Refresh")

    def enter(self, selector: str) -> None:
        self.ask("SwitchToFrame", id=self.ask("FindElement", using="css selector", value=selector))

    def click(self, x: float, y: float) -> None:
        move = {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}
        steps = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.ask("PerformActions", actions=[mouse])

    def close(self) -> None:
        try:
            self.ask("DeleteSession")
        finally:
            os.killpg(self.process.pid, signal.SIGTERM)  # what it started, too: a display outlives its xvfb-run
            self.process.wait(30)


class Firefox(Driven):
    """The installed Firefox; its preferences keep it from calling home."""

    preferences = (
        ("marionette.port", 0),
        ("app.update.disabledForTesting", True),
        ("browser.shell.checkDefaultBrowser", False),
        ("datareporting.policy.dataSubmissionEnabled", False),
        ("network.captive-portal-service.enabled", False),
        ("network.connectivity-service.enabled", False),
        ("network.cookie.cookieBehavior", 1),  # a frame of another site keeps nothing
        ("toolkit.telemetry.server", "data:,"),
    )

    def __init__(self, folder: Path) -> None:
        program = next(filter(None, map(shutil.which, ("firefox", "firefox-esr"))), None)
        if not program:
            raise Missing("Firefox is not on the PATH. Debian: apt-get install firefox-esr")
        folder.mkdir()
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in self.preferences)
        (folder / "user.js").write_text("\n".join(lines))
        super().__init__(program, "--headless", "--no-remote", "--marionette", "--profile", folder, HOME=str(folder))
        port = waited(lambda: (folder / "MarionetteActivePort").read_text(), OSError)
        self.line = socket.create_connection(("127.0.0.1", int(port)), timeout=PATIENCE)
        self.hear()
        self.ask("NewSession")

    def ask(self, command: str, **fields: Any) -> Any:
        said = json.dumps([0, 0, f"WebDriver:{command}", fields]).encode()
        self.line.sendall(b"%d:%s" % (len(said), said))
        _, _, error, answer = self.hear()
        if error:
            raise AssertionError(f"{command}: {error['message']}")
        return answer.get("value") if isinstance(answer, dict) else answer

    def hear(self) -> Any:
        """The next message: its length in bytes, a colon, JSON."""
        length = b""
        while not length.endswith(b":"):
            length += self.line.recv(1)
        text = b""
        while len(text) < int(length[:-1]):
            text += self.line.recv(int(length[:-1]) - len(text))
        return json.loads(text)


class WebKit(Driven):
    """WebKitGTK's own small browser. It has no headless mode: without a display it gets a virtual one."""

    paths = {  # noqa: RUF012  (a table)
        "ExecuteScript": "/execute/sync",
        "FindElement": "/element",
        "Navigate": "/url",
        "PerformActions": "/actions",
        "Refresh": "/refresh",
        "SwitchToFrame": "/frame",
    }

    def __init__(self, folder: Path) -> None:
        program = shutil.which("WebKitWebDriver")
        if not program:
            raise Missing("WebKitGTK's driver is not on the PATH. Debian: apt-get install webkit2gtk-driver xvfb")
        display = [] if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") else screen()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        homes = {name: str(folder / name) for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
        for home in homes.values():
            Path(home).mkdir(parents=True)
        super().__init__(*display, program, "--host=127.0.0.1", f"--port={port}", **homes)
        self.address = f"http://127.0.0.1:{port}/session"
        wish = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": {"args": ["--automation"]}}}}
        session = waited(lambda: self.send("POST", "", wish), urllib.error.URLError)
        self.address += f"/{session['sessionId']}"

    def ask(self, command: str, **fields: Any) -> Any:
        if command == "DeleteSession":
            return self.send("DELETE", "")
        return self.send("POST", self.paths[command], fields)

    def send(self, method: str, path: str, fields: Any = None) -> Any:
        body = None if fields is None else json.dumps(fields).encode()
        request = urllib.request.Request(
            self.address + path, body, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {json.load(error)['value']['message']}") from error


def screen() -> list[str]:
    """What a command begins with so that it has a display."""
    program = shutil.which("xvfb-run")
    if not program:
        raise Missing("There is no display, and no xvfb-run to make one. Debian: apt-get install xvfb xauth")
    return [program, "--auto-servernum", "--server-args=-screen 0 1280x900x24"]


def waited(get: Callable[[], Any], absence: type[Exception]) -> Any:
    """What `get` returns as soon as it does not raise `absence`."""
    limit = time.monotonic() + PATIENCE
    while True:
        try:
            return get()
        except absence:
            if time.monotonic() > limit:
                raise
        time.sleep(0.1)


KINDS: dict[str, Callable[[Path], Browser]] = {"chromium": Chromium, "firefox": Firefox, "webkit": WebKit}

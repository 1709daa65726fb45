"""The devices that the tests have, whatever machine they run on.

With `--late MS` every reply of the rules' worker reaches the page up to so many milliseconds late, each by a time of
its own, in their order: what a person does before it comes must count all the same. It finds races that a quick
machine hides. With `--cores N` pages believe to have so many cores; from four on a second worker searches too.
"""

from typing import Any

from playwright.sync_api import Browser, BrowserContext, BrowserType

CORES = """(cores) => Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => cores })"""

LATE = """(longest) => {
    const { get, set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
    const before = new WeakMap();
    Object.defineProperty(Worker.prototype, 'onmessage', {
        configurable: true,
        get,
        set(hear) {
            const late = function (event) {
                const wait = event.data?.replies ? longest * Math.random() ** 2 : 0;
                const told = (before.get(this) ?? Promise.resolve())
                    .then(() => wait && new Promise((done) => setTimeout(done, wait)))
                    .then(() => hear.call(this, event));
                before.set(this, told.catch((error) => setTimeout(() => { throw error; })));
            };
            set.call(this, hear && late);
        },
    });
}"""


def has_cores(cores: int) -> None:
    """From now on, in every profile that a test makes; a page of its own may have others."""
    everywhere(f"({CORES})({cores})")


def is_late(longest: int) -> None:
    """From now on, in every profile that a test makes."""
    everywhere(f"({LATE})({longest})")


def everywhere(script: str) -> None:
    for kind, name in ((Browser, "new_context"), (BrowserType, "launch_persistent_context")):
        setattr(kind, name, told(getattr(kind, name), script))


def told(make: Any, script: str) -> Any:
    """`make`, in whose profiles the script runs before any of a page."""

    def made(*args: Any, **how: Any) -> BrowserContext:
        context: BrowserContext = make(*args, **how)
        context.add_init_script(script)
        return context

    return made

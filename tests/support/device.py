"""The devices that the tests have, whatever machine they run on.

With `--late MS` every reply of the rules' worker reaches the page up to so many milliseconds late, each by a time of
its own, in their order: what a person does before it comes must count all the same. It finds races that a quick
machine hides. With `--cores N` pages believe to have so many cores; from four on a second worker searches too.
"""

from collections.abc import Callable
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
    everywhere(lambda context: context.add_init_script(f"({CORES})({cores})"))


def is_late(longest: int) -> None:
    """From now on, in every profile that a test makes."""
    everywhere(lambda context: context.add_init_script(f"({LATE})({longest})"))


def is_patient(longest: int) -> None:
    """From now on whoever uses a profile that a test makes waits up to so many ms."""
    everywhere(lambda context: context.set_default_timeout(longest))


def everywhere(change: Callable[[BrowserContext], object]) -> None:
    """Change every profile that a test makes from now on."""
    for kind, name in ((Browser, "new_context"), (BrowserType, "launch_persistent_context")):
        setattr(kind, name, changed(getattr(kind, name), change))


def changed(make: Any, change: Callable[[BrowserContext], object]) -> Any:
    """`make`, whose profiles are changed before they are used."""

    def made(*args: Any, **how: Any) -> BrowserContext:
        context: BrowserContext = make(*args, **how)
        change(context)
        return context

    return made

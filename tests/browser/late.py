"""Answers that come late: what a person does before they come must count all the same.

With `--late MS` every reply of the rules' worker reaches the page up to so many milliseconds late, each by a time of
its own, in their order. It finds races that a quick machine hides.
"""

from typing import Any

from playwright.sync_api import Browser, BrowserContext, BrowserType

SCRIPT = """(longest) => {
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


def be_late(longest: int) -> None:
    """From now on, in every profile that a test makes."""
    for kind, name in ((Browser, "new_context"), (BrowserType, "launch_persistent_context")):
        setattr(kind, name, late(getattr(kind, name), f"({SCRIPT})({longest})"))


def late(make: Any, script: str) -> Any:
    """`make`, in whose profiles the script runs before any other."""

    def made(*args: Any, **how: Any) -> BrowserContext:
        context: BrowserContext = make(*args, **how)
        context.add_init_script(script)
        return context

    return made

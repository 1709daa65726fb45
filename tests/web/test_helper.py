"""The second worker, which searches too: tests/client/test_helper.py has what it knows, and its loss."""

from random import Random

import pytest
from playwright.sync_api import Page

from tests.support.person import Person, analyse, take_hint
from tests.support.settle import happened

pytestmark = pytest.mark.pyodide

DEVICE = """
for (const [name, value] of Object.entries({ hardwareConcurrency: 8, deviceMemory: 8 }))
  Object.defineProperty(navigator, name, { value });
globalThis.workers = [];
let tell = () => {};
globalThis.until = (holds) => new Promise((done) => {
  tell = () => holds() && done();
  tell();
});
globalThis.Worker = class extends Worker {
  said = [];
  constructor(...how) {
    super(...how);
    workers.push(this);
    this.addEventListener('message', ({ data }) => {
      this.isWhole ||= Boolean(data.late);
      tell();
    });
  }
  asked(op) {
    return this.said.filter((one) => one.op === op);
  }
  postMessage(said, ...more) {
    if (typeof said === 'string' && said.startsWith('{')) this.said.push(JSON.parse(said));
    super.postMessage(said, ...more);
    tell();
  }
  terminate() {
    this.isEnded = true;
    super.terminate();
  }
};"""
"""A device with eight cores that records its workers and their requests. `until` waits for what messages bring."""

HIDDEN = """() => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_a_second_worker_starts_where_it_helps_and_ends_when_the_page_is_hidden(page: Page, address: str) -> None:
    """For a hint, though not where a game gains nothing, nor for a weaker level; both share what they find."""
    page.add_init_script(DEVICE)
    person = Person(page, address)

    def shares() -> list[object]:
        return list(page.evaluate("workers[0].asked('think').splice(-1).map(({ shares }) => shares ?? null)"))

    person.open("english")
    happened(page, "until(() => workers[0].isWhole)")
    take_hint(page)
    assert page.locator("#status.hint").is_visible()
    assert (page.evaluate("workers.length"), shares()) == (1, [None])

    person.open("rock")
    page.select_option("#player-top select", "1")
    person.turn(Random(1), person.click)
    person.at(2)
    assert (page.evaluate("workers.length"), shares()) == (1, [None])

    take_hint(page)
    assert page.locator("#status.hint").is_visible()
    assert (page.evaluate("workers.length"), shares()) == (2, [True])

    page.evaluate("() => workers.forEach((one) => { one.said = []; })")
    analyse(page)
    happened(page, "until(() => workers.every((one) => one.asked('share').length > 0))")
    asked = page.evaluate("workers.map((one) => one.asked('think').at(-1))")
    assert [(one["shares"], one.get("helps")) for one in asked] == [(True, None), (True, True)]
    assert asked[0]["id"] == asked[1]["id"]
    analyse(page)
    happened(page, "until(() => workers.every((one) => one.asked('stop').length > 0))")
    page.evaluate(HIDDEN)
    assert page.evaluate("workers.map(({ isEnded }) => isEnded)") == [None, True]

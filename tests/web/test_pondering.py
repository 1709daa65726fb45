"""What the computer does while a person thinks."""

from random import Random

from playwright.sync_api import Page, expect

from tests.support.person import Person, take_hint

LISTEN = """
globalThis.searches = new Map();
const heard = new WeakSet();
const hear = ({ data }) => {
  for (const reply of data.replies ?? []) {
    const { id, event, stopped } = JSON.parse(reply);
    if (!event && searches.has(id)) searches.get(id).stopped = stopped;
  }
};
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (said, ...more) {
  const asked = typeof said === 'string' && said.startsWith('{') ? JSON.parse(said) : {};
  if (asked.op === 'think' && !asked.helps) {
    if (!heard.has(this)) this.addEventListener('message', hear);
    heard.add(this);
    searches.set(asked.id, { level: asked.level });
    // It ponders until it is stopped, however long the test takes.
    if (asked.progress === false) said = JSON.stringify({ ...asked, time: 600 });
  }
  return postMessage.call(this, said, ...more);
};
"""


def test_full_strength_ponders_and_stops_for_a_hint_and_for_a_move(page: Page, address: str) -> None:
    page.add_init_script(LISTEN)
    person = Person(page, address)
    choose = Random(1)
    person.open("rock")
    page.select_option("#player-top select", "10")
    person.turn(choose, person.click)
    assert page.evaluate("searches.size") == 2
    assert person.phase == "open"
    take_hint(page)
    expect(page.locator("#status.hint")).to_be_visible()
    person.turn(choose, person.click)
    assert page.evaluate("searches.size") == 5
    person.turn(choose, person.click)
    found = page.evaluate("[...searches.values()]")
    assert [search.get("level") for search in found] == [10, None, None, 10, None, 10, None]
    assert [search.get("stopped") for search in found] == [False, True, False, False, True, False, None]

"""The second worker, which searches too: where it starts, what it knows, and that its loss does no harm."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page

from tests.support.page import whole
from tests.support.person import Person, analyse

pytestmark = [pytest.mark.running, pytest.mark.pyodide]

DEVICE = """(cores) => {
    for (const [name, value] of Object.entries({ hardwareConcurrency: cores, deviceMemory: 8 }))
        Object.defineProperty(navigator, name, { value });
    globalThis.workers = [];
    globalThis.Worker = class extends Worker {
        said = [];
        constructor(...how) {
            super(...how);
            workers.push(this);
            this.addEventListener('message', ({ data }) => { this.isWhole ||= Boolean(data.late); });
        }
        postMessage(said, ...more) {
            if (typeof said === 'string' && said.startsWith('{')) this.said.push(JSON.parse(said));
            super.postMessage(said, ...more);
        }
        terminate() {
            this.isEnded = true;
            super.terminate();
        }
    };
}"""
"""A device with this many cores that records its workers and their requests."""

THOUGHT = "workers[0].said.filter(({ op }) => op === 'think')"
"""What the first worker was asked to think about."""

HIDDEN = """() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture
def at(visit: Callable[..., Page], address: str) -> Callable[..., Person]:
    """Someone at a device with this many cores, on the fully loaded page."""

    def come(cores: int, game: str = "rock") -> Person:
        page = visit()
        page.add_init_script(f"({DEVICE})({cores})")
        person = Person(page, address)
        person.open(game)
        whole(page)
        page.wait_for_function("() => workers[0].isWhole")
        return person

    return come


@pytest.mark.parametrize(("cores", "game"), [(2, "rock"), (8, "english")])
def test_on_two_cores_or_where_a_game_gains_nothing_one_worker_searches_alone(
    at: Callable[..., Person], cores: int, game: str
) -> None:
    page = at(cores, game).page
    page.click("#hint")
    page.locator("#status.hint").wait_for()
    assert page.evaluate("workers.length") == 1
    assert ["shares" in one for one in page.evaluate(THOUGHT)] == [False]


def test_second_worker_starts_for_a_hint_but_not_for_a_weaker_level(at: Callable[..., Person]) -> None:
    person = at(8)
    page = person.page
    page.select_option("#player-top select", "1")
    person.turn(Random(1), person.click)
    person.at(2)
    person.wait("open")
    assert page.evaluate("workers.length") == 1
    page.click("#hint")
    page.locator("#status.hint").wait_for()
    assert page.evaluate("workers.length") == 2
    assert [one.get("shares") for one in page.evaluate(THOUGHT)] == [None, True]


def test_both_workers_share_results_and_stop_together_and_a_hidden_page_ends_the_second(
    at: Callable[..., Person],
) -> None:
    page = at(8).page
    analyse(page)
    page.wait_for_function(
        "() => workers.length === 2 && workers.every(({ said }) => said.some(({ op }) => op === 'share'))"
    )
    analyse(page)
    page.wait_for_function(
        "() => workers.every(({ said }) => said.findLast(({ op }) => op !== 'share').op === 'stop')"
    )
    asked = page.evaluate("workers.map(({ said }) => said.find(({ op }) => op === 'think'))")
    assert [(one["shares"], one.get("helps")) for one in asked] == [(True, None), (True, True)]
    assert asked[0]["id"] == asked[1]["id"]
    page.evaluate(HIDDEN)
    assert page.evaluate("workers.map(({ isEnded }) => isEnded)") == [None, True]

"""The second worker, which searches too: where it starts, what it knows, and that its loss does no harm."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page

from tests.support.engine_client import Client
from tests.support.page import whole
from tests.support.person import Person, analyse

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

HELPED = """
    const { Helper } = await import('/web/engine/helper.js');
    engine.helper ??= new Helper(engine);
    engine.complete();
    const until = async (holds) => { while (!holds()) await new Promise((done) => setTimeout(done, 5)); };
    await until(() => engine.parts.late);
    const think = (time) => engine.request('think', { time }, { shared: true });
    const known = () => new Promise((done) => {
        const { worker } = engine.helper.handle;
        worker.addEventListener('message', ({ data }) => {
            for (const { id, ...state } of (data.replies ?? []).map(JSON.parse)) if (id === 'known') done(state);
        });
        worker.postMessage('{"id": "known", "op": "state"}');
    });
    const state = async () => {
        const { id, ...state } = await engine.request('state');
        return state;
    };
    const play = async (which) => {
        const { moves } = await engine.request('state');
        return engine.request('play', { path: moves[which].path });
    };
    const die = ({ worker }) => worker.dispatchEvent(new ErrorEvent('error', { message: 'gone', cancelable: true }));
"""


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


def test_only_a_device_with_cores_and_memory_to_spare_has_room_for_a_second_worker(client: Client) -> None:
    assert client.does(
        """const { helper } = await import('/web/engine/helper.js');
        const devices = [[2, 8], [8, 2], [4, 4], [8, undefined], [undefined, 8]];
        return devices.map(([cores, memory]) => {
            for (const [name, value] of Object.entries({ hardwareConcurrency: cores, deviceMemory: memory }))
                Object.defineProperty(navigator, name, { configurable: true, value });
            engine.helper = null;
            helper(engine);
            return engine.helper !== null;
        });"""
    ) == [False, False, True, True, False]


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


def test_helper_knows_the_moves_played_while_it_started(client: Client) -> None:
    pairs = client.does(
        HELPED
        + """await engine.request('new', { game: 'gambit' });
        const first = think(600);
        await play(3);
        await first;
        await play(1);
        await engine.request('undo');
        await until(() => engine.helper.handle);
        const found = [[await known(), await state()]];
        await play(2);
        found.push([await known(), await state()]);
        await engine.request('new', { game: 'roman' });
        found.push([await known(), await state()]);
        return found;"""
    )
    assert len(pairs) == 3
    assert [known for known, _ in pairs] == [state for _, state in pairs]


def test_helper_that_dies_twice_does_no_harm_and_is_the_last(client: Client) -> None:
    paths, lives, last = client.does(
        HELPED
        + """await engine.request('new', { game: 'english' });
        const { helper } = engine;
        const paths = [];
        const lives = new Set();
        for (let death = 0; death < 3; death++) {
            const thought = think(600);
            if (helper.canHelp) {
                await until(() => helper.handle);
                lives.add(helper.handle);
                die(helper.handle);
            }
            await engine.request('stop');
            paths.push((await thought).path.length);
        }
        return [paths, lives.size, helper.handle];"""
    )
    assert paths == [2, 2, 2]
    assert (lives, last) == (2, None)


def test_silent_helper_is_replaced(client: Client) -> None:
    assert client.does(
        HELPED
        + """await engine.request('new', { game: 'english' });
        await think(0.01);
        await until(() => engine.helper.handle);
        const { handle } = engine.helper;
        handle.worker.terminate();
        while (engine.helper.handle === handle) await think(0.01);
        await think(0.01);
        await until(() => engine.helper.handle);
        return engine.helper.handle !== handle;"""
    )


def test_replaced_worker_gets_a_helper_of_its_own(client: Client) -> None:
    asked = client.does(
        HELPED
        + """await engine.request('new', { game: 'english' });
        await play(0);
        const thought = think(600);
        await until(() => engine.helper.handle);
        const first = engine.helper.handle;
        die(engine.handle);
        const gone = engine.helper.handle;
        await until(() => engine.helper.handle);
        const both = [await known(), await state()];
        await engine.request('stop');
        await thought;
        return [gone, both[0].position === both[1].position, engine.helper.handle !== first];"""
    )
    assert asked == [None, True, True]

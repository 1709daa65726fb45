"""The page schedules its puzzles as the terminal does: both ask the same rule."""

from random import Random

from saltus.study.schedule import DAY_MS, Progress, answered, in_order

from tests.support.node_client import NodeClient

NOW = 1_800_000_000_000

SCRIPT = """
    const kept = new Map();
    globalThis.localStorage = {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, text) => kept.set(key, text),
        removeItem: (key) => kept.delete(key),
    };
    const { remember, memory, inOrder } = await load('store/schedule.js');
    const told = [];
    for (const [id, clean, now] of given) {
        await remember(engine, 'rock', id, clean, now);
        told.push(memory().games.rock[id]);
    }
    const list = ['a', 'b', 'c', 'd', 'e'].map((puzzle) => ({ puzzle }));
    const order = inOrder(list, memory().games.rock, { now: given.at(-1)[2] });
    return { told, order: order.map(({ puzzle }) => puzzle) };
"""


def test_puzzles_come_back_on_the_page_as_in_the_terminal(client: NodeClient) -> None:
    choose = Random(1)
    now, tries = NOW, []
    for _ in range(150):
        now += choose.choice([1000, 20 * 60_000, DAY_MS, 5 * DAY_MS, 30 * DAY_MS])
        tries.append((choose.choice("abcd"), choose.random() < 0.7, now))
    page = client.does(SCRIPT, tries)
    kept: dict[str, Progress] = {}
    for (key, is_clean, when), told in zip(tries, page["told"], strict=True):
        kept[key] = answered(kept.get(key), is_clean, when)
        assert {name: told[name] for name in Progress._fields} == kept[key]._asdict()
    assert page["order"] == in_order([(key, kept.get(key)) for key in "abcde"], now)

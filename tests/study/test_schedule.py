"""Spaced repetition: when a puzzle comes back. The page and the terminal have the same rule."""

import json
import shutil
import subprocess
from random import Random

import pytest
from saltus.study.schedule import BOX_INTERVALS_MS, DAY_MS, Progress, answered, in_order, standing

from tests.support.checkout import ROOT

NOW = 1_800_000_000_000


def test_a_missed_puzzle_comes_back_soon_and_then_later_and_later() -> None:
    progress, now = answered(None, False, NOW), NOW
    assert progress == Progress(0, NOW + BOX_INTERVALS_MS[0], NOW, 0, 1)
    for box in range(1, len(BOX_INTERVALS_MS)):
        now = progress.due
        progress = answered(progress, True, now)
        assert progress == Progress(box, now + BOX_INTERVALS_MS[box], now, box, 1)
    progress = answered(progress, True, progress.due)
    assert progress.box is None
    assert standing(progress, NOW + 1000 * DAY_MS) == "solved"


def test_a_puzzle_solved_at_once_does_not_come_back() -> None:
    assert standing(answered(None, True, NOW), NOW + 1000 * DAY_MS) == "solved"


def test_solving_a_puzzle_early_leaves_it_in_its_box() -> None:
    missed = answered(None, False, NOW)
    assert answered(missed, True, NOW + 1) == missed._replace(when=NOW + 1, solved=1)


def test_missing_it_again_starts_over() -> None:
    later = answered(answered(None, False, NOW), True, NOW + DAY_MS)
    assert answered(later, False, NOW + 2 * DAY_MS).box == 0


def test_due_ones_come_first_then_new_ones_then_the_rest() -> None:
    one, two = Progress(0, NOW - 5, NOW - 9), Progress(1, NOW - 7, NOW - 9)
    later, soon = Progress(2, NOW + 9, NOW), Progress(2, NOW + 3, NOW)
    done, long_done = Progress(None, 0, NOW - 1), Progress(None, 0, NOW - 9)
    puzzles = [("done", done), ("later", later), ("new", None), ("one", one), ("long", long_done), ("two", two)]
    puzzles += [("soon", soon), ("new too", None)]
    assert in_order(puzzles, NOW) == ["two", "one", "new", "new too", "soon", "later", "long", "done"]


SCRIPT = """
const kept = new Map();
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, text) => kept.set(key, text),
  removeItem: (key) => kept.delete(key),
};
globalThis.window ??= globalThis;
const schedule = await import(process.argv[1]);
const told = [];
for (const [id, clean, now] of JSON.parse(process.argv[2])) {
  schedule.remember('rock', id, clean, now);
  told.push(schedule.memory().games.rock[id]);
}
const list = ['a', 'b', 'c', 'd', 'e'].map((puzzle) => ({ puzzle }));
const games = schedule.memory().games.rock;
const last = JSON.parse(process.argv[2]).at(-1)[2];
const order = schedule.inOrder(list, games, { now: last }).map(({ puzzle }) => puzzle);
console.log(JSON.stringify({ told, order }));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node.js")
def test_the_page_has_the_same_rule() -> None:
    choose = Random(1)
    now, tries = NOW, []
    for _ in range(150):
        now += choose.choice([1000, 20 * 60_000, DAY_MS, 5 * DAY_MS, 30 * DAY_MS])
        tries.append((choose.choice("abcd"), choose.random() < 0.7, now))
    page = str(ROOT / "web" / "study" / "schedule.js")
    command = ["node", "--input-type=module", "-e", SCRIPT, page, json.dumps(tries)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    kept: dict[str, Progress] = {}
    for (key, is_clean, when), page_says in zip(tries, told["told"], strict=True):
        kept[key] = answered(kept.get(key), is_clean, when)
        assert {name: page_says[name] for name in Progress._fields} == kept[key]._asdict()
    assert told["order"] == in_order([(key, kept.get(key)) for key in "abcde"], now)

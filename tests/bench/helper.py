"""What the second worker is worth: the time to a depth with it and without, in the browser.

    python3 build.py bench helper
    SALTUS_ROUNDS=9 python3 build.py bench helper

The positions are those of `search.py`, of the games that can be searched for long. For each, the depth is the last
that a worker reaches alone in some seconds; the time from the question to the news of that depth is then taken alone
and with a helper, in turn, the tables of both workers empty. The ratio of the two is the point, and it means
something only where two cores have nothing else to do. That of the nodes, which the first worker searches until then,
says what it would be if to share cost nothing. The page holds the client of the rules alone, and draws nothing.
"""

import os
import statistics
from typing import Any

from playwright.sync_api import sync_playwright

from tests.bench.search import POSITIONS
from tests.support import chromium
from tests.support.engine_client import Client
from tests.support.served import served

GAMES = ("english", "italian", "rock", "roman")
ROUNDS = int(os.environ.get("SALTUS_ROUNDS", "5"))
SECONDS = 2.0
"""Within which the depth is reached alone."""

PREPARE = """
engine.complete();
const { Helper } = await import('/web/engine/helper.js');
while (!engine.parts.late) await new Promise((done) => setTimeout(done, 5));
window.helper = engine.helper = new Helper(engine);
await engine.request('new', { game: 'gambit' });
await engine.request('think', { time: 1 }, { shared: true });
while (!helper.handle) await new Promise((done) => setTimeout(done, 5));
"""
"""A helper that is up before anything is measured."""

SEARCH = """
const { game, rows, side, isHelped, time, depth } = given;
engine.helper = helper;
// A search of another game empties the tables.
for (const key of ['gambit', game]) {
  await engine.request('new', { game: key, ...(key === game && { rows, side }) });
  helper.handle.send('{"op": "think", "nodes": 1}');
  await engine.request('think', { nodes: 1 });
}
if (!isHelped) engine.helper = null;
const began = performance.now();
const news = [];
const note = (found) => {
  for (let ply = news.length; ply <= found.depth; ply++) news.push([(performance.now() - began) / 1000, found.nodes]);
  if (found.depth >= depth) controller.abort();
};
const controller = new AbortController();
const { signal } = controller;
note(await engine.request('think', { time }, { shared: isHelped, onprogress: note, signal }));
engine.helper = helper;
return news;
"""
"""The seconds after which each depth was told, and the nodes until then."""


def news(client: Client, position: dict[str, Any], helped: bool, time: float, depth: int) -> list[list[float]]:
    return list(client.does(SEARCH, {**position, "isHelped": helped, "time": time, "depth": depth}))


def measure(client: Client, key: str) -> None:
    ratios: list[float] = []
    for text in POSITIONS[key]:
        rows, side = text.split()
        position = {"game": key, "rows": rows.split("/"), "side": side}
        for _ in range(2):  # the first search of a game unfolds its tables
            depth = len(news(client, position, False, SECONDS, 100)) - 1
        if depth < 2:
            continue  # there is nothing to choose
        pairs = [
            [news(client, position, helped, 30, depth)[depth] for helped in (False, True)] for _ in range(ROUNDS)
        ]
        alone, helped = (statistics.median(pair[which][0] for pair in pairs) for which in (0, 1))
        found, nodes = ([one[unit] / other[unit] for one, other in pairs] for unit in (0, 1))
        ratios.append(statistics.median(found))
        spread = f"{min(found):.2f} – {max(found):.2f}"
        cells = f"{alone:9.2f} {helped:9.2f} {ratios[-1]:7.2f} {spread:>13} {statistics.median(nodes):7.2f}"
        print(f"{key:8} {depth:5} {cells}", flush=True)
    spread = f"{min(ratios):.2f} – {max(ratios):.2f}"
    print(f"{key:8} {'':25} {statistics.geometric_mean(ratios):7.2f} {spread:>13}", flush=True)


def main() -> None:
    print(f"medians of {ROUNDS} rounds, seconds to the depth; below, the mean of the positions (least – most)\n")
    print(f"{'game':8} {'depth':>5} {'alone':>9} {'with it':>9} {'ratio':>7} {'':13} {'nodes':>7}")
    with served() as host, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.path(), args=chromium.plain())
        client = Client(browser.new_page(), host.address)
        client.does(PREPARE)
        for key in GAMES:
            measure(client, key)
        browser.close()


if __name__ == "__main__":
    main()

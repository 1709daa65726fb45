"""How what is kept is put into a browser, taken out of one, and compared by what it means."""

import contextlib
import json
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import saltus
from saltus.match.match import Match

from tests.support.checkout import PY

LOCAL = "() => Object.fromEntries(Object.entries(localStorage).filter(([name]) => name.startsWith('saltus.')))"
"""What is in `localStorage`, by name."""

_OPENED = """const opened = () => new Promise((done, fail) => {
    const asked = indexedDB.open(NAME);
    asked.onerror = fail;
    asked.onsuccess = () => done(asked.result);
  });
  const answer = (asked) => new Promise((done, fail) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = fail;
  });"""

DATABASE = """async () => {
  const NAME = 'saltus.library';
  OPENED
  if (!(await indexedDB.databases()).some(({ name }) => name === NAME)) return null;
  const plain = (value) => {
    if (value instanceof Uint8Array) return { $bytes: btoa(String.fromCharCode(...value)) };
    if (Array.isArray(value)) return value.map(plain);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
  };
  const database = await opened();
  const stores = [];
  for (const name of database.objectStoreNames) {
    const store = database.transaction(name).objectStore(name);
    const indexes = [...store.indexNames].map((each) => store.index(each));
    stores.push({
      name,
      keyPath: store.keyPath,
      autoIncrement: store.autoIncrement,
      indexes: indexes.map(({ name, keyPath, unique }) => ({ name, keyPath, unique })),
      records: plain(await answer(store.getAll())),
    });
  }
  const { version } = database;
  database.close();
  return { version, stores };
}""".replace("OPENED", _OPENED)
"""The library's database: its stores with their indexes and records, bytes in base64."""

PUT = """async ({ local, database }) => {
  const NAME = 'saltus.library';
  for (const [name, value] of Object.entries(local)) localStorage.setItem(name, value);
  if (!database) return;
  const packed = (value) => {
    if (Array.isArray(value)) return value.map(packed);
    if (value === null || typeof value !== 'object') return value;
    if ('$bytes' in value) return Uint8Array.from(atob(value.$bytes), (one) => one.charCodeAt(0));
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, packed(one)]));
  };
  const asked = indexedDB.open(NAME, database.version);
  asked.onupgradeneeded = () => {
    for (const { name, keyPath, autoIncrement, indexes } of database.stores) {
      const store = asked.result.createObjectStore(name, { keyPath, autoIncrement });
      for (const one of indexes) store.createIndex(one.name, one.keyPath, { unique: one.unique });
    }
  };
  await new Promise((done, fail) => {
    asked.onsuccess = done;
    asked.onerror = fail;
  });
  for (const { name, records } of database.stores) {
    const transaction = asked.result.transaction(name, 'readwrite');
    for (const one of records) transaction.objectStore(name).put(packed(one));
    await new Promise((done, fail) => {
      transaction.oncomplete = done;
      transaction.onerror = fail;
    });
  }
  asked.result.close();
}"""
"""Puts what `LOCAL` and `DATABASE` took out into a browser that has nothing yet."""

PACK = """async (text) => {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}"""
"""The record of a link, as the page packs it."""


def meaning(match: Match) -> dict[str, Any]:
    """What a game is, whatever form it was written in."""
    nodes = {node.id: node for node in match.nodes}
    tree = [
        [node.parent.id if node.parent else None, list(node.move.path) if node.move else [], node.comment]
        for node in nodes.values()
    ]
    outcome = match.outcome
    return {
        "game": match.game.key,
        "moves": saltus.story(match),
        "tree": tree,
        "rows": list(match.game.rows(match.position)),
        "tags": dict(match.tags),
        "outcome": [outcome.winner, outcome.reason] if outcome else None,
    }


def library(path: Path) -> dict[str, Any]:
    """All that a library has in it, by table: what the tests of later versions look for."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: [
                [one.hex() if isinstance(one, bytes) else one for one in row]
                for row in database.execute(f"SELECT * FROM {name} ORDER BY 1")
            ]
            for name in sorted(tables)
            if not name.startswith("sqlite_")
        }


def ran(folder: Path, *arguments: str) -> str:
    """Runs a command of the package in a folder that has its library. Returns what it prints."""
    env = {**os.environ, "PYTHONPATH": str(PY), "SALTUS_LIBRARY": str(folder / "library.db")}
    command = [sys.executable, "-m", "saltus", *arguments]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (arguments, done.stdout, done.stderr)
    return done.stdout


# -- the bridge --------------------------------------------------------------------------------------------


def examples() -> list[str]:
    """The requests of the example sessions: every kind of request."""
    text = (PY / "docs" / "protocol-examples.txt").read_text("utf-8")
    return [line[2:] for line in text.splitlines() if line.startswith("> ")]


def session(requests: list[str]) -> list[dict[str, Any]]:
    """Requests with the replies to each, from one bridge that does its work after every request."""
    bridge = saltus.Bridge()
    told = []
    for request in requests:
        replies = list(bridge.receive(request))
        while bridge.busy:
            replies += bridge.work(0.05)
        told.append({"request": request, "replies": [json.loads(reply) for reply in replies]})
    return told


SEARCHES = re.compile(
    r'"op":"(?:think|bestmove|cost|review|explain|games|ballots|puzzles|puzzle|page|sheet|openings|book)"'
)
"""Requests whose replies say what was found or drawn: a better player, or a prettier page, is no loss."""
MAX_ITEMS = 3
MAX_CHARS = 200
"""So much of a list or of a text is stored where only its form counts."""


def shortened(told: dict[str, Any]) -> dict[str, Any]:
    """A request with its last reply, which alone counts, without what does not."""

    def short(value: Any) -> Any:
        if isinstance(value, list):
            return [short(one) for one in value[:MAX_ITEMS]]
        if isinstance(value, str):
            return value[:MAX_CHARS]
        return {name: short(one) for name, one in value.items()} if isinstance(value, dict) else value

    reply = told["replies"][-1]
    return {"request": told["request"], "replies": [short(reply) if SEARCHES.search(told["request"]) else reply]}


def same(old: Any, new: Any, *, is_search: bool) -> str:
    """Where a reply lacks something that it had, or says something else; empty if it does not.

    A reply may have more fields. Of what a search has found only the form counts; what it is said in is not promised:
    another sentence has other values.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        if is_search and old.keys() == new.keys() == {"key", "values"} and old["key"] != new["key"]:
            return ""
        for name, value in old.items():
            if name not in new:
                return f".{name} is gone"
            if found := same(value, new[name], is_search=is_search):
                return f".{name}{found}"
        return ""
    if is_search:
        kinds = (bool, int | float, str, list, dict)
        is_form = old is None or new is None or any(isinstance(old, kind) and isinstance(new, kind) for kind in kinds)
        return "" if is_form else f" was {old!r:.80} and is {new!r:.80}"
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return next(
            (f"[{at}]{found}" for at, (one, other) in pairs if (found := same(one, other, is_search=False))), ""
        )
    return "" if old == new else f" was {old!r:.80} and is {new!r:.80}"


def differing(told: list[dict[str, Any]]) -> list[str]:
    """Where replies to the requests of a session mean something else now than when they were stored."""
    wrong = []
    for before, now in zip(told, session([each["request"] for each in told]), strict=True):
        last, other = before["replies"][-1], now["replies"][-1]
        if found := same(last, other, is_search=bool(SEARCHES.search(before["request"]))):
            wrong.append(f"{before['request']:.100}: {found}")
    return wrong

"""How many live games a server holds at a move a second each, and how soon the other side sees a move.

    python3 build.py bench server

The load comes from the same machine, as bare WebSocket frames. Each game has two connections, of an address of its
own as a proxy names it; every second one of its sides plays the next move of a game that was drawn beforehand. A
delay is from the sending of a move to its arrival at the other side. Memory is that of the server's processes.

Redis keeps nothing on the disk here: how often it waits for that is its own setting.
"""

import asyncio
import json
import os
import resource
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from time import perf_counter

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2] / "py"), str(Path(__file__).parents[2])]

from bundle import toolchain
from saltus.games import load
from saltus.match.match import Match

from tests.support.club import Club, Game, RedisProcess, club

GAMES = (250, 500, 1_000)
SECONDS = 20
PLIES = 60
PATIENCE_SECONDS = 60.0
KINDS = ("english", "italian", "rock")
"""The games that begin alike and last long enough."""


def lines(kind: str, count: int = 20) -> list[list[list[str]]]:
    """Games of random moves, as long as they are needed."""
    lots = Random(kind)
    found: list[list[list[str]]] = []
    while len(found) < count:
        match = Match(load(kind))
        while match.outcome is None and match.ply < PLIES:
            match.play(lots.choice(match.legal))
        if match.ply > SECONDS + 1:
            found.append([list(node.move.path) for node in match.tree.main_line if node.move])
    return found


def frame(text: str) -> bytes:
    """A message as a client's frame; a mask of zeros leaves it as it is."""
    data = text.encode()
    head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else b"\x81\xfe" + len(data).to_bytes(2, "big")
    return head + bytes(4) + data


async def heard(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    """The next message of the server. Its pings are answered: who does not is taken for gone."""
    while True:
        kind, length = await reader.readexactly(2)
        if length == 126:
            length = int.from_bytes(await reader.readexactly(2), "big")
        elif length == 127:
            length = int.from_bytes(await reader.readexactly(8), "big")
        data = await reader.readexactly(length)
        if kind == 0x81:
            return data
        if kind == 0x89:
            writer.write(bytes([0x8A, 0x80 | length]) + bytes(4) + data)


def address(number: int) -> str:
    """That of a game's players, as a proxy names it."""
    return f"X-Forwarded-For: 10.0.{number // 250}.{number % 250}\r\n"


async def opened(port: int, game: str, headers: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=4_096)
    head = f"GET /api/games/{game}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n{headers}"
    key = "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    writer.write((head + key).encode())
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


class Side:
    """A connection at a seat."""

    waiting: "asyncio.Future[None]"
    """For the other side's move."""
    arrived: float
    """When it came."""

    async def enter(self, port: int, game: str, token: str, number: int) -> None:
        self.reader, self.writer = await opened(port, game, address(number))
        self.writer.write(frame(json.dumps({"id": 0, "op": "enter", "seat": token})))
        while b'"id":0' not in await heard(self.reader, self.writer):
            pass
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        """Note when the other side's moves come."""
        while True:
            said = await heard(self.reader, self.writer)
            if b'"act":"move"' in said and b'"event"' in said:
                self.arrived = perf_counter()
                self.waiting.set_result(None)
            elif b'"ok":false' in said:
                raise AssertionError(said)


async def play(pair: tuple[Side, Side], moves: list[list[str]], begin: float, delays: list[float]) -> None:
    """Play a move a second."""
    for turn in range(SECONDS):
        await asyncio.sleep(max(0.0, begin + turn - perf_counter()))
        mover, other = pair[turn % 2], pair[1 - turn % 2]
        other.waiting = asyncio.get_running_loop().create_future()
        sent = perf_counter()
        mover.writer.write(frame(json.dumps({"id": turn + 1, "op": "move", "turn": turn, "path": moves[turn]})))
        await asyncio.wait_for(other.waiting, PATIENCE_SECONDS)
        delays.append(other.arrived - sent)


async def load_with(
    ports: list[int], games: list[Game], moves: list[list[list[str]]], first: list[str]
) -> list[float]:
    delays: list[float] = []
    lots = Random(1)
    pairs = []
    for number, game in enumerate(games):
        pair = Side(), Side()
        order = first[number], "b" if first[number] == "w" else "w"
        for side, seat in zip(pair, order, strict=True):
            await side.enter(lots.choice(ports), game.id, game.tokens[seat], number)
        pairs.append(pair)
    begin = perf_counter() + 1.0
    await asyncio.gather(
        *(play(pair, line, begin + lots.random(), delays) for pair, line in zip(pairs, moves, strict=True))
    )
    for pair in pairs:
        for side in pair:
            side.task.cancel()
            side.writer.close()
    return delays


def megabytes(process: int) -> float:
    """The memory of a process."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(running: list[Club], count: int, title: str, known: dict[str, list[list[list[str]]]]) -> None:
    kinds = [KINDS[number % len(KINDS)] for number in range(count)]
    games = [created(running[0], kind, number) for number, kind in enumerate(kinds)]
    moves = [known[kind][number % len(known[kind])] for number, kind in enumerate(kinds)]
    ids = [each.process.pid for each in running]
    before = sum(map(processor_seconds, ids))
    delays = asyncio.run(
        load_with([each.port for each in running], games, moves, [load(kind).first for kind in kinds])
    )
    used = (sum(map(processor_seconds, ids)) - before) / SECONDS
    cuts = [1_000 * cut for cut in statistics.quantiles(delays, n=100)]
    memory = sum(map(megabytes, ids))
    print(
        f"{title:22}{count:6,} games: p50 {cuts[49]:6.1f} ms, p99 {cuts[98]:6.1f} ms,"
        f" longest {1_000 * max(delays):6.1f} ms, {memory:5.0f} MB, {100 * used:4.0f} % of a core",
        flush=True,
    )


def created(running: Club, kind: str, number: int) -> Game:
    name, _, value = address(number).strip().partition(": ")
    status, reply = running.ask("/api/games", {"game": kind, "seat": "w"}, headers={name: value})
    assert status == 200, reply
    return Game(running, reply)


@contextmanager
def redis(folder: Path) -> Iterator[RedisProcess]:
    made = RedisProcess(toolchain.redis_server(), folder, keeps=False)
    try:
        yield made
    finally:
        made.kill()


def main() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    known = {kind: lines(kind) for kind in KINDS}
    print(f"{os.cpu_count()} cores; a move a second in each game, for {SECONDS} s")
    for count in GAMES:
        with tempfile.TemporaryDirectory() as folder, club(f"{folder}/games") as one:
            measure([one], count, "SQLite, one process", known)
    for processes in (1, 2):
        for count in GAMES:
            with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
                store = stack.enter_context(redis(Path(folder)))
                running = [stack.enter_context(club(store.address)) for _ in range(processes)]
                measure(running, count, f"Redis, {processes} process{'es' * (processes > 1)}", known)


if __name__ == "__main__":
    main()

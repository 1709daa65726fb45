"""The stores, and what a process makes of what others write there."""

import asyncio
import json
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, closing, suppress
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from saltus.protocol.request import decode
from saltus.server import store as stores
from saltus.server import uptimes
from saltus.server.club import Club
from saltus.server.ops import Denied
from saltus.server.redis_store import RedisStore
from saltus.server.room import Guest
from saltus.server.store import SqliteStore, Store, StoreError
from saltus.server.table import MAX_AHEAD_SECONDS, drawn, line_of

from tests.support.club import PATIENCE_SECONDS, RedisProcess

DAY_SECONDS = 86_400
Message = dict[str, Any]


def run(check: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(check, 3 * PATIENCE_SECONDS))


async def nobody(game: str, version: int, line: str) -> None:
    """Hears nothing."""


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[Store]:
    await store.open(nobody)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def running(store: Store) -> AsyncIterator[Club]:
    club = Club(store)
    await club.open()
    try:
        yield club
    finally:
        await club.close()


@pytest.fixture(params=["sqlite", "redis"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    """Makes a store of each kind; all that it makes are one."""
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "games", 60)
    address = request.getfixturevalue("redis").address
    return lambda: RedisStore(address, 60)


async def say(
    club: Club, made: Message, seat: str | None, op: str, guest: Guest | None = None, /, **fields: Any
) -> Any:
    """A request of a player, by HTTP or by a connection."""
    request = decode(json.dumps({"op": op, **fields}))
    if guest is None:
        return await club.ask(made["game_id"], made["tokens"].get(seat), request)
    return await club.say(made["game_id"], guest, request)


async def created(club: Club, **fields: Any) -> Message:
    """A game that both have joined."""
    made: Any = await club.create(decode(json.dumps({"game": "rock", "seat": "w", **fields})))
    for seat in "wb":
        await say(club, made, seat, "join", name=seat)
    return dict(made)


async def entered(club: Club, made: Message, seat: str | None = None) -> Guest:
    guest = Guest()
    club.guests.add(guest)
    fields = {"seat": made["tokens"][seat]} if seat else {}
    await say(club, made, None, "enter", guest, **fields)
    return guest


async def moved(club: Club, made: Message) -> Message:
    """Play the first legal move."""
    now = await club.state(made["game_id"], None)
    fields = {"turn": now["turn"], "path": list(now["moves"][0]["path"])}
    return dict(await say(club, made, now["side"], "move", **fields))


async def heard(guest: Guest, **wanted: object) -> Message:
    """The next message to a connection that says this."""
    while True:
        text = await guest.unsent.get()
        found: Message = json.loads(text) if text is not None else {"event": "end"}
        if all(found.get(name) == value for name, value in wanted.items()):
            return found


async def until(true: Callable[[], Awaitable[bool] | bool]) -> None:
    while not (found if isinstance(found := true(), bool) else await found):
        await asyncio.sleep(0)


# -- the journal, and files that others hold ------------------------------------------------------------------


def write_much(
    path: Path, monkeypatch: pytest.MonkeyPatch, reading: Callable[[sqlite3.Connection, int], object]
) -> int:
    """How long the journal becomes while 1,500 lines are written and another program reads."""
    monkeypatch.setattr(stores, "JOURNAL_BYTES", 1 << 17)
    monkeypatch.setattr(stores, "MAX_WAIT_SECONDS", 0.01)

    async def check() -> int:
        longest = 0
        async with opened(store := SqliteStore(path, 60)):
            with closing(sqlite3.connect(path, isolation_level=None)) as reader:
                for number in range(1_500):
                    shortening = None
                    if number % 50 == 25:
                        reading(reader, number)
                        shortening = asyncio.create_task(store.shorten())
                    assert await store.append(f"game{number % 20}", number // 20, "x" * 100)
                    if shortening:
                        await asyncio.sleep(0)
                        assert await store.append(f"more{number}", 0, "x" * 100)
                        await shortening
                    longest = max(longest, Path(f"{path}-wal").stat().st_size)
        return longest

    return asyncio.run(check())


def test_the_journal_stays_short_while_lines_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert write_much(tmp_path / "games", monkeypatch, lambda reader, number: None) < 1 << 20


def test_readers_that_stay_open_do_not_keep_the_journal_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def reading(reader: sqlite3.Connection, number: int) -> None:
        reader.execute("ROLLBACK" if reader.in_transaction else "BEGIN")
        reader.execute("SELECT count(*) FROM lines").fetchall()

    assert write_much(tmp_path / "games", monkeypatch, reading) < 1 << 22


def test_a_reader_that_never_ends_has_the_journal_grow_so_far_and_no_farther(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "MAX_JOURNAL_BYTES", 1 << 17)
    path = tmp_path / "games"

    async def check() -> None:
        async with opened(store := SqliteStore(path, 60)):
            assert await store.append("game", 0, "x")
            with closing(sqlite3.connect(path, isolation_level=None)) as reader:
                reader.execute("BEGIN")
                reader.execute("SELECT * FROM lines").fetchall()
                version = 1

                async def fill() -> None:
                    nonlocal version
                    while True:
                        assert await store.append("game", version, "x" * 1_000)
                        version += 1
                        await store.shorten(anyway=True)

                with pytest.raises(StoreError, match="does not end reading"):
                    await fill()
                assert Path(f"{path}-wal").stat().st_size < 1 << 19
                assert len(await store.read("game")) == version
            await store.shorten(anyway=True)
            assert Path(f"{path}-wal").stat().st_size == 0
            assert await store.append("game", version, "x")

    run(check())


def test_a_file_that_another_program_has_locked_stops_nothing_else(tmp_path: Path) -> None:
    """Ten that want to write wait at the same time, and the event loop goes on."""
    path = tmp_path / "games"

    async def check() -> None:
        turns = 0

        async def turn() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        async with opened(store := SqliteStore(path, 60)):
            ticking = asyncio.create_task(turn())
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN EXCLUSIVE")
                asked = [store.append(f"game{number}", 0, "x") for number in range(10)]
                refused = await asyncio.gather(*asked, return_exceptions=True)
                assert [type(one) for one in refused] == [StoreError] * 10
                assert turns > 1_000
                waiting = asyncio.create_task(store.append("game", 0, "x"))
                await asyncio.sleep(0)
                other.execute("ROLLBACK")
                assert await waiting
            ticking.cancel()

    run(check())


# -- games that are gone --------------------------------------------------------------------------------------


def test_nothing_is_appended_where_what_comes_before_is_gone(make: Callable[[], Store]) -> None:
    async def check() -> None:
        async with opened(store := make()):
            assert not await store.append(drawn(9), 3, "x")
            game = drawn(9)
            assert await store.append(game, 0, "a")
            assert not await store.append(game, 0, "b")
            assert not await store.append(game, 2, "b")
            assert await store.append(game, 1, "b")
            assert await store.read(game) == ["a", "b"]
            assert await store.read(game, 1) == ["b"]

    run(check())


async def lose(club: Club, game: str) -> None:
    """The store lets go of a game, as it does when that is old."""
    if isinstance(club.store, RedisStore):
        await club.store._ask("DEL", f"saltus:game:{game}")
    else:
        assert isinstance(club.store, SqliteStore)
        club.store.database.execute("UPDATE lines SET at = 0 WHERE game = ?", (game,))
        club.store._tidy()


def test_a_game_that_is_gone_takes_no_move_though_somebody_is_there(make: Callable[[], Store]) -> None:
    """Not in this process either: what it acknowledges, the next one has."""

    async def check() -> None:
        async with running(make()) as club:
            made = await created(club, days=3)
            guest = await entered(club, made, "w")
            await moved(club, made)
            await lose(club, made["game_id"])
            for _ in range(2):
                with pytest.raises(Denied, match="no such game"):
                    await say(club, made, "w", "draw", guest)
            with pytest.raises(Denied, match="no such game"):
                await club.state(made["game_id"], None)

    run(check())


def test_who_is_there_when_a_game_goes_is_told(make: Callable[[], Store]) -> None:
    async def check() -> None:
        async with running(make()) as club:
            made = await created(club)
            guest = await entered(club, made, "w")
            await club.sweep()
            assert not guest.ended
            await lose(club, made["game_id"])
            await club.sweep()
            await heard(guest, event="end")
            with pytest.raises(Denied, match="no such game"):
                await club.state(made["game_id"], None)

    run(check())


def test_what_was_not_heard_is_learned_before_long(redis: RedisProcess) -> None:
    """As when Redis has lost who watches a game."""

    async def check() -> None:
        async with running(RedisStore(redis.address, 60)) as here, running(RedisStore(redis.address, 60)) as there:
            made = await created(there)
            guest = await entered(here, made)
            assert redis.command("DEL", f"saltus:watchers:{made['game_id']}") == ":1"
            await moved(there, made)
            await here.sweep()
            assert (await heard(guest, event="game", act="move"))["turn"] == 1
            await until(lambda: redis.command("EXISTS", f"saltus:watchers:{made['game_id']}") == ":1")
            await moved(there, made)
            assert (await heard(guest, event="game", act="move"))["turn"] == 2

    run(check())


def test_an_expired_game_does_not_live_on_in_memory(
    make: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with running(make()) as club:
            made = await created(club)
            await entered(club, made, "w")
            await lose(club, made["game_id"])
            now = club.uptimes.now()
            monkeypatch.setattr(club.uptimes, "now", lambda: now + 61 * DAY_SECONDS)
            with pytest.raises(Denied, match="no such game"):
                await club.state(made["game_id"], None)

    run(check())


def test_a_game_whose_beginning_an_older_version_has_lost_is_no_game(tmp_path: Path) -> None:
    """1.0.0 went on with a game that it had deleted."""

    async def check() -> None:
        async with running(SqliteStore(tmp_path / "games", 60)) as club:
            made = await created(club)
            assert isinstance(club.store, SqliteStore)
            club.store.database.execute("DELETE FROM lines WHERE version < 3")
        async with running(SqliteStore(tmp_path / "games", 60)) as club:
            for _ in range(2):
                with pytest.raises(Denied, match="no such game"):
                    await moved(club, made)

    run(check())


# -- what other processes say ---------------------------------------------------------------------------------

MALFORMED: list[str | bytes] = [
    "", "x", "GAME", "GAME 0", "GAME x y", "GAME 0 ", "GAME 0 [", "GAME 0 []", "GAME 0 3", "GAME 0 {}", "GAME 0 null",
    'GAME 0 {"from": 1, "w": 1, "b": 1, "watchers": "x"}', 'GAME 0 {"from": "x", "w": true, "b": true}',
    'GAME 0 {"from": "x", "asks": false, "w": true, "b": false, "watchers": 1.5}',
    'GAME 0 {"from": ["x"], "asks": false, "w": true, "b": false, "watchers": 1}', "GAME 0 " + "[" * 100_000,
    "GAME 4 ", "GAME 4 []", "GAME 4 {}", 'GAME 4 {"act": "move"}', 'GAME 4 {"act": "join", "side": "w", "at": 0}',
    'GAME 4 {"act": "move", "side": "w", "path": 3, "at": 0}', 'GAME 4 {"act": "cheer", "side": "w", "at": 0}',
    "GAME 99999999999999999999 x", "GAME -7 x", b"\xff\xfe 0 \xff", b"GAME 4 \xff", b"GAME \xff {}",
]  # fmt: skip


def test_what_is_not_understood_ends_no_hearing(redis: RedisProcess, caplog: pytest.LogCaptureFixture) -> None:
    """Each is logged in a line, and the next move of another process is heard."""

    async def check() -> None:
        async with running(RedisStore(redis.address, 60)) as here, running(RedisStore(redis.address, 60)) as there:
            made = await created(there)
            guest = await entered(here, made)
            assert isinstance(here.store, RedisStore)
            channel = here.store._channel
            for text in MALFORMED:
                sent = (text if isinstance(text, bytes) else text.encode()).replace(b"GAME", made["game_id"].encode())
                assert await here.store._redis.publish(channel, sent) == 1
            for turn in range(1, 4):
                await moved(there, made)
                assert (await heard(guest, event="game", act="move"))["turn"] == turn
            assert not guest.ended
            assert (await here.state(made["game_id"], None))["present"]["watchers"] == 1

    run(check())
    assert len(caplog.records) >= 20
    assert max(len(record.getMessage()) for record in caplog.records) < 1_000


def test_a_game_that_a_newer_version_goes_on_with_is_left_to_it(
    redis: RedisProcess, caplog: pytest.LogCaptureFixture
) -> None:
    """A rolling upgrade: the newer version writes an event that this one does not know. Here its game cannot be
    played, and who is there is sent to where it can; all others go on, here and there."""

    async def check() -> None:
        async with running(RedisStore(redis.address, 60)) as old, running(RedisStore(redis.address, 60)) as new:
            made, other = await created(new), await created(new)
            guest, elsewhere = await entered(old, made, "w"), await entered(old, other, "w")
            there = await entered(new, other, "b")
            event = {"act": "cheer", "side": "b", "at": new.uptimes.now()}
            assert await new.store.append(made["game_id"], 3, line_of(event))
            await heard(guest, event="end")
            old.leave(guest)
            with pytest.raises(StoreError, match="not understood"):
                await old.state(made["game_id"], None)
            await moved(new, other)
            assert (await heard(elsewhere, event="game"))["act"] == "move"
            await moved(old, other)
            for _ in range(2):
                await heard(there, event="game", act="move")
            assert (await new.state(other["game_id"], None))["turn"] == 2

    run(check())
    assert all(len(record.getMessage()) < 500 for record in caplog.records)


def test_who_enters_together_while_redis_takes_nothing_hears_afterwards(
    own_redis: RedisProcess,
) -> None:
    """They are refused together, or together in a room that is told of moves."""

    async def check() -> None:
        async with (
            running(RedisStore(own_redis.address, 60)) as here,
            running(RedisStore(own_redis.address, 60)) as there,
        ):
            made = await created(there)
            assert own_redis.command("CONFIG", "SET", "maxmemory", "1") == "+OK"
            guests = [Guest() for _ in range(20)]

            async def enter(guest: Guest) -> None:
                with suppress(StoreError):
                    await say(here, made, None, "enter", guest)

            await asyncio.gather(*map(enter, guests))
            assert own_redis.command("CONFIG", "SET", "maxmemory", "0") == "+OK"
            for guest in guests:
                if guest.room is None:
                    await say(here, made, None, "enter", guest)
            assert {guest.room for guest in guests} == {here.rooms[made["game_id"]]}
            await moved(there, made)
            for guest in guests:
                await heard(guest, event="game", act="move")

    run(check())


# -- clocks of machines ---------------------------------------------------------------------------------------


def machine(club: Club, ahead: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the clock of the club's machine."""
    monkeypatch.setattr(club.uptimes, "_offset", club.uptimes._offset + ahead)


@pytest.mark.parametrize("control", [{"clock": {"initial": 300, "increment": 0}}, {"days": 2}])
def test_a_clock_that_was_a_day_ahead_and_is_set_right_stops_no_game(
    make: Callable[[], Store], control: Message, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(uptimes, "OUTAGE_SECONDS", DAY_SECONDS)  # the minutes that pass here are none

    async def check() -> None:
        ahead = Club(make())
        machine(ahead, DAY_SECONDS, monkeypatch)
        await ahead.open()
        made, idle = await created(ahead, **control), await created(ahead, **control)
        for _ in range(3):
            await moved(ahead, made)
        before: Any = await ahead.state(made["game_id"], None)
        await ahead.close()

        async with running(make()) as club:
            for game in (made, idle):
                guest = await entered(club, game, "w")
                machine(club, 60, monkeypatch)
                now: Any = await club.state(game["game_id"], None)
                if game is made:
                    assert abs(before["clock"][before["side"]] - 60 - now["clock"][now["side"]]) < 30
                for _ in range(3):
                    await moved(club, game)
                machine(club, 60, monkeypatch)
                side = (now := await club.state(game["game_id"], None))["side"]
                whole = 300 if "clock" in control else 2 * DAY_SECONDS
                assert abs(whole - 60 - now["clock"][side]) < 30
                assert not guest.ended
            assert (await club.store.beat(club.uptimes.now(), 3.0))[-1][1] <= club.uptimes.now()

    run(check())
    assert "ahead" in caplog.text


def test_clocks_that_differ_a_little_set_no_time_back(make: Callable[[], Store]) -> None:
    async def check() -> None:
        async with running(make()) as club:
            made = await created(club)
            async with club.rooms[made["game_id"]].open() as table:
                assert table.time(table.at - MAX_AHEAD_SECONDS / 2) == table.at
                assert table.time(table.at - 2 * MAX_AHEAD_SECONDS) == table.at - 2 * MAX_AHEAD_SECONDS
                assert table.time(table.at + 1) == table.at + 1

    run(check())


# -- what an older version has written ------------------------------------------------------------------------

OLD = json.loads((Path(__file__).parent / "data" / "1.0.0.json").read_text("utf-8"))
"""What 1.0.0 has written, with the tokens: a game with a clock, one with days, one that is over, and one whose other
seat is free."""


def older(store: Store) -> None:
    """Give a store what 1.0.0 has written, as if that had been a minute ago."""
    later = time.time() - 60 - OLD["uptimes"][-1][1]
    lines = [
        (game, version, at + int(later), re.sub(r'(?<="at":)[\d.]+', lambda at: repr(float(at[0]) + later), line))
        for game, version, at, line in OLD["lines"]
    ]
    times = [[time + later for time in uptime] for uptime in OLD["uptimes"]]
    if isinstance(store, SqliteStore):
        with closing(sqlite3.connect(store.path, isolation_level=None)) as database:
            for query in OLD["schema"]:
                database.execute(query)
            database.executemany("INSERT INTO lines VALUES (?, ?, ?, ?)", lines)
            database.executemany("INSERT INTO uptimes VALUES (?, ?)", times)
    else:
        assert isinstance(store, RedisStore)
        with closing(Redis.from_url(store.address)) as redis:
            redis.delete("saltus:uptimes", *(f"saltus:game:{game}" for game, *_ in lines))
            redis.rpush("saltus:uptimes", *chain(*times))
            for game, _, _, line in lines:
                redis.rpush(f"saltus:game:{game}", line)


def test_what_1_0_0_has_written_opens_and_goes_on(make: Callable[[], Store]) -> None:
    older(make())

    async def check() -> None:
        async with running(make()) as club:
            for was in (OLD[name] for name in ("live", "days", "over", "open")):
                made = {"game_id": was["id"], "tokens": was["tokens"]}
                now: Any = await club.state(was["id"], was["tokens"]["w"])
                assert {name: now[name] for name in ("turn", "side", "names", "next", "draw")} == {
                    name: was[name] for name in ("turn", "side", "names", "next", "draw")
                }
                assert (now["outcome"] and now["outcome"]["reason"]) == was["outcome"]
                for side in was["clock"] or ():
                    assert side == "running" or abs(now["clock"][side] - was["clock"][side]) < 30
                if was["outcome"] is None:
                    for _ in range(2):
                        await moved(club, made)
        async with running(make()) as club:
            turns = [(await club.state(OLD[name]["id"], None))["turn"] for name in ("live", "days", "over", "open")]
            assert turns == [OLD["live"]["turn"] + 2, OLD["days"]["turn"] + 2, OLD["over"]["turn"], 2]
            await club.state(OLD["over"]["next"], OLD["over"]["tokens"]["w"])

    run(check())

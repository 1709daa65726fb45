"""The games in memory, and those who are at them: what happens is written to the store first, then told to all.

A `Room` is a game that somebody looks at. It trusts its table as long as the store accepts what it appends; if
another process was faster, or the store fails, it reads again and tells what it had missed. A flag falls by a timer
while the game is in memory, else with the next request: so it also falls if no process ran at that moment.
"""

import asyncio
import gc
import json
import logging
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from itertools import pairwise
from typing import Any

from saltus.core.game import Side
from saltus.match.tree import other
from saltus.protocol.reply import encode
from saltus.protocol.request import Fault, Request
from saltus.records import json as records
from saltus.server.ops import Denied, created, refused, wanted
from saltus.server.schema import Created, GameEvent, GameState, Presence
from saltus.server.store import Store, StoreError, Uptime
from saltus.server.table import ID_BYTES, Event, Table, drawn, line_of

LOG = logging.getLogger("saltus.server")
ATTEMPTS = 5
"""How often an event is tried when other processes are faster."""
MAX_UNSENT = 200
"""The most messages that wait for a slow connection before it is closed."""
MAX_GUESTS_PER_ROOM = 200
POLL_SECONDS = 40.0
"""How long a player who asks by HTTP counts as present."""
ELSEWHERE_SECONDS = 75.0
"""How long it counts what another process said of those who are there."""
HOUSEKEEPING_SECONDS, ROOM_SECONDS, TIDY_SECONDS = 15.0, 60.0, 3_600.0
RECOVER_SECONDS = 1.0
BEAT_SECONDS, OUTAGE_SECONDS = 1.0, 3.0
"""How often a process says that it is alive; after how long a silence of all the clocks have stood."""
MAX_FORGOTTEN = 500
"""How many games leave the memory before their nodes, which name each other, are collected."""
ENTER_SECONDS, IDLE_SECONDS = 15.0, 6 * 3_600.0
"""How long a connection may say nothing: before it has entered, and after."""


class Guest:
    """A connection to a game: one that plays, if it has a seat, or one that watches."""

    def __init__(self) -> None:
        self.seat: Side | None = None
        self.room: Room | None = None
        self.heard = time.monotonic()
        self.unsent: asyncio.Queue[str | None] = asyncio.Queue(MAX_UNSENT)
        """What is to be sent; None at the end."""
        self.ended = False

    def send(self, text: str) -> None:
        if self.unsent.full():
            self.drop()
        elif not self.ended:
            self.unsent.put_nowait(text)

    def drop(self) -> None:
        """End the connection. The client asks for the state when it comes back."""
        if not self.ended:
            self.ended = True
            while not self.unsent.empty():
                self.unsent.get_nowait()
            self.unsent.put_nowait(None)


class Room:
    """A game in memory. Whoever reads or changes the table has the lock."""

    def __init__(self, club: "Club", game: str) -> None:
        self.club, self.game = club, game
        self.lock = asyncio.Lock()
        self.guests: set[Guest] = set()
        self.waiting = 0
        """How many requests wait for the next change."""
        self.news = asyncio.Event()
        self.used = time.monotonic()
        self._table: Table | None = None
        self._told = 0
        """The version that everybody has been told."""
        self._timer: asyncio.TimerHandle | None = None
        self._polled: dict[Side, float] = {}
        self._elsewhere: dict[str, tuple[Presence, float]] = {}
        self._presence: Presence | None = None

    # -- the table ---------------------------------------------------------------------------------------

    async def table(self) -> Table:
        """The game as it is now, with its flag fallen if it had to. Raises `Denied`."""
        if self._table is None:
            await self.catch_up()
        for _ in range(ATTEMPTS):
            assert self._table is not None
            if self._table.expired(self.club.now()):
                with self._storing():
                    await self.club.alive()
            if self._table.began is not None and (lost := self.club.lost_since(self._table.at)):
                await self.happen({"act": "resume", "lost": round(lost, 3)})
            elif self._table.expired(self.club.now()):
                await self.happen({"act": "flag"})
            else:
                break
        assert self._table is not None
        return self._table

    async def catch_up(self) -> None:
        """Read what the table does not know, and tell it. Raises `Denied`."""
        with self._storing():
            if self._table is None:
                lines = await self.club.store.read(self.game)
                if not lines:
                    raise Denied("no-game", "there is no such game, or no longer")
                known = self._told or len(lines)
                self._table, lines = Table(lines[:known]), lines[known:]
            else:
                lines = await self.club.store.read(self.game, self._table.version)
        for line in lines:
            self._learn(json.loads(line))
        self._settle()

    async def happen(self, event: Event, by: Guest | None = None) -> bool:
        """Let an event happen, and tell everybody but its author. Returns False if another process was faster: then
        the table is that of the moment. Raises `Fault`, or `Denied` if the store fails: then nothing has happened."""
        table = self._table
        assert table is not None
        event["at"] = max(self.club.now(), table.at)
        try:
            table.apply(event)
        except ValueError as error:
            raise refused(error) from None
        kept = self._table
        self._table = None  # until the store has it, nobody may see it
        with self._storing():
            if not await self.club.store.append(self.game, table.version - 1, line_of(event)):
                await self.catch_up()
                return False
        self._table = kept
        self._tell(event, by)
        self._settle()
        return True

    async def hear(self, version: int, line: str) -> None:
        """Another process has appended a line, or has something to say."""
        if version == 0:
            self._hear_presence(json.loads(line))
            return
        async with self.lock:
            if self._table is None or 0 < version <= self._table.version:
                return
            if version == self._table.version + 1:
                self._learn(json.loads(line))
                self._settle()
                return
            with suppress(Denied):
                await self.catch_up()

    def _learn(self, event: Event) -> None:
        assert self._table is not None
        self._table.apply(event)
        self._tell(event, None)

    def _tell(self, event: Event, by: Guest | None) -> None:
        assert self._table is not None
        news: GameEvent = self._table.news(event, self.club.now(), self.present())
        text = encode(None, {"event": "game", **news}) if self.guests else ""
        for guest in self.guests:
            if guest is not by:
                guest.send(text)
        self._told = self._table.version

    def _settle(self) -> None:
        """After a change: wake those who wait for it, and set the timer of the flag."""
        assert self._table is not None
        self._told = self._table.version
        self.news.set()
        self.news = asyncio.Event()
        deadline = self._table.deadline()
        if deadline is None:
            return
        loop = asyncio.get_running_loop()
        when = loop.time() + max(0.0, deadline - self.club.now()) + 0.001
        if self._timer is not None and self._timer.when() > when:
            self._timer.cancel()
            self._timer = None
        if self._timer is None:
            self._timer = loop.call_at(when, self._look_at_the_clock)

    def _look_at_the_clock(self) -> None:
        self._timer = None

        async def look() -> None:
            async with self.lock:
                with suppress(Denied):
                    await self.table()
                    self._settle()

        self.club.start(look())

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Table]:
        """The table, for as long as the lock is held."""
        self.used = time.monotonic()
        async with self.lock:
            yield await self.table()

    def _storing(self) -> "_Storing":
        return _Storing(self)

    async def recover(self) -> None:
        """After the store has failed: try again until it answers, so that those who wait learn what has happened."""
        while self.guests or self.waiting:
            await asyncio.sleep(RECOVER_SECONDS)
            async with self.lock:
                with suppress(Denied):
                    await self.table()
                    return

    def forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    # -- who is there ------------------------------------------------------------------------------------

    def _here(self) -> Presence:
        """Who is there through this process."""
        now = time.monotonic()
        seats = [guest.seat for guest in self.guests]
        return {
            "w": "w" in seats or self._polled.get("w", 0.0) > now,
            "b": "b" in seats or self._polled.get("b", 0.0) > now,
            "watchers": seats.count(None),
        }

    def present(self) -> Presence:
        """Who is there."""
        now = time.monotonic()
        found = [self._here(), *(there for there, until in self._elsewhere.values() if until > now)]
        return {
            "w": any(there["w"] for there in found),
            "b": any(there["b"] for there in found),
            "watchers": sum(there["watchers"] for there in found),
        }

    def polled(self, seat: Side) -> None:
        """A player has asked by HTTP."""
        self._polled[seat] = time.monotonic() + POLL_SECONDS
        asyncio.get_running_loop().call_later(POLL_SECONDS + 0.1, self.announce)
        self.announce()

    def announce(self, asks: bool = False, anyway: bool = False) -> None:
        """Tell who is there, if that has changed; `anyway` to the other processes in any case."""
        here = self._here()
        if asks or anyway or here != self._presence:
            self._presence = here
            text = json.dumps({"from": self.club.name, "asks": asks, **here})
            self.club.start(self.club.store.tell(self.game, text))
            self._tell_presence()

    def _tell_presence(self) -> None:
        text = encode(None, {"event": "presence", "present": self.present()})
        for guest in self.guests:
            guest.send(text)

    def _hear_presence(self, said: Mapping[str, Any]) -> None:
        there: Presence = {"w": said["w"], "b": said["b"], "watchers": said["watchers"]}
        before = self.present()
        self._elsewhere[said["from"]] = there, time.monotonic() + ELSEWHERE_SECONDS
        if said["asks"]:
            self.announce(anyway=True)
        elif self.present() != before:
            self._tell_presence()


class _Storing:
    """Turns the failures of the store into errors of the request, and has the room read again."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, StoreError):
            LOG.warning("%s", error)
            self.room._table = None
            self.room.club.recover(self.room)
            raise Denied("store-failed", "the games cannot be read or written now; try again") from error


class Club:
    """All games of a process."""

    def __init__(self, store: Store, max_guests: int = 5_000) -> None:
        self.store, self.max_guests = store, max_guests
        self.name = drawn(6)
        self.rooms: dict[str, Room] = {}
        self.guests: set[Guest] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._recovering: set[str] = set()
        self._forgotten = 0
        self._offset = time.time() - time.monotonic()
        self._uptimes: list[Uptime] = []
        self._beat_at = float("-inf")

    def now(self) -> float:
        """The time of day in seconds, which no correction of the machine's clock makes jump."""
        return time.monotonic() + self._offset

    def start(self, work: Any) -> None:
        """Do something beside the requests."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("beside the requests", exc_info=error)

    def recover(self, room: Room) -> None:
        if room.game in self._recovering:
            return

        async def work() -> None:
            try:
                await room.recover()
            finally:
                self._recovering.discard(room.game)

        self._recovering.add(room.game)
        self.start(work())

    async def open(self) -> None:
        """Begin. Raises StoreError."""
        await self.store.open(self._hear)
        await self.alive()
        self.start(self._keep_beating())
        self.start(self._keep_house())

    async def close(self) -> None:
        for guest in self.guests:
            guest.drop()
        for task in self._tasks:
            task.cancel()
        await self.store.close()

    async def _hear(self, game: str, version: int, line: str) -> None:
        if (room := self.rooms.get(game)) is not None:
            await room.hear(version, line)

    async def _room(self, game: str) -> Room:
        """The room of a game, which is watched from before it is read. Raises `Denied`."""
        room = self.rooms.get(game)
        if room is None:
            room = self.rooms[game] = Room(self, game)
            await self.store.watch(game)
            try:
                async with room.open():
                    room.announce(asks=True)
            except Denied:
                if not room.guests and self.rooms.get(game) is room:
                    del self.rooms[game]
                    await self.store.unwatch(game)
                raise
        return room

    # -- requests ----------------------------------------------------------------------------------------

    async def create(self, request: Request) -> Created:
        """Begin a game. Raises `Fault` or `Denied`."""
        line, tokens = created(request, self.now())
        game = drawn(ID_BYTES)
        try:
            await self.store.create(game, line)
        except StoreError as error:
            LOG.warning("%s", error)
            raise Denied("store-failed", "no game can be begun now; try again") from error
        table = Table([line])
        (mine,) = table.names
        return {**self._state(table, game, mine), "tokens": tokens}

    async def state(self, game: str, token: str | None, after: int = 0, seconds: float = 0.0) -> GameState:
        """The game, for who has this token. If it has no version beyond `after`, wait so long for one. Raises
        `Denied`."""
        room = await self._room(game)
        async with room.open() as table:
            seat = self._seat(table, token)
            news, version = room.news, table.version
        if seat is not None:
            room.polled(seat)
        if version <= after and seconds > 0:
            room.waiting += 1
            try:
                with suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), seconds)
            finally:
                room.waiting -= 1
        async with room.open() as table:
            return self._state(table, game, seat, room.present())

    async def ask(self, game: str, token: str | None, request: Request) -> GameState:
        """Carry out a player's request that came by HTTP. Raises `Fault` or `Denied`."""
        room = await self._room(game)
        if request.has("op") and request.text("op") == "state":
            return await self.state(game, token)
        async with room.open() as table:
            seat = self._seat(table, token)
        await self._carry_out(room, seat, request, None)
        if seat is not None:
            room.polled(seat)
        async with room.open() as table:
            return self._state(table, game, seat, room.present())

    async def say(self, game: str, guest: Guest, request: Request) -> Mapping[str, object]:
        """Answer a message of a connection. Raises `Fault` or `Denied`."""
        op = request.text("op")
        if op == "enter":
            return await self._enter(game, guest, request.text("seat") if request.has("seat") else None)
        if guest.room is None:
            raise Fault("not-now", "this connection has not entered: send enter first")
        if op == "state":
            async with guest.room.open() as table:
                return self._state(table, game, guest.seat, guest.room.present())
        return await self._carry_out(guest.room, guest.seat, request, guest)

    async def _carry_out(
        self, room: Room, seat: Side | None, request: Request, by: Guest | None
    ) -> Mapping[str, object]:
        if seat is None:
            raise Denied("no-seat", "who watches cannot do this: it needs the link of a seat")
        async with room.open():
            with room._storing():
                await self.alive()
            for _ in range(ATTEMPTS):
                table = await room.table()
                event = wanted(table, seat, request)
                if event is None:
                    return table.status(self.now(), room.present())
                if event["act"] == "rematch" and table.asked("rematch") == other(seat):
                    event["next"] = await self._next_game(table)
                if await room.happen(event, by):
                    return table.news(event, self.now(), room.present())
        raise Denied("store-failed", "too many changes at a time; try again")

    async def _next_game(self, table: Table) -> str:
        game = drawn(ID_BYTES)
        try:
            await self.store.create(game, table.again(self.now()))
        except StoreError as error:
            raise Denied("store-failed", "no game can be begun now; try again") from error
        return game

    async def _enter(self, game: str, guest: Guest, token: str | None) -> GameState:
        room = await self._room(game)
        if len(room.guests) >= MAX_GUESTS_PER_ROOM:
            raise Denied("too-many", "too many connections to this game")
        async with room.open() as table:
            guest.seat = self._seat(table, token)
            guest.room = room
            room.guests.add(guest)
            room.announce()
            return self._state(table, game, guest.seat, room.present())

    def leave(self, guest: Guest) -> None:
        """A connection has ended."""
        self.guests.discard(guest)
        if guest.room is not None:
            guest.room.guests.discard(guest)
            guest.room.announce()

    def _seat(self, table: Table, token: str | None) -> Side | None:
        if token is None:
            return None
        seat = table.seat_of(token)
        if seat is None:
            raise Denied("no-seat", "this token is of no seat at this game")
        return seat

    def _state(self, table: Table, game: str, seat: Side | None, present: Presence | None = None) -> GameState:
        match = table.match
        return {
            **table.status(self.now(), present or {"w": False, "b": False, "watchers": 0}),
            "game": match.game.key,
            "game_id": game,
            "seat": seat,
            "control": table.control,
            "record": records.write(match),
            "rows": match.game.rows(match.position),
            "moves": table.moves(),
        }

    # -- outages -----------------------------------------------------------------------------------------

    async def alive(self) -> None:
        """Know all outages: say that this process is alive, if it has not done so of late. Raises `StoreError`."""
        if time.monotonic() - self._beat_at > OUTAGE_SECONDS:
            await self._beat()

    async def _beat(self) -> None:
        self._uptimes = await self.store.beat(self.now(), OUTAGE_SECONDS)
        self._beat_at = time.monotonic()

    def lost_since(self, at: float) -> float:
        """For how many seconds since this time no process was alive, or the store away."""
        gaps = ((end, begin) for (_, end), (begin, _) in pairwise(self._uptimes) if begin > at)
        return sum(begin - max(end, at) for end, begin in gaps)

    # -- housekeeping ------------------------------------------------------------------------------------

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            with suppress(StoreError):
                await self._beat()

    async def _keep_house(self) -> None:
        tidied = time.monotonic()
        while True:
            await asyncio.sleep(HOUSEKEEPING_SECONDS)
            await self.sweep()
            if time.monotonic() - tidied > TIDY_SECONDS:
                tidied = time.monotonic()
                try:
                    await self.store.tidy()
                except StoreError as error:
                    LOG.warning("%s", error)

    async def sweep(self) -> None:
        """End the connections that say nothing, and forget the rooms that nobody looks at."""
        now = time.monotonic()
        for guest in list(self.guests):
            if now - guest.heard > (IDLE_SECONDS if guest.room else ENTER_SECONDS):
                guest.drop()
        for game, room in list(self.rooms.items()):
            if room.guests:
                room.announce(anyway=True)
            elif not room.waiting and not room.lock.locked() and now - room.used > ROOM_SECONDS:
                room.forget()
                del self.rooms[game]
                await self.store.unwatch(game)
                self._forgotten += 1
        if self._forgotten >= MAX_FORGOTTEN:
            self._forgotten = 0
            gc.collect()

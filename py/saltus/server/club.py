"""All games of a process: finds the room of a game and passes requests to it."""

import asyncio
import gc
import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from saltus.core.game import Side
from saltus.protocol.request import TEXT, Fault, Request
from saltus.server.ops import Denied, created
from saltus.server.room import Guest, Room
from saltus.server.schema import Created, GameState
from saltus.server.store import Store, StoreError
from saltus.server.table import ID_BYTES, Table, drawn
from saltus.server.uptimes import BEAT_SECONDS, Uptimes

LOG = logging.getLogger("saltus.server")
MAX_GUESTS_PER_SEAT = 200
"""The most connections to one game for each seat, and for watchers, so that watchers cannot keep players out."""
HOUSEKEEPING_SECONDS, ROOM_SECONDS = 15.0, 60.0
MAX_FORGOTTEN = 500
"""Run the garbage collector after unloading this many games: their nodes form reference cycles."""
ENTER_SECONDS, IDLE_SECONDS = 15.0, 6 * 3_600.0
"""How long a connection may be silent: before it has entered a game, and after."""


class Club:
    def __init__(self, store: Store, max_guests: int = 5_000) -> None:
        self.store, self.max_guests = store, max_guests
        self.uptimes = Uptimes(store)
        self.name = drawn(6)
        self.rooms: dict[str, Room] = {}
        self.guests: set[Guest] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._forgotten = 0

    async def open(self) -> None:
        """Begin. Raises StoreError."""
        await self.store.open(self._receive)
        await self.uptimes.open()
        self._start(self._every(BEAT_SECONDS, self.uptimes.note))
        self._start(self._every(HOUSEKEEPING_SECONDS, self.sweep))

    def end(self) -> None:
        """Release all requests that wait for a change, before shutting down."""
        for room in self.rooms.values():
            room.end()

    async def close(self) -> None:
        for guest in self.guests:
            guest.drop()
        for task in self._tasks:
            task.cancel()
        await self.store.close()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("a background task failed", exc_info=error)

    async def _receive(self, game: str, version: int, line: str) -> None:
        if (room := self.rooms.get(game)) is not None:
            await room.receive(version, line)

    async def _room(self, game: str) -> Room:
        """The room of a game, loaded if necessary. Raises `Denied` or StoreError."""
        room = self.rooms.get(game)
        if room is None:
            room = self.rooms[game] = Room(game, self.store, self.uptimes, self.name, self._start)
            room.opened = asyncio.create_task(self._open(room))
        await asyncio.shield(room.opened)  # the client that asked first may leave
        return room

    async def _open(self, room: Room) -> None:
        try:
            await self.store.watch(room.game)
            async with room.open():
                room.announce(asks=True)
        except BaseException:
            await self._forget(room)
            raise

    async def _forget(self, room: Room) -> None:
        room.forget()
        if self.rooms.get(room.game) is room:
            del self.rooms[room.game]
            await self.store.unwatch(room.game)

    # -- requests: each raises `Fault`, `Denied` or StoreError ---------------------------------------------

    async def create(self, request: Request) -> Created:
        """Begin a game."""
        now = self.uptimes.now()
        line, tokens = created(request, now)
        game = drawn(ID_BYTES)
        await self.store.append(game, 0, line)
        table = Table([line])
        (mine,) = table.names
        return {**table.state(game, mine, now), "tokens": tokens}

    async def state(self, game: str, token: str | None, after: int = 0, seconds: float = 0.0) -> GameState:
        """The game, for the holder of this token. If it has no version beyond `after`, wait up to `seconds` for
        one."""
        room, seat = await self._seat(game, token)
        room.polled(seat, seconds)
        if seconds > 0:
            await room.wait(after, seconds)
        return await room.state(seat)

    async def ask(self, game: str, token: str | None, request: Request) -> GameState:
        """Carry out a player's request by HTTP."""
        room, seat = await self._seat(game, token)
        if request["op"] != "state":
            await room.carry_out(seat, request)
        room.polled(seat)
        return await room.state(seat)

    async def say(self, game: str, guest: Guest, request: Request) -> Mapping[str, object]:
        """Answer a WebSocket message."""
        op = request["op"]
        if op == "enter":
            request.kinds = {"seat": TEXT}
            return await self._enter(game, guest, request.get("seat"))
        if guest.room is None:
            raise Fault("not-now", "this connection has not entered: send enter first")
        if op == "state":
            return await guest.room.state(guest.seat)
        return await guest.room.carry_out(guest.seat, request, guest)

    async def _enter(self, game: str, guest: Guest, token: str | None) -> GameState:
        room, seat = await self._seat(game, token)
        if sum(other.seat == seat for other in room.guests) >= MAX_GUESTS_PER_SEAT:
            raise Denied("too-many", "too many connections to this game")
        guest.seat, guest.room = seat, room
        room.guests.add(guest)
        room.announce()
        return await room.state(seat)

    def leave(self, guest: Guest) -> None:
        """A connection has ended."""
        self.guests.discard(guest)
        if guest.room is not None:
            guest.room.guests.discard(guest)
            guest.room.announce()

    async def _seat(self, game: str, token: str | None) -> tuple[Room, Side | None]:
        """The room of a game, and the seat of this token there."""
        room: Room | None = None
        while room is None or self.rooms.get(game) is not room:  # it may be forgotten in the meantime
            room = await self._room(game)
            async with room.open() as table:
                seat = None if token is None else table.seat_of(token)
        if token is not None and seat is None:
            raise Denied("no-seat", "this token is of no seat at this game")
        return room, seat

    # -- housekeeping ------------------------------------------------------------------------------------

    async def _every(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except StoreError:
                pass
            except Exception as error:
                LOG.error("a background task failed", exc_info=error)

    async def sweep(self) -> None:
        """Drop silent connections, resynchronise the rooms in use, and unload the others."""
        now = time.monotonic()
        for guest in list(self.guests):
            if now - guest.heard > (IDLE_SECONDS if guest.room else ENTER_SECONDS):
                guest.drop()
        for room in list(self.rooms.values()):
            await asyncio.sleep(0)  # there may be many
            if room.guests:
                room.announce(anyway=True)
                await room.resync()
            elif room.is_idle and now - room.used > ROOM_SECONDS:
                await self._forget(room)
                self._forgotten += 1
        if self._forgotten >= MAX_FORGOTTEN:
            self._forgotten = 0
            gc.collect()

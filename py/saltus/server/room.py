"""A game in memory and the connections to it. An event is stored first, then sent to everyone.

A `Room` trusts its table as long as the store accepts what it appends; if another process was faster, or the store
fails, it reads again and sends what it had missed. A flag falls by a timer while the game is in memory, otherwise at
the next request, so that it falls even if no process was running.
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

from saltus.core.game import Side
from saltus.match.tree import other
from saltus.protocol.reply import encode
from saltus.protocol.request import Fault, Request
from saltus.server.ops import Denied, wanted
from saltus.server.presence import Attendance
from saltus.server.schema import GameEvent, GameState
from saltus.server.store import Store, StoreError
from saltus.server.table import ID_BYTES, Event, Table, drawn, line_of
from saltus.server.uptimes import Uptimes

LOG = logging.getLogger("saltus.server")
ATTEMPTS = 5
"""How often to retry an event when another process has appended one first."""
MAX_UNSENT = 200
"""A connection with this many unsent messages is closed."""
RECOVER_SECONDS = 1.0


class Guest:
    """A connection to a game: a player's if it has a seat, otherwise a watcher's."""

    def __init__(self) -> None:
        self.seat: Side | None = None
        self.room: Room | None = None
        self.heard = time.monotonic()
        self.unsent: asyncio.Queue[str | None] = asyncio.Queue(MAX_UNSENT)
        """The messages to send; None at the end."""
        self.ended = False

    def send(self, text: str) -> None:
        if self.unsent.full():
            self.drop()
        elif not self.ended:
            self.unsent.put_nowait(text)

    def drop(self) -> None:
        """Close the connection. The client asks for the state when it reconnects."""
        if not self.ended:
            self.ended = True
            while not self.unsent.empty():
                self.unsent.get_nowait()
            self.unsent.put_nowait(None)


class Room:
    """One game, its connections, and the lock that protects its table: `open` takes it."""

    opened: "asyncio.Task[None]"
    """Subscribes to the game and reads it; nobody enters before it is done."""

    def __init__(
        self, game: str, store: Store, uptimes: Uptimes, name: str, start: Callable[[Coroutine[Any, Any, None]], None]
    ) -> None:
        """`name` is that of the process; `start` runs a task in the background."""
        self.game, self.store, self.uptimes, self.name, self.start = game, store, uptimes, name, start
        self.lock = asyncio.Lock()
        self.guests: set[Guest] = set()
        self.attendance = Attendance()
        self.waiting = 0
        """The number of requests that are waiting for a change."""
        self.used = time.monotonic()
        self._news = asyncio.Event()
        self._table: Table | None = None
        self._sent_version = 0
        """The last version that has been sent to everyone."""
        self._timer: asyncio.TimerHandle | None = None
        self._recovers = False

    @property
    def is_idle(self) -> bool:
        return not (self.guests or self.waiting or self.lock.locked())

    # -- the table ---------------------------------------------------------------------------------------

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Table]:
        """The table, while the lock is held. Raises `Denied` or StoreError."""
        self.used = time.monotonic()
        async with self.lock:
            yield await self._settled()

    async def carry_out(self, seat: Side | None, request: Request, by: Guest | None = None) -> Mapping[str, object]:
        """Carry out a player's request, and return what is sent of it. Raises `Fault`, `Denied` or StoreError."""
        if seat is None:
            raise Denied("no-seat", "who watches cannot do this: it needs the link of a seat")
        async with self.open():
            await self._check()
            for _ in range(ATTEMPTS):
                table = await self._settled()
                event = wanted(table, seat, request)
                if event is None:
                    return table.status(self.uptimes.now(), self.attendance.all())
                if event["act"] == "rematch" and table.asked("rematch") == other(seat):
                    event["next"] = drawn(ID_BYTES)
                    await self.store.append(event["next"], 0, table.again(self.uptimes.now()))
                news = await self._commit(event, by)
                if news is not None:
                    return news
        raise StoreError("too many changes at a time")

    async def _settled(self) -> Table:
        """The current table, with the clocks compensated for outages and the flag down if time has run out."""
        now = self.uptimes.now()
        if self._table is None or now - self._table.at > self.store.keep_seconds:
            self._table = None  # a game that the store has deleted may not live on here
            await self._catch_up()
        for _ in range(ATTEMPTS):
            table, now = self._known(), self.uptimes.now()
            if table.expired(now):
                await self._check()
            lost = 0.0 if table.began is None else self.uptimes.lost_since(table.at)
            if table.began is not None and (lost or table.time(now) < table.at):
                await self._commit({"act": "resume", "lost": round(lost, 3)})
            elif table.expired(self.uptimes.now()):
                await self._commit({"act": "flag"})
            else:
                break
        return self._known()

    def _known(self) -> Table:
        assert self._table is not None
        return self._table

    async def _check(self) -> None:
        """Check for outages, before a move counts or a flag falls."""
        with self._storing():
            await self.uptimes.check()

    async def _commit(self, event: Event, by: Guest | None = None) -> GameEvent | None:
        """Apply an event, store it, send it to everyone but its author, and return what was sent. Returns None if
        another process was faster: the table is then up to date. Raises `Fault` or StoreError without an effect."""
        table = self._known()
        event["at"] = table.time(self.uptimes.now())
        try:
            table.apply(event)
        except ValueError as error:
            raise Fault("not-now", str(error)) from None
        self._table = None  # nobody may see it before the store has it
        with self._storing():
            if not await self.store.append(self.game, table.version - 1, line_of(event)):
                await self._catch_up()
                return None
        self._table = table
        self._changed(table)
        return self._publish(table, event, by)

    async def receive(self, version: int, line: str) -> None:
        """Process a message from another process: a line that it appended, or who is present there."""
        if version == 0:
            said = json.loads(line)
            if self.attendance.receive(said):
                self._publish_presence()
            if said.get("asks"):
                self.announce(anyway=True)
            return
        async with self.lock:
            if self._table is not None and not 0 < version <= self._table.version:
                await self._resync([line] if version == self._table.version + 1 else None)

    async def resync(self) -> None:
        """Read what this process may have missed; drop everyone if the game is gone."""
        async with self.lock:
            if self._table is not None:
                await self._resync()

    async def _resync(self, told: list[str] | None = None) -> None:
        try:
            await self._catch_up(told)
        except Denied:
            self._drop_all()
        except StoreError as error:
            LOG.warning("%s", error)

    async def _catch_up(self, told: list[str] | None = None) -> None:
        """Apply the lines that the table lacks, and send them: those `told`, or else those read from the store.
        Raises `Denied`."""
        table, self._table = self._table, None
        with self._storing():
            lines = told
            if lines is None:
                known = table.version if table else 0
                # With the last known line: if even that is missing, the game is gone.
                lines = await self.store.read(self.game, max(0, known - 1))
                if not lines:
                    raise Denied("no-game", "there is no such game, or no longer")
                lines = lines[1:] if known else lines
            try:
                if table is None:
                    known = self._sent_version or len(lines)
                    table, lines = Table(lines[:known]), lines[known:]
                for event in map(json.loads, lines):
                    table.apply(event)
                    self._publish(table, event)
            except Exception as error:  # an event of a newer version, or nonsense
                if told is None:
                    self._drop_all()
                    raise StoreError(f"game {self.game} is not understood here: {error!r}") from None
                LOG.warning("game %s: a message is not understood: %r", self.game, error)
                return await self._catch_up()
        self._table = table
        self._changed(table)
        return None

    def _drop_all(self) -> None:
        for guest in self.guests:
            guest.drop()

    def _publish(self, table: Table, event: Event, by: Guest | None = None) -> GameEvent:
        news = table.news(event, self.uptimes.now(), self.attendance.all())
        if self.guests - {by}:
            self._send(encode(None, {"event": "game", **news}), but=by)
        return news

    def _send(self, text: str, but: Guest | None = None) -> None:
        for guest in self.guests - {but}:
            guest.send(text)

    def _changed(self, table: Table) -> None:
        """After a change: wake the requests that wait for one, and set the timer for the flag."""
        self._sent_version = table.version
        self._news.set()
        self._news = asyncio.Event()
        deadline = table.deadline()
        if deadline is None:
            return
        loop = asyncio.get_running_loop()
        when = loop.time() + max(0.0, deadline - self.uptimes.now()) + 0.001
        if self._timer is None or self._timer.when() > when:
            self.forget()
            self._timer = loop.call_at(when, lambda: self.start(self._check_clock()))

    async def _check_clock(self) -> None:
        self._timer = None
        async with self.lock:
            with suppress(Denied, StoreError):
                self._changed(await self._settled())

    def forget(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()

    def end(self) -> None:
        """Release the requests that wait for a change."""
        self._news.set()

    async def wait(self, after: int, seconds: float) -> None:
        """Wait for a version beyond `after`, for at most `seconds`."""
        async with self.open() as table:
            news = self._news
            if table.version > after:
                return
        self.waiting += 1
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), seconds)
        finally:
            self.waiting -= 1

    async def state(self, seat: Side | None) -> GameState:
        async with self.open() as table:
            return table.state(self.game, seat, self.uptimes.now(), self.attendance.all())

    @contextmanager
    def _storing(self) -> Iterator[None]:
        """If the store fails, the table in memory is not trusted and is read again as soon as possible."""
        try:
            yield
        except StoreError:
            self._table = None
            if not self._recovers:
                self._recovers = True
                self.start(self._recover())
            raise

    async def _recover(self) -> None:
        """Retry until the store answers, so that clients learn what has happened meanwhile."""
        try:
            while self.guests or self.waiting:
                await asyncio.sleep(RECOVER_SECONDS)
                async with self.lock:
                    with suppress(Denied, StoreError):
                        await self._settled()
                        return
        finally:
            self._recovers = False

    # -- presence ----------------------------------------------------------------------------------------

    def polled(self, seat: Side | None, wait: float = 0.0) -> None:
        """A player has made a request by HTTP, and waits this long for a change."""
        if seat is not None:
            seconds = self.attendance.polled(seat, wait)
            asyncio.get_running_loop().call_later(seconds + 0.1, self.announce)
            self.announce()

    def announce(self, asks: bool = False, anyway: bool = False) -> None:
        """Report who is present if that has changed; with `anyway`, report it to the other processes in any case."""
        self.attendance.connect(guest.seat for guest in self.guests)
        text = self.attendance.message(self.name, asks, anyway)
        if text is not None:
            self.start(self.store.tell(self.game, text))
            self._publish_presence()

    def _publish_presence(self) -> None:
        self._send(encode(None, {"event": "presence", "present": self.attendance.all()}))

"""Where games are kept: the interface, and the SQLite file that needs no set-up.

A game is a list of lines that only grows. `append` succeeds for a caller that knows all lines so far: of two that
write at a time, one is told to read again. So nobody holds a lock, and any number of processes may share a store.
"""

import asyncio
import itertools
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Protocol, TypeAlias

Heard: TypeAlias = Callable[[str, int, str], Awaitable[None]]
"""Called with a game, a version and its line, which another process has appended. Version 0 is a message that is not
kept; version -1, that lines may have been missed."""
Uptime: TypeAlias = tuple[float, float]
"""From when to when the games could be played."""
JOURNAL_SECONDS = 5.0
TIDY_EVERY = 720
"""How many moves of the journal later old games are deleted again: each hour."""
MAX_UPTIMES = 500


class StoreError(Exception):
    """The store cannot be reached, or takes no more. Nothing was changed, as far as is known."""


class Store(Protocol):
    """A store of games."""

    async def open(self, heard: Heard) -> None:
        """Begin. Raises StoreError."""

    async def close(self) -> None:
        """End."""

    async def read(self, game: str, after: int = 0) -> list[str]:
        """The lines of a game after the first `after`; `[]` if there is none. Raises StoreError."""

    async def append(self, game: str, version: int, line: str) -> bool:
        """Add a line to a game that has `version` lines, the first one to a new game; returns False, without adding
        it, if it has not. Raises StoreError."""

    async def beat(self, now: float, most: float) -> list[Uptime]:
        """Say that a process is alive. Returns when one was: a new time begins where none said so for more than
        `most` seconds. Raises StoreError."""

    # What follows is for several processes: one alone has nobody to tell.

    async def watch(self, game: str) -> None:
        """Have `heard` called for what other processes append to a game, and tell of it. Raises StoreError."""
        return

    async def unwatch(self, game: str) -> None:
        """No longer."""
        return

    async def tell(self, game: str, text: str) -> None:
        """Tell the other processes that watch a game something that is not kept. It may be lost."""
        return


class SqliteStore(Store):
    """Games in one file, for one process. It is written in the event loop: a line takes some 30 µs.

    The journal is written ahead (WAL), so what was answered outlives the death of the process; of the last moment
    before a power cut, moves may be lost.
    """

    def __init__(self, path: Path, keep_days: int) -> None:
        self.path, self.keep_seconds = path, keep_days * 86_400

    async def open(self, heard: Heard) -> None:
        with _failing(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock()
        with _failing(self.path):
            self.database = sqlite3.connect(self.path, isolation_level=None, timeout=2.0)
            self.database.execute("PRAGMA journal_mode = WAL")
            self.database.execute("PRAGMA synchronous = NORMAL")
            self.database.execute("PRAGMA wal_autocheckpoint = 0")
            self.database.execute(
                "CREATE TABLE IF NOT EXISTS lines (game TEXT, version INTEGER, at INTEGER, line TEXT,"
                " PRIMARY KEY (game, version)) WITHOUT ROWID, STRICT"
            )
            self.database.execute("CREATE TABLE IF NOT EXISTS uptimes (since REAL PRIMARY KEY, until REAL) STRICT")
        self._tidy()
        self._keeping = asyncio.create_task(self._keep_house())

    def _lock(self) -> None:
        """Keep other processes out: they would not hear what this one appends. The lock ends with the process."""
        self._locked = sqlite3.connect(f"{self.path}-lock", isolation_level=None, timeout=0.0)
        try:
            self._locked.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise StoreError(
                f"{self.path} is in use by another server: several processes need --store redis://HOST ({error})"
            ) from None

    async def _keep_house(self) -> None:
        """Move the journal into the file now and then, in a thread: a slow disk takes 200 ms for that."""

        def move() -> None:
            with _failing(self.path), closing(sqlite3.connect(self.path, timeout=0.0)) as database:
                database.execute("PRAGMA wal_checkpoint(PASSIVE)")

        for count in itertools.count(1):
            await asyncio.sleep(JOURNAL_SECONDS)
            with suppress(StoreError):
                await asyncio.to_thread(move)
                if count % TIDY_EVERY == 0:
                    self._tidy()

    async def read(self, game: str, after: int = 0) -> list[str]:
        with _failing(self.path):
            query = "SELECT line FROM lines WHERE game = ? AND version > ? ORDER BY version"
            return [line for (line,) in self.database.execute(query, (game, after))]

    async def append(self, game: str, version: int, line: str) -> bool:
        with _failing(self.path):
            try:
                row = (game, version + 1, int(time.time()), line)
                self.database.execute("INSERT INTO lines VALUES (?, ?, ?, ?)", row)
            except sqlite3.IntegrityError:
                return False
        return True

    async def beat(self, now: float, most: float) -> list[Uptime]:
        with _failing(self.path):
            last = "(SELECT max(since) FROM uptimes)"
            known = f"UPDATE uptimes SET until = max(until, ?) WHERE since = {last} AND until >= ?"
            if not self.database.execute(known, (now, now - most)).rowcount:
                self.database.execute("INSERT OR IGNORE INTO uptimes VALUES (?, ?)", (now, now))
            found = self.database.execute("SELECT * FROM uptimes ORDER BY since DESC LIMIT ?", (MAX_UPTIMES,))
            return found.fetchall()[::-1]

    def _tidy(self) -> None:
        """Delete the games that have not changed for long."""
        old = "SELECT game FROM lines GROUP BY game HAVING max(at) < ?"
        with _failing(self.path):
            until = int(time.time()) - self.keep_seconds
            self.database.execute(f"DELETE FROM lines WHERE game IN ({old})", (until,))
            self.database.execute("DELETE FROM uptimes WHERE until < ?", (until,))

    async def close(self) -> None:
        self._keeping.cancel()
        self.database.close()
        self._locked.close()


@contextmanager
def _failing(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{path}: {error}") from error

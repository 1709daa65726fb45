"""Where games are kept: the interface, and the SQLite file that needs no set-up.

A game is a list of lines that only grows. `append` succeeds for a caller that knows all lines so far: of two that
write at a time, one is told to read again. So nobody holds a lock, and any number of processes may share a store.
"""

import asyncio
import itertools
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

LOG = logging.getLogger("saltus.server")
Listener: TypeAlias = Callable[[str, int, str], Awaitable[None]]
"""Called with a game, a version and its line when another process has appended one. Version 0 is a message that is
not stored; version -1 means that lines may have been missed."""
Uptime: TypeAlias = tuple[float, float]
"""The start and the end of a period in which a server was up."""
Done = TypeVar("Done")
JOURNAL_BYTES, JOURNAL_SECONDS = 8 << 20, 5
"""The journal is checkpointed when it is this long, and this often in any case."""
MAX_JOURNAL_BYTES = 512 << 20
"""How long the journal may grow while another program keeps reading. Beyond it, nothing more is written."""
MAX_REST_PAGES, BYTES_A_SECOND, MAX_WAIT_SECONDS = 1_000, 16 << 20, 1.5
"""Writers wait only for the last pages of it. For other programs they wait longer the longer it is: a second for this
many bytes, but no longer than the last figure."""
TIDY_SECONDS = 3_600
OPEN_SECONDS, BUSY_SECONDS = 2.0, (0.002, 0.01, 0.03, 0.1, 0.2, 0.4)
"""How long a locked file is waited for: when opening, and between later attempts."""
MAX_UPTIMES = 500


class StoreError(Exception):
    """The store cannot be reached, or is full. As far as is known, nothing was changed."""


class Store(Protocol):
    """A store of games."""

    keep_seconds: float
    """How long after its last change a game is kept."""

    async def open(self, listener: Listener) -> None:
        """Begin. Raises StoreError."""

    async def close(self) -> None:
        """End."""

    async def read(self, game: str, after: int = 0) -> list[str]:
        """The lines of a game after the first `after`; `[]` if there is none, or what comes before is gone. Raises
        StoreError."""

    async def append(self, game: str, version: int, line: str) -> bool:
        """Add a line to a game that has `version` lines, the first one to a new game; returns False, without adding
        it, if it has not. Raises StoreError."""

    async def beat(self, now: float, most: float) -> list[Uptime]:
        """Record that a process is alive. Returns the periods of uptime: a new one begins after a gap of more than
        `most` seconds. Raises StoreError."""

    async def set_back(self, now: float) -> None:
        """Forget what was recorded for times after `now`. Raises StoreError."""

    # The rest is for several processes; a single one has nobody to notify.

    async def watch(self, game: str) -> None:
        """Call the `listener` for lines that other processes append to a game. Raises StoreError."""
        return

    async def unwatch(self, game: str) -> None:
        """Stop watching a game."""
        return

    async def tell(self, game: str, text: str) -> None:
        """Send a message that is not kept to the other processes that watch a game. It may be lost."""
        return


class SqliteStore(Store):
    """Games in one file, for one process. It is written in the event loop: a line takes some 30 µs.

    The journal is written ahead (WAL), so what was answered outlives the death of the process; of the last moment
    before a power cut, moves may be lost. What takes long, or waits for other programs, is done in a thread.
    """

    def __init__(self, path: Path, keep_days: int) -> None:
        self.path, self.keep_seconds = path, keep_days * 86_400
        self._writing = asyncio.Lock()
        self._long, self._is_full = JOURNAL_BYTES, False
        """The length at which the journal is checkpointed next; whether it is so long that nothing more is
        written."""

    async def open(self, listener: Listener) -> None:
        with _failing(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock()
        with _failing(self.path):
            self.database = sqlite3.connect(self.path, isolation_level=None, timeout=OPEN_SECONDS)
            # Of a new file: each line is a page of the journal at least. An older file keeps its pages of 4 KiB.
            self.database.execute("PRAGMA page_size = 1024")
            self.database.execute("PRAGMA journal_mode = WAL")
            self.database.execute("PRAGMA synchronous = NORMAL")
            self.database.execute("PRAGMA wal_autocheckpoint = 0")
            self.database.execute(
                "CREATE TABLE IF NOT EXISTS lines (game TEXT, version INTEGER, at INTEGER, line TEXT,"
                " PRIMARY KEY (game, version)) WITHOUT ROWID, STRICT"
            )
            self.database.execute("CREATE TABLE IF NOT EXISTS uptimes (since REAL PRIMARY KEY, until REAL) STRICT")
            self.database.execute("PRAGMA busy_timeout = 0")  # from now on `_do` waits
        await asyncio.to_thread(self._tidy)
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

    async def _do(self, work: Callable[[], Done], is_write: bool = True) -> Done:
        """Use the file, retrying while another program has it locked, without blocking the event loop."""
        for seconds in (*BUSY_SECONDS, None):
            async with self._writing if is_write else nullcontext():
                with _failing(self.path):
                    try:
                        return work()
                    except sqlite3.OperationalError as error:
                        if seconds is None or error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                            raise
            await asyncio.sleep(seconds)
        raise AssertionError("the last attempt returns or raises")

    async def read(self, game: str, after: int = 0) -> list[str]:
        query = "SELECT version, line FROM lines WHERE game = ? AND version > ? ORDER BY version"
        found = await self._do(lambda: self.database.execute(query, (game, after)).fetchall(), is_write=False)
        return [line for _, line in found] if found and found[0][0] == after + 1 else []

    async def append(self, game: str, version: int, line: str) -> bool:
        if self._is_full:
            raise StoreError(f"{self.path}: its journal is full: another program does not end reading it")
        query = "INSERT INTO lines SELECT ?1, ?2 + 1, ?3, ?4 WHERE ?2 IS coalesce((SELECT max(version) FROM lines"
        row = game, version, int(time.time()), line
        return bool(await self._do(lambda: self.database.execute(f"{query} WHERE game = ?1), 0)", row).rowcount))

    async def beat(self, now: float, most: float) -> list[Uptime]:
        def note() -> list[Uptime]:
            last = "(SELECT max(since) FROM uptimes)"
            known = f"UPDATE uptimes SET until = max(until, ?) WHERE since = {last} AND until >= ?"
            if not self.database.execute(known, (now, now - most)).rowcount:
                self.database.execute("INSERT OR IGNORE INTO uptimes VALUES (?, ?)", (now, now))
            found = self.database.execute("SELECT * FROM uptimes ORDER BY since DESC LIMIT ?", (MAX_UPTIMES,))
            return found.fetchall()[::-1]

        return await self._do(note)

    async def set_back(self, now: float) -> None:
        def clip() -> None:
            self.database.execute("DELETE FROM uptimes WHERE since > ?", (now,))
            self.database.execute("UPDATE uptimes SET until = ?1 WHERE until > ?1", (now,))

        await self._do(clip)

    async def _keep_house(self) -> None:
        """Periodically checkpoint the journal and delete old games."""
        for second in itertools.count(1):
            await asyncio.sleep(1.0)
            with suppress(StoreError):
                await self.shorten(second % JOURNAL_SECONDS == 0)
                if second % TIDY_SECONDS == 0:
                    await asyncio.to_thread(self._tidy)

    async def shorten(self, anyway: bool = False) -> None:
        """Move the journal into the file, `anyway` or if it is long, and begin it again if nothing has come meanwhile
        or it is long. A slow disk takes 200 ms for most of it. Writers wait for the rest, and until other programs
        end reading: the longer, the longer the journal is. What one reads that does not end stays; then it grows."""
        size = self._journal_bytes()
        is_long = size > self._long
        if not anyway and not is_long:
            return
        left = await asyncio.to_thread(self._move, "PASSIVE")
        if left == 0 or (is_long and left < MAX_REST_PAGES):
            async with self._writing:
                await asyncio.to_thread(self._move, "TRUNCATE", min(MAX_WAIT_SECONDS, size / BYTES_A_SECOND))
        size = self._journal_bytes()
        self._long = JOURNAL_BYTES + (size if is_long else 0)
        was_full, self._is_full = self._is_full, size > MAX_JOURNAL_BYTES
        if self._is_full and not was_full:
            LOG.error("%s: moves are refused until the program ends that has been reading it for long", self.path)

    def _journal_bytes(self) -> int:
        with _failing(self.path):
            return Path(f"{self.path}-wal").stat().st_size

    def _move(self, mode: str, seconds: float = 0.0) -> int:
        """Checkpoint the journal, waiting this long for other programs. Returns how many pages are left in it."""
        with _failing(self.path), self._beside(seconds) as database:
            _, pages, moved = database.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
            return int(pages - moved)

    def _tidy(self) -> None:
        """Delete the games that have not changed for `keep_seconds`, one at a time: a move may come in between."""
        until = int(time.time()) - self.keep_seconds
        with _failing(self.path), self._beside(OPEN_SECONDS) as database:
            old = "SELECT game FROM lines GROUP BY game HAVING max(at) < ?"
            for (game,) in database.execute(old, (until,)).fetchall():
                is_old = "(SELECT max(at) FROM lines WHERE game = ?1) < ?2"
                database.execute(f"DELETE FROM lines WHERE game = ?1 AND {is_old}", (game, until))
            database.execute("DELETE FROM uptimes WHERE until < ?", (until,))

    def _beside(self, seconds: float) -> "closing[sqlite3.Connection]":
        """A connection for another thread, which waits this long for other programs."""
        return closing(sqlite3.connect(self.path, isolation_level=None, timeout=seconds))

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

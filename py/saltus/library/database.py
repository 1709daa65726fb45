"""The file of a library: a SQLite database, its tables, and its errors.

Every change is one transaction, so a process that is killed leaves complete games. Readers do not wait for writers
(write-ahead log); writers wait for each other, up to `BUSY_SECONDS`.
"""

import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from saltus.core.resources import text_beside

with suppress(ImportError):  # a Python without it can do all else
    import sqlite3

BUSY_SECONDS = 60.0  # How long a writer waits for another.
APPLICATION_ID = 0x53414C54  # Marks the file as a library of this program (`SALT`).
SCHEMA = text_beside(__file__, "schema.sql")
CHANGES = ("ALTER TABLE reviews RENAME COLUMN seconds TO nodes",)
"""What turned each version of the tables into the next. A review that was limited to seconds then counts as one of
very few nodes: the game is reviewed anew."""
VERSION = 1 + len(CHANGES)  # The version of the tables.


_REMEDIES = {
    "full": "the disk is full. Nothing was lost: make room and run the command again",
    "locked": f"another program has been writing for {BUSY_SECONDS:.0f} seconds. Run the command again later",
    "not a database": "the file is not a library",
    "unable to open": "the file cannot be opened",
    "I/O": "the disk reports an error",
}
"""The advice for an error of SQLite whose message contains this; any other error means that the file is damaged."""


class LibraryError(ValueError):
    """A library file that cannot be used, or a change that could not be made. The file is as it was before."""


class Database:
    """An open file; a context manager that closes it. Raises `LibraryError` if the file is no library, is of a newer
    version, or cannot be opened. Without `create` a file that does not exist is an error."""

    def __init__(self, path: str | Path, create: bool = True) -> None:
        try:
            import sqlite3  # noqa: F401
        except ImportError as error:
            text = f"collections of games need Python's sqlite3, which is not installed: {error}"
            raise LibraryError(text) from error
        self.path = Path(path)
        if not create and not self.path.exists():
            raise LibraryError(f"there is no library {self.path}: `games import` makes one")
        self._copies: TemporaryDirectory[str] | None = None
        self.is_writable = not self.path.exists() or all(
            os.access(path, os.W_OK) for path in (self.path.resolve(), self.path.resolve().parent)
        )
        """Whether it can be changed: neither the file nor its folder is write-protected, or on a medium that is."""
        with self._errors():
            if self.is_writable:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            self.database = self._connection()
            try:
                self._prepare()
            except BaseException:
                self.close()
                raise

    def _connection(self) -> "sqlite3.Connection":
        """Open the file. SQLite keeps files beside it even for reading. A write-protected folder does not allow that:
        the file is then read as one that nobody changes, and where a log was left beside it, a copy of both is read.
        """
        path, options = self.path.resolve(), ""
        if not self.is_writable:
            log = path.with_name(f"{path.name}-wal")
            if log.exists() and log.stat().st_size:
                self._copies = TemporaryDirectory()
                for source in (log, path):
                    path = Path(shutil.copyfile(source, Path(self._copies.name) / source.name))
            else:
                options = "?mode=ro&immutable=1"
        return sqlite3.connect(f"{path.as_uri()}{options}", uri=True, timeout=BUSY_SECONDS, isolation_level=None)

    def _prepare(self) -> None:
        version = self._number("user_version")
        marked = self._number("application_id")
        if marked not in (0, APPLICATION_ID) or (not marked and self._number("schema_version")):
            raise LibraryError(f"{self.path} is a database of another program")
        if version > VERSION:
            raise LibraryError(f"{self.path} was made by a newer version of this program")
        if not self.is_writable:
            if not version:
                raise LibraryError(f"{self.path}: the file is not a library")
            return
        self._switch_to_log()
        self.database.execute("PRAGMA synchronous = NORMAL")
        self.database.execute("PRAGMA foreign_keys = ON")
        if version < VERSION:
            with self.transaction():
                version = self._number("user_version")  # another process may have been faster
                if version < VERSION:
                    for statement in CHANGES[version - 1 :] if version else SCHEMA.split(";"):
                        self.database.execute(statement)
                    self.database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                    self.database.execute(f"PRAGMA user_version = {VERSION}")

    def _switch_to_log(self) -> None:
        """Turn the write-ahead log on. SQLite does not wait by itself for another process that does the same."""
        give_up = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                self.database.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > give_up:
                    raise
                time.sleep(0.02)
            else:
                return

    def _number(self, pragma: str) -> int:
        (value,) = self.database.execute(f"PRAGMA {pragma}").fetchone()
        return int(value)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.database.close()
        if self._copies is not None:
            self._copies.cleanup()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn an error of the database into a `LibraryError` that says what to do."""
        try:
            yield
        except sqlite3.ProgrammingError:  # a defect of this program
            raise
        except sqlite3.Error as error:
            remedy = next((remedy for said, remedy in _REMEDIES.items() if said in str(error)), "the file is damaged")
            raise LibraryError(f"{self.path}: {remedy}") from error

    @contextmanager
    def transaction(self) -> Iterator["sqlite3.Connection"]:
        """All changes inside happen, or none. Other writers wait."""
        if not self.is_writable:
            raise LibraryError(f"{self.path}: the file or its folder is write-protected, so it can only be read")
        with self._errors():
            self.database.execute("BEGIN IMMEDIATE")
            try:
                yield self.database
                self.database.execute("COMMIT")
            except BaseException:
                if self.database.in_transaction:
                    self.database.execute("ROLLBACK")
                raise

    def rows(self, statement: str, values: Sequence[object] = ()) -> Iterator[tuple[Any, ...]]:
        with self._errors(), closing(self.database.execute(statement, values)) as cursor:
            yield from cursor

"""Writes files atomically: the old content stays until its replacement is complete.

The new text goes into a file beside the old one and takes its place at the end, in one step. So after an error, an
interruption or a full disk the old file is whole. A process that is killed leaves its `.saltus-….new` behind, without
the lock that whoever writes it has on it: the next file that is written there removes it.
A link stays a link, and the file keeps its permissions and, where the system allows it, its owner; other hard links
keep the old text. A device, a pipe and a descriptor (`/dev/stdout`) have nothing to keep: they are written directly.
"""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EISDIR
from itertools import count
from pathlib import Path
from typing import TextIO

try:
    import fcntl
except ImportError:  # Windows, where a file that is being written cannot be removed
    fcntl = None  # type: ignore[assignment]

ERRORS = "backslashreplace"  # Half a surrogate pair, which UTF-8 may not hold, is written as JSON reads it.
MAX_LINKS = 40  # The longest chain of links that is followed, as in Linux.
DATABASE_MARK = b"SQLite format 3\0"  # The first bytes of every database of SQLite.
DATABASE_PARTS = ("-wal", "-shm", "-journal")  # What SQLite adds to a database's name for the files beside it.

_DESCRIPTOR = re.compile(r"/dev/std(?P<name>in|out|err)|/(?:dev|proc/(?:self|thread-self|\d+))/fd/(?P<number>[0-9]+)")
_NEW = re.compile(r"\.saltus-[0-9a-f]{12}\.new")  # The name of a replacement.
_STREAMS = {"in": 0, "out": 1, "err": 2}


def descriptor_of(path: Path) -> int | None:
    """The open descriptor that a path such as `/dev/stdout` stands for; None for other paths."""
    step = path.absolute()
    for _ in range(MAX_LINKS):
        if found := _DESCRIPTOR.fullmatch(str(step)):
            return int(found["number"]) if found["number"] else _STREAMS[found["name"]]
        if not step.is_symlink():
            return None
        step = step.parent / step.readlink()
    return None


def reason(error: OSError) -> str:
    """An OSError in words, with the file that it is about."""
    return f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}"


@contextmanager
def replacing(path: Path) -> Iterator[TextIO]:
    """A text file in UTF-8 that replaces `path` at the end, unless there is an error. Raises OSError if `path` is a
    folder, may not be written, or if no file can be made beside it; ValueError for a database."""
    descriptor, before = descriptor_of(path), _status(path)
    if descriptor is not None:
        with os.fdopen(os.dup(descriptor), "w", encoding="utf-8", errors=ERRORS) as file:
            yield file
        return
    if before is not None and not stat.S_ISREG(before.st_mode):
        with path.open("w", encoding="utf-8", errors=ERRORS) as file:
            yield file
        return
    if before is not None and not os.access(path, os.W_OK):
        raise OSError(EACCES, os.strerror(EACCES), str(path))
    refuse_database(path)
    target = path.resolve()
    _clear(target.parent)
    fresh = target.with_name(f".saltus-{os.urandom(6).hex()}.new")
    held = None  # A descriptor that keeps the lock until the file is renamed; Windows renames no open file.
    try:  # from here on, as a signal may come as soon as the file is there
        try:
            # Nobody else may read a replacement that is not yet as private as the file.
            opened = _open_locked(fresh, 0o666 if before is None else 0o600)
        except OSError as error:  # it names the replacement
            raise OSError(error.errno, error.strerror, str(path)) from None
        held = os.dup(opened) if fcntl else None
        with os.fdopen(opened, "w", encoding="utf-8", errors=ERRORS) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if before is not None:
            with suppress(OSError, AttributeError):  # Windows has no owners
                os.chown(fresh, before.st_uid, before.st_gid)
            fresh.chmod(stat.S_IMODE(before.st_mode) & 0o777)
        fresh.replace(target)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
    finally:
        if held is not None:
            os.close(held)
    _sync_folder(target.parent)


def _open_locked(fresh: Path, mode: int) -> int:
    """The descriptor of a new file, locked where the system has locks."""
    while True:
        opened = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        if fcntl is None:
            return opened
        with suppress(OSError):  # not every disk has locks; there nobody removes the file
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if fresh.exists():  # else another process has removed it before it was locked
            return opened
        os.close(opened)


def _clear(folder: Path) -> None:
    """Remove the replacements in a folder that no process is writing."""
    with suppress(OSError):
        for left in [one for one in folder.iterdir() if _NEW.fullmatch(one.name)]:
            with suppress(OSError):
                _remove(left)


def _remove(left: Path) -> None:
    """Remove a replacement. Raises OSError if another process is writing it."""
    if fcntl is None:
        left.unlink()
        return
    opened = os.open(left, os.O_WRONLY | os.O_NONBLOCK)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        left.unlink()
    finally:
        os.close(opened)


def _status(path: Path) -> os.stat_result | None:
    """The status of a file, None if there is none. Raises OSError for a folder."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found.st_mode):
        raise OSError(EISDIR, os.strerror(EISDIR), str(path))
    return found


def _sync_folder(folder: Path) -> None:
    """Flush the entries of a folder to the disk. Not every system allows it."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def set_aside(path: Path) -> Path | None:
    """Rename a file to the first free name of `reserved_beside`. Returns its new name, None if it is not there."""
    if _status(path) is None:
        return None
    aside = reserved_beside(path)
    try:
        return path.replace(aside)
    except FileNotFoundError:  # another process was faster
        aside.unlink()
        return None


def reserved_beside(path: Path) -> Path:
    """Reserve a name: an empty file called like `path` with `-before`, or `-before-2`, or the first free number. No
    other process gets the same name, so that renaming to it overwrites nothing."""
    for number in count(1):
        found = path.with_stem(f"{path.stem}-before{'' if number == 1 else f'-{number}'}")
        with suppress(FileExistsError):
            found.touch(exist_ok=False)
            return found
    raise AssertionError("the numbers do not end")


def refuse_database(output: Path, *read: Path) -> None:
    """Raise ValueError if `output` is a database of SQLite, such as a library, or one of the files that belong to it,
    by whatever name or link. `read` are the databases in use."""
    real = output.resolve()
    name = real.name
    parts = [part for part in ("", *DATABASE_PARTS) if name.lower().endswith(part)]
    belongs = any(_is_database(real.with_name(name[: len(name) - len(part)])) for part in parts)
    beside = [used.with_name(used.name + part) for used in map(Path.resolve, read) for part in ("", *DATABASE_PARTS)]
    if belongs or any(path.exists() and output.exists() and path.samefile(output) for path in beside):
        raise ValueError(f"{output} belongs to a library or another database; name another file")


def _is_database(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(DATABASE_MARK)) == DATABASE_MARK

"""What `data/` holds packed: learned weights, named `*.weights`, and tables, named `*.table`; texts beside modules.

A packed file starts with lines of text that describe its content and the command that made it; an empty line ends
them. The rest is LZMA. In the browser a table exists only once the page has fetched it: callers must work without it.
The weights of a game, named by its key, may come there after its rules (`saltus.protocol.worker`).
"""

from collections.abc import Generator
from os.path import dirname, exists, join

import saltus.data

WEIGHTS_SUFFIX, TABLE_SUFFIX = ".weights", ".table"
STEP_BYTES = 1 << 18  # Bytes unpacked per step: some 5 ms in CPython, 10 in Pyodide.


def text_beside(module: str, name: str) -> str:
    """The text of a file in the folder of a module, given as its `__file__`."""
    with open(join(dirname(module), name), encoding="utf-8") as file:  # noqa: PTH118, PTH120, PTH123
        return file.read()


def table_exists(name: str) -> bool:
    """Whether the table called `name` can be read now."""
    return exists(_path(name + TABLE_SUFFIX))  # noqa: PTH110


def weights_exist(name: str) -> bool:
    """Whether the weights called `name` can be read now."""
    return exists(_path(name + WEIGHTS_SUFFIX))  # noqa: PTH110


def load_weights(name: str) -> bytes:
    """The unpacked content of the weights called `name`. Raises FileNotFoundError if they have not come."""
    return _whole(_unpack(name + WEIGHTS_SUFFIX))


def load_table(name: str) -> bytes:
    """The unpacked content of the table called `name`. Raises FileNotFoundError if it has not been fetched."""
    return _whole(unpack(name))


def unpack(name: str) -> Generator[None, None, bytes]:
    """`load_table` in steps of a few milliseconds; the generator returns the content."""
    return _unpack(name + TABLE_SUFFIX)


def _whole(unpacking: Generator[None, None, bytes]) -> bytes:
    while True:
        try:
            next(unpacking)
        except StopIteration as done:
            found: bytes = done.value
            return found


def _unpack(file_name: str) -> Generator[None, None, bytes]:
    from _lzma import LZMADecompressor  # `lzma` would import four more modules, none of them needed

    with open(_path(file_name), "rb") as file:  # noqa: PTH123
        _, _, packed = file.read().partition(b"\n\n")
    unpacker, found = LZMADecompressor(), bytearray()
    while not unpacker.eof:
        found += unpacker.decompress(packed, STEP_BYTES)
        packed = b""
        yield
    return bytes(found)


def _path(file_name: str) -> str:
    return join(*saltus.data.__path__, file_name)  # noqa: PTH118  (`pathlib` would have to be fetched for this)

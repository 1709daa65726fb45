"""Tables that are too large to be fetched before someone needs them: the files in `data/` named `*.table`.

A file begins with lines of text that say what it holds and which command made it; an empty line ends them. What
follows is LZMA. In the browser the file is there once the page has fetched it, and until then it is not:
whoever asks must be able to do without.
"""

from collections.abc import Generator
from os.path import exists, join

import saltus.data

KIND = ".table"
STEP = 1 << 18
"""Bytes that are unpacked at a time: some 5 ms in CPython, 10 in Pyodide."""


def there(name: str) -> bool:
    """Whether the table called `name` can be read now."""
    return exists(_path(name))  # noqa: PTH110


def stored(name: str) -> bytes:
    """What the table called `name` holds. Raises FileNotFoundError where it is not `there`."""
    unpacking = unpack(name)
    while True:
        try:
            next(unpacking)
        except StopIteration as done:
            found: bytes = done.value
            return found


def unpack(name: str) -> Generator[None, None, bytes]:
    """The same in steps of a few milliseconds: what is returned at the end."""
    from _lzma import LZMADecompressor  # `lzma` would bring four more modules, none of them needed

    with open(_path(name), "rb") as file:  # noqa: PTH123
        _, _, packed = file.read().partition(b"\n\n")
    unpacker, found = LZMADecompressor(), bytearray()
    while not unpacker.eof:
        found += unpacker.decompress(packed, STEP)
        packed = b""
        yield
    return bytes(found)


def _path(name: str) -> str:
    return join(*saltus.data.__path__, name + KIND)  # noqa: PTH118  (`pathlib` would have to be fetched for this)

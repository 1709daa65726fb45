"""Tables that are too large to be fetched before someone needs them: the files in `data/` named `*.table`.

A file begins with lines of text that say what it holds and which command made it; an empty line ends them. What
follows is LZMA. In the browser the file is there once the page has fetched it, and until then it is not:
whoever asks must be able to do without.
"""

from os.path import exists, join

import saltus.data

KIND = ".table"


def there(name: str) -> bool:
    """Whether the table called `name` can be read now."""
    return exists(_path(name))  # noqa: PTH110


def stored(name: str) -> bytes:
    """What the table called `name` holds. Raises FileNotFoundError where it is not `there`."""
    from _lzma import LZMADecompressor  # `lzma` would bring four more modules, none of them needed

    with open(_path(name), "rb") as file:  # noqa: PTH123
        _, _, packed = file.read().partition(b"\n\n")
    return LZMADecompressor().decompress(packed)


def _path(name: str) -> str:
    return join(*saltus.data.__path__, name + KIND)  # noqa: PTH118  (`pathlib` would have to be fetched for this)

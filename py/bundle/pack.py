"""Makes what the browser loads of Python, inside the very runtime that will load it.

`pack.py FOLDER` compiles the archives of sources that it finds there to bytecode, with `pyodide py-compile`, and
packs `library.zip`, `saltus.zip` and `late.zip` as `library.pack`, `saltus.pack` and `late.pack`. A pack is gzip,
made by the runtime's own `zlib`, so that it is the same byte for byte wherever it is made; its name says nothing of
gzip, or some hosts would have the browser unpack it when it arrives. In `library.pack` is a zip archive that is not
compressed itself: that is smaller as a whole, and Python's start is spared the unpacking. In the others is a tar
archive, which web/engine/worker.js can read.
"""

import gzip
import io
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from pyodide_build.cli.py_compile import main as py_compile

Entries = Iterable[tuple[str, bytes]]


def compiled(archive: Path) -> list[tuple[str, bytes]]:
    """The entries of an archive, by name."""
    with zipfile.ZipFile(archive) as source:
        return sorted((name, source.read(name)) for name in source.namelist())


def plain_zip(entries: Entries) -> bytes:
    """A zip archive without compression, dates, or anything else that changes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in entries:
            archive.writestr(zipfile.ZipInfo(name), content)
    return buffer.getvalue()


def plain_tar(entries: Entries) -> bytes:
    """A tar archive without dates, owners, or anything else that changes."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in entries:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def main(folder: Path) -> None:
    py_compile([str(folder), "--silent"], prog_name="pyodide py-compile", standalone_mode=False)
    for name, form in (("library", plain_zip), ("saltus", plain_tar), ("late", plain_tar)):
        archive = folder / f"{name}.zip"
        if archive.exists():
            archive.with_suffix(".pack").write_bytes(gzip.compress(form(compiled(archive)), 9, mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""Compiles and packs what the browser loads of Python. Runs inside the Pyodide that will load it.

`pack.py FOLDER` compiles the archives of sources in FOLDER to bytecode, with `pyodide py-compile`, and packs
`library.zip` as `library.pack`, and `saltus.zip`, `late.zip` and `lab.zip` likewise. Learned weights that come with
their game are packed by themselves: those of `english.weights` as `english.pack`. A pack is gzip, made by the
runtime's own `zlib` so that it is the same byte for byte wherever it is made. Its name does not end in `.gz`:
some hosts would have the browser unpack it on arrival. `library.pack` holds an uncompressed zip archive, which is
smaller as a whole and spares Python's start the unpacking; the others hold a tar archive, which web/engine/worker.ts
can read, without the zeros at its end: the worker joins them.
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

WEIGHTS = ("english", "italian", "rock")
"""The games whose weights come with them: the first evaluation of a search reads them. Those of Roman Solitaire are
in the first pack: they are small, and a search that met them in its midst would have to begin again."""


def compiled(archive: Path) -> list[tuple[str, bytes]]:
    """Returns the entries of an archive, sorted by name."""
    with zipfile.ZipFile(archive) as source:
        return sorted((name, source.read(name)) for name in source.namelist())


def plain_zip(entries: Entries) -> bytes:
    """Returns a zip archive without compression, dates, or anything else that differs between builds."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in entries:
            archive.writestr(zipfile.ZipInfo(name), content)
    return buffer.getvalue()


def plain_tar(entries: Entries) -> bytes:
    """Returns a tar archive without dates, owners, or anything else that differs between builds."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in entries:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
        return buffer.getvalue()


def main(folder: Path) -> None:
    """Compiles the archives of a folder and packs those that the browser loads."""
    py_compile([str(folder), "--silent"], prog_name="pyodide py-compile", standalone_mode=False)
    weights = {f"saltus/data/{game}.weights": folder / f"{game}.pack" for game in WEIGHTS}
    for name, form in (("library", plain_zip), ("saltus", plain_tar), ("late", plain_tar), ("lab", plain_tar)):
        archive = folder / f"{name}.zip"
        if archive.exists():
            entries = compiled(archive)
            write_pack(archive.with_suffix(".pack"), form(entry for entry in entries if entry[0] not in weights))
            for entry in entries:
                if entry[0] in weights:
                    write_pack(weights[entry[0]], plain_tar([entry]))


def write_pack(target: Path, content: bytes) -> None:
    target.write_bytes(gzip.compress(content, 9, mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

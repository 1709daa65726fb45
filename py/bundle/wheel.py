"""Makes the package's wheel and its source distribution: what pip, and micropip in a browser, install.

Both hold the board for notebooks, too: whoever makes a wheel of the source distribution gets this wheel. They are the
same byte for byte wherever they are made: setuptools writes them, and their entries are then packed again in order,
without dates.
"""

import gzip
import io
import json
import shutil
import tarfile
import zipfile
from pathlib import Path

from bundle import strings
from bundle.runtime import JOIN, joined
from bundle.toolchain import (
    BUILD,
    BUNDLE,
    PY,
    ROOT,
    WEB,
    call,
    digest,
    make,
    node_packages,
    pins,
    program,
    python_packages,
    virtual_environment,
)

NOTEBOOK, WHEELS, SOURCES = BUILD / "notebook", BUILD / "wheel", BUILD / "sdist"
NOTEBOOK_SOURCES = ("lib", "state", "store", "board", "shell", "notebook", "strings")
"""The folders of web/ that the board for notebooks is joined from."""
LOCAL_TABLES = "*-six.table"
"""What `workshop.solve.endings` may have made for this machine: too large to be shipped."""
MAKERS = (BUNDLE / "toolchain.py", BUNDLE / "wheel.py", JOIN)
BACKEND = "import sys, setuptools.build_meta as backend; print(getattr(backend, sys.argv[1])(sys.argv[2]))"
DOCUMENTS = (PY / "pyproject.toml", PY / "docs" / "README.md", ROOT / "LICENSE")
PYODIDE_PYTHON = "3.14"
"""The Python that micropip is fetched for."""
PACKED_AT = (1980, 1, 1, 0, 0, 0)
SOURCES_PACKED_AT = 315_532_800
"""The same day, in seconds since 1970."""


def notebook() -> Path:
    """Makes what the board for notebooks needs of the page: its script, its style sheet, and the texts."""
    node_packages()

    def join() -> None:
        shutil.rmtree(NOTEBOOK, ignore_errors=True)
        NOTEBOOK.mkdir(parents=True)
        joined("widget", WEB / "notebook" / "widget.ts", NOTEBOOK / "widget.js")
        shutil.copy(WEB / "notebook" / "widget.css", NOTEBOOK)
        texts = {language: strings.texts(language) for language in strings.LANGUAGES}
        (NOTEBOOK / "strings.json").write_text(json.dumps(texts, ensure_ascii=False, sort_keys=True), "utf-8")

    sources = [*(WEB / name for name in NOTEBOOK_SOURCES), strings.RULES]
    make(NOTEBOOK, digest(*sources, WEB / "package-lock.json", *MAKERS), "the board for notebooks", join)
    return NOTEBOOK


def wheel() -> Path:
    """Makes the wheel and returns where it is."""
    return packed(WHEELS, "build_wheel", "the package's wheel")


def sdist() -> Path:
    """Makes the source distribution and returns where it is."""
    return packed(SOURCES, "build_sdist", "the package's source distribution")


def packed(folder: Path, hook: str, title: str) -> Path:
    """Has setuptools make a distribution by one of its hooks, packs it again, and returns where it is."""
    python_packages("wheel")
    assets = notebook()

    def pack() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        source, made = folder / "source", folder / "made"
        shutil.copytree(PY / "saltus", source / "saltus", ignore=shutil.ignore_patterns("__pycache__", LOCAL_TABLES))
        shutil.copytree(assets, source / "saltus" / "notebook", dirs_exist_ok=True)
        for path in DOCUMENTS:
            target = source / path.relative_to(PY if path.is_relative_to(PY) else ROOT)
            target.parent.mkdir(exist_ok=True)
            shutil.copy(path, target)
        made.mkdir()
        call(program("python"), "-c", BACKEND, hook, made, cwd=source)
        (written,) = made.iterdir()
        (repack if written.suffix == ".whl" else repack_sources)(written, folder / written.name)
        shutil.rmtree(source)
        shutil.rmtree(made)

    make(folder, digest(PY / "saltus", assets, *DOCUMENTS, *MAKERS, *pins("wheel")), title, pack)
    (found,) = folder.iterdir()
    return found


def micropip() -> Path:
    """Fetches micropip's own wheel, which the npm package of Pyodide lacks. Only the tests need it."""
    virtual_environment()
    (wanted,) = pins("micropip")
    target = BUILD / "micropip"

    def fetch() -> None:
        shutil.rmtree(target, ignore_errors=True)
        options: list[str | Path] = [
            "--no-deps",
            "--only-binary=:all:",
            "--python-version",
            PYODIDE_PYTHON,
            "--dest",
            target,
        ]
        call(program("python"), "-m", "pip", "download", "--quiet", *options, wanted)

    make(target, digest(wanted, *MAKERS), "micropip", fetch)
    (found,) = target.glob("*.whl")
    return found


def repack(written: Path, target: Path) -> None:
    """Copies a wheel's entries in order, with one date and one mode."""
    with zipfile.ZipFile(written) as source, zipfile.ZipFile(target, "w") as out:
        for name in sorted(source.namelist()):
            entry = zipfile.ZipInfo(name, PACKED_AT)
            entry.external_attr = 0o100644 << 16
            out.writestr(entry, source.read(name), zipfile.ZIP_DEFLATED, 9)


def repack_sources(written: Path, target: Path) -> None:
    """Copies the files of a source distribution in order, with one date, one mode and no owner."""
    plain = io.BytesIO()
    with (
        tarfile.open(written) as source,
        tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as out,
    ):
        for member in sorted(filter(tarfile.TarInfo.isfile, source.getmembers()), key=lambda one: one.name):
            entry = tarfile.TarInfo(member.name)
            entry.size, entry.mtime, entry.mode = member.size, SOURCES_PACKED_AT, 0o644
            out.addfile(entry, source.extractfile(member))
    target.write_bytes(gzip.compress(plain.getvalue(), 9, mtime=0))

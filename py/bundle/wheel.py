"""Makes the package's wheel: what pip, and micropip in a browser, install. It holds the board for notebooks, too.

The wheel is the same byte for byte wherever it is made: setuptools writes it, and its entries are then packed again
in order, without dates.
"""

import json
import shutil
import zipfile
from pathlib import Path

from bundle.runtime import JOIN, joined
from bundle.toolchain import (
    BUILD,
    BUNDLE,
    PY,
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

NOTEBOOK, WHEELS = BUILD / "notebook", BUILD / "wheel"
NOTEBOOK_SOURCES = ("lib", "state", "store", "board", "shell", "notebook", "strings")
"""The folders of web/ that the board for notebooks is joined from."""
LOCAL_TABLES = "*-six.table"
"""What `workshop.solve.endings` may have made for this machine: too large to be shipped."""
MAKERS = (BUNDLE / "toolchain.py", BUNDLE / "wheel.py", JOIN)
BACKEND = "import sys, setuptools.build_meta as backend; print(backend.build_wheel(sys.argv[1]))"
PYODIDE_PYTHON = "3.14"
"""The Python that micropip is fetched for."""
PACKED_AT = (1980, 1, 1, 0, 0, 0)


def notebook() -> Path:
    """Makes what the board for notebooks needs of the page: its script, its style sheet, and the texts."""
    node_packages()

    def join() -> None:
        shutil.rmtree(NOTEBOOK, ignore_errors=True)
        NOTEBOOK.mkdir(parents=True)
        joined("widget", WEB / "notebook" / "widget.ts", NOTEBOOK / "widget.js")
        shutil.copy(WEB / "notebook" / "widget.css", NOTEBOOK)
        texts = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((WEB / "strings").glob("*.json"))}
        (NOTEBOOK / "strings.json").write_text(json.dumps(texts, ensure_ascii=False, sort_keys=True), "utf-8")

    sources = [WEB / name for name in NOTEBOOK_SOURCES]
    make(NOTEBOOK, digest(*sources, WEB / "package-lock.json", *MAKERS), "the board for notebooks", join)
    return NOTEBOOK


def wheel() -> Path:
    """Makes the wheel and returns where it is."""
    python_packages("wheel")
    assets = notebook()
    documents = [PY / "pyproject.toml", PY / "docs" / "README.md"]

    def pack() -> None:
        shutil.rmtree(WHEELS, ignore_errors=True)
        source, made = WHEELS / "source", WHEELS / "made"
        shutil.copytree(PY / "saltus", source / "saltus", ignore=shutil.ignore_patterns("__pycache__", LOCAL_TABLES))
        shutil.copytree(assets, source / "saltus" / "notebook", dirs_exist_ok=True)
        for path in documents:
            target = source / path.relative_to(PY)
            target.parent.mkdir(exist_ok=True)
            shutil.copy(path, target)
        made.mkdir()
        call(program("python"), "-c", BACKEND, made, cwd=source)
        (written,) = made.glob("*.whl")
        repack(written, WHEELS / written.name)
        shutil.rmtree(source)
        shutil.rmtree(made)

    make(WHEELS, digest(PY / "saltus", assets, *documents, *MAKERS, *pins("wheel")), "the package's wheel", pack)
    (found,) = WHEELS.glob("*.whl")
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

"""Checkouts of this project in other places, and the sites that they build."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bundle.toolchain import packager, python_packages

ROOT = Path(__file__).resolve().parents[2]
PY = ROOT / "py"
"""From here `python3 -m saltus` runs."""


UNCHANGED = ("library-sources.zip", "library", "runtime")
"""Steps of the build that no change to the games concerns. A step whose key is another one is done all the same."""


def checkout(folder: Path, done: Iterable[str] = ()) -> Path:
    """A copy of this checkout with what the build would fetch. Nothing is built besides the steps in `done`."""
    for name in ("py", "web"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
    for name in ("build.py", "index.html", "netlify.toml", "LICENSE", "CHANGELOG.md"):
        shutil.copy(ROOT / name, folder)
    (folder / "build" / "stamps").mkdir(parents=True)
    packager()
    python_packages("wheel")
    for name in ("venv", "node", "packager", "packages-wheel"):
        (folder / "build" / name).symlink_to(ROOT / "build" / name)
        shutil.copy(ROOT / "build" / "stamps" / name, folder / "build" / "stamps")
    for name in done:
        made, stamp = ROOT / "build" / name, ROOT / "build" / "stamps" / name
        if stamp.is_file():
            (shutil.copytree if made.is_dir() else shutil.copy)(made, folder / "build" / name)
            shutil.copy(stamp, folder / "build" / "stamps")
    return folder


def built(folder: Path) -> Path:
    """The site that a checkout builds."""
    done = subprocess.run([sys.executable, "build.py", "dist"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "dist"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def embedded(site: Path, name: str) -> Any:
    """The JSON in the page's element of that id."""
    found = re.search(
        rf'<script type="application/json" id="{name}">(.*?)</script>', (site / "index.html").read_text()
    )
    assert found
    return json.loads(found[1])

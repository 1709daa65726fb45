"""The package, installed by pip in each Python that this machine has: from the wheel, and from its sources."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import saltus
from bundle import toolchain, wheel

from tests.support.checkout import PY
from tests.support.tiers import mostly_slow

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
"""The Pythons that the package is for."""
TRIED = """
import saltus, sys
from saltus.cli.main import main
assert saltus.__version__ == sys.argv[1]
assert saltus.opening_book(saltus.load("english"))
main(["perft", "rock", "2"])
"""


@pytest.fixture(scope="module")
def built() -> Path:
    """The wheel."""
    return wheel.wheel()


@pytest.fixture(scope="module")
def sources() -> Path:
    """The source distribution."""
    return wheel.sdist()


def candidates(version: str) -> Iterator[Path | str]:
    """Where a Python of this version may be."""
    if found := shutil.which(f"python{version}"):
        yield found
    homes = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    yield from sorted(homes.glob(f"{version}.*/bin/python"))


@cache
def python(version: str) -> Path | str:
    """A Python of this version that runs; the test is skipped where there is none."""
    if sys.version_info[:2] == tuple(map(int, version.split("."))):
        return sys.executable
    for path in candidates(version):
        ask: list[str | Path] = [path, "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])"]
        done = subprocess.run(ask, capture_output=True, text=True, check=False)
        if done.stdout.strip() == version:
            return path
    pytest.skip(f"this machine has no Python {version}")


def installed(version: str, package: Path, folder: Path, *options: str) -> Path:
    """The Python of an environment of its own, in which pip has installed a distribution without a network."""
    subprocess.run([str(python(version)), "-m", "venv", "--without-pip", str(folder)], check=True)
    inside = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip: list[str | Path] = [
        toolchain.program("python"),
        "-m",
        "pip",
        "--python",
        inside,
        "install",
        "-q",
        "--no-index",
        "--no-deps",
        "--no-compile",
    ]
    command: list[str | Path] = [*pip, *options, package]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return inside


def plays(inside: Path, folder: Path) -> None:
    """The package and its command work where nothing else of this checkout is."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    how: dict[str, Any] = {"cwd": folder, "env": env, "capture_output": True, "text": True}
    done = subprocess.run([str(inside), "-c", TRIED, saltus.__version__], check=False, **how)
    assert done.stdout.splitlines()[-1:] == ["1244"], done.stderr
    command = subprocess.run([inside.with_name("saltus"), "--version"], check=True, **how)
    assert command.stdout == f"saltus {saltus.__version__}\n"


@mostly_slow("version", VERSIONS, "3.11")
def test_pip_installs_the_wheel(version: str, built: Path, tmp_path: Path) -> None:
    plays(installed(version, built, tmp_path), tmp_path)


def backend(folder: Path) -> str:
    """A folder with setuptools alone, as pip would fetch it to build the sources."""
    (pin,) = toolchain.pins("wheel")
    found = folder / "backend"
    fetch: list[str | Path] = [
        toolchain.program("python"),
        "-m",
        "pip",
        "download",
        "-q",
        "--no-deps",
        "-d",
        found,
        pin,
    ]
    subprocess.run(fetch, check=True, capture_output=True)
    return f"--find-links={found}"


@pytest.mark.slow("test_the_wheel_of_the_sources_is_the_wheel_of_the_tree")
@pytest.mark.parametrize("version", VERSIONS)
def test_pip_installs_the_sources(version: str, sources: Path, tmp_path: Path) -> None:
    python(version)
    plays(installed(version, sources, tmp_path / "env", backend(tmp_path)), tmp_path)


def test_the_wheel_of_the_sources_is_the_wheel_of_the_tree(built: Path, sources: Path, tmp_path: Path) -> None:
    pip: list[str | Path] = [
        toolchain.program("python"),
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
    ]
    done = subprocess.run([*pip, "-w", tmp_path, sources], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (made,) = tmp_path.glob("*.whl")
    wheel.repack(made, tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == built.read_bytes()


def test_the_sources_are_complete_and_hold_the_licence(built: Path, sources: Path) -> None:
    with tarfile.open(sources) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    with zipfile.ZipFile(built) as archive:
        assert {name for name in archive.namelist() if ".dist-info/" not in name} <= names
        assert any(name.endswith(".dist-info/licenses/LICENSE") for name in archive.namelist())
    assert {"LICENSE", "PKG-INFO", "docs/README.md", "pyproject.toml"} <= names
    assert f'requires-python = ">={VERSIONS[0]}"' in (PY / "pyproject.toml").read_text("utf-8")


def test_the_sources_are_the_same_wherever_they_are_made(sources: Path) -> None:
    first = sources.read_bytes()
    (toolchain.BUILD / "stamps" / wheel.SOURCES.name).unlink()
    assert wheel.sdist().read_bytes() == first

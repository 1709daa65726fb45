"""What `pip install ./py` gives."""

import ast
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import saltus

from tests.support.checkout import PY


def package() -> set[str]:
    """The files of the package."""
    files = (path for path in (PY / "saltus").rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(PY).as_posix() for path in files}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that pip makes of a copy of `py/`, with what is installed here."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "docs/README.md", *package()):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes((PY / name).read_bytes())
    (source / "workshop").mkdir()
    (source / "workshop" / "__init__.py").touch()
    pip = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-q"]
    subprocess.run([*pip, "-w", folder, source], check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_holds_the_package_typed_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        (metadata,) = (archive.read(name).decode() for name in archive.namelist() if name.endswith("/METADATA"))
    assert names == package()
    assert {"saltus/py.typed", "saltus/__init__.pyi"} <= names
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist")]
    assert all("extra ==" in line for line in needed)
    assert f"Version: {saltus.__version__}" in metadata


def test_the_wheel_runs_on_its_own(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    program = "import saltus; from saltus.cli.main import main; print(saltus.keys()); main(['perft', 'rock', '2'])"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == [str(saltus.keys()), "1244"], done.stderr


def test_public_names_are_there_and_typed() -> None:
    """What a type checker reads names the same things as what runs."""
    stub = ast.parse((PY / "saltus" / "__init__.pyi").read_text())
    typed = {
        (node.module, alias.name, alias.asname)
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert typed == {(module, name, name) for module, names in saltus.PLACES.items() for name in names}  # type: ignore[attr-defined]
    assert all(getattr(saltus, name) is not None for name in saltus.__all__)


def test_unknown_public_name_is_refused_and_the_known_ones_are_listed() -> None:
    with pytest.raises(AttributeError, match="no public name 'Board'; it has Analysis, "):
        _ = saltus.Board  # type: ignore[attr-defined]


def test_no_public_name_is_also_the_name_of_a_module() -> None:
    package = PY / "saltus"
    modules = {path.stem for path in package.glob("*.py")}
    modules |= {path.parent.name for path in package.glob("*/__init__.py")}
    assert {"match", "notation"} <= modules, "the modules are found"
    assert modules & set(saltus.__all__) == set()


def test_rules_alone_do_not_import_the_search() -> None:
    play = "saltus.Match(saltus.load('rock')).play('b1-b3')"
    program = f"import saltus, sys; {play}; print('saltus.engine.search' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=PY, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"

"""The fit of tables and net: it learns, always the same, and what it writes is what the player computes with."""

import shutil
import subprocess
from pathlib import Path

import pytest
import saltus.data
from saltus.evaluation.areas import AREAS, PATTERNS
from saltus.evaluation.patterns import Patterns
from workshop.compiled import compiled
from workshop.kept import Crew
from workshop.learn import blocks, lab

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler, as the workshop does")


def fitted(tables: Path, out: Path, positions: Path) -> tuple[str, float, float]:
    """What a short fit to English positions writes, and the loss before and after."""
    command: list[str | Path] = [compiled(lab.FIT), "english", tables, out, "4", "0.2", positions]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows, before, after = done.stdout.split()
    assert int(rows) == len(positions.read_text().splitlines())
    return out.read_text(), float(before), float(after)


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables that know only what a king is worth."""
    path = tmp_path_factory.mktemp("fit") / "material.tables"
    patterns, kings = 2 * len(AREAS) * PATTERNS, 64
    lab.write(path, [0] * patterns + [130] * kings + [0] * 8)
    return path


@pytest.fixture(scope="module")
def positions(material: Path) -> Path:
    """The positions of five hundred quick games."""
    path = material.with_name("games.positions")
    path.write_text("".join(blocks.positions("english", material.read_text(), 5, 500, 60, Crew(1))))
    return path


@pytest.fixture(scope="module")
def once(material: Path, positions: Path) -> tuple[Path, str, float, float]:
    """The tables of a fit: the file, its text, and the loss before and after."""
    tables = material.with_name("once.tables")
    return tables, *fitted(material, tables, positions)


def test_a_fit_lowers_the_loss_and_repeats_to_the_byte(
    material: Path, positions: Path, once: tuple[Path, str, float, float]
) -> None:
    _, text, before, after = once
    again, *_ = fitted(material, material.with_name("again.tables"), positions)
    assert after < 0.9 * before
    assert text == again


def test_tables_are_written_so_that_the_package_reads_them(
    positions: Path, once: tuple[Path, str, float, float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fitted, written as a data file and unpacked again, they are the same numbers."""
    made, text, before, after = once
    tables = Path(shutil.copy(made, tmp_path))
    tables.with_suffix(".note").write_text(f"1000 {before} {after}")
    monkeypatch.setattr(lab, "DATA", tmp_path)
    lab.publish("english", tables, [positions])
    monkeypatch.setattr(saltus.data, "__path__", [str(tmp_path)])
    assert " ".join(map(str, lab.numbers(Patterns("english")))) == text.strip()

"""The wheel of the site: what it holds, and that stock Pyodide installs it with micropip and plays."""

import subprocess
import zipfile
from pathlib import Path

import pytest
import saltus
from bundle import site, toolchain, wheel
from bundle.server import SiteHandler

from tests.support.checkout import PY
from tests.support.served import served

INSTALL = Path(__file__).with_name("micropip.mjs")

PROGRAM = """
import saltus
match = saltus.Match(saltus.load("english"))
match.play("11-15")
ended = saltus.Match(saltus.load("english"), position=saltus.read_position(saltus.load("english"), "W:W18:B14"))
print(saltus.keys(), saltus.story(match), saltus.analyse(ended, saltus.Limits(depth=3)).best)
assert saltus.choose(match, saltus.Limits(level=3)) in match.legal
assert len(saltus.opening_book(match.game).page(saltus.Match(match.game).position).moves) > 3
"""


@pytest.fixture(scope="module")
def built() -> Path:
    """The wheel."""
    return wheel.wheel()


def test_the_site_offers_the_wheel_where_it_is_asked_to(built: Path, tmp_path: Path) -> None:
    """Its pages do not: they neither keep it offline nor name it."""
    site.dist()
    parts = {
        name: sorted((site.DIST / "assets").glob(f"{name}-*/*")) for name in ("python", "saltus", "lab", "tables")
    }
    site.assemble(tmp_path / site.DIST.name, parts, built)
    (offered,) = (tmp_path / site.DIST.name).glob("*.whl")
    assert offered.name == f"saltus-{saltus.__version__}-py3-none-any.whl"
    assert offered.read_bytes() == built.read_bytes()
    offered.unlink()
    assert toolchain.digest(tmp_path / site.DIST.name) == toolchain.digest(site.DIST)


def test_the_wheel_holds_the_package_and_the_board_for_notebooks(built: Path) -> None:
    with zipfile.ZipFile(built) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        script = archive.read("saltus/notebook/widget.js").decode()
    package = {path.relative_to(PY).as_posix() for path in toolchain.files(PY / "saltus")}
    board = {f"saltus/notebook/{name}" for name in ("strings.json", "widget.css", "widget.js")}
    assert names == package | board
    assert "import " not in script.split("*/", 1)[1].split("\n\n", 1)[0], "the board is one file"


def test_the_wheel_is_the_same_wherever_it_is_made(built: Path) -> None:
    first = built.read_bytes()
    (toolchain.BUILD / "stamps" / wheel.WHEELS.name).unlink()
    assert wheel.wheel().read_bytes() == first


@pytest.mark.slow("test_the_wheel_holds_the_package_and_the_board_for_notebooks")
def test_stock_pyodide_installs_the_wheel_with_micropip_and_plays(built: Path, tmp_path: Path) -> None:
    toolchain.node_packages()
    micropip = wheel.micropip()

    class Wheels(SiteHandler):
        root = built.parent

    with served(Wheels) as host:
        command: list[str | Path] = [
            toolchain.node()[0],
            INSTALL,
            toolchain.PYODIDE,
            micropip,
            f"{host.address}{built.name}",
            PROGRAM,
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-2_000:]  # before that, Node quotes the line, which is long
    assert done.stdout.splitlines()[-1] == f"{saltus.keys()} ['11-15'] wins in 1  18x9"

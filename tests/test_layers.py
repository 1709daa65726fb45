"""The architecture as a rule: each folder imports only the folders named beside it, all of them below it.

Every import counts: those inside functions, those for types alone, and `import()`. A new folder is a
new line here, below all that import it.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.scripts import circle

ROOT = Path(__file__).resolve().parents[1]

PYTHON: Mapping[str, str] = {
    "strings": "",
    "data": "",
    "core": "strings data",
    "boards": "core",
    "evaluation": "data core boards",
    "tablebase": "core boards",
    "games": "data core boards evaluation tablebase",
    "notation": "core",
    "match": "core notation",
    "engine": "core",
    "records": "core games notation match",
    "analysis": "data core notation match engine",
    "study": "core games notation match",
    "library": "core games notation match engine records analysis study",
    "printing": "core notation match study library",
    "protocol": "core games notation match engine records analysis study library printing",
    "notebook": "core games notation match engine analysis protocol",
    "play": "core games notation match engine records analysis study protocol",
    "server": "core games notation match records protocol",
    "parallel": "core",
    "lab": "strings core games notation match engine protocol",
    "tournament": "core games notation match engine protocol parallel lab",
    "cli": "core games notation match engine records analysis study library printing protocol play server"
    " parallel tournament lab",
}
"""By folder of `py/saltus`, from the ground up: the folders that it may import."""

WEB: Mapping[str, str] = {
    "lib": "",
    "engine": "lib",
    "board": "lib",
    "state": "lib board",
    "store": "lib engine state",
    "game": "lib engine state store board",
    "sound": "lib state game",
    "boot": "lib engine board state game",
    "faces": "",
    "shell": "lib state store board game faces",
    "notebook": "lib state board shell",
    "features": "lib engine state store board game boot shell",
    "extras.ts": "lib engine state store game boot shell features",
    "shell.ts": "lib engine state store board game sound boot shell features extras.ts",
    "main.ts": "lib engine state store board game boot features shell.ts",
}
"""The same for `web/`. `protocol.d.ts` holds types that every folder may name."""


class Import(NamedTuple):
    """That one file imports another, both as paths from the root of their tree, and in which line."""

    source: str
    target: str
    line: int


def python_imports(package: Path) -> Iterator[Import]:
    """The imports of a package within itself."""
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                continue
            for name in names:
                if target := module(package, name):
                    yield Import(path.relative_to(package).as_posix(), target, node.lineno)


def module(package: Path, name: str) -> str | None:
    """The file of the module that `name` is or is in, None where it belongs to another package."""
    first, *parts = name.split(".")
    if first != package.name:
        return None
    for length in range(len(parts), -1, -1):
        place = package.joinpath(*parts[:length])
        for path in (place.with_suffix(".py") if length else place, place / "__init__.py"):
            if path.is_file():
                return path.relative_to(package).as_posix()
    raise ValueError(f"there is no module {name}")


SCRIPT_IMPORT = re.compile(
    r"""^\s*(?:import|export)\s[^;'"`]*?from\s*'(?P<named>\.[^']+)'   # import { … } from '…'
    |^\s*import\s*'(?P<bare>\.[^']+)'
    |\bimport\(\s*'(?P<lazy>\.[^']+)'\s*\)                           # while it runs, or a type in place""",
    re.MULTILINE | re.VERBOSE,
)


def script_imports(web: Path) -> Iterator[Import]:
    """The imports of the page's modules, and of what holds their types."""
    for path in sorted(web.rglob("*.ts")):
        if "node_modules" in path.parts:
            continue
        text = path.read_text("utf-8")
        for found in SCRIPT_IMPORT.finditer(text):
            target = (path.parent / found[found.lastgroup or 0]).resolve()
            assert target.is_file(), f"{path} imports {target}, which is not there"
            line = text.count("\n", 0, found.end()) + 1
            yield Import(path.relative_to(web).as_posix(), target.relative_to(web).as_posix(), line)


TREES = {
    "py/saltus": (PYTHON, list(python_imports(ROOT / "py" / "saltus")), ("__init__.py", "__main__.py")),
    "web": (WEB, list(script_imports(ROOT / "web")), ("protocol.d.ts",)),
}


def folder(path: str) -> str:
    """The folder of the first level that a file is in, or the file itself where it is in none."""
    return path.partition("/")[0]


@pytest.mark.parametrize("tree", TREES)
def test_layers_name_only_layers_below_them(tree: str) -> None:
    layers, _, _ = TREES[tree]
    below: set[str] = set()
    for name, needs in layers.items():
        assert set(needs.split()) <= below, f"{name} may import {needs}, but not all of them are above it in the list"
        below.add(name)


@pytest.mark.parametrize("tree", TREES)
def test_every_file_is_in_a_layer(tree: str) -> None:
    layers, imports, free = TREES[tree]
    assert imports
    files = {path for one in imports for path in (one.source, one.target)}
    assert sorted(path for path in files if folder(path) not in layers and path not in free) == []


@pytest.mark.parametrize("tree", TREES)
def test_nothing_imports_a_layer_above_it(tree: str) -> None:
    layers, imports, free = TREES[tree]
    wrong = [
        f"{one.source} imports {one.target} ({tree}/{one.source}:{one.line}), which is above it"
        for one in imports
        if one.source not in free and one.target not in free
        if folder(one.source) != folder(one.target)
        if folder(one.target) not in layers[folder(one.source)].split()
    ]
    assert wrong == [], "\n".join(wrong)


FOR_TYPES = {("engine/api.d.ts", "engine/helper.ts")}
"""What is named across a circle: the type of a class by the parts that it makes. None more comes here."""


def in_circles(imports: Iterable[Import]) -> Mapping[str, list[str]]:
    """The modules that import each other in a circle, directly or not."""
    needs: dict[str, set[str]] = {}
    for one in imports:
        if one.source != one.target:
            needs.setdefault(one.source, set()).add(one.target)
    return circle(needs)


@pytest.mark.parametrize("tree", TREES)
def test_no_modules_import_each_other_in_a_circle(tree: str) -> None:
    _, imports, _ = TREES[tree]
    assert in_circles(one for one in imports if (one.source, one.target) not in FOR_TYPES) == {}


def test_each_type_that_is_named_across_a_circle_is_needed() -> None:
    imports = TREES["web"][1]
    assert {(one.source, one.target) for one in imports} >= FOR_TYPES
    for exception in FOR_TYPES:
        others = FOR_TYPES - {exception}
        assert in_circles(one for one in imports if (one.source, one.target) not in others) != {}, exception


def test_no_feature_imports_another() -> None:
    """What two features share is below them; what one has another do is one of the `CrossFeatureActions`."""

    def feature(path: str) -> list[str]:
        return path.split("/")[:2]

    inside = [one for one in TREES["web"][1] if folder(one.source) == folder(one.target) == "features"]
    assert len(inside) > 30
    assert [one for one in inside if feature(one.source) != feature(one.target)] == []


def test_the_engine_alone_knows_that_there_is_python() -> None:
    """No other module of the page names what runs the rules."""
    web = ROOT / "web"
    named = [
        path.relative_to(web).as_posix()
        for path in sorted(web.rglob("*.ts"))
        if "node_modules" not in path.parts and folder(path.relative_to(web).as_posix()) != "engine"
        if re.search(r"pyodide|loadPyodide", path.read_text("utf-8"))
    ]
    assert named == []

"""Text reaches the page only as text: nothing in web/ makes markup of it, and the linter refuses what could."""

import re
import subprocess
from pathlib import Path

import pytest
from bundle import toolchain

LIT = toolchain.NODE_MODULES / "lit-html"
UNSAFE = sorted({*LIT.glob("directives/unsafe-*.js"), *LIT.glob("static.js")})
"""The modules of lit-html that make markup of text."""

MARKUP = re.compile(r"\.(?:inner|outer)HTML|insertAdjacentHTML|createContextualFragment|document\.write|setHTML")


COMMENT = re.compile(r"/\*.*?\*/", re.S)


def refused(folder: Path, text: str) -> bool:
    """Whether the linter, as it is set for web/, refuses a module because of what it imports."""
    module = folder / "one.ts"
    module.write_text(text, "utf-8")
    biome = toolchain.NODE_MODULES / ".bin" / "biome"
    command: list[str | Path] = [biome, "lint", f"--config-path={toolchain.WEB}", module]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Checked 1 file" in done.stdout, done.stderr
    return done.returncode != 0 and "noRestrictedImports" in done.stderr


def test_there_are_modules_to_refuse() -> None:
    assert [path.stem for path in UNSAFE] == ["unsafe-html", "unsafe-mathml", "unsafe-svg", "static"]


@pytest.mark.parametrize("name", [path.relative_to(LIT).as_posix() for path in UNSAFE])
def test_the_linter_refuses_what_makes_markup_of_text(name: str, tmp_path: Path) -> None:
    assert refused(tmp_path, f"import * as unsafe from 'lit-html/{name}';\nexport const one = unsafe;\n")


def test_the_linter_takes_the_other_parts_of_the_library(tmp_path: Path) -> None:
    assert not refused(tmp_path, "import { live } from 'lit-html/directives/live.js';\nexport const one = live;\n")


def test_no_module_of_the_page_makes_markup_of_text() -> None:
    modules = [path for path in toolchain.files(toolchain.WEB) if path.suffix == ".ts"]
    texts = {path.name: COMMENT.sub("", path.read_text("utf-8")) for path in modules}
    assert [name for name, text in texts.items() if MARKUP.search(text)] == []

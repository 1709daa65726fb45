"""The workshop's programs in C: they are seldom run, and moved now and then."""

import shutil
import subprocess
from pathlib import Path

import pytest
from workshop import sources

PROGRAMS = sorted(path.relative_to(sources.PACKAGE / "workshop") for path in sources.PACKAGE.glob("workshop/**/*.c"))


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler, as the workshop does")
@pytest.mark.parametrize("program", PROGRAMS, ids=str)
def test_program_compiles(program: Path) -> None:
    """With all that it includes. openings.c is one of two programs, as a macro says (see openings.py)."""
    for macros in ([], ["-DROCK"]) if program.name == "openings.c" else ([],):
        command = ["cc", "-fsyntax-only", "-w", *macros, str(sources.PACKAGE / "workshop" / program)]
        assert subprocess.run(command, capture_output=True, text=True).stderr == ""
